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
	// lanesWait and lanes are those of origin.
	lanesWait bool
	lanes     kernel.ThreadSet
	// scheduled is set where the barriers are to follow a schedule.
	scheduled bool
	diags     *diag.List
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
	b = b.cutLoops(proc)
	prog, diags := predicate.Predicate(b.kernel, pair)
	b.diags.Merge(diags)
	if diags.HasErrors() {
		return nil, nil
	}
	b.tell(prog)
	b.out.Procedures = append(b.out.Procedures, proc)
	whole, w := b.body(prog, proc, twothread.EveryInterval)
	procs = append(procs, w.OwnProcs()...)
	proc.Properties = w.Properties()
	parts := w.Parts()
	if len(parts) < 2 {
		proc.Parts = []string{proc.Name}
		return append(procs, whole), w.Consts
	}
	b.out.Sites, proc.Candidates, proc.Dropped = b.out.Sites[:w.FirstSite], nil, 0
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

// tell gives the predicated program to who has asked for it.
func (b *builder) tell(prog *predicate.Program) {
	if b.opts.Predicated != nil {
		b.opts.Predicated(func() []kernel.Line { return predicate.Lines(prog) })
	}
}

// generations writes the procedures for two threads of a block whose barriers are
// modelled by generations.
func (b *builder) generations(pair fact.Pair) (procs, consts []boogie.Decl) {
	if l := named.EndlessLoop(b.kernel); l != nil {
		b.diags.Unsupportedf(l.Pos, "a loop that never ends once it is entered; proofs by generations assume that loops end")
		return nil, nil
	}
	prog, diags := predicate.Predicate(b.kernel, pair)
	b.diags.Merge(diags)
	if diags.HasErrors() {
		return nil, nil
	}
	b.tell(prog)
	theory, diags := named.TheoryOf(prog, named.Options{Ranges: b.ranges, Notes: b.prepared.Notes, Wraps: b.out.Arith == key.BVArith,
		LanesWait: b.lanesWait, Lanes: b.lanes, Scheduled: b.scheduled, All: b.opts.AllBarriers, Chains: b.opts.Checks(kernel.Recycling), Stop: func() bool { return b.out.Expired(b.opts.Stop) }})
	b.diags.Merge(diags)
	if diags.HasErrors() || b.out.Expired(b.opts.Stop) {
		return nil, nil
	}
	b.gen = generation.New(theory, generation.Setting{Base: b.procName(pair), Request: b.opts, Plan: b.plan, Key: b.out, Procedure: b.setting})
	return b.gen.Procedures()
}

// cutLoops is the builder for one procedure. Its kernel has nothing in it that does
// not matter to the pair, and one arbitrary iteration in place of the loops that
// need no invariants. Without invariants every loop is wanted as it is.
func (b *builder) cutLoops(proc *key.Procedure) *builder {
	p, pl, purpose := b.prepared, b.plan, purposeOf(&b.opts)
	if proc.Pair == fact.OtherBlock {
		rel := purpose.Relevance(p.Kernel, proc.Pair)
		p, pl = p.SlicedFor(rel), pl.RelevantTo(rel)
	}
	if b.opts.Invariants != ask.NoInvariants {
		p, proc.LoopSites = p.WithCutLoops(proc.Pair, b.out.Arith == key.BVArith, purpose)
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
	name := b.names.Claim(boogie.Ident(b.kernel.Name))
	if pair == fact.OtherBlock {
		// $ cannot occur in a name of the user's, so this one is free.
		return name + "$blocks"
	}
	return name
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
	p := l.Program()
	sizes := fmt.Sprintf("blockDim = %s, gridDim = %s", dims(p.BlockDim), dims(p.GridDim))
	if l.Joined && l.Ranks() > 1 {
		sizes += fmt.Sprintf(", clusters of %s: local_id_z counts the blocks of a cluster, too, group_id and num_groups count clusters", dims(l.Cluster))
	}
	return []string{
		fmt.Sprintf("Kernel %s of %s:%d, two arbitrary threads", b.kernel.Name, b.kernel.Pos.File, b.kernel.Pos.Line),
		sizes,
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
