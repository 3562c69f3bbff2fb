package unit

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSelectTemplateKernels: --kernel takes an instance, with the commas that
// split the flag, or a template for all its instances.
func TestSelectTemplateKernels(t *testing.T) {
	text := "template <class T, int N> __global__ void k(T *p) { }\n__global__ void other() { }\n" +
		"void f() { k<int, 4><<<1, 1>>>(p); k<char, 8><<<1, 1>>>(p); }"
	for _, c := range []struct{ names, want []string }{
		{nil, []string{"k<int, 4>", "k<char, 8>", "other"}},
		{[]string{"k"}, []string{"k<int, 4>", "k<char, 8>"}},
		{[]string{"k<char", "8>"}, []string{"k<char, 8>"}},
		{[]string{"other", "k<int", " 4>"}, []string{"k<int, 4>", "other"}},
	} {
		u, err := Load(context.Background(), CUDA, "k.cu", []byte(text), Options{Kernels: c.names})
		require.NoError(t, err)
		var got []string
		for _, k := range u.Kernels {
			got = append(got, k.Name())
		}
		assert.Equal(t, c.want, got)
	}
	_, err := Load(context.Background(), CUDA, "k.cu", []byte(text), Options{Kernels: []string{"k<int", "5>"}})
	assert.ErrorContains(t, err, "no kernel k<int, 5> in k.cu; it has k<int, 4>, k<char, 8>, other")
}

// TestLoadingEnds: a context that is done is an error of its own, never a file without
// kernels or a kernel with some of its launches.
func TestLoadingEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	text := []byte("__global__ void k(int *p) { p[0] = 1; }\nvoid go(int *p) { k<<<1, 64>>>(p); }\n")
	u, err := Load(ctx, CUDA, "k.cu", text, Options{SharedBytes: -1})
	require.NoError(t, err)
	cancel()
	_, _, err = u.Lower(ctx, 0)
	assert.ErrorIs(t, err, context.Canceled)
	_, err = Load(ctx, CUDA, "k.cu", text, Options{SharedBytes: -1})
	assert.ErrorIs(t, err, context.Canceled)
}
