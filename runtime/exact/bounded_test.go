package exact

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

// TestValuesAroundTheLaunch: a grid stride shows its faults beyond the grid.
func TestValuesAroundTheLaunch(t *testing.T) {
	l := kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{4, 1, 1}}
	assert.Equal(t, []int64{0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 31, 32, 33, 64, 65, 256, 257}, smallValues(&kernel.Kernel{Launch: l}, kernel.I32, 0))
	l.GridDim[0] = 1 << 20
	assert.NotContains(t, smallValues(&kernel.Kernel{Launch: l}, kernel.I32, 0), int64(64<<20), "small values only")
	assert.Equal(t, []int64{0, 1}, smallValues(&kernel.Kernel{Launch: l}, kernel.BoolType, 0))
	assert.Empty(t, smallValues(&kernel.Kernel{Launch: l}, kernel.F32, 0))
}

func TestSpans(t *testing.T) {
	assert.Equal(t, "0..8, 16, 31..33, 64", spans([]int64{64, 0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 31, 32, 33, 33}))
	assert.Equal(t, "1, 2", spans([]int64{2, 1}))
}
