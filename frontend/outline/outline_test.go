package outline_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/outline"
	"gv2/frontend/source"
)

func read(text string) *outline.Outline {
	return outline.Of(source.PreprocessContext(context.Background(), "k.cu", []byte(text), source.Options{}).Tokens)
}

var words = outline.Words{
	Replaced: map[string]string{"threadIdx": "tid()"}, Calls: map[string]string{"__assert": "check", "__assume": ""}, Attributes: []string{"__launch_bounds__"},
}

// TestText: host functions go, whatever they look like, and the rest stays.
func TestText(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"function", "int f(int a) { return a; }\n__device__ int g() { return 1; }", "__device__ int g() { return 1; }\n"},
		{"prototype", "int f(int a);", "int f(int a);\n"},
		{"template", "template <class T = int> T f(T a) { return a; }\ntemplate <class T> __device__ T g(T a) { return a; }", "template <class T> __device__ T g(T a) { return a; }\n"},
		{"namespace", "namespace a { namespace b { void f() { }\n__global__ void k() { } } }", "namespace a { namespace b {\n    __global__ void k() { } } }\n"},
		{"extern C", `extern "C" { void f() { } } extern "C" __global__ void k() { }`, `extern "C" { } extern "C" __global__ void k() { }` + "\n"},
		{"variables", "int a[] = {1, 2}; int b{3}; auto f = [](int x) { return x; };", "int a[] = {1, 2}; int b{3}; auto f = [](int x) { return x; };\n"},
		{"class", "struct S { int f() { return 1; } int a; };\nvoid g() { }", "struct S { int f() { return 1; } int a; };\n"},
		{"constructor", "S::S(int x) : a(x) { }\nint a;", "int a;\n"},
		{"operator", "__device__ bool operator==(S a, S b) { return true; } bool operator!=(S a, S b) { return false; }", "__device__ bool operator==(S a, S b) { return true; }\n"},
		{"constexpr", "constexpr int f(int a) { return a; }", "constexpr int f(int a) { return a; }\n"},
		{"words", "__global__ void __launch_bounds__(64, 2) k() { __assert(threadIdx.x < a.threadIdx); __assume(f(1)); }",
			"__global__ void k() { check(tid().x < a.threadIdx); (void)0; }\n"},
		{"macros", "#define TWICE(x) x x\n#define MINUS -\nint a = TWICE(-MINUS 1);", "int a = - - 1 - - 1;\n"},
		{"pragma", "__device__ void f() {\n#pragma unroll\nfor (;;) { } }", "__device__ void f() {\n#pragma unroll\n  for (;;) { } }\n"},
		{"a partner is missing", "void f() { (", "void f() { (\n"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, read(c.text).Text(words)) })
	}
}

func TestFunctions(t *testing.T) {
	o := read("namespace n {\ntemplate <typename T, int N = 3, class U = A<T, 4>>\n__global__ void k(const T *__restrict__ a, int b[4], float c = f(1, 2), int) { __ensures(a[0] == (1 + N)); }\n}\n" +
		"__device__ int x, y[3] = {1, 2, 3};\n__device__ const int z = 1;\n__constant__ int w;\n__device__ int f(int);\nnamespace n { __managed__ int v{2}; }\n")
	assert.Len(t, o.Functions, 1)
	f := o.Functions[0]
	assert.Equal(t, "k", f.Name)
	assert.Equal(t, "k.cu:3:17", f.Pos.String())
	assert.Equal(t, []string{"n"}, f.Scope)
	assert.Equal(t, "template <typename T, int N, class U>", f.Template)
	var params []string
	for _, p := range f.Params {
		params = append(params, p.Type+": "+p.Name)
	}
	assert.Equal(t, "const T *__restrict__: a|int *: b|float: c|int: ", strings.Join(params, "|"))
	assert.Equal(t, "[{__ensures a[0] == (1 + N) k.cu:3:80}]", fmt.Sprint(f.Calls("__ensures")))
	var names []string
	for _, v := range o.Variables {
		names = append(names, v.Name)
	}
	assert.Equal(t, []string{"x", "y", "n::v"}, names)
}
