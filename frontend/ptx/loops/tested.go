package loops

import (
	"slices"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/tidy"
)

// TestedFirst gives loops that a test at their start leaves the test as their condition, as loops of
// source code have it: code compiled without optimisation is made of them.
//
//	region L { while (true) { if (c) { leave L; } … } }   becomes   while (!c) { … }
func TestedFirst(stmts []kernel.Stmt) []kernel.Stmt {
	out := make([]kernel.Stmt, 0, len(stmts))
	for _, s := range stmts {
		s = kernel.MapBlocks(s, TestedFirst)
		r, ok := s.(*kernel.Region)
		if !ok || len(r.Body) == 0 {
			out = append(out, s)
			continue
		}
		last := len(r.Body) - 1
		loop, ok := r.Body[last].(*kernel.Loop)
		if !ok {
			out = append(out, s)
			continue
		}
		tested := withTest(loop, r.Label)
		if tested == nil {
			out = append(out, s)
			continue
		}
		body := append(slices.Clone(r.Body[:last]), tested)
		if tidy.HasLeave(body, r.Label) {
			c := *r
			c.Body = body
			out = append(out, &c)
			continue
		}
		out = append(out, body...)
	}
	return out
}

// withTest is a loop without end whose first branch leaves the region that ends behind the loop, with that
// branch as its condition; nil for any other.
func withTest(loop *kernel.Loop, label string) *kernel.Loop {
	always, ok := loop.Cond.(*kernel.Const)
	if !ok || always.Val == 0 || loop.DoWhile || len(loop.Head) > 0 || len(loop.Post) > 0 || len(loop.Invariants) > 0 {
		return nil
	}
	for i, s := range loop.Body {
		switch s := s.(type) {
		case *kernel.Assign, *kernel.Havoc, *kernel.Load, *kernel.Atomic:
			continue // part of the test
		case *kernel.If:
			c := *loop
			c.Head = slices.Clone(loop.Body[:i])
			switch {
			case onlyLeaves(s.Then, label):
				c.Cond, c.Body = cexpr.Not(s.Cond), s.Else
			case onlyLeaves(s.Else, label):
				c.Cond, c.Body = s.Cond, s.Then
			default:
				return nil
			}
			c.Body = append(slices.Clone(c.Body), loop.Body[i+1:]...)
			return &c
		default:
			// Something else happens before the test, or the loop has none.
			return nil
		}
	}
	return nil
}

func onlyLeaves(stmts []kernel.Stmt, label string) bool {
	if len(stmts) != 1 {
		return false
	}
	l, ok := stmts[0].(*kernel.Leave)
	return ok && l.Label == label
}
