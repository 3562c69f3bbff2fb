package claim

import (
	"slices"

	"gv2/frontend/kernel"
)

// Board holds all evidence about one kernel, in the order in which it was found. The zero
// Board is empty.
type Board struct {
	entries []Evidence
}

// Enter adds evidence.
func (b *Board) Enter(list ...Evidence) { b.entries = append(b.entries, list...) }

// About are the entries that speak of a claim, in their order.
func (b *Board) About(c Claim) []Evidence {
	var out []Evidence
	for _, e := range b.entries {
		if slices.Contains(e.About(), c) {
			out = append(out, e)
		}
	}
	return out
}

// Status is what is known about a claim.
func (b *Board) Status(c Claim) Status {
	switch {
	case b.refuted(c):
		return Refuted
	case b.holding(false)[c]:
		return Proved
	case b.holding(true)[c]:
		return Bounded
	}
	for _, e := range b.About(c) {
		if open, is := e.(Open); is && open.Why.Kind == NotItsBusiness {
			return NotChecked
		}
	}
	return Unknown
}

// Property is what is known about all claims of a property together.
func (b *Board) Property(p kernel.Property) Status {
	worst := Proved
	for _, c := range Of(p) {
		if s := b.Status(c); s.Worse(worst) {
			worst = s
		}
	}
	return worst
}

// refuted reports whether a witness that counts speaks against the claim.
func (b *Board) refuted(c Claim) bool {
	return slices.ContainsFunc(b.entries, func(e Evidence) bool {
		w, is := e.(Witness)
		return is && w.Claim == c && w.Refutes()
	})
}

// holding is the greatest set of claims that are not refuted and have a proof each that
// rests on claims of the set alone; of proofs under a bound, too, if bounded is set. It
// starts with every claim that has a proof and drops what does not stand, until all does.
func (b *Board) holding(bounded bool) map[Claim]bool {
	var proofs []Proof
	holds := map[Claim]bool{}
	for _, e := range b.entries {
		if p, is := e.(Proof); is && (bounded || p.Bound == "") {
			proofs = append(proofs, p)
			for _, c := range p.Claims {
				holds[c] = !b.refuted(c)
			}
		}
	}
	stands := func(c Claim) bool {
		return slices.ContainsFunc(proofs, func(p Proof) bool {
			return slices.Contains(p.Claims, c) && !slices.ContainsFunc(p.RestsOn, func(base Claim) bool { return !holds[base] })
		})
	}
	for changed := true; changed; {
		changed = false
		for c, held := range holds {
			if held && !stands(c) {
				holds[c], changed = false, true
			}
		}
	}
	return holds
}

// Missing is what a proof of the claim rests on that does not hold, of the first proof
// there is; false where there is no proof, or nothing is missing.
func (b *Board) Missing(c Claim) (Claim, bool) {
	holds := b.holding(true)
	for _, e := range b.About(c) {
		if p, is := e.(Proof); is {
			for _, base := range p.RestsOn {
				if !holds[base] {
					return base, true
				}
			}
		}
	}
	return Claim{}, false
}
