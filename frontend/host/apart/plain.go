package apart

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
)

// Types of which a copy is all that is taken: pointers, numbers, and what holds such.

// plain reports whether what has a type is a pointer or a number, which a copy of its value initialises.
func (w *mentions) plain(t *cuda.TypeExpr) bool {
	if t == nil {
		return false
	}
	switch t.Form {
	case cuda.PointerType:
		return true
	case cuda.NamedType:
		if len(t.Path) > 0 && t.Path[0] != "std" || t.HasArgs || w.find(t.Name) != nil || w.p.flow.Local(w.fn, t.Name) || w.p.referenceName(t.Name) {
			return false
		}
		return t.Name == "void" || arithmetic[t.Name] || t.Name == "CUdeviceptr" || w.p.flow.IsNumber(w.fn, t)
	default:
		return false
	}
}

// holds reports whether what has a type holds pointers or numbers, copies of those that it is made of.
func (w *mentions) holds(t *cuda.TypeExpr) bool {
	if t == nil {
		return false
	}
	return (t.Form == cuda.ArrayType || isContainer(t) && w.p.flow.Class(t.Name) == nil) && (w.plain(elementIn(t)) || w.holds(elementIn(t)))
}

// elementIn is that of an array, a container, or what a pointer leads to.
func elementIn(t *cuda.TypeExpr) *cuda.TypeExpr {
	switch {
	case t == nil:
		return nil
	case t.Form == cuda.ArrayType || t.Form == cuda.PointerType:
		return t.Elem
	case isContainer(t) && len(t.Args) > 0 && t.Form == cuda.NamedType:
		if t.Name == "map" || t.Name == "unordered_map" {
			return t.Args[min(1, len(t.Args)-1)].Type
		}
		return t.Args[0].Type
	}
	return nil
}

// gathers reports whether a type is that of objects with pointers and numbers for members, which lists of values initialise.
func (w *mentions) gathers(t *cuda.TypeExpr) bool {
	if t == nil || t.Form != cuda.NamedType || len(t.Path) > 0 || w.find(t.Name) != nil || w.p.flow.Local(w.fn, t.Name) {
		return false
	}
	if t.Name == "dim3" {
		return true
	}
	r := w.p.flow.Class(t.Name)
	if r == nil || r.Opaque != "" || len(r.Bases) > 0 || len(r.Scope) > 0 || r.Kind == "union" {
		return false
	}
	return !slices.ContainsFunc(r.Methods, func(m *cuda.FuncDecl) bool { return m.Ctor }) &&
		!slices.ContainsFunc(r.Fields, func(d *cuda.VarDecl) bool { return !w.plain(d.Type) && !w.holds(d.Type) || d.Name == "" })
}

// typeOf is the type of an expression, nil where that is not known.
func (w *mentions) typeOf(e cuda.Expr) *cuda.TypeExpr {
	switch e := e.(type) {
	case *cuda.Ident:
		if l := w.variable(e); l != nil {
			return l.typ
		}
		if r := w.p.flow.OwnClass(w.fn); r != nil && len(e.Path) == 0 && fieldOf(r, e.Name) != nil {
			return fieldOf(r, e.Name)
		} else if d := w.p.flow.Global(e.Name); d != nil && (r == nil || len(r.Bases) == 0) {
			return d.Type
		}
	case *cuda.MemberExpr:
		t := w.typeOf(e.X)
		if _, own := e.X.(*cuda.ThisExpr); own {
			if r := w.p.flow.OwnClass(w.fn); r != nil {
				return fieldOf(r, e.Name)
			}
		}
		if t = bare(t); t != nil && t.Form == cuda.PointerType {
			t = t.Elem
		}
		if t != nil && t.Form == cuda.NamedType && !w.p.flow.Local(w.fn, t.Name) {
			if r := w.p.flow.Class(t.Name); r != nil {
				return fieldOf(r, e.Name)
			}
			if strings.HasPrefix(t.Name, "cuda") || strings.HasPrefix(t.Name, "CU") || strings.HasPrefix(t.Name, "cublas") {
				return unseenPart // of a library for C
			}
		}
		if t == unseenPart {
			return t
		}
	case *cuda.IndexExpr:
		return elementIn(bare(w.typeOf(e.X)))
	case *cuda.StringLit, *cuda.NullLit:
		return unseenPart
	case *cuda.UnaryExpr:
		switch e.Op {
		case "&":
			return &cuda.TypeExpr{Form: cuda.PointerType, Elem: w.typeOf(e.X)}
		case "*":
			return elementIn(bare(w.typeOf(e.X)))
		}
		if t := w.typeOf(e.X); w.plain(t) {
			return t
		}
	case *cuda.BinaryExpr:
		x, y := w.typeOf(e.X), w.typeOf(e.Y)
		if !w.plain(x) || !w.plain(y) {
			return nil
		}
		if y.Form == cuda.PointerType && e.Op != "-" {
			return y
		}
		return x
	case *cuda.CallExpr:
		if id, is := e.Fun.(*cuda.Ident); is && w.library(id) && makers[id.Name] {
			return unseenPart
		}
	default:
		return evident(e)
	}
	return nil
}

// unseenPart is a pointer or a number in an object of a library for C.
var unseenPart = &cuda.TypeExpr{Form: cuda.PointerType}

func fieldOf(r *cuda.RecordDecl, name string) *cuda.TypeExpr {
	for _, d := range r.Fields {
		if d.Name == name {
			return d.Type
		}
	}
	return nil
}
