package lower

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/source"
)

// TestKernelTemplates: which instances of template k the text asks for, and
// what they store.
func TestKernelTemplates(t *testing.T) {
	const k = "template <class T, int N> __global__ void k(T *a, int n) { a[N] = sizeof(T); }\n"
	const one = "template <typename T> __global__ void k(T *a, T x) { a[sizeof(T)] = sizeof(x); }\n"
	const size = "template <int N> __global__ void k(int *a) { a[N] = 1; }\n"
	const kinds = "template <class T> struct kind { enum { of = 0 }; };\ntemplate <class T> struct kind<const T> { enum { of = 1 }; };\ntemplate <class T> struct kind<T *> { enum { of = 2 }; };\n" +
		"template <class T> struct kind<const T *> { enum { of = 3 }; };\ntemplate <class T> struct kind<T &> { enum { of = 4 }; };\ntemplate <class T> struct kind<T &&> { enum { of = 5 }; };\n" +
		"template <> struct kind<int(int)> { enum { of = 6 }; };\ntemplate <> struct kind<int(char)> { enum { of = 7 }; };\ntemplate <class T, int N> struct kind<T[N]> { enum { of = 10 + N }; };\n" +
		"template <class T> __global__ void k(int *a) { a[0] = kind<T>::of; }\n"
	for _, c := range []struct {
		name, text string
		want       map[string]string
	}{
		{"explicit", k + "template __global__ void k<long long, 3>(long long *a, int);", map[string]string{"k<long long, 3>": "a[3] = 8;"}},
		{"explicit, deduced", one + "template __global__ void k(short *a, short);", map[string]string{"k<short>": "a[2] = 2;"}},
		{"explicit, twice", k + "template __global__ void k<int, 3>(int *a, int); template __global__ void k<char, 4>(char *a, int);",
			map[string]string{"k<int, 3>": "a[3] = 4;", "k<char, 4>": "a[4] = 1;"}},
		{"qualified arguments", kinds + "void f() { k<int><<<1, 1>>>(p); k<const int><<<1, 1>>>(p); k<const int *><<<1, 1>>>(p); k<int *const><<<1, 1>>>(p); k<int *><<<1, 1>>>(p); }",
			map[string]string{"k<int>": "a[0] = 0;", "k<const int>": "a[0] = 1;", "k<const int *>": "a[0] = 3;", "k<int *const>": "a[0] = 1;", "k<int *>": "a[0] = 2;"}},
		{"arrays, references and functions", kinds + "void f() { k<int[2]><<<1, 1>>>(p); k<int[3]><<<1, 1>>>(p); k<int &><<<1, 1>>>(p); k<int &&><<<1, 1>>>(p); k<int(int)><<<1, 1>>>(p); k<int(char)><<<1, 1>>>(p); }",
			map[string]string{"k<int[2]>": "a[0] = 12;", "k<int[3]>": "a[0] = 13;", "k<int &>": "a[0] = 4;", "k<int &&>": "a[0] = 5;", "k<int (int)>": "a[0] = 6;", "k<int (char)>": "a[0] = 7;"}},
		{"numbers of several types", "template <auto V> __global__ void k(int *a) { a[0] = V - 2 < 0; }\nvoid f() { k<1><<<1, 1>>>(p); k<1u><<<1, 1>>>(p); k<1l><<<1, 1>>>(p); }",
			map[string]string{"k<1>": "a[0] = 1;", "k<(unsigned int)1>": "a[0] = 0;", "k<(long)1>": "a[0] = 1;"}},
		{"defaults", "template <class T = char, int N = 2> __global__ void k(T *a) { a[N] = sizeof(T); }", map[string]string{"k<char, 2>": "a[2] = 1;"}},
		{"launches", size + "int main() { k<128><<<1, 128>>>(p); k<64*2><<<1, 2>>>(p); k<4><<<dim3(2,2), f<3,4>(1), 0, s>>>(p); }",
			map[string]string{"k<128>": "a[128] = 1;", "k<4>": "a[4] = 1;"}},
		{"shift in a launch", size + "void f(int n) { k<8><<<n >> 2, (n >> 1) + 1>>>(p); }", map[string]string{"k<8>": "a[8] = 1;"}},
		{"named, not launched", size + "void f() { auto g = k<7>; cudaFuncSetAttribute(k<9>, a, b); }", map[string]string{"k<7>": "a[7] = 1;", "k<9>": "a[9] = 1;"}},
		{"macro", "#define B 32\n" + size + "void f() { k<B><<<1, B>>>(p); }", map[string]string{"k<32>": "a[32] = 1;"}},
		{"global constant", "const int B = 16;\n" + size + "void f() { k<B * 2><<<1, B>>>(p); }", map[string]string{"k<32>": "a[32] = 1;"}},
		{"local constant", "const int B = 16;\n" + size + "void f() { constexpr int B = 5, C = 6; { int B = 1; } k<B><<<1, B>>>(p); k<C><<<1, 1>>>(p); }",
			map[string]string{"k<5>": "a[5] = 1;", "k<6>": "a[6] = 1;"}},
		{"deduced from variables", one + "int main() { double *h, *d = nullptr; cudaMalloc(&d, 8); k<<<1, 32>>>(d, 1.0); }", map[string]string{"k<double>": "a[8] = (f64)8u64;"}},
		{"deduced from parameters", one + "void f(const char *name, short *d, int n) { for (;;) { k<<<1, 32>>>(d, n); } }", map[string]string{"k<short>": "a[2] = 2;"}},
		{"deduced from a cast", one + "void f(void *d) { k<<<1, 32>>>((long long *)d, 1); }", map[string]string{"k<long long>": "a[8] = 8;"}},
		{"host template", size + "template <int M> void f() { k<M><<<1, M>>>(p); }\ntemplate <int L> void g() { f<L>(); f<3>(); }\nint main() { f<7>(); g<8>(); }",
			map[string]string{"k<7>": "a[7] = 1;", "k<8>": "a[8] = 1;", "k<3>": "a[3] = 1;"}},
		{"host template of types", one + "template <class U> void f(U *d, int n) { k<U><<<1, 32>>>(d, n); k<<<1, 32>>>(d, n); }\ntemplate void f<short>(short *, int);\nvoid g() { f<double>(p, 1); }",
			map[string]string{"k<short>": "a[2] = 2;", "k<double>": "a[8] = (f64)8u64;"}},
		{"typedef", "typedef unsigned char byte;\n" + k + "void f(byte *d) { k<byte, 2><<<1, 32>>>(d, 1); }", map[string]string{"k<unsigned char, 2>": "a[2] = 1;"}},
		{"namespace", "namespace n { " + size + "} void f() { n::k<3><<<1, 1>>>(p); m::k<4><<<1, 1>>>(p); }", map[string]string{"k<3>": "a[3] = 1;"}},
		{"specialisation", size + "template <> __global__ void k<2>(int *a) { a[0] = 9; }\nvoid f() { k<2><<<1, 1>>>(p); k<3><<<1, 1>>>(p); }",
			map[string]string{"k<2>": "a[0] = 9;", "k<3>": "a[3] = 1;"}},
		{"member of a class template", one + "template <class R> struct C { void f(R *); };\ntemplate <class R> void C<R>::f(R *p) { k<R><<<1, 1>>>(p, 1); }\ntemplate class C<float>;\ntemplate struct C<short>;",
			map[string]string{"k<float>": "a[4] = (f32)4u64;", "k<short>": "a[2] = 2;"}},
		{"arithmetic with local constants", size + "void f() { constexpr int G = 2; k<64 / G><<<1, 1>>>(p); k<-(G - 8)><<<1, 1>>>(p); }", map[string]string{"k<32>": "a[32] = 1;", "k<6>": "a[6] = 1;"}},
		{"explicit helps an open launch", size + "template __global__ void k<6>(int *a);\ntemplate <int M> void f() { k<M><<<1, M>>>(p); }", map[string]string{"k<6>": "a[6] = 1;"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			file, diags := cuda.Parse(source.Preprocess("k.cu", []byte(c.text), source.Options{}).Tokens)
			require.Empty(t, diags.String())
			var names []string
			for _, fn := range kernelsOf(file) {
				names = append(names, fn.Name)
				lowered, diags := Lower(file, fn, block64())
				require.Empty(t, diags.String(), fn.Name)
				assert.Contains(t, kernel.Print(lowered), c.want[fn.Name], fn.Name)
			}
			assert.Len(t, names, len(c.want), names)
		})
	}
}

