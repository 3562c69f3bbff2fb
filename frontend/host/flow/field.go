package flow

import (
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
)

// Members of objects, p->n and a.n, are roots of their own, from where they are first read until
// something may change them: a store to what is no variable of numbers of the function, a call of code
// that is not known to write nothing, or anything that is done with the object but reading.

// fieldKey is a member of the object or pointer in a slot.
type fieldKey struct {
	slot int
	name string
}

// field is the value of a member that is a number; ok is false if it is not known to be one.
func (f *frame) field(s *State, e *cuda.MemberExpr) (v Value, ok bool) {
	id, isName := e.X.(*cuda.Ident)
	if !isName || len(id.Path) > 0 || id.HasArgs || s.opaque || f.run == nil || f.fn.unstable[id.Name] != "" {
		return v, false
	}
	base := f.find(s, id.Name)
	sl := s.at(base)
	if sl == nil || sl.kind != objectSlot || sl.global || s.touched[base] {
		return v, false
	}
	t := f.memberType(sl.typ, e)
	if t == nil {
		return v, false
	}
	key := fieldKey{base, e.Name}
	if f.run.fields == nil {
		f.run.fields = map[fieldKey]int{}
	}
	i, made := f.run.fields[key]
	if !made {
		k, _ := f.scalar(t)
		f.slots = append(f.slots, &slot{name: id.Name + "." + e.Name, typ: t, kind: numberSlot, k: k, of: base + 1})
		i = len(f.slots) - 1
		f.run.fields[key] = i
	}
	if s.touched[i] {
		return v, false
	}
	if s.value(i).X == nil {
		s.set(i, f.fn.prog.fresh(f.slots[i], ""))
	}
	return s.value(i), true
}

// memberType is the type of a member of an object of type t, or for -> of what t points to, nil if it
// is not certainly a number.
func (f *frame) memberType(t *cuda.TypeExpr, e *cuda.MemberExpr) *cuda.TypeExpr {
	if t != nil && t.Form == cuda.ReferenceType {
		t = t.Elem
	}
	if e.Arrow {
		if t == nil || t.Form != cuda.PointerType {
			return nil
		}
		t = t.Elem
	}
	if t == nil || t.Form != cuda.NamedType || len(t.Path) > 0 || t.HasArgs || t.Volatile || f.fn.hasTemplateParam(t.Name) || f.fn.namesLocal(t.Name) {
		return nil
	}
	list := f.fn.prog.records[t.Name]
	if len(list) != 1 || list[0].Template != nil || list[0].Opaque != "" {
		return nil
	}
	for _, d := range list[0].Fields {
		if _, number := f.scalar(d.Type); d.Name == e.Name && number && plainField(d.Type) && !d.Static && !d.Type.Volatile && d.Bits == nil {
			return d.Type
		}
	}
	return nil
}

// method is a call x.size(0) on one of PyTorch's tensors, whose sizes are numbers of 64 bits; other calls of
// methods may return anything.
func (f *frame) method(m *cuda.MemberExpr) Value {
	id, isName := m.X.(*cuda.Ident)
	if !isName || m.Arrow || len(id.Path) > 0 || !tensorSizes[m.Name] || len(f.fn.prog.records["Tensor"]) > 0 {
		return unknown("it %s", Runtime)
	}
	list := f.fn.declared[id.Name]
	for _, t := range list {
		if t != nil && t.Form == cuda.ReferenceType {
			t = t.Elem
		}
		if t == nil || t.Form != cuda.NamedType || t.Name != "Tensor" || f.fn.namesLocal("Tensor") {
			return unknown("it %s", Runtime)
		}
	}
	if len(list) == 0 {
		return unknown("it %s", Runtime)
	}
	return number(f.fn.prog.root(id.Name+"."+m.Name+"()", kernel.I64, ""))
}

var tensorSizes = wordSet("size numel stride dim")
