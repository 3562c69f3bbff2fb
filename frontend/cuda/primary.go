package cuda

import (
	"gv2/frontend/source"
)

// primary reads a name, literal, construction, cast keyword or lambda.
func (p *parser) primary() Expr {
	t := p.peek()
	switch t.Kind {
	case source.Number:
		return p.number()
	case source.Char:
		return p.char()
	case source.String:
		return stringLiteral(p)
	case source.Ident:
		return p.word(t)
	case source.Punct:
		switch t.Text {
		case "::":
			return p.name()
		case "[":
			return p.lambda()
		case "{":
			return p.initListExpr()
		}
	}
	p.expected("an expression")
	return nil
}

func (p *parser) initListExpr() Expr {
	if list := p.initList(); list != nil {
		return list
	}
	return nil
}

// word reads a primary expression that begins with a word.
func (p *parser) word(t *source.Token) Expr {
	switch words[t.Text] {
	case notWord:
		return p.name()
	case builtinWord, cvWord, typeWord:
		return p.construct()
	}
	switch t.Text {
	case "true", "false":
		p.next()
		return &BoolLit{Pos: t.Pos, Value: t.Text == "true"}
	case "nullptr":
		p.next()
		return &NullLit{Pos: t.Pos}
	case "this":
		p.next()
		return &ThisExpr{Pos: t.Pos}
	case "static_cast", "reinterpret_cast", "const_cast", "dynamic_cast":
		return p.namedCast()
	case "operator":
		return p.name()
	case "noexcept":
		p.unsupported(t.Pos, "noexcept operator; write its value")
		return nil
	}
	p.expected("an expression")
	return nil
}

// name reads an identifier, or T(...) and T{...} if it names a type.
func (p *parser) name() Expr {
	pos := p.peek().Pos
	if p.is("operator") {
		id := &Ident{Pos: pos, Name: p.specialName()}
		id.Args, id.HasArgs = conversionArgs(p, id.Name)
		return id
	}
	if p.is("__builtin_offsetof") && p.isAt(1, "(") {
		return offsetOf(p)
	}
	n := p.qualifiedName(false)
	if p.failed != nil {
		return nil
	}
	if args, is := conversionArgs(p, n.name); is {
		return &Ident{Pos: pos, Path: n.path, PathArgs: n.pathArgs, Name: n.name, Args: args, HasArgs: true}
	}
	kind := p.names.lookupPath(n.path, n.name)
	// Of a name that nothing declares, as of a header that was not found, x{ can only begin an object: no operator stands
	// between a value and a brace.
	guess := kind == unknownName && p.is("{")
	if (kind.isType() || guess) && (p.is("(") || p.is("{")) {
		return p.constructOf(n.typeExpr(pos))
	}
	if kind.isType() {
		p.fail(p.peek().Pos, "expected '(' after the type %s, found %s", n.name, p.found())
		return nil
	}
	return &Ident{Pos: pos, Path: n.path, PathArgs: n.pathArgs, Name: n.name, Args: n.args, HasArgs: n.hasArgs}
}

// offsetOf reads __builtin_offsetof(T, member), which is the address of the member of
// an object at address 0.
func offsetOf(p *parser) Expr {
	pos := p.next().Pos
	p.want("(")
	defer p.open()()
	t := p.typeID()
	p.want(",")
	null := &CastExpr{Pos: pos, Type: &TypeExpr{Pos: pos, Form: PointerType, Elem: t}, X: &NullLit{Pos: pos}}
	at := p.peek().Pos
	x := p.postfix(&MemberExpr{Pos: at, X: null, Name: p.wantName(), Arrow: true})
	p.want(")")
	return &CastExpr{Pos: pos, Type: &TypeExpr{Pos: pos, Name: "unsigned long"}, X: &UnaryExpr{Pos: pos, Op: "&", X: x}}
}

// construct reads T(...) or T{...} for a type that begins with a keyword.
func (p *parser) construct() Expr {
	decltype := p.is("decltype")
	t := p.typeSpec(nil)
	if p.failed != nil {
		return nil
	}
	if decltype && t.Form == NamedType && !p.is("{") { // decltype(x)::value
		return &Ident{Pos: t.Pos, Path: t.Path, PathArgs: t.PathArgs, Name: t.Name, Args: t.Args, HasArgs: t.HasArgs}
	}
	if !p.is("(") && !p.is("{") {
		p.expected("'(' after the type")
		return nil
	}
	return p.constructOf(t)
}

func (p *parser) constructOf(t *TypeExpr) Expr {
	e := &ConstructExpr{Pos: t.Pos, Type: t}
	if p.is("(") {
		e.Args = p.arguments()
		return e
	}
	e.Brace = true
	list := p.initList()
	if list == nil {
		return nil
	}
	if list.Fields != nil {
		e.Args = []Expr{list}
	} else {
		e.Args = list.Items
	}
	return e
}

// arguments reads ( e, ... ).
func (p *parser) arguments() []Expr {
	p.want("(")
	defer p.open()()
	var args []Expr
	for p.failed == nil && !p.is(")") {
		args = append(args, packed(p, p.argument()))
		if !p.got(",") {
			break
		}
	}
	p.want(")")
	return args
}

func (p *parser) argument() Expr {
	if p.is("{") {
		return p.initListExpr()
	}
	return p.assign()
}

// namedCast reads static_cast<T>(x) and its like.
func (p *parser) namedCast() Expr {
	t := p.next()
	e := &CastExpr{Pos: t.Pos, Style: t.Text}
	p.want("<")
	// Until the type has ended, > and >> close it and are no operators.
	saved := p.closing
	p.closing = true
	e.Type = p.typeID()
	p.closing = saved
	p.want(">")
	p.want("(")
	defer p.open()()
	e.X = p.expr()
	p.want(")")
	return e
}

