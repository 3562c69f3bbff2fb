package weft

import (
	"context"
	"math/bits"

	"gv2/frontend/kernel"
	"gv2/predicate/named/order"
	"gv2/runtime/emulate"
)

// trace is one execution of one block: it observes the events, decides when
// barriers let threads go, and keeps what happens before what.
//
// Happens-before is that of WEFT, section 4.2: a thread's own order, and from
// each operation of a generation to each of its syncs. Instead of the relation
// itself every point has a clock (see clock).
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
	threads  int
	multiple int64 // of which every count is one
	warps    []warp
	barriers []barrier // the numbered ones, then those in memory
	// patient lets each warp rest after an arrive.
	patient bool
	resting []resting
	gone    int // threads that have exited; with the rule of Volta only
	stopped bool

	seen     []view // what views returned last
	reported map[pair]bool
	asserted map[assertion]bool
}

// machine is the block as far as the simulation drives it; *emulate.Block.
type machine interface {
	Ready(w int) bool
	Run(ctx context.Context, w int) error
	Stop()
	Release(w int, lanes emulate.Lanes, r emulate.Result)
	Places(w int) []emulate.Place
}

// accesses is told of every memory access, at the time when it is made.
type accesses interface {
	access(t *trace, a *emulate.Access)
}

// pair is a property that is violated by two statements.
type pair struct {
	property kernel.Property
	at       [2]*emulate.Site
}

// newTrace prepares the execution of one block of p. Accesses are handed to
// races, which may be nil.
func newTrace(p *emulate.Program, o Options, races accesses) *trace {
	exist := make([]emulate.Lanes, p.Warps())
	for w := range exist {
		exist[w] = p.WarpLanes(w)
	}
	t := newTraceOf(exist, o, races)
	t.program = p
	return t
}

// newTraceOf prepares a trace of a block whose warps have the given lanes.
func newTraceOf(exist []emulate.Lanes, o Options, races accesses) *trace {
	t := &trace{
		o: o, races: races, multiple: kernel.WarpSize,
		warps: make([]warp, len(exist)), barriers: make([]barrier, order.Barriers),
		reported: map[pair]bool{}, asserted: map[assertion]bool{},
	}
	start := newClock(len(exist))
	for w, lanes := range exist {
		t.warps[w] = warp{exist: lanes, parts: []part{{lanes: lanes, clock: start}}}
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

// runOn executes the block on the machine that start makes for a trace, once more
// if that may tell better what is wrong.
func (t *trace) runOn(ctx context.Context, start func(*trace) machine) error {
	err := t.drive(ctx, start(t))
	if err == nil && t.violated(kernel.Recycling) {
		other := newTraceOf(t.allThreads(), t.o, nil)
		other.program, other.block, other.multiple = t.program, t.block, t.multiple
		other.patient = true
		if other.drive(ctx, start(other)) == nil {
			t.prefer(other)
		}
		t.nameCounts()
	}
	return err
}

// prefer takes over what a patient schedule found about recycling. A warp that
// runs until it waits makes arrives of several generations fall into one, and
// what is then found first are consequences; a patient schedule mostly keeps to
// the generations that the author had in mind.
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
				return err
			}
			t.proceed()
			if t.o.Rule == Volta {
				t.exits(w)
			}
			t.admit(w)
		}
	}
	t.end()
	return nil
}

// resting is lanes that wait after an arrive.
type resting struct {
	warp   int
	lanes  emulate.Lanes
	result emulate.Result
}

// proceed lets arrivals go on which a patient trace has held up so that other
// warps come first.
func (t *trace) proceed() {
	for _, r := range t.resting {
		t.machine.Release(r.warp, r.lanes, r.result)
	}
	t.resting = t.resting[:0]
}

// commands is how many commands all threads have executed.
func (t *trace) commands() int64 {
	if b, ok := t.machine.(*emulate.Block); ok {
		return b.Commands()
	}
	return t.stats.Commands
}

// relied tells whether what was executed hangs on the contents of an array.
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

// halt ends the execution without a fault: it is to be made again.
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

// once reports whether the two statements violate the property for the first
// time.
func (t *trace) once(property kernel.Property, a, b *emulate.Site) bool {
	key := pair{property, [2]*emulate.Site{a, b}}
	if t.reported[key] {
		return false
	}
	t.reported[key] = true
	return true
}

// position is the number of the next operation of warp w: barrier operations and
// WarpSyncs, in lock step also accesses. What a lane does at that position is
// released by the first operation of that number or a later one that the lane
// takes part in.
func (t *trace) position(w int) int32 { return t.warps[w].pos }

// stamp is, in lock step, the number of the current event of warp w.
func (t *trace) stamp(w int) int32 { return t.warps[w].pos }

// Access implements emulate.Observer.
func (t *trace) Access(a *emulate.Access) {
	if t.races != nil {
		t.races.access(t, a)
	}
	state := &t.warps[a.Warp]
	state.quiet &^= a.Lanes | a.Unknown
	if t.o.WarpSync {
		state.pos++
	}
}

// assertion is a statement and how it may go wrong.
type assertion struct {
	site *emulate.Site
	open bool
}

// Assert implements emulate.Observer. An assertion that fails for certain and one
// that may fail are kept apart, the first of each.
func (t *trace) Assert(a *emulate.AssertOp) {
	key := assertion{a.Site, a.False == 0 || a.May}
	if !t.asserted[key] {
		t.asserted[key] = true
		t.asserts = append(t.asserts, *a)
	}
}

// end looks at where all threads are when none can run.
func (t *trace) end() {
	w := t.whereabouts()
	if t.ended = w.exited.count() == t.threads; t.ended {
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
