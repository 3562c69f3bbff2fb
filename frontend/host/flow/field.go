package flow

import (
	"strconv"

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

// field is the value of a member that is a number or a dim3; ok is false if it is not known to be one.
func (f *frame) field(s *State, e *cuda.MemberExpr) (v Value, ok bool) {
	base, i := f.memberSlot(s, e)
	if _, own := e.X.(*cuda.ThisExpr); own && e.Arrow && !s.opaque {
		i = ownMember(f, e.Name)
		base = i
	}
	if i < 0 || s.touched[base] || s.touched[i] {
		return v, false
	}
	if v := s.value(i); v.X == nil && !v.IsDims {
		if s.touched[anyMember] && !f.ownObject(s, f.slots[i].of-1) {
			return v, false
		}
		s.set(i, f.fn.prog.fresh(f.slots[i], ""))
	}
	return s.value(i), true
}

// anyMember stands among the slots that a statement changes for the members that have no slot yet.
const anyMember = -1

// memberSlot is the slot of a member that is a number or a dim3, and that of its object; -1 if it is not known to be
// one.
func (f *frame) memberSlot(s *State, e *cuda.MemberExpr) (base, i int) {
	id, isName := e.X.(*cuda.Ident)
	if !isName || len(id.Path) > 0 || id.HasArgs || s.opaque || f.run == nil || f.fn.unstable[id.Name] != "" {
		return -1, -1
	}
	base = f.find(s, id.Name)
	sl := s.at(base)
	if sl == nil || sl.kind != objectSlot || sl.global {
		return -1, -1
	}
	t := f.memberType(sl.typ, e)
	if t == nil {
		return -1, -1
	}
	return base, f.slotOf(base, e.Name, t)
}

// slotOf is the slot of the member of that name and type of the object in slot base.
func (f *frame) slotOf(base int, name string, t *cuda.TypeExpr) int {
	key := fieldKey{base, name}
	if f.run.fields == nil {
		f.run.fields = map[fieldKey]int{}
	}
	i, made := f.run.fields[key]
	if !made {
		kind := numberSlot
		k, _ := f.scalar(t)
		if isDim3(t) {
			kind = dimsSlot
		}
		f.slots = append(f.slots, &slot{name: memberName(f.slots[base].name, name), typ: t, kind: kind, k: k, of: base + 1})
		i = len(f.slots) - 1
		f.run.fields[key] = i
	}
	return i
}

// ownObject reports whether the object in slot i is one of the function's own to which nothing else
// refers, of a class without code of its own: its members keep their values as long as it is not
// mentioned, whatever is called. So do those of an object that is const.
func (f *frame) ownObject(s *State, i int) bool {
	sl := f.slots[i]
	if isConstant(f, sl) {
		return true
	}
	return sl.kind == objectSlot && !sl.global && sl.why == "" && !s.escaped[i] && f.aggregate(sl.typ) != nil && f.fn.unstable[sl.name] == "" && !f.fn.prog.operators()
}

// isConstant reports whether a slot is an object of a class without code of its own that the language forbids to change.
func isConstant(f *frame, sl *slot) bool {
	return sl.kind == objectSlot && sl.fixed && !sl.global && sl.why == "" && f.aggregate(sl.typ) != nil
}

// aggregate is the class that t names if its objects are nothing but their members; nil for others.
func (f *frame) aggregate(t *cuda.TypeExpr) *cuda.RecordDecl {
	if t == nil || t.Form != cuda.NamedType || t.Volatile || t.HasArgs || len(t.Path) > 0 || f.fn.prog == nil || !f.fn.inert(t) {
		return nil
	}
	list := f.fn.prog.records[t.Name]
	if len(list) != 1 || list[0].Kind == "union" || list[0].Forward || len(list[0].Nested) > 0 || list[0].Hidden && !constructed(list[0]) {
		return nil
	}
	for _, d := range list[0].Fields {
		if d.Name == "" || d.Bits != nil || d.Type.Volatile || d.Mutable {
			return nil
		}
	}
	return list[0]
}

// storeMember executes x.name = e for an object of the function's own; false if it is none.
func (f *frame) storeMember(p *part, s *State, e *cuda.AssignExpr, x *cuda.MemberExpr) bool {
	id, ok := x.X.(*cuda.Ident)
	if !ok {
		return false
	}
	base := f.find(s, id.Name)
	if base < 0 || !f.ownObject(s, base) || s.opaque {
		return false
	}
	_, i := f.memberSlot(s, x)
	outer := s.touched
	s.touched = f.touches(p, s, -1)
	delete(s.touched, base)
	v := f.eval(s, e.Y)
	if e.Op != "=" && i >= 0 {
		old, _ := f.field(s, x)
		v = f.fn.prog.arith(e.Op[:len(e.Op)-1], old, v)
	}
	s.touched = outer
	other, any := f.fn.calls(p)
	f.disturb(s, other, any, "a function may change it")
	if i >= 0 {
		s.set(i, f.converted(v, f.slots[i]))
		return true
	}
	// A member that is no number, of which nothing is known anyway.
	for _, d := range f.aggregate(f.slots[base].typ).Fields {
		if d.Name == x.Name {
			return true
		}
	}
	return false
}

// members are the values that an initialiser gives to the members of an object of type t that are
// numbers, by their names; nil if that is not known.
func (f *frame) members(s *State, t *cuda.TypeExpr, items []cuda.Expr, names []string) map[string]Value {
	r := f.aggregate(t)
	if r == nil || s.opaque {
		return nil
	}
	if constructed(r) {
		if names != nil {
			return nil
		}
		return constructedBy(f, s, r, items)
	}
	out := map[string]Value{}
	n := 0
	for _, d := range r.Fields {
		if d.Static {
			continue
		}
		number := followed(f, d.Type)
		switch {
		case n >= len(items) || names != nil && names[n] != d.Name:
			if names != nil && n < len(items) && names[n] == "" {
				return nil
			}
			if number {
				out[d.Name] = number0(f, d.Type)
			}
			continue
		case d.Type.Form == cuda.ArrayType:
			if _, list := items[n].(*cuda.InitList); !list {
				return nil // its elements may stand without braces
			}
		case number:
			x := items[n]
			if list, ok := x.(*cuda.InitList); ok {
				if len(list.Items) != 1 || list.Fields != nil {
					return nil
				}
				x = list.Items[0]
			}
			out[d.Name] = f.eval(s, x)
		}
		n++
	}
	if n != len(items) || n == 1 && maybeObject(f, s, items[0]) {
		return nil
	}
	return out
}

// maybeObject reports whether e may be an object, of which a list of it alone makes a copy.
func maybeObject(f *frame, s *State, e cuda.Expr) bool {
	v := f.eval(s, e)
	return v.object || v.X == nil && !v.IsDims && v.ratio == nil
}

// followed reports whether t is the type of members that have a slot: numbers, and dim3.
func followed(f *frame, t *cuda.TypeExpr) bool {
	_, number := f.scalar(t)
	return number || isDim3(t)
}

// number0 is 0 of the type that t names, or the dim3 that nobody gives a size.
func number0(f *frame, t *cuda.TypeExpr) Value {
	k, isNumber := f.scalar(t)
	if !isNumber {
		return f.dims(nil, nil)
	}
	return number(kernel.NewConst(k, 0))
}

// setMembers puts values into the members of the object in slot i.
func (f *frame) setMembers(s *State, i int, values map[string]Value) {
	r := f.aggregate(f.slots[i].typ)
	if r == nil || f.slots[i].why != "" || f.slots[i].kind != objectSlot {
		return
	}
	for _, d := range r.Fields {
		v, given := values[d.Name]
		if !given || !followed(f, d.Type) || !plainField(d.Type) {
			continue
		}
		m := f.slotOf(i, d.Name, d.Type)
		s.set(m, f.converted(v, f.slots[m]))
	}
}

// membersOf makes roots of the members of the parameter of that name, if it is an object that is nothing but its members.
func membersOf(f *frame, s *State, name string) (members map[string]Value, class string) {
	i := f.scopes[len(f.scopes)-1][name]
	sl := f.slots[i]
	if sl.kind != objectSlot || sl.why != "" || f.aggregate(sl.typ) == nil {
		return nil, ""
	}
	members = map[string]Value{}
	for _, d := range f.aggregate(sl.typ).Fields {
		if followed(f, d.Type) && plainField(d.Type) && !d.Static {
			m := f.slotOf(i, d.Name, d.Type)
			s.set(m, f.fn.prog.fresh(f.slots[m], "it is a parameter"))
			members[d.Name] = s.value(m)
		}
	}
	return members, sl.typ.Name
}

// Member is the value of a member of what e yields at the place of the state, an object of the class of
// that name.
func (s *State) Member(e cuda.Expr, class, name string) Value {
	f := s.frame
	if s.opaque || f.run == nil || f.fn.namesLocal(class) || f.fn.hasTemplateParam(class) {
		return unknown("%s %s", name, Runtime)
	}
	switch e := e.(type) {
	case *cuda.Ident:
		sl := s.at(f.find(s, e.Name))
		if sl == nil || len(e.Path) > 0 || e.HasArgs || sl.typ == nil {
			break
		}
		t := sl.typ
		if t.Form == cuda.ReferenceType {
			t = t.Elem
		}
		if t != nil && t.Form == cuda.NamedType && t.Name == class && len(t.Path) == 0 && f.aggregate(t) != nil {
			return s.Eval(&cuda.MemberExpr{Pos: e.Pos, X: e, Name: name})
		}
	default:
		if v, ok := written(f, s, class, e)[name]; ok {
			return v.integer(f.fn.prog)
		}
	}
	return unknown("%s %s", name, Runtime)
}

// memberType is the type of a member of an object of type t, or for -> of what t points to, nil if it
// is not certainly a number or a dim3.
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
		if d.Name == e.Name && followed(f, d.Type) && plainField(d.Type) && !d.Static && !d.Type.Volatile && d.Bits == nil {
			return d.Type
		}
	}
	return nil
}