// postfix applies calls, subscripts, member accesses and x++ to x.
func (p *parser) postfix(x Expr) Expr {
	for n := 0; p.chain(n); n++ {
		t := p.peek()
		if t.Kind != source.Punct {
			return x
		}
		switch t.Text {
		case "(":
			x = &CallExpr{Pos: exprPos(x), Fun: x, Args: p.arguments()}
		case "[":
			x = p.index(x)
		case ".", "->":
			x = p.member(x)
		case "++", "--":
			p.next()
			p.changes(x)
			x = &UnaryExpr{Pos: exprPos(x), Op: t.Text, X: x, Postfix: true}
		case "<<<":
			p.unsupported(t.Pos, "kernel launch from device code; verify the launched kernel by itself")
			return nil
		case ".*", "->*":
			p.unsupported(t.Pos, "pointer to member; name the member")
			return nil
		default:
			return x
		}
	}
	return x
}

func (p *parser) index(x Expr) Expr {
	p.next()
	defer p.open()()
	i := p.expr()
	p.want("]")
	return &IndexExpr{Pos: exprPos(x), X: x, I: i}
}

func (p *parser) member(x Expr) Expr {
	arrow := p.next().Text == "->"
	e := &MemberExpr{Pos: exprPos(x), X: x, Arrow: arrow}
	template := p.got("template")
	if p.is("operator") || p.is("~") {
		e.Name = p.specialName()
		e.Args, e.HasArgs = conversionArgs(p, e.Name)
		return e
	}
	e.Name = p.wantName()
	if p.is("<") && (template || p.memberArgs()) {
		e.Args, e.HasArgs = p.templateArgs(), p.failed == nil
	}
	if p.is("::") {
		p.unsupported(p.peek().Pos, "qualified member access; call the member by its plain name")
	}
	return e
}

// memberArgs guesses whether x.name < begins template arguments: a call must
// follow the closing >.
func (p *parser) memberArgs() bool {
	return p.foresee(asksArgs, func() bool { return p.plainArgs() && p.is("(") })
}

// initialiser reads the value after = in a declaration.
func (p *parser) initialiser() Expr {
	if p.is("{") {
		return p.initListExpr()
	}
	return p.assign()
}

// initList reads { items } in a loop: tables have tens of thousands of them.
func (p *parser) initList() *InitList {
	if !p.enter() {
		p.leave()
		return nil
	}
	defer p.leave()
	list := &InitList{Pos: p.peek().Pos}
	p.want("{")
	defer p.open()()
	for p.failed == nil && !p.is("}") {
		p.initItem(list)
		if !p.got(",") {
			break
		}
	}
	p.want("}")
	if p.failed != nil {
		return nil
	}
	return list
}

func (p *parser) initItem(list *InitList) {
	field := ""
	switch {
	case p.is(".") && p.isName(1):
		p.next()
		field = p.next().Text
		if !p.is("{") {
			p.want("=")
		}
	case p.is("[") && p.designatesIndex():
		p.unsupported(p.peek().Pos, "designated array element; list the elements in order")
		return
	}
	// Fields is made with the first name, which may follow items without one.
	if field != "" && list.Fields == nil {
		list.Fields = make([]string, len(list.Items))
	}
	if list.Fields != nil {
		list.Fields = append(list.Fields, field)
	}
	list.Items = append(list.Items, packed(p, p.argument()))
}

// packed is x, or x... where that stands.
func packed(p *parser, x Expr) Expr {
	if p.failed == nil && p.got("...") {
		return &PackExpr{Pos: exprPos(x), X: x}
	}
	return x
}

// designatesIndex distinguishes [3] = x from a lambda.
func (p *parser) designatesIndex() bool {
	m := int(p.match[p.pos])
	return m > p.pos && m+1 < p.end && p.toks[m+1].Text == "="
}

// lambda reads [captures](params) -> T { body }.
func (p *parser) lambda() Expr {
	if !p.enter() {
		p.leave()
		return nil
	}
	defer p.leave()
	e := &LambdaExpr{Pos: p.peek().Pos}
	first := p.pos + 1
	p.skipGroup()
	if p.failed != nil {
		return nil
	}
	// The captures are kept as text: a body that is inlined where it stands sees what is
	// around it, and lowering asks only how a variable is captured.
	for _, t := range p.toks[first : p.pos-1] {
		e.Captures += t.Text
	}
	defer p.block()()
	for p.peek().Kind == source.Ident && words[p.peek().Text] == specifierWord {
		p.next()
	}
	if p.is("(") {
		e.Params, _ = p.params()
	}
	p.declareParams(e.Params)
	p.lambdaTail(e)
	if p.outside && p.is("{") {
		p.skipGroup()
		return e
	}
	e.Body = p.blockStmt()
	return e
}

// lambdaTail reads what may stand between the parameters and the body: mutable, noexcept,
// attributes and -> T, in any order, since compilers differ in which they accept.
func (p *parser) lambdaTail(e *LambdaExpr) {
	defer p.open()()
	for p.failed == nil {
		var specs specifiers
		switch {
		case p.got("->"):
			e.Result = p.typeID()
		case words[p.peek().Text] == specifierWord && p.peek().Kind == source.Ident:
			e.Mutable = e.Mutable || p.peek().Text == "mutable"
			p.next()
		case p.got("noexcept"), p.attribute(&specs):
		default:
			return
		}
	}
}

// declareParams enters the names of parameters.
func (p *parser) declareParams(params []*Param) {
	for _, param := range params {
		p.names.declare(param.Name, valueName)
	}
}

// block opens a scope of names; the result closes it.
func (p *parser) block() func() {
	saved := p.names
	p.names = newScope(saved)
	return func() { p.names = saved }
}
