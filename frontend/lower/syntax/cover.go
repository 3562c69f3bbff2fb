package syntax

import (
	"strings"

	"gv2/frontend/cuda"
)

// MoreSpecial reports whether every use that a fits, b fits too, and not the
// other way round.
func MoreSpecial(a, b Special) bool { return Covers(b, a) && !Covers(a, b) }

// Special is a specialisation of a template: its own parameters, nil or none for an
// explicit one, and the arguments that it is for.
type Special struct {
	Template *cuda.TemplateHead
	Of       []cuda.TemplateArg
}

// Covers reports whether the pattern of specialisation g becomes that of s when
// something is put in for its parameters.
func Covers(g, s Special) bool {
	c := &coverage{params: map[string]bool{}, bound: map[string]string{}}
	if g.Template != nil {
		for _, p := range g.Template.Params {
			c.params[p.Name] = true
		}
	}
	return c.args(g.Of, s.Of)
}

// coverage compares patterns as written; bound is what stands for a parameter.
type coverage struct {
	params map[string]bool
	bound  map[string]string
}

// parameter reports whether name is one of the pattern's, or an element of a pack of it.
func (c *coverage) parameter(name string) bool {
	pack, _, _ := strings.Cut(name, "#")
	return c.params[pack]
}

func (c *coverage) args(g, s []cuda.TemplateArg) bool {
	if len(g) != len(s) {
		return false
	}
	for i := range g {
		if !c.arg(g[i], s[i]) {
			return false
		}
	}
	return true
}

func (c *coverage) arg(g, s cuda.TemplateArg) bool {
	if id, ok := g.Expr.(*cuda.Ident); ok && len(id.Path) == 0 && c.parameter(id.Name) {
		return c.bind(id.Name, s.Text())
	}
	if g.Type != nil && s.Type != nil && g.Expr == nil {
		return c.typ(g.Type, s.Type)
	}
	return g.Text() == s.Text()
}

func (c *coverage) bind(name, text string) bool {
	if have, ok := c.bound[name]; ok {
		return have == text
	}
	c.bound[name] = text
	return true
}

func (c *coverage) typ(g, s *cuda.TypeExpr) bool {
	named := g.Form == cuda.NamedType && len(g.Path) == 0
	switch {
	case named && !g.HasArgs && c.parameter(g.Name):
		rest := *s
		rest.Const, rest.Volatile = s.Const && !g.Const, s.Volatile && !g.Volatile
		return (!g.Const || s.Const) && (!g.Volatile || s.Volatile) && c.bind(g.Name, cuda.TemplateArg{Type: &rest}.Text())
	case g.Form != s.Form || g.Const != s.Const || g.Volatile != s.Volatile:
		return false
	case named && g.HasArgs:
		return s.HasArgs && g.Name == s.Name && c.args(g.Args, s.Args)
	case g.Elem != nil && s.Elem != nil && g.Len == nil && s.Len == nil && g.Form != cuda.FuncType:
		return g.RValue == s.RValue && c.typ(g.Elem, s.Elem)
	case g.Form == cuda.ArrayType && g.Len != nil && s.Len != nil:
		return c.arg(cuda.TemplateArg{Expr: g.Len}, cuda.TemplateArg{Expr: s.Len}) && c.typ(g.Elem, s.Elem)
	}
	return cuda.TemplateArg{Type: g}.Text() == cuda.TemplateArg{Type: s}.Text()
}
