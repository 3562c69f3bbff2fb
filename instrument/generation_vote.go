package instrument

import (
	"slices"

	"gv2/frontend/kernel"
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
	reads := predicate.ReadCounts(g.prog.Body)
	predicate.EachDo(g.prog.Body, func(d *predicate.Do) {
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
