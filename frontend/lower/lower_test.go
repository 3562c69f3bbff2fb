package lower

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/host"
	"gv2/frontend/kernel"
	"gv2/frontend/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const cases = "../../testdata/lower"

// kernelsOf lists the kernels of a file, with the instances that host code launches.
func kernelsOf(f *cuda.File) []*cuda.FuncDecl {
	return NamesOf(f).Kernels(context.Background(), host.Read(f).Uses())
}

// lowerText lowers every kernel of a program text.
func lowerText(t testing.TB, text string, opts Options) ([]*kernel.Kernel, diag.List) {
	t.Helper()
	res := source.Preprocess("kernel.cu", []byte(text), source.Options{})
	file, diags := cuda.Parse(res.Tokens)
	diags.Merge(res.Diags)
	var out []*kernel.Kernel
	for _, fn := range kernelsOf(file) {
		k, d := Lower(file, fn, opts)
		diags.Merge(d)
		assert.Equal(t, d.HasErrors(), k == nil, "a kernel comes without errors, errors without a kernel")
		if k != nil {
			require.NoError(t, kernel.Check(k))
			out = append(out, k)
		}
	}
	return out, diags
}

func lowerOne(t testing.TB, text string, opts Options) *kernel.Kernel {
	t.Helper()
	ks, diags := lowerText(t, text, opts)
	require.Empty(t, diags.String())
	require.Len(t, ks, 1)
	return ks[0]
}

func block64() Options {
	return Options{Launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}}, SharedBytes: -1}
}

func TestGolden(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join(cases, "*", "kernel.cu"))
	require.NoError(t, err)
	require.NotEmpty(t, dirs)
	for _, path := range dirs {
		dir := filepath.Dir(path)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			ks, diags := lowerText(t, string(text), block64())
			require.Empty(t, diags.String())
			var b strings.Builder
			for _, k := range ks {
				b.WriteString(kernel.Print(k))
			}
			golden := filepath.Join(dir, "kernel.ir")
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(b.String()), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.Equal(t, string(want), b.String())
		})
	}
}

