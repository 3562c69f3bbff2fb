package exact

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/emulate"
	"gv2/runtime/weft"
)

// sampleCommands are those that a short look at small values may use before the
// translation is asked.
const sampleCommands = 5_000_000

// Sample looks for faults with small values of the parameters that stand in the
// way of executing the kernel. What they refute is refuted.
func (e *Engine) Sample() {
	if !e.variable() {
		return
	}
	if e.d.Opts.Engine == decision.WeftEngine {
		e.search = e.try(e.d.Opts.Exact.MaxCommands, 1)
		return
	}
	budget := e.d.Opts.Exact.MaxCommands
	short := budget == 0 || budget > sampleCommands
	if short {
		budget = sampleCommands
	}
	e.search = e.try(budget, e.d.Share)
	e.search.short = e.search.short || short
}

// Bound answers what is left open for the values that were tried: if there is no
// fault, the property is bounded. A look that was cut short is taken up again.
func (e *Engine) Bound() {
	if !e.variable() || e.search == nil || !e.d.BlockedBy().None() {
		return
	}
	if e.search.over && e.search.short && e.d.Result.Err == nil {
		e.search = e.try(e.d.Opts.Exact.MaxCommands, 1)
	}
	if e.search.stuck != "" && len(e.search.proved) == 0 && len(e.search.within) == 0 {
		e.d.Note("trying values of parameters does not help: " + e.search.stuck)
		return
	}
	e.search.conclude()
}

// variable reports whether a parameter stands in the way, and something is open.
func (e *Engine) variable() bool {
	return e.d.Report != nil && e.d.Report.NotStatic != nil && e.d.Report.NotStatic.Param != "" && e.d.AnyUnknown()
}

// try executes the kernel for small values, for at most that share of the time
// left.
func (e *Engine) try(budget int64, share float64) *valueSearch {
	e.d.Opts.Trace.Ask(decision.WeftEngine, "small values of "+e.d.Report.NotStatic.Written+" and of other parameters that decisions depend on")
	t := &valueSearch{
		e: e, d: e.d, k: e.d.Kernel, budget: budget, until: e.d.Clock.Deadline(share),
		proved: map[kernel.Property][]map[string]int64{}, refuted: map[kernel.Property][]claim.Evidence{},
	}
	t.vary(nil, e.d.Report.NotStatic.Param)
	t.enterRefuted()
	return t
}

// valueSearch is one search through small values.
type valueSearch struct {
	e *Engine
	d *decision.Decision
	// k is the kernel that is executed: that of the decision, or with a launch of its own.
	k       *kernel.Kernel
	budget  int64     // commands left; 0 for no limit
	until   time.Time // zero for no limit
	seconds float64
	// proved holds, by property, the values for which it is proved, and within
	// those for which only races between blocks are undecided.
	proved map[kernel.Property][]map[string]int64
	within []map[string]int64
	// refuted holds the witnesses of the first values that refute a property.
	refuted map[kernel.Property][]claim.Evidence
	// tried are the values that an answer was sought for.
	tried []map[string]int64
	// stuck says why a value led nowhere, or why no more are tried; failures counts
	// such values.
	stuck    string
	failures int
	// over is set where time or commands ran out, short where there are more.
	over, short bool
}

// vary tries values of one more parameter. The result is false if nothing more is
// to be tried.
func (b *valueSearch) vary(fixed map[string]int64, name string) bool {
	p := parameter(b.k, name)
	if _, done := fixed[name]; done || p == nil {
		b.stuck = b.d.Report.NotStatic.Error() + ", and more parameters than can be tried"
		return false
	}
	values := fact.AllowedValues(b.k, p, fixed, smallValues(b.k, p.T, len(fixed)))
	for _, with := range values {
		if !b.run(with) {
			return false
		}
	}
	if len(values) == 0 && len(fixed) == 0 {
		b.stuck = "no small value of " + name + " satisfies __requires"
	}
	return true
}

// What one value may use of the budget, so that a loop that is endless for it
// does not spend all, and how many values may lead nowhere before any has led
// somewhere.
const (
	shares     = 16
	enoughFail = 4
)

// run executes the kernel with those parameters.
func (b *valueSearch) run(fixed map[string]int64) bool {
	budget := b.budget
	if budget == 0 {
		budget = emulate.DefaultMaxCommands
	}
	r, err := b.e.run(b.k, b.until, max(budget/shares, 1), fixed)
	if err != nil {
		if !timeOver(err) {
			b.d.Result.Err = fmt.Errorf("internal error: %w", err)
		}
		b.over, b.short = true, true
		return false
	}
	b.spend(r)
	if r.NotStatic != nil && r.NotStatic.Param != "" && b.deeper(fixed) {
		b.tally(r, fixed, false)
		return !b.barrierFault() && b.vary(fixed, r.NotStatic.Param)
	}
	b.tally(r, fixed, true)
	if r.NotStatic != nil {
		b.stuck = fmt.Sprintf("even with %s, %s at %s", assignments(fixed), r.NotStatic.Error(), r.NotStatic.Src.Pos)
		b.failures++
	}
	return !b.over && !b.barrierFault() && (b.failures < enoughFail || len(b.proved) > 0)
}

