package weft

import (
	"math/bits"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// races looks for races while the blocks run. Every access is tested against what
// its element remembers (cell) and then forgotten, unless it is remembered in its
// turn; so memory grows with the elements, and a race is found, not every one.
// Which pairs of statements race is told by a second run (pairs), for the
// elements that raced only.
//
// Accesses of different blocks to global memory are never ordered. For them a cell
// holds which kinds of access earlier blocks made.
type races struct {
	program *emulate.Program
	arrays  []arrayCells
	block   int   // linear index, -1 if one stands for all
	epoch   int32 // counts blocks
	several bool  // the grid has more than one block, and those may race
	// fewBlocks is set where a precondition may leave no second block.
	fewBlocks bool
	// lockstep makes events of a warp count, not only its synchronisation.
	lockstep bool

	point point
	kind  accessKind
	may   bool
	// apart is set where another block has the accessed element elsewhere.
	apart bool
	// simple is set for reads and writes that happen.
	simple bool

	readers readers
	rests   []rest // 0 is not used
	free    []int32
	found   map[elementKey]*suspect
	// crowds are suspects that stand for more than found has room for.
	crowds map[raceWay]*suspect
	room   int // of found
	stats  Stats
	// open are the accesses whose element is not known and which may therefore
	// race: those of one block, and of different blocks where these are run one by
	// one. openBlocks are those that may race only with another block, where one
	// block stands for all. They grow while the blocks run.
	open, openBlocks []openAccess
	sites            []siteCount // by Site.ID
}

// arrayCells is an array with its elements.
type arrayCells struct {
	index  int
	shared bool
	// within and across say whether its accesses can race at all, in one block and
	// between blocks: not if all read or all are atomic.
	within, across bool
	// precise keeps lists of readers instead of sets; vague says that sets were not
	// enough, so that the run has to be made again with precise.
	precise, vague bool
	cells          elements[cell]
	whole          wholeArray
	// base is that of the first access; with another one an element is as good as
	// not known, because nothing says which of those known relative to base it is.
	base    int64
	touched bool
}

type elementKey struct {
	array int
	index int64
}

// newRaces is for a run of p; the arrays that are to be precise are listed by
// index.
func newRaces(p *emulate.Program, o Options, precise map[int]bool) *races {
	k := p.Kernel()
	r := &races{
		program: p, lockstep: o.WarpSync,
		several: k.Launch.Blocks() != 1 && !o.IntraGroup, fewBlocks: gridRequired(k),
		point:   newPoint(p.Warps()),
		readers: newReaders(p),
		rests:   make([]rest, 1),
		found:   map[elementKey]*suspect{},
		room:    suspectsMost,
		sites:   make([]siteCount, len(p.Sites)),
	}
	kinds := kindsOfArrays(p)
	for i, a := range k.Arrays {
		c := arrayCells{index: i, shared: a.Space == kernel.Shared, precise: precise[i]}
		c.within = kinds[i].conflicting(&withinBlock)
		c.across = !c.shared && r.several && kinds[i].conflicting(&betweenBlocks)
		if c.shared || c.within || c.across {
			c.cells = newElements[cell](a.Len)
		}
		r.arrays = append(r.arrays, c)
	}
	return r
}

// gridRequired tells whether a precondition speaks of a grid whose size is open.
func gridRequired(k *kernel.Kernel) bool {
	found := false
	for _, r := range k.Requires {
		kernel.WalkExpr(r, func(e kernel.Expr) bool {
			b, ok := e.(*kernel.Builtin)
			found = found || ok && (b.Kind == kernel.GridDim || b.Kind == kernel.BlockIdx)
			return !found
		})
	}
	return found && k.Launch.Blocks() == 0
}

// kindsOfArrays gives, for each array, the kinds of access there are in the text.
func kindsOfArrays(p *emulate.Program) []kindSet {
	out := make([]kindSet, len(p.Kernel().Arrays))
	for i := range p.Sites {
		if s := &p.Sites[i]; s.Array >= 0 && s.Kind <= emulate.AtomicSite {
			out[s.Array] |= setOf(accessKindOf(s), false)
		}
	}
	return out
}

// begin starts the next block of the grid: its linear index, -1 if the block
// stands for all of them.
func (r *races) begin(block int) {
	r.block = block
	r.epoch++
	for i := range r.arrays {
		r.arrays[i].whole.nextBlock()
	}
}

// access tests the accesses of one event and remembers them.
func (r *races) access(t *trace, a *emulate.Access) {
	array := &r.arrays[a.Site.Array]
	if a.Lanes != 0 && array.strange(a) {
		blurred := *a
		blurred.Lanes, blurred.Unknown = 0, a.Lanes|a.Unknown
		a = &blurred
	}
	if !r.count(a) {
		return
	}
	r.apart = r.block < 0 && a.BaseVaries()
	pos, stamp := t.position(a.Warp), int32(0)
	if r.lockstep {
		stamp = t.stamp(a.Warp)
	}
	if r.readers.full() {
		r.collect()
	}
	views := t.views(a.Warp, a.Lanes|a.Unknown)
	for i := range views {
		r.at(a, views[i].lanes, pos, stamp, &views[i])
	}
	r.stats.RacesTested = r.point.asked
	if array.vague {
		t.halt()
	}
}

// collect frees the sets of readers that no element has.
func (r *races) collect() {
	used := make([]bool, len(r.readers.sets))
	for i := range r.arrays {
		r.arrays[i].cells.each(func(c *cell) {
			if c.epoch != r.epoch {
				c.set = 0
			}
			used[c.set] = true
		})
	}
	r.readers.collect(used)
}

// vague lists the arrays for which the run has to be made again, by index.
func (r *races) vague() []int {
	var out []int
	for i := range r.arrays {
		if r.arrays[i].vague {
			out = append(out, i)
		}
	}
	return out
}

// strange tells whether an access has another base than those before it.
func (c *arrayCells) strange(a *emulate.Access) bool {
	if !c.touched {
		c.touched, c.base = true, a.Base
	}
	return a.Base != c.base
}

// count does the bookkeeping and tells whether the access needs a look.
func (r *races) count(a *emulate.Access) bool {
	array := &r.arrays[a.Site.Array]
	known, unknown := int64(bits.OnesCount32(a.Lanes)), int64(bits.OnesCount32(a.Unknown))
	r.stats.UnknownAccesses += unknown
	if array.shared {
		r.stats.Commands += known + unknown
		return true
	}
	r.stats.GlobalAccesses += known
	return array.within || array.across
}

// at handles those of an event's accesses that are made by the given lanes, all
// at one point of the order.
func (r *races) at(a *emulate.Access, lanes emulate.Lanes, pos, stamp int32, order ordering) {
	array := &r.arrays[a.Site.Array]
	r.point.moveTo(a, pos, stamp, order)
	r.kind, r.may = accessKindOf(a.Site), a.May
	r.simple = r.kind <= writes && !r.may
	if array.within || array.across {
		r.unknownElements(array, a, lanes)
	}
	known := a.Lanes & lanes
	width := int64(max(a.Site.Width, 1))
	if a.Uniform && known != 0 {
		first := a.Index[bits.TrailingZeros32(a.Lanes)]
		for index := first; index < first+width; index++ {
			r.touch(array, index, known)
		}
		return
	}
	for left := known; left != 0; left &= left - 1 {
		first := a.Index[bits.TrailingZeros32(left)]
		for index := first; index < first+width; index++ {
			r.touch(array, index, left&-left)
		}
	}
}

// touch handles the access to one element by lanes that access it together.
func (r *races) touch(array *arrayCells, index int64, lanes emulate.Lanes) {
	c := array.cells.get(index)
	if c.epoch != r.epoch {
		r.renew(array, c)
	}
	if array.shared {
		n := int64(bits.OnesCount32(lanes))
		r.stats.RaceTests += n*int64(c.count) + n*(n-1)/2
		c.count += uint32(n)
	} else if array.across && !r.apart && c.now&setOf(r.kind, r.may) == 0 {
		r.cross(array, c, index)
	}
	if !array.within || c.state&raced != 0 || c.rest == 0 && r.simple && r.quick(array, c, lanes) {
		return
	}
	if r.may {
		r.possible(array, c, index, lanes)
	} else {
		r.definite(array, c, index, lanes)
	}
}

// renew forgets what the block before did, but for the kinds of its accesses.
func (r *races) renew(array *arrayCells, c *cell) {
	if c.epoch == 0 && array.shared {
		r.stats.SharedAddresses++
	}
	c.past |= c.now
	c.now, c.count, c.epoch = 0, 0, r.epoch
	c.write.lanes = 0
	r.dropReads(c)
	r.release(c)
}

func (r *races) dropReads(c *cell) { c.read.lanes, c.set, c.setLanes = 0, 0, 0 }

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

// quick handles the access that is by far the most frequent: to an element of
// which a write and reads are remembered at most, all ordered before or
// superseded. It does what definite does, or nothing and returns false.
func (r *races) quick(array *arrayCells, c *cell, lanes emulate.Lanes) bool {
	p := &r.point
	w, d := &c.write, &c.read
	if w.lanes != 0 && (w.warp != p.now.warp || w.lanes != lanes) && w.lanes&^p.ordered(w) != 0 {
		return false
	}
	if r.kind == reads {
		return r.quickRead(array, c, lanes)
	}
	if lanes&(lanes-1) != 0 || d.lanes != 0 && (d.warp != p.now.warp || d.lanes != lanes) && d.lanes&^p.ordered(d) != 0 ||
		c.set != 0 && !r.readers.ordered(c.set, p) {
		return false
	}
	*w = p.now
	w.lanes, d.lanes, c.set, c.setLanes = lanes, 0, 0, 0
	return true
}

// quickRead is quick for a read, which raced with nothing.
func (r *races) quickRead(array *arrayCells, c *cell, lanes emulate.Lanes) bool {
	p, d := &r.point, &c.read
	switch {
	case d.lanes == 0:
	case d.together(&p.now):
		d.lanes |= lanes
		return true
	case r.standsFor(d, lanes):
		if c.set != 0 && r.readers.ordered(c.set, p) {
			c.set, c.setLanes = 0, 0
		}
	case array.precise:
		return false
	default:
		r.addReader(array, c)
	}
	*d = p.now
	d.lanes = lanes
	return true
}

// addReader moves a cell's latest read to its set, to make room for a read now.
func (r *races) addReader(array *arrayCells, c *cell) {
	to := r.readers.with(c.set, &c.read, &r.point)
	if to < 0 {
		array.vague = true
		return
	}
	c.set = to
	c.setLanes |= c.read.lanes
}

// definite handles an access that happens whatever the input.
func (r *races) definite(array *arrayCells, c *cell, index int64, lanes emulate.Lanes) {
	p := &r.point
	hit := r.clash(array, c, lanes)
	if hit == nil && r.kind == writes && lanes&(lanes-1) != 0 {
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
	r.keep(array, c, lanes)
}

// clash is layer.clash for the accesses that happen.
func (r *races) clash(array *arrayCells, c *cell, lanes emulate.Lanes) *record {
	p := &r.point
	if c.write.lanes != 0 && p.unordered(&c.write, lanes) != 0 {
		return &c.write
	}
	if r.kind != reads && c.read.lanes != 0 && p.unordered(&c.read, lanes) != 0 {
		return &c.read
	}
	if r.kind != reads && c.set != 0 {
		hit, vague := r.readers.clash(c.set, c.setLanes, p, lanes)
		if hit != nil {
			return hit
		}
		array.vague = array.vague || vague
	}
	if c.rest == 0 || r.kind == reads && len(r.rests[c.rest].sure.atomics) == 0 {
		return nil
	}
	return r.rests[c.rest].sure.clash(p, r.kind, lanes)
}

// keep remembers an access that happens and raced with none that does.
func (r *races) keep(array *arrayCells, c *cell, lanes emulate.Lanes) {
	switch r.kind {
	case reads:
		r.keepRead(array, c, lanes)
	case writes:
		// What may happen, too, is ordered before, or raced and has done its part.
		c.write = r.point.now
		c.write.lanes = lanes
		r.dropReads(c)
		r.release(c)
	default:
		r.more(c).sure.keep(&r.point, r.kind, lanes)
	}
}

// keepRead puts a read in front, where the next lanes of the warp find it.
func (r *races) keepRead(array *arrayCells, c *cell, lanes emulate.Lanes) {
	switch {
	case !array.precise:
		r.quickRead(array, c, lanes)
	case c.read.lanes != 0 && c.read.together(&r.point.now):
		c.read.lanes |= lanes
	case c.rest == 0 && (c.read.lanes == 0 || r.standsFor(&c.read, lanes)):
		c.read = r.point.now
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

// standsFor tells whether a read now, by the given lanes, makes the older one
// superfluous.
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
	hit := r.clash(array, c, lanes)
	if hit == nil {
		hit = r.more(c).may.clash(&r.point, r.kind, lanes)
	}
	if hit == nil && r.kind == writes && lanes&(lanes-1) != 0 {
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
		r.suspect(array, c, index, crossed, &r.point.now)
	case others.all()&against != 0:
		r.suspect(array, c, index, mayCrossed, &r.point.now)
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

// note enters an element into found.
func (r *races) note(key elementKey, state cellState, sites [2]int) {
	s := r.found[key]
	if s == nil && len(r.found) >= r.room {
		way := raceWay{key.array, state, sites}
		if r.crowds[way] == nil {
			if r.crowds == nil {
				r.crowds = map[raceWay]*suspect{}
			}
			s = &suspect{elementKey: key, crowd: true}
			s.add(state, sites)
			r.crowds[way] = s
		}
		return
	}
	if s == nil {
		s = &suspect{elementKey: key}
		r.found[key] = s
	}
	s.add(state, sites)
}
