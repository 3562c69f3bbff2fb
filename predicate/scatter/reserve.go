package scatter

import (
	"maps"
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate"
)

// Blocks that append to one array reserve places of it by an atomic on a counter that all
// of them have, once a block, once a warp or once a thread:
//
//	if (t == 0) base = atomicAdd(&count, total);
//	__syncthreads();
//	if (flag) out[base + before] = x;
//
// Each atomic on a counter that nothing else changes has a range of its own, from what it
// returns to that plus what it adds, as long as the counter does not wrap, which verdicts
// tell. So blocks never meet in an array if each of its accesses is a store inside of a
// range that the thread's own block has reserved from the same counter.
//
// What atomics on a counter in shared memory return is a range of its own, too. In which
// order threads get theirs is not known; each is between what the counter is at the one
// barrier and at the next, and those of two threads are apart:
//
//	if (flag) before = atomicAdd(&total, 1);

// reservation is the range that an atomic on a counter of all blocks has reserved: step
// elements from its result on.
type reservation struct {
	counter *kernel.Array
	at      int64 // the counter's index
	step    form
}

// rank is a range that an atomic on a counter in shared memory has reserved.
type rank struct {
	of   *round
	step form
}

// round is what happens to a counter in shared memory between two barriers, while all
// that changes it is atomics that do not count down.
type round struct {
	low, high form // what it is at the one barrier and at the other
	over      bool // high is known
}

type cell struct {
	array *kernel.Array
	index int64
}

// rounds are those that began behind the last barrier.
type rounds struct {
	of map[cell]*round
	// unsettled is set where not all is known of what happens before the next barrier.
	unsettled bool
}

func (r *rounds) unsettle() { *r = rounds{unsettled: true} }

// count notes that a thread adds step to a cell that holds old; it is nil if what the thread gets
// is not known.
func (r *runner) count(c cell, pred, old, step value) *rank {
	if r.rounds.unsettled {
		return nil
	}
	ty := c.array.Elem
	more, ok := r.nodes.soleUnder(step, pred)
	ok = ok && r.nodes.fits(more, ty) && r.nodes.bounds(more).lo >= 0
	began := r.rounds.of[c]
	if began == nil && ok {
		var low form
		low, ok = old.sole()
		ok = ok && r.nodes.fits(low, ty)
		began = &round{low: low}
	}
	if !ok {
		r.rounds.unsettle()
		return nil
	}
	if r.rounds.of == nil {
		r.rounds.of = map[cell]*round{}
	}
	r.rounds.of[c] = began
	return &rank{began, more}
}

// soleUnder is the only form that v may have under a condition.
func (t *nodes) soleUnder(v, cond value) (out form, ok bool) {
	for _, c := range cond {
		for _, a := range t.under(nil, c.when, c.form, v) {
			if ok && !a.form.equal(out) {
				return form{}, false
			}
			out, ok = a.form, true
		}
	}
	return out, ok
}

// changed notes that something else than an atomic that counts up may have changed an array.
func (r *runner) changed(a *kernel.Array) {
	for c := range r.rounds.of {
		if c.array == a {
			r.rounds.unsettle()
			return
		}
	}
}

// settle ends the rounds at a barrier.
func (r *runner) settle() {
	for c, began := range r.rounds.of {
		cells := r.cells[c.array]
		if c.index >= int64(len(cells)) || cells[c.index] == nil {
			continue
		}
		high, ok := cells[c.index].sole()
		began.high, began.over = high, ok && r.nodes.fits(high, c.array.Elem)
	}
	r.rounds = rounds{}
}

// counting reports whether statements begin or end rounds.
func counting(stmts []predicate.Stmt) bool {
	return slices.ContainsFunc(stmts, func(s predicate.Stmt) bool {
		switch s := s.(type) {
		case *predicate.Do:
			_, barrier := s.Stmt.(*kernel.Barrier)
			_, atomic := s.Stmt.(*kernel.Atomic)
			return barrier || atomic
		case *predicate.If:
			return counting(s.Then) || counting(s.Else)
		case *predicate.While:
			return counting(s.Body)
		}
		return false
	})
}

func (r *runner) unsettleIf(counts bool) {
	if counts {
		r.rounds.unsettle()
	}
}

// reserve notes what atomics on a counter of all blocks return: got, one node a thread.
func (r *runner) reserve(s *kernel.Atomic, pred, got []value) {
	a := s.Acc.Array
	if a.Space != kernel.Global {
		return
	}
	index, steps := r.eval(s.Acc.Index), []value(nil)
	if s.Op == "add" && len(s.Args) == 1 && s.Args[0].Type() == a.Elem && s.Acc.Width == 1 && s.Scope != kernel.BlockScope {
		steps = r.eval(s.Args[0])
	}
	for t := range r.threads {
		if c, ok := pred[t].known(); ok && c == 0 {
			continue
		}
		at, known := index[t].known()
		var step form
		var up bool
		if steps != nil {
			if step, up = r.nodes.soleUnder(steps[t], pred[t]); up {
				up = r.nodes.fits(step, a.Elem) && r.nodes.bounds(step).lo >= 0
			}
		}
		if !up {
			r.spoilt[a] = true
		}
		if up && known && got != nil {
			n, _, _ := got[t][0].form.alone()
			r.nodes.origin[n] = &origin{reserved: &reservation{a, at, step}}
			r.nodes.bases = append(r.nodes.bases, n)
		}
	}
}

// reservedAs is the reservation of which a value of so many bits is the start.
func (t *nodes) reservedAs(f form, bits int) *reservation {
	n, coef, ok := f.alone()
	if o := t.origin[n]; ok && coef == 1 && f.c == 0 && o != nil && o.reserved != nil && o.reserved.counter.Elem.Bits == bits {
		return o.reserved
	}
	return nil
}

