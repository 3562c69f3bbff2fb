package lower

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/source"
)

// TestLoweringEnds: a context that is done ends the lowering of a kernel and the search
// for instances, and then there is neither a kernel nor a complaint.
func TestLoweringEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	text := "__global__ void k(int *p) {\n" + strings.Repeat("  p[threadIdx.x] += 1;\n", 200) + "}\n"
	file, _ := cuda.Parse(source.Preprocess("k.cu", []byte(text), source.Options{}).Tokens)
	names := NamesOf(file)
	kernels := names.Kernels(ctx, nil)
	assert.Len(t, kernels, 1)
	cancel()
	assert.Empty(t, names.Kernels(ctx, nil))
	k, diags := names.Lower(ctx, kernels[0], Options{Launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}}, SharedBytes: -1})
	assert.Nil(t, k)
	assert.Empty(t, diags.String())
}
