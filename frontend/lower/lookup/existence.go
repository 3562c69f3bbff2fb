package lookup

import (
	"slices"

	"gv2/frontend/cuda"
)

// AskExistence reports whether template arguments, written in a scope, ask whether something exists:
// they contain decltype, or a template that is void whatever its arguments.
func (p *Table) AskExistence(scope []string, args []cuda.TemplateArg) bool {
	var asks func(t *cuda.TypeExpr) bool
	asks = func(t *cuda.TypeExpr) bool {
		if t == nil {
			return false
		}
		if t.Form == cuda.DecltypeType || t.Form == cuda.NamedType && len(t.Args) > 0 && p.alwaysVoid(scope, t.Name) {
			return true
		}
		return asks(t.Elem) || slices.ContainsFunc(t.Args, func(a cuda.TemplateArg) bool { return asks(a.Type) })
	}
	return slices.ContainsFunc(args, func(a cuda.TemplateArg) bool { return asks(a.Type) })
}

// alwaysVoid reports whether a name is that of an alias template which is void whatever its arguments.
func (p *Table) alwaysVoid(scope []string, name string) bool {
	if name == "void_t" {
		return true
	}
	for n := len(scope); n >= 0; n-- {
		for _, d := range p.Declared(scope[:n], name) {
			if t, is := d.(*cuda.TypedefDecl); is && t.Template != nil && t.Type != nil && t.Type.Form == cuda.NamedType && t.Type.Name == "void" {
				return true
			}
		}
	}
	return false
}
