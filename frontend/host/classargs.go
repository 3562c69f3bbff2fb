package host

import (
	"gv2/frontend/cuda"
	"gv2/frontend/cuda/subst"
	"gv2/frontend/host/typed"
	"gv2/frontend/source"
)

// Arguments of class templates that an initialiser implies:
//
//	S s(1.0f);    S s{1.0f};    S(1.0f).go(p);    auto *s = new S(1.0f);    S s = S(1.0f);    S s;
//
// They follow from the constructor that takes so many arguments, if there is one only. Deduction guides, aggregates and
// several constructors that may be meant leave the arguments unknown.

// deducedMake is the use that token j, the name of class template r without arguments, makes; nil if its arguments are not
// known.
func deducedMake(h *Code, r *cuda.RecordDecl, j int) *use {
	open := j + 1
	if h.Token(open).Kind == source.Ident { // S s(1.0f)
		open++
	}
	var t *cuda.TypeExpr
	switch h.Text(open) {
	case "(", "{":
		args, ok := expressionsIn(h, open)
		if end := h.Text(h.Match(open) + 1); !ok || open > j+1 && end == "," {
			return nil // S s(1.0f), t(2.0)
		}
		t = implicitClass(h, r, args, j)
	case "=":
		if r := h.Read(open+1, h.Len()-1); open > j+1 {
			e := r.Assign()
			if r.Failed() || !r.Is(";") {
				return nil
			}
			t = implicitClass(h, classNamed(h, h.Text(j)), []cuda.Expr{e}, j)
		}
	case ";":
		if open > j+1 {
			t = implicitClass(h, r, nil, j)
		}
	}
	if t == nil {
		return nil
	}
	return &use{TemplateUse: &cuda.TemplateUse{Pos: h.Token(j).Pos, Name: r.Name, Args: t.Args}}
}

// expressionsIn reads the expressions in the brackets that open at token open.
func expressionsIn(h *Code, open int) (args []cuda.Expr, ok bool) {
	end := h.Match(open)
	if end < open {
		return nil, false
	}
	for i := open + 1; i < end; i++ {
		r := h.Read(i, end)
		e := r.Assign()
		if i = r.Pos(); r.Failed() || i < end && h.Text(i) != "," {
			return nil, false
		}
		args = append(args, e)
	}
	return args, true
}

// classNamed is the class template of that name, nil if the file has several or none.
func classNamed(h *Code, name string) *cuda.RecordDecl {
	var found *cuda.RecordDecl
	for _, r := range h.classes {
		if r.Name == name && r.SpecialOf == nil {
			if found != nil {
				return nil
			}
			found = r
		}
	}
	return found
}

// implicitClass is the type S<T> that S(args) at token i makes, nil if it is not known.
func implicitClass(h *Code, r *cuda.RecordDecl, args []cuda.Expr, i int) *cuda.TypeExpr {
	if r == nil || classNamed(h, r.Name) != r || r.Opaque != "" || h.partial[r.Name] || guided(h, r.Name) {
		return nil
	}
	var types []*cuda.TypeExpr
	for _, a := range args {
		t := h.meantType(i, h.typeOf(i, a))
		if t == nil {
			return nil
		}
		types = append(types, t)
	}
	if len(types) == 1 {
		if t := typed.Referred(types[0]); t.Form == cuda.NamedType && t.Name == r.Name { // a copy
			if !t.HasArgs || len(t.Args) < len(r.Template.Params) {
				return nil
			}
			return typed.Decayed(t)
		}
	}
	list, one := constructed(h, r, types)
	if !one || len(list) > len(r.Template.Params) {
		return nil
	}
	list = completed(r.Template, list)
	if len(list) < len(r.Template.Params) {
		return nil
	}
	return &cuda.TypeExpr{Pos: h.Token(i).Pos, Form: cuda.NamedType, Name: r.Name, Args: list, HasArgs: true}
}

// constructed are the arguments of r that follow from the one constructor that takes arguments of these types.
func constructed(h *Code, r *cuda.RecordDecl, types []*cuda.TypeExpr) (list []cuda.TemplateArg, one bool) {
	own := 0
	for _, m := range r.Methods {
		if !m.Ctor {
			continue
		}
		own++
		switch {
		case !takes(h, &cuda.FuncDecl{Params: m.Params, Variadic: m.Variadic}, len(types)) || copies(r, m):
			continue
		case one:
			return nil, false
		}
		head := &cuda.TemplateHead{Params: append([]cuda.TemplateParam{}, r.Template.Params...)}
		if m.Template != nil {
			head.Params = append(head.Params, m.Template.Params...)
		}
		if list = implied(&cuda.FuncDecl{Name: r.Name, Template: head, Params: m.Params}, nil, types); list == nil {
			return nil, false
		}
		one = true
	}
	if own == 0 && len(types) == 0 && len(r.Bases) == 0 {
		return nil, true // S s;
	}
	return list[:min(len(list), len(r.Template.Params))], one
}

