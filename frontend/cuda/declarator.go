package cuda

import (
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// declarator is the syntax around a declared name: * p[4], (*f)(int), &r. C's
// declarators read inside out; apply builds the type in the right order.
type declarator struct {
	pos      diag.Pos
	name     string
	path     []string
	args     []TemplateArg
	hasArgs  bool
	pointers []TypeExpr // * and & with their qualifiers, left to right
	inner    *declarator
	suffixes []TypeExpr // [n] and (params), left to right
	converts *TypeExpr  // of operator T
	specs    specifiers // by attributes before and after the name
	pack     bool       // ... before the name
}

// declaratorKind is the context of a declarator.
type declaratorKind int

const (
	namedDeclarator    declaratorKind = iota // int x; the name is required
	paramDeclarator                          // a parameter: the name may be missing
	abstractDeclarator                       // a type alone
)

// apply is the type that d derives from base.
func (d *declarator) apply(base *TypeExpr) *TypeExpr {
	if d == nil {
		return base
	}
	t := base
	for i := range d.pointers {
		t = d.pointers[i].of(t)
	}
	for i := len(d.suffixes) - 1; i >= 0; i-- {
		t = d.suffixes[i].of(t)
	}
	return d.inner.apply(t)
}

func (t TypeExpr) of(elem *TypeExpr) *TypeExpr {
	t.Elem = elem
	return &t
}

// id returns the innermost declarator, which holds the name.
func (d *declarator) id() *declarator {
	for d.inner != nil {
		d = d.inner
	}
	return d
}

// declarator reads a declarator. It stops before the parameter list of a
// directly declared name: the caller decides whether ( begins parameters or
// constructor arguments.
func (p *parser) declarator(kind declaratorKind) *declarator {
	if !p.enter() {
		p.leave()
		return &declarator{}
	}
	defer p.leave()
	d := &declarator{pos: p.peek().Pos}
	p.pointers(d)
	d.pack = kind == paramDeclarator && beginsPack(p, len(d.pointers) > 0) && p.got("...")
	switch {
	case p.is("(") && p.groupsDeclarator(kind):
		p.next()
		d.inner = p.declarator(kind)
		p.want(")")
	case kind != abstractDeclarator && p.declaratorName(d):
	case kind == namedDeclarator:
		p.expected("a name")
	}
	p.suffixes(d, kind)
	return d
}

func (p *parser) pointers(d *declarator) {
	for p.failed == nil {
		t := TypeExpr{Pos: p.peek().Pos}
		switch {
		case p.got("*"):
			t.Form = PointerType
		case p.got("&"):
			t.Form = ReferenceType
		case p.got("&&"):
			t.Form, t.RValue = ReferenceType, true
		default:
			return
		}
		for p.peek().Kind == source.Ident && words[p.peek().Text] == cvWord {
			t.cv(p.next().Text)
		}
		d.pointers = append(d.pointers, t)
		if len(d.pointers) > maxDepth {
			p.fail(t.Pos, tooDeepMessage)
		}
	}
}

// groupsDeclarator distinguishes (*p) and (&a), and for a name being declared
// also (name), from a parameter list.
func (p *parser) groupsDeclarator(kind declaratorKind) bool {
	if p.isAt(1, "*") || p.isAt(1, "&") || p.isAt(1, "&&") {
		return true
	}
	return kind == namedDeclarator && (p.isAt(1, "(") || p.isName(1) && p.isAt(2, ")"))
}

// declaratorName reads the declared name: x, S::f, f<int>, operator+, ~S.
func (p *parser) declaratorName(d *declarator) bool {
	for p.attribute(&d.specs) {
	}
	d.pos = p.peek().Pos
	if p.is("~") || p.is("operator") {
		d.name = p.specialName()
		d.converts = p.conversion(d.name)
		return true
	}
	if !p.isName(0) && !(p.is("::") && p.isName(1)) {
		return false
	}
	n := p.qualifiedID()
	d.path, d.name, d.args, d.hasArgs = n.path, n.name, n.args, n.hasArgs
	d.converts = p.conversion(d.name)
	if len(d.path) > 0 && d.path[0] == "" {
		d.path = d.path[1:]
	}
	return true
}

// conversion is the type of the operator T just read, nil if name is no
// conversion.
func (p *parser) conversion(name string) *TypeExpr {
	if !strings.HasPrefix(name, "operator ") || name == "operator new" || name == "operator delete" {
		return nil
	}
	return p.converted
}

// conversionArgs are the arguments that the name of a conversion function has in an expression: its
// type, so that the type is looked up, and replaced, where arguments are.
func conversionArgs(p *parser, name string) ([]TemplateArg, bool) {
	if t := p.conversion(name); t != nil {
		return []TemplateArg{{Type: t}}, true
	}
	return nil, false
}

// specialName reads ~S, operator+, operator(), operator""_x and operator T.
func (p *parser) specialName() string {
	if p.got("~") {
		return "~" + p.wantName()
	}
	p.next()
	switch {
	case p.is("(") && p.isAt(1, ")"), p.is("[") && p.isAt(1, "]"):
		return "operator" + p.next().Text + p.next().Text
	case p.is(">") && p.isAt(1, ">") && !p.at(1).Space:
		p.next()
		p.next()
		return "operator>>"
	case p.peek().Kind == source.Punct:
		return "operator" + p.next().Text
	case p.peek().Kind == source.String && strings.HasPrefix(p.peek().Text, `""`):
		name := "operator" + p.next().Text
		if name == `operator""` { // a blank before the suffix
			name += p.next().Text
		}
		return name
	case p.is("new") || p.is("delete"):
		word := p.next().Text
		if p.is("[") {
			p.skipGroup()
		}
		return "operator " + word
	default:
		t := p.typeSpec(nil)
		var d declarator
		p.pointers(&d)
		if t == nil {
			return "operator"
		}
		p.converted = d.apply(t)
		return "operator " + convertedText(p.converted)
	}
}

func (p *parser) suffixes(d *declarator, kind declaratorKind) {
	for p.failed == nil {
		switch {
		case p.is("[") && !p.isAt(1, "["):
			d.suffixes = append(d.suffixes, p.arraySuffix())
		case p.is("(") && p.functionSuffix(d, kind):
			d.suffixes = append(d.suffixes, p.paramSuffix())
		case p.attribute(&d.specs):
			if kind == abstractDeclarator {
				noLayout(p, &d.specs, "a type that is only named")
			}
		default:
			return
		}
		if len(d.suffixes) > maxDepth {
			p.fail(p.peek().Pos, tooDeepMessage)
		}
	}
}

// functionSuffix decides whether ( begins parameters that belong to the
// declarator itself.
func (p *parser) functionSuffix(d *declarator, kind declaratorKind) bool {
	switch {
	case d.inner != nil:
		return true
	case kind == paramDeclarator:
		return p.opensParams()
	case kind == abstractDeclarator:
		return p.closing && p.opensParams()
	default:
		return false
	}
}

func (p *parser) arraySuffix() TypeExpr {
	t := TypeExpr{Pos: p.next().Pos, Form: ArrayType}
	defer p.open()()
	for p.peek().Kind == source.Ident && (words[p.peek().Text] == cvWord || p.is("static")) {
		p.next()
	}
	if !p.is("]") {
		t.Len = p.assign()
	}
	p.want("]")
	return t
}

func (p *parser) paramSuffix() TypeExpr {
	t := TypeExpr{Pos: p.peek().Pos, Form: FuncType}
	t.Params, _ = p.params()
	for p.got("const") || p.got("volatile") || p.got("noexcept") {
	}
	return t
}

// opensParams reports whether ( begins a parameter list and not arguments.
func (p *parser) opensParams() bool {
	if !p.is("(") {
		return false
	}
	if p.isAt(1, ")") || p.isAt(1, "...") {
		return true
	}
	if p.pos >= 2 && p.toks[p.pos-2].Text == "void" && p.isName(-1) {
		return true // nothing else can be void
	}
	if t := p.at(1); t.Kind == source.Ident {
		switch t.Text {
		case "struct", "class", "union", "enum", "__attribute__", "typename":
			return true
		}
		if words[t.Text] == specifierWord {
			return true
		}
	}
	if p.isAt(1, "[") && p.isAt(2, "[") {
		return true
	}
	return p.foresee(asksParams, p.beginsParam)
}

func (p *parser) beginsParam() bool {
	p.next()
	if !p.typeStart() {
		return p.unknownTypeName()
	}
	// T(x) and T{x} construct: arguments, unless a parameter's name follows.
	p.typeSpec(nil)
	return p.failed != nil || !(p.is("(") && !declaresInParens(p) || p.is("{") || p.is("."))
}

// declaresInParens reports whether ( begins a declarator, (*name) or (&name)[4], rather than arguments: (*p, 2).
func declaresInParens(p *parser) bool {
	n := 1
	for p.isAt(n, "*") || p.isAt(n, "&") || p.isAt(n, "&&") || p.isAt(n, "const") {
		n++
	}
	if n == 1 {
		return false
	}
	if p.at(n).Kind == source.Ident {
		n++
	}
	return p.isAt(n, ")") || p.isAt(n, "[") || p.isAt(n, "(")
}

// unknownTypeName reads on to guess whether a name not declared anywhere is a type, from
// what follows it: only a declaration puts a name after a name.
func (p *parser) unknownTypeName() bool {
	if !p.maybeType() {
		return false
	}
	p.qualifiedName(false)
	if p.failed != nil {
		return false
	}
	if p.peek().Kind == source.Ident && words[p.peek().Text] == cvWord {
		return true
	}
	if p.isName(0) {
		return true
	}
	stars := 0
	for p.is("*") || p.is("&") || p.is("&&") {
		stars++
		p.next()
	}
	if t := p.peek(); stars > 0 && t.Kind == source.Ident && words[t.Text] == cvWord {
		return true
	}
	// Outside functions no product of two unknown names can stand here.
	declares := p.assigned == nil && !p.inBlock && p.isName(0) && p.names.lookup(p.peek().Text) == unknownName
	return stars > 0 && (p.is(",") || p.is(")") || declares)
}

// params reads ( parameters ) and reports whether ... ends them.
func (p *parser) params() (list []*Param, variadic bool) {
	p.want("(")
	defer p.open()()
	if p.is("void") && p.isAt(1, ")") {
		p.next()
	}
	for p.failed == nil && !p.is(")") {
		if p.got("...") {
			variadic = true
			break
		}
		list = append(list, p.param())
		if !p.got(",") {
			variadic = p.got("...")
			break
		}
	}
	p.want(")")
	return list, variadic
}

// beginsPack reports whether ... here makes a parameter pack, and does not follow the
// last parameter of a function like printf.
func beginsPack(p *parser, pointer bool) bool {
	return p.is("...") && (pointer || p.isName(1) || p.isAt(1, ")") || p.isAt(1, ","))
}

func (p *parser) param() *Param {
	var specs specifiers
	base := specs.qualify(p.typeSpec(&specs))
	d := p.declarator(paramDeclarator)
	param := &Param{Pos: d.id().pos, Name: d.id().name, Type: d.apply(base), Pack: d.id().pack}
	if p.got("=") {
		param.Default = p.initialiser()
	}
	return param
}

// typeText prints a type for use inside a name. Different types have different texts: uses of templates are told apart by
// them.
func typeText(t *TypeExpr) string {
	if t == nil {
		return "?"
	}
	qualifiers := ""
	if t.Const {
		qualifiers += " const"
	}
	if t.Volatile {
		qualifiers += " volatile"
	}
	switch t.Form {
	case PointerType:
		return typeText(t.Elem) + "*" + qualifiers
	case ReferenceType:
		if t.RValue {
			return typeText(t.Elem) + "&&"
		}
		return typeText(t.Elem) + "&"
	case ArrayType:
		length := ""
		if t.Len != nil {
			length = sexpr(t.Len)
		}
		return typeText(t.Elem) + "[" + length + "]" + qualifiers
	case FuncType:
		params := make([]string, len(t.Params))
		for i, q := range t.Params {
			params[i] = typeText(q.Type)
		}
		return typeText(t.Elem) + "(" + strings.Join(params, ",") + ")"
	case NamedType:
		return strings.TrimSpace(qualifiers + " " + strings.Join(append(append([]string(nil), t.Path...), t.Name+argText(t.HasArgs, t.Args)), "::"))
	case DecltypeType:
		return strings.TrimSpace(qualifiers + " decltype(" + sexpr(t.Len) + ")")
	default:
		return strings.TrimSpace(qualifiers + " auto")
	}
}

// convertedText names the type of a conversion function; qualifiers do not tell two of them apart.
func convertedText(t *TypeExpr) string {
	switch {
	case t == nil || t.Form == NamedType:
		return strings.TrimPrefix(strings.TrimPrefix(typeText(t), "const "), "volatile ")
	case t.Form == PointerType:
		return convertedText(t.Elem) + "*"
	case t.Form == ReferenceType:
		return convertedText(t.Elem) + "&"
	case t.Form == ArrayType:
		return convertedText(t.Elem) + "[]"
	}
	return "auto"
}
