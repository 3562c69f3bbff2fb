package lower

import (
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/category"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/syntax"
)

// categories tells value categories, and what decltype means, where l stands.
func categories(l *lowerer) category.Core {
	return category.Core{
		TypeOf: func(e cuda.Expr) *ctype.Type { return typeAlone(l, e) },
		Symbol: func(name string) *bind.Symbol { return l.frame.scope.Find(name) },
		This: func() *ctype.Type {
			if l.frame.this == nil {
				return ctype.Bad
			}
			return l.frame.this.T
		},
		Enclosing: func(id *cuda.Ident) *ctype.Record { return l.enclosing(id.Path, id.PathArgs, id.Pos) },
		Arrow: func(m *cuda.MemberExpr) *ctype.Type {
			pl := &object.BadPlace
			l.mem.Aside(func() { pl = l.object(m) })
			return pl.T
		},
		Resolve: l.resolve,
		Result: func(e cuda.Expr, pos diag.Pos) *ctype.Type {
			l.called = nil
			if typeAlone(l, e); l.calledAt != pos {
				return nil
			}
			return l.called
		},
	}
}

// isObject reports whether an argument is an lvalue.
func isObject(l *lowerer, a callArg) bool {
	if a.e == nil {
		return a.pl != nil
	}
	is := false
	frame := l.frame
	for l.frame.fn == nil && l.frame.outer != nil { // where the argument stands
		l.frame = l.frame.outer
	}
	before := l.diags
	is = categories(l).Of(a.e) == category.Object
	l.diags, l.frame = before, frame
	return is
}

// typeAlone is the type of an operand that is not evaluated: [expr.context].
func typeAlone(l *lowerer, e cuda.Expr) *ctype.Type {
	l.unevaluated++
	defer func() { l.unevaluated-- }()
	return l.typeOf(e)
}

// resultAlone is what a call that is not evaluated yields, of which only the type counts; nil where that
// is known from the body alone.
func resultAlone(l *lowerer, pos diag.Pos, site any, c *candidate) *object.Place {
	fn := c.fn
	switch {
	case fn.Deleted:
		l.Errorf(pos, "%s is deleted", fn.Name)
		return &object.BadPlace
	case fn.Ctor || fn.Result == nil:
		return &voidPlace
	}
	if te, _, _ := syntax.AutoOf(fn.Result); te != nil {
		return nil
	}
	path := fn.Scope
	if c.in != nil {
		path = c.in.Path
	}
	t := ctype.Bad
	l.in(&frame{path: path, scope: bind.New(c.env), decl: fn}, func() {
		bindAlone(l, c)
		t = l.resolve(fn.Result)
	})
	l.called, l.calledAt = t, pos
	switch t.Form {
	case ctype.BadForm:
		return &object.BadPlace
	case ctype.VoidForm:
		return &voidPlace
	}
	return unevaluatedPlace(l, t, pos, object.SlotOf(l.frame.inst.Call(site, fn, c.args), fn, "unevaluated"))
}

// bindAlone makes names of c's parameters of which only the type counts, as a result type may use them.
func bindAlone(l *lowerer, c *candidate) {
	sc := bind.New(l.frame.scope)
	for i, p := range c.fn.Params {
		if n := len(c.params) - len(c.fn.Params) + i; p.Name != "" && n >= 0 && n < len(c.params) && !c.params[n].Bad() {
			pl := unevaluatedPlace(l, c.params[n], p.Pos, object.SlotOf(l.frame.inst, p, "unevaluated"))
			sc.Bind(p.Name, &bind.Symbol{Place: pl, Declared: c.params[n]})
		}
	}
	l.frame.scope = sc
}

// unevaluatedPlace is an object of type t of which nothing but its type counts.
func unevaluatedPlace(l *lowerer, t *ctype.Type, pos diag.Pos, s object.Slot) *object.Place {
	return l.mem.NewCell("unevaluated", t.Plain(), s, s, pos).QualifiedPlace(pos, t)
}

// voidOf is the type of an alias template that is void whatever its arguments: only their existence
// counts.
func voidOf(l *lowerer, args []cuda.TemplateArg) *ctype.Type {
	for _, a := range args {
		switch {
		case a.Type != nil && l.resolve(a.Type).Bad():
			return ctype.Bad
		case a.Type == nil && a.Expr != nil && typeAlone(l, a.Expr).Bad():
			return ctype.Bad
		}
	}
	return ctype.Void
}

// memberPointer is &S::m in an operand that is not evaluated; ok is false where it is something else.
func memberPointer(l *lowerer, id *cuda.Ident) (v object.Value, ok bool) {
	r := l.enclosing(id.Path, id.PathArgs, id.Pos)
	if r == nil || len(id.Path) == 0 {
		return object.Bad, false
	}
	t, fault := category.MemberPointer(r, id.Name)
	if fault != "" {
		l.Errorf(id.Pos, "%s", fault)
	}
	return object.Value{T: t}, t != nil
}

// expires reports whether e, evaluated to an object, is an xvalue: a cast to T && or what a function
// returns as one, and parts of it.
func expires(l *lowerer, e cuda.Expr) bool {
	switch e := e.(type) {
	case *cuda.CastExpr, *cuda.CallExpr:
	case *cuda.MemberExpr:
		return !e.Arrow && expires(l, e.X)
	case *cuda.CondExpr:
		return expires(l, e.X) && expires(l, e.Y)
	default:
		return false
	}
	before := l.diags
	is := categories(l).Of(e) == category.Expires
	l.diags = before
	return is
}