// TestOpenKernelTemplates: a use that cannot be resolved is never passed over.
func TestOpenKernelTemplates(t *testing.T) {
	const size = "template <int N> __global__ void k(int *a) { a[N] = 1; }\n"
	for _, c := range []struct{ name, text, want string }{
		{"no use", size, "k.cu:1:34: unsupported: kernel k is a template whose arguments are not known here; write an explicit instantiation"},
		{"host template", size + "template <int M> void f() { k<M><<<1, M>>>(p); }", "k.cu:2:29: unsupported: kernel k<M> is a template"},
		{"variable", size + "void f(int n) { k<3><<<1, 1>>>(p);\n int m = 1; k<m><<<1, 1>>>(p); }", "k.cu:3:13: unsupported: kernel k<m> is a template"},
		{"function object", "template <class F> __global__ void k(int *a, F f) { a[0] = f(1); }\nvoid f() { k<<<1, 1>>>(p, g()); }", "k.cu:2:12: unsupported: kernel k is a template"},
		{"what fits has a body of its own", "template <class T> __global__ void k(int *a, T n) { a[n] = 1; }\ntemplate <> __global__ void k<int>(int *a, int n) { a[n] = 2; }\nvoid f() { k<<<1, 1>>>(p, g()); }", "k.cu:3:12: unsupported: kernel k is a template whose arguments are not known here ("},
		{"broken", size + "void f() { k<1 +><<<1, 1>>>(p); }", "k.cu:2:12: unsupported: kernel k is a template whose arguments are not known here ("},
	} {
		t.Run(c.name, func(t *testing.T) {
			file, diags := cuda.Parse(source.Preprocess("k.cu", []byte(c.text), source.Options{}).Tokens)
			require.Empty(t, diags.String())
			for _, fn := range kernelsOf(file) {
				_, d := Lower(file, fn, block64())
				diags.Merge(d)
			}
			assert.Contains(t, diags.String(), c.want)
		})
	}
}

