package loops

import (
	"slices"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

// unguarded takes the test away of whether a loop has a first round, where the loop asks that itself.
//
//	if (n >= 1) { i = 0; x = 0; while (i < n) …; y = x } else { y = 0 }   becomes   i = 0; x = 0; while (i < n) …; y = x
//
// The variables that the loop begins with are then set without a round, too, so nothing but the branch reads them.
func unguarded(body []kernel.Stmt, launch kernel.Launch) []kernel.Stmt {
	readers := map[*kernel.Var]int{}
	readsOf(body, readers)
	var block func([]kernel.Stmt) []kernel.Stmt
	block = func(list []kernel.Stmt) []kernel.Stmt {
		out := make([]kernel.Stmt, 0, len(list))
		for _, s := range list {
			s = kernel.MapBlocks(s, block)
			if i, ok := s.(*kernel.If); ok {
				out = append(out, withoutGuard(i, readers, launch)...)
				continue
			}
			out = append(out, s)
		}
		return out
	}
	return block(body)
}

// readsOf counts the places that read each variable.
func readsOf(list []kernel.Stmt, into map[*kernel.Var]int) {
	note := func(e kernel.Expr) {
		kernel.WalkExpr(e, func(e kernel.Expr) bool {
			if r, ok := e.(*kernel.VarRef); ok {
				into[r.Var]++
			}
			return true
		})
	}
	kernel.Walk(list, func(s kernel.Stmt) bool { kernel.Exprs(s, note); return true })
}

func withoutGuard(s *kernel.If, readers map[*kernel.Var]int, launch kernel.Launch) []kernel.Stmt {
	with, without, cond := s.Then, s.Else, s.Cond
	at := loopAlone(with)
	if at < 0 {
		with, without, cond = s.Else, s.Then, cexpr.Not(s.Cond)
		at = loopAlone(with)
	}
	if at < 0 {
		return []kernel.Stmt{s}
	}
	loop := with[at].(*kernel.Loop)
	begin := atStart(launch)
	begin.block(with[:at])
	inside := map[*kernel.Var]int{}
	readsOf(with, inside)
	for _, a := range with[:at] {
		if v := kernel.Assigned(a); inside[v] != readers[v] {
			return []kernel.Stmt{s}
		}
	}
	if !sameEnd(begin, with[at+1:], without) {
		return []kernel.Stmt{s}
	}
	all := cexpr.Conjuncts(kernel.Fold(cond))
	for i, c := range all {
		// Without a first round the test of the loop fails at once.
		none := begin.copy()
		none.assume(cexpr.Not(c))
		if !none.holds(cexpr.Not(loop.Cond)) {
			continue
		}
		if rest := slices.Delete(slices.Clone(all), i, i+1); len(rest) > 0 {
			if len(without) > 0 {
				break
			}
			c := *s
			c.Cond, c.Then, c.Else = kernel.AllOf(rest...), with, nil
			return []kernel.Stmt{&c}
		}
		return with
	}
	return []kernel.Stmt{s}
}

// loopAlone is the place of the loop in a list of assignments with one loop that tests at its start; -1 for others.
func loopAlone(list []kernel.Stmt) int {
	at := -1
	for i, s := range list {
		switch s := s.(type) {
		case *kernel.Assign:
		case *kernel.Loop:
			if at >= 0 || s.DoWhile || len(s.Head) > 0 || len(s.Invariants) > 0 {
				return -1
			}
			at = i
		default:
			// What others do is not to happen where there is no round.
			return -1
		}
	}
	return at
}

// sameEnd reports whether the assignments behind the loop give what those of the other branch give, if there was no round.
func sameEnd(begin *known, behind, other []kernel.Stmt) bool {
	if len(behind) != len(other) {
		return false
	}
	end := begin.copy()
	end.block(behind)
	for i, s := range other {
		o, ok := s.(*kernel.Assign)
		b, is := behind[i].(*kernel.Assign)
		if !ok || !is || !slices.ContainsFunc(behind, func(s kernel.Stmt) bool { return kernel.Assigned(s) == o.Dst }) {
			return false
		}
		for _, p := range other[:i] {
			if kernel.Assigned(p) == o.Dst || reads(o.X, kernel.Assigned(p)) {
				return false
			}
		}
		for _, p := range behind[:i] {
			if kernel.Assigned(p) == b.Dst || reads(b.X, kernel.Assigned(p)) {
				return false
			}
		}
		if x := end.values[o.Dst]; x == nil || !cexpr.Same(kernel.Fold(x), kernel.Fold(o.X)) {
			return false
		}
	}
	return true
}
