package cuda

import (
	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// expr reads an expression, comma operator included.
func (p *parser) expr() Expr {
	x := p.assign()
	for n := 0; p.is(",") && !p.isAt(1, "...") && p.chain(n); n++ {
		op := p.next()
		y := p.assign()
		x = &BinaryExpr{Pos: exprPos(x), OpPos: op.Pos, Op: ",", X: x, Y: y}
	}
	return x
}

func exprPos(e Expr) diag.Pos {
	if e == nil {
		return diag.Pos{}
	}
	return e.ExprPos()
}

// chain reports whether a left-associative chain may grow by an n-th link.
func (p *parser) chain(n int) bool {
	if n >= maxChain {
		p.fail(p.peek().Pos, "expression too long; at most %d operators in a row are read", maxChain)
	}
	return p.failed == nil
}

// assign reads an assignment-expression, without comma operators.
func (p *parser) assign() Expr {
	if !p.enter() {
		p.leave()
		return nil
	}
	defer p.leave()
	x := p.condition()
	t := p.peek()
	if t.Kind != source.Punct || !p.assignOp(t.Text) || p.isAt(1, "...") {
		return x
	}
	p.next()
	var y Expr
	if p.is("{") {
		y = p.initList()
	} else {
		y = p.assign()
	}
	p.changes(x)
	return &AssignExpr{Pos: exprPos(x), Op: t.Text, X: x, Y: y}
}

// changes notes that x, if it is a plain name, is assigned.
func (p *parser) changes(x Expr) {
	if id, ok := x.(*Ident); ok && len(id.Path) == 0 && p.assigned != nil {
		p.assigned[id.Name] = true
	}
}

func (p *parser) assignOp(op string) bool {
	switch op {
	case "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=":
		return true
	}
	return false
}

// cond reads a constant-expression: no assignment, no comma.
func (p *parser) cond() Expr {
	if !p.enter() {
		p.leave()
		return nil
	}
	defer p.leave()
	return p.condition()
}

// condition reads c ? x : y. The last operand may be an assignment, as in C++.
func (p *parser) condition() Expr {
	c := p.binary(1)
	if !p.is("?") {
		return c
	}
	p.next()
	if p.is(":") {
		p.unsupported(p.peek().Pos, "?: without its middle operand; repeat the condition")
		return c
	}
	restore := p.open()
	x := p.expr()
	restore()
	p.want(":")
	y := p.assign()
	return &CondExpr{Pos: exprPos(c), C: c, X: x, Y: y}
}

// binary climbs precedences: its loop gathers operators of equal precedence, so
// only a change of precedence costs a call.
func (p *parser) binary(least int) Expr {
	x := p.unary()
	for n := 0; p.chain(n); n++ {
		op, width := p.binaryOp()
		prec := source.Precedence(op)
		if prec == 0 || prec < least || p.isAt(width, "...") {
			return x
		}
		pos := p.peek().Pos
		p.pos += width
		y := p.binary(prec + 1)
		x = &BinaryExpr{Pos: exprPos(x), OpPos: pos, Op: op, X: x, Y: y}
	}
	return x
}

// binaryOp returns the next operator and its number of tokens.
func (p *parser) binaryOp() (op string, width int) {
	t := p.peek()
	switch {
	case t.Kind == source.Ident:
		return alternative(t.Text), 1
	case t.Kind != source.Punct:
		return "", 0
	case t.Text != ">":
		if p.closing && t.Text == ">=" {
			return "", 0
		}
		return t.Text, 1
	case p.closing:
		return "", 0
	case p.isAt(1, ">") && !p.at(1).Space:
		return ">>", 2
	default:
		return ">", 1
	}
}

// alternative is the operator that an ISO 646 word spells.
func alternative(word string) string {
	switch word {
	case "and":
		return "&&"
	case "or":
		return "||"
	case "bitand":
		return "&"
	case "bitor":
		return "|"
	case "xor":
		return "^"
	case "not_eq":
		return "!="
	}
	return ""
}

// unary reads prefix operators, casts and their operands.
func (p *parser) unary() Expr {
	t := p.peek()
	switch t.Kind {
	case source.Punct:
		switch t.Text {
		case "+", "-", "!", "~", "*", "&", "++", "--":
			return p.prefix(t.Text)
		case "&&":
			p.unsupported(t.Pos, "address of a label; use structured control flow")
			return nil
		case "(":
			return p.paren()
		case "::":
			if p.at(1).Text == "new" {
				p.next()
				return p.nested(p.unary)
			}
		}
	case source.Ident:
		switch t.Text {
		case "sizeof", "alignof", "_Alignof", "__alignof__", "__alignof":
			return p.sizeof()
		case "not":
			return p.prefix("!")
		case "compl":
			return p.prefix("~")
		case "new", "delete":
			switch {
			case p.host:
				return allocation(p)
			case t.Text == "new" && p.at(1).Text == "(":
				return placement(p)
			}
			p.unsupported(t.Pos, "%s in device code; use an array of fixed size", t.Text)
			return nil
		case "throw", "typeid", "co_await", "co_yield":
			p.unsupported(t.Pos, "%s; remove it from device code", t.Text)
			return nil
		case "__extension__":
			p.next()
			return p.nested(p.unary)
		}
	}
	return p.postfix(p.primary())
}

// nested runs parse one level deeper.
func (p *parser) nested(parse func() Expr) Expr {
	if !p.enter() {
		p.leave()
		return nil
	}
	defer p.leave()
	return parse()
}

func (p *parser) prefix(op string) Expr {
	pos := p.next().Pos
	x := p.nested(p.unary)
	if op == "++" || op == "--" {
		p.changes(x)
	}
	return &UnaryExpr{Pos: pos, Op: op, X: x}
}

// sizeof reads sizeof(T), sizeof x and alignof(T).
func (p *parser) sizeof() Expr {
	t := p.next()
	e := &SizeofExpr{Pos: t.Pos, Align: t.Text != "sizeof"}
	if p.got("...") {
		p.want("(")
		e.Pack = p.wantName()
		p.want(")")
		return e
	}
	if p.is("(") {
		m := p.mark()
		p.next()
		restore := p.open()
		e.Type = p.tryKnownType()
		restore()
		switch {
		case p.failed != nil:
			return e
		case e.Type != nil:
			p.want(")")
			if p.is("{") {
				e.X, e.Type = p.postfix(p.constructOf(e.Type)), nil
			}
			return e
		}
		p.reset(m)
		p.refuse(m.pos+1, asksType)
	}
	e.X = p.nested(p.unary)
	return e
}

// tryKnownType reads a type followed by ) if it cannot be an expression. A name
// declared nowhere is a type only with a * or & after it.
func (p *parser) tryKnownType() *TypeExpr {
	known := p.typeStart()
	t := p.tryTypeID(")")
	if t == nil || known || t.Form != NamedType {
		return t
	}
	return nil
}

// paren reads ( e ), a cast (T)x, or a compound literal (T){...}.
func (p *parser) paren() Expr {
	if !p.enter() {
		p.leave()
		return nil
	}
	defer p.leave()
	m := p.mark()
	if p.mayCast() {
		if e := p.cast(); e != nil || p.failed != nil {
			return e
		}
		p.reset(m)
		p.refuse(m.pos+1, asksType)
	}
	p.next()
	if p.is("{") {
		p.unsupported(p.peek().Pos, "statement expression; use a function")
		return nil
	}
	restore := p.open()
	defer restore()
	var e Expr
	if !p.is("...") {
		e = p.expr()
	}
	if f := fold(p, e); f != nil {
		e = f
	}
	p.want(")")
	restore()
	return p.postfix(e)
}

// fold reads the rest of (x op ...), (... op y) and (x op ... op y) behind x, which is nil in
// the second; nil if there is no fold here.
func fold(p *parser, x Expr) Expr {
	if p.failed != nil {
		return nil
	}
	pos := p.peek().Pos
	f := &FoldExpr{Pos: pos, X: x}
	if x != nil {
		f.Pos = exprPos(x)
		if f.Op = foldOp(p); f.Op == "" || !p.is("...") {
			return nil
		}
	}
	p.next() // ...
	if x == nil || !p.is(")") {
		op := foldOp(p)
		if op == "" || x != nil && op != f.Op {
			p.expected("the operator of the fold expression")
			return nil
		}
		f.Op = op
		if f.Y = p.nested(p.unary); p.failed != nil {
			return nil
		}
	}
	if p.assignOp(f.Op) {
		p.changes(f.X)
		p.changes(f.Y)
	}
	return f
}

// foldOp reads the operator of a fold; empty, with nothing read, if there is none.
func foldOp(p *parser) string {
	if p.is(",") || p.peek().Kind == source.Punct && p.assignOp(p.peek().Text) {
		return p.next().Text
	}
	op, width := p.binaryOp()
	if source.Precedence(op) == 0 {
		return ""
	}
	p.pos += width
	return op
}

// mayCast is a cheap test past ( that saves most parentheses an attempt.
func (p *parser) mayCast() bool {
	t := p.at(1)
	if t.Kind == source.Punct {
		return t.Text == "::"
	}
	if t.Kind != source.Ident {
		return false
	}
	switch words[t.Text] {
	case cvWord, builtinWord, typeWord:
		return true
	case notWord:
		n := p.at(2)
		if n.Kind == source.Ident {
			return words[n.Text] == cvWord
		}
		switch n.Text {
		case ")", "*", "&", "&&", "<", "::", "[", "(":
			return n.Kind == source.Punct
		}
	}
	return false
}

// cast reads (T)x or (T){...}; nil, without restoring the place, if the
// parenthesis has no type.
func (p *parser) cast() Expr {
	pos := p.next().Pos
	restore := p.open()
	known := p.typeStart()
	t := p.tryTypeID(")")
	restore()
	if t == nil {
		return nil
	}
	p.next()
	if !known && t.Form == NamedType && !p.operandOnly() {
		return nil
	}
	if p.is("{") {
		return p.postfix(p.constructOf(t))
	}
	if !p.operandStart() {
		return nil
	}
	x := p.unary()
	return &CastExpr{Pos: pos, Type: t, X: x}
}

// operandOnly reports whether the next token begins an operand and cannot
// continue an expression: after (name) that shows that the name is a type.
func (p *parser) operandOnly() bool {
	t := p.peek()
	switch t.Kind {
	case source.Number, source.Char, source.String:
		return true
	case source.Ident:
		return words[t.Text] == notWord && alternative(t.Text) == "" || words[t.Text] == exprWord
	}
	return p.is("~") || p.is("!")
}

func (p *parser) operandStart() bool {
	t := p.peek()
	if p.operandOnly() || t.Kind == source.Ident {
		return true
	}
	if t.Kind != source.Punct {
		return false
	}
	switch t.Text {
	case "(", "+", "-", "*", "&", "++", "--", "[", "::":
		return true
	}
	return false
}
