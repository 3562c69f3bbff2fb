// Package cuda reads the preprocessed tokens of a CUDA file into a syntax tree.
//
// In: the tokens of one translation unit. Out: a File. The parser reads
// declarations at once, one at a time (decl.go has their grammar); it skips one
// that it cannot parse to its end and leaves a BadDecl. It only delimits
// function bodies: FuncDecl.Body parses one when a kernel reaches it, so host
// code is never parsed. Expressions are read by precedence climbing.
//
// Guaranteed: time and memory are linear in the tokens for ordinary code, no
// input overflows the stack (nesting is counted), and every diagnostic points
// at the offending token. The tree is as deep as the source nests, except that
// chains such as a+b+c+... and else-if ladders are as deep as they are long.
package cuda

import (
	"context"
	"strings"
	"sync"

	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// Parse reads the tokens of a translation unit, as source.Preprocess returns
// them. The diagnostics are about declarations marked as device code, and about
// braces that do not pair; host code causes none.
func Parse(toks []source.Token) (*File, diag.List) {
	return ParseContext(context.Background(), toks)
}

// ParseContext is Parse with an end: when ctx is done it leaves out the declarations that
// follow, and the file is good for nothing. Callers look at ctx.Err().
func ParseContext(ctx context.Context, toks []source.Token) (*File, diag.List) {
	toks, notes := prepare(toks)
	u := &unit{toks: toks, match: brackets(toks), notes: notes, ctx: ctx}
	p := u.parser(0, len(toks)-1, newScope(nil))
	p.unbalanced()
	f := &File{Decls: p.declarations(), Parts: InlineParts{}}
	inlineParts(p.names, "", f.Parts)
	f.Functions = p.functionUses(f.Decls)
	f.code = &Code{unit: u, names: p.names}
	u.ctx = nil
	return f, p.diags
}

// unbalanced reports the first brace without its partner.
func (p *parser) unbalanced() {
	for i := range p.toks {
		t := &p.toks[i]
		if p.match[i] >= 0 || t.Kind != source.Punct {
			continue
		}
		switch t.Text {
		case "{":
			p.diags.Errorf(t.Pos, "this '{' is never closed; expected '}' before the end of the file")
			return
		case "}":
			p.diags.Errorf(t.Pos, "unexpected '}'; it closes nothing")
			return
		}
	}
}

// declarations reads declarations to the end of the window.
func (p *parser) declarations() []Decl {
	if !p.enter() {
		p.leave()
		return nil
	}
	defer p.leave()
	var decls []Decl
	hi := p.end
	for lo := p.pos; lo < hi && !p.late(); {
		p.window(lo, hi)
		var more []Decl
		more, lo = p.step(lo, hi)
		decls = append(decls, more...)
		if tooDeep(p.failed) {
			break
		}
		p.failed = nil
	}
	return decls
}

func tooDeep(d *diag.Diagnostic) bool {
	return d != nil && d.Message == tooDeepMessage
}

// step reads the declaration at lo and returns the start of the next one.
func (p *parser) step(lo, hi int) ([]Decl, int) {
	t := &p.toks[lo]
	switch {
	case t.Kind == source.Pragma || t.Text == ";" || t.Text == "}":
		return nil, lo + 1
	case p.is("namespace"), p.is("inline") && p.isAt(1, "namespace"):
		if d, next, ok := p.namespace(lo, hi); ok {
			return d, next
		}
	case p.is("extern") && p.at(1).Kind == source.String:
		if d, next, ok := p.linkage(hi); ok {
			return d, next
		}
		d, next := p.declaration(lo+2, hi)
		for _, d := range d {
			markExtern(d)
		}
		return d, next
	case (p.is("public") || p.is("private") || p.is("protected")) && p.isAt(1, ":"):
		p.hidden = t.Text != "public"
		return nil, lo + 2
	}
	return p.declaration(lo, hi)
}

func markExtern(d Decl) {
	switch d := d.(type) {
	case *FuncDecl:
		d.ExternC = true
	case *VarDecl:
		d.Extern = d.Extern || d.Init == nil
	}
}

// namespace descends into namespace a::b { ... }, or reads namespace a = b;. The
// declarations of an inline namespace belong to the one around it.
func (p *parser) namespace(lo, hi int) ([]Decl, int, bool) {
	inline := p.got("inline")
	if p.isName(1) && p.isAt(2, "=") {
		d := p.namespaceAlias()
		return p.kept(d), p.extent(lo, hi), true
	}
	p.next()
	for p.attribute(&specifiers{}) {
	}
	var path, parts []string
	named := p.isName(0)
	at := p.names
	for p.isName(0) {
		name := p.next().Text
		if inline || at.inlines[name] {
			at.inline(name)
			parts = append(parts, name)
		} else {
			path, at, parts = append(path, name), at.open(name), nil
		}
		if !p.got("::") {
			break
		}
		inline = p.got("inline")
	}
	end := int(p.match[p.pos])
	if !p.is("{") || end < 0 {
		p.window(lo, hi)
		return nil, 0, false
	}
	p.notes.moveInside(lo, p.pos+1)
	if outer := at.part; len(parts) > 0 {
		if outer != "" {
			parts = append([]string{outer}, parts...)
		}
		at.part = strings.Join(parts, "::")
		defer func() { at.part = outer }()
	}
	return p.inside(path, named, p.pos+1, end), end + 1, true
}

func (p *parser) kept(d Decl) []Decl {
	if p.failed != nil {
		return nil
	}
	return []Decl{d}
}

// inside reads toks[lo:hi] as the content of a namespace; an unnamed one adds
// nothing to the paths of its members.
func (p *parser) inside(path []string, named bool, lo, hi int) []Decl {
	names, outer := p.names, p.path
	defer func() { p.names, p.path = names, outer }()
	for _, name := range path {
		p.names = p.names.open(name)
	}
	if !named {
		p.names = p.names.open("")
	}
	p.path = append(append([]string(nil), outer...), path...)
	p.window(lo, hi)
	return p.declarations()
}

// linkage descends into extern "C" { ... }.
func (p *parser) linkage(hi int) ([]Decl, int, bool) {
	if !p.isAt(2, "{") || p.match[p.pos+2] < 0 {
		return nil, 0, false
	}
	c := p.at(1).Text == `"C"`
	lo, end := p.pos+3, int(p.match[p.pos+2])
	p.notes.moveInside(p.pos, lo)
	saved := p.externC
	p.externC = c
	p.window(lo, end)
	d := p.declarations()
	p.externC = saved
	return d, end + 1, true
}

// declaration parses the declaration at lo. If that fails it
// skips the declaration, and reports the fault only for device code.
func (p *parser) declaration(lo, hi int) ([]Decl, int) {
	end := p.extent(lo, hi)
	first := &p.toks[lo]
	if first.Text == "static_assert" || first.Text == "_Static_assert" || first.Text == "asm" {
		return nil, end
	}
	p.window(lo, end)
	refusePragma(p, lo, head(p, lo, end))
	if p.is("__axiom") && p.isAt(1, "(") {
		return p.axiom(), end
	}
	p.template, p.instantiate = false, false
	if p.is("template") {
		p.template = p.isAt(1, "<")
		p.instantiate = !p.template
		if p.instantiate {
			p.pos++
		}
	}
	if p.template {
		defer p.block()()
	}
	decls := p.grammarDecl()
	p.template = false
	if p.failed == nil {
		return decls, end
	}
	return p.badDecl(lo, end), end
}

// axiom reads __axiom(e);. It reports one that it cannot read: without it the
// verdicts on the file's kernels would rest on other assumptions.
func (p *parser) axiom() []Decl {
	pos := p.next().Pos
	args := p.arguments()
	if p.failed == nil && len(args) != 1 {
		p.fail(pos, "__axiom takes one condition, not %d", len(args))
	}
	if p.failed != nil {
		p.diags.Add(*p.failed)
		return nil
	}
	return []Decl{&AxiomDecl{Pos: pos, X: args[0]}}
}

// grammarDecl reads the declaration in the window.
func (p *parser) grammarDecl() []Decl {
	p.before = nil
	tree := wholeDeclaration(p)
	if p.failed != nil {
		return nil
	}
	return append(p.before, p.convert(tree)...)
}

// badDecl reports or records the declaration in toks[lo:end], which failed.
func (p *parser) badDecl(lo, end int) []Decl {
	why := *p.failed
	name, isType := p.guessName(lo, end)
	if isType {
		p.names.declare(name, typeName)
	}
	if kernel := unreadKernel(p, lo, end, name, why); kernel != nil {
		return []Decl{kernel}
	}
	if p.needed(lo, end, why.Severity) && !p.reported(why.Pos) {
		p.diags.Add(why)
	}
	if name == "" && p.inRecord == nil || p.hostFriend(lo, end) {
		return nil
	}
	return []Decl{&BadDecl{Pos: why.Pos, Name: name, Scope: p.scopePath(nil), Reason: why.Message, Type: isType, Host: !isType && !mayBeDevice(p, lo, end)}}
}

// unreadKernel is the kernel in toks[lo:end], whose declaration failed: one without parameters,
// whose body has the fault. It is nil for anything else, and for a kernel without a body.
func unreadKernel(p *parser, lo, end int, name string, why diag.Diagnostic) *FuncDecl {
	if name == "" || p.inRecord != nil || p.toks[end-1].Text != "}" || p.reported(why.Pos) {
		return nil
	}
	global := false
	for i := lo; i < end; i++ {
		global = global || p.toks[i].Text == "__global__"
		if m := int(p.match[i]); m > i {
			i = m
		}
	}
	if !global {
		return nil
	}
	d := &FuncDecl{Pos: why.Pos, Name: name, Scope: p.scopePath(nil), Global: true, HasBody: true, body: &lazyBody{}}
	d.body.once.Do(func() { d.body.diags.Add(why) })
	return d
}

// hostFriend recognises a friend function for the host, such as operator<< on a
// stream: it is no member, and device code cannot call it.
func (p *parser) hostFriend(lo, end int) bool {
	if p.inRecord == nil || p.toks[lo].Text != "friend" {
		return false
	}
	return !mayBeDevice(p, lo, end)
}

// mayBeDevice reports whether the function in toks[lo:end] may be called by device code.
func mayBeDevice(p *parser, lo, end int) bool {
	for i := lo; i < end; i++ {
		switch p.toks[i].Text {
		case "__device__", "constexpr":
			return true
		}
	}
	return false
}

// reported reports whether there is a diagnostic at pos already.
func (p *parser) reported(pos diag.Pos) bool {
	for _, d := range p.diags.All() {
		if d.Pos == pos {
			return true
		}
	}
	return false
}

// lazyBody is the token range of a function body, parsed when a kernel reaches
// the function.
type lazyBody struct {
	unit        *unit
	first, open int // constructor initialisers or {, and {
	names       *scope
	path        []string
	record      string
	params      []*Param
	odd         *diag.Diagnostic // about an attribute of the function

	once     sync.Once
	block    *Block
	diags    diag.List
	assigned map[string]bool
}

// Assigns reports whether the body has an assignment to a plain name, as in
// name = e and name++. It does not resolve which variable the name means.
func (d *FuncDecl) Assigns(name string) bool {
	d.Body()
	if i := strings.LastIndex(name, "#"); i > 0 { // an element of a pack
		name = name[:i]
	}
	return d.body != nil && d.body.assigned[name]
}

// Body parses the body of the function, once; later calls return the same
// block. It is nil for a declaration without body. Of a body with a fault it
// returns the part before the fault, with one diagnostic for the fault. Body
// may be called from several goroutines.
func (d *FuncDecl) Body() (*Block, diag.List) {
	if d.body == nil {
		return nil, diag.List{}
	}
	d.body.once.Do(d.body.parse)
	return d.body.block, d.body.diags
}

func (b *lazyBody) parse() {
	end := int(b.unit.match[b.open])
	p := b.unit.parser(b.first, end+1, newScope(b.names))
	p.path, p.record = b.path, b.record
	p.declareParams(b.params)
	if b.odd != nil {
		p.stop(*b.odd)
	}
	p.assigned = map[string]bool{}
	refusePragma(p, b.first+1, end)
	p.functionBody(b)
	b.assigned = p.assigned
	b.diags = p.diags
	if p.failed != nil {
		b.diags.Add(*p.failed)
	}
}

// functionBody reads constructor initialisers and the block.
func (p *parser) functionBody(b *lazyBody) {
	if p.is("try") {
		p.unsupported(p.peek().Pos, "try; exceptions do not exist in device code")
		return
	}
	inits := p.memberInits(b.open)
	b.block = p.blockStmt()
	if b.block != nil {
		b.block.Inits = inits
	}
}

// memberInits reads : a(x), B<int>(y), b{z}.
func (p *parser) memberInits(open int) []*MemberInit {
	if !p.got(":") {
		return nil
	}
	var list []*MemberInit
	for p.failed == nil && p.pos < open {
		list = append(list, p.memberInit())
		if !p.got(",") {
			break
		}
	}
	return list
}

func (p *parser) memberInit() *MemberInit {
	pos := p.peek().Pos
	n := p.qualifiedName(true)
	in := &MemberInit{Pos: pos, Name: n.typeExpr(pos)}
	if p.is("{") {
		in.Brace = true
		if list := p.initList(); list != nil {
			in.Args = list.Items
		}
	} else {
		in.Args = p.arguments()
	}
	if p.failed == nil && p.is("...") {
		p.unsupported(pos, "pack expansion; write the bases out")
	}
	return in
}
