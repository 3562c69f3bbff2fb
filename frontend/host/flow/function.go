package flow

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/host/rounds"
	"gv2/frontend/kernel"
	"gv2/frontend/source"
)

// Names are what the front end knows about the names of a file.
type Names interface {
	// Constants evaluates constant expressions, with the names visible in fn.
	Constants(fn *cuda.FuncDecl) func(cuda.Expr) (*kernel.Const, bool)
	// Decls are the declarations of a name at file level.
	Decls(name string) []cuda.Decl
	// Scalar is the type of numbers that t names in fn.
	Scalar(fn *cuda.FuncDecl, t *cuda.TypeExpr) (kernel.Type, bool)
}

// Program answers questions about the host functions of a file.
type Program struct {
	code  *cuda.Code
	names Names
	// functions are all functions by name, methods and those in namespaces too;
	// records are the classes.
	functions map[string][]*cuda.FuncDecl
	records   map[string][]*cuda.RecordDecl
	globals   map[string][]*cuda.VarDecl
	aliases   map[string][]*cuda.TypedefDecl
	bodies    []body
	read      map[int]*function // by the { of the body
	fixed     map[*cuda.FuncDecl]func(cuda.Expr) (*kernel.Const, bool)
	pure      map[pureKey]bool
	global    map[string]*globalUse
	why       map[*kernel.Var]string
	// unseen are roots of types that are not seen, padded those that are pitches.
	unseen  map[*kernel.Var]bool
	padded  map[*kernel.Var]bool
	looped  map[*kernel.Var]rounds.Looped
	forward map[string]Forward
	// scalars are what words of the language are, endings the names of which it is known whether calls return.
	scalars map[string]kernel.Type
	endings map[string]bool
	steps   int
	runs    map[string]*run
	// index has the places of every identifier.
	index func(name string) []int
	// fields are the members of all classes, by their names.
	fields map[string][]*cuda.VarDecl
	// asked are the classes of which copies is being found out.
	asked map[string]bool
	// Fixed reports whether a parameter, a reference to const, leads to an object that is const at each call; may be nil.
	Fixed func(fn *cuda.FuncDecl, q *cuda.Param) bool
	// Launches reports whether a function does nothing with its pack of parameters but launch a kernel with it; may be nil.
	Launches func(fn *cuda.FuncDecl) bool
	// toMembers: pointers to members are used, nil before that is asked.
	toMembers *bool
	// refers: a class has a member that is a reference.
	refers bool
	// overloads: the file has operators that host code may call, nil before that is asked.
	overloads *bool
	// symbols are those of the operators that the file overloads, with "" for those without one; nil before that is asked.
	symbols map[string]bool
	// careless: the file casts const away, so that a reference to const is as good as
	// any other.
	careless bool
	// changing are the operators for which the file has functions that may change an
	// operand of numbers.
	changing map[string]bool
}

// pureKey is a function, whether its template parameters are types of numbers, and whether it may write through pointers.
type pureKey struct {
	fn              *cuda.FuncDecl
	numbers, stores bool
}

// body is a function with its braces.
type body struct {
	fn *cuda.FuncDecl
	span
	record *cuda.RecordDecl
}

// New prepares for questions about a file, whose identifiers index finds.
func New(code *cuda.Code, decls []cuda.Decl, names Names, index func(name string) []int) *Program {
	p := &Program{code: code, names: names, index: index, functions: map[string][]*cuda.FuncDecl{}, records: map[string][]*cuda.RecordDecl{}, fields: map[string][]*cuda.VarDecl{},
		globals: map[string][]*cuda.VarDecl{}, read: map[int]*function{}, fixed: map[*cuda.FuncDecl]func(cuda.Expr) (*kernel.Const, bool){},
		pure: map[pureKey]bool{}, global: map[string]*globalUse{}, why: map[*kernel.Var]string{}, unseen: map[*kernel.Var]bool{}, padded: map[*kernel.Var]bool{}, looped: map[*kernel.Var]rounds.Looped{},
		runs: map[string]*run{}, asked: map[string]bool{}, forward: map[string]Forward{}, scalars: map[string]kernel.Type{}, endings: map[string]bool{}}
	p.changing, p.aliases = map[string]bool{}, map[string][]*cuda.TypedefDecl{}
	p.note(decls, nil)
	p.careless = p.castsConstAway()
	for name, fns := range p.functions {
		op, isOperator := strings.CutPrefix(name, "operator")
		if !isOperator || op == "" || op == "()" { // a function object is none that is followed anyway
			continue
		}
		for _, fn := range fns {
			for _, q := range fn.Params {
				if changesArgument(q.Type) && !p.ofClass(q.Type.Elem) && !isFloating(q.Type.Elem) {
					for _, text := range []string{strings.TrimSpace(op), strings.TrimSpace(op)[:1]} {
						p.changing[text] = true
					}
				}
			}
		}
	}
	return p
}

