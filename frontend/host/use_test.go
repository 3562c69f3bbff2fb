package host_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/cuda"
	"gv2/frontend/host"
	"gv2/frontend/source"
)

// usesOf lists the uses of kernel templates in text, each with the known types of its
// arguments, without those that stand for others.
func usesOf(text string) []string {
	file, _ := cuda.Parse(source.Preprocess("k.cu", []byte(text), source.Options{}).Tokens)
	var out []string
	for _, u := range host.Read(file).Uses() {
		if u.Others {
			continue
		}
		line := strings.Join(append(append([]string{}, u.Path...), u.Text()), "::")
		for _, t := range u.Call {
			if t == nil {
				line += " ?"
			} else {
				line += " " + cuda.TemplateArg{Type: t}.Text()
			}
		}
		out = append(out, line)
	}
	return out
}

// TestUses: the instances of kernel templates that host code uses.
func TestUses(t *testing.T) {
	const k = "template <class T, int N> __global__ void k(T *p, int n) { }\n__global__ void plain() { }\n"
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"no template", "void f() { plain<<<1, 1>>>(); }", nil},
		{"a choice of two types", "void f(int n) { k<<<1, 1>>>(n ? 1 : 1l, n ? 'a' : 1u); }", []string{"k long unsigned int"}},
		{"a choice of a constant and a variable", "void f(int n) { const short a = 1; short b = 2; k<<<1, 1>>>(n ? a : b, n ? 1.f : 2); }", []string{"k short float"}},
		{"arguments", "void f() { k<float, 4><<<1, 1>>>(p, n); }", []string{"k<float,4> ? ?"}},
		{"each once", "void f() { k<int, 4><<<1, 1>>>(0, 1); k<int, 4><<<2, 1>>>(0, 1); }", []string{"k<int,4> int int"}},
		{"a member of a class with arguments, and a comparison", "template <int N> struct S { static const int v = N; };\nvoid f(int n) { k<<<1, 1>>>(S<4>::v, -1 > 1u); k<<<1, 1>>>(n < 3, n > 4 ? 1l : 2); }", []string{"k ? bool", "k bool long"}},
		{"what may be a list of arguments, or two comparisons", "void f(int n, int m) { k<<<1, 1>>>(n < 3, m > (4)); k<<<1, 1>>>(n, g < 3, m > [] { return 1; }()); }", []string{"k bool bool", "k int"}},
		{"a method with two arguments", "void f() { k<<<1, 1>>>(d.ptr<int, 4>(), 1); }", []string{"k ? int"}},
		{"types of arguments", "void f(float *a) { double b[3]; k<<<1, 1>>>(a, 1); k<<<1, 1>>>(b, 1); k<<<1, 1>>>(&b[1], 1); }",
			[]string{"k float* int", "k double[3] int", "k double* int"}},
		{"vectors", "void f(std::vector<short> &v) { k<<<1, 1>>>(v.data(), 1); k<<<1, 1>>>(thrust::raw_pointer_cast(&v[0]), 1); }", []string{"k short* int"}},
		{"local constants", "void f() { const int N = 7; k<int, N><<<1, 1>>>(0, 1); k<int, N + 1><<<1, 1>>>(0, 1); }",
			[]string{"k<int,7> int int", "k<int,(+ 7 1)> int int"}},
		{"a constant that a ?: names later", "void f(int n) { constexpr int N = 7, M = 2; int m = n ? M : M * N; k<int, N><<<1, 1>>>(0, 1); }", []string{"k<int,7> int int"}},
		{"a variable is no constant", "void f() { int n = 7; k<int, n><<<1, 1>>>(0, 1); }", []string{"k<int,n> int int"}},
		{"named without a launch", "auto f = k<char, 2>;", []string{"k<char,2>"}},
		{"qualified", "void f() { ::a::k<int, 1><<<1, 1>>>(0, 1); }", []string{"a::k<int,1> int int"}},
		{"through a host template", "template <class U, int M> void run(U *p) { k<U, M><<<1, 1>>>(p, 1); }\nvoid f(int *q) { run<float, 2>(0); run<int, 3>(q); }",
			[]string{"k<float,2> float* int", "k<int,3> int* int"}},
		{"deduced by a host template", "template <class U> void run(U *p) { k<U, 1><<<1, 1>>>(p, 1); }\nvoid f(long *q) { run(q); }", []string{"k<long,1> long* int"}},
		{"deduced behind const", "template <class U> void run(const U *p) { k<U, 1><<<1, 1>>>(p, 1); }\nvoid f(const long *q) { run(q); }", []string{"k<long,1> const long* int"}},
		{"through two", "template <int A> void g() { k<int, A><<<1, 1>>>(0, 1); }\ntemplate <int B> void h() { g<B>(); }\nint main() { h<5>(); }", []string{"k<int,5> int int"}},
		{"a host template that nothing uses", "template <int M> void run() { k<int, M><<<1, 1>>>(0, 1); }", []string{"k<int,M> int int"}},
		{"calls itself", "template <int M> void run() { run<M>(); k<int, M><<<1, 1>>>(0, 1); }\nvoid f() { run<1>(); }", []string{"k<int,1> int int"}},
		{"aliases and constants", "void f() { { using T = short; constexpr int M = 3; k<T, M * 2><<<1, 1>>>(0, 1); } { typedef char T; k<T, 1><<<1, 1>>>(0, 1); } }",
			[]string{"k<short,(* 3 2)> int int", "k<char,1> int int"}},
		{"an alias hides another", "using T = int; void f() { using U = T; { using T = char; k<U, 1><<<1, 1>>>(0, 1); k<T, 1><<<1, 1>>>(0, 1); } }",
			[]string{"k<int,1> int int", "k<char,1> int int"}},
		{"a parameter hides an alias", "using N = int; constexpr int M = 1; void f(int M) { k<N, M><<<1, 1>>>(0, 1); }", []string{"k<int,M> int int"}},
		{"a lambda", "void f() { auto run = [&](auto c, auto x) { k<decltype(x), c.value><<<1, 1>>>(0, 1); k<int, c()><<<1, 1>>>(0, 1); }; run(std::integral_constant<int, 2>{}, 1.0f); }",
			[]string{"k<float,(cast int 2)> int int", "k<int,(cast int 2)> int int"}},
		{"a template's parameter hides a constant", "using T = short; constexpr int M = 9; template <int M> void run() { k<T, M><<<1, 1>>>(0, 1); }\nvoid f() { run<2>(); }", []string{"k<short,2> int int"}},
		{"recursion is not known", "template <int A> struct R { static void go() { k<int, A><<<1, 1>>>(0, 1); R<A - 1>::go(); } };\ntemplate <> struct R<0> { };\nvoid f() { R<0> z; R<2>::go(); }",
			[]string{"k<int,(cast int (- A 1))> int int", "k<int,2> int int"}},
		{"partial specialisations", "template <class T> struct R { void go() { k<T, 1><<<1, 1>>>(0, 1); } };\ntemplate <class T> struct R<T *> { void go() { k<T, 2><<<1, 1>>>(0, 1); } };\nvoid f() { R<int *> r; }",
			[]string{"k<T,1> int int", "k<T,2> int int"}},
		{"names in decltype", "void f() { auto run = [&](auto c) { constexpr int M = decltype(c)::value; using T = typename decltype(c)::value_type; k<short, M><<<1, 1>>>(0, 1); k<T, 1><<<1, 1>>>(0, 1); }; run(std::integral_constant<int, 2>()); }",
			[]string{"k<short,(cast int 2)> int int", "k<std::integral_constant<int,2>::value_type,1> int int"}},
		{"passed on", "template <class F> void g(int n, F &&f) { f(std::true_type{}); }\ntemplate <class F> void h(F &&f) { g(1, std::forward<F>(f)); }\n" +
			"void f() { h([&](auto b) { k<bool, b.value><<<1, 1>>>(0, 1); }); }", []string{"k<bool,true> int int"}},
		{"passed on in a template", "template <int N, class F> void g(F &&f) { f(std::integral_constant<int, N + 1>{}); }\n" +
			"template <class T> void h() { g<4>([&](auto c) { k<T, c.value><<<1, 1>>>(0, 1); }); }\nvoid f() { h<short>(); h<char>(); }",
			[]string{"k<short,(cast int (+ 4 1))> int int", "k<char,(cast int (+ 4 1))> int int"}},
		{"a list of constants", "template <class... T> struct list { };\ntemplate <class T, T... I> using list_c = list<std::integral_constant<T, I>...>;\ntemplate <class L, class F> void each(F &&f);\n" +
			"struct R { using L = list_c<int, 8, 4>; void go() { each<L>([&](auto n) { constexpr int m = n / 2; k<int, m><<<1, 1>>>(0, 1); k<char, int(n)><<<1, 1>>>(0, 1); }); } };",
			[]string{"k<int,(cast int (/ (cast int 8) 2))> int int", "k<int,(cast int (/ (cast int 4) 2))> int int", "k<char,(new int (cast int 8))> int int", "k<char,(new int (cast int 4))> int int"}},
		{"a list of constants in place", "template <class L, class F> void each(F &&f);\n" +
			"void go() { each<std::tuple<std::true_type, std::false_type>>([&](auto b) { k<int, b.value><<<1, 1>>>(0, 1); }); each<std::tuple<int>>([&](auto b) { k<char, b.value><<<1, 1>>>(0, 1); }); }",
			[]string{"k<int,true> int int", "k<int,false> int int", "k<char,(. b value)> int int"}},
		{"a list that is no list of constants", "template <class T, T... I> using other = list<std::integral_constant<T, I + 1>...>;\ntemplate <class L, class F> void each(F &&f);\n" +
			"void go() { each<other<int, 8, 4>>([&](auto n) { k<int, n><<<1, 1>>>(0, 1); }); }", []string{"k<int,n> int int"}},
		{"a variant", "void f(std::variant<std::true_type, std::false_type> v) { std::visit([&](auto b) { k<int, b.value><<<1, 1>>>(0, 1); }, v); }",
			[]string{"k<int,true> int int", "k<int,false> int int"}},
		{"a class", "template <class T, int M = 5> struct R { T *p; static constexpr int n = M; void run() { k<T, n><<<1, 1>>>(p, 1); } void more(); };\n" +
			"template <class U, int W> void R<U, W>::more() { k<U, R<U, W>::n><<<1, 1>>>(0, 1); }\nvoid f() { R<float> a; R<char, 2> b; }",
			[]string{"k<float,5> float* int", "k<char,2> char* int", "k<float,R<float,5>::n> int int", "k<char,R<char,2>::n> int int"}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, usesOf(k+c.text)) })
	}
}

