package prove

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/solver"
	"gv2/runtime/trace"
)

// Kernels whose threads synchronise in part go to the generation encoding of
// package instrument. What it proves holds for every number of iterations and
// every input. What it cannot prove is not refuted by that: accesses may be ordered
// through a third thread, and invariants may be missing. Faults are found by the
// exact engine, for small values of the parameters.
//
// The properties rest on each other as the proofs of package predicate/named say:
// everything on the numbers of threads, which are checked before anything is written,
// and on that warps reach aligned barriers together; and on recycling, without which
// registrations may fall into other generations than they count.

// Generational reports whether the kernel is to be translated with generations.
func Generational(o decision.Options, k *kernel.Kernel) bool {
	switch o.Encoding.Encoding {
	case ask.GenerationEncoding:
		return true
	case ask.BarrierEncoding:
		return false
	}
	return rewrite.NeedsGenerations(k)
}

// Generations decides what is open by the generation encoding, where that is used.
func (v *Prover) Generations() {
	if v.over() || !v.counts {
		return
	}
	if v.d.Refuted(kernel.Divergence) != "" {
		v.d.ForgetReasons()
		v.d.Reason(decision.BoogieEngine, decision.AfterFault(kernel.Divergence, v.d.Result.Findings))
		return
	}
	q := &generationQuery{v: v, d: v.d, refused: map[kernel.Property]string{}}
	v.d.Opts.Trace.Ask(decision.BoogieEngine, "two threads of a block that count generations: "+listed(q.wanted()))
	began := time.Now()
	q.ask()
	q.replay()
	q.seconds = time.Since(began).Seconds()
	q.enter()
}

// replay looks for the races that are open in executions of a block with inputs made up: that
// no generation is shown to order two accesses refutes nothing by itself.
func (q *generationQuery) replay() {
	if q.d.Result.Err != nil || !q.d.Unknown(kernel.DataRace) || q.shown[kernel.DataRace] {
		return
	}
	for i := range min(len(q.suspects), mostReplayed) {
		if seen := q.v.confirming.Replay(q.d.Case, q.suspects[i]); len(seen) > 0 {
			q.d.Opts.Trace.Note("an execution shows " + seen[0].Brief())
			for _, f := range seen {
				q.d.Board.Enter(claim.Suspect(f, claim.Executed, claim.Reason{}))
			}
			q.d.Result.Findings = append(q.d.Result.Findings, seen...)
			return
		}
	}
}

// mostReplayed is how many races are looked for in executions.
const mostReplayed = 3

// generationQuery is one question to the generation encoding.
type generationQuery struct {
	v   *Prover
	d   *decision.Decision
	out *instrument.Output
	// verified holds the procedures that were verified.
	verified map[string]bool
	// open holds what is open in the others.
	open map[string][]decision.OpenCheck
	// disjoint are the arrays that threads do not race on although no named barrier orders
	// their accesses.
	disjoint map[*kernel.Array]bool
	// disjointArith is the arithmetic in which that was shown.
	disjointArith string
	// disjointUnder is what that takes for granted.
	disjointUnder []claim.Premise
	// shown holds the properties whose every procedure was verified, nil before the first
	// answer; refused says why others were not.
	shown   map[kernel.Property]bool
	refused map[kernel.Property]string
	// suspects are races that no generation is shown to rule out.
	suspects []claim.Finding
	// about are the properties to be looked at, nil for those that are open.
	about kernel.PropertySet
	// sameValue is set once two writes of one value are no race.
	sameValue bool
	// proves is set if all that counts is what is proved: nobody looks at what refutes it.
	proves bool
	// seconds is what all of it took.
	seconds float64
}

// mayWriteSame reports whether races are open, and some may be of writes of one value.
func (q *generationQuery) mayWriteSame() bool {
	return q.d.Unknown(kernel.DataRace) && !q.shown[kernel.DataRace] && !q.d.Opts.Encoding.AllowSameValue &&
		len(fact.RelevantFor(q.d.Kernel, fact.SameBlock, false).Values) > 0
}

