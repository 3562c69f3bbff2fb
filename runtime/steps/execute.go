package steps

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/interleave"
)

// schedules are tried behind the one in which each thread runs until it waits.
var schedules = []uint64{0, 1, 2, 3, 4}

// The limits: inputs that are tried, threads and steps of an execution.
const (
	inputsTried = 7
	fewInputs   = 2 // of all blocks
	mostThreads = 4096
	stepsOfRun  = 1_000_000
)

// executed looks for an execution of all threads that shows the fault, first for the threads that the
// finding names, and then for others at the same places.
func executed(ctx context.Context, k *kernel.Kernel, f *claim.Finding) *Run {
	k, values := launched(k, f, 2)
	threads := threadsOf(f)
	if len(threads) == 0 || k.Launch.Threads() < 1 || k.Launch.Threads() > mostThreads || k.Launch.Blocks() < 1 {
		return nil
	}
	for _, t := range threads {
		if !within(t.Block, k.Launch.GridDim) || !within(t.Thread, k.Launch.BlockDim) {
			return nil
		}
	}
	p, err := interleave.Compile(k)
	if err != nil {
		return nil
	}
	x := &execution{k: k, p: p, f: f, values: values}
	own := blocks(k, threads)
	if r := x.tried(ctx, threads, own, inputsTried); r != nil || len(own) < 2 || k.Launch.Threads()*k.Launch.Blocks() > mostThreads {
		return r
	}
	return x.tried(ctx, threads, nil, fewInputs) // blocks may wait for others, or count them
}

// tried looks for an execution of those blocks, nil for all.
func (x *execution) tried(ctx context.Context, threads []Thread, blocks []int, inputs uint64) *Run {
	k, p, f := x.k, x.p, x.f
	for _, x.like = range []likeness{sameElement, sameThreads, sameLines} {
		for input := range inputs {
			for _, schedule := range append([]uint64{p.InOrder()}, schedules...) {
				if ctx.Err() != nil {
					return nil
				}
				x.options = interleave.Options{
					Params: paramsOf(k, f), Input: input, Schedule: schedule, Wrap: f.Cause != "", Given: given(k, f),
					Blocks: blocks, MaxSteps: stepsOfRun,
				}
				chosen := threads
				if x.like == sameLines {
					if chosen = x.other(); chosen == nil {
						continue
					}
				}
				if r := x.run(slices.Clone(chosen)); r != nil {
					return r
				}
			}
		}
	}
	return nil
}

// execution tries to show a fault.
type execution struct {
	k       *kernel.Kernel
	p       *interleave.Program
	f       *claim.Finding
	values  claim.Values
	options interleave.Options
	like    likeness
}

// likeness is how much of the finding a run has to have.
type likeness int

const (
	sameElement likeness = iota // and threads
	sameThreads                 // and array
	sameLines                   // and array
)

