package category

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/lower/ctype"
)

// declared is the type that the variable or member which e names is declared with, which may be a
// reference; variable is false for enumerators and the like, which are values.
func (c Core) declared(e cuda.Expr) (t *ctype.Type, variable bool) {
	if m, ok := e.(*cuda.MemberExpr); ok {
		t := c.TypeOf(m.X)
		if m.Arrow && t.IsPointer() {
			t = t.Elem
		} else if m.Arrow && t.IsRecord() {
			t = c.Arrow(m)
		}
		if f := fieldOf(t, m.Name); f != nil {
			return f.Type, true
		}
		t = c.TypeOf(e)
		return t, !isEnumerator(t, m.Name)
	}
	id := e.(*cuda.Ident)
	if len(id.Path) == 0 && !id.HasArgs {
		if sym := c.Symbol(id.Name); sym != nil {
			if sym.Declared != nil {
				return sym.Declared, true
			}
			t := c.TypeOf(e)
			return t, sym.Place != nil && !isEnumerator(t, id.Name)
		}
		if f := fieldOf(c.This(), id.Name); f != nil {
			return f.Type, true
		}
	} else if r := c.Enclosing(id); r != nil {
		if f := fieldOf(r.Type(), id.Name); f != nil {
			return f.Type, true
		}
	}
	t = c.TypeOf(e)
	return t, !isEnumerator(t, id.Name)
}

// fieldOf is the member of that name of a class, nil if it has none.
func fieldOf(t *ctype.Type, name string) *ctype.Field {
	if !t.IsRecord() {
		return nil
	}
	var f *ctype.Field
	for r, path := t.Rec, t.Rec.MemberPath(name); len(path) > 0; path = path[1:] {
		f = &r.Fields[path[0]]
		r = f.Type.Rec
	}
	return f
}

func isEnumerator(t *ctype.Type, name string) bool {
	return t.Enum != nil && slices.ContainsFunc(t.Enum.Values, func(v cuda.EnumValue) bool { return v.Name == name })
}

// MemberPointer is the type of &r::name, nil where r has no such member. It is told from other types
// and good for nothing else. There is a fault where an overload would have to be chosen.
func MemberPointer(r *ctype.Record, name string) (t *ctype.Type, fault string) {
	n := 0
	if r.Decl != nil {
		for _, m := range r.Decl.Methods {
			if m.Name == name && !m.Ctor {
				n++
				if m.Template != nil {
					n++
				}
			}
		}
	}
	switch {
	case n > 1:
		return ctype.Bad, r.Name + "::" + name + " is overloaded"
	case n == 1 || fieldOf(r.Type(), name) != nil:
		return &ctype.Type{Form: ctype.FuncForm, Name: "pointer to " + r.Name + "::" + name}, ""
	}
	for _, b := range r.Bases {
		if t, fault := MemberPointer(b, name); t != nil {
			return t, fault
		}
	}
	return nil, ""
}