// wanted are the properties to be looked at: those that are open, and those that
// they rest on.
func (q *generationQuery) wanted() map[kernel.Property]bool {
	if q.about != nil {
		return q.about
	}
	out := map[kernel.Property]bool{}
	for _, name := range kernel.Properties(nil) {
		switch {
		case !q.d.Unknown(name), name == kernel.Assertion && !name.In(q.d.Kernel): // q's kernel may have been relieved of them
		case name.Info().Generations:
			out[name] = true
		default:
			out[kernel.Divergence] = true
		}
	}
	return restsOn(q.d.Kernel, out)
}

// restsOn adds to properties of k what their proofs by the generation encoding stand
// on: that warps reach aligned barriers together and that generations are complete
// before the next begins, and, where the kernel reads back what it writes, that
// nothing races. Properties are changed and returned; none rest on nothing.
func restsOn(k *kernel.Kernel, properties map[kernel.Property]bool) map[kernel.Property]bool {
	if len(properties) == 0 {
		return properties
	}
	properties[kernel.Divergence], properties[kernel.Recycling] = true, true
	for name := range properties {
		if fact.ReadsBackFor(k, name) {
			properties[kernel.DataRace] = true
			break
		}
	}
	return properties
}

// written are the properties that a text about some is to have the procedures of: these, and not what their proofs rest
// on, where they have procedures. more are the others that a proof needs.
func written(k *kernel.Kernel, properties kernel.PropertySet) (own, more kernel.PropertySet) {
	all := restsOn(k, maps.Clone(properties))
	if len(properties) == 0 || len(properties) == 1 && properties[kernel.Count] {
		return all, nil
	}
	more = kernel.PropertySet{}
	for p := range all {
		if !properties[p] {
			more[p] = true
		}
	}
	return properties, more
}

// encoding is the user's, for what is wanted.
func (q *generationQuery) encoding() ask.Request {
	o := q.d.Opts.Encoding
	o.Encoding, o.Pairs, o.States = ask.GenerationEncoding, ask.WithinBlock, true
	o.Properties, o.AllowSameValue = q.wanted(), o.AllowSameValue || q.sameValue
	return o
}

// ask writes the procedures and verifies them. Nearly all candidates hold, since
// they come from runs: they are first tried all together, as invariants, with the
// barriers that seem to be needed. Only for procedures that cannot be verified so
// does Houdini sort them, with all barriers.
func (q *generationQuery) ask() {
	if q.guess() {
		q.sort()
	}
}

// guess tries all candidates together; false if nothing is to be sorted.
func (q *generationQuery) guess() bool {
	if !q.write(false) {
		return false
	}
	q.shown = map[kernel.Property]bool{}
	q.part(decision.StepProve, "all candidates as invariants, with the barriers that runs have needed", func() { q.verify(q.out.Program, nil, nil) })
	if q.d.Result.Err == nil {
		q.askDisjoint()
	}
	st := &q.d.Result.Stats
	st.Surviving = st.Candidates
	if q.d.Result.Err == nil && q.mayWriteSame() {
		q.sameValue = true
		if !q.write(false) {
			return false
		}
		q.part(decision.StepProve, "the same, where two writes of one value do no harm", func() { q.verify(only(q.out.Program, q.unverified()), nil, nil) })
	}
	return q.d.Result.Err == nil && candidates(q.out) > 0 && len(q.unverified()) > 0
}

// sort verifies what is left with the candidates that Houdini keeps, and all barriers.
func (q *generationQuery) sort() {
	if !q.write(true) {
		return
	}
	st := &q.d.Result.Stats
	// With all barriers, accesses may be looked at in other procedures than before.
	part := only(q.out.Program, q.unverified())
	var answer *solver.Answer
	ok := false
	q.part(decision.StepInfer, "which candidates hold, with all barriers", func() {
		answer, ok = q.solve(doingInfer, boogie.Print(boogie.ForInference(part)), solver.Options{Infer: true}, q.v.shares[decision.StepInfer])
	})
	if !ok {
		return
	}
	open := leftUnsorted(answer, q.d.Late(doingInfer), q.gaveUp())
	st.Houdini += answer.Seconds
	st.RefutedByHoudini = 0
	eachCandidate(part, func(_ *boogie.Proc, name string) {
		if !answer.Inferred[name] {
			st.RefutedByHoudini++
		}
	})
	st.Surviving = st.Candidates - st.RefutedByHoudini
	q.part(decision.StepProve, "the candidates that hold as invariants", func() { q.verify(part, answer.Inferred, open) })
}

