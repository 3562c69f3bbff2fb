package cuda

import (
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// specifiers are the words of a declaration that are not part of the type.
type specifiers struct {
	space                               Space
	global, device, host                bool
	extern, static, constexpr           bool
	friend, virtual, threadLoc, mutable bool
	cnst, volatile, restrict            bool
	explicit                            bool
	// lenient makes an attribute that gv2 does not know odd, instead of a fault.
	lenient          bool
	odd              *diag.Diagnostic
	launch, cluster  []Expr
	align            []Expr
	packed, overlaps bool     // [[gnu::packed]], [[no_unique_address]]
	layoutAt         diag.Pos // of the last attribute that changes a layout
}

// add records one specifier word and ignores unknown ones, which do not matter in device code.
func (s *specifiers) add(word string) {
	switch word {
	case "__global__":
		s.global = true
	case "__device__":
		s.device = true
	case "__host__":
		s.host = true
	case "__shared__":
		s.space = SharedSpace
	case "__constant__":
		s.space = ConstantSpace
	case "__managed__":
		s.space = ManagedSpace
	case "extern":
		s.extern = true
	case "static":
		s.static = true
	case "constexpr", "consteval":
		s.constexpr = true
	case "friend":
		s.friend = true
	case "explicit":
		s.explicit = true
	case "mutable":
		s.mutable = true
	case "virtual":
		s.virtual = true
	case "thread_local":
		s.threadLoc = true
	}
}

// variableSpace is the space of a variable with these specifiers: __device__
// alone means global memory.
func (s *specifiers) variableSpace() Space {
	if s.space == NoSpace && s.device {
		return DeviceSpace
	}
	return s.space
}

// qualify adds the qualifiers that are separate from the type.
func (s *specifiers) qualify(t *TypeExpr) *TypeExpr {
	if t == nil || !(s.cnst || s.volatile || s.restrict) {
		return t
	}
	t.Const = t.Const || s.cnst
	t.Volatile = t.Volatile || s.volatile
	t.Restrict = t.Restrict || s.restrict
	return t
}

// cv records a qualifier word.
func (t *TypeExpr) cv(word string) {
	switch word {
	case "const", "__const":
		t.Const = true
	case "volatile", "__volatile__", "__volatile":
		t.Volatile = true
	default:
		t.Restrict = true
	}
}

// typeReader gathers the words of a type, which may come in any order.
type typeReader struct {
	flags    TypeExpr // qualifiers seen before the type itself
	typ      *TypeExpr
	builtin  builtinType
	sawWords bool
	pos      diag.Pos
}

// typeSpec reads a type without its declarator: const unsigned int, ns::T<4>,
// struct S { ... }. With specs, storage words may come between its words.
func (p *parser) typeSpec(specs *specifiers) *TypeExpr {
	r := typeReader{pos: p.peek().Pos}
	for p.typeWord(&r, specs) {
	}
	if p.failed != nil {
		return nil
	}
	if r.typ == nil && r.sawWords {
		r.typ = &TypeExpr{Pos: r.pos, Name: r.builtin.name()}
	}
	if r.typ == nil {
		p.expected("a type")
		return nil
	}
	r.typ.Const = r.typ.Const || r.flags.Const
	r.typ.Volatile = r.typ.Volatile || r.flags.Volatile
	r.typ.Restrict = r.typ.Restrict || r.flags.Restrict
	return r.typ
}

// typeWord takes one more piece of the type; false at its end.
func (p *parser) typeWord(r *typeReader, specs *specifiers) bool {
	t := p.peek()
	if t.Kind != source.Ident {
		if specs != nil && p.attribute(specs) {
			return true
		}
		return r.typ == nil && !r.sawWords && p.is("::") && p.namedType(r)
	}
	switch words[t.Text] {
	case cvWord:
		r.flags.cv(p.next().Text)
		return true
	case builtinWord:
		if r.typ != nil {
			return false
		}
		if !r.sawWords {
			r.pos = t.Pos
		}
		r.sawWords = true
		r.builtin.add(p.next().Text)
		return true
	case specifierWord:
		if specs == nil {
			return false
		}
		specs.add(p.next().Text)
		return true
	case typeWord:
		return r.typ == nil && !r.sawWords && p.keywordType(r)
	case notWord:
		return r.typ == nil && !r.sawWords && p.namedType(r)
	default:
		return specs != nil && p.attribute(specs)
	}
}

func (p *parser) namedType(r *typeReader) bool {
	pos := p.peek().Pos
	n := p.qualifiedName(true)
	r.typ = n.typeExpr(pos)
	return p.failed == nil
}

func (p *parser) keywordType(r *typeReader) bool {
	t := p.peek()
	switch t.Text {
	case "auto", "__auto_type":
		p.next()
		r.typ = &TypeExpr{Pos: t.Pos, Form: AutoType, Name: "auto"}
	case "typename":
		p.next()
		if p.is("decltype") {
			return p.keywordType(r)
		}
		return p.namedType(r)
	case "enum":
		r.typ = p.enumSpec()
	case "struct", "class", "union":
		r.typ = p.recordSpec()
	default: // decltype, typeof
		r.typ = p.decltype()
		if n := nameInDecltype(p, r.typ); n != nil {
			r.typ = n.typeExpr(t.Pos)
		}
	}
	return p.failed == nil
}

// nameInDecltype reads ::name after decltype(x), nil if there is none. The type is the
// argument of the path's first part.
func nameInDecltype(p *parser, t *TypeExpr) *qualified {
	if p.failed != nil || !p.is("::") || !p.isName(1) && !p.isAt(1, "template") {
		return nil
	}
	p.next()
	n := p.qualifiedName(false)
	args := [][]TemplateArg{{{Type: t}}}
	for i := range n.path {
		var own []TemplateArg
		if i < len(n.pathArgs) {
			own = n.pathArgs[i]
		}
		args = append(args, own)
	}
	n.path, n.pathArgs = append([]string{"decltype(" + sexpr(t.Len) + ")"}, n.path...), args
	return &n
}

func (p *parser) decltype() *TypeExpr {
	pos := p.next().Pos
	p.want("(")
	defer p.open()()
	if p.got("auto") {
		p.want(")")
		return &TypeExpr{Pos: pos, Form: AutoType, Decltype: true}
	}
	parens := p.is("(") && int(p.match[p.pos]) > p.pos && p.toks[int(p.match[p.pos])+1].Text == ")"
	e := p.expr()
	p.want(")")
	return &TypeExpr{Pos: pos, Form: DecltypeType, Len: e, Parens: parens}
}

// open leaves the < > around the place, if any, and returns a function that
// re-enters it: inside brackets > compares.
func (p *parser) open() func() {
	saved := p.closing
	p.closing = false
	return func() { p.closing = saved }
}

// builtinType counts the words of a built-in type.
type builtinType struct {
	base     string
	long     int
	short    bool
	signed   bool
	unsigned bool
}

func (b *builtinType) add(word string) {
	switch word {
	case "long":
		b.long++
	case "short":
		b.short = true
	case "signed", "__signed__":
		b.signed = true
	case "unsigned":
		b.unsigned = true
	case "_Bool":
		b.base = "bool"
	case "__int64":
		b.base, b.long = "int", 2
	default:
		b.base = word
	}
}

// name is the canonical spelling.
func (b *builtinType) name() string {
	sign := ""
	if b.unsigned {
		sign = "unsigned "
	}
	switch {
	case b.base == "double" && b.long > 0:
		return "long double"
	case b.base == "char" && b.signed:
		return "signed char"
	case b.base != "" && b.base != "int":
		return sign + b.base
	case b.short:
		return sign + "short"
	case b.long > 0:
		return sign + strings.TrimSpace(strings.Repeat("long ", min(b.long, 2)))
	default:
		return sign + "int"
	}
}

// alignment reads (n) or (T) after alignas.
func (p *parser) alignment() Expr {
	pos := p.peek().Pos
	p.want("(")
	defer p.open()()
	var e Expr
	if t := p.tryTypeID(")"); t != nil {
		e = &SizeofExpr{Pos: pos, Type: t, Align: true}
	} else {
		e = p.assign()
	}
	p.want(")")
	return e
}

// typeID reads a type with an abstract declarator, as in casts.
func (p *parser) typeID() *TypeExpr {
	base := p.typeSpec(nil)
	if p.failed != nil {
		return nil
	}
	d := p.declarator(abstractDeclarator)
	return d.apply(base)
}

// tryTypeID reads a type that must be followed by one of the given tokens; if
// there is none, nothing is consumed.
func (p *parser) tryTypeID(follow ...string) *TypeExpr {
	if !p.maybeType() || p.refused(asksType) {
		return nil
	}
	m := p.mark()
	t := p.typeID()
	if p.failed == nil && t != nil {
		for _, f := range follow {
			if p.is(f) {
				return t
			}
		}
	}
	failed := p.failed
	p.reset(m)
	if !p.passDeep(failed) {
		p.refuse(m.pos, asksType)
	}
	return nil
}

// maybeType reports whether a type could begin here: a type's keyword, or a
// name not known to be a value.
func (p *parser) maybeType() bool {
	t := p.peek()
	if t.Kind != source.Ident {
		return p.is("::") && p.isName(1)
	}
	switch words[t.Text] {
	case cvWord, builtinWord, typeWord:
		return true
	case notWord:
		k := p.names.lookup(t.Text)
		return k != valueName && k != templateFunc || p.isAt(1, "::")
	default:
		return false
	}
}

// typeStart reports whether a type certainly begins here.
func (p *parser) typeStart() bool {
	t := p.peek()
	if t.Kind == source.Ident {
		switch words[t.Text] {
		case cvWord, builtinWord, typeWord:
			return true
		case notWord:
			if !p.isAt(1, "::") {
				return p.names.lookup(t.Text).isType()
			}
		default:
			return false
		}
	} else if !p.is("::") {
		return false
	}
	return p.foresee(asksKnownType, func() bool {
		n := p.qualifiedName(true)
		return p.failed == nil && p.names.lookupPath(n.path, n.name).isType()
	})
}
