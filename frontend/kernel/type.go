package kernel

import "fmt"

// Kind distinguishes integers, truth values and opaque floating point.
type Kind int

const (
	// Bool is a truth value; it has no width.
	Bool Kind = iota
	// Int is a two's complement or unsigned integer of 8 to 64 bits.
	Int
	// Float is floating point of 16, 32 or 64 bits. Its operations are
	// uninterpreted: the same arguments give the same result, and nothing else
	// is known.
	Float
)

// Type is the type of an expression, a variable or an array element.
type Type struct {
	Kind   Kind
	Bits   int  // 0 for Bool
	Signed bool // Int only
}

// The types of CUDA's scalars. size_t and differences of pointers have 64 bits.
var (
	BoolType = Type{Kind: Bool}
	I8       = Type{Int, 8, true}
	U8       = Type{Int, 8, false}
	I16      = Type{Int, 16, true}
	U16      = Type{Int, 16, false}
	I32      = Type{Int, 32, true}
	U32      = Type{Int, 32, false}
	I64      = Type{Int, 64, true}
	U64      = Type{Int, 64, false}
	F16      = Type{Kind: Float, Bits: 16}
	F32      = Type{Kind: Float, Bits: 32}
	F64      = Type{Kind: Float, Bits: 64}
)

// String prints the type as bool, i32, u8, f64.
func (t Type) String() string {
	switch {
	case t.Kind == Bool:
		return "bool"
	case t.Kind == Float:
		return fmt.Sprintf("f%d", t.Bits)
	case t.Signed:
		return fmt.Sprintf("i%d", t.Bits)
	default:
		return fmt.Sprintf("u%d", t.Bits)
	}
}

// Bytes returns the size in memory; a bool takes one byte.
func (t Type) Bytes() int {
	if t.Kind == Bool {
		return 1
	}
	return t.Bits / 8
}

// IsInt reports whether t is an integer type.
func (t Type) IsInt() bool { return t.Kind == Int }

// Wrap reduces v to the range of integer type t as a C conversion does: the low
// Bits bits, sign-extended if t is signed, zero-extended otherwise. A u64 value
// above the range of int64 is kept as its bit pattern.
func (t Type) Wrap(v int64) int64 {
	if t.Kind != Int || t.Bits >= 64 {
		return v
	}
	shift := 64 - t.Bits
	if t.Signed {
		return v << shift >> shift
	}
	return int64(uint64(v) << shift >> shift)
}

// TypeNamed is the inverse of Type.String. It panics if name is no type: the
// names come from tables of the program, not from its input.
func TypeNamed(name string) Type {
	for _, t := range []Type{BoolType, I8, U8, I16, U16, I32, U32, I64, U64, F16, F32, F64} {
		if t.String() == name {
			return t
		}
	}
	panic("kernel: no type " + name)
}
