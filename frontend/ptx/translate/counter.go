package translate

import (
	"gv2/frontend/kernel"
	"gv2/frontend/ptx/address"
)

// counters finds the ranges of the variables that a loop counts up or down by a constant, to
// a bound that its test names: addresses in 32 bits do not wrap around then. It looks once
// nothing else is learnt.
func (p *pass) counters() {
	if p.known.changed {
		return
	}
	for b := range p.g.Succs {
		if !p.g.IsHeader(b) {
			continue
		}
		for i, m := range p.meets[b] {
			facts := p.known.meet(m.key)
			if len(m.syms) > 0 || facts.ranged || !m.v.T.IsInt() {
				continue
			}
			if lo, hi, ok := p.counter(b, i, m); ok {
				facts.ranged, facts.lo, facts.hi = true, lo, hi
				p.known.changed = true
			}
		}
	}
}

// counter is the range of variable number i of a loop.
func (p *pass) counter(header, i int, m *meet) (lo, hi int64, ok bool) {
	latch, step := -1, int64(0)
	var first address.Interval
	for _, from := range p.g.Preds[header] {
		v := p.edges[[2]int{from, header}][i]
		if v.num == nil || !v.num.Type().IsInt() {
			return 0, 0, false
		}
		if p.g.InLoop(from, header) {
			if latch, step, ok = from, 0, false; true {
				step, ok = stepOf(v.num, m.v)
			}
			if !ok {
				return 0, 0, false
			}
			continue
		}
		r := address.Range(retype(v.num, m.v.T), p.ranges)
		if first.Lo == nil {
			first = r
		} else {
			first = first.Join(r)
		}
	}
	begin, end, ok := first.Bounds()
	if latch < 0 || step == 0 || !ok || step > 1<<30 || step < -1<<30 {
		return 0, 0, false
	}
	lo, hi, ok = p.limit(header, latch, m, step, begin, end)
	// Neither the variable wraps around nor the next value that the test may look at. Where
	// the test counts exactly to a bound, that is reached.
	lo, hi = min(lo, begin), max(hi, end)
	all := address.OfType(m.v.T)
	if !ok || !address.Between(min(lo, lo+step), max(hi, hi+step)).Within(all) {
		return 0, 0, false
	}
	return lo, hi, true
}

// stepOf is c if e is v + c or v - c.
func stepOf(e kernel.Expr, v *kernel.Var) (int64, bool) {
	b, ok := kernel.StripSameWidth(e).(*kernel.Binary)
	if !ok || b.Op != kernel.Add && b.Op != kernel.Sub || !kernel.IsRef(kernel.StripSameWidth(b.X), v) {
		return 0, false
	}
	c, ok := kernel.StripSameWidth(b.Y).(*kernel.Const)
	if !ok {
		return 0, false
	}
	n := c.Val
	if c.T.Bits == 32 {
		n = int64(int32(n))
	}
	if b.Op == kernel.Sub {
		n = -n
	}
	return n, true
}

// limit bounds the variable by the test that the latch branches by, on the way back, or that
// the header branches by, on the way into the loop: what it has to hold for the variable before
// or after the step.
func (p *pass) limit(header, latch int, m *meet, step, begin, end int64) (lo, hi int64, ok bool) {
	for _, at := range []int{latch, header} {
		succs := p.g.Succs[at]
		if len(succs) != 2 || p.conds[at] == nil || succs[0] == succs[1] {
			continue
		}
		stays := func(to int) bool { return to == header && at == latch || at == header && p.g.InLoop(to, header) }
		cond := p.conds[at]
		switch {
		case stays(succs[0]) && !stays(succs[1]):
		case stays(succs[1]) && !stays(succs[0]):
			cond = kernel.FoldNode(&kernel.Unary{Op: kernel.Not, X: cond})
		default:
			continue
		}
		if lo, hi, ok := p.bound(cond, m, step, begin, end); ok {
			return lo, hi, true
		}
	}
	return 0, 0, false
}

// bound is the range of m.v at the header, if a condition holds before every step.
func (p *pass) bound(cond kernel.Expr, m *meet, step, begin, end int64) (lo, hi int64, ok bool) {
	c, is := cond.(*kernel.Binary)
	if !is || !c.Op.IsComparison() || c.X.Type().Kind != kernel.Int || c.X.Type().Bits != m.v.T.Bits {
		return 0, 0, false
	}
	x := kernel.StripSameWidth(c.X)
	ahead := int64(0) // how far beyond the variable the condition looks
	if !kernel.IsRef(x, m.v) {
		if ahead, ok = stepOf(x, m.v); !ok || ahead != step {
			return 0, 0, false
		}
	}
	if key := p.varKeys[m.v]; c.X.Type().Signed && !m.v.T.Signed && begin >= 0 && end < 1<<(m.v.T.Bits-1) && !p.known.counted[key] {
		p.known.counted[key], p.known.changed = true, true
	}
	// The comparison is that of the numbers if its type is the variable's, or if nothing is
	// negative in signed numbers.
	least, most, ok := address.Range(c.Y, p.ranges).Bounds()
	if !ok || c.X.Type() != m.v.T && (begin < 0 || least < 0 || step < 0 || most+step > 1<<(m.v.T.Bits-1)-1) {
		return 0, 0, false
	}
	// After a step the variable is last + step, where last meets the condition.
	switch {
	case step > 0 && c.Op == kernel.Lt:
		return begin, most - 1 - ahead + step, true
	case step > 0 && c.Op == kernel.Le:
		return begin, most - ahead + step, true
	case step < 0 && c.Op == kernel.Gt:
		return least + 1 - ahead + step, end, true
	case step < 0 && c.Op == kernel.Ge:
		return least - ahead + step, end, true
	case c.Op == kernel.Ne && least == most && begin == end && (most-begin)%step == 0 && (most-begin)/step >= 1:
		// It goes from begin to the bound in whole steps, and stops there.
		if last := most - ahead + step; step > 0 {
			return begin, last - step, begin <= last-step
		} else {
			return last - step, end, last-step <= end
		}
	}
	return 0, 0, false
}