// TestNoHostCode: a file that no parser made has no uses and no launches.
func TestNoHostCode(t *testing.T) {
	code := host.Read(&cuda.File{})
	assert.Empty(t, code.Uses())
	assert.Empty(t, code.Launches("k"))
}

// TestPacks: a function template hands its pack on to the kernel that it launches.
func TestPacks(t *testing.T) {
	const text = `template <class T, class F, class... A> __global__ void k(T *p, F f, A... a) { }
struct F { };
template <class T, class... A> void go(T *p, A... args) { k<<<1, 64>>>(p, F(), args...); }
template <class... A> void both(at::Tensor x, bool all, A... a) { k<<<1, 64>>>(x.data_ptr<float>(), F(), a...); }
void run(int *p, const float s, at::Tensor x, bool all) {
  go(p);
  go(p, s, 2.0, 3);
  both(x, all, x.data_ptr<int>(), all ? x.const_data_ptr<int>() : nullptr);
}`
	var got []string
	for _, fn := range kernelsOf(text, source.Options{Library: true}) {
		got = append(got, fn.Name)
	}
	assert.Equal(t, []string{"k<int, F>", "k<int, F, float, double, int>", "k<float, F, int *, const int *>"}, got)
}

// TestDispatchCases: PyTorch's dispatch over types that are named.
func TestDispatchCases(t *testing.T) {
	const text = `#include <torch/all.h>
template <class T> __global__ void k(T *p, int n) { }
void go(torch::Tensor x, int64_t n) {
  AT_DISPATCH_SWITCH(x.scalar_type(), "k", AT_DISPATCH_CASE(at::ScalarType::Float, [&] { auto f = k<scalar_t>; f<<<n, 64>>>(x.data_ptr<scalar_t>(), n); })
    AT_DISPATCH_CASE(at::ScalarType::Half, [&] { k<scalar_t><<<n, 64>>>(x.data_ptr<scalar_t>(), n); }));
}`
	var got []string
	for _, fn := range kernelsOf(text, source.Options{Library: true}) {
		sizes, _ := fn.sizes()
		for _, s := range sizes {
			for _, r := range s.Relations {
				got = append(got, fn.Name+" "+r.Text)
			}
		}
	}
	assert.Equal(t, []string{"k<float> gridDim.x == n", "k<c10::Half> gridDim.x == n"}, got)
}

