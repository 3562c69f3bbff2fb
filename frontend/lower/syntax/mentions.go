package syntax

import (
	"slices"

	"gv2/frontend/cuda"
)

// Dependent reports whether a type mentions a parameter of a template: [temp.dep.type].
func Dependent(te *cuda.TypeExpr, head *cuda.TemplateHead) bool {
	if te == nil || head == nil {
		return false
	}
	ours := func(name string) bool {
		return slices.ContainsFunc(head.Params, func(p cuda.TemplateParam) bool { return p.Name == name })
	}
	inArgs := func(args []cuda.TemplateArg) bool {
		return slices.ContainsFunc(args, func(a cuda.TemplateArg) bool {
			found := Dependent(a.Type, head)
			if a.Expr != nil {
				cuda.WalkExpr(a.Expr, func(e cuda.Expr) bool {
					id, ok := e.(*cuda.Ident)
					found = found || ok && (ours(id.Name) || slices.ContainsFunc(id.Path, ours))
					return !found
				})
			}
			return found
		})
	}
	return ours(te.Name) || slices.ContainsFunc(te.Path, ours) || inArgs(te.Args) || slices.ContainsFunc(te.PathArgs, inArgs) || Dependent(te.Elem, head)
}
