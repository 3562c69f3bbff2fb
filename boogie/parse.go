package boogie

import (
	"fmt"
	"strconv"
)

// maxDepth bounds nesting, so that no input overflows the stack. Chains of
// operators, of subscripts and of else if do not count.
const maxDepth = 5000

// A SyntaxError is a place where text is not the Boogie that Parse reads.
type SyntaxError struct {
	File      string
	Line, Col int
	Msg       string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// Parse reads the Boogie that Print writes, and common Boogie beyond that; name
// is for messages. It drops comments, and attributes of variables, types and
// quantifiers. It rejects labels, goto, where, lambda, type parameters and
// separate implementations. The error is the first *SyntaxError.
func Parse(name, text string) (*Program, error) {
	p := &parser{toks: tokens(text), candidates: map[string]bool{}}
	prog := &Program{}
	for p.cur().kind != eof && p.err == nil {
		prog.Decls = append(prog.Decls, p.decl()...)
	}
	if p.err == nil && p.cur().kind == bad {
		p.fail("%s", p.cur().text)
	}
	if p.err != nil {
		p.err.File = name
		return nil, p.err
	}
	return prog, nil
}

// parser reads tokens by recursive descent. After an error the current token is
// always the end of the text, so that every loop stops.
type parser struct {
	toks       []token
	pos        int
	depth      int
	err        *SyntaxError
	candidates map[string]bool // constants that are {:existential true}
}

func (p *parser) cur() token { return p.toks[p.pos] }

func (p *parser) peek(n int) token { return p.toks[min(p.pos+n, len(p.toks)-1)] }

func (p *parser) advance() token {
	t := p.cur()
	if p.pos < len(p.toks)-1 {
		p.pos++
	}
	return t
}

func (p *parser) fail(format string, args ...any) {
	if p.err != nil {
		return
	}
	t := p.cur()
	msg := fmt.Sprintf(format, args...)
	if t.kind == bad {
		msg = t.text
	}
	p.err = &SyntaxError{Line: t.line, Col: t.col, Msg: msg}
	p.toks, p.pos = []token{{eof, "end of file", t.line, t.col}}, 0
}

// enter counts nesting, and fails with a syntax error beyond maxDepth.
func (p *parser) enter() bool {
	if p.depth++; p.depth > maxDepth {
		p.fail("nested deeper than %d", maxDepth)
		return false
	}
	return true
}

func (p *parser) leave() { p.depth-- }

// is reports whether the current token is the symbol or word s.
func (p *parser) is(s string) bool {
	t := p.cur()
	return (t.kind == symbol || t.kind == ident) && t.text == s
}

func (p *parser) accept(s string) bool {
	if !p.is(s) {
		return false
	}
	p.advance()
	return true
}

func (p *parser) expect(s string) {
	if !p.accept(s) {
		p.fail("expected %s, found %s", s, p.cur().text)
	}
}

// name reads an identifier. tickleBool is no reserved word of the language;
// only names that gv2 makes avoid it.
func (p *parser) name() string {
	t := p.cur()
	if t.kind != ident || keywords[t.text] && t.text != "tickleBool" {
		p.fail("expected a name, found %s", t.text)
		return ""
	}
	return p.advance().text
}

func (p *parser) names() []string {
	out := []string{p.name()}
	for p.accept(",") {
		out = append(out, p.name())
	}
	return out
}

func (p *parser) decl() []Decl {
	switch t := p.cur(); {
	case t.kind != ident:
	case p.accept("type"):
		p.attributes()
		name := p.name()
		p.expect(";")
		return []Decl{&TypeDecl{name}}
	case p.accept("const"):
		return p.consts()
	case p.accept("var"):
		var out []Decl
		for _, v := range p.varGroup() {
			out = append(out, &VarDecl{Name: v.Name, T: v.T})
		}
		return out
	case p.accept("axiom"):
		p.attributes()
		e := p.expr()
		p.expect(";")
		return []Decl{&AxiomDecl{e}}
	case p.accept("function"):
		return []Decl{p.function()}
	case p.accept("procedure"):
		return []Decl{p.procedure()}
	}
	p.fail("expected a declaration, found %s", p.cur().text)
	return nil
}

func (p *parser) consts() []Decl {
	as := p.attributes()
	unique := p.accept("unique")
	names := p.names()
	p.expect(":")
	t := p.typ()
	p.expect(";")
	var out []Decl
	for _, n := range names {
		if existential(as) {
			p.candidates[n] = true
		}
		out = append(out, &ConstDecl{Attrs: as, Unique: unique, Name: n, T: t})
	}
	return out
}

// existential reports {:existential true}.
func existential(as []Attr) bool {
	for _, a := range as {
		if a.Key != "existential" || len(a.Args) != 1 {
			continue
		}
		if b, ok := a.Args[0].(*BoolLit); ok && b.Val {
			return true
		}
	}
	return false
}

// varGroup reads {:attributes} a, b: T; after var.
func (p *parser) varGroup() []Var {
	p.attributes()
	var out []Var
	for {
		out = append(out, p.typed()...)
		if !p.accept(",") {
			break
		}
	}
	p.expect(";")
	return out
}

// typed reads a, b: T.
func (p *parser) typed() []Var {
	names := p.names()
	p.expect(":")
	t := p.typ()
	var out []Var
	for _, n := range names {
		out = append(out, Var{Name: n, T: t})
	}
	return out
}

// function reads a function. Names of parameters and of the result are optional
// in Boogie, so a name is one only before a colon.
func (p *parser) function() *FuncDecl {
	f := &FuncDecl{Attrs: p.attributes(), Name: p.name()}
	p.expect("(")
	for !p.is(")") && p.err == nil {
		v := Var{}
		if p.cur().kind == ident && p.peek(1).text == ":" && p.peek(1).kind == symbol {
			v.Name = p.name()
			p.expect(":")
		}
		v.T = p.typ()
		f.Params = append(f.Params, v)
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	if p.accept("returns") {
		p.expect("(")
		if p.peek(1).text == ":" {
			p.name()
			p.expect(":")
		}
		f.Result = p.typ()
		p.expect(")")
	} else {
		p.expect(":")
		f.Result = p.typ()
	}
	if p.accept("{") {
		f.Body = p.expr()
		p.expect("}")
	} else {
		p.expect(";")
	}
	return f
}

func (p *parser) procedure() *Proc {
	f := &Proc{Attrs: p.attributes(), Name: p.name(), Params: p.formals()}
	if p.accept("returns") {
		f.Results = p.formals()
	}
	bodyless := p.accept(";")
	for p.spec(f) {
	}
	if bodyless {
		return f
	}
	p.expect("{")
	f.Body = []Stmt{}
	for p.accept("var") {
		f.Locals = append(f.Locals, p.varGroup()...)
	}
	f.Body = append(f.Body, p.stmts()...)
	p.expect("}")
	return f
}

func (p *parser) formals() []Var {
	p.expect("(")
	var out []Var
	for !p.is(")") && p.err == nil {
		p.attributes()
		out = append(out, p.typed()...)
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return out
}

// spec reads one clause of a procedure, if there is one.
func (p *parser) spec(f *Proc) bool {
	free := p.accept("free")
	switch {
	case p.accept("requires"):
		f.Requires = append(f.Requires, p.clause(free))
	case p.accept("ensures"):
		f.Ensures = append(f.Ensures, p.clause(free))
	case !free && p.accept("modifies"):
		f.Modifies = append(f.Modifies, p.names()...)
		p.expect(";")
	default:
		if free {
			p.fail("expected requires or ensures, found %s", p.cur().text)
		}
		return false
	}
	return p.err == nil
}

func (p *parser) clause(free bool) Spec {
	s := Spec{Attrs: p.attributes(), Free: free, E: p.expr()}
	p.expect(";")
	return s
}

// attributes reads any number of {:key args}.
func (p *parser) attributes() []Attr {
	var out []Attr
	for p.accept("{:") {
		a := Attr{}
		if t := p.advance(); t.kind == ident {
			a.Key = t.text
		} else {
			p.fail("expected the name of an attribute, found %s", t.text)
		}
		for !p.is("}") && p.err == nil {
			a.Args = append(a.Args, p.attrArg())
			if !p.accept(",") {
				break
			}
		}
		p.expect("}")
		out = append(out, a)
	}
	return out
}

func (p *parser) attrArg() any {
	if p.cur().kind == str {
		return p.advance().text
	}
	e := p.expr()
	if lit, ok := e.(*IntLit); ok {
		if n, err := strconv.Atoi(lit.Text); err == nil {
			return n
		}
	}
	return e
}

func (p *parser) typ() Type {
	if !p.enter() {
		return Int
	}
	defer p.leave()
	switch t := p.cur(); {
	case p.accept("("):
		in := p.typ()
		p.expect(")")
		return in
	case p.accept("["):
		m := &MapType{}
		for p.err == nil {
			m.Keys = append(m.Keys, p.typ())
			if !p.accept(",") {
				break
			}
		}
		p.expect("]")
		m.Value = p.typ()
		return m
	case t.kind != ident:
		p.fail("expected a type, found %s", t.text)
		return Int
	case bvName(t.text):
		n, err := strconv.Atoi(t.text[2:])
		if err != nil {
			p.fail("%s is not a type", t.text)
		}
		p.advance()
		return BV(n)
	case p.is("int"), p.is("bool"), p.is("real"):
		return NamedType(p.advance().text)
	}
	return NamedType(p.name())
}
