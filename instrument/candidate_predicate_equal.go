package instrument

import (
	"gv2/boogie"
	"gv2/predicate"
)

// predicateEqualRule: both threads are in the loop, or neither. It is what makes
// barriers in a loop with a non-uniform guard safe.
var predicateEqualRule = rule{"predicate-equal", func(l *loopContext) []boogie.Expr {
	if l.stmt.Uniform || l.pair != predicate.SameBlock {
		return nil
	}
	return []boogie.Expr{boogie.Eq(l.expr(l.stmt.Guard, 1), l.expr(l.stmt.Guard, 2))}
}}
