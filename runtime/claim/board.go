package claim

import (
	"slices"

	"gv2/frontend/kernel"
)

// Board holds all evidence about one kernel, in the order in which it was found. The zero
// Board is empty.
type Board struct {
	entries []Evidence
	// lives is set where proofs of data-race rest on Lives, and ends where those of deadlock rest on LoopsEnd.
	lives, ends bool
	// overlaps are arrays that pointers may lead into at a distance that is not known.
	overlaps []kernel.Overlap
	// found holds what holding has found, without bounds and with them, of the first of
	// the entries.
	found [2]struct {
		entries int
		holds   map[Claim]bool
	}
}

// Enter adds evidence.
func (b *Board) Enter(list ...Evidence) {
	for _, e := range list {
		b.entries = append(b.entries, b.resting(e))
	}
}

// NeedLives is to be called first, of a kernel with kernel.Fence.Lives: only the exact engine looks at what that
// stands for, so other proofs that nothing races within a block rest on it.
func (b *Board) NeedLives() { b.lives = true }

// NeedEnds is to be called first, of a kernel with loops that wait for other threads, where it matters who may run: who looks at barriers, or sees that there
// are none, does not look at such loops, so all proofs that no thread waits for ever rest on LoopsEnd.
func (b *Board) NeedEnds() { b.ends = true }

// NeedApart is to be called first, of a kernel with overlaps: races on their arrays, and all faults of which a distance is one of
// the values, may be of distances that no launch has, and proofs that nothing races rest on Apart where the kernel does not show how pointers overlap.
func (b *Board) NeedApart(overlaps []kernel.Overlap) {
	b.overlaps = overlaps
}

// doubted is a witness that may be of a distance of two pointers that no launch has.
func (b *Board) doubted(w Witness) Witness {
	if why := AtSomeDistance(b.overlaps, w.Claim.Property, &w.Finding); why != "" && w.Needs != Never {
		w.Needs, w.Why = Never, Doubt(why)
	}
	return w
}

// AtSomeDistance is why a fault of a property may be one of a distance of two pointers that no launch has, empty if it is not of such.
func AtSomeDistance(overlaps []kernel.Overlap, of kernel.Property, f *Finding) string {
	for _, o := range overlaps {
		if _, far := f.Values[o.Distance]; far || of == kernel.DataRace && f.Array == o.Array {
			return o.Why
		}
	}
	return ""
}

// resting adds to a proof what it rests on in any case.
func (b *Board) resting(e Evidence) Evidence {
	if w, is := e.(Witness); is {
		return b.doubted(w)
	}
	p, is := e.(Proof)
	if !is {
		return e
	}
	if within := (Claim{Property: kernel.DataRace}); b.lives && p.By.Engine != Weft && slices.Contains(p.Claims, within) {
		within.Part = Lives
		p.RestsOn = append(slices.Clone(p.RestsOn), within)
	}
	unlike := slices.ContainsFunc(b.overlaps, func(o kernel.Overlap) bool { return o.Unlike })
	if unlike && slices.ContainsFunc(p.Claims, func(c Claim) bool { return c.Property == kernel.DataRace && c.Part == "" }) {
		p.RestsOn = append(slices.Clone(p.RestsOn), apart)
	}
	if b.ends && slices.ContainsFunc(p.Claims, func(c Claim) bool { return c.Property == kernel.Deadlock && c.Part == "" }) {
		p.RestsOn = append(slices.Clone(p.RestsOn), Ends)
	}
	return p
}

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
	case b.stands(c, false):
		return Proved
	case b.stands(c, true):
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
func (b *Board) Property(p kernel.Property) Status { return b.Worst(Of(p)...) }