// placed is how the stores of an array lie in ranges of a counter: they are element 0 to
// scale-1 of what the index times scale begins.
type placed struct {
	counter   *kernel.Array
	at, scale int64
}

// maxBases is the number of reservations that a place is compared with, from the last on.
const maxBases = 1 << 10

// maxScale is how many elements a place may have.
const maxScale = 1 << 20

// within notes whether all places of a store are in ranges that are reserved.
func (r *runner) within(s *kernel.Store, places [][]place) {
	if len(r.nodes.bases) == 0 {
		r.placed[s] = placed{}
		return
	}
	for _, list := range places {
		for _, p := range list {
			in, ok := r.reserved(p)
			if before, seen := r.placed[s]; !ok || seen && before != in || r.work > r.limit {
				r.placed[s] = placed{}
				return
			}
			r.placed[s] = in
		}
	}
}

// reserved is the range that a place is certainly in.
func (r *runner) reserved(p place) (placed, bool) {
	at, scale, bits := p.at, int64(1), 64
	switch n, coef, ok := at.alone(); {
	case !ok || coef < 1 || coef >= maxScale:
	case coef == 1:
		at, bits = r.nodes.narrow(at)
	case at.c < 0 || at.c >= coef:
		return placed{}, false
	default:
		at, bits = r.nodes.narrow(single(n))
		scale = coef
	}
	list := r.nodes.bases
	for i := len(list) - 1; i >= 0 && i >= len(list)-maxBases; i-- {
		r.work++
		times := at.coefficient(list[i])
		base := r.nodes.origin[list[i]].reserved
		// What is computed may wrap around: a multiple is exact only if it has many more bits than the counter.
		exact := times == 1 && base.counter.Elem.Bits <= bits || scale == 1 && 1 < times && times < maxScale && base.counter.Elem.Bits <= 32 && bits == 64
		if exact && r.inside(at.plus(single(list[i]), -times), base.step, times, p.when) {
			return placed{base.counter, base.at, scale * times}, true
		}
	}
	return placed{}, false
}

// inside reports whether an offset is certainly at least 0 and less than so many steps.
func (r *runner) inside(offset, step form, times int64, given []literal) bool {
	least, most := offset, offset
	if n, k := r.rankIn(offset, times); k != nil {
		if !k.of.over {
			return false
		}
		rest := offset.plus(single(n), -times)
		least, most = rest.plus(k.of.low, times), rest.plus(k.of.high, times).plus(k.step, -times)
	}
	low, high := r.nodes.difference(least, constant(0), given), r.nodes.difference(step.times(times), most, given)
	return low.known && low.lo >= 0 && high.known && high.lo >= 1
}

// rankIn is a node that a form has so many times and that is what an atomic in shared memory
// returned.
func (r *runner) rankIn(f form, times int64) (node, *rank) {
	for _, run := range f.runs {
		if run.coef != times {
			continue
		}
		for n := run.from; n < run.to; n++ {
			if o := r.nodes.origin[n]; o != nil && o.rank != nil {
				return n, o.rank
			}
		}
	}
	return 0, nil
}

// rangesApart reports whether two values of so many bits certainly differ because they are
// in ranges that two atomics on one counter in shared memory have reserved.
func (r *runner) rangesApart(f, g form, bits int, given []literal) bool {
	n, x := r.rankIn(f, 1)
	m, y := r.rankIn(g, 1)
	if x == nil || y == nil || n == m || x.of != y.of || !x.of.over {
		return false
	}
	// f is its atomic's result plus i, g plus j; i - j is less than the step of g's range, and j - i
	// less than that of f's.
	i, j := f.plus(single(n), -1), g.plus(single(m), -1)
	first := r.nodes.difference(x.step.plus(j, 1), i, given)
	other := r.nodes.difference(y.step.plus(i, 1), j, given)
	whole := r.nodes.difference(x.of.high, x.of.low, given)
	between := r.nodes.difference(i, j, given)
	span := max(between.hi, -between.lo)
	return first.known && first.lo >= 1 && other.known && other.lo >= 1 && whole.known && between.known &&
		(bits >= 64 || whole.hi+span < 1<<bits)
}

// apart are the arrays in which blocks never meet.
func (r *runner) apart(k *kernel.Kernel) map[*kernel.Array]bool {
	counters, in, out := r.counters(k), map[*kernel.Array]placed{}, map[*kernel.Array]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		acc := kernel.Touched(s)
		if acc == nil {
			return true
		}
		a := acc.Array
		st, _ := s.(*kernel.Store)
		p := r.placed[st]
		before, seen := in[a]
		out[a] = (out[a] || !seen) && a.Space == kernel.Global && (p == before || !seen) && p.counter != a && counters[p.counter]
		in[a] = p
		return true
	})
	maps.DeleteFunc(out, func(_ *kernel.Array, holds bool) bool { return !holds })
	return out
}

// counters are the arrays that nothing touches but atomics that do not count down.
func (r *runner) counters(k *kernel.Kernel) map[*kernel.Array]bool {
	out, mixed := map[*kernel.Array]bool{}, kernel.MixedAtomics(k)
	for _, a := range k.Arrays {
		out[a] = !r.spoilt[a] && !mixed[a] && !a.OfBlocks
	}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if acc := kernel.Touched(s); acc != nil {
			at, is := s.(*kernel.Atomic)
			out[acc.Array] = out[acc.Array] && is && at.Scope != kernel.BlockScope
		}
		return true
	})
	return out
}
