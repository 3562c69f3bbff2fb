package verdict

import (
	"fmt"
	"slices"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/weft"
)

// translate hands to Boogie what is open and what it knows.
func (d *decision) translate() {
	if d.result.Err != nil {
		return
	}
	if why := d.blockedBy(); !why.None() {
		if d.report != nil && d.report.NotStatic != nil {
			// Fixing what the first run could not know would only show the fault again.
			d.forgetReasons()
		}
		d.step(stepOpen, func() { d.reason(WeftEngine, why) })
		return
	}
	if d.openAcross() {
		d.across()
	}
	switch {
	case d.result.Err != nil:
	case d.opts.generational(d.k) && d.anyUnknown():
		d.generations()
		d.leftToBarriers()
	default:
		d.step(stepTwoThreads, d.within)
	}
}

// blockedBy says why nothing more can be said about a kernel that is refuted: what
// follows a barrier's fault is undefined, and what threads do may rest on what
// they read. Other faults stand by themselves, and the rest is looked at.
func (d *decision) blockedBy() claim.Reason {
	if fault := d.refuted(ofBarriers...); fault != "" {
		return afterFault(fault, d.result.Findings)
	}
	if d.refuted(kernel.DataRace) != "" && fact.ReadsBack(d.k) {
		return claim.Resting(kernel.DataRace, claim.Refuted)
	}
	return claim.Reason{}
}

// afterFault says that a barrier's fault leaves nothing to be said about the rest.
func afterFault(property kernel.Property, findings []claim.Finding) claim.Reason {
	for i := range findings {
		if f := &findings[i]; f.Property == property && f.Severity == claim.ErrorSeverity {
			return claim.Behind(property, f.Pos())
		}
	}
	return claim.Behind(property, diag.Pos{})
}

// forgetReasons drops why properties are open.
func (d *decision) forgetReasons() {
	for _, p := range d.by {
		if p.Status == claim.Unknown {
			p.Why = claim.Reason{}
		}
	}
}

// openAcross reports whether only races between blocks keep data-race open.
func (d *decision) openAcross() bool {
	return d.report != nil && d.report.Verdicts[kernel.DataRace].Blocks && d.unknown(kernel.DataRace)
}

// ask puts one question to the translation.
func (d *decision) ask(names map[kernel.Property]bool, across bool, on bases) Result {
	r := d.askOf(d.k, names, across, on)
	d.elsewhere(&r, across, on)
	return r
}

func (d *decision) askOf(k *kernel.Kernel, names map[kernel.Property]bool, across bool, on bases) Result {
	opts := d.opts
	opts.Encoding.Properties = names
	if across {
		opts.Encoding.Pairs = ask.BetweenBlocks
	}
	return translation{ctx: d.ctx, k: k, opts: opts, solve: d.engines.Solve, began: d.began, bases: on}.verify()
}

// within asks about two threads of a block, and of different blocks where
// data-race is open as a whole.
//
// The translation takes both threads through the same statements. It must show
// itself that they go there, also where the exact engine has shown that barriers
// are used properly: that engine lets threads meet at different statements where
// the hardware does.
func (d *decision) within() {
	names := d.openToTranslation()
	derive := fact.WholeBlocks(d.k) && slices.ContainsFunc(derived, d.unknown)
	if len(names) == 0 && !derive {
		d.reason(BoogieEngine, claim.Because("the translation supports only barriers of the whole block; --engine weft has no such limit"))
		return
	}
	if derive || kernel.Waits(d.k) {
		names[kernel.Divergence] = true
	}
	d.opts.Trace.Ask(BoogieEngine, "two threads of a block"+d.alsoBetween(names)+": "+listed(names))
	r := d.ask(names, false, d.races(names))
	if d.opts.Engine != BoogieEngine && refusedBarriers(d.k, &r.Diags) {
		d.opts.Trace.Note("the translation does not support these barriers")
		if d.unknown(kernel.DataRace) && !d.openAcross() {
			d.across()
		}
		d.reason(BoogieEngine, claim.Because(firstUnsupported(&r.Diags)))
		return
	}
	d.takeOver(r)
	d.join(r, names)
	if p := r.Property(kernel.Divergence); p != nil && derive {
		d.derive(p)
	}
	d.compare(r)
}

