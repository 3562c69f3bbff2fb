package claim

import (
	"slices"
	"strings"

	"gv2/frontend/kernel"
)

// Support are the proofs that a property stands on if it is proved or bounded: one for each
// of its claims. It is empty for other properties.
func (b *Board) Support(p kernel.Property) []Proof {
	status := b.Property(p)
	if status != Proved && status != Bounded {
		return nil
	}
	holds := b.holding(status == Bounded)
	var out []Proof
	for _, c := range Of(p) {
		if proof, ok := b.inUse(c, holds, status == Bounded); ok {
			out = append(out, proof)
		}
	}
	return out
}

// inUse is the proof that a claim stands on: the first that stands, or where only bounded
// proofs do, the first that names a bound.
func (b *Board) inUse(c Claim, holds map[Claim]bool, bounded bool) (Proof, bool) {
	first, ok := b.standing(c, holds, bounded)
	if !ok || !bounded || first.Bound != "" || b.stands(c, false) {
		return first, ok
	}
	for _, e := range b.About(c) {
		if p, is := e.(Proof); is && p.Bound != "" && standsOn(p, holds) {
			return p, true
		}
	}
	return first, true
}

// How is who has decided a property, and in which model of integers, as reports name it. Of
// a refuted property it is who has seen the fault: runs of the translation where they have,
// else the prover, else executions. It is empty where nobody has: where the text of the
// kernel decides, and where the property is open.
func (b *Board) How(p kernel.Property) Method {
	how := Method{}
	for _, proof := range b.Support(p) {
		how.Arith = JoinAriths(how.Arith, proof.By.Arith)
		if proof.By.Engine != Text && how.Engine != Boogie {
			how.Engine = proof.By.Engine
		}
	}
	if b.Property(p) != Refuted {
		return how
	}
	for _, engine := range []Engine{Run, Boogie, Execution, Weft} {
		for _, c := range Of(p) {
			for _, e := range b.About(c) {
				if w, is := e.(Witness); is && w.Refutes() && w.Finding.By == engine {
					return Method{Engine: engine}
				}
			}
		}
	}
	return how
}

// JoinAriths are the models of integers of several proofs, as reports name them.
func JoinAriths(all, more string) string {
	switch {
	case all == "" || all == more:
		return more
	case more == "" || strings.Contains(all, more):
		return all
	}
	return all + " and " + more
}

// Under are the assumptions that a property stands on if it is proved or bounded, with those
// of what its proofs rest on.
func (b *Board) Under(p kernel.Property) []Premise {
	status := b.Property(p)
	holds := b.holding(status == Bounded)
	seen := map[Claim]bool{}
	var out []Premise
	var visit func(c Claim)
	visit = func(c Claim) {
		proof, ok := b.inUse(c, holds, status == Bounded)
		if seen[c] || !ok {
			return
		}
		seen[c] = true
		for _, premise := range proof.Under {
			if !slices.Contains(out, premise) {
				out = append(out, premise)
			}
		}
		for _, base := range proof.RestsOn {
			visit(base)
		}
	}
	for _, c := range Of(p) {
		if status == Proved || status == Bounded {
			visit(c)
		}
	}
	return out
}
