package host_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/cuda"
	"gv2/frontend/host"
	"gv2/frontend/lower"
	"gv2/frontend/source"
)

// launched is a kernel and the file that launches it.
type launched struct {
	*cuda.FuncDecl
	file *cuda.File
	code *host.Code
}

func kernelsOf(text string, opts source.Options) []launched {
	file, _ := cuda.Parse(source.Preprocess("k.cu", []byte(text), opts).Tokens)
	code := host.Read(file)
	var out []launched
	for _, fn := range lower.NamesOf(file).Kernels(context.Background(), code.Uses()) {
		out = append(out, launched{fn, file, code})
	}
	return out
}

func (l launched) sizes() ([]host.Size, []host.Unknown) {
	return l.code.Sizes(l.FuncDecl, lower.NamesOf(l.file))
}

// sizesOf lists the launch sizes of every kernel of text, as
// "k:1 block 64,1,1 grid 4,1,1" and "k:1 ?: reason" with the line of the launch.
func sizesOf(text string) []string {
	var out []string
	for _, fn := range kernelsOf(text, source.Options{}) {
		sizes, unknown := fn.sizes()
		for _, s := range sizes {
			out = append(out, fmt.Sprintf("%s block %s grid %s", fn.Name, dimText(s.Block), dimText(s.Grid)))
		}
		for _, u := range unknown {
			out = append(out, fmt.Sprintf("%s ?: %s", fn.Name, u.Why))
		}
	}
	return out
}

func dimText(d [3]int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(d), "[]"), " ", ",")
}

// measured passes arguments on.
const measured = "template <class F, class... A> float measure(int times, F f, A &&...a) { for (int i = 0; i < times; i++) f(std::forward<A>(a)...); return 0; }\n"

