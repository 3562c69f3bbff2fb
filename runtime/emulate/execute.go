package emulate

import (
	"math/bits"

	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// reg is register n for the current warp.
func (b *Block) reg(n int32) *register {
	if n < b.code.locals {
		return &b.w.regs[n]
	}
	return &b.shared[n-b.code.locals]
}

// target is where a result for the lanes of mask is computed: the register
// itself where no other lane needs its old value, else scratch, from where keep
// takes it.
func (b *Block) target(dst int32, mask Lanes) *register {
	if dst < b.code.locals && mask != b.w.live {
		return &b.scratch
	}
	return b.reg(dst)
}

// keep moves a result from scratch, if it is there, to its register.
func (b *Block) keep(dst int32, out *register, mask Lanes) {
	if out == &b.scratch {
		b.pool.merge(b.reg(dst), out, mask)
	}
}

// compute executes an instruction that only sets its destination.
func (b *Block) compute(in *instr, mask Lanes) {
	aff := b.affine(in, mask) // before its operands are overwritten
	out := b.target(in.dst, mask)
	switch in.op {
	case opMove:
		b.pool.copy(out, b.reg(in.a))
	case opBinary:
		b.binary(in, out, mask)
	case opUnary, opConvert:
		b.single(in, out, mask)
	case opCond:
		b.choose(in, out, mask)
	case opCall:
		b.call(in, out, mask)
	case opHavoc:
		b.unknown(out, in.cause, mask)
	case opRefine:
		b.refine(in, out, mask)
	}
	out.aff = aff
	b.keep(in.dst, out, mask)
}

// unknown makes the lanes of mask unknown, each for itself.
func (b *Block) unknown(out *register, cause int32, mask Lanes) {
	if !b.symbols.on {
		b.pool.uniform(out, int64(cause), false)
		return
	}
	v := b.pool.vector(out)
	v.known = 0
	for m := mask; m != 0; m &= m - 1 {
		v.v[bits.TrailingZeros32(m)] = b.symbols.fresh(cause)
	}
}

// refine makes what is not known the value that an assumption gave it.
func (b *Block) refine(in *instr, out *register, mask Lanes) {
	old, val := b.reg(in.dst), b.reg(in.a).val
	if old.vec == nil {
		if !old.known {
			b.pool.uniform(out, val, true)
		} else {
			b.pool.copy(out, old)
		}
		return
	}
	b.pool.copy(out, old)
	for m := mask &^ old.vec.known; m != 0; m &= m - 1 {
		out.vec.v[bits.TrailingZeros32(m)] = val
	}
	out.vec.known |= mask
}

func (b *Block) binary(in *instr, out *register, mask Lanes) {
	x, y := b.reg(in.a), b.reg(in.b)
	if x.vec == nil && y.vec == nil {
		same := x.agrees() && y.agrees()
		b.pool.all(out, b.binaryLane(in, operand{x.val, x.known}, operand{y.val, y.known}), same)
		return
	}
	xs, xKnown := x.lanes(&b.x)
	ys, yKnown := y.lanes(&b.y)
	to := b.pool.vector(out)
	if mask&^(xKnown&yKnown) == 0 && binaryRow(kernel.BinaryOp(in.fn), in.t, &to.v, xs, ys) {
		to.known = allLanes
		return
	}
	known := Lanes(0)
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		r := b.binaryLane(in, operand{xs[l], xKnown>>l&1 != 0}, operand{ys[l], yKnown>>l&1 != 0})
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

func (b *Block) binaryLane(in *instr, x, y operand) operand {
	op := kernel.BinaryOp(in.fn)
	if x.known && y.known {
		if v, sure := eval.Binary(op, in.t, x.val, y.val); sure == eval.Certain {
			return operand{v, true}
		}
	} else if v, ok := absorbing(op, in.t, x, y); ok {
		return operand{v, true}
	}
	return operand{b.symbols.result(in, x, y, operand{}), false}
}

// single computes an operation on one operand.
func (b *Block) single(in *instr, out *register, mask Lanes) {
	x := b.reg(in.a)
	if in.op == opConvert && eval.SameForm(in.t, in.rt) { // a wider type, the same number
		b.pool.copy(out, x)
		return
	}
	if x.vec == nil {
		b.pool.all(out, b.singleLane(in, operand{x.val, x.known}), x.agrees())
		return
	}
	from, xKnown := &x.vec.v, x.vec.known
	to := b.pool.vector(out)
	known := Lanes(0)
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		r := b.singleLane(in, operand{from[l], xKnown>>l&1 != 0})
		to.v[l] = r.val
		if r.known {
			known |= 1 << l
		}
	}
	to.known = known
}

func (b *Block) singleLane(in *instr, x operand) operand {
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
	return operand{b.symbols.result(in, x, operand{}, operand{}), false}
}

func (b *Block) choose(in *instr, out *register, mask Lanes) {
	c, x, y := b.reg(in.a), b.reg(in.b), b.reg(in.c)
	if c.vec == nil && c.known {
		if c.val == 0 {
			x = y
		}
		b.pool.copy(out, x)
		return
	}
	if c.vec == nil && x.vec == nil && y.vec == nil {
		same := c.agrees() && x.agrees() && y.agrees()
		b.pool.all(out, b.chooseLane(in, operand{c.val, c.known}, operand{x.val, x.known}, operand{y.val, y.known}), same)
		return
	}
	cs, cKnown := c.lanes(&b.x)
	xs, xKnown := x.lanes(&b.y)
	ys, yKnown := y.lanes(&b.z)
	to := b.pool.vector(out)
	known := Lanes(0)
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		r := b.chooseLane(in, operand{cs[l], cKnown>>l&1 != 0}, operand{xs[l], xKnown>>l&1 != 0}, operand{ys[l], yKnown>>l&1 != 0})
		to.v[l] = r.val
		if r.known {
			known |= 1 << l
		}
	}
	to.known = known
}

