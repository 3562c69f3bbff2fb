package weft

import (
	"cmp"
	"fmt"
	"math/bits"
	"strconv"

	"gv2/frontend/kernel"
	"gv2/predicate/named/order"
	"gv2/runtime/claim"
	"gv2/runtime/emulate"
	"gv2/runtime/weft/reduction"
)

// barrier is one named barrier.
type barrier struct {
	order.Barrier[registration]
	gathering // of the open generation
	// object is its place, if it lies in memory; phases is for such a one.
	object emulate.Object
	phases
	// unheeded is set once a generation consists of arrives alone.
	unheeded bool
	// users are the threads of the generations that are complete, nil before the first.
	users threadSet
	// uses are the first operations for each number of threads.
	uses []use
}

// name is the barrier in a sentence.
func (t *trace) name(id int) string {
	return "barrier " + cmp.Or(label(t, id), strconv.Itoa(id))
}

// label is what people call a barrier that has no number in the program, or one for each block of a cluster; else empty.
func label(t *trace, id int) string {
	if t.program == nil {
		return t.barriers[id].label()
	}
	return cmp.Or(t.barriers[id].label(), t.program.Kernel().Numbered[id])
}

// label is what the program calls a barrier that lies in memory, empty for others.
func (b *barrier) label() string {
	if b.object.Array == nil {
		return ""
	}
	return claim.ElementName(b.object.Array, b.object.Index)
}

// barrier returns the barrier of an operation.
func (t *trace) barrier(op *emulate.BarrierOp) *barrier {
	for int(op.ID) >= len(t.barriers) {
		t.barriers = append(t.barriers, barrier{})
	}
	b := &t.barriers[op.ID]
	if op.Object.Array != nil {
		b.object = op.Object
	}
	return b
}

// gathering is what the registrants of a generation bring.
type gathering struct {
	// node joins their clocks; once the generation is complete, it is the clock
	// of those that synced.
	node   *clock
	joined *clock // the clock that node joined last
	result reduction.Reduction
	whole  bool // no operation names a count
}

// registration is one barrier operation of some lanes of a warp.
type registration struct {
	site  *emulate.Site
	lanes emulate.Lanes
	warp  int32
	pos   int32
}

func (r *registration) arrive() bool { return !r.site.Sync.Waits }

// party is the registering side of a fault.
func (t *trace) party(r *registration) Party {
	return Party{
		Site: r.site, Kind: kindOf(r.site.Sync), Block: t.block,
		Thread:  thread(int(r.warp), firstLane(r.lanes)),
		Threads: t.lanesOf(int(r.warp), r.lanes).ranges(),
	}
}

// kindOf is the word for a barrier operation in reports.
func kindOf(op *kernel.SyncOp) string {
	if !op.Registers && op.Bytes != nil {
		return "transaction"
	}
	if !op.Waits {
		return "arrive"
	}
	return "sync"
}

// Barrier implements emulate.Observer.
func (t *trace) Barrier(op *emulate.BarrierOp) {
	if t.stopped {
		return
	}
	t.stats.Commands += int64(bits.OnesCount32(op.Lanes))
	if !t.hold(op) {
		t.perform(op)
	}
}

// perform registers the lanes of an operation and completes the generation if they
// are the last.
func (t *trace) perform(op *emulate.BarrierOp) {
	if op.Object.Array != nil && !t.enter(op) || !extra(op.Site) && t.miscounted(op) {
		return
	}
	b := t.barrier(op)
	if t.mismatched(b, op) || t.heldUp(op) {
		return
	}
	b.use(op)
	t.recycle(b, op)
	t.register(b, op)
	if !op.Site.Sync.Waits {
		t.passBy(op, emulate.Result{Known: true, Value: b.token()})
	}
	if t.complete(b) {
		t.finish(int(op.ID))
	}
}

// passBy lets the lanes of an arrive continue, in a patient trace after other warps.
// They receive the token of the generation on which they registered.
func (t *trace) passBy(op *emulate.BarrierOp, generation emulate.Result) {
	if t.patient {
		t.resting = append(t.resting, resting{op.Warp, op.Lanes, generation})
		return
	}
	t.machine.Release(op.Warp, op.Lanes, generation)
}

// register adds the operation to the current generation of b.
func (t *trace) register(b *barrier, op *emulate.BarrierOp) {
	state, waits := &t.warps[op.Warp], op.Site.Sync.Waits
	b.whole = ofBlock(op.Site.Sync) && (b.Now.Empty() || b.whole)
	if m, ok := t.races.(*misses); ok {
		m.register(op, b.Open())
	}
	t.tell(int(op.ID), op.Site, op.Warp, op.Lanes, b.Open(), true)
	b.Register(registration{op.Site, op.Lanes, int32(op.Warp), state.pos}, op.Count, t.weight(op), waits)
	switch relaxed := op.Site.Sync.Order == kernel.Relaxed; {
	case relaxed && b.node == nil:
		b.node = newClock(len(t.views(op.Warp, op.Lanes)[0].clock.warps.Released))
	case relaxed:
	default:
		for _, v := range t.views(op.Warp, op.Lanes) {
			b.learn(v.clock)
		}
	}
	switch {
	case op.Site.Agent != nil:
		t.copiesArrive(b, op)
	case op.Site.Sync.Order == kernel.Relaxed:
		executes(t, b, op)
	default:
		t.release(b.node, op.Warp, op.Lanes)
	}
	if waits {
		b.result.Add(op)
	}
	state.pos++
	state.quiet = 0
}

