package verdict

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/phases"
	"gv2/predicate/rewrite"
	"gv2/runtime/axioms"
	"gv2/runtime/claim"
	"gv2/runtime/confirm"
	"gv2/runtime/decision"
	"gv2/runtime/exact"
	"gv2/runtime/progress"
	"gv2/runtime/prove"
	"gv2/runtime/solver"
	"gv2/runtime/weft"
)

// Engines are the engines to ask.
type Engines struct {
	Solve Solve
	Check Check
}

// planned is a step of the plan, or a part of one.
type planned struct {
	// name is the step's, as traces have it.
	name string
	// of is the step that it is a part of; empty for a step of its own.
	of string
	// without is the engine that does without the step; empty if none does.
	without string
	// share is the part of the time left that it may use, if others can answer after it;
	// 0 for all.
	share float64
	// run takes the step; nil for parts, which the step takes in its own order.
	run func(*deciding)
}

// plan is how a kernel is decided: steps in their order, of which each looks at what is
// open, and the parts of steps whose time is limited. gv2 explain --plan prints how it went.
// They stand in parts, so that a program that asks the exact engine alone has not all of gv2 in it.
func plan() []planned { return slices.Concat(beforeProver, ofProver, fewThreads, onProgress, atEnd) }

var beforeProver = []planned{
	{name: decision.StepListed, run: (*deciding).open},
	{name: decision.StepMemoryModel, without: BoogieEngine, share: 0.2, run: (*deciding).lookAtExecutions},
	{name: decision.StepAnyBlock, without: BoogieEngine, share: 0.5, run: (*deciding).anyBlock},
	{name: decision.StepArrayBounds, of: decision.StepAnyBlock, share: boundsShare},
	{name: decision.StepAllSizes, without: BoogieEngine, share: 0.5, run: func(x *deciding) { x.exact.Enumerate() }},
	{name: decision.StepLaunched, without: BoogieEngine, share: 0.1, run: func(x *deciding) { x.exact.Launched() }},
	{name: decision.StepSampleValues, without: BoogieEngine, share: 0.1, run: func(x *deciding) { x.exact.Sample() }},
	{name: decision.StepSmallGrids, without: BoogieEngine, share: 0.1, run: func(x *deciding) { x.exact.SampleGrids() }},
	{name: decision.StepMemoryModel, without: BoogieEngine, share: 0.2, run: (*deciding).askAboutExecutions},
}

var ofProver = []planned{
	{name: decision.StepOpen, without: WeftEngine, run: func(x *deciding) { x.prover.Stop() }},
	{name: decision.StepDiscipline, without: WeftEngine, share: 0.4, run: func(x *deciding) { x.prover.Disciplines() }},
	{name: decision.StepAsynchronous, without: WeftEngine, share: 0.6, run: func(x *deciding) { x.prover.Asynchronous() }},
	{name: decision.StepPhases, without: WeftEngine, share: 0.6, run: func(x *deciding) { x.prover.Phases() }},
	{name: decision.StepBetweenBlocks, without: WeftEngine, run: func(x *deciding) { x.prover.RacesAcross() }},
	{name: decision.StepBetweenBlocks, without: WeftEngine, run: func(x *deciding) { x.prover.BetweenBlocks() }},
	{name: decision.StepGenerations, without: WeftEngine, run: func(x *deciding) { x.prover.Generations() }},
	{name: decision.StepDisjoint, of: decision.StepGenerations, share: 0.4}, // time to sort out guesses stays
	{name: decision.StepTwoThreads, without: WeftEngine, run: func(x *deciding) { x.prover.TwoThreads() }},
	{name: decision.PartFirst, of: decision.StepTwoThreads, share: 0.3},
	{name: decision.PartOpaque, of: decision.StepTwoThreads, share: 0.5},
	{name: decision.PartGuessed, of: decision.StepTwoThreads, share: 0.6},
	{name: decision.PartBenign, of: decision.StepTwoThreads, share: 0.2},
	{name: decision.StepInfer, of: decision.StepTwoThreads, share: 0.5},
	{name: decision.PartProof, of: decision.StepTwoThreads, share: 0.7}, // loops unrolled, or the other integers, come after
	{name: decision.PartLastProof, of: decision.StepTwoThreads, share: 0.95},
	{name: decision.StepOtherArith, of: decision.StepTwoThreads, share: 0.5},
}

