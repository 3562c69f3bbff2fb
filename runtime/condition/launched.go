package condition

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// A condition is what programs keep to without saying so. A launch in sight that says otherwise is an ordinary one all the
// same: what the kernel does there decides.

// mostLaunches bounds the launches to decide.
const mostLaunches = 6

// heedLaunches decides a conditional kernel for each launch in sight that its condition leaves out. If one of them is at
// fault, so is the kernel; if that stays open, so does the verdict.
func (p *precondition) heedLaunches(r *verdict.Result) {
	decided := 0
	for _, l := range p.k.Passed {
		k, odd := p.launchedAs(l)
		if !odd {
			continue
		}
		again := verdict.Result{Outcome: verdict.KernelUnknown}
		if decided++; decided <= mostLaunches {
			if answer, ok := p.decideOf(k, p.opts.Encoding.Properties); ok {
				again = answer
			}
		}
		switch again.Outcome {
		case verdict.KernelProved:
			r.Assume(again.Assumptions)
		case verdict.KernelRefuted:
			stats := r.Stats
			*r = again
			r.Stats = stats
			r.Notes = append(r.Notes, claim.Note{Message: fmt.Sprintf("the launch at %s has %s", l.At, p.passedText(l))})
			return
		default:
			leaveOpen(r, claim.Because(fmt.Sprintf("proved if %s, which the launch at %s, with %s, does not keep to; for that there is no answer", r.Condition, l.At, p.passedText(l))))
			return
		}
	}
}

// launchedAs is the kernel as a launch starts it; odd reports whether it breaks each of the conditions under which the
// kernel is proved. Values of parameters that the kernel does not have say nothing of it.
func (p *precondition) launchedAs(l kernel.Passed) (k *kernel.Kernel, odd bool) {
	values := map[string]int64{}
	fixed := *p.k
	fixed.Requires = slices.Clone(p.k.Requires)
	for _, v := range p.k.Params {
		n, known := l.Values[v.Name]
		if !known || v.T.Kind == kernel.Float {
			continue
		}
		values[v.Name] = n
		fixed.Requires = append(fixed.Requires, fact.Equals(v, n))
	}
	grid := p.k.Launch.GridDim
	for d := range grid {
		if n, known := l.Values[claim.GridNames[d]]; known && grid[d] == 0 && !p.k.Launch.Joined && n > 0 && n < 1<<31 {
			values[claim.GridNames[d]], grid[d] = n, int(n)
		}
		if n, known := l.Values[blockNames[d]]; known && p.k.Launch.BlockDim[d] > 0 && n != int64(p.k.Launch.BlockDim[d]) {
			return nil, false // it has a verdict of its own
		}
	}
	for _, c := range p.proven {
		if !slices.ContainsFunc(c, func(a *atom) bool { return a.breaks(values) }) {
			return nil, false
		}
	}
	return rewrite.InGrid(&fixed, grid), true
}

// passedText names what a launch passes, as far as the kernel has it.
func (p *precondition) passedText(l kernel.Passed) string {
	var texts []string
	for _, v := range p.k.Params {
		if n, known := l.Values[v.Name]; known {
			texts = append(texts, v.Written()+" = "+numberText(v.T, n))
		}
	}
	for d, name := range claim.GridNames {
		if n, known := l.Values[name]; known && p.k.Launch.GridDim[d] == 0 {
			texts = append(texts, fmt.Sprintf("%s = %d", name, n))
		}
	}
	return strings.Join(texts, ", ")
}

// numberText is a value of a type as C has it.
func numberText(t kernel.Type, n int64) string {
	switch {
	case t.Kind == kernel.Bool:
		return strconv.FormatBool(n != 0)
	case !t.Signed:
		return strconv.FormatUint(uint64(n), 10)
	}
	return strconv.FormatInt(n, 10)
}

// leaveOpen takes a condition back: what is proved under it alone is open for that reason.
func leaveOpen(r *verdict.Result, why claim.Reason) {
	r.Outcome, r.Condition = verdict.KernelUnknown, ""
	for i := range r.Properties {
		if q := &r.Properties[i]; q.Status == claim.Conditional {
			q.Status, q.Why = claim.Unknown, why
		}
	}
	r.Findings = slices.DeleteFunc(slices.Clone(r.Findings), func(f claim.Finding) bool { return f.Severity == claim.OutsideSeverity })
}
