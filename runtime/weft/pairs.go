package weft

import (
	"fmt"
	"math/bits"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
	"gv2/runtime/weft/sparse"
)

// pairs finds the statements and threads that race, in a second run of the
// blocks: it logs all accesses to the elements on which something raced and
// compares each with those before it.
//
// A kernel may race without end, so the work has limits (see limits). They count
// comparisons and records, not time, so that reports do not depend on the
// machine.
type pairs struct {
	program  *emulate.Program
	several  bool
	lockstep bool
	// fewBlocks is set if a precondition may leave no second block.
	fewBlocks bool
	block     int
	point     point
	arrays    []watchedArray
	list      []*watched // by array and index
	busy      []*watched // those with a log in this block
	clock     []int32    // access events so far in this block, by warp
	same      []int      // by Site.ID: the first site that is the same statement by the same calls
	text      []int      // by Site.ID: the first site that is the same statement of the text

	limits
	logged  int // entries of all logs
	grouped int // groups of all elements
	tallies map[tallyKey]*tally
	open    []*tally // those with threads of this block
	spare   []*threadPairs
	// valueless is set for a run that does not compute stored values; such a run
	// sets needValues if two stores race.
	valueless, needValues bool
	// capped is set if counts of any statement may be too low.
	capped bool
	// flights are reasons for races with asynchronous accesses, by the two statements.
	flights map[[2]int32]string
	found   *racesFound // the result of evaluate, once it was called
	// over reports that the time is up, nil where it never is; compared counts groups that pairAllGroups has compared, and tooLate is set
	// once it goes on no more.
	over     func() bool
	compared int
	tooLate  bool
	// groupsPaired is set once pairAllGroups has paired the groups.
	groupsPaired bool
	// witnessed are writes that store different values in a run for some input.
	witnessed map[writesOf]bool
	// sought are, in a run for some input, the writes not yet seen to differ: once
	// it is empty the run may end. It is nil in other runs, and if the run must go
	// on to show that the input meets the assumptions.
	sought map[writesOf]bool
}

// watchedArray finds the elements of an array that raced.
type watchedArray struct {
	any      bool
	elements sparse.Elements[*watched]
	across   bool
	base     int64
}

func newPairs(p *emulate.Program, o Options, s *suspects) *pairs {
	q := &pairs{
		program: p, lockstep: o.WarpSync,
		several: p.Kernel().Launch.Blocks() != 1 && !o.IntraGroup, fewBlocks: kernel.GridRequired(p.Kernel()),
		point:   newPointOf(p),
		arrays:  make([]watchedArray, len(p.Kernel().Arrays)),
		clock:   make([]int32, p.Warps()),
		same:    sameStatements(p.Sites, false),
		text:    sameStatements(p.Sites, true),
		limits:  defaultLimits(),
		tallies: map[tallyKey]*tally{},
	}
	if !s.empty() {
		q.watch(s.list)
		for i, base := range s.bases {
			q.arrays[i].base = base
		}
	}
	return q
}

// watch selects the elements to watch. It lists those beyond an array's share of
// the limit, so that they are reported as possible races, but the run does not
// compare their accesses. The first element that raced in each way takes
// precedence over the others.
func (q *pairs) watch(list []*suspect) {
	racing := map[int]bool{}
	for _, s := range list {
		racing[s.array] = true
	}
	watching, ways := make([]int, len(q.arrays)), map[raceWay]bool{}
	for i, s := range list {
		w := &watched{suspect: s, number: int32(i), partial: s.crowd, cut: s.crowd}
		q.list = append(q.list, w)
		if !ways[s.way()] {
			ways[s.way()] = true
			q.look(w)
			watching[s.array]++
		}
	}
	for _, w := range q.list {
		switch {
		case w.looked:
		case watching[w.array] < q.elements/len(racing):
			q.look(w)
			watching[w.array]++
		default:
			q.capped, w.partial = true, true
		}
	}
}

// cutOff notes that the run did not reach its end: it may not have seen all
// accesses to an element.
func (q *pairs) cutOff() {
	q.capped = true
	for _, w := range q.list {
		w.partial = true
	}
}

// look makes the run compare the accesses to an element.
func (q *pairs) look(w *watched) {
	a, in := &q.arrays[w.array], q.program.Kernel().Arrays[w.array]
	if !a.any {
		a.any, a.elements = true, sparse.New[*watched](in.Len)
		a.across = q.several && in.Space == kernel.Global
	}
	*a.elements.Get(w.index) = w
	w.looked = true
}

// sameStatements maps each site to the first that is the same statement, by the same calls or
// by any.
func sameStatements(sites []emulate.Site, anyCalls bool) []int {
	type place struct {
		file, calls      string
		line, col, array int
		kind             accessKind
		width            int
		warp             string
	}
	out, first := make([]int, len(sites)), map[place]int{}
	for i := range sites {
		out[i] = i
		s := &sites[i]
		if s.Array < 0 || !s.Src().Pos.Valid() {
			continue
		}
		pos := s.Src().Pos
		calls := ""
		if !anyCalls && len(s.Src().Calls) > 0 {
			calls = fmt.Sprint(s.Src().Calls)
		}
		key := place{pos.File, calls, pos.Line, pos.Col, s.Array, accessKindOf(s), s.Width, s.Warp}
		if f, ok := first[key]; ok {
			out[i] = f
		} else {
			first[key] = i
		}
	}
	return out
}

// begin starts the next block, as races.begin does.
func (q *pairs) begin(block int) {
	q.block = block
	clear(q.clock)
	for _, w := range q.busy {
		w.clear()
	}
	q.busy, q.logged = q.busy[:0], 0
	q.settle()
}

