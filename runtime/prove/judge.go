package prove

import (
	"cmp"
	"fmt"

	"gv2/boogie"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/runtime/claim"
	"gv2/runtime/counterexample"
	"gv2/runtime/solver"
)

// procedureAnswer is what a run says about one procedure.
type procedureAnswer struct {
	proc   *key.Procedure
	faults []counterexample.Fault
	// unexplained is set where a failure stands for no check.
	unexplained string
	// unsorted is set where it stands for an invariant that Houdini has not looked at to the end, with the reason.
	unsorted string
	open     bool
	// unanswered says of an open one what is open, and partial is set where more checks may fail
	// than the prover has found.
	unanswered []unanswered
	partial    bool
}

// verified reports whether every check of the procedure holds.
func (a *procedureAnswer) verified() bool {
	return !a.open && a.unexplained == "" && a.unsorted == "" && len(a.faults) == 0
}

// sort distributes the failures over the procedures. It reports an error where
// Boogie's answer does not add up: a failure in a procedure that was not
// emitted, or another number of verified procedures than there are.
func (r run) sort() ([]*procedureAnswer, error) {
	byName := map[string]*procedureAnswer{}
	var parts []*procedureAnswer
	for _, p := range r.out.Procedures {
		for _, name := range p.Parts {
			a := &procedureAnswer{proc: p}
			byName[name] = a
			parts = append(parts, a)
		}
	}
	err := r.distribute(byName, parts, r.out.Program)
	if err != nil {
		return nil, err
	}
	return joined(parts), nil
}

// distribute gives each failure to the answer on its procedure.
func (r run) distribute(byName map[string]*procedureAnswer, parts []*procedureAnswer, program *boogie.Program) error {
	for _, name := range r.answer.Open {
		a := byName[name]
		if a == nil {
			return fmt.Errorf("boogie names a procedure %q that the translation does not have", name)
		}
		a.open = true
	}
	for _, u := range r.answer.Unanswered {
		if a := byName[u.Procedure]; a != nil {
			a.leave(r, u)
		}
	}
	for _, name := range r.answer.Partial {
		if a := byName[name]; a != nil {
			a.partial = true
		}
	}
	for _, name := range r.answer.Open {
		if a := byName[name]; len(a.unanswered) == 0 {
			a.leave(r, solver.Unanswered{Procedure: name, Cause: r.answer.Cause()})
		}
	}
	for _, f := range r.answer.Failures {
		a := byName[f.Procedure]
		if a == nil {
			return fmt.Errorf("boogie reports a failure in %q, line %d, which the translation does not have", f.Procedure, f.Line)
		}
		a.add(r, f)
	}
	return r.reconcile(parts, program)
}

// joined puts the answers on the parts of each procedure together: it holds if
// all of them do.
func joined(parts []*procedureAnswer) []*procedureAnswer {
	var out []*procedureAnswer
	for _, part := range parts {
		if len(out) == 0 || out[len(out)-1].proc != part.proc {
			out = append(out, &procedureAnswer{proc: part.proc})
		}
		a := out[len(out)-1]
		a.open, a.partial = a.open || part.open, a.partial || part.partial
		a.unanswered = append(a.unanswered, part.unanswered...)
		a.faults = append(a.faults, part.faults...)
		a.unexplained = cmp.Or(a.unexplained, part.unexplained)
		a.unsorted = cmp.Or(a.unsorted, part.unsorted)
	}
	return out
}

// add traces one failure back to its check.
func (a *procedureAnswer) add(r run, f solver.Failure) {
	found := counterexample.Fault{Proc: a.proc, State: f.State, At: f.At, Unsure: f.Unsure, Said: f.Said}
	found.Site, found.Check = r.tagged(f.Line, f.Related)
	if found.Site == nil || found.Check == nil {
		if a.unsorted = r.unsorted.reason(f.Procedure); a.unsorted != "" {
			return
		}
		a.unexplained = fmt.Sprintf("Boogie reports a failure at line %d of the translation, where no check stands", f.Line)
		return
	}
	a.faults = append(a.faults, found)
}

// reconcile compares Boogie's own count with ours. A run that was stopped has
// no count; then nothing may pass as verified that is not named as open.
func (r run) reconcile(answers []*procedureAnswer, program *boogie.Program) error {
	holds := 0
	for _, a := range answers {
		if a.verified() {
			holds++
		}
	}
	total := implementations(program)
	if total != len(answers) {
		return fmt.Errorf("internal error: %d procedures were written and %d were announced", total, len(answers))
	}
	if !r.answer.Counted {
		for _, a := range answers {
			if a.verified() {
				a.open = true
				a.leave(r, solver.Unanswered{Procedure: a.proc.Name, Cause: r.answer.Cause()})
			}
		}
		return nil
	}
	if n := r.answer.Verified; n != holds {
		return fmt.Errorf("boogie verified %d procedures where its messages leave %d", n, holds)
	}
	return nil
}

