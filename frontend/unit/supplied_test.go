package unit

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTorchDispatch: the macros of PyTorch's headers, which are not there, say for which
// types a kernel is used.
func TestTorchDispatch(t *testing.T) {
	const text = `#include <ATen/Dispatch.h>
template <class scalar_t, class index_t> __global__ void k(scalar_t *x, index_t n) {
  CUDA_KERNEL_LOOP(i, n) x[i] = 0;
}
void go(const at::Tensor &x) {
  AT_DISPATCH_FLOATING_TYPES_AND_HALF(x.scalar_type(), "k", [&] {
    AT_DISPATCH_INDEX_TYPES(x.scalar_type(), "k", [&] {
      k<scalar_t, index_t><<<4, 64>>>(x.data_ptr<scalar_t>(), x.numel());
    });
  });
}
`
	u, err := Load(t.Context(), CUDA, "k.cu", []byte(text), Options{SharedBytes: -1})
	require.NoError(t, err)
	var names []string
	for i, k := range u.Kernels {
		names = append(names, k.Name())
		lowered, diags, err := u.Lower(t.Context(), i)
		require.NoError(t, err)
		assert.NotNil(t, lowered, diags.String())
	}
	assert.Equal(t, []string{"k<double, int>", "k<double, long>", "k<float, int>", "k<float, long>", "k<c10::Half, int>", "k<c10::Half, long>"}, names)
}

// TestUnreadKernel: a kernel whose declaration cannot be read costs that kernel alone.
func TestUnreadKernel(t *testing.T) {
	const text = `template <class... In> __global__ void sum(float *o, const In *...in, int n) { o[0] = (0 + ... + in[0]); }
__global__ void k(int *o) { o[threadIdx.x] = 1; }
void go(int *o) { k<<<1, 64>>>(o); sum<float><<<1, 64>>>(o, o); }
`
	u, err := Load(t.Context(), CUDA, "k.cu", []byte(text), Options{SharedBytes: -1})
	require.NoError(t, err)
	require.Len(t, u.Kernels, 2)
	lowered, diags, err := u.Lower(t.Context(), 0)
	require.NoError(t, err)
	assert.Nil(t, lowered)
	assert.Equal(t, "k.cu:3:36: unsupported: kernel sum<float> is a template whose arguments are not known here; write an explicit instantiation such as template __global__ void sum<int>(...);\n", diags.String())
	lowered, diags, err = u.Lower(t.Context(), 1)
	require.NoError(t, err)
	assert.NotNil(t, lowered, diags.String())
}
