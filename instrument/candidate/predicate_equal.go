package candidate

import (
	"gv2/boogie"
	"gv2/predicate/fact"
)

// predicateEqualRule: both threads are in the loop, or neither. It is what makes
// barriers in a loop with a non-uniform guard safe. The same of two threads that wait
// for each other at some __syncwarp, or exchange values there.
var predicateEqualRule = rule{"predicate-equal", func(l *Loop) []boogie.Expr {
	if l.Stmt.Uniform {
		return nil
	}
	same := boogie.Eq(l.Enc.Expr(l.Stmt.Guard, 1), l.Enc.Expr(l.Stmt.Guard, 2))
	var out []boogie.Expr
	if alike := l.alike(); alike != nil {
		out = append(out, boogie.Imp(alike, same))
	}
	if l.Enc.Pair != fact.SameBlock {
		return out
	}
	out = append(out, same)
	if entered := l.bothEntered(); entered != nil {
		out = append(out, boogie.Imp(entered, same))
	}
	for _, together := range append(l.of.Together(), l.of.Exchanging()...) {
		out = append(out, boogie.Imp(together, same))
	}
	return out
}}
