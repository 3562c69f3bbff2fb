package flow

import (
	"gv2/frontend/host/rounds"
	"gv2/frontend/kernel"
)

// Looped tells of a root that stands for a variable in a loop; ok is false for others.
func (p *Program) Looped(r *kernel.Var) (in rounds.Looped, ok bool) {
	in, ok = p.looped[r]
	return in, ok
}

// entered notes what the loop makes of variables that had values before.
func entered(fr *frame, st *stmt, before, states []*State, c counted) {
	for k, s := range states {
		for i, v := range before[k].values {
			if r, is := s.values[i].X.(*kernel.VarRef); is && s.values[i].X != v.X {
				fr.prog.looped[r.Var] = rounds.Looped{First: v.X, Loop: st}
			}
		}
		i, first := fr.find(s, c.name), fr.first(before[k], c)
		if first == nil || leavesEarly(fr, st) {
			continue
		}
		by := kernel.Expr(kernel.NewConst(kernel.I32, 1))
		if c.by != nil {
			by = fr.eval(s, c.by).X
		}
		if r, is := s.values[i].X.(*kernel.VarRef); is {
			fr.prog.looped[r.Var] = rounds.Looped{First: first, Later: rounds.Later(c.op, first, by), Loop: st}
		}
	}
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