// released are the lanes whose earlier actions an operation of some lanes of
// warp w releases: those lanes, lanes in lock step with them, and lanes that do
// not exist.
func (t *trace) released(w int, lanes emulate.Lanes) emulate.Lanes {
	state := &t.warps[w]
	if lanes&state.together != 0 {
		lanes |= state.together
	}
	return lanes | ^state.exist
}

// release enters into a clock that what lanes of warp w have done up to now happens before.
func (t *trace) release(c *clock, w int, lanes emulate.Lanes) {
	lanes = t.released(w, lanes)
	c.advance(w, lanes, t.warps[w].pos)
	if t.agents != nil {
		t.agents.releaseOwn(c, w, lanes, t.warps[w].own)
	}
}

// learn adds a registrant's clock to the node.
func (g *gathering) learn(c *clock) {
	switch {
	case g.node == nil:
		g.node = c.clone()
	case g.joined != c: // warps mostly share the clock of an earlier generation
		g.node.join(c)
	}
	g.joined = c
}

// complete reports whether all threads that the generation expects have
// registered. By the rule of Volta, a barrier that names no count does not
// expect exited threads.
func (t *trace) complete(b *barrier) bool {
	if b.object.Array != nil {
		return b.Complete(0) && b.bytes == 0
	}
	if t.o.Rule == Volta && b.whole {
		return b.Complete(int64(t.gone))
	}
	return b.Complete(0)
}

// finish completes the current generation of a barrier: what its registrants know
// happens before what follows its syncs, and the threads that synced continue.
func (t *trace) finish(id int) {
	b := &t.barriers[id]
	t.stats.DynamicBarriers++
	node, result := b.node, b.result.Outcome()
	if b.object.Array != nil {
		b.before, b.beforeSum = append(b.before[:0], b.Last.Registrations...), b.lastSum
	}
	// A released warp does not run before the current operation ends, but its
	// events must find the barrier in its state after the generation.
	b.Finish()
	b.gathering = gathering{}
	node.complete(id, b.Done)
	if t.follower != nil {
		t.follower.Completes(id, int(b.Done))
	}
	if b.object.Array != nil {
		t.turn(id, node)
	} else if !b.Last.Heeded && !b.unheeded {
		t.noteUnheeded(id)
	}
	if b.users == nil {
		b.users = t.noThreads()
	}
	for i := range b.Last.Registrations {
		r := &b.Last.Registrations[i]
		b.users[r.warp] |= r.lanes
		if r.arrive() {
			continue
		}
		t.give(int(r.warp), r.lanes, node)
		t.machine.Release(int(r.warp), r.lanes, result)
	}
}

// exits notes the exited threads of warp w, and completes the generations that
// waited for them. Only the rule of Volta needs it.
func (t *trace) exits(w int) {
	state, before := &t.warps[w], t.gone
	for _, p := range t.machine.Places(w) {
		if p.State == emulate.Exited {
			t.gone += bits.OnesCount32(p.Lanes &^ state.exited)
			state.exited |= p.Lanes
		}
	}
	if t.gone == before {
		return
	}
	for id := range t.barriers {
		if b := &t.barriers[id]; b.whole && t.complete(b) {
			t.finish(id)
		}
	}
}

// WarpSync implements emulate.Observer: what each of the lanes did happens before
// what each of them does.
func (t *trace) WarpSync(op *emulate.WarpOp) {
	state := &t.warps[op.Warp]
	if t.follower != nil && !t.stopped {
		t.follower.Meets(op)
	}
	if t.stopped || op.Lanes&(op.Lanes-1) == 0 || op.Lanes&^state.quiet == 0 {
		return
	}
	t.release(t.ownClock(op.Warp, op.Lanes), op.Warp, op.Lanes)
	state.pos++
	state.quiet = op.Lanes
}

// noteUnheeded adds a note for the first generation of a barrier that consists
// of arrives alone: most likely a sync is missing.
func (t *trace) noteUnheeded(id int) {
	b := &t.barriers[id]
	b.unheeded = true
	t.notes = append(t.notes, Note{
		Site:    b.Last.Registrations[0].site,
		Message: fmt.Sprintf("generation %d of %s is completed by arrives alone: no thread waits for it", b.Done, t.name(id)),
	})
}

// leftovers adds notes for arrivals in generations that were still open when the block ended.
func (t *trace) leftovers() {
	for id := range t.barriers {
		b := &t.barriers[id]
		if b.Now.Empty() {
			continue
		}
		t.notes = append(t.notes, Note{
			Site: b.Now.Registrations[0].site,
			Message: fmt.Sprintf("%s arrived at %s, generation %d, when the block ends; the hardware forgets them",
				share(b.Now.Registered, b.Now.Expected), t.name(id), b.Open()),
		})
	}
}

// share is the phrase for how many of the expected threads have registered, in
// warps if that is exact.
func share(registered, expected int64) string {
	verb := "have"
	if registered%kernel.WarpSize == 0 && expected%kernel.WarpSize == 0 {
		registered, expected = registered/kernel.WarpSize, expected/kernel.WarpSize
		if registered == 1 {
			verb = "has"
		}
		return fmt.Sprintf("%d of %d warps %s", registered, expected, verb)
	}
	if registered == 1 {
		verb = "has"
	}
	return fmt.Sprintf("%d of %d threads %s", registered, expected, verb)
}
