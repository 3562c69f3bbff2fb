package instrument

import (
	"fmt"

	"gv2/boogie"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/ask"
	"gv2/instrument/generation"
	"gv2/instrument/key"
	"gv2/instrument/twothread"
	"gv2/predicate"
	"gv2/predicate/fact"
	"gv2/predicate/named"
	"gv2/predicate/rewrite"
)

// Encode translates a kernel to Boogie. The diagnostics are constructs that
// the translation cannot express (Unsupported); the output is nil then.
func Encode(k *kernel.Kernel, opts ask.Request) (*Output, diag.List) {
	var refused diag.List
	if refuseObjects(k, &refused); refused.HasErrors() {
		return nil, refused
	}
	return encode(rewrite.Prepare(k), opts)
}

func encode(p *rewrite.Prepared, opts ask.Request) (*Output, diag.List) {
	from := origin{lanesWait: named.LanesWait(p.Kernel)}
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
		diags.Unsupportedf(s.Source().Pos, "%s in the translation; --engine weft knows it where control does not depend on the input", op.Object.Kind)
	}
}

// origin is what is known of the kernel before anything is left out of it.
type origin struct {
	// lanesWait is set where lanes of a warp wait for each other at warp functions: see
	// named.Theory.LanesWait.
	lanesWait bool
	// dropped is set where barriers were left out for Query.Arrays.
	dropped bool
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
	b := &builder{kernel: k, prepared: p, opts: opts, out: &out.Key, names: arith.NewNames(k), used: arith.NewVocabulary(), ranges: fact.RangesOf(k, opts.OnlyStated, p.Notes), diags: &diag.List{}, lanesWait: from.lanesWait, scheduled: scheduled}
	out.OtherArith = arith.Other(k, out.Arith, fact.NewRanges(k))
	b.arith = arith.ModelOf(out.Arith)
	if out.Expired(opts.Stop) {
		return out, diag.List{}
	}
	b.plan = twothread.NewPlan(k, rel, b.names, opts, out.Arith)
	if opts.Arrays != nil {
		b.plan.OnlyUnordered(opts.Arrays, from.dropped)
	}
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
	out.Products = b.used.Products
	if opts.Refute {
		out.Program = Exact(out.Program)
	}
	out.Assumptions = append(append(out.Assumptions, k.Assumptions...), b.assumptions()...)
	return out, *b.diags
}

