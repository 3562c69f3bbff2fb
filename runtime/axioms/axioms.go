// Package axioms puts the questions of a decision to the axioms of the PTX memory model
// (package memory): for kernels whose threads talk to each other through memory, with a
// launch small enough that every execution can be looked at.
package axioms

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/memory"
	"gv2/runtime/memory/judge"
)

// The limits of an exploration: what a kernel needs that talks by a flag or a lock, and no
// second of time.
var limits = memory.Limits{Paths: 10_000, Executions: 50_000}

// maxThreads is the largest launch that is looked at.
const maxThreads = 256

// properties are those that the axioms decide.
var properties = []kernel.Property{kernel.DataRace, kernel.Assertion}

// briefly are limits within which most questions about few threads have an answer.
var briefly = memory.Limits{Paths: 500, Executions: 2_500}

// Look is Ask, of kernels that wait for no other thread with small limits: where these are not enough, executing
// a block decides many of them in less time. It reports whether Ask has nothing to add.
func Look(d *decision.Decision) (whole bool) {
	if !slices.ContainsFunc(properties, d.Unknown) || !concerns(d) {
		return true
	}
	if fact.WaitsForThreads(d.Kernel) {
		Ask(d)
		return true
	}
	return within(d, briefly, true)
}

// Ask looks at all executions of the kernel, if it is one whose threads talk through memory.
func Ask(d *decision.Decision) {
	if slices.ContainsFunc(properties, d.Unknown) && concerns(d) {
		within(d, limits, false)
	}
}

// within asks within limits, and reports whether they were enough. If they were not, nothing is entered where brief is set.
func within(d *decision.Decision, lim memory.Limits, brief bool) (enough bool) {
	ctx, cancel := decision.Within(d.Clock.Ctx, d.Clock.Deadline(d.Share))
	defer cancel()
	began := time.Now()
	lim.Over = func() bool { return ctx.Err() != nil }
	report, err := withVolatile(d.Kernel, func(k *kernel.Kernel) (*judge.Report, error) { return judge.Judge(k, nil, lim) })
	switch {
	case err != nil:
		return !errors.Is(err, memory.ErrTooLarge) // the kernel is none for this engine
	case report.Cut && brief:
		return false
	}
	d.Opts.Trace.Ask(decision.AxiomsEngine, "all executions that the memory model allows")
	if report.Open != "" {
		d.Opts.Trace.Note(report.Open)
	}
	answerFor(d, d.Kernel, report, began, nil)
	return true
}

// answerFor enters what a report on k, the kernel of the decision with sizes of open dimensions,
// says of properties that are open.
func answerFor(d *decision.Decision, k *kernel.Kernel, report *judge.Report, began time.Time, open claim.Values) {
	if len(report.Waiting) > 0 && d.Opts.Encoding.Properties.Has(kernel.Deadlock) {
		enterDeadlock(d, report, began)
	}
	for _, p := range properties {
		if d.Unknown(p) {
			enter(d, k, report, p, open)
		}
	}
	d.Settle()
	for _, p := range properties {
		q := d.By[p]
		if q != nil && d.Refuted(p) == p {
			q.Engine = decision.AxiomsEngine
		}
		if q != nil && d.ByAxioms(p) {
			q.Seconds = time.Since(began).Seconds()
		}
	}
}

// Executions are what all executions show, up to the first fault, of a kernel that axioms are for, as Ask has it; ok is
// false for others, and where over tells that time is up. It may take 5 times as long as Ask.
// The kernel is one of before the steps of a decision.
func Executions(k *kernel.Kernel, over func() bool) (r *judge.Report, ok bool) {
	k = rewrite.StrongAccesses(rewrite.ValidatedReads(k))
	if !talks(k) {
		return nil, false
	}
	lim := memory.Limits{Paths: limits.Paths, Executions: 5 * limits.Executions, Over: over}
	r, err := withVolatile(k, func(k *kernel.Kernel) (*judge.Report, error) { return judge.First(k, nil, lim) })
	return r, err == nil
}

// concerns reports whether the memory model has something to say about the kernel: it has
// strong accesses through which threads may wait for each other, and a small launch.
func concerns(d *decision.Decision) bool {
	return !d.Opts.Exact.WarpSync && d.Opts.Engine != decision.WeftEngine && talks(d.Kernel)
}

func talks(k *kernel.Kernel) bool {
	return k.Launch.Threads() > 0 && k.Launch.Blocks() > 0 &&
		k.Launch.Threads()*k.Launch.Blocks() <= maxThreads && fact.TalksThroughMemory(k)
}

