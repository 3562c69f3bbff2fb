package verdict

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/runtime/weft"
)

// bound answers what is left open for some values of the parameters that stand in
// the way of executing the kernel. A fault found that way is a fault; if there is
// none, the property is bounded.
func (d *decision) bound() {
	if d.report == nil || d.report.NotStatic == nil || d.report.NotStatic.Param == "" || !d.anyUnknown() || d.anyRefuted() {
		return
	}
	b := &trial{decision: d, budget: d.opts.Exact.MaxCommands, proved: map[string][]map[string]int64{}, refuted: map[string]bool{}}
	b.vary(nil, d.report.NotStatic.Param)
	if b.stuck != "" && len(b.refuted) == 0 {
		d.note("no values of parameters were tried: " + b.stuck)
		return
	}
	b.conclude()
}

func (d *decision) anyRefuted() bool {
	for _, p := range d.by {
		if p.Status == Refuted {
			return true
		}
	}
	return false
}

// trial is one search through small values.
type trial struct {
	*decision
	budget int64 // commands left; 0 for no limit
	// proved holds, by property, the values for which it is proved.
	proved  map[string][]map[string]int64
	refuted map[string]bool
	// stuck says why trying values of parameters leads nowhere.
	stuck string
	// over is set where time or commands ran out.
	over bool
}

// deepest is how many parameters are varied at a time.
const deepest = 3

// vary tries values of one more parameter. The result is false if nothing more is
// to be tried.
func (b *trial) vary(fixed map[string]int64, name string) bool {
	p := parameter(b.k, name)
	if _, done := fixed[name]; done || p == nil || len(fixed) >= deepest {
		b.stuck = b.report.NotStatic.Error() + ", and more parameters than can be tried"
		return false
	}
	values := allowed(b.k, p, fixed, smallValues(p.T, len(fixed)))
	for _, with := range values {
		if !b.try(with) {
			return false
		}
	}
	if len(values) == 0 && len(fixed) == 0 {
		b.stuck = "no small value of " + name + " satisfies __requires"
	}
	return true
}

// try executes the kernel with those parameters.
func (b *trial) try(fixed map[string]int64) bool {
	r, err := b.check(1, b.budget, fixed)
	if err != nil {
		if !b.timeOver(err) {
			b.result.Err = fmt.Errorf("internal error: %w", err)
		}
		b.over = true
		return false
	}
	b.spend(r)
	b.tally(r, fixed)
	if r.NotStatic != nil {
		if r.NotStatic.Param == "" {
			b.stuck = fmt.Sprintf("with %s too, %s at %s", assignments(fixed), r.NotStatic.Error(), r.NotStatic.Src.Pos)
			return false
		}
		return b.vary(fixed, r.NotStatic.Param)
	}
	return !b.over && b.promising(r)
}

// spend books what a run cost.
func (b *trial) spend(r *weft.Report) {
	b.result.Stats.Exact = addStats(b.result.Stats.Exact, r.Stats)
	if b.budget == 0 {
		return
	}
	b.budget -= r.Stats.Commands + r.Stats.GlobalAccesses + r.Stats.UnknownAccesses
	b.over = b.budget <= 0
}

// promising reports whether a run settled anything: if it did not, larger values
// will not either.
func (b *trial) promising(r *weft.Report) bool {
	for name := range b.by {
		if b.unknown(name) && b.status(r, name) != Unknown {
			return true
		}
	}
	return false
}

// status is what a run says about a property. Races between blocks may have been
// ruled out by the translation.
func (b *trial) status(r *weft.Report, name string) Status {
	v, known := r.Verdicts[name]
	switch {
	case !known:
		return Unknown
	case v.Status == weft.Unknown && v.Blocks && name == instrument.DataRace && b.acrossProved:
		return Proved
	}
	return Status(v.Status)
}

// tally enters a run.
func (b *trial) tally(r *weft.Report, fixed map[string]int64) {
	for name := range b.by {
		if !b.unknown(name) {
			continue
		}
		switch b.status(r, name) {
		case Proved:
			b.proved[name] = append(b.proved[name], fixed)
		case Refuted:
			b.refute(r, name, fixed)
		}
	}
	for name, v := range r.Verdicts {
		if v.Status == weft.Refuted && b.by[name] == nil && b.opts.asked(name) {
			b.by[name] = &Property{Name: name, Status: Unknown}
			b.refute(r, name, fixed)
		}
	}
}

// refute files what refutes a property the first time: larger values will show
// the same again.
func (b *trial) refute(r *weft.Report, name string, fixed map[string]int64) {
	if b.refuted[name] {
		return
	}
	b.refuted[name] = true
	view := exactView{k: b.k, report: r, values: valueTexts(b.k, fixed)}
	for _, f := range view.findings() {
		if f.Property == name {
			b.find(f)
		}
	}
}

// conclude turns the runs into verdicts.
func (b *trial) conclude() {
	for name, p := range b.by {
		switch {
		case p.Status != Unknown:
		case b.refuted[name]:
			p.Status, p.Engine, p.Reason = Refuted, WeftEngine, ""
		case len(b.proved[name]) > 0 && b.stuck == "":
			p.Status, p.Engine = Bounded, WeftEngine
			p.Reason = "nothing wrong for " + valuesText(b.proved[name]) + because("; for all values: ", p.Reason)
		}
	}
}

func because(lead, reason string) string {
	if reason == "" {
		return ""
	}
	return lead + reason
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
// warps, where trip counts and masks change.
func smallValues(t kernel.Type, others int) []int64 {
	if t.Kind == kernel.Bool {
		return []int64{0, 1}
	}
	if t.Kind != kernel.Int {
		return nil
	}
	switch others {
	case 0:
		return []int64{0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 31, 32, 33, 64}
	case 1:
		return []int64{0, 1, 2, 3, 4, 8, 32}
	default:
		return []int64{0, 1, 2, 32}
	}
}

// valueTexts spells the values as C does.
func valueTexts(k *kernel.Kernel, fixed map[string]int64) map[string]string {
	out := map[string]string{}
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
func valuesText(list []map[string]int64) string {
	by := map[string][]int64{}
	for _, fixed := range list {
		for name, v := range fixed {
			by[name] = append(by[name], v)
		}
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(by)) {
		parts = append(parts, name+" = "+spans(by[name]))
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
	sum := *a
	sum.DynamicBarriers += b.DynamicBarriers
	sum.SharedAddresses = max(sum.SharedAddresses, b.SharedAddresses)
	sum.Commands += b.Commands
	sum.GlobalAccesses += b.GlobalAccesses
	sum.UnknownAccesses += b.UnknownAccesses
	sum.RaceTests += b.RaceTests
	sum.RacesTested += b.RacesTested
	sum.Seconds += b.Seconds
	sum.PeakBytes = max(sum.PeakBytes, b.PeakBytes)
	return &sum
}