// ofClass reports whether t is a class, so that no number is one.
func (p *Program) ofClass(t *cuda.TypeExpr) bool {
	return t != nil && t.Form == cuda.NamedType && (len(p.records[t.Name]) > 0 || strings.HasSuffix(t.Name, "stream"))
}

func (p *Program) note(decls []cuda.Decl, in *cuda.RecordDecl) {
	for _, d := range decls {
		switch d := d.(type) {
		case *cuda.FuncDecl:
			p.functions[d.Name] = append(p.functions[d.Name], d)
			if open, ok := p.code.Body(d); ok && p.code.Match(open) > open {
				p.bodies = append(p.bodies, body{d, span{open, p.code.Match(open)}, in})
			}
		case *cuda.VarDecl:
			p.globals[d.Name] = append(p.globals[d.Name], d)
		case *cuda.TypedefDecl:
			p.aliases[d.Name] = append(p.aliases[d.Name], d)
		case *cuda.RecordDecl:
			p.records[d.Name] = append(p.records[d.Name], d)
			for _, f := range d.Fields {
				p.fields[f.Name] = append(p.fields[f.Name], f)
				p.refers = p.refers || f.Type != nil && f.Type.Form == cuda.ReferenceType
			}
			for _, m := range d.Methods {
				p.note([]cuda.Decl{m}, d)
			}
			for _, m := range d.Friends {
				p.note([]cuda.Decl{m}, nil)
			}
			p.note(d.Nested, d)
		}
	}
}

// around is the function whose body holds token i; ok is false if the front end knows none.
func (p *Program) around(i int) (b body, ok bool) {
	for _, c := range p.bodies {
		if c.holds(i) && (!ok || c.lo > b.lo) {
			b, ok = c, true
		}
	}
	return b, ok
}

// Around is the function whose body holds token i; ok is false if the front end knows
// none.
func (p *Program) Around(i int) (fn *cuda.FuncDecl, ok bool) {
	b, ok := p.around(i)
	return b.fn, ok
}

// IsMethod reports whether fn is a member of a class.
func (p *Program) IsMethod(fn *cuda.FuncDecl) bool {
	if b, ok := p.bodyOf(fn); ok && b.record != nil {
		return true
	}
	for _, part := range fn.Scope {
		if name, _, _ := strings.Cut(part, "<"); len(p.records[name]) > 0 {
			return true
		}
	}
	return false
}

// Takes reports whether another function of fn's name, which is defined, takes n arguments, and no
// declaration of fn's own form gives defaults that would let fn take them.
func (p *Program) Takes(fn *cuda.FuncDecl, n int) bool {
	other := false
	for _, o := range p.functions[fn.Name] {
		defaults := 0
		for _, q := range o.Params {
			if q.Default != nil {
				defaults++
			}
		}
		if len(o.Params) == len(fn.Params) {
			if defaults > 0 && n >= len(o.Params)-defaults && n < len(o.Params) {
				return false
			}
			continue
		}
		_, defined := p.bodyOf(o)
		other = other || defined && n <= len(o.Params) && n >= len(o.Params)-defaults
	}
	return other
}

// Declares reports whether a function of that name is declared at pos.
func (p *Program) Declares(name string, pos diag.Pos) bool {
	for _, fn := range p.functions[name] {
		if fn.Pos == pos {
			return true
		}
	}
	return false
}

// Keeps reports whether nothing in fn gives its parameter of that name another value.
func (p *Program) Keeps(fn *cuda.FuncDecl, name string) bool {
	b, defined := p.bodyOf(fn)
	if !defined {
		return false
	}
	f := p.functionOf(b)
	return f.ready && !f.changed[name] && f.unstable[name] == "" && len(f.declared[name]) == 1 && !f.jumps
}