// part runs a part of the question and records which properties it has shown, and why
// others are not.
func (q *generationQuery) part(name, question string, run func()) {
	t := q.d.Opts.Trace
	st := t.Begin(name)
	t.Ask(decision.BoogieEngine, question)
	shown, refused := maps.Clone(q.shown), maps.Clone(q.refused)
	run()
	t.Close(st)
	for _, name := range kernel.Properties(nil) {
		switch {
		case q.shown[name] && !shown[name]:
			t.Says(trace.Answer{About: string(name), Status: "shown"})
		case !q.shown[name] && q.refused[name] != refused[name]:
			t.Says(trace.Answer{About: string(name), Status: "not shown", Why: q.refused[name]})
		}
	}
	t.End(st)
}

// write makes the Boogie program.
func (q *generationQuery) write(all bool) bool {
	encoding := q.encoding()
	encoding.AllBarriers, encoding.Stop = all, q.d.Clock.Over
	out, diags := instrument.Encode(q.d.Kernel, encoding)
	switch {
	case diags.HasErrors():
		q.refuse(firstUnsupported(&diags))
		return false
	case out.Late:
		q.late(doingTranslate)
		return false
	}
	if q.d.Opts.SelfCheck {
		if err := boogie.Check(out.Program); err != nil {
			q.d.Result.Err = fmt.Errorf("internal error: the translation of %s breaks a rule of Boogie: %w", q.d.Kernel.Name, err)
			return false
		}
	}
	q.out = out
	if n := candidates(out); n >= q.d.Result.Stats.Candidates {
		q.d.Result.Stats.Candidates, q.d.Result.Stats.MostCandidates = n, mostCandidates(out.Program)
	}
	return true
}

// unverified names the procedures of properties that are not proved, but for those
// that were verified.
func (q *generationQuery) unverified() []string {
	var out []string
	for _, proc := range q.out.Procedures {
		for _, part := range proc.Parts {
			if !q.shown[proc.Properties[0]] && !q.verifiedPart(proc, part) {
				out = append(out, part)
			}
		}
	}
	return out
}

// verifiedPart reports whether a procedure was verified, or one that looks at more.
func (q *generationQuery) verifiedPart(proc *key.Procedure, part string) bool {
	return q.verified[part] || q.verified[proc.Whole[part]] || q.disjoint[proc.Arrays[part]]
}

// verify runs the solver on a program with the candidates of keep as invariants, all
// of them if it is nil; open are the procedures of which they are not sorted out.
func (q *generationQuery) verify(p *boogie.Program, keep map[string]bool, open unsorted) {
	guessed := keep == nil
	if guessed {
		keep = map[string]bool{}
		for _, proc := range q.out.Procedures {
			for _, name := range proc.Candidates {
				keep[name] = true
			}
		}
	}
	printed := boogie.Print(boogie.Inferred(p, keep))
	q.d.Result.Stats.BoogieLines = max(q.d.Result.Stats.BoogieLines, strings.Count(printed.Text, "\n"))
	answer, ok := q.solve(doingProve, printed, solver.Options{ErrorLimit: errorLimit}, q.v.shares[decision.PartProof])
	if ok {
		q.judge(run{kernel: q.d.Kernel, out: q.out, printed: printed, answer: answer, guessed: guessed, unsorted: open}, p)
	}
}

// only is the program without the procedures that are not in names.
func only(p *boogie.Program, names []string) *boogie.Program {
	out := &boogie.Program{Header: p.Header}
	for _, d := range p.Decls {
		if proc, ok := d.(*boogie.Proc); !ok || proc.Body == nil || inlined(proc) || slices.Contains(names, proc.Name) {
			out.Decls = append(out.Decls, d)
		}
	}
	return out
}

// refuse gives one reason for everything that has none yet.
func (q *generationQuery) refuse(reason string) {
	for name := range q.d.By {
		if q.refused[name] == "" {
			q.refused[name] = reason
		}
	}
}

// late gives the reason that time was over.
func (q *generationQuery) late(doing string) {
	for name := range q.d.By {
		if q.refused[name] == "" {
			q.refused[name] = q.lateReason(doing, name)
		}
	}
}

func (q *generationQuery) lateReason(doing string, property kernel.Property) string {
	return q.d.Late(withProperty(doing, property))
}

