package arith

import (
	"fmt"
	"strings"

	"gv2/boogie"
	"gv2/frontend/kernel"
)

// bvArith models C integers as bit-vectors: exact, wrapping included. Names of
// the operations follow GPUVerify: BV32_ADD, BV64_SLT.
type bvArith struct{}

func (bvArith) Type(t kernel.Type) boogie.Type { return boogie.BV(t.Bits) }

func (bvArith) Literal(v int64, t kernel.Type) boogie.Expr { return BVConst(v, t.Bits) }

// BVConst is v as a bit-vector of that width.
func BVConst(v int64, bits int) boogie.Expr {
	return &boogie.BVLit{Val: uint64(v) & widthMask(bits), Bits: bits}
}

func (bvArith) InRange(*Encoder, boogie.Expr, kernel.Type) boogie.Expr { return boogie.True }

func (bvArith) Plus(e *Encoder, x, y boogie.Expr, t kernel.Type) boogie.Expr {
	return e.Used.BV("add", t.Bits, x, y)
}

func (bvArith) Less(e *Encoder, orEqual bool, x, y boogie.Expr, t kernel.Type) boogie.Expr {
	op := signed(t, "slt", "ult")
	if orEqual {
		op = signed(t, "sle", "ule")
	}
	return e.Used.BV(op, t.Bits, x, y)
}

func signed(t kernel.Type, yes, no string) string {
	if t.Signed {
		return yes
	}
	return no
}

func (a bvArith) compare(e *Encoder, op kernel.BinaryOp, x, y kernel.Expr, thread int) boogie.Expr {
	t := x.Type()
	p, q := a.integer(e, x, thread), a.integer(e, y, thread)
	switch op {
	case kernel.Eq:
		return boogie.Eq(p, q)
	case kernel.Ne:
		return boogie.Ne(p, q)
	case kernel.Lt:
		return a.Less(e, false, p, q, t)
	case kernel.Le:
		return a.Less(e, true, p, q, t)
	case kernel.Gt:
		return e.Used.BV(signed(t, "sgt", "ugt"), t.Bits, p, q)
	default:
		return e.Used.BV(signed(t, "sge", "uge"), t.Bits, p, q)
	}
}

func (a bvArith) integer(e *Encoder, x kernel.Expr, thread int) boogie.Expr {
	t := x.Type()
	switch x := x.(type) {
	case *kernel.Const:
		return BVConst(x.Val, t.Bits)
	case *kernel.VarRef:
		return boogie.V(e.Variable(x.Var, thread))
	case *kernel.Builtin:
		return e.Builtin(x, thread)
	case *kernel.Cond:
		return boogie.If3(e.truth(x.C, thread), a.integer(e, x.X, thread), a.integer(e, x.Y, thread))
	case *kernel.Unary:
		op := "neg"
		if x.Op == kernel.BitNot {
			op = "not"
		}
		return e.Used.BV(op, t.Bits, a.integer(e, x.X, thread))
	case *kernel.Convert:
		return a.convert(e, x, thread)
	case *kernel.Call:
		return a.call(e, x, thread)
	case *kernel.Binary:
		return a.binary(e, x, thread)
	default:
		// Others are no integers, or have been replaced.
	}
	panic(fmt.Sprintf("instrument: %T is not an integer", x))
}

func (a bvArith) binary(e *Encoder, x *kernel.Binary, thread int) boogie.Expr {
	t := x.Type()
	p := a.integer(e, x.X, thread)
	var q boogie.Expr
	if x.Op == kernel.Shl || x.Op == kernel.Shr {
		count := kernel.Type{Kind: kernel.Int, Bits: t.Bits, Signed: false}
		q = a.integer(e, &kernel.Convert{T: count, X: x.Y}, thread)
	} else {
		q = a.integer(e, x.Y, thread)
	}
	return e.Used.BV(bvOp(x.Op, t), t.Bits, p, q)
}

func bvOp(op kernel.BinaryOp, t kernel.Type) string {
	switch op {
	case kernel.Add:
		return "add"
	case kernel.Sub:
		return "sub"
	case kernel.Mul:
		return "mul"
	case kernel.Div:
		return signed(t, "sdiv", "udiv")
	case kernel.Rem:
		return signed(t, "srem", "urem")
	case kernel.And:
		return "and"
	case kernel.Or:
		return "or"
	case kernel.Xor:
		return "xor"
	case kernel.Shl:
		return "shl"
	case kernel.Shr:
		return signed(t, "ashr", "lshr")
	}
	panic(fmt.Sprintf("instrument: operator %d on bit-vectors", op))
}

// convert is an exact C conversion: extraction narrows, the type converted from
// decides between sign and zero extension.
func (a bvArith) convert(e *Encoder, x *kernel.Convert, thread int) boogie.Expr {
	from, to := x.X.Type(), x.T
	switch from.Kind {
	case kernel.Bool:
		return boogie.If3(e.truth(x.X, thread), BVConst(1, to.Bits), BVConst(0, to.Bits))
	case kernel.Float:
		return e.conversion(x, thread)
	}
	v := a.integer(e, x.X, thread)
	switch {
	case from.Bits == to.Bits:
		return v
	case from.Bits > to.Bits:
		return &boogie.Extract{X: v, Hi: to.Bits, Lo: 0}
	case from.Signed:
		return boogie.Fn(e.Used.extension("SEXT", from.Bits, to.Bits), v)
	default:
		return boogie.Op("++", BVConst(0, to.Bits-from.Bits), v)
	}
}

