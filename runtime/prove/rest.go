package prove

import (
	"fmt"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
)

// conclude gives every property the status that the evidence on it has, with what is
// known of properties that are decided elsewhere.
func (s *session) conclude() {
	s.result.Assumptions = append(s.result.Assumptions, s.assumptions()...)
	b := &s.board
	s.concluded = true
	b.Enter(s.bases.evidence...)
	b.Enter(s.evidence...)
	for i := range s.result.Properties {
		b.Enter(claim.Witnesses(counting(faultsOf(s.result.Findings, s.result.Properties[i].Name))...)...)
	}
	for i := range s.result.Properties {
		p := &s.result.Properties[i]
		if p.Status = s.statusOn(b, p.Name); p.Status != claim.Refuted {
			p.Detail = ""
		}
		if p.Status == claim.Refuted {
			p.Engine = string(b.How(p.Name).Engine)
		}
		p.Why = s.whyOn(b, p)
	}
	s.sayExecuted()
}

// statusOn is the status of a property on a board, as far as it is in question here.
func (s *session) statusOn(b *claim.Board, p kernel.Property) claim.Status {
	if s.result.Property(p) == nil {
		return b.Property(p)
	}
	var claims []claim.Claim
	for _, scope := range s.scopes() {
		claims = append(claims, claim.Claim{Property: p, Scope: scope})
	}
	return b.Worst(claims...)
}

// whyOn is why a property has that status: a fault that does not count, an obligation that is
// open, or what a proof rests on.
func (s *session) whyOn(b *claim.Board, p *decision.Property) claim.Reason {
	if p.Status == claim.Proved || p.Status == claim.Refuted {
		return claim.Reason{}
	}
	for _, e := range s.evidence {
		if w, is := e.(claim.Witness); is && w.Claim.Property == p.Name && p.Status == claim.Unknown {
			return w.Why
		}
	}
	like := leftOpen
	if p.Status == claim.Bounded {
		like = verifiedInBound
	}
	for _, d := range s.inOrder() {
		e := s.obligations[d]
		switch {
		case d.property != p.Name || e.result() != like:
		case e.reason.Kind == claim.RestsOn:
			return claim.Resting(e.reason.Base, s.statusOn(b, e.reason.Base))
		default:
			return e.reason
		}
	}
	for _, scope := range s.scopes() {
		base, missing := b.Missing(claim.Claim{Property: p.Name, Scope: scope}, p.Status)
		switch {
		case !missing:
		case base.Part == claim.Masks:
			return b.Why(base)
		default:
			return claim.Resting(base.Property, s.statusOn(b, base.Property))
		}
	}
	return p.Why
}

// doubtfulMask says which warp function has a mask of which the translation does not
// know enough, empty for none.
func doubtfulMask(k *kernel.Kernel) string {
	if st := fact.StrangeMask(k); st != nil {
		return fmt.Sprintf("a thread that reaches %s may not be among the lanes that its mask names, or these may name another mask; "+
			"a constant mask, or one computed from threadIdx alone, can be checked", st.Source().Pos)
	}
	if st := rewrite.UncheckedMask(k); st != nil {
		return fmt.Sprintf("it is not checked that the lanes which the mask at %s names reach it together: the mask is not constant, "+
			"and the condition around it differs between threads", st.Source().Pos)
	}
	return ""
}

// executedDetail says so of a property.
const executedDetail = "seen when the kernel is executed"

// confirmFaults looks for executions that show the faults that depend on what threads receive,
// or on an order that the translation does not know. The others do not count.
func (s *session) confirmFaults() {
	var kept, suspects []claim.Finding
	for _, f := range s.result.Findings {
		if p := s.result.Property(f.Property); f.Severity == claim.ErrorSeverity && p != nil && s.worst(p.Name) == failing {
			suspects = append(suspects, f)
		} else {
			kept = append(kept, f)
		}
	}
	for _, w := range s.confirming.Weigh(s.Case, suspects) {
		if w.Refutes() {
			kept = append(kept, w.Finding)
		} else {
			s.evidence = append(s.evidence, w)
		}
	}
	s.result.Findings = claim.Gather(kept)
}

// sayExecuted says of properties that they were refuted by executions alone.
func (s *session) sayExecuted() {
	for i := range s.result.Properties {
		p := &s.result.Properties[i]
		executed, other := false, false
		for _, f := range s.result.Findings {
			ours := f.Property == p.Name && f.Severity == claim.ErrorSeverity
			executed, other = executed || ours && f.Seen == claim.Executed, other || ours && f.Seen != claim.Executed
		}
		if p.Status == claim.Refuted && executed && !other {
			p.Detail = executedDetail
		}
	}
}