var fewThreads = []planned{
	{name: decision.StepFewThreads, without: BoogieEngine, share: 0.3, run: func(x *deciding) { axioms.AskFew(x.d) }},
}

var onProgress = []planned{
	{name: decision.StepProgress, without: BoogieEngine, share: 0.3, run: func(x *deciding) { progress.Ask(x.d) }},
}

var atEnd = []planned{
	{name: decision.StepBounded, run: func(x *deciding) { x.exact.Bound() }},
	{name: decision.StepOpen, run: (*deciding).leave},
}

// shares are those of the parts.
func shares() prove.Shares {
	out := prove.Shares{}
	for _, p := range plan() {
		if p.of != "" {
			out[p.name] = p.share
		}
	}
	return out
}

// Decide decides every property of k that opts ask for, by the engine that fits.
// The exact engine goes first, and what it settles is settled: it is complete
// for what it can execute. Where a parameter stands in its way, it has a short
// look at small values, which finds most faults. Boogie gets what is open then.
// Where nobody can answer for every input, what small values have shown is the
// answer.
//
// Decide never fails: what goes wrong is told in Result.Diags (the input) and
// Result.Err (a tool).
func Decide(ctx context.Context, k *kernel.Kernel, opts Options, engines Engines) Result {
	c := caseOf(ctx, k, opts)
	opts = c.Opts
	if opts.Engine == BoogieEngine && !asksDerived(opts) && !opts.Exact.WarpSync && !prove.Generational(opts, c.Kernel) {
		return prove.Verify(c, engines.Solve, confirm.Confirm{Check: engines.Check}, shares())
	}
	return begin(c, engines).follow(plan())
}

// Exactly decides what needs no prover: it says what Decide says where Engine is WeftEngine, but for loops
// that wait, whose progress it does not look at: that argument is as large as the engine.
func Exactly(ctx context.Context, k *kernel.Kernel, opts Options) Result {
	opts.Engine = WeftEngine
	d := decision.Begin(caseOf(ctx, k, opts))
	x := &deciding{d: d, exact: exact.New(d, weft.Check)}
	return x.follow(slices.Concat(beforeProver, fewThreads, atEnd))
}

// follow takes the steps in their order and sums up what they have shown.
func (x *deciding) follow(steps []planned) Result {
	for _, p := range steps {
		if x.d.Opts.UntilFault && x.atFault() {
			break
		}
		if p.of == "" && (p.without == "" || p.without != x.d.Opts.Engine) {
			x.d.Share = p.share
			x.d.Step(p.name, func() { p.run(x) })
			x.tell()
		}
	}
	return x.finish()
}

// caseOf is the case of a kernel as the steps look at it.
func caseOf(ctx context.Context, k *kernel.Kernel, opts Options) decision.Case {
	opts = opts.Limited()
	opts.Began = opts.Start()
	k = rewrite.StrongAccesses(rewrite.ValidatedReads(phases.Attended(k)))
	if opts.Encoding.LockStep = opts.Exact.WarpSync; opts.Exact.WarpSync {
		k = rewrite.InLockStep(k)
	}
	return decision.CaseOf(ctx, k, opts)
}

// tell tells of a fault that the steps so far have shown.
func (x *deciding) tell() {
	if x.d.Opts.Found == nil {
		return
	}
	for i := range x.d.Result.Findings {
		f := &x.d.Result.Findings[i]
		if p := x.d.By[f.Property]; p != nil && p.Status == claim.Refuted && f.Severity == claim.ErrorSeverity && !leavesArray(x.d.Kernel, f) {
			x.d.Opts.Found(f.Pos(), f.Message)
			return
		}
	}
}

// atFault reports whether a property is refuted.
func (x *deciding) atFault() bool {
	for _, p := range x.d.By {
		if p.Status == claim.Refuted {
			return true
		}
	}
	return false
}

// deciding is one call of Decide: what is known, and the engines that are asked.
type deciding struct {
	d     *decision.Decision
	exact *exact.Engine
	// prover is nil where only the exact engine is asked.
	prover *prove.Prover
	// looked is set where a look at executions has said what they can say.
	looked bool
}

