// Package typed makes types of C++ from others, as expressions of the host do: what pointers lead to, what arithmetic
// and initialisation make of its operands. A type that is not known is nil.
package typed

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
)

// Elements is what pointers and arrays lead to in the end.
func Elements(t *cuda.TypeExpr) *cuda.TypeExpr {
	for Pointee(t) != nil {
		t = Pointee(t)
	}
	return t
}

// Named is the type of that name.
func Named(pos diag.Pos, name string) *cuda.TypeExpr {
	return &cuda.TypeExpr{Pos: pos, Form: cuda.NamedType, Name: name}
}

// Arithmetic is the type of what an operator computes from numbers of types x and y; nil if one is no word of the
// language for numbers.
func Arithmetic(pos diag.Pos, x, y *cuda.TypeExpr) *cuda.TypeExpr {
	best := "int"
	for _, t := range []*cuda.TypeExpr{x, y} {
		if t == nil || t.Form != cuda.NamedType || len(t.Path) > 0 || t.HasArgs || !Numbers[t.Name] {
			return nil
		}
		for i, name := range wide {
			if name == t.Name && i > slices.Index(wide, best) {
				best = name
			}
		}
	}
	if best == "long long" && (x.Name == "unsigned long" || y.Name == "unsigned long") {
		best = "unsigned long long" // the signed type of more rank has as many bits, and cannot hold the other's values
	}
	return Named(pos, best)
}

// wide are the types that int does not become an int with another one, each one what those in front of it become.
var wide = []string{"int", "unsigned int", "long", "unsigned long", "long long", "unsigned long long", "float", "double"}

// Numbers are the words of the language for types of numbers.
var Numbers = map[string]bool{"bool": true, "char": true, "signed char": true, "unsigned char": true, "short": true, "unsigned short": true,
	"int": true, "unsigned int": true, "long": true, "unsigned long": true, "long long": true, "unsigned long long": true, "float": true, "double": true}

// Decayed is the type of a variable that an argument of type a initialises.
func Decayed(a *cuda.TypeExpr) *cuda.TypeExpr {
	if a == nil || a.Form == cuda.ArrayType {
		return PointerTo(Pointee(a))
	}
	if a.Form == cuda.FuncType {
		return PointerTo(a)
	}
	if a.Const || a.Volatile {
		c := *a
		c.Const, c.Volatile = false, false
		return &c
	}
	return a
}

// PointerTo is the type of pointers to t, nil for nil.
func PointerTo(t *cuda.TypeExpr) *cuda.TypeExpr {
	if t == nil {
		return nil
	}
	return &cuda.TypeExpr{Pos: t.Pos, Form: cuda.PointerType, Elem: t}
}

// OfDevice reports whether t is a vector of Thrust's whose elements are not simply there: v[0] stands for one.
func OfDevice(t *cuda.TypeExpr) bool {
	return t != nil && t.Form == cuda.NamedType && (strings.Contains(t.Name, "device_vector") || strings.Contains(t.Name, "universal_vector") ||
		VectorElement(t) != nil && VectorElement(t).Name == "bool")
}

// Referred is the type that a reference refers to, and any other type itself.
func Referred(t *cuda.TypeExpr) *cuda.TypeExpr {
	if t != nil && t.Form == cuda.ReferenceType {
		return t.Elem
	}
	return t
}

// Pointee is the element type of a pointer or an array, nil for other types.
func Pointee(t *cuda.TypeExpr) *cuda.TypeExpr {
	if t != nil && (t.Form == cuda.PointerType || t.Form == cuda.ArrayType) {
		return t.Elem
	}
	return nil
}

// Element is the element type of a pointer, an array or a vector, nil for other types.
func Element(t *cuda.TypeExpr) *cuda.TypeExpr {
	if elem := Pointee(t); elem != nil {
		return elem
	}
	return VectorElement(t)
}

// VectorElement is T of std::vector<T>, thrust::device_vector<T> and the like.
func VectorElement(t *cuda.TypeExpr) *cuda.TypeExpr {
	if t == nil || t.Form != cuda.NamedType || !strings.HasSuffix(t.Name, "vector") || len(t.Args) == 0 {
		return nil
	}
	return t.Args[0].Type
}