// ByValue reports whether every function of that name takes its n-th argument in a way
// that cannot change it.
func (p *Program) ByValue(name string, n int) bool {
	fns := p.functions[name]
	for _, fn := range fns {
		last := len(fn.Params) - 1
		switch {
		case n >= last && last >= 0 && fn.Params[last].Pack:
			if !p.keepsArgument(fn, fn.Params[last].Type) {
				return false
			}
		case n >= len(fn.Params):
			if !fn.Variadic {
				return false
			}
		case !p.keepsArgument(fn, fn.Params[n].Type):
			return false
		}
	}
	return len(fns) > 0
}

// keepsArgument reports whether a parameter of fn of type t leaves its argument as it is.
func (p *Program) keepsArgument(fn *cuda.FuncDecl, t *cuda.TypeExpr) bool {
	if t == nil || t.Form == cuda.DecltypeType || t.Form == cuda.AutoType && (t.RValue || t.Decltype) {
		return false
	}
	if t.Form == cuda.NamedType {
		// A name may be one of a reference.
		_, number := p.names.Scalar(fn, t)
		return number || isFloating(t) || isDim3(t) || isHandle(t) || p.copies(t.Name, 0) || templateParam(fn, t.Name) || containers[t.Name]
	}
	return t.Form != cuda.ReferenceType || t.Elem != nil && t.Elem.Const && !t.RValue && (!p.careless || p.onlyReads(fn, t))
}

// onlyReads reports whether fn does nothing with its parameters of type t, a reference to const, but
// read them: it makes no pointer or other reference from which const could be cast away.
func (p *Program) onlyReads(fn *cuda.FuncDecl, t *cuda.TypeExpr) bool {
	b, defined := p.bodyOf(fn)
	if !defined || fn.Ctor {
		return false
	}
	f := p.functionOf(b)
	for _, q := range fn.Params {
		if q.Type == t && (!f.ready || f.changed[q.Name] || f.unstable[q.Name] != "" || f.jumps) {
			return false
		}
	}
	return true
}

func templateParam(fn *cuda.FuncDecl, name string) bool {
	return fn.Template != nil && slices.ContainsFunc(fn.Template.Params, func(q cuda.TemplateParam) bool { return q.Name == name })
}

// castsConstAway reports whether host code may cast const away from what a reference to const leads
// to: with const_cast, or in C's way, (int &)x and *(int *)&x, where x is a reference or more than
// a name. Code of the device does not reach variables of the host.
func (p *Program) castsConstAway() bool {
	code := p.code
	for _, i := range p.index("const_cast") {
		if p.onHost(i) {
			return true
		}
	}
	for _, i := range p.index("reinterpret_cast") { // which leaves const, but may go through an integer
		if end := p.closing(i + 1); p.onHost(i) && (end < 0 || code.Text(end-1) != "*") {
			return true
		}
	}
	for i := 1; i+2 < code.Len(); i++ {
		if code.Text(i+1) != ")" || code.Token(i-1).Kind != source.Ident || !p.onHost(i) {
			continue
		}
		switch next := code.Token(i + 2); {
		case code.Text(i) == "&" && castOperand(next):
			return true
		case code.Text(i) == "*" && next.Kind == source.Ident && code.Text(i+3) != "(" && p.pointsToConst(next.Text):
			return true
		case code.Text(i) == "*" && next.Text == "&" && (code.Token(i+3).Kind != source.Ident || p.isReference(code.Text(i+3)) || moreBehind[code.Text(i+4)]):
			return true
		}
	}
	return false
}

// moreBehind stands behind the name of an object of which a part is meant.
var moreBehind = map[string]bool{".": true, "->": true, "[": true, "(": true, "::": true}

// castOperand reports whether what a C cast may convert begins with t: what stands behind (T &) in
// the declaration of a function does not.
func castOperand(t *source.Token) bool {
	switch t.Text {
	case "const", "noexcept", "override", "final", "volatile":
		return false
	case "(", "*", "&":
		return true
	}
	return t.Kind == source.Ident || t.Kind == source.Number
}

// onHost reports whether code of the user at token i may run on the host.
func (p *Program) onHost(i int) bool {
	if p.code.Token(i).Pos.Supplied() {
		return false
	}
	b, within := p.around(i)
	return !within || !b.fn.Global && (!b.fn.Device || b.fn.Host)
}

// closing is the > that closes the < at token i, -1 if it cannot be told.
func (p *Program) closing(i int) int {
	depth := 0
	for j := i; j < i+40 && j < p.code.Len(); j++ {
		switch p.code.Text(j) {
		case "<":
			depth++
		case ">":
			if depth--; depth == 0 {
				return j
			}
		case ";", "{", "}":
			return -1
		}
	}
	return -1
}

