package candidate

import (
	"gv2/boogie"
	"gv2/predicate/fact"
)

// predicateEqualRule: both threads are in the loop, or neither. It is what makes
// barriers in a loop with a non-uniform guard safe. The same of two threads that wait
// for each other at some __syncwarp.
var predicateEqualRule = rule{"predicate-equal", func(l *Loop) []boogie.Expr {
	if l.Stmt.Uniform || l.Enc.Pair != fact.SameBlock {
		return nil
	}
	same := boogie.Eq(l.Enc.Expr(l.Stmt.Guard, 1), l.Enc.Expr(l.Stmt.Guard, 2))
	out := []boogie.Expr{same}
	for _, together := range l.of.Together() {
		out = append(out, boogie.Imp(together, same))
	}
	return out
}}
