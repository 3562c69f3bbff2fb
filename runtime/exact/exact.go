// Package exact puts the questions of a decision to the exact engine (package weft): about
// the block for any input, for all sizes that preconditions allow, for small values of
// parameters, and for small grids. Each enters evidence on the board of the decision.
package exact

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/weft"
)

// Engine puts questions to the exact engine.
type Engine struct {
	d     *decision.Decision
	check decision.Check
	// search holds what small values of parameters have shown, nil where none
	// were tried.
	search *valueSearch
}

// New puts the questions of a decision to check.
func New(d *decision.Decision, check decision.Check) *Engine { return &Engine{d: d, check: check} }

// Execute asks the exact engine about all inputs.
func (e *Engine) Execute() {
	share := e.d.Share
	if e.d.Opts.Engine == decision.WeftEngine {
		share = 1
	}
	e.d.Opts.Trace.Ask(decision.WeftEngine, "the block executed as a whole, whatever the input")
	report, err := e.run(e.d.Kernel, e.d.Clock.Deadline(share), e.d.Opts.Exact.MaxCommands, nil)
	switch {
	case err == nil:
		e.d.Report = report
		e.d.Result.Stats.Exact = &report.Stats
		e.enter(report)
	case timeOver(err):
		e.d.Reason(decision.WeftEngine, claim.Because(e.executeReason(share)))
	default:
		e.d.Result.Err = fmt.Errorf("internal error: %w", err)
	}
	if p := e.d.By[kernel.LoopInvariant]; p != nil && p.Status == claim.Unknown && e.d.Opts.Engine == decision.WeftEngine {
		e.d.Board.Enter(claim.Open{Claims: claim.Of(kernel.LoopInvariant), By: claim.Method{Engine: claim.Weft}, Why: notExact})
		p.Why = notExact
		e.d.Settle()
	}
}

// notExact is why the exact engine leaves loop invariants open.
var notExact = claim.Reason{Kind: claim.NotItsBusiness, Text: "the exact engine needs no loop invariants and checks none; --engine boogie does"}

// executeReason says that the exact engine had not the time it needs.
func (e *Engine) executeReason(share float64) string {
	if share < 1 && e.d.Clock.Ctx.Err() == nil {
		return "executing the kernel takes longer than its share of the time limit of " + decision.SecondsText(e.d.Opts.Timeout)
	}
	return e.d.Late("executing the kernel")
}

// run runs the exact engine on a kernel until the time is over, for at most that many
// commands, with parameters fixed.
func (e *Engine) run(k *kernel.Kernel, until time.Time, commands int64, params map[string]int64) (*weft.Report, error) {
	o := e.d.Opts.ExactOptions()
	// Where the search ends at the first fault nobody reads which pairs of threads race besides, which takes another execution.
	o.Brief = o.Brief || e.d.Opts.UntilFault && e.d.Opts.Asked(kernel.DataRace)
	return e.runWith(o, k, until, commands, params)
}

// runWith is run with options of the exact engine.
func (e *Engine) runWith(o weft.Options, k *kernel.Kernel, until time.Time, commands int64, params map[string]int64) (*weft.Report, error) {
	ctx, cancel := decision.Within(e.d.Clock.Ctx, until)
	defer cancel()
	o.Params, o.MaxCommands, o.Steady = params, commands, e.d.Steady
	return e.check(ctx, k, o)
}

func timeOver(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// enter takes over what the report says about all inputs.
func (e *Engine) enter(report *weft.Report) {
	for _, entry := range report.Evidence {
		if w, is := entry.(claim.Witness); is && e.d.ByAxioms(w.Claim.Property) {
			continue
		}
		if p, is := entry.(claim.Proof); is {
			p.Under = e.under()
			entry = p
		}
		e.d.Board.Enter(entry)
	}
	for name, v := range report.Verdicts {
		p := e.d.By[name]
		if p == nil && v.Status == claim.Refuted && e.d.Opts.Asked(name) {
			p = &decision.Property{Name: name}
			e.d.By[name] = p
		}
		if p != nil && p.Status != claim.Proved && !e.d.ByAxioms(name) {
			if p.Why, p.Engine = v.Why, decision.WeftEngine; p.Why.None() {
				p.Why = claim.Because(v.Reason)
			}
		}
		if p != nil && !e.d.ByAxioms(name) {
			p.Seconds = report.Stats.Seconds
		}
	}
	e.d.Settle()
	e.d.Result.Listed, e.d.Result.Unlisted = report.Listed, report.Unlisted
	view := weft.View{Kernel: e.d.Kernel, Report: report}
	for _, f := range view.Findings() {
		e.find(f)
	}
	e.d.Result.Notes = append(e.d.Result.Notes, view.Notes()...)
}

// under is what proofs by execution take for granted.
func (e *Engine) under() []claim.Premise {
	return claim.Premises(Assumptions(e.d.Kernel, e.d.Opts)...)
}

// find files a finding of the exact engine if it was asked for.
func (e *Engine) find(f claim.Finding) {
	if f.Severity == claim.BenignSeverity && e.d.Opts.Encoding.AllowSameValue || !e.d.Opts.Asked(f.Property) || e.d.ByAxioms(f.Property) {
		return
	}
	e.d.Result.Findings = append(e.d.Result.Findings, f)
}
