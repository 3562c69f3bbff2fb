package named

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// Two threads are judged where the kernel, or a section of it, ends. So a pair of
// accesses in a loop that never ends is not seen. That loops end is an assumption,
// which is printed; but if a loop obviously runs for ever once it is entered, a proof
// would say nothing. Such kernels are not translated.

// EndlessLoop is the first loop that nothing ends: all that its condition and the
// conditions of its jumps depend on is the same in each iteration, or counts away from
// its bound. It is nil where there is none.
func EndlessLoop(k *kernel.Kernel) *kernel.Loop {
	written := fact.Written(k)
	var found *kernel.Loop
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if l, ok := s.(*kernel.Loop); ok && found == nil && newLoopEnd(l, written).endless() {
			found = l
		}
		return found == nil
	})
	return found
}

// loopEnd is what can end a loop.
type loopEnd struct {
	loop    *kernel.Loop
	written map[*kernel.Array]bool
	// assigned are the variables that an iteration assigns to, carried those of them
	// that it may read before, varying those that may differ between iterations.
	assigned, carried, varying map[*kernel.Var]bool
	// exits are the conditions that jumps out of the loop depend on.
	exits []kernel.Expr
	// inside are the labels of regions within the loop.
	inside map[string]bool
}

func newLoopEnd(l *kernel.Loop, written map[*kernel.Array]bool) *loopEnd {
	e := &loopEnd{loop: l, written: written, assigned: map[*kernel.Var]bool{}, carried: map[*kernel.Var]bool{},
		varying: map[*kernel.Var]bool{}, inside: map[string]bool{}}
	kernel.Walk(e.iteration(), func(s kernel.Stmt) bool {
		if v := kernel.Assigned(s); v != nil {
			e.assigned[v] = true
		}
		if r, ok := s.(*kernel.Region); ok {
			e.inside[r.Label] = true
		}
		return true
	})
	e.carry()
	for v := range e.carried {
		e.varying[v] = true
	}
	for n := -1; n != len(e.varying); {
		n = len(e.varying)
		e.spread(e.iteration(), nil)
	}
	e.jumps(e.iteration(), nil, true)
	return e
}

// iteration is what one iteration executes, in order; the condition is computed at
// its end, which makes no difference to what is carried.
func (e *loopEnd) iteration() []kernel.Stmt {
	l := e.loop
	out := append([]kernel.Stmt{}, l.Head...)
	return append(append(out, l.Body...), l.Post...)
}

// carry finds the variables whose value comes from the iteration before. The
// condition reads what Head and, before that, Body and Post have left.
func (e *loopEnd) carry() {
	set := e.reads(e.loop.Head, map[*kernel.Var]bool{})
	if !e.loop.DoWhile {
		e.read(e.loop.Cond, set)
	}
	set = e.reads(append(append([]kernel.Stmt{}, e.loop.Body...), e.loop.Post...), set)
	if e.loop.DoWhile {
		e.read(e.loop.Cond, e.reads(e.loop.Head, set))
	}
}

// read notes the variables of x that an iteration assigns to and has not yet.
func (e *loopEnd) read(x kernel.Expr, set map[*kernel.Var]bool) {
	kernel.WalkExpr(x, func(x kernel.Expr) bool {
		if r, ok := x.(*kernel.VarRef); ok && e.assigned[r.Var] && !set[r.Var] {
			e.carried[r.Var] = true
		}
		return true
	})
}

// reads follows the statements; set holds what has a value of this iteration for
// sure. It returns what has one behind them.
func (e *loopEnd) reads(body []kernel.Stmt, set map[*kernel.Var]bool) map[*kernel.Var]bool {
	now := map[*kernel.Var]bool{}
	for v := range set {
		now[v] = true
	}
	for _, s := range body {
		kernel.Exprs(s, func(x kernel.Expr) { e.read(x, now) })
		switch s := s.(type) {
		case *kernel.If:
			one, two := e.reads(s.Then, now), e.reads(s.Else, now)
			for v := range one {
				if two[v] {
					now[v] = true
				}
			}
			continue
		case *kernel.Region, *kernel.Loop:
			for _, inner := range kernel.Blocks(s) {
				e.reads(inner, now)
			}
			continue
		default:
			// Others have no statements inside.
		}
		if v := kernel.Assigned(s); v != nil {
			now[v] = true
		}
	}
	return now
}

