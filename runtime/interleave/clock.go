package interleave

// clock holds, for each thread, the last of its steps that happens before some
// point. Clocks may be shared, so changes go to a copy.
type clock []int32

// clocksOfStep is how many entries of clocks can be copied in the time of a step.
const clocksOfStep = 16

// knows reports whether an access happens before the thread's next action.
func (t *thread) knows(p *record) bool {
	return p.thread == t || t.seen != nil && t.seen[p.thread.number] >= p.when
}

// learn orders the thread after those that left c at an element.
func (t *thread) learn(c clock) {
	if c != nil && (t.seen == nil || &c[0] != &t.seen[0]) {
		t.m.steps += t.m.number / clocksOfStep
		t.seen = joined(t.m.number, c, t.seen)
	}
}

// tell leaves the thread's clock at an element, for threads that later atomics
// there order after it: only those of its block if the atomic is of block scope.
func (t *thread) tell(e *element, ofBlock bool) {
	t.m.steps += t.m.number / clocksOfStep
	c := joined(t.m.number, t.seen)
	c[t.number] = t.when
	t.when++
	if !ofBlock {
		e.seen = c
		return
	}
	if e.within == nil {
		e.within = map[*block]clock{}
	}
	e.within[t.block] = c
}

// meet orders threads that have met: each after everything that all did before.
func meet(threads []*thread) {
	if len(threads) == 0 {
		return
	}
	n := threads[0].m.number
	threads[0].m.steps += n / clocksOfStep
	c := make(clock, n)
	var last clock
	for _, t := range threads {
		if t.seen != nil && (last == nil || &last[0] != &t.seen[0]) {
			c.raise(t.seen)
			last = t.seen
		}
	}
	for _, t := range threads {
		c[t.number] = t.when
	}
	for _, t := range threads {
		t.seen = c
		t.when++
	}
}

// joined is a new clock, the join of the given ones.
func joined(n int, list ...clock) clock {
	c := make(clock, n)
	for _, o := range list {
		c.raise(o)
	}
	return c
}

func (c clock) raise(o clock) {
	for i, n := range o {
		c[i] = max(c[i], n)
	}
}
