package emulate

import "gv2/frontend/kernel"

// typeCode is a kernel.Type in one byte.
type typeCode uint8

const (
	boolCode typeCode = iota
	i8Code
	u8Code
	i16Code
	u16Code
	i32Code
	u32Code
	i64Code
	u64Code
	f16Code
	f32Code
	f64Code
)

var typeOf = [...]kernel.Type{kernel.BoolType, kernel.I8, kernel.U8, kernel.I16, kernel.U16, kernel.I32, kernel.U32,
	kernel.I64, kernel.U64, kernel.F16, kernel.F32, kernel.F64}

func codeOf(t kernel.Type) typeCode {
	for i := range typeOf {
		if typeOf[i] == t {
			return typeCode(i)
		}
	}
	panic("emulate: no such type: " + t.String())
}

// integer reports whether t is an integer type.
func (t typeCode) integer() bool { return t != boolCode && !t.float() }

func (t typeCode) float() bool { return t >= f16Code }

// signed reports whether t is a signed integer.
func (t typeCode) signed() bool { return t == i8Code || t == i16Code || t == i32Code || t == i64Code }

// bits is the width, 0 for bool.
func (t typeCode) bits() int {
	return [...]int{0, 8, 8, 16, 16, 32, 32, 64, 64, 16, 32, 64}[t]
}

// wrap reduces v to the canonical form of t: sign- or zero-extended, 0 or 1.
func (t typeCode) wrap(v int64) int64 {
	switch t {
	case boolCode:
		return boolean(v != 0)
	case i8Code:
		return int64(int8(v))
	case u8Code:
		return int64(uint8(v))
	case i16Code:
		return int64(int16(v))
	case u16Code, f16Code:
		return int64(uint16(v))
	case i32Code:
		return int64(int32(v))
	case u32Code, f32Code:
		return int64(uint32(v))
	}
	return v
}

// sameBits reports whether converting from one type to the other leaves the
// canonical form as it is.
func sameBits(from, to typeCode) bool {
	switch {
	case from == to:
		return true
	case from.float() || to.float() || to == boolCode:
		return false
	case from == boolCode || to.bits() == 64:
		return true
	}
	return to.bits() > from.bits() && (to.signed() || !from.signed())
}

func boolean(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// unary computes op x; ok is false where the result is not certain.
func unary(op kernel.UnaryOp, t typeCode, x int64) (v int64, ok bool) {
	switch {
	case t.float():
		return negateFloat(t, x)
	case op == kernel.Neg:
		return t.wrap(-x), true
	case op == kernel.BitNot:
		return t.wrap(^x), true
	}
	return x ^ 1, true
}

// binary computes x op y as kernel.EvalBinary does; ok is false where the result
// is undefined or not certain.
func binary(op kernel.BinaryOp, t typeCode, x, y int64) (v int64, ok bool) {
	if t.float() {
		return floatBinary(op, t, x, y)
	}
	switch op {
	case kernel.Add:
		return t.wrap(x + y), true
	case kernel.Sub:
		return t.wrap(x - y), true
	case kernel.Mul:
		return t.wrap(x * y), true
	case kernel.And, kernel.LAnd:
		return x & y, true
	case kernel.Or, kernel.LOr:
		return x | y, true
	case kernel.Xor:
		return x ^ y, true
	case kernel.Implies:
		return x ^ 1 | y, true
	case kernel.Div, kernel.Rem:
		return divide(op, t, x, y)
	case kernel.Shl, kernel.Shr:
		return shift(op, t, x, y)
	}
	return compare(op, t, x, y), true
}

func divide(op kernel.BinaryOp, t typeCode, x, y int64) (v int64, ok bool) {
	switch {
	case y == 0 || t.signed() && y == -1 && x == -1<<(t.bits()-1):
		return 0, false
	case t == u64Code && op == kernel.Div:
		return int64(uint64(x) / uint64(y)), true
	case t == u64Code:
		return int64(uint64(x) % uint64(y)), true
	case op == kernel.Div:
		return x / y, true
	}
	return x % y, true
}

func shift(op kernel.BinaryOp, t typeCode, x, y int64) (v int64, ok bool) {
	switch {
	case uint64(y) >= uint64(t.bits()):
		return 0, false
	case op == kernel.Shl:
		return t.wrap(x << uint64(y)), true
	case t == u64Code:
		return int64(uint64(x) >> uint64(y)), true
	}
	return x >> uint64(y), true
}

// compare yields 0 or 1. Narrow unsigned values are not negative, so that only
// those of 64 bits compare differently.
func compare(op kernel.BinaryOp, t typeCode, x, y int64) int64 {
	if t == u64Code {
		x, y = x^-1<<63, y^-1<<63
	}
	switch op {
	case kernel.Eq:
		return boolean(x == y)
	case kernel.Ne:
		return boolean(x != y)
	case kernel.Lt:
		return boolean(x < y)
	case kernel.Le:
		return boolean(x <= y)
	case kernel.Gt:
		return boolean(x > y)
	}
	return boolean(x >= y)
}

// convert converts x from one type to the other; ok is false where the result is
// not certain.
func convert(from, to typeCode, x int64) (v int64, ok bool) {
	if from.float() || to.float() {
		return floatConvert(from, to, x)
	}
	return to.wrap(x), true
}

// absorbing reports whether one known operand decides x op y on integers and
// truth values: false && y, x * 0.
func absorbing(op kernel.BinaryOp, t typeCode, x int64, known bool, y int64, yKnown bool) (v int64, ok bool) {
	if t.float() || !known && !yKnown {
		return 0, false
	}
	has := func(v int64) bool { return known && x == v || yKnown && y == v }
	switch op {
	case kernel.LAnd, kernel.Mul, kernel.And:
		return 0, has(0)
	case kernel.LOr:
		return 1, has(1)
	case kernel.Or:
		return t.wrap(-1), has(t.wrap(-1))
	case kernel.Implies:
		return 1, known && x == 0 || yKnown && y == 1
	}
	return 0, false
}