func (b *Block) chooseLane(in *instr, c, x, y operand) operand {
	switch {
	case c.known && c.val != 0:
		return x
	case c.known:
		return y
	case x == y && (x.known || b.symbols.on):
		return x
	}
	return operand{b.symbols.result(in, c, x, y), false}
}

func (b *Block) call(in *instr, out *register, mask Lanes) {
	k := &b.code.calls[in.extra]
	uniform, same := true, true
	for _, a := range k.args {
		uniform = uniform && b.reg(a).vec == nil
		same = same && b.reg(a).agrees()
	}
	if uniform {
		b.pool.all(out, b.callLane(in, k, 0), same)
		return
	}
	// An argument may be the register of the result: rows are read lane by lane
	// before the lane is written.
	known := Lanes(0)
	to := b.pool.spread(out)
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		r := b.callLane(in, k, l)
		to.v[l] = r.val
		if r.known {
			known |= 1 << l
		}
	}
	to.known = to.known&^mask | known
}

func (b *Block) callLane(in *instr, k *call, lane int) operand {
	known := true
	args := b.arguments[:len(k.args)]
	for i, a := range k.args {
		x := b.reg(a).at(lane)
		args[i], known = x.val, known && x.known
	}
	if known && k.compute != nil {
		if v, ok := k.compute(args); ok {
			return operand{v, true}
		}
	}
	return operand{b.unknownCall(in, k, lane), false}
}

// unknownCall is the id of a call's result: same function, same arguments, same
// result.
func (b *Block) unknownCall(in *instr, k *call, lane int) int64 {
	id := symbol(symbolKey{op: opCall, rt: in.rt, extra: k.fn})
	for _, a := range k.args {
		x := b.reg(a).at(lane)
		if !x.known && !b.symbols.on {
			return x.val
		}
		id = symbol(symbolKey{op: opCall, known: uint8(eval.Truth(x.known) << 1), extra: -1}, id, x.val)
	}
	if !b.symbols.on {
		return int64(in.cause)
	}
	return id
}