// copies reports whether m is the constructor of r that copies or moves.
func copies(r *cuda.RecordDecl, m *cuda.FuncDecl) bool {
	if len(m.Params) != 1 || m.Params[0].Type == nil || m.Params[0].Type.Form != cuda.ReferenceType {
		return false
	}
	t := m.Params[0].Type.Elem
	return t != nil && t.Form == cuda.NamedType && t.Name == r.Name && len(t.Path) == 0 && !t.HasArgs
}

// guided reports whether the file has deduction guides for a class template: S(float) -> S<double>;
func guided(h *Code, name string) bool {
	for _, j := range h.indexed(name) {
		if open := j + 1; h.Text(open) == "(" && h.Match(open) > open && h.Text(h.Match(open)+1) == "->" && !h.inFunction(j) {
			return true
		}
	}
	return false
}

// returned is the type that a call of a function of the file has, where it is a number, a pointer, or an instance of a
// class template of the file.
func (t *typer) returned(f *cuda.Ident, e *cuda.CallExpr) *cuda.TypeExpr {
	fns := t.code.functions[f.Name]
	if len(f.Path) > 0 || len(fns) != 1 || len(t.code.records) > 0 && t.code.records[f.Name] || t.code.localVariable(t.i, f.Name) != nil || usedAs(t.code, f.Name) {
		return nil
	}
	fn := fns[0]
	if fn.Result == nil || fn.Global || len(fn.Scope) > 0 {
		return nil
	}
	out := typed.Referred(fn.Result)
	if fn.Template != nil {
		var types []*cuda.TypeExpr
		for _, a := range e.Args {
			types = append(types, t.code.meantType(t.i, t.typ(a)))
		}
		args := completed(fn.Template, implied(fn, f.Args, types))
		if len(args) < len(fn.Template.Params) {
			return nil
		}
		by := subst.Map{}
		for n, p := range fn.Template.Params {
			if p.Pack || p.Template {
				return nil
			}
			by[p.Name] = args[n]
		}
		out = by.Type(out)
	}
	if !plainType(t.code, out) {
		return nil
	}
	return out
}

// usedAs reports whether classes of the file have methods of that name, which may hide the function.
func usedAs(h *Code, name string) bool {
	for _, j := range h.indexed(name) {
		if h.methodAt[h.Token(j).Pos] || len(h.fields[name]) > 0 {
			return true
		}
	}
	return false
}

// plainType reports whether a type has the same meaning everywhere in the file: words of the language for numbers, pointers
// to them, and instances of class templates for them.
func plainType(h *Code, t *cuda.TypeExpr) bool {
	switch {
	case t == nil:
		return false
	case t.Form == cuda.PointerType:
		return plainType(h, t.Elem)
	case t.Form != cuda.NamedType || len(t.Path) > 0:
		return false
	case !t.HasArgs:
		return typed.Numbers[t.Name]
	}
	if classNamed(h, t.Name) == nil {
		return false
	}
	for _, a := range t.Args {
		if _, number := a.Expr.(*cuda.IntLit); !number && (a.Expr != nil || !plainType(h, a.Type)) {
			return false
		}
	}
	return true
}

// fieldOf is the type of member name of an instance of a class template, where it is a plain type.
func (t *typer) fieldOf(x *cuda.TypeExpr, name string) *cuda.TypeExpr {
	r := classNamed(t.code, x.Name)
	if r == nil || r.Opaque != "" || len(r.Bases) > 0 || len(t.code.special[r.Name]) > 0 || t.code.partial[r.Name] {
		return nil
	}
	args := completed(r.Template, x.Args)
	if len(args) != len(r.Template.Params) {
		return nil
	}
	by := subst.Map{}
	for n, p := range r.Template.Params {
		if p.Pack || p.Template {
			return nil
		}
		by[p.Name] = args[n]
	}
	for _, f := range r.Fields {
		if f.Name == name && f.Type != nil {
			if of := by.Type(f.Type); plainType(t.code, of) {
				return of
			}
		}
	}
	return nil
}
