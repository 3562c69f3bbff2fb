package twothread

import (
	"sort"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

// Procedure writes the whole program as the body of a procedure that modifies these
// variables.
func (w *Writer) Procedure(modifies []string) *boogie.Proc {
	body := w.Collect(func() { w.Block(w.Prog.Body) })
	return &boogie.Proc{
		Comment:  w.title(),
		Name:     w.Proc.Name,
		Requires: w.Requires(),
		Modifies: modifies,
		Locals:   SortedLocals(w.Enc.Locals),
		Body:     body,
	}
}

// Properties are those that the procedure decides: the ones with an assertion in
// it, and data-race and barrier-divergence, which it decides by having none.
func (w *Writer) Properties() []kernel.Property {
	found := map[kernel.Property]bool{}
	found[kernel.DataRace] = w.checksRaces()
	found[kernel.Divergence] = w.checks(kernel.Divergence) && (w.Enc.Pair == fact.SameBlock || w.grid)
	for _, s := range w.Key.Sites {
		if s.Proc == w.Proc && s.Property != "" {
			found[s.Property] = true
		}
	}
	return kernel.Properties(func(p *kernel.PropertyInfo) bool { return p.TwoThreads && found[p.Name] })
}

func (w *Writer) title() []string {
	if w.Enc.Pair == fact.OtherBlock {
		return []string{"Two threads of different blocks: only global arrays are shared, barriers order nothing."}
	}
	return []string{"Two threads of one block."}
}

// Requires says which two threads these are, and how they begin.
func (w *Writer) Requires() []boogie.Spec {
	var out []boogie.Spec
	add := func(e boogie.Expr) {
		if e != boogie.True {
			out = append(out, boogie.Spec{E: e})
		}
	}
	l := w.Prog.Kernel.Launch
	switch {
	case w.Single, w.Same:
	case w.Enc.Pair == fact.SameBlock:
		add(differ(kernel.ThreadIdx, l.BlockDim, w.Enc))
	default:
		add(differ(kernel.BlockIdx, l.GridDim, w.Enc))
	}
	for _, r := range w.Prog.Kernel.Requires {
		add(w.Enc.Expr(r, 0))
	}
	for _, ap := range w.Plan.Arrays {
		if w.Logs(ap) {
			add(boogie.And(ap.empty()...))
		}
		if ap.Content(w.Enc.Pair, w.Plan.Intra) == Tracked && (w.Enc.Pair == fact.SameBlock || ap.Array.Space == kernel.Global) {
			add(boogie.Eq(boogie.V(ap.Name+key.Suffix(1)), boogie.V(ap.Name+key.Suffix(2))))
		}
	}
	return out
}

// differ says that an index is not the same for both threads.
func differ(kind kernel.BuiltinKind, dims [3]int, e *arith.Encoder) boogie.Expr {
	var any []boogie.Expr
	for d, n := range dims {
		if n != 1 {
			x := &kernel.Builtin{Kind: kind, Dim: d}
			any = append(any, boogie.Ne(e.Builtin(x, 1), e.Builtin(x, 2)))
		}
	}
	return boogie.Or(any...)
}

// Globals lists what a procedure for the pair may change: logs and contents.
func (pl *Plan) Globals(pair fact.Pair) []string {
	var out []string
	for _, ap := range pl.Arrays {
		if ap.logged(pair) {
			out = append(out, ap.LogNames()...)
		}
		if ap.Content(pair, pl.Intra) == Tracked {
			out = append(out, ap.Name+key.Suffix(1), ap.Name+key.Suffix(2))
		}
		if ap.Takes(pair, pl.Intra) {
			out = append(out, TakenName(ap.Array.Name))
		}
	}
	return out
}

// SortedLocals are the locals of a procedure in the order of their names.
func SortedLocals(m map[string]boogie.Type) []boogie.Var {
	names := make([]string, 0, len(m))
	for n := range m {
		names = append(names, n)
	}
	sort.Strings(names)
	out := make([]boogie.Var, len(names))
	for i, n := range names {
		out[i] = boogie.Var{Name: n, T: m[n]}
	}
	return out
}

// OwnProcs are the procedures that the body calls and that are its own: what barriers do
// to its logs and contents.
func (w *Writer) OwnProcs() []boogie.Decl {
	var out []boogie.Decl
	launch := w.Prog.Kernel.Launch
	if w.stepped {
		out = append(out, lockStepProc(w.Plan, w.Enc, launch))
	}
	if w.grid {
		out = append(out, barrierProc(gridBarrierName, w.Plan, w.Enc, boogie.True))
	}
	if w.Barrier {
		out = append(out, barrierProc(w.barrierName(), w.Plan, w.Enc, w.meets(boogie.True)))
	}
	if w.Warp {
		out = append(out, barrierProc(w.warpSyncName(), w.Plan, w.Enc, w.meets(SameWarp(w.Enc, launch))))
	}
	return out
}
