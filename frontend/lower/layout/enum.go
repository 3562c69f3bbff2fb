package layout

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Enum is the type of enumeration d and the values of its enumerators: a type of its
// own, which counts as the fixed type, or else as the first of int, unsigned int, long and
// unsigned long that holds all of them ([conv.prom]). That has the size of the type that
// GCC chooses for the objects. While the values are found, bind makes those before known.
// After a fault there are no values.
func Enum(c Core, d *cuda.EnumDecl, bind func(name string, v kernel.Expr)) (*ctype.Type, []kernel.Expr) {
	var fixed *ctype.Type
	if d.Base != nil {
		if fixed = c.Resolve(d.Base); !fixed.IsScalar() {
			return fixed, nil
		}
	} else if d.Class {
		fixed = ctype.Int
	}
	var values []*kernel.Const
	for i, v := range d.Values {
		x, ok := kernel.NewConst(kernel.I32, 0), true
		if v.Value != nil {
			x, ok = c.Constant(v.Value)
		} else if i > 0 {
			x = next(values[i-1])
		}
		if ok && fixed != nil {
			x, ok = cexpr.Convert(x, fixed.Scalar).(*kernel.Const)
		}
		if !ok {
			c.Errorf(v.Pos, "the value of %s is not constant", v.Name)
			return ctype.Bad, nil
		}
		values = append(values, x)
		bind(v.Name, x)
	}
	t := &ctype.Type{Form: ctype.ScalarForm, Name: d.Name, Enum: d}
	if fixed != nil {
		t.Scalar = fixed.Scalar
	} else {
		t.Scalar = holder(values, d.Packed)
	}
	var out []kernel.Expr
	for _, x := range values {
		out = append(out, cexpr.Convert(x, t.Scalar))
	}
	return t, out
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

// next is the value of an enumerator that has none of its own, after v: of the same
// type, or of a wider one where it does not fit ([dcl.enum]).
func next(v *kernel.Const) *kernel.Const {
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
