// Package layout turns what declarations say about classes and enumerations into
// types with sizes: members, alignments, attributes and #pragma pack in, the layout of
// package ctype out. Names, constants and messages are the business of the caller.
package layout

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Core is what the package asks of the language.
type Core struct {
	Resolve  func(*cuda.TypeExpr) *ctype.Type
	Constant func(cuda.Expr) (*kernel.Const, bool)
	// Errorf and Unsupported report; after a report nobody uses the type.
	Errorf      func(diag.Pos, string, ...any)
	Unsupported func(diag.Pos, string, ...any)
}

// maxAlign bounds alignments, as GCC does.
const maxAlign = 1 << 28

// Record gives r its bases and members, as r.Decl has them, and lays it out. It stops at
// the first fault.
func Record(c Core, r *ctype.Record) {
	for _, b := range r.Decl.Bases {
		t := c.Resolve(b)
		if !t.IsRecord() || t.Incomplete() {
			c.Unsupported(b.Pos, "the base class of %s", r.Name)
			return
		}
		r.Bases = append(r.Bases, t.Rec)
		r.Fields = append(r.Fields, t.Rec.Fields...)
	}
	for _, f := range r.Decl.Fields {
		if f.Static {
			continue
		}
		field, ok := member(c, r, f)
		if !ok {
			return
		}
		r.Fields = append(r.Fields, field)
	}
	rules := ctype.Rules{Packed: r.Decl.Packed, Pack: r.Decl.Pack, NonPOD: r.Decl.Hidden}
	var ok bool
	if rules.Align, ok = alignment(c, r.Decl.Align, r.Decl.Pos); !ok {
		return
	}
	for _, m := range r.Decl.Methods {
		switch defaulted := m.Defaulted || m.Deleted; {
		case m.Ctor && defaulted, m.Name == "operator=" && defaulted:
			rules.Doubtful = true
		case m.Ctor, m.Name == "operator=":
			rules.NonPOD = true
		}
	}
	rules.NonPOD = rules.NonPOD || r.Refers() // as in C++98, by which GCC goes here
	rules.Doubtful = rules.Doubtful || slices.ContainsFunc(r.Decl.Fields, func(f *cuda.VarDecl) bool { return f.Init != nil })
	r.LayOut(rules)
	if r.Disputed {
		c.Unsupported(r.Decl.Pos, "the layout of %s: compilers do not agree whether a member is packed, or uses the padding of what is before it; give the class before it a constructor, or fill its padding", r.Name)
	}
}

// member is a member of r as a field that is not placed yet.
func member(c Core, r *ctype.Record, f *cuda.VarDecl) (ctype.Field, bool) {
	t := c.Resolve(f.Type)
	out := ctype.Field{Name: f.Name, Type: t, Init: f.Init, In: r, Mutable: f.Mutable, Packed: f.Packed, Overlaps: f.Overlaps}
	switch {
	case t.Bad():
		c.Unsupported(f.Pos, "the type of field %s", f.Name)
		return out, false
	case t.Incomplete():
		c.Errorf(f.Pos, "%s contains itself", r.Name)
		return out, false
	case t.Ref && f.Init != nil:
		c.Unsupported(f.Pos, "field %s is a reference with an initialiser of its own; use a pointer", f.Name)
		return out, false
	case t.Ref:
		t = ctype.PointerTo(t.Object())
		out.Type, out.Refers = t.Qualified(true, false), true
	case t.IsArray() && t.Len < 0, t.Form == ctype.FuncForm, t.Form == ctype.VoidForm:
		c.Unsupported(f.Pos, "field %s of type %s", f.Name, t)
		return out, false
	}
	var ok bool
	if f.Packed && r.Of != nil {
		c.Unsupported(f.Pos, "packed on a member of a class template, where compilers do not agree; pack the class")
		return out, false
	}
	if out.Align, ok = alignment(c, f.Align, f.Pos); !ok {
		return out, false
	}
	if f.Bits == nil {
		return out, true
	}
	w, ok := c.Constant(f.Bits)
	switch {
	case !ok || !t.IsScalar() || t.Scalar.Kind == kernel.Float || w.Val < 0:
		c.Errorf(f.Pos, "the width of a bit-field is an integer constant, and its type an integer")
		return out, false
	case w.Val > int64(t.Scalar.Bits) && t.Scalar != kernel.BoolType, t.Scalar == kernel.BoolType && w.Val > 1:
		c.Unsupported(f.Pos, "a bit-field that is wider than its type")
		return out, false
	}
	out.Bits = &ctype.BitField{Width: w.Val}
	return out, true
}

// alignment is the strictest of the alignments asked for, 0 if there is none; ok is
// false after a fault.
func alignment(c Core, list []cuda.Expr, pos diag.Pos) (align int64, ok bool) {
	for _, e := range list {
		n, ok := c.Constant(e)
		switch {
		case !ok:
			c.Errorf(pos, "this alignment is not constant")
			return 0, false
		case n.Val < 0 || n.Val > maxAlign || n.Val&(n.Val-1) != 0:
			c.Errorf(pos, "alignment %d; it must be a power of two", n.Val)
			return 0, false
		}
		align = max(align, n.Val)
	}
	return align, true
}