// TestLaunchSizes: sizes of blocks and grids in host code. Each text follows a
// kernel k; 0 is an open dimension of a grid.
func TestLaunchSizes(t *testing.T) {
	const runtime = " is known only when the program runs"
	const noSuchBlock = "its block size is not possible"
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"a class template's constant", "constexpr int M = 32; template <class T> struct O { static constexpr int M = 64; void run(); };\ntemplate <class T> void O<T>::run() { k<<<1, M>>>(p); }\nvoid f() { O<int>().run(); }",
			[]string{"k block 64,1,1 grid 1,1,1"}},
		{"a specialisation's constant", "template <class T> struct O { static constexpr int M = 64; void run(); };\ntemplate <> struct O<char> { static constexpr int M = 32; };\ntemplate <class T> void O<T>::run() { k<<<1, M>>>(p); }\nvoid f() { O<int>().run(); }",
			[]string{"k ?: M" + runtime + " (it may be a member of a class)"}},
		{"a using declaration", "namespace a { constexpr int M = 64; }\nconstexpr int M = 32; void f() { using a::M; k<<<1, M>>>(p); }", []string{"k ?: M" + runtime + " (it is declared by using)"}},
		{"numbers", "void f() { k<<<4, 64>>>(p); }", []string{"k block 64,1,1 grid 4,1,1"}},
		{"dim3", "void f() { k<<<dim3(2, 3), dim3(8, 4, 2), 0, s>>>(p); }", []string{"k block 8,4,2 grid 2,3,1"}},
		{"macro and arithmetic", "#define B 16\nvoid f() { k<<<(1000 + B - 1) / B, B * 2 + (B >> 1)>>>(p); }", []string{"k block 40,1,1 grid 63,1,1"}},
		{"file constants", "const int B = 32; constexpr int G = B / 4; enum { W = 2 };\nvoid f() { dim3 b(B, W); k<<<G, b>>>(p); }", []string{"k block 32,2,1 grid 8,1,1"}},
		{"local variables", "void f(int n) { int b = 128; int g = (n + b - 1) / b; k<<<g, b>>>(p); }", []string{"k block 128,1,1 grid 0,1,1"}},
		{"a kernel as a template argument", "template <auto K> void run(int n) { K<<<n, 64>>>(p); }\nvoid f() { run<k>(3); }", []string{"k block 64,1,1 grid 3,1,1"}},
		{"a kernel as a typed template argument, through another function", "template <void (*K)(int *)> void run(int n) { K<<<n, 64>>>(p); }\ntemplate <void (*K)(int *)> void twice(int n) { run<K>(n * 2); }\nvoid f() { twice<k>(3); k<<<1, 32>>>(p); }",
			[]string{"k block 64,1,1 grid 6,1,1", "k block 32,1,1 grid 1,1,1"}},
		{"another kernel as a template argument", "template <auto K> void run(int n) { K<<<n, 64>>>(p); }\n__global__ void other(int *p) { }\nvoid f() { run<other>(3); k<<<1, 32>>>(p); }", []string{"k block 32,1,1 grid 1,1,1", "other block 64,1,1 grid 3,1,1"}},
		{"a kernel as a template argument that is passed on", "void more(void (*f)(int *)); template <auto K> void run(int n) { K<<<n, 64>>>(p); more(K); }\nvoid f() { run<k>(3); }",
			[]string{"k block 64,1,1 grid 3,1,1", "k ?: k is passed on there, and gv2 does not see how it is launched"}},
		{"a kernel as a template argument of a class", "template <auto K> struct R { void go() { K<<<1, 64>>>(p); } };\nvoid f() { k<<<1, 32>>>(p); R<k> r; r.go(); }",
			[]string{"k block 32,1,1 grid 1,1,1", "k ?: k is passed on there, and gv2 does not see how it is launched"}},
		{"dim3 of a dim3", "void f(int m) { dim3 grid(dim3(*&m, 2)), b(64); k<<<grid, b>>>(p); }", []string{"k block 64,1,1 grid 0,2,1"}},
		{"dim3 variables", "void f(int n) { dim3 b(16, 16), g(n / b.x, 4); k<<<g, b>>>(p); }", []string{"k block 16,16,1 grid 0,4,1"}},
		{"braces", "void f() { dim3 b{8, 8}; dim3 g = {2, 2, 2}; k<<<g, b>>>(p); }", []string{"k block 8,8,1 grid 2,2,2"}},
		{"components", "void f() { dim3 b, g; b.x = 32; b.y = 4; g.x = 7; k<<<g, b>>>(p); }", []string{"k block 32,4,1 grid 7,1,1"}},
		{"component by component", "void f() { dim3 b(1, 2, 3); b.x = 16; k<<<1, b>>>(p); }", []string{"k block 16,2,3 grid 1,1,1"}},
		{"assigned later", "void f() { int b; b = 64; k<<<1, b>>>(p); b = 32; }", []string{"k block 64,1,1 grid 1,1,1"}},
		{"the last assignment", "void f() { int b = 32; b = 64; k<<<1, b>>>(p); }", []string{"k block 64,1,1 grid 1,1,1"}},
		{"two branches", "void f(int n) { int b; if (n > 9) { b = 64; } else { b = 128; } k<<<1, b>>>(p); }",
			[]string{"k block 64,1,1 grid 1,1,1", "k block 128,1,1 grid 1,1,1"}},
		{"one branch", "void f(int n) { int b = 64; if (n > 9) b = 128; k<<<1, b>>>(p); }",
			[]string{"k block 128,1,1 grid 1,1,1", "k block 64,1,1 grid 1,1,1"}},
		{"the branch around", "void f(int n) { int b = 64; if (n > 9) { b = 128; } else { k<<<1, b>>>(p); } }", []string{"k block 64,1,1 grid 1,1,1"}},
		{"the branches around", "void f(int n) { int b = 64; if (n > 9) { b = 128; } else if (n > 3) { b = 32; } else { k<<<1, b>>>(p); } }",
			[]string{"k block 64,1,1 grid 1,1,1"}},
		{"conditional", "void f(int n) { int b = n > 9 ? 64 : 32; k<<<n ? 1 : 2, b>>>(p); }",
			[]string{"k block 64,1,1 grid 0,1,1", "k block 32,1,1 grid 0,1,1"}},
		{"known condition", "#define B 64\nvoid f() { k<<<1, B > 32 ? 32 : B>>>(p); }", []string{"k block 32,1,1 grid 1,1,1"}},
		{"min and max", "void f() { k<<<std::max(1, 2), min(512, 1024)>>>(p); }", []string{"k block 512,1,1 grid 2,1,1"}},
		{"function", "int up(int a, int b) { return (a + b - 1) / b; }\nvoid f() { k<<<up(100, 32), 32>>>(p); }", []string{"k block 32,1,1 grid 4,1,1"}},
		{"casts", "void f() { unsigned b = (unsigned int)64; k<<<static_cast<int>(2), (int)b>>>(p); }", []string{"k block 64,1,1 grid 2,1,1"}},
		{"sizeof", "void f() { k<<<1, sizeof(int) * 8>>>(p); }", []string{"k block 32,1,1 grid 1,1,1"}},
		{"two launches", "void f() { k<<<1, 32>>>(p); k<<<2, 64>>>(p); k<<<3, 32>>>(p); }",
			[]string{"k block 32,1,1 grid 0,1,1", "k block 64,1,1 grid 2,1,1"}},
		{"parameter with calls", "void f(int b) { k<<<1, b>>>(p); }\nint main() { f(64); f(32); }", []string{"k block 64,1,1 grid 1,1,1", "k block 32,1,1 grid 1,1,1"}},
		{"parameter and its prototype", "void f(int g, int b);\nint main() { int t = 64; f(2, t); }\nvoid f(int g, int b) { k<<<g, b>>>(p); }",
			[]string{"k block 64,1,1 grid 2,1,1"}},
		{"parameter without calls", "void f(int b) { k<<<1, b>>>(p); }", []string{"k ?: b" + runtime + " (it is a parameter)"}},
		{"parameter of another f", "struct S { void f(int); };\nvoid f(int b) { k<<<1, b>>>(p); }\nvoid g(S s) { s.f(64); }", []string{"k ?: b" + runtime + " (it is a parameter)"}},
		{"default argument", "void f(int b = 64) { k<<<1, b>>>(p); }\nint main() { f(); }", []string{"k block 64,1,1 grid 1,1,1"}},
		{"default argument of a prototype", "void go(int n = 64);\nint main() { go(32); go(); }\nvoid go(int n) { k<<<1, n>>>(0); }", []string{"k block 32,1,1 grid 1,1,1", "k block 64,1,1 grid 1,1,1"}},
		{"host template", "template <int N> void f() { dim3 b(N, N); k<<<1, b>>>(p); }\nint main() { f<16>(); f<8>(); }",
			[]string{"k block 16,16,1 grid 1,1,1", "k block 8,8,1 grid 1,1,1"}},
		{"defaults of a host template", "template <int N = 8> void f() { dim3 b(N, N); k<<<1, b>>>(p); }\nint main() { f<16>(); f(); }",
			[]string{"k block 16,16,1 grid 1,1,1", "k block 8,8,1 grid 1,1,1"}},
		{"switch", "void f(int n) { dim3 b(n, 1); switch (n) { case 64: k<<<1, b>>>(p); break; case 32: k<<<2, b>>>(p); break; } }",
			[]string{"k block 64,1,1 grid 1,1,1", "k block 32,1,1 grid 2,1,1"}},
		{"switch on an int of 64 bits", "void f(long n) { const int w = n; dim3 b((w)); switch ((w)) { case 64: k<<<1, b>>>(p); break; case 32: k<<<2, b>>>(p); break; } }",
			[]string{"k block 64,1,1 grid 1,1,1", "k block 32,1,1 grid 2,1,1"}},
		{"switch on fewer bits", "void f(long n) { const unsigned char w = n; dim3 b(n); switch (w) { case 64: k<<<1, b>>>(p); } }",
			[]string{"k ?: n is known only when the program runs (it is a parameter)"}},
		{"equality", "void f(int n) { if (n == 64) { k<<<1, n>>>(p); } }", []string{"k block 64,1,1 grid 1,1,1"}},
		{"an array of sizes", "int main() { int s[] = {32, 64}; for (int j = 0; j < 2; j++) k<<<j, s[j]>>>(p); }", []string{"k block 32,1,1 grid 0,1,1", "k block 64,1,1 grid 0,1,1"}},
		{"a list of sizes", "int main() { for (int b : {32, 64}) k<<<2, b>>>(p); }", []string{"k block 32,1,1 grid 2,1,1", "k block 64,1,1 grid 2,1,1"}},
		{"running through an array", "int main() { const int s[3] = {32, 64, 96}; for (auto b : s) k<<<2, b>>>(p); }",
			[]string{"k block 32,1,1 grid 2,1,1", "k block 64,1,1 grid 2,1,1", "k block 96,1,1 grid 2,1,1"}},
		{"an element", "int main() { int s[4] = {32, 64}; k<<<s[0], 64 + s[3]>>>(p); }", []string{"k block 64,1,1 grid 32,1,1"}},
		{"a function that is measured", measured + "void go(int g, int b) { k<<<g, b>>>(p); }\nint main() { int b = 64; measure(9, go, 4, b); measure(9, go, 4, b); }",
			[]string{"k block 64,1,1 grid 4,1,1"}},
		{"a function that launches what it gets", "void go(void (*f)(int *)) { f<<<1, 64>>>(0); }\nint main() { k<<<1, 32>>>(0); go(k); }",
			[]string{"k block 64,1,1 grid 1,1,1", "k block 32,1,1 grid 1,1,1"}},
		{"a branch for a type", "template <class A, class B> constexpr bool same = false;\ntemplate <class A> constexpr bool same<A, A> = true;\ntemplate <class T> void go() { if constexpr (same<T, float>) k<<<1, 32>>>(p); else if (sizeof(T) == 8) k<<<1, 64>>>(p); else k<<<1, 96>>>(p); }\nint main() { go<float>(); go<double>(); }",
			[]string{"k block 32,1,1 grid 1,1,1", "k block 64,1,1 grid 1,1,1"}},
		{"a branch for a type of its own", "template <class A, class B> constexpr bool same = false;\ntemplate <class A> constexpr bool same<A, A> = true;\ntemplate <class U> void go() { using T = U; if constexpr (same<T, float>) k<<<1, 32>>>(p); else k<<<1, 96>>>(p); }\nint main() { go<float>(); }",
			[]string{"k block 32,1,1 grid 1,1,1", "k block 96,1,1 grid 1,1,1"}},
		{"equality of another variable", "void f(int n, int m) { if (m == 64) { k<<<1, n>>>(p); } }", []string{"k ?: n" + runtime + " (it is a parameter)"}},
		{"file variable", "static int B = 64;\nvoid f() { k<<<1, B>>>(p); }", []string{"k block 64,1,1 grid 1,1,1"}},
		{"file variable, assigned", "int B = 64;\nvoid g() { B = 32; }\nvoid f() { k<<<1, B>>>(p); }", []string{"k ?: B" + runtime}},
		{"file variable, another local", "static int B = 64;\nvoid g() { int B = 32; B = 16; }\nvoid f() { k<<<1, B>>>(p); }", []string{"k block 64,1,1 grid 1,1,1"}},
		{"shadowed", "const int B = 64;\nvoid f() { int B = 32; { int B = 8; } k<<<1, B>>>(p); }", []string{"k block 32,1,1 grid 1,1,1"}},
		{"counted", "void f() { for (int b = 32; b < 99; b *= 2) { k<<<1, b>>>(p); } }", []string{"k ?: b" + runtime + " (it is changed in a loop)"}},
		{"changed in a loop", "void f() { int b = 32; while (b < 99) { k<<<1, b>>>(p); b *= 2; } }",
			[]string{"k ?: b" + runtime + " (it is changed in a loop)"}},
		{"passed by address", "void f() { int b = 0; cudaOccupancy(&g, &b, k); k<<<1, b>>>(p); }", []string{"k ?: b" + runtime + " (it is passed by address)"}},
		{"passed by reference", "void pick(int n, dim3 &b) { b.x = n; }\nvoid f() { dim3 b(1, 2); pick(64, b); k<<<1, b>>>(p); }", []string{"k block 64,2,1 grid 1,1,1"}},
		{"set by reference", "const int M = 256;\nvoid pick(int n, int &g, int &b) { if (n <= M) { b = n; g = 1; } else { b = M; g = n / M; } }\nvoid f(int n) { int g, b; pick(n, g, b); k<<<g, b>>>(p); }",
			[]string{"k block 256,1,1 grid 0,1,1", "k ?: n" + runtime + " (it is a parameter)"}},
		{"set by reference for certain", "void pick(int &b) { b = 128; }\nvoid f() { int b = 64; pick(b); k<<<1, b>>>(p); }", []string{"k block 128,1,1 grid 1,1,1"}},
		{"set by a reference passed on", "void last(int &c) { c = 96; }\nvoid pick(int &b) { last(b); }\nvoid f() { int b = 64; pick(b); k<<<1, b>>>(p); }", []string{"k block 96,1,1 grid 1,1,1"}},
		{"references round in a circle", "void pick(int &b);\nvoid last(int &c) { pick(c); }\nvoid pick(int &b) { last(b); }\nvoid f() { int b = 64; pick(b); k<<<1, b>>>(p); }",
			[]string{"k ?: b" + runtime + " (it is passed by reference)"}},
		{"a reference elsewhere", "void pick(int &b);\nvoid f() { int b = 64; pick(b); k<<<1, b>>>(p); }", []string{"k ?: b" + runtime + " (it is passed by reference)"}},
		{"passed by constant reference", "void show(const dim3 &b, int n);\nvoid f() { dim3 b(64); show(b, 3); k<<<1, b>>>(p); }", []string{"k block 64,1,1 grid 1,1,1"}},
		{"passed by reference to a method", "struct S { void pick(int &b); };\nvoid f(S s) { int b = 32; s.pick(b); k<<<1, b>>>(p); }",
			[]string{"k ?: b" + runtime + " (it is passed to pick, which may change it)"}},
		{"a part of a part", "void f() { cudaLaunchConfig_t c = {0}; c.blockDim = dim3(8); c.blockDim.y = 8; c.gridDim = 1; cudaLaunchKernelEx(&c, k, p); }",
			[]string{"k block 8,8,1 grid 1,1,1"}},
		{"computed in floating point", "void f() { float x = 7; int b = x / 2 * 2; k<<<1, b>>>(p); }", []string{"k ?: b" + runtime}},
		{"over a range", "void f() { for (int b : sizes) { k<<<1, b>>>(p); } }", []string{"k ?: b" + runtime + " (it counts a loop)"}},
		{"changed after the condition", "void f(int n) { if (n == 64) { n = 32; k<<<1, n>>>(p); } }", []string{"k block 32,1,1 grid 1,1,1"}},
		{"read", "void f() { int b; std::cin >> b; k<<<1, b>>>(p); }", []string{"k ?: b" + runtime + " (it is changed)"}},
		{"property", "void f(cudaDeviceProp q) { k<<<1, q.maxThreadsPerBlock>>>(p); }", []string{"k ?: q.maxThreadsPerBlock" + runtime}},
		{"unknown function", "void f() { k<<<1, pick(3)>>>(p); }", []string{"k ?: the result of pick" + runtime}},
		{"too large", "void f() { k<<<1, 2048>>>(p); k<<<1, dim3(64, 64)>>>(p); }", []string{"k ?: " + noSuchBlock, "k ?: " + noSuchBlock}},
		{"cudaLaunchKernel", "void f() { dim3 b(8, 8); cudaLaunchKernel((void *)k, dim3(2), b, args, 0, s); }", []string{"k block 8,8,1 grid 2,1,1"}},
		{"cooperative", "void f() { cudaLaunchCooperativeKernel((const void *)&k, 4, 64, args); }", []string{"k block 64,1,1 grid 4,1,1"}},
		{"a stream and attributes", "void f(int n) { cudaLaunchConfig_t c = {}; cudaLaunchAttribute a[1]; a[0].id = cudaLaunchAttributeClusterDimension; c.gridDim = 4; c.blockDim = 64; c.stream = make(); c.attrs = a; c.numAttrs = 1; cudaLaunchKernelEx(&c, k, p); }",
			[]string{"k block 64,1,1 grid 4,1,1"}},
		{"members by name", "void f(int n) { cudaLaunchConfig_t c = {.gridDim = {n, 2}, .blockDim = {64, 2}, .stream = 0}; cudaLaunchKernelEx(&c, k, p); }", []string{"k block 64,2,1 grid 0,2,1"}},
		{"cudaLaunchKernelEx", "void f() { cudaLaunchConfig_t c = {0}; c.gridDim = dim3(2, 2); c.blockDim = 64; cudaLaunchKernelEx(&c, k, p); }",
			[]string{"k block 64,1,1 grid 2,2,1"}},
		{"pointer", "void f(int w) { void (*q)(int *) = 0; switch (w) { case 0: q = &k; break; } q<<<4, 64>>>(p); }", []string{"k block 64,1,1 grid 4,1,1"}},
		{"unbalanced division", "void f() { k<<<1 / 0, 64 % 0>>>(p); }", []string{"k ?: it is not a constant"}},
		{"itself", "void f() { int b = b; k<<<1, b>>>(p); }", []string{"k ?: b" + runtime}},
		{"lambda", "void f() { int b = 64; run([=](int n) { k<<<n, b>>>(p); }); }", []string{"k block 64,1,1 grid 0,1,1"}},
		{"constant of a class", "class C { static const int B = 64; void f() { k<<<G, B>>>(p); }\nstatic constexpr int G = B / 8; };\nclass D { static const int B = 3; };",
			[]string{"k block 64,1,1 grid 8,1,1"}},
		{"method", "class C { int b; void f() { k<<<1, b>>>(p); } };", []string{"k ?: b" + runtime}},
		{"other arguments", "void f() { k<<<1, 64>>>(p, 1); }", nil},
		{"never", "void f() { }", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, sizesOf("__global__ void k(int *p) { }\n"+c.text))
		})
	}
}

