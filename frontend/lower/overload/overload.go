// Package overload orders conversions for overload resolution, by what the language
// defines; conversions of the user's are the caller's.
package overload

import (
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/library"
)

// Arg is an argument of a call.
type Arg struct {
	// From is its type, nil or bad after a fault.
	From *ctype.Type
	// Object is set for an lvalue, Expires for an xvalue.
	Object, Expires bool
	// Zero is set for a literal 0, Null for a null pointer.
	Zero, Null bool
}

// Ranks of an argument's conversion, best first, after [over.ics.rank].
const (
	ExactMatch = iota
	Qualification
	Promotion
	NumericConversion
	UserConversion
	NotViable
)

// CloserReference orders two references that an argument binds to equally well: one
// to a temporary first, then one that adds no const; below 0 if a is better.
func CloserReference(a, b *ctype.Type) int {
	switch {
	case !a.Ref || !b.Ref || !ctype.Same(a, b):
		return 0
	case a.RValue && !b.RValue, a.RValue == b.RValue && !a.Const && b.Const:
		return -1
	case b.RValue && !a.RValue, a.Const && !b.Const:
		return 1
	}
	return 0
}

// Rank tells how well a converts to t by what the language defines.
func Rank(a Arg, t *ctype.Type) int {
	from := a.From
	if from == nil || from.Bad() || t.Bad() {
		return NumericConversion
	}
	same := ctype.Same(from, t) && from.Enum == t.Enum // what a reference to one may be bound to
	switch {
	case t.RValue && a.Object && (same || from.IsRecord() && t.IsRecord()):
		return NotViable
	case t.RValue && !t.Const && from.Const && (from.IsRecord() || a.Expires && same):
		return NotViable
	case t.RValue:
	case t.Ref && !t.Const && !a.Object && !from.IsRecord():
		return NotViable
	case t.Ref && !t.Const && (from.Const || !same && !(from.IsRecord() && t.IsRecord())):
		return NotViable
	}
	switch {
	case from.IsArray() && t.IsPointer():
		return rankPointer(a, ctype.PointerTo(from.Elem), t)
	case from.IsScalar() && t.IsScalar():
		return rankScalar(from, t)
	case t.IsPointer() && a.Zero:
		return NumericConversion
	case from.IsPointer() && t.IsPointer():
		return rankPointer(a, from, t)
	case from.IsPointer() && t.IsScalar() && t.Scalar == kernel.BoolType:
		return NumericConversion
	case from.IsRecord() && t.IsRecord():
		r := rankRecord(from, t)
		if r != NotViable && t.Ref && !t.Const && !t.RValue && !a.Object && !library.IsGroup(from) {
			return UserConversion // a temporary, which nothing else takes
		}
		return r
	case from.IsScalar() && t.IsRecord() && t.Rec.Ones:
		return UserConversion
	case from.IsArray() && t.IsArray() && ctype.Same(from.Elem, t.Elem):
		return ExactMatch
	}
	return NotViable
}

func rankScalar(from, t *ctype.Type) int {
	switch {
	case (from.Scalar == kernel.F16 || t.Scalar == kernel.F16) && (from.Scalar != t.Scalar || ctype.Canonical(from.Name) != ctype.Canonical(t.Name)):
		return UserConversion // half and bfloat16 are classes
	case t.Enum != nil && from.Enum == t.Enum:
		return ExactMatch
	case t.Enum != nil, from.Enum != nil && from.Enum.Class:
		return NotViable
	case from.Enum != nil && (cexpr.PromotedType(from.Scalar) == t.Scalar || from.Enum.Base != nil && from.Scalar == t.Scalar):
		return Promotion
	case from.Enum != nil:
		return NumericConversion
	case from.Scalar == t.Scalar && (t.Scalar == kernel.I64 || t.Scalar == kernel.U64 || ctype.Canonical(from.Name) == ctype.Canonical(t.Name)):
		return ExactMatch // the results of operations are long or long long
	case cexpr.PromotedType(from.Scalar) == t.Scalar && from.Scalar.Kind != kernel.Float && t.IsPromoted():
		return Promotion
	case from.Scalar == kernel.F32 && t.Scalar == kernel.F64 && t.Size() == 8:
		return Promotion
	}
	return NumericConversion
}

