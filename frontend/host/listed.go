package host

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/cuda/subst"
)

// Loops over constants at compile time, by functions of the file or of a library:
//
//	template <class T, T... I> using mp_list_c = mp_list<std::integral_constant<T, I>...>;
//	mp_for_each<mp_list_c<int, 64, 32>>([&](auto n) { k<n><<<1, 32>>>(p); });
//
// The function is taken to call the lambda with each constant of the list. Whether it calls it with
// others as well is not known.

// listed adds a call of b's lambda for each constant of the list that a call, whose name is token name and
// whose ( is token open, has as its first template argument.
func listed(h *Code, b *binder, name, open int, add func(*use, int)) {
	if h.Text(name+1) != "<" || len(b.params) != 1 || b.params[0] != 0 {
		return
	}
	r := h.Read(name+1, open)
	args := r.TemplateArgs()
	if r.Failed() || !r.AtEnd() || len(args) == 0 {
		return
	}
	t := args[0].Type
	if t != nil && t.Form == cuda.NamedType && !t.HasArgs && len(t.Path) == 0 {
		_, found, _ := h.local(open, t.Name)
		t = found.Type
	}
	for _, c := range constantsOf(h, t) {
		b.others = true
		add(&use{TemplateUse: &cuda.TemplateUse{Pos: h.Token(open).Pos, Name: "lambda", Args: []cuda.TemplateArg{{Type: c}}}}, open)
	}
}

// constantsOf are the types of the constants in a list, nil if t is something else.
func constantsOf(h *Code, t *cuda.TypeExpr) []*cuda.TypeExpr {
	if t == nil || t.Form != cuda.NamedType || len(t.Args) == 0 {
		return nil
	}
	var out []*cuda.TypeExpr
	if listsConstants(h, t.Name) && t.Args[0].Type != nil {
		for _, a := range t.Args[1:] {
			if a.Expr == nil || a.Pack {
				return nil
			}
			out = append(out, &cuda.TypeExpr{Pos: t.Pos, Form: cuda.NamedType, Path: []string{"std"}, Name: "integral_constant", HasArgs: true,
				Args: []cuda.TemplateArg{t.Args[0], {Expr: a.Expr}}})
		}
		return out
	}
	for _, a := range t.Args {
		if a.Type == nil || a.Pack || subst.Constant(a.Type) == nil {
			return nil
		}
		out = append(out, a.Type)
	}
	return out
}

// listsConstants reports whether name<T, 1, 2> is an alias for a list of std::integral_constant<T, 1> and
// std::integral_constant<T, 2>.
func listsConstants(h *Code, name string) bool {
	return slices.ContainsFunc(h.decls, func(d cuda.Decl) bool {
		a, ok := d.(*cuda.TypedefDecl)
		if !ok || a.Name != name || a.Template == nil || len(a.Template.Params) != 2 || a.Type == nil || len(a.Type.Args) != 1 {
			return false
		}
		p, of := a.Template.Params, a.Type.Args[0]
		if p[0].Type != nil || p[0].Pack || !p[1].Pack || p[1].Type == nil || !of.Pack || of.Type == nil || of.Type.Name != "integral_constant" || len(of.Type.Args) != 2 {
			return false
		}
		return of.Type.Args[0].Text() == p[0].Name && bareArg(of.Type.Args[1]) == p[1].Name
	})
}
