package weft

import (
	"math/bits"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
	"gv2/runtime/weft/sparse"
)

// Limits on the lists of a row; beyond them the array becomes precise. That
// happens if the lanes of a warp diverge and read one row again and again.
const (
	fewStrips    = 64
	stripsOfWarp = 8
)

// inWholeRows is the number of rows that n elements take, -1 if n is unknown or
// large.
func inWholeRows(n int64) int64 {
	if n < 0 || n > sparse.DenseMost {
		return -1
	}
	return (n + rowSize - 1) / rowSize
}

// inRows handles the accesses of an event to an array with rows.
func (r *races) inRows(array *arrayCells, a *emulate.Access, lanes emulate.Lanes) {
	width := int64(max(a.Site.Width, 1))
	if a.Uniform {
		r.inOnePlace(array, a.Index[firstLane(a.Lanes)], width, lanes)
		return
	}
	base, stride := affineIndex(a.Index, lanes)
	if stride == 1 && width == 1 {
		r.inSuccession(array, base, lanes)
		return
	}
	if stride == 0 && width == 1 && r.kind == reads && r.inRuns(array, a, lanes) {
		return
	}
	if stride < width && (stride >= 0 || width > 1) {
		stride = 0 // lanes may share elements
	}
	r.scattered(array, a, lanes, base, stride)
}

// affineIndex finds base and stride such that each lane has element base + stride *
// lane; stride is 0 if there are none.
func affineIndex(index *[kernel.WarpSize]int64, lanes emulate.Lanes) (base, stride int64) {
	first := firstLane(lanes)
	rest := lanes & (lanes - 1)
	if rest == 0 {
		return index[first], 0
	}
	second := firstLane(rest)
	stride = (index[second] - index[first]) / int64(second-first)
	base = index[first] - stride*int64(first)
	if stride > maxStride || stride < -maxStride {
		return base, 0
	}
	for left := rest; left != 0; left &= left - 1 {
		l := bits.TrailingZeros32(left)
		if index[l] != base+stride*int64(l) {
			return base, 0
		}
	}
	return base, stride
}

// maxStride keeps strip.base small.
const maxStride = 1 << 20

// inOnePlace handles an event whose lanes all access the same elements.
func (r *races) inOnePlace(array *arrayCells, first, width int64, lanes emulate.Lanes) {
	for end := first + width; first < end; {
		number := first >> rowBits
		next := min(end, (number+1)<<rowBits)
		now := strip{record: r.point.at(lanes), slots: slots(uint64(1)<<(next-first)-1) << (first & (rowSize - 1))}
		w := r.rowOf(array, number)
		repeated := slots(0)
		if n := bits.OnesCount32(lanes); n > 1 {
			repeated = now.slots
			r.countSlots(w, now.slots, int64(n))
		} else {
			r.countSlots(w, now.slots, 1)
		}
		r.inRow(array, number, w, &now, repeated)
		first = next
	}
}

// inSuccession handles an event whose lanes access adjacent elements.
func (r *races) inSuccession(array *arrayCells, base int64, lanes emulate.Lanes) {
	number, shift := base>>rowBits, uint(base&(rowSize-1))
	r.side(array, number, lanes<<shift, lanes<<shift>>shift, int32(shift))
	if shift > 0 {
		high := lanes >> (rowSize - shift)
		r.side(array, number+1, high, high<<(rowSize-shift), int32(shift)-rowSize)
	}
}

// mostRuns is how many successions inRuns makes of an event.
const mostRuns = 4

// inRuns handles an event whose lanes access a few runs of adjacent elements, such as one of each
// half of a warp, if it is one. It is for reads: they do not race with each other.
func (r *races) inRuns(array *arrayCells, a *emulate.Access, lanes emulate.Lanes) bool {
	var runs [mostRuns]struct {
		base  int64
		lanes emulate.Lanes
	}
	n := 0
	for left := lanes; left != 0; left &= left - 1 {
		l := bits.TrailingZeros32(left)
		base := a.Index[l] - int64(l)
		if n == 0 || runs[n-1].base != base {
			if n == mostRuns {
				return false
			}
			runs[n].base = base
			n++
		}
		runs[n-1].lanes |= left & -left
	}
	for _, run := range runs[:n] {
		r.inSuccession(array, run.base, run.lanes)
	}
	return true
}

// side is the part of a succession in one row.
func (r *races) side(array *arrayCells, number int64, in slots, lanes emulate.Lanes, base int32) {
	if in == 0 {
		return
	}
	w := r.rowOf(array, number)
	r.countSlots(w, in, 1)
	now := strip{record: r.point.at(lanes), slots: in, how: affine, base: base, stride: 1, width: 1}
	r.inRow(array, number, w, &now, 0)
}

