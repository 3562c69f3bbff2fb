package prove

import (
	"gv2/frontend/kernel"
	"gv2/predicate/inflight"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
)

// addressesAside asks whether the addresses of asynchronous copies are multiples of what their instructions need, one thread at a
// time, and leaves the assertions about them out of the kernel until the function that it returns is called: what the kernel does
// where they hold it does without them, too.
func (v *Prover) addressesAside() func() {
	whole := v.d.Kernel
	one, plain := inflight.Addresses(whole)
	if plain == nil {
		return func() {}
	}
	if v.d.Unknown(kernel.Assertion) && !v.addresses {
		v.addresses = true
		v.d.Opts.Trace.Ask(decision.BoogieEngine, "one thread: addresses of asynchronous copies")
		r := v.askTokens(one, map[kernel.Property]bool{kernel.Assertion: true})
		v.d.Result.Stats.Add(r.Stats)
		if p := r.Property(kernel.Assertion); r.Err == nil && !r.Diags.HasErrors() && p != nil && p.Status == claim.Proved {
			v.d.Board.Enter(r.evidence...)
			v.d.Result.Assumptions = decision.Sentences(v.d.Result.Assumptions, r.Assumptions)
			v.d.Settle()
			if q := v.d.By[kernel.Assertion]; q.Status == claim.Proved {
				q.Engine, q.Arith, q.Why = decision.BoogieEngine, p.Arith, claim.Reason{}
				q.Seconds += p.Seconds
			}
		}
	}
	v.d.Kernel = plain
	return func() { v.d.Kernel = whole }
}
