package lower

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// Offsets in bytes, as in (float4 *)((char *)p + off), keep the unit of memory if
// they are multiples of it. What the form of an expression does not show, the
// assignments to its variables may: a congruence analysis in the manner of
// Granger (1989), for powers of two only, which survive wrapping. A pass takes
// what it needs for granted and proves it when all assignments are known; if the
// proof fails, the next pass does without.

// maxAlign is the largest power of two that matters.
const maxAlign = 64

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
	if by&(by-1) != 0 || by > maxAlign || l.an.refused[site] {
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
	al := alignments{defs: map[*kernel.Var][]kernel.Expr{}, of: map[*kernel.Var]int64{}}
	kernel.Walk(l.out.kernel.Body, func(s kernel.Stmt) bool {
		if v := kernel.Assigned(s); v != nil {
			x := kernel.Expr(nil)
			if a, ok := s.(*kernel.Assign); ok {
				x = a.X
			}
			al.defs[v] = append(al.defs[v], x)
		}
		return true
	})
	for v := range al.defs {
		al.of[v] = maxAlign
	}
	al.solve()
	for _, d := range l.demands {
		if al.expr(d.x)%d.by != 0 {
			l.an.refused[d.site] = true
			l.an.changed = true
		}
	}
}

// alignments holds for each variable a power of two that divides all its
// values.
type alignments struct {
	defs map[*kernel.Var][]kernel.Expr // what is assigned; nil for any value
	of   map[*kernel.Var]int64
}

// solve lowers the alignments to the greatest ones that the assignments allow.
func (al *alignments) solve() {
	for changed := true; changed; {
		changed = false
		for v, defs := range al.defs {
			for _, x := range defs {
				a := int64(1)
				if x != nil {
					a = al.expr(x)
				}
				if a < al.of[v] {
					al.of[v], changed = a, true
				}
			}
		}
	}
}

// expr returns a power of two that divides x.
func (al *alignments) expr(x kernel.Expr) int64 {
	switch x := x.(type) {
	case *kernel.Const:
		return lowBit(x.Val)
	case *kernel.VarRef:
		return max(al.of[x.Var], 1) // of a parameter nothing is known
	case *kernel.Unary:
		if x.Op == kernel.Neg && x.X.Type().IsInt() {
			return al.expr(x.X)
		}
	case *kernel.Convert:
		if x.T.IsInt() && x.X.Type().IsInt() {
			return al.expr(x.X)
		}
	case *kernel.Cond:
		return min(al.expr(x.X), al.expr(x.Y))
	case *kernel.Binary:
		if x.X.Type().IsInt() && !x.Op.IsComparison() {
			return al.binary(x)
		}
	}
	return 1
}

func (al *alignments) binary(x *kernel.Binary) int64 {
	switch x.Op {
	case kernel.Add, kernel.Sub, kernel.Or, kernel.Xor, kernel.Rem:
		return min(al.expr(x.X), al.expr(x.Y))
	case kernel.And:
		return max(al.expr(x.X), al.expr(x.Y))
	case kernel.Mul:
		return min(al.expr(x.X)*al.expr(x.Y), maxAlign)
	case kernel.Shl:
		if n, ok := x.Y.(*kernel.Const); ok && n.Val >= 0 && n.Val < 32 {
			return min(al.expr(x.X)<<n.Val, maxAlign)
		}
		return al.expr(x.X)
	}
	return 1
}

// lowBit is the largest power of two that divides n, of maxAlign at most.
func lowBit(n int64) int64 {
	if n == 0 {
		return maxAlign
	}
	return min(n&-n, maxAlign)
}
