// Package predefined has the names that mean a value without a declaration in the file:
// the macros of standard headers that programs use as names, constants of CUDA's headers,
// and the name of the function at hand.
package predefined

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
)

// Value is what id means inside fn, which is nil outside functions; ok is false for a name
// that is not predefined.
func Value(id *cuda.Ident, fn *cuda.FuncDecl) (v object.Value, ok bool) {
	if IsFunctionName(id.Name) && fn != nil {
		return text(&cuda.StringLit{Pos: id.Pos, Value: fn.Name}), true
	}
	return constant(id.Name)
}

// IsFunctionName reports whether a name is one of the strings that name the function
// around it: [dcl.fct.def.general], and GCC's.
func IsFunctionName(name string) bool {
	switch name {
	case "__func__", "__FUNCTION__", "__PRETTY_FUNCTION__":
		return true
	}
	return false
}

// text is a string, which leads to no memory that a kernel may read.
func text(s *cuda.StringLit) object.Value {
	return object.Value{T: ctype.PointerTo(ctype.Char.Qualified(true, false)), Ptr: &object.Pointer{Elem: ctype.Char, Off: object.ZeroOffset}, Str: s}
}

func number(t kernel.Type, n int64) object.Value {
	return object.ScalarValue(ctype.Of(t), kernel.NewConst(t, n))
}

func float(t kernel.Type, name string) object.Value {
	return object.ScalarValue(ctype.Of(t), &kernel.FloatConst{T: t, Text: name})
}

func constant(name string) (object.Value, bool) {
	switch name {
	case "NULL":
		v := number(kernel.I32, 0)
		v.Zero = true
		return v, true
	case "cudaBoundaryModeZero", "cudaBoundaryModeClamp", "cudaBoundaryModeTrap":
		n := int64(map[string]int{"cudaBoundaryModeClamp": 1, "cudaBoundaryModeTrap": 2}[name])
		return object.ScalarValue(ctype.Int, cexpr.I32(n)), true
	case "INT_MAX":
		return number(kernel.I32, 1<<31-1), true
	case "INT_MIN":
		return number(kernel.I32, -1<<31), true
	case "UINT_MAX":
		return number(kernel.U32, 1<<32-1), true
	case "FLT_MAX", "FLT_MIN", "FLT_EPSILON", "INFINITY", "NAN", "HUGE_VALF", "M_PI_F":
		return float(kernel.F32, name), true
	case "DBL_MAX", "DBL_MIN", "DBL_EPSILON", "M_PI", "M_E", "M_SQRT2", "HUGE_VAL":
		return float(kernel.F64, name), true
	}
	return object.Value{}, false
}
