package discipline

import (
	"slices"
	"strings"

	"gv2/frontend/kernel"
)

// A series is a word, or an array of words of which each block has one, to which one thread stores values that grow: the head
// and the tail of a ring, or the status of a block in a decoupled look-back. Let last be the last value that the thread has stored,
// 0 at first. An access that it makes while last is p is before all its stores of greater values, and is released by a fence before the next one.
// Who has seen v, and acquired, has observed the store of v, as values do not repeat; so accesses with p < v are before what it does next. The
// translation knows last and v, and proves that the values grow. doc.go has the rest of the argument.

// seriesOf recognises it by the accesses.
func (a *analysis) seriesOf(w *word, u *uses) bool {
	if len(u.others)+len(u.swaps) > 0 || len(u.loads)+len(u.volatileLoads) == 0 {
		return false
	}
	typed := func(s kernel.Stmt, x kernel.Expr) bool {
		w.publishes = append(w.publishes, s)
		return x != nil && x.Type() == w.array.Elem
	}
	ok := true
	for _, s := range u.stores {
		ok = typed(s, s.Args[0]) && ok
	}
	for _, s := range u.exchanges {
		ok = typed(s, s.Args[0]) && s.Dst == nil && ok
	}
	for _, s := range u.volatileStores {
		ok = typed(s, s.X) && ok
	}
	for _, s := range u.adds {
		c, is := constant(s.Args[0])
		ok = typed(s, s.Args[0]) && s.Op == "add" && is && c > 0 && ok
		w.counted = true
	}
	if !ok || len(w.publishes) == 0 {
		return false
	}
	w.role = series
	w.last = &kernel.Var{Name: a.names.Unused(w.array.Name + "_last"), T: kernel.I64, Temp: true}
	return true
}

// ofSeries walks over an access to such a word.
func (a *analysis) ofSeries(w *word, s kernel.Stmt, st *state) {
	if store, ok := s.(*kernel.Store); ok && !store.Volatile {
		a.begins(w, store, st)
		return
	}
	a.hasBegun(w, s, st)
	if slices.Contains(w.publishes, s) {
		a.advance(w, s, st)
		a.result(s, st)
		return
	}
	v := a.look(w, s, st)
	st.sights = slices.DeleteFunc(st.sights, func(x sight) bool { return x.of == w && x.by == s })
	if v == nil {
		return
	}
	if a.seen[s] == nil {
		a.seen[s] = &kernel.Var{Name: a.names.Unused(w.array.Name + "_seen"), T: kernel.I64, Temp: true}
	}
	st.sights = append(st.sights, sight{of: w, by: s, index: a.symbols[v].index, acquired: a.symbols[v].acquires})
}

// advance is a store of the next value.
func (a *analysis) advance(w *word, s kernel.Stmt, st *state) {
	index := a.value(st, kernel.Touched(s).Index)
	block, own := st.block, w.array.Space == kernel.Shared || a.tellsBlocks(index)
	if own {
		block = ""
	}
	switch {
	case st.guard == "" || strings.HasPrefix(st.guard, lastAt):
		w.fail(s.Source(), "several threads may store to it here")
	case block == "" && !own || strings.HasPrefix(block, lastAt):
		w.fail(s.Source(), "several blocks may store to one element of it here")
	case !a.stated(index):
		w.fail(s.Source(), "which element is stored to here is not known elsewhere")
	case w.index == nil:
		w.guard, w.block, w.index = st.guard, block, index
	case w.guard != st.guard || w.block != block || kernel.ExprString(w.index) != kernel.ExprString(index):
		w.fail(s.Source(), "it is stored to here by another thread than elsewhere, or another element is")
	}
	a.starts(w, s, st)
	a.settle(w, s, st, itself)
	if x := storedBy(s); x != nil {
		if _, fixed := constant(x); fixed {
			a.add(claimed{s, kernel.Op(kernel.Gt, widened(x), kernel.Ref(w.last)), w, "grow here"})
		} else {
			a.add(claimed{s, kernel.Op(kernel.Eq, widened(x), plus(w.last, stepOf(x))), w, "grow by the same number each time"})
		}
	}
}

func plus(v *kernel.Var, n int64) kernel.Expr {
	return kernel.Bin(kernel.Add, kernel.Ref(v), kernel.NewConst(kernel.I64, n))
}