// TestRefused checks what is not modelled or wrong: severity, line, message.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"unknown name", "__global__ void k(int *a) {\n a[0] = b; }", "kernel.cu:2:9: error: b is not declared\n"},
		{"unknown macro", "__global__ void k(int *a, int n) {\n LOOP(i, n) {\n  a[i] = 1;\n }\n}", "kernel.cu:2:2: error: the macro LOOP is not defined\n"},
		{"unknown function", "__global__ void k(int *a) {\n a[0] = f(1); }", "kernel.cu:2:9: error: f is not declared\n"},
		{"initial value that an assertion forbids", "struct A { int v; constexpr A(int n) : v(n) { __assert(n <= 1); } };\n__device__ A b(1);\n__device__ A c(2);\n__global__ void k(int *a) {\n a[0] = b.v + c.v; }",
			"kernel.cu:3:14: unsupported: a variable that starts with a value for which an assertion of its constructor fails; start it with another one\n"},
		{"new in an arena", "struct R { int used; };\n__device__ void *operator new(unsigned long, R *);\nstruct S { int x; };\n__global__ void k(R *a) {\n new (a) S{1}; }",
			"kernel.cu:5:2: unsupported: new with an operator new of the program; construct the object where it is declared\n"},
		{"new of a class that has its own", "struct S { int x; __device__ static void *operator new(unsigned long, void *p); };\n__global__ void k(S *a) {\n new (a) S{1}; }",
			"kernel.cu:3:2: unsupported: new with an operator new of the program; construct the object where it is declared\n"},
		{"new without a value", "struct S { int x; S() = default; __device__ S(int n) : x(n) {} };\n__global__ void k(S *a) {\n new (a) S(); }",
			"kernel.cu:3:2: unsupported: new with the default constructor that the language provides; give the object a value\n"},
		{"host function", "int f(int x);\n__global__ void k(int *a) { a[0] = f(1); }", "kernel.cu:2:36: error: f is a function of the host; declare it __device__\n"},
		{"variable twice", "__global__ void k(int *a) { int n = 1;\n float n = 2; a[0] = n; }", "kernel.cu:2:8: error: n is declared twice, here and at kernel.cu:1:33; give one of them another name\n"},
		{"variable of the file twice", "__device__ int n;\n__device__ int n;\n__global__ void k() { n = 1; }", "kernel.cu:2:16: error: n is declared twice, here and at kernel.cu:1:16; give one of them another name\n"},
		{"host variable", "int n = 3;\n__global__ void k(int *a) { a[0] = n; }", "kernel.cu:2:36: error: n is a variable of the host; declare it __device__ or const\n"},
		{"recursion", "__device__ int g(int);\n__device__ int f(int x) { return g(x); }\n__device__ int g(int x) { return f(x - 1); }\n__global__ void k(int *a) { a[0] = f(1); }",
			"kernel.cu:3:34: unsupported: recursion (f calls g calls f); write a loop\n"},
		{"pointer to pointer", "__global__ void k(int ***a) {\n a[0][0][0] = 1; }", "kernel.cu:2:2: unsupported: a pointer that is read through another one that was read from memory; pass it as a parameter of the kernel\n"},
		{"goto into a block", "__global__ void k(int *a) {\n goto in;\n if (a[0]) { in: a[1] = 1; } }", "kernel.cu:2:2: unsupported: goto in, which jumps into a block or a loop; write it as a loop\n"},
		{"goto into a loop", "__global__ void k(int *a) {\n goto in;\n again: a[0] = 1; in: a[1] = 1; if (a[1]) goto again; a[2] = 1; }", "kernel.cu:2:2: unsupported: goto in, which jumps into a block or a loop"},
		{"atomic on null", "__global__ void k(int *a) {\n int *p = 0;\n atomicAdd(p, 1); }", "kernel.cu:3:12: error: this dereferences a null pointer\n"},
		{"atomic on constants", "__constant__ int c[4];\n__global__ void k(int *a) {\n atomicAdd(&c[1], 1); }", "kernel.cu:3:12: error: this writes c, which is read-only\n"},
		{"uninitialised pointer", "__global__ void k(int *a) {\n int *p;\n *p = 1; }", "kernel.cu:3:2: unsupported: a pointer that nothing was assigned to; initialise it\n"},
		{"const variable", "__global__ void k(int *a) {\n const int n = a[0];\n n = 1; }", "kernel.cu:3:2: error: this assigns to a const int\n"},
		{"array of pointers", "__global__ void k(int *a, int *b, int n) {\n int *p[65] = {a, b};\n *p[n] = 1; }", "kernel.cu:3:3: unsupported: an index that is not constant, of an array of 65 pointers; gv2 follows 64 at most\n"},
		{"member of a union value", "union U { int i; char c[4]; };\n__device__ U f() { U u; u.i = 1; return u; }\n__global__ void k(int *a) {\n a[0] = f().c[1]; }", "unsupported: member c of a union that is a value; give the union a name"},
		{"opaque with pointer", "__device__ void f(int *p);\n__global__ void k(int *a) { f(a); }", "kernel.cu:2:29: unsupported: f is not defined here and may write through its parameter p; add its source file with #include\n"},
		{"opaque member", "struct S { int v; __device__ void set(int); };\n__global__ void k(int *a) {\n S s; s.v = 1; s.set(3); a[0] = s.v; }", "unsupported: set is not defined here and may change its object; add its source file with #include\n"},
		{"opaque with pointer in a struct", "struct V { int *p; };\n__device__ void f(V v);\n__global__ void k(int *a) { V v; v.p = a; f(v); }", "unsupported: f is not defined here and may write through its parameter v; add its source file with #include\n"},
		{"copy of what copies itself", "struct A { int v; __device__ A() {} __device__ A(const A &o) { v = 0; } };\nstruct H { A x; };\n__global__ void k(int *a) {\n H h; H g = h; a[0] = g.x.v; }", "kernel.cu:4:13: unsupported: a copy of H, which holds a A with a copy constructor of its own; copy the members\n"},
		{"overloads of a base", "struct B { __device__ int f(int) { return 0; } };\nstruct D : B { using B::f; __device__ int f(double) { return 1; } };\n__global__ void k(int *a) {\n D d; a[0] = d.f(1); }", "unsupported: f of a base class brought into D, which has one of its own; give it another name\n"},
		{"name in its own initialiser", "__global__ void k(int *a, double x) {\n { char x = sizeof(x); a[x] = 1; } }", "kernel.cu:2:9: unsupported: x in its own initialiser; name what is meant in another way\n"},
		{"mutable lambda", "__global__ void k(int *a) {\n int i = 0; auto f = [i]() mutable { i++; return i; }; a[0] = f(); }", "kernel.cu:2:22: unsupported: a mutable lambda that captures by value; capture by reference, or write a class\n"},
		{"specification without a frame", "__device__ void __spec_f(int *x) { __ensures(x[0] == 5); }\n__global__ void k(int *a) { __spec_f(a); }", "unsupported: __spec_f states what it leaves in x, but not that it writes it; add __writes_to(x)\n"},
		{"pointer to a template", "template <class T> __device__ T f(T x) { return x; }\n__global__ void k(int *a) {\n int (*g)(int) = f; a[0] = g(1); }", "kernel.cu:3:18: unsupported: a pointer to function f, which is built in, a template or overloaded"},
		{"pointer to an overload", "__device__ int f(int x) { return x; }\n__device__ int f(int x, int y) { return y; }\n__global__ void k(int *a) {\n auto g = &f; a[0] = g(1); }", "kernel.cu:4:12: unsupported: a pointer to function f"},
		{"memory behind a function", "__device__ int f(int x) { return x; }\n__global__ void k(int *a) {\n int *p = (int *)f; *p = 1; }", "unsupported: memory behind a pointer to a function or one made from a number"},
		{"template kernel", "template <class T, int N>\n__global__ void k(T *a) { a[0] = 1; }", "unsupported: kernel k is a template"},
		{"number to pointer", "__global__ void k(int *a, long n) {\n a[0] = *(int *)n; }", "kernel.cu:2:10: unsupported: a pointer made from a number; use pointer arithmetic\n"},
		{"pointer in memory", "struct N { N *next; int v; };\n__global__ void k(N *a) {\n a[0].next->v = 1; }", "kernel.cu:3:2: unsupported: a pointer that is read from memory, out of a N to another one; pass it as a parameter of the kernel\n"},
		{"shared pointer to two arrays", "__global__ void k(int *a, int *b) {\n __shared__ int *p;\n if (a[0]) p = a; else p = b;\n *p = 1; }", "unsupported: pointers in memory that lead to several arrays; keep offsets instead\n"},
		{"shared pointer to a variable", "__global__ void k(int *a) {\n __shared__ int *p; int x;\n p = &x; }", "kernel.cu:3:2: unsupported: a pointer in memory that leads to no array\n"},
		{"shared pointer never set", "__global__ void k(int *a) {\n __shared__ int *p;\n *p = 1; }", "kernel.cu:3:2: unsupported: a pointer that nothing was assigned to; initialise it\n"},
		{"duplicate case", "__global__ void k(int *a, int n) {\n switch (n) { case 1: a[0] = 1; break;\n case 1: a[1] = 1; } }", "kernel.cu:3:2: error: case 1 occurs twice\n"},
		{"float remainder", "__global__ void k(float *a) {\n a[0] = a[1] % 2; }", "error: operator % on float and int"},
		{"too many values", "__global__ void k(int *a) {\n int b[2] = {1, 2, 3}; a[0] = b[0]; }", "kernel.cu:2:20: error: too many values for a int[2]\n"},
		{"no such member", "__global__ void k(float4 *a) {\n a[0].q = 1; }", "kernel.cu:2:2: error: float4 has no member q\n"},
		{"no overload", "struct S { int x; };\n__device__ int f(S s) { return s.x; }\n__global__ void k(int *a) { a[0] = f(a); }", "kernel.cu:3:36: error: no f takes these arguments\n"},
		{"ambiguous specialisation", "template <int N, int M> struct S { int x; };\ntemplate <int N> struct S<N, 1> { int y; };\ntemplate <int M> struct S<1, M> { int y; };\n__global__ void k(int *a) {\n S<1, 1> s; a[0] = s.y; }",
			"kernel.cu:5:2: unsupported: S<1, 1> is ambiguous between its specialisations at kernel.cu:2:25 and kernel.cu:3:25; use another template\n"},
		{"initialiser of nothing", "struct S { int x; __device__ S() : x(1),\n y(2) {} };\n__global__ void k(int *a) { S s; a[0] = s.x; }", "kernel.cu:2:2: error: y is not a member or base of S\n"},
		{"member without an object", "struct S { int x; __device__ int f() { return x; } };\n__global__ void k(int *a) {\n a[0] = S::f(); }", "kernel.cu:3:9: error: f needs an object of type S\n"},
		{"destructor", "struct S { int x; __device__ S() : x(0) {} __device__ ~S() {\n __syncthreads(); } };\n__global__ void k(int *a) { S s; a[0] = s.x; }", "kernel.cu:1:55: unsupported: a destructor of type S; call a function at the end of the block\n"},
		{"const object", "struct S { int x; __device__ int f() { return x; } };\n__global__ void k(int *a) { const S s = {1};\n a[0] = s.f(); }", "kernel.cu:3:9: error: no f takes these arguments\n"},
		{"struct in itself", "struct S { int x;\n S inner[2]; };\n__global__ void k(S *a) { a[0].x = 1; }", "kernel.cu:2:4: error: S contains itself\n"},
		{"case in a block", "__global__ void k(int *a, int n) {\n switch (n) { case 0: { a[0] = 1;\n case 1: a[1] = 1; } } }", "kernel.cu:3:2: unsupported: a case label inside a nested block; put it directly into the switch\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ks, diags := lowerText(t, c.text, block64())
			assert.Empty(t, ks)
			assert.Contains(t, diags.String(), c.want)
		})
	}
}

