package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// counterGuardRule: a counter passes its guard's limit by less than a step: in
// for (i = s; i < n; i += c), i < n + c or i is still s.
var counterGuardRule = rule{"counter-guard", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	for _, cond := range kernel.Conjuncts(l.stmt.Loop.Cond) {
		b, ok := cond.(*kernel.Binary)
		if !ok || !b.Op.IsComparison() {
			continue
		}
		for _, c := range l.counters {
			if c.op == kernel.Add && c.by == nil {
				out = append(out, l.guardLimits(c, b)...)
			}
		}
	}
	return out
}}

// mirrored is the comparison with its operands exchanged.
var mirrored = map[kernel.BinaryOp]kernel.BinaryOp{
	kernel.Lt: kernel.Gt, kernel.Le: kernel.Ge, kernel.Gt: kernel.Lt, kernel.Ge: kernel.Le,
	kernel.Eq: kernel.Eq, kernel.Ne: kernel.Ne,
}

func (l *loopContext) guardLimits(c *counter, b *kernel.Binary) []boogie.Expr {
	op, x, limit := b.Op, b.X, b.Y
	if !kernel.IsRef(kernel.StripSameWidth(x), c.v) {
		op, x, limit = mirrored[op], b.Y, b.X
	}
	if !kernel.IsRef(kernel.StripSameWidth(x), c.v) || !l.fixed(limit) {
		return nil
	}
	t := x.Type()
	bound := func(op kernel.BinaryOp, by int64) boogie.Expr {
		within := kernel.Bin(op, x, limit)
		if by != 0 {
			within = kernel.Bin(op, x, kernel.Bin(kernel.Add, limit, kernel.NewConst(t, by)))
		}
		return l.both(kernel.Bin(kernel.LOr, kernel.Bin(kernel.Eq, kernel.Ref(c.v), kernel.Ref(c.start)), within))
	}
	switch {
	case (op == kernel.Lt || op == kernel.Ne) && c.step > 0:
		return []boogie.Expr{bound(kernel.Le, c.step-1)}
	case op == kernel.Le && c.step > 0:
		return []boogie.Expr{bound(kernel.Le, c.step)}
	case (op == kernel.Gt || op == kernel.Ne) && c.step < 0:
		return []boogie.Expr{bound(kernel.Ge, c.step+1)}
	case op == kernel.Ge && c.step < 0:
		return []boogie.Expr{bound(kernel.Ge, c.step)}
	}
	return nil
}