// TestSizesAreNotGuessed: code that gives a variable another value than its
// declaration, in ways that a look at assignments does not show.
func TestSizesAreNotGuessed(t *testing.T) {
	for _, text := range []string{
		"int main() { int b = 32; int &p = b; p = 64; k<<<1, b>>>(0); }",
		"int main() { int b = 32, c = 64; std::swap(b, c); k<<<1, b>>>(0); }",
		"void f() { static int b = 32; k<<<1, b>>>(0); b += 32; }\nint main() { f(); f(); }",
		"int B = 32;\nstruct X { int B; X(int n) : B(n) {} void go(); };\nvoid X::go() { k<<<1, B>>>(0); }",
		"void go(int b) { k<<<1, b>>>(0); }\nint main() { go(32); std::thread t(go, 64); }",
		"static int b = 32;\nstatic struct option { const char *n; int *p; } opts[] = {{\"block\", &b}};\nint main() { *opts[0].p = 64; k<<<1, b>>>(0); }",
		"int main() { int b = 32; [&](int &x) { x = 64; }(b); k<<<1, b>>>(0); }",
		"int main() { int b = 32; { auto [b, c] = get(); k<<<1, b>>>(0); } }",
		"int main() { int b = 32; auto f = [&] { b = 64; }; f(); k<<<1, b>>>(0); }",
		"int main() { int b = 32; again: k<<<1, b>>>(0); b = 64; if (more()) goto again; }",
		"int main() { int b = 32; int *q = &b; *q = 64; k<<<1, b>>>(0); }",
		"int main() { volatile int b = 32; k<<<1, b>>>(0); }",
		"int main() { int b = 32; cin >> b; k<<<1, b>>>(0); }",
		"int main() { int b = 32; const_cast<int &>((const int &)b) = 64; k<<<1, b>>>(0); }",
		"int main() { int b = 32; (c ? b : a) = 64; k<<<1, b>>>(0); }",
		"int main() { int b = 32; for (auto &x : {std::ref(b)}) x = 64; k<<<1, b>>>(0); }",
		"struct G { int &r; G(int &x) : r(x) {} ~G() { r = 64; } };\nint main() { int b = 32; { G g(b); } k<<<1, b>>>(0); }",
		"int main() { int b = 32; auto f = [b = 64] { k<<<1, b>>>(0); }; f(); }",
		"typedef int &IR; void set(IR x) { x = 64; }\nint main() { int b = 32; set(b); k<<<1, b>>>(0); }",
		"const int B = 32;\nint main() { enum { B = 64 }; k<<<1, B>>>(0); }",
		"int main() { cudaLaunchConfig_t c = {}; keep(&c); c.gridDim = 1; c.blockDim = 64; other(); cudaLaunchKernelEx(&c, k, p); }",
		"int main() { cudaLaunchConfig_t c = {}; keep(&c); c.gridDim = 1; c.blockDim = 64; c.stream = other(); cudaLaunchKernelEx(&c, k, p); }",
		"int main() { cudaLaunchConfig_t c = {1, 64}; c.stream = other(&c); cudaLaunchKernelEx(&c, k, p); }",
		"int main() { cudaLaunchConfig_t c = {1, 64}; c.attrs = (c.blockDim = 32, a); cudaLaunchKernelEx(&c, k, p); }",
		"int main() { cudaLaunchConfig_t c = {1, 64}, d = {1, 64}; d.stream = (c.blockDim.x = 3); cudaLaunchKernelEx(&c, k, p); }",
		"int main() { cudaLaunchConfig_t c = {1, 64}; cudaLaunchConfig_t &q = c; q.blockDim = 32; cudaLaunchKernelEx(&c, k, p); }",
		"int main() { cudaLaunchConfig_t c = {1, 64}, *q = &c; q->blockDim = 32; cudaLaunchKernelEx(&c, k, p); }",
		"int main() { cudaLaunchConfig_t c = {1, 64}; dim3 &b = c.blockDim; b.x = 32; cudaLaunchKernelEx(&c, k, p); }",
		"int main() { cudaLaunchConfig_t c = {1, 64}; auto l = [&] { c.blockDim = 32; }; l(); cudaLaunchKernelEx(&c, k, p); }",
		"int main() { cudaLaunchConfig_t c = {1, 64}; auto l = [=] { cudaLaunchKernelEx(&c, k, p); }; c.blockDim = 32; l(); }",
		"int main() { cudaLaunchConfig_t c = {1, 64}; auto &[g, b, n, s, a, m] = c; b = 32; cudaLaunchKernelEx(&c, k, p); }",
		"int main() { cudaLaunchConfig_t c = {1, 64}; (x ? c : d).blockDim = 32; cudaLaunchKernelEx(&c, k, p); }",
		"int main() { cudaLaunchConfig_t c = {1, 64}; again: cudaLaunchKernelEx(&c, k, p); c.blockDim = 32; if (more()) goto again; }",
		"int main() { cudaLaunchConfig_t c = {1, 64}; for (int i = 0; i < 2; i++) { cudaLaunchKernelEx(&c, k, p); c.blockDim.x *= 2; } }",
		"int main() { static cudaLaunchConfig_t c = {1, 64}; cudaLaunchKernelEx(&c, k, p); c.blockDim = 32; }",
		"static cudaLaunchConfig_t c = {1, 64};\nvoid g() { c.blockDim = 32; }\nint main() { cudaLaunchKernelEx(&c, k, p); }",
		"void set(cudaLaunchConfig_t &c) { c.blockDim = 32; }\nint main() { cudaLaunchConfig_t c = {1, 64}; set(c); cudaLaunchKernelEx(&c, k, p); }",
		"int main() { cudaLaunchConfig_t c[2] = {}; c[0].blockDim = 64; cudaLaunchKernelEx(&c[1], k, p); }",

		"int b = 64;\nvoid g() { b = 32; }\nint main() { k<<<1, b>>>(p); }",
		"int b = 64;\nint main(int c, char **v) { if (c > 1) b = atoi(v[1]); k<<<1, b>>>(p); }",
		"int b = 64;\nint main() { parse(&b); k<<<1, b>>>(p); }",
		"int b = 64;\nint main() { set(::b); k<<<1, b>>>(p); }",
		"extern const int b;\nint main() { k<<<1, b>>>(p); }",
		"int b = 64;\nextern int b;\nint main() { k<<<1, b>>>(p); }",
		"int b = 64;\nint &r = b;\nint main() { r = 32; k<<<1, b>>>(p); }",
		"int b = 64, *q = &b;\nint main() { *q = 32; k<<<1, b>>>(p); }",
		"int b = 64;\nstruct S { S() { b = 32; } } s;\nint main() { k<<<1, b>>>(p); }",
		"int b = 64;\nstatic int x = (b = 32);\nint main() { k<<<1, b>>>(p); }",
		"int b = 64;\nauto l = [] { b = 32; };\nint main() { l(); k<<<1, b>>>(p); }",
		"int b = 64;\ntemplate <class T> void set(T &x) { x = 32; }\nint main() { set(b); k<<<1, b>>>(p); }",
		"namespace n { int b = 64; void set() { b = 32; } }\nusing n::b;\nint main() { n::set(); k<<<1, b>>>(p); }",
		"namespace { int b = 64; }\nint main() { asm(\"\" : \"=r\"(b)); k<<<1, b>>>(p); }",
		"thread_local int b = 64;\nint main() { std::thread t([] { b = 32; k<<<1, b>>>(p); }); }",
		"const int b = atoi(getenv(\"B\"));\nint main() { k<<<1, b>>>(p); }",
		"struct S { static int b; };\nint S::b = 64;\nint main() { S s; s.b = 32; k<<<1, S::b>>>(p); }",
		"dim3 b(64);\nvoid g() { b.x = 32; }\nint main() { k<<<1, b>>>(p); }",
		"int s[2] = {64, 32};\nint main(int c, char **v) { s[c] = 16; k<<<1, s[0]>>>(p); }",
		"int b() { static int n = 64; return n--; }\nint main() { k<<<1, b()>>>(p); }",
		"int main(int c, char **v) { static int b = 64; k<<<1, b>>>(p); b = 32; if (c) main(0, v); }",
	} {
		for _, line := range sizesOf("__global__ void k(int *p) { }\n" + text) {
			assert.Contains(t, line, "k ?: ", text)
		}
	}
	assert.Equal(t, []string{"k block 64,1,1 grid 1,1,1"}, sizesOf("__global__ void k(int *p) { }\nint main(int c, char **v) { int b = 32; if (int b = 64; c) k<<<1, b>>>(0); }"))
	assert.Equal(t, []string{"k block 64,1,1 grid 1,1,1"}, sizesOf("__global__ void k(int *p) { }\nint min(int a, int b) { return a > b ? a : b; }\nint main() { k<<<1, min(64, 32)>>>(0); }"))
	assert.Equal(t, []string{"k block 64,1,1 grid 1,1,1", "k block 32,1,1 grid 1,1,1"},
		sizesOf("__global__ void k(int *p) { }\nvoid go(int n) { switch (n) { case 64: case 32: k<<<1, n>>>(0); } }\nint main() { go(64); go(32); }"))
}