// TestUsesForOthers: what may launch an instance of which the template arguments are not known is a use for others, where
// it is named.
func TestUsesForOthers(t *testing.T) {
	for _, c := range []struct {
		name, text string
		columns    []int
	}{
		{"a pointer variable", "void f() { void (*g)(float *) = k; }", []int{33}},
		{"an argument", "void f(float *q) { launch(k, q); }", []int{27}},
		{"a cast", "void f() { auto g = (void (*)(float *))k; }", []int{40}},
		{"a result", "void (*get())(float *) { return k; }", []int{33}},
		{"an array", "void (*tab[])(float *) = {k};", []int{27}},
		{"a template argument", "void f() { launch<k>(); }", []int{19}},
		{"a class whose arguments are not known", "template <class T> struct S { S(T x); void go(T *p) { k<T><<<1, 1>>>(p); } }; void f(int *p) { S<int> a(1); a.go(p); S s(unknown()); s.go(nullptr); }", []int{118}},
		{"a launch that does not depend on what is not known", "template <class T> void run(T x, int *p) { k<int><<<1, 1>>>(p); } void f(int *p) { run(1, p); run(unknown(), p); }", nil},
		{"a launch", "void f(float *q) { k<<<1, 1>>>(q); (k)<<<1, 1>>>(q); (::k)<<<1, 1>>>(q); }", nil},
		{"a question to the runtime", "void f() { cudaFuncSetAttribute(k, a, 1); }", nil},
		{"a variable of that name", "void f() { int k = 1; g(k); return k; }", nil},
		{"a member of that name", "void f(S s) { g(s.k); }", nil},
	} {
		file, _ := cuda.Parse(source.Preprocess("k.cu", []byte("template <class T> __global__ void k(T *p) { }\n"+c.text), source.Options{}).Tokens)
		var got []int
		for _, u := range host.Read(file).Uses() {
			if u.Others {
				got = append(got, u.From.Col)
			}
		}
		assert.Equal(t, c.columns, got, c.name)
	}
}
