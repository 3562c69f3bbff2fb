package weft

import (
	"math/bits"
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/named/order"
	"gv2/runtime/emulate"
)

// clock is what happens before some point of a thread: a clock of package order
// whose agents are warps, and the lanes of those warps that do not take part in
// operations together. It is immutable once a thread holds it, so that the
// threads that a generation releases share one.
//
// Operations of a warp are numbered (see trace.position). An access at position p
// is released by any later operation of its lane, so for each lane a clock needs
// only the latest of its operations whose generation is known to be complete: its
// frontier. The lanes of a warp nearly always take part together and share one
// frontier.
type clock struct {
	// warps is the clock of whole warps: of each warp, what is released is the least
	// frontier of its lanes.
	warps order.Clock
	// lanes holds the frontiers of a warp's lanes if they differ, nil for a
	// warp whose lanes agree. The slice itself is nil if no warp has any.
	lanes []*frontiers
	// objects holds, for each barrier that lies in memory, the latest generation known to be
	// complete. It may be shorter than there are such barriers.
	objects []int32
	// proxied is, in kernels with proxy fences, what happens before some such fence that happens
	// before; nil for nothing.
	proxied *clock
	// control is, where agents arrive, what was executed before besides what happens before: a thread
	// starts an agent whose arrive does not release the thread's own accesses. Nil for nothing.
	control *clock
}

// frontiers is one frontier for each lane. Lanes that do not exist advance with
// any other, so that they are never the least.
type frontiers [kernel.WarpSize]int32

// newClock is the clock of a thread at its start: nothing happens before it.
func newClock(warps int) *clock {
	return &clock{warps: order.NewClock(warps)}
}

// clone returns a clock that may be changed.
func (c *clock) clone() *clock {
	d := &clock{warps: c.warps.Clone()}
	if c.lanes != nil {
		d.lanes = append([]*frontiers(nil), c.lanes...)
	}
	d.objects = slices.Clone(c.objects)
	if c.proxied != nil {
		d.proxied = c.proxied.clone()
	}
	if c.control != nil {
		d.control = c.control.clone()
	}
	return d
}

// known is the latest generation of a barrier that is known to be complete.
func (c *clock) known(id int) int32 {
	i := id - order.Barriers
	switch {
	case i < 0:
		return c.warps.Known[id]
	case i < len(c.objects):
		return c.objects[i]
	}
	return 0
}

// complete notes that a generation of a barrier is complete.
func (c *clock) complete(id int, generation int32) {
	if id < order.Barriers {
		c.warps.Known[id] = generation
		return
	}
	i := id - order.Barriers
	for len(c.objects) <= i {
		c.objects = append(c.objects, 0)
	}
	c.objects[i] = generation
}

// join adds to c what d knows.
func (c *clock) join(d *clock) {
	switch {
	case d.proxied == nil:
	case c.proxied == nil:
		c.proxied = d.proxied.clone()
	default:
		c.proxied.join(d.proxied)
	}
	switch {
	case d.control == nil:
	case c.control == nil:
		c.control = d.control.clone()
	default:
		c.control.join(d.control)
	}
	for i, n := range d.objects {
		if id := order.Barriers + i; n > c.known(id) {
			c.complete(id, n)
		}
	}
	if c.lanes == nil && d.lanes == nil {
		c.warps.Join(&d.warps)
		return
	}
	c.warps.Known.Learn(&d.warps.Known)
	for w := range d.warps.Released {
		c.joinWarp(w, d)
	}
}

func (c *clock) joinWarp(w int, d *clock) {
	own, other := c.split(w), d.split(w)
	switch {
	case own == other: // also where both are nil
		c.warps.Released[w] = max(c.warps.Released[w], d.warps.Released[w])
	case other == nil && d.warps.Released[w] <= c.warps.Released[w]:
	default:
		var sum frontiers
		for l := range sum {
			sum[l] = max(c.frontier(w, l), d.frontier(w, l))
		}
		c.set(w, &sum)
	}
}

// split returns the frontiers of a warp whose lanes differ, else nil.
func (c *clock) split(w int) *frontiers {
	if c.lanes == nil {
		return nil
	}
	return c.lanes[w]
}

func (c *clock) frontier(w, lane int) int32 {
	if f := c.split(w); f != nil {
		return f[lane]
	}
	return c.warps.Released[w]
}

// set replaces the frontiers of a warp; f must not change afterwards.
func (c *clock) set(w int, f *frontiers) {
	least, most := f[0], f[0]
	for _, p := range f {
		least, most = min(least, p), max(most, p)
	}
	c.warps.Released[w] = least
	if least == most {
		f = nil
	}
	if c.lanes == nil {
		if f == nil {
			return
		}
		c.lanes = make([]*frontiers, len(c.warps.Released))
	}
	c.lanes[w] = f
}

// advance notes that operation number pos of warp w is complete for those lanes.
// They must include the lanes that do not exist.
func (c *clock) advance(w int, lanes emulate.Lanes, pos int32) {
	if lanes == everyLane {
		if c.split(w) != nil {
			c.lanes[w] = nil
		}
		c.warps.Released[w] = pos // operations of a warp are numbered in order
		return
	}
	var f frontiers
	for l := range f {
		f[l] = c.frontier(w, l)
		if lanes>>l&1 != 0 {
			f[l] = max(f[l], pos)
		}
	}
	c.set(w, &f)
}

// reaches returns those lanes of warp w whose actions at position pos happen
// before: a later operation of theirs is known to be complete.
func (c *clock) reaches(w int, pos int32, lanes emulate.Lanes) emulate.Lanes {
	if pos <= c.warps.Released[w] {
		return lanes
	}
	f := c.split(w)
	if f == nil {
		return 0
	}
	var out emulate.Lanes
	for rest := lanes; rest != 0; rest &= rest - 1 {
		l := bits.TrailingZeros32(rest)
		if pos <= f[l] {
			out |= 1 << l
		}
	}
	return out
}

// everyLane is a whole warp.
const everyLane emulate.Lanes = 1<<kernel.WarpSize - 1