// call gives the integer functions their bit-exact meaning where a short one
// exists; others are uninterpreted.
func (a bvArith) call(e *Encoder, x *kernel.Call, thread int) boogie.Expr {
	vals := make([]boogie.Expr, len(x.Args))
	for i, arg := range x.Args {
		if arg.Type().Kind != kernel.Int {
			return e.uninterpreted(x, thread)
		}
		vals[i] = a.integer(e, arg, thread)
	}
	t := x.T
	switch x.Fn {
	case "min":
		return boogie.If3(a.Less(e, true, vals[0], vals[1], t), vals[0], vals[1])
	case "max":
		return boogie.If3(a.Less(e, true, vals[1], vals[0], t), vals[0], vals[1])
	case "abs":
		negative := a.Less(e, false, vals[0], BVConst(0, t.Bits), t)
		return boogie.If3(negative, e.Used.BV("neg", t.Bits, vals[0]), vals[0])
	case "mul24", "umul24":
		return e.Used.BV("mul", t.Bits, a.low24(e, vals[0], t), a.low24(e, vals[1], t))
	case "popc":
		return e.Used.popCount(x.Args[0].Type().Bits, t.Bits, vals[0])
	case "clz":
		return e.Used.leadingZeros(x.Args[0].Type().Bits, t.Bits, vals[0])
	case "ffs":
		return e.Used.firstOne(x.Args[0].Type().Bits, t.Bits, vals[0])
	case "brev":
		return e.Used.reversed(t.Bits, vals[0])
	}
	if kernel.HasForm(x) {
		return a.wideCall(e, x, vals)
	}
	return e.uninterpreted(x, thread)
}

// wideCall is a function that computes with more bits than its operands have.
func (a bvArith) wideCall(e *Encoder, x *kernel.Call, vals []boogie.Expr) boogie.Expr {
	t, in := x.T, x.Args[0].Type()
	wide := 2 * in.Bits
	widened := func(v boogie.Expr, signed bool) boogie.Expr {
		if signed {
			return boogie.Fn(e.Used.extension("SEXT", in.Bits, wide), v)
		}
		return boogie.Op("++", BVConst(0, in.Bits), v)
	}
	bv := func(op string, x, y boogie.Expr) boogie.Expr { return e.Used.BV(op, wide, x, y) }
	both := func() boogie.Expr { // the second operand above the first
		return bv("or", bv("shl", widened(vals[1], false), BVConst(int64(in.Bits), wide)), widened(vals[0], false))
	}
	places := func() boogie.Expr { // by how much a funnel shifts
		n, most := vals[2], BVConst(int64(in.Bits), in.Bits)
		if strings.HasSuffix(x.Fn, "c") {
			return widened(boogie.If3(e.Used.BV("ult", in.Bits, n, most), n, most), false)
		}
		return widened(e.Used.BV("and", in.Bits, n, BVConst(int64(in.Bits-1), in.Bits)), false)
	}
	switch x.Fn {
	case "mulhi":
		return &boogie.Extract{X: bv("mul", widened(vals[0], in.Signed), widened(vals[1], in.Signed)), Hi: wide, Lo: in.Bits}
	case "hadd", "rhadd":
		sum := bv("add", widened(vals[0], in.Signed), widened(vals[1], in.Signed))
		if x.Fn == "rhadd" {
			sum = bv("add", sum, BVConst(1, wide))
		}
		return &boogie.Extract{X: sum, Hi: in.Bits + 1, Lo: 1}
	case "sad":
		sub := func(x, y boogie.Expr) boogie.Expr { return e.Used.BV("sub", in.Bits, x, y) }
		return e.Used.BV("add", t.Bits, boogie.If3(a.Less(e, true, vals[0], vals[1], in), sub(vals[1], vals[0]), sub(vals[0], vals[1])), vals[2])
	case "funnelshift_l", "funnelshift_lc":
		return &boogie.Extract{X: bv("shl", both(), places()), Hi: wide, Lo: in.Bits}
	case "funnelshift_r", "funnelshift_rc":
		return &boogie.Extract{X: bv("lshr", both(), places()), Hi: in.Bits, Lo: 0}
	default: // byte_perm
		var out boogie.Expr
		for i := 3; i >= 0; i-- {
			which := int(x.Args[2].(*kernel.Const).Val >> (4 * i) & 7)
			from := &boogie.Extract{X: vals[which/4], Hi: 8*(which%4) + 8, Lo: 8 * (which % 4)}
			if out == nil {
				out = from
			} else {
				out = boogie.Op("++", out, from)
			}
		}
		return out
	}
}

// low24 is the low 24 bits of a 32-bit v, extended as its type says.
func (bvArith) low24(e *Encoder, v boogie.Expr, t kernel.Type) boogie.Expr {
	eight := BVConst(8, t.Bits)
	return e.Used.BV(signed(t, "ashr", "lshr"), t.Bits, e.Used.BV("shl", t.Bits, v, eight), eight)
}