// deeper reports whether one more parameter may be varied.
func (b *valueSearch) deeper(fixed map[string]int64) bool {
	n := 0
	for name := range fixed {
		if parameter(b.k, name) != nil {
			n++
		}
	}
	return n < fact.MostEnumerated
}

// spend books what a run cost.
func (b *valueSearch) spend(r *weft.Report) {
	b.d.Result.Stats.Exact = addStats(b.d.Result.Stats.Exact, r.Stats)
	b.seconds += r.Stats.Seconds
	if b.budget == 0 {
		return
	}
	b.budget -= r.Stats.Commands + r.Stats.GlobalAccesses + r.Stats.UnknownAccesses
	b.over = b.budget <= 0
}

// barrierFault reports whether barriers were misused: nothing is to be found
// behind that.
func (b *valueSearch) barrierFault() bool {
	return slices.ContainsFunc(decision.OfBarriers, func(p kernel.Property) bool { return len(b.refuted[p]) > 0 })
}

// tally enters a run; last tells that no further parameter is varied with it.
func (b *valueSearch) tally(r *weft.Report, fixed map[string]int64, last bool) {
	if last {
		b.tried = append(b.tried, fixed)
	}
	for name, v := range r.Verdicts {
		p := b.d.By[name]
		switch {
		case v.Status == claim.Refuted && b.d.Opts.Asked(name) && (p == nil || p.Status == claim.Unknown):
			b.refute(r, name, fixed)
			b.ordinary(r, name, fixed)
		case p == nil || p.Status != claim.Unknown:
		case v.Status == claim.Proved:
			b.proved[name] = append(b.proved[name], fixed)
		case v.Blocks:
			b.within = append(b.within, fixed)
		}
	}
}

// refute files what refutes a property: the first time all of it, later the races between
// accesses that are not known yet. Other faults larger values only show again.
func (b *valueSearch) refute(r *weft.Report, name kernel.Property, fixed map[string]int64) {
	again := len(b.refuted[name]) > 0
	if again && (name != kernel.DataRace || slices.ContainsFunc(decision.OfBarriers, func(p kernel.Property) bool { return r.Verdicts[p].Status == claim.Refuted })) {
		return
	}
	view := weft.View{Kernel: b.k, Report: r, Values: valueTexts(b.k, fixed)}
	for _, f := range view.Findings() {
		known := func(g claim.Finding) bool { return claim.Unordered(g.Spot()) == claim.Unordered(f.Spot()) }
		if f.Property != name || again && (len(b.refuted[name]) >= mostRaces || slices.ContainsFunc(b.d.Result.Findings, known)) {
			continue
		}
		b.e.find(f)
		if f.Severity == claim.ErrorSeverity {
			b.refuted[name] = append(b.refuted[name], claim.Suspect(f, claim.Executed, claim.Reason{}))
		}
	}
}

// mostRaces is how many races small values show.
const mostRaces = 12

// ordinary tells a fault that is known for a parameter of 0 with these values instead, if they have
// none of 0: they convince more.
func (b *valueSearch) ordinary(r *weft.Report, name kernel.Property, fixed map[string]int64) {
	zero := func(v claim.Values) bool { return slices.Contains(slices.Collect(maps.Values(v)), "0") }
	texts := valueTexts(b.k, fixed)
	if zero(texts) || !slices.ContainsFunc(b.d.Result.Findings, func(f claim.Finding) bool { return f.Property == name && zero(f.Values) }) {
		return
	}
	for _, g := range (weft.View{Kernel: b.k, Report: r, Values: texts}).Findings() {
		for i := range b.d.Result.Findings {
			if f := &b.d.Result.Findings[i]; f.Property == name && zero(f.Values) && f.By == g.By && f.Spot() == g.Spot() {
				*f = g
			}
		}
	}
}

// enterRefuted enters what was refuted.
func (b *valueSearch) enterRefuted() {
	for name, witnesses := range b.refuted {
		p := b.d.By[name]
		if p == nil {
			p = &decision.Property{Name: name}
			b.d.By[name] = p
		}
		b.d.Board.Enter(witnesses...)
		p.Why = claim.Reason{}
		p.Seconds += b.seconds
	}
	b.d.Settle()
}

