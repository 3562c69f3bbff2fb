package verdict

import (
	"fmt"

	"gv2/instrument"
	"gv2/runtime/solver"
)

// deepest is the largest number of iterations that confirm looks at.
const deepest = 32

// confirm looks for the faults behind the suspicions: it unrolls the loops
// instead of cutting them by invariants, so that what fails then is a real
// execution. Depths double until everything is found or time is over.
func (s *session) confirm() {
	seen := 0
	for depth := 2; depth <= deepest; {
		open := s.unconfirmed()
		if len(open) == 0 {
			break
		}
		encoding := s.encoding(open, true)
		encoding.Invariants = instrument.NoInvariants
		r, ok := s.attempt(encoding, depth, 1)
		if !ok || r.answer.Outcome == solver.TimedOut && len(r.answer.Failures) == 0 {
			break
		}
		found, err := s.convictUnrolled(r)
		if err != nil {
			s.result.Err = err
			return
		}
		if !found {
			seen, depth = depth, depth*2
		}
	}
	s.acquit(seen)
}

// unconfirmed lists the properties that some run could not prove in a procedure
// with loops.
func (s *session) unconfirmed() map[string]bool {
	out := map[string]bool{}
	for d, e := range s.ledger {
		if e.proc.HasLoops && (e.stage == suspect || e.stage == late) {
			out[d.property] = true
		}
	}
	return out
}

// convictUnrolled enters what fails in an unrolled run as refuted, and reports
// whether that decided a duty.
func (s *session) convictUnrolled(r run) (bool, error) {
	answers, err := r.sort()
	if err != nil {
		return false, err
	}
	progress := false
	for _, a := range answers {
		for _, f := range a.faults {
			e := s.duty(a.proc, f.check.Property)
			if !f.certain(r) || e.stage == decided && e.status != Refuted {
				continue
			}
			s.findings = append(s.findings, f.finding(s.k, r.out, ErrorSeverity))
			if e.stage != decided {
				e.stage, e.status, e.reason = decided, Refuted, ""
				progress = true
			}
		}
	}
	return progress, nil
}

// acquit decides what was not confirmed: unknown, with the loop whose invariant
// is too weak.
func (s *session) acquit(seen int) {
	for _, e := range s.ledger {
		switch e.stage {
		case suspect:
			e.stage, e.status, e.reason = decided, Unknown, e.missing(seen)
		case late:
			e.stage, e.status = decided, Unknown
		}
	}
}

// missing says which invariant is wanted.
func (e *entry) missing(seen int) string {
	if !e.proc.HasLoops && len(e.faults) > 0 {
		return "the prover can neither prove nor refute " + e.faults[0].suspicion() + "; fix parameters with --param"
	}
	text := "no loop invariant found"
	if len(e.faults) > 0 {
		f := &e.faults[0]
		if at := loopBefore(e.proc, f.Pos()); at.Valid() {
			text += " for the loop at " + at.String()
		}
		text += " that rules out " + f.suspicion()
	}
	if seen > 0 {
		text += fmt.Sprintf("; not seen within %d iterations", seen)
	}
	return text + "; write one with __invariant, or fix parameters with --param"
}
