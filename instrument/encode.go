package instrument

import (
	"slices"

	"gv2/boogie"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/instrument/twothread"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
)

// Encode translates a kernel to Boogie. The diagnostics are constructs that
// the translation cannot express (Unsupported); the output is nil then.
func Encode(k *kernel.Kernel, opts ask.Request) (*Output, diag.List) {
	k = rewrite.WarpAccesses(k)
	var refused diag.List
	if refuseObjects(k, &refused); refused.HasErrors() {
		return nil, refused
	}
	return encode(rewrite.Prepare(k), opts)
}

func encode(p *rewrite.Prepared, opts ask.Request) (*Output, diag.List) {
	from := origin{lanesWait: fact.LanesWait(p.Kernel)}
	if from.lanesWait {
		from.lanes = fact.LanesThatWait(p.Kernel)
	}
	if !opts.LockStep {
		p, from.placed = p.WithoutPlaced()
	}
	p, rel, dropped := p.For(purposeOf(&opts))
	from.dropped = dropped
	if opts.Refute {
		opts.UnrollAll, opts.Invariants, opts.OnlyStated = true, ask.NoInvariants, false
	}
	needed := rewrite.NeedsGenerations(p.Kernel)
	generation := opts.Encoding == ask.GenerationEncoding || opts.Encoding == ask.AutoEncoding && needed
	if generation && !opts.Refute && needed {
		if whole, ok := p.UnrolledWithBarriers(); ok {
			if out, diags := translate(whole, rel, opts, from, generation, true); !diags.HasErrors() {
				return out, diags
			}
		}
	}
	if generation {
		p = p.UnrolledBarriers()
	}
	return translate(p, rel, opts, from, generation, false)
}

// purposeOf is what a request has the kernel prepared for.
func purposeOf(r *ask.Request) rewrite.Purpose {
	return rewrite.Purpose{WithoutPartial: r.Arrays != nil, SameValues: r.AllowSameValue, Faults: r.Refute}
}

// refuseObjects reports statements that synchronise on what the translation has no meaning
// for. It comes before all passes, which might take them for statements that matter to
// their own thread only.
func refuseObjects(k *kernel.Kernel, diags *diag.List) {
	if s := kernel.UnknownObject(k.Body); s != nil {
		op, _ := kernel.SyncOf(s)
		what := op.Object.Kind
		if kernel.AgentOf(s) != nil {
			what = kernel.AsyncWork
		}
		diags.Unsupportedf(s.Source().Pos, "%s in the translation; --engine weft supports it where control does not depend on the input", what)
	}
}

// origin is what is known of the kernel before anything is left out of it.
type origin struct {
	// lanesWait is set where lanes of a warp wait for each other at warp functions: see
	// named.Theory.LanesWait.
	lanesWait bool
	lanes     kernel.ThreadSet
	// dropped is set where barriers were left out for Query.Arrays.
	dropped bool
	// placed are the arrays whose stores were left out, because no two threads meet there.
	placed []*kernel.Array
}

// translate writes the program of a kernel without what does not matter. With scheduled
// it is refused unless its operations on barriers are the same for every input.
func translate(p *rewrite.Prepared, rel *fact.Relevance, opts ask.Request, from origin, generation, scheduled bool) (*Output, diag.List) {
	p = p.Finished(opts.UnrollAll)
	k := p.Kernel
	out := &Output{}
	var refused diag.List
	if twothread.RefuseAnnotations(k, &refused); refused.HasErrors() {
		return nil, refused
	}
	out.Arith, out.ArithWhy = arith.Choose(k, opts.Arith)
	b := &builder{kernel: k, prepared: p, opts: opts, out: &out.Key, names: arith.NewNames(k), used: arith.NewVocabulary(), ranges: fact.RangesOf(k, opts.OnlyStated, p.Notes), diags: &diag.List{}, lanesWait: from.lanesWait, lanes: from.lanes, scheduled: scheduled}
	out.ArbitraryBits = arith.Arbitrary(k, out.Arith)
	out.OtherArith, out.Multiplies = arith.Other(k, out.Arith, fact.NewRanges(k)), arith.Multiplies(k)
	b.arith = arith.ModelOf(out.Arith)
	if out.Expired(opts.Stop) {
		return out, diag.List{}
	}
	b.plan = twothread.NewPlan(k, rel, b.names, opts, out.Arith)
	if opts.Arrays != nil {
		b.plan.OnlyUnordered(opts.Arrays, from.dropped)
	}
	b.plan.LeaveOut(opts.Settled)
	out.Reserves = !opts.LockStep && (b.plan.TakeReserved(p.Notes) || slices.ContainsFunc(from.placed, p.Notes.Apart))
	var procs []boogie.Decl
	var consts []boogie.Decl
	for _, pair := range pairs(k, opts, b.plan) {
		write := b.procedure
		if generation && pair == fact.SameBlock {
			write = b.generations
		}
		p, c := write(pair)
		procs, consts = append(procs, p...), append(consts, c...)
		if out.Expired(opts.Stop) {
			return &Output{Key: key.Key{Late: true}}, diag.List{}
		}
	}
	if b.diags.HasErrors() {
		return nil, *b.diags
	}
	out.Program = b.program(consts, procs)
	exceptKnown(out.Program, out.Sites, opts.Known)
	out.Products = b.used.Products
	if opts.Refute {
		out.Program = Exact(out.Program)
	}
	out.Assumptions = append(append(out.Assumptions, k.Assumptions...), b.assumptions()...)
	return out, *b.diags
}

// pairs are the pairs of threads that need a procedure: of one block always, of
// different blocks where they share an array that can be raced on.
func pairs(k *kernel.Kernel, opts ask.Request, pl *twothread.Plan) []fact.Pair {
	out := []fact.Pair{fact.SameBlock}
	if opts.Pairs == ask.BetweenBlocks {
		out = nil
	}
	if opts.Pairs == ask.WithinBlock || k.Launch.Blocks() == 1 {
		return out
	}
	for _, property := range kernel.Properties(func(p *kernel.PropertyInfo) bool { return p.BetweenBlocks }) {
		if opts.Checks(property) && fact.AsksBetweenBlocks(k, property, opts.IntraGroup) {
			return append(out, fact.OtherBlock)
		}
	}
	if opts.IntraGroup || !opts.Checks(kernel.DataRace) {
		return out
	}
	for _, a := range pl.Arrays {
		if a.Racy(fact.OtherBlock) {
			return append(out, fact.OtherBlock)
		}
	}
	return out
}
