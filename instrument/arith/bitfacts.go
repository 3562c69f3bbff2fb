package arith

import (
	"math/bits"

	"gv2/boogie"
	"gv2/frontend/kernel"
)

// Where integers are mathematical, bit operations of two variables are functions of which the prover gets
// facts only, for those in indices:
//
//	AND_BITS(x, y):     x & y is at most x for x >= 0, at most y for y >= 0, and not negative then
//	OR_BITS(x, y):      x | y is at least x and y and at most x + y, for x >= 0 and y >= 0
//	XOR_BITS(x, y):     x ^ y is within [0, x + y] for x >= 0 and y >= 0
//	SHR_BITS(x, n):     x >> n is within [0, x] for x >= 0 and n >= 0
//	OR_BELOW(x, y, p):  x | y is below p where x and y are, for a power of two p; the same for ^
//	XOR_APART(x, y, a, b):  x ^ y is not a ^ b where x == a and y != b, or x != a and y == b
//
// They are theorems of two's complement of any width, so assuming them excludes nothing. The last is what a
// swizzled tile rests on: within a row, t[row][col ^ row] has another element for each column.

// OpaqueBits reports whether x is a bit operation that is such a function.
func OpaqueBits(x kernel.Expr) bool {
	b, is := x.(*kernel.Binary)
	if !is || b.Type().Kind != kernel.Int {
		return false
	}
	switch b.Op {
	case kernel.And, kernel.Or, kernel.Xor:
		return !exactBits(b)
	case kernel.Shr:
		return !IsConstant(b.Y)
	}
	return false
}

// BitFacts are what holds of x, which is OpaqueBits, for a thread. below are bounds: powers of two.
func (e *Encoder) BitFacts(x *kernel.Binary, thread int, below []int64) []boogie.Expr {
	a, b := e.Expr(x.X, thread), e.Expr(x.Y, thread)
	out := []boogie.Expr{boogie.Fn(e.Used.bitRange(x), a, b)}
	if x.Op == kernel.Or || x.Op == kernel.Xor {
		for _, p := range below {
			if bits.OnesCount64(uint64(p)) == 1 && p > 0 {
				out = append(out, boogie.Fn(e.Used.bitBelow(x), a, b, boogie.I(p)))
			}
		}
	}
	return out
}

// BitsApart is what holds of x in thread 1 and y in thread 2, which are the same kind of exclusive or.
func (e *Encoder) BitsApart(x, y *kernel.Binary) boogie.Expr {
	return boogie.Fn(e.Used.bitsApart(x), e.Expr(x.X, 1), e.Expr(x.Y, 1), e.Expr(y.X, 2), e.Expr(y.Y, 2))
}

// SameBits reports whether BitsApart is something to say about x and y.
func SameBits(x, y *kernel.Binary) bool {
	return x.Op == kernel.Xor && y.Op == kernel.Xor && bitName(x) == bitName(y)
}

func (v *Vocabulary) bits(x *kernel.Binary, a, b boogie.Expr) boogie.Expr {
	return boogie.Fn(v.function(bitName(x), boogie.Int, []boogie.Type{boogie.Int, boogie.Int}), a, b)
}

// bitRange is the function that states the first fact for x and y.
func (v *Vocabulary) bitRange(of *kernel.Binary) string {
	x, y, zero := boogie.V("x"), boogie.V("y"), boogie.I(0)
	r := v.bits(of, x, y)
	most := func(z boogie.Expr) boogie.Expr { return boogie.And(boogie.Op("<=", zero, r), boogie.Op("<=", r, z)) }
	both := boogie.And(boogie.Op("<=", zero, x), boogie.Op("<=", zero, y))
	var fact boogie.Expr
	switch of.Op {
	case kernel.And:
		fact = boogie.And(boogie.Imp(boogie.Op("<=", zero, x), most(x)), boogie.Imp(boogie.Op("<=", zero, y), most(y)))
	case kernel.Or:
		fact = boogie.Imp(both, boogie.And(boogie.Op("<=", x, r), boogie.Op("<=", y, r), boogie.Op("<=", r, boogie.Op("+", x, y))))
	case kernel.Xor:
		fact = boogie.Imp(both, most(boogie.Op("+", x, y)))
	default:
		fact = boogie.Imp(both, most(x))
	}
	return v.define(bitName(of)+"_BITS", boogie.Bool, intXY, fact)
}

// bitBelow is the function that states that x and y below p, a power of two, have no bit that p or more weighs.
func (v *Vocabulary) bitBelow(of *kernel.Binary) string {
	x, y, p, zero := boogie.V("x"), boogie.V("y"), boogie.V("p"), boogie.I(0)
	inside := func(z boogie.Expr) boogie.Expr { return boogie.And(boogie.Op("<=", zero, z), boogie.Op("<", z, p)) }
	params := []boogie.Var{{Name: "x", T: boogie.Int}, {Name: "y", T: boogie.Int}, {Name: "p", T: boogie.Int}}
	return v.define(bitName(of)+"_BELOW", boogie.Bool, params, boogie.Imp(boogie.And(inside(x), inside(y)), boogie.Op("<", v.bits(of, x, y), p)))
}

// bitsApart is the function that states that an exclusive or tells its operands.
func (v *Vocabulary) bitsApart(of *kernel.Binary) string {
	x, y, a, b := boogie.V("x"), boogie.V("y"), boogie.V("a"), boogie.V("b")
	params := []boogie.Var{{Name: "x", T: boogie.Int}, {Name: "y", T: boogie.Int}, {Name: "a", T: boogie.Int}, {Name: "b", T: boogie.Int}}
	return v.define(bitName(of)+"_APART", boogie.Bool, params, boogie.Imp(
		boogie.Eq(v.bits(of, x, y), v.bits(of, a, b)), boogie.Eq(boogie.Eq(x, a), boogie.Eq(y, b))))
}
