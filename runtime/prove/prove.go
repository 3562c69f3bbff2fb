// Package prove puts the questions of a decision to the prover, by translation into a
// program of two threads: of a block, of different blocks, and of a block whose threads
// count generations of named barriers. It enters evidence on the board of the decision:
// proofs where the prover verified every procedure that decides a property, in a run in
// which no other check of that procedure failed (a failed assertion is assumed from there
// on, and may hide what comes after), with what these rest on; and faults with how they
// were seen.
//
// Verify answers by this alone, Infer tells which candidate invariants hold, and Translate
// writes the program for people. Whether a fault is one that the kernel's threads can
// reach, package confirm knows; prove asks it through Confirming.
package prove

import (
	"context"
	"fmt"
	"slices"

	"gv2/boogie"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/predicate/fact"
	"gv2/predicate/inflight"
	"gv2/predicate/rewrite"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/solver"
	"gv2/runtime/weft"
)

// Prover puts questions to the translation.
type Prover struct {
	d          *decision.Decision
	solve      Solve
	confirming Confirming
	// acrossReason is why there is no proof that blocks do not race with each other.
	acrossReason string
	// between says why what else is asked of threads of different blocks is not proved,
	// by property.
	between map[kernel.Property]string
	// stopped is set where a fault leaves nothing to ask, counts where questions about
	// generations are asked, and barriers once LOG and CHECK are to be used in spite of
	// what the options say.
	stopped, counts, barriers bool
	addresses                 bool // those of asynchronous copies have been asked about
	shares                    Shares
}

// Shares are the parts of the time left that parts of questions may use, by their names in
// package decision.
type Shares map[string]float64

// New puts the questions of a decision to solve, and faults that the translation
// suspects to confirming. Parts of them have shares of the time left.
func New(d *decision.Decision, solve Solve, confirming Confirming, shares Shares) *Prover {
	return &Prover{d: d, solve: solve, confirming: confirming, shares: shares}
}

// Stop says of what is open that nothing more can be said, where a fault comes first. The
// other steps ask nothing then.
func (v *Prover) Stop() {
	why := v.d.BlockedBy()
	if why.None() || v.d.Result.Err != nil {
		return
	}
	v.stopped = true
	if v.d.Report != nil && v.d.Report.NotStatic != nil {
		// Fixing what the first run could not know would only show the fault again.
		v.d.ForgetReasons()
	}
	v.d.Reason(decision.WeftEngine, why)
}

// bySimplex has questions asked by the solver's faster method for sums, until what it returns is called: those about copies and
// phases are about counters, most of which grow by one.
func (v *Prover) bySimplex() func() {
	solve := v.solve
	v.solve = func(ctx context.Context, p boogie.Printed, o solver.Options) (*solver.Answer, error) {
		o.Simplex = true
		return solve(ctx, p, o)
	}
	return func() { v.solve = solve }
}

// over reports whether no more questions are asked.
func (v *Prover) over() bool { return v.stopped || v.d.Result.Err != nil }

// RacesAcross asks about races of two threads of different blocks, where the exact engine
// leaves only these open, or where the questions about generations, which are about threads of
// one block, come next.
func (v *Prover) RacesAcross() {
	if v.over() {
		return
	}
	if v.d.OpenAcross() {
		v.askAcross()
	}
	v.counts = v.d.Result.Err == nil && Generational(v.d.Opts, v.d.Kernel) && v.d.AnyUnknown()
	if v.counts && v.d.Unknown(kernel.DataRace) && !v.d.OpenAcross() {
		v.askAcross()
	}
}

// TwoThreads asks about two threads by LOG and CHECK. Where generations were asked about in
// a kernel that does not need them, it asks what these leave open, so that the choice makes
// no difference to what is decided: LOG and CHECK also refute.
func (v *Prover) TwoThreads() {
	switch {
	case v.over():
	case !v.counts:
		v.within()
	case v.d.AnyUnknown() && !rewrite.NeedsGenerations(v.d.Kernel):
		v.barriers = true
		v.within()
		v.d.Note("what generations do not show is also checked with --encoding barrier: all barriers are of the whole block")
	}
}

// ask puts one question to the translation.
func (v *Prover) ask(names map[kernel.Property]bool, across bool, on bases) answer {
	r := v.askOf(v.d.Kernel, names, across, on)
	v.elsewhere(&r, across, on)
	return r
}