// solve runs the solver for that share of the time left.
func (q *generationQuery) solve(doing string, printed boogie.Printed, o solver.Options, share float64) (*solver.Answer, bool) {
	if until := q.d.Clock.Deadline(share); !until.IsZero() {
		o.Timeout = time.Until(until)
		if o.Timeout <= 0 {
			q.late(doing)
			return nil, false
		}
	}
	o.Cores, o.Boogie, o.Resources, o.MemoryMB = q.d.Opts.Cores, q.d.Opts.Boogie, q.d.Opts.Resources(share), proverMemory
	o.Halves = q.proves
	q.d.Result.Stats.Runs++
	answer, err := q.v.solve(q.d.Clock.Ctx, printed, o)
	switch {
	case err != nil && q.d.Clock.Ctx.Err() != nil:
		q.late(doing)
		return nil, false
	case err != nil:
		q.d.Result.Err = err
		q.v.missing(decision.ToolReason(err))
		return nil, false
	}
	q.d.Result.Stats.Solver += answer.Seconds
	return answer, true
}

// judge takes over which procedures of the program were verified. A property is
// proved if all its procedures were, in this run or before.
func (q *generationQuery) judge(r run, p *boogie.Program) {
	answers, err := r.sortParts(p)
	if err != nil {
		q.d.Result.Err = err
		return
	}
	if q.verified == nil {
		q.verified, q.open = map[string]bool{}, map[string][]decision.OpenCheck{}
	}
	for _, name := range slices.Sorted(maps.Keys(answers)) { // the reason that is told is the same each time
		a := answers[name]
		q.verified[name] = a.verified()
		q.open[name] = a.openChecks(a.proc.Properties[0])
		for _, f := range a.faults {
			found := f.Finding(q.d.Kernel, r.out, claim.ErrorSeverity)
			q.open[name] = append(q.open[name], unsure(f, &found))
			if found.Property == kernel.DataRace && found.Array != "" {
				q.suspects = append(q.suspects, found)
			}
		}
		// That a guess does not hold is no reason: it is left out in the next run.
		if !a.verified() && (a.unexplained == "" || !r.guessed) {
			q.refused[a.proc.Properties[0]] = q.whyNot(r, name, a)
		}
	}
	q.conclude()
}

// conclude finds the properties of which every procedure was verified. What a program
// with fewer barriers has shown stays shown.
func (q *generationQuery) conclude() {
	shown := map[kernel.Property]bool{}
	for name := range q.encoding().Properties {
		shown[name] = true
	}
	for _, proc := range q.out.Procedures {
		for _, part := range proc.Parts {
			if !q.verifiedPart(proc, part) {
				shown[proc.Properties[0]] = false
			}
		}
	}
	for name := range shown {
		q.shown[name] = q.shown[name] || shown[name]
	}
}

// sortParts is the answer on each Boogie procedure of a program that may have fewer
// than the output.
func (r run) sortParts(p *boogie.Program) (map[string]*procedureAnswer, error) {
	byName := map[string]*procedureAnswer{}
	var parts []*procedureAnswer
	for _, d := range p.Decls {
		proc, ok := d.(*boogie.Proc)
		if !ok || proc.Body == nil || inlined(proc) {
			continue
		}
		a := &procedureAnswer{proc: r.procedureOf(proc.Name)}
		if a.proc == nil {
			return nil, fmt.Errorf("internal error: procedure %s was written and not announced", proc.Name)
		}
		byName[proc.Name] = a
		parts = append(parts, a)
	}
	return byName, r.distribute(byName, parts, p)
}

// procedureOf is the procedure that a Boogie procedure belongs to.
func (r run) procedureOf(part string) *key.Procedure {
	for _, p := range r.out.Procedures {
		if slices.Contains(p.Parts, part) {
			return p
		}
	}
	return nil
}

// openAbout are the questions about a property that have no answer.
func (q *generationQuery) openAbout(name kernel.Property) []decision.OpenCheck {
	if q.out == nil {
		return nil
	}
	var out []decision.OpenCheck
	for _, proc := range q.out.Procedures {
		for _, part := range proc.Parts {
			if proc.Properties[0] == name && !q.verifiedPart(proc, part) {
				out = append(out, q.open[part]...)
			}
		}
	}
	return out
}

// whyNot says what kept a procedure from being verified.
func (q *generationQuery) whyNot(r run, part string, a *procedureAnswer) string {
	return q.whyNotVerified(r, part, a) + droppedCandidates(a.proc)
}

