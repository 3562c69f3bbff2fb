package lower

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/syntax"
)

// A lambda is an object of a type of its own, without fields: what it captures is
// kept with the type, as the scope that its body is lowered in. By-value captures
// are the values at its definition.

// lambda evaluates e.
func (l *lowerer) lambda(e *cuda.LambdaExpr) object.Value {
	sc, ok := l.captured(e)
	if !ok {
		return object.Bad
	}
	s := l.slot(e, "")
	r := l.an.Lambdas[s]
	if r == nil {
		r = &ctype.Record{Name: "lambda", ID: -1 - len(l.an.Lambdas)}
		r.LayOut(ctype.Rules{})
		l.an.Lambdas[s] = r
	}
	r.Class = &class{closure: &closure{expr: e, fn: l.prog.names.Lambda(e), scope: sc, this: l.frame.this, path: l.frame.path}}
	return object.Value{T: r.Type()}
}

// captured is the scope of a lambda's body: the one around it, with the values of
// what is captured by value.
func (l *lowerer) captured(e *cuda.LambdaExpr) (*bind.Scope, bool) {
	sc := bind.New(l.frame.scope)
	ok := true
	all, some, other := syntax.Captures(e)
	if other != "" {
		l.Unsupported(e.Pos, "a lambda that captures %s; declare a variable for it first", other)
		return nil, false
	}
	if e.Body == nil {
		return sc, true
	}
	copied := 0
	syntax.Exprs(e.Body, func(x cuda.Expr) {
		id, isName := x.(*cuda.Ident)
		if !isName || len(id.Path) > 0 {
			return
		}
		if by, listed := some[id.Name]; by || all && !listed {
			ok = l.capture(sc, id) && ok
			copied++
		} else if sym := l.frame.scope.Find(id.Name); sym != nil && sc.Names[id.Name] == nil {
			sc.Bind(id.Name, sym) // what the name means here, whatever is declared later
		}
	})
	if e.Mutable && copied > 0 && ok {
		l.Unsupported(e.Pos, "a mutable lambda that captures by value; capture by reference, or write a class")
		return nil, false
	}
	return sc, ok
}

// capture binds the name of a local variable in sc to a copy of it. An array in
// memory that all threads see is not copied: it lives as long as the block.
func (l *lowerer) capture(sc *bind.Scope, id *cuda.Ident) bool {
	sym := l.frame.scope.Find(id.Name)
	if sym != nil && sym.Pack != nil && slices.ContainsFunc(sym.Pack.Elems, func(e *bind.Symbol) bool { return e.Place != nil }) {
		l.Unsupported(id.Pos, "a lambda that captures the pack %s by value; capture by reference", id.Name)
		return false
	}
	if len(id.Path) > 0 || sym == nil || sym.Place == nil || sc.Names[id.Name] != nil || sym.Place.Val != nil || sym.Place.T.Bad() {
		return true
	}
	pl := *sym.Place
	pl.Pos = id.Pos
	switch {
	case pl.T.IsArray() && pl.Ptr != nil && !pl.Ptr.ThreadOnly():
		return true
	case pl.Ptr != nil && !pl.Ptr.ThreadOnly(), pl.T.IsArray():
		l.Unsupported(id.Pos, "a lambda that captures %s by value; capture by reference, or copy it to a variable first", id.Name)
		return false
	}
	v := l.out.Held(l.copyOf(callArg{pos: id.Pos, pl: &pl}, pl.T.Plain(), id.Pos))
	sc.Bind(id.Name, &bind.Symbol{Place: &object.Place{Pos: id.Pos, T: pl.T.Qualified(true, false), Val: &v}, Declared: sym.Declared})
	return !v.Bad()
}

// callLambda inlines the body of a lambda.
func (l *lowerer) callLambda(pos diag.Pos, c *closure, args []callArg) *object.Place {
	if anyBad(args) {
		return &object.BadPlace
	}
	if fn, ok := l.prog.packs.Spread(c.fn, len(args), c.scope, l.prog.names.Copied); ok && fn != c.fn {
		own := *c
		own.fn, c = fn, &own
	}
	if len(args) != len(c.fn.Params) {
		l.Errorf(pos, "this lambda takes %s, not %d", diag.Count(len(c.fn.Params), "argument"), len(args))
		return &object.BadPlace
	}
	if !l.mayCall(pos, &candidate{fn: c.fn}, nil) {
		return &object.BadPlace
	}
	fr := &frame{
		outer: l.frame, fn: c.fn, path: c.path, scope: bind.New(c.scope), this: c.this,
		depth: l.frame.depth + 1, inst: l.frame.inst.Call(site{pos, "lambda"}, c.fn, ""),
	}
	if c.this != nil {
		fr.in = c.this.T.Rec
	}
	fr.calls = append(l.frame.calls[:len(l.frame.calls):len(l.frame.calls)], pos)
	l.bindParams(fr, args)
	caller := l.frame
	l.frame = fr
	out := l.body(fr, c.expr.Body)
	l.frame = caller
	l.out.Pos = pos
	return out
}
