package emulate

import (
	"math/bits"

	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// reg is register n for the current warp.
func (s *state) reg(n int32) *register {
	if n < s.code.locals {
		return &s.w.regs[n]
	}
	return &s.shared[n-s.code.locals]
}

// target is the register in which to compute a result for the lanes of mask:
// dst itself if no other lane needs its old value, else scratch, from which
// keep moves it.
func (s *state) target(dst int32, mask Lanes) *register {
	if dst < s.code.locals && mask != s.w.live {
		return &s.scratch
	}
	return s.reg(dst)
}

// keep moves a result from scratch, if it is there, to its register.
func (s *state) keep(dst int32, out *register, mask Lanes) {
	if out == &s.scratch {
		s.pool.merge(s.reg(dst), out, mask)
	}
}

// compute executes an instruction whose only effect is on its destination.
func (s *state) compute(in *instr, mask Lanes) {
	aff := s.affine(in, mask) // before its operands are overwritten
	out := s.target(in.dst, mask)
	switch in.op {
	case opMove:
		s.pool.copy(out, s.reg(in.a))
	case opBinary:
		s.binary(in, out, mask)
	case opUnary, opConvert:
		s.single(in, out, mask)
	case opCond:
		s.choose(in, out, mask)
	case opCall:
		s.call(in, out, mask)
	case opHavoc:
		s.unknown(out, in.cause, mask)
	case opRefine:
		s.refine(in, out, mask)
	}
	out.aff = aff
	s.keep(in.dst, out, mask)
}

// unknown makes the lanes of mask unknown, each with a value of its own.
func (s *state) unknown(out *register, cause int32, mask Lanes) {
	if !s.symbols.on {
		s.pool.uniform(out, int64(cause), false)
		return
	}
	v := s.pool.vector(out)
	v.known = 0
	for m := mask; m != 0; m &= m - 1 {
		v.v[bits.TrailingZeros32(m)] = s.symbols.fresh(cause)
	}
}

// refine replaces unknown values by the value that an assumption fixes.
func (s *state) refine(in *instr, out *register, mask Lanes) {
	old, val := s.reg(in.dst), s.reg(in.a).val
	if old.vec == nil {
		if !old.known {
			s.pool.uniform(out, val, true)
		} else {
			s.pool.copy(out, old)
		}
		return
	}
	s.pool.copy(out, old)
	for m := mask &^ old.vec.known; m != 0; m &= m - 1 {
		out.vec.v[bits.TrailingZeros32(m)] = val
	}
	out.vec.known |= mask
}

func (s *state) binary(in *instr, out *register, mask Lanes) {
	x, y := s.reg(in.a), s.reg(in.b)
	if x.vec == nil && y.vec == nil {
		same := x.agrees() && y.agrees()
		s.pool.all(out, s.binaryLane(in, operand{x.val, x.known}, operand{y.val, y.known}), same)
		return
	}
	xs, xKnown := x.lanes(&s.x)
	ys, yKnown := y.lanes(&s.y)
	to := s.pool.vector(out)
	if mask&^(xKnown&yKnown) == 0 && binaryRow(kernel.BinaryOp(in.fn), in.t, &to.v, xs, ys) {
		to.known = allLanes
		return
	}
	if mask&xKnown&yKnown == 0 && in.t.Float() && !s.symbols.on {
		s.symbols.causes(in, &to.v, xs, ys, xKnown, yKnown)
		to.known = 0
		return
	}
	known := Lanes(0)
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		r := s.binaryLane(in, operand{xs[l], xKnown>>l&1 != 0}, operand{ys[l], yKnown>>l&1 != 0})
		to.v[l] = r.val
		if r.known {
			known |= 1 << l
		}
	}
	to.known = known
}

// absorbing reports whether one known operand decides x op y on integers and
// truth values: false && y, x * 0.
func absorbing(op kernel.BinaryOp, t eval.Type, x, y operand) (v int64, ok bool) {
	if t.Float() || !x.known && !y.known {
		return 0, false
	}
	has := func(v int64) bool { return x.known && x.val == v || y.known && y.val == v }
	switch op {
	case kernel.LAnd, kernel.Mul, kernel.And:
		return 0, has(0)
	case kernel.LOr:
		return 1, has(1)
	case kernel.Or:
		return t.Wrap(-1), has(t.Wrap(-1))
	case kernel.Implies:
		return 1, x.known && x.val == 0 || y.known && y.val == 1
	}
	return 0, false
}

func (s *state) binaryLane(in *instr, x, y operand) operand {
	op := kernel.BinaryOp(in.fn)
	if x.known && y.known {
		if v, sure := eval.Binary(op, in.t, x.val, y.val); sure == eval.Certain {
			return operand{v, true}
		}
	} else if v, ok := absorbing(op, in.t, x, y); ok {
		return operand{v, true}
	}
	return operand{s.symbols.result(in, x, y, operand{}), false}
}

