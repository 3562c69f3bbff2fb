package inflight

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/folded"
)

// Beside takes copies and products that end with groups apart in a kernel with barriers in memory, which stay: they are operations
// of the thread like others, between which it repeats the accesses that are under way. The claims about the thread's own
// accesses are of one thread alone, whatever it is told by others; so they are a kernel of their own, without accesses and
// barriers, of which all assertions have to hold. It returns nils if k has no such groups, or why that is not modelled.
func Beside(k *kernel.Kernel, when When) (plain, claims *kernel.Kernel, m *Missing) {
	p := newPass(k, when)
	p.left, p.beside = fact.CopiesArrive(k), true
	if !slices.ContainsFunc(kinds, func(kind kernel.Completion) bool { return p.takes(kind) && fact.MovesGroups(k.Body, kind) }) {
		return nil, nil, nil
	}
	if at, to := fact.Unfenced(k); at != nil {
		return nil, nil, &Missing{at.Source().Pos, fact.UnfencedText(at, to)}
	}
	if s := scattered(k); s != nil {
		return nil, nil, &Missing{s.Source().Pos, scatteredText}
	}
	if s := fact.Together(k); s != nil {
		return nil, nil, &Missing{s.Source().Pos, "copies of a whole block in a kernel with phases, where the number of rounds is not known"}
	}
	simple := *k
	simple.Body = folded.Wide(folded.Constants(k.Body))
	p.k = &simple
	one, m := p.run()
	if m != nil {
		return nil, nil, m
	}
	one.Body = folded.OneThread(one.Body, p.asserts)
	// What is over before the thread's next operation needs not be followed here.
	q := newPass(&simple, when)
	q.left, q.beside, q.short = p.left, true, map[kernel.Stmt]bool{}
	for _, at := range p.sites {
		q.short[at.stmt] = at.short
	}
	rest, m := q.run()
	if m != nil {
		return nil, nil, m
	}
	rest.Body = kernel.Rewrite(rest.Body, func(s, inner kernel.Stmt) []kernel.Stmt {
		if q.asserts[s] {
			return nil
		}
		return []kernel.Stmt{inner}
	})
	return rest, one, nil
}
