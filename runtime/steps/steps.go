// Package steps shows a fault as a run: what two threads do, step by step, up to where they meet.
//
// In: a kernel and a finding on it. Out: a Run of an execution that has the fault, with the values that
// the finding names; none where no execution that this package tries shows it. A run explains a verdict and
// changes none.
package steps

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/weft"
)

// Run is what one or two threads do up to a fault.
type Run struct {
	Property kernel.Property
	Threads  []Thread
	Launch   kernel.Launch
	// Values are those of parameters and open launch dimensions, and Contents what arrays hold that the finding
	// names.
	Values   claim.Values
	Contents []claim.Content
	// Array is that of a race: the log is of accesses to it.
	Array string
	// Unknown is set if the run does not know the values of memory.
	Unknown bool
	Rows    []Row
}

// Thread is one of the threads of a run.
type Thread struct{ Block, Thread [3]int64 }

// Row is a step of a thread.
type Row struct {
	// Thread is an index of Run.Threads.
	Thread int
	Src    kernel.Src
	Text   string
	// Generation is how many times the barrier was complete before, plus one; with several barriers it has the
	// barrier's number in front, as in 1/2.
	Generation string
	// Log is what the first thread's log holds after the step: its accesses to the array of the race since the
	// latest barrier.
	Log []string
	// Fault is set where the fault happens.
	Fault bool
}

// Entry is what the log holds of the access of a row.
func (r *Row) Entry() string {
	return fmt.Sprintf("%s (line %d)", accessed(r.Text), r.Src.Pos.Line)
}

// Of is a run that shows a finding, nil if none does. The kernel is the one that was decided.
func Of(ctx context.Context, k *kernel.Kernel, f *claim.Finding, o weft.Options) *Run {
	if f.Severity == claim.BenignSeverity || len(f.Accesses) == 0 {
		return nil
	}
	var r *Run
	if !o.WarpSync {
		r = executed(ctx, k, f)
	}
	if r == nil {
		r = followed(ctx, k, f, o)
	}
	if r != nil {
		r.Values = r.Values.Written(k.Params)
	}
	return r
}

// part is the thread of a part of a finding.
func part(a *claim.Access) (Thread, bool) {
	t := Thread{}
	if a.Block != nil {
		t.Block = *a.Block
	}
	switch {
	case a.Thread != nil:
		t.Thread = *a.Thread
	case len(a.Threads) > 0:
		t.Thread = a.Threads[0].From
	default:
		return t, false
	}
	return t, true
}

// threadsOf are the threads that a finding is about: those of its accesses, and one that is missing at a
// barrier.
func threadsOf(f *claim.Finding) []Thread {
	var out []Thread
	add := func(t Thread, known bool) {
		if known && len(out) < 2 && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	for i := range f.Accesses {
		add(part(&f.Accesses[i]))
	}
	for i := range f.Barriers {
		for j := range f.Barriers[i].Missing {
			add(part(&f.Barriers[i].Missing[j]))
		}
		for _, r := range f.Barriers[i].Waiting {
			add(Thread{Thread: r.From}, true)
		}
	}
	return out
}

// launched is the kernel with a launch that says everything: sizes that a finding names, and small ones
// for others. The values are those of the sizes that were open.
func launched(k *kernel.Kernel, f *claim.Finding, small int) (*kernel.Kernel, claim.Values) {
	out, values := *k, claim.Values{}
	set := func(dims *[3]int, name string, size int) {
		for dim := range dims {
			if dims[dim] != 0 {
				continue
			}
			key := name + "." + "xyz"[dim:dim+1]
			n, given := f.Values.Number(key)
			if !given {
				n = int64(size)
			}
			dims[dim], values[key] = int(n), strconv.FormatInt(n, 10)
			size = 1
		}
	}
	set(&out.Launch.GridDim, "gridDim", small)
	set(&out.Launch.BlockDim, "blockDim", kernel.WarpSize)
	return &out, values
}

// paramsOf are the parameters that a finding names.
func paramsOf(k *kernel.Kernel, f *claim.Finding) map[string]int64 {
	out := map[string]int64{}
	for _, p := range k.Params {
		if n, given := f.Values.Number(p.Name); given {
			out[p.Name] = n
		}
	}
	return out
}

func linear(at [3]int64, dims [3]int) int {
	return int(at[0]) + dims[0]*(int(at[1])+dims[1]*int(at[2]))
}

func within(at [3]int64, dims [3]int) bool {
	for d, i := range at {
		if i < 0 || i >= int64(dims[d]) {
			return false
		}
	}
	return true
}

// table makes the rows of a run.
type table struct {
	run *Run
	// same is set if the threads are of one block, so that its barriers order what they do.
	same bool
	// past is, for each row, the array and the element of its access, and gens the generation of each thread.
	past []touch
	gens []string
}

// touch is an access of a row.
type touch struct {
	array *kernel.Array
	base  int64
	index int64
	width int64 // elements from index on
	// agent is set of a copy or a product that the thread has only started.
	agent bool
}

// meets reports whether two accesses are of the same memory.
func (at touch) meets(other touch) bool {
	return at.array != nil && at.array == other.array && at.base == other.base && at.index < other.index+other.width && other.index < at.index+at.width
}

func newTable(r *Run) *table {
	return &table{run: r, same: len(r.Threads) < 2 || r.Threads[0].Block == r.Threads[1].Block, gens: make([]string, len(r.Threads))}
}

func (t *table) add(row Row, at touch) {
	row.Generation = t.gens[row.Thread]
	t.run.Rows = append(t.run.Rows, row)
	t.past = append(t.past, at)
}

// finish puts the thread first whose part of a race comes first, cuts the run behind the fault, and fills the
// log. pair are the rows of the two accesses of a race, or the row of another fault twice.
func (t *table) finish(first, last int) *Run {
	r := t.run
	r.Rows = r.Rows[:last+1]
	if len(r.Threads) == 2 && r.Rows[first].Thread == 1 && first != last {
		r.Threads[0], r.Threads[1] = r.Threads[1], r.Threads[0]
		for i := range r.Rows {
			r.Rows[i].Thread = 1 - r.Rows[i].Thread
		}
	}
	r.Rows[first].Fault, r.Rows[last].Fault = true, true
	if r.Property != kernel.DataRace {
		return r
	}
	var log []string
	for i := range r.Rows {
		row, at := &r.Rows[i], t.past[i]
		switch {
		case row.Thread != 0:
		case at.array != nil && claim.ArrayLabel(at.array) == r.Array:
			entry := row.Entry()
			log = append(slices.DeleteFunc(slices.Clone(log), func(o string) bool { return o == entry }), entry)
		case at.array == nil && strings.HasPrefix(row.Text, passes) && t.same:
			log = slices.DeleteFunc(slices.Clone(log), func(o string) bool { return i < first || !t.past[first].agent || o != r.Rows[first].Entry() })
		}
		row.Log = log
	}
	return r
}

// passes begins the text of a step that goes on behind a barrier.
const passes = "goes on: "

// starts begins the text of a step that starts what accesses memory in the thread's place.
const starts = "starts "

// accessed is what a step says of an access, without the value.
func accessed(text string) string {
	text = strings.TrimPrefix(text, starts)
	text, _, _ = strings.Cut(text, " = ")
	text, _, _ = strings.Cut(text, ", finds")
	return text
}

// mostRows bounds the rows of a run that is kept.
const mostRows = 20_000
