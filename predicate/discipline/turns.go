package discipline

import (
	"maps"
	"slices"
	"strings"

	"gv2/frontend/kernel"
)

// Turns are a lock without tickets: who waits knows its turn from its place in the launch, as the slices of a sum do that are added up one
// after the other (serial split-K). The word tells whose turn it is; who sees its own turn there has the word, and stores the next one:
//
//	while (atomicAdd(&word[tile], 0) != slice) {}
//	...
//	atomicExch(&word[tile], slice + 1);
//
// Nobody else stores to the word (giveBack), and each turn of an element is one thread's, for its block (distinct). So a store to the word is seen as
// a turn by one thread at most. That thread sees it once: it stores itself before it looks again (forget), and would read a write from before its own otherwise,
// which coherence forbids. So of the first value at most one thread makes a turn, of its store at most one other, and so on; all turns are in this chain, because the stores that
// turns have seen are before them in causality order, which has no circles. Each holder has thus observed the store of the one before it, whatever the word holds
// at first and whatever is stored. That what is stored is the next turn is demanded all the same: else threads wait for ever.

// turn is what a thread waits for where it looks at a word, in terms of symbols and of the variables there.
type turn struct{ symbolic, program kernel.Expr }

func (t turn) same(u turn) bool {
	return kernel.ExprString(t.symbolic) == kernel.ExprString(u.symbolic) && kernel.ExprString(t.program) == kernel.ExprString(u.program)
}

// turnsOf recognises the word, as which it is to be looked at, by its accesses.
func turnsOf(a *analysis, w *word, u *uses) bool {
	w.role = turns
	for _, s := range slices.Concat(u.swaps, u.others) {
		w.fail(s.Source(), "it is changed here in another way")
	}
	for _, s := range u.adds {
		if s.Op != "add" || !a.steps(s, 1) {
			w.fail(s.Source(), "it is not counted up by one here")
		}
	}
	return true
}

// likeTurns reports whether a word is compared with something that may tell threads or blocks apart: their places, or what they count. What a thread has read of
// memory is nobody's turn.
func likeTurns(a *analysis, y kernel.Expr) bool {
	differ, read := ofPlaces(y), false
	kernel.WalkExpr(y, func(e kernel.Expr) bool {
		if r, ok := e.(*kernel.VarRef); ok && !r.Var.Param {
			differ = true
			for _, v := range a.results {
				read = read || v == r.Var
			}
		}
		return true
	})
	return differ && !read
}

// ofPlaces reports whether an expression depends on which thread, or which block, it is that computes it.
func ofPlaces(y kernel.Expr) bool {
	found := false
	kernel.WalkExpr(y, func(e kernel.Expr) bool {
		b, ok := e.(*kernel.Builtin)
		found = found || ok && (b.Kind == kernel.BlockIdx || b.Kind == kernel.ThreadIdx)
		return !found
	})
	return found
}

// ofTurns walks over an access to such a word.
func ofTurns(a *analysis, w *word, s kernel.Stmt, st *state) {
	if plainStore(s) {
		return // it initialises, and is checked for races as it is
	}
	if looksOnly(s) {
		a.look(w, s, st)
		a.looks[s] = maps.Clone(st.values)
		return
	}
	a.giveBack(w, s, st)
	a.result(s, st)
	forget(a, w, s, st)
}

// forget drops what the thread has seen of a word before it stores there: that is not its turn any more.
func forget(a *analysis, w *word, s kernel.Stmt, st *state) {
	for v, x := range st.values {
		if u := a.symbolIn(x); u != nil && a.symbols[u].of == w {
			st.values[v] = kernel.Ref(a.joined(point{s, behind}, v))
		}
	}
}

// isTurn learns that a thread has seen its turn, y.
func isTurn(a *analysis, st *state, v *kernel.Var, op kernel.BinaryOp, x, y kernel.Expr) {
	sym := a.symbols[v]
	w := sym.of
	if op != kernel.Eq && op != kernel.Ge || !kernel.IsRef(kernel.StripSameWidth(x), v) || sym.told ||
		slices.ContainsFunc(st.holds, func(h hold) bool { return h.of == w && h.index == sym.index }) {
		return
	}
	if w.role != turns {
		if likeTurns(a, y) {
			a.likely[w.array] = true // the next walk knows
		}
		return
	}
	t := turn{y, inProgram(a, a.looks[sym.stmt], y)}
	switch old, seen := a.taken[sym.stmt]; {
	case !likeTurns(a, y):
		w.fail(sym.stmt.Source(), "it is compared with something here that may be the same for all")
	case t.program == nil:
		w.fail(sym.stmt.Source(), "whose turn it is is not known where it is looked at")
	case seen && !old.same(t):
		w.fail(sym.stmt.Source(), "it is compared with several turns")
	default:
		a.taken[sym.stmt] = t
	}
	if op == kernel.Eq {
		starting(a, w, sym.stmt, y)
	} else {
		w.behind = true
		if !atLeast(a, w, sym.stmt) {
			w.fail(sym.stmt.Source(), "a thread may look here again that has passed its turn on")
		}
		if t.program != nil {
			a.add(claimed{sym.stmt, kernel.Op(kernel.Ge, widened(t.program), kernel.NewConst(kernel.I64, 0)), w, "is compared with a turn"})
		}
	}
	a.take(st, hold{of: w, index: sym.index, by: sym.stmt, acquired: sym.acquires})
}

