package prove

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
)

// The generation encoding is about two threads of a block. What is asked of threads of
// different blocks is left to the barrier encoding, in which no barrier of a part of the
// block orders anything between them: whether they reach the barriers of the grid
// together, and what the user says of two threads, or of accesses to memory that both
// see. (Races have across.) A property is proved if both encodings prove it.
//
// A barrier of the grid is also one that the block meets at (package predicate/named).
// Threads wait for ever at none: take, of those that do, the ones that have passed the
// fewest barriers of the grid. If all of them waited at the next of these, some thread of
// the grid would never reach it, though it waits nowhere before and reaches what the
// others reach. So there is a block with threads that wait elsewhere, and what is shown
// of its own barriers excludes that.

// BetweenBlocks asks what is open, and what its proofs rest on, of threads of different
// blocks.
func (v *Prover) BetweenBlocks() {
	if v.over() || !v.counts {
		return
	}
	v.between = map[kernel.Property]string{}
	names := map[kernel.Property]bool{}
	for _, name := range kernel.Properties(func(p *kernel.PropertyInfo) bool { return p.BetweenBlocks }) {
		open := v.d.Unknown(name) || name == kernel.Divergence && v.d.AnyUnknown()
		if open && v.d.Kernel.Launch.Blocks() != 1 && fact.AsksBetweenBlocks(v.d.Kernel, name, v.d.Opts.Encoding.IntraGroup) {
			names[name] = true
		}
	}
	if len(names) == 0 {
		return
	}
	v.d.Opts.Trace.Ask(decision.BoogieEngine, "two threads of different blocks: "+listed(names))
	others := []kernel.Property{kernel.DataRace}
	if !names[kernel.Divergence] {
		others = append(others, kernel.Divergence)
	}
	r := v.ask(names, true, assumed(others...))
	v.takeOver(r)
	for name := range names {
		v.enterBetween(name, &r)
	}
}

// enterBetween takes over the answer about one property.
func (v *Prover) enterBetween(name kernel.Property, r *answer) {
	p := r.Property(name)
	if p == nil || r.Err != nil {
		v.between[name] = "between blocks: not shown by the translation"
		if r.Diags.HasErrors() {
			v.between[name] = firstUnsupported(&r.Diags)
		}
		return
	}
	own := v.d.By[name]
	faults := v.weigh(name, r)
	why := claim.Doubts(faults)
	refuted := p.Status == claim.Refuted && why.None()
	if own == nil || own.Status != claim.Unknown {
		faults = doubting(faultsOf(r.Findings, name), claim.Doubt("not asked for, or decided already"))
	}
	v.d.Board.Enter(claim.Witnesses(faults...)...)
	v.d.Settle()
	switch {
	case p.Status == claim.Proved:
	case !refuted && why.None():
		v.between[name] = "between blocks: " + p.Reason()
	case !refuted:
		v.between[name] = "between blocks: " + why.String()
	default:
		v.between[name] = claim.Resting(name, claim.Refuted).String()
		if own != nil && own.Status == claim.Refuted {
			own.Why, own.Arith, own.Detail = claim.Reason{}, p.Arith, p.Detail
			own.Seconds += p.Seconds
			v.gather(*r, map[kernel.Property]bool{name: true}, true)
		}
	}
}
