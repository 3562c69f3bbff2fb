package weft

import (
	"math/bits"

	"gv2/runtime/emulate"
)

// inCells handles the accesses of an event to a precise array.
func (r *races) inCells(array *arrayCells, a *emulate.Access, lanes emulate.Lanes) {
	width := int64(max(a.Site.Width, 1))
	if a.Uniform {
		first := a.Index[firstLane(a.Lanes)]
		for index := first; index < first+width; index++ {
			r.touch(array, index, lanes)
		}
		return
	}
	for left := lanes; left != 0; left &= left - 1 {
		first := a.Index[firstLane(left)]
		for index := first; index < first+width; index++ {
			r.touch(array, index, left&-left)
		}
	}
}

// touch handles the access to one element by lanes that access it together.
func (r *races) touch(array *arrayCells, index int64, lanes emulate.Lanes) {
	c := array.cells.Get(index)
	if c.epoch != r.epoch {
		r.renew(array, c)
	}
	if array.shared {
		n := int64(bits.OnesCount32(lanes))
		r.stats.RaceTests += n*int64(c.count) + n*(n-1)/2
		c.count += uint32(n)
	} else if array.across && !r.baseVaries && c.now&setOf(r.kind, r.may) == 0 {
		r.cross(array, c, index)
	}
	simple := r.kind <= writes && !r.may
	if !array.within || c.state&raced != 0 || c.rest == 0 && simple && r.quick(c, lanes) {
		return
	}
	if r.may {
		r.possible(array, c, index, lanes)
	} else {
		r.definite(array, c, index, lanes)
	}
}

// renew forgets the accesses of the previous block, except for their kinds.
func (r *races) renew(array *arrayCells, c *cell) {
	if c.epoch == 0 && array.shared {
		r.stats.SharedAddresses++
	}
	c.past |= c.now
	c.now, c.count, c.epoch = 0, 0, r.epoch
	c.write.lanes, c.read.lanes = 0, 0
	r.release(c)
}

func (r *races) release(c *cell) {
	if c.rest != 0 {
		r.rests[c.rest].clear()
		r.free = append(r.free, c.rest)
		c.rest = 0
	}
}

func (r *races) more(c *cell) *rest {
	if c.rest == 0 {
		if n := len(r.free); n > 0 {
			c.rest, r.free = r.free[n-1], r.free[:n-1]
		} else {
			c.rest = int32(len(r.rests))
			r.rests = append(r.rests, rest{})
		}
	}
	return &r.rests[c.rest]
}

// quick handles by far the most frequent access: to an element with records of
// one write and one read at most, both ordered before it or superseded. It does
// what definite does, or nothing and returns false.
func (r *races) quick(c *cell, lanes emulate.Lanes) bool {
	p := &r.point
	if p.self != nil && p.self.agent {
		return false
	}
	w, d := &c.write, &c.read
	if w.lanes != 0 && (w.warp != p.now.warp || w.lanes != lanes || lanes&(lanes-1) != 0) && w.lanes&^p.ordered(w) != 0 {
		return false
	}
	if r.kind == reads {
		if d.lanes != 0 && d.together(&p.now) {
			d.lanes |= lanes
			return true
		}
		if d.lanes != 0 && d.lanes&^p.ordered(d) != 0 {
			return false
		}
		*d = p.now
		d.lanes = lanes
		return true
	}
	if lanes&(lanes-1) != 0 || d.lanes != 0 && (d.warp != p.now.warp || d.lanes != lanes) && d.lanes&^p.ordered(d) != 0 {
		return false
	}
	*w = p.now
	w.lanes, d.lanes = lanes, 0
	return true
}

// definite handles an access that happens for every input.
func (r *races) definite(array *arrayCells, c *cell, index int64, lanes emulate.Lanes) {
	p := &r.point
	hit := r.clash(c, lanes)
	if hit == nil && r.kind == writes && lanes&(lanes-1) != 0 && !r.together {
		hit = &p.now // lanes of one event write the same element
	}
	if hit != nil {
		r.suspect(array, c, index, raced, hit)
		return
	}
	if c.rest != 0 && !r.rests[c.rest].may.empty() {
		if hit := r.rests[c.rest].may.clash(p, r.kind, lanes); hit != nil {
			r.suspect(array, c, index, mayRaced, hit)
		}
	}
	r.keep(c, lanes)
}

