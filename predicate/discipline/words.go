package discipline

import (
	"cmp"
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// ofWord walks over an access to a word. It reports false for one that is to be looked at like any
// other.
func (a *analysis) ofWord(w *word, s kernel.Stmt, st *state) bool {
	switch w.role {
	case lock:
		return a.ofLock(w, s, st)
	case tickets:
		v := a.look(w, s, st)
		if v != nil && a.counts(s) {
			a.pend(v, st)
		}
	case serving:
		if looksOnly(s) {
			a.look(w, s, st)
			break
		}
		a.giveBack(w, s, st)
		a.result(s, st)
	case turns:
		ofTurns(a, w, s, st)
	case counter:
		return a.ofCounter(w, s, st)
	case flag:
		if s == w.publish {
			a.publish(w, s, st)
			a.result(s, st)
			break
		}
		notesFirst(a, w, s, st)
		a.look(w, s, st)
	case series:
		a.ofSeries(w, s, st)
	case noRole:
		return false
	}
	return true
}

// stepsBy reports whether s is an atomic that adds that number.
func (a *analysis) stepsBy(s kernel.Stmt, by int64) bool {
	at, ok := s.(*kernel.Atomic)
	return ok && a.steps(at, by)
}

// counts reports whether s counts up.
func (a *analysis) counts(s kernel.Stmt) bool {
	at, ok := s.(*kernel.Atomic)
	return ok && (at.Op == "inc" || a.steps(at, 1))
}

// look gives what an access to a word returns a symbol.
func (a *analysis) look(w *word, s kernel.Stmt, st *state) *kernel.Var {
	v := a.result(s, st)
	if v == nil {
		return nil
	}
	if w.role == counter || w.role == flag {
		a.hasBegun(w, s, st)
	}
	sym := &symbol{of: w, stmt: s, index: a.element(s, st)}
	if at, ok := s.(*kernel.Atomic); ok {
		sym.acquires = at.Order == kernel.Acquire || at.Order == kernel.AcquireRelease
		w.weak = w.weak || sym.acquires
	}
	a.symbols[v] = sym
	if w.role == flag {
		looksUnder(st, v)
	}
	return v
}

// element is the element that an access is of, as a text.
func (a *analysis) element(s kernel.Stmt, st *state) string {
	x := a.value(st, kernel.Touched(s).Index)
	text := kernel.ExprString(x)
	if old, seen := a.elements[s]; !seen {
		a.elements[s] = x
	} else if old != nil && kernel.ExprString(old) != text {
		a.elements[s] = nil
	}
	return text
}

// pend notes that a symbol decides whether a lock is taken.
func (a *analysis) pend(v *kernel.Var, st *state) {
	if slices.Contains(st.pending, v) {
		a.unlooked(v)
		return
	}
	if slices.ContainsFunc(st.trials, func(x trial) bool { return x.v == v }) {
		a.unlooked(v)
	}
	st.pending = append(st.pending, v)
	delete(st.paid, v)
	delete(st.refused, v)
	forgetTrials(st, v)
}

func (a *analysis) ofLock(w *word, s kernel.Stmt, st *state) bool {
	switch s := s.(type) {
	case *kernel.Store:
		if !s.Volatile {
			if a.initialises(w, s) {
				st.begun[a.beginning(w, s, st)] = true
			}
			return true // it initialises, and is checked for races as it is
		}
	case *kernel.Atomic:
		if w.permits && !looksOnly(s) && !a.steps(s, 1) {
			takesPermit(a, w, s, st)
			return true
		}
		if readerComes(a, w, s, st) {
			return true
		}
		if !w.permits && !looksOnly(s) && (s.Op == "cas" || s.Op == "exch" && !a.gives(w, s)) {
			if v := a.look(w, s, st); v != nil {
				a.pend(v, st)
			}
			return true
		}
	default:
		// A load looks only.
	}
	has(a, w, s, st)
	if looksOnly(s) {
		a.look(w, s, st)
		return true
	}
	a.giveBack(w, s, st)
	a.result(s, st)
	return true
}

// has notes whether the thread itself has the lock at an access that looks at it or gives it back.
func has(a *analysis, w *word, s kernel.Stmt, st *state) {
	index := kernel.ExprString(a.value(st, kernel.Touched(s).Index))
	mine := slices.ContainsFunc(st.holds, func(h hold) bool {
		return h.of == w && h.index == index && (h.level == ofThread || st.is(h.guard))
	})
	if old, seen := a.mine[s]; seen {
		mine = mine && old
	}
	a.mine[s] = mine
}

// giveBack is a release of a lock, which the thread must hold.
func (a *analysis) giveBack(w *word, s kernel.Stmt, st *state) {
	index := a.element(s, st)
	i := slices.IndexFunc(st.holds, func(h hold) bool {
		return h.of == w && h.index == index && (h.level == ofThread || st.is(h.guard))
	})
	if i < 0 {
		w.fail(s.Source(), "a thread may give it back here that does not hold it")
		return
	}
	h := st.holds[i]
	asItCame(a, w, h, s)
	if w.role == serving && !a.passesOn(h, s, st) {
		w.fail(s.Source(), "what is stored here is not the next ticket")
	}
	if w.role == turns && !passesTurn(a, h, s, st) {
		w.fail(s.Source(), "what is stored here is not the next turn")
	}
	of := itself
	switch {
	case h.level == ofThread:
	case h.byWarp():
		of = itsWarp
	default:
		of = itsBlock
	}
	if !h.vain || h.maybe {
		a.settle(w, s, st, of)
		if h.level != ofThread {
			w.passes(h.by, st)
		}
	}
	leavesVacant(st, h)
	st.holds = slices.Delete(st.holds, i, i+1)
}

// passesOn reports whether a store lets the next ticket in.
func (a *analysis) passesOn(h hold, s kernel.Stmt, st *state) bool {
	if a.stepsBy(s, 1) {
		return true
	}
	x := storedBy(s)
	if x == nil {
		return false
	}
	return a.addsTo(a.value(st, x), h.ticket, 1)
}

// storedBy is the value that s leaves in memory, nil if that is no expression.
func storedBy(s kernel.Stmt) kernel.Expr {
	switch s := s.(type) {
	case *kernel.Store:
		return s.X
	case *kernel.Atomic:
		if (s.Op == "store" || s.Op == "exch") && len(s.Args) == 1 {
			return s.Args[0]
		}
	default:
		// Others store nothing.
	}
	return nil
}

// addsTo reports whether x is v plus a number, modulo the width of v.
func (a *analysis) addsTo(x kernel.Expr, v *kernel.Var, by int64) bool {
	x = kernel.StripSameWidth(x)
	b, ok := x.(*kernel.Binary)
	if !ok || b.Op != kernel.Add {
		return false
	}
	c, is := constant(b.Y)
	return is && c == by && kernel.IsRef(kernel.StripSameWidth(b.X), v)
}

// settle notes which accesses a store to a word does not release.
func (a *analysis) settle(w *word, s kernel.Stmt, st *state, of group) {
	if at, ok := s.(*kernel.Atomic); ok && (at.Order == kernel.Release || at.Order == kernel.AcquireRelease) {
		st = st.clone()
		a.releases(st, at.Scope, at.Order)
		w.weak = true
	}
	owing, early := a.owing(st, w, of)
	for stmt, why := range owing {
		w.undone[stmt] = why + " " + lineOf(s)
	}
	for stmt, why := range early {
		w.early[stmt] = why + " " + lineOf(s)
	}
}

func (a *analysis) ofCounter(w *word, s kernel.Stmt, st *state) bool {
	switch {
	case s == w.publish:
		a.publish(w, s, st)
		if v := a.look(w, s, st); v != nil && a.symbols[v].acquires {
			st.fenced[w] = everyone
		}
	case slices.Contains(w.resets, s):
		last := func(x sight) bool { return x.of == w && x.last }
		switch {
		case slices.ContainsFunc(st.sights, func(x sight) bool { return last(x) && x.acquired }):
		case slices.ContainsFunc(st.sights, last):
			w.fail(s.Source(), "it is set back here, and no fence (__threadfence()) stands between the last count at %s and this", lineOf(w.publish))
		default:
			w.fail(s.Source(), "it is set back here, though others may still count")
		}
		a.note(s, st)
		a.result(s, st)
	default:
		if store, ok := s.(*kernel.Store); ok && a.initialises(w, store) {
			a.begins(w, store, st)
			break
		}
		a.look(w, s, st)
	}
	return true
}

// publish is the statement that counts, or that sets the flag.
func (a *analysis) publish(w *word, s kernel.Stmt, st *state) {
	if w.role == flag && setsUnderLock(a, w, s, st) {
		setUnderLock(a, w, s, st)
		return
	}
	if w.checked != nil {
		w.fail(s.Source(), "it may be set here without the lock under which it is set otherwise")
	}
	w.guard, w.block, w.index = st.guard, st.block, nil
	if w.role == flag {
		w.draws = a.drawsOf(w, s, a.value(st, kernel.Touched(s).Index))
	}
	if a.depth > 0 && w.draws == nil {
		w.fail(s.Source(), "a thread may store to it here more than once")
	}
	ofBlocks := w.array.Space == kernel.Shared // each block has one of its own
	if ofBlocks {
		w.block = ""
	}
	if w.role == flag && st.block == "" && !ofBlocks && w.draws == nil {
		w.index = a.value(st, kernel.Touched(s).Index)
	}
	switch {
	case w.draws != nil:
		w.guard, w.block = "", ""
	case w.role == counter:
		if _, ok := constant(a.value(st, kernel.Touched(s).Index)); !ok {
			w.fail(s.Source(), "it is one of several counters")
		}
	case st.guard == "":
		w.fail(s.Source(), "several threads may store to it here")
	case st.block == "" && !ofBlocks && !a.tellsBlocks(w.index):
		w.fail(s.Source(), "several blocks may store to one element of it here")
	}
	a.starts(w, s, st)
	st.arrived[w] = true
	of := itself
	if st.guard != "" && w.draws == nil {
		of = itsBlock
	}
	a.settle(w, s, st, of)
	w.passes(s, st)
}

// starts fails a word of which nothing says that it is 0 at first, or that a counter that goes down starts at a number. What the host has stored behind
// a pointer is a premise, which reports state.
func (a *analysis) starts(w *word, s kernel.Stmt, st *state) {
	first, at := w.array.First, int64(0)
	switch {
	case w.array.Space == kernel.Shared:
		a.hasBegun(w, s, st)
		if w.down && w.first == nil {
			w.fail(s.Source(), unbegun)
		}
	case w.down:
		at, _ = constant(a.value(st, kernel.Touched(s).Index))
		if first == nil || at < 0 || at >= int64(len(first)) {
			w.fail(s.Source(), "%s", cmp.Or(w.array.Set, "nothing says what it counts down from"))
			return
		}
		w.first = kernel.NewConst(kernel.I64, first[at].Val)
	case first == nil && !w.array.Param || slices.ContainsFunc(first, func(c kernel.Const) bool { return c.Val != 0 }):
		w.fail(s.Source(), "%s", cmp.Or(w.array.Set, "nothing says that it is 0 when the kernel starts"))
	}
}

// begins notes that a plain store sets a word of shared memory to what it starts with.
func (a *analysis) begins(w *word, s *kernel.Store, st *state) {
	if !a.initialises(w, s) {
		return
	}
	st.begun[a.beginning(w, s, st)] = true
	if !w.down {
		return
	}
	x := a.value(st, kernel.Widened(s.X))
	if _, ok := constant(a.value(st, s.Acc.Index)); !ok || !fact.Stated(x) || !blockWide(x) || w.first != nil && kernel.ExprString(w.first) != kernel.ExprString(x) {
		w.fail(s.Source(), "what it counts down from is not known here")
		return
	}
	w.first = x
}

// passes notes which accesses are on every way to where the word is given back or published.
func (w *word) passes(by kernel.Stmt, st *state) {
	old, seen := w.ready[by]
	now := map[kernel.Stmt]bool{}
	for s := range st.made {
		if !seen || old[s] {
			now[s] = true
		}
	}
	w.ready[by] = now
}

// tellsBlocks reports whether different blocks have different values of an expression.
func (a *analysis) tellsBlocks(e kernel.Expr) bool {
	if v, ok := unnarrowed(e).(*kernel.VarRef); ok && a.own[v.Var] {
		return true
	}
	l := a.kernel.Launch
	if l.GridDim[1] != 1 || l.GridDim[2] != 1 {
		return false
	}
	b, ok := unnarrowed(e).(*kernel.Builtin)
	return ok && b.Kind == kernel.BlockIdx && b.Dim == 0
}

// tells notes that a store to shared memory tells the block what a thread has seen of a counter.
func (a *analysis) tells(s *kernel.Store, st *state) {
	u := a.uses[s.Acc.Array]
	if s.Acc.Array.Space != kernel.Shared || s.X == nil || s.Acc.Width != 1 || len(u.writes)+len(u.volatileStores) != 1 ||
		len(u.swaps)+len(u.exchanges)+len(u.adds)+len(u.stores)+len(u.others) > 0 {
		return
	}
	if _, ok := constant(a.value(st, s.Acc.Index)); !ok {
		return
	}
	value := a.value(st, s.X)
	if !blockWide(value) {
		return // it means another thing in the thread that reads it
	}
	var of *word
	several := false
	kernel.WalkExpr(value, func(e kernel.Expr) bool {
		if r, ok := e.(*kernel.VarRef); ok && !r.Var.Param {
			sym := a.symbols[r.Var]
			counts := sym != nil && a.depth == 0 && sym.of.role == counter && sym.stmt == sym.of.publish
			if sym == nil || !counts && !tellsOfAttempt(sym, r.Var, st) || of != nil && of != sym.of {
				several = true
				return false
			}
			of = sym.of
		}
		return true
	})
	if of == nil || several || of.role == counter && (of.guard == "" || of.guard != st.guard) {
		return
	}
	st.cells[s] = cell{value: value, of: of}
}

// readsCell gives a load of such memory, behind a barrier, its meaning.
func (a *analysis) readsCell(s *kernel.Load, st *state) bool {
	if s.Dst == nil || s.Acc.Width != 1 {
		return false
	}
	for at, c := range st.cells {
		if !c.ready || at.Acc.Array != s.Acc.Array || a.element(at, st) != a.element(s, st) {
			continue
		}
		st.values[s.Dst] = kernel.MapExpr(c.value, func(e kernel.Expr) kernel.Expr {
			r, ok := e.(*kernel.VarRef)
			if !ok || a.symbols[r.Var] == nil || a.symbols[r.Var].told {
				return e
			}
			return kernel.Ref(a.told(r.Var, c.acquired))
		})
		return true
	}
	return false
}

// told is the symbol as other threads of the block know it, from one that had acquired or not.
func (a *analysis) told(v *kernel.Var, acquired bool) *kernel.Var {
	key := telling{v, acquired}
	if a.toldOf[key] == nil {
		t := &kernel.Var{Name: a.names.Unused(v.Name), T: v.T}
		sym := *a.symbols[v]
		sym.told, sym.acquires, sym.origin = true, acquired, v
		a.toldOf[key], a.symbols[t] = t, &sym
	}
	return a.toldOf[key]
}

type telling struct {
	v        *kernel.Var
	acquired bool
}
