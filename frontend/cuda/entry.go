package cuda

import (
	"errors"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The types by which struct tags refer to the hand-written parts. participle
// chooses the entry function by the interface.
type (
	typeSyntax       interface{ typeSyntax() }       // specifiers of a type; absent before a constructor
	typeIDSyntax     interface{ typeIDSyntax() }     // a type with abstract declarator
	declaratorSyntax interface{ declaratorSyntax() } // *p[4]
	paramDeclSyntax  interface{ paramDeclSyntax() }  // the same, the name optional
	initSyntax       interface{ initSyntax() }       // = e, {e}, (e), : bits
	valueSyntax      interface{ valueSyntax() }      // the value after = in a parameter
	paramsOpen       interface{ paramsOpen() }       // ( that begins parameters
	bodySyntax       interface{ bodySyntax() }       // { ... } with constructor initialisers
	groupSyntax      interface{ groupSyntax() }      // ( ... ) skipped
	attrSyntax       interface{ attrSyntax() }       // an attribute, __launch_bounds__(n)
	typeNameSyntax   interface{ typeNameSyntax() }   // name of a template type parameter
	defaultType      interface{ defaultType() }      // default of a template type parameter
	valueParam       interface{ valueParam() }       // template value parameter
)

// The values that entry functions return.
type (
	typeNode  struct{ typ *TypeExpr }
	declNode  struct{ decl *declarator }
	exprNode  struct{ expr Expr }
	nameNode  struct{ name string }
	paramNode struct {
		param *Param
		// template is set for a template, with its default, which may be nil.
		template bool
		def      *TypeExpr
	}
	skippedGroup struct{}
	initNode     struct {
		init Expr
		ctor []Expr
		bits Expr
	}
	attrNode struct{ specs specifiers }
	bodyNode struct{ first, open int }
)

func (typeNode) typeSyntax()       {}
func (typeNode) typeIDSyntax()     {}
func (typeNode) defaultType()      {}
func (declNode) declaratorSyntax() {}
func (declNode) paramDeclSyntax()  {}
func (initNode) initSyntax()       {}
func (exprNode) valueSyntax()      {}
func (skippedGroup) paramsOpen()   {}
func (skippedGroup) groupSyntax()  {}
func (attrNode) attrSyntax()       {}
func (bodyNode) bodySyntax()       {}
func (nameNode) typeNameSyntax()   {}
func (paramNode) valueParam()      {}

var errStopped = errors.New("stopped")

// entry makes an entry function of parse. parse reads from p's place and
// declines by returning false, before it consumes anything, as participle
// requires.
func entry[T any](g *grammar, parse func(p *parser) (T, bool)) participle.Option {
	return participle.ParseTypeWith(func(lex *lexer.PeekingLexer) (T, error) {
		var none T
		p := g.p
		// participle tries other alternatives after an error; a failed parser sees no tokens,
		// and none of them may succeed with nothing.
		if p.failed != nil {
			return none, errStopped
		}
		p.pos = lex.Peek().Pos.Offset
		v, ok := parse(p)
		if p.failed != nil {
			return none, errStopped
		}
		if !ok {
			return none, participle.NextMatch
		}
		// participle has tokens of its own; it goes on where p stopped.
		for lex.Peek().Pos.Offset < p.pos {
			lex.Next()
		}
		return v, nil
	})
}

// entries lists the entry functions, one for each interface of the struct tags. Each one declines at tokens
// that can only belong to what follows in the grammar.
func (g *grammar) entries() []participle.Option {
	return []participle.Option{
		entry(g, func(p *parser) (typeSyntax, bool) {
			if p.noType() {
				return nil, false
			}
			return typeNode{p.typeSpec(nil)}, true
		}),
		entry(g, func(p *parser) (typeIDSyntax, bool) { return typeNode{p.typeID()}, true }),
		entry(g, func(p *parser) (declaratorSyntax, bool) {
			if p.is(":") && p.inRecord != nil && !p.isAt(-1, ")") { // a bit-field without a name
				return declNode{&declarator{pos: p.peek().Pos}}, true
			}
			if p.is(";") || p.is("{") || p.is(":") || p.is("=") {
				return nil, false
			}
			return declNode{p.declarator(namedDeclarator)}, true
		}),
		entry(g, func(p *parser) (paramDeclSyntax, bool) {
			if p.is(",") || p.is(")") || p.is("=") {
				return nil, false
			}
			from := p.pos
			d := p.declarator(paramDeclarator)
			return declNode{d}, p.pos > from
		}),
		entry(g, initEntry),
		entry(g, func(p *parser) (valueSyntax, bool) { return exprNode{p.initialiser()}, true }),
		entry(g, func(p *parser) (Expr, bool) { return p.assign(), true }),
		entry(g, func(p *parser) (attrSyntax, bool) {
			a := attrNode{specifiers{lenient: true}}
			ok := p.attribute(&a.specs)
			return a, ok
		}),
		entry(g, paramsEntry),
		entry(g, bodyEntry),
		entry(g, func(p *parser) (groupSyntax, bool) { return skippedGroup{}, p.skips(p.is("(")) }),
		entry(g, func(p *parser) (typeNameSyntax, bool) {
			if !p.isName(0) {
				return nil, false
			}
			name := p.next().Text
			p.names.declare(name, typeName)
			return nameNode{name}, true
		}),
		entry(g, func(p *parser) (defaultType, bool) {
			defer p.close()()
			return typeNode{p.typeID()}, true
		}),
		entry(g, func(p *parser) (valueParam, bool) {
			if p.is(">") {
				return nil, false
			}
			defer p.close()()
			if p.is("template") {
				return templateTemplate(p), true
			}
			return paramNode{param: p.templateValue()}, true
		}),
	}
}

// close makes > end the list around the place; the result undoes it.
func (p *parser) close() func() {
	saved := p.closing
	p.closing = true
	return func() { p.closing = saved }
}

func (p *parser) skips(here bool) bool {
	if here {
		p.skipGroup()
	}
	return here
}

// noType recognises declarations without a type: constructors, destructors and
// conversions.
func (p *parser) noType() bool {
	switch {
	case p.is("~"), p.is("operator"), p.is(";"), p.is(")"), p.is("..."):
		return true
	case p.isName(0) && p.isAt(1, "("):
		return p.record != "" && p.peek().Text == p.record
	}
	for n := 0; p.isName(n); {
		to := n + 1 // behind the name and its template arguments
		if p.isAt(to, "<") {
			scan := extentScan{unit: p.unit, hi: p.end}
			to = scan.closeAngle(p.pos+to) - p.pos
		}
		if !p.isAt(to, "::") {
			return false
		}
		if p.isAt(to+1, "~") || p.isAt(to+1, "operator") || p.at(n).Text == p.at(to+1).Text && p.isAt(to+2, "(") {
			return true
		}
		n = to + 1
	}
	return false
}

// templateTemplate reads template <class, int> class C = D, of which the parameters do not
// matter: each use of C binds them.
func templateTemplate(p *parser) paramNode {
	n := paramNode{param: &Param{Pos: p.next().Pos}, template: true}
	if !p.is("<") {
		p.expected("'<'")
		return n
	}
	scan := extentScan{unit: p.unit, hi: p.end}
	p.pos = scan.closeAngle(p.pos)
	if !p.got("class") && !p.got("typename") {
		p.expected("'class'")
	}
	if p.is("...") {
		p.unsupported(p.peek().Pos, "pack of templates; write the template out for the counts used")
	}
	if p.isName(0) {
		n.param.Name = p.next().Text
		p.names.declare(n.param.Name, templateType)
	}
	if p.got("=") {
		pos := p.peek().Pos
		d := p.qualifiedName(false)
		n.def = d.typeExpr(pos)
		if d.hasArgs {
			p.fail(pos, "expected a template, found an instance of one")
		}
	}
	return n
}

func (p *parser) templateValue() *Param {
	pos := p.peek().Pos
	base := p.typeSpec(nil)
	d := p.declarator(paramDeclarator)
	pack := d.id().pack || p.failed == nil && p.got("...")
	param := &Param{Pos: pos, Name: d.id().name, Type: d.apply(base), Pack: pack}
	p.names.declare(param.Name, valueName)
	if p.got("=") {
		param.Default = p.cond()
	}
	return param
}

// initEntry reads an initialiser in its three forms, or the width of a bit-field.
func initEntry(p *parser) (initSyntax, bool) {
	switch {
	case p.got("="):
		return initNode{init: p.initialiser()}, true
	case p.is("{"):
		return initNode{init: p.initListExpr()}, true
	case p.is("("):
		return initNode{ctor: p.arguments()}, true
	case p.is(":") && p.inRecord != nil:
		p.next()
		return initNode{bits: p.cond()}, true
	}
	return nil, false
}

// paramsEntry reads the ( of a parameter list, and (void), which is the empty list. It
// declines where ( begins the arguments of a variable, T x(1).
func paramsEntry(p *parser) (paramsOpen, bool) {
	if !p.opensParams() {
		return nil, false
	}
	p.next()
	if p.is("void") && p.isAt(1, ")") {
		p.next()
	}
	return skippedGroup{}, true
}

// bodyEntry steps over a function body, and notes where it and the constructor
// initialisers before it begin.
func bodyEntry(p *parser) (bodySyntax, bool) {
	b := bodyNode{first: p.pos}
	if p.is("try") { // int f() try { } catch ...: the body is refused when it is read
		p.next()
	}
	if p.is(":") {
		for p.failed == nil && !p.initsEnd() {
			if p.match[p.pos] > int32(p.pos) {
				p.skipGroup()
			} else {
				p.next()
			}
		}
	}
	if !p.is("{") {
		p.pos = b.first
		return nil, false
	}
	b.open = p.pos
	p.skipGroup()
	return b, true
}

// initsEnd finds the { of the body after constructor initialisers: it follows a
// closing bracket, while those of initialisers follow a name.
func (p *parser) initsEnd() bool {
	if p.pos >= p.end {
		return true
	}
	if !p.is("{") {
		return false
	}
	before := p.toks[p.pos-1].Text
	return before == ")" || before == "}"
}
