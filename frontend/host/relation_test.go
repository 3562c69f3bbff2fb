package host_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/source"
)

// relationsOf lists what holds at the launches of k in text, for each size.
func relationsOf(text string) []string {
	var out []string
	for _, fn := range kernelsOf(text, source.Options{}) {
		sizes, unknown := fn.sizes()
		for _, s := range sizes {
			parts := []string{dimText(s.Block)}
			for _, c := range s.Constants {
				parts = append(parts, c.Name+"="+c.Value)
			}
			for _, r := range s.Relations {
				parts = append(parts, r.Text)
			}
			if s.Unclear.Valid() {
				parts = append(parts, "unclear")
			}
			out = append(out, strings.Join(parts, "; "))
		}
		for _, u := range unknown {
			parts := []string{"? " + dimText(u.Block)}
			for _, r := range u.Relations {
				parts = append(parts, r.Text)
			}
			out = append(out, strings.Join(parts, "; "))
		}
	}
	return out
}

// TestRelations: what launches say of grids, blocks and parameters. Each text follows a
// kernel k.
func TestRelations(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"a grid that covers", "void f(int n) { k<<<(n + 255) / 256, 256>>>(p, n, 1, 2); }",
			[]string{"256,1,1; m=1; w=2; gridDim.x == (n + 255) / 256"}},
		{"a default", "__global__ void k(int *p, int n, int m, long w = 64);\nvoid f() { k<<<1, 256>>>(p, 1, 2); }", []string{"256,1,1; n=1; m=2; w=64"}},
		{"a default of a caller", "const int B = 32;\nvoid g(int a, int b = 2 * B, cudaStream_t s = 0);\nvoid f() { g(1); }\nvoid g(int a, int b, cudaStream_t s) { k<<<1, 256, 0, s>>>(p, a, b, 0); }",
			[]string{"256,1,1; n=1; m=64; w=0"}},
		{"a default that is a template's parameter", "const int B = 3;\ntemplate <int B> void g(int a, int b = B) { k<<<1, 256>>>(p, a, b, 0); }\nvoid f() { g<5>(1); }", []string{"256,1,1; w=0"}},
		{"a default that is a member", "const int B = 3;\nstruct S { static const int B = 5; void g(int a, int b = B) { k<<<1, 256>>>(p, a, b, 0); } };\nvoid f() { S().g(1); }", []string{"256,1,1; w=0"}},
		{"a default that is a variable", "int B = 3;\nvoid g(int a, int b = B) { k<<<1, 256>>>(p, a, b, 0); }\nvoid f() { B = 4; g(1); }", []string{"256,1,1; w=0"}},
		{"a default that is not a number", "int B;\nvoid g(int a, int b = B) { k<<<1, 256>>>(p, a, b, 0); }\nvoid f() { g(1); }", []string{"256,1,1; w=0"}},
		{"two dimensions", "void f(int n, int m) { dim3 b(16, 16), g(n / b.x, m / b.y); k<<<g, b>>>(p, n, m, 0); }",
			[]string{"16,16,1; w=0; gridDim.x == (unsigned)n / 16; gridDim.y == (unsigned)m / 16"}},
		{"through variables", "void f() { int n = get(); int b = 128; int g = (n + b - 1) / b; k<<<g, b>>>(p, n, g, n * 2); }",
			[]string{"128,1,1; m == (n + 128 - 1) / 128; w == n * 2; gridDim.x == (n + 128 - 1) / 128"}},
		{"widened", "void f(int n) { k<<<n, 64>>>(p, 0, 0, n); }", []string{"64,1,1; n=0; m=0; w == (int)w; (long)gridDim.x == w, if that fits"}},
		{"truncated", "void f(long n) { k<<<n / 2, 64>>>(p, n, 0, 0); }",
			[]string{"64,1,1; m=0; w=0; (long)gridDim.x == (long)n / 2, if that fits and the parameter holds n"}},
		{"truncated on purpose", "void f(long n) { int low = n; k<<<n / 2, 64>>>(p, low, (int)n, 0); }", []string{"64,1,1; w=0; m == n"}},
		{"truncated, but passed whole", "void f(long n) { k<<<n / 2, 64>>>(p, n, 0, n); }",
			[]string{"64,1,1; m=0; n == (int)w; (long)gridDim.x == w / 2, if that fits"}},
		{"a type that is not seen", "void f(A a) { auto n = a->shape[0]; dim3 b(64), g((n + b.x - 1) / b.x); k<<<g, b>>>(p, n, 0, 0); }",
			[]string{"64,1,1; m=0; w=0; (long)gridDim.x == ((long)n + 64 - 1) / 64, if a->shape[0] is an integer that the parameter holds and nothing computed from it wraps around"}},
		{"a name of a type that is not seen", "void f(A a) { const index_t n = a.size(); k<<<n / 64, 64>>>(p, n, n % 7, 0); }",
			[]string{"64,1,1; w=0; m == (int)((long)n % 7), if n is an integer that the parameter holds and nothing computed from it wraps around; (long)gridDim.x == (long)n / 64, if n is an integer that the parameter holds and nothing computed from it wraps around"}},
		{"two types that are not seen", "void f(A a) { auto b = a.begin(), e = a.end(); long n = e - b; k<<<n / 64, 64>>>(p, 0, 0, n); }",
			[]string{"64,1,1; n=0; m=0; (long)gridDim.x == w / 64, if e and b are integers that the parameters hold and nothing computed from them wraps around"}},
		{"a power of two", "bool is(unsigned x) { return !(x & (x - 1)); }\nvoid f(unsigned n) { assert(is(n)); k<<<1, 64>>>(p, n, 0, 0); }",
			[]string{"64,1,1; m=0; w=0; ((unsigned)n & (unsigned)n - 1) == 0"}},
		{"a power of two, by its odd part", "unsigned odd(unsigned &log, unsigned x) { if (!x) { log = 0; return 0; } for (log = 0; (x & 1) == 0; x >>= 1, log++); return x; }\nvoid f(unsigned n) { unsigned l; unsigned r = odd(l, n); assert(r == 1); k<<<1, 64>>>(p, n, l, 0); }",
			[]string{"64,1,1; w=0; n != 0; ((unsigned)n & (unsigned)n - 1) == 0"}},
		{"a power of two, by its odd part and a pointer", "unsigned odd(unsigned *log, unsigned x) { if (!x) { *log = 0; return 0; } for (*log = 0; (x & 1) == 0; x >>= 1, *log++); return x; }\nvoid f(unsigned n) { if (!n) return; unsigned l; unsigned r = odd(&l, n); assert(r == 1); k<<<1, 64>>>(p, n, l, 0); }",
			[]string{"64,1,1; w=0; n != 0; ((unsigned)n & (unsigned)n - 1) == 0"}},
		{"a result of what the pointer leads to", "unsigned half(unsigned *q, unsigned x) { *q = 5; return x / 2; }\nvoid f(unsigned n) { unsigned g = half(&n, n); k<<<g, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"a result that is read behind a store", "unsigned N; unsigned *Q = &N;\nunsigned half(unsigned x) { *Q = x; return N; }\nvoid f(unsigned n) { N = 3; unsigned g = half(n); k<<<g, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"a result of its own variable behind a store", "unsigned N;\nunsigned half(unsigned *q, unsigned x) { x /= 2; *q = 3; return x; }\nvoid f(unsigned n) { unsigned g = half(&N, n); k<<<g, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0; gridDim.x == (unsigned)n / 2"}},
		{"a variable of its own whose address is out", "unsigned half(unsigned x) { unsigned y = x / 2, *q = &y; *q = 3; return y; }\nvoid f(unsigned n) { unsigned g = half(n); k<<<g, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"halved", "void f(unsigned n) { unsigned x = n; while (!(x & 1)) x /= 2; if (x != 1) return; k<<<1, 64>>>(p, n, 0, 0); }",
			[]string{"64,1,1; m=0; w=0; n != 0; ((unsigned)n & (unsigned)n - 1) == 0"}},
		{"halved, and more", "void f(unsigned n) { unsigned x = n; while (!(x & 1)) { x /= 2; x += 2; } if (x != 1) return; k<<<1, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"halved, or not", "void f(unsigned n, int c) { unsigned x = n; while (!(x & 1)) { if (c) break; x /= 2; } if (x != 1) return; k<<<1, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0; 1 <= (unsigned)n"}},
		{"halved with a sign", "void f(int n) { int x = n; while (!(x & 1)) x /= 2; if (x != 1) return; k<<<1, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0; 1 <= n"}},
		{"halved through another name", "void f(unsigned n) { unsigned x = n, &y = x; while (!(x & 1)) x /= 2; y = 1; if (x != 1) return; k<<<1, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"a result and a reference", "int split(int &b, int n) { b = n / 2; return n * 3; }\nvoid f(int n) { int b, g = split(b, n); k<<<n, 64>>>(p, n, b, 0); }", []string{"64,1,1; w=0; gridDim.x == n"}},
		{"a result and a reference alone", "int split(int &b, int n) { b = n / 2; return n * 3; }\nvoid f(int n) { int b; int g = split(b, n); k<<<g, 64>>>(p, n, b, 0); }", []string{"64,1,1; w=0; m == n / 2; gridDim.x == n * 3"}},
		{"what follows from a constant", "void f(int n) { k<<<4, 64>>>(p, 64, 1, 0); assert(n % 32 == 0 && n > 3); k<<<n / 32, 64>>>(p, n, n, 0); }",
			[]string{"64,1,1; w=0; n % 32 == 0; n > 3"}},
		{"what does not follow from a constant", "void f(int n) { k<<<4, 64>>>(p, 63, 1, 0); assert(n % 32 == 0); k<<<n / 32, 64>>>(p, n, n, 0); }", []string{"64,1,1; w=0"}},
		{"a path", "void f(A a) { dim3 g((a->shape[0] + 63) / 64); k<<<g, 64>>>(p, a->shape[0], a->shape[1], 0); }",
			[]string{"64,1,1; w=0; (long)gridDim.x == ((long)n + 63) / 64, if a->shape[0] is an integer that the parameter holds and nothing computed from it wraps around"}},
		{"a path to a grid", "void f(A a) { k<<<a.grid, 64>>>(p, a.grid, 1, 0); }", []string{"64,1,1; m=1; w=0"}},
		{"a path and a call", "void f(A a) { dim3 g((a->shape[0] + 63) / 64); other(); k<<<g, 64>>>(p, a->shape[0], 1, 0); }", []string{"64,1,1; m=1; w=0"}},
		{"a path and a store", "void f(A a, int *q) { dim3 g((a->shape[0] + 63) / 64); *q = 3; k<<<g, 64>>>(p, a->shape[0], 1, 0); }", []string{"64,1,1; m=1; w=0"}},
		{"a path that is stored to", "void f(A a) { dim3 g((a.x.n + 63) / 64); a.x.n = 3; k<<<g, 64>>>(p, a.x.n, 1, 0); }", []string{"64,1,1; m=1; w=0"}},
		{"a path from what is assigned", "void f(A a, A b) { dim3 g((a->n + 63) / 64); a = b; k<<<g, 64>>>(p, a->n, 1, 0); }", []string{"64,1,1; m=1; w=0"}},
		{"a path with another index", "void f(A a, int i) { dim3 g((a->shape[i] + 63) / 64); i++; k<<<g, 64>>>(p, a->shape[i], 1, 0); }", []string{"64,1,1; m=1; w=0"}},
		{"a path in a loop", "void f(A a) { for (int i = 0; i < 3; i++) { dim3 g((a->n + 63) / 64); a->next(); k<<<g, 64>>>(p, a->n, 1, 0); } }", []string{"64,1,1; m=1; w=0"}},
		{"elements of integers", "void f(const int *d) { k<<<d[0] / 64, 64>>>(p, d[0], d[1], 0); }", []string{"64,1,1; w=0; gridDim.x == n / 64"}},
		{"elements of a member", "struct T { long ne[4]; float w; };\nvoid f(T *t) { k<<<t->ne[0] / 64, 64>>>(p, 0, 0, t->ne[0]); }", []string{"64,1,1; n=0; m=0; (long)gridDim.x == w / 64, if that fits"}},
		{"a member in floating point", "struct T { long ne[4]; float w; };\nvoid f(T *t) { k<<<t->w * 2, 64>>>(p, t->w, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"elements in floating point", "void f(const float *d) { k<<<d[0] * 2, 64>>>(p, d[0], 1, 0); }", []string{"64,1,1; m=1; w=0"}},
		{"a local array", "void f(int n) { int d[2]; d[0] = n; k<<<d[0] / 64, 64>>>(p, d[0], n, 0); }", []string{"64,1,1; w=0; gridDim.x == n / 64"}},
		{"an element that is changed", "void f(int *d) { int g = d[0] / 64; d[0]++; k<<<g, 64>>>(p, d[0], 1, 0); }", []string{"64,1,1; m=1; w=0"}},
		{"an element that is changed through another name", "void f(int *d, int *e) { int g = d[0] / 64; e[0] = 4; k<<<g, 64>>>(p, d[0], 1, 0); }", []string{"64,1,1; m=1; w=0"}},
		{"a grid of a type that is not seen", "void f(int n) { auto g = grid(n); k<<<g, 64>>>(p, g, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"a copy of such a grid", "void f(int n) { auto g = grid(n); auto h = g; h.x = 4; k<<<h, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"one of two such grids", "void f(int n) { auto g = grid(n), h = grid(1); k<<<n > 3 ? g : h, 64>>>(p, n, g, 0); }", []string{"64,1,1; w=0"}},
		{"such a value is changed", "void f(A a) { auto n = a.size(); int g = n / 64; n = 5; k<<<g, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"such a value is changed by a function", "void f(A a) { auto n = a.size(); int g = n / 64; change(n); k<<<g, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"such a value is changed in a loop", "void f(A a) { auto n = a.size(); for (int i = 0; i < 3; i++) { k<<<n / 64, 64>>>(p, n, 0, 0); n.next(); } }", []string{"64,1,1; m=0; w=0"}},
		{"such a value is changed by a lambda", "void f(A a) { auto n = a.size(); auto l = [&] { n++; }; int g = n / 64; l(); k<<<g, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"a reference of a type that is not seen", "void f(A a) { auto &n = a.size(); int g = n / 64; other(); k<<<g, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"a static of a type that is not seen", "void f(A a) { static auto n = a.size(); int g = n / 64; k<<<g, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"floating point", "void f(int n) { auto h = n * 0.5; k<<<h * 2, 64>>>(p, h, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"a type parameter", "template <class T> void f(A a) { T n = a.size(); k<<<n * 2, 64>>>(p, n, 0, 0); }\nvoid g(A a) { f<float>(a); }", []string{"64,1,1; m=0; w=0"}},
		{"no number", "void f(A a) { auto x = a.get(); if (x != x) k<<<1, 64>>>(p, x, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"a block that a condition tells", "void f(long c, long h) { assert(c / h == 64 || c / h == 128); if (c / h == 64) k<<<1, c / h>>>(p, 1, 0, 0); else k<<<2, c / h>>>(p, 2, 0, 0); }",
			[]string{"64,1,1; n=1; m=0; w=0", "128,1,1; n=2; m=0; w=0"}},
		{"blocks that a condition tells", "void f(int b) { assert(b == 64 || b == 128); k<<<2, b>>>(p, b, 0, 0); }", []string{"64,1,1; n=64; m=0; w=0", "128,1,1; n=128; m=0; w=0"}},
		{"a block that a condition does not tell", "void f(int b, int c) { assert(b == 64 || c == 128); k<<<2, b>>>(p, b, 0, 0); }", []string{"? 0,1,1; blockDim.x == n; m == 0; w == 0"}},
		{"a block that is changed behind the condition", "void f(int b) { assert(b == 64 || b == 128); b++; k<<<2, b>>>(p, 1, 0, 0); }", []string{"65,1,1; n=1; m=0; w=0", "129,1,1; n=1; m=0; w=0"}},
		{"constructed from a constant", "struct W { const long &r; W(const long &n); ~W(); };\nvoid f(long c) { const long n = c; W w(n); k<<<n / 64, 64>>>(p, 0, 0, n); }",
			[]string{"64,1,1; n=0; m=0; (long)gridDim.x == w / 64, if that fits"}},
		{"an unsigned length", "void f(size_t n) { k<<<(n + 63) / 64, 64>>>(p, n, 0, 0); }",
			[]string{"64,1,1; m=0; w=0; (size_t)gridDim.x == ((size_t)n + 63) / 64, if that fits and the parameter holds n; n >= 0, if the parameter holds n"}},
		{"a signed quotient", "void f(long n) { k<<<n / 4, 64>>>(p, (int)(n / 4), 0, 0); }", []string{"64,1,1; m=0; w=0; gridDim.x == n, if the parameter holds n / 4"}},
		{"a pitch", "void f(int n) { size_t w; float *d; cudaMallocPitch(&d, &w, n * sizeof(float), 9); k<<<n / 64, 64>>>(d, n, 0, w); }",
			[]string{"64,1,1; m=0; gridDim.x == n / 64; (size_t)w >= (size_t)n * 4, if cudaMallocPitch succeeds; (size_t)w / 4 >= (size_t)n, if cudaMallocPitch succeeds"}},
		{"a pitch in elements", "void f(int n) { size_t w; float *d; check(cudaMallocPitch((void **)&d, &w, n * sizeof(float), 9)); k<<<n / 64, 64>>>(d, n, w / sizeof(float), 0); }",
			[]string{"64,1,1; w=0; gridDim.x == n / 64; m >= 0, if the parameter holds w / 4; (size_t)m >= (size_t)n, if cudaMallocPitch succeeds and the parameter holds w / 4"}},
		{"a pitch in elements as an int", "void f(int n) { size_t w; float *d; cudaError_t e = cudaMallocPitch((void **)&d, &w, n * sizeof(float), 9); k<<<n / 64, 64>>>(d, n, int(w / sizeof(float)), 0); }",
			[]string{"64,1,1; w=0; gridDim.x == n / 64; m >= 0, if the parameter holds w / 4; (size_t)m >= (size_t)n, if cudaMallocPitch succeeds and the parameter holds w / 4"}},
		{"a pitch of a constant width", "void f() { size_t w; float *d; cudaMallocPitch(&d, &w, 4096, 9); k<<<4, 64>>>(d, 0, (int)(w / sizeof(float)), 0); }",
			[]string{"64,1,1; n=0; w=0; m >= 0, if the parameter holds w / 4; (size_t)m >= 1024, if cudaMallocPitch succeeds and the parameter holds w / 4"}},
		{"a pitch that is changed", "void f(int n) { size_t w; float *d; cudaMallocPitch(&d, &w, n * sizeof(float), 9); w /= 2; k<<<n / 64, 64>>>(d, n, 0, w); }",
			[]string{"64,1,1; m=0; gridDim.x == n / 64"}},
		{"a pitch that may not be set", "void f(int n) { size_t w = 1; float *d; if (n > 3) cudaMallocPitch(&d, &w, n * sizeof(float), 9); k<<<n / 64, 64>>>(d, n, 0, w); }",
			[]string{"64,1,1; m=0; gridDim.x == n / 64"}},
		{"a pitch that may not be set in an expression", "void f(int n) { size_t w = 1; float *d; n > 3 && cudaMallocPitch(&d, &w, n * sizeof(float), 9); k<<<n / 64, 64>>>(d, n, 0, w); }",
			[]string{"64,1,1; m=0; gridDim.x == n / 64"}},
		{"a width that changes", "void f(int n) { size_t w; float *d; cudaMallocPitch(&d, &w, n++ * sizeof(float), 9); k<<<n / 64, 64>>>(d, n, 0, w); }",
			[]string{"64,1,1; m=0; gridDim.x == n / 64"}},
		{"a cudaMallocPitch of the file", "void cudaMallocPitch(float **d, size_t *w, size_t n, int h) { *w = 3; }\nvoid f(int n) { size_t w; float *d; cudaMallocPitch(&d, &w, n * 4, 9); k<<<n / 64, 64>>>(d, n, 0, w); }",
			[]string{"64,1,1; m=0; gridDim.x == n / 64"}},
		{"both truncated", "void f(long n) { k<<<1, n>>>(p, n, n, 0); }", []string{"? 0,1,1; m == n; blockDim.x == n; w == 0"}},
		{"truncated and computed with", "void f(long n) { k<<<n + 1, 64>>>(p, n, 0, 0); }",
			[]string{"64,1,1; m=0; w=0; (long)gridDim.x == (long)n + 1, if that fits and the parameter holds n"}},
		{"computed for a parameter", "void f(int n, int h) { n >>= 2; int e = (n - 1) / 1024 + 1; dim3 b(n / h, h / e); k<<<n / 32, b>>>(p, n, e, h); }",
			[]string{"? 0,0,1; m == (n - 1) / 1024 + 1; w == (int)w; gridDim.x == n / 32; blockDim.x == n / (int)w; blockDim.y == (int)w / m"}},
		{"computed for two parameters", "void f(int n) { k<<<n * 3, 64>>>(p, n * 3, n * 3, 0); }", []string{"64,1,1; w=0; m == n; gridDim.x == n"}},
		{"computed in another way", "void f(int n) { k<<<(n + 1) * 3, 64>>>(p, n * 3, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"computed from what changes", "int N; void set() { N = 3; }\nvoid f() { int g = N / 2; set(); k<<<g, 64>>>(p, N / 2, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"changed between", "void f(int n) { int g = n / 64; n++; k<<<g, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0; gridDim.x == (n - 1) / 64"}},
		{"changed in a way that is not seen", "void f(int n) { int g = n / 64; change(n); k<<<g, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"the block is a parameter", "void f(int n) { k<<<1, n>>>(p, n, 0, 0); }", []string{"? 0,1,1; blockDim.x == n; m == 0; w == 0"}},
		{"conditions", "void f(int n) { if (n <= 0 || n % 64) return; if (n < 9) { } else k<<<n / 64, 64>>>(p, n, 1, 1); }",
			[]string{"64,1,1; m=1; w=1; gridDim.x == n / 64; n > 0; n % 64 == 0; n >= 9"}},
		{"two launches agree", "void f(int n) { k<<<n, 64>>>(p, n, 7, 1); k<<<n, 64>>>(p, n, 7, n); }", []string{"64,1,1; m=7; gridDim.x == n"}},
		{"two launches differ", "void f(int n) { k<<<n, 64>>>(p, n, 7, 1); k<<<n, 64>>>(p, n, 7, 2); }",
			[]string{"64,1,1; m=7; w=1; gridDim.x == n", "64,1,1; m=7; w=2; gridDim.x == n"}},
		{"a relation of one alone", "void f(int n) { k<<<n, 64>>>(p, n, 7, 1); k<<<n + 1, 64>>>(p, n, 7, 1); }", []string{"64,1,1; m=7; w=1"}},
		{"a launch that is not understood", "void f(int n) { k<<<n, 64>>>(p, n, 7, 1); cudaLaunchKernel((void *)k, n, 64, args, 0, s); }", []string{"64,1,1; unclear"}},
		{"a launch with an unknown block", "void f(int n, int b) { k<<<n, 64>>>(p, n, 7, 1); k<<<n, b>>>(p, n, 7, 2); }",
			[]string{"64,1,1; m=7; gridDim.x == n", "? 0,1,1"}},
		{"passed on", "void f(int n) { k<<<n, 64>>>(p, n, 7, 1); run(k); }", []string{"64,1,1; unclear", "? 0,0,0"}},
		{"through a function", "void g(int *p, int c) { k<<<c / 32, 32>>>(p, c, 0, 0); }\nvoid f(int n) { g(p, n * 32); }",
			[]string{"32,1,1; m=0; w=0; gridDim.x == n / 32"}},
		{"constants through a function", "void g(int *p, int c) { k<<<c / 32, 32>>>(p, c, 0, 0); }\nint main() { g(p, 64); }", []string{"32,1,1; n=64; m=0; w=0; gridDim.x == n / 32"}},
		{"many sets", "void f() { k<<<1, 32>>>(p, 1, 1, 0); k<<<1, 32>>>(p, 2, 1, 0); k<<<1, 32>>>(p, 3, 1, 0); k<<<1, 32>>>(p, 4, 1, 0); k<<<1, 32>>>(p, 5, 1, 0); }",
			[]string{"32,1,1; m=1; w=0"}},
		{"a loop", "void f(int n) { for (int i = 1; i < n; i *= 2) k<<<n / i, 32>>>(p, n, i, 0); }",
			[]string{"32,1,1; w=0; gridDim.x == n / m; m >= 1; (m & m - 1) == 0; m < n"}},
		{"parentheses", "void f(int n) { (k)<<<(n), (32)>>>(p, n, 0, 0); }", []string{"32,1,1; m=0; w=0; gridDim.x == n"}},
		{"a global", "int N;\nint main() { N = get(); int *p = alloc(); k<<<N / 32, 32>>>(p, N, 0, 0); }", []string{"32,1,1; m=0; w=0; gridDim.x == n / 32"}},
		{"a global that a call may change", "int N;\nvoid set() { N = 3; }\nint main() { int g = N / 32; set(); k<<<g, 32>>>(p, N, 0, 0); }", []string{"32,1,1; m=0; w=0"}},
		{"a reference to a constant", "void f(const int &n) { int g = n; k<<<n, 32>>>(p, g, 0, 0); other(); k<<<g, 32>>>(p, n, 0, 0); }", []string{"32,1,1; m=0; w=0"}},
		{"rounded up", "void f(int n) { k<<<ceil(n / 256.0), 256>>>(p, n, 0, 0); }", []string{"256,1,1; m=0; w=0; gridDim.x == n / 256 + (int)(n % 256 > 0)"}},
		{"rounded up in float", "void f(int n) { dim3 b(16, 16), g((int)ceil((float)n / b.x), 4); k<<<g, b>>>(p, n, 0, 0); }",
			[]string{"16,16,1; m=0; w=0; n > 8388608 || n < -8388608 || gridDim.x == n / 16 + (int)(n % 16 > 0)"}},
		{"rounded up by a function", "int up(int a, int b) { return std::ceil((double)a / b); }\nvoid f(int n) { k<<<up(n, 32), 32>>>(p, n, 0, 0); }",
			[]string{"32,1,1; m=0; w=0; gridDim.x == n / 32 + (int)(n % 32 > 0)"}},
		{"rounded up too late", "void f(int n) { k<<<ceil(n / 256) + 1, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0; (long)gridDim.x == (long)(n / 256) + 1, if that fits"}},
		{"rounded of constants", "void f() { k<<<ceil(1000 / 256.0), 64>>>(p, 7 / 2.0, 0, floor(9 / 2.f)); }", []string{"64,1,1; n=3; m=0; w=4"}},
		{"a large sum in float", "void f(int n) { k<<<ceil((n + 500000.f) / 2), 64>>>(p, n, 0, 0); }",
			[]string{"64,1,1; m=0; w=0; n > 8388608 || n < -8388608 || (long)n + 500000 > 8388608 || (long)n + 500000 < -8388608 || gridDim.x == (unsigned)(((long)n + 500000) / 2 + (long)(((long)n + 500000) % 2 > 0))"}},
		{"fractions", "void f(int n) { k<<<ceil(n / 0.5), 64>>>(p, n * 1.5, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"ceil of the file", "int ceil(double x) { return 3; }\nvoid f(int n) { k<<<ceil(n / 256.0), 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"a reference and a dim3", "void f(const dim3 &n) { dim3 b(8, 8); k<<<n.x / b.x, b>>>(p, n.x, 0, 0); }", []string{"8,8,1; m=0; w=0; gridDim.x == (unsigned)n / 8"}},
		{"a reference and an object", "struct S { S(int); };\nvoid f(const dim3 &n) { S s(8); k<<<n.x / 8, 64>>>(p, n.x, 0, 0); }", []string{"64,1,1; m=0; w=0; gridDim.x == (unsigned)n / 8"}},
		{"an object that a global is changed by", "int N; struct S { S(int) { N = 3; } };\nint main() { N = 64; S s(8); k<<<1, 64>>>(p, N, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"a function object that changes a global", "int N; struct S { void operator()(int) { N = 3; } };\nint main() { S s; N = 64; s(8); k<<<1, 64>>>(p, N, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"a pointer to a function that changes a global", "int N; void g(int) { N = 3; }\nint main() { void (*s)(int) = g; N = 64; s(8); k<<<1, 64>>>(p, N, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"between size and launch", "void f(int argc) { int n; scanf(\"%d\", &n); int g = n / 64; float *d; cudaMalloc((void **)&d, n * 4); cudaMemcpy(d, h, n, cudaMemcpyHostToDevice); printf(\"%d\", n); k<<<g, 64>>>(p, n, 0, 0); }",
			[]string{"64,1,1; m=0; w=0; gridDim.x == n / 64"}},
		{"read from a stream", "int main() { int n; std::cin >> n; int g = n / 64; cudaEvent_t e; cudaEventCreate(&e); cudaEventRecord(e); k<<<g, 64>>>(p, n, 0, 0); }",
			[]string{"64,1,1; m=0; w=0; gridDim.x == n / 64"}},
		{"checked calls", "void check(int e, const char *file) { if (e) { fprintf(stderr, file); exit(1); } }\nint main() { int n; std::cin >> n; int g = n / 64; int c; check((cudaGetDeviceCount(&c)), \"a\"); k<<<g, 64>>>(p, n, 0, 0); }",
			[]string{"64,1,1; m=0; w=0; gridDim.x == n / 64"}},
		{"a stream that keeps an address", "struct S { int *p; S &operator>>(int &n) { p = &n; return *this; } void set() { *p = 3; } };\nvoid f(S s) { int n = 128; s >> n; int g = n / 64; s.set(); k<<<g, 64>>>(p, n, 0, 0); }",
			[]string{"64,1,1; m=0; w=0"}},
		{"a function that keeps an address", "void f(int n) { cudaMemcpyAsync(&n, d, 4); int g = n / 64; wait(); k<<<g, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"written through an address", "void f(int n) { int *q = &n; int g = n / 64; cudaMemcpy(q, d, 4, cudaMemcpyDeviceToHost); k<<<g, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"written through an address of an address", "void f(int n) { int *q = &n; int g = n / 64; cudaGetDeviceCount(q); k<<<g, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"written through a reference", "void f(int n) { int &q = n; int g = n / 64; cudaGetDeviceCount(&q); k<<<g, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"written by a print", "void f(int n) { int *q = &n; int g = n / 64; printf(\"abc%n\", q); k<<<g, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"a printf of the file", "int N; int printf(const char *s) { N = 3; return 0; }\nint main() { N = 128; int g = N / 64; printf(\"abc\"); k<<<g, 64>>>(p, N, 0, 0); }", []string{"64,1,1; m=0; w=0"}},
		{"a launch by addresses", "void f(int n) { int m = 3; long w = n; void *args[] = {&p, (void *)&n, &m, &w}; cudaLaunchKernel((void *)k, n / 64, 64, args, 0, s); }",
			[]string{"64,1,1; m=3; w == n; gridDim.x == n / 64"}},
		{"addresses of what changes", "void f(int n) { int m = 3; void *args[] = {&p, &n, &m}; m = 4; cudaLaunchCooperativeKernel((void *)k, n / 64, 64, args); }",
			[]string{"64,1,1; m=4; gridDim.x == n / 64"}},
		{"addresses that are passed on", "void f(int n) { int m = 3; void *args[] = {&p, &n, &m}; change(args); cudaLaunchKernel((void *)k, 4, 64, args, 0, s); }", []string{"64,1,1"}},
		{"another address", "void f(int n) { int m = 3; void *args[] = {&p, &n, &m}; args[2] = &n; cudaLaunchKernel((void *)k, 4, 64, args, 0, s); }", []string{"64,1,1"}},
		{"an address of another variable of that name", "void f(int n) { int m = 3; void *args[] = {&p, &n, &m}; { int m = 4; cudaLaunchKernel((void *)k, 4, 64, args, 0, s); } }", []string{"64,1,1"}},
		{"written through an address that is passed", "void f(int n) { int m = 3; void *args[] = {&p, &n, &m}; *(int *)args[2] = 5; cudaLaunchKernel((void *)k, 4, 64, args, 0, s); }", []string{"64,1,1"}},
		{"a launch with a configuration", "void f(int n) { cudaLaunchConfig_t c = {0}; c.gridDim = n / 64; c.blockDim = 64; cudaLaunchKernelEx(&c, k, p, n, 1, 2); }", []string{"64,1,1; m=1; w=2; gridDim.x == n / 64"}},
		{"a member", "struct I { int w, h; }; void f(I i) { int g = (i.w + 63) / 64; float *d; cudaMalloc(&d, 4 * i.w); k<<<g, 64>>>(p, i.w, i.h, 0); }", []string{"64,1,1; w=0; gridDim.x == (n + 63) / 64"}},
		{"a member by pointer", "struct I { int w; }; void f(I *i) { k<<<(i->w + 63) / 64, 64>>>(p, i->w, 1, 0); }", []string{"64,1,1; m=1; w=0; gridDim.x == (n + 63) / 64"}},
		{"a member and a call", "struct I { int w; }; void f(I *i) { int g = i->w / 64; other(); k<<<g, 64>>>(p, i->w, 1, 0); }", []string{"64,1,1; m=1; w=0"}},
		{"a member and a store", "struct I { int w; }; void f(I *i, int *q) { int g = i->w / 64; *q = 3; k<<<g, 64>>>(p, i->w, 1, 0); }", []string{"64,1,1; m=1; w=0"}},
		{"a member of another object", "struct I { int w; }; void f(I *i, I *j) { int g = i->w / 64; i = j; k<<<g, 64>>>(p, i->w, 1, 0); }", []string{"64,1,1; m=1; w=0"}},
		{"a member in a branch", "struct I { int w; }; void f(I *i, int c) { int g = i->w / 64; if (c) i->w = 3; k<<<g, 64>>>(p, i->w, 1, 0); }", []string{"64,1,1; m=1; w=0"}},
		{"a member in a loop", "struct I { int w; void next(); }; void f(I i) { int g = i.w / 64; for (int j = 0; j < 3; j++) { k<<<g, 64>>>(p, i.w, 1, 0); i.next(); } }", []string{"64,1,1; m=1; w=0"}},
		{"a tensor", "void f(at::Tensor x) { auto c = x.numel(); const auto d = x.size(0); k<<<(c + 63) / 64, 64>>>(p, 0, d, c); }",
			[]string{"64,1,1; n=0; (long)gridDim.x == (w + 63) / 64, if that fits"}},
		{"a check that exits", "void f(int n) { if (n % 64 != 0) { printf(\"n\"); exit(1); } k<<<n / 64, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0; gridDim.x == n / 64; n % 64 == 0"}},
		{"checks of libraries", "void f(int n) { assert(n > 3); TORCH_CHECK(n < 99, \"n\", n); k<<<n / 64, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0; gridDim.x == n / 64; n > 3; n < 99"}},
		{"a function that exits", "[[noreturn]] void die(const char *s);\nvoid usage(int n) { if (n) printf(\"n\"); die(\"n\"); }\nvoid f(int n) { if (n <= 0) usage(n); if (n > 99) die(\"n\"); k<<<n / 64, 64>>>(p, n, 0, 0); }",
			[]string{"64,1,1; m=0; w=0; gridDim.x == n / 64; n > 0; n <= 99"}},
		{"a function that may return", "void usage(int n) { if (n) return; exit(1); }\nvoid f(int n) { if (n <= 0) usage(n); k<<<n / 64, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0; gridDim.x == n / 64"}},
		{"an exit of the file", "void exit(int n) { }\nvoid f(int n) { if (n <= 0) exit(n); k<<<n / 64, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0; gridDim.x == n / 64"}},
		{"an exit that is a variable", "void f(int n, void (*exit)(int)) { if (n <= 0) exit(n); k<<<n / 64, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0; gridDim.x == n / 64"}},
		{"an exit in an expression", "void f(int n) { n > 0 || (exit(1), 0); k<<<n / 64, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0; gridDim.x == n / 64"}},
		{"an exit that a lambda calls", "void f(int n) { auto g = [] { exit(1); }; if (n <= 0) g(); k<<<n / 64, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0; gridDim.x == n / 64"}},
		{"an exit that is caught", "void die() { throw 1; }\nvoid f(int n) { try { if (n <= 0) die(); } catch (int) { } k<<<n / 64, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0; gridDim.x == n / 64"}},
		{"an assert of the file", "void assert(int n) { }\nvoid f(int n) { assert(n > 3); k<<<n / 64, 64>>>(p, n, 0, 0); }", []string{"64,1,1; m=0; w=0; gridDim.x == n / 64"}},
		{"a reference to a global", "int N;\nvoid f(const int &n) { N = 32; k<<<1, 32>>>(p, n, 0, 0); }\nint main() { N = 96; f(N); }", []string{"32,1,1; m=0; w=0"}},
		{"memory", "const int N = 64;\nint main() { float *h; h = new float[N * N]; int *i = new int(N); k<<<1, 32>>>(p, N, 0, 0); delete[] h; delete i; k<<<1, 32>>>(p, N, 0, 0); }",
			[]string{"32,1,1; n=64; m=0; w=0"}},
		{"memory of plain classes", "int N;\nstruct Q { int a; };\nint main() { N = 64; Q *h = new Q[2]; k<<<1, 32>>>(p, N, 0, 0); delete[] h; k<<<1, 32>>>(p, N, 0, 0); }",
			[]string{"32,1,1; n=64; m=0; w=0"}},
		{"a constructor that runs", "int N;\nstruct Q { Q() { N = 3; } };\nint main() { N = 64; Q *h = new Q[2]; k<<<1, 32>>>(p, N, 0, 0); }", []string{"32,1,1; m=0; w=0"}},
		{"a constructor of a member", "int N;\nstruct Q { Q() { N = 3; } }; struct P { Q q; };\nint main() { N = 64; P *h = new P; k<<<1, 32>>>(p, N, 0, 0); }", []string{"32,1,1; m=0; w=0"}},
		{"a destructor that runs", "int N;\nstruct Q { ~Q() { N = 3; } };\nint main() { Q *h = get(); N = 64; delete h; k<<<1, 32>>>(p, N, 0, 0); }", []string{"32,1,1; m=0; w=0"}},
		{"an operator new", "int N;\nvoid *operator new(size_t n) { N = 3; return 0; }\nint main() { N = 64; int *h = new int; k<<<1, 32>>>(p, N, 0, 0); }", []string{"32,1,1; m=0; w=0"}},
		{"memory that is a variable", "int main() { int n = 64; new (&n) int(3); k<<<1, 32>>>(p, n, 0, 0); }", []string{"32,1,1; m=0; w=0"}},
		{"a length that changes a variable", "int main() { int n = 64; int *h = new int[n = 3]; k<<<1, 32>>>(p, n, 0, 0); }", []string{"32,1,1; m=0; w=0"}},
		{"a choice", "void f(int n) { k<<<n > 9 ? 9 : n, n > 99 ? 128 : 64>>>(p, n, 0, 0); }",
			[]string{"128,1,1; m=0; w=0; gridDim.x == (n > 9 ? 9 : n); n > 99", "64,1,1; m=0; w=0; gridDim.x == (n > 9 ? 9 : n); n <= 99"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, relationsOf("__global__ void k(int *p, int n, int m, long w) { }\n"+c.text))
		})
	}
}

// TestCountingLoops: what a loop that counts says of its variable, which a launch in it passes as n.
func TestCountingLoops(t *testing.T) {
	const launch = "k<<<1, 64>>>(p, i, 0, 0);"
	for _, c := range []struct{ name, text, want string }{
		{"up", "for (int i = 2; i < w; i++) " + launch, "n >= 2"},
		{"up by more", "for (int i = 0; i < 9; i += 3) " + launch, "n >= 0; n < 9"},
		{"from a variable", "for (int i = w; i < 9; ++i) k<<<1, 64>>>(p, i, w, 0);", "n >= m; n < 9"},
		{"doubled", "for (int i = 1; i < 9; i *= 2) " + launch, "n >= 1; (n & n - 1) == 0; n < 9"},
		{"down", "for (int i = 9; i > w; i--) " + launch, "n <= 9"},
		{"halved", "for (int i = 64; i > 0; i >>= 1) " + launch, "n <= 64; n >= 0; (n & n - 1) == 0; n > 0"},
		{"divided", "for (int i = 64; i > 0; i /= 4) " + launch, "n <= 64; n >= 0; (n & n - 1) == 0; n > 0"},
		{"without a sign, up", "for (unsigned i = 3; i < w; i++) " + launch, "(unsigned)n >= 3"},
		{"without a sign, down", "for (unsigned i = 9; i > 3; i--) " + launch, "(unsigned)n <= 9; (unsigned)n > 3"},
		{"without a sign, by more", "for (unsigned i = 3; i < 90; i += 7) " + launch, "(unsigned)n < 90"},
		{"without a sign, without an end", "for (unsigned i = 3; i != 2; i++) " + launch, "n != 2"},
		{"changed in the loop", "for (int i = 2; i < 9; i++) { " + launch + " i -= 5; }", "n < 9"},
		{"changed by a call", "for (int i = 2; i < 9; i++) { " + launch + " change(i); }", "n < 9"},
		{"changed by its address", "int *q; for (int i = 2; i < 9; i++) { q = &i; " + launch + " *q = -5; }", ""},
		{"changed by a lambda", "for (int i = 2; i < 9; i++) { auto f = [&] { i = -5; }; " + launch + " f(); }", ""},
		{"changed in the condition", "for (int i = 2; i-- < 9; i++) " + launch, ""},
		{"by an unknown step", "for (int i = 2; i < 9; i += w) " + launch, "n < 9"},
		{"by a step that changes", "int s = 1; for (int i = 2; i < 9; i += s) { " + launch + " s = -s; }", "n < 9"},
		{"by a step of another type", "for (int i = 2; i < 9; i += 1u) " + launch, "n < 9"},
		{"divided below 0", "for (int i = -64; i < 9; i /= 2) " + launch, "n < 9"},
		{"a jump", "for (int i = 2; i < 9; i++) { " + launch + " again: if (w) { i = -5; goto again; } }", ""},
		{"another variable in the head", "for (int i = 2, j = 0; j < 9; j++) { " + launch + " }", "n=2"},
		{"halved by a sum", "for (int i = 64; i > 0; i = i / 2) " + launch, "n <= 64; n >= 0; (n & n - 1) == 0; n > 0"},
		{"doubled by a sum", "for (int i = 1; i < 9; i += i) " + launch, "n >= 1; (n & n - 1) == 0; n < 9"},
		{"doubled from the right", "for (int i = 1; i < 9; i = 2 * i) " + launch, "n >= 1; (n & n - 1) == 0; n < 9"},
		{"while", "int i = 1; while (i < 9) { " + launch + " i *= 2; }", "n >= 1; (n & n - 1) == 0; n < 9"},
		{"do", "int i = 1; do { " + launch + " i <<= 1; } while (i < 9);", "n <= 0 || n >= 1; n <= 0 || (n & n - 1) == 0"},
		{"while, in the condition", "int i = 64; while ((i >>= 1) > 0) { " + launch + " }", "n <= 64; n >= 0; (n & n - 1) == 0"},
		{"shifted", "for (int i = 1; i < w; i <<= 1) k<<<1, 64>>>(p, i, w, 0);", "n >= 1 || m > 1073741823; n <= 0 || n >= 1; n <= 0 || (n & n - 1) == 0; n < m"},
		{"shifted below a number", "for (int i = 1; i < 99; i <<= 1) " + launch, "n >= 1; (n & n - 1) == 0; n < 99"},
		{"shifted without a sign", "for (unsigned i = 2; i <= w; i <<= 1) k<<<1, 64>>>(p, i, w, 0);", "(unsigned)n >= 2 || (unsigned)m > 2147483647; n == 0 || (unsigned)n >= 2; ((unsigned)n & (unsigned)n - 1) == 0; (unsigned)n <= (unsigned)m"},
		{"by 3", "for (int i = 1; i < 99; i *= 3) " + launch, "n >= 1; n < 99"},
		{"by 3 without a sign", "for (unsigned i = 1; i < w; i *= 3) k<<<1, 64>>>(p, i, w, 0);", "(unsigned)n >= 1 || (unsigned)m > 1431655765; (unsigned)n < (unsigned)m"},
		{"by 4", "for (int i = 1; i < 99; i *= 4) " + launch, "n >= 1; (n & n - 1) == 0; n < 99"},
		{"twice in an iteration", "for (int i = 1; i < 99; i <<= 1) { " + launch + " if (w) i <<= 2; }", "n >= 1; (n & n - 1) == 0; n < 99"},
		{"in a loop in the loop", "for (unsigned i = 1; i < w; i <<= 1) { k<<<1, 64>>>(p, i, w, 0); while (i < 8) i <<= 1; }", "n == 0 || (unsigned)n >= 1; ((unsigned)n & (unsigned)n - 1) == 0; (unsigned)n < (unsigned)m"},
		{"up and down", "int i = 8; while (i < 99) { " + launch + " if (w) i *= 2; else i /= 2; }", "(n & n - 1) == 0; n < 99"},
		{"doubled, and 1 more", "for (int i = 1; i < 99; i *= 2) { " + launch + " i++; }", "n < 99"},
		{"a bound that changes", "int m = w; for (unsigned i = 1; i < m; i <<= 1) { k<<<1, 64>>>(p, i, m, 0); m = 5; }", "n == 0 || (unsigned)n >= 1; ((unsigned)n & (unsigned)n - 1) == 0; (unsigned)n < (unsigned)m"},
		{"nested", "for (int m = 2; m <= w; m <<= 1) for (int i = m >> 1; i > 0; i >>= 1) k<<<1, 64>>>(p, i, m, 0);", "m <= 0 || m >= 2; m <= 0 || (m & m - 1) == 0; n <= m >> 1; (n & n - 1) == 0; n > 0"},
		{"nested without a sign", "for (unsigned m = 2; m <= w; m *= 2) for (unsigned i = m / 2; i > 0; i /= 2) k<<<1, 64>>>(p, i, m, 0);", "m == 0 || (unsigned)m >= 2; ((unsigned)m & (unsigned)m - 1) == 0; (unsigned)n <= (unsigned)m / 2; ((unsigned)n & (unsigned)n - 1) == 0; (unsigned)n > 0"},
		{"from the next power of two", "int i = 1; while (i < w) i *= 2; for (int m = i; m > 0; m /= 2) k<<<1, 64>>>(p, i, m, w);", "w == (int)w; n >= 1; (n & n - 1) == 0; n >= (int)w; m <= n; m >= 0; (m & m - 1) == 0; m > 0"},
		{"from the next power of two, and a break", "int i = 1; while (i < w) { if (i > 77) break; i *= 2; } k<<<1, 64>>>(p, i, w, 0);", "n >= 1; (n & n - 1) == 0"},
		{"from all bits set, and 1", "unsigned i = w; i--; i |= i >> 1; i |= i >> 2; i |= i >> 4; i |= i >> 8; i |= i >> 16; i++; for (unsigned m = i; m > 0; m /= 2) k<<<1, 64>>>(p, m, 0, 0);", "((unsigned)n & (unsigned)n - 1) == 0; (unsigned)n > 0"},
		{"from too few bits set", "unsigned i = w; i--; i |= i >> 1; i |= i >> 2; i |= i >> 4; i |= i >> 8; i++; for (unsigned m = i; m > 0; m /= 2) k<<<1, 64>>>(p, m, 0, 0);", "(unsigned)n > 0"},
		{"from what is not a power of two", "for (int i = 48; i > 0; i /= 2) " + launch, "n <= 48; n >= 0; n > 0"},
		{"from what may be negative", "for (int i = w; i > 0; i /= 2) k<<<1, 64>>>(p, i, w, 0);", "n <= m; n > 0"},
		{"changed through another name", "int i = 64, &j = i; for (; i > 0; i /= 2) { " + launch + " j++; }", "n > 0"},
		{"assigned", "for (int i = 64; i > 0; i /= 2) { " + launch + " if (w) i = 7; }", "n > 0"},
		{"a number of 16 bits", "for (short i = 2; i != 1; i++) " + launch, "n == (short)n; (int)(short)n != 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := relationsOf("__global__ void k(int *p, int n, int m, long w) { }\nvoid f(int w) { " + c.text + " }")
			got[0] = strings.TrimPrefix(strings.ReplaceAll(strings.ReplaceAll(got[0], "; w=0", ""), "; w == m", ""), "64,1,1")
			got[0] = strings.ReplaceAll(got[0], "; m=0", "")
			assert.Equal(t, c.want, strings.TrimPrefix(got[0], "; "))
		})
	}
}
