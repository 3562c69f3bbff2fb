package object

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
	inst *Instance
	pos  diag.Pos
	by   int64
}

// multiple reports whether x may be taken for a multiple of by, a power of two.
func (mem *Model) multiple(x kernel.Expr, by int64) bool {
	site := demandSite{mem.core.Inst(), mem.out.Pos, by}
	if by&(by-1) != 0 || by > congruence.Max || mem.an.refused[site] {
		return false
	}
	mem.demands = append(mem.demands, demand{x, by, site})
	return true
}

// ProveDemands asks for another pass unless everything that this one took for
// granted holds.
func (mem *Model) ProveDemands() {
	if len(mem.demands) == 0 || mem.an.Changed {
		return
	}
	powers := congruence.Of(mem.out.Kernel.Body, mem.distances.multiples())
	for _, d := range mem.demands {
		if powers.Divisor(d.x)%d.by != 0 {
			mem.an.refused[d.site] = true
			mem.an.Changed = true
		}
	}
}