// access compares the accesses of one event.
func (q *pairs) access(t *trace, a *emulate.Access) {
	// The run has its answer, or must be repeated with values: nothing more to see.
	if q.needValues || q.sought != nil && len(q.sought) == 0 {
		t.halt()
		return
	}
	q.clock[a.Warp]++
	if array := &q.arrays[a.Site.Array]; !array.any || a.Base != array.base {
		return
	}
	if q.logged >= q.forgetAt {
		q.forget(func(warp int, each func(ordering, emulate.Lanes)) {
			views := t.views(warp, q.program.WarpLanes(warp))
			for i := range views {
				each(&views[i], views[i].lanes)
			}
		})
	}
	pos, stamp := t.position(a.Warp), int32(0)
	if q.lockstep {
		stamp = t.stamp(a.Warp)
	}
	views, self := t.views(a.Warp, a.Lanes), t.self(a)
	q.point.tile = t.tile
	for i := range views {
		singly(a, views[i].lanes, func(lanes emulate.Lanes) { q.atPoint(a, lanes, pos, stamp, &views[i], self) })
	}
}

// atPoint handles the accesses of an event that share one point of the order.
func (q *pairs) atPoint(a *emulate.Access, lanes emulate.Lanes, pos, stamp int32, order *view, self *selfOrder) {
	array := &q.arrays[a.Site.Array]
	q.point.moveTo(a, pos, stamp, order)
	q.point.by(self, order.fenced())
	q.point.now.site = int32(q.same[a.Site.ID])
	lanes &= a.Lanes
	for left := lanes; left != 0; left &= left - 1 {
		mask := left & -left
		if a.Uniform {
			mask, left = lanes, mask
		}
		first := a.Index[firstLane(mask)]
		if a.Uniform {
			first = a.Index[firstLane(a.Lanes)]
		}
		for shift := range int64(max(a.Site.Width, 1)) {
			if w := array.elements.Peek(first + shift); w != nil {
				q.note(array, w, a, mask, shift)
			}
		}
	}
}

// note logs an access to one element by lanes that access it together.
func (q *pairs) note(array *watchedArray, w *watched, a *emulate.Access, lanes emulate.Lanes, shift int64) {
	byValue(a, lanes, shift, func(lanes emulate.Lanes, v stored) {
		e := entry{
			record: q.point.at(lanes), time: q.clock[a.Warp],
			kind: accessKindOf(a.Site), may: a.May, stored: v,
		}
		if array.across && !(q.block < 0 && a.BaseVaries()) {
			q.noteGroup(w, &e)
		}
		if w.within() {
			q.compare(w, &e)
		}
	})
}

// compare finds the earlier accesses that e races with, then logs it.
func (q *pairs) compare(w *watched, e *entry) {
	if w.repeats(e) {
		return
	}
	// Lanes of one event that write one element race with each other.
	if e.kind == writes && bits.OnesCount32(e.lanes) > 1 && q.program.Sites[e.site].Warp == "" {
		q.pair(w, e, e, e.lanes)
	}
	known := w.mark(e)
	from := q.since(w, e, known)
	w.tests += len(w.log) - from + 1
	// A mark is valid only if no limit has skipped entries before it.
	if rest := q.compareFrom(w, e, from); from == known {
		w.setMark(e, rest)
	}
	q.logEntry(w, e)
}

// compareFrom compares e with the log of w from a place on, and returns the place
// before which everything is ordered before e.
func (q *pairs) compareFrom(w *watched, e *entry, from int) int {
	against := withinBlock[e.kind]
	own := emulate.Lanes(0)
	if e.lanes&(e.lanes-1) == 0 {
		own = e.lanes
	}
	segment, ordered := record{warp: -1}, emulate.Lanes(0)
	for i := from; i < len(w.log); i++ {
		old := &w.log[i]
		conflict := against&setOf(old.kind, false) != 0
		if i != from && !conflict {
			continue
		}
		if !segment.together(&old.record) || !q.point.likewise(&segment, &old.record) { // the answer is the same for all of one segment
			segment, ordered = old.record, q.point.ordered(&old.record)
		}
		lanes := old.lanes &^ ordered
		if own != 0 && q.point.ownWarp(&old.record) {
			lanes &^= own & q.point.ownLanes(&old.record)
		}
		switch {
		case lanes == 0 && i == from:
			from++
		case lanes != 0 && conflict:
			q.pair(w, old, e, lanes)
		}
	}
	return from
}

// logEntry adds an entry to the log of its element.
func (q *pairs) logEntry(w *watched, e *entry) {
	if !w.busy {
		w.busy = true
		q.busy = append(q.busy, w)
	}
	if q.logged >= q.entries && len(w.log) >= q.entriesEach() {
		q.logged -= w.drop(len(w.log) / 2)
	}
	w.append(e)
	q.logged++
}

// forget drops entries that are ordered before everything that any thread still
// does. The views of a warp come from the function.
func (q *pairs) forget(views func(warp int, each func(ordering, emulate.Lanes))) {
	if q.point.self != nil { // an access of the async proxy may come whose order differs
		q.forgetAt = 2 * q.logged
		return
	}
	needed := make([][]bool, len(q.busy))
	for i, w := range q.busy {
		needed[i] = make([]bool, len(w.log))
	}
	at := newPoint(len(q.point.answers))
	for warp := range q.clock {
		views(warp, func(order ordering, lanes emulate.Lanes) {
			at.era++
			at.order = order
			at.now = record{warp: int32(warp), pos: -1}
			for i, w := range q.busy {
				for j := range w.log {
					needed[i][j] = needed[i][j] || at.unordered(&w.log[j].record, lanes) != 0
				}
			}
		})
	}
	q.logged = 0
	for i, w := range q.busy {
		q.logged += w.retain(needed[i])
	}
	q.forgetAt = max(2*q.logged, defaultLimits().forgetAt)
}