// TestLaunchesThatAreNotSeen: a kernel may be launched through what points to it, and an argument may
// come from another declaration, another activation or through a reference.
func TestLaunchesThatAreNotSeen(t *testing.T) {
	for _, text := range []string{
		"int main(int c, char **v) { k<<<1, 32>>>(0); auto f = c ? k : k2; f<<<1, 64>>>(0); }",
		"int main() { k<<<1, 32>>>(0); auto f = k; auto g = f; g<<<1, 64>>>(0); }",
		"int main() { k<<<1, 32>>>(0); auto f = k; (*f)<<<1, 64>>>(0); }",
		"int main() { k<<<1, 32>>>(0); auto f = k; auto &g = f; g<<<1, 64>>>(0); }",
		"struct S { void (*f)(int *); };\nint main() { k<<<1, 32>>>(0); S s; s.f = k; s.f<<<1, 64>>>(0); }",
		"void (*f)(int *);\nvoid set() { f = k; }\nvoid go() { f<<<1, 64>>>(0); }\nint main() { k<<<1, 32>>>(0); set(); go(); }",
		"void go(cudaLaunchConfig_t *c) { cudaLaunchKernelEx(c, k, 0); }\nint main() { k<<<1, 32>>>(0); }",
		"int N = 64;\nvoid go(int n = N) { k<<<1, n>>>(0); }\nint main() { int N = 32; go(); }",
		"void go(int n, int d) { if (d == 0) { k<<<1, n>>>(0); return; } go(n + 1, d - 1); }\nint main() { go(32, 2); }",
		"void set(const int &x) { (int &)x = 64; }\nint main() { int b = 32; set(b); k<<<1, b>>>(0); }",
		"void set(const int &x) { *(int *)&x = 64; }\nint main() { int b = 32; set(b); k<<<1, b>>>(0); }",
		"template <class T> struct S { T r; };\nint main() { int b = 32; S<int &> s{b}; s.r = 64; k<<<1, b>>>(0); }",
		"using R = int &; struct S { R r; };\nint main() { int b = 32; S s{b}; s.r = 64; k<<<1, b>>>(0); }",
		"int main() { int b = 32; std::vector<std::reference_wrapper<int>> s{b}; s[0].get() = 64; k<<<1, b>>>(0); }",
		"int main() { int b = 16; int *p = &b; b = 32; *p = 64; k<<<1, b>>>(0); }",
		"void set(int *p) { *p = 64; }\nint main() { int b = 16; int *q = &b; b = 32; set(q); k<<<1, b>>>(0); }",
		"struct W { W(int &x) { x = 64; } }; void take(W w) {}\nint main() { int b = 32; take(b); k<<<1, b>>>(0); }",
		"struct W { W(int &x) { x = 64; } };\nint main() { int b = 32; std::vector<W> w{b}; k<<<1, b>>>(0); }",
		"struct W { W(int &x) { x = 64; } };\nint main() { int b = 32; std::vector<W> w; w.emplace_back(b); k<<<1, b>>>(0); }",
		"int main() { int b = 32; std::tuple<int &> l(b); std::get<0>(l) = 64; k<<<1, b>>>(0); }",
		"int main() { int s[] = {32, 64}; std::cin >> s[1]; k<<<1, s[1]>>>(0); }",
		"int main() { int s[] = {32, 64}; int *q = s; q[1] = 3; k<<<1, s[1]>>>(0); }",
		"int main() { int s[] = {32, 64}; for (int &x : s) x = 3; k<<<1, s[1]>>>(0); }",
		"int main() { int s[] = {32, 64}; for (auto &&x : s) x = 3; k<<<1, s[1]>>>(0); }",
		"int main() { int s[] = {32, 64}; std::sort(s, s + 2); k<<<1, s[1]>>>(0); }",
		"int main() { int s[] = {32, 64}; auto f = [&] { s[1] = 3; }; f(); k<<<1, s[1]>>>(0); }",
		"int main(int n, char **) { int a = 32; if (n) a = 64; int s[] = {a, 64}; k<<<1, s[0]>>>(0); }",
		"void set(int &x) { x = 3; }\nint main() { int s[] = {32, 64}; set(s[1]); k<<<1, s[1]>>>(0); }",
		"int main() { int s[] = {32, 64}; 1[s] = 3; k<<<1, s[1]>>>(0); }",
		"int main() { int s[] = {32, 64}; int &r = s[1]; r = 3; k<<<1, s[1]>>>(0); }",
		"int main() { int s[] = {32, 64}; (s[1])++; k<<<1, s[1]>>>(0); }",
		"int main() { int s[] = {32, 64}; auto [a, b] = s; { int s[] = {1, 2}; } k<<<1, s[1]>>>(0); }",
		"void keep(void (*f)(int *)); void go(void (*f)(int *), int b) { f<<<1, b>>>(0); keep(f); }\nint main() { go(k, 64); }",
		"void go(void (*f)(int *), int b); int main() { go(k, 64); k<<<1, 32>>>(0); }",
		"void go(void (*f)(int *), void (*g)(int *)) { f<<<1, 64>>>(0); g<<<1, 32>>>(0); }\nint main() { go(k, k); other(&go); run(k); }",
		measured + "int N; void go(int g, int b) { N = 96; k<<<g, b>>>(0); }\nint main() { N = 64; measure(9, go, 4, N); }",
		measured + "void go(int g, int &b) { b = 96; k<<<g, b>>>(0); }\nint main() { int b = 64; measure(9, go, 4, b); }",
		measured + "void go(int g, int b) { k<<<g, b>>>(0); }\nint main() { int b = 64; measure(9, go, 4, b); other(go); }",
		"template <class F, class... A> void measure(int n, F f, A &&...a) { ((a = 96), ...); f(a...); }\nvoid go(int b) { k<<<1, b>>>(0); }\nint main() { int b = 64; measure(9, go, b); }",
		"template <class F, class... A> void measure(int n, F f, A &&...a) { auto g = f; g(3); f(a...); }\nvoid go(int b) { k<<<1, b>>>(0); }\nint main() { int b = 64; measure(9, go, b); }",
		"template <class F, class... A> void measure(int &n, F f, A &&...a) { n = 3; f(a...); }\nvoid go(int b) { k<<<1, b>>>(0); }\nint main() { int b = 64; measure(b, go, b); k<<<1, b>>>(0); }",
		"template <class F, class... A> void measure(F f, A &&...a) { f(a...); }\ntemplate <class... A> void measure(void f(int), A &&...a) { f(3); }\nvoid go(int b) { k<<<1, b>>>(0); }\nint main() { measure(go, 64); }",
		"using R = int &; template <class T> void set(T x) { x = 64; }\nint main() { int b = 32; set<R>(b); k<<<1, b>>>(0); }",
	} {
		lines := sizesOf("__global__ void k(int *p) { }\n__global__ void k2(int *p) { }\n" + text)
		assert.True(t, slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "k ?: ") }), "%s: %v", text, lines)
	}
	for _, text := range []string{
		"int main() { auto f = k; f<<<1, 64>>>(0); }",
		"int main() { auto f = &k; cudaFuncSetAttribute(f, a, 1); f<<<1, 64>>>(0); }",
		"void go(void (*f)(int *), int b) { f<<<1, b>>>(0); }\nint main() { go(k, 64); }",
		"template <class F> void go(F f, int b) { f<<<1, b>>>(0); }\nint main() { go(k, 64); }",
		"int main() { cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 64, 0); k<<<1, 64>>>(0); }",
		"void go(int n = 64) { k<<<1, n>>>(0); }\nint main() { go(); }",
	} {
		assert.Equal(t, []string{"k block 64,1,1 grid 1,1,1"}, sizesOf("__global__ void k(int *p) { }\n"+text), text)
	}
}

