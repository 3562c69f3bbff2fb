package predefined

import (
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/lower/ctype"
)

// ImplicitType is a type or constructor function that CUDA declares.
func ImplicitType(fun *cuda.Ident) *ctype.Type {
	name, made := strings.CutPrefix(fun.Name, "make_")
	if t := ctype.Vectors[name]; t != nil && (made || len(fun.Path) == 0) {
		return t
	}
	if t := ctype.Scalars[fun.Name]; t != nil && !made {
		return t
	}
	return nil
}

// MadeVector is the type that make_float4(x, y, z, w) makes where the program has
// overloads of that name: CUDA's own takes one number for each component.
func MadeVector(function string, args []*ctype.Type) *ctype.Type {
	name, made := strings.CutPrefix(function, "make_")
	t := ctype.Vectors[name]
	if !made || t == nil || len(args) != len(t.Rec.Fields) {
		return nil
	}
	for _, a := range args {
		if !a.IsScalar() {
			return nil
		}
	}
	return t
}