// isReference reports whether something in the file may declare name as a reference.
func (p *Program) isReference(name string) bool {
	for _, k := range p.index(name) {
		if t := p.code.Text(k - 1); t != "&" && t != "&&" {
			continue
		}
		if before := p.code.Token(k - 2); before.Kind == source.Ident || before.Text == ">" {
			return true
		}
	}
	return false
}

// plainField reports whether a member of that type holds a value of its own: a name may be one
// of a reference, unless it is a word of the language.
func plainField(t *cuda.TypeExpr) bool {
	switch {
	case t == nil:
		return false
	case t.Form == cuda.PointerType:
		return true
	case t.Form == cuda.ArrayType:
		return plainField(t.Elem)
	}
	return t.Form == cuda.NamedType && len(t.Path) == 0 && (wordsOfTypes(t.Name) || isDim3(t) || isHandle(t))
}

// isHandle reports whether t is one of the runtime's types that are pointers to what only the runtime knows.
func isHandle(t *cuda.TypeExpr) bool {
	return len(t.Path) == 0 && (t.Name == "cudaStream_t" || t.Name == "cudaEvent_t")
}

var wordsOfTypes = wordSet("int unsigned short long char float double bool signed size_t int32_t uint32_t int64_t uint64_t",
	"unsigned int", "unsigned char", "signed char", "unsigned short", "long long", "unsigned long", "unsigned long long")

// copies reports whether making a value of class name copies what it gets as its n-th
// argument.
func (p *Program) copies(name string, n int) bool {
	list := p.records[name]
	if len(list) == 0 || p.asked[name] { // a constructor takes an object of the class itself
		return false
	}
	p.asked[name] = true
	defer delete(p.asked, name)
	for _, r := range list {
		if r.Opaque != "" {
			return false
		}
		for _, f := range r.Fields {
			if !plainField(f.Type) {
				return false
			}
		}
		for _, m := range r.Methods {
			if m.Ctor && (n >= len(m.Params) || !p.keepsArgument(m, m.Params[n].Type)) && len(m.Params) > 0 {
				return false
			}
		}
		if len(r.Bases) > 0 {
			return false
		}
	}
	return true
}

// pointsToConst reports whether a variable of that name may be a pointer to const, which a cast makes one
// to what may change.
func (p *Program) pointsToConst(name string) bool {
	for _, i := range p.index(name) {
		if before := p.code.Text(i - 1); before == "auto" || before == "*" && p.code.Text(i-2) == "auto" {
			return true
		} else if before != "*" {
			continue
		}
		for j := i - 2; j >= 0 && (p.code.Token(j).Kind == source.Ident || p.code.Text(j) == "*" || p.code.Text(j) == "::"); j-- {
			if p.code.Text(j) == "const" {
				return true
			}
		}
	}
	return false
}

// function is a host function or a lambda, as statements.
type function struct {
	prog  *Program
	fn    *cuda.FuncDecl
	outer *function // of a lambda
	in    *cuda.RecordDecl
	span
	params []*cuda.Param
	body   []*stmt
	// types are local aliases, nil for types that mean nothing here.
	types map[string]*cuda.TypeExpr
	// own are the names of its variables and parameters, declared their types.
	own      map[string]bool
	declared map[string][]*cuda.TypeExpr
	// unstable are names of which nothing is known anywhere in the function, with the reason;
	// changed are names that something gives another value than their declaration.
	unstable map[string]string
	changed  map[string]bool
	// out are those of changed whose address or a reference to which is passed on.
	out     map[string]bool
	lambdas map[int]*function
	// jumps: control does not follow the statements alone.
	jumps            bool
	confused         bool
	ready            bool // it is read
	numbers          bool // template parameters are types of numbers
	returnsReference bool
	depth            int
}

// functionOf reads the function of b.
func (p *Program) functionOf(b body) *function {
	if f := p.read[b.lo]; f != nil {
		return f
	}
	f := &function{prog: p, fn: b.fn, in: b.record, span: b.span, params: b.fn.Params}
	if r := b.fn.Result; r != nil {
		f.returnsReference = r.Form == cuda.ReferenceType || r.Form == cuda.DecltypeType || r.Form == cuda.AutoType
	}
	p.read[b.lo] = f
	f.parse()
	f.ready = true
	return f
}

