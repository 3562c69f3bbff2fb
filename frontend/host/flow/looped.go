package flow

import (
	"gv2/frontend/cuda"
	"gv2/frontend/host/rounds"
	"gv2/frontend/host/steps"
	"gv2/frontend/kernel"
)

// Looped tells of a root that stands for a variable in a loop; ok is false for others.
func (p *Program) Looped(r *kernel.Var) (in rounds.Looped, ok bool) {
	in, ok = p.looped[r]
	return in, ok
}

// entered notes what the loop makes of variables that had values before; from are the values of those in the list.
func entered(fr *frame, st *stmt, entry, states []*State, list []stepped, from []before) {
	for k, s := range states {
		for i, v := range entry[k].values {
			if r, is := s.values[i].X.(*kernel.VarRef); is && s.values[i].X != v.X {
				fr.prog.looped[r.Var] = rounds.Looped{First: v.X, Loop: st}
			}
		}
		for n, v := range list {
			first := from[k].first[n]
			if first == nil || len(v.changes) != 1 || !steppedByHead(st, v.name) || leavesEarly(fr, st) {
				continue
			}
			by := kernel.Expr(kernel.NewConst(kernel.I32, 1))
			if c := v.changes[0]; c.By != nil {
				by = fr.eval(s, c.By).X
			}
			if r, is := s.values[fr.find(s, v.name)].X.(*kernel.VarRef); is {
				fr.prog.looped[r.Var] = rounds.Looped{First: first, Later: rounds.Later(v.changes[0].Op, first, by), Loop: st}
			}
		}
	}
}

// steppedByHead reports whether the head of a for loop changes the variable after each round.
func steppedByHead(st *stmt, name string) bool {
	if st.kind != forStmt || st.post == nil || !st.post.parsed || st.post.expr == nil {
		return false
	}
	for _, e := range steps.Commas(st.post.expr) {
		switch e.(type) {
		case *cuda.AssignExpr, *cuda.UnaryExpr:
			if in := steps.In(e); len(in) == 1 && in[0].Name == name {
				return true
			}
		}
	}
	return false
}

// leavesEarly reports whether a statement of the loop leaves it, or the function.
func leavesEarly(fr *frame, st *stmt) bool {
	found := false
	fr.fn.stmts(st.body, func(s *stmt) {
		switch s.kind {
		case leaveStmt, returnStmt, gotoStmt, throwStmt:
			found = found || s.word != "continue"
		default:
			// Others go on.
		}
	})
	return found
}
