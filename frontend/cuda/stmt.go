package cuda

import (
	"gv2/frontend/source"
)

// blockStmt reads { statements }, in a scope of its own.
func (p *parser) blockStmt() *Block {
	if !p.enter() {
		p.leave()
		return nil
	}
	defer p.leave()
	defer p.block()()
	defer p.open()()
	b := &Block{Pos: p.peek().Pos}
	p.want("{")
	b.Stmts = p.stmts()
	p.want("}")
	return b
}

// stmts reads statements up to a closing brace or the end.
func (p *parser) stmts() []Stmt {
	var list []Stmt
	for p.failed == nil && !p.is("}") && p.peek().Kind != source.EOF {
		list = p.appendStmt(list)
	}
	return list
}

// appendStmt reads one statement and the labels before it; a label is a
// statement of its own in the list.
func (p *parser) appendStmt(list []Stmt) []Stmt {
	switch {
	case p.is("case"):
		return p.caseLabels(list)
	case p.is("default") && p.isAt(1, ":"):
		pos := p.next().Pos
		p.next()
		return append(list, &CaseStmt{Pos: pos})
	case p.isName(0) && p.isAt(1, ":"):
		t := p.next()
		p.next()
		return append(list, &LabelStmt{Pos: t.Pos, Label: t.Text})
	}
	if s := p.stmt(); s != nil && p.failed == nil {
		list = append(list, s)
	}
	return list
}

// maxCaseRange bounds the number of labels for a case range.
const maxCaseRange = 1024

// caseLabels reads case v: and case lo ... hi:, which becomes one label for
// every value.
func (p *parser) caseLabels(list []Stmt) []Stmt {
	pos := p.next().Pos
	lo := p.cond()
	if !p.is("...") {
		p.want(":")
		return append(list, &CaseStmt{Pos: pos, Value: lo})
	}
	at := p.next().Pos
	hi := p.cond()
	p.want(":")
	first, ok1 := lo.(*IntLit)
	last, ok2 := hi.(*IntLit)
	if p.failed != nil {
		return list
	}
	if !ok1 || !ok2 || last.Value < first.Value || last.Value-first.Value >= maxCaseRange {
		p.unsupported(at, "case range; write it with literals and at most %d values", maxCaseRange)
		return list
	}
	for v := first.Value; v <= last.Value; v++ {
		lit := *first
		lit.Value = v
		list = append(list, &CaseStmt{Pos: pos, Value: &lit})
		if v == last.Value {
			break
		}
	}
	return list
}

// body reads the statement of an if or loop. If it has labels, or is a
// declaration, it becomes a block.
func (p *parser) body() Stmt {
	defer p.block()()
	pos := p.peek().Pos
	var list []Stmt
	for p.failed == nil {
		list = p.appendStmt(list)
		if n := len(list); n > 0 && isLabel(list[n-1]) && !p.is("}") {
			continue
		}
		break
	}
	if len(list) == 1 && !isLabel(list[0]) {
		return list[0]
	}
	return &Block{Pos: pos, Stmts: list}
}

func isLabel(s Stmt) bool {
	switch s.(type) {
	case *CaseStmt, *LabelStmt:
		return true
	}
	return false
}

// stmt reads one statement without labels; nil if it has no effect
// (static_assert, an attribute alone).
func (p *parser) stmt() Stmt {
	if !p.enter() {
		p.leave()
		return nil
	}
	defer p.leave()
	t := p.peek()
	switch t.Kind {
	case source.Pragma:
		return p.pragma()
	case source.Punct:
		return p.punctStmt(t)
	case source.Ident:
		if s, ok := p.wordStmt(t); ok {
			return s
		}
	}
	return p.simpleStmt()
}

func (p *parser) punctStmt(t *source.Token) Stmt {
	switch {
	case t.Text == "{":
		if b := p.blockStmt(); b != nil {
			return b
		}
		return nil
	case t.Text == ";":
		p.next()
		return &EmptyStmt{Pos: t.Pos}
	case t.Text == "[" && p.isAt(1, "["):
		for p.attribute(&specifiers{}) {
		}
		if p.is("}") {
			return nil
		}
		return p.stmt()
	}
	return p.simpleStmt()
}

// wordStmt reads a statement that begins with a reserved word; ok is false if
// the word begins an expression or a declaration.
func (p *parser) wordStmt(t *source.Token) (s Stmt, ok bool) {
	switch t.Text {
	case "if":
		return p.ifStmt(), true
	case "for":
		return p.forStmt(), true
	case "while":
		return p.whileStmt(), true
	case "do":
		return p.doStmt(), true
	case "switch":
		return p.switchStmt(), true
	case "break", "continue":
		return p.jump(), true
	case "return":
		return p.returnStmt(), true
	case "goto":
		return p.gotoStmt(), true
	case "asm", "__asm__", "__asm":
		return p.asmStmt(), true
	case "case", "default":
		p.fail(t.Pos, "'%s' needs a switch around it", t.Text)
		return nil, true
	case "try", "catch":
		p.unsupported(t.Pos, "%s; exceptions do not exist in device code", t.Text)
		return nil, true
	case "typedef":
		return p.declStmt(), true
	case "using":
		return p.usingStmt(), true
	case "static_assert", "_Static_assert":
		return p.staticAssert(), true
	case "__attribute__":
		return p.attributeStmt(), true
	case "namespace", "template":
		return p.namespaceStmt(t), true
	}
	return nil, false
}

