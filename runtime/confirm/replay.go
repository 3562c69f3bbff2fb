package confirm

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/weft"
)

// Contradicted executes the kernel with the parameters and the grid that each race
// names. Those of which the execution shows that there are none are dropped:
// they rest on values that no thread ever computes. It reports whether none is left.
//
// Only kernels in which such values matter are looked at.
func (r Confirm) Contradicted(c decision.Case, findings []claim.Finding) (kept []claim.Finding, contradicted bool) {
	if c.Opts.Engine == decision.BoogieEngine || !fact.ReadsBack(c.Kernel) && !fact.ExchangesMatter(c.Kernel) {
		return findings, false
	}
	left := 0
	kept = slices.DeleteFunc(findings, func(f claim.Finding) bool {
		if f.Property != kernel.DataRace || f.Severity != claim.ErrorSeverity {
			return false
		}
		if f.Seen != claim.Executed && r.replaysClean(c, &f) {
			return true
		}
		left++
		return false
	})
	return kept, left == 0
}

// replaysClean reports whether the exact engine proves that the kernel has no race
// with the values that a finding names.
func (r Confirm) replaysClean(c decision.Case, f *claim.Finding) bool {
	k, params, ok := concrete(c, f.Values)
	if !ok {
		return false
	}
	o := c.Opts.ExactOptions()
	o.Params = params
	defer c.Opts.Trace.End(c.Opts.Trace.Begin(decision.StepReplay))
	c.Opts.Trace.Ask(decision.WeftEngine, "the block executed with the values of a race that was found")
	report, err := r.again(c, k, o)
	clean := err == nil && report.Verdicts[kernel.DataRace].Status == claim.Proved
	if clean {
		c.Opts.Trace.Note("it has no race: " + f.Brief() + " does not count")
	}
	return clean
}

// again runs the exact engine once more, in the time left.
func (r Confirm) again(c decision.Case, k *kernel.Kernel, o weft.Options) (*weft.Report, error) {
	ctx, cancel := decision.Within(c.Clock.Ctx, c.Clock.Deadline(1))
	defer cancel()
	return r.Check(ctx, k, o)
}

// concrete is the kernel with the launch and the parameters that a finding names;
// ok is false where they leave something open or the grid is too large to be run.
func concrete(c decision.Case, values claim.Values) (*kernel.Kernel, map[string]int64, bool) {
	k := *c.Kernel
	params := map[string]int64{}
	for name := range values {
		v, ok := values.Number(name)
		if !ok || values.Wide(name) {
			return nil, nil, false
		}
		if i := slices.Index(claim.GridNames, name); i >= 0 {
			k.Launch.GridDim[i] = int(v)
		} else {
			params[name] = v
		}
	}
	n := k.Launch.Blocks()
	return &k, params, n > 0 && n <= weft.DefaultMaxBlocks
}

// AssertedAway drops failures of assertions that the execution of the block has
// shown to hold for every input; property is the one they belong to. It reports whether none is left.
func (Confirm) AssertedAway(c decision.Case, report *weft.Report, property kernel.Property, findings []claim.Finding) (kept []claim.Finding, away bool) {
	if report == nil || !report.Complete || uncertainAsserts(c, report) {
		return findings, false
	}
	left := 0
	kept = slices.DeleteFunc(findings, func(f claim.Finding) bool {
		if f.Property != property {
			return false
		}
		for _, s := range report.OpenAsserts {
			if s.Src().Pos == f.Pos() {
				left++
				return false
			}
		}
		return true
	})
	return kept, left == 0
}

// uncertainAsserts reports whether what the execution computed may differ in another
// schedule.
func uncertainAsserts(c decision.Case, report *weft.Report) bool {
	return report.Verdicts[kernel.DataRace].Status != claim.Proved && !report.Verdicts[kernel.DataRace].Blocks && fact.ReadsBack(c.Kernel)
}
