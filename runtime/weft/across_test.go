package weft

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPairsOfHugeGrids: threads of up to 2^63 blocks write one array; there are
// more pairs than 64 bits hold.
func TestPairsOfHugeGrids(t *testing.T) {
	for _, c := range []struct {
		name    string
		text    string
		grid    [3]int
		pairs   int64
		atLeast bool
	}{
		{"2 blocks", "out[threadIdx.x] = 1;", [3]int{2, 1, 1}, 64, false},
		{"3 blocks", "out[threadIdx.x] = 1;", [3]int{3, 1, 1}, 3 * 64, false},
		{"2^20 blocks", "out[threadIdx.x] = 1;", [3]int{1 << 20, 1, 1}, 64 << 19 * (1<<20 - 1), false},
		{"2^31 blocks", "out[0] = 1;", [3]int{math.MaxInt32, 1, 1}, math.MaxInt64, true},
		{"2^63 blocks", "out[threadIdx.x] = 1;", [3]int{math.MaxInt32, 65535, 65535}, math.MaxInt64, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := lowered(t, "__global__ void k(int *out) { "+c.text+" }", 64)
			k.Launch.GridDim = c.grid
			r, err := Check(context.Background(), k, Options{})
			require.NoError(t, err)
			require.NotEmpty(t, r.Faults)
			f := r.Faults[0]
			for _, other := range r.Faults { // of several blocks
				if other.At[0].Block != other.At[1].Block {
					f = other
				}
			}
			assert.Equal(t, c.pairs, f.Pairs)
			assert.Equal(t, c.atLeast, f.AtLeast)
		})
	}
}

// TestCountless: numbers of pairs stop at the largest one.
func TestCountless(t *testing.T) {
	assert.Equal(t, int64(12), product(3, 4))
	assert.Equal(t, int64(countless), product(1<<32, 1<<31))
	assert.Equal(t, int64(1<<62), product(1<<31, 1<<31))
	assert.Equal(t, int64(countless), sum(countless, 1))
	assert.Equal(t, int64(countless), sum(countless-3, 3))
	assert.Equal(t, int64(countless-1), sum(countless-3, 2))
}
