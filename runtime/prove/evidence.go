package prove

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/instrument/ask"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
)

// What is found out is entered on a board as evidence. Whether a property is proved, only
// the board says.

// scopes are those that a question is about.
func (s *session) scopes() []claim.Scope {
	switch s.Opts.Encoding.Pairs {
	case ask.WithinBlock:
		return []claim.Scope{claim.WithinBlock}
	case ask.BetweenBlocks:
		return []claim.Scope{claim.BetweenBlocks}
	}
	return []claim.Scope{claim.WithinBlock, claim.BetweenBlocks}
}

// proofs are what the obligations show and what they leave open. Faults are witnesses, which
// findings stand for.
func (s *session) proofs() []claim.Evidence {
	var out []claim.Evidence
	listed := map[kernel.Property]bool{}
	for _, d := range s.inOrder() {
		e, c := s.obligations[d], claimOf(d)
		listed[d.property] = true
		by := claim.Method{Engine: claim.Boogie, Arith: s.arithOf(e)}
		proof := claim.Proof{Claims: claim.Lockstep(c), RestsOn: s.restsOn(d), By: by, Under: s.underOf(e)}
		switch e.result() {
		case verified:
			out = append(out, proof)
		case verifiedInBound:
			proof.Bound = e.reason.String()
			out = append(out, proof)
		case leftOpen:
			out = append(out, claim.Open{Claims: claim.Lockstep(c), By: by, Why: e.reason})
		}
	}
	for property := range listed {
		for _, scope := range s.scopes() {
			pair := fact.SameBlock
			if scope == claim.BetweenBlocks {
				pair = fact.OtherBlock
			}
			if d := (obligation{pair, property}); s.obligations[d] == nil {
				proof := claim.Proof{Claims: claim.Lockstep(claimOf(d)), By: claim.ByText}
				if s.reserves && acrossBlocks(d) {
					proof.RestsOn, proof.Under = s.restsOn(d), s.under
				}
				out = append(out, proof)
			}
		}
	}
	if listed[kernel.Divergence] {
		out = append(out, masks(s.Kernel))
	}
	return out
}

// acrossBlocks reports whether an obligation is that blocks do not race.
func acrossBlocks(d obligation) bool {
	return d.property == kernel.DataRace && d.pair == fact.OtherBlock
}

// underOf is what a proof of an obligation takes for granted.
func (s *session) underOf(e *entry) []claim.Premise {
	under := s.under
	if e.arith != "" {
		under = e.under
	}
	return slices.Concat(under, claim.Premises(s.assumptions()...))
}

// restsOn is what a proof of a property by two threads stands on. The translation walks both
// threads from barrier to barrier, so no proof holds beyond a barrier that only some
// threads reach. And it takes what a thread reads back from memory to be what the
// program without races has there, which matters where such a value decides control flow,
// an address or an assertion. What nobody asks about is an assumption instead.
func (s *session) restsOn(d obligation) []claim.Claim {
	var out []claim.Claim
	p := d.property
	if s.reserves && acrossBlocks(d) {
		// Places are those that a block has reserved if its own threads have done nothing wrong.
		out = append(out, claim.Claim{Property: p, Scope: claim.WithinBlock})
	}
	switch {
	case p == kernel.Divergence:
		out = append(out, claim.Claim{Property: p, Part: claim.Masks})
	case kernel.Waits(s.Kernel) && s.inQuestion(kernel.Divergence):
		for _, scope := range s.scopes() {
			out = append(out, claim.Claim{Property: kernel.Divergence, Scope: scope, Part: claim.SameStatement})
		}
	}
	if p != kernel.DataRace && fact.ReadsBackFor(s.Kernel, p) && s.inQuestion(kernel.DataRace) {
		out = append(out, claim.Of(kernel.DataRace)...)
	}
	return out
}

// bases are properties that are decided elsewhere, with the evidence on them.
type bases struct {
	properties []kernel.Property
	evidence   []claim.Evidence
}

// known are properties that are decided elsewhere, with what the board has of them.
func (v *Prover) known(properties ...kernel.Property) bases {
	return bases{properties, v.d.Board.Of(properties...)}
}

// assumed are properties that are decided elsewhere, taken to hold: what a question says
// then, it says under that condition, and its evidence says so where it is put together.
func assumed(properties ...kernel.Property) bases {
	return bases{properties, []claim.Evidence{claim.Assumption{Claims: claim.Lockstep(claim.Of(properties...)...)}}}
}

// inQuestion reports whether a property is decided, here or elsewhere.
func (s *session) inQuestion(p kernel.Property) bool {
	return slices.Contains(s.bases.properties, p) || s.result.Property(p) != nil
}

