package emulate

import (
	"math/bits"

	"gv2/runtime/eval"
)

// private is a local array of a warp's threads: each element is a register,
// which holds the element of all threads.
type private struct {
	elem  eval.Type
	len   int64
	cells []register
	far   map[int64]*register // elements beyond that; a missing one is unknown
}

// maxPrivate is the number of elements of a local array that are stored densely.
const maxPrivate = 1 << 12

// private is the local array with that index of the current warp.
func (s *state) private(array int32) *private {
	p := s.w.locals[array]
	if p == nil {
		a := s.program.kernel.Arrays[array]
		p = &private{elem: eval.TypeOf(a.Elem), len: a.Len, cells: make([]register, max(0, min(a.Len, maxPrivate)))}
		s.w.locals[array] = p
	}
	return p
}

// cell is element i, nil if it is outside the array, or if nothing has been
// stored in it and make is not set.
func (p *private) cell(i int64, make bool) *register {
	switch {
	case i >= 0 && i < int64(len(p.cells)):
		return &p.cells[i]
	case i < 0 || p.len >= 0 && i >= p.len:
		return nil
	}
	r := p.far[i]
	if r == nil && make {
		if p.far == nil {
			p.far = map[int64]*register{}
		}
		r = &register{}
		p.far[i] = r
	}
	return r
}

// get is element i of one lane's array.
func (p *private) get(i int64, lane int) operand {
	if r := p.cell(i, false); r != nil {
		return r.at(lane)
	}
	return operand{}
}

func (s *state) loadPrivate(in *instr, mask Lanes) {
	p, index := s.private(in.array), s.reg(in.a)
	out := s.target(in.dst, mask)
	if index.vec == nil && index.known && in.width == 1 {
		if r := p.cell(index.val, false); r != nil && r.knownLanes(mask) == mask {
			s.pool.copy(out, r)
			s.keep(in.dst, out, mask)
			return
		}
	}
	at, iKnown := index.lanes(&s.index)
	to := s.pool.vector(out)
	known := Lanes(0)
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		r := s.ownElement(in, p, operand{at[l], iKnown>>l&1 != 0}, l)
		to.v[l] = r.val
		if r.known {
			known |= 1 << l
		}
	}
	to.known = known
	s.keep(in.dst, out, mask)
}

// ownElement is the value that a thread loads from its own array.
func (s *state) ownElement(in *instr, p *private, index operand, lane int) operand {
	if !index.known {
		return operand{s.symbols.fresh(s.symbols.causeOf(index.val)), false}
	}
	if in.width > 1 {
		val, ok := joined(p.elem, in.rt, int(in.width), index.val, func(i int64) operand { return p.get(i, lane) })
		if ok {
			return operand{val, true}
		}
	} else if r := p.get(index.val, lane); r.known || r.val != 0 {
		return r
	}
	return operand{s.symbols.fresh(in.cause), false}
}

func (s *state) storePrivate(in *instr, mask Lanes) {
	p, index := s.private(in.array), s.reg(in.a)
	// Under an unknown condition the store may not happen: the element is unknown afterwards.
	if in.b == none || s.depth > 0 {
		s.spoilPrivate(in, mask)
		return
	}
	x := s.reg(in.b)
	if index.vec == nil && index.known && in.width == 1 {
		if r := p.cell(index.val, true); r != nil {
			s.pool.assign(r, x, mask, s.w.live)
		}
		return
	}
	s.forget(p, index, mask)
	for m := index.knownLanes(mask); m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		v := x.at(l)
		for k := range int(in.width) {
			e := v
			if in.width > 1 {
				e = s.part(p.elem, in, k, v)
			}
			s.setOwn(p, index.at(l).val+int64(k), l, e)
		}
	}
}

func (s *state) setOwn(p *private, i int64, lane int, e operand) {
	r := p.cell(i, true)
	if r == nil {
		return
	}
	v := s.pool.spread(r)
	v.v[lane] = e.val
	v.known &^= 1 << lane
	if e.known {
		v.known |= 1 << lane
	}
}

// forget makes the whole array unknown for the lanes with an unknown index.
func (s *state) forget(p *private, index *register, mask Lanes) {
	lost := mask &^ index.knownLanes(mask)
	if lost == 0 {
		return
	}
	cause := s.symbols.causeOf(index.at(bits.TrailingZeros32(lost)).val)
	drop := func(r *register, cause int32) {
		if r.vec == nil && !r.known && r.val == 0 {
			return // nothing is stored in it
		}
		r.aff = nil
		v := s.pool.spread(r)
		for m := lost; m != 0; m &= m - 1 {
			v.v[bits.TrailingZeros32(m)] = s.symbols.fresh(cause)
		}
		v.known &^= lost
	}
	for i := range p.cells {
		drop(&p.cells[i], cause)
	}
	for _, r := range p.far {
		drop(r, cause)
	}
}

// spoilPrivate makes the elements unknown.
func (s *state) spoilPrivate(in *instr, mask Lanes) {
	p, index := s.private(in.array), s.reg(in.a)
	s.forget(p, index, mask)
	for m := index.knownLanes(mask); m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		for k := range int64(in.width) {
			s.setOwn(p, index.at(l).val+k, l, operand{val: s.symbols.fresh(in.cause)})
		}
	}
}
