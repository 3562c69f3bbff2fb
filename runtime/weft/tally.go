package weft

import (
	"cmp"
	"math/bits"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// statements are two sites whose accesses race, by Site.ID, the earlier one in the
// text first. may is set if it is not certain that they do: one of the accesses
// may not happen, or, with hangs set, both write and the values may always be the
// same.
type statements struct {
	lo, hi     int
	may, hangs bool
}

// statementsOf are those of two accesses: may means that one of the two may not
// happen, doubt that they may always write the same value.
func statementsOf(a, b int32, may, doubt bool) statements {
	return statements{int(min(a, b)), int(max(a, b)), may || doubt, doubt && !may}
}

// tallyKey identifies a tally: the element by its place in pairs.list, the
// statements, and in one number the warps of both and the bits for may and hangs.
type tallyKey struct {
	element, lo, hi int32
	where           uint32
}

// warpsOf are the warps of a pair of threads, that of statement lo first.
func warpsOf(lo, hi int32) uint32 { return uint32(lo)<<2 | uint32(hi)<<16 }

const (
	between = 1<<32 - 4 // warps of different blocks
	overAll = -1        // the element of a tally that stands for all
)

func (s statements) key(element int32, warps uint32) tallyKey {
	key := tallyKey{element, int32(s.lo), int32(s.hi), warps}
	if s.may {
		key.where |= 1
	}
	if s.hangs {
		key.where |= 2
	}
	return key
}

func (k tallyKey) statements() statements {
	return statements{int(k.lo), int(k.hi), k.where&1 != 0, k.where&2 != 0}
}

// tally is the races of two statements on one element by threads of two warps of
// one block, or of any two blocks.
type tally struct {
	tallyKey
	// threads are the pairs within this block, nil before the first one.
	threads *threadPairs
	counted int64 // pairs of threads of earlier blocks, and of different blocks
	// harmful is the first pair that may store different values, or is not two
	// stores; benign the first that stores the same.
	harmful, benign *example
}

// threadPairs tells, for two warps, which lanes of the second race with each lane
// of the first; the first warp is that of statement lo.
type threadPairs [kernel.WarpSize]emulate.Lanes

// example is a pair of accesses to show, the one that is earlier in its thread
// first.
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
// means nothing, so the one that is earlier in its thread comes first: the
// report then reads like the program.
func inOrder(a, b side, index int64) example {
	if cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.site, b.site), a.place(b)) > 0 {
		a, b = b, a
	}
	return example{a, b, index}
}

// show offers an example to a tally.
func (t *tally) show(x example, benign bool) {
	best := &t.harmful
	if benign {
		best = &t.benign
	}
	if *best == nil || x.compare(*best) < 0 {
		*best = &example{x.first, x.second, x.index}
	}
}

// early reports whether an example whose later access has that time may be
// better than the one that the tally shows.
func (t *tally) early(time int32, benign bool) bool {
	best := t.harmful
	if benign {
		best = t.benign
	}
	return best == nil || time <= best.second.time
}

// counts adds pairs of threads. A tally that stands for all elements counts one
// pair, as a lower bound: others of its pairs may have been reported as harmless.
func (t *tally) counts(n int64) {
	if t.element == overAll {
		t.counted = 1
	} else {
		t.counted = sum(t.counted, n)
	}
}

// count is the number of pairs of threads.
func (t *tally) count() int64 {
	return sum(t.counted, t.inBlock())
}

// inBlock is the number of pairs in the block at hand.
func (t *tally) inBlock() int64 {
	n := int64(0)
	if t.threads != nil {
		for _, lanes := range t.threads {
			n = sum(n, int64(bits.OnesCount32(lanes)))
		}
	}
	return n
}

// settle adds a block's pairs to the counts, to make room for the next block.
func (q *pairs) settle() {
	for _, t := range q.open {
		t.counted = t.count()
		q.spare = append(q.spare, t.threads)
		t.threads = nil
	}
	q.open = q.open[:0]
}