func (f *function) parse() {
	f.types, f.own, f.declared = map[string]*cuda.TypeExpr{}, map[string]bool{}, map[string][]*cuda.TypeExpr{}
	f.unstable, f.changed, f.out, f.lambdas = map[string]string{}, map[string]bool{}, map[string]bool{}, map[int]*function{}
	if f.outer != nil {
		for n, t := range f.outer.types {
			f.types[n] = t
		}
		for n := range f.outer.own {
			f.own[n] = true
		}
		for n, list := range f.outer.declared {
			f.declared[n] = list
		}
	}
	for _, q := range f.params {
		f.own[q.Name] = true
		f.declared[q.Name] = append(f.declared[q.Name], q.Type)
	}
	f.body = f.statements(f.lo+1, f.hi)
	f.survey(f.body, 0)
	for _, m := range f.all(f.body) {
		switch m.effect {
		case unclear:
			f.unstable[m.name] = m.why
			f.changed[m.name] = true
		case writes:
			f.changed[m.name] = true
		case escapes:
			f.changed[m.name], f.out[m.name] = true, true
		case reads:
		}
	}
	c := f.prog.code
	for i := f.lo; i < f.hi; i++ {
		switch c.Text(i) {
		case "setjmp", "longjmp", "asm", "__asm__", "co_await", "co_yield":
			f.jumps = true
		case "struct", "class", "union", "enum":
			if m := c.Match(i + 2); c.Text(i+2) == "{" && m > 0 {
				f.types[c.Text(i+1)] = nil
				f.hide(i+3, m)
			} else if m := c.Match(i + 1); c.Text(i+1) == "{" && m > 0 {
				f.hide(i+2, m)
			} else {
				f.types[c.Text(i+1)] = nil
				for j := i; j < f.hi && j < i+12; j++ {
					if m := c.Match(j); c.Text(j) == "{" && m > 0 {
						f.hide(j+1, m)
						break
					}
				}
			}
		}
	}
	if f.jumps {
		for name := range f.changed {
			if f.unstable[name] == "" {
				f.unstable[name] = "control jumps in the function"
			}
		}
	}
}

// hide makes all names in the body of a local class or enumeration unclear.
func (f *function) hide(lo, hi int) {
	for i := lo; i < hi; i++ {
		if f.prog.code.Token(i).Kind == source.Ident {
			f.unstable[f.prog.code.Text(i)] = "it is declared in a class"
		}
	}
}

// survey notes what the statements declare, and jumps.
func (f *function) survey(list []*stmt, switches int) {
	for _, s := range list {
		for _, p := range []*part{s.init, s.head, s.post} {
			if p == nil {
				continue
			}
			for _, d := range p.decls {
				f.own[d.Name] = true
				f.declared[d.Name] = append(f.declared[d.Name], d.Type)
			}
		}
		switch s.kind {
		case gotoStmt, labelStmt:
			f.jumps = true
		case caseStmt, defaultStmt:
			f.jumps = f.jumps || switches != 1
		default:
		}
		depth := 0
		switch {
		case s.kind == switchStmt:
			// Its labels are found where they stand: directly in its block.
			if len(s.body) == 1 && s.body[0].kind == blockStmt {
				f.survey(s.body[0].body, 1)
				continue
			}
			f.jumps = true
		case switches > 0:
			depth = 2 // a label deeper in a switch jumps into a statement
		}
		f.survey(s.body, depth)
		f.survey(s.els, depth)
	}
	f.jumps = f.jumps || f.confused
}

// lambdaBody is the body of a lambda that begins at token i; its hi is 0 if there is
// none.
func (f *function) lambdaBody(i, hi int) span {
	c := f.prog.code
	m := c.Match(i)
	if c.Text(i) != "[" || m < i || m >= hi {
		return span{}
	}
	switch t := c.Token(i - 1); t.Kind {
	case source.Ident:
		switch t.Text {
		case "return", "case", "else", "do", "throw", "co_return":
		default:
			return span{}
		}
	case source.Number, source.String, source.Char:
		return span{}
	default:
		if t.Text == ")" || t.Text == "]" {
			return span{}
		}
	}
	j := m + 1
	if c.Text(j) == "<" {
		return span{}
	}
	for ; j < hi; j++ {
		switch t := c.Token(j); {
		case t.Text == "(":
			if c.Match(j) < j {
				return span{}
			}
			j = c.Match(j)
		case t.Text == "{":
			if c.Match(j) < j || c.Match(j) > hi {
				return span{}
			}
			return span{j, c.Match(j)}
		case t.Kind == source.Ident, t.Text == "->", t.Text == "::", t.Text == "*", t.Text == "&", t.Text == "<", t.Text == ">":
		default:
			return span{}
		}
	}
	return span{}
}

