package weft

import (
	"math/bits"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// plain finds races the plain way: it keeps every access of every thread and
// compares each with all earlier ones.
type plain struct {
	how    map[elementKey]cellState
	across []acrossPair
	block  int
	all    []plainAccess
	pairs  map[plainPair]bool // is it benign
	same   []int
}

// plainAccess is an access of one thread to one element.
type plainAccess struct {
	record
	block, array int
	index        int64
	kind         accessKind
	may          bool
	stored
}

// plainPair are two threads that race on an element in two statements, the one
// with the smaller Site.ID first.
type plainPair struct {
	elementKey
	may            bool
	sites          [2]int
	blocks, thread [2]int
}

func (p *plain) begin(block int) { p.block = block }

func (p *plain) access(t *trace, a *emulate.Access) {
	views := append([]view(nil), t.views(a.Warp, a.Lanes)...)
	for i := range views {
		for left := views[i].lanes; left != 0; left &= left - 1 {
			p.lane(a, firstLane(left), t.position(a.Warp), t.stamp(a.Warp), &views[i])
		}
	}
}

// lane compares one thread's access with all before it.
func (p *plain) lane(a *emulate.Access, lane int, pos, stamp int32, order ordering) {
	for shift := range int64(a.Site.Width) {
		x := plainAccess{
			record: record{1 << lane, pos, stamp, int32(p.same[a.Site.ID]), int32(a.Warp)}, block: p.block,
			array: a.Site.Array, index: a.Index[lane] + shift, kind: accessKindOf(a.Site), may: a.May,
			stored: storedBy(a, lane, shift),
		}
		for i := range p.all {
			p.compare(&p.all[i], &x, order)
		}
		p.all = append(p.all, x)
	}
}

func (p *plain) compare(x, y *plainAccess, order ordering) {
	if x.array != y.array || x.index != y.index {
		return
	}
	if x.block == y.block {
		if x.warp == y.warp && x.lanes == y.lanes || withinBlock[y.kind]&setOf(x.kind, false) == 0 ||
			order.before(int(x.warp), x.pos, x.stamp, x.lanes) != 0 {
			return
		}
		p.add(x, y, x.same(y.stored), x.differs(y.stored))
	} else if x.array == globalArray && betweenBlocks[y.kind]&setOf(x.kind, false) != 0 {
		p.add(x, y, x.sameAnywhere(y.stored, x.block < 0), x.differs(y.stored))
	}
}

func (p *plain) add(x, y *plainAccess, benign, differ bool) {
	p.happens(x, y)
	may := x.may || y.may
	if x.block == y.block {
		may = may || doubtful(x.kind, y.kind, benign, differ)
	} else if x.kind == writes && y.kind == writes {
		p.across = append(p.across, acrossPair{x: x, y: y, benign: benign, differ: differ})
		return
	}
	p.enter(x, y, benign, may)
}

// acrossPair are two writes of different blocks. All pairs of two statements on
// one element are judged together.
type acrossPair struct {
	x, y           *plainAccess
	benign, differ bool
}

// settleAcross enters the pairs of different blocks.
func (p *plain) settleAcross() {
	type group struct {
		elementKey
		x, y   int32
		bx, by int
		mx, my bool
	}
	of := func(a acrossPair) group {
		return group{elementKey{a.x.array, a.x.index}, a.x.site, a.y.site, a.x.block, a.y.block, a.x.may, a.y.may}
	}
	all, some := map[group]bool{}, map[group]bool{}
	for _, a := range p.across {
		g := of(a)
		if _, seen := all[g]; !seen {
			all[g] = true
		}
		all[g] = all[g] && a.benign
		some[g] = some[g] || a.differ
	}
	for _, a := range p.across {
		g := of(a)
		p.enter(a.x, a.y, all[g], a.x.may || a.y.may || doubtful(writes, writes, all[g], some[g]))
	}
	p.across = nil
}

func (p *plain) enter(x, y *plainAccess, benign, may bool) {
	benign = benign && x.kind == writes && y.kind == writes
	key := plainPair{elementKey: elementKey{x.array, x.index}, may: may}
	order := x.site - y.site
	if order == 0 && (x.block > y.block || x.block == y.block && x.thread() > y.thread()) {
		order = 1
	}
	if order > 0 {
		x, y = y, x
	}
	key.sites = [2]int{int(x.site), int(y.site)}
	key.blocks, key.thread = [2]int{x.block, y.block}, [2]int{x.thread(), y.thread()}
	old, seen := p.pairs[key]
	p.pairs[key] = benign && (old || !seen)
}

func (x *plainAccess) thread() int { return thread(int(x.warp), bits.TrailingZeros32(x.lanes)) }

// sums counts the pairs by class as pairs.sum does.
func (p *plain) sums() map[raceClass]int64 {
	p.settleAcross()
	type onElement struct {
		elementKey
		sites [2]int
		may   bool
	}
	harm := map[onElement]bool{}
	for k, benign := range p.pairs {
		e := onElement{k.elementKey, k.sites, k.may}
		harm[e] = harm[e] || !benign
	}
	out := map[raceClass]int64{}
	for k := range p.pairs {
		e := onElement{k.elementKey, k.sites, k.may}
		out[raceClass{k.array, k.sites[0], k.sites[1], k.may, !harm[e]}]++
	}
	return out
}

// happens notes how an element raced, whatever was stored.
func (p *plain) happens(x, y *plainAccess) {
	if p.how == nil {
		p.how = map[elementKey]cellState{}
	}
	p.how[elementKey{x.array, x.index}] |= map[[2]bool]cellState{
		{false, false}: raced, {false, true}: mayRaced, {true, false}: racedAcross, {true, true}: mayRacedAcross,
	}[[2]bool{x.block != y.block, x.may || y.may}]
}

// states are the elements that raced, and how.
func (p *plain) states() map[elementKey]cellState {
	if p.how == nil {
		return map[elementKey]cellState{}
	}
	return p.how
}

// certain drops the possible races that a definite one makes uninteresting.
func certain(s cellState) cellState {
	if s&raced != 0 {
		s &^= mayRaced
	}
	if s&racedAcross != 0 {
		s &^= mayRacedAcross
	}
	return s
}

// Two arrays of tests.
const (
	sharedArray = 0
	globalArray = 1
)

// arrays are a kernel with a shared and a global array, for the given grid.
func arrays(threads, blocks int) *kernel.Kernel {
	return &kernel.Kernel{
		Name:   "k",
		Launch: kernel.Launch{BlockDim: [3]int{threads, 1, 1}, GridDim: [3]int{blocks, min(blocks, 1), min(blocks, 1)}},
		Arrays: []*kernel.Array{
			{Name: "tile", Label: "tile", Space: kernel.Shared, Elem: kernel.I32, Len: 1 << 16, Dims: []int64{1 << 16}, Scale: 1},
			{Name: "out", Label: "out", Space: kernel.Global, Elem: kernel.I32, Len: -1, Scale: 1, Param: true},
		},
	}
}

// programOf is a program with these sites and nothing to execute.
func programOf(k *kernel.Kernel, sites []emulate.Site) *emulate.Program {
	p, err := emulate.Compile(k)
	if err != nil {
		panic(err)
	}
	p.Sites = sites
	return p
}

// siteAt makes a site of one statement, on a line of its own unless one is given.
func siteAt(id, line int, kind accessKind, array, width int) emulate.Site {
	src := kernel.Src{Pos: diag.Pos{File: "k.cu", Line: line, Col: 3}}
	s := emulate.Site{ID: id, Array: array, Width: width}
	switch kind {
	case reads:
		s.Kind, s.Stmt = emulate.ReadSite, &kernel.Load{Src: src}
	case writes:
		s.Kind, s.Stmt = emulate.WriteSite, &kernel.Store{Src: src, Acc: kernel.Access{Array: &kernel.Array{Elem: kernel.I32}}, X: kernel.NewConst(kernel.I32, 1)}
	case atomics:
		s.Kind, s.Stmt = emulate.AtomicSite, &kernel.Atomic{Src: src}
	case blockAtomics:
		s.Kind, s.Stmt = emulate.AtomicSite, &kernel.Atomic{Src: src, Scope: kernel.BlockScope}
	}
	return s
}
