package verdict

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
	"gv2/runtime/claim"
	"gv2/runtime/solver"
	"gv2/runtime/weft"
)

// Check runs the exact engine; weft.Check is the one that users get.
type Check func(ctx context.Context, k *kernel.Kernel, o weft.Options) (*weft.Report, error)

// Engines are the engines to ask.
type Engines struct {
	Solve Solve
	Check Check
}

// planned is a step of the plan.
type planned struct {
	// name is the step's; empty for one that has steps of its own.
	name string
	// without is the engine that does without the step; empty if none does.
	without string
	// share is the part of the time left that the step may use, if others can answer after
	// it. Those of the parts of the translation stand with these.
	share float64
	run   func(*decision)
}

// plan is how a kernel is decided: steps in their order, of which each looks at what is
// open. gv2 explain --plan prints how it went.
var plan = []planned{
	{name: stepListed, run: (*decision).open},
	{name: stepAnyBlock, without: BoogieEngine, share: 0.5, run: (*decision).execute},
	{name: stepAllSizes, without: BoogieEngine, share: 0.5, run: (*decision).enumerate},
	{name: stepSampleValues, without: BoogieEngine, share: 0.1, run: (*decision).sample},
	{name: stepSmallGrids, without: BoogieEngine, share: 0.1, run: (*decision).sampleGrids},
	{without: WeftEngine, run: (*decision).translate}, // between-blocks, generations, two-threads
	{name: stepBounded, run: (*decision).bound},
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
	opts = opts.limited()
	opts.Began = opts.began()
	if opts.Encoding.LockStep = opts.Exact.WarpSync; opts.Exact.WarpSync {
		k = rewrite.InLockStep(k)
	}
	d := &decision{
		ctx: ctx, k: k, opts: opts, engines: engines, began: opts.began(), by: map[kernel.Property]*Property{},
		result: Result{Kernel: k.Name, Pos: k.Pos, Launch: k.Launch},
	}
	if opts.Engine == BoogieEngine && !d.asksDerived() && !opts.Exact.WarpSync && !opts.generational(k) {
		return VerifyWith(ctx, k, opts, engines.Solve)
	}
	for _, p := range plan {
		if p.without == "" || p.without != opts.Engine {
			d.share = p.share
			d.step(p.name, func() { p.run(d) })
		}
	}
	return d.finish()
}

// decision is one call of Decide.
type decision struct {
	ctx     context.Context
	k       *kernel.Kernel
	opts    Options
	engines Engines
	began   time.Time
	result  Result
	// by holds the properties that are asked for and say something here.
	by map[kernel.Property]*Property
	// board holds the evidence. What is proved is what it says.
	board claim.Board
	// share is the part of the time left that the step may use.
	share float64
	// report is the exact engine's answer, nil without one.
	report *weft.Report
	// acrossReason is why there is no proof that blocks do not race with each other.
	acrossReason string
	// between says why what else is asked of threads of different blocks is not proved,
	// by property.
	between map[kernel.Property]string
	// valueSearch holds what small values of parameters have shown, nil where none
	// were tried.
	valueSearch *valueSearch
}

// open lists what is to be decided.
func (d *decision) open() {
	engine := WeftEngine
	if d.opts.Engine == BoogieEngine {
		engine = BoogieEngine
	}
	for _, name := range kernel.Properties(nil) {
		if d.opts.applies(d.k, name) {
			d.by[name] = &Property{Name: name, Status: claim.Unknown, Engine: engine}
		}
		if !name.In(d.k) {
			d.board.Enter(claim.Proof{Claims: lockstep(claim.Of(name)...), By: text})
		}
	}
	if !fact.AsksBetweenBlocks(d.k, kernel.Divergence, false) {
		d.board.Enter(claim.Proof{Claims: lockstep(claim.Claim{Property: kernel.Divergence, Scope: claim.BetweenBlocks}), By: text})
	}
	d.settle()
}

// settle gives every property the status that the evidence on it has.
func (d *decision) settle() {
	for name, p := range d.by {
		p.Status = d.board.Property(name)
	}
}