func (v *Prover) askOf(k *kernel.Kernel, names map[kernel.Property]bool, across bool, on bases) answer {
	opts := v.d.Opts
	opts.Encoding.Properties = names
	if across {
		opts.Encoding.Pairs = ask.BetweenBlocks
	}
	if v.barriers {
		opts.Encoding.Encoding = ask.BarrierEncoding
	}
	c := v.d.With(opts)
	c.Kernel = k
	return translation{Case: c, solve: v.solve, confirming: v.confirming, shares: v.shares, bases: on}.verify()
}

// within asks about two threads of a block, and of different blocks where
// data-race is open as a whole.
//
// The translation takes both threads through the same statements. It must show
// itself that they go there, also where the exact engine has shown that barriers
// are used properly: that engine lets threads meet at different statements where
// the hardware does.
func (v *Prover) within() {
	names := v.openToTranslation()
	derive := fact.WholeBlocks(rewrite.Split(v.d.Kernel)) && slices.ContainsFunc(Derived, v.d.Unknown)
	if len(names) == 0 && !derive {
		v.d.Reason(decision.BoogieEngine, claim.Because("the translation supports only barriers of the whole block; --engine weft has no such limit"))
		return
	}
	if derive || kernel.Waits(v.d.Kernel) {
		names[kernel.Divergence] = true
	}
	v.d.Opts.Trace.Ask(decision.BoogieEngine, "two threads of a block"+v.alsoBetween(names)+": "+listed(names))
	r := v.ask(names, false, v.races(names))
	if v.d.Opts.Engine != decision.BoogieEngine && refusedBarriers(v.d.Kernel, &r.Diags) {
		v.d.Opts.Trace.Note("the translation does not support these barriers")
		if v.d.Unknown(kernel.DataRace) && !v.d.OpenAcross() {
			v.d.Step(decision.StepBetweenBlocks, v.askAcross)
		}
		v.d.Reason(decision.BoogieEngine, claim.Because(firstUnsupported(&r.Diags)))
		return
	}
	v.takeOver(r)
	v.join(r, names)
	if p := r.Property(kernel.Divergence); p != nil && derive {
		v.derive(p)
	}
	v.compare(r)
}

var (
	// translatable are the properties that the translation states, Derived those that
	// it decides through barrier-divergence.
	translatable = kernel.Properties(func(p *kernel.PropertyInfo) bool { return p.TwoThreads })
	Derived      = kernel.Properties(func(p *kernel.PropertyInfo) bool { return !p.TwoThreads })
)

// openToTranslation are the open properties that the translation knows, but for races
// that it has been asked about already.
func (v *Prover) openToTranslation() map[kernel.Property]bool {
	names := map[kernel.Property]bool{}
	for _, name := range translatable {
		if v.d.Unknown(name) && !(name == kernel.DataRace && v.d.OpenAcross()) {
			names[name] = true
		}
	}
	return names
}

// races is what is known about data races where the question is not about them,
// for proofs to rest on.
func (v *Prover) races(asked map[kernel.Property]bool) bases {
	if !asked[kernel.DataRace] && (v.d.By[kernel.DataRace] != nil || v.d.Board.Property(kernel.DataRace) != claim.Unknown) {
		return v.known(kernel.DataRace)
	}
	return bases{} // asked here, or by nobody: an assumption
}

