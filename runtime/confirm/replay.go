package confirm

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/weft"
)

// contradiction is the reason why a race of the translation does not count.
const contradiction = "the translation finds a race, but it treats what threads receive from others as arbitrary: " +
	"executed with the values it names, the kernel shows none"

// Contradicted weighs races that the translation finds: it executes the kernel with the
// parameters and the grid that each names. Those of which the execution shows that there are
// none do not count: they rest on values that no thread ever computes.
//
// Only kernels in which such values matter are looked at.
func (r Confirm) Contradicted(c decision.Case, races []claim.Finding) []claim.Witness {
	looks := c.Opts.Engine != decision.BoogieEngine && (fact.ReadsBack(c.Kernel) || fact.ExchangesMatter(c.Kernel))
	var out []claim.Witness
	for i := range races {
		w := claim.Counts(races[i])
		if looks && races[i].Seen != claim.Executed && r.replaysClean(c, &races[i]) && (races[i].Found == nil || r.replaysClean(c, races[i].Found)) {
			w.Needs, w.Why = claim.Never, claim.Doubt(contradiction)
		}
		out = append(out, w)
	}
	return out
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

// assertedAway is the reason why a failing assertion of the translation does not count.
const assertedAway = "an assertion depends on the input, and what the translation finds is one that holds for every input"

// AssertedAway weighs failures of assertions: those of which the execution of the block has
// shown that they hold for every input do not count. raceFree is that no threads of a block race.
func (Confirm) AssertedAway(c decision.Case, report *weft.Report, raceFree bool, failures []claim.Finding) []claim.Witness {
	// What the execution computed may differ in another schedule where accesses race.
	knows := report != nil && report.Complete && (raceFree || !fact.ReadsBack(c.Kernel))
	var out []claim.Witness
	for i := range failures {
		w := claim.Counts(failures[i])
		open := !knows
		for n := 0; !open && n < len(report.OpenAsserts); n++ {
			open = report.OpenAsserts[n].Src().Pos == failures[i].Pos()
		}
		if !open {
			w.Needs, w.Why = claim.Never, claim.Doubt(assertedAway)
		}
		out = append(out, w)
	}
	return out
}
