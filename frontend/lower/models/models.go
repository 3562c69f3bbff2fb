// Package models shows the models of libraries, and the functions of annotations, the kernel being
// lowered: values and pointers as package library has them, accesses as those of an
// object.Model, and calls with what their arguments and types are. What it has to know of the
// language it asks through Core, Lang and Stating.
package models

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/library"
	"gv2/frontend/lower/object"
)

// Value is v as the models of libraries see it.
func Value(v object.Value) library.Value {
	out := library.Value{Type: v.T, Expr: v.Expr}
	if v.Ptr != nil {
		out.Pointer = v.Ptr
	}
	for _, f := range v.Fields {
		out.Fields = append(out.Fields, Value(f))
	}
	return out
}

// Object is the value that a model returned.
func Object(v library.Value) object.Value {
	out := object.Value{T: v.Type, Expr: v.Expr}
	if p, ok := v.Pointer.(*object.Pointer); ok {
		out.Ptr = p
	}
	for _, f := range v.Fields {
		out.Fields = append(out.Fields, Object(f))
	}
	return out
}

// Memory is the part of library.Call that is about memory: accesses at the place At.
type Memory struct {
	Model *object.Model
	At    diag.Pos
}

// Deref is the object to which p leads.
func (m Memory) Deref(p library.Pointer) library.Object {
	return m.Model.Deref(m.At, p.(*object.Pointer))
}

// Field is member i of o.
func (m Memory) Field(o library.Object, i int) library.Object {
	return m.Model.Field(o.(*object.Place), i)
}

// Read is the value of o.
func (m Memory) Read(o library.Object) library.Value { return Value(m.Model.Read(o.(*object.Place))) }

// Write makes v the value of o.
func (m Memory) Write(o library.Object, v library.Value) { m.Model.Write(o.(*object.Place), Object(v)) }

// Element leads to element i of type t of o, false if o has no address.
func (m Memory) Element(o library.Object, t *ctype.Type, i kernel.Expr) (library.Pointer, bool) {
	p := o.(*object.Place).Ptr
	if p == nil {
		return nil, false
	}
	return m.Model.Shift(p.With(t, p.Off), i, false), true
}

// Load is the number of type t at p.
func (m Memory) Load(p library.Pointer, t kernel.Type) kernel.Expr {
	return m.Model.Load(m.At, p.(*object.Pointer), t, false)
}

// Store writes the number x to p.
func (m Memory) Store(p library.Pointer, x kernel.Expr) {
	m.Model.Store(m.At, p.(*object.Pointer), x, false)
}

// Access is called for each access of a number of type t that one through p may be.
func (m Memory) Access(p library.Pointer, t kernel.Type, use func(kernel.Access)) {
	m.Model.Access(m.At, p.(*object.Pointer), t, false, func(_ *object.Memory, acc kernel.Access) { use(acc) })
}

// SetBlock writes n bytes of that value.
func (m Memory) SetBlock(dst library.Pointer, value byte, n int64) {
	m.Model.SetBlock(m.At, dst.(*object.Pointer), value, n)
}

// CopyBlock copies n bytes, as memmove does where they may overlap.
func (m Memory) CopyBlock(dst, src library.Pointer, n int64, overlap bool) {
	m.Model.CopyBlock(m.At, dst.(*object.Pointer), src.(*object.Pointer), n, overlap)
}
