package host_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/host"
	"gv2/frontend/source"
)

// TestPointersThatMayOverlap: launches of void k(float *a, const float *b, int n) that pass pointers which no text shows to be of
// one array, and the ones of which the text of the host code shows that they are not.
func TestPointersThatMayOverlap(t *testing.T) {
	for _, c := range []overlapping{
		{"decltype(auto) of a name in parentheses", "", "decltype(auto) v = (y); v = x; k<<<1, 64>>>(x, y, n);", true},
		{"decltype(auto) of a name", "", "decltype(auto) v = y; v = x; k<<<1, 64>>>(x, y, n);", false},
		{"decltype of a name in parentheses", "", "decltype((y)) v = y; v = x; k<<<1, 64>>>(x, y, n);", true},
		{"a name of a type of references", "using R = float *&;", "R v = y; v = x; k<<<1, 64>>>(x, y, n);", true},
		{"a name of a name of a type of references", "typedef float *P; typedef P &R; using Q = R; void set(Q v, float *z) { v = z; }", "set(y, x); k<<<1, 64>>>(x, y, n);", true},
		{"a name of a type of pointers", "typedef float *P; using Q = P; void set(Q v, float *z) { v = z; }", "set(y, x); k<<<1, 64>>>(x, y, n);", false},
		{"a reference in an object", "struct S { float *&r; };", "S s{y}; s.r = x; k<<<1, 64>>>(x, y, n);", true},
		{"a reference with parentheses", "", "float *&r(y); r = x; k<<<1, 64>>>(x, y, n);", true},
		{"a reference with braces", "", "float *&r{y}; r = x; k<<<1, 64>>>(x, y, n);", true},
		{"lambdas in a vector, called after a change", "", "std::vector<std::function<void()>> v; v.push_back([&] { k<<<1, 64>>>(x, y, n); }); y = x; for (auto &f : v) f();", true},
		{"lambdas in a vector, called without a change", "", "std::vector<std::function<void()>> v; v.push_back([&] { k<<<1, 64>>>(x, y, n); }); for (auto &f : v) f();", false},
		{"a lambda given to an unseen object before a change", "", "Pool pool; pool.add([&] { k<<<1, 64>>>(x, y, n); }); y = x; pool.wait();", true},
		{"a lambda in a map that changes a pointer", "", "std::map<int, std::function<void()>> v; v[2] = [&] { y = x; }; y = new float[n]; v[2](); k<<<1, 64>>>(x, y, n);", true},
		{"a lambda in a member", "struct Q { std::function<void()> f; void run() { f(); } };", "Q q; q.f = [&] { k<<<1, 64>>>(x, y, n); }; y = x; q.run();", true},
		{"a lambda at file level", "std::function<void()> g; void go() { g(); }", "g = [&] { k<<<1, 64>>>(x, y, n); }; y = x; go();", true},
		{"lambdas in an array", "", "std::function<void()> v[2] = {[&] { y = y + 1; }, [&] { y = x; }}; v[n](); k<<<1, 64>>>(x, y, n);", true},
		{"a lambda outside of functions", "float *gp, *gq; auto g = [] { gp = gq; };", "gp = x; gq = y; g(); k<<<1, 64>>>(gp, gq, n);", true},
		{"a lambda outside of functions, elsewhere", "float *gp, *gq; auto g = [](int n) { if (n) gp = gq; }; void set(float *x, float *y) { gp = x; gq = y; g(3); }", "k<<<1, 64>>>(gp, gq, n);", true},
		{"a lambda that is called by another function", "float *gp, *gq; std::function<void()> g; void both(float *x) { gp = gq = x; } void go() { g(); }", "gp = x; gq = y; g = [] { k<<<1, 64>>>(gp, gq, 3); };", true},
		{"what is thrown before the end of a try", "", "float *q = y; try { q = x; throw 1; } catch (...) { } k<<<1, 64>>>(x, q, n);", true},
		{"what may be thrown in a try", "", "float *q = y; try { q = x; may(n); q = y; } catch (...) { k<<<1, 64>>>(x, q, n); }", true},
		{"what is thrown by a function in a try", "void set(float *&q, float *x) { q = x; throw 1; }", "float *q = y; try { set(q, x); } catch (...) { k<<<1, 64>>>(x, q, n); }", true},
		{"what is thrown in a handler", "", "float *q = y; try { try { throw 1; } catch (...) { q = x; throw; } } catch (...) { k<<<1, 64>>>(x, q, n); }", true},
		{"what a try leaves as it is", "", "float *q = y; try { may(n); } catch (...) { k<<<1, 64>>>(x, q, n); }", false},
		{"what a static variable keeps from another call", "void go(float *x, float *y, int n) { static float *s = x; k<<<1, 64>>>(s, y, n); s = x; }", "go(x, y, n); go(y, x, n);", true},
		{"what a static variable keeps of a function", "float *last(float *x) { static float *s = x; float *t = s; s = x; return t; } void go(float *x, float *y, int n) { k<<<1, 64>>>(last(x), y, n); }", "go(x, y, n); go(y, x, n);", true},
		{"an allocation that a static variable keeps", "", "static float *s = nullptr; if (!s) cudaMalloc(&s, n); k<<<1, 64>>>(s, y, n);", false},
		{"a list for an object, of one array further out", "struct A { float *p, *q; }; void go(A a, int n) { k<<<1, 64>>>(a.p, a.q, n); } void start(float *x, float *y, int n) { go({y, x}, n); }", "start(x, x + 1, n);", true},
		{"a list for an object, of two arrays further out", "struct A { float *p, *q; }; void go(A a, int n) { k<<<1, 64>>>(a.p, a.q, n); } void start(float *x, float *y, int n) { go({y, x}, n); }", "start(x, y, n);", false},
		{"macros that are not seen, without semicolons", "", "float *p, *q;\nCHECK(cudaMalloc((void **)&p, n))\nCHECK(cudaMalloc((void **)&q, n))\nfloat *r = p;\nCHECK_LAUNCH\nconst int m = 3;\nk<<<1, 64>>>(q, r, m);", false},
		{"macros that are not seen, before an assignment", "", "float *p, *q;\nCHECK(cudaMalloc((void **)&p, n))\nq = p;\nCHECK_LAUNCH\np = q + 1;\nk<<<1, 64>>>(q, p, n);", true},
		{"a value of any type", "", "std::any o = x; k<<<1, 64>>>(x, std::any_cast<float *>(o), n);", true},
		{"one of several types", "", "std::variant<float *, int> o = x; k<<<1, 64>>>(x, std::get<0>(o), n);", true},
		{"the bits of a pointer as a number", "", "long l = *(long *)&x; float *p = *(float **)&l; k<<<1, 64>>>(x, p, n);", true},
		{"a number made of a pointer that is counted up", "", "uintptr_t u = (uintptr_t)x; u += 64; float *q = (float *)u; k<<<1, 64>>>(x, q, n);", true},
		{"a number made of one of two pointers", "", "uintptr_t u = (uintptr_t)x ^ (uintptr_t)y; k<<<1, 64>>>(x, (float *)(u ^ (uintptr_t)y), n);", true},
		{"a number made of a pointer that is multiplied", "", "uintptr_t u = (uintptr_t)x / 4; k<<<1, 64>>>(x, (float *)(u * 4), n);", true},
		{"an array of numbers made of pointers", "", "long u[2] = {(long)x, (long)y}; k<<<1, 64>>>(x, (float *)u[0], n);", true},
		{"a number made of another pointer", "", "uintptr_t u = (uintptr_t)y; u += 64; k<<<1, 64>>>(x, (float *)u, n);", false},
		{"the value of a member by another one", "struct A { float *p; float *q = p + 1; A(float *z) : p(z) {} };", "A a(x); k<<<1, 64>>>(a.p, a.q, n);", true},
		{"a default argument", "float *gp; void go(float *p, float *q = gp) { k<<<1, 64>>>(p, q, 3); }", "gp = x; go(x);", true},
		{"a default argument of another array", "float *gp; void go(float *p, float *q = gp) { k<<<1, 64>>>(p, q, 3); }", "gp = y; go(x);", false},
		{"a destructor", "struct G { float *&r; float *v; ~G() { r = v; } };", "{ G g{y, x}; } k<<<1, 64>>>(x, y, n);", true},
		{"a destructor of a temporary object", "struct G { float *&r; float *v; G(float *&a, float *b) : r(a), v(b) {} ~G() { r = v; } };", "G(y, x); k<<<1, 64>>>(x, y, n);", true},
		{"a destructor that frees", "struct G { float *p; int n; G(int m) : n(m) { cudaMalloc(&p, m); } ~G() { cudaFree(p); p = nullptr; n = 0; int k = n; } };", "G g(n), h(n); k<<<1, 64>>>(g.p, h.p, n);", false},
		{"the member behind another one", "struct S { float *p, *q; };", "S s{x, y}; float **f = &s.p; f[1] = x; k<<<1, 64>>>(s.p, s.q, n);", true},
		{"the member behind the object's address", "struct S { float *p, *q; };", "S s{x, y}; float **f = (float **)&s; f[1] = x; k<<<1, 64>>>(s.p, s.q, n);", true},
		{"a pointer to a function that takes a reference", "void set(float *&p, float *q) { p = q; }", "void (*f)(float *&, float *) = set; f(y, x); k<<<1, 64>>>(x, y, n);", true},
		{"a pointer at file level to another one", "float *gp, *gq; float **gg = &gq; void set() { *gg = gp; }", "gp = x; gq = y; set(); k<<<1, 64>>>(gp, gq, n);", true},
		{"addresses in a list", "", "for (float **p : {&x, &y}) *p = x; k<<<1, 64>>>(x, y, n);", true},
		{"memory that grows", "", "float *p = (float *)malloc(n); float *q = (float *)realloc(p, 2 * n); k<<<1, 64>>>(p, q, n);", true},
		{"a union without a name", "struct S { union { float *p; void *v; }; };", "S s; s.p = x; k<<<1, 64>>>(x, (float *)s.v, n);", true},
		{"an element that is erased", "", "std::vector<float *> v{x, y, x}; v.erase(v.begin()); k<<<1, 64>>>(v[1], x, n);", true},
		{"elements that are reversed", "", "std::vector<float *> v{x, y}; std::reverse(v.begin(), v.end()); k<<<1, 64>>>(v[0], y, n);", true},
		{"elements of two arrays that are reversed", "", "std::vector<float *> v{x, y}; std::reverse(v.begin(), v.end()); k<<<1, 64>>>(v[0], v[1], n);", false},
		{"a member by default of what may be another object", "struct T { float *a; float *b = a; }; void start(float *x, float *y, int n) { decltype(y) v = y; k<<<1, 64>>>(x, T{v}.b, n); }", "start(x, x, n);", true},
		{"a member by default of something of an unknown type", "struct T { float *a; float *b = a; }; void start(float *x, Some y, int n) { k<<<1, 64>>>(x, T{y}.b, n); }", "start(x, x, n);", true},
		{"a lambda at file level that takes references", "auto set = [](float *&p, float *q) { p = q; };", "float *a, *b; cudaMalloc(&a, n); cudaMalloc(&b, n); set(b, a); k<<<1, 64>>>(a, b, n);", true},
		{"a function object that is made for its call", "struct F { void operator()(float *&p, float *q) { p = q; } };", "float *a, *b; cudaMalloc(&a, n); cudaMalloc(&b, n); F{}(b, a); k<<<1, 64>>>(a, b, n);", true},
		{"a lambda of the name of a library's function", "", "float *a, *b; cudaMalloc(&a, n); cudaMalloc(&b, n); auto free = [](float *&p, float *q) { p = q; }; free(b, a); k<<<1, 64>>>(a, b, n);", true},
		{"a function object of the name of a library's function", "struct F { void operator()(float *&p, float *q) { p = q; } };", "float *a, *b; cudaMalloc(&a, n); cudaMalloc(&b, n); F free; free(b, a); k<<<1, 64>>>(a, b, n);", true},
		{"the variable of a handler", "", "float *a, *b; cudaMalloc(&a, n); cudaMalloc(&b, n); try { throw a; } catch (float *b) { k<<<1, 64>>>(a, b, n); }", true},
		{"a reference with brackets", "", "float *a, *b; cudaMalloc(&a, n); cudaMalloc(&b, n); float *(&r) = b; r = a; k<<<1, 64>>>(a, b, n);", true},
		{"a capture with braces", "", "float *a, *b; cudaMalloc(&a, n); cudaMalloc(&b, n); auto f = [n, b{a}, &a] { k<<<1, 64>>>(a, b, n); }; f();", true},
		{"a method of a class within a function", "", "float *a, *b; cudaMalloc(&a, n); cudaMalloc(&b, n); struct G { float *a, *b; void go(int n) { k<<<1, 64>>>(a, b, n); } }; G g{x, x}; g.go(n);", true},
		{"an operator new of the file", "void *operator new[](size_t n) { return pool(); }", "float *a = new float[n], *b = new float[n]; k<<<1, 64>>>(a, b, n);", true},
		{"an allocator of the file", "template <class T> int cudaMalloc(T **p, int n) { static T *s; *p = s; return 0; }", "float *a, *b; cudaMalloc(&a, n); cudaMalloc(&b, n); k<<<1, 64>>>(a, b, n);", true},
		{"a function that may give what it gave before", "float *g; float *get(int n) { if (!g) cudaMalloc(&g, n); return g; }", "float *a = get(n), *b = get(n); k<<<1, 64>>>(a, b, n);", true},
		{"two functions of a name, one of which hands on", "float *get(int n) { float *p; cudaMalloc(&p, n); return p; } float *get(float *p) { return p; }", "float *a = get(n), *b = get(a); k<<<1, 64>>>(a, b, n);", true},
		{"an operator that takes a reference", "struct V { float *p; bool operator==(float *&q) { q = p; return true; } };", "float *a, *b; cudaMalloc(&a, n); cudaMalloc(&b, n); V v{a}; if (v == b) n = 3; k<<<1, 64>>>(a, b, n);", true},
		{"a method that takes a reference", "struct R { void set(float *&p, float *q) { p = q; } };", "float *a, *b; cudaMalloc(&a, n); cudaMalloc(&b, n); R r; r.set(b, a); k<<<1, 64>>>(a, b, n);", true},
		{"what is declared in a condition", "", "float *a, *b; cudaMalloc(&a, n); cudaMalloc(&b, n); if (float *b = a) k<<<1, 64>>>(a, b, n);", true},
		{"allocations that are only used", "", "float *a, *b; cudaMalloc(&a, n); cudaMalloc(&b, n); cudaMemset(a, 0, n); if (!b || a == b) return; float *c = a; c[0] = *b; k<<<1, 64>>>(a, b, n);", false},
		{"a reference object of a variable at file level", "float *gp;", "gp = x; k<<<1, 64>>>(std::ref(gp).get(), gp + 1, n);", true},
		{"one of two, beside one of them", "", "k<<<1, 64>>>(x, n ? x + 1 : y, n);", true},
		{"one of two others", "", "float *z = new float[n]; k<<<1, 64>>>(z, n ? x + 1 : y, n);", false},
		{"packed", "template <class... T> void run(T... a) { k<<<1, 64>>>(a...); }", "run(x, x + 1, n);", true},
		{"packed behind another", "template <class... T> void run(float *q, T... a) { k<<<1, 64>>>(q, a...); }", "run(x, x + 1, n);", true},
		{"packed, of two", "template <class... T> void run(T... a) { k<<<1, 64>>>(a...); }", "run(x, y, n);", false},
		{"packed, by its address", "template <class... T> void run(T... a) { k<<<1, 64>>>(a...); }", "auto f = &run<float *, float *, int>; f(x, x + 1, n);", true},
		{"decided by one condition", "", "float *s = n > 3 ? x : y, *d = n > 3 ? y : x; k<<<1, 64>>>(s, d, n);", false},
		{"decided by a condition that changes", "", "float *s = n > 3 ? x : y; n--; float *d = n > 3 ? y : x; k<<<1, 64>>>(s, d, n);", true},
		{"an integer first", "", "k<<<1, 64>>>(x, n + x, n);", true},
		{"set in a branch", "", "float *q = y; if (n) q = x + 1; k<<<1, 64>>>(x, q, n);", true},
		{"set in a branch that returns", "", "float *q = y; if (n) { q = x + 1; return; } k<<<1, 64>>>(x, q, n);", false},
		{"set in another case", "", "float *q = y; switch (n) { case 1: q = x; break; case 2: k<<<1, 64>>>(x, q, n); }", false},
		{"a loop in another case", "", "float *q = y; switch (n) { case 1: for (;;) { q = x; break; } break; case 2: while (n--) { k<<<1, 64>>>(x, q, n); if (n == 7) continue; } }", false},
		{"a loop fallen into", "", "float *q = y; switch (n) { case 1: for (;;) { q = x; break; } case 2: do { k<<<1, 64>>>(x, q, n); } while (n--); }", true},
		{"a switch in a loop", "", "float *q = y; while (n--) { switch (n) { case 1: q = x + 1; continue; case 2: break; } k<<<1, 64>>>(x, q, n); }", true},
		{"fallen into", "", "float *q = y; switch (n) { case 1: q = x; case 2: k<<<1, 64>>>(x, q, n); }", true},
		{"by goto", "", "float *q = y; goto set; go: k<<<1, 64>>>(x, q, n); return; set: q = x; goto go;", true},
		{"set back", "", "float *q = x; q = y; k<<<1, 64>>>(x, q, n);", false},
		{"buffers that are swapped", "", "float *s = x, *d = y; for (int i = 0; i < n; i++) { k<<<1, 64>>>(d, s, n); std::swap(s, d); }", false},
		{"swapped by hand", "", "float *s = x, *d = y; while (n--) { k<<<1, 64>>>(d, s, n); float *t = s; s = d; d = t; }", false},
		{"swapped by half", "", "float *s = x, *d = y; while (n--) { k<<<1, 64>>>(d, s, n); s = d; }", true},
		{"what is swapped beside what it was", "", "float *s = x, *d = y; while (n--) { k<<<1, 64>>>(x, s, n); std::swap(s, d); }", true},
		{"an array", "", "float *q[2] = {x, x + 1}; k<<<1, 64>>>(q[0], q[1], n);", true},
		{"an array of two", "", "float *q[2] = {x, y}; k<<<1, 64>>>(q[0], q[1], n);", false},
		{"any element of an array", "", "float *q[2] = {x, x + 1}; k<<<1, 64>>>(q[n], q[1 - n], n);", true},
		{"any element of an array of two", "", "float *q[2] = {x, y}; k<<<1, 64>>>(q[n], q[1 - n], n);", false},
		{"any element of an array beside one of two", "", "float *q[2] = {x, y}; k<<<1, 64>>>(q[n], x, n);", true},
		{"an array that a loop fills", "", "float *q[2]; for (int i = 0; i < 2; i++) cudaMalloc(&q[i], n); k<<<1, 64>>>(q[n], q[1 - n], n);", false},
		{"a vector", "", "std::vector<float *> q; q.push_back(x); q.push_back(x + 1); k<<<1, 64>>>(q[0], q[1], n);", true},
		{"a vector of two", "", "std::vector<float *> q{x, y}; k<<<1, 64>>>(q[0], q[1], n);", false},
		{"a list", "struct A { float *p, *q; };", "A a{x, x + 1}; k<<<1, 64>>>(a.p, a.q, n);", true},
		{"a list of two", "struct A { float *p, *q; };", "A a{x, y}; k<<<1, 64>>>(a.p, a.q, n);", false},
		{"a list with names", "struct A { float *p, *q; };", "A a{.p = x, .q = x + 1}; k<<<1, 64>>>(a.p, a.q, n);", true},
		{"an object that is returned", "struct A { float *p, *q; }; A make(float *z) { A a; a.p = z; a.q = z + 1; return a; }", "A a = make(x); k<<<1, 64>>>(a.p, a.q, n);", true},
		{"an object by new", "struct A { float *p, *q; };", "A *a = new A; a->p = x; a->q = x + 1; k<<<1, 64>>>(a->p, a->q, n);", true},
		{"an object that is copied", "struct A { float *p, *q; };", "A a; a.p = x; A b = a; b.p++; k<<<1, 64>>>(x, b.p, n);", true},
		{"an object in an object", "struct A { struct { float *p; } in; };", "A a; a.in.p = x; a.in.p++; k<<<1, 64>>>(x, a.in.p, n);", true},
		{"through a pointer to the pointer", "", "float *q = x, **r = &q; ++*r; k<<<1, 64>>>(x, q, n);", true},
		{"a binding as the first member", "struct A { float *p, *q; }; union U { float *p; long l; };", "auto [u, v] = A{x, y}; k<<<1, 64>>>(y, U{v}.p, n);", true},
		{"a binding as the first member of the first member", "struct A { float *p, *q; }; struct B { A a; int n; };", "auto [u, v] = A{x, y}; k<<<1, 64>>>(y, B{v}.a.p, n);", true},
		{"a binding as the first member of a base", "struct A { float *p, *q; }; struct B : A { int n; };", "auto [u, v] = A{x, y}; k<<<1, 64>>>(y, B{v}.p, n);", true},
		{"a binding for one of two constructors", "struct A { float *p, *q; }; struct B { float *p; B(float *z) : p(z) {} B(int) : p(nullptr) {} };", "auto [u, v] = A{x, y}; k<<<1, 64>>>(y, B(v).p, n);", true},
		{"a constructor", "struct A { float *p; A(float *z) : p(z + 1) {} };", "A a(x); k<<<1, 64>>>(x, a.p, n);", true},
		{"a constructor of another", "struct A { float *p; A(float *z) : p(z + 1) {} };", "A a(y); k<<<1, 64>>>(x, a.p, n);", false},
		{"a constructor with a body", "struct A { float *p, *q; A(float *z) { p = z; q = p + 1; } };", "A a(x); k<<<1, 64>>>(a.q, a.p, n);", true},
		{"a base", "struct B { float *p; B(float *z) : p(z) {} }; struct A : B { A(float *z) : B(z + 1) {} };", "A a(x); k<<<1, 64>>>(x, a.p, n);", true},
		{"a method that moves", "struct A { float *p; void set(float *z) { p = z; } };", "A a; a.set(x); k<<<1, 64>>>(x, a.p, n);", true},
		{"a method that gives", "struct A { float *p; float *at(int i) { return p + i; } };", "A a{x}; k<<<1, 64>>>(a.at(0), a.at(1), n);", true},
		{"methods of two objects", "struct A { float *p; float *at(int i) { return p + i; } };", "A a{x}, b{y}; k<<<1, 64>>>(a.at(0), b.at(1), n);", false},
		{"a function that takes a reference", "void set(float *&q, float *z) { q = z + 1; }", "float *q; set(q, x); k<<<1, 64>>>(x, q, n);", true},
		{"a function that allocates", "float *get(int n) { float *q; cudaMalloc(&q, n); return q; }", "float *p = get(n), *q = get(n); k<<<1, 64>>>(p, q, n);", false},
		{"a function that hands on", "float *skip(float *q) { return q + 4; }", "k<<<1, 64>>>(x, skip(x), n);", true},
		{"what a function is called with", "void go(float *p, float *q, int n) { q++; k<<<1, 64>>>(p, q, n); }", "go(x, x, n);", true},
		{"what a method is called on", "struct A { float *p; A(float *z) : p(z + 1) {} void go(float *z, int n) { k<<<1, 64>>>(z, p, n); } };", "A a(x); a.go(x, n);", true},
		{"what a method of another is called on", "struct A { float *p; A(float *z) : p(z + 1) {} void go(float *z, int n) { k<<<1, 64>>>(z, p, n); } };", "A a(y); a.go(x, n);", false},
		{"a lambda", "", "float *q = y; auto f = [&] { q = x; }; f(); k<<<1, 64>>>(x, q, n);", true},
		{"std::exchange", "", "float *q = y; float *r = std::exchange(q, x); k<<<1, 64>>>(x, q, n);", true},
		{"std::tie", "", "float *q = y; std::tie(q, n) = std::make_tuple(x + 1, n); k<<<1, 64>>>(x, q, n);", true},
		{"a range of two", "", "float *q[] = {x, x + 1}; for (float *p : q) k<<<1, 64>>>(x, p, n);", true},
		{"a range of others", "", "float *z; cudaMalloc(&z, n); float *q[] = {x, y}; for (float *p : q) k<<<1, 64>>>(z, p, n);", false},
		{"what a lambda gives", "", "auto f = [=] { return x + 1; }; k<<<1, 64>>>(x, f(), n);", true},
		{"what a lambda makes of what it is given", "", "auto f = [](float *z) { return z + 1; }; k<<<1, 64>>>(x, f(x), n);", true},
		{"what a lambda makes of another", "", "auto f = [](float *z) { return z + 1; }; k<<<1, 64>>>(x, f(y), n);", false},
		{"members that a constructor in its class makes of one", "struct W { float *p, *q; W(float *z) : p(z), q(z + 1) {} };", "W w(x); k<<<1, 64>>>(w.p, w.q, n);", true},
		{"members that a constructor in its class makes of two", "struct W { float *p, *q; W(float *z, float *u) : p(z), q(u) {} };", "W w(x, y); k<<<1, 64>>>(w.p, w.q, n);", false},
		{"what a lambda of another gives", "", "auto f = [=] { return y + 1; }; k<<<1, 64>>>(x, f(), n);", false},
		{"bindings", "struct A { float *p, *q; };", "auto [p, q] = A{x, x + 1}; k<<<1, 64>>>(p, q, n);", true},
		{"bindings of two", "struct A { float *p, *q; };", "auto [p, q] = A{x, y}; k<<<1, 64>>>(p, q, n);", false},
		{"a pair", "", "std::pair<float *, float *> q(x, x + 1); k<<<1, 64>>>(q.first, q.second, n);", true},
		{"a tuple", "", "auto q = std::make_tuple(x, x + 1); k<<<1, 64>>>(std::get<0>(q), std::get<1>(q), n);", true},
		{"a pointer that is copied as bytes", "", "float *q; memcpy(&q, &x, sizeof q); k<<<1, 64>>>(x, q, n);", true},
		{"one address on the device", "__device__ float m[64];", "float *p, *q; cudaGetSymbolAddress((void **)&p, m); cudaGetSymbolAddress((void **)&q, m); k<<<1, 64>>>(p, q + 1, n);", true},
		{"memory of the host on the device", "", "float *q; cudaHostGetDevicePointer(&q, x, 0); k<<<1, 64>>>(x, q, n);", true},
		{"an element of a vector", "", "std::vector<float> v(n); k<<<1, 64>>>(v.data(), &v[1], n);", true},
		{"another name of a vector", "", "std::vector<float> v(n); auto &w = v; k<<<1, 64>>>(v.data(), w.data() + 1, n);", true},
		{"a copy of a vector", "", "std::vector<float> v(n); std::vector<float> w = v; k<<<1, 64>>>(v.data(), w.data() + 1, n);", false},
		{"a function that is not seen", "", "k<<<1, 64>>>(x, align(x, 16), n);", true},
		{"two that are made in one place", "", "k<<<1, 64>>>(slice(w, 1), slice(w, 2), n);", false},
		{"file-level variables", "float *g, *h;", "g = x; h = g + n; k<<<1, 64>>>(g, h, n);", true},
		{"file-level variables of two", "float *g, *h;", "g = x; h = y; k<<<1, 64>>>(g, h, n);", false},
		{"a default initialiser of a member", "struct A { float *p, *q = p; };", "A a{x}; k<<<1, 64>>>(a.p, a.q, n);", true},
		{"an array that a function gets", "void go(float **q, int n) { k<<<1, 64>>>(q[0], q[1], n); }", "float *q[2] = {x, x + 1}; go(q, n);", true},
		{"an array of two that a function gets", "void go(float **q, int n) { k<<<1, 64>>>(q[0], q[1], n); }", "float *q[2] = {x, y}; go(q, n);", false},
		{"an array that a loop fills from one", "", "float *q[4]; for (int i = 0; i < 4; i++) q[i] = x + i; k<<<1, 64>>>(q[0], q[3], n);", true},
		{"an array that a loop fills anew", "", "float *q[4]; for (int i = 0; i < 4; i++) { float *p; cudaMalloc(&p, n); q[i] = p; } k<<<1, 64>>>(q[0], q[3], n);", false},
		{"elements of which the indices may be one", "", "float *q[2] = {x, y}; int i = n, j = next(); k<<<1, 64>>>(q[i], q[j], n);", true},
		{"elements by turns", "", "float *q[2] = {x, y}; for (int i = 0; i < n; i++) k<<<1, 64>>>(q[i % 2], q[(i + 1) % 2], n);", false},
		{"elements of which the indices are swapped", "", "float *q[2] = {x, y}; int s = 0, d = 1; while (n--) { k<<<1, 64>>>(q[d], q[s], n); int t = s; s = d; d = t; }", false},
		{"elements of which one index is set to the other", "", "float *q[2] = {x, y}; int s = 0, d = 1; while (n--) { k<<<1, 64>>>(q[d], q[s], n); s = d; }", true},
		{"an element behind the first", "", "float *q[2] = {x, y}, **e = q + 1; k<<<1, 64>>>(*e, y, n);", true},
		{"the other element", "", "float *q[2] = {x, y}, **e = q; k<<<1, 64>>>(*e, y, n);", false},
		{"a pointer to elements that moves", "", "float *q[2] = {x, y}, **e = q; ++e; k<<<1, 64>>>(*e, y, n);", true},
		{"the index first", "", "float *q[2] = {x, y}; k<<<1, 64>>>(1[q], y, n);", true},
		{"a launch in a lambda", "", "auto f = [&](float *p) { k<<<1, 64>>>(x, p, n); }; f(x + 1);", true},
		{"a launch in a lambda with another", "", "auto f = [&](float *p) { k<<<1, 64>>>(x, p, n); }; f(y);", false},
		{"a launch in a lambda that a function calls", "template <class F> void call(F f, float *p) { f(p); }", "call([&](float *p) { k<<<1, 64>>>(x, p, n); }, x);", true},
		{"bindings of a pair", "", "auto [p, q] = std::make_pair(x, x + 1); k<<<1, 64>>>(p, q, n);", true},
		{"bindings of what a function gives", "struct A { float *p, *q; }; A make(float *z) { return {z, z + 1}; }", "auto [p, q] = make(x); k<<<1, 64>>>(p, q, n);", true},
		{"a vector of one pointer", "", "std::vector<float *> v(2, x); k<<<1, 64>>>(v[0], v[1], n);", true},
		{"the first of a vector", "", "std::vector<float *> v{x, y}; k<<<1, 64>>>(v.front(), x, n);", true},
		{"an element by at", "", "std::vector<float *> v{x, y}; k<<<1, 64>>>(v.at(1), y, n);", true},
		{"a map", "", "std::map<int, float *> v; v.emplace(7, x); k<<<1, 64>>>(v[7], x, n);", true},
		{"an optional", "", "std::optional<float *> v = x; k<<<1, 64>>>(*v, x, n);", true},
		{"elements that a reference writes", "struct A { float *p, *q; };", "A a[2]; for (auto &e : a) { e.p = x; e.q = x; } k<<<1, 64>>>(a[1].p, a[1].q, n);", true},
		{"an object that is copied as bytes", "struct A { float *p, *q; };", "A a, b; b.p = x; b.q = x; memcpy(&a, &b, sizeof a); k<<<1, 64>>>(a.p, a.q, n);", true},
		{"a union", "union U { float *p; long l; };", "U u; u.l = (long)x; k<<<1, 64>>>(u.p, x, n);", true},
		{"an operator for elements", "struct A { float *p; float &operator[](int i) { return p[i]; } };", "A a{x}; k<<<1, 64>>>(&a[1], x, n);", true},
		{"an operator for what a pointer leads to", "struct A { float *p; float *operator*() { return p; } };", "A a{x}; k<<<1, 64>>>(*a, x, n);", true},
		{"a condition that a reference changes", "", "int c = 1, &r = c; float *p = c ? x : y; r = 0; float *q = c ? y : x; k<<<1, 64>>>(p, q, n);", true},
		{"a condition that a call changes", "bool c; void turn() { c = !c; }", "float *q = y; if (c) q = x; turn(); if (!c) k<<<1, 64>>>(q, x, n);", true},
		{"a static variable", "float *work() { static float *w; if (!w) cudaMalloc(&w, 64); return w; }", "k<<<1, 64>>>(work(), work(), n);", true},
		{"arguments of which one changes another", "", "float *q[2] = {x, y}; int i = 0; k<<<1, 64>>>(q[i++], q[i], n);", true},
		{"in a loop in a switch", "", "switch (n) { case 1: for (int i = 0; i < n; i++) { if (i > 2) continue; k<<<1, 64>>>(x, y, n); } }", false},
		{"in a loop", "", "float *q = y; for (int i = 0; i < n; i++) { k<<<1, 64>>>(x, q, n); q = x + i; }", true},
		{"what the library's function of a name gives, not the file's", "int next() { return 1; }", "k<<<1, 64>>>(std::next(x), std::next(x), n);", true},
		{"the least of a list", "", "k<<<1, 64>>>(std::min({y, x}), x, n);", true},
		{"what a reference wrapper has", "struct Own { float *p; float *get() { return p; } };", "k<<<1, 64>>>(std::ref(y).get(), y, n);", true},
		{"a member of a union that a class has, too", "struct Own { float *p; }; union U { float *p; long l; };", "k<<<1, 64>>>(U{x}.p, x, n);", true},
		{"a class template with a partial specialisation", "template <class T> struct Box { T v; Box(T x) : v(x) {} }; template <class T> struct Box<T *> { T *v; Box(T *x) : v(x + 1) {} };", "k<<<1, 64>>>(std::min({y, x}), Box{x}.v, n);", true},
		{"references in a pack", "float *at(float *p, int n) { return p + n; } template <class F, class... A> auto call(F f, A &&...a) { return f(std::forward<A>(a)...); }", "k<<<1, 64>>>(x, call(at, x, 1), n);", true},
		{"the last of a pack", "template <class T> T last(T x) { return x; } template <class T, class... A> auto last(T x, A... a) { return last(a...); }", "k<<<1, 64>>>(last(x, y), y, n);", true},
		{"a constructor that converts", "struct Made { float *a; Made(float *x) : a(x) {} };", "Made v = x; k<<<1, 64>>>(v.a, x, n);", true},
		{"a constructor that converts what a template gives", "struct Made { float *a; Made(float *x) : a(x) {} }; template <class T> T same(T x) { return x; }", "Made v = same(x); k<<<1, 64>>>(x, v.a, n);", true},
		{"a constructor that converts another", "struct Made { float *a; Made(float *x) : a(x) {} };", "Made v = x; k<<<1, 64>>>(v.a, y, n);", false},
		{"a method of a derived class", "struct B { float *p; B(float *x) : p(x) {} virtual float *at() { return p; } }; struct D : B { float *q; D(float *x, float *y) : B(x), q(y) {} float *at() override { return q; } };", "B *v = new D(y, x); k<<<1, 64>>>(v->at(), x, n);", true},
		{"a method of an object that is of no derived class", "struct B { float *p; B(float *x) : p(x) {} virtual float *at() { return p; } }; struct D : B { float *q; D(float *x, float *y) : B(x), q(y) {} float *at() override { return q; } };", "D v(y, x); B w = y; k<<<1, 64>>>(w.at(), x, n);", false},
		{"arguments that are not read", "struct B { float *p; float *at() { return p; } }; struct D : B { };", "D *v = new D; v->p = x; k<<<1, 64>>>(v->B::at(), x, n);", true},
		{"what a lambda refers to", "", "auto f = [&]() -> float *& { return x; }; f() = y; k<<<1, 64>>>(x, y, n);", true},
		{"a pointer to a function that swaps", "void turn(float **p, float **q) { float *t = *p; *p = *q; *q = t; }", "float *v = x; void (*f)(float **, float **) = turn; f(&y, &v); k<<<1, 64>>>(x, y, n);", true},
		{"a function that is not seen gets two addresses", "", "float *v = x; turn(&y, &v); k<<<1, 64>>>(x, y, n);", true},
		{"a function that is not seen makes two", "", "allocate(&x, &y); k<<<1, 64>>>(x, y, n);", false},
		{"called by a pointer", "void go(float *p, float *q, int n) { k<<<1, 64>>>(p, q, n); }", "auto f = &go; f(x, x, n);", true},
		{"called by a pointer, with memory of its own", "void go(float *p, int n) { float *q; cudaMalloc(&q, n); k<<<1, 64>>>(p, q, n); }", "auto f = &go; f(x, n);", false},
		{"called by a pointer that a function gives", "void go(float *p, float *q, int n) { k<<<1, 64>>>(p, q, n); } typedef void (*fun)(float *, float *, int); fun find(int n) { if (n) return go; return 0; }", "fun f = find(3); f(x, x, n);", true},
		{"called by a pointer that a function gives, with two", "void go(float *p, float *q, int n) { k<<<1, 64>>>(p, q, n); } typedef void (*fun)(float *, float *, int); fun find(int n) { if (n) return go; return 0; }", "fun f = find(3); f(x, y, n);", false},
		{"called by a member", "void go(float *p, float *q, int n) { k<<<1, 64>>>(p, q, n); } struct T { void (*f)(float *, float *, int); };", "T t; t.f = go; t.f(x, x, n);", true},
		{"called by what is called with it", "void go(float *p, float *q, int n) { k<<<1, 64>>>(p, q, n); } template <class F> void call(F f, float *p, float *q) { f(p, q, 3); }", "call(go, x, x + 1);", true},
		{"called by itself with others", "void go(float *p, float *q, float *r, int n) { k<<<1, 64>>>(p, q, n); if (n) go(q, r, p, n - 1); }", "go(x, y, x, n);", true},
		{"called by itself", "void go(float *p, float *q, int n) { k<<<1, 64>>>(p, q, n); if (n) go(q, p, n - 1); }", "go(x, y, n);", false},
		{"called in a table", "void go(float *p, float *q, int n) { k<<<1, 64>>>(p, q, n); } void (*table[])(float *, float *, int) = {go};", "table[0](x, x, n);", true},
		{"a constructor that launches", "struct R { R(float *p, float *q, int n) { k<<<1, 64>>>(p, q, n); } };", "R r(x, x, n);", true},
		{"a constructor that launches with two", "struct R { R(float *p, float *q, int n) { k<<<1, 64>>>(p, q, n); } };", "R r(x, y, n);", false},
		{"a function object", "struct R { void operator()(float *p, float *q, int n) { k<<<1, 64>>>(p, q, n); } };", "R r; r(x, x, n);", true},
		{"a function object of two", "struct R { void operator()(float *p, float *q, int n) { k<<<1, 64>>>(p, q, n); } };", "R()(x, y, n);", false},
		{"a method out of its class", "struct S { float *z; S(float *a) : z(a) {} void go(float *p, int n); }; void S::go(float *p, int n) { k<<<1, 64>>>(p, z, n); }", "S u(x); u.go(x, n);", true},
		{"a variable of the name of a function", "void go(float *p, float *q, int n) { k<<<1, 64>>>(p, q, n); }", "{ int go = 3; n += go; } ::go(x, y, n);", false},
		{"variables of the file that a function sets", "float *g, *h; void set(float *p) { g = p; h = p + 1; }", "k<<<1, 64>>>(g, h, n);", true},
		{"variables of the file that a function sets to two", "float *g, *h; void set(float *p, float *q) { g = p; h = q; }", "k<<<1, 64>>>(g, h, n);", false},
		{"variables of the file of which a caller gives one pointer", "float *g, *h; void one(float *p) { g = p; } void other(float *p) { h = p + 1; } void both(float *p) { one(p); other(p); }", "k<<<1, 64>>>(g, h, n);", true},
		{"variables of the file that change places", "float *g, *h; void set(int n) { cudaMalloc(&g, n); cudaMalloc(&h, n); } void step() { std::swap(g, h); }", "k<<<1, 64>>>(g, h, n);", false},
		{"variables of the file of which one gets the other", "float *g, *h; void set(int n) { cudaMalloc(&g, n); cudaMalloc(&h, n); } void step() { g = h; }", "k<<<1, 64>>>(g, h, n);", true},
		{"members of a variable of the file", "struct C { float *p, *q; } c; void set(float *x) { c.p = c.q = x; }", "k<<<1, 64>>>(c.p, c.q, n);", true},
		{"elements of a variable of the file", "float *g[2]; void set(float *x) { g[0] = x; g[1] = x; }", "k<<<1, 64>>>(g[0], g[1], n);", true},
		{"elements of a variable of the file that are allocated", "float *g[2]; void set(int n) { cudaMalloc(&g[0], n); cudaMalloc(&g[1], n); }", "k<<<1, 64>>>(g[0], g[1], n);", false},
		{"members that another method sets", "struct S { float *p, *q; void set(int n) { cudaMalloc(&p, n); q = p + n; } void go(int n) { k<<<1, 64>>>(p, q, n); } };", "", true},
		{"members that another method sets to two", "struct S { float *p, *q; void set(int n) { cudaMalloc(&p, n); cudaMalloc(&q, n); } void turn() { std::swap(p, q); } void go(int n) { k<<<1, 64>>>(p, q, n); } };", "", false},
		{"members that a constructor sets, of an object from elsewhere", "struct S { float *p, *q; S(float *x) : p(x), q(x) {} void go(int n) { k<<<1, 64>>>(p, q, n); } }; S *find();", "find()->go(n);", true},
		{"members that a function sets", "struct S { float *p, *q; void go(int n) { k<<<1, 64>>>(p, q, n); } }; void set(S &s, float *x) { s.p = x; s.q = x; }", "", true},
		{"elements by turns of what a caller gives", "void go(float *p, float *q, int n) { float *v[2] = {p, q}; for (int w = 0; w < 2; w++) k<<<1, 64>>>(v[w], v[1 - w], n); }", "go(x, x + 1, n);", true},
		{"elements by turns of two that a caller gives", "void go(float *p, float *q, int n) { float *v[2] = {p, q}; for (int w = 0; w < 2; w++) k<<<1, 64>>>(v[w], v[1 - w], n); }", "go(x, y, n);", false},
		{"a default initialiser, in a method of another class", "struct A { float *p, *q = p; }; struct S { void go(float *x, int n) { A a{x}; k<<<1, 64>>>(x, a.q, n); } };", "", true},
		{"behind a comparison of unsigned numbers", "", "if (-1 < 1u) return; k<<<1, 64>>>(x, x + 1, n);", true},
		{"where a number changes in a smaller type", "", "unsigned char c = 256; if (c) return; k<<<1, 64>>>(x, x + 1, n);", true},
		{"by a smaller type", "", "if ((char)256) return; k<<<1, 64>>>(x, x + 1, n);", true},
		{"an element behind a name of a type of pointers", "", "using F = float *; F v = x; k<<<1, 64>>>(x, &v[3], n);", true},
		{"an element behind a name of a type of pointers of the file", "typedef float *P; using F = P;", "F v = x; k<<<1, 64>>>(x, &v[3], n);", true},
		{"an element behind a name of a type of pointers, of another array", "typedef float *P; using F = P;", "F v = y; k<<<1, 64>>>(x, &v[3], n);", false},
		{"an element behind a type that is not seen", "", "G v = x; k<<<1, 64>>>(x, &v[3], n);", true},
		{"an assignment behind &&", "", "float *z = x; (n > 30) && (z = y); k<<<1, 64>>>(x, z, n);", true},
		{"an assignment behind ||", "", "float *z = x; n > 30 || (z = y); k<<<1, 64>>>(x, z, n);", true},
		{"an assignment behind && of the same array", "", "float *z = y; (n > 30) && (z = y + 1); k<<<1, 64>>>(x, z, n);", false},
		{"an assignment on one way of a condition that is another one each time", "", "float *z = x; (may(n) & 1) ? (void)(z = y) : (void)(n = 3); k<<<1, 64>>>(x, z, n);", true},
		{"an assignment to what a condition chooses", "", "float *z = y, *v = x; (may(n) & 1 ? z : v) = x; k<<<1, 64>>>(x, z, n);", true},
		{"the copy that a lambda has of a part", "struct A { float *p, *q; };", "auto &[u, v] = *new A{x, y}; auto f = [z = u] { return z + 1; }; u = y; k<<<1, 64>>>(x, f(), n);", true},
		{"the copy that a lambda has of what a reference names", "", "float *&r = x; auto f = [z = r] { return z + 1; }; k<<<1, 64>>>(x, f(), n);", true},
		{"the copy that a lambda has of another one", "", "float *&r = y; auto f = [z = r] { return z + 1; }; k<<<1, 64>>>(x, f(), n);", false},
		{"a reference to a member in a lambda", "struct A { float *p, *q; };", "A s{x, y}; [&y = s.p, x, n] { k<<<1, 64>>>(x, y, n); }();", true},
		{"a lambda at file level that is called as a library's function", "auto printf = [](float *&p, float *q) { p = q; };", "printf(x, y); k<<<1, 64>>>(x, y, n);", true},
		{"a pointer that is read from a text", "", "sscanf(\"1\", \"%p\", (void **)&y); k<<<1, 64>>>(x, y, n);", true},
		{"a number that is read from a text", "", "sscanf(\"1\", \"%d\", &n); k<<<1, 64>>>(x, y, n);", false},
		{"a pointer that is read from a stream", "", "void *z; std::cin >> n >> z; k<<<1, 64>>>(x, (float *)z, n);", true},
		{"a number that is read from a stream", "", "std::cin >> n; k<<<1, 64>>>(x, y, n);", false},
		{"a pointer that assembly sets", "", "asm(\"\" : \"=r\"(y) : \"0\"(x)); k<<<1, 64>>>(x, y, n);", true},
		{"a number that assembly sets", "", "asm(\"\" : \"=r\"(n) : \"0\"(3)); k<<<1, 64>>>(x, y, n);", false},
		{"one array by a kernel as a template argument", "template <auto K> void go(float *p, float *q, int n) { K<<<1, 64>>>(p, q, n); }", "go<k>(x, x + 1, n);", true},
		{"two arrays by a kernel as a template argument", "template <auto K> void go(float *p, float *q, int n) { K<<<1, 64>>>(p, q, n); }", "go<k>(x, y, n);", false},
		{"a tuple of references", "", "std::tuple<float *&> t(y); std::get<0>(t) = x; k<<<1, 64>>>(x, y, n);", true},
		{"a reference that a thread gets", "", "std::thread t([](float *&p, float *q) { p = q; }, std::ref(y), x); t.join(); k<<<1, 64>>>(x, y, n);", true},
		{"a pointer that is read twice from the device", "", "float *z, **t = (float **)x; cudaMemcpy(&z, t, 8, cudaMemcpyDeviceToHost); cudaMemcpy(&y, t, 8, cudaMemcpyDeviceToHost); k<<<1, 64>>>(z, y, n);", true},
		{"what lies behind a pointer that assembly sets", "", "float *z = x; asm(\"\" : \"+r\"(y) : \"r\"(x)); k<<<1, 64>>>(&*y, z, n);", true},
		{"what lies behind another pointer than assembly sets", "", "float *z = x; asm(\"\" : \"+r\"(z)); k<<<1, 64>>>(&*y, &*z, n);", false},
		{"memory of another round", "", "float *q = y; for (int i = 0; i < n; i++) { float *r = new float[n]; k<<<1, 64>>>(r, q, n); q = r; }", false},
	} {
		t.Run(c.name, c.check)
	}
}

