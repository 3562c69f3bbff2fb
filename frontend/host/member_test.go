package host_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestMemberRelations: what launches say of the members of an object that the kernel gets.
func TestMemberRelations(t *testing.T) {
	const with, without = "64,1,1; gridDim.x == p.n / 64", "64,1,1"
	for _, c := range []struct {
		name, text string
		want       string
	}{
		{"set", "void f(int n) { P p; p.n = n; k<<<n / 64, 64>>>(p); }", with},
		{"set behind another member", "void f(int n) { P p; p.n = n; p.q = alloc(); p.m = n; k<<<n / 64, 64>>>(p); }", "64,1,1; p.m == p.n; gridDim.x == p.n / 64"},
		{"set and read", "void f(int n) { P p; p.n = n; p.n *= 2; k<<<p.n / 64, 64>>>(p); }", with},
		{"a list", "void f(int n) { P p = {n, n + 1}; k<<<n / 64, 64>>>(p); }", "64,1,1; p.m == p.n + 1; gridDim.x == p.n / 64"},
		{"a list without =", "void f(int n) { const P p{n}; k<<<n / 64, 64>>>(p); }", "64,1,1; p_m=0; gridDim.x == p.n / 64"},
		{"an empty list", "void f(int n) { P p = {}; p.n = n; k<<<n / 64, 64>>>(p); }", "64,1,1; p_m=0; gridDim.x == p.n / 64"},
		{"names in a list", "void f(int n) { P p = {.m = 3, .q = nullptr}; k<<<n / 64, 64>>>(p); }", "64,1,1; p_n=0; p_m=3"},
		{"a list as the argument", "void f(int n) { k<<<n / 64, 64>>>({n, 2, nullptr}); }", "64,1,1; p_m=2; gridDim.x == p.n / 64"},
		{"an object as the argument", "void f(int n) { k<<<n / 64, 64>>>(P{n, 2}); }", "64,1,1; p_m=2; gridDim.x == p.n / 64"},
		{"a parameter", "void f(P p) { k<<<p.n / 64, 64>>>(p); }", with},
		{"calls between", "void f(int n) { P p; p.n = n; other(); float *d; cudaMalloc(&d, n); check(n); k<<<n / 64, 64>>>(p); }", with},
		{"a reference to const", "void f(const P &p) { k<<<p.n / 64, 64>>>(p); }", with},
		{"a reference to const and a call", "void f(const P &p) { int g = p.n / 64; other(); k<<<g, 64>>>(p); }", without},
		{"passed by reference", "void f(int n) { P p; p.n = n; change(p); k<<<n / 64, 64>>>(p); }", without},
		{"passed by address", "void f(int n) { P p; p.n = n; change(&p); k<<<n / 64, 64>>>(p); }", without},
		{"a member passed by reference", "void f(int n) { P p; p.n = n; change(p.n); k<<<n / 64, 64>>>(p); }", without},
		{"passed by address before", "void f(int n) { P p; keep(&p); p.n = n; other(); k<<<n / 64, 64>>>(p); }", without},
		{"a reference", "void f(int n) { P p; P &r = p; p.n = n; r.n = 3; k<<<n / 64, 64>>>(p); }", without},
		{"a pointer", "void f(int n) { P p, *q = &p; p.n = n; q->n = 3; k<<<n / 64, 64>>>(p); }", without},
		{"a pointer to the member", "void f(int n) { P p; int *q = &p.n; p.n = n; *q = 3; k<<<n / 64, 64>>>(p); }", without},
		{"a reference to the member", "void f(int n) { P p; int &q = p.n; p.n = n; q = 3; k<<<n / 64, 64>>>(p); }", without},
		{"a lambda", "void f(int n) { P p; auto l = [&] { p.n = 3; }; p.n = n; l(); k<<<n / 64, 64>>>(p); }", without},
		{"a lambda that sees it", "void f(int n) { P p; p.n = n; auto l = [&] { k<<<n / 64, 64>>>(p); }; p.n = 3; l(); }", without},
		{"a branch", "void f(int n, int c) { P p; p.n = n; if (c) p.n = 3; k<<<n / 64, 64>>>(p); }", without},
		{"a loop", "void f(int n) { P p; p.n = n; for (int i = 0; i < 3; i++) { k<<<n / 64, 64>>>(p); p.n++; } }", without},
		{"assigned", "void f(int n, P o) { P p; p.n = n; p = o; k<<<n / 64, 64>>>(p); }", without},
		{"assigned a list", "void f(int n, P o) { P p; p.n = n; p = {3}; k<<<n / 64, 64>>>(p); }", without},
		{"swapped", "void f(int n, P o) { P p; p.n = n; std::swap(p, o); k<<<n / 64, 64>>>(p); }", without},
		{"overwritten", "void f(int n) { P p; p.n = n; memset(&p, 0, sizeof(p)); k<<<n / 64, 64>>>(p); }", without},
		{"a copy", "void f(int n) { P p; p.n = n; P o = p; o.n = 3; k<<<n / 64, 64>>>(p); }", with},
		{"another object", "void f(int n) { P p; p.n = n; { P p; p.n = 3; k<<<n / 64, 64>>>(p); } }", "64,1,1; p_n=3"},
		{"static", "void f(int n) { static P p; p.n = n; other(); k<<<n / 64, 64>>>(p); }", without},
		{"global", "P p;\nvoid f(int n) { p.n = n; other(); k<<<n / 64, 64>>>(p); }", without},
		{"a jump", "void f(int n) { P p; p.n = n; again: k<<<n / 64, 64>>>(p); p.n = 3; if (n) goto again; }", without},
		{"another class", "struct O { int n; operator P(); };\nvoid f(int n) { O p; p.n = n; k<<<n / 64, 64>>>(p); }", without},
		{"a class of the function", "void f(int n) { struct P { int n; operator ::P(); }; P p; p.n = n; k<<<n / 64, 64>>>(p); }", without},
		{"an operator", "P &operator<<(P &p, int n) { p.n = n; return p; }\nvoid f(int n) { P p; p.n = n; p << 3; k<<<n / 64, 64>>>(p); }", without},
		{"an element of a member", "void f(int n, int i) { P p; p.n = n; p.a[i] = 3; k<<<n / 64, 64>>>(p); }", with},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := relationsOf("struct P { int n, m; float *q; int a[2]; };\n__global__ void k(P p) { }\nvoid check(int n) { if (n) exit(1); }\n" + c.text)
			assert.Equal(t, []string{c.want}, got)
		})
	}
	for _, c := range []struct{ name, text, want string }{
		{"a type argument", "void f(int n) { P p; p.n = n; t<<<n / 64, 64>>>(p); }", "64,1,1; gridDim.x == p.n / 64"},
		{"an object of another class", "void f(int n) { P p; p.n = n; O o{1, 2}; t<<<n / 64, 64>>>(p); t<<<n / 64, 64>>>(o); }", "64,1,1; gridDim.x == p.n / 64"},
		{"what converts to it", "struct C { int n; operator P(); };\nvoid f(int n) { C p; p.n = n; t<P><<<n / 64, 64>>>(p); }", "64,1,1"},
		{"an operator of the device", "struct D { int n; __device__ void operator()() { n = 3; } };\nvoid f(int n) { D p{n}; int w = n; other(w); t<<<n / 64, 64>>>(p); }", "64,1,1; gridDim.x == p.n / 64"},
		{"an operator of both", "struct D { int n; __host__ __device__ void operator()() { n = 3; } };\nvoid f(int n) { D p{n}; p(); t<<<n / 64, 64>>>(p); }", "64,1,1"},
		{"changed in between", "void f(int n) { P p; p.n = n; change(p); t<<<n / 64, 64>>>(p); }", "64,1,1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := relationsOf("struct P { int n, m; };\nstruct O { int n, m; };\ntemplate <class T> __global__ void t(T p) { }\n" + c.text)
			assert.Equal(t, c.want, got[0])
		})
	}
	for _, c := range []struct{ name, class, text string }{
		{"a union", "union P { int n, m; };", "void f(int n) { P p; p.n = n; p.m = 3; k<<<n / 64, 64>>>(p); }"},
		{"an anonymous union", "struct P { union { int n; int m; }; };", "void f(int n) { P p; p.n = n; p.m = 3; k<<<n / 64, 64>>>(p); }"},
		{"a method", "struct P { int n, m; void set() { n = 3; } };", "void f(int n) { P p; p.n = n; p.set(); k<<<n / 64, 64>>>(p); }"},
		{"a constructor with a body", "struct P { int n, m; P(int a, int b) : n(b), m(a) { n++; } };", "void f(int n) { P p{n, 3}; k<<<n / 64, 64>>>(p); }"},
		{"a constructor that copies", "struct P { int n, m; P(P &o) { o.n = 3; } };", "void f(int n, P p) { p.n = n; P o = p; k<<<n / 64, 64>>>(p); }"},
		{"an assignment of its own", "struct P { int n, m; void operator=(int) { n = 3; } };", "void f(int n) { P p; p.n = n; p = 4; k<<<n / 64, 64>>>(p); }"},
		{"an element", "struct P { int n, m; int &operator[](int) { return n; } };", "void f(int n) { P p; p.n = n; p[0] = 4; k<<<n / 64, 64>>>(p); }"},
		{"a destructor", "struct P { int n, m; ~P(); };", "void f(int n) { P p; p.n = n; { P o; } k<<<n / 64, 64>>>(p); }"},
		{"a reference member", "struct R { P &r; ~R() { r.n = 3; } }; struct P { int n, m; };", "void f(int n) { P p; p.n = n; { R o{p}; } k<<<n / 64, 64>>>(p); }"},
		{"elements without braces", "struct P { int a[2]; int n, m; };", "void f(int n) { P p = {n, n, 3, 4}; k<<<n / 64, 64>>>(p); }"},
		{"a base", "struct B { int n; void set() { n = 3; } }; struct P : B { int m; };", "void f(int n) { P p; p.n = n; p.set(); k<<<n / 64, 64>>>(p); }"},
		{"a template", "template <class T> struct P { T n, m; };", "void f(int n) { P<int> p; p.n = n; p.n = 3; k<<<n / 64, 64>>>(p); }"},
		{"a bit-field", "struct P { int n : 4; int m; };", "void f(int n) { P p; p.n = n; k<<<n / 64, 64>>>(p); }"},
		{"values of members", "struct P { int n = 3, m = 4; };", "void f(int n) { P p = {n}; k<<<n / 64, 64>>>(p); }"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, got := range relationsOf(c.class + "\n__global__ void k(P p) { }\n" + c.text) {
				assert.NotContains(t, got, "gridDim")
				assert.NotContains(t, got, "=")
			}
		})
	}
}

