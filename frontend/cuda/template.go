package cuda

import (
	"slices"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// qualified is a name as written: a::b<3>::c<int>. The text of a component
// includes its arguments, so that b<3> and b<4> stay different names.
type qualified struct {
	path     []string
	pathArgs [][]TemplateArg
	name     string
	args     []TemplateArg
	hasArgs  bool
}

func (n *qualified) typeExpr(pos diag.Pos) *TypeExpr {
	return &TypeExpr{Pos: pos, Name: n.name, Path: n.path, PathArgs: n.pathArgs, Args: n.args, HasArgs: n.hasArgs}
}

// qualifiedName reads a name. If the name must be a type (asType), < always
// begins arguments; otherwise it does if the name is a template or looks like
// one.
func (p *parser) qualifiedName(asType bool) qualified {
	var n qualified
	at, part := p.peek(), ""
	if p.got("::") {
		n.push("", nil, false)
	}
	for p.failed == nil {
		p.got("template")
		if p.is("~") || p.is("operator") {
			n.name, n.args, n.hasArgs = p.specialName(), nil, false
			return n
		}
		n.name = p.wantName()
		n.args, n.hasArgs = nil, false
		if p.is("<") {
			n.args, n.hasArgs = p.maybeArgs(&n, asType)
		}
		if !p.is("::") || !(p.isName(1) || p.isAt(1, "template") || p.isAt(1, "~") || p.isAt(1, "operator")) {
			throughInline(p, at.Pos, &n, part)
			return n
		}
		p.next()
		if full := p.names.renamed(n.name); full != nil && len(n.path) == 0 && !n.hasArgs {
			n.path = append(n.path, full...)
			continue
		}
		// Members of an inline namespace belong to the one around it, so paths omit it.
		if n.hasArgs || !p.names.inlined(n.path, n.name) {
			n.push(n.name, n.args, n.hasArgs)
			part = ""
		} else {
			part = strings.TrimPrefix(part+"::"+n.name, "::")
		}
	}
	return n
}

// qualifiedID reads the name in a declarator: its template arguments, if any,
// are those of a specialisation.
func (p *parser) qualifiedID() qualified { return p.qualifiedName(true) }

func (n *qualified) push(name string, args []TemplateArg, hasArgs bool) {
	n.path = append(n.path, name+argText(hasArgs, args))
	if hasArgs || n.pathArgs != nil {
		for len(n.pathArgs) < len(n.path)-1 {
			n.pathArgs = append(n.pathArgs, nil)
		}
		n.pathArgs = append(n.pathArgs, args)
	}
}

// maybeArgs reads <...> after a name if it is a template argument list.
func (p *parser) maybeArgs(n *qualified, asType bool) ([]TemplateArg, bool) {
	if asType || p.names.lookupPath(n.path, n.name).isTemplate() {
		return p.templateArgs(), p.failed == nil
	}
	if p.names.lookupPath(n.path, n.name) == valueName || p.refused(asksArgs) {
		return nil, false
	}
	return p.guessArgs()
}

// guessArgs decides for an undeclared name: f<4>(x), A<T>::f and B<T>{} have
// only plain arguments, and after > a token that cannot follow an operator, or
// hardly ever does.
func (p *parser) guessArgs() ([]TemplateArg, bool) {
	m := p.mark()
	if beginsWithType(p) {
		return p.templateArgs(), p.failed == nil
	}
	plain := p.plainArgs()
	p.reset(m)
	if plain {
		args := p.templateArgs()
		failed := p.failed
		if failed == nil {
			return args, true
		}
		p.reset(m)
		// A failure by depth stands: any other reading would nest as deep.
		if p.passDeep(failed) {
			return nil, false
		}
	}
	p.refuse(m.pos, asksArgs)
	return nil, false
}

// beginsWithType reports whether a type and then , or > follow the < at hand: no
// comparison has a type as its operand.
func beginsWithType(p *parser) bool {
	return p.foresee(asksTypeArg, func() bool {
		p.next()
		if !p.typeStart() {
			return false
		}
		saved := p.closing
		p.closing = true
		defer func() { p.closing = saved }()
		t := p.typeID()
		return p.failed == nil && t != nil && (p.is(",") || p.is(">"))
	})
}

// plainArgs scans from < to its > over names, types and literals only. The scan
// is bounded, since every < may cause one.
func (p *parser) plainArgs() bool {
	const most = 4 * maxDepth
	p.next()
	depth := 1
	for n := 0; n < most && depth > 0; n++ {
		t := p.next()
		switch {
		case t.Kind == source.EOF || t.Kind == source.String:
			return false
		case t.Kind != source.Punct:
		case t.Text == "<":
			if depth++; depth > maxDepth {
				return true // templateArgs reports it
			}
		case t.Text == ">":
			depth--
		case t.Text != "," && t.Text != "::" && t.Text != "*" && t.Text != "&":
			return false
		}
	}
	// These tokens rarely follow a comparison: a < b > (c) is hardly ever meant as one.
	return depth == 0 && (p.is("(") || p.is("::") || p.is("{") || p.isName(0) || p.is("&"))
}

// templateArgs reads < arguments >.
func (p *parser) templateArgs() []TemplateArg {
	if !p.enter() {
		p.leave()
		return nil
	}
	defer p.leave()
	p.want("<")
	saved := p.closing
	p.closing = true
	defer func() { p.closing = saved }()
	args := []TemplateArg{}
	for p.failed == nil && !p.is(">") {
		args = append(args, p.templateArg())
		if !p.got(",") {
			break
		}
	}
	p.want(">")
	return args
}

func (p *parser) templateArg() TemplateArg {
	at, m := p.peek(), p.mark()
	arg := TemplateArg{Type: p.tryTypeID(",", ">", "...")}
	if t := arg.Type; t != nil && t.Form == NamedType && t.HasArgs && p.names.lookupPath(t.Path, t.Name) == templateFunc {
		p.reset(m) // f<T>, v<T>: a value
		arg.Type = nil
	}
	if arg.Type == nil {
		arg.Expr = p.cond()
		arg.Pack = p.failed == nil && p.got("...")
		return arg
	}
	arg.Pack = p.got("...")
	if t := arg.Type; t.Form == NamedType && !t.HasArgs && !t.Const && !t.Volatile && (words[at.Text] == notWord || at.Text == "decltype") &&
		!p.names.lookupPath(t.Path, t.Name).isType() {
		arg.Expr = &Ident{Pos: t.Pos, Path: t.Path, PathArgs: t.PathArgs, Name: t.Name}
	}
	return arg
}

// Text spells the argument in the form of the dump: equal texts mean equal
// arguments.
func (a TemplateArg) Text() string {
	dots := ""
	if a.Pack {
		dots = "..."
	}
	if a.Type != nil {
		return typeText(a.Type) + dots
	}
	return sexpr(a.Expr) + dots
}

// argText prints template arguments inside a path component.
func argText(has bool, args []TemplateArg) string {
	if !has {
		return ""
	}
	parts := make([]string, len(args))
	for i, a := range args {
		parts[i] = a.Text()
	}
	return "<" + strings.Join(parts, ",") + ">"
}

// TemplateUse is a place that names a kernel template with arguments or
// launches it: k<128>, k<128><<<g, b>>>(p), k<<<g, b>>>(p).
type TemplateUse struct {
	Pos  diag.Pos
	Path []string
	Name string
	// Args are the arguments as written, except that a constant of the function
	// around the use is replaced by its initialiser.
	Args []TemplateArg
	// Call has the type of each argument of a launch, nil if unknown.
	Call []*TypeExpr
	// Fault says why the use cannot be read, empty if it can.
	Fault string
	// Idle is set in a function template that the file never uses: then neither does it this.
	Idle bool
	// Others is set for a use that stands for instances of which the file does not tell the arguments;
	// From is the place that leads there.
	Others bool
	From   diag.Pos
	// Otherwise has arguments for parameters about which Args and Call say nothing, by the
	// parameters' names; Notes are the sentences on which a use with assumed arguments
	// rests. The parser itself sets neither.
	Otherwise map[string]TemplateArg
	Notes     []string
}

// Text prints the name as used: k<128>.
func (u *TemplateUse) Text() string { return u.Name + argText(u.Args != nil, u.Args) }

// Names reports whether the path of the use may lead to a declaration in scope.
func (u *TemplateUse) Names(scope []string) bool {
	if len(u.Path) > 0 && u.Path[0] == "" {
		return slices.Equal(scope, u.Path[1:])
	}
	return len(u.Path) <= len(scope) && slices.Equal(scope[len(scope)-len(u.Path):], u.Path)
}
