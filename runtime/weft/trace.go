package weft

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"

	"gv2/frontend/kernel"
	"gv2/predicate/named/order"
	"gv2/runtime/emulate"
	"gv2/runtime/weft/lives"
	"gv2/runtime/weft/tile"
)

// trace is one execution of one block: it observes the events, decides when
// barriers release threads, and keeps the happens-before order.
//
// Happens-before is that of WEFT, section 4.2: a thread's own order, and from
// each operation of a generation to each of its syncs. Instead of the relation
// itself it keeps a clock for every point (see clock).
type trace struct {
	faults  []Fault
	notes   []Note
	asserts []emulate.AssertOp // one for each statement and way to go wrong
	stats   Stats
	block   int  // linear index of the block, for reports
	ended   bool // all threads exited

	o        Options
	program  *emulate.Program // nil in tests that drive a trace by hand
	machine  machine
	races    accesses
	follower Follower // nil if nobody is told
	threads  int
	multiple int64 // every count must be a multiple of it
	warps    []warp
	barriers []barrier // the numbered ones, then those in memory
	// patient makes each warp rest after an arrive until the others have run.
	patient bool
	resting []resting
	gone    int // threads that have exited; with the rule of Volta only
	stopped bool
	err     error        // why the trace stopped, if that is no fault
	series  int64        // initialisations of barriers in memory
	agents  *blockAgents // nil in kernels without asynchronous operations
	lives   *lives.Watch // nil in kernels without clusters

	seen     []view // backing store of the result of views
	reported map[pair]bool
	asserted map[assertion]bool
	// tile is how a warp shares out the elements of the access at hand.
	tile  string
	lines tile.Tiles
}

// machine is the part of *emulate.Block that drives the simulation.
type machine interface {
	Ready(w int) bool
	Run(ctx context.Context, w int) error
	Stop()
	Release(w int, lanes emulate.Lanes, r emulate.Result)
	Places(w int) []emulate.Place
}

// accesses receives every memory access at the time of its execution.
type accesses interface {
	access(t *trace, a *emulate.Access)
}

// pair is a property that two statements violate.
type pair struct {
	property kernel.Property
	at       [2]*emulate.Site
}

// newTrace prepares the execution of one block of p. It passes accesses to
// races, which may be nil.
func newTrace(p *emulate.Program, o Options, races accesses) *trace {
	exist := make([]emulate.Lanes, p.Warps())
	for w := range exist {
		exist[w] = p.WarpLanes(w)
	}
	t := newTraceWith(exist, o, races, kernel.UsesAgents(p.Kernel()))
	t.program, t.lives = p, lives.Of(p.Kernel())
	return t
}

// newTraceWith prepares a trace of a block whose warps have the given lanes; async says whether threads
// start asynchronous operations, or use proxy fences.
func newTraceWith(exist []emulate.Lanes, o Options, races accesses, async bool) *trace {
	t := &trace{
		o: o, races: races, multiple: kernel.WarpSize,
		warps: make([]warp, len(exist)), barriers: make([]barrier, order.Barriers),
		lines: tile.Tiles{}, reported: map[pair]bool{}, asserted: map[assertion]bool{},
	}
	start := newClock(len(exist))
	if async {
		t.agents = &blockAgents{exist: exist}
		start = newClock(t.agents.number())
	}
	for w, lanes := range exist {
		t.warps[w] = warp{exist: lanes, parts: []part{{lanes: lanes, clock: start}}}
		if async {
			t.warps[w].own = newOwn()
			t.agents.own = append(t.agents.own, t.warps[w].own)
		}
		t.threads += bits.OnesCount32(lanes)
	}
	return t
}

// run executes the block to its end, to a deadlock, or to a fault after which
// nothing is defined. The error is emulate's or ctx's.
func (t *trace) run(ctx context.Context, eo emulate.Options) error {
	return t.runOn(ctx, func(t *trace) machine {
		eo.ArrivesWait = true
		return t.program.Start(eo, t)
	})
}

// runOn executes the block on the machine that start makes for a trace, and again
// in a patient trace after a fault of recycling, because that may explain it
// better.
func (t *trace) runOn(ctx context.Context, start func(*trace) machine) error {
	err := t.drive(ctx, start(t))
	if err == nil && mixed(t.faults) {
		other := newTraceWith(t.allThreads(), t.o, nil, t.agents != nil)
		other.program, other.block, other.multiple, other.lives = t.program, t.block, t.multiple, t.lives.Again()
		other.patient = true
		if other.drive(ctx, start(other)) == nil {
			t.prefer(other)
		}
		t.nameCounts()
	}
	return err
}