// ConvertsConstant reports whether a constant of type from, which is nil where it is not
// known, may be the argument for a template parameter of type t: no number becomes an
// enumerator, and no enumerator of an enum class a number ([temp.arg.nontype]).
func ConvertsConstant(from, t *ctype.Type) bool {
	return from == nil || from.Enum == t.Enum || t.Enum == nil && !from.Enum.Class
}

func rankPointer(a Arg, from, t *ctype.Type) int {
	switch {
	case a.Null:
		return NumericConversion
	case from.Elem.Const && !t.Elem.Const, from.Elem.Volatile && !t.Elem.Volatile:
		return NotViable
	case ctype.Same(from.Elem, t.Elem) && from.Elem.Const == t.Elem.Const && from.Elem.Volatile == t.Elem.Volatile:
		return ExactMatch
	case ctype.Same(from.Elem, t.Elem):
		return Qualification
	case t.Elem.Form == ctype.VoidForm:
		return NumericConversion
	case from.Elem.IsRecord() && t.Elem.IsRecord() && rankRecord(from.Elem, t.Elem) != NotViable:
		return NumericConversion
	}
	return NotViable
}

func rankRecord(from, t *ctype.Type) int {
	if from.Rec == t.Rec {
		return ExactMatch
	}
	if ctype.ThreeComponents(from.Rec) && ctype.ThreeComponents(t.Rec) {
		return NumericConversion
	}
	if from.Rec.DerivesFrom(t.Rec) {
		return NumericConversion
	}
	return NotViable
}

// NoConversion is the rank of what does not convert.
const NoConversion = 100

// Conversion tells how well what a conversion function returns is a t.
func Conversion(from, t *ctype.Type) int {
	if from.IsScalar() && t.IsScalar() && (from.Scalar == kernel.F16 || t.Scalar == kernel.F16) && ctype.Canonical(from.Name) != ctype.Canonical(t.Name) {
		return NoConversion // half and bfloat16 are classes: that would be a second conversion of the user's
	}
	same := ctype.Same(from, t) && (!t.IsPointer() || ctype.Same(from.Elem, t.Elem))
	switch {
	case same && (!t.IsPointer() || from.Elem.Const == t.Elem.Const):
		return 0
	case same && t.Elem.Const:
		return 2
	case !same && from.IsScalar() && t.IsScalar():
		return 4
	}
	return NoConversion
}

// SameParameters reports whether two functions have the same parameter types.
func SameParameters(a, b []*ctype.Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !ctype.Same(a[i], b[i]) || a[i].Enum != b[i].Enum || ctype.Canonical(a[i].Name) != ctype.Canonical(b[i].Name) ||
			a[i].Ref != b[i].Ref || a[i].RValue != b[i].RValue || a[i].Ref && a[i].Const != b[i].Const {
			return false
		}
		if a[i].IsPointer() && a[i].Elem.Const != b[i].Elem.Const {
			return false
		}
	}
	return true
}

// CloserIsCUDAs reports whether CUDA's function of that name, which takes all numbers as they are, fits arguments of
// these types better than the program's, for which they have these ranks: a class would have to convert one.
func CloserIsCUDAs(name string, args []*ctype.Type, ranks []int) bool {
	converted := false
	for i, t := range args {
		if t == nil || !t.IsScalar() && !t.IsPointer() && !t.IsArray() {
			return false
		}
		if t.IsScalar() && t.Scalar == kernel.F16 && (ctype.OfTorch(t) || !strings.HasPrefix(name, "__shfl_")) {
			return false
		}
		converted = converted || i < len(ranks) && ranks[i] == UserConversion
	}
	return converted
}
