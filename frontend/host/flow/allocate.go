package flow

import "gv2/frontend/cuda"

// allocates reports whether the new or delete at token i only allocates or frees memory: no
// constructor, destructor or operator of the file runs.
func (f *function) allocates(i, hi int) bool {
	if len(f.prog.functions["operator new"])+len(f.prog.functions["operator delete"]) > 0 {
		return false
	}
	c := f.prog.code
	if c.Text(i) == "new" {
		r := c.ReadLocal(i, hi)
		e, ok := r.Assign().(*cuda.NewExpr)
		return ok && !r.Failed() && f.inert(e.Type)
	}
	if i++; c.Text(i) == "[" {
		i += 2
	}
	list := f.declared[c.Text(i)]
	if next := c.Text(i + 1); next != ";" && i+1 < hi || len(list) == 0 {
		return false
	}
	for _, t := range list {
		if t == nil || t.Form != cuda.PointerType || !f.inert(t.Elem) {
			return false
		}
	}
	return true
}

// inert reports whether objects of type t begin and end without code of the file: numbers, pointers,
// and classes of such members that have no destructors, and no constructors but plain ones.
func (f *function) inert(t *cuda.TypeExpr) bool {
	switch {
	case t == nil:
		return false
	case t.Form == cuda.PointerType, isFloating(t), f.container(t):
		return true
	case t.Form != cuda.NamedType:
		return false
	}
	if _, ok := f.scalar(t); ok {
		return true
	}
	list := f.prog.records[t.Name]
	for _, r := range list {
		if r.Opaque != "" || len(r.Bases) > 0 || r.Template != nil {
			return false
		}
		for _, d := range r.Fields {
			if !plainField(d.Type) || d.Init != nil || len(d.Ctor) > 0 {
				return false
			}
		}
		if !f.plainlyConstructed(r) {
			return false
		}
		for _, m := range r.Methods {
			if len(m.Name) > 0 && m.Name[0] == '~' || m.Name == "operator new" || m.Name == "operator delete" || m.Name == "operator=" {
				return false
			}
		}
	}
	return len(list) > 0 && len(t.Path) == 0 && !f.hasTemplateParam(t.Name) && !f.namesLocal(t.Name)
}

func (f *function) namesLocal(name string) bool {
	_, local := f.types[name]
	return local
}