// prefer takes over the result of a patient schedule if that violates
// recycling, too. If a warp runs until it waits, its arrives for several
// generations may fall into one, and the first faults are then only
// consequences; a patient schedule mostly has the generations that the author
// intended.
func (t *trace) prefer(other *trace) {
	if other.violated(kernel.Recycling) {
		t.barriers = other.barriers
		t.faults, t.notes, t.stats, t.ended = other.faults, other.notes, other.stats, other.ended
	}
}

// drive runs the warps in turn, each until it waits.
func (t *trace) drive(ctx context.Context, m machine) error {
	t.machine = m
	for moved := true; moved; {
		moved = false
		for w := range t.warps {
			if !m.Ready(w) {
				continue
			}
			moved = true
			if err := m.Run(ctx, w); err != nil || t.stopped {
				return cmp.Or(err, t.err)
			}
			t.proceed()
			if t.o.Rule == Volta {
				t.exits(w)
			}
			t.admit(w)
		}
	}
	t.end()
	return t.err
}

// resting is lanes that wait after an arrive.
type resting struct {
	warp   int
	lanes  emulate.Lanes
	result emulate.Result
}

// proceed releases lanes that a patient trace held after an arrive to let other
// warps run first.
func (t *trace) proceed() {
	for _, r := range t.resting {
		t.machine.Release(r.warp, r.lanes, r.result)
	}
	t.resting = t.resting[:0]
}

// commands is the number of commands that all threads have executed.
func (t *trace) commands() int64 {
	if b, ok := t.machine.(*emulate.Block); ok {
		return b.Commands()
	}
	return t.stats.Commands
}

// relied reports whether the execution depended on the contents of an array.
func (t *trace) relied(array int) bool {
	b, ok := t.machine.(*emulate.Block)
	return ok && b.Relied(array)
}

// stop ends the execution after a fault that leaves the rest undefined.
func (t *trace) stop(f Fault) {
	t.report(f)
	t.stopped = true
	t.machine.Stop()
}

// halt ends the execution without a fault, to be repeated.
func (t *trace) halt() {
	t.stopped = true
	if t.machine != nil {
		t.machine.Stop()
	}
}

func (t *trace) report(f Fault) {
	f.Array = -1
	t.faults = append(t.faults, f)
}

// once reports whether this is the first violation of the property by the two
// statements.
func (t *trace) once(property kernel.Property, a, b *emulate.Site) bool {
	key := pair{property, [2]*emulate.Site{a, b}}
	if t.reported[key] {
		return false
	}
	t.reported[key] = true
	return true
}

// position is the number of the next operation of warp w: barrier operations and
// WarpSyncs, in lock step also accesses. The lane's first operation with that
// number or a later one releases what it does at that position.
func (t *trace) position(w int) int32 { return t.warps[w].pos }

// stamp is, in lock step, the number of the current event of warp w.
func (t *trace) stamp(w int) int32 { return t.warps[w].pos }

// Access implements emulate.Observer.
func (t *trace) Access(a *emulate.Access) {
	if a.Site.Warp != "" {
		ok := false
		if t.tile, ok = t.lines.Share(a); !ok {
			t.err = fmt.Errorf("lanes of a warp pass different addresses to the matrix operation at %s", place(a.Site))
			t.halt()
			return
		}
	}
	together := a.Site.Agent != nil && a.Site.Agent.Collective
	if together {
		if !t.startTogether(a) {
			return
		}
	}
	if t.races != nil {
		t.races.access(t, a)
	}
	if len(t.barriers) > order.Barriers {
		t.asData(a)
	}
	reachesOut(t, a)
	if together {
		t.warps[a.Warp].own.endOf(a)
	}
	state := &t.warps[a.Warp]
	state.quiet &^= a.Lanes | a.Unknown
	if t.o.WarpSync {
		state.pos++
	}
	t.tile = ""
}

// assertion is a statement and how it may go wrong.
type assertion struct {
	site *emulate.Site
	open bool
}

// Assert implements emulate.Observer. It keeps the first failure of each
// assertion, and separately the first possible failure.
func (t *trace) Assert(a *emulate.AssertOp) {
	key := assertion{a.Site, a.False == 0 || a.May}
	if !t.asserted[key] {
		t.asserted[key] = true
		t.asserts = append(t.asserts, *a)
	}
}

// end reports faults from where all threads are when none can run.
func (t *trace) end() {
	w := t.whereabouts()
	if t.ended = w.exited.count() == t.threads; t.ended {
		unfinished(t)
		dead(t, t.lives.End(clusterOrder{t}, len(t.faults) > 0))
		if !productsMeet(t) {
			t.err = errors.New("the four warps of a warpgroup do not all start the same products (wgmma)")
		}
		t.leftovers()
		return
	}
	if t.partialWarps() {
		return
	}
	if len(w.waiting) == 0 {
		panic("weft: a block ends with threads that neither wait nor have exited")
	}
	t.stuck(w)
}