// TestConstructors: a constructor that does nothing but give members the values of its parameters says what they are.
func TestConstructors(t *testing.T) {
	const plain = "struct P { int n, m; P(int a, int b) : n(a), m(b) { } };"
	const all, without = "64,1,1; p_m=2; gridDim.x == p.n / 64", "64,1,1"
	const launch = "void f(int n) { k<<<n / 64, 64>>>(P(n, 2)); }"
	class := func(text string) string { return "struct P { int n, m; " + text + " };" }
	for _, c := range []struct{ name, class, text, want string }{
		{"an argument", plain, launch, all},
		{"an argument in braces", plain, "void f(int n) { k<<<n / 64, 64>>>(P{n, 2}); }", all},
		{"a variable", plain, "void f(int n) { P p(n, 2); k<<<n / 64, 64>>>(p); }", all},
		{"a variable with =", plain, "void f(int n) { const P p = {n, 2}; k<<<n / 64, 64>>>(p); }", all},
		{"a variable that is set", plain, "void f(int n) { P p(1, 1); p.n = n; p.m = 2; k<<<n / 64, 64>>>(p); }", all},
		{"members of parameters' names", class("P(int m, int n) : n(m), m(n) { }"), launch, all},
		{"private members", "class P { int n, m; public: P(const int &a, int b) : n{a}, m(b) { } };", launch, all},
		{"of the number of arguments", class("P() = default; P(int a) : n(3), m(a) { } P(int a, int b) : n(a), m(b) { }"), launch, "64,1,1; p_m=2"},
		{"exchanged", class("P(int a, int b) : n(b), m(a) { }"), "void f(int n) { k<<<n / 64, 64>>>(P(2, n)); }", all},
		{"a computation", class("P(int a, int b) : n(a + 1), m(b) { }"), launch, "64,1,1; p_m=2"},
		{"a narrow member", "struct P { int n; signed char m; P(int a, int b) : n(a), m(b) { } };", "void f(int n) { k<<<n / 64, 64>>>(P(n, 258)); }", all},
		{"a narrow parameter", class("P(int a, signed char b) : n(a), m(b) { }"), "void f(int n) { k<<<n / 64, 64>>>(P(n, 258)); }", all},

		{"a body", class("P(int a, int b) : n(a), m(b) { n = b; }"), launch, without},
		{"two of that number", class("P(int a, int b) : n(a), m(b) { } P(long a, int b) : n(b), m(a) { }"), launch, without},
		{"two of that number that agree", class("P(int a, int b) : n(a), m(b) { } P(long a, int b) : n(b), m(b) { }"), launch, "64,1,1; p_m=2"},
		{"two that disagree behind a copy", class("P(P a, int b) : n(b), m(b) { } P(int a, int b) : n(a), m(b) { }"), launch, without},
		{"a cast in an initialiser", class("P(int a, int b) : n((int)a), m(static_cast<signed char>(b)) { }"), "void f(int n) { k<<<n / 64, 64>>>(P(n, 258)); }", all},
		{"a default", class("P(int a, int b, int c = 3) : n(c), m(b) { } P(int a, int b) : n(a), m(b) { }"), launch, without},
		{"a copy of its own", class("P(int a, int b) : n(a), m(b) { } P(const P &o) : n(1), m(o.m) { }"), launch, without},
		{"a copy by a template", class("P(int a, int b) : n(a), m(b) { } template <class T> P(const T &o) : n(1), m(1) { }"), launch, without},
		{"a list", class("P(int a, int b) : n(a), m(b) { } P(std::initializer_list<int> l) : n(3), m(3) { }"), "void f(int n) { k<<<n / 64, 64>>>(P{n, 2}); }", without},
		{"defined elsewhere", class("P(int a, int b);") + "\nP::P(int a, int b) : n(b), m(b) { }", launch, without},
		{"delegating", class("P(int a, int b) : P(b) { } P(int b) : n(b), m(b) { }"), launch, without},
		{"a store in an initialiser", "int x;\n" + class("P(int a, int b) : n(x = a), m(b) { }"), launch, without},
		{"a call in an initialiser", class("P(int a, int b) : n(get(a)), m(b) { }"), launch, without},
		{"a parameter with code", "struct N { int v; N(int x) : v(x + 1) { } operator int() { return v; } };\n" + class("P(N a, int b) : n(a), m(b) { }"), launch, without},
		{"an argument with code", "struct N { operator int() { return 3; } };\n" + plain, "void f(N n) { k<<<1, 64>>>(P(n, 2)); }", "64,1,1; p_m=2"},
		{"a base", "struct B { int x; B() { x = 3; } }; struct P : B { int n, m; P(int a, int b) : n(a), m(b) { } };", launch, without},
		{"an argument that changes another", plain, "void f(int n) { k<<<n / 64, 64>>>(P(n, n++)); }", without},
		{"a lambda of that name", plain, "void f(int n) { auto P = [](int a, int b) { return ::P(b, a); }; k<<<n / 64, 64>>>(P(n, 2)); }", without},
		{"a pointer of that name", plain, "void f(int n, struct P (*P)(int, int)) { k<<<n / 64, 64>>>(P(n, 2)); }", without},
		{"a function of that name", plain + "\nstruct P P(int a, int b);", launch, without},
		{"a method of that name", plain, "struct S { ::P P(int a, int b); " + launch + " };", without},
		{"a member of that name", plain, "struct S { std::function<struct P(int, int)> P; " + launch + " };", without},
		{"an alias of that name", plain, "void f(int n) { using P = Q; k<<<n / 64, 64>>>(P(n, 2)); }", without},
		{"a class of the function", plain, "void f(int n) { struct P { int n, m; P(int a, int b) : n(b), m(a) { } }; k<<<n / 64, 64>>>(P(n, 2)); }", without},
		{"a template's parameter of that name", plain, "template <class P> void g(int n) { k<<<n / 64, 64>>>(P(n, 2)); }\nvoid f(int n) { g<P>(n); }", without},
		{"changed by a method", class("P(int a, int b) : n(a), m(b) { } P &twice() { n *= 2; m = 4; return *this; }"), "void f(int n) { P p(n, 2); p.twice(); k<<<n / 64, 64>>>(p); }", without},
		{"a method of a temporary", class("P(int a, int b) : n(a), m(b) { } P &twice() { n *= 2; m = 4; return *this; }"), "void f(int n) { k<<<n / 64, 64>>>(P(n, 2).twice()); }", without},
		{"a reference", plain, "void f(int n) { P p(n, 2), &r = p; r.n = 3; r.m = 4; k<<<n / 64, 64>>>(p); }", without},
		{"a lambda that changes it", plain, "void f(int n) { P p(n, 2); auto l = [&] { p = P(1, 1); }; l(); k<<<n / 64, 64>>>(p); }", without},
		{"a jump", plain, "void f(int n) { P p(n, 2); again: k<<<n / 64, 64>>>(p); p = P(1, 1); if (n > 3) goto again; }", without},
		{"a loop", plain, "void f(int n) { P p(n, 2); for (int i = 0; i < 3; i++) { k<<<n / 64, 64>>>(p); p.n++; p.m++; } }", without},
		{"another branch", plain, "void f(int n, int c) { P p(n, 2); if (c) p = P(3, 3); k<<<n / 64, 64>>>(p); }", without + "; unclear"},
		{"static", plain, "void f(int n) { static P p(n, 2); k<<<n / 64, 64>>>(p); }", without},
		{"exchanged with another", plain, "void f(int n) { P p(n, 2), o(1, 1); std::swap(p, o); k<<<n / 64, 64>>>(p); }", without},
		{"launches that disagree", plain, "void f(int n) { k<<<n / 64, 64>>>(P(n, n)); k<<<n / 64, 64>>>(P(2 * n, n + 1)); }", without},
		{"two objects", plain, "void f(int n, int c) { k<<<n / 64, 64>>>(c ? P(n, 2) : P(2, n)); }", without},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, []string{c.want}, relationsOf(c.class+"\n__global__ void k(P p) { }\n"+c.text))
		})
	}
}
