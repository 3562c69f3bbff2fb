package discipline

import (
	"cmp"
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// A semaphore counts permits, by atomics that take one and give it back:
//
//	while (true) {
//	  if (atomicSub(&permits, 1) > 0) break;
//	  atomicAdd(&permits, 1);
//	}
//
// or by a compare-and-swap of a number above 0 with the one below it. With several permits as many threads are inside at the same time, so it orders nothing
// among them. With one, which has to be what it holds when the kernel starts, it is a lock. Who takes a permit, or counts down in vain, has it out until it
// counts up again, and nobody else counts up. So the word holds, at any place in its coherence order, 1 at most less the number of those that have one
// out. A count down that has found more than 0 has thus found nobody who has one out: whoever had one before has counted up earlier. All writes to
// the word are read-modify-writes, so it observes each of these through a chain of them; what the others did before a fence and their counting up is
// before what it does behind a fence.
//
// A compare-and-swap that stores -1 would break this. If nobody counts down in vain, the word never holds less than 0, and it is enough that what is compared with
// is not 0; else it is more than 0: that is proved with the kernel (claim).

// permitsOf recognises a semaphore of one permit.
func permitsOf(a *analysis, w *word, u *uses) bool {
	if len(u.others)+len(u.exchanges)+len(u.stores)+len(u.volatileStores) > 0 || !w.array.Elem.Signed && len(u.swaps) == 0 {
		return false
	}
	takes, gives, down := false, false, false
	for _, s := range u.swaps {
		if len(s.Args) != 2 || s.Dst == nil {
			return false
		}
		takes = true
	}
	for _, s := range u.adds {
		switch {
		case s.Op == "inc":
			return false
		case a.steps(s, 1):
			gives = true
		case a.steps(s, -1) && s.Dst != nil:
			takes, down = true, true
		default:
			return false
		}
	}
	if !takes || !gives {
		return false
	}
	w.role, w.released, w.permits, w.down = lock, true, true, down
	switch first := w.array.First; {
	case down && !w.array.Elem.Signed:
		w.fail(u.adds[0].Source(), "what it holds below 0 is more than 0 to unsigned numbers")
	case w.array.Space == kernel.Shared: // hasBegun
	case first == nil || slices.ContainsFunc(first, func(c kernel.Const) bool { return c.Val != 0 && c.Val != 1 }):
		w.fail(anyTake(a, u), "%s, and threads that have permits of several are not ordered (a binary_semaphore has one)", cmp.Or(w.array.Set, "nothing says that there is only one permit when the kernel starts"))
	}
	return true
}

// anyTake is where a permit is taken.
func anyTake(a *analysis, u *uses) kernel.Src {
	for _, s := range u.adds {
		if a.steps(s, -1) {
			return s.Src
		}
	}
	return u.swaps[0].Src
}

// takesPermit walks over an atomic that takes a permit, if there is one.
func takesPermit(a *analysis, w *word, s *kernel.Atomic, st *state) {
	a.hasBegun(w, s, st)
	var expected kernel.Expr
	if s.Op == "cas" {
		expected = a.value(st, s.Args[0])
		if by, ok := fact.LinearOf(expected).Minus(fact.LinearOf(a.value(st, s.Args[1]))); !ok || by != 1 {
			w.fail(s.Src, "what is stored here is not one permit less than before")
		}
		some := kernel.Op(kernel.Ne, s.Args[0], kernel.NewConst(s.Args[0].Type(), 0))
		if w.down {
			some = kernel.Op(kernel.Gt, s.Args[0], kernel.NewConst(s.Args[0].Type(), 0))
		}
		if fact.ReadsVar(s.Args[0], s.Dst) {
			w.fail(s.Src, "what it was compared with is not known any more behind this")
		}
		a.add(claimed{s, some, w, "is taken only where there is a permit"})
	}
	if v := a.look(w, s, st); v != nil {
		a.symbols[v].expected = expected
		a.pend(v, st)
	}
}

// gotPermit learns from a comparison whether a permit was taken. A thread that has counted down in vain owes it.
func gotPermit(a *analysis, st *state, v *kernel.Var, op kernel.BinaryOp, x, y kernel.Expr) {
	sym := a.symbols[v]
	i := slices.Index(st.pending, v)
	if i < 0 {
		return
	}
	h := hold{of: sym.of, index: sym.index, by: sym.stmt, acquired: sym.acquires}
	if sym.expected != nil {
		same := kernel.IsRef(kernel.StripSameWidth(x), v) && kernel.ExprString(kernel.StripSameWidth(y)) == kernel.ExprString(kernel.StripSameWidth(sym.expected))
		if !same || op != kernel.Eq && op != kernel.Ne {
			return
		}
		st.pending = slices.Delete(st.pending, i, i+1)
		if op == kernel.Eq {
			a.take(st, h)
		}
		return
	}
	by, ok := a.offset(x, v)
	c, is := constant(y)
	if !ok || !is || !x.Type().Signed {
		return
	}
	switch c -= by; {
	case op == kernel.Gt && c == 0, op == kernel.Ge && c == 1:
		st.pending = slices.Delete(st.pending, i, i+1)
		a.take(st, h)
	case op == kernel.Le && c == 0, op == kernel.Lt && c == 1:
		st.pending = slices.Delete(st.pending, i, i+1)
		h.vain, h.acquired = true, false
		st.holds = append(st.holds, h)
	}
}

// permits tells of words that count permits and are no locks.
func permits(k *kernel.Kernel, words []string) []Missing {
	a := &analysis{kernel: k}
	var out []Missing
	all, defs := usesOf(k), kernel.Definitions(k.Body)
	for _, array := range k.Arrays {
		u := all[array]
		if u == nil || array.Elem.Kind != kernel.Int {
			continue
		}
		var takes, gives kernel.Stmt
		for _, s := range u.adds {
			switch {
			case s.Op == "inc" || len(s.Args) != 1:
			case a.steps(s, -1) && s.Dst != nil:
				takes = s
			case a.adds(s):
				gives = s
			}
		}
		for _, s := range u.swaps {
			if len(s.Args) == 2 && lowers(s, defs) {
				takes = s
			}
		}
		w := word{array: array, role: lock, permits: true}
		if takes != nil && gives != nil && !slices.Contains(words, w.name()) {
			out = append(out, Missing{takes.Source().Pos, "the semaphore " + w.label() + ": a permit is taken here, and that there is only one is not shown; threads that have permits of several are not ordered (a binary_semaphore has one)"})
		}
	}
	return out
}

// adds reports whether an atomic adds a number above 0, or one that is not known.
func (a *analysis) adds(s *kernel.Atomic) bool {
	c, ok := constant(s.Args[0])
	return !ok || (c > 0) == (s.Op == "add")
}

// lowers reports whether a compare-and-swap stores less than it has found.
func lowers(s *kernel.Atomic, defs map[*kernel.Var]kernel.Expr) bool {
	x := kernel.StripSameWidth(s.Args[1])
	for range len(defs) {
		v, is := x.(*kernel.VarRef)
		if !is || defs[v.Var] == nil {
			break
		}
		x = kernel.StripSameWidth(defs[v.Var])
	}
	b, ok := x.(*kernel.Binary)
	if !ok {
		return false
	}
	c, is := constant(b.Y)
	return b.Op == kernel.Sub && (!is || c > 0) || b.Op == kernel.Add && is && c < 0
}
