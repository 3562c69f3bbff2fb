package unit

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPassedOn: of a kernel whose size is given, and which the file hands on to something that may launch it, the report says that
// nobody looks at what is passed there; of one that only its launches name it does not.
func TestPassedOn(t *testing.T) {
	for _, c := range []struct {
		host string
		said bool
	}{
		{"template <auto K> struct Runner { void go(float *a, int n) { K<<<n, 256>>>(a, a); } };\nvoid run(float *a) { Runner<k> r; r.go(a, 4); }", true},
		{"void (*table[1])(float *, float *) = {k};\nvoid run(float *a) { table[0]<<<4, 256>>>(a, a); }", true},
		{"void start(void (*f)(float *, float *));\nvoid run() { start(k); }", true},
		{"void run(float *a, float *b) { k<<<4, 256>>>(a, b); }", false},
		{"", false},
		{"__global__ void other(float *k, int n) { k[threadIdx.x] = n; }", false},
		{"template <class T> __global__ void other(T k) { k(threadIdx.x); }", false},
		{"template <class... T> __device__ int f(T... t) { auto g = [&](int k) { return (0 + ... + (t * k)); }; return g(2); }", false},
		{"void f(const int *const k);", false},
	} {
		text := "__global__ void k(float *a, float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }\n" + c.host + "\n"
		u, err := Load(context.Background(), CUDA, "k.cu", []byte(text), Options{SharedBytes: -1, BlockDim: &[3]int{256, 1, 1}})
		require.NoError(t, err)
		k, diags, err := u.Lower(context.Background(), 0)
		require.NoError(t, err)
		require.NotNil(t, k, diags.String())
		said := slices.ContainsFunc(k.Assumptions, func(a string) bool { return strings.Contains(a, "does not see how k is launched") })
		assert.Equal(t, c.said, said, c.host)
	}
}
