package lower

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/congruence"
)

// Offsets in bytes, as in (float4 *)((char *)p + off), keep the unit of memory if
// they are multiples of it. What the form of an expression does not show, the
// assignments to its variables may. A pass takes what it needs for granted and
// package congruence proves it when all assignments are known; if the proof fails,
// the next pass does without.

// demand is a claim that a pass relies on: x is a multiple of by.
type demand struct {
	x    kernel.Expr
	by   int64
	site demandSite
}

// demandSite names the place of a demand over all passes.
type demandSite struct {
	inst *instance
	pos  diag.Pos
	by   int64
}

// multiple reports whether x may be taken for a multiple of by, a power of two.
func (l *lowerer) multiple(x kernel.Expr, by int64) bool {
	site := demandSite{l.frame.inst, l.out.pos, by}
	if by&(by-1) != 0 || by > congruence.Max || l.an.refused[site] {
		return false
	}
	l.demands = append(l.demands, demand{x, by, site})
	return true
}

// proveDemands asks for another pass unless everything that this one took for
// granted holds.
func (l *lowerer) proveDemands() {
	if len(l.demands) == 0 || l.an.changed {
		return
	}
	powers := congruence.Of(l.out.kernel.Body)
	for _, d := range l.demands {
		if powers.Divisor(d.x)%d.by != 0 {
			l.an.refused[d.site] = true
			l.an.changed = true
		}
	}
}
