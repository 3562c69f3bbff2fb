package exact

import (
	"slices"
	"time"

	"gv2/frontend/kernel"
	"gv2/runtime/weft"
)

// Where a grid is too large to run all its blocks, those are run at which the blocks begin to do
// something else than their neighbours: for if (i <= 12500) the block of the last such i. They
// are found by halving the blocks of a row and of a column between two that differ.

// mostBlocksRun bounds the blocks of a large grid that one look at the bounds of arrays runs.
const mostBlocksRun = 128

// firstParts is in how many parts a row of blocks is cut before they are halved, so that blocks between
// two that do the same are looked at, too.
const firstParts = 4

// conduct is what a block does, as far as it tells blocks apart.
type conduct struct {
	weft.Stats
	outside int // places of accesses that are outside their arrays
}

// blockSearch looks for blocks of a known grid that do something else than their neighbours.
type blockSearch struct {
	e       *Engine
	k       *kernel.Kernel
	until   time.Time
	grid    [3]int
	ran     map[[3]int]conduct
	failed  bool     // a block cannot be run, or there is no time
	outside [][3]int // blocks with accesses outside their arrays, in the order in which they were run
}

// blocksOutside are blocks of a known grid with accesses outside their arrays in an execution with
// ordinary values of the parameters, in the order of the grid.
func (e *Engine) blocksOutside(k *kernel.Kernel, until time.Time) [][3]int {
	s := &blockSearch{e: e, k: k, until: until, grid: k.Launch.GridDim, ran: map[[3]int]conduct{}}
	var turns [3][]int
	for dim := range turns {
		for _, corner := range [][3]int{{}, {s.grid[0] - 1, s.grid[1] - 1, s.grid[2] - 1}} {
			turns[dim] = append(turns[dim], s.turnsAlong(dim, corner)...)
		}
		slices.Sort(turns[dim])
		turns[dim] = slices.Compact(turns[dim])
	}
	for _, z := range turns[2] {
		for _, y := range turns[1] {
			for _, x := range turns[0] {
				s.of([3]int{x, y, z})
			}
		}
	}
	slices.SortFunc(s.outside, func(a, b [3]int) int {
		return slices.Compare([]int{a[2], a[1], a[0]}, []int{b[2], b[1], b[0]})
	})
	return s.outside
}

// turnsAlong are the places of blocks along a dimension of the grid, through the block given, that
// differ from a neighbour, with the first and the last.
func (s *blockSearch) turnsAlong(dim int, through [3]int) []int {
	at := func(i int) conduct {
		b := through
		b[dim] = i
		return s.of(b)
	}
	last := s.grid[dim] - 1
	out := []int{0, last}
	var halve func(lo, hi int)
	halve = func(lo, hi int) {
		switch {
		case s.failed || at(lo) == at(hi):
		case hi == lo+1:
			out = append(out, lo, hi)
		default:
			mid := lo + (hi-lo)/2
			halve(lo, mid)
			halve(mid, hi)
		}
	}
	for i := range firstParts {
		halve(last*i/firstParts, last*(i+1)/firstParts)
	}
	return out
}

// of is what a block does.
func (s *blockSearch) of(block [3]int) conduct {
	if c, ran := s.ran[block]; ran || s.failed {
		return c
	}
	if len(s.ran) == mostBlocksRun {
		s.failed = true
		return conduct{}
	}
	runs := &boundsRuns{e: s.e, until: s.until, block: &block}
	view, ok := runs.ordinary(s.k)
	if !ok {
		s.failed = true
		return conduct{}
	}
	c := conduct{Stats: view.Report.Stats, outside: len(failing(*view))}
	c.Seconds, c.PeakBytes = 0, 0
	s.ran[block] = c
	if c.outside > 0 {
		s.outside = append(s.outside, block)
	}
	return c
}
