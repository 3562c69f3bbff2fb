package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// maxEqual bounds how many variables variableEqualRule guesses about.
const maxEqual = 12

// variableEqualRule: a variable that the loop carries has the same
// value in both threads, always or while both are in the loop, or if they wait for
// each other at some __syncwarp besides. Whether they are in it is predicateEqualRule's.
var variableEqualRule = rule{"variable-equal", func(l *Loop) []boogie.Expr {
	var out []boogie.Expr
	if l.Enc.Pair != fact.SameBlock {
		return nil
	}
	for _, v := range l.of.Carried(l.Stmt, l.Assigned) {
		if l.Enc.Uniform[v] || v.T.Kind == kernel.Float || len(out) >= maxEqual || kernel.IsRef(l.Stmt.Guard, v) {
			continue
		}
		same := boogie.Eq(boogie.V(l.Enc.Variable(v, 1)), boogie.V(l.Enc.Variable(v, 2)))
		out = append(out, same)
		if !l.Stmt.Uniform {
			in := boogie.And(l.Enc.Expr(l.Stmt.Guard, 1), l.Enc.Expr(l.Stmt.Guard, 2))
			out = append(out, boogie.Imp(in, same))
			for _, together := range l.of.Together() {
				out = append(out, boogie.Imp(boogie.And(in, together), same))
			}
		}
	}
	return out
}}
