package memory

import "slices"

// Execution is a candidate: one path for each thread, which write each read observes, in
// which order overlapping writes take effect, and in which order fences do.
type Execution struct {
	Program *Program
	Paths   []*Path
	// Events are those of the threads, one thread after the other, then an initial write
	// for each place. Thread[i] is the thread of event i, -1 for initial writes.
	Events []Event
	Thread []int
	// ReadsFrom[i] is the write that the read i observes, -1 for other events.
	ReadsFrom []int
	// Ends is set if all threads end. Else some wait, and what the others do that wait for
	// them at barriers is left out.
	Ends bool
	// first is the position of the first event of each thread.
	first []int
	whole []bool
	// idle are the fences whose place in the order of fences need not be chosen.
	idle []bool

	*static
	readsFrom *relation // ReadsFrom as a relation
	fenceSC   *relation // the order of morally strong fence.sc
	coherence *relation
	// The rest follows from the choices so far: which writes are observed by which reads,
	// what synchronizes, base causality order, causality order.
	observation, sync, base, causality *relation
}

// static is what does not depend on the choices.
type static struct {
	program    *relation // program order
	strong     *relation // morally strong pairs
	samePlace  *relation // reads and writes that overlap, by one proxy and address
	atomic     *relation // the read of a read-modify-write, its write
	dependency *relation
	barrier    *relation // barriers that synchronize
	// release has the first operation of a release pattern and its write; acquire the read
	// of an acquire pattern and its last operation.
	release, acquire *relation
}

// newExecution puts the paths together. The second result is false if threads wait at a
// barrier for ever although all others have ended. With fewer, executions that have more order
// than others, and differ in nothing else, are left out.
func newExecution(p *Program, paths []*Path, fewer bool) (*Execution, bool) {
	x := &Execution{Program: p, Paths: paths}
	lengths, ok := meetings(paths)
	if !ok {
		return nil, false
	}
	places := []Place{}
	for t, path := range paths {
		events := path.Events[:lengths[t]]
		x.whole = append(x.whole, lengths[t] == len(path.Events))
		x.Ends = x.Ends || !x.whole[t] || path.Waits
		if onlyMeets(events) || fewer && onlyFences(events) {
			x.first = append(x.first, -1) // whoever else is at its barriers is related without it
			continue
		}
		x.first = append(x.first, len(x.Events))
		for i, e := range events {
			x.idle = append(x.idle, fewer && idle(events, i))
			x.Events = append(x.Events, e)
			x.Thread = append(x.Thread, t)
			if e.Kind <= Write && !slices.Contains(places, e.Place) {
				places = append(places, e.Place)
			}
		}
	}
	x.Ends = !x.Ends
	for _, place := range places {
		x.Events = append(x.Events, Event{Kind: Write, Place: place, Value: p.Initial(place)})
		x.Thread = append(x.Thread, -1)
	}
	n := len(x.Events)
	x.ReadsFrom = slices.Repeat([]int{-1}, n)
	x.readsFrom, x.fenceSC, x.coherence = newRelation(n), newRelation(n), newRelation(n)
	x.static = &static{barrier: x.generations()}
	x.relate()
	return x, true
}

// First is the position of the first event of a thread, whose others follow; -1 for a thread
// that does nothing but wait at barriers, and is left out.
func (x *Execution) First(thread int) int { return x.first[thread] }

// Whole reports whether all of a thread's path happens: it does not wait at a barrier before
// its end.
func (x *Execution) Whole(thread int) bool { return x.whole[thread] }

// onlyMeets reports whether a thread does nothing but wait at barriers.
func onlyMeets(events []Event) bool {
	for i := range events {
		if events[i].Kind != Barrier {
			return false
		}
	}
	return true
}

// onlyFences reports whether a thread neither accesses memory nor waits at a barrier.
func onlyFences(events []Event) bool {
	return !slices.ContainsFunc(events, func(e Event) bool { return e.Kind != Fence })
}

// idle reports whether event i of a thread is a fence that orders nothing by its place in the
// order of fences. With nothing before it in its thread it may as well be the first of all: that
// brings nothing in front of anything. With nothing behind it it may be the last; and behind
// another one like it, the next.
func idle(events []Event, i int) bool {
	if events[i].Kind != Fence {
		return false
	}
	if i > 0 && events[i-1].Kind == Fence && events[i-1].Order == events[i].Order && events[i-1].Scope == events[i].Scope {
		return true
	}
	return onlyFences(events[:i]) || onlyFences(events[i:])
}

// initial reports whether event i is an initial write.
func (x *Execution) initial(i int) bool { return x.Thread[i] < 0 }

func (x *Execution) memory(i int) bool { return x.Events[i].Kind <= Write }

// relate computes the static relations.
func (x *Execution) relate() {
	n := len(x.Events)
	s := x.static
	s.program, s.strong, s.samePlace = newRelation(n), newRelation(n), newRelation(n)
	s.atomic, s.dependency = newRelation(n), newRelation(n)
	for a := range n {
		for b := range n {
			if a == b {
				continue
			}
			if x.memory(a) && x.memory(b) && x.Events[a].Place == x.Events[b].Place && x.sameWay(a, b) {
				s.samePlace.add(a, b)
			}
			if x.Thread[a] == x.Thread[b] && !x.initial(a) && a < b {
				s.program.add(a, b)
			}
			if x.morallyStrong(a, b) {
				s.strong.add(a, b)
			}
		}
		e := &x.Events[a]
		if e.Atomic && e.Kind == Read && a+1 < n && x.Events[a+1].Atomic && x.Events[a+1].Kind == Write && x.Thread[a+1] == x.Thread[a] {
			s.atomic.add(a, a+1)
		}
		for _, d := range e.Depends {
			s.dependency.add(x.first[x.Thread[a]]+d, a)
		}
	}
	x.patterns()
}

