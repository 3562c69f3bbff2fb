package fact

import (
	"math/bits"

	"gv2/frontend/kernel"
)

// FullMask reports whether a warp mask names all lanes, or there is none.
func FullMask(x kernel.Expr) bool {
	return x == nil || kernel.AllLanes(x)
}

// LooseMask reports whether s waits for the lanes of a mask that is not a constant,
// or not one of few runs of lanes, and for which rewrite.LaneMasks has not found the
// lanes that each thread names. In the translation such a __syncwarp orders nothing,
// which may report too many races but never too few.
func LooseMask(s kernel.Stmt, notes *Notes) bool {
	w, ok := s.(*kernel.WarpSync)
	if !ok {
		return false
	}
	lanes := notes.Lanes(w)
	switch {
	case lanes != nil:
		return !FewGroups(lanes)
	case FullMask(w.Mask):
		return false
	}
	_, ok = RunsOf(w.Mask)
	return !ok
}

// UncheckedMask reports whether s is a warp function for which the translation
// does not check that the lanes of its mask reach it together.
func UncheckedMask(s kernel.Stmt, notes *Notes) bool {
	if _, sync := s.(*kernel.WarpSync); sync {
		return LooseMask(s, notes)
	}
	mask := kernel.MaskOf(s)
	if FullMask(mask) {
		return false
	}
	_, ok := RunsOf(mask)
	return !ok
}

// mostRuns bounds the number of runs of lanes of a mask in a formula.
const mostRuns = 4

// Run is the lanes from first to last of a warp.
type Run struct{ First, Last int }

// RunsOf is a constant mask as runs of lanes, in order.
func RunsOf(mask kernel.Expr) ([]Run, bool) {
	c, ok := mask.(*kernel.Const)
	if !ok {
		return nil, false
	}
	out := maskRuns(uint32(c.Val))
	return out, len(out) <= mostRuns
}

// maskRuns is a mask as runs of lanes, in order.
func maskRuns(mask uint32) []Run {
	var out []Run
	for left := mask; left != 0; {
		first := bits.TrailingZeros32(left)
		n := bits.TrailingZeros32(^(left >> first))
		out = append(out, Run{first, first + n - 1})
		left &^= (1<<n - 1) << first
	}
	return out
}

// InRuns is the condition that a thread's lane is one that a constant mask names.
func InRuns(l kernel.Launch, runs []Run) kernel.Expr {
	lane := &kernel.Binary{Op: kernel.Rem, X: l.LinearID(), Y: kernel.Unsigned(kernel.WarpSize)}
	var any kernel.Expr = kernel.BoolConst(false)
	for i, r := range runs {
		in := kernel.Bin(kernel.LAnd, kernel.Bin(kernel.Le, kernel.Unsigned(int64(r.First)), lane), kernel.Bin(kernel.Le, lane, kernel.Unsigned(int64(r.Last))))
		if i == 0 {
			any = in
		} else {
			any = kernel.Bin(kernel.LOr, any, in)
		}
	}
	return any
}
