package prove

import (
	"time"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/inflight"
	"gv2/predicate/phases"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
)

// Phases asks about a kernel whose threads use barriers in memory, by generations: package phases makes a kernel with numbered
// barriers of it. It says no more than a proof or nothing, and nobody else can say more.
func (v *Prover) Phases() {
	if v.over() || v.d.Opts.Encoding.LockStep || v.d.Opts.LoopUnroll > 0 || !v.d.AnyUnknown() {
		return
	}
	if !fact.Phased(v.d.Kernel) {
		return
	}
	plain, at, why := v.withoutGroups()
	var k *kernel.Kernel
	if why == "" {
		var missing *phases.Missing
		if k, missing = phases.Numbered(plain); missing != nil {
			at, why = missing.At, missing.Text
		}
	}
	if why != "" {
		for _, p := range v.d.By {
			if p.Status == claim.Unknown {
				p.Engine, p.Why = decision.BoogieEngine, claim.Because(at.String()+": "+why)
			}
		}
		v.stopped = true
	}
	if k == nil {
		return
	}
	if v.d.Unknown(kernel.DataRace) && !v.d.OpenAcross() {
		v.askAcross()
	}
	v.stopped = true
	own := *v
	own.confirming, own.counts, own.stopped = unconfirmed{}, true, false
	whole := v.d.Kernel
	v.d.Kernel = k
	defer func() { v.d.Kernel = whole }()
	q := &generationQuery{v: &own, d: v.d, refused: map[kernel.Property]string{}}
	v.d.Opts.Trace.Ask(decision.BoogieEngine, "two threads of a block that count the phases of barriers in memory: "+listed(q.wanted()))
	began := time.Now()
	q.ask()
	q.seconds = time.Since(began).Seconds()
	q.enter()
	if fact.Asynchronous(whole) {
		v.d.Result.Assumptions = decision.Sentences(v.d.Result.Assumptions, copiesEnd(whole))
	}
}

// withoutGroups is the kernel without copies and products that end with groups, or why there is none.
func (v *Prover) withoutGroups() (k *kernel.Kernel, at diag.Pos, why string) {
	plain, claims, missing := inflight.Beside(v.d.Kernel, inflight.Late)
	switch {
	case missing != nil:
		return nil, missing.At, missing.Text
	case plain == nil:
		return v.d.Kernel, at, ""
	case !kernel.Assertion.In(claims): // none can be under way where the thread uses the same elements
		return plain, at, ""
	}
	v.d.Opts.Trace.Ask(decision.BoogieEngine, "a thread, whose copies and products are followed until it waits for them")
	r := v.askTokens(claims, map[kernel.Property]bool{kernel.Assertion: true})
	v.d.Result.Stats.Add(r.Stats)
	if p := r.Property(kernel.Assertion); r.Err != nil || r.Diags.HasErrors() || p == nil || p.Status != claim.Proved {
		at, why = v.d.Kernel.Pos, "it is not shown that a thread leaves alone what its copies and products read and write"
		if found := faultsOf(r.Findings, kernel.Assertion); len(found) > 0 {
			at, why = found[0].Pos(), "it is not shown here that "+found[0].Message
		}
		return nil, at, why
	}
	v.d.Result.Assumptions = decision.Sentences(v.d.Result.Assumptions, r.Assumptions)
	return plain, at, ""
}
