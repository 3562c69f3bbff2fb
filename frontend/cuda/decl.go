package cuda

import (
	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// The grammar of declarations at file, namespace and class scope, one function for each of its
// rules, which stand above the functions: words in quotes are tokens, [ ] may be missing, { } comes any
// number of times. What is read is a record of the declaration: convert.go enters its names, which must
// not be known before its end.

// declaration is { templateClause } ( usingClause | typedefClause | plainClause ).
type declaration struct {
	heads   []*templateClause
	using   *usingClause
	typedef *typedefClause
	plain   *plainClause
}

// wholeDeclaration reads the declaration in the window of p.
func wholeDeclaration(p *parser) *declaration {
	d := &declaration{}
	for p.is("template") {
		d.heads = append(d.heads, readHead(p))
	}
	switch {
	case p.is("using"):
		d.using = readUsing(p)
	case p.is("typedef"):
		d.typedef = readTypedef(p)
	default:
		d.plain = readPlain(p)
	}
	if p.failed == nil && p.pos < p.end {
		p.fail(p.peek().Pos, "unexpected %s in a declaration", p.found())
	}
	return d
}

// templateClause is 'template' '<' [ templateParam { ',' templateParam } ] '>'.
type templateClause struct {
	pos    diag.Pos
	params []*templateParam
}

func readHead(p *parser) *templateClause {
	c := &templateClause{pos: p.next().Pos}
	p.want("<")
	if p.got(">") {
		return c
	}
	for p.failed == nil {
		c.params = append(c.params, readTemplateParam(p))
		if !p.got(",") {
			break
		}
	}
	p.want(">")
	return c
}

// templateParam is ( 'class' | 'typename' ) [ '...' ] [ Name ] [ '=' type ], a template, or
// a value.
type templateParam struct {
	pos   diag.Pos
	pack  bool
	name  string
	def   *TypeExpr
	value *Param
	// template is set for a template, with its default, which may be nil.
	template bool
}

func readTemplateParam(p *parser) *templateParam {
	t := &templateParam{pos: p.peek().Pos}
	if beginsTypeParam(p) {
		p.next()
		t.pack = p.got("...")
		if p.isName(0) {
			t.name = p.next().Text
			p.names.declare(t.name, typeName)
		}
		if p.got("=") {
			defer p.close()()
			t.def = p.typeID()
		}
		return t
	}
	defer p.close()()
	if p.is("template") {
		t.template = true
		t.value, t.def = templateTemplate(p)
	} else {
		t.value = p.templateValue()
	}
	return t
}

// beginsTypeParam tells class T from a value such as typename T::type n or class S *p.
func beginsTypeParam(p *parser) bool {
	if !p.is("class") && !p.is("typename") {
		return false
	}
	after := 1
	if p.isName(1) {
		after = 2
	} else if p.isAt(1, "...") {
		return true
	}
	return p.isAt(after, "=") || p.isAt(after, ",") || p.isAt(after, ">")
}

// usingClause is 'using' ( 'namespace' path | Name '=' type | [ 'typename' ] path ) ';' with
// path = [ '::' ] Name { '::' Name }.
type usingClause struct {
	pos       diag.Pos
	namespace []string
	alias     string
	typ       *TypeExpr
	imported  []string
}

func readUsing(p *parser) *usingClause {
	u := &usingClause{pos: p.next().Pos}
	switch {
	case p.got("namespace"):
		u.namespace = readPath(p)
	case p.isName(0) && p.isAt(1, "="):
		u.alias = p.next().Text
		p.next()
		u.typ = p.typeID()
	default:
		p.got("typename")
		u.imported = readPath(p)
	}
	p.want(";")
	return u
}

func readPath(p *parser) []string {
	p.got("::")
	path := []string{p.wantName()}
	for p.got("::") {
		path = append(path, p.wantName())
	}
	return path
}

// typedefClause is 'typedef' { specifier } type { specifier } initDeclarator { ',' initDeclarator } ';'.
type typedefClause struct {
	specs *specifiers
	typ   *TypeExpr
	names []*initDeclarator
}

func readTypedef(p *parser) *typedefClause {
	p.next()
	t := &typedefClause{specs: &specifiers{}}
	readSpecifiers(p, t.specs)
	if p.noType() {
		p.expected("a type")
	}
	t.typ = p.typeSpec(nil)
	readSpecifiers(p, t.specs)
	for p.failed == nil {
		n := readInitDeclarator(p, &specifiers{})
		if n == nil {
			p.expected("a name")
			break
		}
		if t.names = append(t.names, n); !p.got(",") {
			break
		}
	}
	p.want(";")
	return t
}

// plainClause is a function, variables, or a type alone:
// { specifier } [ type ] { specifier } [ initDeclarator { ',' initDeclarator } ] ( body | ';' ).
type plainClause struct {
	specs *specifiers
	typ   *TypeExpr // nil for constructors, destructors and conversions
	names []*initDeclarator
	body  *bodyRange // nil without one
}

func readPlain(p *parser) *plainClause {
	c := &plainClause{specs: &specifiers{}}
	readSpecifiers(p, c.specs)
	if !p.noType() {
		c.typ = p.typeSpec(nil)
	}
	readSpecifiers(p, c.specs)
	for p.failed == nil {
		n := readInitDeclarator(p, c.specs)
		if n == nil {
			if len(c.names) > 0 {
				p.expected("a name")
			}
			break
		}
		if c.names = append(c.names, n); !p.got(",") {
			break
		}
	}
	if p.failed == nil {
		if c.body = readBody(p); c.body == nil {
			p.want(";")
		}
	}
	return c
}

// readSpecifiers reads { attribute | specifier word | 'const' | 'volatile' }.
func readSpecifiers(p *parser, specs *specifiers) {
	for p.failed == nil && readSpecifier(p, specs) {
	}
}

func readSpecifier(p *parser, specs *specifiers) bool {
	if isAttribute(p) {
		a := specifiers{lenient: true}
		if !p.attribute(&a) {
			return false
		}
		specs.takeLayout(&a)
		specs.take(&a)
		return true
	}
	t := p.peek()
	switch {
	case t.Kind != source.Ident:
		return false
	case t.Text == "const":
		specs.cnst = true
	case t.Text == "volatile":
		specs.volatile = true
	case words[t.Text] == specifierWord:
		specs.add(t.Text)
	default:
		return false
	}
	p.next()
	return true
}

// initDeclarator is declarator [ functionClause | initialiser ].
type initDeclarator struct {
	name     *declarator
	function *functionClause
	init     initialiser
}

// readInitDeclarator is nil where no declarator can begin. Specifiers may also stand behind a
// function's parameters.
func readInitDeclarator(p *parser, specs *specifiers) *initDeclarator {
	if p.is(":") && p.inRecord != nil && !p.isAt(-1, ")") { // a bit-field without a name
		n := &initDeclarator{name: &declarator{pos: p.peek().Pos}}
		n.init = readInitialiser(p)
		return n
	}
	if p.is(";") || p.is("{") || p.is(":") || p.is("=") {
		return nil
	}
	n := &initDeclarator{name: p.declarator(namedDeclarator)}
	if p.failed == nil && p.opensParams() {
		n.function = readFunction(p, specs)
	} else {
		n.init = readInitialiser(p)
	}
	return n
}

// initialiser is '=' value, '{' values '}', '(' values ')', or ':' and the width of a bit-field.
type initialiser struct {
	init Expr
	ctor []Expr
	bits Expr
}

func readInitialiser(p *parser) initialiser {
	switch {
	case p.got("="):
		return initialiser{init: p.initialiser()}
	case p.is("{"):
		return initialiser{init: p.initListExpr()}
	case p.is("("):
		return initialiser{ctor: p.arguments()}
	case p.is(":") && p.inRecord != nil:
		p.next()
		return initialiser{bits: p.cond()}
	}
	return initialiser{}
}

// functionClause is '(' ( 'void' | [ parameter { ',' parameter } ] [ ',' ] [ '...' ] ) ')' and the tail after it.
type functionClause struct {
	params   []*Param
	variadic bool
	tail     functionTail
}

func readFunction(p *parser, specs *specifiers) *functionClause {
	f := &functionClause{}
	p.next()
	if p.is("void") && p.isAt(1, ")") {
		p.next()
	}
	for p.failed == nil && !p.noType() {
		f.params = append(f.params, readParam(p))
		if !p.is(",") || p.isAt(1, "...") || p.isAt(1, ")") {
			break
		}
		p.next()
	}
	p.got(",")
	f.variadic = p.got("...")
	p.want(")")
	for p.failed == nil && f.tail.read(p, specs) {
	}
	return f
}

// readParam reads { specifier } type { specifier } [ declarator ] [ '=' value ].
func readParam(p *parser) *Param {
	var specs specifiers
	readSpecifiers(p, &specs)
	base := p.typeSpec(nil)
	readSpecifiers(p, &specs)
	noOdd(p, &specs)
	if base == nil || p.failed != nil {
		return nil
	}
	base = specs.qualify(base)
	param := &Param{Pos: base.Pos, Type: base}
	if !p.is(",") && !p.is(")") && !p.is("=") {
		from := p.pos
		if d := p.declarator(paramDeclarator); p.pos > from {
			id := d.id()
			param.Type = d.apply(base)
			param.Name, param.Pos, param.Pack = id.name, id.pos, id.pack
		}
	}
	if p.got("=") {
		param.Default = p.initialiser()
	}
	return param
}

// functionTail is { 'const' | 'noexcept' group | '->' type | '=' 'default' | specifier } and the like.
type functionTail struct {
	constThis, refThis, overrides, defaulted, deleted bool
	result                                            *TypeExpr
}

// read reads one part of the tail, and reports whether there was one.
func (t *functionTail) read(p *parser, specs *specifiers) bool {
	switch {
	case p.got("const"):
		t.constThis = true
	case p.got("volatile"), p.got("final"):
	case p.got("override"):
		t.overrides = true
	case p.got("&"), p.got("&&"):
		t.refThis = true
	case p.got("noexcept"), p.got("throw"):
		if p.is("(") {
			p.skipGroup()
		}
	case p.got("->"):
		t.result = p.typeID()
	case p.is("="):
		switch p.at(1).Text {
		case "0":
		case "default":
			t.defaulted = true
		case "delete":
			t.deleted = true
		default:
			return false
		}
		p.next()
		p.next()
	default:
		return readSpecifier(p, specs)
	}
	return true
}

// bodyRange is where a function body and the constructor initialisers before it begin.
type bodyRange struct{ first, open int }

// close makes > end the list around the place; the result undoes it.
func (p *parser) close() func() {
	saved := p.closing
	p.closing = true
	return func() { p.closing = saved }
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
func templateTemplate(p *parser) (param *Param, def *TypeExpr) {
	param = &Param{Pos: p.next().Pos}
	if !p.is("<") {
		p.expected("'<'")
		return param, nil
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
		param.Name = p.next().Text
		p.names.declare(param.Name, templateType)
	}
	if p.got("=") {
		pos := p.peek().Pos
		d := p.qualifiedName(false)
		def = d.typeExpr(pos)
		if d.hasArgs {
			p.fail(pos, "expected a template, found an instance of one")
		}
	}
	return param, def
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

// readBody steps over a function body, and notes where it and the constructor
// initialisers before it begin. It is nil where none begins.
func readBody(p *parser) *bodyRange {
	b := &bodyRange{first: p.pos}
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
		return nil
	}
	b.open = p.pos
	p.skipGroup()
	return b
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
