package flow

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
)

// In a method a plain name may mean a member of the object that the method is called for:
//
//	void Solver::step() { k<<<cells, 128>>>(p, cells); }
//
// Such a member is followed like p->cells (field.go): a root from where it is first read until something
// may change it.

// ownMember is the slot of the member of that name of the method's own object, if it is certainly a number
// that each object has for itself; -1 for others.
func ownMember(fr *frame, name string) int {
	// What an inlined function or a lambda calls its object is not followed.
	if fr.up != nil || fr.fn.outer != nil || fr.run == nil || fr.fn.unstable[name] != "" {
		return -1
	}
	r := fr.fn.ownClass()
	if r == nil || fr.fn.prog.refers || fr.fn.prog.pointsToMembers() {
		return -1 // another name may stand for the member
	}
	for _, d := range r.Fields {
		if d.Name != name {
			continue
		}
		if _, number := fr.scalar(d.Type); !number || !plainField(d.Type) || d.Static || d.Constexpr || d.Type.Volatile || d.Bits != nil {
			return -1
		}
		if fr.self == 0 {
			fr.slots = append(fr.slots, &slot{name: "this", kind: objectSlot})
			fr.self = len(fr.slots)
		}
		return fr.slotOf(fr.self-1, name, d.Type)
	}
	return -1
}

// ownClass is the class of which the function is a method, nil if it is none, or if it is not certain which
// class its members are those of.
func (f *function) ownClass() *cuda.RecordDecl {
	class := f.classAround()
	if class == nil || class.Template != nil || class.Opaque != "" && class.Opaque != cuda.VirtualMethod || class.Kind == "union" {
		return nil
	}
	return class
}

// classAround is the class of which f is a method, nil if it is none or not clear.
func (f *function) classAround() *cuda.RecordDecl {
	var class *cuda.RecordDecl
	for _, r := range f.classesAround() { // one class may be named twice
		if r == nil || class != nil && r != class {
			return nil
		}
		class = r
	}
	return class
}

// pointsToMembers reports whether the file uses pointers to members: int C::*p; c.*p = 1; c->*p = 1;
func (p *Program) pointsToMembers() bool {
	if p.toMembers == nil {
		found := false
		for i := 1; i < p.code.Len() && !found; i++ {
			before := p.code.Text(i - 1)
			found = p.code.Text(i) == "*" && (before == "::" || before == "." || before == "->") || strings.HasSuffix(before, ".*") || before == "->*"
		}
		p.toMembers = &found
	}
	return *p.toMembers
}

// classesAround are the classes around a function but for those that are only declared; nil stands for one
// that is not known.
func (f *function) classesAround() []*cuda.RecordDecl {
	var out []*cuda.RecordDecl
	if f.in != nil {
		out = append(out, f.in)
	}
	if f.fn == nil {
		return out
	}
	for _, part := range f.fn.Scope {
		name, _, _ := strings.Cut(part, "<") // C<T>::run
		out = append(out, f.prog.records[name]...)
	}
	return slices.DeleteFunc(out, func(r *cuda.RecordDecl) bool { return r != nil && r.Forward })
}

// ofOwnClass reports whether the class around has a method of that name, which may change its members.
func (f *function) ofOwnClass(name string) bool {
	return slices.ContainsFunc(f.classesAround(), func(r *cuda.RecordDecl) bool {
		return r == nil || slices.ContainsFunc(r.Methods, func(m *cuda.FuncDecl) bool { return m.Name == name })
	})
}

// memberName is how a member is called: one of the method's own object by its name alone.
func memberName(object, member string) string {
	if object == "this" {
		return member
	}
	return object + "." + member
}

// loseOthers makes unknown what else may be the member in slot i: members of other objects, which may be
// the same object.
func loseOthers(fr *frame, s *State, i int) {
	of := fr.slots[i].of
	if of == 0 {
		return
	}
	for m, sl := range fr.slots {
		if sl.of > 0 && sl.of != of && m < len(s.values) && (s.values[m].X != nil || s.values[m].IsDims) && !fr.ownObject(s, sl.of-1) {
			fr.lose(s, m, "another object may be the same")
		}
	}
}
