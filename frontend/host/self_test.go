package host_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestMembersOfTheObject: a method launches a grid by a member of its own object and passes it, and it
// stays the same in between only if nothing may change it.
func TestMembersOfTheObject(t *testing.T) {
	const class = "struct B { int *q; int *data() { return q; } int *grow(); };\n" +
		"struct S { int c, d; int *p; B b; static int s; int next() { return --c; } void check_c() { c = 3; }\n" +
		"void go(S *o, S &r, int n); void hide(int c); virtual void step(); };\n" +
		"void other();\n"
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"read twice", "void S::go(S *o, S &r, int n) { k<<<c, 1>>>(p, c, 0, 0); }", true},
		{"by this", "void S::go(S *o, S &r, int n) { k<<<this->c, 1>>>(p, c, 0, 0); }", true},
		{"assigned before", "void S::go(S *o, S &r, int n) { c = n / 2; k<<<c, 1>>>(p, n / 2, 0, 0); }", true},
		{"another member", "void S::go(S *o, S &r, int n) { int v = c; d = 1; k<<<v, 1>>>(p, c, 0, 0); }", true},
		{"a getter", "void S::go(S *o, S &r, int n) { k<<<c, 1>>>(b.data(), c, 0, 0); }", true},
		{"in the class", "struct T { int c; void f(int *p) { k<<<c, 1>>>(p, c, 0, 0); } };", true},
		{"a function", "void S::go(S *o, S &r, int n) { int v = c; other(); k<<<v, 1>>>(p, c, 0, 0); }", false},
		{"a method", "void S::go(S *o, S &r, int n) { int v = c; next(); k<<<v, 1>>>(p, c, 0, 0); }", false},
		{"a method that sounds harmless", "void S::go(S *o, S &r, int n) { int v = c; check_c(); k<<<v, 1>>>(p, c, 0, 0); }", false},
		{"a method that is not seen", "void S::go(S *o, S &r, int n) { k<<<c, 1>>>(b.grow(), c, 0, 0); }", false},
		{"a method among the arguments", "void S::go(S *o, S &r, int n) { k<<<c, 1>>>(p, next(), 0, 0); }", false},
		{"a virtual one", "void S::go(S *o, S &r, int n) { int v = c; step(); k<<<v, 1>>>(p, c, 0, 0); }", false},
		{"a lambda", "void S::go(S *o, S &r, int n) { int v = c; auto f = [this] { c = 7; }; f(); k<<<v, 1>>>(p, c, 0, 0); }", false},
		{"a pointer to an object", "void S::go(S *o, S &r, int n) { int v = c; o->c = 1; k<<<v, 1>>>(p, c, 0, 0); }", false},
		{"a reference to an object", "void S::go(S *o, S &r, int n) { int v = c; r.c = 1; k<<<v, 1>>>(p, c, 0, 0); }", false},
		{"a reference", "void S::go(S *o, S &r, int n) { int v = c; int &x = c; x -= 1; k<<<v, 1>>>(p, c, 0, 0); }", false},
		{"a pointer", "void S::go(S *o, S &r, int n) { int *x = &c; int v = c; *x = 1; k<<<v, 1>>>(p, c, 0, 0); }", false},
		{"an assignment", "void S::go(S *o, S &r, int n) { int v = c; c /= 2; k<<<v, 1>>>(p, c, 0, 0); }", false},
		{"an assignment by this", "void S::go(S *o, S &r, int n) { int v = c; this->c = 1; k<<<v, 1>>>(p, c, 0, 0); }", false},
		{"of another object, which is this one", "void S::go(S *o, S &r, int n) { int v = o->c; c = 1; k<<<v, 1>>>(p, o->c, 0, 0); }", false},
		{"a loop", "void S::go(S *o, S &r, int n) { int v = c; for (int i = 0; i < 3; i++) { k<<<v, 1>>>(p, c, 0, 0); c = c - 1; } }", false},
		{"a parameter of that name", "void S::hide(int c) { k<<<c, 1>>>(p, this->c, 0, 0); }", false},
		{"of two objects", "void S::go(S *o, S &r, int n) { k<<<o->c, 1>>>(p, c, 0, 0); }", false},
		{"a pointer whose object the arguments change", "int *take(S *o); void S::go(S *o, S &r, int n) { k<<<o->c, 1>>>(take(o), o->c, 0, 0); }", false},
		{"a method of it among the arguments", "struct T { int c; int *take(); }; void run(T *o) { k<<<o->c, 1>>>(o->take(), o->c, 0, 0); }", false},
		{"an assignment operator of a member", "struct T; struct G { T *t; G &operator=(int); }; struct T { int c; G z; void f(int *p) { int v = c; z = 1; k<<<v, 1>>>(p, c, 0, 0); } };", false},
		{"an operator of a member", "struct T; struct G { T *t; G &operator++(); }; struct T { int c; G z; void f(int *p) { int v = c; ++z; k<<<v, 1>>>(p, c, 0, 0); } };", false},
		{"a conversion of a member", "struct T; struct G { T *t; operator int(); }; struct T { int c; G z; void f(int *p) { int v = c; int q = z; k<<<v, 1>>>(p, c, 0, 0); } };", false},
		{"a member that is a reference", "struct T { int c; int &x = c; void f(int *p) { int v = c; x = 1; k<<<v, 1>>>(p, c, 0, 0); } };", false},
		{"a reference in a member", "struct T { int c; struct { int &x; } i{c}; void f(int *p) { int v = c; i.x = 1; k<<<v, 1>>>(p, c, 0, 0); } };", false},
		{"a pointer to a member", "struct T { int c; void f(int *p) { auto m = &T::c; int v = c; this->*m = 1; k<<<v, 1>>>(p, c, 0, 0); } };", false},
		{"a function in a member", "struct T { int c; struct V { void (*end)(T *); } w; void f(int *p) { int v = c; w.end(this); k<<<v, 1>>>(p, c, 0, 0); } };", false},
		{"an object in a member that is called", "struct T { int c; std::function<void()> size = [this] { c = 1; }; void f(int *p) { int v = c; size(); k<<<v, 1>>>(p, c, 0, 0); } };", false},
		{"another class of that name", "namespace u { struct S { int c; void run(int *p); }; }\nvoid u::S::run(int *p) { extern int c; k<<<c, 1>>>(p, this->c, 0, 0); }", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			relations := strings.Join(relationsOf("__global__ void k(int *p, int n, int m, long w) { }\n"+class+c.text), "\n")
			assert.NotEmpty(t, relations)
			assert.Equal(t, c.want, strings.Contains(relations, "gridDim.x == n"), relations)
		})
	}
}
