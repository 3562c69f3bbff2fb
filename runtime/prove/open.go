package prove

import (
	"slices"
	"strings"

	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/runtime/claim"
	"gv2/runtime/counterexample"
	"gv2/runtime/decision"
	"gv2/runtime/solver"
)

// unanswered is a question about a procedure without an answer.
type unanswered struct {
	decision.OpenCheck
	cause solver.Cause
	// property is that of the check; empty where it is none of the kernel's, as a loop
	// invariant that gv2 has guessed, or the procedure as a whole.
	property kernel.Property
}

// tagged is the check that stands behind a line, and the one behind the requires clause of
// a call; nil for none.
func (r run) tagged(line, related int) (*key.Site, *key.Check) {
	switch tag := r.printed.Tags[line].(type) {
	case *key.Site:
		check, _ := r.printed.Tags[related].(*key.Check)
		return tag, check
	case *key.Check:
		return tag.Site, tag
	}
	return nil, nil
}

// leave enters a question without an answer.
func (a *procedureAnswer) leave(r run, u solver.Unanswered) {
	q := unanswered{cause: u.Cause}
	q.Procedure, q.Cause, q.Detail = u.Procedure, u.Cause.Name(), u.Said
	if site, check := r.tagged(u.Line, u.Related); site != nil && check != nil {
		f := counterexample.Fault{Proc: a.proc, Site: site, Check: check}
		found := f.Finding(r.kernel, r.out, claim.ErrorSeverity)
		q.property, q.Check, q.Src = check.Property, found.Suspicion(), site.Src
	} else if u.LoopEntry || u.LoopStep {
		q.Check = "a loop invariant"
	}
	a.unanswered = append(a.unanswered, q)
}

// ofOpen are the properties that the open checks of a procedure are about; nil where that is
// not known of all.
func (a *procedureAnswer) ofOpen() map[kernel.Property]bool {
	out := map[kernel.Property]bool{}
	for _, q := range a.unanswered {
		if q.property == "" {
			return nil
		}
		out[q.property] = true
	}
	return out
}

// worstCause is the cause of what is open: a limit before others, since more of that may help.
func (a *procedureAnswer) worstCause() solver.Cause {
	for _, cause := range []solver.Cause{solver.OverTime, solver.OverEffort, solver.OverMemory, solver.Crashed} {
		if slices.ContainsFunc(a.unanswered, func(q unanswered) bool { return q.cause == cause }) {
			return cause
		}
	}
	return solver.GaveUp
}

// openChecks are what is open about a property, or about the procedure as a whole.
func (a *procedureAnswer) openChecks(property kernel.Property) []decision.OpenCheck {
	var out []decision.OpenCheck
	for _, q := range a.unanswered {
		if q.property == property || q.property == "" {
			out = append(out, q.OpenCheck)
		}
	}
	return out
}

// whyOpen says why a property of a procedure has no answer. late says that time was over
// while something was done, gaveUp that the prover does not know.
func (a *procedureAnswer) whyOpen(doing string, property kernel.Property, late func() string, gaveUp string) claim.Reason {
	text := gaveUp
	switch a.worstCause() {
	case solver.OverTime, solver.OverEffort:
		text = late()
	case solver.OverMemory:
		text = "the solver ran out of memory while " + doing
	case solver.Crashed:
		text = "the solver ended without an answer, and again when it was asked anew, while " + doing
	}
	if open := decision.OpenText(a.openChecks(property)); open != "" {
		text += "; " + open
	}
	return claim.Because(text)
}

// unsure is a fault that the prover does not vouch for, or that a loop invariant may rule
// out, as an open check.
func unsure(f counterexample.Fault, found *claim.Finding) decision.OpenCheck {
	o := decision.OpenCheck{Procedure: f.Proc.Name, Check: found.Suspicion(), Src: f.Site.Src, Cause: "invariant"}
	if f.Unsure {
		o.Cause, o.Detail = solver.GaveUp.Name(), strings.TrimSpace(f.Said)
	}
	return o
}
