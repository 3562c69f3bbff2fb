// Package category tells what an expression yields ([basic.lval]): an object, an object whose
// value may be taken away, or a mere value; and the type that decltype gives for it
// ([dcl.type.decltype]), which is a reference for the first two.
package category

import (
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
)

// Category is a value category.
type Category int

const (
	Value   Category = iota // a prvalue
	Object                  // an lvalue
	Expires                 // an xvalue
)

// Core is what the front end knows of an expression without evaluating it.
type Core struct {
	// TypeOf is the type of what an expression yields, with its qualifiers, never a reference.
	TypeOf func(cuda.Expr) *ctype.Type
	// Symbol is what a local name means, nil if it is none.
	Symbol func(name string) *bind.Symbol
	// This is the type of the object at hand, Bad if there is none.
	This func() *ctype.Type
	// Enclosing is the class that a qualified name is looked up in, nil if it is none.
	Enclosing func(*cuda.Ident) *ctype.Record
	// Arrow is the type of the object that -> leads to by a function of the user's.
	Arrow func(*cuda.MemberExpr) *ctype.Type
	// Result is the declared result type of the program's function that a call or an operator at
	// that position calls; nil if it is none of the program's.
	Result func(cuda.Expr, diag.Pos) *ctype.Type
	// Resolve is the type that a type expression means.
	Resolve func(*cuda.TypeExpr) *ctype.Type
}

// Decltype is the type of decltype(te.Len), Bad after a diagnostic.
func (c Core) Decltype(te *cuda.TypeExpr) *ctype.Type {
	if !te.Parens {
		switch te.Len.(type) {
		case *cuda.Ident, *cuda.MemberExpr:
			t, _ := c.declared(te.Len)
			return t
		}
	}
	t := c.TypeOf(te.Len)
	if t.Bad() || t.Form == ctype.VoidForm {
		return t
	}
	of := c.Of(te.Len)
	switch {
	case of != Value:
		out := *t.Object()
		out.Ref, out.RValue = true, of == Expires
		return &out
	case t.IsRecord():
		return t
	}
	return t.Plain()
}

// Of is the category of e.
func (c Core) Of(e cuda.Expr) Category {
	switch e := e.(type) {
	case *cuda.StringLit, *cuda.NullLit:
		return c.literal(e)
	case *cuda.Ident:
		return c.name(e)
	case *cuda.MemberExpr:
		return c.member(e)
	case *cuda.IndexExpr:
		return c.operator(e, e.Pos, Object, e.X)
	case *cuda.AssignExpr:
		return c.operator(e, e.Pos, Object, e.X)
	case *cuda.UnaryExpr:
		builtin := Value
		if e.Op == "&" {
			return Value
		}
		if e.Op == "*" || !e.Postfix && (e.Op == "++" || e.Op == "--") {
			builtin = Object
		}
		return c.operator(e, e.Pos, builtin, e.X)
	case *cuda.BinaryExpr:
		if e.Op == "," {
			return c.operator(e, e.OpPos, c.Of(e.Y), e.X, e.Y)
		}
		return c.operator(e, e.OpPos, Value, e.X, e.Y)
	case *cuda.CondExpr:
		x, y := c.Of(e.X), c.Of(e.Y)
		tx, ty := c.TypeOf(e.X), c.TypeOf(e.Y)
		if x == y && ctype.Same(tx, ty) && ctype.SameName(tx, ty) {
			return x
		}
		return Value
	case *cuda.CastExpr:
		return ofType(c.Resolve(e.Type))
	case *cuda.CallExpr:
		if f, ok := e.Fun.(*cuda.Ident); ok && f.Name == "move" && len(f.Path) > 0 && f.Path[len(f.Path)-1] == "std" {
			return Expires
		}
		if t := c.Result(e, e.Pos); t != nil {
			return ofType(t)
		}
	}
	return Value
}

func (c Core) literal(e cuda.Expr) Category {
	if _, ok := e.(*cuda.StringLit); ok {
		return Object
	}
	return Value
}

func (c Core) name(e *cuda.Ident) Category {
	if _, variable := c.declared(e); variable {
		return Object
	}
	return Value
}

// member is x.m: as much an object as x is, but for what m refers to or is shared by all.
func (c Core) member(e *cuda.MemberExpr) Category {
	switch t, variable := c.declared(e); {
	case !variable:
		return Value
	case e.Arrow || t.Ref:
		return Object
	}
	if c.Of(e.X) == Object {
		return Object
	}
	return Expires
}

// operator is what an operator at pos yields: that of the language, or a function of the user's.
func (c Core) operator(e cuda.Expr, pos diag.Pos, builtin Category, operands ...cuda.Expr) Category {
	for _, x := range operands {
		if t := c.TypeOf(x); t.IsRecord() || t.Enum != nil {
			if r := c.Result(e, pos); r != nil {
				return ofType(r)
			}
		}
	}
	return builtin
}

// ofType is the category of what has that type as its result.
func ofType(t *ctype.Type) Category {
	switch {
	case t.Ref && t.RValue:
		return Expires
	case t.Ref:
		return Object
	}
	return Value
}