// resting is what keeps an open property from being proved, of the proof that it has.
func (d *decision) resting(name kernel.Property) claim.Reason {
	for _, c := range claim.Of(name) {
		if base, missing := d.board.Missing(c, claim.Unknown); missing {
			return claim.Resting(base.Property, d.board.Property(base.Property))
		}
	}
	return claim.Reason{}
}

// bounded says up to which bound nothing is wrong, of a property that is bounded.
func (d *decision) bounded(name kernel.Property) claim.Reason {
	for _, c := range claim.Of(name) {
		if d.board.Status(c) == claim.Bounded {
			return claim.Because(d.board.Bound(c))
		}
	}
	return claim.Reason{}
}

// asksDerived reports whether a property is asked for that Boogie decides by
// means of another.
func (d *decision) asksDerived() bool {
	return slices.ContainsFunc(derived, func(p kernel.Property) bool { return d.opts.Encoding.Properties[p] })
}

// unknown reports whether the property is to be decided and is not yet.
func (d *decision) unknown(name kernel.Property) bool {
	p := d.by[name]
	return p != nil && p.Status == claim.Unknown
}

func (d *decision) anyUnknown() bool {
	for name := range d.by {
		if d.unknown(name) {
			return true
		}
	}
	return false
}

func (d *decision) refuted(names ...kernel.Property) kernel.Property {
	for _, name := range names {
		if p := d.by[name]; p != nil && p.Status == claim.Refuted || d.report != nil && d.report.Verdicts[name].Status == claim.Refuted {
			return name
		}
	}
	return ""
}

// execute asks the exact engine about all inputs.
func (d *decision) execute() {
	share := d.share
	if d.opts.Engine == WeftEngine {
		share = 1
	}
	d.opts.Trace.Ask(WeftEngine, "the block executed as a whole, whatever the input")
	report, err := d.check(d.k, d.deadline(share), d.opts.Exact.MaxCommands, nil)
	switch {
	case err == nil:
		d.report = report
		d.result.Stats.Exact = &report.Stats
		d.enter(report)
	case timeOver(err):
		d.reason(WeftEngine, claim.Because(d.executeReason(share)))
	default:
		d.result.Err = fmt.Errorf("internal error: %w", err)
	}
	if p := d.by[kernel.LoopInvariant]; p != nil && p.Status == claim.Unknown && d.opts.Engine == WeftEngine {
		d.board.Enter(claim.Open{Claims: claim.Of(kernel.LoopInvariant), By: claim.Method{Engine: claim.Weft}, Why: notExact})
		p.Why = notExact
		d.settle()
	}
}

// notExact is why the exact engine leaves loop invariants open.
var notExact = claim.Reason{Kind: claim.NotItsBusiness, Text: "the exact engine needs no loop invariants and checks none; --engine boogie does"}

// executeReason says that the exact engine had not the time it needs.
func (d *decision) executeReason(share float64) string {
	if share < 1 && d.ctx.Err() == nil {
		return "executing the kernel takes longer than its share of the time limit of " + secondsText(d.opts.Timeout)
	}
	return d.opts.timeReason(d.ctx, doingExecute)
}

// over reports whether the kernel's time is over.
func (d *decision) over() bool {
	until := d.deadline(1)
	return d.ctx.Err() != nil || !until.IsZero() && !time.Now().Before(until)
}

// deadline is when that share of the time left is over; zero for no limit.
func (d *decision) deadline(share float64) time.Time {
	if d.opts.Timeout == 0 {
		return time.Time{}
	}
	left := d.opts.Timeout - time.Since(d.began)
	return time.Now().Add(time.Duration(float64(left) * share))
}

// check runs the exact engine on a kernel until the time is over, for at most that many
// commands, with parameters fixed.
func (d *decision) check(k *kernel.Kernel, until time.Time, commands int64, params map[string]int64) (*weft.Report, error) {
	ctx, cancel := Within(d.ctx, until)
	defer cancel()
	o := d.opts.ExactOptions()
	o.Params, o.MaxCommands = params, commands
	return d.engines.Check(ctx, k, o)
}

