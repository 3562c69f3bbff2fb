package unit

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLambdasOfTheHost: a lambda that a kernel gets is an object whose members are what it captures. One
// of which a name may mean something else outside of its function stays as it is, and its kernel is
// unsupported.
func TestLambdasOfTheHost(t *testing.T) {
	const kernel = "template <class F> __global__ void each(int n, F f) { int i = threadIdx.x; if (i < n) f(i); }\n"
	for _, c := range []struct{ name, text, params string }{
		{"all it uses", "void run(float *a, const float *b, int n) { each<<<1, 64>>>(n, [=] __device__ (int i) { a[i] = b[i] * n; }); }", "n f_n"},
		{"what it names", "void run(float *a, int n) { each<<<1, 64>>>(n, [a, n] __host__ __device__ (int i) { a[i] = n; }); }", "n f_n"},
		{"a variable", "void run(float *a, int n) { auto f = [=] __device__ (int i) { a[i] = n; }; n = 3; each<<<1, 64>>>(4, f); }", "n f_n"},
		{"through a function", "template <class F> void for_each(int n, F f) { each<<<1, 64>>>(n, f); }\nvoid run(float *a, int n, long m) { for_each(n, [=] __device__ (int i) { a[i] = m; }); }", "n f_m"},
		{"two in one line", "void run(float *a, int n, int m) { each<<<1, 64>>>(n, [=] __device__ (int i) { a[i] = n; }); each<<<1, 64>>>(n, [=] __device__ (int i) { a[i] = m; }); }", "n f_n|n f_m"},
		{"a result", "void run(float *a, int n) { each<<<1, 64>>>(n, [=] __device__ (int i) -> int { return a[i] = n; }); }", "n f_n"},
		{"in a namespace", "namespace x { namespace { void run(float *a, int n) { each<<<1, 64>>>(n, [=] __device__ (int i) { a[i] = n; }); } } }", ""},
		{"a variable of its own", "void run(float *a, int n) { each<<<1, 64>>>(n, [=] __device__ (int i) { int j = i + n; float *q = a + j; *q = 1; }); }", "n f_n"},
		{"a reference", "void run(float *a, const int &n) { each<<<1, 64>>>(n, [=] __device__ (int i) { a[i] = n; }); }", "n f_n"},
		{"a type that is deduced", "void run(float *a, int n) { auto b = a; each<<<1, 64>>>(n, [=] __device__ (int i) { b[i] = 1; }); }", "n"},
		{"captured by reference", "void run(float *a, int n) { each<<<1, 64>>>(n, [&] __device__ (int i) { a[i] = n; }); }", ""},
		{"a capture of its own", "void run(float *a, int n) { each<<<1, 64>>>(n, [a, m = n] __device__ (int i) { a[i] = m; }); }", ""},
		{"an array", "void run(float *a) { float w[3]; each<<<1, 64>>>(3, [=] __device__ (int i) { a[i] = w[i]; }); }", ""},
		{"a static variable", "void run(float *a) { static int n; each<<<1, 64>>>(3, [=] __device__ (int i) { a[i] = n; }); }", ""},
		{"what is not captured", "__constant__ int n;\nvoid run(float *a, int n) { each<<<1, 64>>>(3, [a] __device__ (int i) { a[i] = n; }); }", ""},
		{"a type of the function", "typedef float T;\nvoid run(char *a) { using T = double; each<<<1, 64>>>(3, [=] __device__ (int i) { ((T *)a)[i] = 1; }); }", ""},
		{"a constant of the function", "const int N = 3;\nvoid run(float *a) { enum { N = 4 }; each<<<1, 64>>>(3, [=] __device__ (int i) { a[i] = N; }); }", ""},
		{"a structured binding", "__constant__ int n;\nvoid run(float *a) { auto [n, m] = get(); each<<<1, 64>>>(3, [=] __device__ (int i) { a[i] = n; }); }", ""},
		{"a parameter of a template", "template <class T> void run(T *a, int n) { each<<<1, 64>>>(n, [=] __device__ (int i) { a[i] = T(); }); }\nvoid go(float *a) { run(a, 3); }", ""},
		{"a member", "struct S { float *a; int n; void run() { each<<<1, 64>>>(n, [=] __device__ (int i) { a[i] = n; }); } };", ""},
		{"a member of a class elsewhere", "int n; struct S { float *a; int n; void run(); };\nvoid S::run() { each<<<1, 64>>>(3, [=] __device__ (int i) { a[i] = n; }); }", ""},
		{"a macro", "#define L(x) [=] __device__ (int i) { a[i] = x; }\nvoid run(float *a, int n) { each<<<1, 64>>>(n, L(n)); }", ""},
		{"two of a name", "void run(float *a, int n) { each<<<1, 64>>>(n, [=] __device__ (int i) { a[n] = 1; int n = i; a[n] = 2; }); }", "n f_n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, err := Load(context.Background(), CUDA, "k.cu", []byte(kernel+c.text), Options{SharedBytes: -1, BlockDim: &[3]int{64, 1, 1}})
			require.NoError(t, err)
			require.Empty(t, u.Diags.String())
			var got []string
			for i := range u.Kernels {
				k, diags, err := u.Lower(context.Background(), i)
				require.NoError(t, err)
				if k == nil || diags.HasErrors() {
					continue
				}
				var names []string
				for _, p := range k.Params {
					names = append(names, p.Name)
				}
				got = append(got, strings.Join(names, " "))
			}
			assert.Equal(t, c.params, strings.Join(got, "|"))
		})
	}
}