// blocks are those that run: the threads' own, or all of a grid that waits for all.
func blocks(k *kernel.Kernel, threads []Thread) []int {
	grid := false
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		b, is := s.(*kernel.Barrier)
		grid = grid || is && b.Grid
		return true
	})
	if grid {
		return nil
	}
	var out []int
	for _, t := range threads {
		out = append(out, linear(t.Block, k.Launch.GridDim))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

var elementText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\w+)\[(-?\d+)\]$`) })

// given are the contents of arrays that a finding names.
func given(k *kernel.Kernel, f *claim.Finding) map[string]map[int64]int64 {
	out := map[string]map[int64]int64{}
	for _, c := range f.Contents {
		m := elementText().FindStringSubmatch(c.Element)
		if m == nil {
			continue
		}
		i := slices.IndexFunc(k.Arrays, func(a *kernel.Array) bool { return claim.ArrayLabel(a) == m[1] && a.Scale <= 1 })
		index, err := strconv.ParseInt(m[2], 10, 64)
		value, known := claim.Values{"": c.Value}.Number("")
		if i < 0 || err != nil || !known || k.Arrays[i].Elem.Kind == kernel.Float {
			continue
		}
		name := k.Arrays[i].Name
		if out[name] == nil {
			out[name] = map[int64]int64{}
		}
		out[name][index] = value
	}
	return out
}

// isFault reports whether a fault of an execution is the finding's, for whatever threads.
func (x *execution) isFault(seen *interleave.Fault) bool {
	at := func(i int) diag.Pos {
		if i >= len(seen.Sides) || seen.Sides[i].Stmt == nil {
			return diag.Pos{}
		}
		return seen.Sides[i].Stmt.Source().Pos
	}
	f := x.f
	switch f.Property {
	case kernel.DataRace:
		if seen.Property != kernel.DataRace || len(f.Accesses) < 2 || claim.ArrayLabel(seen.Array) != f.Array {
			return false
		}
		if x.like == sameElement && f.Index != nil && *f.Index != claim.DeclaredIndex(seen.Array, seen.Index) {
			return false
		}
		one, two := f.Accesses[0].Src.Pos, f.Accesses[1].Src.Pos
		return at(0) == one && at(1) == two || at(0) == two && at(1) == one
	case kernel.Divergence:
		return seen.Property == kernel.Divergence && (at(0) == f.Pos() || at(1) == f.Pos())
	}
	return seen.Property == kernel.Assertion && at(0) == f.Pos()
}

func (x *execution) thread(s interleave.Side) Thread {
	return Thread{Block: x.k.Launch.BlockAt(s.Block), Thread: x.k.Launch.ThreadAt(s.Thread)}
}

// other are the threads of the first fault of an execution that is the finding's but for its threads, nil if
// it has none.
func (x *execution) other() []Thread {
	var out []Thread
	o := x.options
	o.Watch = &interleave.Watch{
		Of:   func(int, int) bool { return false },
		Does: func(interleave.Event) {},
		Fails: func(seen interleave.Fault) bool {
			if out != nil || !x.isFault(&seen) {
				return false
			}
			for _, s := range seen.Sides {
				if t := x.thread(s); !slices.Contains(out, t) {
					out = append(out, t)
				}
			}
			return true
		},
	}
	if x.p.Run(o).Void != "" {
		return nil
	}
	return out
}

// run is the execution as the threads see it, nil if the fault does not happen to them.
func (x *execution) run(threads []Thread) *Run {
	r := &Run{Property: x.f.Property, Threads: threads, Launch: x.k.Launch, Values: x.values, Contents: x.f.Contents, Array: x.f.Array}
	w := &watched{x: x, table: newTable(r), passed: make([]int, len(threads))}
	for i := range threads {
		w.gens[i] = "1"
	}
	o := x.options
	o.Watch = &interleave.Watch{Of: func(block, thread int) bool { return w.number(block, thread) >= 0 }, Does: w.does, Fails: w.fails}
	report := x.p.Run(o)
	if report.Void != "" || !w.found || len(r.Rows) == 0 {
		return nil
	}
	r.Values = claim.Values{}
	for name, value := range x.values {
		r.Values[name] = value
	}
	for _, p := range x.k.Params {
		if v, known := report.Params[p.Name]; known {
			r.Values[p.Name] = valueText(p.T, v)
		}
	}
	first := len(r.Rows) - 1
	if x.f.Property == kernel.DataRace {
		if first = w.partner(); first < 0 {
			return nil
		}
	}
	return w.finish(first, len(r.Rows)-1)
}

// watched gathers the rows of the threads of an execution.
type watched struct {
	x *execution
	*table
	passed []int // barriers, of each thread
	fault  interleave.Fault
	found  bool
}

// number is which of the threads it is, -1 for none.
func (w *watched) number(block, thread int) int {
	return slices.IndexFunc(w.run.Threads, func(t Thread) bool {
		return linear(t.Block, w.x.k.Launch.GridDim) == block && linear(t.Thread, w.x.k.Launch.BlockDim) == thread
	})
}

// fails looks whether a fault is the one that was to be seen, of these threads.
func (w *watched) fails(seen interleave.Fault) bool {
	if !w.x.isFault(&seen) {
		return false
	}
	of := map[int]bool{}
	for _, s := range seen.Sides {
		n := w.number(s.Block, s.Thread)
		if n < 0 {
			return false
		}
		of[n] = true
	}
	w.fault, w.found = seen, len(of) == len(w.run.Threads) || len(w.run.Threads) == 2 && len(seen.Sides) == 1
	return w.found
}

// partner is the row of the access that races with the last one.
func (w *watched) partner() int {
	rows := w.run.Rows
	last := len(rows) - 1
	for i := last - 1; i >= 0; i-- {
		at := w.past[i]
		if rows[i].Thread != rows[last].Thread && at.array == w.fault.Array && at.index == w.fault.Index && rows[i].Src.Pos == w.fault.Sides[0].Stmt.Source().Pos {
			return i
		}
	}
	return -1
}

func (w *watched) does(e interleave.Event) {
	if w.found || len(w.run.Rows) > mostRows {
		return
	}
	n := w.number(e.Block, e.Thread)
	row := Row{Thread: n}
	if e.Stmt != nil {
		row.Src = e.Stmt.Source()
	}
	switch e.Kind {
	case interleave.Assigns:
		s := e.Stmt.(*kernel.Assign)
		row.Text = fmt.Sprintf("%s = %s", s.Dst.Name, valueText(s.Dst.T, e.Value))
	case interleave.Branches:
		row.Text = fmt.Sprintf("%s is %t", conditionOf(e.Stmt), e.Value != 0)
	case interleave.Asserts:
		row.Text = asserted(e.Stmt, e.Value != 0)
	case interleave.Accesses:
		w.add(accessRow(row, e), touch{array: e.Array, index: e.Index, width: 1})
		return
	case interleave.Reaches:
		row.Text = "waits at " + barrierOf(e.Stmt)
	case interleave.Passes:
		w.passed[n]++
		row.Text = fmt.Sprintf("%sgeneration %d is complete", passes, w.passed[n])
		w.add(row, touch{})
		w.gens[n] = strconv.Itoa(w.passed[n] + 1)
		return
	case interleave.Exits:
		row.Text = "returns"
	}
	w.add(row, touch{})
}

// asserted says how an assertion turned out, in the words of the program where it has some.
func asserted(s kernel.Stmt, holds bool) string {
	a, is := s.(*kernel.Assert)
	switch {
	case !is || a.Text == "":
		return fmt.Sprintf("the condition is %t", holds)
	case a.Bounds:
		access, array, _ := strings.Cut(a.Text, ", where ")
		if holds {
			return access + " is within the array"
		}
		return access + " is outside the array: " + array
	}
	return fmt.Sprintf("%s is %t", a.Text, holds)
}

func accessRow(row Row, e interleave.Event) Row {
	element, elem := claim.ElementPart(e.Array, e.Index), e.Array.Elem
	switch e.Stmt.(type) {
	case *kernel.Load:
		row.Text = fmt.Sprintf("reads %s = %s", element, valueText(elem, e.Value))
	case *kernel.Store:
		row.Text = fmt.Sprintf("writes %s = %s", element, valueText(elem, e.Value))
	default:
		// The rest that accesses memory are atomics.
		row.Text = fmt.Sprintf("updates %s = %s, finds %s", element, valueText(elem, e.Value), valueText(elem, e.Old))
	}
	return row
}

func conditionOf(s kernel.Stmt) string {
	switch s := s.(type) {
	case *kernel.If:
		return kernel.ExprString(s.Cond)
	case *kernel.Loop:
		return kernel.ExprString(s.Cond)
	default:
		// Nothing else branches.
	}
	return "the condition"
}

func barrierOf(s kernel.Stmt) string {
	if b, is := s.(*kernel.Barrier); is && b.Grid {
		return "the barrier of the grid"
	}
	return "the barrier"
}