// starting fails a word that is known to start with something else than the first turn.
func starting(a *analysis, w *word, s kernel.Stmt, y kernel.Expr) {
	first, ok := constant(kernel.MapExpr(y, func(e kernel.Expr) kernel.Expr {
		if b, is := e.(*kernel.Builtin); is && (b.Kind == kernel.BlockIdx || b.Kind == kernel.ThreadIdx) {
			return kernel.NewConst(e.Type(), 0)
		}
		return e
	}))
	if ok && slices.ContainsFunc(w.array.First, func(c kernel.Const) bool { return c.Val != first }) {
		w.fail(s.Source(), "it does not hold the first turn when the kernel starts")
	}
}

// inProgram is an expression of symbols in terms of the variables that hold them; nil if none do.
func inProgram(a *analysis, values map[*kernel.Var]kernel.Expr, e kernel.Expr) kernel.Expr {
	holders := map[*kernel.Var]*kernel.Var{}
	for v, x := range values {
		if r, ok := x.(*kernel.VarRef); ok && (holders[r.Var] == nil || strings.Compare(v.Name, holders[r.Var].Name) < 0) {
			holders[r.Var] = v
		}
	}
	known := true
	out := kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		r, ok := e.(*kernel.VarRef)
		if !ok || r.Var.Param || a.own[r.Var] {
			return e
		}
		if holders[r.Var] == nil {
			known = false
			return e
		}
		return kernel.Ref(holders[r.Var])
	})
	if !known {
		return nil
	}
	return out
}

// passesTurn demands that a store to the word leaves the next turn there: the turn and one, or 0 behind the last one.
func passesTurn(a *analysis, h hold, s kernel.Stmt, st *state) bool {
	if a.stepsBy(s, 1) {
		return true
	}
	turn := a.taken[h.by].symbolic
	if turn == nil {
		return true // it has failed
	}
	mine, next := inProgram(a, st.values, turn), storedBy(s)
	if mine == nil || next == nil || next.Type().Bits != turn.Type().Bits {
		return false
	}
	is := func(x, y kernel.Expr) kernel.Expr { return kernel.Op(kernel.Eq, x, y) }
	after := kernel.Bin(kernel.Add, widened(mine), kernel.NewConst(kernel.I64, 1))
	right := is(widened(next), after)
	if last := turnsIn(a, turn, st); last != nil {
		right = kernel.Op(kernel.LOr, right, kernel.Op(kernel.LAnd, is(widened(next), kernel.NewConst(kernel.I64, 0)), is(after, widened(last))))
	}
	a.add(claimed{s, kernel.Fold(right), h.of, "is the next one here"})
	return true
}

// turnsIn is how many turns there are, nil if that is not known: the number of blocks, or the divisor of a remainder.
func turnsIn(a *analysis, y kernel.Expr, st *state) kernel.Expr {
	switch y := unnarrowed(kernel.StripSameWidth(y)).(type) {
	case *kernel.Builtin:
		if y.Kind == kernel.BlockIdx {
			return a.kernel.Launch.Size(kernel.GridDim, y.Dim)
		}
	case *kernel.Binary:
		if y.Op == kernel.Rem {
			return inProgram(a, st.values, y.Y)
		}
	default:
		// Others may end anywhere.
	}
	return nil
}

// distinct stands for accesses to a word of turns where races are looked for: a store by whoever may have its turn, which races with another one of the same element
// unless the turns differ. All else that threads do to the word are strong accesses, which race with nothing.
func plainStore(s kernel.Stmt) bool {
	store, ok := s.(*kernel.Store)
	return ok && !store.Volatile
}

func (e *emitter) distinct(w *word, s kernel.Stmt) []kernel.Stmt {
	var out []kernel.Stmt
	if t, ok := e.of.taken[s]; ok {
		out = e.has(w, s.Source(), *kernel.Touched(s), t.program)
	}
	if dst := kernel.Assigned(s); dst != nil {
		out = append(out, &kernel.Havoc{Src: s.Source(), Dst: dst})
	}
	return out
}

// has is the store of whoever may have a turn of an element.
func (e *emitter) has(w *word, src kernel.Src, acc kernel.Access, turn kernel.Expr) []kernel.Stmt {
	v := &kernel.Var{Name: e.of.names.Unused(w.array.Name + "_turn"), T: w.array.Elem, Temp: true}
	e.vars = append(e.vars, v)
	rank := widened(turn)
	acc.Tokens = []kernel.Token{{Kind: kernel.Before, Of: w.array, Index: acc.Index, Rank: rank}, {Kind: kernel.After, Of: w.array, Index: acc.Index, Rank: rank}}
	return []kernel.Stmt{&kernel.Havoc{Src: src, Dst: v}, &kernel.Store{Src: src, Acc: acc, X: kernel.Ref(v)}}
}