// TestPointersOfLongFunctions: what is too long to be followed may overlap, but for variables that name one allocation each.
func TestPointersOfLongFunctions(t *testing.T) {
	for _, c := range []struct {
		text    string
		overlap bool
		short   bool // how long it is makes no difference
	}{
		{"k<<<1, 64>>>(p, q, n);", true, false},
		{"k<<<1, 64>>>(a, (const float *)b, n);", false, false},
		{"k<<<1, 64>>>(a, q, n);", true, false},
		{"k<<<1, 64>>>(a, a, n);", true, false},
		{"b = p; k<<<1, 64>>>(a, b, n);", true, false},
		{"b++; k<<<1, 64>>>(a, b, n);", true, false},
		{"set(b); k<<<1, 64>>>(a, b, n);", true, false},
		{"set(&b); k<<<1, 64>>>(a, b, n);", true, false},
		{"float *&r = b; r = a; k<<<1, 64>>>(a, b, n);", true, false},
		{"{ float *b; k<<<1, 64>>>(a, b, n); }", true, false},
		{"take(b, a); b[0] = n; *a = b[1]; if (a == b || !b) n = 3; k<<<1, 64>>>(a, b, n);", false, false},
		{"k<<<1, 64>>>(c, d, n); delete[] d;", false, false},
		{"k<<<1, 64>>>(a + n, &d[3], n);", false, false},
		{"k<<<1, 64>>>(c, get(n), n);", true, false},
		{"float *o = kept(n); k<<<1, 64>>>(o, kept(n), n);", true, true},
		{"float *o = kept(n), *s = kept(n); k<<<1, 64>>>(o, s, n);", true, true},
		{"float *o = get(n), *s = get(n); k<<<1, 64>>>(o, s, n);", false, false},
		{"float *o = given(a), *s = given(a); k<<<1, 64>>>(o, s, n);", true, true},
		{"float *o = new (a) float[n]; k<<<1, 64>>>(a, o, n);", true, true},
		{"float *o = (float *)malloc(n) + (a - b); k<<<1, 64>>>(a, o, n);", true, false},
		{"change(b, a); k<<<1, 64>>>(a, b, n);", true, true},
		{"change<float *&>(b, a); k<<<1, 64>>>(a, b, n);", true, true},
		{"auto &r = b; r = a; k<<<1, 64>>>(a, b, n);", true, true},
		{"auto &&r = b; r = a; k<<<1, 64>>>(a, b, n);", true, true},
		{"R r = b; r = a; k<<<1, 64>>>(a, b, n);", true, true},
		{"decltype(auto) r = (b); r = a; k<<<1, 64>>>(a, b, n);", true, true},
		{"(n ? a : b) = a; k<<<1, 64>>>(a, b, n);", true, true},
		{"(b) = a; k<<<1, 64>>>(a, b, n);", true, true},
		{"if (n) b = a; k<<<1, 64>>>(a, b, n);", true, true},
		{"[&] { b = a; }(); k<<<1, 64>>>(a, b, n);", true, true},
		{"[&]() -> float *& { return b; }() = a; k<<<1, 64>>>(a, b, n);", true, true},
		{"[&r = b, &a] { r = a; }(); k<<<1, 64>>>(a, b, n);", true, true},
		{"[](float *b, float *a) { k<<<1, 64>>>(a, b, 3); }(a, a);", true, true},
		{"for (auto b : {a, c}) k<<<1, 64>>>(a, b, n);", true, true},
		{"for (auto &&b : list) k<<<1, 64>>>(a, b, n);", true, false},
		{"{ float *b[2]; k<<<1, 64>>>(a, b[n], n); }", true, false},
		{"{ float *b = a; k<<<1, 64>>>(a, b, n); }", true, true},
		{"std::swap(a, b); k<<<1, 64>>>(a, b, n);", true, false},
		{"std::tie(a, b) = f(); k<<<1, 64>>>(a, b, n);", true, true},
		{"H h{b}; h.r = a; k<<<1, 64>>>(a, b, n);", true, true},
		{"H h(b); h.r = a; k<<<1, 64>>>(a, b, n);", true, true},
		{"memcpy(&b, &a, sizeof a); k<<<1, 64>>>(a, b, n);", true, true},
		{"reinterpret_cast<float *&>(b) = a; k<<<1, 64>>>(a, b, n);", true, true},
		{"std::cin >> b; k<<<1, 64>>>(a, b, n);", true, false},
		{"k<<<1, 64>>>(a, b - a + a, n);", true, false},
		{"k<<<1, 64>>>(a, b + n - 1, n);", false, false},
		{"std::vector<std::reference_wrapper<float *>> v; v.push_back(b); v[0].get() = a; k<<<1, 64>>>(a, b, n);", true, false},
		{"std::reference_wrapper<float *> r(q); r = b; r.get() = a; k<<<1, 64>>>(a, b, n);", true, false},
		{"change<R>(b, a); k<<<1, 64>>>(a, b, n);", true, true},
		{"auto f = [](float *&p, float *q) { p = q; }; f(b, a); k<<<1, 64>>>(a, b, n);", true, true},
		{"auto f = [](float *p, float *q) { p[0] = q[0]; }; f(b, a); k<<<1, 64>>>(a, b, n);", false, false},
		{"auto f = [=] { k<<<1, 64>>>(a, b, n); }; f();", false, false},
		{"{ Buf<R> b, c; b.fill(a); k<<<1, 64>>>(a, b, n); }", true, false},
		{"std::vector<float *> v; v.push_back(b); float *h[2] = {a, b}; h[0] = v[0]; k<<<1, 64>>>(a, b, n);", false, false},
		{"{ float *b = nullptr; cudaMalloc(&b, n); k<<<1, 64>>>(a, b, n); cudaFree(b); }", false, false},
		{"{ float *b = nullptr; cudaMalloc(&b, n); b = a; k<<<1, 64>>>(a, b, n); }", true, false},
		{"S s; s.p = b; H h{s.p}; h.r = a; k<<<1, 64>>>(a, b, n);", false, false},
		{"auto [u, v] = std::tie(a, b); u = v; k<<<1, 64>>>(a, b, n);", true, false},
		{"#pragma omp parallel\n{ k<<<1, 64>>>(a, b, n); }", false, false},
		{"asm(\"\" : \"=r\"(b) : \"0\"(a)); k<<<1, 64>>>(a, b, n);", true, false},
		{"while (b = a) k<<<1, 64>>>(a, b, n);", true, true},
	} {
		long := 150
		if c.short {
			long = 0
		}
		text := "__global__ void k(float *a, const float *b, int n) { }\nusing R = float *&;\nstruct H { float *&r; };\nstruct S { float *p; };\n" +
			"void take(float *p, const float *q) { p[0] = q[0]; }\nvoid change(float *&p, float *q) { p = q; }\ntemplate <class T> void change(T p, float *q) { p = q; }\n" +
			"float *given(float *p) { return p; }\nfloat *get(int n) { float *p; if (cudaMalloc(&p, n)) return nullptr; return p; }\nfloat *kept(int n) { static float *p; if (!p) cudaMalloc(&p, n); return p; }\nvoid run(float *x, float *y, int n) {\n" +
			"float *p = x, *q = y, *z = y, *a, *b = nullptr;\nfloat *c = get(n), *d = new float[n];\ncudaMalloc(&a, n * 4); cudaMalloc((void **)&b, n * 4); cudaMemcpy(a, b, n * 4, cudaMemcpyDefault);\n" +
			strings.Repeat("while (f(n)) { if (f(n)) q = z; else if (f(n)) z = p; else std::swap(p, q); n = g(n); }\n", long) + c.text + "\ncudaFree(a); cudaFree(b);\n}\n"
		overlap, launches := false, 0
		for _, fn := range kernelsOf(text, source.Options{}) {
			sizes, _ := fn.sizes()
			for _, s := range sizes {
				launches++
				overlap = overlap || len(s.Same) > 0
			}
		}
		assert.Positive(t, launches)
		assert.Equal(t, c.overlap, overlap, c.text)
	}
}

