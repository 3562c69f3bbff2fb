package prove

import (
	"fmt"
	"maps"

	"gv2/boogie"
	"gv2/boogie/interp"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/solver"
)

// round decides what it can about the properties of encoding. A kernel with loops
// needs invariants. Candidates are refuted by running the program; those that are
// left mostly hold, so they are taken for invariants and verified together with
// everything else. Where one of them does not, Houdini drops what does not hold,
// with the assertions assumed, and another run verifies what is left.
func (s *session) round(encoding ask.Request) bool {
	if s.Opts.LoopUnroll > 0 {
		encoding.Invariants = ask.NoInvariants
		return s.verify(encoding, &depth{all: s.Opts.LoopUnroll}, 1)
	}
	if encoding.Invariants != ask.Candidates {
		return s.proveAtLength(encoding)
	}
	out, ok := s.encode(encoding)
	if !ok {
		return false
	}
	guess := s.unrefuted(out, encoding, interp.Pause{})
	encoding.Invariants, encoding.Keep = ask.Inferred, guess
	if len(guess) == 0 {
		return s.proveAtLength(encoding)
	}
	if s.Opts.NoRuns {
		return s.thinned(out, encoding)
	}
	switch s.proveOpaquely(encoding) {
	case provedAll:
		s.count(out, guess)
		return true
	case provedOrNot:
		if s.begun.guess != nil && maps.Equal(s.begun.guess, guess) && s.begun.asked(encoding) {
			break
		}
		ok, settled := false, false
		s.step(decision.StepProve, func() bool { ok, settled = s.proveGuessed(out, encoding, guess); return ok })
		if !ok || settled {
			return ok
		}
	}
	return s.thinned(out, encoding)
}

// proveGuessed proves with all candidates that no run has refuted. If each of them holds,
// all is settled by that; otherwise nothing is entered.
func (s *session) proveGuessed(out *instrument.Output, encoding ask.Request, guess map[string]bool) (ok, settled bool) {
	r, ok := s.attempt(encoding, nil, s.shares[decision.PartGuessed])
	switch {
	case !ok:
		return false, false
	case r.settled():
		s.count(out, guess)
		s.judge(r)
		return s.result.Err == nil, true
	}
	s.Opts.Trace.Note("some candidate does not hold, or may not: nothing is entered")
	return true, false
}

// proofShare is the share of a proof: most of the time, where little is asked after it.
func (s *session) proofShare() float64 {
	for _, e := range s.obligations {
		if e.proc.HasLoops {
			return s.shares[decision.PartProof]
		}
	}
	if s.asksOther() {
		return s.shares[decision.PartProof]
	}
	return s.shares[decision.PartLastProof]
}

// thinned verifies with what Houdini keeps of the candidates.
func (s *session) thinned(out *instrument.Output, encoding ask.Request) bool {
	keep, ok := s.houdini(out)
	if !ok {
		return false
	}
	encoding.Keep = keep
	return s.proveOpaquely(encoding) == provedAll || s.verify(encoding, nil, s.proofShare())
}

// opaque is what a proof says that does not look at products.
type opaque int

const (
	provedOrNot  opaque = iota // that some things are proved, or none
	provedAll                  // that everything is
	badInvariant               // that an invariant may not hold
)

// proveAtLength proves without candidates. Where no two writes of different values race, the question
// gets less of the time: all that it still tells is whether there are races of one value.
func (s *session) proveAtLength(encoding ask.Request) bool {
	if s.proveOpaquely(encoding) == provedAll {
		return true
	}
	share := s.proofShare()
	if harmless(s, encoding) {
		share = s.shares[decision.PartBenign]
	}
	return s.verify(encoding, nil, share)
}

// harmless notes the procedures that hold where two writes of one value are no race, and reports
// whether all do.
func harmless(s *session, encoding ask.Request) bool {
	if encoding.AllowSameValue || s.result.Err != nil || len(fact.RelevantFor(s.Kernel, fact.OtherBlock, false).Values) == 0 {
		return false
	}
	encoding.AllowSameValue = true
	out, ok := s.encode(encoding)
	if !ok || !out.Products {
		return false
	}
	all := false
	s.step(decision.StepProve, func() bool {
		s.Opts.Trace.Ask(decision.BoogieEngine, howText(out, encoding, nil)+", writes of one value allowed, for a moment")
		o := solver.Options{Resources: firstResources, ErrorLimit: 1, Whole: true, Operators: instrument.Operators()}
		_, answers := answersTo(s, out, out.Program, encoding, o, decision.PartFirst)
		all = len(answers) > 0
		for _, a := range answers {
			if a.verified() {
				s.mark(a, func(e *entry) { e.harmless = true })
			} else {
				all = false
			}
		}
		return true
	})
	return all
}

// proveOpaquely tries a program with products of variables while the prover does
// not see what they are, which takes it no time: what the translation says of
// them is mostly enough. It enters what is proved so among the obligations.
func (s *session) proveOpaquely(encoding ask.Request) (says opaque) {
	out, ok := s.encode(encoding)
	if !ok || !out.Products {
		return provedOrNot
	}
	s.step(decision.StepProve, func() bool {
		s.Opts.Trace.Ask(decision.BoogieEngine, howText(out, encoding, nil)+", products unknown to the prover")
		says = s.opaquely(out, encoding)
		return true
	})
	return says
}

