package host

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/cuda/subst"
	"gv2/frontend/source"
)

// What the names in template arguments mean inside functions: aliases and constants are
// replaced by what they stand for, so that only names of the file and parameters of
// templates and lambdas are left.

// maxMeaning bounds aliases and constants that are defined by others.
const maxMeaning = 16

// meant is a as seen from token i, with the aliases and constants of the blocks around it
// replaced.
func (h *Code) meant(i int, a cuda.TemplateArg) cuda.TemplateArg { return h.meantAt(i, a, 0) }

func (h *Code) meantAt(i int, a cuda.TemplateArg, depth int) cuda.TemplateArg {
	if depth > maxMeaning {
		return a
	}
	if t := typeOfVariable(h, i, a.Type); t != nil {
		return h.meantAt(i, cuda.TemplateArg{Type: t}, depth+1)
	}
	by := subst.Map{}
	seen := map[string]bool{}
	subst.Names(a, func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		at, found, ok := h.local(i, name)
		switch {
		case !ok || mentions(found, name):
		case isUnreadable(found):
			by[name] = found
		case found.Type != nil && found.Expr != nil: // a variable of that type
			by[subst.Variable(name)] = cuda.TemplateArg{Type: h.meantAt(at, cuda.TemplateArg{Type: found.Type}, depth+1).Type}
		default:
			by[name] = h.meantAt(at, found, depth+1)
		}
	})
	if len(by) == 0 {
		return a
	}
	return by.Arg(a)
}

// typeOfVariable is the type that t, decltype(x), is for a variable that is no reference; nil for other types.
func typeOfVariable(h *Code, i int, t *cuda.TypeExpr) *cuda.TypeExpr {
	if t == nil || t.Form != cuda.DecltypeType || t.Parens {
		return nil
	}
	id, ok := t.Len.(*cuda.Ident)
	if !ok || len(id.Path) > 0 || id.HasArgs {
		return nil
	}
	d := h.localVariable(i, id.Name)
	if d == nil || d.Type == nil || d.Type.Form != cuda.NamedType || d.Type.Const || d.Type.Volatile {
		return nil
	}
	return d.Type
}

// mentions reports whether name stands in a: int n = n + 1; is no definition.
func mentions(a cuda.TemplateArg, name string) bool {
	out := false
	subst.Names(a, func(other string) { out = out || other == name })
	return out
}

// meantType is meant for a type, nil for nil.
func (h *Code) meantType(i int, t *cuda.TypeExpr) *cuda.TypeExpr {
	if t == nil {
		return nil
	}
	if a := h.meant(i, cuda.TemplateArg{Type: t}); a.Type != nil {
		return a.Type
	}
	return t
}

// local finds the alias or constant name in the blocks around token i, with the token
// where it stands; ok is false for other names. Of a variable whose type is a constant
// there are both the type and the name, of a name whose meaning is not known what unreadable gives.
//
//	using scalar_t = float;    typedef float scalar_t;    constexpr int N = 4;
func (h *Code) local(i int, name string) (at int, a cuda.TemplateArg, ok bool) {
	from := i
	at, bound := ofBlocks(h, i, name)
	if bound {
		return 0, a, false
	}
	if at == 0 || scopeOf(h, at) < 0 || !h.inFunction(at) {
		switch j, known := inClasses(h, name, from, at); {
		case !known:
			return from, unreadable(h, from, name), true
		case j > 0:
			at = j
		}
	}
	if at == 0 {
		return 0, a, false
	}
	a, ok = definition(h, at, name)
	return at, a, ok
}

// ofBlocks is the token in front of token i that declares name in the blocks around it, 0 if there is none; bound if
// name is a parameter.
func ofBlocks(h *Code, i int, name string) (at int, bound bool) {
	from := i
	for steps := 0; i > 0 && steps < maxLookBack; steps++ {
		i--
		t := h.Token(i)
		m := h.Match(i)
		switch {
		case t.Text == "{" && (h.hasParameter(i, name) || h.bindsName(i, name)):
			return 0, true
		case m >= 0 && m < i:
			if hides(h, name, m, i, from) {
				return headOf(h, name, m, i), headOf(h, name, m, i) == 0
			}
			if t.Text == "}" && h.blockOf(m) >= 0 && mentioned(h, name, m, i) && enumerates(h, m) && blockAt(h, m).kind == "enum" {
				for _, j := range between(h, name, m, i) {
					if declaredIn(h, j) {
						return j, false
					}
				}
			}
			i = m
		case t.Kind != source.Ident || t.Text != name:
		case h.Text(i-1) == "using" && h.Text(i+1) == "=", h.declaredAs(i, name) != nil:
			return i, false
		case h.blockOf(i) >= 0 && h.inFunction(i) && (declaredIn(h, i) || h.Text(i-1) == "namespace" && h.Text(i+1) == "="):
			return i, false
		}
	}
	return 0, false
}