// method is a call x.size(0) on one of PyTorch's tensors, whose sizes are numbers of 64 bits; other calls of
// methods may return anything.
func (f *frame) method(m *cuda.MemberExpr) Value {
	id, isName := m.X.(*cuda.Ident)
	if !isName || m.Arrow || len(id.Path) > 0 || !tensorSizes(m.Name) || len(f.fn.prog.records["Tensor"]) > 0 {
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

// path is the value of what a path of members and elements leads to, as a->shape[0] or x.n.w, from a
// variable of the function: a root of its own, as that of a member. ok is false where the path has an index
// that is not written, or leads to what is known to be no integer.
func (f *frame) path(s *State, e cuda.Expr) (v Value, ok bool) {
	text := ""
	first := e // the step from the variable
	steps := 0
	for steps < 8 {
		switch x := e.(type) {
		case *cuda.MemberExpr:
			dot := "."
			if x.Arrow {
				dot = "->"
			}
			text, first, e = dot+x.Name+text, x, x.X
		case *cuda.IndexExpr:
			n, isNumber := x.I.(*cuda.IntLit)
			if !isNumber {
				return v, false
			}
			text, first, e = "["+strconv.FormatUint(n.Value, 10)+"]"+text, x, x.X
		default:
			id, isName := e.(*cuda.Ident)
			if !isName || steps == 0 || len(id.Path) > 0 || id.HasArgs || s.opaque || f.run == nil || f.fn.unstable[id.Name] != "" {
				return v, false
			}
			return f.pathFrom(s, id, first, text, steps)
		}
		steps++
	}
	return v, false
}

// pathFrom is path from variable id, with its first step and its text.
func (f *frame) pathFrom(s *State, id *cuda.Ident, first cuda.Expr, text string, steps int) (v Value, ok bool) {
	base := f.find(s, id.Name)
	sl := s.at(base)
	if sl == nil || sl.kind != objectSlot || sl.global || sl.table != nil || s.touched[base] {
		return v, false
	}
	t, seen := f.stepType(sl.typ, first)
	if seen {
		if steps == 2 && t != nil && (t.Form == cuda.ArrayType || t.Form == cuda.PointerType) {
			t = t.Elem
		} else if steps > 1 {
			return v, false
		}
		if _, number := f.scalar(t); !number || !plainField(t) || t.Volatile {
			return v, false
		}
	}
	if f.run.fields == nil {
		f.run.fields = map[fieldKey]int{}
	}
	i, made := f.run.fields[fieldKey{base, text}]
	if !made {
		member := &slot{name: sl.name + text, typ: t, kind: numberSlot, k: kernel.I64, of: base + 1}
		if seen {
			member.k, _ = f.scalar(t)
		}
		f.slots = append(f.slots, member)
		i = len(f.slots) - 1
		f.run.fields[fieldKey{base, text}] = i
	}
	if s.touched[i] {
		return v, false
	}
	if s.value(i).X == nil {
		if s.touched[anyMember] && !f.ownObject(s, base) {
			return v, false
		}
		if seen {
			s.set(i, f.fn.prog.fresh(f.slots[i], ""))
		} else {
			s.set(i, f.fn.prog.unseenValue(f.slots[i].name))
		}
	}
	return s.value(i), true
}

// stepType is the type of what one step leads to from an object of type t; seen is false where that is of
// a class that gv2 does not see, or whose operators lead on.
func (f *frame) stepType(t *cuda.TypeExpr, step cuda.Expr) (of *cuda.TypeExpr, seen bool) {
	if t != nil && t.Form == cuda.ReferenceType {
		t = t.Elem
	}
	m, isMember := step.(*cuda.MemberExpr)
	if t == nil || t.Form == cuda.AutoType {
		return nil, false
	}
	if !isMember || m.Arrow {
		switch {
		case t.Form == cuda.PointerType, t.Form == cuda.ArrayType && !isMember:
			t = t.Elem
			if !isMember {
				return t, true
			}
		case t.Form != cuda.NamedType:
			return nil, true
		default:
			return nil, false // an operator
		}
	}
	if t == nil || t.Form != cuda.NamedType {
		return nil, t != nil
	}
	list := f.fn.prog.records[t.Name]
	if len(list) == 0 || len(list) > 1 || list[0].Template != nil || list[0].Opaque != "" || len(list[0].Bases) > 0 || f.fn.namesLocal(t.Name) {
		return nil, false
	}
	for _, d := range list[0].Fields {
		if d.Name == m.Name && !d.Static && d.Bits == nil {
			return d.Type, true
		}
	}
	return nil, true
}
