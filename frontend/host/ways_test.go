package host_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/source"
)

// TestWaysThatAreNotKnown: a call of a host template whose template arguments are not known counts as a launch of which
// the values are not known, and makes no instance: nothing is left of n == 3, which the call with an int says. Each text
// stands in main behind run(a, 1), or at file level in front of main.
func TestWaysThatAreNotKnown(t *testing.T) {
	for _, c := range []struct{ name, before, text string }{
		{"a function that is not seen", "", "run(a, unknown());"},
		{"structured bindings", "", "auto [p, q] = std::make_pair(1.0, 2.0); run(a, p);"},
		{"structured bindings that hide a variable", "", "int p = 1; { auto [p, q] = make(); run(a, p); }"},
		{"structured bindings of a loop", "", "int p = 1; for (auto &[p, q] : list) run(a, p);"},
		{"a loop's variable that hides another", "", "int p = 1; for (auto p = start(); p < 1; p++) run(a, p);"},
		{"a condition's variable that hides another", "", "int p = 1; if (auto p = start()) { run(a, p); }"},
		{"a capture that hides a variable", "", "int p = 1; [a, p = 1.0] { run(a, p); }();"},
		{"a member that hides a variable", "int m; struct S { void go(int *a) { run(a, m); } double m; };", "S().go(a);"},
		{"a member function", "struct S { template <class T> T get(); };", "S s; run(a, s.get<double>());"},
		{"a default that is not taken", "template <class T = int> void more(int *a, T x = T()) { k<<<1, 64>>>(a, sizeof(T) - 1); }", "more(a, unknown());"},
		{"some arguments given", "template <class T, class U> void more(int *a, T x, U y) { k<<<1, 64>>>(a, sizeof(U) - 1); }", "more<int>(a, 1, 2); more<int>(a, 1, unknown());"},
		{"a pointer to the function", "", "void (*f)(int *, double) = run; f(a, 1.0);"},
		{"the function as an argument", "void call(void (*f)(int *, double), int *a);", "call(run, a);"},
		{"its address as an argument", "void call(void (*f)(int *, double), int *a);", "call(&run, a);"},
		{"by the namespace of an argument", "namespace N { struct B { double d; }; template <class T> void more(int *a, T x) { k<<<1, 64>>>(a, sizeof(T) - 1); } B make(); }",
			"N::more(a, 1); more(a, N::make());"},
		{"by a namespace's other name", "namespace N { template <class T> void more(int *a, T x) { k<<<1, 64>>>(a, sizeof(T) - 1); } } namespace M = N;",
			"N::more(a, 1); M::more(a, unknown());"},
		{"a macro", "#define RUN(x) run(a, x)\n", "RUN(1); RUN(unknown());"},
		{"an algorithm", "template <class T> void one(T *x) { k<<<1, 64>>>(x, sizeof(T) - 1); }", "one(a); std::for_each(v.begin(), v.end(), one);"},
		{"a lambda in an algorithm", "", "std::for_each(v.begin(), v.end(), [&](auto x) { run(a, x); });"},
		{"a lambda with a type", "", "auto l = [&]<class T>(T x) { k<<<1, 64>>>(a, sizeof(T) - 1); }; l(1); l.template operator()<double>(1.0);"},
		{"a lambda that is copied", "", "auto l = [&](auto x) { run(a, x); }; l(1); std::function<void(double)> g = l; g(1.0);"},
		{"a lambda for a pack", "", "std::apply([&](auto... x) { (run(a, x), ...); }, tuple);"},
		{"a constructor", "struct S { template <class T> S(int *a, T x) { k<<<1, 64>>>(a, sizeof(T) - 1); } };", "S s(a, 1.0);"},
		{"an operator", "struct S { int *a; template <class T> void operator()(T x) { k<<<1, 64>>>(a, sizeof(T) - 1); } };", "S s{a}; s(1.0);"},
		{"a binary operator", "struct S { int *a; }; template <class T> S &operator<<(S &s, T x) { k<<<1, 64>>>(s.a, sizeof(T) - 1); return s; }", "S s{a}; s << 1.0;"},
		{"a method", "struct S { template <class T> void go(int *a, T x) { k<<<1, 64>>>(a, sizeof(T) - 1); } };", "S s, *q = &s; s.go(a, 1); q->go(a, unknown());"},
		{"a class whose arguments are deduced", "template <class T> struct C { C(int *a, T x) {} void go(int *a) { k<<<1, 64>>>(a, sizeof(T) - 1); } };",
			"C<int> c(a, 1); c.go(a); C d(a, unknown()); d.go(a);"},
		{"a class that a template makes", "template <class T> struct C { void go(int *a) { k<<<1, 64>>>(a, sizeof(T) - 1); } }; template <class T> C<T> make(T x) { return C<T>(); }",
			"C<int> c; c.go(a); make(unknown()).go(a);"},
		{"a class as an argument", "template <class T> struct C { void go(int *a) { k<<<1, 64>>>(a, sizeof(T) - 1); } }; template <template <class> class X> struct W { X<double> x; };",
			"C<int> c; c.go(a); W<C> w; w.x.go(a);"},
		{"a class by another name", "template <class T> struct C { void go(int *a) { k<<<1, 64>>>(a, sizeof(T) - 1); } }; template <class T> using A = C<T>;",
			"C<int> c; c.go(a); A<double> d; d.go(a);"},
		{"functions that call each other", "template <class T> void other(int *a, T x);\ntemplate <class T> void more(int *a, T x, int d) { if (d) other(a, x); else k<<<1, 64>>>(a, sizeof(T) - 1); }\n" +
			"template <class T> void other(int *a, T x) { k<<<1, 64>>>(a, sizeof(T) - 1); more(a, x, 0); }", "more(a, 1.0, 1); other(a, 1);"},
		{"too many instances", manyClasses(), manyCalls()},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "auto unknown() { return 1.0; }\n__global__ void k(int *a, int n) { }\ntemplate <class T> void run(int *a, T x) { k<<<1, 64>>>(a, sizeof(T) - 1); }\n" +
				c.before + "\nint main() { int *a; run(a, 1); " + c.text + " }"
			for _, r := range relationsOf(text) {
				assert.NotContains(t, r, "n=", text)
				assert.NotContains(t, r, "n ==", text)
			}
			var kernels []string
			for _, fn := range kernelsOf(text, source.Options{}) {
				kernels = append(kernels, fn.Name)
			}
			assert.Equal(t, []string{"k"}, kernels)
		})
	}
}