// longMain is a program of so many rounds of copies, launches and checks with 40 allocations.
func longMain(rounds int) string {
	var b strings.Builder
	b.WriteString("#define CHECK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf(\"%s\", cudaGetErrorString(e_)); exit(1); } } while (0)\n" +
		"__global__ void k(float *a, const float *b, int n) { }\n" +
		"template <class T> void print(T *m, int r, int c) { T *h = new T[r * c]; cudaMemcpy(h, m, r * c * sizeof(T), cudaMemcpyDeviceToHost); for (int i = 0; i < r; ++i) { for (int j = 0; j < c; ++j) printf(\"%f \", (double)h[i * c + j]); } delete[] h; }\n" +
		"void run(float *a, const float *b, int n) { k<<<(n + 255) / 256, 256>>>(a, b, n); }\nint main(int argc, char **argv) {\nint n = atoi(argv[1]);\n")
	for i := range 40 {
		fmt.Fprintf(&b, "float *d%d, *h%d = (float *)malloc(n * sizeof(float));\nCHECK(cudaMalloc(&d%d, n * sizeof(float)));\n", i, i, i)
	}
	for j := range rounds {
		i, m := j%40, (j*7+3)%40
		if i == m {
			m = (m + 1) % 40
		}
		fmt.Fprintf(&b, "for (int i = 0; i < n; i++) { h%d[i] = i * %d.f; }\nCHECK(cudaMemcpy(d%d, h%d, n * sizeof(float), cudaMemcpyHostToDevice));\n", i, j, i, i)
		fmt.Fprintf(&b, "k<<<(n + 255) / 256, 256>>>(d%d, d%d, n);\nCHECK(cudaGetLastError());\nprint(d%d, n, n);\n", i, m, i)
		if j%60 == 0 {
			fmt.Fprintf(&b, "run(d%d, d%d, n);\n", m, i)
		}
		fmt.Fprintf(&b, "float t%d = 0; for (int i = 0; i < n; i++) if (h%d[i] > t%d) t%d = h%d[i];\nif (t%d > 3.f) { printf(\"bad\"); return 1; }\n", j, i, j, j, i, j)
	}
	return b.String() + "return 0;\n}\n"
}

