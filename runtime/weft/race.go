package weft

import (
	"math/bits"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
	"gv2/runtime/weft/sparse"
)

// races looks for races while the blocks run. It tests every access against the
// records of its element (see cell, row), and keeps a record of it only if the
// rules there need one. So memory grows with the number of elements, not of
// accesses, and races finds some race on each racy element, not every one. A second
// run (pairs) finds the pairs of statements that race, for the elements that raced
// only.
//
// Nothing orders accesses of different blocks to global memory. For them races
// remembers which kinds of access earlier blocks made to an element.
type races struct {
	program *emulate.Program
	arrays  []arrayCells
	block   int   // linear index, -1 if one stands for all
	epoch   int32 // counts blocks
	several bool  // the grid has more than one block, and the check covers races between them
	// fewBlocks is set if a precondition may leave no second block.
	fewBlocks bool
	// brief is Options.Brief; enough is then the first race that certainly does harm.
	brief  bool
	enough *suspect
	// lockstep is set if the events of a warp order accesses, not only its synchronisation.
	lockstep bool

	point point
	kind  accessKind
	may   bool
	// together is set if the lanes share the elements of the access out.
	together bool
	// baseVaries is set if another block has the accessed element elsewhere.
	baseVaries bool

	rests  []rest // 0 is not used
	free   []int32
	strips int // most strips in a list of a row
	found  map[elementKey]*suspect
	// crowds are suspects that stand for those beyond the room of found.
	crowds map[raceWay]*suspect
	room   int // of found
	stats  Stats
	// open are the accesses to unknown elements, which may therefore race: within
	// a block, and between blocks if these run one by one. openBlocks are those
	// that may race only with another block, if one block stands for all. They
	// grow while the blocks run.
	open, openBlocks []openAccess
	sites            []siteCount // by Site.ID
}

// arrayCells is an array with its elements.
type arrayCells struct {
	index  int
	shared bool
	// within and across tell whether its accesses can race at all, in one block
	// and between blocks: not if all are reads or all are atomic.
	within, across bool
	// precise selects cells instead of rows; vague means that rows were not enough,
	// so that the blocks must run again with cells.
	precise, vague bool
	rows           sparse.Elements[*row]
	cells          sparse.Elements[cell]
	whole          wholeArray
	// base is that of the first access. With another base an element is as good as
	// unknown: nothing relates it to the elements known relative to this one.
	base    int64
	touched bool
}

type elementKey struct {
	array int
	index int64
}

// newRaces is for a run of p; precise lists the arrays that need cells, by
// index.
func newRaces(p *emulate.Program, o Options, precise map[int]bool) *races {
	k := p.Kernel()
	r := &races{
		program: p, lockstep: o.WarpSync, brief: o.Brief,
		several: k.Launch.Blocks() != 1 && !o.IntraGroup, fewBlocks: kernel.GridRequired(k),
		point:  newPointOf(p),
		rests:  make([]rest, 1),
		strips: fewStrips + stripsOfWarp*p.Warps(),
		found:  map[elementKey]*suspect{},
		room:   suspectsMost,
		sites:  make([]siteCount, len(p.Sites)),
	}
	kinds := kindsOfArrays(p)
	for i, a := range k.Arrays {
		c := arrayCells{index: i, shared: a.Space == kernel.Shared, precise: precise[i]}
		c.within = kinds[i].conflicting(&withinBlock)
		c.across = !c.shared && r.several && kinds[i].conflicting(&betweenBlocks)
		switch {
		case !c.shared && !c.within && !c.across:
		case c.precise:
			c.cells = sparse.New[cell](a.Len)
		default:
			c.rows = sparse.New[*row](inWholeRows(a.Len))
		}
		r.arrays = append(r.arrays, c)
	}
	return r
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

// access tests the accesses of one event and records them.
func (r *races) access(t *trace, a *emulate.Access) {
	array := &r.arrays[a.Site.Array]
	if a.Lanes != 0 && array.otherBase(a) {
		blurred := *a
		blurred.Lanes, blurred.Unknown = 0, a.Lanes|a.Unknown
		a = &blurred
	}
	if !r.count(a) {
		return
	}
	r.baseVaries = r.block < 0 && a.BaseVaries()
	pos, stamp := t.position(a.Warp), int32(0)
	if r.lockstep {
		stamp = t.stamp(a.Warp)
	}
	views, self := t.views(a.Warp, a.Lanes|a.Unknown), t.self(a)
	r.point.tile = t.tile
	for i := range views {
		singly(a, views[i].lanes, func(lanes emulate.Lanes) { r.atPoint(a, lanes, pos, stamp, &views[i], self) })
	}
	r.stats.RacesTested = r.point.asked
	if array.vague || r.enough != nil {
		t.halt()
	}
}

// vague lists the arrays that need cells in another run, by index.
func (r *races) vague() []int {
	var out []int
	for i := range r.arrays {
		if r.arrays[i].vague {
			out = append(out, i)
		}
	}
	return out
}

// otherBase reports whether an access has another base than those before it.
func (c *arrayCells) otherBase(a *emulate.Access) bool {
	if !c.touched {
		c.touched, c.base = true, a.Base
	}
	return a.Base != c.base
}

// count updates the statistics and reports whether the access needs a test.
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

// atPoint handles the accesses of an event by the given lanes, which share one
// point of the order.
func (r *races) atPoint(a *emulate.Access, lanes emulate.Lanes, pos, stamp int32, order *view, self *selfOrder) {
	array := &r.arrays[a.Site.Array]
	r.point.moveTo(a, pos, stamp, order)
	r.point.by(self, order.fenced())
	r.kind, r.may, r.together = accessKindOf(a.Site), a.May, a.Site.Warp != ""
	if array.within || array.across {
		r.unknownElements(array, a, lanes)
	}
	switch known := a.Lanes & lanes; {
	case known == 0:
	case array.precise:
		r.inCells(array, a, known)
	default:
		r.inRows(array, a, known)
	}
}

// harmful reports whether a race does harm whatever is stored: one of two accesses of a block that
// happen for every input, not both of which only write or only load.
func (r *races) harmful(state cellState, sites [2]int) bool {
	writes, loads := 0, 0
	for _, id := range sites {
		s := &r.program.Sites[id]
		if s.Kind == emulate.WriteSite {
			writes++
		}
		if kernel.OnlyReads(s.Stmt) {
			loads++
		}
	}
	return state == raced && writes < 2 && loads < 2
}

// note enters an element into found.
func (r *races) note(key elementKey, state cellState, sites [2]int) {
	if r.brief && r.enough == nil && r.harmful(state, sites) {
		r.enough = &suspect{elementKey: key, state: state, sites: sites}
	}
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
