package weft

import "math/bits"

// row is what is remembered of 32 neighbouring elements: of the accesses that were
// made, as few as stand for all of them. The rules are those of a cell, which see;
// but accesses to several elements that a warp makes together are one strip, so
// that an event costs a step or two and not one for each lane.
//
// A strip may not know which lane accessed which element. Where a race hangs on
// that the array is vague: the run is to be made again with a cell for each of its
// elements.
type row struct {
	epoch   int32 // the block that this is about
	touched slots // in any block
	// raced and so on are the elements in that state, see cellState.
	raced, mayRaced, crossed, mayCrossed slots

	sure   rowLayer // accesses that happen
	may    *rowLayer
	kinds  *rowKinds  // of arrays that blocks may race on
	counts *rowCounts // of shared arrays
}

// in are the elements in a state.
func (w *row) in(state cellState) *slots {
	switch state {
	case raced:
		return &w.raced
	case mayRaced:
		return &w.mayRaced
	case crossed:
		return &w.crossed
	default:
		return &w.mayCrossed
	}
}

// rowLayer holds strips of one row by kind; those of writes have no slots in
// common.
type rowLayer struct {
	writes, reads, atomics strips
}

// rowKinds are the elements with accesses of each kind, by bit of a kindSet: in
// this block and in those before it.
type rowKinds struct {
	now, past [8]slots
}

// rowCounts counts the accesses in this block to the elements of a row: those to
// all of them together and, of each element, others.
type rowCounts struct {
	all    int64
	others [rowSize]uint32
	sum    int64 // over all elements
}

// add counts n accesses to each of some elements, and returns how many pairs of
// accesses to one element that makes.
func (c *rowCounts) add(in slots, n int64) (pairs int64) {
	if in == 1<<rowSize-1 {
		pairs = n*c.sum + n*(n-1)/2*rowSize
		c.all += n
		c.sum += n * rowSize
		return pairs
	}
	size := int64(bits.OnesCount32(in))
	before := size * c.all
	for left := in; left != 0; left &= left - 1 {
		o := &c.others[bits.TrailingZeros32(left)]
		before += int64(*o)
		*o += uint32(n)
	}
	c.sum += n * size
	return n*before + n*(n-1)/2*size
}

func (l *rowLayer) clear() {
	l.writes, l.reads, l.atomics = l.writes[:0], l.reads[:0], l.atomics[:0]
}

// remove forgets the accesses to some elements.
func (l *rowLayer) remove(gone slots) {
	l.writes = l.writes.without(gone)
	l.reads = l.reads.without(gone)
	l.atomics = l.atomics.without(gone)
}

// keep remembers accesses at p, which raced with nothing in l.
func (l *rowLayer) keep(now *strip, kind accessKind, p *point) {
	switch kind {
	case reads:
		l.reads = l.reads.admit(now, p)
	case writes:
		l.remove(now.slots)
		l.writes = append(l.writes, *now)
	default:
		l.atomics = l.atomics.admit(now, p)
	}
}

// longest is the number of strips in the longest list that accesses may lengthen
// without end.
func (l *rowLayer) longest() int { return max(len(l.reads), len(l.atomics)) }