// definition is what token at declares name to be; ok is false where the name stands for itself.
func definition(h *Code, at int, name string) (a cuda.TemplateArg, ok bool) {
	own := scopeOf(h, at)
	within := own >= 0 && (h.inFunction(at) || blockAt(h, own).kind == "class")
	switch {
	case h.Text(at-1) == "namespace" && h.Text(at+1) == "=":
		r := h.Read(at+2, h.Len()-1)
		if t := r.TypeID(); !r.Failed() && t != nil && r.Is(";") {
			return cuda.TemplateArg{Type: t}, true
		}
		return unreadable(h, at, name), true
	case h.Text(at-1) == "using" && h.Text(at+1) == "=":
		if h.Text(at-2) == ">" { // of a template, which is known by its name at file level
			if within {
				return unreadable(h, at, name), true
			}
			return a, false
		}
		r := h.Read(at+2, h.Len()-1)
		if t := r.TypeID(); !r.Failed() && t != nil && r.Is(";") {
			return cuda.TemplateArg{Type: h.ofSpecialisation(t)}, true
		}
		return unreadable(h, at, name), true
	}
	switch d := h.declaredAs(at, name).(type) {
	case *cuda.TypedefDecl:
		return cuda.TemplateArg{Type: d.Type}, true
	case *cuda.VarDecl:
		if c, ok := d.Init.(*cuda.ConstructExpr); ok && subst.Constant(c.Type) != nil && len(c.Args) == 0 {
			return cuda.TemplateArg{Type: c.Type, Expr: &cuda.BoolLit{}}, true
		}
		init := constantInit(d)
		return cuda.TemplateArg{Expr: subst.Typed(init, d.Type)}, init != nil
	}
	if within {
		return unreadable(h, at, name), true // a class, an enumerator, a using declaration
	}
	return a, false
}

// ofSpecialisation is the type that t names as a member of a specialisation for an enumerator of
// gv2's own, t itself for others.
//
//	typename c10::_scalar<at::ScalarType::Half>::type
func (h *Code) ofSpecialisation(t *cuda.TypeExpr) *cuda.TypeExpr {
	n := len(t.Path) - 1
	if t.Form != cuda.NamedType || n < 0 || len(t.PathArgs) <= n || len(t.PathArgs[n]) != 1 {
		return t
	}
	id, ok := t.PathArgs[n][0].Expr.(*cuda.Ident)
	if !ok {
		return t
	}
	name, _, _ := strings.Cut(t.Path[n], "<")
	for _, d := range h.decls {
		r, isRecord := d.(*cuda.RecordDecl)
		if !isRecord || r.Name != name || len(r.SpecialOf) != 1 || !r.Pos.Supplied() {
			continue
		}
		of, named := r.SpecialOf[0].Expr.(*cuda.Ident)
		if !named || of.Name != id.Name || len(of.Path) == 0 || len(id.Path) == 0 || of.Path[len(of.Path)-1] != id.Path[len(id.Path)-1] {
			continue
		}
		for _, m := range r.Nested {
			if td, isAlias := m.(*cuda.TypedefDecl); isAlias && td.Name == t.Name {
				return td.Type
			}
		}
	}
	return t
}

// constantInit is the initialiser of a constant, nil for a variable.
func constantInit(d *cuda.VarDecl) cuda.Expr {
	init := d.Init
	if list, ok := init.(*cuda.InitList); ok && len(list.Items) == 1 && list.Fields == nil {
		init = list.Items[0]
	}
	if init == nil && len(d.Ctor) == 1 {
		init = d.Ctor[0]
	}
	if !d.Constexpr && !d.Type.Const {
		return nil
	}
	return init
}

// bindsName reports whether name is a parameter of the template whose body opens at token
// open: it hides what stands around that.
func (h *Code) bindsName(open int, name string) bool {
	b := h.binderOf(open)
	return b != nil && slices.ContainsFunc(b.head.Params, func(p cuda.TemplateParam) bool { return p.Name == name })
}

// hasParameter reports whether the function or lambda whose body opens at token open has
// a parameter of that name.
func (h *Code) hasParameter(open int, name string) bool {
	list := h.paramsBefore(open)
	return list >= 0 && h.parameter(list, name) != nil
}

