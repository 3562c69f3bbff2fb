package discipline

import (
	"slices"

	"gv2/frontend/kernel"
)

// Whose turn is the first one may go without waiting, and who waits may ask whether its turn has come, or one behind it:
//
//	if (slice > 0)
//	  while (atomicAdd(&word[tile], 0) < slice) {}
//
// Then it matters what the word holds at first: 0 (declared, and a premise).
//
// Who does not wait has turn 0 (claimed there). It is as if it had looked right before, and found the 0 from the start: nobody has stored to the element before that. For of the stores, which
// leave the next turn each (claimed, passesTurn), that of 1 alone can come first, and it is made by who has turn 0; that is one thread of all (distinct), and it has not got to its store yet.
// So it must do this once at most: in no loop, at one place, and in front of all that it does to the word otherwise.
//
// Say that a thread with turn t, which is not negative (claimed), finds v > t. The turns that have been passed on are 0, 1, and so on without a gap, so t is among them,
// and v was stored behind the store of t + 1, which is the thread's own, as no other has that turn. But it has looked before it stores, and looks once at most (in no loop but the one
// that waits, at one place). So v would come from a store behind its own, which coherence forbids. It has found t.

// skip is where a thread goes without waiting.
type skip struct {
	at *kernel.If
	// onElse is set if it is the other side that does.
	onElse bool
	by     kernel.Stmt // where others wait
	// turn and index are its turn and the element, in terms of the variables there.
	turn, index kernel.Expr
	// one is the condition of the one thread of the block, nil if whoever comes there does it for itself.
	one kernel.Expr
}

// skips looks at words that one side of a branch has waited for its turn in, and the other has not.
func skips(a *analysis, s *kernel.If, before, yes, no *state) {
	if before == nil || yes == nil || no == nil || a.depth > 0 {
		return
	}
	goes := func(waits, goes *state, onElse bool, list []kernel.Stmt) {
		for _, h := range waits.holds {
			if h.of.role == turns && !slices.ContainsFunc(before.holds, h.same) && !slices.ContainsFunc(goes.holds, h.same) && first(a, s, before, h, onElse, list) {
				h.acquired = true // nobody has had it before
				goes.holds = append(goes.holds, h)
			}
		}
	}
	goes(yes, no, true, s.Else)
	goes(no, yes, false, s.Then)
}

// first reports whether who does not wait may have the first turn, and notes it.
func first(a *analysis, s *kernel.If, before *state, h hold, onElse bool, list []kernel.Stmt) bool {
	w := h.of
	t, x := a.taken[h.by].symbolic, a.elements[h.by]
	if t == nil || x == nil || !startsWithTurns(a, w) {
		return false
	}
	mine := skip{at: s, onElse: onElse, by: h.by, turn: inProgram(a, before.values, t), index: inProgram(a, before.values, x)}
	if mine.turn == nil || mine.index == nil {
		return false
	}
	if h.level != ofThread {
		if h.guard != "0,0,0" {
			return false
		}
		mine.one = kernel.Op(kernel.Eq, a.kernel.Launch.LinearID(), kernel.NewConst(a.kernel.Launch.LinearID().Type(), 0))
	}
	inOrderOfText(a)
	earlier := false
	a.each(func(o kernel.Stmt) {
		acc := kernel.Touched(o)
		earlier = earlier || acc != nil && acc.Array == w.array && (a.order[o] < a.order[s] || slices.Contains(parts(list), o))
	})
	if old, seen := a.skips[w]; earlier || seen && old.at != s {
		return false
	}
	a.skips[w] = mine
	return true
}

// startsWithTurns reports whether nothing but the start and those who pass turns on decides what the word holds.
func startsWithTurns(a *analysis, w *word) bool {
	return w.array.Space == kernel.Global && len(a.uses[w.array].writes) == 0
}

// atLeast reports whether a thread that looks at a word, and goes on if its turn has come or one behind it, does so once.
func atLeast(a *analysis, w *word, s kernel.Stmt) bool {
	looks := 0
	a.each(func(o kernel.Stmt) {
		if acc := kernel.Touched(o); acc != nil && acc.Array == w.array && looksOnly(o) {
			looks++
		}
	})
	return looks == 1 && startsWithTurns(a, w) && loopsAround(a.kernel.Body, s) <= 1
}

// loopsAround is how many loops are around a statement.
func loopsAround(list []kernel.Stmt, s kernel.Stmt) int {
	for _, o := range list {
		if !slices.Contains(parts([]kernel.Stmt{o}), s) {
			continue
		}
		n := 0
		if _, loop := o.(*kernel.Loop); loop {
			n = 1
		}
		for _, inner := range kernel.Blocks(o) {
			if slices.Contains(parts(inner), s) {
				return n + loopsAround(inner, s)
			}
		}
	}
	return 0
}

