package lower

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/source"
)

// TestRawHalves: lists for raw numbers are their bits, not numbers to convert.
func TestRawHalves(t *testing.T) {
	for text, want := range map[string]string{
		"constexpr __half_raw r = {0x7C00}; out[0] = r.x;":                                   "31744",
		"__half2_raw r = {0x7C00, 3}; out[0] = r.y;":                                         "3",
		"__half_raw r; r.x = 5; __half_raw s = r; out[0] = s.x + sizeof(__half2_raw) * 100;": "405",
	} {
		assert.Equal(t, want, halves(t, "", text), text)
	}
}

// TestTorchHalves: PyTorch's numbers of 16 bits are classes of their own, which convert to CUDA's and from them.
func TestTorchHalves(t *testing.T) {
	const declarations = `#include <ATen/ATen.h>
template <class T> struct Is { static const int v = 0; };
template <> struct Is<at::Half> { static const int v = 1; };
template <> struct Is<__half> { static const int v = 2; };
template <> struct Is<c10::BFloat16> { static const int v = 3; };
template <> struct Is<__nv_bfloat16> { static const int v = 4; };
template <> struct Is<float> { static const int v = 5; };
template <class T> __device__ int is(T) { return Is<T>::v; }
__device__ int f(at::Half) { return 1; }
__device__ int f(__half) { return 2; }
`
	for text, want := range map[string]string{
		"at::Half h = 1; __half u = h; h = u; out[0] = is(h) * 1000 + is(u) * 100 + is(h + h) * 10 + is(-h);":              "1211",
		"at::Half h = 1; const at::Half c = 2; float x = h; out[0] = is(h * x) * 100 + is(x > 3 ? h : c) * 10 + is(u(h));": "512",
		"at::Half h = 1; __half u = h; out[0] = f(h) * 100 + f(u) * 10 + f(__hadd(u, u));":                                 "122",
		"c10::BFloat16 b = 1; __nv_bfloat16 u = b; out[0] = is(b) * 100 + is(u) * 10 + is(b * b);":                         "343",
		"out[0] = std::is_same<at::Half, __half>::value * 10 + sizeof(at::Half);":                                          "2",
		"out[0] = is(std::numeric_limits<at::Half>::max());":                                                               "1",
	} {
		assert.Equal(t, want, halves(t, declarations+"__device__ __half u(at::Half h) { return h; }\n", text), text)
	}
}

// TestOwnOverloadsOfShuffles: CUDA's function takes the number that the program's own would have to convert.
func TestOwnOverloadsOfShuffles(t *testing.T) {
	k := lowered(t, `#include <ATen/ATen.h>
__device__ at::Half __shfl_down_sync(unsigned mask, const at::Half v, unsigned d) { return __shfl_down_sync(mask, v.operator __half(), d); }
struct V { int v; __device__ V(int x) : v(x + 10) {} };
__device__ V max(V a, V b) { return a.v > b.v ? a : b; }
__device__ long long value(V v) { return v.v; }
__device__ long long value(int v) { return v; }
`, "out[0] = value(max(1, 2)); out[1] = value(max(V(1), 2)); at::Half h = __shfl_down_sync(0xffffffff, at::Half(1), 1);")
	shuffles := 0
	var stored []string
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Shuffle:
			shuffles++
		case *kernel.Store:
			stored = append(stored, kernel.ExprString(s.X))
		}
		return true
	})
	assert.Equal(t, 1, shuffles)
	require.Len(t, stored, 2)
	assert.Equal(t, "2i64", stored[0])
}

// halves is what a kernel stores in out[0].
func halves(t *testing.T, declarations, text string) string {
	got, err := interpret(lowered(t, declarations, text))
	require.NoError(t, err)
	return got[0]
}

// lowered is a kernel with the text as its body.
func lowered(t *testing.T, declarations, text string) *kernel.Kernel {
	res := source.Preprocess("kernel.cu", []byte("#include <cuda_fp16.h>\n"+declarations+"__global__ void k(long long *out) { "+text+" }\n"), source.Options{Library: true})
	file, diags := cuda.Parse(res.Tokens)
	require.Empty(t, diags.String())
	names := NamesOf(file)
	k, diags := names.Lower(context.Background(), names.Kernels(context.Background(), nil)[0], block64())
	require.NotNil(t, k, text+diags.String())
	return k
}
