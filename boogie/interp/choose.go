package interp

import (
	"math"

	"gv2/boogie"
)

// How runs choose values. A random test is as good as its values: most numbers
// are small, near each other, near the numbers in the program, or multiples of
// them; some lie at the end of their range. The two threads are often
// neighbours.

// chooser describes the values that a variable may get.
type chooser struct {
	kind kind
	bits uint8
	// lo and hi are the bounds that the program is known to assume; those of
	// bit-vectors are signed unless lo is 0.
	lo, hi int64
	reg    int32 // of the variable
	// twin is the register of the other thread's copy, -1 if there is none.
	twin int32
	// selector is the log whose contents the choice decides, -1 if it decides none.
	selector int32
	elem     *chooser // of a map
	table    *table
	// stale is set for the value of a variable before its first assignment.
	// Correct programs do not depend on it, so it may be anything.
	stale bool
}

type kind uint8

const (
	boolKind kind = iota
	intKind
	bvKind
	opaqueKind
	mapKind
)

// chooserOf makes the chooser for a type, nil if it has no values here.
func (c *compiler) chooserOf(t boogie.Type, elements bounds) *chooser {
	ch := &chooser{twin: -1, selector: -1}
	switch t := t.(type) {
	case boogie.BV:
		if t > 64 {
			return nil
		}
		ch.kind, ch.bits = bvKind, uint8(t)
		ch.lo, ch.hi = math.MinInt64>>(64-t), math.MaxInt64>>(64-t)
	case boogie.NamedType:
		switch t {
		case boogie.Bool:
			ch.kind = boolKind
		case boogie.Int:
			ch.kind, ch.lo, ch.hi = intKind, -largest, largest
		case boogie.Real:
			return nil
		default:
			ch.kind = opaqueKind
		}
	case *boogie.MapType:
		ch.kind = mapKind
		if !c.usable(t) {
			return nil
		}
		ch.elem = c.chooserOf(t.Value, bounds{})
		ch.elem.limit(elements)
	}
	return ch
}

// largest bounds the size of integers without known bounds.
const largest = 1 << 40

// limit narrows the range to assumed bounds.
func (ch *chooser) limit(b bounds) {
	if ch.kind != intKind && ch.kind != bvKind {
		return
	}
	if ch.kind == intKind && (b.below && b.lo > ch.hi || b.above && b.hi < ch.lo) {
		ch.lo, ch.hi = math.MinInt64, math.MaxInt64
	}
	if b.below {
		ch.lo = max(ch.lo, b.lo)
	}
	if b.above && (ch.kind == intKind || b.hi < ch.hi) {
		ch.hi = min(ch.hi, b.hi)
	}
	if ch.lo > ch.hi {
		ch.hi = ch.lo
	}
}

// mood is how one run chooses: how large its numbers are, and what it logs.
type mood struct {
	scale uint64 // most numbers lie below
	// extreme runs try the ends of ranges often, moderate ones never.
	extreme, moderate bool
	plain             bool // most numbers are the common ones
	// common are numbers that the run chooses again and again, so that
	// independent choices are equal now and then.
	common [4]int64
	// functions is a seed that makes uninterpreted functions differ from run to
	// run.
	functions uint64
	start     []logMood
}

// logMood is how one run chooses what goes into one log. If the program assumes
// at some points that the log is empty, a run mostly logs between two of them
// only: with an entry in the log it would end at the next one.
type logMood struct {
	epoch, when int32 // how often it had to be empty so far, and the epoch in which the run logs
	odds        uint8 // one in so many is logged
	once        bool  // log at most one access then
	off, always bool
	// most is the largest epoch seen in any run.
	most int32
}

// choose sets the mood of a run.
func (m *machine) choose() {
	r := m.next()
	md := &m.mood
	md.scale = [...]uint64{4, 8, 16, uint64(m.u.wide) / 4, uint64(m.u.wide), 4 * uint64(m.u.wide), 40, uint64(m.u.wide)}[r&7]
	md.extreme = r>>3&15 == 0 && !md.moderate
	md.plain = r>>40&3 == 0
	md.functions = m.next()
	md.common = [4]int64{0, 1, int64(m.next() % md.scale), m.number(m.next())}
	if r>>44&1 == 0 {
		md.common[1] = -1
	}
	when := uint64(0)
	for i := range md.start {
		when = max(when, uint64(md.start[i].most))
	}
	when = (r >> 8 & 0xffff) % (min(when, maxEpoch) + 1)
	for i := range md.start {
		l := &md.start[i]
		r := m.next()
		l.epoch, l.when = 0, int32(when)
		l.odds = [...]uint8{1, 2, 2, 4, 4, 8, 16, 32}[r&7]
		l.once = r>>3&3 == 0
		l.off = r>>5&7 == 0
		l.always = r>>8&15 == 0
	}
}

// maxEpoch bounds the number of epochs for which a run leaves a log empty on
// purpose.
const maxEpoch = 16

func (md *mood) clear(log int32) {
	l := &md.start[log]
	l.epoch++
	l.most = max(l.most, l.epoch)
}

// track chooses whether the run logs something.
func (md *mood) track(log int32, r uint64) bool {
	l := &md.start[log]
	if l.off || l.epoch != l.when && !l.always || r%uint64(l.odds) != 0 {
		return false
	}
	l.off = l.once
	return true
}

// maxTrail is how many choices a run remembers.
const maxTrail = 64

