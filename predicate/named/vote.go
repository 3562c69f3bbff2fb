package named

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate"
)

// Votes at barriers of a part of the block: bar.red gives all threads that wait for
// one generation of a barrier the same. So two threads that reach one such statement
// have the same result if their counters say that it is the same generation. That a
// counter is the generation is what the recycling check shows; so all proofs with this
// rest on it, the one of divergence too. A proof may use it of every vote that one of
// the two threads has waited for: the generation was complete then, and all checks had
// held up to there.

// findVotes finds the barriers with votes that something depends on.
func (g *Theory) findVotes() {
	reads := predicate.ReadCounts(g.Prog.Body)
	predicate.EachDo(g.Prog.Body, func(d *predicate.Do) {
		s, ok := d.Stmt.(*kernel.Barrier)
		if !ok || g.BlockBarriers[d] || s.Dst == nil || reads[s.Dst] == 0 {
			return
		}
		for _, b := range g.IDs[d] {
			if !slices.Contains(g.Votes, b) {
				g.Votes = append(g.Votes, b)
			}
		}
	})
}

// WithVotes are the barriers, and those with votes.
func (g *Theory) WithVotes(barriers []*Barrier) []*Barrier {
	out := slices.Clone(barriers)
	for _, b := range g.Votes {
		if !slices.Contains(out, b) {
			out = append(out, b)
		}
	}
	return out
}
