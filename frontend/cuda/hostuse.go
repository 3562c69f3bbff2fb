package cuda

import "gv2/frontend/source"

// Host function templates that launch kernel templates, as in
//
//	template <class T> void run(T *p) { k<T><<<1, 32>>>(p); }
//	int main() { run<int>(p); }
//
// are followed: a use of k inside run stands for one use for each way that run
// itself is used.

// maxHostDepth bounds templates that use templates, maxHostUses what comes of one
// use.
const (
	maxHostDepth = 4
	maxHostUses  = 64
)

// hostTemplates are the function templates of the file that are no kernels, by
// the token that opens their body.
func (p *parser) hostTemplates(decls []Decl) []*FuncDecl {
	var out []*FuncDecl
	for _, d := range decls {
		fn, ok := d.(*FuncDecl)
		if ok && !fn.Global && fn.Template != nil && len(fn.Template.Params) > 0 && fn.body != nil {
			out = append(out, fn)
		}
	}
	return out
}

// around is the host template whose body holds token i, nil if there is none.
func (p *parser) around(hosts []*FuncDecl, i int) *FuncDecl {
	for _, fn := range hosts {
		if open := fn.body.open; open < i && i < int(p.match[open]) {
			return fn
		}
	}
	return nil
}

// expanded are the uses that u at token i stands for: u itself if it is not in a
// template, or if nothing says how that is used.
func (p *parser) expanded(hosts []*FuncDecl, u *TemplateUse, i, depth int) []*TemplateUse {
	host := p.around(hosts, i)
	if host == nil || depth > maxHostDepth || u.Fault != "" {
		return []*TemplateUse{u}
	}
	var out []*TemplateUse
	for j := range p.toks[:len(p.toks)-1] {
		way := p.wayInto(host, j)
		if way == nil {
			continue
		}
		for _, w := range p.expanded(hosts, way, j, depth+1) {
			if len(out) < maxHostUses {
				out = append(out, u.with(host.Template, w.Args))
			}
		}
	}
	if len(out) == 0 {
		return []*TemplateUse{u}
	}
	return out
}

// wayInto is the use of a host template at token j, with all template arguments that
// are known; nil if there is none.
//
//	run<int>(p)    run(p)    run<32>(p)
func (p *parser) wayInto(host *FuncDecl, j int) *TemplateUse {
	next := p.toks[j+1].Text
	if p.toks[j].Kind != source.Ident || next != "<" && next != "(" || !p.asksFor(host, j) {
		return nil
	}
	way, end := p.templateUse(j)
	if way.Fault != "" {
		return nil
	}
	member := j > 0 && (p.toks[j-1].Text == "." || p.toks[j-1].Text == "->")
	if p.toks[j].Text == host.Name && p.toks[end].Text == "(" && !member {
		if args := p.deduced(host, way.Args, j, end); args != nil {
			way.Args = args
		}
	}
	if len(way.Args) == 0 {
		return nil
	}
	return way
}

// asksFor reports whether the name at token j, before <, instantiates host: it
// is the function's own, or, for a member of a class template, that of the class
// in template class C<int>;.
func (p *parser) asksFor(host *FuncDecl, j int) bool {
	if p.toks[j].Text == host.Name {
		return j != p.nameOf(host)
	}
	if len(host.Scope) == 0 || j < 2 || p.toks[j-2].Text != "template" {
		return false
	}
	word := p.toks[j-1].Text
	return (word == "class" || word == "struct") && p.toks[j].Text == plainName(host.Scope[len(host.Scope)-1])
}

// nameOf is the token that names fn in its definition.
func (p *parser) nameOf(fn *FuncDecl) int {
	for i := fn.body.open; i > 0; i-- {
		if p.toks[i].Pos == fn.Pos && p.toks[i].Text == fn.Name {
			return i
		}
	}
	return -1
}

// with is u where the parameters of a template have the arguments.
func (u *TemplateUse) with(head *TemplateHead, args []TemplateArg) *TemplateUse {
	s := substitution{}
	for i, a := range args {
		if i < len(head.Params) {
			s[head.Params[i].Name] = a
		}
	}
	c := *u
	c.bound = s
	c.Args = append([]TemplateArg(nil), u.Args...)
	for i := range c.Args {
		c.Args[i] = s.arg(c.Args[i])
	}
	c.Call = append([]*TypeExpr(nil), u.Call...)
	for i := range c.Call {
		c.Call[i] = s.typ(c.Call[i])
	}
	return &c
}

// substitution maps template parameters to arguments.
type substitution map[string]TemplateArg

func (s substitution) arg(a TemplateArg) TemplateArg {
	if id, ok := a.Expr.(*Ident); ok && len(id.Path) == 0 && !id.HasArgs {
		if by, ok := s[id.Name]; ok {
			return by
		}
	}
	if a.Type != nil {
		a.Type = s.typ(a.Type)
		if a.Type.Form != NamedType {
			a.Expr = nil
		}
	}
	return a
}

// typ replaces parameters in t, also behind pointers and references.
func (s substitution) typ(t *TypeExpr) *TypeExpr {
	if t == nil {
		return nil
	}
	if by, ok := s[t.Name]; ok && t.Form == NamedType && len(t.Path) == 0 && !t.HasArgs && by.Type != nil {
		c := *by.Type
		c.Const, c.Volatile = c.Const || t.Const, c.Volatile || t.Volatile
		return &c
	}
	elem := s.typ(t.Elem)
	if elem == t.Elem {
		return t
	}
	c := *t
	c.Elem = elem
	return &c
}