// TestBody compares the lowered body of small kernels.
func TestBody(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"order of operands", "int i = n; a[0] = i + (i = 3) + i;", "i = n; t = i; i = 3; a[0] = t + i + i;"},
		{"old value", "int i = n; a[i++] = i;", "i = n; t_1 = i; t = i; i = t + 1; a[(i64)t] = t_1;"},
		{"short circuit", "a[1] = n > 0 && a[n] > 0;", "t_1 = n > 0; if (t_1) { t = a[(i64)n]; t_1 = t > 0; } a[1] = (i32)t_1;"},
		{"pure condition", "a[1] = n > 0 && n < 9;", "a[1] = (i32)(n > 0 && n < 9);"},
		{"unsigned", "unsigned u = n; a[u - 1] = u / 2;", "u = (u32)n; a[(i64)(u - 1)] = (i32)(u / 2);"},
		{"promotion", "unsigned char c = n; a[0] = c << 1;", "c = (u8)n; a[0] = (i32)c << 1;"},
		{"shadowing", "int i = 1; { int i = n; a[i] = 0; i = 2; } a[i] = 0; i = 3;", "i = 1; i_1 = n; a[(i64)i_1] = 0; i_1 = 2; a[(i64)i] = 0; i = 3;"},
		{"constant", "size_t len = 2 + 3; int i = 1; a[i] = len; i = 7;", "i = 1; a[(i64)i] = 5; i = 7;"},
		{"sizeof", "a[sizeof(int) + sizeof a[0]] = sizeof(double[3]);", "a[8] = 24;"},
		{"static control", "if (sizeof(long) == 8) a[0] = 1; else a[1] = 1;", "a[0] = 1;"},
		{"discarded load", "a[n];", "t = a[(i64)n];"},
		{"row pointer", "__shared__ int t[4][8]; int *r = t[n]; r[2] = 1;", "r = (i64)n * 8; t[r + 2] = 1;"},
		{"struct from itself", "int2 v = make_int2(n, 1); v = make_int2(v.y, v.x); a[v.x] = v.y;",
			"v_x = n; v_y = 1; t = v_y; t_1 = v_x; v_x = t; v_y = t_1; a[(i64)v_x] = v_y;"},
		{"do loop by goto", "int i = 0; L: a[i] = 1; i++; if (i < n) goto L; a[0] = 2;", "i = 0; do while (i < n) { a[(i64)i] = 1; i = i + 1; } a[0] = 2;"},
		{"goto back", "int i = 0; L: a[i] = 1; if (n) goto E; if (i < 3) { i++; goto L; } a[0] = 2; E: a[1] = 3;",
			"region label_E { i = 0; region behind_L { while (true) { region again_L { a[(i64)i] = 1; if (n != 0) { leave label_E; } if (i < 3) { i = i + 1; leave again_L; } leave behind_L; } } } a[0] = 2; } a[1] = 3;"},
		{"break out of a loop by goto", "for (;;) { L: if (n) break; if (a[0]) continue; if (a[1]) goto L; a[2] = 1; }",
			"region broken { while (true) { region continued { region behind_L { while (true) { region again_L { if (n != 0) { leave broken; } t = a[0]; if (t != 0) { leave continued; } t_1 = a[1]; if (t_1 != 0) { leave again_L; } leave behind_L; } } } a[2] = 1; } } }"},
		{"two labels back", "A: a[0] = 1; B: a[1] = 1; if (a[2]) goto B; if (a[3]) goto A; a[4] = 1;",
			"region behind_A { while (true) { region again_A { a[0] = 1; do while (t != 0) { head { t = a[2]; } a[1] = 1; } t_1 = a[3]; if (t_1 != 0) { leave again_A; } leave behind_A; } } } a[4] = 1;"},
		{"comma", "int i; for (i = 0; a[i] = 1, i < n; ) i++;", "havoc i; // i is not initialised\ni = 0; while (i < n) { head { a[(i64)i] = 1; } i = i + 1; }"},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := lowerOne(t, "__global__ void k(int *a, int n) { "+c.body+" }", block64())
			_, got, _ := strings.Cut(kernel.Print(k), "\n{\n")
			got = strings.TrimSuffix(strings.Join(strings.Fields(got), " "), " }")
			assert.Equal(t, strings.Join(strings.Fields(c.want), " "), got)
		})
	}
}