// conclude enters for which values the rest holds.
func (b *valueSearch) conclude() {
	across := b.d.Board.Status(claim.RacesAcross) == claim.Proved
	if across {
		b.proved[kernel.DataRace] = append(b.proved[kernel.DataRace], b.within...)
	}
	by := claim.Method{Engine: claim.Weft}
	for name, p := range b.d.By {
		if p.Status != claim.Unknown || len(b.proved[name]) == 0 {
			continue
		}
		shown := claim.Of(name)
		if name == kernel.DataRace && across {
			shown = shown[:1]
		}
		b.d.Board.Enter(claim.Proof{Claims: shown, By: by, Under: b.e.under(), Bound: valuesText(b.k, b.proved[name])})
		p.Seconds += b.seconds
		p.Why = claim.Because("nothing wrong for " + valuesText(b.k, b.proved[name]) + claim.Lead("; open for ", b.openText(name)) +
			claim.Lead("; for all values: ", p.Reason()))
	}
	b.d.Settle()
}

// openText lists the values that were tried and left the property open.
func (b *valueSearch) openText(name kernel.Property) string {
	var open []map[string]int64
	for _, fixed := range b.tried {
		same := func(other map[string]int64) bool { return maps.Equal(other, fixed) }
		if !slices.ContainsFunc(b.proved[name], same) {
			open = append(open, fixed)
		}
	}
	if len(open) == 0 {
		return ""
	}
	return valuesText(b.k, open)
}

func parameter(k *kernel.Kernel, name string) *kernel.Var {
	for _, p := range k.Params {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// smallValues are the values to try for a parameter of that type, fewer where
// others are varied with it. Besides the smallest they lie around the sizes of
// warps, where trip counts and masks change, and around the numbers of threads of
// a block and of the grid, where guards and strides do.
func smallValues(k *kernel.Kernel, t kernel.Type, others int) []int64 {
	if t.Kind == kernel.Bool {
		return []int64{0, 1}
	}
	if t.Kind != kernel.Int {
		return nil
	}
	switch others {
	case 0:
		values := []int64{0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 31, 32, 33, 64}
		values = append(values, fact.Overlaps(k)...)
		for _, n := range []int{k.Launch.Threads(), k.Launch.Threads() * k.Launch.Blocks()} {
			if 0 < n && n < fact.LargestTried {
				values = append(values, int64(n), int64(n)+1)
			}
		}
		return slices.Compact(slices.Sorted(slices.Values(values)))
	case 1:
		return []int64{0, 1, 2, 3, 4, 8, 32}
	default:
		return []int64{0, 1, 2, 32}
	}
}

// valueTexts spells the values as C does.
func valueTexts(k *kernel.Kernel, fixed map[string]int64) claim.Values {
	out := claim.Values{}
	for name, v := range fixed {
		out[name] = strconv.FormatInt(v, 10)
		if p := parameter(k, name); p != nil && p.T.Kind == kernel.Bool {
			out[name] = strconv.FormatBool(v != 0)
		}
	}
	return out
}

// valuesText lists the values of each parameter: n = 0..8, 16, 31..33. With
// several, not every combination may have been tried, so their number is told.
func valuesText(k *kernel.Kernel, list []map[string]int64) string {
	by := map[string][]int64{}
	for _, fixed := range list {
		for name, v := range fixed {
			by[name] = append(by[name], v)
		}
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(by)) {
		written := name // of a size of the launch, which is no parameter
		if p := parameter(k, name); p != nil {
			written = p.Written()
		}
		parts = append(parts, written+" = "+spans(by[name]))
	}
	text := strings.Join(parts, " and ")
	if len(parts) > 1 {
		text += fmt.Sprintf(" (%d combinations)", len(list))
	}
	return text
}

// spans writes numbers in order, with three and more neighbours as a range.
func spans(values []int64) string {
	values = slices.Compact(slices.Sorted(slices.Values(values)))
	var parts []string
	for i := 0; i < len(values); {
		j := i
		for j+1 < len(values) && values[j+1] == values[j]+1 {
			j++
		}
		if j-i < 2 {
			j = i
			parts = append(parts, strconv.FormatInt(values[i], 10))
		} else {
			parts = append(parts, fmt.Sprintf("%d..%d", values[i], values[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}

// assignments writes n = 3, m = 4.
func assignments(fixed map[string]int64) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(fixed)) {
		parts = append(parts, fmt.Sprintf("%s = %d", name, fixed[name]))
	}
	return strings.Join(parts, ", ")
}

// addStats adds the numbers of another run.
func addStats(a *weft.Stats, b weft.Stats) *weft.Stats {
	if a == nil {
		return &b
	}
	sum := a.Plus(b)
	return &sum
}
