// Package lanes makes the happens-before graph of a block as WEFT draws it: threads that do the
// same to barriers are one lane, each generation of a barrier is a box, and what an operation does
// there is an edge.
//
// In: a kernel in the flat form that package weft executes, and optionally two lines. Out: a Graph,
// with what orders a pair of accesses, or that nothing does. Happens-before is that of WEFT (Sharma,
// Bauer, Aiken: Verification of Producer-Consumer Synchronization in GPU Programs, PLDI 2015,
// section 4.2): a thread's own order, and from each operation of a generation to each of its syncs.
package lanes

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
	"gv2/runtime/weft"
)

// Graph is the graph of one execution of a block.
type Graph struct {
	// Lanes are in the order of their first threads.
	Lanes []Lane
	// Generations are in the order in which they are complete; those that never are come last.
	Generations []Generation
	// Pair is the accesses that were asked about, nil for none.
	Pair *Pair
	// Ended is set if no thread is left waiting at a barrier that has a number.
	Ended bool

	waits [][]Hop // see waiting
}

// Lane is threads that do the same: each is a part of the same generations at the same statements.
type Lane struct {
	Threads []weft.Range
	Steps   []Step
}

// Kind is what an operation does to a generation.
type Kind int

const (
	Syncs   Kind = iota // registers, and waits for the others
	Arrives             // registers
	Waits               // waits, having registered before
)

// String is the word for it after "the thread".
func (k Kind) String() string { return [...]string{"syncs", "arrives", "waits"}[k] }

// Step is an operation of a lane on a generation.
type Step struct {
	Generation int // into Graph.Generations
	Site       *emulate.Site
	Kind       Kind
}

// Generation is one use of a barrier.
type Generation struct {
	Barrier int    // its number; others where the barrier lies in memory
	Name    string // what the program calls one that lies in memory
	Number  int    // counts from 1
	// Complete is set if all threads that it expects have registered.
	Complete bool
	// Warp is set if it is none of a barrier, but lanes of a warp that meet.
	Warp bool
}

// Pair is two accesses of different threads to one element.
type Pair struct {
	Sides [2]Side
	// Array and Index are the element; Index counts from an unknown one if Relative is set.
	Array    *kernel.Array
	Index    int64
	Relative bool
	// First is the side that happens first, and Path why; -1 if neither does, which is a race.
	First int
	Path  []Hop
}

// Side is an access. The thread has a lane of its own.
type Side struct {
	Lane   int
	Thread int // linear index
	Site   *emulate.Site
	// After is the number of the lane's steps before it.
	After int
}

// Hop is a step on the way from one access to the other: the generations of the steps before and
// after it are the same, or the lanes.
type Hop struct{ Lane, Step int }

// Query says what is drawn.
type Query struct {
	// Lines, if both are set, are the lines of the accesses of the pair. Otherwise the pair is
	// that of the first race.
	Lines [2]int
	weft.Options
}

// Of executes a block of k and draws it. The error says why it cannot be executed to a defined
// end: control that depends on the input, mostly, or is ctx's.
func Of(ctx context.Context, k *kernel.Kernel, q Query) (*Graph, error) {
	block := new([3]int)
	wanted := wantedLines(q.Lines)
	var race *weft.Fault
	if q.Lines == [2]int{} {
		report, err := weft.Check(ctx, k, q.Options)
		if err != nil {
			return nil, err
		}
		if race = firstRace(report); race != nil {
			block = blockOf(k, race.At[0].Block)
			wanted = wantedSites(race)
		}
		if report.OneBlock {
			block = nil
		}
	}
	r := newRecord(k.Launch.Threads(), wanted)
	if race != nil {
		r.warp = sameWarp(race.At[0].Thread, race.At[1].Thread)
	}
	err := weft.Follow(ctx, k, q.Options, block, r)
	if err != nil && block != nil && race == nil && ctx.Err() == nil {
		// blockIdx may be decided by one block, or too much for one.
		block = nil
		err = weft.Follow(ctx, k, q.Options, block, r)
	}
	if err != nil {
		return nil, err
	}
	pair, ordered := r.choose(q.Lines, race)
	if pair != nil && !ordered && r.warp < 0 {
		if r.warp = sameWarp(pair[0].thread, pair[1].thread); r.warp >= 0 {
			if err := weft.Follow(ctx, k, q.Options, block, r); err != nil {
				return nil, err
			}
			pair, _ = r.choose(q.Lines, race)
		}
	}
	g := r.graph(k.Arrays, pair)
	for i := range g.Generations {
		if gen := &g.Generations[i]; gen.Name == "" && k.Numbered[gen.Barrier] != "" {
			gen.Name = "barrier " + k.Numbered[gen.Barrier]
		}
	}
	return g, nil
}

