// Package eval computes what a thread of a CUDA device computes: operations on
// integers and floating point, functions, atomics, and what the lanes of a warp
// tell each other. The executors above it differ in what they know of values and in
// the order in which threads run; what an operation does they share.
//
// In: numbers, as bit patterns in the form of kernel.Const, sign- or zero-extended
// from the width of their type. Out: the number that the operation gives, and how
// sure it is (Surety). An executor that must be right about every execution uses
// the certain ones only; one that tries out a single execution uses all that are
// defined.
//
// Compiler turns expressions into a flat list of instructions over registers. What a
// register holds is the executor's matter: one number, or one for each lane with
// those that are not known.
package eval

import "gv2/frontend/kernel"

// Surety says for which executions a result holds.
type Surety uint8

const (
	// Certain: every compilation of the program computes it.
	Certain Surety = iota
	// Possible: some execution computes it, but rounding or the meaning of the type
	// leaves others another result.
	Possible
	// Undefined: C gives the operation no result here.
	Undefined
)

// Type is a kernel.Type in one byte.
type Type uint8

const (
	Bool Type = iota
	I8
	U8
	I16
	U16
	I32
	U32
	I64
	U64
	F16
	F32
	F64
)

var types = [...]kernel.Type{kernel.BoolType, kernel.I8, kernel.U8, kernel.I16, kernel.U16, kernel.I32, kernel.U32,
	kernel.I64, kernel.U64, kernel.F16, kernel.F32, kernel.F64}

// TypeOf is t in one byte.
func TypeOf(t kernel.Type) Type {
	for i := range types {
		if types[i] == t {
			return Type(i)
		}
	}
	panic("eval: no such type: " + t.String())
}

// Integer reports whether t is an integer type.
func (t Type) Integer() bool { return t != Bool && !t.Float() }

// Float reports whether t is a floating-point type.
func (t Type) Float() bool { return t >= F16 }

// Signed reports whether t is a signed integer type.
func (t Type) Signed() bool { return t == I8 || t == I16 || t == I32 || t == I64 }

// Bits is the width, 0 for Bool.
func (t Type) Bits() int {
	return [...]int{0, 8, 8, 16, 16, 32, 32, 64, 64, 16, 32, 64}[t]
}

// Wrap reduces v to the form that values of type t have: sign- or zero-extended, 0
// or 1.
func (t Type) Wrap(v int64) int64 {
	switch t {
	case Bool:
		return Truth(v != 0)
	case I8:
		return int64(int8(v))
	case U8:
		return int64(uint8(v))
	case I16:
		return int64(int16(v))
	case U16, F16:
		return int64(uint16(v))
	case I32:
		return int64(int32(v))
	case U32, F32:
		return int64(uint32(v))
	}
	return v
}

// SameForm reports whether converting from one type to the other leaves every value
// as it is.
func SameForm(from, to Type) bool {
	switch {
	case from == to:
		return true
	case from.Float() || to.Float() || to == Bool:
		return false
	case from == Bool || to.Bits() == 64:
		return true
	}
	return to.Bits() > from.Bits() && (to.Signed() || !from.Signed())
}

// Truth is 1 for true and 0 for false.
func Truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// Scramble spreads the bits of x, one to one (Steele, Lea, Flood 2014: the finaliser
// of SplitMix64).
func Scramble(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
