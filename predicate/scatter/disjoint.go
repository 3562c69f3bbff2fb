package scatter

import "gv2/frontend/kernel"

// place is the index of a thread's access under some literals.
type place struct {
	when []literal
	at   form
}

// scattered is an executed store with the places of each thread.
type scattered struct {
	number int
	array  *kernel.Array
	places [][]place
}

// pair is two stores of one array, by their numbers; second comes after first in one
// list, or is the same.
type pair struct{ first, second int }

// scatter compares the places of a store with each other and with those of earlier
// stores in the same list.
func (r *runner) scatter(s *kernel.Store, pred, index []value) {
	own := scattered{r.asked[s], s.Acc.Array, make([][]place, r.threads)}
	for t := range own.places {
		own.places[t] = r.places(pred[t], index[t])
	}
	r.earlier = append(r.earlier, own)
	r.within(s, own.places)
	for _, e := range r.earlier {
		if e.array != own.array {
			continue
		}
		p := pair{e.number, own.number}
		if before, seen := r.disjoint[p]; before || !seen {
			r.disjoint[p] = r.allDisjoint(e.places, own.places, e.number == own.number)
		}
	}
}

// allDisjoint reports whether for no inputs two threads have the same place, one of them
// in first and the other in second. The two lists may be the same.
func (r *runner) allDisjoint(first, second [][]place, same bool) bool {
	for t, own := range second {
		for u, others := range first {
			if same && u == t {
				break
			}
			// Beyond the limit of work the answer is no, and the translation compares the store as any other.
			if t != u && (r.work > r.limit || r.meet(own, others)) {
				return false
			}
		}
	}
	return true
}

// places are those of one thread.
func (r *runner) places(pred, index value) []place {
	var out []place
	for _, p := range pred {
		when, ok := r.nodes.literals(r.nodes.truth(p.form))
		if !ok {
			continue
		}
		if when, ok = also(p.when, when); !ok {
			continue
		}
		if when, ok = also(r.path, when); !ok {
			continue
		}
		for _, i := range index {
			if all, ok := also(when, i.when); ok && r.nodes.possible(all) {
				out = append(out, place{all, i.form})
			}
		}
	}
	return out
}

// meet reports whether a place of one thread may be one of another thread's.
func (r *runner) meet(a, b []place) bool {
	for _, p := range a {
		for _, q := range b {
			r.work += 1 + (len(p.at.runs)+len(q.at.runs))/runsPerWork
			given, ok := also(p.when, q.when)
			if ok && !r.differ(p.at, q.at, given) {
				return true
			}
		}
	}
	return false
}

// differ reports whether two indices, of 64 bits, certainly differ: the bounds of
// their difference exclude 0. Indices are mostly conversions of narrower values, whose forms are
// known modulo 2^bits only; if these differ modulo that, so do the indices.
func (r *runner) differ(f, g form, given []literal) bool {
	if r.differModulo(f, g, 64, given) {
		return true
	}
	x, bits := r.nodes.narrow(f)
	y, others := r.nodes.narrow(g)
	return min(bits, others) < 64 && r.differModulo(x, y, min(bits, others), given)
}

// differModulo reports whether two forms certainly differ modulo 2^bits.
func (r *runner) differModulo(f, g form, bits int, given []literal) bool {
	limit := int64(maxBound)
	if bits < 60 {
		limit = 1<<bits - 1
	}
	return excludesZero(r.nodes.difference(f, g, given), limit) || r.rangesApart(f, g, bits, given)
}

// narrow is f modulo 2^bits, where f may be the conversion of a value of so many bits, plus a constant.
func (t *nodes) narrow(f form) (form, int) {
	n, coef, ok := f.alone()
	if o := t.origin[n]; ok && coef == 1 && o != nil && o.bits > 0 {
		return o.widened.plus(constant(f.c), 1), o.bits
	}
	return f, 64
}

// excludesZero reports whether numbers within b are between 1 and limit, or between
// -limit and -1.
func excludesZero(b bounds, limit int64) bool {
	return b.known && (0 < b.lo && b.hi <= limit || b.hi < 0 && -limit <= b.lo)
}