// Worst is what is known about claims together: the worst status of one.
func (b *Board) Worst(claims ...Claim) Status {
	worst := Proved
	for _, c := range claims {
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

// holding is the greatest set of claims that are not refuted and are assumed or have a proof
// each that rests on claims of the set alone; of proofs under a bound, too, if bounded is
// set. It starts with every claim that has a proof and drops what does not stand, until all
// does.
func (b *Board) holding(bounded bool) map[Claim]bool {
	found := &b.found[0]
	if bounded {
		found = &b.found[1]
	}
	if found.holds == nil || found.entries != len(b.entries) {
		found.holds, found.entries = b.fixpoint(bounded), len(b.entries)
	}
	return found.holds
}

func (b *Board) fixpoint(bounded bool) map[Claim]bool {
	holds, assumed := map[Claim]bool{}, map[Claim]bool{}
	for _, e := range b.entries {
		p, is := e.(Proof)
		if is && !bounded && p.Bound != "" {
			continue
		}
		_, taken := e.(Assumption)
		for _, c := range e.About() {
			if is || taken {
				holds[c], assumed[c] = !b.refuted(c), assumed[c] || taken
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for c, held := range holds {
			if _, ok := b.standing(c, holds, bounded); held && !assumed[c] && !ok {
				holds[c], changed = false, true
			}
		}
	}
	return holds
}

// standing is the first proof of a claim that rests on claims that hold.
func (b *Board) standing(c Claim, holds map[Claim]bool, bounded bool) (Proof, bool) {
	for _, e := range b.entries {
		p, is := e.(Proof)
		if is && (bounded || p.Bound == "") && slices.Contains(p.Claims, c) && standsOn(p, holds) {
			return p, true
		}
	}
	return Proof{}, false
}

// standsOn reports whether all that a proof rests on holds.
func standsOn(p Proof, holds map[Claim]bool) bool {
	return !slices.ContainsFunc(p.RestsOn, func(base Claim) bool { return !holds[base] })
}

// stands reports whether a claim that is not refuted has a proof that stands.
func (b *Board) stands(c Claim, bounded bool) bool {
	_, ok := b.standing(c, b.holding(bounded), bounded)
	return ok && !b.refuted(c)
}

// Missing is what keeps a claim with a proof from holding, or from holding without a
// bound where it is bounded: what its first proof rests on. A base that does not hold by
// itself is named before one that only rests on others. False where there is no such proof.
func (b *Board) Missing(c Claim, status Status) (Claim, bool) {
	holds := b.holding(status != Bounded)
	for _, e := range b.About(c) {
		p, is := e.(Proof)
		if !is {
			continue
		}
		missing := slices.DeleteFunc(slices.Clone(p.RestsOn), func(base Claim) bool { return holds[base] })
		for _, base := range missing {
			if b.refuted(base) || !b.shown(base) {
				return base, true
			}
		}
		if len(missing) > 0 {
			return missing[0], true
		}
	}
	return Claim{}, false
}

// shown reports whether a claim has a proof, whatever that rests on.
func (b *Board) shown(c Claim) bool {
	return slices.ContainsFunc(b.About(c), func(e Evidence) bool { _, is := e.(Proof); return is })
}

// Why is the first reason why a claim is open; none if nobody gave one.
func (b *Board) Why(c Claim) Reason {
	for _, e := range b.About(c) {
		if open, is := e.(Open); is {
			return open.Why
		}
	}
	return Reason{}
}

// Bound is the bound of a proof that a bounded claim stands on, in words.
func (b *Board) Bound(c Claim) string {
	seen := map[Claim]bool{}
	var find func(c Claim) string
	find = func(c Claim) string {
		for _, e := range b.About(c) {
			p, is := e.(Proof)
			if !is || seen[c] {
				continue
			}
			if p.Bound != "" {
				return p.Bound
			}
			seen[c] = true
			for _, base := range p.RestsOn {
				if bound := find(base); bound != "" {
					return bound
				}
			}
		}
		return ""
	}
	return find(c)
}

// ShownBy reports whether an engine has given a proof of a claim, without a bound.
func (b *Board) ShownBy(engine Engine, c Claim) bool {
	return slices.ContainsFunc(b.About(c), func(e Evidence) bool {
		p, is := e.(Proof)
		return is && p.Bound == "" && p.By.Engine == engine
	})
}

// Of are the entries that speak of some claim of the properties.
func (b *Board) Of(properties ...kernel.Property) []Evidence {
	var out []Evidence
	for _, e := range b.entries {
		if slices.ContainsFunc(e.About(), func(c Claim) bool { return slices.Contains(properties, c.Property) }) {
			out = append(out, e)
		}
	}
	return out
}
