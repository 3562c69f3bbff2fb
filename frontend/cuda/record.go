package cuda

// recordSpec reads struct S, or its definition struct S : B { ... }. A named
// definition becomes a declaration of its own; the result names it.
func (p *parser) recordSpec() *TypeExpr {
	if !p.enter() {
		p.leave()
		return nil
	}
	defer p.leave()
	kw := p.next()
	var specs specifiers
	for p.attribute(&specs) {
	}
	t := &TypeExpr{Pos: p.peek().Pos}
	if p.isName(0) || p.is("::") {
		t = p.recordName()
	}
	if p.is("final") && (p.isAt(1, "{") || p.isAt(1, ":")) {
		p.next()
	}
	if !p.is("{") && !p.is(":") {
		if t.Name == "" {
			p.expected("a name or '{'")
			return nil
		}
		noLayout(p, &specs, "a type that is not defined here")
		p.declareType(t)
		return t
	}
	rec := &RecordDecl{Pos: t.Pos, Kind: kw.Text, Name: t.Name, Scope: p.scopePath(t.Path), SpecialOf: t.Args, Unnamed: t.Name == "" && p.assigned != nil}
	p.declareType(t)
	p.recordBody(rec)
	for !p.is("[") && !p.is("alignas") && p.attribute(&specs) { // after } they are still the type's
	}
	rec.Align, rec.Packed = specs.align, specs.packed
	if specs.overlaps {
		noLayout(p, &specs, "a type")
	}
	if t.Name == "" {
		return &TypeExpr{Pos: kw.Pos, Form: RecordType, Record: rec}
	}
	p.before = append(p.before, rec)
	return t
}

func (p *parser) recordName() *TypeExpr {
	pos := p.peek().Pos
	n := p.qualifiedName(true)
	return n.typeExpr(pos)
}

// scopePath is the path of a declaration here with a qualified name.
func (p *parser) scopePath(more []string) []string {
	path := append([]string(nil), p.path...)
	return append(path, more...)
}

// declareType enters the name of a record or enumeration.
func (p *parser) declareType(t *TypeExpr) {
	if t == nil || len(t.Path) > 0 || t.Name == "" {
		return
	}
	kind := typeName
	if p.template || t.HasArgs {
		kind = templateType
	}
	p.home().declare(t.Name, kind)
}

// home is the scope of a declaration's name: the one around the template head,
// if there is one.
func (p *parser) home() *scope {
	if p.template {
		return p.names.parent
	}
	return p.names
}

// recordBody reads bases and members. The members are declarations like those
// of a file, with their own scope of names.
func (p *parser) recordBody(rec *RecordDecl) {
	in := newScope(p.names)
	if rec.Name != "" {
		p.home().setInner(rec.Name, in)
		kind := typeName
		if p.template { // its own name may have arguments: F<N - 1>
			kind = templateType
		}
		in.declare(rec.Name, kind)
	}
	if p.got(":") {
		p.bases(rec, in)
	}
	if !p.is("{") {
		p.expected("'{'")
		return
	}
	open := p.pos
	p.skipGroup()
	if p.failed != nil {
		return
	}
	packOf(p, rec, open, p.pos-1)
	rec.gather(p.members(rec, in, open+1, p.pos-1))
}

// bases reads the base classes. Who may use what a class inherits is the compiler's concern:
// gv2 reads programs that compile. A virtual base is at an offset that each most derived
// class chooses, which the layout of one class cannot say.
func (p *parser) bases(rec *RecordDecl, in *scope) {
	for p.failed == nil {
		for p.got("public") || p.got("private") || p.got("protected") {
		}
		if p.is("virtual") {
			p.unsupported(p.peek().Pos, "virtual base; derive plainly")
			return
		}
		base := p.recordName()
		rec.Bases = append(rec.Bases, base)
		// Types of a base are names in the class, and decide how its members are read.
		if s := p.names.find(append(append([]string(nil), base.Path...), base.Name)); s != nil {
			in.using = append(in.using, s)
		}
		if !p.got(",") {
			return
		}
	}
}

// members reads toks[lo:hi] as the declarations of rec, with a parser that
// shares everything but its place.
func (p *parser) members(rec *RecordDecl, in *scope, lo, hi int) []Decl {
	q := p.unit.parser(lo, hi, in)
	q.path = p.path
	if rec.Name != "" {
		q.path = append(append([]string(nil), p.path...), rec.Name)
	}
	q.record, q.inRecord, q.depth = rec.Name, rec, p.depth
	q.hidden = rec.Kind == "class"
	q.tried = p.tried
	decls := q.declarations()
	if tooDeep(q.failed) {
		p.failed = q.failed
		p.end = p.pos
	}
	p.diags.Merge(q.diags)
	return decls
}

// gather sorts member declarations into fields, methods and the rest.
func (rec *RecordDecl) gather(decls []Decl) {
	for _, d := range decls {
		switch d := d.(type) {
		case *FuncDecl:
			if d.Friend {
				rec.Friends = append(rec.Friends, d)
				continue
			}
			rec.Methods = append(rec.Methods, d)
		case *VarDecl:
			if d.Static || d.Constexpr {
				rec.Nested = append(rec.Nested, d)
			} else {
				rec.Fields = append(rec.Fields, d)
				rec.Hidden = rec.Hidden || d.hidden
			}
		case *BadDecl:
			rec.opaque(d.Reason, d)
		default:
			rec.Nested = append(rec.Nested, d)
		}
	}
}

// VirtualMethod is why a class with virtual methods is opaque: what it declares is read all the same.
const VirtualMethod = "virtual method"

func (rec *RecordDecl) opaque(reason string, at Decl) {
	if rec.Opaque == "" {
		rec.Opaque, rec.OpaquePos = reason, at.DeclPos()
	}
}

// enumSpec reads enum E, or its definition.
func (p *parser) enumSpec() *TypeExpr {
	kw := p.next()
	e := &EnumDecl{Pos: kw.Pos, Scope: p.scopePath(nil)}
	e.Class = p.got("class") || p.got("struct")
	var specs specifiers
	for p.attribute(&specs) {
	}
	t := &TypeExpr{Pos: p.peek().Pos}
	if p.isName(0) || p.is("::") {
		t = p.recordName()
		e.Pos, e.Name = t.Pos, t.Name
	}
	if p.got(":") {
		e.Base = p.typeSpec(nil)
	}
	p.declareType(t)
	if !p.is("{") {
		if t.Name == "" {
			p.expected("a name or '{'")
		}
		noLayout(p, &specs, "a type that is not defined here")
		return t
	}
	p.enumerators(e)
	for !p.is("[") && !p.is("alignas") && p.attribute(&specs) {
	}
	e.Packed, specs.packed = specs.packed, false
	noLayout(p, &specs, "an enumeration")
	if e.Name == "" {
		return &TypeExpr{Pos: kw.Pos, Form: EnumType, Enum: e}
	}
	p.before = append(p.before, e)
	return t
}

func (p *parser) enumerators(e *EnumDecl) {
	p.want("{")
	defer p.open()()
	for p.failed == nil && !p.is("}") {
		v := EnumValue{Pos: p.peek().Pos, Name: p.wantName()}
		for p.attribute(&specifiers{}) {
		}
		if p.got("=") {
			v.Value = p.cond()
		}
		if !e.Class {
			p.names.declare(v.Name, valueName)
		}
		e.Values = append(e.Values, v)
		if !p.got(",") {
			break
		}
	}
	p.want("}")
}
