package inflight

import (
	"slices"

	"gv2/frontend/kernel"
)

// Copies of one group that a thread starts one after another, such as those to the tiles of both factors of a product, are followed
// together: a thread follows all of them or none. So one set of variables serves them all, and a proof has one set of guesses to sort.
// Nothing stands between them that orders accesses, so a thread may as well begin to follow all of them behind the last one. That they
// leave each other alone is claimed where they start.

// batch is where sites that are followed together stand in a list.
type batch struct {
	last int // the index of the last one
	lead *site
}

// joined is the lead of the batch that the copy at index i of a list belongs to; nil if it is the first of its own.
func (p *pass) joined(b batch, list []kernel.Stmt, i int, written map[*kernel.Array]bool) *site {
	s, lead := list[i], b.lead
	if lead == nil || lead.ends != kernel.AgentOf(s).Ends || lead.write != writes(s) || lead.guard != nil || p.together.guards[s] != nil {
		return nil
	}
	for _, s := range list[b.last+1 : i] {
		if !between(s, written) || slices.ContainsFunc(lead.kept, func(k kept) bool { return kernel.Assigned(s) == k.of }) {
			return nil
		}
	}
	return lead
}

// between reports whether copies on both sides of a statement may be followed together: it computes, or an agent reads what
// nobody writes.
func between(s kernel.Stmt, written map[*kernel.Array]bool) bool {
	switch s.(type) {
	case *kernel.Assign, *kernel.Havoc:
		return true
	default:
		// Others may order accesses, access something themselves, or decide that the next copy is not started.
		acc := kernel.Touched(s)
		return kernel.AgentOf(s) != nil && acc != nil && !written[acc.Array]
	}
}

// leads reports whether a site has variables of its own.
func (s *site) leads() bool { return s.lead == s }

// joins reports whether a copy, nil for other accesses, is followed together with one that starts before it.
func (s *site) joins(t *site) bool { return s != nil && s.lead == t.lead && s.number > t.number }
