package scatter

import "gv2/frontend/kernel"

// Warp functions have a known result only if all lanes of the warp certainly take
// part: the mask names all of them, and their predicates hold.

// warpsTogether reports whether in each warp all lanes execute a statement or none.
// Otherwise lanes of two branches may wait for each other, so that the branches do
// not execute one after the other, as this execution assumes.
func (r *runner) warpsTogether(pred []value) bool {
	for first := 0; first < len(pred); first += kernel.WarpSize {
		if !allSame(pred[first:min(first+kernel.WarpSize, len(pred))]) {
			return false
		}
	}
	return true
}

// wholeWarp is the number of lanes of the thread's warp if all of them execute a
// statement with that mask, else 0.
func (r *runner) wholeWarp(thread int, pred, mask []value) int {
	first := thread / kernel.WarpSize * kernel.WarpSize
	lanes := min(kernel.WarpSize, r.threads-first)
	all := int64(1)<<lanes - 1
	for t := first; t < first+lanes; t++ {
		if c, ok := pred[t].known(); !ok || c == 0 {
			return 0
		}
		if m, ok := mask[t].known(); !ok || m&all != all {
			return 0
		}
	}
	return lanes
}

// shuffle is the value of another lane. CUDA does not define which one if the distance
// is negative or not less than the size of a warp.
func (r *runner) shuffle(s *kernel.Shuffle, pred []value) []value {
	mask, x, lane, width := r.eval(s.Mask), r.eval(s.Value), r.eval(s.Lane), r.eval(s.Width)
	return r.each(func(t int) value {
		delta, okL := lane[t].known()
		w, okW := width[t].known()
		okL = okL && (s.Mode == "idx" || 0 <= delta && delta < kernel.WarpSize)
		if n := r.wholeWarp(t, pred, mask); n == kernel.WarpSize && okL && okW && 0 < w && w <= kernel.WarpSize && w&(w-1) == 0 {
			return x[t-t%kernel.WarpSize+sender(s.Mode, t%kernel.WarpSize, int(delta), int(w))]
		}
		return just(single(r.nodes.fresh(typeBounds(s.Dst.T))))
	})
}

// sender is the lane whose value a lane gets, by the CUDA manual: its own if the
// other is not in its segment of width lanes.
func sender(mode string, lane, delta, width int) int {
	first := lane / width * width
	from := lane
	switch mode {
	case "up":
		from = lane - delta
	case "down":
		from = lane + delta
	case "xor":
		from = lane ^ delta
		if from < first { // earlier segments are readable
			return from
		}
	default:
		from = first + (delta%width+width)%width
	}
	if from < first || from >= first+width || from < 0 {
		return lane
	}
	return from
}

// combining are the operations by which reductions of a warp combine what lanes contribute.
var combining = map[kernel.Reduction]kernel.BinaryOp{kernel.SumLanes: kernel.Add, kernel.AndLanes: kernel.And,
	kernel.OrLanes: kernel.Or, kernel.XorLanes: kernel.Xor}

// reduction is what a whole warp combines.
func (r *runner) reduction(s *kernel.Vote, op kernel.BinaryOp, pred []value) []value {
	mask, arg := r.eval(s.Mask), r.eval(s.Arg)
	e := &kernel.Binary{Op: op, X: s.Arg, Y: s.Arg}
	of := map[int]value{} // warps
	return r.each(func(t int) value {
		n, first := r.wholeWarp(t, pred, mask), t/kernel.WarpSize*kernel.WarpSize
		if v, done := of[first]; done && n > 0 {
			return v
		}
		var f form
		for i := range n {
			g, ok := arg[first+i].sole()
			if !ok {
				n = 0
				break
			}
			if i == 0 {
				f = g
			} else {
				f = r.binary(e, f, g)
			}
		}
		if n == 0 {
			return just(single(r.nodes.fresh(typeBounds(s.Dst.T))))
		}
		of[first] = just(f)
		return of[first]
	})
}

// vote is a ballot or a reduction, or the unknown result of another vote.
func (r *runner) vote(s *kernel.Vote, pred []value) []value {
	if op, ok := combining[s.Op]; ok {
		return r.reduction(s, op, pred)
	}
	if s.Op != kernel.Ballot {
		return r.unknown(s.Dst.T)
	}
	mask, arg := r.eval(s.Mask), r.eval(s.Arg)
	return r.each(func(t int) value {
		n := r.wholeWarp(t, pred, mask)
		first := t / kernel.WarpSize * kernel.WarpSize
		truths := make([]form, n)
		for i := range truths {
			f, ok := arg[first+i].sole()
			if !ok {
				n = 0
				break
			}
			truths[i] = r.nodes.truth(f)
		}
		if n == 0 {
			return just(single(r.nodes.fresh(typeBounds(s.Dst.T))))
		}
		return just(r.ballot(s.Dst.T, truths))
	})
}