// builder puts one Boogie program together.
type builder struct {
	kernel *kernel.Kernel
	// prepared is that kernel with what passes have noted of it.
	prepared *rewrite.Prepared
	opts     ask.Request
	out      *key.Key
	names    *arith.Names
	used     *arith.Vocabulary
	ranges   *fact.Ranges
	arith    arith.Model
	plan     *twothread.Plan
	gen      *generation.Writer // nil in the barrier encoding
	// lanesWait is that of origin.
	lanesWait bool
	// scheduled is set where the barriers are to follow a schedule.
	scheduled bool
	diags     *diag.List
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

func (b *builder) encoder(pair fact.Pair, uniform map[*kernel.Var]bool) *arith.Encoder {
	copied := make(map[*kernel.Var]bool, len(uniform))
	for v, u := range uniform {
		copied[v] = u
	}
	return &arith.Encoder{Names: b.names, Uniform: copied, Pair: pair, Model: b.arith, Ranges: b.ranges, Used: b.used,
		Locals: map[string]boogie.Type{}}
}

// procedure writes the procedure for one pair and the procedures it calls that
// are its own.
func (b *builder) procedure(pair fact.Pair) (procs, consts []boogie.Decl) {
	proc := &key.Procedure{Name: b.procName(pair), Pair: pair}
	b = b.covered(proc)
	prog, diags := predicate.Predicate(b.kernel, pair)
	b.diags.Merge(diags)
	if diags.HasErrors() {
		return nil, nil
	}
	b.out.Procedures = append(b.out.Procedures, proc)
	whole, w := b.body(prog, proc, twothread.EveryInterval)
	procs = append(procs, w.OwnProcs()...)
	proc.Properties = w.Properties()
	parts := w.Parts()
	if len(parts) < 2 {
		proc.Parts = []string{proc.Name}
		return append(procs, whole), w.Consts
	}
	b.out.Sites, proc.Candidates = b.out.Sites[:w.FirstSite], nil
	for _, in := range parts {
		if b.out.Expired(b.opts.Stop) {
			break
		}
		part, w := b.body(twothread.SlicePart(prog, in), proc, in)
		part.Name = fmt.Sprintf("%s$%d", proc.Name, len(proc.Parts)+1)
		part.Comment = append(part.Comment, in.Title())
		proc.Parts = append(proc.Parts, part.Name)
		procs, consts = append(procs, part), append(consts, w.Consts...)
	}
	return procs, consts
}

// generations writes the procedures for two threads of a block whose barriers are
// modelled by generations.
func (b *builder) generations(pair fact.Pair) (procs, consts []boogie.Decl) {
	if l := named.EndlessLoop(b.kernel); l != nil {
		b.diags.Unsupportedf(l.Pos, "a loop that goes on for ever once it is entered: generations show what holds when loops end")
		return nil, nil
	}
	prog, diags := predicate.Predicate(b.kernel, pair)
	b.diags.Merge(diags)
	if diags.HasErrors() {
		return nil, nil
	}
	theory, diags := named.TheoryOf(prog, named.Options{Ranges: b.ranges, Notes: b.prepared.Notes, Wraps: b.out.Arith == key.BVArith,
		LanesWait: b.lanesWait, Scheduled: b.scheduled, All: b.opts.AllBarriers, Chains: b.opts.Checks(kernel.Recycling)})
	b.diags.Merge(diags)
	if diags.HasErrors() {
		return nil, nil
	}
	b.gen = generation.New(theory, generation.Setting{Base: b.procName(pair), Request: b.opts, Plan: b.plan, Key: b.out, Procedure: b.setting})
	return b.gen.Procedures()
}

// covered is the builder for one procedure. Its kernel has nothing in it that does
// not matter to the pair, and one arbitrary iteration in place of the loops that
// need no invariants. Without invariants every loop is wanted as it is.
func (b *builder) covered(proc *key.Procedure) *builder {
	p, pl, purpose := b.prepared, b.plan, purposeOf(&b.opts)
	if proc.Pair == fact.OtherBlock {
		rel := purpose.Relevance(p.Kernel, proc.Pair)
		p, pl = p.SlicedFor(rel), pl.RelevantTo(rel)
	}
	if b.opts.Invariants != ask.NoInvariants {
		p, proc.LoopSites = p.Covered(proc.Pair, b.out.Arith == key.BVArith, purpose)
		proc.HasLoops = len(proc.LoopSites) > 0
	}
	k := p.Kernel
	if k == b.kernel {
		return b
	}
	own := *b
	own.prepared, own.kernel, own.plan, own.ranges, own.names = p, k, pl, fact.RangesOf(k, b.opts.OnlyStated, p.Notes), b.names.Clone()
	return &own
}

// body writes the kernel for a pair, with the checks of the given intervals.
func (b *builder) body(prog *predicate.Program, proc *key.Procedure, in twothread.Intervals) (*boogie.Proc, *twothread.Writer) {
	w := twothread.NewWriter(b.setting(prog, proc))
	w.In = in
	return w.Procedure(b.plan.Globals(proc.Pair)), w
}

// setting is what a procedure of the program is written from.
func (b *builder) setting(prog *predicate.Program, proc *key.Procedure) twothread.Setting {
	return twothread.Setting{Enc: b.encoder(proc.Pair, prog.Uniform), Notes: b.prepared.Notes, Request: b.opts, Plan: b.plan, Prog: prog, Proc: proc, Key: b.out, Diags: b.diags}
}

func (b *builder) procName(pair fact.Pair) string {
	if pair == fact.OtherBlock {
		// $ cannot occur in a name of the user's, so this one is free.
		return b.names.Claim(b.kernel.Name) + "$blocks"
	}
	return b.names.Claim(b.kernel.Name)
}

// program orders the declarations for a reader: who the threads are, the
// parameters, the arrays with their logs, the operations, the procedures.
func (b *builder) program(consts, procs []boogie.Decl) *boogie.Program {
	var decls []boogie.Decl
	decls = append(decls, b.threads()...)
	decls = append(decls, b.params()...)
	arrays := b.plan.Declare(b.encoder(fact.SameBlock, nil), b.out)
	if len(consts) > 0 {
		consts = append([]boogie.Decl{&boogie.Section{Title: "Candidate loop invariants: Houdini keeps those that hold"}}, consts...)
	}
	var generations []boogie.Decl
	if b.gen != nil {
		generations = b.gen.Declare(b.encoder(fact.SameBlock, nil))
	}
	decls = append(decls, b.used.Decls()...)
	decls = append(decls, arrays...)
	decls = append(decls, generations...)
	decls = append(decls, consts...)
	decls = append(decls, &boogie.Section{Title: "The kernel"})
	decls = append(decls, procs...)
	return &boogie.Program{Header: b.header(len(consts) > 0), Decls: withoutUncalled(decls)}
}

// withoutUncalled drops the procedures that only serve calls and are not called.
func withoutUncalled(decls []boogie.Decl) []boogie.Decl {
	called := map[string]bool{}
	for _, d := range decls {
		if p, ok := d.(*boogie.Proc); ok {
			boogie.WalkStmts(p.Body, func(s boogie.Stmt) {
				if c, ok := s.(*boogie.Call); ok {
					called[c.F] = true
				}
			})
		}
	}
	var out []boogie.Decl
	for _, d := range decls {
		p, ok := d.(*boogie.Proc)
		if ok && (p.Body == nil || len(p.Attrs) > 0) && !called[p.Name] {
			continue
		}
		out = append(out, d)
	}
	return out
}

func (b *builder) header(infer bool) []string {
	run := "boogie stdin.bpl"
	if infer {
		run = "boogie /contractInfer stdin.bpl"
	}
	l := b.kernel.Launch
	return []string{
		fmt.Sprintf("Kernel %s of %s:%d, two arbitrary threads", b.kernel.Name, b.kernel.Pos.File, b.kernel.Pos.Line),
		fmt.Sprintf("blockDim = %s, gridDim = %s", dims(l.BlockDim), dims(l.GridDim)),
		fmt.Sprintf("arithmetic: %s (%s)", b.out.Arith, b.out.ArithWhy),
		"run: " + run,
	}
}

func dims(d [3]int) string {
	text := ""
	for i, n := range d {
		if i > 0 {
			text += "x"
		}
		if n == 0 {
			text += "*"
		} else {
			text += fmt.Sprint(n)
		}
	}
	return text
}
