package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// counterGuardRule: a counter passes its guard's limit by less than a step: in
// for (i = s; i < n; i += c), i < n + c or i is still s.
var counterGuardRule = rule{"counter-guard", func(l *Loop) []boogie.Expr {
	var out []boogie.Expr
	for _, cond := range kernel.Conjuncts(l.Stmt.Loop.Cond) {
		b, ok := cond.(*kernel.Binary)
		if !ok || !b.Op.IsComparison() {
			continue
		}
		for _, c := range l.Counters {
			if c.Op == kernel.Add && c.By == nil {
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

func (l *Loop) guardLimits(c *Counter, b *kernel.Binary) []boogie.Expr {
	op, x, limit := b.Op, b.X, b.Y
	if !kernel.IsRef(kernel.StripSameWidth(x), c.Var) {
		op, x, limit = mirrored[op], b.Y, b.X
	}
	if !kernel.IsRef(kernel.StripSameWidth(x), c.Var) || !l.Fixed(limit) {
		return nil
	}
	t := x.Type()
	bound := func(op kernel.BinaryOp, by int64) boogie.Expr {
		within := kernel.Bin(op, x, limit)
		if by != 0 {
			within = kernel.Bin(op, x, kernel.Bin(kernel.Add, limit, kernel.NewConst(t, by)))
		}
		return l.both(kernel.Bin(kernel.LOr, kernel.Bin(kernel.Eq, kernel.Ref(c.Var), kernel.Ref(c.Start)), within))
	}
	switch {
	case (op == kernel.Lt || op == kernel.Ne) && c.Step > 0:
		return []boogie.Expr{bound(kernel.Le, c.Step-1)}
	case op == kernel.Le && c.Step > 0:
		return []boogie.Expr{bound(kernel.Le, c.Step)}
	case (op == kernel.Gt || op == kernel.Ne) && c.Step < 0:
		return []boogie.Expr{bound(kernel.Ge, c.Step+1)}
	case op == kernel.Ge && c.Step < 0:
		return []boogie.Expr{bound(kernel.Ge, c.Step)}
	}
	return nil
}
