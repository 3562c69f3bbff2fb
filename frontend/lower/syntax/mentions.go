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

// Mentions reports whether an expression may mention a name that is local: those of types count, and
// what has a form in which names are not looked for.
func Mentions(e cuda.Expr, local func(name string) bool) bool {
	inType := func(te *cuda.TypeExpr) bool {
		for ; te != nil; te = te.Elem {
			if te.HasArgs || te.PathArgs != nil || te.Form == cuda.DecltypeType || local(te.Name) || slices.ContainsFunc(te.Path, local) {
				return true
			}
		}
		return false
	}
	found := false
	cuda.WalkExpr(e, func(e cuda.Expr) bool {
		switch e := e.(type) {
		case *cuda.IntLit, *cuda.FloatLit, *cuda.BoolLit, *cuda.NullLit, *cuda.StringLit, *cuda.UnaryExpr, *cuda.BinaryExpr, *cuda.CondExpr, *cuda.CallExpr, *cuda.IndexExpr, *cuda.InitList:
		case *cuda.MemberExpr:
			found = found || e.HasArgs
		case *cuda.Ident:
			found = found || e.HasArgs || e.PathArgs != nil || local(e.Name) || slices.ContainsFunc(e.Path, local)
		case *cuda.CastExpr:
			found = found || inType(e.Type)
		case *cuda.ConstructExpr:
			found = found || inType(e.Type)
		default:
			found = true
		}
		return !found
	})
	return found
}

// NamesItself reports whether the value that d is declared with mentions d's name: it stands for d
// itself there, which has no value yet ([basic.scope.pdecl]).
func NamesItself(d *cuda.VarDecl) bool {
	found := false
	for _, e := range append([]cuda.Expr{d.Init}, d.Ctor...) {
		cuda.WalkExpr(e, func(e cuda.Expr) bool {
			id, ok := e.(*cuda.Ident)
			found = found || ok && id.Name == d.Name && len(id.Path) == 0 && !id.HasArgs && d.Name != ""
			return !found
		})
	}
	return found
}