// judge enters a run's answer among the obligations.
func (s *session) judge(r run) {
	answers, err := r.sort()
	if err != nil {
		s.result.Err = err
		return
	}
	for _, a := range answers {
		s.judgeProcedure(r, a)
	}
}

func (s *session) judgeProcedure(r run, a *procedureAnswer) {
	switch {
	case a.verified():
		s.mark(a, func(e *entry) { s.prove(e, r) })
	case a.unexplained != "":
		s.mark(a, func(e *entry) { e.stage, e.outcome, e.reason = decided, leftOpen, claim.Because(a.unexplained) })
	case a.unsorted != "":
		s.mark(a, func(e *entry) { e.stage, e.reason = late, claim.Because(a.unsorted) })
		return
	case len(a.faults) == 0:
		s.postpone(r, a)
		return
	default:
		s.blame(r, a)
	}
	if r.sameValue {
		s.settleSameValue(r, a)
	}
}

// mark applies change to the procedure's obligations that are not decided.
func (s *session) mark(a *procedureAnswer, change func(*entry)) {
	for _, property := range a.proc.Properties {
		if e := s.obligations[obligation{a.proc.Pair, property}]; e.stage != decided && e.stage != failed {
			change(e)
		}
	}
}

func (s *session) prove(e *entry, r run) {
	e.stage, e.outcome, e.reason = decided, verified, claim.Reason{}
	if r.depth != nil && e.proc.HasLoops {
		e.outcome = verifiedInBound
		e.reason = claim.Because(fmt.Sprintf("nothing wrong within %s of each loop", diag.Count(r.depth.all, "iteration")))
	}
}

// postpone notes that the prover did not finish with a procedure, or gave up. Where what is
// open are checks of some of its properties, the others are looked at again without these:
// what stands behind an open check is shown under the condition that it holds.
func (s *session) postpone(r run, a *procedureAnswer) {
	doing := doingProve
	if r.depth != nil {
		doing = doingUnroll
	}
	of := a.ofOpen()
	for _, property := range a.proc.Properties {
		e := s.obligations[obligation{a.proc.Pair, property}]
		if e.stage == decided || e.stage == failed {
			continue
		}
		if len(of) > 0 && !of[property] {
			e.stage, e.reason = hidden, claim.Reason{}
			continue
		}
		if e.harmless {
			s.prove(e, r)
			continue
		}
		say := func() string { return s.timeReason(doing, property) }
		e.stage, e.open = late, a.openChecks(property)
		e.reason = a.whyOpen(withProperty(doing, property), property, say, s.gaveUp())
		if s.tookAll(r.answer) && a.worstCause() == solver.GaveUp {
			e.reason = claim.Because(say())
		}
	}
}

// tookAll reports whether a run took about all the time that it had: provers that are
// stopped do not always say that they were.
func (s *session) tookAll(a *solver.Answer) bool {
	return s.allowed > 0 && a.Seconds >= 0.9*s.allowed.Seconds()
}

// blame enters the faults of a procedure. Properties of the procedure that did
// not fail may be hidden behind those that did: an assertion that fails is taken
// to hold from there on.
func (s *session) blame(r run, a *procedureAnswer) {
	s.mark(a, func(e *entry) { e.stage, e.reason = hidden, claim.Reason{} })
	for _, f := range a.faults {
		e := s.obligation(a.proc, f.Check.Property)
		switch {
		case e.stage == decided && e.outcome == verified:
		case !r.sameValue && f.Writes():
			e.doubtful = append(e.doubtful, doubt{f, r.out})
		case certain(f, r):
			s.findings = append(s.findings, f.Finding(s.Kernel, r.out, claim.ErrorSeverity))
			e.stage, e.outcome, e.reason = decided, failing, claim.Reason{}
		case e.stage != decided:
			e.stage = failed
			s.hints = append(s.hints, f.State)
			found := f.Finding(s.Kernel, r.out, claim.ErrorSeverity)
			e.faults, e.open = append(e.faults, found), append(e.open, unsure(f, &found))
		}
	}
}

// obligation returns the entry of a property in a procedure; a check may name a
// property that the procedure did not announce.
func (s *session) obligation(p *key.Procedure, property kernel.Property) *entry {
	d := obligation{p.Pair, property}
	if s.obligations[d] == nil {
		s.obligations[d] = &entry{proc: p}
	}
	return s.obligations[d]
}

// certain reports whether the failure is a fault of the kernel: the prover is
// sure of it, the operations have their meaning, and the procedure has no loops or they were
// unrolled and not cut by invariants.
func certain(f counterexample.Fault, r run) bool {
	return !f.Unsure && !r.out.ArbitraryBits && (r.depth != nil || !f.Proc.HasLoops)
}