// pick gives an unknown its value.
func (m *machine) pick(chooser, unknown int32) int64 {
	c := m.u.choosers[chooser]
	v := int64(0)
	switch at := len(m.trail); {
	case m.replay:
		v = m.chosen[unknown]
	case m.begun && at < len(m.fixed):
		m.next() // consume a random word, so that later choices stay the same
		v = m.fixed[at]
	case !m.begun && int(unknown) < len(m.given) && (m.exactly || m.next()&7 != 0):
		v = m.given[unknown]
	default:
		v = m.fresh(c)
	}
	if unknown >= 0 {
		m.chosen[unknown] = v
	}
	if m.begun && !m.replay && len(m.trail) < maxTrail {
		m.trail, m.by = append(m.trail, v), append(m.by, chooser)
	}
	if c.kind == mapKind {
		return m.newMap(uint64(v), c)
	}
	return v
}

// fresh chooses a value; that of a map is its seed.
func (m *machine) fresh(c *chooser) int64 {
	switch {
	case c.kind == mapKind:
		return int64(m.next())
	case c.selector >= 0:
		return truth(m.mood.track(c.selector, m.next()))
	case c.twin >= 0 && c.kind != opaqueKind:
		return m.beside(c, m.next())
	}
	return m.sample(c, m.next())
}

// beside chooses a value in relation to that of the other thread.
func (m *machine) beside(c *chooser, r uint64) int64 {
	how := r & 15
	if how >= 10 {
		return m.sample(c, mix(r))
	}
	v := m.reg[c.twin]
	if c.kind == boolKind {
		return v ^ int64(how&1)
	}
	if c.kind == bvKind {
		v = signed(v, c.bits)
	}
	step := [...]int64{0, 0, 0, 1, -1, 1, -1, 32, -32, 0}[how]
	if how == 9 {
		step = m.number(r >> 8)
	}
	if v+step < c.lo || v+step > c.hi {
		step = -step
	}
	if v+step < c.lo || v+step > c.hi {
		return m.sample(c, mix(r))
	}
	return c.pattern(v + step)
}

// number is one of the numbers in the program, or the width of a warp.
func (m *machine) number(r uint64) int64 {
	if len(m.u.pool) == 0 || r&7 == 0 {
		return 32
	}
	return m.u.pool[r>>3%uint64(len(m.u.pool))]
}

// pattern is what a register holds for v.
func (c *chooser) pattern(v int64) int64 {
	if c.kind == bvKind {
		return mask(uint64(v), c.bits)
	}
	return v
}

// sample chooses a value from the random word r alone.
func (m *machine) sample(c *chooser, r uint64) int64 {
	switch c.kind {
	case boolKind:
		return int64(r >> 63)
	case opaqueKind:
		return int64(r >> 62)
	}
	v := m.draw(c, r)
	if v < c.lo || v > c.hi {
		// Back into the range, by its size if that is small.
		span := uint64(c.hi) - uint64(c.lo)
		if span >= m.mood.scale {
			span = m.mood.scale
		}
		v = c.home() + int64((r>>24)%(span+1))
		if v > c.hi {
			v = c.lo + int64((r>>24)%(span+1))
		}
	}
	return c.pattern(v)
}

// maxRange is the largest bound that is taken for one of indices.
const maxRange = 1 << 16

// home is the value in the range that small numbers start from.
func (c *chooser) home() int64 {
	if c.lo <= 0 && c.hi >= 0 {
		return 0
	}
	return c.lo
}

// draw proposes a number that need not be in range.
func (m *machine) draw(c *chooser, r uint64) int64 {
	how, r := r&31, r>>5
	if m.mood.extreme {
		how += how >> 3
	}
	switch {
	case how < 4 && c.stale && !m.mood.moderate || how >= 32:
		return c.extreme(r)
	case c.lo == 0 && c.hi <= maxRange:
		return c.index(how, r)
	case how < 3, how < 24 && m.mood.plain:
		return m.mood.common[r&3]
	case how < 11:
		return c.home() + int64(r&7)
	case how < 18:
		return c.home() + int64(r%m.mood.scale)
	case how < 22:
		return m.number(r) + int64(r>>40%3) - 1
	case how < 25:
		return m.number(r)*int64(1+r>>40%4) + int64(r>>44%3) - 1
	case how < 26:
		return 1<<(r%20) + int64(r>>40%3) - 1
	case how < 28:
		return 32 * int64(r%32)
	case how < 30:
		return -1 - int64(r&7)
	}
	return c.home()
}

// index is a number up to a bound, such as a thread's index: the first, the
// last, the first of a warp, or another.
func (c *chooser) index(how, r uint64) int64 {
	n := uint64(c.hi) + 1
	switch {
	case how < 6:
		return 0
	case how < 8:
		return c.hi - int64(r&3)
	case how < 14:
		return int64(r & 7)
	case how < 22:
		return int64(r%((n+31)/32)*32 + r>>32&3*(r>>40&1))
	}
	return int64(r % n)
}

// extreme is a number near the ends of the range of the variable or of a C type.
func (c *chooser) extreme(r uint64) int64 {
	near := int64(r >> 8 & 1)
	switch r & 15 {
	case 0:
		return math.MaxInt32 + near
	case 1:
		return math.MinInt32 - near
	case 2:
		return math.MaxInt32 - int64(r>>8&1023)
	case 3:
		return math.MaxUint32 + near
	case 4:
		return c.hi / 2
	case 5:
		return c.lo / 2
	case 6:
		return c.hi - int64(r>>8&1023)
	case 7, 8, 9, 10:
		return c.lo + near
	}
	return c.hi - near
}

// call is the value of an uninterpreted function of the registers from row on.
func (m *machine) call(f *function, row int32) int64 {
	return m.apply(f, m.reg[row:row+f.args])
}

// apply is the value of an uninterpreted function: the same for the same
// arguments, in one run.
func (m *machine) apply(f *function, args []int64) int64 {
	h := hash(m.mood.functions, int64(f.id))
	for _, a := range args {
		h = hash(h, a)
	}
	return m.sample(f.chooser, h)
}