// askAcross asks about races of two threads of different blocks only. Barriers order
// nothing between them, so nothing rests on barriers here, but for those of the grid;
// and that no threads of one block race is known, or is going to be part of the answer.
func (v *Prover) askAcross() {
	if v.d.Kernel.Launch.Blocks() == 1 || v.d.Opts.Encoding.IntraGroup {
		v.d.Board.Enter(claim.Proof{Claims: []claim.Claim{claim.RacesAcross}, By: claim.ByText})
		return
	}
	if whole := v.d.Kernel; kernel.UnknownObject(whole.Body) != nil {
		v.askAcrossOf(inflight.Across(whole))
		v.d.Kernel = whole
		return
	}
	names := map[kernel.Property]bool{kernel.DataRace: true}
	on := v.known(kernel.Divergence)
	if fact.AsksBetweenBlocks(v.d.Kernel, kernel.Divergence, false) {
		names[kernel.Divergence], on = true, bases{}
	}
	encoding := v.d.Opts.Encoding
	encoding.Properties, encoding.Pairs, encoding.Stop = names, ask.BetweenBlocks, v.d.Clock.Over
	v.d.Opts.Trace.Ask(decision.BoogieEngine, "two threads of different blocks: "+listed(names))
	p := &decision.Property{Name: kernel.DataRace}
	if out, diags := instrument.Encode(v.d.Kernel, encoding); diags.HasErrors() || out.Late || len(out.Procedures) > 0 {
		r := v.ask(names, true, on)
		v.takeOver(r)
		if p = r.Property(kernel.DataRace); p == nil || r.Err != nil {
			return
		}
		races := v.weighAcross(p, &r)
		if why := claim.Doubts(races); !why.None() {
			p.Status, p.Why, p.Detail, p.Engine = claim.Unknown, why, "", decision.BoogieEngine
		}
		v.d.Board.Enter(claim.Witnesses(races...)...)
		v.gather(r, map[kernel.Property]bool{kernel.DataRace: true}, p.Status == claim.Refuted)
	} else {
		v.d.Board.Enter(claim.Proof{Claims: []claim.Claim{claim.RacesAcross}, By: claim.ByText})
		p.Status = v.d.Board.Status(claim.RacesAcross)
		v.d.Opts.Trace.Note("there are no two accesses that could race")
	}
	if p.Status == claim.Proved {
		v.d.Opts.Trace.Note("no race between blocks")
	}
	v.enterAcross(p)
}

// askAcrossOf asks about a kernel that was made for the question. What is found there may be no race of the kernel, so only a
// proof counts.
func (v *Prover) askAcrossOf(k *kernel.Kernel) {
	own := *v
	own.confirming = proofsOnly{}
	v.d.Kernel = k
	own.askAcross()
	v.acrossReason = own.acrossReason
}

// proofsOnly doubts all races.
type proofsOnly struct{ unconfirmed }

func (proofsOnly) Contradicted(_ decision.Case, races []claim.Finding) []claim.Witness {
	return doubting(races, claim.Doubt("no execution shows that threads of different blocks race here"))
}

// weighAcross are the races between blocks that the translation finds, as evidence.
func (v *Prover) weighAcross(p *decision.Property, r *answer) []claim.Witness {
	races := faultsOf(r.Findings, kernel.DataRace)
	if p.Status != claim.Refuted {
		return doubting(races, p.Why)
	}
	list := v.confirming.Contradicted(v.d.Case, races)
	if claim.Doubts(list).None() && v.d.Opts.Exact.WarpSync && fact.ReadsBack(v.d.Kernel) {
		list = doubting(races, claim.Doubt("the translation does not model what lanes in lock step (--warp-sync) read from each other; it finds "+firstSuspicion(kernel.DataRace, r)))
	}
	r.drop(kernel.DataRace, list)
	return list
}

// enterAcross enters the answer about races between blocks.
func (v *Prover) enterAcross(p *decision.Property) {
	own, only := v.d.By[kernel.DataRace], v.d.OpenAcross()
	v.d.Settle()
	if p.Status != claim.Refuted && !only {
		v.acrossReason = p.Reason()
		return
	}
	own.Why, own.Detail, own.Open = p.Why, p.Detail, p.Open
	own.Seconds += p.Seconds
	switch p.Status {
	case claim.Refuted:
		own.Arith = p.Arith
	case claim.Unknown:
		own.Engine, own.Arith = p.Engine, p.Arith
		own.Why, v.acrossReason = claim.Because("between blocks: "+p.Reason()), p.Reason()
	default:
		v.d.Note("the exact engine rules out races within a block, the translation those between blocks")
	}
}

// takeOver adds everything of the translation's answer but its verdicts.
func (v *Prover) takeOver(r answer) {
	own := &v.d.Result
	v.d.Board.Enter(r.evidence...)
	own.Diags.Merge(r.Diags)
	own.Err = r.Err
	own.Assumptions = decision.Sentences(own.Assumptions, r.Assumptions)
	if own.Arith == "" {
		own.Arith, own.ArithWhy = r.Arith, r.ArithWhy
	}
	own.Notes = append(own.Notes, r.Notes...)
	own.Stats.Add(r.Stats)
	if r.Err != nil {
		v.missing(decision.ToolReason(r.Err))
	}
}

