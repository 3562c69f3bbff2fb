package twothread

import (
	"math/bits"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// fullMask reports whether a warp mask names all lanes, or there is none.
func fullMask(x kernel.Expr) bool {
	return x == nil || kernel.AllLanes(x)
}

// LooseMask reports whether s waits for lanes that a mask names which is not a
// constant, or not one of few runs of lanes, and rewrite.LaneMasks has not found what
// each thread names. The translation takes such a __syncwarp to order nothing, which
// may report too many races but never too few.
func LooseMask(s kernel.Stmt, notes *fact.Notes) bool {
	w, ok := s.(*kernel.WarpSync)
	if !ok {
		return false
	}
	lanes := notes.Lanes(w)
	switch {
	case lanes != nil:
		return !fewGroups(lanes)
	case fullMask(w.Mask):
		return false
	}
	_, ok = runsOf(w.Mask)
	return !ok
}

// UncheckedMask reports whether s is a warp function of which the translation does
// not check that the lanes of its mask reach it together.
func UncheckedMask(s kernel.Stmt, notes *fact.Notes) bool {
	if _, sync := s.(*kernel.WarpSync); sync {
		return LooseMask(s, notes)
	}
	mask := kernel.MaskOf(s)
	if fullMask(mask) {
		return false
	}
	_, ok := runsOf(mask)
	return !ok
}

// mostRuns bounds how many runs of lanes a mask is spelt out for.
const mostRuns = 4

// run is the lanes from first to last of a warp.
type run struct{ first, last int }

// runsOf is a constant mask as runs of lanes, in order.
func runsOf(mask kernel.Expr) ([]run, bool) {
	c, ok := mask.(*kernel.Const)
	if !ok {
		return nil, false
	}
	out := maskRuns(uint32(c.Val))
	return out, len(out) <= mostRuns
}

// maskRuns is a mask as runs of lanes, in order.
func maskRuns(mask uint32) []run {
	var out []run
	for left := mask; left != 0; {
		first := bits.TrailingZeros32(left)
		n := bits.TrailingZeros32(^(left >> first))
		out = append(out, run{first, first + n - 1})
		left &^= (1<<n - 1) << first
	}
	return out
}

// inMask says that a thread's lane is one that a constant mask names.
func inMask(l kernel.Launch, runs []run) kernel.Expr {
	lane := &kernel.Binary{Op: kernel.Rem, X: l.LinearID(), Y: kernel.Unsigned(kernel.WarpSize)}
	var any kernel.Expr = kernel.BoolConst(false)
	for i, r := range runs {
		in := kernel.Bin(kernel.LAnd, kernel.Bin(kernel.Le, kernel.Unsigned(int64(r.first)), lane), kernel.Bin(kernel.Le, lane, kernel.Unsigned(int64(r.last))))
		if i == 0 {
			any = in
		} else {
			any = kernel.Bin(kernel.LOr, any, in)
		}
	}
	return any
}
