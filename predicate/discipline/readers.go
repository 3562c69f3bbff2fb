package discipline

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// A lock of readers and writers counts its readers, and holds a number below 0 while a writer has it:
//
//	while (atomicCAS(&word, 0, -1) != 0) {}         // a writer takes it
//	atomicExch(&word, 0);                           // and gives it back
//
//	do { n = atomicAdd(&word, 0); } while (n < 0 || atomicCAS(&word, n, n + 1) != n);   // a reader
//	atomicSub(&word, 1);
//
// A reader replaces a number that is not below 0 (claimed) by the next one, and who gives it back has it, as a reader or as a writer (giveBack). So at any place in its coherence order the word
// holds the number of the readers that have it, or that of the writer and then no reader has it; where it started with another number, nobody
// or no writer gets in. All writes but those of writers that give it back are read-modify-writes. So a writer observes, through a chain of them, all that readers have counted down, back to the
// writer before it, which has observed what was before; and a reader observes what the last writer has stored. What the others did before a fence and these writes is before what it
// does behind a fence. Readers are not ordered among each other: only what they read has tokens.

// readersOf recognises such a lock.
func readersOf(a *analysis, w *word, u *uses) bool {
	if len(u.others)+len(u.loads)+len(u.volatileLoads) == 0 && len(u.swaps) < 2 || len(u.others) > 0 || !w.array.Elem.Signed {
		return false
	}
	reads, writes := false, false
	for _, s := range u.swaps {
		if len(s.Args) != 2 || s.Dst == nil {
			return false
		}
		free, ok := constant(s.Args[0])
		busy, is := constant(s.Args[1])
		switch {
		case !ok && !is:
			reads = true
		case !ok || !is || free != 0 || signed(w, busy) >= 0 || writes && w.busy != busy:
			return false
		default:
			w.busy, writes = busy, true
		}
	}
	for _, s := range u.adds {
		if !a.steps(s, -1) || s.Dst != nil {
			return false
		}
	}
	if !reads || !writes || len(u.adds) == 0 {
		return false
	}
	w.role, w.released, w.readers = lock, true, true
	frees := func(s kernel.Stmt) {
		if x := storedBy(s); x == nil || !isZero(x) {
			w.fail(s.Source(), "a value is stored here that is not the one it has when nobody holds it")
		}
	}
	for _, s := range slices.Concat(u.stores, u.exchanges) {
		if frees(s); s.Dst != nil {
			w.fail(s.Src, "it is exchanged here")
		}
	}
	for _, s := range u.volatileStores {
		frees(s)
	}
	return true
}

func signed(w *word, v int64) int64 {
	if w.array.Elem.Bits == 32 {
		return int64(int32(v))
	}
	return v
}

// readerComes reports whether a compare-and-swap is that of a reader, which replaces what it has seen by the next number.
func readerComes(a *analysis, w *word, s *kernel.Atomic, st *state) bool {
	if !w.readers || s.Op != "cas" {
		return false
	}
	if _, writer := constant(s.Args[1]); writer {
		return false
	}
	expected := a.value(st, s.Args[0])
	if by, ok := fact.LinearOf(a.value(st, s.Args[1])).Minus(fact.LinearOf(expected)); !ok || by != 1 {
		w.fail(s.Src, "what is stored here is not one reader more than before")
	}
	if fact.ReadsVar(s.Args[0], s.Dst) {
		w.fail(s.Src, "what it was compared with is not known any more behind this")
	}
	if !s.Args[0].Type().Signed {
		w.fail(s.Src, "what it is compared with here is not a number with a sign")
	}
	a.add(claimed{s, kernel.Op(kernel.Ge, s.Args[0], kernel.NewConst(s.Args[0].Type(), 0)), w, "is taken by a reader only where no writer has it"})
	if v := a.look(w, s, st); v != nil {
		a.symbols[v].expected = expected
		a.pend(v, st)
	}
	return true
}

// readerGot learns from a comparison whether a reader has the lock.
func readerGot(a *analysis, st *state, v *kernel.Var, op kernel.BinaryOp, x, y kernel.Expr) {
	sym := a.symbols[v]
	i := slices.Index(st.pending, v)
	same := kernel.IsRef(kernel.StripSameWidth(x), v) && kernel.ExprString(kernel.StripSameWidth(y)) == kernel.ExprString(kernel.StripSameWidth(sym.expected))
	if i < 0 || !same || op != kernel.Eq && op != kernel.Ne {
		return
	}
	st.pending = slices.Delete(st.pending, i, i+1)
	if op == kernel.Eq {
		a.take(st, hold{of: sym.of, index: sym.index, by: sym.stmt, acquired: sym.acquires, reading: true})
	}
}

// asItCame fails a lock that a reader gives back as writers do, or the reverse.
func asItCame(a *analysis, w *word, h hold, s kernel.Stmt) {
	if w.readers && h.reading != a.stepsBy(s, -1) {
		w.fail(s.Source(), "who has it as a reader gives it back as a writer here, or the reverse")
	}
}

// orders reports whether a lock orders an access: readers only read.
func (h hold) orders(s kernel.Stmt) bool {
	_, load := s.(*kernel.Load)
	return !h.reading || load
}
