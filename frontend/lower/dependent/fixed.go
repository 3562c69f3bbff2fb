package dependent

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/lower/syntax"
)

// Fixed reports whether a variable with that type and initialiser depends on no parameter of a
// template, as far as it is written ([temp.dep.type]): names reports that of a name behind a path,
// or of a class template without its arguments.
func Fixed(te *cuda.TypeExpr, init cuda.Expr, names func(path []string, name string) bool) bool {
	open := func(name string) bool { return !names(nil, name) }
	for ; te != nil; te = te.Elem {
		switch te.Form {
		case cuda.NamedType:
			if te.PathArgs != nil || !names(te.Path, te.Name) || slices.ContainsFunc(te.Args, func(a cuda.TemplateArg) bool { return !fixedArg(a, names) }) {
				return false
			}
		case cuda.PointerType, cuda.ReferenceType:
		case cuda.ArrayType:
			if te.Len != nil && syntax.Mentions(te.Len, open) {
				return false
			}
		case cuda.AutoType:
			return init != nil && !te.Decltype && !syntax.Mentions(init, open)
		default:
			return false
		}
	}
	return true
}

func fixedArg(a cuda.TemplateArg, names func(path []string, name string) bool) bool {
	switch {
	case a.Pack:
		return false
	case a.Type != nil:
		return Fixed(a.Type, nil, names)
	}
	return a.Expr != nil && !syntax.Mentions(a.Expr, func(name string) bool { return !names(nil, name) })
}