// scattered handles an event lane by lane, and takes adjacent accesses in one row
// together.
func (r *races) scattered(array *arrayCells, a *emulate.Access, lanes emulate.Lanes, base, stride int64) {
	width := int64(max(a.Site.Width, 1))
	var now strip
	number, repeated := int64(0), slots(0)
	for left := lanes; left != 0; left &= left - 1 {
		first := a.Index[bits.TrailingZeros32(left)]
		if now.slots != 0 && width == 1 {
			if n := r.again(array, a, &left, number, &now, first); n > 0 {
				repeated |= slots(1) << (first & (rowSize - 1))
				continue
			}
		}
		for index := first; index < first+width; index++ {
			if n := index >> rowBits; n != number || now.slots == 0 {
				r.gathered(array, number, &now, repeated)
				number, repeated = n, 0
				now = strip{record: r.point.at(0), how: loose}
				if stride != 0 {
					now.how, now.base, now.stride, now.width = affine, int32(base-n<<rowBits), int32(stride), int32(width)
				}
			}
			slot := slots(1) << (index & (rowSize - 1))
			// A second lane, or a second part of one lane's access, at the same element.
			if now.slots&slot != 0 {
				repeated |= slot
				r.countSlots(r.rowOf(array, number), slot, 1)
			}
			now.slots |= slot
			now.lanes |= left & -left
		}
	}
	r.gathered(array, number, &now, repeated)
}

// again handles the next lanes of left that access one element which is part of now, all but the
// last of which it takes out of left. It returns how many there are.
func (r *races) again(array *arrayCells, a *emulate.Access, left *emulate.Lanes, number int64, now *strip, index int64) (n int) {
	slot := slots(1) << (index & (rowSize - 1))
	if index>>rowBits != number || now.slots&slot == 0 {
		return 0
	}
	for {
		n++
		lane := *left & -*left
		now.lanes |= lane
		rest := *left &^ lane
		if rest == 0 || a.Index[bits.TrailingZeros32(rest)] != index {
			break
		}
		*left = rest
	}
	r.countSlots(r.rowOf(array, number), slot, int64(n))
	return n
}

// gathered handles the collected accesses to one row.
func (r *races) gathered(array *arrayCells, number int64, now *strip, repeated slots) {
	if now.slots == 0 {
		return
	}
	w := r.rowOf(array, number)
	r.countSlots(w, now.slots, 1)
	if now.how == loose && (now.lanes&(now.lanes-1) == 0 || now.slots&(now.slots-1) == 0) {
		now.how = each // one lane, so the relation is known
	}
	r.inRow(array, number, w, now, repeated)
}

// rowOf returns a row of an array, prepared for the current block.
func (r *races) rowOf(array *arrayCells, number int64) *row {
	at := array.rows.Get(number)
	w := *at
	if w == nil {
		w = &row{}
		*at = w
		if array.shared {
			w.counts = new(rowCounts)
		} else if array.across {
			w.kinds = new(rowKinds)
		}
	}
	if w.epoch != r.epoch {
		w.renew(r.epoch)
	}
	return w
}

// renew forgets the accesses of the previous block, except for their kinds.
func (w *row) renew(epoch int32) {
	w.epoch = epoch
	w.sure.clear()
	if w.may != nil {
		w.may.clear()
	}
	if w.counts != nil {
		*w.counts = rowCounts{}
	}
	if k := w.kinds; k != nil {
		for i := range k.now {
			k.past[i] |= k.now[i]
		}
		k.now = [8]slots{}
	}
}

// countSlots counts n accesses to each of some elements.
func (r *races) countSlots(w *row, in slots, n int64) {
	if w.counts == nil {
		return
	}
	r.stats.SharedAddresses += int64(bits.OnesCount32(in &^ w.touched))
	w.touched |= in
	r.stats.RaceTests += w.counts.add(in, n)
}

// inRow handles accesses to one row. Several lanes accessed the repeated slots.
func (r *races) inRow(array *arrayCells, number int64, w *row, now *strip, repeated slots) {
	o := oneRow{array, number, w}
	if array.across && !r.baseVaries {
		r.crossRow(&o, now.slots)
	}
	if !array.within || array.vague {
		return
	}
	if now.slots &^= w.raced; now.slots == 0 {
		return
	}
	if r.may {
		r.possibleInRow(&o, now, repeated)
	} else {
		r.definiteInRow(&o, now, repeated)
	}
}

