package prove

import (
	"slices"
	"strings"
	"time"

	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/key"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
)

// asksOther reports whether what stays open is asked once more with the other
// model of integers: where the choice is gv2's, and the loops are not bounded. With
// the user's invariants alone, bits seldom help where integers do not.
func (s *session) asksOther() bool {
	return s.Opts.Encoding.Arith == key.AutoArith && s.Opts.LoopUnroll == 0 && s.other != key.AutoArith &&
		!(s.Opts.Encoding.OnlyStated && s.other == key.BVArith) && s.result.Err == nil && !s.result.Diags.HasErrors()
}

// askOtherFirst asks before loops are unrolled deep, where the other model is
// that of integers: their proofs are soon found. For bit-vectors time is kept.
func (s *session) askOtherFirst() {
	left, ok := s.Clock.Left(s.shares[decision.StepOtherArith])
	switch {
	case !ok || !s.asksOther():
	case s.other == key.IntArith:
		s.askOther()
	default:
		s.Clock.Reserve = left
	}
}

// askIntegersFirst tries a proof with integers where bit-vectors are chosen and there
// are loops or products of variables: bit-vectors take far longer there, and often the bits do not
// matter, as in an index (key >> shift) & 15.
func (s *session) askIntegersFirst() {
	if integersFirst(s) {
		s.askOther()
	}
}

// askOther asks about what is open with the other model of integers, within the
// time left. What it decides is entered. What it proves with integers holds under
// their assumption; what it refutes with them does not count, because bit
// operations are arbitrary functions there. Nor does what bit-vectors refute only
// because integers overflow: that none does is what the kernel would be proved
// under, if the prover were stronger.
func (s *session) askOther() {
	open := s.openProperties()
	left, ok := s.Clock.Left(s.shares[decision.StepOtherArith])
	if !ok || len(open) == 0 || !s.asksOther() {
		return
	}
	s.step(decision.StepOtherArith, func() bool { s.askAgain(open, left); return true })
}

// askAgain asks about those properties with the other model of integers.
func (s *session) askAgain(open map[kernel.Property]bool, left time.Duration) {
	s.Opts.Trace.Ask(decision.BoogieEngine, "what is open, with --arith "+s.other.String()+": "+listed(open))
	t := s.translation
	t.Opts.Encoding.Arith, t.Opts.Encoding.Properties = s.other, open
	again := t.session()
	if s.other == key.IntArith {
		again.Clock.Reserve = left
		if again.cut(open) {
			again.reportBenign()
		}
	} else {
		again.decide()
		s.dropOverflows(again)
	}
	again.close()
	s.result.Stats.Add(again.result.Stats)
	for property, seconds := range again.seconds {
		s.seconds[property] += seconds
	}
	if again.result.Err == nil && !again.result.Diags.HasErrors() {
		s.adopt(again)
	}
	s.other = key.AutoArith
}

func (s *session) arithOf(e *entry) string {
	if e.arith != "" {
		return e.arith
	}
	return s.result.Arith
}

// openProperties are those that some obligation leaves open and none refutes, nor anything
// that they rest on.
func (s *session) openProperties() map[kernel.Property]bool {
	open := map[kernel.Property]bool{}
	refuted := s.refutedProperties()
	for d, e := range s.obligations {
		if e.result() == leftOpen && !refuted[d.property] && s.basis(refuted, d.property) == "" {
			open[d.property] = true
		}
	}
	return open
}

// adopt enters what another session has decided of what is open here.
func (s *session) adopt(again *session) {
	decidedThere := map[kernel.Property]bool{}
	for _, d := range again.inOrder() {
		e := again.obligations[d]
		own := s.obligations[d]
		if e.stage != decided || own == nil || own.result() != leftOpen {
			continue
		}
		if e.overflow != "" {
			own.reason = own.reason.And("with --arith bv it is refuted, but only through overflow: " + e.overflow)
		}
		if e.outcome != verified && (e.outcome != failing || s.other == key.IntArith) {
			continue
		}
		if !decidedThere[d.property] {
			s.noteOther(d.property, own, again.result.Arith)
		}
		decidedThere[d.property] = true
		own.stage, own.outcome, own.reason, own.arith, own.under, own.ran = decided, e.outcome, claim.Reason{}, again.result.Arith, again.under, e.ran
	}
	for _, f := range again.findings {
		if decidedThere[f.Property] && (f.Severity == claim.BenignSeverity || s.other != key.IntArith) {
			s.findings = append(s.findings, f)
		}
	}
	if len(decidedThere) > 0 {
		s.result.Assumptions = decision.Sentences(s.result.Assumptions, again.result.Assumptions)
	}
}

// noteOther says which arithmetic decided a property, and why not the first.
func (s *session) noteOther(property kernel.Property, own *entry, arith string) {
	if own.stage == undecided {
		s.result.Notes = append(s.result.Notes, claim.Note{Message: string(property) + " is decided with --arith " + arith})
		return
	}
	text := string(property) + " is decided with --arith " + arith + "; with --arith " + s.result.Arith + " it stays undecided"
	reason := own.reason.String()
	if own.stage == failed {
		reason = own.missing(0, s.Kernel.Fixable())
	}
	if first, _, _ := strings.Cut(reason, "; "); first != "" {
		text += ": " + first
	}
	s.result.Notes = append(s.result.Notes, claim.Note{Message: text})
}

// premises are what the translation takes for granted, with their kinds.
func premises(sentences []string) []claim.Premise {
	out := claim.Premises(sentences...)
	for i := range out {
		if out[i].Text == instrument.NoOverflow {
			out[i].Kind = claim.NoOverflow
		}
	}
	return out
}

// underNoOverflow reports whether a property stands on mathematical integers.
func underNoOverflow(b *claim.Board, name kernel.Property) bool {
	return slices.ContainsFunc(b.Under(name), func(p claim.Premise) bool { return p.Kind == claim.NoOverflow })
}

// AssumeNoOverflow keeps the assumption of mathematical integers only where a verdict
// stands on it. Where bit-vectors have proved the other properties, it says which these are.
func AssumeNoOverflow(r *decision.Result, b *claim.Board) {
	i := slices.Index(r.Assumptions, instrument.NoOverflow)
	if i < 0 {
		return
	}
	var integers, vectors []string
	for _, p := range r.Properties {
		switch {
		case underNoOverflow(b, p.Name):
			integers = append(integers, string(p.Name))
		case b.How(p.Name).Arith != "":
			vectors = append(vectors, string(p.Name))
		}
	}
	switch {
	case len(integers) == 0:
		r.Assumptions = slices.Delete(slices.Clone(r.Assumptions), i, i+1)
	case len(vectors) > 0:
		r.Assumptions = slices.Clone(r.Assumptions)
		r.Assumptions[i] = strings.TrimSuffix(instrument.NoOverflow, ")") + ": " + strings.Join(integers, ", ") + ")"
	}
}