func (s *session) opaquely(out *instrument.Output, encoding ask.Request) opaque {
	return s.enterProved(out, out.Program, encoding, solver.Options{Operators: instrument.Operators()}, decision.PartOpaque)
}

// enterProved asks about a program that stands for that of out, and enters what is proved, and
// nothing else.
func (s *session) enterProved(out *instrument.Output, program *boogie.Program, encoding ask.Request, o solver.Options, part string) opaque {
	r, answers := answersTo(s, out, program, encoding, o, part)
	if answers == nil {
		return provedOrNot
	}
	says := provedAll
	for _, a := range answers {
		switch {
		case a.verified():
			s.mark(a, func(e *entry) { s.prove(e, r) })
			if r.sameValue {
				s.settleSameValue(r, a)
			}
		case a.unexplained != "", a.unsorted != "":
			says = badInvariant
		case says == provedAll:
			says = provedOrNot
		}
	}
	return says
}

// answersTo is what the prover says of a program that stands for that of out, nil if it says nothing.
func answersTo(s *session, out *instrument.Output, program *boogie.Program, encoding ask.Request, o solver.Options, part string) (run, []*procedureAnswer) {
	printed := boogie.Print(program)
	answer, ok := s.ask(doingProve, out, printed, o, s.shares[part])
	if !ok {
		return run{}, nil
	}
	r := run{kernel: s.Kernel, out: out, printed: printed, answer: answer, sameValue: encoding.AllowSameValue}
	answers, err := r.sort()
	if err != nil {
		s.result.Err = err
		return run{}, nil
	}
	return r, answers
}

// settled reports whether the invariants of the run hold: everything was decided,
// and all that failed are checks.
func (r run) settled() bool {
	answers, err := r.sort()
	if err != nil {
		return true // for judge to report
	}
	for _, a := range answers {
		if a.open || a.unexplained != "" || a.unsorted != "" || len(a.faults) >= errorLimit {
			return false
		}
	}
	return true
}

// verify runs the solver and enters its answer among the obligations.
func (s *session) verify(encoding ask.Request, depth *depth, share float64) bool {
	return s.step(decision.StepProve, func() bool {
		r, ok := s.attempt(encoding, depth, share)
		if ok {
			s.judge(r)
		} else if depth != nil && s.result.Err == nil {
			s.tooLarge(depth)
		}
		return ok && s.result.Err == nil
	})
}

// tooLarge gives up on a bounded check.
func (s *session) tooLarge(d *depth) {
	if s.ranOut != "" {
		return
	}
	for _, e := range s.obligations {
		if e.stage != decided {
			e.stage, e.outcome = decided, leftOpen
			e.reason = claim.Because(fmt.Sprintf("loops unrolled %d times make too large a program; use a smaller --loop-unroll", d.all))
		}
	}
}

// infer returns the names of the candidates that hold. If time runs out none is
// kept: each is then still a guess.
func (s *session) infer(encoding ask.Request) (map[string]bool, bool) {
	out, ok := s.encode(encoding)
	if !ok {
		return nil, false
	}
	if len(s.unrefuted(out, encoding, interp.Pause{})) == 0 {
		return nil, true
	}
	keep, ok := s.houdini(out)
	return keep, ok && s.unsorted == nil
}

// houdini returns the names of the candidates that hold, of those that no run has
// refuted, and of those of the procedures that it notes as unsorted.
func (s *session) houdini(out *instrument.Output) (map[string]bool, bool) {
	program := boogie.Without(boogie.ForInference(out.Program), s.refuted)
	share := s.shares[decision.StepInfer]
	if s.inferOnly {
		share = 1
	}
	var answer *solver.Answer
	ok := s.step(decision.StepInfer, func() (ok bool) {
		s.Opts.Trace.Ask(decision.BoogieEngine, "which candidate invariants hold")
		answer, ok = s.ask(doingInfer, out, boogie.Print(program), solver.Options{Infer: true}, share)
		return ok
	})
	if !ok {
		return nil, false
	}
	s.unsorted = leftUnsorted(answer, s.timeReason(doingInfer, ""), s.gaveUp())
	s.result.Stats.Houdini += answer.Seconds
	s.count(out, answer.Inferred)
	return answer.Inferred, true
}

// count notes what became of the candidates, of the program that has most of
// them.
func (s *session) count(out *instrument.Output, keep map[string]bool) {
	st := &s.result.Stats
	all := candidates(out)
	if all < st.Candidates {
		return
	}
	st.Candidates, st.RefutedByRun, st.Surviving = all, len(s.refuted), 0
	st.MostCandidates = mostCandidates(out.Program)
	for _, holds := range keep {
		if holds {
			st.Surviving++
		}
	}
	st.RefutedByHoudini = all - st.RefutedByRun - st.Surviving
}