// isStrong reports whether the operation i is strong (PTX ISA, Strong Operations).
func (x *Execution) isStrong(i int) bool {
	e := &x.Events[i]
	return e.Kind == Fence || e.Kind <= Write && e.Order != Weak
}

// morallyStrong is the relation of the PTX ISA, Morally Strong Operations. An initial write
// is so with every access to its bytes: it is before all of them.
func (x *Execution) morallyStrong(a, b int) bool {
	if x.memory(a) && x.memory(b) && x.Events[a].Place != x.Events[b].Place {
		return false
	}
	if x.Events[a].Kind == Barrier || x.Events[b].Kind == Barrier {
		return false
	}
	if x.initial(a) || x.initial(b) {
		return x.memory(a) && x.memory(b)
	}
	if x.memory(a) && x.memory(b) && !x.sameWay(a, b) {
		return false
	}
	if x.Thread[a] == x.Thread[b] {
		return true
	}
	ta, tb := &x.Program.Threads[x.Thread[a]], &x.Program.Threads[x.Thread[b]]
	return x.isStrong(a) && x.isStrong(b) && scopeHolds(x.Events[a].Scope, ta, tb) && scopeHolds(x.Events[b].Scope, tb, ta)
}

// patterns finds release and acquire patterns (PTX ISA, Release and Acquire Patterns).
func (x *Execution) patterns() {
	n := len(x.Events)
	x.release, x.acquire = newRelation(n), newRelation(n)
	releases := func(i int) bool { return x.Events[i].Kind == Write && x.Events[i].Order == Release }
	acquires := func(i int) bool { return x.Events[i].Kind == Read && x.Events[i].Order == Acquire }
	fence := func(i int) bool {
		return x.Events[i].Kind == Fence && (x.Events[i].Order == AcqRel || x.Events[i].Order == SC)
	}
	for a := range n {
		if x.initial(a) {
			continue
		}
		if releases(a) {
			x.release.add(a, a)
		}
		if acquires(a) {
			x.acquire.add(a, a)
		}
		x.program.each(a, func(b int) {
			same := x.samePlace.has(a, b)
			if x.Events[b].Kind == Write && x.isStrong(b) && (releases(a) && same || fence(a)) {
				x.release.add(a, b)
			}
			if x.Events[a].Kind == Read && x.isStrong(a) && (acquires(b) && same || fence(b)) {
				x.acquire.add(a, b)
			}
		})
	}
}

// generation is one use of a barrier by all that meet.
type generation struct{ group, id, number int }

// uses calls f for the barriers of a path's first events, with their generations.
func uses(events []Event, f func(i int, g generation)) {
	count := map[generation]int{}
	for i := range events {
		if e := &events[i]; e.Kind == Barrier {
			g := generation{group: e.Barrier.Group, id: e.Barrier.ID}
			number := count[g]
			count[g]++
			g.number = number
			f(i, g)
		}
	}
}

// meetings is how many events of each path happen: those before a barrier that is never
// complete. That is so only if some thread waits elsewhere; the second result is false if
// none does.
func meetings(paths []*Path) (lengths []int, ok bool) {
	waits := false
	for _, path := range paths {
		lengths = append(lengths, len(path.Events))
		waits = waits || path.Waits
	}
	for {
		came, expected, differ := map[generation]int{}, map[generation]int{}, map[generation]bool{}
		for t, path := range paths {
			uses(path.Events[:lengths[t]], func(i int, g generation) {
				n := path.Events[i].Barrier.Count
				differ[g] = differ[g] || came[g] > 0 && expected[g] != n
				came[g]++
				expected[g] = n
			})
		}
		cut := false
		for t, path := range paths {
			end := lengths[t]
			uses(path.Events[:lengths[t]], func(i int, g generation) {
				if (came[g] != expected[g] || differ[g]) && i < end {
					end = i
				}
			})
			cut = cut || end < lengths[t]
			lengths[t] = end
		}
		switch {
		case !cut:
			return lengths, true
		case !waits:
			return nil, false
		}
	}
}

// generations relates the barriers that meet: the one that registers to the one that waits.
func (x *Execution) generations() *relation {
	met := map[generation][]int{}
	for t := range x.Paths {
		if x.first[t] < 0 {
			continue
		}
		end := len(x.Events)
		for i := x.first[t]; i < end; i++ {
			if x.Thread[i] != t {
				end = i
			}
		}
		uses(x.Events[x.first[t]:end], func(i int, g generation) { met[g] = append(met[g], x.first[t]+i) })
	}
	r := newRelation(len(x.Events))
	for _, list := range met {
		for _, a := range list {
			for _, b := range list {
				if a != b && x.Events[b].Barrier.Waits {
					r.add(a, b)
				}
			}
		}
	}
	return r
}