// stepOf is how far a value is behind that of a variable, which may be the last one: 1 if nothing says so.
func stepOf(x kernel.Expr) int64 {
	if b, ok := kernel.StripSameWidth(x).(*kernel.Binary); ok && b.Op == kernel.Add {
		if c, is := constant(b.Y); is && c > 0 {
			return c
		}
	}
	return 1
}

// noteSeries adds the token of an access of which the thread has seen a value of a series.
func (a *analysis) noteSeries(now []token, x sight, s kernel.Stmt, st *state) []token {
	switch {
	case x.level != ofThread && st.guard != x.guard: // only the one thread knows what it has seen
	case x.acquired:
		return append(now, token{kind: kernel.After, of: x.of, by: x.by})
	default:
		x.of.loose[s] = "no fence stands between seeing it and"
	}
	return now
}

// inSeries is the token of an access of the thread that stores a series.
func (e *emitter) inSeries(w *word, s kernel.Stmt) (kernel.Token, bool) {
	p := e.of.here[s]
	if w.role != series || !w.ok() || p == nil || w.index == nil || p.guard != w.guard || w.block != "" && p.block != w.block || w.undone[s] != "" {
		return kernel.Token{}, false
	}
	w.used = true
	return kernel.Token{Kind: kernel.Before, Of: w.array, Index: w.index, Rank: kernel.Ref(w.last)}, true
}

// rankOf is what has been seen of a series, or the warp that holds a lock.
func (e *emitter) rankOf(t token) kernel.Expr {
	if t.kind == kernel.Holding && t.of.ofWarps {
		return e.of.warp()
	}
	if t.of.role != series {
		return nil
	}
	return kernel.Ref(e.of.seen[t.by])
}

// progress keeps what has been stored to a series, or seen of it.
func (e *emitter) progress(s kernel.Stmt) []kernel.Stmt {
	acc := kernel.Touched(s)
	if acc == nil {
		return nil
	}
	w := e.of.words[acc.Array]
	if w == nil || w.role != series || !w.ok() {
		return nil
	}
	if v := e.of.seen[s]; v != nil {
		out := []kernel.Stmt{&kernel.Assign{Src: s.Source(), Dst: v, X: widened(kernel.Ref(kernel.Assigned(s)))}}
		if x := w.among(v); x != nil {
			out = append(out, &kernel.Assume{Src: s.Source(), Cond: x})
		}
		return out
	}
	if !slices.Contains(w.publishes, s) {
		return nil
	}
	var next kernel.Expr
	switch x := storedBy(s); {
	case x == nil:
		c, _ := constant(s.(*kernel.Atomic).Args[0])
		next = plus(w.last, c)
	default:
		next = plus(w.last, stepOf(x))
		if _, fixed := constant(x); fixed {
			next = widened(x)
		}
	}
	return []kernel.Stmt{&kernel.Assign{Src: s.Source(), Dst: w.last, X: next}}
}

// among says that a value is one of those that a word ever holds, nil if these are not known constants.
func (w *word) among(v *kernel.Var) kernel.Expr {
	values := []int64{0}
	for _, s := range w.publishes {
		x := storedBy(s)
		if x == nil {
			return nil
		}
		c, ok := constant(widened(x))
		if !ok {
			return nil
		}
		values = append(values, c)
	}
	var out kernel.Expr = kernel.BoolConst(false)
	for _, c := range values {
		out = kernel.Op(kernel.LOr, out, kernel.Op(kernel.Eq, kernel.Ref(v), kernel.NewConst(kernel.I64, c)))
	}
	return out
}

// progressVars are the variables of all series, and the statements that start them.
func (e *emitter) progressVars() (vars []*kernel.Var, start []kernel.Stmt) {
	src := kernel.Src{Pos: e.of.kernel.Pos}
	for _, w := range e.of.list {
		if w.role != series || !w.ok() {
			continue
		}
		vars = append(vars, w.last)
		start = append(start, &kernel.Assign{Src: src, Dst: w.last, X: kernel.NewConst(kernel.I64, 0)})
	}
	e.of.each(func(s kernel.Stmt) {
		if v := e.of.seen[s]; v != nil && e.of.words[kernel.Touched(s).Array].ok() {
			vars = append(vars, v)
			start = append(start, &kernel.Assign{Src: src, Dst: v, X: kernel.NewConst(kernel.I64, 0)})
		}
	})
	return vars, start
}