var (
	// translatable are the properties that the translation states, derived those that
	// it decides through barrier-divergence.
	translatable = kernel.Properties(func(p *kernel.PropertyInfo) bool { return p.TwoThreads })
	derived      = kernel.Properties(func(p *kernel.PropertyInfo) bool { return !p.TwoThreads })
	// ofBarriers are those whose faults leave what comes behind undefined.
	ofBarriers = kernel.Properties(func(p *kernel.PropertyInfo) bool { return p.OfBarriers })
)

// openToTranslation are the open properties that the translation knows, but for races
// that it has been asked about already.
func (d *decision) openToTranslation() map[kernel.Property]bool {
	names := map[kernel.Property]bool{}
	for _, name := range translatable {
		if d.unknown(name) && !(name == kernel.DataRace && d.openAcross()) {
			names[name] = true
		}
	}
	return names
}

// races is what is known about data races where the question is not about them,
// for proofs to rest on.
func (d *decision) races(asked map[kernel.Property]bool) bases {
	if !asked[kernel.DataRace] && (d.by[kernel.DataRace] != nil || d.board.Property(kernel.DataRace) != claim.Unknown) {
		return d.known(kernel.DataRace)
	}
	return bases{} // asked here, or by nobody: an assumption
}

// across asks about races of two threads of different blocks only. Barriers order
// nothing between them, so nothing rests on barriers here, but for those of the grid;
// and that no threads of one block race is known, or is going to be part of the answer.
func (d *decision) across() { d.step(stepBetweenBlocks, d.askAcross) }

// racesAcross is that no threads of different blocks race.
var racesAcross = claim.Claim{Property: kernel.DataRace, Scope: claim.BetweenBlocks}

func (d *decision) askAcross() {
	if d.k.Launch.Blocks() == 1 || d.opts.Encoding.IntraGroup {
		d.board.Enter(claim.Proof{Claims: []claim.Claim{racesAcross}, By: text})
		return
	}
	names := map[kernel.Property]bool{kernel.DataRace: true}
	on := d.known(kernel.Divergence)
	if fact.AsksBetweenBlocks(d.k, kernel.Divergence, false) {
		names[kernel.Divergence], on = true, bases{}
	}
	encoding := d.opts.Encoding
	encoding.Properties, encoding.Pairs, encoding.Stop = names, ask.BetweenBlocks, d.over
	d.opts.Trace.Ask(BoogieEngine, "two threads of different blocks: "+listed(names))
	p := &Property{Name: kernel.DataRace, Status: claim.Proved} // if there is nothing to ask
	if out, diags := instrument.Encode(d.k, encoding); diags.HasErrors() || out.Late || len(out.Procedures) > 0 {
		r := d.ask(names, true, on)
		d.takeOver(r)
		if p = r.Property(kernel.DataRace); p == nil || r.Err != nil {
			return
		}
		if why := d.uncertainAcross(p, &r); !why.None() {
			p.Status, p.Why, p.Detail, p.Engine = claim.Unknown, why, "", BoogieEngine
		}
		d.board.Enter(witnesses(r.Findings, kernel.DataRace, p.Status == claim.Refuted)...)
		d.gather(r, map[kernel.Property]bool{kernel.DataRace: true}, p.Status)
	} else {
		d.board.Enter(claim.Proof{Claims: []claim.Claim{racesAcross}, By: text})
		d.opts.Trace.Note("there are no two accesses that could race")
	}
	if p.Status == claim.Proved {
		d.opts.Trace.Note("no race between blocks")
	}
	d.enterAcross(p)
}

// uncertainAcross is why a race between blocks that the translation finds does not count;
// none if it does.
func (d *decision) uncertainAcross(p *Property, r *Result) claim.Reason {
	switch {
	case p.Status != claim.Refuted:
		return claim.Reason{}
	case d.contradicted(r):
		return claim.Because(contradiction)
	case d.opts.Exact.WarpSync && fact.ReadsBack(d.k):
		return claim.Because("the translation does not model what lanes in lock step (--warp-sync) read from each other; it finds " + firstSuspicion(kernel.DataRace, r))
	}
	return claim.Reason{}
}

