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
// each other at some __syncwarp, or exchange values, besides. Whether they are in it is predicateEqualRule's.
//
// Floats are carried only where it matters which values are stored: two threads that came to
// the loop, both, may compute the same there, and have it afterwards.
var variableEqualRule = rule{"variable-equal", func(l *Loop) []boogie.Expr {
	var out []boogie.Expr
	alike := l.alike()
	if l.Enc.Pair != fact.SameBlock {
		for _, v := range l.of.Carried(l.Stmt, l.Assigned) {
			if !l.Enc.Uniform[v] && !kernel.IsRef(l.Stmt.Guard, v) && alike != nil && len(out) < maxEqual {
				out = append(out, boogie.Imp(alike, boogie.Eq(boogie.V(l.Enc.Variable(v, 1)), boogie.V(l.Enc.Variable(v, 2)))))
			}
		}
		return out
	}
	entered := l.bothEntered()
	for _, v := range l.of.Carried(l.Stmt, l.Assigned) {
		if l.Enc.Uniform[v] || len(out) >= maxEqual || kernel.IsRef(l.Stmt.Guard, v) {
			continue
		}
		same := boogie.Eq(boogie.V(l.Enc.Variable(v, 1)), boogie.V(l.Enc.Variable(v, 2)))
		out = append(out, same)
		if !l.Stmt.Uniform {
			in := boogie.And(l.Enc.Expr(l.Stmt.Guard, 1), l.Enc.Expr(l.Stmt.Guard, 2))
			out = append(out, boogie.Imp(in, same))
			for _, when := range []boogie.Expr{entered, alike} {
				if when != nil {
					out = append(out, boogie.Imp(when, same))
				}
			}
			for _, together := range append(l.of.Together(), l.of.Exchanging()...) {
				out = append(out, boogie.Imp(boogie.And(in, together), same))
			}
		}
	}
	return out
}}

// bothEntered says that both threads have come to the loop, where it carries floats; nil where it
// does not, or where both come in any case.
func (l *Loop) bothEntered() boogie.Expr {
	outer := l.Stmt.Outer
	if outer == nil || !l.Fixed(outer) || !l.carriesFloats() {
		return nil
	}
	return boogie.And(l.Enc.Expr(outer, 1), l.Enc.Expr(outer, 2))
}

// alike says that both threads come to the loop, and that what decides how often it runs is the same for
// both, where it carries floats and where the threads may differ in that: then they compute the same, too.
func (l *Loop) alike() boogie.Expr {
	if l.Stmt.Loop == nil || !l.carriesFloats() {
		return nil
	}
	var same []boogie.Expr
	seen := map[*kernel.Var]bool{}
	kernel.WalkExpr(l.Stmt.Loop.Cond, func(e kernel.Expr) bool {
		if r, is := e.(*kernel.VarRef); is && !l.Changes[r.Var] && !l.Enc.Uniform[r.Var] && !r.Var.Param && !seen[r.Var] {
			seen[r.Var] = true
			same = append(same, boogie.Eq(boogie.V(l.Enc.Variable(r.Var, 1)), boogie.V(l.Enc.Variable(r.Var, 2))))
		}
		return true
	})
	if len(same) == 0 {
		return nil
	}
	if outer := l.Stmt.Outer; outer != nil && l.Fixed(outer) {
		same = append(same, l.Enc.Expr(outer, 1), l.Enc.Expr(outer, 2))
	}
	return boogie.And(same...)
}

// carriesFloats reports whether the loop carries floats that may differ between threads.
func (l *Loop) carriesFloats() bool {
	if l.Stmt.Uniform {
		return false
	}
	for _, v := range l.of.Carried(l.Stmt, l.Assigned) {
		if v.T.Kind == kernel.Float && !l.Enc.Uniform[v] {
			return true
		}
	}
	return false
}
