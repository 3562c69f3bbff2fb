package boogie

// stmts reads statements up to a closing brace.
func (p *parser) stmts() []Stmt {
	var out []Stmt
	for !p.is("}") && p.err == nil {
		if s := p.stmt(); s != nil {
			out = append(out, s)
		}
	}
	return out
}

func (p *parser) block() []Stmt {
	p.expect("{")
	out := p.stmts()
	p.expect("}")
	return out
}

func (p *parser) stmt() Stmt {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	switch {
	case p.is("if"):
		return p.ifStmt()
	case p.accept("while"):
		return p.while()
	}
	s := p.simple()
	p.expect(";")
	return s
}

// simple reads a statement without the semicolon that ends it.
func (p *parser) simple() Stmt {
	switch {
	case p.accept("assert"):
		return &Assert{Attrs: p.attributes(), E: p.expr()}
	case p.accept("assume"):
		return &Assume{Attrs: p.attributes(), E: p.expr()}
	case p.accept("havoc"):
		return &Havoc{p.names()}
	case p.accept("call"):
		return p.call()
	case p.accept("break"):
		return &Break{}
	case p.accept("return"):
		return &Return{}
	}
	return p.assign()
}

func (p *parser) assign() Stmt {
	s := &Assign{Lhs: []Expr{p.target()}}
	for p.accept(",") {
		s.Lhs = append(s.Lhs, p.target())
	}
	p.expect(":=")
	s.Rhs = p.exprs(";")
	if len(s.Lhs) != len(s.Rhs) {
		p.fail("%d targets but %d values", len(s.Lhs), len(s.Rhs))
	}
	return s
}

// target reads x or m[i].
func (p *parser) target() Expr {
	if p.cur().kind != ident || keywords[p.cur().text] {
		p.fail("expected a statement, found %s", p.cur().text)
	}
	return p.postfix()
}

func (p *parser) call() Stmt {
	c := &Call{Attrs: p.attributes()}
	names := p.names()
	if p.accept(":=") {
		c.Results, c.F = names, p.name()
	} else if len(names) == 1 {
		c.F = names[0]
	} else {
		p.fail("expected :=, found %s", p.cur().text)
	}
	p.expect("(")
	c.Args = p.exprs(")")
	p.expect(")")
	return c
}

// ifStmt reads a whole chain of else if before it builds the tree.
func (p *parser) ifStmt() Stmt {
	var links []*If
	var last []Stmt
	for p.accept("if") {
		c := p.guard()
		links = append(links, &If{C: c, Then: p.block()})
		if !p.accept("else") {
			break
		}
		if !p.is("if") {
			last = p.block()
			break
		}
	}
	// From the last link to the first: each one is the else part of the link
	// before it.
	for i := len(links) - 1; i >= 0; i-- {
		links[i].Else = last
		last = []Stmt{links[i]}
	}
	return links[0]
}

// guard reads (e), or (*), which is nil.
func (p *parser) guard() Expr {
	p.expect("(")
	if p.accept("*") {
		p.expect(")")
		return nil
	}
	e := p.expr()
	p.expect(")")
	return e
}

func (p *parser) while() Stmt {
	w := &While{C: p.guard()}
	for {
		free := p.accept("free")
		if !free && !p.is("invariant") {
			break
		}
		p.expect("invariant")
		v := Invariant{Attrs: p.attributes(), Free: free, E: p.expr()}
		p.expect(";")
		p.candidate(&v)
		w.Invs = append(w.Invs, v)
	}
	w.Body = p.block()
	return w
}

// candidate splits c ==> e into candidate and invariant if c is {:existential
// true}.
func (p *parser) candidate(v *Invariant) {
	b, ok := v.E.(*Binary)
	if !ok || b.Op != "==>" {
		return
	}
	if c, ok := b.X.(*Id); ok && p.candidates[c.Name] {
		v.Candidate, v.E = c.Name, b.Y
	}
}