// single computes an operation on one operand.
func (s *state) single(in *instr, out *register, mask Lanes) {
	x := s.reg(in.a)
	if in.op == opConvert && eval.SameForm(in.t, in.rt) { // a wider type, the same number
		s.pool.copy(out, x)
		return
	}
	if x.vec == nil {
		s.pool.all(out, s.singleLane(in, operand{x.val, x.known}), x.agrees())
		return
	}
	from, xKnown := &x.vec.v, x.vec.known
	to := s.pool.vector(out)
	if in.op == opConvert && mask&^xKnown == 0 && !in.t.Float() && !in.rt.Float() {
		to.v = *from
		wrapRow(in.rt, &to.v)
		to.known = allLanes
		return
	}
	known := Lanes(0)
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		r := s.singleLane(in, operand{from[l], xKnown>>l&1 != 0})
		to.v[l] = r.val
		if r.known {
			known |= 1 << l
		}
	}
	to.known = known
}

func (s *state) singleLane(in *instr, x operand) operand {
	if x.known {
		var v int64
		var sure eval.Surety
		if in.op == opUnary {
			v, sure = eval.Unary(kernel.UnaryOp(in.fn), in.t, x.val)
		} else {
			v, sure = eval.Convert(in.t, in.rt, x.val)
		}
		if sure == eval.Certain {
			return operand{v, true}
		}
	}
	return operand{s.symbols.result(in, x, operand{}, operand{}), false}
}

func (s *state) choose(in *instr, out *register, mask Lanes) {
	c, x, y := s.reg(in.a), s.reg(in.b), s.reg(in.c)
	if c.vec == nil && c.known {
		if c.val == 0 {
			x = y
		}
		s.pool.copy(out, x)
		return
	}
	if c.vec == nil && x.vec == nil && y.vec == nil {
		same := c.agrees() && x.agrees() && y.agrees()
		s.pool.all(out, s.chooseLane(in, operand{c.val, c.known}, operand{x.val, x.known}, operand{y.val, y.known}), same)
		return
	}
	cs, cKnown := c.lanes(&s.x)
	xs, xKnown := x.lanes(&s.y)
	ys, yKnown := y.lanes(&s.z)
	to := s.pool.vector(out)
	known := Lanes(0)
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		r := s.chooseLane(in, operand{cs[l], cKnown>>l&1 != 0}, operand{xs[l], xKnown>>l&1 != 0}, operand{ys[l], yKnown>>l&1 != 0})
		to.v[l] = r.val
		if r.known {
			known |= 1 << l
		}
	}
	to.known = known
}

func (s *state) chooseLane(in *instr, c, x, y operand) operand {
	switch {
	case c.known && c.val != 0:
		return x
	case c.known:
		return y
	case x == y && (x.known || s.symbols.on):
		return x
	}
	return operand{s.symbols.result(in, c, x, y), false}
}

func (s *state) call(in *instr, out *register, mask Lanes) {
	k := &s.code.calls[in.extra]
	uniform, same := true, true
	for _, a := range k.args {
		uniform = uniform && s.reg(a).vec == nil
		same = same && s.reg(a).agrees()
	}
	if uniform {
		s.pool.all(out, s.callLane(in, k, 0), same)
		return
	}
	// An argument may be the register of the result: rows are read lane by lane
	// before the lane is written.
	known := Lanes(0)
	to := s.pool.spread(out)
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		r := s.callLane(in, k, l)
		to.v[l] = r.val
		if r.known {
			known |= 1 << l
		}
	}
	to.known = to.known&^mask | known
}

func (s *state) callLane(in *instr, k *call, lane int) operand {
	known := true
	args := s.arguments[:len(k.args)]
	for i, a := range k.args {
		x := s.reg(a).at(lane)
		args[i], known = x.val, known && x.known
	}
	if known && k.compute != nil {
		if v, ok := k.compute(args); ok {
			return operand{v, true}
		}
	}
	return operand{s.unknownCall(in, k, lane), false}
}

// unknownCall is the id of a call's unknown result: the same for the same
// function and arguments.
func (s *state) unknownCall(in *instr, k *call, lane int) int64 {
	if !s.symbols.on {
		for _, a := range k.args {
			if x := s.reg(a).at(lane); !x.known {
				return x.val
			}
		}
		return int64(in.cause)
	}
	h, from := uint64(symbol(symbolKey{op: opCall, rt: in.rt, extra: k.fn})), int64(0)
	for _, a := range k.args {
		x := s.reg(a).at(lane)
		if x.known {
			h++ // a value is no id
		} else {
			from |= x.val & perBlock
		}
		h = hashed(h, x.val)
	}
	return int64(h)&^perBlock | 1 | from
}
