package emulate

import (
	"math/bits"

	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// affine describes an unknown value as a symbol, the same for all lanes, plus a
// known offset, such as blockIdx.x * blockDim.x + threadIdx.x. So the engine can
// distinguish elements although none of them is known. It is immutable once a
// register holds it.
//
// Equal symbols are equal values, as in Options.Values (see symbols). Offsets of
// 32-bit values count modulo 2^32. A conversion to 64 bits may add 2^32 to some
// lanes and not to others; two values still differ by their offsets' difference, or
// by something near a multiple of 2^32, as long as offsets stay small (maxOffset).
// The offsets alone then decide whether two accesses of a few elements overlap.
type affine struct {
	base  int64
	lanes Lanes
	off   row
	// loose is set if the value may be off by a multiple of 2^32 that differs
	// between lanes: after a conversion to 64 bits.
	loose bool
}

const maxOffset = 1 << 30

// term is the content of a register in some lanes: base plus an offset for each
// lane, or plus one for all if off is nil. A known value has base 0.
type term struct {
	base  int64
	off   *row
	one   int64
	loose bool
}

func (t *term) at(lane int) int64 {
	if t.off == nil {
		return t.one
	}
	return t.off[lane]
}

// term describes r over the lanes of mask; ok is false if it has no such form.
func (r *register) term(mask Lanes) (t term, ok bool) {
	known := r.knownLanes(mask)
	switch {
	case known == mask && r.vec == nil:
		return term{one: r.val}, true
	case known == mask:
		return term{off: &r.vec.v}, true
	case known == 0 && r.aff != nil && mask&^r.aff.lanes == 0:
		return term{base: r.aff.base, off: &r.aff.off, loose: r.aff.loose}, true
	}
	return term{}, false
}

// same reports whether all lanes of mask have the same offset, and then stores it as one.
func (t *term) same(mask Lanes) bool {
	if t.off == nil {
		return true
	}
	first := t.off[bits.TrailingZeros32(mask)]
	for m := mask; m != 0; m &= m - 1 {
		if t.off[bits.TrailingZeros32(m)] != first {
			return false
		}
	}
	t.off, t.one = nil, first
	return true
}

// affine is the result of an instruction on affine values, nil if the result is
// not affine.
func (s *state) affine(in *instr, mask Lanes) *affine {
	switch in.op {
	case opMove:
		if x := s.reg(in.a).aff; x != nil && mask&^x.lanes == 0 {
			return x
		}
		return nil
	case opBinary:
		return s.affineBinary(in, mask)
	case opUnary, opConvert:
		return s.affineSingle(in, mask)
	case opCond:
		return s.uniformResult(in, mask, in.a, in.b, in.c)
	case opCall:
		k := &s.code.calls[in.extra]
		return s.uniformCall(k, mask, in)
	}
	return nil
}

// affineBinary keeps sums, differences and products by constants as offsets. Narrower types wrap too early
// for that, so they yield at most a uniform symbol.
func (s *state) affineBinary(in *instr, mask Lanes) *affine {
	x, y := s.reg(in.a), s.reg(in.b)
	if x.aff == nil && y.aff == nil {
		return nil
	}
	tx, okX := x.term(mask)
	ty, okY := y.term(mask)
	if !okX || !okY {
		return nil
	}
	if in.t.Integer() && in.t.Bits() >= 32 {
		if r := linear(in, &tx, &ty, mask); r != nil {
			r.loose = tx.loose || ty.loose
			return r
		}
	}
	return uniform(in, mask, &tx, &ty)
}

// linear is the sum, difference or product of two terms, nil if it is not affine.
func linear(in *instr, s, t *term, mask Lanes) *affine {
	switch kernel.BinaryOp(in.fn) {
	case kernel.Add:
		return combined(in, s.base, t.base, mask, func(l int) int64 { return s.at(l) + t.at(l) })
	case kernel.Sub:
		// The symbols cancel: the result would have no base, which an affine value needs.
		if s.base == t.base {
			return nil
		}
		return combined(in, s.base, t.base, mask, func(l int) int64 { return s.at(l) - t.at(l) })
	case kernel.Mul:
		if t.base != 0 {
			s, t = t, s
		}
		if t.base == 0 && t.same(mask) {
			return scaled(in, s, t.one, mask)
		}
	case kernel.Shl:
		if t.base == 0 && t.same(mask) && t.one >= 0 && t.one < int64(in.t.Bits()) {
			return scaled(in, s, 1<<t.one, mask)
		}
	}
	return nil
}

// combined is a sum or difference of two bases with the given offsets.
func combined(in *instr, x, y int64, mask Lanes, off func(int) int64) *affine {
	base := x
	switch {
	case y == 0:
	case x == 0 && kernel.BinaryOp(in.fn) == kernel.Add:
		base = y
	default:
		// Addition commutes: order the operands so that both orders give one symbol.
		if kernel.BinaryOp(in.fn) == kernel.Add && x > y {
			x, y = y, x
		}
		base = symbol(symbolKey{op: opBinary, fn: in.fn, t: in.t}, x, y)
	}
	return offsets(in.t, base, mask, off)
}

// scaled is s times a factor.
func scaled(in *instr, s *term, factor int64, mask Lanes) *affine {
	if s.base == 0 || factor == 0 {
		return nil
	}
	if in.t.Bits() == 32 {
		factor = int64(int32(factor))
	}
	base := s.base
	if factor != 1 {
		base = symbol(symbolKey{op: opBinary, fn: uint8(kernel.Mul), t: in.t, known: 2}, s.base, factor)
	}
	if factor > maxOffset || factor < -maxOffset {
		return nil
	}
	return offsets(in.t, base, mask, func(l int) int64 {
		if off := s.at(l); off <= maxOffset && off >= -maxOffset || in.t.Bits() == 32 {
			return off * factor
		}
		return maxOffset + 1
	})
}

// offsets makes an affine value of type t; nil if an offset is too large.
func offsets(t eval.Type, base int64, mask Lanes, off func(int) int64) *affine {
	if base == 0 {
		return nil
	}
	a := &affine{base: base, lanes: mask}
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		v := off(l)
		if t.Bits() == 32 {
			v = int64(int32(v))
		}
		if v > maxOffset || v < -maxOffset {
			return nil
		}
		a.off[l] = v
	}
	return a
}