// missing says of everything that is open that the tool for it failed.
func (v *Prover) missing(why string) {
	for _, p := range v.d.By {
		if p.Status == claim.Unknown {
			p.Engine, p.Why = decision.BoogieEngine, claim.Because("left to the solver: "+why)
		}
	}
}

// join enters what the translation says about the properties that were open.
func (v *Prover) join(r answer, names map[kernel.Property]bool) {
	open := slices.DeleteFunc(kernel.Properties(nil), func(name kernel.Property) bool {
		p := r.Property(name)
		return !names[name] || p == nil || !v.d.Unknown(name) || r.Err != nil && p.Status == claim.Unknown
	})
	uncertain := map[kernel.Property]claim.Reason{}
	for _, name := range open {
		faults := v.weigh(name, &r)
		uncertain[name] = claim.Doubts(faults)
		v.d.Board.Enter(claim.Witnesses(faults...)...)
	}
	v.d.Settle()
	for _, name := range open {
		v.take(name, &r, uncertain[name])
	}
}

// take tells of a property what the translation has said about it.
func (v *Prover) take(name kernel.Property, r *answer, uncertain claim.Reason) {
	own, p := v.d.By[name], r.Property(name)
	if own.Status == claim.Refuted || name == kernel.DataRace {
		v.gather(*r, map[kernel.Property]bool{name: true}, own.Status == claim.Refuted)
	}
	before := own.Reason()
	own.Why, own.Detail, own.Open = p.Why, "", p.Open
	own.Seconds += p.Seconds
	if own.Status == claim.Unknown {
		own.Engine, own.Arith = decision.BoogieEngine, p.Arith
	}
	switch {
	case own.Status == claim.Refuted:
		own.Why, own.Arith, own.Detail = claim.Reason{}, p.Arith, p.Detail
	case own.Status == claim.Proved:
		own.Why = claim.Reason{}
	case own.Status == claim.Bounded:
		own.Why = v.d.Bounded(name)
	case own.Why == claim.Resting(kernel.Divergence, claim.Refuted) && v.elsewhereProved(kernel.Divergence):
		own.Why = claim.Because("the translation requires every thread to reach a barrier at the same statement; here they do not")
		v.noteLeft(name, before)
	case own.Why == claim.Resting(kernel.Divergence, claim.Refuted):
		own.Why = decision.AfterFault(kernel.Divergence, r.Findings)
	default:
		if !uncertain.None() {
			own.Why = uncertain
		} else if own.Why.None() {
			own.Why = v.d.Resting(name)
		}
		v.noteLeft(name, before)
	}
}

// elsewhereProved reports whether a property was not for the translation to decide, and
// is not refuted.
func (v *Prover) elsewhereProved(name kernel.Property) bool {
	return v.d.Refuted(name) == "" && !v.d.Unknown(name)
}

// noteLeft says why the exact engine has left a property open, for the case that it stays so.
func (v *Prover) noteLeft(name kernel.Property, reason string) {
	if reason != "" {
		v.d.NoteOn(name, "the exact engine could not decide "+string(name)+": "+reason)
	}
}

// weigh are the faults of a property that the translation finds, as evidence. The translation
// knows fewer orders than there are, so its proofs hold, but what it refutes may not happen
// under rules that it does not model. Findings that do not count are dropped from r.
func (v *Prover) weigh(name kernel.Property, r *answer) []claim.Witness {
	faults := faultsOf(r.Findings, name)
	list := counting(faults)
	switch {
	case r.Property(name).Status != claim.Refuted:
	case v.d.Opts.Exact.WarpSync:
		list = doubting(faults, claim.Doubt("the translation models only part of what --warp-sync orders; it finds "+firstSuspicion(name, r)))
	case name == kernel.Divergence && v.d.Opts.Exact.Rule == weft.Volta:
		list = doubting(faults, claim.Doubt("the translation does not model --barrier-rule volta; it finds "+firstSuspicion(name, r)+" under cuda"))
	case name == kernel.DataRace:
		list = v.confirming.Contradicted(v.d.Case, faults)
	case name == kernel.Assertion || name == kernel.Bounds:
		raceFree := v.d.Board.ShownBy(claim.Weft, claim.Claim{Property: kernel.DataRace})
		list = v.confirming.AssertedAway(v.d.Case, v.d.Report, raceFree, faults)
	}
	r.drop(name, list)
	return list
}

