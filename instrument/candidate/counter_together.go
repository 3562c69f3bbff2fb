package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// counterTogetherRule: threads that wait for each other in every iteration have counted equally far, even if each
// began at its own index: in for (i = threadIdx.x; i < n; i += 64), i - threadIdx.x is the same for
// both. With n a multiple of 64, both leave the loop together.
var counterTogetherRule = rule{"counter-together", func(l *Loop) []boogie.Expr {
	if l.Stmt.Uniform || !l.barriers || l.Enc.Pair != fact.SameBlock {
		return nil
	}
	var out []boogie.Expr
	for _, c := range l.Counters {
		if c.Op != kernel.Add || l.Enc.Uniform[c.Var] {
			continue
		}
		gone := kernel.Bin(kernel.Sub, kernel.Ref(c.Var), kernel.Ref(c.Start))
		out = append(out, boogie.Eq(l.Enc.Expr(gone, 1), l.Enc.Expr(gone, 2)))
	}
	return out
}}