// TestLaunchedSharedMemory: the bytes of dynamic shared memory, -1 if unknown.
func TestLaunchedSharedMemory(t *testing.T) {
	for _, c := range []struct {
		text string
		want []int64
	}{
		{"void f() { k<<<4, 64>>>(p); }", []int64{0}},
		{"void f() { k<<<4, 64, 256>>>(p); }", []int64{256}},
		{"void f() { k<<<4, 64, 0, s>>>(p); }", []int64{0}},
		{"void f() { int t = 64; k<<<4, t, 2 * t * sizeof(float), s>>>(p); }", []int64{512}},
		{"void f() { dim3 b(16, 4); size_t bytes = b.x * b.y * sizeof(int); k<<<4, b, bytes>>>(p); }", []int64{256}},
		{"void f(int n) { k<<<4, 64, n * 4>>>(p); }", []int64{-1}},
		{"void f(int n) { int t = n ? 64 : 32; k<<<4, t, t * 4>>>(p); }", []int64{256, 128}},
		{"void f(int t) { if (t == 64) { k<<<4, t, t * 4>>>(p); } }", []int64{256}},
		{"void f() { k<<<4, 64, 256>>>(p); k<<<2, 64, 512>>>(p); k<<<2, 32, 512>>>(p); }", []int64{-1, 512}},
		{"void f() { k<<<4, 64, 256>>>(p); k<<<2, 64, 256>>>(p); }", []int64{256}},
		{"template <int N> void f() { k<<<4, N, N * 4>>>(p); }\nint main() { f<64>(); f<32>(); }", []int64{256, 128}},
		{"void f() { cudaLaunchKernel((void *)k, dim3(2), 64, args, 128, s); }", []int64{128}},
		{"void f() { cudaLaunchCooperativeKernel((const void *)&k, 4, 64, args); }", []int64{0}},
		{"void f() { cudaLaunchConfig_t c = {0}; c.gridDim = 2; c.blockDim = 64; c.dynamicSmemBytes = 1024; cudaLaunchKernelEx(&c, k, p); }", []int64{1024}},
		{"void f() { k<<<4, 64, -4>>>(p); }", []int64{-1}},
		{"void f() { k<<<4, 64, )>>>(p); }", []int64{-1}},
		{"void f() { k<<<4, 64, dim3(8, 8)>>>(p); }", []int64{-1}},
	} {
		sizes, _ := kernelsOf("__global__ void k(int *p) { }\n"+c.text, source.Options{})[0].sizes()
		var got []int64
		for _, s := range sizes {
			got = append(got, s.SharedBytes)
		}
		assert.Equal(t, c.want, got, c.text)
	}
}

