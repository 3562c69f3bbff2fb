package exact

import (
	"maps"
	"slices"
	"time"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
	"gv2/runtime/weft"
)

// Where control depends on parameters, as the number of a loop's iterations does, nobody knows
// all executions. An access counts as always outside of its array if some thread's is outside in
// each of a few executions with ordinary values of the parameters, and it does not happen
// for 0 (no iterations) or is outside there, too: with t[i + n] it is inside for 0.

// ordinaryValues are the values of parameters that are tried, besides the number of threads. The faults
// that are told are those for the first of them.
var ordinaryValues = []int64{1, 2, 3, 4, 8, 16, 32, 64, 100, 128, 256}

// mostPassedOver bounds the statements that one look at the bounds of arrays passes over: each
// costs another execution.
const mostPassedOver = 8

// boundsRuns are executions of a kernel with an assertion at each access.
type boundsRuns struct {
	e     *Engine
	until time.Time
	block *[3]int // the one block that is executed, nil for all
	// open are the parameters that decide control.
	open []*kernel.Var
}

// certainIn enters the accesses that are outside of their arrays in k, which has an assertion at
// each access, where the report on its execution leaves them open: for all ordinary values of the
// parameters that decide control, and whatever the parts do that depend on something else. It
// reports whether there are any.
func (e *Engine) certainIn(k *kernel.Kernel, until time.Time, block *[3]int, report *weft.Report) bool {
	b := &boundsRuns{e: e, until: until, block: block}
	var first *weft.View
	var sites map[string]bool
	for _, v := range append(slices.Clone(ordinaryValues), int64(k.Launch.Threads())) {
		view, ok := b.run(k, v, report)
		if !ok {
			return false
		}
		if first == nil {
			first, sites = view, failing(*view)
		}
		maps.DeleteFunc(sites, func(at string, _ bool) bool { return !failing(*view)[at] })
		if len(sites) == 0 {
			return false
		}
		if len(b.open) == 0 {
			e.tellBounds(first, "whatever the input", sites)
			return true
		}
	}
	zero, ok := b.run(k, 0, report)
	if !ok {
		return false
	}
	maps.DeleteFunc(sites, func(at string, _ bool) bool { return !failing(*zero)[at] && b.happens(k, at, report) })
	if len(sites) == 0 {
		return false
	}
	e.tellBounds(first, "for all ordinary values of parameters", sites)
	return true
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
func (b *boundsRuns) happens(k *kernel.Kernel, at string, report *weft.Report) bool {
	c := *k
	c.Body = kernel.MapStmts(k.Body, func(s kernel.Stmt) kernel.Stmt {
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

// ordinary executes a kernel with the first of the ordinary values for each parameter that decides
// control; false if it cannot be executed.
func (b *boundsRuns) ordinary(k *kernel.Kernel) (*weft.View, bool) {
	report, err := b.e.boundsRun(k, b.until, b.block, nil)
	if err != nil {
		return nil, false
	}
	return b.run(k, ordinaryValues[0], report)
}

// run executes a kernel with one value for each parameter that decides control; false if that is
// against a precondition. It passes over what depends on something else. The report is that on
// the kernel without values.
func (b *boundsRuns) run(k *kernel.Kernel, v int64, report *weft.Report) (*weft.View, bool) {
	passed := 0
	for {
		params := map[string]int64{}
		for _, p := range b.open {
			if !fact.Fits(p.T, v) {
				return nil, false
			}
			params[p.Name] = v
		}
		if len(b.open) > 0 || passed > 0 {
			full, ok := fact.Satisfying(k, params)
			if !ok || len(full) != len(params) {
				return nil, false
			}
			r, err := b.e.boundsRun(k, b.until, b.block, params)
			if err != nil {
				return nil, false
			}
			report = r
		}
		if report.NotStatic == nil {
			return &weft.View{Kernel: k, Report: report, Values: valueTexts(k, params)}, true
		}
		p := parameter(k, report.NotStatic.Param)
		switch {
		case p != nil && !slices.Contains(b.open, p) && len(b.open) < fact.MostEnumerated:
			b.open = append(b.open, p)
		case passed == mostPassedOver:
			return nil, false
		default:
			var ok bool
			if k, ok = rewrite.PassOver(k, report.NotStatic.Stmt); !ok {
				return nil, false
			}
			passed++
		}
	}
}