// tallyOf finds or makes the tally of two statements on w. Beyond the limit one
// tally stands for all elements; it is nil if there is no room for that either.
func (q *pairs) tallyOf(w *watched, s statements, warps uint32) *tally {
	key := s.key(w.number, warps)
	if t := q.tallies[key]; t != nil {
		return t
	}
	if len(q.tallies) >= q.limits.tallies {
		q.capped, w.cut = true, true
		key = s.key(overAll, 0)
		if t := q.tallies[key]; t != nil {
			return t
		}
		if len(q.tallies) >= 2*q.limits.tallies {
			w.partial = true
			return nil
		}
	}
	t := &tally{tallyKey: key}
	q.tallies[key] = t
	return t
}

// pair notes that e races with the given lanes of an earlier entry, or of its own
// event.
func (q *pairs) pair(w *watched, old, e *entry, lanes emulate.Lanes) {
	w.tests += testsOfPair
	q.needValues = q.needValues || q.valueless && old.kind == writes && e.kind == writes
	may := old.may || e.may
	if may {
		w.found |= mayRaced
	} else {
		w.found |= raced
	}
	doubt := doubtful(old.kind, e.kind, old.stored.same(e.stored), old.stored.differs(e.stored))
	lo, hi, los, his := old, e, lanes, e.lanes
	// The key of a tally has the statements in the order of the text, whichever access came first.
	if old.site > e.site || old.site == e.site && old.warp > e.warp {
		lo, hi, los, his = e, old, e.lanes, lanes
	}
	which := statementsOf(old.site, e.site, may, doubt)
	t := q.tallyOf(w, which, warpsOf(lo.warp, hi.warp))
	if t == nil {
		return
	}
	if t.element == overAll {
		t.counts(1)
	} else {
		q.countThreads(t, los, his, q.oneWarp(lo, hi))
	}
	harmless := benign(old, e)
	if q.sought != nil && !which.may && !harmless {
		delete(q.sought, writesOf{w.number, which.lo, which.hi})
	}
	if !t.early(max(old.time, e.time), harmless) {
		return
	}
	one := firstLane(lanes)
	q.noteFlight(old, e, one)
	others := e.lanes
	if q.oneWarp(old, e) {
		others &^= 1 << one
	}
	t.show(inOrder(q.side(old, one), q.side(e, firstLane(others)), w.index), harmless)
}

// benign reports whether the order of two accesses of a block makes no
// difference.
func benign(a, b *entry) bool {
	return a.kind == writes && b.kind == writes && a.stored.same(b.stored)
}

func (q *pairs) side(e *entry, lane int) side {
	return side{e.time, e.site, max(q.block, 0), thread(q.home(e), lane)}
}

// home is the warp whose thread makes an access, or starts it.
func (q *pairs) home(e *entry) int { return int(e.warp) % len(q.clock) }

// oneWarp reports whether threads of one warp make both accesses, none of which races with itself. What
// a thread starts may race with what it does.
func (q *pairs) oneWarp(x, y *entry) bool { return x.warp == y.warp && int(x.warp) < len(q.clock) }

// countThreads enters racing threads of the warps of statements lo and hi. No
// thread races with itself, and of a pair in one statement the lower lane comes
// first.
func (q *pairs) countThreads(t *tally, los, his emulate.Lanes, oneWarp bool) {
	if t.threads == nil {
		q.openTally(t)
	}
	rows := t.threads
	for ; los != 0; los &= los - 1 {
		a := firstLane(los)
		with := his
		if oneWarp {
			with &^= 1 << a
		}
		if oneWarp && t.lo == t.hi {
			for below := with & (1<<a - 1); below != 0; below &= below - 1 {
				rows[firstLane(below)] |= 1 << a
			}
			with &^= 1<<a - 1
		}
		rows[a] |= with
	}
}

// openTally gives a tally room for pairs of threads.
func (q *pairs) openTally(t *tally) {
	if n := len(q.spare); n > 0 {
		t.threads, q.spare = q.spare[n-1], q.spare[:n-1]
		*t.threads = threadPairs{}
	} else {
		t.threads = new(threadPairs)
	}
	q.open = append(q.open, t)
}
