package instrument

import (
	"sort"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

// procedure writes the whole program as the body of a procedure that modifies these
// variables.
func (w *writer) procedure(modifies []string) *boogie.Proc {
	body := w.collect(func() { w.block(w.prog.Body) })
	return &boogie.Proc{
		Comment:  w.title(),
		Name:     w.proc.Name,
		Requires: w.requires(),
		Modifies: modifies,
		Locals:   sortedLocals(w.enc.Locals),
		Body:     body,
	}
}

// properties are those that the procedure decides: the ones with an assertion in
// it, and data-race and barrier-divergence, which it decides by having none.
func (w *writer) properties() []kernel.Property {
	found := map[kernel.Property]bool{}
	found[kernel.DataRace] = w.checksRaces()
	found[kernel.Divergence] = w.checks(kernel.Divergence) && (w.enc.Pair == fact.SameBlock || w.grid)
	for _, s := range w.out.Sites {
		if s.Proc == w.proc && s.Property != "" {
			found[s.Property] = true
		}
	}
	return kernel.Properties(func(p *kernel.PropertyInfo) bool { return p.TwoThreads && found[p.Name] })
}

func (w *writer) title() []string {
	if w.enc.Pair == fact.OtherBlock {
		return []string{"Two threads of different blocks: only global arrays are shared, barriers order nothing."}
	}
	return []string{"Two threads of one block."}
}

// requires says which two threads these are, and how they begin.
func (w *writer) requires() []boogie.Spec {
	var out []boogie.Spec
	add := func(e boogie.Expr) {
		if e != boogie.True {
			out = append(out, boogie.Spec{E: e})
		}
	}
	l := w.prog.Kernel.Launch
	switch {
	case w.single:
	case w.enc.Pair == fact.SameBlock:
		add(differ(kernel.ThreadIdx, l.BlockDim, w.enc))
	default:
		add(differ(kernel.BlockIdx, l.GridDim, w.enc))
	}
	for _, r := range w.prog.Kernel.Requires {
		add(w.enc.Expr(r, 0))
	}
	for _, ap := range w.plan.arrays {
		if w.logs(ap) {
			add(boogie.And(ap.empty()...))
		}
		if ap.content(w.enc.Pair, w.plan.intra) == tracked && (w.enc.Pair == fact.SameBlock || ap.array.Space == kernel.Global) {
			add(boogie.Eq(boogie.V(ap.name+key.Suffix(1)), boogie.V(ap.name+key.Suffix(2))))
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

// globals lists what a procedure for the pair may change: logs and contents.
func (pl *plan) globals(pair fact.Pair) []string {
	var out []string
	for _, ap := range pl.arrays {
		if ap.logged(pair) {
			out = append(out, ap.logNames()...)
		}
		if ap.content(pair, pl.intra) == tracked {
			out = append(out, ap.name+key.Suffix(1), ap.name+key.Suffix(2))
		}
		if ap.takes(pair, pl.intra) {
			out = append(out, takenName(ap.array.Name))
		}
	}
	return out
}

func sortedLocals(m map[string]boogie.Type) []boogie.Var {
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

// ownProcs are the procedures that the body calls and that are its own: what barriers do
// to its logs and contents.
func (w *writer) ownProcs() []boogie.Decl {
	var out []boogie.Decl
	launch := w.prog.Kernel.Launch
	if w.stepped {
		out = append(out, lockStepProc(w.plan, w.enc, launch))
	}
	if w.grid {
		out = append(out, barrierProc(gridBarrierName, w.plan, w.enc, boogie.True))
	}
	if w.barrier {
		out = append(out, barrierProc(w.barrierName(), w.plan, w.enc, w.meets(boogie.True)))
	}
	if w.warp {
		out = append(out, barrierProc(w.warpSyncName(), w.plan, w.enc, w.meets(sameWarp(w.enc, launch))))
	}
	return out
}
