package memory

// Axiom is one of the axioms of the PTX memory model.
type Axiom int

const (
	Consistent    Axiom = iota // none is violated
	Coherence                  // causality order of overlapping writes is in coherence order
	FenceSC                    // the order of sequentially consistent fences contradicts causality
	Atomicity                  // a write came between the halves of a read-modify-write
	NoThinAir                  // a value justifies itself
	SCPerLocation              // accesses to one place are not in one order
	Causality                  // a read observes what causality order rules out
)

func (a Axiom) String() string {
	return [...]string{"consistent", "coherence", "Fence-SC", "atomicity", "no-thin-air", "SC-per-location", "causality"}[a]
}

// derive computes causality order from the choices (PTX ISA, Observation Order, Memory
// Synchronization, Causality Order).
func (x *Execution) derive() {
	// A write is observed by a read that is morally strong with it, or by one further down
	// a chain of atomics. (Initial writes synchronize with nobody: they are in no release
	// pattern.)
	direct := x.readsFrom.and(x.strong)
	x.observation = direct.then(x.atomic.then(direct).closure().optional())
	x.sync = x.release.then(x.observation).then(x.acquire).and(x.strong)
	x.sync.addAll(x.fenceSC)
	x.sync.addAll(x.barrier)
	x.base = union(x.program, x.sync).closure()
	preserved := x.preserved()
	x.causality = union(preserved, x.observation.then(preserved))
}

// communication is reads-from, coherence and from-reads, each between overlapping accesses.
func (x *Execution) communication() (readsFrom, coherence, fromReads *relation) {
	fromReads = newRelation(len(x.Events))
	for r, w := range x.ReadsFrom {
		if w >= 0 {
			orInto(fromReads.row(r), x.coherence.row(w))
		}
	}
	return x.readsFrom, x.coherence, fromReads
}

// violated is the first axiom that the choices so far contradict. More choices never mend
// it.
func (x *Execution) violated() Axiom {
	if union(x.readsFrom, x.dependency).closure().reflexive() >= 0 {
		return NoThinAir
	}
	if x.fenceSC.then(x.causality).reflexive() >= 0 {
		return FenceSC
	}
	if x.beforeItself() >= 0 {
		return Causality
	}
	rf, co, fr := x.communication()
	switch {
	case union(rf, fr).then(x.causality).reflexive() >= 0:
		return Causality
	case co.closure().reflexive() >= 0:
		return Coherence
	case fr.and(x.strong).then(co.and(x.strong)).and(x.atomic).any():
		return Atomicity
	case x.perPlace(rf, co, fr).closure().reflexive() >= 0:
		return SCPerLocation
	}
	return Consistent
}

// beforeItself is an event that is before itself in causality order, -1 if there is none.
// Barriers that meet are before each other; anything else would wait for itself.
func (x *Execution) beforeItself() int {
	for a := range x.Events {
		if x.Events[a].Kind != Barrier && x.causality.has(a, a) {
			return a
		}
	}
	return -1
}

// perPlace is what has to be in one order for each place: program order, and communication
// between accesses that are morally strong.
func (x *Execution) perPlace(rf, co, fr *relation) *relation {
	return union(union(rf, co, fr).and(x.strong), x.program.and(x.samePlace))
}

// Race is two conflicting accesses that are neither morally strong nor ordered.
type Race struct{ A, B int }

// Races are the data races of a consistent execution (PTX ISA, Conflict and Data-races),
// each once with A < B.
func (x *Execution) Races() []Race {
	var races []Race
	for a := range x.Events {
		for b := a + 1; b < len(x.Events); b++ {
			if x.initial(a) || x.initial(b) || !x.memory(a) || !x.memory(b) || !x.Events[a].Place.Overlaps(x.Events[b].Place) {
				continue
			}
			if x.Events[a].Kind == Read && x.Events[b].Kind == Read || x.strong.has(a, b) {
				continue
			}
			if !x.before(a, b) && !x.before(b, a) {
				races = append(races, Race{a, b})
			}
		}
	}
	return races
}

// before reports whether a is before b in causality order. A read-modify-write is one operation:
// its read is before what the operation is before, as what observes its write.
func (x *Execution) before(a, b int) bool {
	found := x.causality.has(a, b)
	x.atomic.each(a, func(write int) { found = found || write != b && x.causality.has(write, b) })
	return found
}

// Ordered reports whether a is before b in causality order.
func (x *Execution) Ordered(a, b int) bool { return x.causality.has(a, b) }

// Finals are the values that a place may hold in the end: those of the writes that are
// last in coherence order. Writes that race may leave more than one.
func (x *Execution) Finals(p Place) []int64 {
	var last []int64
	any := false
	for w := range x.Events {
		if x.Events[w].Kind != Write || x.Events[w].Place != p {
			continue
		}
		any = true
		final := true
		x.coherence.each(w, func(int) { final = false })
		if final {
			last = append(last, x.Events[w].Value)
		}
	}
	if !any {
		last = append(last, x.Program.Initial(p))
	}
	return last
}