// clash is layer.clash for the accesses that happen.
func (r *races) clash(c *cell, lanes emulate.Lanes) *record {
	p := &r.point
	if c.write.lanes != 0 && p.unordered(&c.write, lanes) != 0 {
		return &c.write
	}
	if r.kind != reads && c.read.lanes != 0 && p.unordered(&c.read, lanes) != 0 {
		return &c.read
	}
	if c.rest == 0 || r.kind == reads && len(r.rests[c.rest].sure.atomics) == 0 {
		return nil
	}
	return r.rests[c.rest].sure.clash(p, r.kind, lanes)
}

// keep enters an access that happens and raced with none that does.
func (r *races) keep(c *cell, lanes emulate.Lanes) {
	switch r.kind {
	case reads:
		r.keepRead(c, lanes)
	case writes:
		// Accesses that may happen are ordered before this one, too, or their race
		// is noted already.
		c.write = r.point.now
		c.write.lanes = lanes
		c.read.lanes = 0
		r.release(c)
	default:
		r.more(c).sure.keep(&r.point, r.kind, lanes)
	}
}

// keepRead puts a read in front, where quick finds it for the next lanes of the warp.
func (r *races) keepRead(c *cell, lanes emulate.Lanes) {
	p := &r.point
	switch {
	case c.read.lanes != 0 && c.read.together(&p.now):
		c.read.lanes |= lanes
	case c.rest != 0:
		r.keepReadAmong(c, lanes)
	case c.read.lanes == 0 || r.standsFor(&c.read, lanes):
		c.read = p.now
		c.read.lanes = lanes
	default:
		r.keepReadAmong(c, lanes)
	}
}

// keepReadAmong is keepRead where there are several records.
func (r *races) keepReadAmong(c *cell, lanes emulate.Lanes) {
	p, l := &r.point, &r.more(c).sure
	if same := latestTogether(l.reads, &p.now); same != nil {
		same.lanes |= lanes
		if c.read.lanes != 0 {
			*same, c.read = c.read, *same
		}
		return
	}
	if c.read.lanes != 0 {
		l.reads = add(l.reads, c.read, p, lanes)
	}
	c.read = p.now
	c.read.lanes = lanes
}

// standsFor reports whether a read now, by the given lanes, makes the older one
// redundant.
func (r *races) standsFor(older *record, lanes emulate.Lanes) bool {
	left := older.lanes
	if older.warp == r.point.now.warp {
		left &^= lanes
	}
	return left == 0 || left&^r.point.ordered(older) == 0
}

// possible handles an access that happens only for some inputs.
func (r *races) possible(array *arrayCells, c *cell, index int64, lanes emulate.Lanes) {
	if c.state&mayRaced != 0 {
		return
	}
	hit := r.clash(c, lanes)
	if hit == nil {
		hit = r.more(c).may.clash(&r.point, r.kind, lanes)
	}
	if hit == nil && r.kind == writes && lanes&(lanes-1) != 0 && !r.together {
		hit = &r.point.now
	}
	if hit != nil {
		r.suspect(array, c, index, mayRaced, hit)
		return
	}
	r.more(c).may.keep(&r.point, r.kind, lanes)
}

// cross tests the first access of its kind to an element against those of other
// blocks.
func (r *races) cross(array *arrayCells, c *cell, index int64) {
	c.now |= setOf(r.kind, r.may)
	others := c.past
	if r.block < 0 {
		others = c.now // every block does the same
	}
	against := betweenBlocks[r.kind]
	switch {
	case !r.may && !r.fewBlocks && others.sure()&against != 0:
		r.suspect(array, c, index, racedAcross, &r.point.now)
	case others.all()&against != 0:
		r.suspect(array, c, index, mayRacedAcross, &r.point.now)
	}
}

// suspect notes that an access raced with what hit records.
func (r *races) suspect(array *arrayCells, c *cell, index int64, state cellState, hit *record) {
	if c.state&state != 0 {
		return
	}
	c.state |= state
	r.note(elementKey{array.index, index}, state, [2]int{int(hit.site), int(r.point.now.site)})
	if state&(raced|mayRaced) != 0 && c.rest != 0 {
		t := &r.rests[c.rest]
		t.may.clear()
		if state == raced {
			r.release(c)
		}
	}
}