// affineSingle handles negation and conversions between wide integers, which keep offsets.
func (s *state) affineSingle(in *instr, mask Lanes) *affine {
	x := s.reg(in.a)
	if x.aff == nil {
		return nil
	}
	t, ok := x.term(mask)
	if !ok {
		return nil
	}
	wide := in.t.Integer() && in.t.Bits() >= 32
	switch {
	case in.op == opUnary && kernel.UnaryOp(in.fn) == kernel.Neg && wide:
		base := symbol(symbolKey{op: opUnary, fn: in.fn, t: in.t}, t.base)
		r := offsets(in.t, base, mask, func(l int) int64 { return -t.at(l) })
		if r != nil {
			r.loose = t.loose
		}
		return r
	case in.op == opConvert && wide && in.rt.Integer() && in.rt.Bits() >= 32:
		base := t.base
		if in.rt.Bits() != in.t.Bits() {
			base = symbol(symbolKey{op: opConvert, t: in.t, rt: in.rt}, t.base)
		}
		r := offsets(in.rt, base, mask, t.at)
		if r != nil {
			// A 32-bit sum may have wrapped in some lanes and not in others, which shows only after the
			// conversion to 64 bits.
			r.loose = in.rt.Bits() > 32 && (t.loose || in.t.Bits() <= 32 && r.off != row{})
		}
		return r
	}
	return uniform(in, mask, &t)
}

// uniformResult is the result of an operation on values that are the same in all
// lanes.
func (s *state) uniformResult(in *instr, mask Lanes, args ...int32) *affine {
	terms := make([]*term, 0, 3)
	any := false
	for _, a := range args {
		any = any || s.reg(a).aff != nil
	}
	if !any {
		return nil
	}
	for _, a := range args {
		t, ok := s.reg(a).term(mask)
		if !ok {
			return nil
		}
		terms = append(terms, &t)
	}
	return uniform(in, mask, terms...)
}

// uniformCall adds the function to the symbol, which has only the arguments so far.
func (s *state) uniformCall(k *call, mask Lanes, in *instr) *affine {
	a := s.uniformResult(in, mask, k.args...)
	if a != nil {
		a.base = symbol(symbolKey{op: opCall, extra: k.fn}, a.base)
	}
	return a
}

// uniform is a symbol for an operation on operands that are each the same in all
// lanes, so that the result is, too.
func uniform(in *instr, mask Lanes, operands ...*term) *affine {
	id := symbol(symbolKey{op: in.op, fn: in.fn, t: in.t, rt: in.rt, known: 1}, 0)
	for _, o := range operands {
		if o.loose || !o.same(mask) {
			return nil
		}
		key := symbolKey{op: opMove, known: 4}
		if o.base == 0 {
			key.known |= 2
		}
		id = symbol(key, id, o.base, o.one)
	}
	return &affine{base: id, lanes: mask}
}

// mergeAffine is the affine form of a register after a write to the lanes of mask.
func mergeAffine(dst, src *affine, mask Lanes) *affine {
	kept := Lanes(0)
	if dst != nil {
		kept = dst.lanes &^ mask
	}
	switch {
	case src == nil && kept == 0:
		return nil
	case src == nil:
		a := *dst
		a.lanes = kept
		return &a
	case kept == 0 || dst.base != src.base:
		if src.lanes&^mask == 0 {
			return src
		}
		a := *src
		a.lanes &= mask
		return &a
	}
	a := *dst
	a.loose = dst.loose || src.loose
	a.lanes = kept | src.lanes&mask
	for m := src.lanes & mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		a.off[l] = src.off[l]
	}
	return &a
}

// uniformLoad is the value that the lanes of mask load from one and the same
// element of memory that nothing writes.
func (s *state) uniformLoad(in *instr, mask Lanes) *affine {
	if in.fn != constantLoad {
		return nil
	}
	t, ok := s.reg(in.a).term(mask)
	if !ok || t.loose || !t.same(mask) {
		return nil
	}
	key := symbolKey{op: opLoad, rt: in.rt, known: 6, extra: in.array}
	if t.base == 0 {
		key.known |= 1
	}
	return &affine{base: symbol(key, t.base, t.one, int64(in.width)), lanes: mask}
}
