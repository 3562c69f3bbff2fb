package discipline

import (
	"fmt"
	"strings"

	"gv2/frontend/kernel"
)

// A warp may hold a lock: one lane takes it, all lanes meet at __syncwarp() and have it against other warps, until the last __syncwarp() before
// that lane gives it back. This is the lock of a block, with warps for blocks: a __syncwarp() of all lanes orders what the threads of the warp do
// before it before what they do behind it, and that all lanes execute the same ones is what the proof rests on. Tokens have the
// number of the warp as their rank, as threads of one warp are not kept apart.

const warpSize = 32

const laneIs = "lane "

// isLane reports whether a guard names a thread of each warp.
func isLane(guard string) bool { return strings.HasPrefix(guard, laneIs) }

// singleLane is a name for the one lane of which a condition has that truth, empty if there may be several.
func (a *analysis) singleLane(cond kernel.Expr, truth bool) string {
	for _, c := range atoms(cond, truth) {
		if n, ok := a.laneOf(c); ok {
			return fmt.Sprint(laneIs, n)
		}
	}
	return ""
}

// lane is the same, and whether each warp has that lane and the condition holds for it whatever else.
func (a *analysis) lane(cond kernel.Expr, truth bool) (name string, exactly bool) {
	name = a.singleLane(cond, truth)
	return name, a.warps && name == laneIs+"0" && len(atoms(cond, truth)) == 1
}

// laneOf reads an equality of the lane with a constant: of the linear index modulo 32.
func (a *analysis) laneOf(e kernel.Expr) (int64, bool) {
	b, is := e.(*kernel.Binary)
	if !is || b.Op != kernel.Eq {
		return 0, false
	}
	n, is := constant(b.Y)
	x, ok := unnarrowed(b.X).(*kernel.Binary)
	if !is || !ok || n < 0 || n >= warpSize {
		return 0, false
	}
	c, is := constant(x.Y)
	if !is || !(x.Op == kernel.Rem && c == warpSize || x.Op == kernel.And && c == warpSize-1) {
		return 0, false
	}
	linear := kernel.Fold(a.kernel.Launch.LinearID())
	return n, kernel.ExprString(unnarrowed(kernel.Fold(x.X))) == kernel.ExprString(unnarrowed(linear))
}

// warp is the number of a thread's warp.
func (a *analysis) warp() kernel.Expr {
	return kernel.Fold(kernel.Bin(kernel.Div, kernel.Widened(a.kernel.Launch.LinearID()), kernel.NewConst(kernel.I64, warpSize)))
}

// warpWide reports whether an expression is the same in all threads of a warp: it tells threads apart by the number of their warp only.
func (a *analysis) warpWide(e kernel.Expr) bool {
	linear := kernel.ExprString(unnarrowed(kernel.Fold(a.kernel.Launch.LinearID())))
	return blockWide(kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		b, ok := e.(*kernel.Binary)
		if !ok {
			return e
		}
		c, is := constant(b.Y)
		if !is || !(b.Op == kernel.Div && c == warpSize || b.Op == kernel.Shr && c == 5) || kernel.ExprString(unnarrowed(b.X)) != linear {
			return e
		}
		return kernel.NewConst(b.Type(), 0)
	}))
}

// allLanes reports whether all lanes of the warp meet at a barrier.
func allLanes(s kernel.Stmt) bool {
	w, ok := s.(*kernel.WarpSync)
	if !ok || w.Mask == nil {
		return ok
	}
	mask, is := constant(w.Mask)
	return is && uint32(mask) == 1<<warpSize-1
}

// meetWarp is a barrier of the warp: it hands on what one lane has taken, and orders what the others have done before what that
// lane does.
func (a *analysis) meetWarp(s *kernel.WarpSync, st *state) {
	if !allLanes(s) {
		return
	}
	for i := range st.holds {
		if h := &st.holds[i]; h.level == ofPart && h.byWarp() && !a.returned {
			h.level = ofBlock
		}
	}
	for d := range st.debts {
		if d.other && d.open && d.warp {
			delete(st.debts, d)
			d.open = false
			st.debts[d] = true
		}
	}
}