// TestMutualStructs: structs that point to each other, one declared first only.
func TestMutualStructs(t *testing.T) {
	k := lowerOne(t, "struct B; struct A { B *b; int x; }; struct B { A *a; int y; };\n"+
		"__global__ void k(int *a, int n) { A p; B q; p.b = &q; q.a = &p; p.b->a->x = n; a[0] = p.x; }", block64())
	got := kernel.Print(k)
	assert.Contains(t, got, "p_x = n;")
	assert.Contains(t, got, "a[0] = p_x;")
}

func TestParamOption(t *testing.T) {
	text := "__global__ void k(int *a, int n, float f, bool b) { if (n == 128 && b) a[n] = f; n++; a[n] = 0; }"
	opts := block64()
	opts.Params = map[string]string{"n": "0x80", "b": "true"}
	k := lowerOne(t, text, opts)
	require.Len(t, k.Params, 1)
	assert.Equal(t, "f", k.Params[0].Name)
	assert.Contains(t, kernel.Print(k), "n = 128;")

	opts.Params = map[string]string{"m": "1"}
	_, diags := lowerText(t, text, opts)
	assert.Equal(t, "kernel.cu:1:17: error: kernel k has no scalar parameter m; its parameters are a, n, f and b\n", diags.String())

	opts.Params = map[string]string{"n": "1"}
	_, diags = lowerText(t, "struct P { int n; int *x; }; __global__ void k(P p, int m) { p.x[0] = p.n; }", opts)
	assert.Contains(t, diags.String(), "kernel k has no scalar parameter n; its parameters are p.n and m")

	opts.Params, opts.Typed = map[string]string{"p_q": "1"}, map[string]string{"p_q": "p.q"}
	_, diags = lowerText(t, "struct P { int n; int *x; }; __global__ void k(P p, int m) { p.x[0] = p.n; }", opts)
	assert.Contains(t, diags.String(), "kernel k has no scalar parameter p.q; its parameters are p.n and m")

	opts.Params = map[string]string{"a": "1"}
	_, diags = lowerText(t, text, opts)
	assert.Contains(t, diags.String(), "kernel k has no scalar parameter a;")

	opts.Params = map[string]string{"n": "many"}
	_, diags = lowerText(t, text, opts)
	assert.Contains(t, diags.String(), `value "many" of parameter n is not a int`)
}

