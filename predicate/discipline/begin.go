package discipline

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// plainStarts makes strong stores of 0 plain ones that give words of shared memory their first value: those in front of the first barrier that
// all threads of the block meet at, to arrays that are accessed otherwise only behind it. Disciplines know plain stores there; a kernel with them has all
// the races of the other one.
func plainStarts(k *kernel.Kernel) *kernel.Kernel {
	first := -1
	for i, s := range k.Body {
		if b, ok := s.(*kernel.Barrier); ok && b.Kind == kernel.Sync && b.Count == nil && !b.Named() {
			first = i
			break
		}
	}
	if first < 0 || escapes(k.Body[:first]) {
		return k
	}
	starts, others := map[*kernel.Array]bool{}, map[*kernel.Array]bool{}
	for _, s := range parts(k.Body[:first]) {
		acc := kernel.Touched(s)
		if acc == nil {
			continue
		}
		if startOf(s) != nil {
			starts[acc.Array] = true
		} else {
			others[acc.Array] = true
		}
	}
	found := false
	for a := range starts {
		found = found || !others[a]
	}
	if !found {
		return k
	}
	c := *k
	c.Body = append(kernel.MapStmts(k.Body[:first], func(s kernel.Stmt) kernel.Stmt {
		if x := startOf(s); x != nil && !others[x.Acc.Array] {
			return x
		}
		return s
	}), k.Body[first:]...)
	return &c
}

// startOf is a strong store of 0 to shared memory as a plain one; nil for other statements.
func startOf(s kernel.Stmt) *kernel.Store {
	switch s := s.(type) {
	case *kernel.Atomic:
		if s.Op == "store" && s.Acc.Array.Space == kernel.Shared && s.Acc.Width == 1 && s.Dst == nil && len(s.Args) == 1 && isZero(s.Args[0]) && s.Args[0].Type() == s.Acc.Array.Elem {
			return &kernel.Store{Src: s.Src, Acc: s.Acc, X: s.Args[0]}
		}
	case *kernel.Store:
		if s.Volatile && s.X != nil && isZero(s.X) && s.Acc.Array.Space == kernel.Shared && !s.OfBarrier {
			x := *s
			x.Volatile = false
			return &x
		}
	default:
		// Others store nothing, or do more.
	}
	return nil
}

// beginning is an element of a word of shared memory that has its first value.
type beginning struct {
	of *word
	// index is the element, as a text; empty for the only one. wide is set if it is the same for all threads of the block.
	index string
	wide  bool
}

func (a *analysis) beginning(w *word, s kernel.Stmt, st *state) beginning {
	if w.array.Len == 1 {
		return beginning{w, "", true}
	}
	x := a.value(st, kernel.Touched(s).Index)
	return beginning{w, kernel.ExprString(x), fact.Stated(x) && blockWide(x)}
}

const unbegun = "nothing says what it holds before it is used here"

// hasBegun fails a word of shared memory of which an element is used that nobody has given its first value: it may hold anything, also what looks
// like the value that a thread waits for.
func (a *analysis) hasBegun(w *word, s kernel.Stmt, st *state) {
	if w.array.Space == kernel.Shared && !st.begun[a.beginning(w, s, st)] {
		w.fail(s.Source(), unbegun)
	}
}

func isZero(e kernel.Expr) bool {
	c, ok := constant(e)
	return ok && c == 0
}
