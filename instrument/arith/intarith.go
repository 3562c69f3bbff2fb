package arith

import (
	"fmt"
	"math/big"
	"math/bits"
	"strings"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// intArith models C integers as mathematical ones.
//
// Signed arithmetic is taken not to overflow and unsigned addition and
// multiplication, shifts to the left by constants among it, not to exceed the
// type's range: verdicts print both as an assumption. All else is exact: unsigned
// subtraction that goes below zero, conversions between types, division, shifts to
// the right and masks by constants.
//
// An unsigned sum is kept unwrapped as long as it only feeds sums and
// conversions of its own width. Where it is converted to signed it may count as
// signed arithmetic: see fact.Ranges.SignedSum.
type intArith struct{}

func (intArith) Type(kernel.Type) boogie.Type { return boogie.Int }

func (intArith) Literal(v int64, t kernel.Type) boogie.Expr { return intConst(v, t) }

func intConst(v int64, t kernel.Type) boogie.Expr {
	if !t.Signed && t.Bits == 64 && v < 0 {
		return &boogie.IntLit{Text: new(big.Int).SetUint64(uint64(v)).String()}
	}
	return boogie.I(v)
}

// power is 2^n as a literal.
func power(n int) boogie.Expr {
	return &boogie.IntLit{Text: new(big.Int).Lsh(big.NewInt(1), uint(n)).String()}
}

func (intArith) Plus(_ *Encoder, x, y boogie.Expr, _ kernel.Type) boogie.Expr {
	return boogie.Op("+", x, y)
}

func (intArith) Less(_ *Encoder, orEqual bool, x, y boogie.Expr, _ kernel.Type) boogie.Expr {
	if orEqual {
		return boogie.Op("<=", x, y)
	}
	return boogie.Op("<", x, y)
}

func (intArith) InRange(e *Encoder, v boogie.Expr, t kernel.Type) boogie.Expr {
	if t.Kind != kernel.Int {
		return boogie.True
	}
	return boogie.Fn(e.Used.rangeTest(t), v)
}

var intCompare = map[kernel.BinaryOp]string{
	kernel.Eq: "==", kernel.Ne: "!=", kernel.Lt: "<", kernel.Le: "<=", kernel.Gt: ">", kernel.Ge: ">=",
}

func (a intArith) compare(e *Encoder, op kernel.BinaryOp, x, y kernel.Expr, thread int) boogie.Expr {
	return boogie.Op(intCompare[op], a.integer(e, x, thread), a.integer(e, y, thread))
}

// integer is the exact value of x under the assumptions of the type's doc.
func (a intArith) integer(e *Encoder, x kernel.Expr, thread int) boogie.Expr {
	t := x.Type()
	switch x := x.(type) {
	case *kernel.Const:
		return intConst(x.Val, t)
	case *kernel.VarRef:
		return boogie.V(e.Variable(x.Var, thread))
	case *kernel.Builtin:
		return e.Builtin(x, thread)
	case *kernel.Cond:
		return boogie.If3(e.truth(x.C, thread), a.integer(e, x.X, thread), a.integer(e, x.Y, thread))
	case *kernel.Unary:
		return a.unary(e, x, thread)
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

func (a intArith) unary(e *Encoder, x *kernel.Unary, thread int) boogie.Expr {
	t := x.Type()
	switch {
	case x.Op == kernel.BitNot && t.Signed:
		return boogie.Op("-", boogie.I(-1), a.integer(e, x.X, thread))
	case x.Op == kernel.BitNot:
		return boogie.Op("-", intConst(t.Wrap(-1), t), a.integer(e, x.X, thread))
	case x.Op == kernel.Neg:
		return a.wrap(e, x, thread)
	}
	panic(fmt.Sprintf("instrument: operator %d on an integer", x.Op))
}

// raw is an expression congruent to x modulo 2^width: sums, differences and
// products unwrapped. Its range is Ranges.Raw(x).
func (a intArith) raw(e *Encoder, x kernel.Expr, thread int) boogie.Expr {
	t := x.Type()
	switch x := x.(type) {
	case *kernel.Const:
		if c := fact.LeastMagnitude(x); c < 0 {
			return boogie.I(c)
		}
	case *kernel.Convert:
		if in := x.X.Type(); !t.Signed && in.Kind == kernel.Int && in.Bits == t.Bits {
			return a.raw(e, x.X, thread)
		}
	case *kernel.Unary:
		if x.Op == kernel.Neg {
			return &boogie.Unary{Op: "-", X: a.integer(e, x.X, thread)}
		}
	case *kernel.Binary:
		if op, ok := sumOps[x.Op]; ok {
			if p, ok := e.ProductOf(x); ok {
				return e.Used.Times(a.operand(e, p.Row, t, thread), a.operand(e, p.Factor, t, thread))
			}
			return Sum(op, a.operand(e, x.X, t, thread), a.operand(e, x.Y, t, thread))
		}
	default:
		// Of others the value wraps as its type does.
	}
	return a.integer(e, x, thread)
}

var sumOps = map[kernel.BinaryOp]string{kernel.Add: "+", kernel.Sub: "-", kernel.Mul: "*"}

// Sum is x op y; adding a negative literal reads as a subtraction.
func Sum(op string, x, y boogie.Expr) boogie.Expr {
	if lit, ok := y.(*boogie.IntLit); ok && op == "+" && strings.HasPrefix(lit.Text, "-") {
		return boogie.Op("-", x, &boogie.IntLit{Text: lit.Text[1:]})
	}
	return boogie.Op(op, x, y)
}

func (a intArith) operand(e *Encoder, x kernel.Expr, t kernel.Type, thread int) boogie.Expr {
	if t.Signed {
		return a.integer(e, x, thread)
	}
	return a.raw(e, x, thread)
}

// Unwrapped is x as an operand of a mathematical sum of type t: unsigned sums are not
// reduced to their type.
func (e *Encoder) Unwrapped(x kernel.Expr, t kernel.Type, thread int) boogie.Expr {
	return intArith{}.operand(e, x, t, thread)
}

// wrap is the value of a sum: as it stands if it cannot leave its type (or must
// not, by assumption), else reduced.
func (a intArith) wrap(e *Encoder, x kernel.Expr, thread int) boogie.Expr {
	t, r := x.Type(), e.Ranges.Raw(x)
	raw := a.raw(e, x, thread)
	switch {
	case t.Signed || r.Lo >= 0:
		return raw
	case r.Lo != fact.NoLower && (t.Bits == 64 || r.Lo >= -(1<<t.Bits)):
		return boogie.Fn(e.Used.wrapBelow(t), raw)
	default:
		return boogie.Fn(e.Used.wrapFarBelow(t), raw)
	}
}

// convert is an exact C conversion between integer types.
func (a intArith) convert(e *Encoder, x *kernel.Convert, thread int) boogie.Expr {
	from, to := x.X.Type(), x.T
	switch from.Kind {
	case kernel.Bool:
		return boogie.If3(e.truth(x.X, thread), boogie.I(1), boogie.I(0))
	case kernel.Float:
		return e.conversion(x, thread)
	}
	if e.Ranges.Of(x.X).Within(fact.TypeRange(to)) {
		return a.integer(e, x.X, thread)
	}
	if from.Bits == to.Bits && to.Signed {
		return a.toSigned(e, x, thread)
	}
	if !to.Signed && from.Bits <= to.Bits {
		return boogie.Fn(e.Used.wrapBelow(to), a.integer(e, x.X, thread))
	}
	return boogie.Fn(e.Used.truncate(to), a.integer(e, x.X, thread))
}

// toSigned converts an unsigned value to the signed type of its width. A difference
// that may have gone below zero and a value that may be large are reduced; other
// sums are themselves again, as if they had been computed signed.
func (a intArith) toSigned(e *Encoder, x *kernel.Convert, thread int) boogie.Expr {
	raw := e.Ranges.Raw(x.X)
	switch {
	case raw.Within(fact.TypeRange(x.T)):
		return a.raw(e, x.X, thread)
	case !fact.IsSum(x.X):
		return boogie.Fn(e.Used.wrapAbove(x.T), a.integer(e, x.X, thread))
	case e.Ranges.SignedSum(x.X):
		return a.raw(e, x.X, thread)
	}
	return boogie.Fn(e.Used.wrapSum(x.T), a.raw(e, x.X, thread))
}

func (a intArith) binary(e *Encoder, x *kernel.Binary, thread int) boogie.Expr {
	switch x.Op {
	case kernel.Add, kernel.Sub, kernel.Mul:
		return a.wrap(e, x, thread)
	case kernel.Div, kernel.Rem:
		return a.quotient(e, x, thread)
	case kernel.Shl, kernel.Shr:
		return a.shift(e, x, thread)
	default:
		return a.bitwise(e, x, thread)
	}
}

// quotient is C division, which truncates; Boogie's div and mod are Euclidean
// and agree with it where the dividend is not negative.
func (a intArith) quotient(e *Encoder, x *kernel.Binary, thread int) boogie.Expr {
	n, d := a.integer(e, x.X, thread), a.integer(e, x.Y, thread)
	plain := e.Ranges.Of(x.X).Lo >= 0
	variable := !IsConstant(x.Y)
	switch {
	case variable && plain && x.Op == kernel.Div:
		return e.Used.nonlinear(quotientName, n, d)
	case variable && plain:
		return e.Used.nonlinear(remainderName, n, d)
	case variable && x.Op == kernel.Div:
		return boogie.Fn(e.Used.truncatedQuotient("DIV_BY", quotientName), n, d)
	case variable:
		return boogie.Fn(e.Used.truncatedQuotient("REM_BY", remainderName), n, d)
	case x.Op == kernel.Div && plain:
		return boogie.Op("div", n, d)
	case x.Op == kernel.Div:
		return boogie.Fn(e.Used.truncatedDivision(), n, d)
	case plain:
		return boogie.Op("mod", n, d)
	default:
		return boogie.Fn(e.Used.truncatedRemainder(), n, d)
	}
}

// shift by a constant is a product or a floor division; other counts are
// uninterpreted, but for 1 << n.
func (a intArith) shift(e *Encoder, x *kernel.Binary, thread int) boogie.Expr {
	n, ok := x.Y.(*kernel.Const)
	if !ok || n.Val < 0 || n.Val >= int64(x.Type().Bits) {
		return e.apply(bitName(x), x.Type(), []kernel.Expr{x.X, x.Y}, thread)
	}
	if x.Op == kernel.Shr {
		return boogie.Op("div", a.integer(e, x.X, thread), power(int(n.Val)))
	}
	if n.Val == int64(x.Type().Bits)-1 {
		// x << 31 keeps one bit: as a product it would leave every range.
		return boogie.Fn(e.Used.truncate(x.Type()), boogie.Op("*", a.integer(e, x.X, thread), power(int(n.Val))))
	}
	return boogie.Op("*", a.integer(e, x.X, thread), power(int(n.Val)))
}

var bitOps = map[kernel.BinaryOp]string{
	kernel.And: "AND", kernel.Or: "OR", kernel.Xor: "XOR", kernel.Shl: "SHL", kernel.Shr: "SHR",
}

// bitName is the uninterpreted function of a bit operation that has no exact
// form in integers.
func bitName(x *kernel.Binary) string {
	return bitOps[x.Op] + "_" + strings.ToUpper(x.Type().String())
}

// exactBits reports whether bitwise has an exact form for x.
func exactBits(x *kernel.Binary) bool {
	if boolOperands(x) {
		return true
	}
	if x.Op == kernel.Or && (disjoint(x.X, x.Y) || disjoint(x.Y, x.X)) {
		return true
	}
	_, c, ok := fact.ConstOperand(x)
	if !ok {
		return false
	}
	if x.Op == kernel.And {
		_, _, run := bitRun(uint64(x.Type().Wrap(c)), x.Type().Bits)
		return run || c == 0
	}
	return isAllOnes(c, x.Type()) || bits.OnesCount64(uint64(c)&widthMask(x.Type().Bits)) <= 4
}

func widthMask(n int) uint64 {
	if n >= 64 {
		return ^uint64(0)
	}
	return 1<<n - 1
}

func isAllOnes(c int64, t kernel.Type) bool {
	return uint64(c)&widthMask(t.Bits) == widthMask(t.Bits)
}

// boolOperands reports whether both operands are truth values promoted to
// integers, as in (a < b) & (c < d).
func boolOperands(x *kernel.Binary) bool {
	for _, y := range []kernel.Expr{x.X, x.Y} {
		c, ok := y.(*kernel.Convert)
		if !ok || c.X.Type().Kind != kernel.Bool {
			return false
		}
	}
	return true
}

// disjoint reports whether high is a multiple of a power of two that low, a
// remainder or mask, stays below: (hi << 5) | (lo & 31).
func disjoint(high, low kernel.Expr) bool {
	k := trailingZeros(high)
	if k == 0 {
		return false
	}
	limit, ok := upperBits(low)
	return ok && limit <= k
}

func trailingZeros(x kernel.Expr) int {
	b, ok := x.(*kernel.Binary)
	if !ok {
		return 0
	}
	c, ok := b.Y.(*kernel.Const)
	if !ok || c.Val <= 0 {
		return 0
	}
	switch b.Op {
	case kernel.Shl:
		return int(c.Val)
	case kernel.Mul:
		return bits.TrailingZeros64(uint64(c.Val))
	}
	return 0
}

// upperBits is a number of bits that the non-negative x fits in.
func upperBits(x kernel.Expr) (int, bool) {
	b, ok := x.(*kernel.Binary)
	if !ok {
		return 0, false
	}
	c, ok := b.Y.(*kernel.Const)
	if !ok || c.Val <= 0 {
		return 0, false
	}
	switch {
	case b.Op == kernel.And:
		return bits.Len64(uint64(c.Val)), true
	case b.Op == kernel.Rem && !b.Type().Signed:
		return bits.Len64(uint64(c.Val - 1)), true
	}
	return 0, false
}

// bitRun reports whether the ones of m (in width bits) are one run, from bit lo
// on, n of them.
func bitRun(m uint64, width int) (lo, n int, ok bool) {
	m &= widthMask(width)
	if m == 0 {
		return 0, 0, false
	}
	lo = bits.TrailingZeros64(m)
	run := m >> lo
	n = bits.Len64(run)
	return lo, n, run == widthMask(n)
}

// bitwise is &, | or ^ where it can be said in integers, else uninterpreted.
func (a intArith) bitwise(e *Encoder, x *kernel.Binary, thread int) boogie.Expr {
	if !exactBits(x) {
		return e.apply(bitName(x), x.Type(), []kernel.Expr{x.X, x.Y}, thread)
	}
	if boolOperands(x) {
		logical := &kernel.Binary{Op: x.Op, X: x.X.(*kernel.Convert).X, Y: x.Y.(*kernel.Convert).X}
		return boogie.If3(e.relation(logical, thread), boogie.I(1), boogie.I(0))
	}
	other, c, ok := fact.ConstOperand(x)
	if !ok {
		return boogie.Op("+", a.integer(e, x.X, thread), a.integer(e, x.Y, thread))
	}
	v := a.integer(e, other, thread)
	if x.Op == kernel.And {
		return a.mask(e, v, other, c, x.Type())
	}
	if isAllOnes(c, x.Type()) {
		if x.Op == kernel.Or {
			return intConst(c, x.Type())
		}
		return a.unary(e, &kernel.Unary{Op: kernel.BitNot, X: other}, thread)
	}
	return setBits(v, x.Op, uint64(c)&widthMask(x.Type().Bits), x.Type())
}

// mask is v & c for a c whose ones are one run: a floor division drops the bits
// below, a remainder those above. Both are right for negative v in two's
// complement.
func (a intArith) mask(e *Encoder, v boogie.Expr, x kernel.Expr, c int64, t kernel.Type) boogie.Expr {
	lo, n, ok := bitRun(uint64(c), t.Bits)
	if !ok {
		return boogie.I(0)
	}
	r := e.Ranges.Of(x)
	if lo+n == t.Bits {
		if lo == 0 {
			return v
		}
		return boogie.Op("-", v, boogie.Op("mod", v, power(lo)))
	}
	if lo == 0 {
		if r.Lo >= 0 && n < 63 && r.Hi < 1<<n {
			return v
		}
		return boogie.Op("mod", v, power(n))
	}
	field := boogie.Op("mod", boogie.Op("div", v, power(lo)), power(n))
	return boogie.Op("*", field, power(lo))
}

// setBits is v | c or v ^ c for a c with few ones: each bit that is clear is
// added, for ^ each that is set is taken away. The sign bit of a signed type
// weighs negative.
func setBits(v boogie.Expr, op kernel.BinaryOp, c uint64, t kernel.Type) boogie.Expr {
	out := v
	for k := 0; k < t.Bits; k++ {
		if c>>k&1 == 0 {
			continue
		}
		bit := boogie.Op("mod", boogie.Op("div", v, power(k)), boogie.I(2))
		change := boogie.Op("-", boogie.I(1), bit)
		if op == kernel.Xor {
			change = boogie.Op("-", boogie.I(1), boogie.Op("*", boogie.I(2), bit))
		}
		sign := "+"
		if t.Signed && k == t.Bits-1 {
			sign = "-"
		}
		out = boogie.Op(sign, out, boogie.Op("*", change, power(k)))
	}
	return out
}

// call gives min, max, abs and the 24-bit products their meaning; others are
// uninterpreted.
func (a intArith) call(e *Encoder, x *kernel.Call, thread int) boogie.Expr {
	vals := make([]boogie.Expr, len(x.Args))
	for i, arg := range x.Args {
		if arg.Type().Kind != kernel.Int {
			return e.uninterpreted(x, thread)
		}
		vals[i] = a.integer(e, arg, thread)
	}
	switch x.Fn {
	case "min":
		return boogie.If3(boogie.Op("<=", vals[0], vals[1]), vals[0], vals[1])
	case "max":
		return boogie.If3(boogie.Op(">=", vals[0], vals[1]), vals[0], vals[1])
	case "abs":
		return boogie.If3(boogie.Op(">=", vals[0], boogie.I(0)), vals[0], &boogie.Unary{Op: "-", X: vals[0]})
	case "mul24", "umul24":
		if fits24(e.Ranges.Of(x.Args[0]), x.T) && fits24(e.Ranges.Of(x.Args[1]), x.T) {
			return boogie.Op("*", vals[0], vals[1])
		}
		// What 24 bits do not hold gives a number that is not followed.
		return boogie.If3(boogie.And(in24(vals[0], x.T), in24(vals[1], x.T)), boogie.Op("*", vals[0], vals[1]), e.uninterpreted(x, thread))
	}
	return e.uninterpreted(x, thread)
}

// in24 says that 24 bits hold v.
func in24(v boogie.Expr, t kernel.Type) boogie.Expr {
	least, most := int64(0), int64(1<<24-1)
	if t.Signed {
		least, most = -(1 << 23), 1<<23-1
	}
	return boogie.And(boogie.Op("<=", boogie.I(least), v), boogie.Op("<=", v, boogie.I(most)))
}

func fits24(r fact.Interval, t kernel.Type) bool {
	if t.Signed {
		return r.Within(fact.Span(-(1 << 23), 1<<23-1))
	}
	return r.Within(fact.Span(0, 1<<24-1))
}
