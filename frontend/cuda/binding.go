package cuda

// opensBinding reports whether [ follows after auto, auto & or auto &&: a structured binding.
func opensBinding(p *parser, base *TypeExpr) bool {
	n := 0
	if p.is("&") || p.is("&&") {
		n = 1
	}
	return base.Form == AutoType && p.isAt(n, "[") && !p.isAt(n+1, "[")
}

// binding reads the & and the names of auto &[a, b], of which the names are known from there
// on. How its object is initialised stands behind.
func binding(p *parser, base *TypeExpr, specs *specifiers) *BindingDecl {
	t := p.peek()
	if p.is("&") || p.is("&&") {
		base = &TypeExpr{Pos: t.Pos, Form: ReferenceType, Elem: base, RValue: p.next().Text == "&&"}
	}
	d := &BindingDecl{Pos: t.Pos, Var: newVar(&declarator{pos: t.Pos, name: "__binding"}, base, specs)}
	p.want("[")
	for p.failed == nil {
		at := p.peek()
		d.Names = append(d.Names, Binding{Pos: at.Pos, Name: p.wantName()})
		if !p.got(",") {
			break
		}
	}
	p.want("]")
	for _, b := range d.Names {
		p.names.declare(b.Name, valueName)
	}
	return d
}

// bindingInit reads = e, {e} or (e) behind a structured binding.
func bindingInit(p *parser, v *VarDecl) {
	at := p.peek().Pos
	p.varInit(v)
	if list, ok := v.Init.(*InitList); ok && len(list.Items) == 1 {
		v.Init = list.Items[0]
	}
	if len(v.Ctor) == 1 {
		v.Init, v.Ctor = v.Ctor[0], nil
	}
	if v.Init == nil && p.failed == nil {
		p.unsupported(at, "a structured binding without one value")
	}
}
