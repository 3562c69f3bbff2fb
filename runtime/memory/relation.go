package memory

import "math/bits"

// relation is a binary relation on the events of an execution, a matrix of bits: row a
// holds all b with a before b.
type relation struct {
	n, words int
	rows     []uint64
}

func newRelation(n int) *relation {
	w := (n + 63) / 64
	return &relation{n, w, make([]uint64, n*w)}
}

func (r *relation) row(a int) []uint64     { return r.rows[a*r.words : (a+1)*r.words] }
func (r *relation) add(a, b int)           { r.rows[a*r.words+b/64] |= 1 << (b % 64) }
func (r *relation) has(a, b int) bool      { return r.rows[a*r.words+b/64]>>(b%64)&1 != 0 }
func (r *relation) addAll(other *relation) { orInto(r.rows, other.rows) }

func (r *relation) clone() *relation {
	c := newRelation(r.n)
	copy(c.rows, r.rows)
	return c
}

func orInto(dst, src []uint64) {
	for i, w := range src {
		dst[i] |= w
	}
}

// union is the pairs of any of the relations.
func union(first *relation, others ...*relation) *relation {
	u := first.clone()
	for _, o := range others {
		u.addAll(o)
	}
	return u
}

// then is the composition: a before c if for some b, a is before b in r and b before c in s.
func (r *relation) then(s *relation) *relation {
	c := newRelation(r.n)
	for a := range r.n {
		row := c.row(a)
		r.each(a, func(b int) { orInto(row, s.row(b)) })
	}
	return c
}

// optional adds every event before itself.
func (r *relation) optional() *relation {
	c := r.clone()
	for a := range r.n {
		c.add(a, a)
	}
	return c
}

// closure is the transitive closure.
func (r *relation) closure() *relation {
	c := r.clone()
	for b := range c.n {
		from := c.row(b)
		for a := range c.n {
			if c.has(a, b) {
				orInto(c.row(a), from)
			}
		}
	}
	return c
}

// and is the pairs of both relations.
func (r *relation) and(s *relation) *relation {
	c := newRelation(r.n)
	for i := range c.rows {
		c.rows[i] = r.rows[i] & s.rows[i]
	}
	return c
}

// filter is the pairs for which keep is true.
func (r *relation) filter(keep func(a, b int) bool) *relation {
	c := newRelation(r.n)
	for a := range r.n {
		r.each(a, func(b int) {
			if keep(a, b) {
				c.add(a, b)
			}
		})
	}
	return c
}

// each calls f for all events after a.
func (r *relation) each(a int, f func(b int)) {
	for i, w := range r.row(a) {
		for ; w != 0; w &= w - 1 {
			f(i*64 + bits.TrailingZeros64(w))
		}
	}
}

// any reports whether the relation has a pair.
func (r *relation) any() bool {
	for _, w := range r.rows {
		if w != 0 {
			return true
		}
	}
	return false
}

// reflexive returns an event that is before itself, or -1.
func (r *relation) reflexive() int {
	for a := range r.n {
		if r.has(a, a) {
			return a
		}
	}
	return -1
}

// cycle is the events of a shortest cycle of r, each before the next one and the last
// before the first; nil if there is none.
func (r *relation) cycle() []int {
	var best []int
	for start := range r.n {
		if path := r.path(start, start); path != nil && (best == nil || len(path) < len(best)) {
			best = path
		}
	}
	return best
}

// path is a shortest way from a to b by at least one step, without its last event b.
func (r *relation) path(a, b int) []int {
	from := make([]int, r.n)
	for i := range from {
		from[i] = -1
	}
	queue := []int{a}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		found := false
		r.each(at, func(next int) {
			switch {
			case found:
			case next == b:
				found = true
			case from[next] == -1 && next != a:
				from[next] = at
				queue = append(queue, next)
			}
		})
		if found {
			var way []int
			for ; at != a; at = from[at] {
				way = append([]int{at}, way...)
			}
			return append([]int{a}, way...)
		}
	}
	return nil
}
