package cuda

// placement reads new (p) T(a, b) and new (p) T{a, b} of device code, which construct an object where p points.
func placement(p *parser) Expr {
	pos := p.next().Pos
	at := p.arguments()
	if p.failed != nil {
		return nil
	}
	var d declarator
	base := p.typeSpec(nil)
	p.pointers(&d)
	switch {
	case p.failed != nil:
		return nil
	case len(at) != 1 || !p.is("(") && !p.is("{"):
		p.unsupported(pos, "new in device code but new (pointer) T(...) and new (pointer) T{...}; write it so, or use an array of fixed size")
		return nil
	}
	e, ok := p.constructOf(d.apply(base)).(*ConstructExpr)
	if !ok {
		return nil
	}
	e.Pos, e.At = pos, at[0]
	return e
}

// allocation reads new and delete as host code has them. A place in parentheses behind new
// fails: who knows what memory that is.
//
//	new float[n * m]   new T(a, b)   new T{a}   delete p   delete[] p
func allocation(p *parser) Expr {
	t := p.next()
	if t.Text == "delete" {
		if p.got("[") {
			p.want("]")
		}
		return &UnaryExpr{Pos: t.Pos, Op: "delete", X: p.nested(p.unary)}
	}
	e := &NewExpr{Pos: t.Pos}
	var d declarator
	base := p.typeSpec(nil)
	p.pointers(&d)
	if p.failed != nil {
		return nil
	}
	e.Type = d.apply(base)
	if p.got("[") {
		restore := p.open()
		e.Len = p.nested(p.expr)
		restore()
		p.want("]")
	}
	switch {
	case p.is("("):
		e.Args = p.arguments()
	case p.is("{"):
		e.Args = []Expr{p.initialiser()}
	}
	return e
}
