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
	// first is the position of the first event of each thread.
	first []int

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
	samePlace  *relation // reads and writes that overlap
	atomic     *relation // the read of a read-modify-write, its write
	dependency *relation
	barrier    *relation // barriers that synchronize
	// release has the first operation of a release pattern and its write; acquire the read
	// of an acquire pattern and its last operation.
	release, acquire *relation
}

// newExecution puts the paths together. The second result is false if barriers do not fit:
// some thread waits for ever.
func newExecution(p *Program, paths []*Path) (*Execution, bool) {
	x := &Execution{Program: p, Paths: paths}
	places := []Place{}
	for t, path := range paths {
		x.first = append(x.first, len(x.Events))
		for _, e := range path.Events {
			x.Events = append(x.Events, e)
			x.Thread = append(x.Thread, t)
			if e.Kind <= Write && !slices.Contains(places, e.Place) {
				places = append(places, e.Place)
			}
		}
	}
	for _, place := range places {
		x.Events = append(x.Events, Event{Kind: Write, Place: place, Value: p.Initial(place)})
		x.Thread = append(x.Thread, -1)
	}
	n := len(x.Events)
	x.ReadsFrom = slices.Repeat([]int{-1}, n)
	x.readsFrom, x.fenceSC, x.coherence = newRelation(n), newRelation(n), newRelation(n)
	meet, ok := x.generations()
	if !ok {
		return nil, false
	}
	x.static = &static{barrier: meet}
	x.relate()
	return x, true
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
			if x.memory(a) && x.memory(b) && x.Events[a].Place == x.Events[b].Place {
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

// generations relates the barriers that meet: the one that registers to the one that waits.
// The second result is false if a generation is never complete.
func (x *Execution) generations() (*relation, bool) {
	type use struct{ group, id, number int }
	met := map[use][]int{}
	for t := range x.Paths {
		count := map[use]int{}
		for i := range x.Paths[t].Events {
			e := &x.Paths[t].Events[i]
			if e.Kind != Barrier {
				continue
			}
			u := use{group: e.Barrier.Group, id: e.Barrier.ID}
			number := count[u]
			count[u]++
			u.number = number
			met[u] = append(met[u], x.first[t]+i)
		}
	}
	r := newRelation(len(x.Events))
	for _, list := range met {
		for _, a := range list {
			if x.Events[a].Barrier.Count != len(list) {
				return nil, false
			}
			for _, b := range list {
				if a != b && x.Events[b].Barrier.Waits {
					r.add(a, b)
				}
			}
		}
	}
	return r, true
}