func begin(c decision.Case, engines Engines) *deciding {
	d := decision.Begin(c)
	return &deciding{
		d: d, exact: exact.New(d, engines.Check),
		prover: prove.New(d, engines.Solve, confirm.Confirm{Check: engines.Check}, shares()),
	}
}

func (x *deciding) lookAtExecutions() { x.looked = axioms.Look(x.d) }

func (x *deciding) askAboutExecutions() {
	if !x.looked {
		axioms.Ask(x.d)
	}
}

// open lists what is to be decided.
func (x *deciding) open() {
	engine := WeftEngine
	if x.d.Opts.Engine == BoogieEngine {
		engine = BoogieEngine
	}
	for _, name := range kernel.Properties(nil) {
		waits := name == kernel.Deadlock && x.d.Opts.Encoding.Properties == nil && x.d.WaitsInLockStep()
		if waits || x.d.Opts.Applies(x.d.Kernel, name) {
			x.d.By[name] = &Property{Name: name, Status: claim.Unknown, Engine: engine}
		}
		if !name.In(x.d.Kernel) {
			x.d.Board.Enter(claim.Proof{Claims: claim.Lockstep(claim.Of(name)...), By: claim.ByText})
		}
	}
	if !fact.AsksBetweenBlocks(x.d.Kernel, kernel.Divergence, false) {
		x.d.Board.Enter(claim.Proof{Claims: claim.Lockstep(claim.Claim{Property: kernel.Divergence, Scope: claim.BetweenBlocks}), By: claim.ByText})
	}
	x.d.Settle()
}

// boundsShare is the part of the time left for a look at the bounds of arrays.
const boundsShare = 0.1

// anyBlock executes a block whatever the input; and looks at the bounds of arrays where an access
// may leave one and the kernel itself does not ask.
func (x *deciding) anyBlock() {
	x.exact.Execute()
	x.d.Share = boundsShare
	k := x.d.Kernel
	if x.d.Opts.CertainBounds && !kernel.Bounds.In(k) && k.Launch.Threads() > 0 && fact.MayLeaveArrays(k) {
		x.exact.CertainBounds()
	}
}

// asksDerived reports whether a property is asked for that Boogie decides by
// means of another.
func asksDerived(opts Options) bool {
	return slices.ContainsFunc(prove.Derived, func(p kernel.Property) bool { return opts.Encoding.Properties[p] })
}

// openReason is why something is open that nobody said anything about.
func (x *deciding) openReason() string {
	switch {
	case x.d.Clock.Over():
		return x.d.Late("")
	case x.d.Result.Err != nil:
		return "undecided, because a tool failed: " + decision.ToolReason(x.d.Result.Err)
	case x.d.Result.Diags.HasErrors():
		return "undecided, because the translation does not support a construct of the kernel"
	}
	return "no engine gave an answer"
}

// leave gives a reason for what no step has decided.
func (x *deciding) leave() {
	if !x.d.Clock.Over() {
		for name, p := range x.d.By {
			if p.Status == claim.Unknown && p.Why.None() {
				p.Why = x.d.Resting(name)
			}
		}
	}
	if overlaps := x.d.Kernel.Overlaps; len(overlaps) > 0 && !x.d.Clock.Over() {
		for name, p := range x.d.By {
			if p.Status == claim.Unknown && (name == kernel.DataRace || p.Why.None()) {
				p.Why = claim.Because(overlaps[0].Why)
			}
		}
	}
	x.d.Reason("", claim.Because(x.openReason()))
}

