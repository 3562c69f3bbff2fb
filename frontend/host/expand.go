package host

import (
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

// Host function templates that launch kernel templates, as in
//
//	template <class T> void run(T *p) { k<T><<<1, 32>>>(p); }
//	int main() { run<int>(p); }
//
// A use of k inside run stands for one use for each way that the file uses run.

// maxTemplateDepth bounds templates that use templates, maxTemplateUses the expansions of
// one use.
const (
	maxTemplateDepth = 4
	maxTemplateUses  = 64
)

// templates are the function templates of the file that are no kernels and have a
// body.
func (h *Code) templates(decls []cuda.Decl) []*cuda.FuncDecl {
	var out []*cuda.FuncDecl
	for _, d := range decls {
		fn, ok := d.(*cuda.FuncDecl)
		if !ok || fn.Global || fn.Template == nil || len(fn.Template.Params) == 0 {
			continue
		}
		if _, defined := h.Body(fn); defined {
			out = append(out, fn)
		}
	}
	return out
}

// around is the host template whose body holds token i, nil if there is none.
func (h *Code) around(i int) *cuda.FuncDecl {
	for _, fn := range h.hosts {
		if open, _ := h.Body(fn); open < i && i < h.Match(open) {
			return fn
		}
	}
	return nil
}

// expanded are the uses for which u at token i stands: u itself if it is not in
// a template, or if the file does not use that.
func (h *Code) expanded(u *use, i, depth int) []*use {
	host := h.around(i)
	if host == nil || depth > maxTemplateDepth || u.Fault != "" {
		return []*use{u}
	}
	var out []*use
	for j := range h.Len() - 1 {
		way := h.wayInto(host, j)
		if way == nil {
			continue
		}
		for _, w := range h.expanded(way, j, depth+1) {
			if len(out) < maxTemplateUses {
				out = append(out, u.with(host.Template, w.Args))
			}
		}
	}
	if len(out) == 0 {
		return []*use{u}
	}
	return out
}

// wayInto is the use of a host template at token j, with all known template
// arguments; nil if there is none.
//
//	run<int>(p)    run(p)    run<32>(p)
func (h *Code) wayInto(host *cuda.FuncDecl, j int) *use {
	next := h.Text(j + 1)
	if h.Token(j).Kind != source.Ident || next != "<" && next != "(" || !h.instantiates(host, j) {
		return nil
	}
	way, end := h.templateUse(j)
	if way.Fault != "" {
		return nil
	}
	member := j > 0 && (h.Text(j-1) == "." || h.Text(j-1) == "->")
	if h.Text(j) == host.Name && h.Text(end) == "(" && !member {
		if args := h.deduced(host, way.Args, j, end); args != nil {
			way.Args = args
		}
	}
	if len(way.Args) == 0 {
		return nil
	}
	return way
}

// instantiates reports whether the name at token j, before <, instantiates host: it
// is the function's own name, or, for a member of a class template, that of the
// class in template class C<int>;.
func (h *Code) instantiates(host *cuda.FuncDecl, j int) bool {
	if h.Text(j) == host.Name {
		return j != h.nameOf(host)
	}
	if len(host.Scope) == 0 || j < 2 || h.Text(j-2) != "template" {
		return false
	}
	word := h.Text(j - 1)
	class, _, _ := strings.Cut(host.Scope[len(host.Scope)-1], "<")
	return (word == "class" || word == "struct") && h.Text(j) == class
}

// nameOf is the token that names fn in its definition.
func (h *Code) nameOf(fn *cuda.FuncDecl) int {
	open, _ := h.Body(fn)
	for i := open; i > 0; i-- {
		if h.Token(i).Pos == fn.Pos && h.Text(i) == fn.Name {
			return i
		}
	}
	return -1
}

// with is u with the template's parameters replaced by the arguments.
func (u *use) with(head *cuda.TemplateHead, args []cuda.TemplateArg) *use {
	s := substitution{}
	for i, a := range args {
		if i < len(head.Params) {
			s[head.Params[i].Name] = a
		}
	}
	t := *u.TemplateUse
	c := &use{TemplateUse: &t, open: u.open, bound: s}
	c.Args = append([]cuda.TemplateArg(nil), u.Args...)
	for i := range c.Args {
		c.Args[i] = s.arg(c.Args[i])
	}
	c.Call = append([]*cuda.TypeExpr(nil), u.Call...)
	for i := range c.Call {
		c.Call[i] = s.typ(c.Call[i])
	}
	return c
}

// substitution maps template parameters to arguments.
type substitution map[string]cuda.TemplateArg

func (s substitution) arg(a cuda.TemplateArg) cuda.TemplateArg {
	if id, ok := a.Expr.(*cuda.Ident); ok && len(id.Path) == 0 && !id.HasArgs {
		if by, ok := s[id.Name]; ok {
			return by
		}
	}
	if a.Type != nil {
		a.Type = s.typ(a.Type)
		if a.Type.Form != cuda.NamedType {
			a.Expr = nil
		}
	}
	return a
}

// typ replaces parameters in t, also behind pointers and references.
func (s substitution) typ(t *cuda.TypeExpr) *cuda.TypeExpr {
	if t == nil {
		return nil
	}
	if by, ok := s[t.Name]; ok && t.Form == cuda.NamedType && len(t.Path) == 0 && !t.HasArgs && by.Type != nil {
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
