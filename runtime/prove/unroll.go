package prove

import (
	"fmt"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/solver"
)

// confirm looks for the faults behind the suspicions: it unrolls the loops
// instead of cutting them by invariants, so that what fails then is a real
// execution. It goes deeper until everything is found or time is over.
func (s *session) confirm() {
	s.pursue()
	s.keepForExecutions()
	seen := 0
	all := depths(s.Kernel)
	if s.Opts.Brief {
		all = nil
	}
	for i, d := range all {
		ran, err := false, error(nil)
		s.step(decision.StepUnroll, func() bool { ran, err = s.confirmAt(d, i == 0); return true })
		if err != nil {
			s.result.Err = err
			return
		}
		if ran {
			seen = max(seen, d.all)
		}
		if i == 0 {
			s.askOtherFirst()
		}
		if s.ranOut != "" {
			break // deeper loops are harder
		}
	}
	s.leaveOpen(seen)
}

// keepForExecutions keeps a part of the time for executions that show the faults that are known, which
// may count for nothing without: what is unrolled may be beyond the prover, and an execution takes a moment.
func (s *session) keepForExecutions() {
	if len(s.findings) == 0 {
		return
	}
	if left, ok := s.Clock.Left(executionShare); ok {
		s.Clock.Reserve += left
	}
}

// executionShare is the share of the time left that is kept for executions once a fault is known.
const executionShare = 0.2

// confirmAt runs the solver on loops of that depth, and again while a fault was
// found that may hide another. It returns false where there is nothing left to
// find, or no time.
func (s *session) confirmAt(d depth, first bool) (bool, error) {
	for {
		open := s.unconfirmed(first)
		if len(open) == 0 {
			return false, nil
		}
		encoding := s.encoding(open, true)
		encoding.Refute = true
		r, ok := s.attempt(encoding, &d, 1)
		if ok && r.answer.Outcome == solver.TimedOut {
			s.expire(doingUnroll)
		}
		if !ok || len(r.answer.Failures) == 0 && r.answer.Outcome != solver.Verified {
			return false, nil
		}
		found, err := s.refuteUnrolled(r)
		if err != nil || !found {
			return true, err
		}
	}
}

// unconfirmed lists the properties that some run could not prove in a procedure
// with loops. Once a property is refuted, more of its faults are only looked for
// at the first depth, where that is cheap.
func (s *session) unconfirmed(first bool) map[kernel.Property]bool {
	refuted := s.refutedProperties()
	out := map[kernel.Property]bool{}
	for d, e := range s.obligations {
		if e.proc.HasLoops && (e.stage == failed || e.stage == late) && (first || !refuted[d.property]) {
			out[d.property] = true
		}
	}
	return out
}

// refuteUnrolled enters what fails in an unrolled run as refuted, and reports
// whether that decided an obligation.
func (s *session) refuteUnrolled(r run) (bool, error) {
	answers, err := r.sort()
	if err != nil {
		return false, err
	}
	progress := false
	for _, a := range answers {
		for _, f := range a.faults {
			e := s.obligation(a.proc, f.Check.Property)
			if !certain(f, r) || e.stage == decided && e.outcome != failing {
				continue
			}
			s.findings = append(s.findings, f.Finding(s.Kernel, r.out, claim.ErrorSeverity))
			if e.stage != decided {
				e.stage, e.outcome, e.reason = decided, failing, claim.Reason{}
				progress = true
			}
		}
	}
	return progress, nil
}

// leaveOpen decides what was not confirmed: unknown, with the loop whose invariant
// is too weak.
func (s *session) leaveOpen(seen int) {
	for _, e := range s.obligations {
		switch e.stage {
		case failed:
			e.stage, e.outcome, e.reason = decided, leftOpen, claim.Because(e.missing(seen, s.Kernel.Fixable()))
			if s.ranOut != "" {
				e.reason = e.reason.And(s.timeReason(s.ranOut, ""))
			}
		case late:
			e.stage, e.outcome = decided, leftOpen
		}
	}
}

// missing says which invariant is wanted, or that fixing parameters may help.
func (e *entry) missing(seen int, fixable bool) string {
	if !e.proc.HasLoops && len(e.faults) > 0 {
		text := "the prover can neither prove nor refute " + e.faults[0].Suspicion()
		if fixable {
			text += "; fix parameters with --param"
		}
		return text
	}
	text := "no loop invariant found"
	if len(e.faults) > 0 {
		f := &e.faults[0]
		if at := loopBefore(e.proc, f.Pos()); at.Valid() {
			text += " for the loop at " + at.String()
		}
		text += " that rules out " + f.Suspicion()
	}
	if seen > 0 {
		text += "; no fault seen within " + diag.Count(seen, "iteration")
	}
	text += droppedCandidates(e.proc)
	text += "; write one with __invariant"
	if fixable {
		text += ", or fix parameters with --param"
	}
	return text
}

// droppedCandidates says, behind another reason, that guesses at invariants were left out, if they were.
func droppedCandidates(p *key.Procedure) string {
	if p.Dropped == 0 {
		return ""
	}
	return fmt.Sprintf("; %d more candidates for invariants of one loop were not tried", p.Dropped)
}

// loopBefore returns the last loop that starts before p, the first loop if none
// does.
func loopBefore(proc *key.Procedure, p diag.Pos) diag.Pos {
	var at diag.Pos
	for i, src := range proc.LoopSites {
		if i == 0 || src.Pos.File == p.File && !p.Before(src.Pos) && !src.Pos.Before(at) {
			at = src.Pos
		}
	}
	return at
}