// TestLaunchSizesOfTemplates: each instance has the sizes of its own launches.
func TestLaunchSizesOfTemplates(t *testing.T) {
	const k = "template <class T, int B> __global__ void k(T *p) { }\n"
	const part = "template <int B, class T> __global__ void k(T *p) { }\n"
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"two instances", k + "void f() { k<int, 32><<<1, 32>>>(p); k<char, 64><<<2, 64>>>(p); }",
			[]string{"k<int, 32> block 32,1,1 grid 1,1,1", "k<char, 64> block 64,1,1 grid 2,1,1"}},
		{"chosen by value", k + "template <class T> void f(int n) { dim3 b(n, 2); switch (n) { case 64: k<T, 64><<<1, b>>>(p); break; case 32: k<T, 32><<<1, b>>>(p); } }\nint main() { f<int>(x); }",
			[]string{"k<int, 64> block 64,2,1 grid 1,1,1", "k<int, 32> block 32,2,1 grid 1,1,1"}},
		{"case of a host template", k + "template <int B> void f(int n) { switch (n) { case 2 * B: k<int, B><<<1, n>>>(p); } }\nint main(int c) { f<16>(c); }",
			[]string{"k<int, 16> block 32,1,1 grid 1,1,1"}},
		{"host template", k + "template <int B> void f() { k<int, B><<<1, B>>>(p); }\nint main() { f<16>(); f<8>(); }",
			[]string{"k<int, 16> block 16,1,1 grid 1,1,1", "k<int, 8> block 8,1,1 grid 1,1,1"}},
		{"the rest is deduced", part + "void f(float *p, double **q) { k<32><<<1, 32>>>(p); k<64><<<1, 64>>>(q[1]); k<16><<<1, 16>>>(&q[0][4] + 1); k<8><<<1, 8>>>(*q); }",
			[]string{"k<32, float> block 32,1,1 grid 1,1,1", "k<64, double> block 64,1,1 grid 1,1,1",
				"k<16, double> block 16,1,1 grid 1,1,1", "k<8, double> block 8,1,1 grid 1,1,1"}},
		{"deduced from a vector", part + "void f() { thrust::device_vector<float> v(9); k<32><<<1, 32>>>(thrust::raw_pointer_cast(v.data())); k<64><<<1, 64>>>(thrust::raw_pointer_cast(&v[0])); auto p = v.data().get(); k<16><<<1, 16>>>(p); }",
			[]string{"k<32, float> block 32,1,1 grid 1,1,1", "k<64, float> block 64,1,1 grid 1,1,1", "k<16, float> block 16,1,1 grid 1,1,1"}},
		{"deduced through a host template", part + "template <class T> void f(T *p) { k<32><<<1, 32>>>(p); }\nint main() { int *p; f(p); float q[9]; f(q + 1); }",
			[]string{"k<32, int> block 32,1,1 grid 1,1,1", "k<32, float> block 32,1,1 grid 1,1,1"}},
		{"deduced in part through a host template", part + "template <int B, class T> void f(T *p, const std::vector<T> &v) { k<B><<<1, B>>>(p); }\nint main() { int *p; f<64>(p, v); }",
			[]string{"k<64, int> block 64,1,1 grid 1,1,1"}},
		{"another function's template", part + "template <class T> void f(T *p) { k<32><<<1, 32>>>(p); }\nint main() { int *p; g.f(p); f; f<float>(p); }",
			[]string{"k<32, float> block 32,1,1 grid 1,1,1"}},
		{"not deduced, instantiated", part + "template __global__ void k<32, float>(float *);\ntemplate __global__ void k<64, int>(int *);\nvoid f() { k<32><<<1, 32>>>(get()); k<64><<<1, 64>>>(get()); }",
			[]string{"k<32, float> block 32,1,1 grid 1,1,1", "k<64, int> block 64,1,1 grid 1,1,1"}},
		{"not deduced", part + "void f() { k<32><<<1, 32>>>(get()); }", []string{"k<32, float> block 32,1,1 grid 1,1,1"}},
		{"too many arguments", part + "void f(int *p) { k<32, int, 4><<<1, 64>>>(p); k<32><<<1, 32>>>(p); }", []string{"k<32, int> block 32,1,1 grid 1,1,1"}},
		{"types in a circle", part + "void f() { auto p = p + p; k<32><<<1, 32>>>(p); }", []string{"k<32, float> block 32,1,1 grid 1,1,1"}},
		{"namespace", "namespace n { __global__ void k() { } }\nnamespace m { __global__ void k() { } }\nvoid f() { n::k<<<1, 32>>>(); m::k<<<1, 64>>>(); }",
			[]string{"k block 32,1,1 grid 1,1,1", "k block 64,1,1 grid 1,1,1"}},
		{"a pointer to a kernel in a namespace", "namespace n { template <class T> __global__ void k(T *p) { } }\nvoid f() { auto q = n::k<float>; cudaFuncSetAttribute((void *)q, a, 1); q<<<1, 32>>>(0); }",
			[]string{"k<float> block 32,1,1 grid 1,1,1"}},
		{"overloads", "__global__ void k(int *p) { }\n__global__ void k(int *p, int n) { }\nvoid f() { k<<<1, 32>>>(p); k<<<1, 64>>>(p, 1); }",
			[]string{"k block 32,1,1 grid 1,1,1", "k block 64,1,1 grid 1,1,1"}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, sizesOf(c.text)) })
	}
}

