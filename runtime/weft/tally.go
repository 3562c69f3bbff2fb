package weft

import (
	"cmp"
	"math/bits"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// statements are two sites whose accesses race, the one that comes first in the
// text in front, by Site.ID; may is set where one of the accesses may not happen.
type statements struct {
	lo, hi int
	may    bool
}

func statementsOf(a, b int32, may bool) statements {
	return statements{int(min(a, b)), int(max(a, b)), may}
}

// elementPairs are the races of two statements on one element.
type elementPairs struct {
	statements
	// threads holds, for two warps of this block, which lanes of the second race with
	// each lane of the first; the first warp is that of statement lo.
	threads map[[2]int32]*[kernel.WarpSize]emulate.Lanes
	counted int64 // pairs of threads of earlier blocks, and of different blocks
	// harmful is the first pair that may store different values, or does not only
	// store; benign the first that stores the same.
	harmful, benign *example
}

// example is a pair of accesses to show, the one that is earlier in its thread in
// front.
type example struct {
	first, second side
	index         int64
}

// side is one access of a pair.
type side struct {
	time   int32
	site   int32
	block  int
	thread int
}

// compare orders examples: those within a block first, then by how early they
// happen and by threads.
func (x *example) compare(y *example) int {
	return cmp.Or(
		cmp.Compare(x.distance(), y.distance()),
		cmp.Compare(x.second.time, y.second.time),
		cmp.Compare(x.first.time, y.first.time),
		x.first.place(y.first), x.second.place(y.second),
		cmp.Compare(x.index, y.index),
	)
}

func (x *example) distance() int {
	if x.first.block != x.second.block {
		return 1
	}
	return 0
}

func (s side) place(t side) int {
	return cmp.Or(cmp.Compare(s.block, t.block), cmp.Compare(s.thread, t.thread), cmp.Compare(s.site, t.site))
}

// inOrder is the example of two accesses. Which of them a schedule makes first
// says nothing; the one that is earlier in its thread comes first, so that a
// report reads like the program.
func inOrder(a, b side, index int64) *example {
	if cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.site, b.site), a.place(b)) > 0 {
		a, b = b, a
	}
	return &example{a, b, index}
}

// show offers an example to the element's pairs.
func (t *elementPairs) show(x *example, benign bool) {
	best := &t.harmful
	if benign {
		best = &t.benign
	}
	if *best == nil || x.compare(*best) < 0 {
		*best = x
	}
}

// count is the number of pairs of threads.
func (t *elementPairs) count() int64 {
	n := t.counted
	for _, rows := range t.threads {
		for _, lanes := range rows {
			n += int64(bits.OnesCount32(lanes))
		}
	}
	return n
}

// settle counts a block's pairs, to make room for the next one.
func (t *elementPairs) settle() (masks int) {
	t.counted, masks = t.count(), len(t.threads)
	clear(t.threads)
	return masks
}

// pairsOf finds or makes the pairs of two statements on w.
func (w *watched) pairsOf(key statements) *elementPairs {
	for _, t := range w.pairs {
		if t.statements == key {
			return t
		}
	}
	t := &elementPairs{statements: key, threads: map[[2]int32]*[kernel.WarpSize]emulate.Lanes{}}
	w.pairs = append(w.pairs, t)
	return t
}

// pair notes that e races with the given lanes of an earlier entry, or of its own
// event.
func (q *pairs) pair(w *watched, old, e *entry, lanes emulate.Lanes) {
	t := w.pairsOf(statementsOf(old.site, e.site, old.may || e.may))
	q.countThreads(t, old, e, lanes)
	one := firstLane(lanes)
	others := e.lanes
	if old.warp == e.warp {
		others &^= 1 << one
	}
	t.show(inOrder(q.side(old, one), q.side(e, firstLane(others)), w.index), benign(old, e))
}

// benign tells whether it makes no difference which of two accesses of a block is
// first.
func benign(a, b *entry) bool {
	return a.kind == writes && b.kind == writes && a.stored.same(b.stored)
}

func (q *pairs) side(e *entry, lane int) side {
	return side{e.time, e.site, max(q.block, 0), int(e.warp)*kernel.WarpSize + lane}
}

// countThreads enters the racing threads of two entries.
func (q *pairs) countThreads(t *elementPairs, old, e *entry, lanes emulate.Lanes) {
	lo, hi, los, his := old, e, lanes, e.lanes
	if old.site > e.site || old.site == e.site && old.warp > e.warp {
		lo, hi, los, his = e, old, e.lanes, lanes
	}
	warps := [2]int32{lo.warp, hi.warp}
	rows := t.threads[warps]
	if rows == nil {
		if q.masks == 0 {
			q.capped = true
			return
		}
		q.masks--
		rows = new([kernel.WarpSize]emulate.Lanes)
		t.threads[warps] = rows
	}
	symmetric := lo.site == hi.site && lo.warp == hi.warp
	for ; los != 0; los &= los - 1 {
		a := firstLane(los)
		for left := his; left != 0; left &= left - 1 {
			b := firstLane(left)
			switch {
			case lo.warp == hi.warp && a == b:
			case symmetric && b < a:
				rows[b] |= 1 << a
			default:
				rows[a] |= 1 << b
			}
		}
	}
}
