package host

import (
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

// maxLookBack bounds the tokens to search for the declaration to which a use
// refers.
const maxLookBack = 8_000

// maxStatement bounds the steps from a name back to the start of its declaration.
const maxStatement = 3000

// use is a use of a kernel template, with facts from the host code around it.
type use struct {
	*cuda.TemplateUse
	// open is the token <<< of a launch, 0 if the use is no launch.
	open int
	// bound has the template parameters of the host function around the use, if
	// they are known.
	bound substitution
}

// Uses are the places anywhere in the file, host functions included, that instantiate
// a kernel template. Host functions are not parsed, so it scans all tokens.
func (h *Code) Uses() []*cuda.TemplateUse {
	if h.Code == nil {
		return nil
	}
	kernels := map[string]bool{}
	for _, d := range h.decls {
		if fn, ok := d.(*cuda.FuncDecl); ok && fn.Global && fn.Template != nil {
			kernels[fn.Name] = true
		}
	}
	if len(kernels) == 0 {
		return nil
	}
	var uses []*cuda.TemplateUse
	seen := map[string]bool{}
	for i := 0; i < h.Len()-1; i++ {
		t := h.Token(i)
		if t.Kind != source.Ident || !kernels[t.Text] {
			continue
		}
		if next := h.Text(i + 1); next == "<" || next == "<<<" {
			u, end := h.templateUse(i)
			if u.Fault != "" {
				i = end // skip the tokens that the use consists of
			}
			for _, u := range h.expanded(u, i, 0) {
				if key := u.key(); !seen[key] {
					seen[key] = true
					uses = append(uses, u.TemplateUse)
				}
			}
		}
	}
	return uses
}

// key differs between uses that may mean different instances.
func (u *use) key() string {
	parts := append(append([]string{}, u.Path...), u.Text(), u.Fault)
	for _, t := range u.Call {
		if t == nil {
			parts = append(parts, "?")
		} else {
			parts = append(parts, cuda.TemplateArg{Type: t}.Text())
		}
	}
	return strings.Join(parts, "\x00")
}

// templateUse reads the use at toks[i] and returns the token after it.
func (h *Code) templateUse(i int) (u *use, end int) {
	r := h.Read(i+1, h.Len()-1)
	u = &use{TemplateUse: &cuda.TemplateUse{Pos: h.Token(i).Pos, Path: h.pathBefore(i), Name: h.Text(i)}}
	if r.Is("<") {
		u.Args = r.TemplateArgs()
	}
	if r.Failed() {
		u.Args, u.Fault = nil, r.Fault()
		return u, r.Pos()
	}
	for n, a := range u.Args {
		if id, ok := a.Expr.(*cuda.Ident); ok && len(id.Path) == 0 {
			u.Args[n] = h.localConstant(i, id.Name, a)
		} else if a.Type == nil {
			u.Args[n].Expr = h.withConstants(i, a.Expr)
		}
	}
	if r.Is("<<<") {
		u.open = r.Pos()
		u.Call = h.launchTypes(i, u.open)
	}
	return u, r.Pos()
}

// pathBefore reads a::b:: backwards.
func (h *Code) pathBefore(i int) []string {
	var path []string
	for ; i >= 2 && h.Text(i-1) == "::" && h.Token(i-2).Kind == source.Ident; i -= 2 {
		path = append([]string{h.Text(i - 2)}, path...)
	}
	return h.WithoutInline(path)
}

// localConstant replaces the name of a constant that is local to the function
// around token i by its initialiser.
func (h *Code) localConstant(i int, name string, a cuda.TemplateArg) cuda.TemplateArg {
	v := h.localVariable(i, name)
	if v == nil || v.Init == nil || !v.Constexpr && !v.Type.Const {
		return a
	}
	return cuda.TemplateArg{Expr: v.Init}
}

// withConstants replaces the local constants in arithmetic e.
func (h *Code) withConstants(i int, e cuda.Expr) cuda.Expr {
	switch e := e.(type) {
	case *cuda.Ident:
		if len(e.Path) == 0 && !e.HasArgs {
			return h.localConstant(i, e.Name, cuda.TemplateArg{Expr: e}).Expr
		}
	case *cuda.BinaryExpr:
		c := *e
		c.X, c.Y = h.withConstants(i, e.X), h.withConstants(i, e.Y)
		return &c
	case *cuda.UnaryExpr:
		c := *e
		c.X = h.withConstants(i, e.X)
		return &c
	}
	return e
}

// launchTypes reads <<<...>>>(a, b), with <<< at token open, and returns the types of
// a and b that follow from declarations before token i, nil for others.
func (h *Code) launchTypes(i, open int) []*cuda.TypeExpr {
	pos := h.afterChevrons(open)
	if h.Text(pos) != "(" || h.Match(pos) < 0 {
		return nil
	}
	var types []*cuda.TypeExpr
	end := h.Match(pos)
	for pos++; pos < end; pos++ {
		first := pos
		for pos < end && h.Text(pos) != "," {
			if h.Text(pos) == "<" { // a comma may follow that separates no arguments
				return types
			}
			if m := h.Match(pos); m > pos {
				pos = m // over a bracket with all it holds
			}
			pos++
		}
		types = append(types, h.argumentType(i, first, pos))
	}
	return types
}

// argumentType is the type of the argument toks[lo:hi], nil if unknown.
func (h *Code) argumentType(i, lo, hi int) *cuda.TypeExpr {
	if h.Text(lo) == "(" {
		// A cast to an unknown type does not parse as an expression.
		r := h.Read(lo+1, h.Match(lo))
		if t := r.TypeID(); !r.Failed() && hi > h.Match(lo)+1 {
			return t
		}
	}
	r := h.Read(lo, hi)
	e := r.Assign()
	if r.Failed() || !r.AtEnd() {
		return nil
	}
	return h.typeOf(i, e)
}

func literalType(e cuda.Expr) *cuda.TypeExpr {
	name := ""
	switch e := e.(type) {
	case *cuda.IntLit:
		if !e.Unsigned && e.Long == 0 && e.Value < 1<<31 {
			name = "int"
		}
	case *cuda.FloatLit:
		if name = "double"; e.Float {
			name = "float"
		}
	}
	if name == "" {
		return nil
	}
	return &cuda.TypeExpr{Pos: e.ExprPos(), Form: cuda.NamedType, Name: name}
}

// localVariable finds the variable name in scope at token i: it searches
// backwards through the blocks around it and the parameters of their functions.
func (h *Code) localVariable(i int, name string) *cuda.VarDecl {
	for steps := 0; i > 0 && steps < maxLookBack; steps++ {
		i--
		t := h.Token(i)
		m := h.Match(i)
		switch {
		case t.Text == "{" && i > 0 && h.Text(i-1) == ")" && h.Match(i-1) >= 0:
			if v := h.parameter(h.Match(i-1), name); v != nil {
				return v
			}
		case m >= 0 && m < i:
			i = m
		case t.Kind == source.Ident && t.Text == name:
			if v := h.declaredAt(i, name); v != nil {
				return v
			}
		}
	}
	return nil
}

// parameter finds the parameter name in the list that opens at token i.
func (h *Code) parameter(i int, name string) *cuda.VarDecl {
	r := h.ReadLocal(i, h.Match(i)+1)
	list := r.Params()
	for _, q := range list {
		if !r.Failed() && q.Name == name {
			return &cuda.VarDecl{Pos: q.Pos, Name: name, Type: q.Type}
		}
	}
	return nil
}

// declaredAt reads the statement around token i as a declaration of name.
func (h *Code) declaredAt(i int, name string) *cuda.VarDecl {
	lo := i
	for lo > 0 && i-lo < maxStatement && !h.ends(lo-1) {
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
	if !r.Declares() {
		return nil
	}
	for _, d := range r.Declarations() {
		if v, ok := d.(*cuda.VarDecl); ok && v.Name == name && !r.Failed() {
			return v
		}
	}
	return nil
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