// startsAtZero fails words of turns of which it matters that they hold 0 at first, where nothing says so.
func startsAtZero(a *analysis, w *word) {
	if _, skipped := a.skips[w]; !skipped && !w.behind {
		return
	}
	var src kernel.Src
	a.each(func(s kernel.Stmt) {
		if _, looks := a.taken[s]; looks && kernel.Touched(s).Array == w.array {
			src = s.Source()
		}
	})
	switch {
	case w.array.First == nil && !w.array.Param || slices.ContainsFunc(w.array.First, func(c kernel.Const) bool { return c.Val != 0 }):
		text := w.array.Set
		if text == "" {
			text = "nothing says that it is 0 when the kernel starts"
		}
		w.fail(src, "%s", text)
	case w.array.Again != "":
		w.fail(src, "%s, and nothing says that it is 0 again", w.array.Again)
	}
}

// goes is what a thread does that has the first turn and does not wait: it may race with others that have the same turn.
func (e *emitter) goes(s *kernel.If, inner kernel.Stmt) kernel.Stmt {
	branch, is := inner.(*kernel.If)
	if !is {
		return inner
	}
	for _, w := range e.of.list {
		sk, ok := e.of.skips[w]
		if !ok || sk.at != s || !w.ok() {
			continue
		}
		out := []kernel.Stmt{&kernel.Assert{Src: s.Src, Cond: kernel.Op(kernel.Eq, widened(sk.turn), kernel.NewConst(kernel.I64, 0)), Text: w.name() + " " + firstTurn}}
		if v := e.of.snapshots[sk.by]; v != nil {
			out = append(out, &kernel.Assign{Src: s.Src, Dst: v, X: sk.index})
		}
		acc := *kernel.Touched(sk.by)
		acc.Index = sk.index
		out = append(out, e.has(w, s.Src, acc, sk.turn)...)
		if sk.one != nil {
			out = []kernel.Stmt{&kernel.If{Src: s.Src, Cond: sk.one, Then: out}}
		}
		c := *branch
		if sk.onElse {
			c.Else = append(slices.Clone(branch.Else), out...)
		} else {
			c.Then = append(slices.Clone(branch.Then), out...)
		}
		branch = &c
	}
	return branch
}

const firstTurn = "starts with the turn of who does not wait here"

// splitGuards makes two branches of one that only one thread of the block goes into, for a further condition, to wait there: who does not wait is then known.
func splitGuards(k *kernel.Kernel) *kernel.Kernel {
	changed, places := false, ofThreads(k)
	c := *k
	c.Body = kernel.Rewrite(k.Body, func(_, s kernel.Stmt) []kernel.Stmt {
		branch, is := s.(*kernel.If)
		if !is || len(branch.Else) > 0 || !slices.ContainsFunc(branch.Then, func(s kernel.Stmt) bool { _, loop := s.(*kernel.Loop); return loop }) {
			return []kernel.Stmt{s}
		}
		var one, rest kernel.Expr
		for _, e := range kernel.Conjuncts(branch.Cond) {
			into := &rest
			if places(e) {
				into = &one
			}
			if *into == nil {
				*into = e
			} else {
				*into = kernel.Op(kernel.LAnd, *into, e)
			}
		}
		if one == nil || rest == nil {
			return []kernel.Stmt{s}
		}
		changed = true
		return []kernel.Stmt{&kernel.If{Src: branch.Src, Cond: one, Then: []kernel.Stmt{&kernel.If{Src: branch.Src, Cond: rest, Then: branch.Then}}}}
	})
	if !changed {
		return k
	}
	return &c
}

// ofThreads tells which expressions may be of the place of a thread in its block.
func ofThreads(k *kernel.Kernel) func(kernel.Expr) bool {
	vars := map[*kernel.Var]bool{}
	is := func(e kernel.Expr) bool {
		found := false
		kernel.WalkExpr(e, func(e kernel.Expr) bool {
			switch e := e.(type) {
			case *kernel.Builtin:
				found = found || e.Kind == kernel.ThreadIdx
			case *kernel.VarRef:
				found = found || vars[e.Var]
			default:
				// Others are if their operands are.
			}
			return !found
		})
		return found
	}
	for n := -1; n < len(vars); {
		n = len(vars)
		for _, s := range parts(k.Body) {
			if as, ok := s.(*kernel.Assign); ok && is(as.X) {
				vars[as.Dst] = true
			}
		}
	}
	return is
}
