package exact

import (
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
func (e *Engine) CertainBounds() {
	k := kernel.WithBounds(e.d.Kernel)
	report, err := e.run(k, e.d.Clock.Deadline(e.d.Share), min(e.d.Opts.Exact.MaxCommands, boundsCommands), nil)
	if err != nil {
		return
	}
	if status := report.Verdicts[kernel.Bounds].Status; status != claim.Refuted {
		e.d.Result.Inside = status == claim.Proved
		if report.NotStatic != nil && report.NotStatic.Param != "" {
			e.certainForValues(k, report)
		}
		return
	}
	e.d.Step(decision.StepArrayBounds, func() {
		e.d.Opts.Trace.Ask(decision.WeftEngine, "accesses that are outside their arrays, whatever the input")
		for _, entry := range report.Evidence {
			if w, is := entry.(claim.Witness); is && w.Claim.Property == kernel.Bounds {
				e.d.Board.Enter(w)
			}
		}
		e.d.By[kernel.Bounds] = &decision.Property{Name: kernel.Bounds, Engine: decision.WeftEngine, Seconds: report.Stats.Seconds}
		e.d.Settle()
		view := weft.View{Kernel: k, Report: report}
		for _, f := range view.Findings() {
			if f.Property == kernel.Bounds {
				e.find(f)
			}
		}
	})
}
