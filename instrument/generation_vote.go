package instrument

import (
	"slices"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/predicate"
)

// Votes at barriers of a part of the block: bar.red gives all threads that wait for
// one generation of a barrier the same. So two threads that come to one such statement
// have the same result if their counters say that it is the same generation. That a
// counter is the generation is what the recycling check shows; so all proofs with this
// rest on it, the one of divergence too. A proof may use it of every vote that one of
// the two threads has waited for: the generation was complete then, and all checks had
// held up to there.

// ReadsVotes reports whether what a barrier computes from the arguments of threads may
// matter to k.
func ReadsVotes(k *kernel.Kernel) bool {
	found := false
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		b, ok := s.(*kernel.Barrier)
		found = found || ok && b.Dst != nil
		return !found
	})
	return found
}

// findVotes finds the barriers with votes that something depends on.
func (g *generations) findVotes() {
	reads := readCounts(g.prog.Body)
	eachDo(g.prog.Body, func(d *predicate.Do) {
		s, ok := d.Stmt.(*kernel.Barrier)
		if !ok || g.cuts[d] || s.Dst == nil || reads[s.Dst] == 0 {
			return
		}
		for _, b := range g.ids[d] {
			if !slices.Contains(g.votes, b) {
				g.votes = append(g.votes, b)
			}
		}
	})
}

// withVotes are the barriers, and those with votes.
func (g *generations) withVotes(barriers []*namedBarrier) []*namedBarrier {
	out := slices.Clone(barriers)
	for _, b := range g.votes {
		if !slices.Contains(out, b) {
			out = append(out, b)
		}
	}
	return out
}

// vote gives both threads what a barrier computes, the same where they have just waited
// for the same generation.
func (p *part) vote(w *writer, d *predicate.Do, s *kernel.Barrier) {
	if s.Dst == nil {
		return
	}
	var same []boogie.Expr
	for _, b := range p.ids[d] {
		if p.counted() && slices.Contains(p.barriers, b) {
			one, two := boogie.V(key.GenName(b.id, 1)), boogie.V(key.GenName(b.id, 2))
			same = append(same, boogie.And(p.at(w, d, s, b, 1), p.at(w, d, s, b, 2), boogie.Eq(one, two)))
		}
	}
	w.reduce(d.Pred, s.Reduce, s.Dst, s.Arg, len(same) > 0, boogie.Or(same...))
}

// voters are candidates for threads that vote together: they are in the loop together,
// have come as far, and agree on what the loop carries.
func (c *generationCandidates) voters() {
	for _, b := range c.part.votes {
		if !slices.Contains(c.part.barriers, b) {
			continue
		}
		both := boogie.And(c.part.roleOf(c.encoder, b, 1), c.part.roleOf(c.encoder, b, 2))
		same := func(when, one, two boogie.Expr) { c.add(boogie.Imp(when, boogie.Eq(one, two))) }
		in := both
		if !c.stmt.Uniform {
			same(both, c.expr(c.stmt.Guard, 1), c.expr(c.stmt.Guard, 2))
			in = boogie.And(both, c.expr(c.stmt.Guard, 1), c.expr(c.stmt.Guard, 2))
		}
		n := c.part.loops[c.stmt]
		same(both, boogie.V(iterName(n, 1)), boogie.V(iterName(n, 2)))
		same(both, boogie.V(key.GenName(b.id, 1)), boogie.V(key.GenName(b.id, 2)))
		for _, v := range c.assigned {
			if !c.uniform[v] && c.live(v) && !kernel.IsRef(c.stmt.Guard, v) {
				same(in, boogie.V(c.variable(v, 1)), boogie.V(c.variable(v, 2)))
			}
		}
	}
}
