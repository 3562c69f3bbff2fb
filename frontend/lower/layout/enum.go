package layout

import (
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Enum is the type of enumeration d, whose enumerators have these values: a type of
// its own, which counts as the fixed type, or else as the first of int, unsigned int,
// long and unsigned long that holds all of them ([conv.prom]). That has the size of the
// type that GCC chooses for the objects.
func Enum(d *cuda.EnumDecl, fixed *ctype.Type, values []*kernel.Const) *ctype.Type {
	if fixed != nil && !fixed.IsScalar() {
		return fixed
	}
	t := ctype.Type{Form: ctype.ScalarForm, Name: d.Name, Enum: d}
	switch {
	case fixed != nil:
		t.Scalar = fixed.Scalar
	default:
		t.Scalar = holder(values, d.Packed)
	}
	return &t
}

// holder is the narrowest integer type that holds all values, of int's width at least
// unless packed.
func holder(values []*kernel.Const, packed bool) kernel.Type {
	types := []kernel.Type{kernel.I32, kernel.U32, kernel.I64, kernel.U64}
	if packed {
		types = append([]kernel.Type{kernel.I8, kernel.U8, kernel.I16, kernel.U16}, types...)
	}
	for _, t := range types {
		all := true
		for _, v := range values {
			all = all && holds(t, v)
		}
		if all {
			return t
		}
	}
	return kernel.U64
}

func holds(t kernel.Type, v *kernel.Const) bool {
	huge := v.T == kernel.U64 && v.Val < 0 // beyond what an int64 shows
	if huge || t == kernel.U64 {
		return t == kernel.U64 && (huge || v.Val >= 0)
	}
	return t.Wrap(v.Val) == v.Val
}

// Next is the value of an enumerator that has none of its own, after v: of the same
// type, or of a wider one where it does not fit ([dcl.enum]).
func Next(v *kernel.Const) *kernel.Const {
	t := v.T
	if t.Kind == kernel.Bool {
		t = kernel.I32
	}
	for _, wider := range []kernel.Type{t, kernel.I32, kernel.U32, kernel.I64, kernel.U64} {
		c := kernel.NewConst(wider, v.Val+1)
		if wider.Bits >= t.Bits && (c.Val > v.Val || wider == kernel.U64) {
			return c
		}
	}
	return kernel.NewConst(t, v.Val+1)
}