// attributeStmt reads __attribute__((fallthrough)); and attributes before a
// statement.
func (p *parser) attributeStmt() Stmt {
	m := p.mark()
	for p.attribute(&specifiers{}) {
	}
	if p.failed == nil && p.startsDecl() {
		p.reset(m)
		return p.declStmt()
	}
	return p.stmt()
}

// namespaceStmt reads namespace a = b; which renames at block scope: paths in the rest of
// the block that begin with a begin with b in the tree.
func (p *parser) namespaceStmt(t *source.Token) Stmt {
	if t.Text == "template" || !p.isName(1) || !p.isAt(2, "=") {
		p.expected("a statement")
		return nil
	}
	d := p.namespaceAlias().(*UsingDecl)
	if p.failed == nil {
		p.names.rename(d.Alias, d.Path)
	}
	return &DeclStmt{Pos: t.Pos, Decls: []Decl{d}}
}

func (p *parser) staticAssert() Stmt {
	p.next()
	if !p.is("(") {
		p.expected("'('")
		return nil
	}
	p.skipGroup()
	p.want(";")
	return nil
}

// simpleStmt reads a declaration or an expression statement.
func (p *parser) simpleStmt() Stmt {
	if p.startsDecl() {
		return p.declStmt()
	}
	pos := p.peek().Pos
	e := p.expr()
	if call, is := e.(*CallExpr); is && p.failed == nil && p.is("{") {
		if f, plain := call.Fun.(*Ident); plain && p.names.lookupPath(f.Path, f.Name) == unknownName {
			return &ExprStmt{Pos: pos, X: e, Open: p.blockStmt()}
		}
	}
	p.want(";")
	return &ExprStmt{Pos: pos, X: e}
}

func (p *parser) jump() Stmt {
	t := p.next()
	p.want(";")
	if t.Text == "break" {
		return &BreakStmt{Pos: t.Pos}
	}
	return &ContinueStmt{Pos: t.Pos}
}

func (p *parser) returnStmt() Stmt {
	s := &ReturnStmt{Pos: p.next().Pos}
	if !p.is(";") {
		s.X = p.returned()
	}
	p.want(";")
	return s
}

func (p *parser) returned() Expr {
	if p.is("{") {
		return p.initListExpr()
	}
	return p.expr()
}

func (p *parser) gotoStmt() Stmt {
	s := &GotoStmt{Pos: p.next().Pos}
	if p.is("*") {
		p.unsupported(p.peek().Pos, "computed goto; use structured control flow")
		return nil
	}
	s.Label = p.wantName()
	p.want(";")
	return s
}

// ifStmt reads an if with its ladder of else-ifs in a loop, since generated
// code has ladders of thousands.
func (p *parser) ifStmt() Stmt {
	var scopes []func()
	defer func() {
		for i := len(scopes) - 1; i >= 0; i-- {
			scopes[i]()
		}
	}()
	first := p.ifHead(&scopes)
	last := first
	for n := 0; p.got("else"); n++ {
		if !p.is("if") {
			last.Else = p.body()
			break
		}
		if !p.chain(n) {
			break
		}
		s := p.ifHead(&scopes)
		last.Else, last = s, s
	}
	return first
}

// ifHead reads if (...) and the statement it guards.
func (p *parser) ifHead(scopes *[]func()) *IfStmt {
	s := &IfStmt{Pos: p.next().Pos}
	s.Constexpr = p.got("constexpr")
	if p.is("consteval") || p.is("!") {
		p.unsupported(p.peek().Pos, "if consteval; write the branch that is taken")
		return s
	}
	p.want("(")
	if p.startsDecl() {
		*scopes = append(*scopes, p.block())
	}
	s.Init, s.Cond = p.head()
	s.Then = p.body()
	return s
}

// head reads init; condition ) of if and switch.
func (p *parser) head() (init Stmt, cond Expr) {
	defer p.open()()
	if p.startsDecl() {
		init = p.conditionDecl()
		if p.got(";") {
			cond = p.expr()
		} else {
			cond = p.declared(init)
		}
		p.want(")")
		return init, cond
	}
	pos := p.peek().Pos
	if p.got(";") {
		cond = p.expr()
		p.want(")")
		return nil, cond
	}
	cond = p.expr()
	if p.got(";") {
		init = &ExprStmt{Pos: pos, X: cond}
		cond = p.expr()
	}
	p.want(")")
	return init, cond
}

// declared is the variable that a condition such as (int x = f()) tests.
func (p *parser) declared(init Stmt) Expr {
	d, ok := init.(*DeclStmt)
	if p.failed != nil || !ok || len(d.Decls) == 0 {
		return nil
	}
	v, ok := d.Decls[len(d.Decls)-1].(*VarDecl)
	if !ok || v.Init == nil {
		p.fail(d.Pos, "the declaration in a condition needs one initialised variable")
		return nil
	}
	return &Ident{Pos: v.Pos, Name: v.Name}
}
