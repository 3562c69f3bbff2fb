package cuda

import (
	"slices"
	"strconv"
	"strings"
)

// convert turns the record of a declaration into declarations of the
// syntax tree, and enters the declared names.
func (p *parser) convert(d *declaration) []Decl {
	switch {
	case d.using != nil:
		return []Decl{p.convertUsing(d.using, p.heads(d.heads))}
	case d.typedef != nil:
		return p.convertTypedef(d.typedef)
	default:
		return p.convertPlain(d.plain, p.heads(d.heads))
	}
}

// heads joins the template heads of a declaration; a member template of a class
// template, defined outside it, has two.
func (p *parser) heads(clauses []*templateClause) *TemplateHead {
	if len(clauses) == 0 {
		return nil
	}
	head := &TemplateHead{Pos: clauses[0].pos}
	for _, c := range clauses {
		for _, param := range c.params {
			converted := param.convert(len(head.Params))
			converted.Scope = p.scopePath(nil)
			head.Params = append(head.Params, converted)
		}
	}
	// The declaration with the head is the template; a record in it is not one as well.
	return head
}

// convert returns parameter i of a head. One without a name gets a name that no
// program can use: two of them are two parameters.
func (t *templateParam) convert(i int) TemplateParam {
	out := TemplateParam{Pos: t.pos, Name: t.name, Pack: t.pack, DefaultType: t.def, Template: t.template}
	if t.value != nil {
		out.Name, out.Type, out.DefaultExpr, out.Pack = t.value.Name, t.value.Type, t.value.Default, t.value.Pack
	}
	if out.Name == "" {
		out.Name = "#" + strconv.Itoa(i)
	}
	return out
}

// convertUsing enters the names of using namespace N, using N::x and using A = T. An alias
// with a head is a template, so that A < begins arguments from here on.
func (p *parser) convertUsing(u *usingClause, head *TemplateHead) Decl {
	switch {
	case u.namespace != nil:
		return p.openNamespace(u.pos, u.namespace)
	case u.alias != "":
		kind := typeName
		if head != nil {
			kind = templateType
		}
		p.home().declare(u.alias, kind)
		return &TypedefDecl{Pos: u.pos, Name: u.alias, Scope: p.scopePath(nil), Template: head, Type: u.typ}
	default:
		return p.importName(u.pos, u.imported)
	}
}

// convertTypedef makes a declaration of each name. An alias has no layout of its own in the
// tree, so one that would change it loses its name alone, and what uses it is refused with the reason.
func (p *parser) convertTypedef(t *typedefClause) []Decl {
	specs := t.specs
	noOdd(p, specs)
	base := specs.qualify(t.typ)
	var decls []Decl
	if base.Form == EnumType { // typedef enum { A, B } E; declares A and B too
		decls = append(decls, base.Enum)
	}
	for _, n := range t.names {
		d := n.name
		if specs.takeLayout(&d.id().specs); specs.changesLayout() {
			decls = append(decls, &BadDecl{Pos: specs.layoutAt, Name: d.id().name, Scope: p.scopePath(nil), Type: true,
				Reason: "an attribute that changes the layout of a typedef; give it to a struct or a member"})
			p.names.declare(d.id().name, typeName)
			continue
		}
		typ := d.apply(base)
		if n.function != nil {
			typ = &TypeExpr{Pos: d.id().pos, Form: FuncType, Elem: typ, Params: n.function.params}
		}
		p.names.declare(d.id().name, typeName)
		decls = append(decls, &TypedefDecl{Pos: d.id().pos, Name: d.id().name, Scope: p.scopePath(nil), Type: typ})
	}
	return decls
}

// convertPlain converts everything that is neither using nor typedef: types, variables and
// functions. The names share their type and specifiers, int *a, b.
func (p *parser) convertPlain(c *plainClause, head *TemplateHead) []Decl {
	specs, base := c.specs, c.specs.qualify(c.typ)
	if head != nil {
		p.giveHead(head)
	}
	if len(c.names) == 0 {
		noOdd(p, specs)
		noLayout(p, specs, "what is no declaration of a member or variable")
		return p.bareType(base, specs, head)
	}
	var decls []Decl
	for _, n := range c.names {
		if d := p.convertName(n, base, specs, head, c.body); d != nil {
			decls = append(decls, d)
		}
	}
	return decls
}

// giveHead sets the template head of the record declared under it.
func (p *parser) giveHead(head *TemplateHead) {
	for _, d := range p.before {
		if rec, ok := d.(*RecordDecl); ok {
			rec.Template = head
		}
	}
}