// drop leaves out the faults of a property that do not count; list has one witness for each.
func (r *answer) drop(name kernel.Property, list []claim.Witness) {
	n := -1
	r.Findings = slices.DeleteFunc(slices.Clone(r.Findings), func(f claim.Finding) bool {
		if f.Property != name || f.Severity != claim.ErrorSeverity {
			return false
		}
		n++
		return !list[n].Refutes()
	})
}

// firstSuspicion describes the first finding of a property.
func firstSuspicion(name kernel.Property, r *answer) string {
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Property == name && f.Severity == claim.ErrorSeverity {
			return f.Suspicion()
		}
	}
	return "a fault"
}

// gather takes over the translation's findings about those properties; those that
// refute only if the property is refuted.
func (v *Prover) gather(r answer, names map[kernel.Property]bool, refuted bool) {
	for _, f := range r.Findings {
		if names[f.Property] && (refuted || f.Severity == claim.BenignSeverity) {
			v.d.Result.Findings = append(v.d.Result.Findings, f)
		}
	}
}

// derive decides what barrier-divergence decides in a kernel that only has
// barriers of the whole block.
func (v *Prover) derive(divergence *decision.Property) {
	var lockstep []claim.Claim
	for _, c := range claim.Of(kernel.Divergence) {
		c.Part = claim.SameStatement
		lockstep = append(lockstep, c)
	}
	v.d.Board.Enter(claim.Proof{Claims: claim.Of(Derived...), RestsOn: lockstep, By: claim.Method{Engine: claim.Boogie, Arith: divergence.Arith}})
	var open []kernel.Property
	for _, name := range Derived {
		if v.d.Unknown(name) {
			open = append(open, name)
		}
	}
	v.d.Settle()
	for _, name := range open {
		p := v.d.By[name]
		if p.Seconds += divergence.Seconds; p.Status == claim.Unknown {
			p.Engine, p.Arith = decision.BoogieEngine, divergence.Arith
		}
		if p.Why = divergence.Why; divergence.Status == claim.Refuted {
			p.Why = decision.AfterFault(kernel.Divergence, v.d.Result.Findings)
		}
		if name == kernel.Deadlock && p.Status != claim.Unknown && fact.HasLoop(v.d.Kernel) {
			v.d.Result.Assumptions = append(v.d.Result.Assumptions, loopsEnd)
		}
	}
}

// loopsEnd is what freedom from deadlock rests on where loops were not executed.
const loopsEnd = "loops end"

// compare demands that both engines agree about divergence where they ask the
// same question of the same values. It is a bug in gv2 if they do not.
func (v *Prover) compare(r answer) {
	p := r.Property(kernel.Divergence)
	if p == nil || v.d.Report == nil || r.Err != nil || p.Status != claim.Refuted ||
		!v.d.Board.ShownBy(claim.Weft, claim.Claim{Property: kernel.Divergence}) || !v.comparable() {
		return
	}
	v.d.Result.Err = fmt.Errorf("internal error, please report: the exact engine proves barrier-divergence and the translation finds %s",
		firstSuspicion(kernel.Divergence, &r))
}

// comparable reports whether the translation knows everything that the exact
// engine knows about this kernel: it takes what a thread reads back, or receives
// from others, to be arbitrary.
func (v *Prover) comparable() bool {
	return v.d.Opts.Exact.Rule != weft.Volta && !v.d.Opts.Exact.WarpSync && fact.SameStatement(v.d.Kernel) && !fact.ReadsBack(v.d.Kernel) &&
		!fact.Receives(v.d.Kernel)
}

// refusedBarriers reports whether the translation failed for the kernel's
// barriers and nothing else.
func refusedBarriers(k *kernel.Kernel, l *diag.List) bool {
	at := map[diag.Pos]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		op, ok := kernel.SyncOf(s)
		if ok && (op.Object.Barrier() || op.Object.Kind == kernel.AsyncWork) || kernel.AgentOf(s) != nil {
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
