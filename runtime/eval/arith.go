package eval

import "gv2/frontend/kernel"

// What integers compute here is what kernel.EvalUnary, EvalBinary and EvalConvert
// fold. The folder stands two floors below, checks types and allocates constants;
// this is the same table for numbers whose types are checked, and a test compares
// the two.

// Unary computes op x.
func Unary(op kernel.UnaryOp, t Type, x int64) (v int64, sure Surety) {
	switch {
	case t.Float():
		return negate(t, x)
	case op == kernel.Neg:
		return t.Wrap(-x), Certain
	case op == kernel.BitNot:
		return t.Wrap(^x), Certain
	}
	return x ^ 1, Certain
}

// Binary computes x op y. Results wrap to the width of t, the type of x.
func Binary(op kernel.BinaryOp, t Type, x, y int64) (v int64, sure Surety) {
	if t.Float() {
		return floatBinary(op, t, x, y)
	}
	switch op {
	case kernel.Add:
		return t.Wrap(x + y), Certain
	case kernel.Sub:
		return t.Wrap(x - y), Certain
	case kernel.Mul:
		return t.Wrap(x * y), Certain
	case kernel.And, kernel.LAnd:
		return x & y, Certain
	case kernel.Or, kernel.LOr:
		return x | y, Certain
	case kernel.Xor:
		return x ^ y, Certain
	case kernel.Implies:
		return x ^ 1 | y, Certain
	case kernel.Div, kernel.Rem:
		return divide(op, t, x, y)
	case kernel.Shl, kernel.Shr:
		return shift(op, t, x, y)
	}
	return compare(op, t, x, y), Certain
}

// Overflows reports whether a sum, difference or product of signed integers has
// another value than the exact one. Of 64 bits it is not told.
func Overflows(op kernel.BinaryOp, t Type, x, y int64) bool {
	if !t.Signed() {
		return false
	}
	var v int64
	switch op {
	case kernel.Add:
		v = x + y
	case kernel.Sub:
		v = x - y
	case kernel.Mul:
		v = x * y
	}
	return t.Wrap(v) != v
}

func divide(op kernel.BinaryOp, t Type, x, y int64) (v int64, sure Surety) {
	switch {
	case y == 0 || t.Signed() && y == -1 && x == -1<<(t.Bits()-1):
		return 0, Undefined
	case t == U64 && op == kernel.Div:
		return int64(uint64(x) / uint64(y)), Certain
	case t == U64:
		return int64(uint64(x) % uint64(y)), Certain
	case op == kernel.Div:
		return x / y, Certain
	}
	return x % y, Certain
}

func shift(op kernel.BinaryOp, t Type, x, y int64) (v int64, sure Surety) {
	switch {
	case uint64(y) >= uint64(t.Bits()):
		return 0, Undefined
	case op == kernel.Shl:
		return t.Wrap(x << uint64(y)), Certain
	case t == U64:
		return int64(uint64(x) >> uint64(y)), Certain
	}
	return x >> uint64(y), Certain
}

// compare yields 0 or 1. Narrow unsigned values are not negative, so that only
// those of 64 bits compare differently.
func compare(op kernel.BinaryOp, t Type, x, y int64) int64 {
	if t == U64 {
		x, y = x^-1<<63, y^-1<<63
	}
	switch op {
	case kernel.Eq:
		return Truth(x == y)
	case kernel.Ne:
		return Truth(x != y)
	case kernel.Lt:
		return Truth(x < y)
	case kernel.Le:
		return Truth(x <= y)
	case kernel.Gt:
		return Truth(x > y)
	}
	return Truth(x >= y)
}

// less compares integers of type t.
func less(t Type, x, y int64) bool { return compare(kernel.Lt, t, x, y) != 0 }

// Convert converts x from one type to the other.
func Convert(from, to Type, x int64) (v int64, sure Surety) {
	if from.Float() || to.Float() {
		return floatConvert(from, to, x)
	}
	return to.Wrap(x), Certain
}
