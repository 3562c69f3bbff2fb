package cuda

import (
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// TemplateUse is a place that names a kernel template with arguments or
// launches it: k<128>, k<128><<<g, b>>>(p), k<<<g, b>>>(p).
type TemplateUse struct {
	Pos  diag.Pos
	Path []string
	Name string
	// Args are the arguments as written. A constant of the function around the
	// use stands as its initialiser.
	Args []TemplateArg
	// Call has the type of each argument of a launch, nil where it is not known.
	Call []*TypeExpr
	// Fault says why the use cannot be read, empty if it can.
	Fault string
	// open is the token <<< of a launch, 0 if the use is none.
	open int
	// bound has the template parameters of the host function around the use, if
	// they are known.
	bound substitution
}

// Text prints the name as used: k<128>.
func (u *TemplateUse) Text() string { return u.Name + argText(u.Args != nil, u.Args) }

// maxLookBack bounds the tokens that are searched for a declaration that a use
// refers to.
const maxLookBack = 8_000

// templateUses finds the uses of kernel templates. Host functions are not
// parsed, so it goes through all tokens.
func (p *parser) templateUses(decls []Decl) []*TemplateUse {
	kernels := map[string]bool{}
	for _, d := range decls {
		if fn, ok := d.(*FuncDecl); ok && fn.Global && fn.Template != nil {
			kernels[fn.Name] = true
		}
	}
	if len(kernels) == 0 {
		return nil
	}
	hosts := p.hostTemplates(decls)
	var uses []*TemplateUse
	seen := map[string]bool{}
	for i := 0; i < len(p.toks)-1; i++ {
		t := &p.toks[i]
		if t.Kind != source.Ident || !kernels[t.Text] {
			continue
		}
		if next := p.toks[i+1].Text; next == "<" || next == "<<<" {
			u, end := p.templateUse(i)
			if u.Fault != "" {
				i = end // what was read of it is not read again
			}
			for _, u := range p.expanded(hosts, u, i, 0) {
				if key := u.key(); !seen[key] {
					seen[key] = true
					uses = append(uses, u)
				}
			}
		}
	}
	return uses
}

// key tells uses apart that may mean different instances.
func (u *TemplateUse) key() string {
	parts := append(append([]string{}, u.Path...), u.Text(), u.Fault)
	for _, t := range u.Call {
		parts = append(parts, typeText(t))
	}
	return strings.Join(parts, "\x00")
}

// templateUse reads the use at toks[i] and says where reading it ended.
func (p *parser) templateUse(i int) (u *TemplateUse, end int) {
	r := p.unit.parser(i+1, len(p.toks)-1, p.names)
	u = &TemplateUse{Pos: p.toks[i].Pos, Path: p.pathBefore(i), Name: p.toks[i].Text}
	if r.is("<") {
		u.Args = r.templateArgs()
	}
	if r.failed != nil {
		u.Args, u.Fault = nil, r.failed.Message
		return u, r.pos
	}
	for n, a := range u.Args {
		if id, ok := a.Expr.(*Ident); ok && len(id.Path) == 0 {
			u.Args[n] = p.hostConstant(i, id.Name, a)
		} else if a.Type == nil {
			u.Args[n].Expr = p.withConstants(i, a.Expr)
		}
	}
	if r.is("<<<") {
		u.open = r.pos
		u.Call = r.launchTypes(i)
	}
	return u, r.pos
}

// pathBefore reads a::b:: backwards.
func (p *parser) pathBefore(i int) []string {
	var path []string
	for ; i >= 2 && p.toks[i-1].Text == "::" && p.toks[i-2].Kind == source.Ident; i -= 2 {
		path = append([]string{p.toks[i-2].Text}, path...)
	}
	return p.names.withoutInline(path)
}

// hostConstant replaces the name of a constant that is local to the function
// around token i by its initialiser.
func (p *parser) hostConstant(i int, name string, a TemplateArg) TemplateArg {
	v := p.hostVariable(i, name)
	if v == nil || v.Init == nil || !v.Constexpr && !v.Type.Const {
		return a
	}
	return TemplateArg{Expr: v.Init}
}

// withConstants replaces the local constants in arithmetic e.
func (p *parser) withConstants(i int, e Expr) Expr {
	switch e := e.(type) {
	case *Ident:
		if len(e.Path) == 0 && !e.HasArgs {
			return p.hostConstant(i, e.Name, TemplateArg{Expr: e}).Expr
		}
	case *BinaryExpr:
		c := *e
		c.X, c.Y = p.withConstants(i, e.X), p.withConstants(i, e.Y)
		return &c
	case *UnaryExpr:
		c := *e
		c.X = p.withConstants(i, e.X)
		return &c
	}
	return e
}

// launchTypes reads <<<...>>>(a, b) and returns the types of a and b as far as
// declarations before token i tell.
func (p *parser) launchTypes(i int) []*TypeExpr {
	for p.next(); p.failed == nil && !(p.is(">") && p.isAt(1, ">") && p.isAt(2, ">")); {
		if p.at(0).Kind == source.EOF || p.is(";") {
			return nil
		}
		p.stepOver()
	}
	p.pos += 3
	if !p.is("(") || p.match[p.pos] < 0 {
		return nil
	}
	var types []*TypeExpr
	end := int(p.match[p.pos])
	for p.pos++; p.pos < end; p.pos++ {
		first := p.pos
		for p.pos < end && !p.is(",") {
			if p.is("<") { // a comma may follow that separates no arguments
				return types
			}
			p.stepOver()
		}
		types = append(types, p.argumentType(i, first, p.pos))
	}
	return types
}

// stepOver passes a token, or a bracket with all it holds.
func (p *parser) stepOver() {
	if m := int(p.match[p.pos]); m > p.pos && m < p.end {
		p.pos = m
	}
	p.pos++
}

// argumentType tells the type of the argument toks[lo:hi]; nil if it is not known.
func (p *parser) argumentType(i, lo, hi int) *TypeExpr {
	if p.toks[lo].Text == "(" {
		// A cast to a type that is not known here is no expression.
		r := p.unit.parser(lo+1, int(p.match[lo]), p.names)
		if t := r.tryTypeID(); r.failed == nil && hi > int(p.match[lo])+1 {
			return t
		}
	}
	r := p.unit.parser(lo, hi, p.names)
	e := r.assign()
	if r.failed != nil || r.pos < r.end {
		return nil
	}
	return p.hostType(i, e)
}

func literalType(e Expr) *TypeExpr {
	name := ""
	switch e := e.(type) {
	case *IntLit:
		if !e.Unsigned && e.Long == 0 && e.Value < 1<<31 {
			name = "int"
		}
	case *FloatLit:
		if name = "double"; e.Float {
			name = "float"
		}
	}
	if name == "" {
		return nil
	}
	return &TypeExpr{Pos: e.ExprPos(), Form: NamedType, Name: name}
}

// hostVariable finds the variable name that is in scope at token i: it looks
// back through the blocks around it and at the parameters of their functions.
func (p *parser) hostVariable(i int, name string) *VarDecl {
	for steps := 0; i > 0 && steps < maxLookBack; steps++ {
		i--
		t := &p.toks[i]
		m := int(p.match[i])
		switch {
		case t.Text == "{" && i > 0 && p.toks[i-1].Text == ")" && p.match[i-1] >= 0:
			if v := p.parameter(int(p.match[i-1]), name); v != nil {
				return v
			}
		case m >= 0 && m < i:
			i = m
		case t.Kind == source.Ident && t.Text == name:
			if v := p.declaredAt(i, name); v != nil {
				return v
			}
		}
	}
	return nil
}

// parameter finds the parameter name in the list that opens at token i.
func (p *parser) parameter(i int, name string) *VarDecl {
	r := p.unit.parser(i, int(p.match[i])+1, newScope(p.names))
	list, _ := r.params()
	for _, q := range list {
		if r.failed == nil && q.Name == name {
			return &VarDecl{Pos: q.Pos, Name: name, Type: q.Type}
		}
	}
	return nil
}

// declaredAt reads the statement around token i as a declaration of name.
func (p *parser) declaredAt(i int, name string) *VarDecl {
	lo := i
	for lo > 0 && i-lo < maxDepth && !p.ends(lo-1) {
		if m := int(p.match[lo-1]); m >= 0 && m < lo-1 {
			lo = m
		} else {
			lo--
		}
	}
	if lo == i {
		return nil
	}
	r := p.unit.parser(lo, len(p.toks)-1, newScope(p.names))
	if !r.startsDecl() {
		return nil
	}
	for _, d := range r.localDecl() {
		if v, ok := d.(*VarDecl); ok && v.Name == name && r.failed == nil {
			return v
		}
	}
	return nil
}

// ends reports whether a statement ends with token i.
func (p *parser) ends(i int) bool {
	switch p.toks[i].Text {
	case ";", "{", "}", ":":
		return true
	case "(":
		return true
	}
	return p.toks[i].Kind == source.Pragma
}