// assumptions are what proofs rest on and nobody decides.
func (s *session) assumptions() []string {
	var out []string
	assume := func(base kernel.Property, rests func(*kernel.Kernel) bool, sentence string) {
		if !s.inQuestion(base) && rests(s.Kernel) { // which takes long for a large kernel
			out = append(out, sentence+" ("+string(base)+" was not checked)")
		}
	}
	assume(kernel.Divergence, kernel.Waits, "every thread of a block reaches the same barriers")
	assume(kernel.DataRace, fact.ReadsBack, "the kernel has no data race")
	return out
}

// masks says whether enough is known of the lanes that warp functions name.
func masks(k *kernel.Kernel) claim.Evidence {
	about := []claim.Claim{{Property: kernel.Divergence, Part: claim.Masks}}
	if reason := doubtfulMask(k); reason != "" {
		return claim.Open{Claims: about, By: claim.ByText, Why: claim.Because(reason)}
	}
	return claim.Proof{Claims: about, By: claim.ByText}
}

// faultsOf are the faults of a property among findings.
func faultsOf(findings []claim.Finding, name kernel.Property) []claim.Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f claim.Finding) bool {
		return f.Property != name || f.Severity != claim.ErrorSeverity
	})
}

// counting are faults that count as they are.
func counting(faults []claim.Finding) []claim.Witness {
	var out []claim.Witness
	for _, f := range faults {
		out = append(out, claim.Counts(f))
	}
	return out
}

// doubting are faults that do not count, for that reason.
func doubting(faults []claim.Finding, why claim.Reason) []claim.Witness {
	var out []claim.Witness
	for _, f := range faults {
		out = append(out, claim.Suspect(f, claim.Never, why))
	}
	return out
}

// enterGenerations enters what the generation encoding shows.
func (q *generationQuery) enterGenerations() {
	if q.shown == nil || q.d.Result.Err != nil {
		return
	}
	q.d.Board.Enter(masks(q.d.Kernel))
	for _, name := range kernel.Properties(nil) {
		if !(q.shown[name] || !name.Info().Generations) || name == kernel.Deadlock && q.out.Unranked {
			continue
		}
		shown := []claim.Claim{{Property: name}}
		if asks := name.Info().BetweenBlocks && q.d.Kernel.Launch.Blocks() != 1 && fact.AsksBetweenBlocks(q.d.Kernel, name, q.d.Opts.Encoding.IntraGroup); !asks && name != kernel.DataRace {
			shown = claim.Of(name)
		}
		q.d.Board.Enter(claim.Proof{Claims: claim.Lockstep(shown...), RestsOn: q.standsOn(name), By: q.by(name), Under: q.under(name)})
	}
}

// by is how a property is shown.
func (q *generationQuery) by(name kernel.Property) claim.Method {
	by := claim.Method{Engine: claim.Boogie, Arith: q.out.Arith.String()}
	if name == kernel.DataRace {
		by.Arith = claim.JoinAriths(by.Arith, q.disjointArith)
	}
	return by
}

// under is what a proof of a property takes for granted.
func (q *generationQuery) under(name kernel.Property) []claim.Premise {
	under := premises(decision.Sentences(q.d.Kernel.Assumptions, q.out.Assumptions))
	if fact.HasLoop(q.d.Kernel) {
		under = append(under, claim.Premise{Text: loopsEnd})
	}
	if name == kernel.DataRace {
		under = append(under, q.disjointUnder...)
	}
	return under
}

// bases are the properties that a proof of another by the generation encoding stands on
// besides its own procedures, without what it reads back.
func (q *generationQuery) bases(name kernel.Property) []kernel.Property {
	out := slices.Clone(name.Info().RestsOn)
	if name == kernel.Divergence && fact.ReadsVotes(q.d.Kernel) {
		out = append(out, kernel.Recycling)
	}
	return out
}

// standsOn is what a proof of a property by the generation encoding stands on.
func (q *generationQuery) standsOn(name kernel.Property) []claim.Claim {
	bases := q.bases(name)
	if name != kernel.DataRace && fact.ReadsBackFor(q.d.Kernel, name) {
		bases = append(bases, kernel.DataRace)
	}
	var out []claim.Claim
	for _, base := range bases {
		for _, c := range claim.Of(base) {
			if base == kernel.Divergence {
				c.Part = claim.SameStatement
			}
			out = append(out, c)
		}
	}
	if name == kernel.Divergence {
		out = append(out, claim.Claim{Property: name, Part: claim.Masks})
	}
	return out
}
