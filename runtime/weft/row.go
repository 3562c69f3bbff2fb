package weft

import "math/bits"

// row holds records of the accesses to 32 neighbouring elements, as few as stand
// for all of them, by the rules of a cell. But a warp's accesses to several
// elements in one event make one strip, so that an event costs a step or two and
// not one for each lane.
//
// A strip may not tell which lane accessed which element. If a race depends on
// that, the array is vague: the blocks must run again with a cell for each of its
// elements.
type row struct {
	epoch   int32 // the block whose accesses it holds
	touched slots // in any block
	// raced etc. are the elements in that state, see cellState.
	raced, mayRaced, racedAcross, mayRacedAcross slots

	sure   rowLayer // accesses that happen
	may    *rowLayer
	kinds  *rowKinds  // for arrays on which blocks may race
	counts *rowCounts // for shared arrays
}

// in are the elements in a state.
func (w *row) in(state cellState) *slots {
	switch state {
	case raced:
		return &w.raced
	case mayRaced:
		return &w.mayRaced
	case racedAcross:
		return &w.racedAcross
	default:
		return &w.mayRacedAcross
	}
}

// rowLayer holds strips of one row by kind; strips of writes are disjoint.
type rowLayer struct {
	writes, reads, atomics strips
}

// rowKinds are the elements with accesses of each kind, by bit of a kindSet: in
// this block and in earlier ones.
type rowKinds struct {
	now, past [8]slots
}

// rowCounts counts the accesses in this block to the elements of a row: those to
// all of them together and, for each element, the others.
type rowCounts struct {
	all    int64
	others [rowSize]uint32
	sum    int64 // over all elements
}

// add counts n accesses to each of some elements, and returns how many new
// pairs of accesses to one element they make.
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

// keep enters accesses at p that raced with nothing in l.
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

// longest is the length of the longest list. Writes do not count: theirs are
// disjoint, so there are at most 32.
func (l *rowLayer) longest() int { return max(len(l.reads), len(l.atomics)) }