// enterAcross enters the answer about races between blocks.
func (d *decision) enterAcross(p *Property) {
	own, only := d.by[kernel.DataRace], d.openAcross()
	d.settle()
	if p.Status != claim.Refuted && !only {
		d.acrossReason = p.Reason()
		return
	}
	own.Engine, own.Arith, own.Why, own.Detail = p.Engine, p.Arith, p.Why, p.Detail
	own.Seconds += p.Seconds
	switch p.Status {
	case claim.Refuted:
	case claim.Unknown:
		own.Why, d.acrossReason = claim.Because("between blocks: "+p.Reason()), p.Reason()
	default:
		d.note("the exact engine rules out races within a block, the translation those between blocks")
	}
}

// note adds a sentence that no position belongs to, once.
func (d *decision) note(text string) {
	for _, n := range d.result.Notes {
		if n.Message == text {
			return
		}
	}
	d.result.Notes = append(d.result.Notes, claim.Note{Message: text})
}

// takeOver adds everything of the translation's answer but its verdicts.
func (d *decision) takeOver(r Result) {
	own := &d.result
	d.board.Enter(r.evidence...)
	own.Diags.Merge(r.Diags)
	own.Err = r.Err
	own.Assumptions = sentences(own.Assumptions, r.Assumptions)
	if own.Arith == "" {
		own.Arith, own.ArithWhy = r.Arith, r.ArithWhy
	}
	own.Notes = append(own.Notes, r.Notes...)
	own.Stats.add(r.Stats)
	if r.Err != nil {
		d.missing(toolReason(r.Err))
	}
}

// missing says of everything that is open that the tool for it failed.
func (d *decision) missing(why string) {
	for _, p := range d.by {
		if p.Status == claim.Unknown {
			p.Engine, p.Why = BoogieEngine, claim.Because("left to Boogie: "+why)
		}
	}
}

// join enters what the translation says about the properties that were open.
func (d *decision) join(r Result, names map[kernel.Property]bool) {
	open := slices.DeleteFunc(kernel.Properties(nil), func(name kernel.Property) bool {
		p := r.Property(name)
		return !names[name] || p == nil || !d.unknown(name) || r.Err != nil && p.Status == claim.Unknown
	})
	uncertain := map[kernel.Property]claim.Reason{}
	for _, name := range open {
		uncertain[name] = d.uncertain(name, &r)
		d.board.Enter(witnesses(r.Findings, name, uncertain[name].None())...)
	}
	d.settle()
	for _, name := range open {
		d.take(name, &r, uncertain[name])
	}
}

// take tells of a property what the translation has said about it.
func (d *decision) take(name kernel.Property, r *Result, uncertain claim.Reason) {
	own, p := d.by[name], r.Property(name)
	if own.Status == claim.Refuted || name == kernel.DataRace {
		d.gather(*r, map[kernel.Property]bool{name: true}, own.Status)
	}
	before := own.Reason()
	own.Why, own.Engine, own.Arith, own.Detail = p.Why, BoogieEngine, p.Arith, ""
	own.Seconds += p.Seconds
	switch {
	case own.Status == claim.Refuted:
		own.Why, own.Engine, own.Detail = claim.Reason{}, p.Engine, p.Detail
	case own.Status == claim.Proved:
		own.Why = claim.Reason{}
	case own.Status == claim.Bounded:
		own.Why = d.bounded(name)
	case own.Why == claim.Resting(kernel.Divergence, claim.Refuted) && d.elsewhereProved(kernel.Divergence):
		own.Why = claim.Because("the translation requires every thread to reach a barrier at the same statement; here they do not")
		d.noteLeft(before)
	case own.Why == claim.Resting(kernel.Divergence, claim.Refuted):
		own.Why = afterFault(kernel.Divergence, r.Findings)
	default:
		if !uncertain.None() {
			own.Why = uncertain
		} else if own.Why.None() {
			own.Why = d.resting(name)
		}
		d.noteLeft(before)
	}
}

// elsewhereProved reports whether a property was not for the translation to decide, and
// is not refuted.
func (d *decision) elsewhereProved(name kernel.Property) bool {
	return d.refuted(name) == "" && !d.unknown(name)
}

// noteLeft says why the exact engine has left a property open that stays so.
func (d *decision) noteLeft(reason string) {
	if reason != "" {
		d.note("left open by the exact engine: " + reason)
	}
}

