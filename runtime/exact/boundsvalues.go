package exact

import (
	"maps"
	"slices"
	"time"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/weft"
)

// Where control depends on parameters, as the number of a loop's iterations does, nobody knows
// all executions. An access counts as always outside of its array if some thread's is outside in
// each of a few executions with ordinary values of the parameters, and it does not happen
// for 0 (no iterations) or is outside there, too: with t[i + n] it is inside for 0.

// ordinaryValues are the values of parameters that are tried, besides the number of threads. The faults
// that are told are those for the first of them.
var ordinaryValues = []int64{1, 2, 3, 4, 8, 16, 32, 64, 100, 128, 256}

// boundsRuns are executions of a kernel with an assertion at each access.
type boundsRuns struct {
	e     *Engine
	k     *kernel.Kernel
	until time.Time
	// open are the parameters that decide control.
	open []*kernel.Var
}

// certainForValues enters the accesses that are outside of their arrays for all ordinary values
// of the parameters that decide control in k, which has an assertion at each access.
func (e *Engine) certainForValues(k *kernel.Kernel, report *weft.Report) {
	b := &boundsRuns{e: e, k: k, until: e.d.Clock.Deadline(e.d.Share)}
	var first *weft.View
	var sites map[string]bool
	for _, v := range append(slices.Clone(ordinaryValues), int64(k.Launch.Threads())) {
		view, ok := b.run(k, v, report)
		if !ok {
			return
		}
		if first == nil {
			first, sites = view, failing(*view)
		}
		maps.DeleteFunc(sites, func(at string, _ bool) bool { return !failing(*view)[at] })
		if len(sites) == 0 {
			return
		}
	}
	zero, ok := b.run(k, 0, report)
	if !ok {
		return
	}
	maps.DeleteFunc(sites, func(at string, _ bool) bool { return !failing(*zero)[at] && b.happens(at, report) })
	if len(sites) == 0 {
		return
	}
	e.d.Step(decision.StepArrayBounds, func() {
		e.d.Opts.Trace.Ask(decision.WeftEngine, "accesses that are outside their arrays for all ordinary values of parameters")
		var found []claim.Finding
		for _, f := range first.Findings() {
			if f.Property == kernel.Bounds && sites[f.Pos().String()] {
				found = append(found, f)
				e.d.Board.Enter(claim.Suspect(f, claim.Executed, claim.Reason{}))
			}
		}
		e.d.By[kernel.Bounds] = &decision.Property{Name: kernel.Bounds, Engine: decision.WeftEngine, Seconds: first.Report.Stats.Seconds}
		e.d.Settle()
		for _, f := range found {
			e.find(f)
		}
	})
}

// failing are the places of accesses that are outside of their arrays.
func failing(view weft.View) map[string]bool {
	out := map[string]bool{}
	for _, f := range view.Findings() {
		if f.Property == kernel.Bounds {
			out[f.Pos().String()] = true
		}
	}
	return out
}

// happens reports whether a thread gets to the access there with 0 for the parameters, or may.
func (b *boundsRuns) happens(at string, report *weft.Report) bool {
	c := *b.k
	c.Body = kernel.MapStmts(b.k.Body, func(s kernel.Stmt) kernel.Stmt {
		if a, is := s.(*kernel.Assert); is && a.Src.Pos.String() == at {
			never := *a
			never.Cond = kernel.BoolConst(false)
			return &never
		}
		return s
	})
	view, ok := b.run(&c, 0, report)
	return !ok || failing(*view)[at]
}

// run executes a kernel with one value for each parameter that decides control; false if that is
// against a precondition, or something else decides control, too.
func (b *boundsRuns) run(k *kernel.Kernel, v int64, report *weft.Report) (*weft.View, bool) {
	for {
		params := map[string]int64{}
		for _, p := range b.open {
			if !fact.Fits(p.T, v) {
				return nil, false
			}
			params[p.Name] = v
		}
		if len(b.open) > 0 {
			full, ok := fact.Satisfying(k, params)
			if !ok || len(full) != len(params) {
				return nil, false
			}
			r, err := b.e.run(k, b.until, min(b.e.d.Opts.Exact.MaxCommands, boundsCommands), params)
			if err != nil {
				return nil, false
			}
			if report = r; r.NotStatic == nil {
				return &weft.View{Kernel: k, Report: r, Values: valueTexts(k, params)}, true
			}
		}
		p := parameter(k, report.NotStatic.Param)
		if p == nil || slices.Contains(b.open, p) || len(b.open) == fact.MostEnumerated {
			return nil, false
		}
		b.open = append(b.open, p)
	}
}
