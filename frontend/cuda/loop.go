package cuda

import (
	"strconv"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// forStmt reads a for. A name that its head declares is known to the end of the body, hence
// the scope around both.
func (p *parser) forStmt() Stmt {
	s := &ForStmt{Pos: p.next().Pos}
	defer p.block()()
	p.want("(")
	if colon, init := rangeColon(p); colon >= 0 {
		return rangeFor(p, s.Pos, init)
	}
	p.forHead(s)
	p.want(")")
	s.Body = p.body()
	return s
}

// forHead reads what is between the parentheses. A declaration as condition is made anew
// for every iteration, which no other part of the tree can say, so it is refused.
func (p *parser) forHead(s *ForStmt) {
	defer p.open()()
	s.Init = p.forInit()
	if !p.is(";") {
		if p.startsDecl() {
			p.unsupported(p.peek().Pos, "declaration in the condition of a for; declare the variable before the loop")
			return
		}
		s.Cond = p.expr()
	}
	p.want(";")
	if !p.is(")") {
		s.Post = p.expr()
	}
}

// rangeColon is where the : of for (x : range) stands, which is outside any ?:, -1 if there is
// none, and whether an initialiser stands before.
func rangeColon(p *parser) (at int, init bool) {
	open, questions := p.pos-1, 0
	end := int(p.match[open])
	for i := p.pos; i < end; i++ {
		t := &p.toks[i]
		if m := int(p.match[i]); m > i {
			i = m
			continue
		}
		if t.Kind != source.Punct {
			continue
		}
		switch t.Text {
		case ";":
			if init {
				return -1, false
			}
			init = true
		case "?":
			questions++
		case ":":
			if questions == 0 {
				return i, init
			}
			questions--
		}
	}
	return -1, false
}

// rangeFor reads for (decl : range) body behind its parenthesis.
func rangeFor(p *parser, pos diag.Pos, init bool) Stmt {
	s := &RangeStmt{Pos: pos}
	restore := p.open()
	if init {
		s.Init = p.forInit()
	}
	var specs specifiers
	base := specs.qualify(p.typeSpec(&specs))
	switch {
	case p.failed != nil:
	case opensBinding(p, base):
		s.Decl = binding(p, base, &specs)
	default:
		d := p.declarator(namedDeclarator)
		id := d.id()
		p.names.declare(id.name, valueName)
		s.Decl = newVar(id, d.apply(base), &specs)
	}
	p.want(":")
	s.X = p.initialiser()
	restore()
	p.want(")")
	s.Body = p.body()
	return s
}

// forInit reads the first part of a for with its semicolon.
func (p *parser) forInit() Stmt {
	pos := p.peek().Pos
	if p.got(";") {
		return nil
	}
	if p.startsDecl() {
		return p.declStmt()
	}
	e := p.expr()
	p.want(";")
	return &ExprStmt{Pos: pos, X: e}
}

func (p *parser) whileStmt() Stmt {
	s := &WhileStmt{Pos: p.next().Pos}
	p.want("(")
	restore := p.open()
	if p.startsDecl() {
		p.unsupported(p.peek().Pos, "declaration in the condition of a while; declare the variable before the loop")
	}
	s.Cond = p.expr()
	restore()
	p.want(")")
	s.Body = p.body()
	return s
}

func (p *parser) doStmt() Stmt {
	s := &DoStmt{Pos: p.next().Pos}
	s.Body = p.body()
	p.want("while")
	p.want("(")
	restore := p.open()
	s.Cond = p.expr()
	restore()
	p.want(")")
	p.want(";")
	return s
}

func (p *parser) switchStmt() Stmt {
	s := &SwitchStmt{Pos: p.next().Pos}
	defer p.block()()
	p.want("(")
	s.Init, s.X = p.head()
	s.Body = p.body()
	return s
}

// pragma reads #pragma unroll and applies it to the loop that follows. Before
// any other statement it has no effect. Unrolling changes no meaning, so a factor that
// cannot be read is no fault.
func (p *parser) pragma() Stmt {
	t := p.next()
	n, e := p.unrollFactor(t.Text, t.Pos)
	if p.is("}") || p.failed != nil {
		return nil
	}
	s := p.stmt()
	switch s := s.(type) {
	case *ForStmt:
		s.Unroll, s.UnrollExpr = n, e
	case *RangeStmt:
		s.Unroll = n
	case *WhileStmt:
		s.Unroll = n
	case *DoStmt:
		s.Unroll = n
	}
	return s
}

// unrollFactor reads the text after the word unroll: nothing, a number or an
// expression.
func (p *parser) unrollFactor(text string, pos diag.Pos) (int, Expr) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "nounroll") {
		return 1, nil
	}
	arg := strings.TrimSpace(strings.TrimPrefix(text, "unroll"))
	for strings.HasPrefix(arg, "(") && strings.HasSuffix(arg, ")") {
		arg = strings.TrimSpace(arg[1 : len(arg)-1])
	}
	if arg == "" {
		return -1, nil
	}
	if n, err := strconv.ParseInt(strings.TrimRight(arg, "uUlL"), 0, 32); err == nil {
		return int(n), nil
	}
	return 0, p.pragmaExpr(arg, pos)
}

// pragmaExpr reads an expression from a pragma's text. A factor that cannot be
// read is ignored: it is only a hint.
func (p *parser) pragmaExpr(text string, pos diag.Pos) Expr {
	toks := source.Preprocess(pos.File, []byte(text), source.Options{}).Tokens
	// The preprocessor has seen the text as one token: a place in it is that of the pragma.
	for i := range toks {
		toks[i].Pos = pos
	}
	toks, notes := prepare(toks)
	u := &unit{toks: toks, match: brackets(toks), notes: notes}
	q := u.parser(0, len(toks)-1, p.names)
	e := q.cond()
	if q.failed != nil || q.pos != q.end {
		return nil
	}
	return e
}