func manyClasses() string {
	var s strings.Builder
	for i := range 70 {
		fmt.Fprintf(&s, "struct S%d { int x; };\n", i)
	}
	return s.String()
}

func manyCalls() string {
	var s strings.Builder
	for i := range 70 {
		fmt.Fprintf(&s, "run(a, S%d()); ", i)
	}
	return s.String() + "run(a, 1.0);"
}

// TestWaysThatAreKnown: calls whose template arguments follow from the types of their arguments, and names that are
// no calls.
func TestWaysThatAreKnown(t *testing.T) {
	const three = "64,1,1; n=3"
	for _, c := range []struct {
		name, before, text string
		want               []string
	}{
		{"a variable of that name", "", "int run = 1; use(run + 1);", []string{three}},
		{"a library's function", "", "std::run(unknown(), 2); x.run(unknown());", []string{three}},
		{"another number of arguments", "void run(int x);", "run(unknown());", []string{three}},
		{"a character", "", "run(a, 'x');", []string{three, "64,1,1; n=0"}},
		{"an array", "", "int b[5]; run(a, b);", []string{three, "64,1,1; n=7"}},
		{"a reference to an array", "template <class T> void ref(int *a, T &x) { k<<<1, 64>>>(a, sizeof(T) - 1); }", "int b[5]; run(a, 2.0f); ref(a, a);", []string{three, "64,1,1; n=7"}},
		{"characters are added as int", "", "char b = 1; run(a, b + b); run(a, -b);", []string{three}},
		{"int and double", "", "run(a, 1 + 2.0);", []string{three, "64,1,1; n=7"}},
		{"a comparison", "", "run(a, 1 < 2); run(a, !1); run(a, true);", []string{three, "64,1,1; n=0"}},
		{"a member", "struct S { short m; };", "S s; run(a, s.m);", []string{three, "64,1,1; n=1"}},
		{"a loop's variable", "", "double p; for (int p = 0; p < 2; p++) run(a, p);", []string{three}},
		{"behind a loop", "", "double p; for (int p = 0; p < 2; p++) use(p); run(a, p);", []string{three, "64,1,1; n=7"}},
		{"a lambda's capture", "", "short p; [a, p] { run(a, p); }();", []string{three, "64,1,1; n=1"}},
		{"a kernel of several instances", "template <class T> __global__ void other(T *p, T n) { }", "other<<<1, 1>>>(a, 1);", []string{three, "1,1,1; n=1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "double unknown();\n__global__ void k(int *a, int n) { }\ntemplate <class T> void run(int *a, T x) { k<<<1, 64>>>(a, sizeof(T) - 1); }\n" +
				c.before + "\nint main() { int *a; run(a, 1); " + c.text + " }"
			assert.Equal(t, c.want, relationsOf(text), text)
		})
	}
}
