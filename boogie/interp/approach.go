package interp

import (
	"slices"

	"gv2/boogie"
)

// Approach: how runs make offsets meet. A race needs two accesses of the same
// element, and two random threads hardly ever reach one if offsets are linear in
// many ids. So when a comparison is all that keeps a check from failing, the run
// notes the distance of its two sides (a miss). For one miss the search repeats
// the run with each of the chosen values changed by one: that gives the distance
// as a linear function of them, and the search draws and tries solutions of it.

// missSite is a comparison in a check: the check fails only if x op y holds.
type missSite struct {
	check int32
	op    op
	bits  uint8
}

// miss is a comparison that a run made, and by how much it missed.
type miss struct {
	site  int32
	chose int32 // how many values the run had chosen after its beginning
	short int64 // to be added to the difference
}

// maxMisses bounds the misses that one run remembers.
const maxMisses = 256

// miss writes the instruction that notes a comparison whose failure lets a check
// pass.
func (c *compiler) miss(r relation, x, y value) {
	bits, isBV := x.t.(boogie.BV)
	if !c.checking || r.op == opNe || x.t != boogie.Int && !isBV {
		return
	}
	c.u.misses = append(c.u.misses, missSite{int32(len(c.u.checks)), r.op, uint8(bits)})
	c.emit(opMiss, 0, int32(len(c.u.misses)-1), x.reg, y.reg)
}

// miss notes a comparison, and reports whether it is the one that the run is made for.
func (m *machine) miss(site int32, x, y int64) bool {
	if len(m.misses) >= maxMisses {
		return false
	}
	s := m.u.misses[site]
	d := x - y
	if s.bits > 0 {
		d = signed(d, s.bits)
	}
	switch {
	case s.op == opLt && d < 0, s.op == opLe && d < 0:
		d = 0
	case s.op == opLt:
		d++
	}
	m.misses = append(m.misses, miss{site, int32(len(m.trail)), -d})
	if site != m.until {
		return false
	}
	m.before--
	return m.before < 0
}

// aim is a miss of a run that the search tries to turn into a hit.
type aim struct {
	seed uint64
	// values are those that the run chose before the miss, by these choosers: first those of
	// the beginning, then later ones.
	values    []int64
	choosers  []*chooser
	beginning int
	miss
	nth int // of the misses at its site in the run
	// steps is how many instructions the run took.
	steps int64
	// shorts is how much each miss at the site was short of a hit: what a value
	// adds to one it mostly adds to all.
	shorts []int64
}

// aimed is the aim at a miss of a trace.
func (x *exploration) aimed(t *trace, at int) aim {
	chose := t.misses[at].chose
	a := aim{
		seed: t.seed, values: slices.Concat(t.initial, t.trail[:chose]), beginning: len(t.initial),
		miss: t.misses[at], nth: count(t.misses[:at], t.misses[at].site), steps: t.steps,
	}
	for _, ms := range t.misses {
		if ms.site == a.site && ms.short != 0 {
			a.shorts = append(a.shorts, ms.short)
		}
	}
	for u := range t.initial {
		a.choosers = append(a.choosers, x.chooser(u))
	}
	for _, k := range t.by[:chose] {
		a.choosers = append(a.choosers, x.u.choosers[k])
	}
	return a
}

// aims picks misses of a batch to work at, a few for each check that has not
// failed yet.
func (x *exploration) aims(traces []*trace) []aim {
	var out []aim
	taken := map[int32]int{}
	for _, t := range traces {
		for i := range t.misses {
			// Start at an arbitrary miss of the run, so that the first ones do not
			// take all places.
			at := (int(t.seed%uint64(len(t.misses))) + i) % len(t.misses)
			ms := t.misses[at]
			check := x.u.misses[ms.site].check
			if _, failed := x.failed[check]; failed || taken[check] >= maxTaken || len(out) >= maxAims || ms.short == 0 {
				continue
			}
			taken[check]++
			out = append(out, x.aimed(t, at))
			break
		}
	}
	return out
}

// count is the number of misses at a site.
func count(misses []miss, site int32) int {
	n := 0
	for _, m := range misses {
		if m.site == site {
			n++
		}
	}
	return n
}

// Bounds of the work at misses: how many after each batch and for each check, and
// how many solutions are drawn and run for each.
const (
	maxAims  = 24
	maxTaken = 3
	maxDrawn = 96
	maxShots = 12
)

// shots is the result of work at one miss: the runs with other beginnings, and
// the instructions of those that only measured.
type shots struct {
	traces []trace
	steps  int64
}

