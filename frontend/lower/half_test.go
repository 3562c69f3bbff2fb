package lower

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

// TestRawHalves: lists for raw numbers are their bits, not numbers to convert.
func TestRawHalves(t *testing.T) {
	for text, want := range map[string]string{
		"constexpr __half_raw r = {0x7C00}; out[0] = r.x;":                                   "31744",
		"__half2_raw r = {0x7C00, 3}; out[0] = r.y;":                                         "3",
		"__half_raw r; r.x = 5; __half_raw s = r; out[0] = s.x + sizeof(__half2_raw) * 100;": "405",
	} {
		res := source.Preprocess("kernel.cu", []byte("#include <cuda_fp16.h>\n__global__ void k(long long *out) { "+text+" }\n"), source.Options{Library: true})
		file, diags := cuda.Parse(res.Tokens)
		require.Empty(t, diags.String())
		names := NamesOf(file)
		k, diags := names.Lower(context.Background(), names.Kernels(context.Background(), nil)[0], block64())
		require.NotNil(t, k, text+diags.String())
		got, err := interpret(k)
		require.NoError(t, err)
		assert.Equal(t, want, got[0], text)
	}
}
