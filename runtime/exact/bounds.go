package exact

import (
	"time"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/weft"
)

// boundsCommands bounds the execution that looks at the bounds of arrays.
const boundsCommands = 2_000_000

// CertainBounds looks for accesses that are outside their array in every execution: no
// parameter and no input can keep them inside. Others are assumed to stay within their
// arrays, unless the user asks for that. What it finds is a fault of the kernel with an
// assertion at each access, which is another kernel: it enters its report, and no proof.
//
// Where control depends on memory, as in a loop that waits for a flag, what the undecided
// part does is unknown, and the accesses before and behind it are looked at (see rewrite.PassOver). Of the
// blocks of a grid that is too large to run them all, those are looked at that blocksOutside finds.
func (e *Engine) CertainBounds() {
	k := kernel.WithBounds(e.d.Kernel)
	until := e.d.Clock.Deadline(e.d.Share)
	report, err := e.boundsRun(k, until, nil, nil)
	if err != nil {
		return
	}
	status := report.Verdicts[kernel.Bounds].Status
	e.d.Result.Inside = status == claim.Proved
	switch {
	case status == claim.Proved:
		return
	case status == claim.Refuted:
		e.tellBounds(&weft.View{Kernel: k, Report: report}, "whatever the input", nil)
		return
	case report.NotStatic != nil && e.certainIn(k, until, nil, report):
		return
	}
	if k.Launch.Blocks() < 2 {
		return
	}
	for _, block := range e.blocksOutside(k, until) {
		if report, err = e.boundsRun(k, until, &block, nil); err == nil && e.certainIn(k, until, &block, report) {
			return
		}
	}
}

// boundsRun executes a kernel with an assertion at each access: a block of a known grid, or for
// nil all.
func (e *Engine) boundsRun(k *kernel.Kernel, until time.Time, block *[3]int, params map[string]int64) (*weft.Report, error) {
	o := e.d.Opts.ExactOptions()
	o.Block = block
	return e.runWith(o, k, until, min(e.d.Opts.Exact.MaxCommands, boundsCommands), params)
}

// tellBounds enters the accesses of an execution that are outside their arrays at the given
// places, or all for nil, as the findings of a step that asks for them.
func (e *Engine) tellBounds(view *weft.View, when string, sites map[string]bool) {
	e.d.Step(decision.StepArrayBounds, func() {
		e.d.Opts.Trace.Ask(decision.WeftEngine, "accesses that are outside their arrays, "+when)
		var found []claim.Finding
		for _, f := range view.Findings() {
			if f.Property == kernel.Bounds && (sites == nil || sites[f.Pos().String()]) {
				found = append(found, f)
				e.d.Board.Enter(claim.Suspect(f, claim.Executed, claim.Reason{}))
			}
		}
		e.d.By[kernel.Bounds] = &decision.Property{Name: kernel.Bounds, Engine: decision.WeftEngine, Seconds: view.Report.Stats.Seconds}
		e.d.Settle()
		for _, f := range found {
			e.find(f)
		}
	})
}
