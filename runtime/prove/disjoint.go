package prove

import (
	"gv2/frontend/kernel"
	"gv2/instrument/ask"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
)

// Where no named barrier orders the accesses to an array, all that the generation
// encoding can show of them is that two threads touch different elements between the
// barriers of the block. LOG and CHECK show the same, with more to guess invariants
// from: it is enough to know of one thread what it has accessed.

// askDisjoint asks whether threads of a block race on the arrays whose procedures
// failed though no barrier was counted in them. Only proofs count: that a thread waits
// at named barriers may exclude what fails here.
func (q *generationQuery) askDisjoint() {
	arrays := q.failedDisjoint()
	if len(arrays) == 0 || q.d.Opts.Encoding.LockStep {
		return
	}
	defer q.d.Opts.Trace.End(q.d.Opts.Trace.Begin(decision.StepDisjoint))
	q.d.Opts.Trace.Ask(decision.BoogieEngine, "two threads of a block, on arrays that no named barrier orders: "+arraysText(arrays))
	opts := q.d.Opts
	opts.Encoding.Encoding, opts.Encoding.Pairs, opts.Encoding.Arrays = ask.BarrierEncoding, ask.WithinBlock, arrays
	opts.Encoding.Properties = map[kernel.Property]bool{kernel.DataRace: true}
	if until := q.d.Clock.Deadline(q.v.shares[decision.StepDisjoint]); !until.IsZero() {
		opts.Timeout = until.Sub(q.d.Clock.Began)
	}
	r := translation{Case: q.d.With(opts), solve: q.v.solve, confirming: q.v.confirming, shares: q.v.shares, bases: assumed(kernel.Divergence)}.verify()
	q.d.Result.Stats.Add(r.Stats)
	p := r.Property(kernel.DataRace)
	if r.Err != nil || p == nil || p.Status != claim.Proved {
		return
	}
	q.d.Result.Assumptions = decision.Sentences(q.d.Result.Assumptions, r.Assumptions)
	q.v.gather(r, opts.Encoding.Properties, false)
	q.d.Opts.Trace.Note("threads touch different elements")
	q.disjoint, q.disjointArith, q.disjointUnder = arrays, p.Arith, premises(r.Assumptions)
	q.conclude()
}

// failedDisjoint are the arrays of those procedures, but for those that agents access: their accesses may go on behind
// a barrier of the block.
func (q *generationQuery) failedDisjoint() map[*kernel.Array]bool {
	out, agents := map[*kernel.Array]bool{}, fact.ByAgents(q.d.Kernel)
	for _, proc := range q.out.Procedures {
		for _, part := range proc.Parts {
			if proc.Unordered[part] && !agents[proc.Arrays[part]] && !q.verifiedPart(proc, part) {
				out[proc.Arrays[part]] = true
			}
		}
	}
	return out
}