// TestPointersOfLongMains: the pointers of a main of 2,000 lines are followed, in a number of steps that grows as its length does:
// memory that is asked for is counted, which no clock has a part in.
func TestPointersOfLongMains(t *testing.T) {
	cost := func(rounds int) float64 {
		text := longMain(rounds)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for _, fn := range kernelsOf(text, source.Options{}) {
			sizes, _ := fn.sizes()
			assert.NotEmpty(t, sizes)
			for _, s := range sizes {
				assert.Empty(t, s.Same)
			}
		}
		runtime.ReadMemStats(&after)
		t.Logf("%d allocations for %d lines", after.Mallocs-before.Mallocs, strings.Count(text, "\n"))
		return float64(after.Mallocs - before.Mallocs)
	}
	short, long := cost(70), cost(280)
	assert.Less(t, long, 6*short, "four times as many rounds")
}

// BenchmarkLongMain measures what is found out about launches of long functions.
func BenchmarkLongMain(b *testing.B) {
	for _, rounds := range []int{35, 70, 140, 280} {
		text := longMain(rounds)
		b.Run(fmt.Sprintf("lines=%d", strings.Count(text, "\n")), func(b *testing.B) {
			for b.Loop() {
				for _, fn := range kernelsOf(text, source.Options{}) {
					fn.sizes()
				}
			}
		})
	}
}

