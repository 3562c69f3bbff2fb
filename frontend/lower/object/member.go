package object

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Members of structs that are arrays have bounds of their own ([expr.add]): s.a[i] is outside
// of a where i is, though the struct goes on there. A pointer that was made of such a member
// remembers it, as long as nothing but arithmetic happens to it: what is cast to another type,
// or kept in a variable that is assigned, may be meant to lead elsewhere.

// member is an array that is a member of a struct, as a pointer into it sees it.
type member struct {
	off  kernel.Expr // from the beginning of the member, in units of the memory
	t    *ctype.Type // of the array
	name string
}

// memberArray is the array f of a record as a pointer to its beginning sees it; nil where its length is
// not what it says: the last member of a struct with one element or none may stand for more.
func memberArray(r *ctype.Record, i int, t *ctype.Type) *member {
	if !t.IsArray() || t.Len <= 0 || t.Len == 1 && i == len(r.Fields)-1 || supplied(r) {
		return nil
	}
	of := r
	if in := r.Fields[i].In; in != nil {
		of = in
	}
	name := r.Fields[i].Name
	if of.Name != "" {
		name = of.Name + "::" + name
	}
	return &member{off: ZeroOffset, t: t, name: name}
}

// supplied reports whether the user knows nothing of the members of a record, since gv2 has its
// declaration; of CUDA's own records the vectors are known, which begin with x.
func supplied(r *ctype.Record) bool {
	if r.Decl == nil {
		return len(r.Fields) == 0 || r.Fields[0].Name != "x"
	}
	return r.Decl.Pos.Supplied()
}

// moved is the member for a pointer that was p and is i times size bytes further on.
func (m *member) moved(mem *Model, p *Pointer, i kernel.Expr, size int64, negative bool) *member {
	if m == nil {
		return nil
	}
	from := *p
	from.Off = m.off
	return &member{off: mem.ShiftOffset(&from, i, size, negative), t: m.t, name: m.name}
}

// fixed is the member for a pointer that goes into a variable, which other variables may
// change behind.
func (m *member) fixed() *member {
	if m == nil || !cexpr.IsConst(m.off) {
		return nil
	}
	return m
}

// mapped is the member with f applied to its expression.
func (m *member) mapped(f func(kernel.Expr) kernel.Expr) *member {
	if m == nil {
		return nil
	}
	return &member{off: f(m.off), t: m.t, name: m.name}
}

// access is what the kernel knows of an access of that many units; nil where it certainly
// stays within the member.
func (m *member) access(of *Memory, width int) *kernel.Subarray {
	if m == nil || m.t.Size()%of.Bytes != 0 {
		return nil
	}
	a := &kernel.Array{Label: m.name, Len: m.t.Size() / of.Bytes}
	if c, ok := m.off.(*kernel.Const); ok && c.Val >= 0 && c.Val+int64(width) <= a.Len {
		return nil
	}
	elem := m.t
	for elem.IsArray() {
		a.Dims = append(a.Dims, elem.Len)
		elem = elem.Elem
	}
	a.Scale = int(max(1, elem.Size()/of.Bytes))
	return &kernel.Subarray{Index: m.off, Of: a}
}

// parts are the members of a record in units of the memory, nil where it has none that the user
// knows of.
func (m *Memory) parts(t *ctype.Type) []kernel.Part {
	if !t.IsRecord() || supplied(t.Rec) {
		return nil
	}
	var out []kernel.Part
	for i := range t.Rec.Fields {
		f := &t.Rec.Fields[i]
		if f.Bits != nil || f.Offset%m.Bytes != 0 || f.Type.Size()%m.Bytes != 0 {
			continue
		}
		p := kernel.Part{At: f.Offset / m.Bytes, Size: f.Type.Size() / m.Bytes}
		if f.Name != "" {
			p.Name = "." + f.Name
		}
		of := f.Type
		for ; of.IsArray(); of = of.Elem {
			p.Dims = append(p.Dims, of.Len)
		}
		p.Parts = m.parts(of)
		out = append(out, p)
	}
	return out
}
