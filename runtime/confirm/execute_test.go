package confirm

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
)

// TestBlocksThatRun: blocks of a fault that the executed grid does not have leave room
// for others, and some block always runs.
func TestBlocksThatRun(t *testing.T) {
	at := func(x int64) claim.Access { return claim.Access{Block: &[3]int64{x, 0, 0}} }
	small := &kernel.Kernel{Launch: kernel.Launch{BlockDim: [3]int{1024, 1, 1}, GridDim: [3]int{3, 1, 1}}}
	for _, c := range []struct {
		accesses []claim.Access
		want     []int
	}{
		{[]claim.Access{at(100), at(101)}, []int{0, 1}},
		{[]claim.Access{at(2), at(1 << 40)}, []int{0, 2}},
		{[]claim.Access{at(-1)}, []int{0, 1}},
		{nil, []int{0, 1}},
	} {
		assert.Equal(t, c.want, chosenBlocks(small, &claim.Finding{Accesses: c.accesses}, 0))
	}
}

// Grids of open size are wide, high and square in turn; with one open dimension they always have several blocks.
func TestSmallGrids(t *testing.T) {
	shapes := func(dims [3]int) map[[3]int]bool {
		seen := map[[3]int]bool{}
		for n := range runsTried {
			seen[[3]int(smallGrid(&kernel.Launch{GridDim: dims}, n))] = true
		}
		return seen
	}
	plane := shapes([3]int{0, 0, 1})
	for _, want := range [][3]int{{2, 1, 1}, {1, 2, 1}, {1, 3, 1}, {2, 2, 1}, {3, 3, 1}} {
		assert.True(t, plane[want], want)
	}
	assert.Equal(t, map[[3]int]bool{{2, 1, 1}: true, {3, 1, 1}: true}, shapes([3]int{0, 1, 1}))
}