func (q *generationQuery) whyNotVerified(r run, part string, a *procedureAnswer) string {
	switch {
	case a.unexplained != "", a.unsorted != "":
		return cmp.Or(a.unexplained, a.unsorted)
	case len(a.faults) == 0:
		property := a.proc.Properties[0]
		doing := doingProve + " " + string(property) + of(a.proc.Arrays[part])
		return a.whyOpen(doing, property, func() string { return q.d.Late(doing) }, q.gaveUp()).String()
	}
	return a.faults[0].Unordered(q.d.Kernel, r.out)
}

func (q *generationQuery) gaveUp() string {
	if q.d.Kernel.Fixable() {
		return "the prover gave up; fix parameters with --param"
	}
	return "the prover gave up"
}

// of names an array behind what is done about it.
func of(array *kernel.Array) string {
	if array == nil {
		return ""
	}
	return " of " + claim.ArrayLabel(array)
}

// enter enters the verdicts.
func (q *generationQuery) enter() {
	if q.out != nil {
		q.d.Result.Arith, q.d.Result.ArithWhy = q.out.Arith.String(), q.out.ArithWhy
		q.d.Result.Assumptions = decision.Sentences(q.d.Result.Assumptions, q.d.Kernel.Assumptions, q.out.Assumptions)
		if fact.HasLoop(q.d.Kernel) {
			q.d.Result.Assumptions = decision.Sentences(q.d.Result.Assumptions, []string{loopsEnd})
		}
	}
	open := slices.DeleteFunc(kernel.Properties(nil), func(name kernel.Property) bool { return !q.d.Unknown(name) })
	q.enterGenerations()
	q.d.Settle()
	for _, name := range open {
		p := q.d.By[name]
		switch {
		case p.Status == claim.Unknown && q.d.Result.Err != nil:
		case p.Status == claim.Unknown:
			p.Engine, p.Why, p.Open = decision.BoogieEngine, q.why(name), q.openAbout(name)
		default:
			p.Why = claim.Reason{}
			p.Seconds += q.seconds
			if p.Status == claim.Bounded {
				p.Why = q.d.Bounded(name)
			}
		}
	}
}

// why says why a property is open.
func (q *generationQuery) why(name kernel.Property) claim.Reason {
	if q.shown == nil {
		if reason := q.refused[name]; reason != "" {
			return claim.Because(reason)
		}
		return claim.Because("the generation encoding gave no answer")
	}
	if name.Info().Generations && !q.holds(name) {
		return claim.Because(q.whyOpen(name))
	}
	for _, base := range q.bases(name) {
		if !q.holds(base) {
			return claim.Because("rests on " + string(base) + ": " + q.whyOpen(base))
		}
	}
	across := q.d.Board.Status(claim.RacesAcross) == claim.Proved
	switch {
	case name == kernel.DataRace && !across:
		return claim.Because("races between blocks are undecided" + claim.Lead(": ", q.v.acrossReason))
	case name != kernel.DataRace && fact.ReadsBackFor(q.d.Kernel, name) && !(q.holds(kernel.DataRace) && across):
		return claim.Because("rests on data-race, which is not proved")
	}
	return q.d.Resting(name)
}

// holds reports whether a property is shown, as far as it does not rest on others.
func (q *generationQuery) holds(name kernel.Property) bool {
	switch {
	case q.v.between[name] != "", name == kernel.Deadlock && q.out.Unranked:
		return false
	case name == kernel.Divergence && q.d.Board.Status(claim.Claim{Property: name, Part: claim.Masks}) != claim.Proved:
		return false
	}
	return q.shown[name]
}

// whyOpen is never empty: what has no reason is not proved for want of one.
func (q *generationQuery) whyOpen(name kernel.Property) string {
	if name == kernel.Divergence {
		if why := q.d.Board.Why(claim.Claim{Property: name, Part: claim.Masks}); !why.None() {
			return why.String()
		}
	}
	switch {
	case q.v.between[name] != "":
		return q.v.between[name]
	case name == kernel.Deadlock && q.out.Unranked:
		return "no order of the barriers' generations was found that excludes a circular wait"
	case q.refused[name] != "":
		return q.refused[name]
	}
	return "not shown by the generation encoding"
}