// TestMembersThatMayOverlap: pointers in an object that a kernel gets by value.
func TestMembersThatMayOverlap(t *testing.T) {
	for text, want := range map[string][]host.Alias{
		"A a; a.p = x; a.q = x + 1; k<<<1, 64>>>(a, y);":      {{Param: "a.q", Of: "a.p", Open: true, Unlike: true}},
		"A a; a.p = x; a.q = z; k<<<1, 64>>>(a, y);":          nil,
		"A a{x, z}; k<<<1, 64>>>(a, z);":                      {{Param: "b", Of: "a.q", Open: true, Unlike: true}},
		"k<<<1, 64>>>(A{x, x + 1}, y);":                       {{Param: "a.q", Of: "a.p", Open: true, Unlike: true}},
		"k<<<1, 64>>>({x, x + 1}, y);":                        {{Param: "a.q", Of: "a.p", Open: true, Unlike: true}},
		"A *a = new A; a->p = a->q = x; k<<<1, 64>>>(*a, y);": {{Param: "a.q", Of: "a.p", Open: true, Unlike: true}},
	} {
		var got []host.Alias
		for _, fn := range kernelsOf("struct A { float *p, *q; };\n__global__ void k(A a, float *b) { }\nvoid run(float *x, float *y, float *z) { "+text+" }\n", source.Options{}) {
			sizes, _ := fn.sizes()
			for _, s := range sizes {
				got = append(got, s.Same...)
			}
		}
		assert.Equal(t, want, got, text)
	}
}