func TestLaunchFolds(t *testing.T) {
	text := "__global__ void k(int *a) { a[blockDim.x * blockIdx.x + threadIdx.y] = gridDim.x + threadIdx.x; }"
	opts := Options{Launch: kernel.Launch{BlockDim: [3]int{32, 1, 1}, GridDim: [3]int{1, 1, 1}}, SharedBytes: -1}
	assert.Contains(t, kernel.Print(lowerOne(t, text, opts)), "a[0] = (i32)(1 + threadIdx.x);")
	assert.Contains(t, kernel.Print(lowerOne(t, text, Options{SharedBytes: -1})), "blockDim.x * blockIdx.x")
}

func TestSharedBytes(t *testing.T) {
	text := "extern __shared__ float s[]; __global__ void k() { s[threadIdx.x] = 1; }"
	opts := block64()
	opts.SharedBytes = 1024
	assert.Equal(t, int64(256), lowerOne(t, text, opts).Arrays[0].Len)
	assert.Equal(t, int64(-1), lowerOne(t, text, block64()).Arrays[0].Len)
}

func TestLaunchBounds(t *testing.T) {
	for text, want := range map[string]int{
		"#define B 128\n__global__ void __launch_bounds__(B * 2) k() {}": 256,
		"__global__ void k() {}": 0,
	} {
		file, _ := cuda.Parse(source.Preprocess("k.cu", []byte(text), source.Options{}).Tokens)
		got, ok := NamesOf(file).LaunchBounds(kernelsOf(file)[0])
		assert.Equal(t, want, got)
		assert.Equal(t, want > 0, ok)
	}
}

func TestInliningIsBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("__device__ int f0(int x) { return x + 1; }\n")
	for i := 1; i <= 40; i++ {
		n, m := strconv.Itoa(i), strconv.Itoa(i-1)
		b.WriteString("__device__ int f" + n + "(int x) { return f" + m + "(x) + f" + m + "(x + 1); }\n")
	}
	b.WriteString("__global__ void k(int *a) { a[0] = f40(1); }")
	_, diags := lowerText(t, b.String(), block64())
	assert.Contains(t, diags.String(), "unsupported: inlining exceeds")
}

func TestCallChain(t *testing.T) {
	k := lowerOne(t, "__device__ void g(int *p) {\n *p = 1; }\n__device__ void f(int *p) {\n g(p + 1); }\n__global__ void k(int *a) {\n f(a); }", block64())
	st, ok := k.Body[len(k.Body)-1].(*kernel.Store)
	require.True(t, ok)
	assert.Equal(t, 2, st.Pos.Line)
	require.Len(t, st.Calls, 2)
	assert.Equal(t, []int{6, 4}, []int{st.Calls[0].Line, st.Calls[1].Line})
}

func TestAssumptions(t *testing.T) {
	k := lowerOne(t, "__device__ int g; __global__ void k(int *a, const int *b, int *c) { a[0] = b[0] + g; }", block64())
	assert.Equal(t, []string{"pointer parameters b and a do not alias",
		"pointer parameters do not point into the __device__ variable g"}, k.Assumptions)
	k = lowerOne(t, "__global__ void k(int *a, int n) { a[0] = n; }", block64())
	assert.Empty(t, k.Assumptions)
}

// TestFaultsOfThreads: what goes wrong only where a thread comes is an
// assertion, not an error of the kernel.
func TestFaultsOfThreads(t *testing.T) {
	const text = "__constant__ int c[4];\n__global__ void k(int *a, int n) { int *p = 0; %s }"
	for body, want := range map[string]string{
		"if (n) *p = 1;":                    "if (n != 0) { assert false; }",
		"a[0] = *p;":                        "assert false; havoc t; // what a null pointer leads to a[0] = t;",
		"if (n) c[1] = 2;":                  "if (n != 0) { assert false; }",
		"int *q = n ? a : nullptr; *q = 2;": "q_target = n != 0 ? 1 : 0; assert q_target != 0; a[0] = 2;",
	} {
		assert.Equal(t, want, bodyOf(t, strings.Replace(text, "%s", body, 1)))
	}
}

// TestUnknownConstants: the host may have written what is not const.
func TestUnknownConstants(t *testing.T) {
	const text = "__constant__ int a[2] = {1, 2}; __constant__ const int b[2] = {3, 4};\n__global__ void k(int *p) { p[a[0]] = b[1]; }"
	assert.Contains(t, kernel.Print(lowerOne(t, text, block64())), "constant a: i32[2] = {1, 2}")
	opts := block64()
	opts.UnknownConstants = true
	k := lowerOne(t, text, opts)
	assert.Contains(t, kernel.Print(k), "constant a: i32[2]\n")
	assert.Contains(t, kernel.Print(k), "constant b: i32[2] = {3, 4}")
	assert.NotContains(t, strings.Join(k.Assumptions, "; "), "host")
}
