package rewrite

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// WithoutPlaced leaves out the stores to arrays in which no two threads ever meet, as package
// scatter tells: nobody reads what is there, so nothing is left to ask about them, and what
// threads compute their places from matters to no one. It tells of which arrays. A
// thread in a loop may come to an element again that another one wrote in an earlier iteration, so these stores stay.
//
// It is not for threads that run in lock step, among which package scatter excludes no race.
func (p *Prepared) WithoutPlaced() (out *Prepared, arrays []*kernel.Array) {
	k := p.Kernel
	of := map[*kernel.Array][]fact.Disjoint{}
	other := map[*kernel.Array]bool{}
	placed(k.Body, false, p.Notes, of, other)
	for asked := range kernel.AskedAccesses(k) {
		other[asked.Array] = true
	}
	left := map[*kernel.Array]bool{}
	for _, a := range k.Arrays {
		if a.Space == kernel.Global && len(of[a]) > 0 && !other[a] && (k.Launch.Blocks() == 1 || p.Notes.Apart(a)) && pairwise(of[a]) {
			left[a] = true
			arrays = append(arrays, a)
		}
	}
	if len(left) == 0 {
		return p, nil
	}
	c := *k
	c.Body = replaced(k.Body, func(s kernel.Stmt) []kernel.Stmt {
		if st, is := s.(*kernel.Store); is && left[st.Acc.Array] {
			return nil
		}
		return []kernel.Stmt{s}
	})
	return p.with(&c), arrays
}

// placed collects what is known of stores outside of loops, in the order of the text; other are the arrays that
// have more accesses.
func placed(stmts []kernel.Stmt, inLoop bool, notes *fact.Notes, of map[*kernel.Array][]fact.Disjoint, other map[*kernel.Array]bool) {
	for _, s := range stmts {
		if acc := kernel.Touched(s); acc != nil {
			st, is := s.(*kernel.Store)
			if is && !inLoop && notes.Disjoint(st).Number > 0 {
				of[acc.Array] = append(of[acc.Array], notes.Disjoint(st))
			} else {
				other[acc.Array] = true
			}
		}
		_, loop := s.(*kernel.Loop)
		for _, b := range kernel.Blocks(s) {
			placed(b, inLoop || loop, notes, of, other)
		}
	}
}

// pairwise reports whether no two threads meet at any two of the stores.
func pairwise(list []fact.Disjoint) bool {
	for i, second := range list {
		for _, first := range list[:i+1] {
			if second.From>>first.Number&1 == 0 {
				return false
			}
		}
	}
	return true
}