// paramsBefore is the ( that opens the parameters of the function or lambda whose body
// opens at token open, -1 if it is none.
func (h *Code) paramsBefore(open int) int {
	i := open - 1
	for n := 0; n < 40 && i > 0; n, i = n+1, i-1 {
		switch t := h.Token(i); {
		case t.Text == ")":
			m := h.Match(i)
			if m < 1 {
				return -1
			}
			switch h.Text(m - 1) {
			case "noexcept", "__attribute__", "decltype":
				i = m - 1
				continue
			case "if", "for", "while", "switch", "catch":
				return -1
			}
			return m
		case t.Kind == source.Ident && !isTypeKeyword(t.Text), t.Text == "::", t.Text == "->", t.Text == "*", t.Text == "&", t.Text == "<", t.Text == ">", t.Text == ",":
			// what may stand between parameters and body: const noexcept -> a::T<int> *
		default:
			return -1
		}
	}
	return -1
}

func isTypeKeyword(text string) bool {
	switch text {
	case "struct", "class", "union", "enum", "namespace", "else", "do", "try", "return":
		return true
	}
	return false
}

// localVariable finds the variable name in scope at token i: it searches
// backwards through the blocks around it and the parameters of their functions.
func (h *Code) localVariable(i int, name string) *cuda.VarDecl {
	v, _ := h.localVariableAt(i, name)
	return v
}

// localVariableAt is localVariable with the token where the variable stands.
//
// A name that means something that is not read in between is no variable: it may hide one.
func (h *Code) localVariableAt(i int, name string) (*cuda.VarDecl, int) {
	from := i
	for steps := 0; i > 0 && steps < maxLookBack; steps++ {
		i--
		t := h.Token(i)
		m := h.Match(i)
		switch {
		case t.Text == "{":
			if list := h.paramsBefore(i); list >= 0 {
				if v := h.parameter(list, name); v != nil {
					return v, i
				}
			}
			if captures(h, name, i) {
				return nil, 0
			}
		case m >= 0 && m < i:
			if hides(h, name, m, i, from) {
				if at := headOf(h, name, m, i); at > 0 {
					v, _ := h.declaredAs(at, name).(*cuda.VarDecl)
					return v, at
				}
				return nil, 0
			}
			i = m
		case t.Kind == source.Ident && t.Text == name:
			if v, ok := h.declaredAs(i, name).(*cuda.VarDecl); ok {
				if h.blockOf(i) < 0 && len(h.fields[name]) > 0 && h.inFunction(from) {
					return nil, 0 // the function may be one of a class with such a member
				}
				return v, i
			}
		}
	}
	return nil, 0
}

// parameter finds the parameter name in the list that opens at token i.
func (h *Code) parameter(i int, name string) *cuda.VarDecl {
	if h.Match(i) < i {
		return nil
	}
	r := h.ReadLocal(i, h.Match(i)+1)
	list := r.Params()
	for _, q := range list {
		if !r.Failed() && q.Name == name {
			return &cuda.VarDecl{Pos: q.Pos, Name: name, Type: q.Type}
		}
	}
	return nil
}

// declaredAt reads the statement around token i as a declaration of variable name.
func (h *Code) declaredAt(i int, name string) *cuda.VarDecl {
	v, _ := h.declaredAs(i, name).(*cuda.VarDecl)
	return v
}

// declaredAs reads the statement around token i as a declaration of name, nil if it is
// none.
func (h *Code) declaredAs(i int, name string) cuda.Decl {
	lo := i
	for lo > 0 && i-lo < maxStatement && (!h.ends(lo-1) || h.otherwise(lo-1)) {
		if m := h.Match(lo - 1); m >= 0 && m < lo-1 {
			lo = m
		} else {
			lo--
		}
	}
	if lo == i {
		return nil
	}
	r := h.ReadLocal(lo, h.Len()-1)
	if !r.Declares() && h.Text(lo) != "typedef" {
		return nil
	}
	for _, d := range r.Declarations() {
		if r.Failed() {
			return nil
		}
		switch d := d.(type) {
		case *cuda.VarDecl:
			if d.Name == name {
				return d
			}
		case *cuda.TypedefDecl:
			if d.Name == name {
				return d
			}
		}
	}
	return nil
}

// otherwise reports whether token i is the : of a ?:, which ends no statement.
func (h *Code) otherwise(i int) bool {
	if h.Text(i) != ":" {
		return false
	}
	for n := 0; i > 0 && n < maxStatement; n++ {
		i--
		if h.Text(i) == "?" {
			return true
		}
		if m := h.Match(i); m >= 0 && m < i {
			i = m
		} else if h.ends(i) {
			return false
		}
	}
	return false
}

// ends reports whether a statement ends with token i.
func (h *Code) ends(i int) bool {
	switch h.Text(i) {
	case ";", "{", "}", ":":
		return true
	case "(":
		return true
	}
	return h.Token(i).Kind == source.Pragma
}