// TestLaunchesOfOddCode: broken host code, or code made to take long, gives no
// size, and in short time.
func TestLaunchesOfOddCode(t *testing.T) {
	const k = "__global__ void k(int *p) { }\n"
	chain := &strings.Builder{}
	for i := range 3000 {
		fmt.Fprintf(chain, "int v%d = v%d + v%d; ", i+1, i, i)
	}
	for _, text := range []string{
		"k<<<", "k<<<1", "k<<<1,", "k<<<1,>>>", "k<<<1, 2", "void f() { k<<<,>>>(); }", "void f() { k<<<1, (>>>(p); ", "k<<<1, b>>>(p);",
		"}}}k<<<1, b>>>(p);", "void f() { cudaLaunchKernel(); cudaLaunchKernel(k); cudaLaunchKernelEx(c, k); cudaLaunchKernel((void*)k, 1, ); }",
		"void f(int b { k<<<1, b>>>(p); }", "void f(int) { else { case b: break; k<<<1, b>>>(p); }", "else{k<<<1,b>>>(p);}", "){k<<<1,b>>>(p);",
		"int f(int b) { return f(b); k<<<1, b>>>(p); } int g() { f(f(1)); }",
		"int f(int a) { return f(a); } void g() { k<<<1, f(1)>>>(p); }",
		"void g(int b); void f(int b) { g(b); k<<<1, b>>>(p); } void g(int b) { f(b); }",
		"void f() { int b; &b; b; b.; b.x; b.x.y = 3; ++b; b = ; k<<<1, b>>>(p); }",
		"void f() { int v0 = 1; " + chain.String() + "k<<<1, v3000>>>(p); }",
		"void f() { k<<<1, " + strings.Repeat("(", 5000) + ">>>(p); }",
		"void f() { int b" + strings.Repeat(" = b", 5000) + "; k<<<1, b>>>(p); }",
		"void f() { int b = 1; " + strings.Repeat("k<<<1, b>>>(p); ", 3000) + "}",
		"void f(int &a) { " + strings.Repeat("{ f(a); } ", 1000) + "}\nvoid g() { int b = 1; f(b); k<<<1, b>>>(p); }",
		"void f() { " + strings.Repeat("{ if (b == 1) ", 1000) + "k<<<1, b>>>(p); ",
	} {
		for _, line := range sizesOf(k + text) {
			if !strings.Contains(line, "?") {
				assert.Contains(t, line, "block 1,1,1", text[:min(len(text), 80)])
			}
		}
	}
}