// enter enters what the report says of a property.
func enter(d *decision.Decision, k *kernel.Kernel, report *judge.Report, p kernel.Property, open claim.Values) {
	by := claim.Method{Engine: claim.Axioms}
	found := findings(k, report, p)
	if d.Opts.Encoding.IntraGroup {
		found = slices.DeleteFunc(found, func(f claim.Finding) bool { return f.BetweenBlocks() })
	}
	for _, f := range found {
		f.Values = open
		if f.Severity == claim.ErrorSeverity {
			d.Board.Enter(claim.Witness{Claim: claim.Claim{Property: p, Scope: f.Scope}, Finding: f, Needs: claim.Executed})
			d.Result.Findings = append(d.Result.Findings, f)
		}
	}
	again := slices.IndexFunc(d.Kernel.Arrays, func(a *kernel.Array) bool { return a.First != nil && a.Again != "" })
	if again >= 0 && report.Open == "" && len(found) == 0 {
		d.NoteOn(p, "executions show nothing of later launches: "+d.Kernel.Arrays[again].Again)
		return
	}
	if report.Open == "" && len(found) == 0 && (p != kernel.Assertion || !fact.AssertsOfPairs(d.Kernel)) {
		under := premises(d.Kernel)
		d.Board.Enter(claim.Proof{Claims: claim.Of(p), By: by, Under: claim.Premises(under...)})
		d.Result.Assumptions = decision.Sentences(under, d.Result.Assumptions)
	}
}

// enterDeadlock refutes deadlock, which kernels without barriers do not have otherwise.
func enterDeadlock(d *decision.Decision, report *judge.Report, began time.Time) {
	f := claim.Finding{Property: kernel.Deadlock, Kind: string(kernel.Deadlock), Severity: claim.ErrorSeverity, Count: 1, Seen: claim.Executed, By: claim.Axioms, Scope: claim.WithinBlock}
	for _, w := range report.Waiting {
		a := access(d.Kernel, w)
		a.Kind = "wait"
		f.Accesses = append(f.Accesses, a)
	}
	f.Message = "deadlock: " + waitText(claim.Placed(d.Kernel.Launch, f.Accesses))
	if d.By[kernel.Deadlock] == nil {
		d.By[kernel.Deadlock] = &decision.Property{Name: kernel.Deadlock, Status: claim.Unknown}
	}
	d.Board.Enter(claim.Witness{Claim: claim.Claim{Property: kernel.Deadlock}, Finding: f, Needs: claim.Executed})
	d.Result.Findings = append(d.Result.Findings, f)
	d.Settle()
	p := d.By[kernel.Deadlock]
	p.Engine, p.Seconds = decision.AxiomsEngine, time.Since(began).Seconds()
}

// waitText says who waits for ever and where: "here" is the place of the first.
func waitText(waiting []claim.Access) string {
	var parts []string
	for i, w := range waiting {
		where := "here"
		if i > 0 {
			where = "at " + w.Src.Pos.String()
			if w.Src.Pos == waiting[0].Src.Pos {
				where = "here, too"
			}
		}
		parts = append(parts, fmt.Sprintf("thread %s of block %s waits %s", kernel.IndexText(*w.Thread), kernel.IndexText(*w.Block), where))
	}
	return strings.Join(parts, ", ") + ", and nobody changes what they read any more"
}

// premises are what proofs by executions take for granted.
func premises(k *kernel.Kernel) []string {
	var names []string
	for _, a := range k.Arrays {
		if a.First != nil {
			names = append(names, claim.ArrayLabel(a))
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("when the kernel starts, %s %s what %s declared with, or 0", joined(names), have(names, "hold", "holds"), have(names, "they are", "it is"))}
}

func joined(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

func have(names []string, many, one string) string {
	if len(names) > 1 {
		return many
	}
	return one
}

// findings are the faults of a property.
func findings(k *kernel.Kernel, report *judge.Report, p kernel.Property) []claim.Finding {
	var out []claim.Finding
	if p == kernel.DataRace {
		for _, r := range report.Races {
			out = append(out, race(k, r))
		}
		return claim.Gather(out)
	}
	for _, f := range report.Failed {
		a := access(k, judge.Side{Stmt: f.Assert, Block: f.Block, Thread: f.Thread})
		found := claim.Finding{Property: p, Kind: string(p), Severity: claim.ErrorSeverity, Accesses: []claim.Access{a}, Count: 1,
			Seen: claim.Executed, By: claim.Axioms}
		found.Message = claim.ConditionSentence(k.Launch, p, f.Assert.Text, found.Accesses)
		out = append(out, found)
	}
	return claim.Gather(out)
}

func race(k *kernel.Kernel, r judge.Race) claim.Finding {
	index := claim.DeclaredIndex(r.Array, r.Index)
	f := claim.Finding{Property: kernel.DataRace, Severity: claim.ErrorSeverity, Array: claim.ArrayLabel(r.Array), Space: r.Array.Space.String(),
		Index: &index, Accesses: []claim.Access{access(k, r.A), access(k, r.B)}, Count: 1, Seen: claim.Executed, By: claim.Axioms, Scope: claim.WithinBlock}
	if r.SameValue {
		f.Severity = claim.BenignSeverity
	}
	if f.BetweenBlocks() {
		f.Scope = claim.BetweenBlocks
	}
	f.Kind = f.Accesses[0].Kind + "-" + f.Accesses[1].Kind
	f.Message = claim.RaceSentence(k.Launch, f, claim.Accessed(r.Array, r.Index))
	return f
}

func access(k *kernel.Kernel, s judge.Side) claim.Access {
	at, block := k.Launch.ThreadAt(s.Thread), k.Launch.BlockAt(s.Block)
	return claim.Access{Src: s.Stmt.Source(), Thread: &at, Block: &block, Kind: claim.AccessKind(s.Stmt)}
}
