// Package syntax answers questions about declarations and statements that their form
// decides, before any name means anything: where jumps lead, whether a class has a
// constructor that does something, which of two specialisations is more special.
package syntax

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/lower/ctype"
)

// HasConstructor reports whether r declares a constructor that gv2 must run.
func HasConstructor(r *ctype.Record) bool {
	if r.Decl == nil {
		return false
	}
	for _, m := range r.Decl.Methods {
		if m.Ctor && !m.Defaulted && !m.Deleted {
			return true
		}
	}
	return false
}

// Destructor is d's destructor if it does something on the device.
func Destructor(d *cuda.RecordDecl) *cuda.FuncDecl {
	for _, m := range d.Methods {
		if !strings.HasPrefix(m.Name, "~") || !m.Device || m.Defaulted {
			continue
		}
		if body, _ := m.Body(); body == nil || len(body.Stmts) > 0 {
			return m
		}
	}
	return nil
}

// InitialisesItself reports whether T x; does more than leave x arbitrary: a
// constructor or an initialiser of a member runs, at any depth.
func InitialisesItself(t *ctype.Type) bool {
	for t.IsArray() {
		t = t.Elem
	}
	if !t.IsRecord() {
		return false
	}
	return NeedsConstructor(t) || hasFieldInits(t.Rec) ||
		slices.ContainsFunc(t.Rec.Fields, func(f ctype.Field) bool { return InitialisesItself(f.Type) })
}

func hasFieldInits(r *ctype.Record) bool {
	return slices.ContainsFunc(r.Fields, func(f ctype.Field) bool { return f.Init != nil })
}

// NeedsConstructor reports whether T() runs a constructor, at any depth.
func NeedsConstructor(t *ctype.Type) bool {
	for t.IsArray() {
		t = t.Elem
	}
	if !t.IsRecord() {
		return false
	}
	if HasConstructor(t.Rec) {
		return true
	}
	for _, b := range t.Rec.Bases {
		if NeedsConstructor(b.Type()) {
			return true
		}
	}
	return slices.ContainsFunc(t.Rec.Fields, func(f ctype.Field) bool { return NeedsConstructor(f.Type) })
}

// Constructs reports whether T(...) with n arguments is a call of a constructor.
func Constructs(t *ctype.Type, n int) bool {
	return t.IsRecord() && t.Rec.Decl != nil && (HasConstructor(t.Rec) || n == 0 && NeedsConstructor(t))
}

// PlainName reports whether t is a name alone.
func PlainName(t *cuda.TypeExpr) bool { return len(t.Path) == 0 && !t.HasArgs }

// CopiesMembers reports whether fn, a copy constructor or operator=, does nothing
// but copy members, each to the same of the other object.
func CopiesMembers(fn *cuda.FuncDecl) bool {
	body, _ := fn.Body()
	if body == nil {
		return false
	}
	from := fn.Params[0].Name
	for _, m := range body.Inits {
		if len(m.Args) != 1 || !PlainName(m.Name) || memberOf(m.Args[0], from) != m.Name.Name {
			return false
		}
	}
	for _, st := range body.Stmts {
		switch st := st.(type) {
		case *cuda.ReturnStmt:
			if !isThis(st.X) {
				return false
			}
		case *cuda.ExprStmt:
			as, ok := st.X.(*cuda.AssignExpr)
			if !ok || as.Op != "=" || ownMember(as.X) == "" || ownMember(as.X) != memberOf(as.Y, from) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// memberOf is m where e is from.m, else empty.
func memberOf(e cuda.Expr, from string) string {
	m, ok := e.(*cuda.MemberExpr)
	if !ok || m.Arrow {
		return ""
	}
	if id, ok := m.X.(*cuda.Ident); !ok || id.Name != from || len(id.Path) > 0 {
		return ""
	}
	return m.Name
}

// ownMember is m where e is m or this->m, else empty.
func ownMember(e cuda.Expr) string {
	switch e := e.(type) {
	case *cuda.Ident:
		if len(e.Path) == 0 {
			return e.Name
		}
	case *cuda.MemberExpr:
		if _, ok := e.X.(*cuda.ThisExpr); ok {
			return e.Name
		}
	}
	return ""
}

// isThis reports whether e is *this.
func isThis(e cuda.Expr) bool {
	u, ok := e.(*cuda.UnaryExpr)
	if !ok || u.Op != "*" {
		return false
	}
	_, ok = u.X.(*cuda.ThisExpr)
	return ok
}

// Begins is the number of the member of a union that has a value at first: the one with an initialiser, else the first
// ([dcl.init.aggr]), for which a wider one stands that is zero as well; -1 if there are none.
func Begins(r *ctype.Record) int {
	for i, f := range r.Fields {
		if f.Init != nil {
			return i
		}
	}
	if i := r.Widest(); i < 0 || !InitialisesItself(r.Fields[i].Type) {
		return i
	}
	return 0
}

// HasConversionTemplate reports whether what r converts to depends on what is asked for.
func HasConversionTemplate(r *ctype.Record) bool {
	return r.Decl != nil && slices.ContainsFunc(r.Decl.Methods, func(fn *cuda.FuncDecl) bool {
		return fn.Template != nil && strings.HasPrefix(fn.Name, "operator ") && fn.Result != nil
	}) || slices.ContainsFunc(r.Bases, HasConversionTemplate)
}