// uncertain is why a fault that the translation finds does not count, none if it does, or
// if there is no fault. The translation knows fewer orders than there are, so its proofs
// hold, but what it refutes may not happen under rules that it does not model.
func (d *decision) uncertain(name kernel.Property, r *Result) claim.Reason {
	switch {
	case r.Property(name).Status != claim.Refuted:
		return claim.Reason{}
	case d.opts.Exact.WarpSync:
		return claim.Because("the translation models only part of what --warp-sync orders; it finds " + firstSuspicion(name, r))
	case name == kernel.Divergence && d.opts.Exact.Rule == weft.Volta:
		return claim.Because("the translation does not model --barrier-rule volta; it finds " + firstSuspicion(name, r) + " under cuda")
	case name == kernel.DataRace && d.contradicted(r):
		return claim.Because(contradiction)
	case (name == kernel.Assertion || name == kernel.Bounds) && d.assertedAway(name, r):
		return claim.Because("an assertion depends on the input, and what the translation finds is one that holds for every input")
	}
	return claim.Reason{}
}

// firstSuspicion describes the first finding of a property.
func firstSuspicion(name kernel.Property, r *Result) string {
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Property == name && f.Severity == claim.ErrorSeverity {
			return f.Suspicion()
		}
	}
	return "a fault"
}

// gather takes over the translation's findings about those properties; those that
// refute only if the property is refuted.
func (d *decision) gather(r Result, names map[kernel.Property]bool, status claim.Status) {
	for _, f := range r.Findings {
		if names[f.Property] && (status == claim.Refuted || f.Severity == claim.BenignSeverity) {
			d.result.Findings = append(d.result.Findings, f)
		}
	}
}

// derive decides what barrier-divergence decides in a kernel that only has
// barriers of the whole block.
func (d *decision) derive(divergence *Property) {
	var lockstep []claim.Claim
	for _, c := range claim.Of(kernel.Divergence) {
		c.Part = claim.SameStatement
		lockstep = append(lockstep, c)
	}
	d.board.Enter(claim.Proof{Claims: claim.Of(derived...), RestsOn: lockstep, By: claim.Method{Engine: claim.Boogie, Arith: divergence.Arith}})
	var open []kernel.Property
	for _, name := range derived {
		if d.unknown(name) {
			open = append(open, name)
		}
	}
	d.settle()
	for _, name := range open {
		p := d.by[name]
		p.Engine, p.Arith, p.Seconds = BoogieEngine, divergence.Arith, p.Seconds+divergence.Seconds
		if p.Why = divergence.Why; divergence.Status == claim.Refuted {
			p.Why = afterFault(kernel.Divergence, d.result.Findings)
		}
		if name == kernel.Deadlock && p.Status != claim.Unknown && fact.HasLoop(d.k) {
			d.result.Assumptions = append(d.result.Assumptions, loopsEnd)
		}
	}
}

// loopsEnd is what freedom from deadlock rests on where loops were not executed.
const loopsEnd = "loops end"

// compare demands that both engines agree about divergence where they ask the
// same question of the same values. It is a bug in gv2 if they do not.
func (d *decision) compare(r Result) {
	p := r.Property(kernel.Divergence)
	if p == nil || d.report == nil || r.Err != nil || p.Status != claim.Refuted ||
		d.report.Verdicts[kernel.Divergence].Status != claim.Proved || !d.comparable() {
		return
	}
	d.result.Err = fmt.Errorf("internal error, please report: the exact engine proves barrier-divergence and the translation finds %s",
		firstSuspicion(kernel.Divergence, &r))
}

// comparable reports whether the translation knows everything that the exact
// engine knows about this kernel: it takes what a thread reads back, or receives
// from others, to be arbitrary.
func (d *decision) comparable() bool {
	return d.opts.Exact.Rule != weft.Volta && !d.opts.Exact.WarpSync && fact.SameStatement(d.k) && !fact.ReadsBack(d.k) &&
		!fact.Receives(d.k)
}

// refusedBarriers reports whether the translation failed for the kernel's
// barriers and nothing else.
func refusedBarriers(k *kernel.Kernel, l *diag.List) bool {
	at := map[diag.Pos]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if op, ok := kernel.SyncOf(s); ok && op.Object.Barrier() {
			at[s.Source().Pos] = true
		}
		return true
	})
	for _, d := range l.All() {
		if d.Severity != diag.Warning && !at[d.Pos] {
			return false
		}
	}
	return l.HasErrors()
}

func firstUnsupported(l *diag.List) string {
	for _, d := range l.Sorted() {
		if d.Severity != diag.Warning {
			return d.Error()
		}
	}
	return ""
}