// lambdaAt is the lambda with that body.
func (f *function) lambdaAt(body span) *function {
	if in := f.lambdas[body.lo]; in != nil {
		return in
	}
	c := f.prog.code
	in := &function{prog: f.prog, fn: f.fn, outer: f, in: f.in, span: body}
	f.lambdas[body.lo] = in
	// The [ that begins it, and its parameters.
	var captures span
	for i := body.lo - 1; i > f.lo; i-- {
		m := c.Match(i)
		if m >= 0 && m < i {
			if c.Text(i) == ")" && c.Text(m-1) == "]" {
				r := c.ReadLocal(m, i+1)
				in.params = r.Params()
				if r.Failed() {
					in.params, in.confused = nil, true
				}
			}
			if c.Text(i) == "]" {
				captures = span{m + 1, i}
				break
			}
			i = m
			continue
		}
		if c.Text(i) == "&" || c.Text(i) == "->" {
			in.returnsReference = true
		}
	}
	in.depth = f.depth + 1
	in.parse()
	for i := captures.lo; i < captures.hi; i++ {
		if c.Token(i).Kind == source.Ident && c.Text(i+1) != "," && i+1 < captures.hi {
			in.unstable[c.Text(i)] = "it is declared in a capture" // [n = 3], [n{3}], [n...]
		}
	}
	return in
}

func (f *function) hasParam(name string) bool {
	for _, q := range f.params {
		if q.Name == name {
			return true
		}
	}
	return false
}

// hasTemplateParam reports whether a template around the function has a parameter of that
// name.
func (f *function) hasTemplateParam(name string) bool {
	var heads []*cuda.TemplateHead
	if f.fn != nil {
		heads = append(heads, f.fn.Template)
		for _, part := range f.fn.Scope {
			part, _, _ = strings.Cut(part, "<")
			for _, r := range f.prog.records[part] {
				heads = append(heads, r.Template)
			}
		}
	}
	if f.in != nil {
		heads = append(heads, f.in.Template)
	}
	for _, h := range heads {
		if h == nil {
			continue
		}
		for _, q := range h.Params {
			if q.Name == name {
				return true
			}
		}
	}
	return false
}

// scalar is the type of numbers that t names in the function.
func (f *function) scalar(t *cuda.TypeExpr) (kernel.Type, bool) { return f.scalarOf(t, nil, 0) }

func (f *function) scalarOf(t *cuda.TypeExpr, b Binding, depth int) (kernel.Type, bool) {
	if t == nil || t.Form != cuda.NamedType || depth > 8 {
		return kernel.Type{}, false
	}
	if len(t.Path) == 0 {
		if a, bound := b[t.Name]; bound && a.Type != nil {
			return f.prog.scalarHere(f.fn, a.Type)
		}
		if f.hasTemplateParam(t.Name) {
			return kernel.Type{}, false
		}
		if local, ok := f.types[t.Name]; ok {
			return f.scalarOf(local, b, depth+1)
		}
	}
	return f.prog.scalarHere(f.fn, t)
}

func (p *Program) scalarHere(fn *cuda.FuncDecl, t *cuda.TypeExpr) (kernel.Type, bool) {
	if t.Form != cuda.NamedType || t.Volatile {
		return kernel.Type{}, false
	}
	word := fn != nil && wordsOfTypes(t.Name) && len(t.Path) == 0 && len(fn.Scope) == 0
	k, ok := p.scalars[t.Name]
	if ok && word {
		return k, true
	}
	if k, ok = p.names.Scalar(fn, t); word && ok && (k.IsInt() || k.Kind == kernel.Bool) {
		p.scalars[t.Name] = k
	}
	return k, ok && (k.IsInt() || k.Kind == kernel.Bool)
}

func isDim3(t *cuda.TypeExpr) bool {
	return t != nil && t.Form == cuda.NamedType && t.Name == "dim3" && len(t.Path) == 0 && !t.Volatile
}

func isConfig(t *cuda.TypeExpr) bool {
	return t != nil && t.Form == cuda.NamedType && t.Name == "cudaLaunchConfig_t" && !t.Volatile
}

func isFloating(t *cuda.TypeExpr) bool {
	return t != nil && t.Form == cuda.NamedType && (t.Name == "float" || t.Name == "double")
}

// Binding maps template parameters of a host function to arguments.
type Binding map[string]cuda.TemplateArg
