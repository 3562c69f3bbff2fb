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
	defer v.bySimplex()()
	defer v.addressesAside()()
	across := v.d.OpenAcross()
	if across { // phases order nothing between blocks
		if v.askAcross(); !v.d.AnyUnknown() {
			return
		}
	}
	plain, at, why := v.withBarriersApart()
	if why == "" {
		plain, at, why = v.withoutGroups(plain)
	}
	var k *kernel.Kernel
	if why == "" {
		var missing *phases.Missing
		if k, missing = phases.Numbered(plain); missing != nil {
			at, why = missing.At, missing.Text
		}
	}
	if why != "" {
		for name, p := range v.d.By {
			if p.Status == claim.Unknown && !(name == kernel.DataRace && across) {
				p.Engine, p.Why = decision.BoogieEngine, claim.Because(at.String()+": "+why)
			}
		}
		v.stopped = true
	}
	if k == nil {
		return
	}
	if v.d.Unknown(kernel.DataRace) && !across {
		v.askAcross()
	}
	v.stopped = true
	own := *v
	own.confirming, own.counts, own.stopped = unconfirmed{}, true, false
	whole := v.d.Kernel
	v.d.Kernel = k
	defer func() { v.d.Kernel = whole }()
	q := &generationQuery{v: &own, d: v.d, refused: map[kernel.Property]string{}, proves: true}
	v.d.Opts.Trace.Ask(decision.BoogieEngine, "two threads of a block that count the phases of barriers in memory: "+listed(q.wanted()))
	began := time.Now()
	q.ask()
	q.seconds = time.Since(began).Seconds()
	q.enter()
	if fact.Asynchronous(whole) {
		v.d.Result.Assumptions = decision.Sentences(v.d.Result.Assumptions, copiesEnd(whole))
	}
}

// withBarriersApart is the kernel with barriers in memory in arrays of their own, or why there is none.
func (v *Prover) withBarriersApart() (k *kernel.Kernel, at diag.Pos, why string) {
	apart, claims, missing := phases.Apart(v.d.Kernel)
	switch {
	case missing != nil:
		return nil, missing.At, missing.Text
	case apart == nil:
		return v.d.Kernel, at, ""
	}
	if at, why = v.claimed(claims, "a thread, whose accesses to arrays with barriers in them are to no barrier"); why != "" {
		return nil, at, why
	}
	return apart, at, ""
}

// withoutGroups is a kernel without copies and products that end with groups, or why there is none.
func (v *Prover) withoutGroups(k *kernel.Kernel) (without *kernel.Kernel, at diag.Pos, why string) {
	plain, claims, missing := inflight.Beside(k, inflight.Late)
	switch {
	case missing != nil:
		return nil, missing.At, missing.Text
	case plain == nil:
		return k, at, ""
	}
	if at, why = v.claimed(claims, "a thread, whose copies and products are followed until it waits for them"); why != "" {
		if why == notShown {
			why = "it is not shown that a thread leaves alone what its copies and products read and write"
		}
		return nil, at, why
	}
	return plain, at, ""
}

// notShown is why a claim about single threads is left open where nobody knows which.
const notShown = "it is not shown that a thread leaves barriers in memory alone"

// claimed asks about the assertions of a kernel of one thread, nil for none, and tells which is not shown; empty if all are.
func (v *Prover) claimed(k *kernel.Kernel, question string) (at diag.Pos, why string) {
	if k == nil || !kernel.Assertion.In(k) {
		return at, ""
	}
	v.d.Opts.Trace.Ask(decision.BoogieEngine, question)
	r := v.askTokens(k, map[kernel.Property]bool{kernel.Assertion: true})
	v.d.Result.Stats.Add(r.Stats)
	if p := r.Property(kernel.Assertion); r.Err != nil || r.Diags.HasErrors() || p == nil || p.Status != claim.Proved {
		if found := faultsOf(r.Findings, kernel.Assertion); len(found) > 0 {
			if a := fact.AssertionAt(k.Body, found[0].Pos()); a != nil {
				return a.Pos, "it is not shown that " + a.Text
			}
		}
		return v.d.Kernel.Pos, notShown
	}
	v.d.Result.Assumptions = decision.Sentences(v.d.Result.Assumptions, r.Assumptions)
	return at, ""
}
