package interp

import (
	"math/bits"
	"slices"
)

// Shrinking: a failure convinces with small numbers. A run that failed is made again with one of its
// first values made smaller, or with smaller elements of maps, and whatever fails at the same check in
// the same way, with values that cost less, takes its place. Every such run is an execution like the first.

// origin is what makes a failing run again.
type origin struct {
	seed uint64
	lesson
	cost   int
	shrunk bool
}

// Bounds of the work at one failure.
const (
	shrinkRuns  = 240
	shrinkSteps = 300_000
)

// shrink makes the values of the failures smaller that it has not worked at yet.
func (x *exploration) shrink(done func() bool) {
	m := x.u.idle.Get().(*machine)
	defer x.u.idle.Put(m)
	for i := range x.failures {
		if o := &x.origins[i]; !o.shrunk && !done() {
			o.shrunk = true
			s := shrinking{x: x, m: m, best: o, failure: &x.failures[i], runs: shrinkRuns, steps: shrinkSteps}
			for check, at := range x.failed {
				if at == i {
					s.check = check
				}
			}
			s.all(done)
		}
	}
}

// shrinking is the work at one failure.
type shrinking struct {
	x       *exploration
	m       *machine
	best    *origin
	failure *Failure
	check   int32
	runs    int
	steps   int64
}

func (s *shrinking) all(done func() bool) {
	if !s.again(s.best.lesson) {
		return
	}
	s.best.cost = s.cost()
	s.elements()
	for changed := true; changed && !done(); {
		changed = false
		for u := range s.best.given {
			if c := s.x.chooser(u); c.kind == intKind || c.kind == bvKind {
				changed = s.value(u, c) || s.together(u, c) || changed
			}
		}
	}
	s.elements()
}

// again makes a run; false where it does not fail in the same way, or there were enough runs.
func (s *shrinking) again(l lesson) bool {
	if s.runs <= 0 || s.steps <= 0 {
		return false
	}
	s.runs--
	s.m.begin(s.best.seed, l)
	status := s.m.run(Limits{s.x.s.Steps}.steps())
	s.steps -= s.m.steps
	return status == Failed && s.m.failed == s.check
}

// try makes a run and takes it over if it is better.
func (s *shrinking) try(l lesson) bool {
	if !s.again(l) {
		return false
	}
	cost := s.cost()
	if cost >= s.best.cost {
		return false
	}
	f := s.m.failure()
	if s.x.s.Alike != nil && !s.x.s.Alike(s.failure, f) {
		return false
	}
	*s.failure, s.best.cost = *f, cost
	s.best.lesson = l
	s.best.given, s.best.fixed = slices.Clone(s.m.initial), slices.Clone(s.m.trail)
	return true
}

// elements tries smaller elements of all maps, the smallest first, and for each bound a few maps.
func (s *shrinking) elements() {
	if len(s.m.u.maps) == 0 || len(s.failure.Elements) == 0 {
		return
	}
	for _, bound := range []uint64{2, 4, 16, 128, 1024} {
		for tried := range 10 {
			l := s.best.lesson
			l.small = bound
			l.given = slices.Clone(l.given)
			for u := range l.given {
				if c := s.x.chooser(u); c.kind == mapKind && tried > 0 {
					l.given[u] = int64(hash(s.best.seed, int64(16*u+tried)))
				}
			}
			if s.try(l) {
				return
			}
		}
	}
}

// value tries smaller values for an unknown of the beginning.
func (s *shrinking) value(u int, c *chooser) bool {
	old := c.natural(s.best.given[u])
	smaller := []int64{c.home(), c.home() + 1, c.home() + 2, c.home() + 3, c.home() + 4}
	for by := old - old/2; by != 0; by /= 2 {
		smaller = append(smaller, old-by)
	}
	for _, v := range smaller {
		if v < c.lo || v > c.hi || c.cost(v) >= c.cost(old) {
			continue
		}
		l := s.best.lesson
		l.given = slices.Clone(l.given)
		l.given[u] = c.pattern(v)
		if s.try(l) {
			return true
		}
	}
	return false
}

// together moves an unknown to the beginning of its range, and that of the other thread by as much, in the
// same direction or the other one: what one thread does to its own element the other does to its neighbour.
func (s *shrinking) together(u int, c *chooser) bool {
	old := c.natural(s.best.given[u])
	by := c.home() - old
	if by == 0 {
		return false
	}
	for v := range s.best.given {
		d := s.x.chooser(v)
		if v == u || d.kind != c.kind || d.twin != c.reg && c.twin != d.reg {
			continue
		}
		for _, to := range []int64{d.natural(s.best.given[v]) + by, d.natural(s.best.given[v]) - by} {
			if to < d.lo || to > d.hi {
				continue
			}
			l := s.best.lesson
			l.given = slices.Clone(l.given)
			l.given[u], l.given[v] = c.pattern(c.home()), d.pattern(to)
			if s.try(l) {
				return true
			}
		}
	}
	return false
}

// cost is how unlikely the values of the run are to convince anybody.
func (s *shrinking) cost() int {
	n := s.x.cost(s.m.initial)
	seen := map[read]bool{}
	for _, r := range s.m.reads {
		if root := (read{s.m.resolve(r.root), r.key}); !seen[root] {
			seen[root] = true
			node := &s.m.maps[root.root]
			if c := node.of.elem; node.parent < 0 && (c.kind == intKind || c.kind == bvKind) {
				n += magnitude(c.natural(s.m.element(node, r.key)))
			}
		}
	}
	return n
}

// cost is that of the initial numbers of a run.
func (x *exploration) cost(initial []int64) int {
	n := 0
	for u, v := range initial {
		if c := x.chooser(u); c.kind == intKind || c.kind == bvKind {
			n += c.cost(c.natural(v))
		}
	}
	return n
}

// cost is that of a number: sizes and the like should be positive, since a fault for n = 0 looks
// as if no program had it; indices, which cannot be negative, start at 0.
func (c *chooser) cost(v int64) int {
	if v == 0 && c.lo < 0 {
		return magnitude(4)
	}
	return magnitude(v)
}

// magnitude is the cost of a number by its size, about 1024 for each bit, so that positive ones count less
// than negative ones of that size.
func magnitude(v int64) int {
	negative := 0
	if v < 0 {
		v, negative = -v, 8192
	}
	size := bits.Len64(uint64(v))
	behind := uint64(v) << (64 - size) << 1 >> 54 // the ten bits behind the first one
	return 1024*size + int(behind) + negative
}
