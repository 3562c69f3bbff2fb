package prove

import (
	"time"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
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
	k, missing := phases.Numbered(v.d.Kernel)
	if missing != nil {
		for _, p := range v.d.By {
			if p.Status == claim.Unknown {
				p.Engine, p.Why = decision.BoogieEngine, claim.Because(missing.At.String()+": "+missing.Text)
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
		v.d.Result.Assumptions = decision.Sentences(v.d.Result.Assumptions, []string{groupsEnd})
	}
}