// oneRow is a row with its place in its array.
type oneRow struct {
	array  *arrayCells
	number int64
	*row
}

// definiteInRow handles accesses that happen for every input.
func (r *races) definiteInRow(o *oneRow, now *strip, repeated slots) {
	gone := r.strike(o, &o.sure, now, raced)
	if r.kind == writes && !r.together {
		gone |= r.suspectSlots(o, repeated&now.slots&^gone, raced, &r.point.now)
	}
	if gone != 0 {
		o.sure.remove(gone)
		now.slots &^= gone
	}
	if o.may != nil {
		gone |= r.strike(o, o.may, now, mayRaced)
		if r.kind == writes {
			// Accesses that may happen are ordered before these, too, or their race
			// is noted already.
			gone |= now.slots
		}
		o.may.remove(gone)
	}
	r.keepInRow(o, &o.sure, now)
}

// possibleInRow handles accesses that happen only for some inputs.
func (r *races) possibleInRow(o *oneRow, now *strip, repeated slots) {
	now.slots &^= o.mayRaced
	if o.may == nil {
		o.may = &rowLayer{}
	}
	gone := r.strike(o, &o.sure, now, mayRaced)
	now.slots &^= gone
	gone |= r.strike(o, o.may, now, mayRaced)
	if r.kind == writes && !r.together {
		gone |= r.suspectSlots(o, repeated&now.slots&^gone, mayRaced, &r.point.now)
	}
	if gone != 0 {
		o.may.remove(gone)
		now.slots &^= gone
	}
	r.keepInRow(o, o.may, now)
}

// keepInRow enters accesses that raced with nothing in a layer.
func (r *races) keepInRow(o *oneRow, l *rowLayer, now *strip) {
	if now.slots == 0 || o.array.vague {
		return
	}
	l.keep(now, r.kind, &r.point)
	if l.longest() > r.strips {
		o.array.vague = true
	}
}

// strike finds the elements of now that raced with an access in a layer.
func (r *races) strike(o *oneRow, l *rowLayer, now *strip, state cellState) (gone slots) {
	gone = r.strikeList(o, l.writes, now, now.slots, state)
	against := withinBlock[r.kind]
	if against&readSet != 0 {
		gone |= r.strikeList(o, l.reads, now, now.slots&^gone, state)
	}
	if against&atomicSet != 0 {
		gone |= r.strikeList(o, l.atomics, now, now.slots&^gone, state)
	}
	return gone
}

func (r *races) strikeList(o *oneRow, list strips, now *strip, open slots, state cellState) (gone slots) {
	for i := range list {
		s := &list[i]
		both := s.slots & open
		if both == 0 {
			continue
		}
		sure, vague := r.point.conflict(s, now, both)
		if vague != 0 {
			o.array.vague = true
		}
		if sure != 0 {
			gone |= r.suspectSlots(o, sure, state, &s.record)
			open &^= sure
		}
	}
	return gone
}

// suspectSlots notes that accesses to some elements raced with what hit records.
func (r *races) suspectSlots(o *oneRow, in slots, state cellState, hit *record) slots {
	have := o.in(state)
	for left := in &^ *have; left != 0; left &= left - 1 {
		index := o.number<<rowBits + int64(bits.TrailingZeros32(left))
		r.note(elementKey{o.array.index, index}, state, [2]int{int(hit.site), int(r.point.now.site)})
	}
	*have |= in
	return in
}

// crossRow tests the first access of its kind to elements against those of other
// blocks.
func (r *races) crossRow(o *oneRow, in slots) {
	k, kind := o.kinds, setOf(r.kind, r.may)
	now := &k.now[bits.TrailingZeros8(uint8(kind))]
	first := in &^ *now
	if first == 0 {
		return
	}
	*now |= first
	others := &k.past
	if r.block < 0 {
		others = &k.now // every block does the same
	}
	sure, all := against(others, betweenBlocks[r.kind])
	certain := first & sure
	if r.may || r.fewBlocks {
		certain = 0
	}
	r.suspectSlots(o, certain, racedAcross, &r.point.now)
	r.suspectSlots(o, first&all&^certain, mayRacedAcross, &r.point.now)
}

// against are the elements with accesses of the given kinds, of those that happen
// and of all.
func against(in *[8]slots, kinds kindSet) (sure, all slots) {
	for left := uint8(kinds); left != 0; left &= left - 1 {
		k := bits.TrailingZeros8(left)
		sure |= in[k]
		all |= in[k] | in[k+4]
	}
	return sure, all
}