// spread adds variables that are assigned from what varies, or under a condition that
// does.
func (e *loopEnd) spread(body []kernel.Stmt, under []kernel.Expr) {
	for _, s := range body {
		if v := kernel.Assigned(s); v != nil && (e.varies(under...) || e.gives(s)) {
			e.varying[v] = true
		}
		inner := under
		switch s := s.(type) {
		case *kernel.If:
			inner = append(under[:len(under):len(under)], s.Cond)
		case *kernel.Loop:
			inner = append(under[:len(under):len(under)], s.Cond)
		default:
			// Every thread enters a Region; others have no statements inside.
		}
		for _, b := range kernel.Blocks(s) {
			e.spread(b, inner)
		}
	}
}

// gives reports whether what a statement assigns may differ between iterations.
func (e *loopEnd) gives(s kernel.Stmt) bool {
	differs := false
	switch s := s.(type) {
	case *kernel.Assign:
	case *kernel.Load:
		differs = e.written[s.Acc.Array]
	default:
		// What others set may be anything.
		return true
	}
	kernel.Exprs(s, func(x kernel.Expr) { differs = differs || e.varies(x) })
	return differs
}

// varies reports whether any of the expressions may differ between iterations.
func (e *loopEnd) varies(list ...kernel.Expr) bool {
	found := false
	for _, x := range list {
		kernel.WalkExpr(x, func(x kernel.Expr) bool {
			if r, ok := x.(*kernel.VarRef); ok {
				found = found || e.varying[r.Var]
			}
			return !found
		})
	}
	return found
}

// jumps collects the conditions on the way to each jump out of the loop; own tells
// that a break there is the loop's.
func (e *loopEnd) jumps(body []kernel.Stmt, under []kernel.Expr, own bool) {
	for _, s := range body {
		inner, mine := under, own
		out := false
		switch s := s.(type) {
		case *kernel.Break:
			out = own
		case *kernel.Return:
			out = true
		case *kernel.Leave:
			out = !e.inside[s.Label]
		case *kernel.If:
			inner = append(under[:len(under):len(under)], s.Cond)
		case *kernel.Loop:
			inner, mine = append(under[:len(under):len(under)], s.Cond), false
		default:
			// Others do not leave the loop.
		}
		if out && len(under) == 0 {
			e.exits = append(e.exits, nil) // left in the first iteration
		}
		if out {
			e.exits = append(e.exits, under...)
		}
		for _, b := range kernel.Blocks(s) {
			e.jumps(b, inner, mine)
		}
	}
}

func (e *loopEnd) endless() bool {
	for _, x := range e.exits {
		if x == nil || e.varies(x) {
			return false
		}
	}
	if c, ok := e.loop.Cond.(*kernel.Const); ok && c.Val == 0 {
		return false
	}
	return !e.varies(e.loop.Cond) || e.away(e.loop.Cond)
}

// away reports whether a condition compares a variable with something fixed, and
// every assignment to the variable moves it away from where the condition fails.
func (e *loopEnd) away(cond kernel.Expr) bool {
	b, ok := cond.(*kernel.Binary)
	if !ok {
		return false
	}
	x, bound, up := b.X, b.Y, false
	switch b.Op {
	case kernel.Lt, kernel.Le: // fails when x has grown
		up = true
	case kernel.Gt, kernel.Ge:
	default:
		return false
	}
	if e.varies(bound) {
		x, bound, up = bound, x, !up
	}
	r, ok := x.(*kernel.VarRef)
	if !ok || e.varies(bound) {
		return false
	}
	moves, away := false, true
	kernel.Walk(e.iteration(), func(s kernel.Stmt) bool {
		if kernel.Assigned(s) != r.Var {
			return true
		}
		moves = true
		step, constant := stepOf(s, r.Var)
		away = away && constant && (step > 0) != up
		return true
	})
	return moves && away
}

// stepOf is the constant that a statement adds to a variable.
func stepOf(s kernel.Stmt, v *kernel.Var) (int64, bool) {
	a, ok := s.(*kernel.Assign)
	if !ok {
		return 0, false
	}
	b, ok := a.X.(*kernel.Binary)
	if !ok || b.Op != kernel.Add && b.Op != kernel.Sub {
		return 0, false
	}
	r, isVar := b.X.(*kernel.VarRef)
	c, isConst := b.Y.(*kernel.Const)
	if !isVar || !isConst || r.Var != v || !v.T.Signed && b.Op == kernel.Add && c.Val < 0 {
		return 0, false
	}
	if b.Op == kernel.Sub {
		return -c.Val, true
	}
	return c.Val, true
}