// sameWarp is the warp of two threads, -1 if they are of different ones.
func sameWarp(a, b int) int {
	if a/kernel.WarpSize == b/kernel.WarpSize {
		return a / kernel.WarpSize
	}
	return -1
}

// wantedLines accepts statements at one of two lines, nil for none.
func wantedLines(lines [2]int) func(diag.Pos) bool {
	if lines == [2]int{} {
		return nil
	}
	return func(p diag.Pos) bool { return p.Line == lines[0] || p.Line == lines[1] }
}

func wantedSites(race *weft.Fault) func(diag.Pos) bool {
	return func(p diag.Pos) bool { return p == race.At[0].Site.Src().Pos || p == race.At[1].Site.Src().Pos }
}

// firstRace is the first race of two threads of a block that refutes, nil for none.
func firstRace(report *weft.Report) *weft.Fault {
	for i := range report.Faults {
		f := &report.Faults[i]
		if f.Property == kernel.DataRace && !f.Benign && len(f.At) == 2 && f.At[0].Block == f.At[1].Block {
			return f
		}
	}
	return nil
}

func blockOf(k *kernel.Kernel, linear int) *[3]int {
	at := k.Launch.BlockAt(linear)
	return &[3]int{int(at[0]), int(at[1]), int(at[2])}
}

// graph is what was recorded.
func (r *record) graph(arrays []*kernel.Array, pair *[2]touch) *Graph {
	g := &Graph{}
	r.group(g, pair)
	r.sort(g)
	if pair != nil {
		g.Pair = r.pair(g, arrays, pair)
	}
	return g
}

// group makes the lanes: threads with the same last step have made the same ones. Those of the
// pair have lanes of their own.
func (r *record) group(g *Graph, pair *[2]touch) {
	type class struct{ last, thread int }
	at := map[class]int{}
	for t := range r.threads {
		key := class{r.last[t], -1}
		if pair != nil && (t == pair[0].thread || t == pair[1].thread) {
			key.thread = t
		}
		i, ok := at[key]
		if !ok {
			i = len(g.Lanes)
			at[key] = i
			g.Lanes = append(g.Lanes, Lane{Steps: r.stepsOf(key.last)})
		}
		lane := &g.Lanes[i]
		if n := len(lane.Threads); n > 0 && lane.Threads[n-1].To == t-1 {
			lane.Threads[n-1].To = t
		} else {
			lane.Threads = append(lane.Threads, weft.Range{From: t, To: t})
		}
	}
}

// sort puts the generations that lanes are part of in their order, and numbers them anew.
func (r *record) sort(g *Graph) {
	used := make([]bool, len(r.generations))
	for _, l := range g.Lanes {
		for _, s := range l.Steps {
			used[s.Generation] = true
		}
	}
	anew := make([]int, len(r.generations))
	add := func(i int) {
		if used[i] {
			used[i] = false
			anew[i] = len(g.Generations)
			g.Generations = append(g.Generations, r.generations[i])
		}
	}
	for _, i := range r.order {
		add(i)
	}
	for i := range r.generations {
		add(i)
	}
	for i := range g.Lanes {
		for j := range g.Lanes[i].Steps {
			s := &g.Lanes[i].Steps[j]
			s.Generation = anew[s.Generation]
		}
	}
	g.Ended = !slices.ContainsFunc(g.Lanes, func(l Lane) bool {
		last := len(l.Steps) - 1
		return last >= 0 && l.Steps[last].Kind == Syncs && !g.Generations[l.Steps[last].Generation].Complete
	})
}

// pair places two accesses in the graph and says what orders them.
func (r *record) pair(g *Graph, arrays []*kernel.Array, pair *[2]touch) *Pair {
	p := &Pair{Index: pair[0].element.index, Relative: pair[0].element.base != 0, First: -1}
	if a := pair[0].element.array; a >= 0 && a < len(arrays) {
		p.Array = arrays[a]
	}
	for i, t := range pair {
		lane := slices.IndexFunc(g.Lanes, func(l Lane) bool { return l.Threads[0] == weft.Range{From: t.thread, To: t.thread} })
		p.Sides[i] = Side{Lane: lane, Thread: t.thread, Site: t.site, After: r.depth(t.after)}
	}
	for first := range 2 {
		if path := g.path(p.Sides[first], p.Sides[1-first]); path != nil {
			p.First, p.Path = first, path
			break
		}
	}
	if p.First < 0 && p.Sides[0].Thread > p.Sides[1].Thread {
		p.Sides[0], p.Sides[1] = p.Sides[1], p.Sides[0]
	}
	return p
}

// Label is what people call a generation: the barrier, and which of its uses.
func (g *Generation) Label() string {
	if g.Warp {
		return "the lanes of a warp meet"
	}
	return cmp.Or(g.Name, "barrier "+strconv.Itoa(g.Barrier)) + ", generation " + strconv.Itoa(g.Number)
}
