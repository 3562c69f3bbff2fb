package fact_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// TestMasks: the lanes that execute a warp function are in their mask, and the
// lanes of the mask name the same one; or the function counts as strange.
func TestMasks(t *testing.T) {
	for _, c := range []struct {
		name, body string
		proper     bool
	}{
		{"all lanes", "__syncwarp(); out[t] = __shfl_sync(~0u, t, 0);", true},
		{"a variable that names all lanes", "const unsigned full = 0xffffffff; out[t] = __shfl_sync(full, t, 0);", true},
		{"half of the lanes, which come", "if (t % 32 < 16) __syncwarp(0xffff);", true},
		{"the others have left", "if (t % 32 >= 16) return; out[t] = __shfl_sync(0xffff, t, 0);", true},
		{"in either branch its own half", "if (t % 32 < 16) __syncwarp(0xffff); else __syncwarp(0xffff0000);", true},
		{"masks of halves", "__syncwarp(t % 32 < 16 ? 0xffffu : 0xffff0000u);", true},
		{"masks of tiles", "unsigned m = 0xffu << (t % 32 / 8 * 8); for (int i = 0; i < in[0]; i++) out[t] = __shfl_sync(m, t, 0);", true},
		{"more conditions", "if (in[t] > 3 && t % 32 < 16) __syncwarp(0xffff);", true},
		{"lanes with equal values", "unsigned m = __match_any_sync(~0u, in[t]); out[t] = __shfl_sync(m, t, 0);", true},
		{"lanes that are active", "out[t] = __shfl_sync(__activemask(), t, 0);", true},
		{"a parameter with a precondition", "__requires(n == 0xffffffff); out[t] = __shfl_sync(n, t, 0);", true},
		{"half of the lanes, but all come", "for (int i = 0; i < in[0]; i++) __syncwarp(0xffff);", false},
		{"half of the lanes, but more come", "for (int i = 0; i < in[0]; i++) if (t % 32 < 20) __syncwarp(0xffff);", false},
		{"tiles that are too far", "unsigned m = 0xffu << (t % 32 / 4 * 8); for (int i = 0; i < in[0]; i++) out[t] = __shfl_sync(m, t, 0);", false},
		{"masks that overlap", "__syncwarp(t % 32 < 16 ? 0x1ffffu : 0xffff0000u);", false},
		{"a mask for each word", "out[t] = __shfl_sync(in[t], t, 0);", false},
		{"one word", "__syncwarp(in[0]);", false},
		{"a mask that the input chooses", "out[t] = __shfl_sync(in[0] > 0 ? ~0u : 0xffffu, t, 0);", false},
		{"lanes that others voted for", "unsigned m = __ballot_sync(~0u, in[t] > 3); out[t] = __shfl_sync(m, t, 0);", false},
		{"a parameter", "out[t] = __shfl_sync(n, t, 0);", false},
		{"a parameter that is set later", "out[t] = __shfl_sync(n, t, 0); n = 0xffffffff;", false},
		{"a variable that is set twice", "unsigned m = 0xffffffff; if (in[0]) m = 0xffff; out[t] = __shfl_sync(m, t, 0);", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "__global__ void k(const int *in, int *out, unsigned n) { int t = threadIdx.x; " + c.body + " out[t + 64] = t; }"
			launch := kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}}
			assert.Equal(t, c.proper, fact.StrangeMask(kernelOf(t, text, launch)) == nil)
		})
	}
}
