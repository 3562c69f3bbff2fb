package scatter

import "gv2/frontend/kernel"

// load is the value that each thread loads. Cells of shared arrays hold the stored
// values; an element of an array that nothing writes has the same value at each
// read.
func (r *runner) load(s *kernel.Load, pred []value) []value {
	index := r.eval(s.Acc.Index)
	cells := r.cells[s.Acc.Array]
	return r.each(func(t int) value {
		i, known := index[t].known()
		inside := known && s.Acc.Width == 1 && 0 <= i && i < int64(len(cells)) && !s.Volatile
		c, always := pred[t].known()
		switch {
		case always && c == 0, !inside:
			return just(single(r.nodes.fresh(typeBounds(s.Dst.T))))
		case cells[i] == nil:
			cells[i] = just(single(r.nodes.fresh(typeBounds(s.Dst.T))))
		}
		return cells[i]
	})
}

// store writes the cells, thread by thread, and notes whether they are disjoint.
func (r *runner) store(s *kernel.Store, pred []value) {
	index := r.eval(s.Acc.Index)
	if r.asked[s] != 0 && !r.trial {
		r.scatter(s, pred, index)
	}
	cells := r.cells[s.Acc.Array]
	if cells == nil {
		return
	}
	r.changed(s.Acc.Array)
	if s.Acc.Width != 1 {
		clear(cells)
		return
	}
	var x []value
	if s.X != nil {
		x = r.eval(s.X)
	}
	r.change(cells, pred, index, func(t int, old value) value {
		if c, ok := pred[t].known(); ok && c != 0 && x != nil {
			return x[t]
		}
		if x == nil {
			return nil
		}
		if old == nil {
			old = just(single(r.nodes.fresh(typeBounds(s.Acc.Array.Elem))))
		}
		return r.nodes.merge(r.nodes.choose(pred[t], x[t], old, s.Acc.Array.Elem), typeBounds(s.Acc.Array.Elem))
	})
}

// change gives the cells at the threads' indices new contents. After a thread that may
// write anywhere nothing is known.
func (r *runner) change(cells []value, pred, index []value, to func(t int, old value) value) {
	for t := range r.threads {
		if c, ok := pred[t].known(); ok && c == 0 {
			continue
		}
		i, known := index[t].known()
		if !known {
			r.rounds.unsettle()
			clear(cells)
			return
		}
		if 0 <= i && i < int64(len(cells)) {
			cells[i] = to(t, cells[i])
		}
	}
}

// atomic adds known values to the cells; other atomics make the cells unknown. got is what threads get,
// one node each, if they keep it.
func (r *runner) atomic(s *kernel.Atomic, pred, got []value) {
	cells := r.cells[s.Acc.Array]
	if cells == nil {
		return
	}
	if s.Acc.Width != 1 {
		r.changed(s.Acc.Array)
		clear(cells)
		return
	}
	elem := s.Acc.Array.Elem
	var x []value
	if s.Op == "add" && len(s.Args) == 1 && s.Args[0].Type() == elem {
		x = r.eval(s.Args[0])
	}
	index := r.eval(s.Acc.Index)
	r.change(cells, pred, index, func(t int, old value) value {
		if x == nil || old == nil {
			r.rounds.unsettle()
			return nil
		}
		if k := r.count(cell{s.Acc.Array, index[t][0].form.c}, pred[t], old, x[t]); k != nil && got != nil {
			n, _, _ := got[t][0].form.alone()
			r.nodes.origin[n] = &origin{rank: k}
		}
		more := r.nodes.merge(r.nodes.choose(pred[t], x[t], number(0), elem), typeBounds(elem))
		sum := map2(old, more, func(f, g form) form { return typed(f.plus(g, 1), elem) })
		return r.nodes.merge(sum, typeBounds(elem))
	})
}

// barrier continues if all threads are here; a reduction counts them.
func (r *runner) barrier(s *kernel.Barrier, pred []value) error {
	if !allSame(pred) {
		return errDiverged
	}
	if c, ok := pred[0].known(); ok && c != 0 {
		r.settle()
	} else {
		r.rounds.unsettle()
	}
	if s.Dst == nil {
		return nil
	}
	x := r.common(s.Dst.T)
	if s.Reduce == kernel.ReduceCount && s.Arg != nil {
		if sum, ok := r.sum(r.eval(s.Arg)); ok {
			x = r.same(just(sum))
		}
	}
	r.assign(s.Dst, pred, x)
	return nil
}

func (r *runner) sum(list []value) (form, bool) {
	sum := constant(0)
	for _, v := range list {
		f, ok := v.sole()
		if !ok {
			return form{}, false
		}
		sum = sum.plus(f, 1)
	}
	return sum, true
}
