package boogie

import (
	"strconv"
	"strings"
)

// expr reads e1 <==> e2 and all that binds tighter.
func (p *parser) expr() Expr {
	if !p.enter() {
		return True
	}
	defer p.leave()
	x := p.implication()
	for p.accept("<==>") {
		x = Op("<==>", x, p.implication())
	}
	return x
}

// implication reads e1 ==> e2 ==> e3, which groups to the right.
func (p *parser) implication() Expr {
	parts := []Expr{p.logic()}
	for p.accept("==>") {
		parts = append(parts, p.logic())
	}
	x := parts[len(parts)-1]
	for i := len(parts) - 2; i >= 0; i-- {
		x = Op("==>", parts[i], x)
	}
	return x
}

// logic reads e1 && e2 or e1 || e2; the two do not mix.
func (p *parser) logic() Expr {
	x := p.relation()
	for _, op := range []string{"&&", "||"} {
		if !p.is(op) {
			continue
		}
		for p.accept(op) {
			x = Op(op, x, p.relation())
		}
		if p.is("&&") || p.is("||") {
			p.fail("&& and || do not mix without parentheses")
		}
	}
	return x
}

// relation reads e1 < e2; relations do not chain.
func (p *parser) relation() Expr {
	x := p.arithmetic(precConcat)
	if p.relational() {
		op := p.advance().text
		x = Op(op, x, p.arithmetic(precConcat))
		if p.relational() {
			p.fail("comparisons do not chain")
		}
	}
	return x
}

func (p *parser) relational() bool {
	t := p.cur()
	return t.kind == symbol && binaryPrec(t.text) == precRel
}

// arithmetic reads the operators of strength prec and above, all grouping to the
// left.
func (p *parser) arithmetic(prec int) Expr {
	x := p.unary()
	for {
		t := p.cur()
		found := binaryPrec(t.text)
		if t.kind != symbol && t.kind != ident || found < max(prec, precConcat) {
			return x
		}
		p.advance()
		// The right operand binds more tightly, so that equal operators group
		// to the left.
		x = Op(t.text, x, p.arithmetic(found+1))
	}
}

func (p *parser) unary() Expr {
	if !p.enter() {
		return True
	}
	defer p.leave()
	switch {
	// A minus before a literal is part of it, as Print writes negative
	// literals; in -5[7:0] the brackets bind first.
	case p.is("-") && p.peek(1).kind == integer && p.peek(2).text != "[":
		p.advance()
		return &IntLit{"-" + p.advance().text}
	case p.is("-"), p.is("!"):
		return &Unary{p.advance().text, p.unary()}
	}
	return p.postfix()
}

// postfix reads m[i], m[i := v] and x[8:0], any number of them.
func (p *parser) postfix() Expr {
	x := p.atom()
	for p.accept("[") {
		if p.cur().kind == integer && p.peek(1).text == ":" {
			hi := p.count()
			p.expect(":")
			x = &Extract{x, hi, p.count()}
			p.expect("]")
			continue
		}
		keys := p.exprs("]")
		if p.accept(":=") {
			x = &Update{x, keys, p.expr()}
		} else {
			x = &Select{x, keys}
		}
		p.expect("]")
	}
	return x
}

// count reads a small literal.
func (p *parser) count() int {
	t := p.cur()
	n, err := strconv.Atoi(t.text)
	if t.kind != integer || err != nil {
		p.fail("expected a small number, found %s", t.text)
		return 0
	}
	p.advance()
	return n
}

// exprs reads expressions separated by commas; none if the next token is end.
func (p *parser) exprs(end string) []Expr {
	var out []Expr
	for !p.is(end) && p.err == nil {
		out = append(out, p.expr())
		if !p.accept(",") {
			break
		}
	}
	return out
}

func (p *parser) atom() Expr {
	switch t := p.cur(); {
	case t.kind == integer:
		return &IntLit{p.advance().text}
	case t.kind == bitvector:
		return p.bvLit()
	case p.accept("true"):
		return True
	case p.accept("false"):
		return False
	case p.is("if"):
		return p.ite()
	case p.accept("old"):
		p.expect("(")
		x := p.expr()
		p.expect(")")
		return &Old{x}
	case p.accept("("):
		if p.is("forall") || p.is("exists") {
			return p.quant()
		}
		x := p.expr()
		p.expect(")")
		return x
	case t.kind == ident:
		name := p.name()
		if !p.accept("(") {
			return &Id{name}
		}
		args := p.exprs(")")
		p.expect(")")
		return &App{name, args}
	}
	p.fail("expected an expression, found %s", p.cur().text)
	return True
}

func (p *parser) bvLit() Expr {
	val, bits, _ := strings.Cut(p.cur().text, "bv")
	n, err := strconv.ParseUint(val, 10, 64)
	w, err2 := strconv.Atoi(bits)
	if err != nil || err2 != nil {
		p.fail("bit-vector literals have at most 64 bits")
		return True
	}
	p.advance()
	return &BVLit{n, w}
}

func (p *parser) ite() Expr {
	p.expect("if")
	c := p.expr()
	p.expect("then")
	x := p.expr()
	p.expect("else")
	return &Ite{c, x, p.expr()}
}

// quant reads forall x: int :: {trigger} body) up to the closing parenthesis.
func (p *parser) quant() Expr {
	q := &Quant{Exists: p.advance().text == "exists"}
	for p.err == nil {
		q.Vars = append(q.Vars, p.typed()...)
		if !p.accept(",") {
			break
		}
	}
	p.expect("::")
	for p.err == nil {
		p.attributes()
		if !p.accept("{") {
			break
		}
		q.Triggers = append(q.Triggers, p.exprs("}"))
		p.expect("}")
	}
	q.Body = p.expr()
	p.expect(")")
	return q
}
