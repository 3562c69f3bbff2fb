package cuda

import (
	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// startsDecl decides between a declaration and an expression at the start of a
// statement. The name of a type starts a declaration; for an undeclared name
// the tokens after it decide.
func (p *parser) startsDecl() bool {
	t := p.peek()
	if t.Kind != source.Ident {
		return p.is("::") && p.namesDecl() || p.is("[") && p.isAt(1, "[")
	}
	switch words[t.Text] {
	case specifierWord:
		return true
	case cvWord:
		return true
	case builtinWord, typeWord:
		if t.Text == "typename" {
			return p.foresee(asksDeclaration, func() bool { return !usesObject(p) })
		}
		// int(x) and int{} are expressions; int (*p) and int x are not.
		return !p.isAt(1, "{") && !p.isAt(1, "(") || t.Text == "decltype" || p.pointerGroup(1) ||
			t.Text == "struct" || t.Text == "union" || t.Text == "class" || t.Text == "enum"
	case notWord:
		return p.namesDecl()
	}
	switch t.Text {
	case "alignas", "__align__", "_Alignas", "__attribute__":
		return true
	}
	return false
}

// usesObject recognises typename T::X(a).f, an expression: a member of an object without a name.
func usesObject(p *parser) bool {
	p.next()
	p.qualifiedName(false)
	if p.failed != nil || !p.is("(") && !p.is("{") || p.pos >= p.end {
		return false
	}
	m := int(p.match[p.pos])
	return m > 0 && m+1 < p.end && p.toks[m+1].Text == "."
}

// pointerGroup recognises (*name) and (&name) followed by ( or [: the
// declarator of a pointer to a function or an array.
func (p *parser) pointerGroup(n int) bool {
	if !p.isAt(n, "(") || !p.isAt(n+1, "*") && !p.isAt(n+1, "&") || p.pos+n >= p.end {
		return false
	}
	m := int(p.match[p.pos+n])
	if m < 0 || m+1 >= p.end {
		return false
	}
	for i := p.pos + n + 2; i < m; i++ {
		if t := &p.toks[i]; t.Kind != source.Ident && t.Text != "*" && t.Text != "[" && t.Text != "]" && t.Kind != source.Number {
			return false
		}
	}
	after := p.toks[m+1].Text
	return after == "(" || after == "["
}

// namesDecl is startsDecl for a statement that begins with a name.
func (p *parser) namesDecl() bool {
	first := p.peek()
	// The usual statements, decided without an attempt.
	if next := p.at(1); first.Kind == source.Ident && next.Kind == source.Punct {
		switch next.Text {
		case "(", "[", ".", "->", "=", "+=", "-=", "*=", "/=", "++", "--", ";", ",", "|=", "&=", "^=", "<<=", ">>=", "%=":
			return next.Text == "(" && p.names.lookup(first.Text).isType() && p.pointerGroup(1)
		}
	}
	if p.names.lookup(first.Text) == valueName && !p.isAt(1, "::") {
		return false
	}
	return p.foresee(asksDeclaration, func() bool {
		n := p.qualifiedName(false)
		if p.failed != nil {
			return false
		}
		if p.names.lookupPath(n.path, n.name).isType() {
			return !p.is("(") && !p.is("{") || p.pointerGroup(0)
		}
		return p.unknownDecl()
	})
}

// unknownDecl decides by the tokens after an undeclared name. X y is never an
// expression, and X * y; with its unused product hardly ever is: a declaration
// of unknown type is the cautious reading.
func (p *parser) unknownDecl() bool {
	if t := p.peek(); t.Kind == source.Ident {
		return words[t.Text] == cvWord || words[t.Text] == notWord && alternative(t.Text) == ""
	}
	reference := p.is("&") || p.is("&&")
	derived := false
	for p.is("*") || p.is("&") || p.is("&&") {
		derived = true
		p.next()
		for p.peek().Kind == source.Ident && words[p.peek().Text] == cvWord {
			return true
		}
	}
	if !derived || !p.isName(0) {
		return false
	}
	p.next()
	return p.is("=") || !reference && (p.is(";") || p.is(",") || p.is("["))
}

// declStmt reads a declaration with its semicolon.
func (p *parser) declStmt() Stmt {
	s := &DeclStmt{Pos: p.peek().Pos}
	s.Decls = p.localDecl()
	p.want(";")
	return s
}

// conditionDecl reads the declaration in a condition, which has no semicolon
// of its own.
func (p *parser) conditionDecl() Stmt {
	return &DeclStmt{Pos: p.peek().Pos, Decls: p.localDecl()}
}

// localDecl reads specifiers, a type and declarators.
func (p *parser) localDecl() []Decl {
	typedef := p.got("typedef")
	outer := p.before
	p.before = nil
	defer func() { p.before = outer }()
	var specs specifiers
	base := specs.qualify(p.typeSpec(&specs))
	if p.failed != nil {
		return nil
	}
	if specs.threadLoc {
		p.unsupported(p.peek().Pos, "thread_local in device code; use a local variable")
		return nil
	}
	decls := p.before
	if p.is(";") {
		return decls
	}
	if opensBinding(p, base) {
		d := binding(p, base, &specs)
		if p.failed == nil {
			bindingInit(p, d.Var)
		}
		return append(decls, d)
	}
	for n := 0; p.failed == nil; n++ {
		decls = append(decls, p.declared1(base, &specs, typedef))
		if !p.got(",") {
			break
		}
	}
	return decls
}

// declared1 reads one declarator with its initialiser.
func (p *parser) declared1(base *TypeExpr, specs *specifiers, typedef bool) Decl {
	d := p.declarator(namedDeclarator)
	id := d.id()
	if p.is("(") && (typedef || p.opensParams()) {
		return p.localFunction(d, base, specs, typedef)
	}
	t := d.apply(base)
	if typedef {
		noLayout(p, specs, "a typedef")
		noLayout(p, &id.specs, "a typedef")
		p.names.declare(id.name, typeName)
		return &TypedefDecl{Pos: id.pos, Name: id.name, Type: t}
	}
	p.names.declare(id.name, valueName)
	v := newVar(id, t, specs)
	p.varInit(v)
	return v
}

// localFunction reads the prototype of a function in a block, or a typedef of a
// function type.
func (p *parser) localFunction(d *declarator, base *TypeExpr, specs *specifiers, typedef bool) Decl {
	id := d.id()
	pos := p.peek().Pos
	params, variadic := p.params()
	if typedef {
		fn := &TypeExpr{Pos: pos, Form: FuncType, Elem: d.apply(base), Params: params}
		p.names.declare(id.name, typeName)
		return &TypedefDecl{Pos: id.pos, Name: id.name, Type: fn}
	}
	p.names.declare(id.name, valueName)
	return &FuncDecl{Pos: id.pos, Name: id.name, Result: d.apply(base), Params: params, Variadic: variadic,
		Global: specs.global, Device: specs.device, Host: specs.host}
}

func newVar(id *declarator, t *TypeExpr, specs *specifiers) *VarDecl {
	v := &VarDecl{Pos: id.pos, Name: id.name, Type: t, Space: specs.variableSpace(),
		Extern: specs.extern, Static: specs.static, Constexpr: specs.constexpr, Mutable: specs.mutable}
	layoutOf(v, specs)
	layoutOf(v, &id.specs)
	return v
}

// varInit reads = e, = { ... }, { ... } or ( ... ) after a declared variable.
func (p *parser) varInit(v *VarDecl) {
	switch {
	case p.got("="):
		v.Init = p.initialiser()
	case p.is("{"):
		v.Init = p.initListExpr()
	case p.is("("):
		v.Ctor = p.arguments()
	}
}

// usingStmt reads using namespace N;, using N::x; and using N = T;.
func (p *parser) usingStmt() Stmt {
	pos := p.next().Pos
	var d Decl
	switch {
	case p.got("namespace"):
		d = p.usingNamespace(pos)
	case p.isName(0) && p.isAt(1, "="):
		name := p.next()
		p.next()
		t := p.typeID()
		p.names.declare(name.Text, typeName)
		d = &TypedefDecl{Pos: name.Pos, Name: name.Text, Type: t}
	default:
		p.got("typename")
		n := p.qualifiedName(false)
		d = p.importName(pos, append(append([]string(nil), n.path...), n.name))
	}
	p.want(";")
	return &DeclStmt{Pos: pos, Decls: []Decl{d}}
}

func (p *parser) usingNamespace(pos diag.Pos) Decl {
	n := p.qualifiedName(false)
	return p.openNamespace(pos, append(append([]string(nil), n.path...), n.name))
}

// openNamespace is using namespace a::b. An inline namespace is open anyway.
func (p *parser) openNamespace(pos diag.Pos, path []string) Decl {
	part := inlinePart(p.names, path)
	if own := p.names.withoutInline(path); len(own) > 0 {
		path = own
	}
	p.importNamespace(path)
	return &UsingDecl{Pos: pos, Scope: p.scopePath(nil), Namespace: true, Path: path, Part: part}
}

// importNamespace makes the names of a namespace visible here.
func (p *parser) importNamespace(path []string) {
	if s := p.names.find(path); s != nil && s != p.names {
		p.names.using = append(p.names.using, s)
	}
}

// importName makes one name of a namespace visible here.
func (p *parser) importName(pos diag.Pos, path []string) Decl {
	last := len(path) - 1
	part := inlinePart(p.names, path[:last])
	path = append(p.names.withoutInline(path[:last]), path[last])
	last = len(path) - 1
	throughInline(p, pos, &qualified{path: path[:last], name: path[last]}, part)
	if k := p.names.lookupPath(path[:last], path[last]); k != unknownName {
		p.names.declare(path[last], k)
	}
	return &UsingDecl{Pos: pos, Scope: p.scopePath(nil), Path: path}
}

// namespaceAlias reads namespace a = b::c;.
func (p *parser) namespaceAlias() Decl {
	pos := p.next().Pos
	alias := p.wantName()
	p.want("=")
	n := p.qualifiedName(false)
	p.want(";")
	path := append(append([]string(nil), n.path...), n.name)
	if s := p.names.find(path); s != nil {
		p.names.setInner(alias, s)
	}
	return &UsingDecl{Pos: pos, Scope: p.scopePath(nil), Namespace: true, Path: path, Alias: alias}
}
