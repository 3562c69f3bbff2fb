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
		if c.within(t.seen) {
			return
		}
		t.seen = joined(t.m.number, c, t.seen)
	}
}

// mark is a point of a thread: what happens before it, with the thread's own steps.
type mark struct {
	seen   clock
	number int
	when   int32
}

// mark is where the thread is; its next actions are behind it.
func (t *thread) mark() mark {
	t.when++
	return mark{t.seen, t.number, t.when - 1}
}

// clockOf is a clock of its own with all that is before some marks and clocks.
func (m *machine) clockOf(marks []mark, clocks ...clock) clock {
	m.steps += m.number / clocksOfStep
	c := joined(m.number, clocks...)
	for _, k := range marks {
		if k.when > 0 {
			c.raise(k.seen)
			c[k.number] = max(c[k.number], k.when)
		}
	}
	return c
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
	var turns []clock
	for _, t := range threads {
		c[t.number] = t.when
		if t.turns != nil {
			turns = append(turns, t.turns)
		}
	}
	order := clock(nil)
	if len(turns) > 0 {
		order = joined(n, append(turns, c)...)
	}
	for _, t := range threads {
		t.seen, t.turns = c, order
		t.when++
	}
}

// joined is a new clock, the join of the given ones.
func joined(n int, list ...clock) clock {
	c := make(clock, n)
	var first clock
	for _, o := range list {
		switch {
		case o == nil || first != nil && &o[0] == &first[0]:
		case first == nil:
			first = o
			copy(c, o) // much faster than to compare
		default:
			c.raise(o)
		}
	}
	return c
}

// within reports whether all that a clock holds another one holds, too.
func (c clock) within(o clock) bool {
	if o == nil {
		return false
	}
	o = o[:len(c)]
	for i, n := range c {
		if n > o[i] {
			return false
		}
	}
	return true
}

func (c clock) raise(o clock) {
	c = c[:len(o)]
	for i, n := range o {
		if n > c[i] {
			c[i] = n
		}
	}
}