// shoot works at one miss.
func (x *exploration) shoot(m *machine, k *kept, a aim) shots {
	var out shots
	slopes, known := make([]int64, len(a.values)), make([]bool, len(a.values))
	moved := slices.Clone(a.values)
	for u, c := range a.choosers {
		if c.kind == intKind || c.kind == bvKind {
			slopes[u], known[u] = x.slope(m, a, u, moved, &out.steps)
		}
	}
	a.twins(slopes, known)
	var free []int
	for u, slope := range slopes {
		if slope != 0 {
			free = append(free, u)
		}
	}
	r := a.seed
	for range maxDrawn {
		if len(free) == 0 || len(out.traces) >= maxShots {
			break
		}
		r = mix(r + 1)
		if copy(moved, a.values); x.draw(a, slopes, free, r, moved) {
			t := x.trace(m, k, a.seed, x.from(a, moved))
			if out.traces = append(out.traces, t); t.status == Failed {
				break
			}
		}
	}
	return out
}

// slope measures how much the difference grows with a value. A step whose values
// a condition forbids yields other values than the search wanted and tells
// nothing; known is false if no step got its values. moved is room for values.
func (x *exploration) slope(m *machine, a aim, u int, moved []int64, steps *int64) (slope int64, known bool) {
	c := a.choosers[u]
	copy(moved, a.values)
	for _, step := range []int64{1, -1, 2, -2, 5} {
		to := c.natural(a.values[u]) + step
		if to < c.lo || to > c.hi {
			continue
		}
		moved[u] = c.pattern(to)
		short, ok := x.repeat(m, a, moved)
		*steps += m.steps
		if change := a.short - short; ok && change%step == 0 && m.chose(moved) {
			return change / step, true
		}
	}
	return 0, false
}

// twins guesses the slopes that could not be measured: an id of one thread usually
// counts as much as that of the other, with the opposite sign.
func (a *aim) twins(slopes []int64, known []bool) {
	for u := range slopes {
		for v := range slopes {
			if c, d := a.choosers[u], a.choosers[v]; c.twin == d.reg && u != v {
				if !known[u] {
					slopes[u] = -slopes[v]
				} else if !known[v] {
					slopes[v] = -slopes[u]
				}
			}
		}
	}
}

// chooser is that of an unknown of the run's beginning.
func (x *exploration) chooser(u int) *chooser {
	return x.u.choosers[x.u.segments[0].choosers[u]]
}

// from is the lesson to choose exactly these values.
func (x *exploration) from(a aim, values []int64) lesson {
	l := x.lesson
	l.given, l.exactly, l.fixed = values[:a.beginning], true, values[a.beginning:]
	return l
}

// chose reports whether the run chose those values, and no condition forced
// others.
func (m *machine) chose(values []int64) bool {
	n := len(m.initial)
	late := values[n:]
	return slices.Equal(m.initial, values[:n]) && len(m.trail) >= len(late) && slices.Equal(m.trail[:len(late)], late)
}

// repeat runs again with other values, as far as the miss, and returns how much it is short
// of a hit now. A run that has become much longer before it gets there is another one.
func (x *exploration) repeat(m *machine, a aim, values []int64) (int64, bool) {
	m.begin(a.seed, x.from(a, values))
	m.until, m.before = a.site, a.nth
	status := m.run(min(2*a.steps, Limits{x.s.Steps}.steps()))
	m.until = -1
	if status != stopped {
		return 0, false
	}
	return m.misses[len(m.misses)-1].short, true
}

// draw changes some of the values v at random, and one more so that one of the misses
// becomes a hit; false if no value of that one does it.
func (x *exploration) draw(a aim, slopes []int64, free []int, r uint64, v []int64) bool {
	short := a.short
	// Mostly aim at any miss of the same site: another one may be easier to hit.
	if r>>62 != 0 {
		short = a.shorts[r>>32%uint64(len(a.shorts))]
	}
	move := func(u int, by int64) bool {
		c := a.choosers[u]
		to := c.natural(v[u]) + by
		if to < c.lo || to > c.hi {
			return false
		}
		v[u] = c.pattern(to)
		short -= by * slopes[u]
		return true
	}
	for range r & 3 {
		r = mix(r)
		u := free[r>>8%uint64(len(free))]
		c := a.choosers[u]
		reach := min(uint64(c.hi)-uint64(c.lo), uint64(x.u.wide))
		to := c.home() + int64((r>>16)%(reach+1))
		if r>>4&1 == 0 {
			to = c.natural(v[u]) + int64(r>>16&7) - 3
		}
		move(u, to-c.natural(v[u]))
	}
	r = mix(r)
	u := free[r%uint64(len(free))]
	// The last value covers the remaining distance, if it can do so exactly.
	return short%slopes[u] == 0 && move(u, short/slopes[u])
}

// natural is the integer that a register's value represents.
func (c *chooser) natural(v int64) int64 {
	if c.kind == bvKind && c.lo < 0 {
		return signed(v, c.bits)
	}
	return v
}