// TestAssumedArguments: types and truth values that the file does not tell are assumed,
// the first that fit, and the kernel says so.
func TestAssumedArguments(t *testing.T) {
	const typed = "template <class T> __global__ void k(T *a) { a[threadIdx.x] = 1; }\n"
	for _, c := range []struct {
		name, text string
		want       map[string][]string
	}{
		{"no launch", typed, map[string][]string{"k<float>": {"T is float, as the file does not tell it (line 1)"}}},
		{"unknown argument", typed + "void f() { k<<<1, 1>>>(g.data()); }", map[string][]string{"k<float>": {"T is float, as the file does not tell it (line 2)"}}},
		{"name of a macro", typed + "void f() { DISPATCH(t, [&] { k<scalar_t><<<1, 1>>>(p); }); }",
			map[string][]string{"k<float>": {"scalar_t is float, as the file does not tell it (line 2)"}}},
		{"told elsewhere", typed + "void f() { k<float><<<1, 1>>>(p); k<scalar_t><<<1, 1>>>(q); }",
			map[string][]string{"k<float>": {"scalar_t is float, as the file does not tell it (line 2)"}}},
		{"a class that nobody uses", typed + "template <class T> struct S { S(T *) {} ~S() {} void go(T *p) { k<T><<<1, 1>>>(p); } };\nvoid f(int *p) { k<<<1, 1>>>(p); }", map[string][]string{"k<int>": nil}},
		{"a class that is used", typed + "template <class T> struct S { void go(T *p) { k<T><<<1, 1>>>(p); } };\nvoid f(double *p) { S<double>().go(p); }", map[string][]string{"k<double>": nil}},
		{"nothing but a class that nobody uses", typed + "template <class T> struct S { void go(T *p) { k<T><<<1, 1>>>(p); } };", map[string][]string{"k<float>": {"T is float, as the file does not tell it (line 2)"}}},
		{"explicit", typed + "template __global__ void k<int>(int *);\nvoid f() { k<scalar_t><<<1, 1>>>(q); }", map[string][]string{"k<int>": nil}},
		{"index", "template <class IdType> __global__ void k(float *a, IdType n) { a[n] = 1; }", map[string][]string{"k<int>": {"IdType is int, as the file does not tell it (line 1)"}}},
		{"only a number fits", "template <class T> __global__ void k(T *a) { a[threadIdx.x] %= 2; }", map[string][]string{"k<int>": {"T is int, as the file does not tell it (line 1)"}}},
		{"both truth values", "template <bool B> __global__ void k(int *a) { a[threadIdx.x] = B; }",
			map[string][]string{"k<1>": {"B is true, as the file does not tell it (line 1)"}, "k<0>": {"B is false, as the file does not tell it (line 1)"}}},
		{"the likeliest has a body of its own", typed + "template <> __global__ void k<float>(float *a) { a[threadIdx.x] = 2; }\nvoid f() { k<<<1, 1>>>(g.data()); }",
			map[string][]string{"k<int>": {"T is int, as the file does not tell it (line 3)"}, "k<float>": nil}},
		{"all truth values have a body of their own", "template <bool B> __global__ void k(int *a) { a[threadIdx.x] = B; }\ntemplate <> __global__ void k<true>(int *a) { a[0] = 1; }\ntemplate <> __global__ void k<false>(int *a) { a[0] = 2; }",
			map[string][]string{"k<1>": nil, "k<0>": nil}},
		{"defaults", "template <class T, int N = 2> __global__ void k(T *a) { a[N] = 1; }", map[string][]string{"k<float, 2>": {"T is float, as the file does not tell it (line 1)"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			file, _ := cuda.Parse(source.Preprocess("k.cu", []byte(c.text), source.Options{}).Tokens)
			got := map[string][]string{}
			for _, fn := range kernelsOf(file) {
				k, diags := Lower(file, fn, block64())
				require.NotNil(t, k, diags.String())
				got[fn.Name] = nil
				for _, a := range k.Assumptions {
					if strings.Contains(a, "does not tell") {
						got[fn.Name] = append(got[fn.Name], a)
					}
				}
			}
			assert.Equal(t, c.want, got)
		})
	}
}

// TestNamesInNamespaces: a using declaration inside a namespace looks its name
// up from there.
func TestNamesInNamespaces(t *testing.T) {
	k := lowerOne(t, "namespace app { namespace detail { struct C { int x; }; __device__ int f(C c) { return c.x + 1; } }\n"+
		"using detail::C; using detail::f;\n__global__ void k(int *a) { C c = {4}; a[0] = f(c); } }", block64())
	assert.Contains(t, kernel.Print(k), "a[0] = c_x_1 + 1;")
}

// TestConditionalOfValues: enumerators and template arguments are no objects.
func TestConditionalOfValues(t *testing.T) {
	k := lowerOne(t, "enum E { A = 3, B };\n__device__ int f(int x) { return x; }\ntemplate <int N> __device__ int g(int c) { return f(c ? N : N); }\n"+
		"__global__ void k(int *a, int n) { a[0] = f(n ? A : B); a[1] = g<7>(n); }", block64())
	assert.Contains(t, kernel.Print(k), "n != 0 ? 3")
	assert.Contains(t, kernel.Print(k), "a[1] = 7;")
}

// TestRecursiveTemplates: a template that names other instances of itself.
func TestRecursiveTemplates(t *testing.T) {
	k := lowerOne(t, "template <int N> struct Log2 { enum { value = Log2<N / 2>::value + 1 }; };\ntemplate <> struct Log2<1> { enum { value = 0 }; };\n"+
		"template <int N> struct Fact { static const int v = N * Fact<N - 1>::v; };\ntemplate <> struct Fact<0> { static const int v = 1; };\n"+
		"__global__ void k(int *a) { a[Log2<64>::value] = Fact<5>::v; }", block64())
	assert.Contains(t, kernel.Print(k), "a[6] = 120;")
	_, diags := lowerText(t, "template <int N> struct F { static const int v = F<N + 1>::v; };\n__global__ void k(int *a) { a[F<0>::v] = 1; }", block64())
	assert.NotEmpty(t, diags.String())
}

// TestHostFriend: a friend for the host does not spoil the struct, one for the
// device that cannot be read does.
func TestHostFriend(t *testing.T) {
	const text = "struct C { int x; friend std::ostream &operator<<(std::ostream &os, const C &c) { return os << c.x; } %s };\n" +
		"__global__ void k(int *a) { C c; c.x = 4; a[0] = c.x; }"
	k := lowerOne(t, fmt.Sprintf(text, ""), block64())
	assert.Contains(t, kernel.Print(k), "a[0] = c_x;")
	_, diags := lowerText(t, fmt.Sprintf(text, "friend __device__ void read(std::ostream ! os, C c) { }"), block64())
	assert.Contains(t, diags.String(), "unsupported: type C has ")
}