// bareType is a declaration without names: struct S { ... }; enum { N };. An
// unnamed union inside a record is a field without a name. A class template may
// have no definition, only specialisations that follow.
func (p *parser) bareType(base *TypeExpr, specs *specifiers, head *TemplateHead) []Decl {
	switch {
	case base == nil:
		return nil
	case base.Form == NamedType && head != nil && len(head.Params) > 0 && !specs.friend && !base.HasArgs && len(base.Path) == 0 &&
		len(p.before) == 0:
		return []Decl{&RecordDecl{Pos: base.Pos, Kind: "struct", Name: base.Name, Scope: p.scopePath(nil), Template: head, Forward: true}}
	case base.Form == EnumType:
		return []Decl{base.Enum}
	case base.Form == RecordType && p.inRecord != nil:
		return []Decl{&VarDecl{Pos: base.Pos, Type: base, Scope: p.scopePath(nil), hidden: p.hidden}}
	}
	return nil
}

// convertName returns the declaration of one declared name: a function, or a variable that may be a member. A
// friend counts only if it is defined here; otherwise its declaration is elsewhere.
func (p *parser) convertName(n *initDeclarator, base *TypeExpr, specs *specifiers, head *TemplateHead, body *bodyRange) Decl {
	d := n.name
	if specs.friend {
		if body == nil || n.function == nil {
			return nil
		}
		f := p.convertFunc(n, d, base, specs, head, body).(*FuncDecl)
		f.Friend = true
		return f
	}
	if n.function != nil {
		return p.convertFunc(n, d, base, specs, head, body)
	}
	id := d.id()
	if noOdd(p, specs); base == nil {
		return &BadDecl{Pos: id.pos, Name: id.name, Reason: "a declaration without a type"}
	}
	v := newVar(id, d.apply(base), specs)
	v.Scope, v.Template = p.scopePath(id.path), head
	v.hidden = p.hidden
	if id.hasArgs {
		v.SpecialOf = id.args
	}
	v.Init, v.Ctor, v.Bits = n.init.init, n.init.ctor, n.init.bits
	if head != nil {
		p.home().declare(id.name, templateFunc)
	} else {
		p.home().declare(id.name, valueName)
	}
	return v
}

// convertFunc returns a function. It keeps the place and the scope of its body, which FuncDecl.Body parses on
// demand.
func (p *parser) convertFunc(n *initDeclarator, d *declarator, base *TypeExpr, specs *specifiers, head *TemplateHead, body *bodyRange) Decl {
	id := d.id()
	f := &FuncDecl{
		Pos: id.pos, Name: id.name, Scope: p.scopePath(id.path), Template: head,
		Params: n.function.params, Variadic: n.function.variadic,
		Global: specs.global, Device: specs.device, Host: specs.host, Const: specs.constexpr,
		Static: specs.static, ExternC: p.externC, Launch: specs.launch, Cluster: specs.cluster, Explicit: specs.explicit,
		Instantiate: p.instantiate,
	}
	if id.hasArgs {
		f.SpecialOf = id.args
	} else if head != nil && len(head.Params) == 0 && p.inRecord == nil && !slices.ContainsFunc(f.Scope, func(s string) bool { return strings.Contains(s, "<") }) {
		f.SpecialOf = []TemplateArg{} // template <> int f(int);, of which the types tell the arguments
	}
	f.Ctor = base == nil && len(f.Scope) > 0 && plainName(f.Scope[len(f.Scope)-1]) == id.name
	if base != nil {
		f.Result = d.apply(base)
	} else if id.converts != nil {
		f.Result = id.converts
	}
	convertTail(f, &n.function.tail, specs)
	if specs.virtual && p.inRecord != nil {
		p.inRecord.opaque(VirtualMethod, f)
	}
	p.declareFunc(id, head)
	if body == nil {
		noOdd(p, specs)
	} else {
		f.HasBody = true
		f.body = &lazyBody{unit: p.unit, first: body.first, open: body.open, names: p.bodyScope(id.path),
			path: f.Scope, record: p.record, params: f.Params, odd: specs.odd}
	}
	return f
}

// plainName drops template arguments from a path component.
func plainName(component string) string {
	for i := range component {
		if component[i] == '<' {
			return component[:i]
		}
	}
	return component
}

func convertTail(f *FuncDecl, t *functionTail, specs *specifiers) {
	if t.result != nil {
		f.Result = t.result
	}
	f.ConstThis, f.RefThis, f.Defaulted, f.Deleted = t.constThis, t.refThis, t.defaulted, t.deleted
	specs.virtual = specs.virtual || t.overrides
}

// declareFunc enters a function's name. Once it names a template it always
// does: after an overload that is no template, f<4>(x) must still parse.
func (p *parser) declareFunc(id *declarator, head *TemplateHead) {
	if len(id.path) > 0 || p.names.here(id.name).isType() {
		return
	}
	switch {
	case head != nil:
		p.home().declare(id.name, templateFunc)
	case p.names.lookup(id.name) != templateFunc:
		p.home().declare(id.name, valueName)
	}
}

// bodyScope is the scope a body sees: for a method defined outside its class,
// the class's names too.
func (p *parser) bodyScope(path []string) *scope {
	if len(path) == 0 {
		return p.names
	}
	plain := make([]string, len(path))
	for i, c := range path {
		plain[i] = plainName(c)
	}
	s := newScope(p.names)
	if in := p.names.find(plain); in != nil {
		s.using = append(s.using, in)
	}
	return s
}