// finish sums everything up.
func (x *deciding) finish() Result {
	r := &x.d.Result
	for _, name := range kernel.Properties(nil) {
		if p := x.d.By[name]; p != nil {
			r.Properties = append(r.Properties, *p)
		}
	}
	if p := x.d.By[kernel.DataRace]; p == nil || p.Engine != WeftEngine {
		r.Notes = slices.DeleteFunc(r.Notes, func(n claim.Note) bool { return n.Unknown })
	}
	for _, scope := range []claim.Scope{claim.WithinBlock, claim.BetweenBlocks} {
		if x.d.Board.Status(claim.Claim{Property: kernel.DataRace, Scope: scope}) == claim.Proved {
			r.Listed = maps.Clone(r.Listed)
			if r.Listed == nil {
				r.Listed = map[claim.Scope]bool{}
			}
			r.Listed[scope] = true
		}
	}
	r.Notes = slices.DeleteFunc(r.Notes, func(n claim.Note) bool { return n.Property != "" && !x.d.Unknown(n.Property) })
	x.assume()
	x.assumeWaitsEnd()
	x.assumeInits()
	prove.AssumeNoOverflow(r, &x.d.Board)
	r.Findings = dropDoubtful(x.d.Kernel, claim.Gather(r.Findings))
	dropIdle(x.d.Kernel, r.Findings)
	noteVolatile(x.d.Kernel, r)
	r.Stats.Seconds = time.Since(x.d.Clock.Began).Seconds()
	switch r.Outcome = r.Overall(); {
	case x.executedFault():
	case r.Err != nil:
		r.Outcome = KernelError
	case r.Diags.HasErrors():
		r.Outcome = KernelUnsupported
	}
	return *r
}

// executedFault reports whether the exact engine refuted something: that stands
// whatever becomes of the other tools.
func (x *deciding) executedFault() bool {
	for _, p := range x.d.Result.Properties {
		if p.Status == claim.Refuted && p.Engine == WeftEngine {
			return true
		}
	}
	return false
}

// assume lists what the verdicts rest on: the exact engine's part where it
// decided anything, in front.
func (x *deciding) assume() {
	for _, p := range x.d.Result.Properties {
		if p.Engine == WeftEngine && p.Status != claim.NotChecked && p.Why.None() || p.Status == claim.Bounded {
			x.d.Result.Assumptions = decision.Sentences(exact.Assumptions(x.d.Kernel, x.d.Opts), x.d.Result.Assumptions)
			return
		}
	}
}

// assumeWaitsEnd says what a proof of barrier-divergence takes for granted that was not made by execution, unless
// deadlock shows it: threads that wait for ever at a numbered barrier miss the barriers behind it.
func (x *deciding) assumeWaitsEnd() {
	p, waits := x.d.By[kernel.Divergence], x.d.By[kernel.Deadlock]
	if waits != nil && waits.Status == claim.Proved && !kernel.Deadlock.In(x.d.Kernel) && x.d.Opts.Progress != decision.LockStep && fact.WaitsForThreads(x.d.Kernel) {
		// Without barriers the text shows it, but for loops that wait: that these do not wait for ever was not shown.
		x.d.Result.Assumptions = decision.Sentences(x.d.Result.Assumptions, []string{decision.WaitsEnd})
	}
	if p == nil || p.Status != claim.Proved || p.Engine == WeftEngine || fact.OnlyOfBlock(x.d.Kernel) || waits != nil && waits.Status == claim.Proved {
		return
	}
	text := "waits at numbered barriers end"
	switch {
	case waits == nil || waits.Status == claim.NotChecked:
		text += " (--check deadlock checks it)"
	case waits.Status == claim.Refuted:
		text += ", although deadlock is refuted"
	default:
		text += ", which deadlock does not show"
	}
	x.d.Result.Assumptions = decision.Sentences(x.d.Result.Assumptions, []string{text})
}

// assumeInits says that a proof about bulk copies takes for granted that they see an initialisation of the barrier that they complete
// phases of, where no fence shows it to the async proxy.
func (x *deciding) assumeInits() {
	if p := x.d.By[kernel.DataRace]; p == nil || p.Status != claim.Proved {
		return
	}
	if s, a := fact.UnfencedInit(x.d.Kernel); s != nil {
		x.d.Result.Assumptions = decision.Sentences(x.d.Result.Assumptions, []string{fmt.Sprintf(
			"bulk copies see the barriers of %s initialised: no fence.mbarrier_init or fence.proxy.async follows at line %d", cmp.Or(a.Label, a.Name), s.Source().Pos.Line)})
	}
}

// DefaultEngines are those that users get.
func DefaultEngines() Engines { return Engines{Solve: solver.Run, Check: weft.Check} }
