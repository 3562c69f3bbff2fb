package weft

import (
	"math"
	"math/bits"

	"gv2/runtime/emulate"
)

// group is what the threads of one block do to an element in one statement.
// Nothing orders accesses of different blocks, so this is enough to judge their
// races.
type group struct {
	site    int32
	block   int
	kind    accessKind
	may     bool
	stored  // by the first; varied if not by all
	varied  bool
	sure    stored // the first that is certain, if hasSure
	hasSure bool
	unlike  bool            // two that are certain differ
	threads []emulate.Lanes // by warp
	first   side            // the earliest
}

// noteGroup enters an access into the group of its statement and block.
func (q *pairs) noteGroup(w *watched, e *entry) {
	q.needValues = q.needValues || q.valueless && e.kind == writes
	g, room := q.groupOf(w, e)
	if g == nil {
		if !room || q.grouped >= q.groups {
			w.cut, w.partial = true, true
			return
		}
		q.grouped++
		w.groups = append(w.groups, group{
			site: e.site, block: q.block, kind: e.kind, may: e.may, stored: e.stored,
			threads: make([]emulate.Lanes, len(q.clock)), first: q.side(e, firstLane(e.lanes)),
		})
		g = &w.groups[len(w.groups)-1]
	}
	g.varied = g.varied || g.stored != e.stored
	switch {
	case !e.stored.certain():
	case !g.hasSure:
		g.hasSure, g.sure = true, e.stored
	default:
		g.unlike = g.unlike || g.sure.differs(e.stored)
	}
	g.threads[q.home(e)] |= e.lanes
	if s := q.side(e, firstLane(e.lanes)); s.time < g.first.time || s.time == g.first.time && s.thread < g.first.thread {
		g.first = s
	}
}

// groupOf finds an entry's group among those of the block, which are the last.
// There is room for another one if the element's share of the comparisons was
// enough to be sure that there is none.
func (q *pairs) groupOf(w *watched, e *entry) (g *group, room bool) {
	share := q.groupComparisons()
	for i := len(w.groups) - 1; i >= 0 && w.groups[i].block == q.block; i-- {
		// Accesses that may happen have a group of their own, so that they do not weaken certain ones.
		if g := &w.groups[i]; g.site == e.site && g.may == e.may {
			return g, true
		}
		if w.groupTests++; w.groupTests > share {
			return nil, false
		}
	}
	return nil, true
}

func (g *group) size() int64 {
	n := 0
	for _, lanes := range g.threads {
		n += bits.OnesCount32(lanes)
	}
	return int64(n)
}

// pairGroups finds the pairs of groups that race. The first block comes first, so
// that a limit leaves out blocks rather than statements.
func (q *pairs) pairGroups(w *watched) {
	left := q.groupComparisons()
	for i := range w.groups {
		for j := i; j < len(w.groups); j++ {
			if left--; left < 0 || q.late() {
				w.cut, w.partial = true, true
				return
			}
			g, h := &w.groups[i], &w.groups[j]
			if betweenBlocks[g.kind]&setOf(h.kind, false) == 0 || g.block == h.block && g.block >= 0 {
				continue
			}
			q.pairGroup(w, g, h)
		}
	}
}

// pairAllGroups finds the races between blocks, on the first call only.
func (q *pairs) pairAllGroups() {
	if q.groupsPaired {
		return
	}
	q.groupsPaired = true
	for _, w := range q.list {
		q.pairGroups(w)
	}
}

// late counts a comparison of two groups, and reports whether the time is up and the grace used.
func (q *pairs) late() bool {
	q.compared++
	if q.over != nil && q.compared > q.grace && (q.compared-q.grace)%(1<<12) == 1 {
		q.tooLate = q.tooLate || q.over()
	}
	return q.tooLate
}

func (q *pairs) pairGroup(w *watched, g, h *group) {
	alike := g.block < 0
	benign := g.kind == writes && h.kind == writes && !g.varied && !h.varied && g.sameAnywhere(h.stored, alike)
	differ := g.hasSure && h.hasSure && (g.unlike || h.unlike || g.sure.differs(h.sure))
	may := g.may || h.may || q.fewBlocks
	doubt := doubtful(g.kind, h.kind, benign, differ)
	t := q.tallyOf(w, statementsOf(g.site, h.site, may, doubt), between)
	if t == nil {
		return
	}
	one, two := g.first, h.first
	n := g.size() * h.size()
	if g.block < 0 { // the block stands for all
		x := inOrder(one, two, 0)
		one, two = x.first, x.second
		one.block, two.block = 0, 1
		n = product(n, q.blockPairs(g != h))
	}
	t.counts(n)
	t.show(inOrder(one, two, w.index), benign)
}

// blockPairs is the number of pairs of blocks, or of ordered pairs if ordered. An
// open grid has at least two.
func (q *pairs) blockPairs(ordered bool) int64 {
	n := int64(q.program.Kernel().Launch.Blocks())
	if n == 0 {
		n, q.capped = 2, true
	}
	switch m := n - 1; {
	case ordered:
		return product(n, m)
	case n%2 == 0:
		return product(n/2, m)
	default:
		return product(n, m/2)
	}
}

// countless stands for all numbers of pairs that are as large or larger: a grid
// may have 2^63 blocks.
const countless = math.MaxInt64

// product multiplies numbers of pairs, and is countless on overflow.
func product(a, b int64) int64 {
	if high, low := bits.Mul64(uint64(a), uint64(b)); high == 0 && low < countless {
		return int64(low)
	}
	return countless
}

// sum adds numbers of pairs, and is countless on overflow.
func sum(a, b int64) int64 {
	if a > countless-b {
		return countless
	}
	return a + b
}
