package flow

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
)

// Default is the value of fn's n-th parameter where a call does not give it: a constant, as the names of the declaration
// say. It is unknown if that is not one number, or if several declarations give one.
func (p *Program) Default(fn *cuda.FuncDecl, n int) Value {
	if n >= len(fn.Params) {
		return unknown("there is no such parameter")
	}
	of, d := fn, fn.Params[n].Default
	for _, o := range p.functions[fn.Name] {
		if o == fn || o.Pos == fn.Pos || len(o.Params) != len(fn.Params) || o.Params[n].Default == nil || !sameParams(o, fn) {
			continue
		}
		if d != nil {
			return unknown("it has several defaults")
		}
		of, d = o, o.Params[n].Default
	}
	if d == nil {
		return unknown("it has no default")
	}
	if x := defaultLiteral(d); x.X != nil {
		return x
	}
	if !p.fixedNames(of, d) {
		return unknown("its default is not a constant")
	}
	if c, ok := p.names.Constants(of)(d); ok && (c.T.IsInt() || c.T.Kind == kernel.Bool) {
		return number(c)
	}
	return unknown("its default is not a number")
}

// fixedNames reports whether e, in a declaration of fn, consists of numbers and constants at file level.
func (p *Program) fixedNames(fn *cuda.FuncDecl, e cuda.Expr) bool {
	fixed := true
	cuda.WalkExpr(e, func(x cuda.Expr) bool {
		switch x := x.(type) {
		case *cuda.Ident:
			if len(x.Path) > 0 || x.HasArgs || templateParam(fn, x.Name) || p.IsMethod(fn) {
				fixed = false
			}
			for _, d := range p.globals[x.Name] {
				fixed = fixed && (d.Constexpr || d.Type != nil && d.Type.Const && !d.Type.Volatile && d.Type.Form == cuda.NamedType)
			}
		case *cuda.CallExpr, *cuda.LambdaExpr, *cuda.MemberExpr, *cuda.IndexExpr:
			fixed = false
		default:
		}
		return fixed
	})
	return fixed
}

// Least is the number of arguments that a call of fn gives at least: a declaration may have defaults for the others.
func (p *Program) Least(fn *cuda.FuncDecl) int {
	least := len(fn.Params)
	given := func(n int) bool {
		return fn.Params[n].Default != nil || slices.ContainsFunc(p.functions[fn.Name], func(o *cuda.FuncDecl) bool {
			return len(o.Params) == len(fn.Params) && o.Params[n].Default != nil && sameParams(o, fn)
		})
	}
	for least > 0 && given(least-1) {
		least--
	}
	return least
}

// defaultLiteral is a number or a truth value.
func defaultLiteral(e cuda.Expr) Value {
	switch x := e.(type) {
	case *cuda.IntLit:
		return literal(x)
	case *cuda.BoolLit:
		return number(kernel.BoolConst(x.Value))
	}
	return unknown("it is no literal")
}

// sameParams reports whether two functions are declarations of one, by their scopes and the words of their parameters.
func sameParams(a, b *cuda.FuncDecl) bool {
	if !slices.Equal(a.Scope, b.Scope) || (a.Template == nil) != (b.Template == nil) {
		return false
	}
	for n := range a.Params {
		if (cuda.TemplateArg{Type: a.Params[n].Type}).Text() != (cuda.TemplateArg{Type: b.Params[n].Type}).Text() {
			return false
		}
	}
	return true
}
