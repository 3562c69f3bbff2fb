package discipline

import (
	"slices"

	"gv2/frontend/kernel"
)

// A loop in which a thread tries to take a lock, and that ends when it has done what it wants the lock for:
//
//	while (!done) {
//	  if (atomicCAS(&lock, 0, 1) == 0) { ...; done = true; }
//	}
//
// All rounds but the last one do nothing but to look at words and to try, so the translation sees the last round alone: it needs no invariant
// of a loop.

// succeeding is the branch of such a loop that ends it, nil if the loop is another one.
func (e *emitter) succeeding(l *kernel.Loop) *kernel.If {
	if len(l.Invariants) > 0 || len(l.Head) > 0 {
		return nil
	}
	var branch *kernel.If
	tried := false
	for _, s := range slices.Concat(l.Body, l.Post) {
		b, ok := s.(*kernel.If)
		switch {
		case ok && branch == nil && slices.Contains(l.Body, s) && len(b.Else) == 0 && ends(l, b):
			branch = b
		case !e.triesOnly(s, &tried):
			return nil
		}
	}
	if branch == nil || !tried || slices.ContainsFunc(parts(branch.Then), func(s kernel.Stmt) bool {
		_, meets := s.(*kernel.Barrier)
		return meets
	}) {
		return nil
	}
	return branch
}

// triesOnly reports whether a statement does nothing to other threads but to look at words or to try to take a lock.
func (e *emitter) triesOnly(s kernel.Stmt, tried *bool) bool {
	for _, s := range parts([]kernel.Stmt{s}) {
		switch s := s.(type) {
		case *kernel.Load, *kernel.Atomic:
			w := e.of.words[kernel.Touched(s).Array]
			if w == nil || !w.ok() || s == w.publish || slices.Contains(w.publishes, s) || slices.Contains(w.resets, s) {
				return false
			}
			if !looksOnly(s) {
				if at, ok := s.(*kernel.Atomic); !ok || w.role != lock || at.Op != "cas" && (at.Op != "exch" || e.of.gives(w, at)) {
					return false
				}
			}
			*tried = true
		case *kernel.Assign, *kernel.Havoc, *kernel.Fence, *kernel.If:
		default:
			// Others do more, or lead elsewhere.
			return false
		}
	}
	return true
}

// ends reports whether the loop is over, at its next test or at once, when the branch is taken, and whether nothing else ends it.
func ends(l *kernel.Loop, b *kernel.If) bool {
	outside := assignedOutside(l, b)
	if len(b.Then) == 0 || mentions(l.Cond, outside) {
		return false
	}
	if breaks(b) {
		c, always := constant(l.Cond)
		return always && c != 0 && !escapes(b.Then[:len(b.Then)-1])
	}
	if escapes(b.Then) {
		return false
	}
	known := map[*kernel.Var]*kernel.Const{}
	for _, s := range b.Then {
		for _, inner := range parts([]kernel.Stmt{s}) {
			if v := kernel.Assigned(inner); v != nil {
				delete(known, v)
			}
		}
		if as, ok := s.(*kernel.Assign); ok {
			if c, is := kernel.Fold(as.X).(*kernel.Const); is {
				known[as.Dst] = c
			}
		}
	}
	over, is := kernel.Fold(kernel.MapExpr(l.Cond, func(e kernel.Expr) kernel.Expr {
		if r, ok := e.(*kernel.VarRef); ok && known[r.Var] != nil {
			return known[r.Var]
		}
		return e
	})).(*kernel.Const)
	return is && over.Val == 0
}

// mentions reports whether an expression reads one of the variables.
func mentions(e kernel.Expr, vars []*kernel.Var) bool {
	found := false
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		r, ok := e.(*kernel.VarRef)
		found = found || ok && slices.Contains(vars, r.Var)
		return !found
	})
	return found
}

// lastAttempt is the last round of such a loop: what the rounds before it assign may be anything.
func (e *emitter) lastAttempt(l *kernel.Loop, b *kernel.If) []kernel.Stmt {
	var round []kernel.Stmt
	for _, v := range assignedOutside(l, b) {
		round = append(round, &kernel.Havoc{Src: l.Src, Dst: v})
	}
	for i, s := range l.Body {
		if s != kernel.Stmt(b) {
			round = append(round, e.stmt(s)...)
			continue
		}
		if l.DoWhile {
			// Without the condition there is one round, whether or not it succeeds.
			round = append(round, &kernel.Assume{Src: b.Src, Cond: kernel.Op(kernel.LOr, kernel.Negated(l.Cond), b.Cond)})
		} else {
			round = append(round, &kernel.Assume{Src: b.Src, Cond: b.Cond})
		}
		if n := len(b.Then) - 1; breaks(b) {
			round = append(round, &kernel.If{Src: b.Src, Cond: b.Cond, Then: e.block(b.Then[:n])})
			break // what stands behind it is of the rounds before
		}
		round = append(round, kernel.MapBlocks(l.Body[i], e.block))
	}
	if !breaks(b) {
		round = append(round, e.block(l.Post)...)
	}
	if l.DoWhile {
		return round
	}
	return []kernel.Stmt{&kernel.If{Src: l.Src, Cond: l.Cond, Then: round}}
}

// breaks reports whether the branch ends with a jump out of the loop.
func breaks(b *kernel.If) bool {
	_, ok := b.Then[len(b.Then)-1].(*kernel.Break)
	return ok
}

// assignedOutside are the variables that a loop assigns outside of a branch.
func assignedOutside(l *kernel.Loop, b *kernel.If) []*kernel.Var {
	inside := map[kernel.Stmt]bool{}
	for _, s := range parts(b.Then) {
		inside[s] = true
	}
	var out []*kernel.Var
	for _, s := range parts([]kernel.Stmt{l}) {
		if v := kernel.Assigned(s); v != nil && !inside[s] && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}