// launchSeeds are texts of host code that launch k and t.
var launchSeeds = []string{
	"void f() { dim3 b(16, 16), g; g.x = n / b.x; if (n == 3) { b = dim3(4); } else b.y = 2; k<<<g, b>>>(p); }",
	"template <int N> void f(int b) { switch (b) { case N: t<N><<<1, b>>>(p); } }\nint main() { f<8>(3); }",
	"void f() { void (*q)(int *) = k; for (int i = 0; i < 3; i++) { q<<<i, i ? 2 : 4>>>(p); } cudaLaunchKernel((void *)k, 1, min(2, 3), a); }",
	"int B = 3; int up(int a, int b) { return (a + b - 1) / b; }\nvoid g(int n, int m = 4) { if (n > 3) { n = B; } else if (n == 2) n *= m; k<<<up(n, m), n>>>(p); }\nvoid h() { B = 8; g(2); g(3, 4); }",
}

const launchedKernels = "__global__ void k(int *p) { }\ntemplate <int N> __global__ void t(int *p) { }\n"

// TestLaunchesOfMutants: the seeds with words dropped, doubled and exchanged have
// possible sizes, or none.
func TestLaunchesOfMutants(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	word := regexp.MustCompile(`\w+|<<<|>>>|\S`)
	sized := 0
	for range 1000 {
		words := word.FindAllString(launchSeeds[random.IntN(len(launchSeeds))], -1)
		for range 1 + random.IntN(4) {
			i, j := random.IntN(len(words)), random.IntN(len(words))
			switch random.IntN(3) {
			case 0:
				words = slices.Delete(words, i, i+1)
			case 1:
				words = slices.Insert(words, i, words[j])
			case 2:
				words[i], words[j] = words[j], words[i]
			}
		}
		sized += len(launchable(t, strings.Join(words, " ")))
	}
	assert.Greater(t, sized, 150, "mutants that still launch something")
}

// launchable are the sizes of the kernels that text launches.
func launchable(t *testing.T, text string) []host.Size {
	noFiles := func(string) ([]byte, error) { return nil, os.ErrNotExist }
	var all []host.Size
	for _, fn := range kernelsOf(launchedKernels+text, source.Options{ReadFile: noFiles}) {
		sizes, _ := fn.sizes()
		for _, s := range sizes {
			threads := s.Block[0] * s.Block[1] * s.Block[2]
			require.True(t, threads >= 1 && threads <= 1024, text)
		}
		all = append(all, sizes...)
	}
	return all
}

// FuzzLaunchSizes: no host code makes the search for sizes panic or hang, and
// every size that it finds is possible.
func FuzzLaunchSizes(f *testing.F) {
	for _, text := range launchSeeds {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { launchable(t, text) })
}

// TestReferencesToConst: what references to const lead to changes only where code of the host casts
// const away.
func TestReferencesToConst(t *testing.T) {
	const k = "__global__ void k(int *p) { }\n"
	const known = "k block 64,1,1 grid 1,1,1"
	const main = "int main() { int b = 64; look(b); k<<<1, b>>>(0); }\n"
	for _, look := range []string{
		"void look(const int &x) { printf(\"%d\", x); }",
		"void look(const int &x) { printf(\"%d\", x); } int *v(const int *p) { return const_cast<int *>(p); }",
		"void look(const int &x) { show(&x); }",
		"void look(const int &x) { show(&x); } __global__ void v(float *p) { *(float4 *)&p[4] = *(float4 *)&p[0]; }",
		"void look(const int &x) { show(&x); } __device__ int *v(const int *p) { return const_cast<int *>(p); }",
		"void look(const int &x) { show(&x); } void v(float f) { g((char *)&f); g(reinterpret_cast<char *>(&f)); } void w(float &); struct S { void x(int &) const; };",
		"void look(const int &x) { printf(\"%d\", x); } void v(const int &f) { (int &)f = 3; }",
		"int same(const int &x) { return x + 1; } void look(const int &x) { printf(\"%d\", same(x)); } void v(const int &f) { (int &)f = 3; }",
	} {
		assert.Equal(t, []string{known}, sizesOf(k+look+main), look)
	}
	for _, look := range []string{
		"void look(const int &x) { *(int *)&x = 3; }",
		"void look(const int &x) { (int &)x = 3; }",
		"void look(const int &x) { *const_cast<int *>(&x) = 3; }",
		"void look(const int &x) { const_cast<int &>(x) = 3; }",
		"void look(const int &x) { const int *q = &x; *(int *)q = 3; }",
		"void look(const int &x) { auto q = &x; *(int *)q = 3; }",
		"void look(const int &x) { *reinterpret_cast<int *>(reinterpret_cast<uintptr_t>(&x)) = 3; }",
		"__host__ __device__ void look(const int &x) { *(int *)&x = 3; }",
		"void set(const int *p) { *const_cast<int *>(p) = 3; } void look(const int &x) { set(&x); }",
		"void set(const int &y) { const_cast<int &>(y) = 3; } void look(const int &x) { set(x); }",
		"void look(const int &x); void set(const int &y, int n) { if (n) look(y); const_cast<int &>(y) = 3; } void look(const int &x) { set(x, 0); }",
		"struct S { const int &f; void set() { *(int *)&this->f = 3; } }; void look(const int &x) { S s{x}; s.set(); }",
	} {
		assert.NotContains(t, sizesOf(k+look+main), known, look)
	}
}