func timeOver(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// enter takes over what the report says about all inputs.
func (d *decision) enter(report *weft.Report) {
	for name, v := range report.Verdicts {
		d.enterExact(name, v.Status, v.Blocks, v.Reason)
		p := d.by[name]
		if p == nil && v.Status == claim.Refuted && d.opts.asked(name) {
			p = &Property{Name: name}
			d.by[name] = p
		}
		if p != nil && p.Status != claim.Proved {
			p.Why, p.Engine = claim.Because(v.Reason), WeftEngine
		}
		if p != nil {
			p.Seconds = report.Stats.Seconds
		}
	}
	d.settle()
	view := exactView{k: d.k, report: report}
	for _, f := range view.findings() {
		d.find(f)
	}
	d.result.Notes = append(d.result.Notes, view.notes()...)
}

// find files a finding of the exact engine if it was asked for.
func (d *decision) find(f claim.Finding) {
	if f.Severity == claim.BenignSeverity && d.opts.Encoding.AllowSameValue || !d.opts.asked(f.Property) {
		return
	}
	d.result.Findings = append(d.result.Findings, f)
}

// reason is why everything that is open without a reason is open. The engine is the
// one that left it so; empty for the one that looked at it last.
func (d *decision) reason(engine string, why claim.Reason) {
	for _, p := range d.by {
		if p.Status != claim.Unknown || !p.Why.None() {
			continue
		}
		p.Why = why
		if engine != "" {
			p.Engine = engine
		}
	}
}

// openReason is why something is open that nobody said anything about.
func (d *decision) openReason() string {
	switch {
	case d.over():
		return d.opts.timeReason(d.ctx, "")
	case d.result.Err != nil:
		return "left open because a tool failed: " + toolReason(d.result.Err)
	case d.result.Diags.HasErrors():
		return "left open because the translation does not support a construct of the kernel"
	}
	return "no engine gave an answer"
}

// finish sums everything up.
func (d *decision) finish() Result {
	r := &d.result
	d.step(stepOpen, func() { d.reason("", claim.Because(d.openReason())) })
	for _, name := range kernel.Properties(nil) {
		if p := d.by[name]; p != nil {
			r.Properties = append(r.Properties, *p)
		}
	}
	if p := d.by[kernel.DataRace]; p == nil || p.Engine != WeftEngine {
		r.Notes = slices.DeleteFunc(r.Notes, func(n claim.Note) bool { return n.Unknown })
	}
	d.assume()
	r.assumeNoOverflow(kernel.Waits(d.k), fact.ReadsBack(d.k))
	r.Findings = claim.Gather(r.Findings)
	dropIdle(d.k, r.Findings)
	r.Stats.Seconds = time.Since(d.began).Seconds()
	switch r.Outcome = r.overall(); {
	case d.executedFault():
	case r.Err != nil:
		r.Outcome = KernelError
	case r.Diags.HasErrors():
		r.Outcome = KernelUnsupported
	}
	return *r
}

// executedFault reports whether the exact engine refuted something: that stands
// whatever becomes of the other tools.
func (d *decision) executedFault() bool {
	for _, p := range d.result.Properties {
		if p.Status == claim.Refuted && p.Engine == WeftEngine {
			return true
		}
	}
	return false
}

// assume lists what the verdicts rest on: the exact engine's part where it
// decided anything, in front.
func (d *decision) assume() {
	for _, p := range d.result.Properties {
		if p.Engine == WeftEngine && p.Status != claim.NotChecked && p.Why.None() || p.Status == claim.Bounded {
			d.result.Assumptions = sentences(exactAssumptions(d.k, d.opts), d.result.Assumptions)
			return
		}
	}
}

// toolReason is the first line of a tool's failure.
func toolReason(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// DefaultEngines are those that users get.
func DefaultEngines() Engines { return Engines{Solve: solver.Run, Check: weft.Check} }
