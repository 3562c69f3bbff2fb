// Package lookup finds the declarations of a file by name: from inside a scope
// outwards, through using declarations and directives and namespace aliases
// ([basic.lookup], [namespace.udecl], [namespace.udir]). What is declared inside
// functions, and which of several functions a call means, is package lower's.
package lookup

import (
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
)

// Table is the declarations of a file by name. Names are joined with ::, unnamed
// namespaces left out. A table only grows by the functions that it makes of lambdas.
type Table struct {
	// Order is where in the file a function stands; of a member, where its class does.
	Order map[*cuda.FuncDecl]int
	// outside are members by the names of their classes without arguments; members are the copies
	// of those that are functions.
	outside map[string][]cuda.Decl
	members map[*cuda.FuncDecl]*cuda.FuncDecl
	// at is the same of every declaration, that of its class for what a class declares.
	at          map[cuda.Decl]int
	functionsAt map[diag.Pos]int
	// Nested is the class in which something is declared.
	Nested map[cuda.Decl]*cuda.RecordDecl
	Axioms []*cuda.AxiomDecl
	// Functions are those that are no methods, by name alone; Uses are where the names
	// of functions stand without a call.
	Functions map[string][]*cuda.FuncDecl
	// Methods are the names of member functions and of friends defined in classes.
	Methods map[string]bool
	Uses    []cuda.FunctionUse
	// Missing are the headers of the file that were not found, as written.
	Missing []string
	// headers are those that gv2 does not read because it knows them.
	headers []string

	decls      map[string][]cuda.Decl
	bad        map[string][]*cuda.BadDecl // what could not be read, by name alone
	parts      cuda.InlineParts           // which names stand in inline namespaces
	namespaces [][]string                 // opened by using namespace
	aliases    map[string]usingName       // using N::x, by the name it makes
	usings     map[string][]usingName     // all of them, by the name they make
	directives []usingName                // using namespace, with where it stands
	spaces     map[string][]string        // namespace A = N
	paths      map[*cuda.RecordDecl][]string
	lambdas    map[*cuda.LambdaExpr]*cuda.FuncDecl
	mentioned  map[string]bool // made on first use
}

// usingName is the path of a using declaration and where that stands: in which scope, and
// at which place in the file.
type usingName struct {
	scope, path []string
	at          int
	part        string // the inline namespace in path that is meant, empty for all of path
}

// Of is the table of a file.
func Of(f *cuda.File) *Table {
	p := &Table{outside: map[string][]cuda.Decl{}, members: map[*cuda.FuncDecl]*cuda.FuncDecl{}, Order: map[*cuda.FuncDecl]int{}, at: map[cuda.Decl]int{}, functionsAt: map[diag.Pos]int{}, usings: map[string][]usingName{}, decls: map[string][]cuda.Decl{}, aliases: map[string]usingName{}, spaces: map[string][]string{},
		Nested: map[cuda.Decl]*cuda.RecordDecl{}, paths: map[*cuda.RecordDecl][]string{}, lambdas: map[*cuda.LambdaExpr]*cuda.FuncDecl{},
		Functions: map[string][]*cuda.FuncDecl{}, Methods: map[string]bool{}, bad: map[string][]*cuda.BadDecl{}, Uses: f.Functions, Missing: f.Missing, headers: f.Headers, parts: f.Parts}
	for i, d := range f.Decls {
		p.number(d, i)
		p.add(d, nil)
	}
	return p
}

// add indexes d; scope is given for what is nested in a record.
func (p *Table) add(d cuda.Decl, scope []string) {
	switch d := d.(type) {
	case *cuda.FuncDecl:
		p.put(d.Scope, d.Name, d)
		p.Functions[d.Name] = append(p.Functions[d.Name], d)
	case *cuda.VarDecl:
		p.put(orScope(scope, d.Scope), d.Name, d)
	case *cuda.TypedefDecl:
		p.put(orScope(scope, d.Scope), d.Name, d)
	case *cuda.AxiomDecl:
		p.Axioms = append(p.Axioms, d)
	case *cuda.BadDecl:
		p.put(orScope(scope, d.Scope), d.Name, d)
		if !d.Host {
			p.bad[d.Name] = append(p.bad[d.Name], d)
		}
	case *cuda.EnumDecl:
		p.enum(d, orScope(scope, d.Scope))
	case *cuda.RecordDecl:
		p.record(d, orScope(scope, d.Scope))
	case *cuda.UsingDecl:
		if d.Alias != "" {
			p.alias(d)
		} else if d.Namespace {
			p.namespaces = append(p.namespaces, d.Path)
			p.directives = append(p.directives, usingName{d.Scope, d.Path, p.at[d], d.Part})
		} else if n := len(d.Path); n > 0 {
			u, name := usingName{d.Scope, d.Path, p.at[d], ""}, Join(d.Scope, d.Path[n-1])
			p.aliases[name] = u
			p.usings[name] = append(p.usings[name], u)
		}
	}
}

func orScope(a, b []string) []string {
	if a != nil {
		return a
	}
	return b
}

func (p *Table) put(scope []string, name string, d cuda.Decl) {
	if name != "" {
		key := Join(scope, name)
		p.decls[key] = append(p.decls[key], d)
		p.outsider(scope, name, d)
	}
}

func (p *Table) enum(d *cuda.EnumDecl, scope []string) {
	p.put(scope, d.Name, d)
	for _, v := range d.Values {
		if !d.Class {
			p.put(scope, v.Name, d)
		}
		p.put(within(scope, d.Name), v.Name, d)
	}
}

func (p *Table) record(d *cuda.RecordDecl, scope []string) {
	p.put(scope, d.Name, d)
	inner := within(scope, d.Name)
	if d.SpecialOf != nil { // its members are not those of the template
		inner = within(scope, d.Name+"#"+strconv.Itoa(len(p.paths)))
	}
	p.paths[d] = inner
	for _, m := range d.Methods {
		p.Methods[m.Name] = p.Methods[m.Name] || !m.Pos.Supplied()
	}
	for _, f := range d.Friends {
		p.Methods[f.Name] = p.Methods[f.Name] || !f.Pos.Supplied()
	}
	for _, n := range d.Nested {
		p.Nested[n] = d
		p.add(n, inner)
	}
	for _, f := range d.Fields {
		if f.Static || f.Constexpr {
			p.put(inner, f.Name, f)
		}
	}
}

// Path is where d's members are looked up.
func (p *Table) Path(d *cuda.RecordDecl) []string {
	if path := p.paths[d]; path != nil {
		return path
	}
	return within(d.Scope, d.Name)
}

// HasOperator reports whether the file has an operator function for op: one that may
// apply where an operand is of a class or an enumeration. Those that gv2 supplies are for
// classes alone, and found by them.
func (p *Table) HasOperator(op string) bool {
	name := "operator" + op
	users := func(fn *cuda.FuncDecl) bool { return !fn.Pos.Supplied() }
	return p.Methods[name] || slices.ContainsFunc(p.Functions[name], users) || len(p.bad[name]) > 0
}

// Unread is a declaration of that name in any scope that could not be read and matters, of a type or of
// something else; nil if there is none. It may be an overload or a specialisation.
func (p *Table) Unread(name string, isType bool) *cuda.BadDecl {
	for _, d := range p.bad[name] {
		if d.Type == isType {
			return d
		}
	}
	return nil
}

// Siblings are the declarations that share d's name and scope.
func (p *Table) Siblings(d *cuda.RecordDecl) []cuda.Decl {
	scope := p.Path(d)
	return p.decls[Join(scope[:len(scope)-1], d.Name)]
}

// Definition is the definition of class template d, nil if there is none.
func (p *Table) Definition(d *cuda.RecordDecl) *cuda.RecordDecl {
	for _, other := range p.Siblings(d) {
		if r, ok := other.(*cuda.RecordDecl); ok && r.SpecialOf == nil && !r.Forward {
			return r
		}
	}
	return nil
}

// WithDefaults is the template head of d with the default arguments that its
// other declarations give, as far as they speak of the same names.
func (p *Table) WithDefaults(d *cuda.RecordDecl) *cuda.TemplateHead {
	out := *d.Template
	out.Params = slices.Clone(out.Params)
	for _, other := range p.Siblings(d) {
		r, ok := other.(*cuda.RecordDecl)
		if !ok || r == d || r.SpecialOf != nil || r.Template == nil || len(r.Template.Params) != len(out.Params) {
			continue
		}
		for i, q := range r.Template.Params {
			if given := &out.Params[i]; given.DefaultType == nil && given.DefaultExpr == nil {
				given.DefaultType, given.DefaultExpr = q.DefaultType, q.DefaultExpr
			}
			if q.Name != out.Params[i].Name && !strings.HasPrefix(q.Name, "#") {
				break
			}
		}
	}
	return &out
}

// Mentions reports whether the file declares the name, in whatever scope, or a namespace or
// class of that name.
func (p *Table) Mentions(name string) bool {
	if p.mentioned == nil {
		p.mentioned = map[string]bool{"std": true, "cuda": true, "thrust": true, "cub": true}
		for key := range p.decls {
			for _, part := range strings.Split(key, "::") {
				p.mentioned[part] = true
			}
		}
		for alias := range p.spaces {
			p.mentioned[alias] = true
		}
		for key := range p.aliases {
			p.mentioned[key[strings.LastIndex(key, ":")+1:]] = true
		}
	}
	return p.mentioned[name]
}

// Declared are the declarations of that name in the scope itself.
func (p *Table) Declared(scope []string, name string) []cuda.Decl { return p.decls[Join(scope, name)] }

// BroughtIn reports whether a using declaration makes the name in the scope itself.
func (p *Table) BroughtIn(scope []string, name string) bool {
	return len(p.usings[Join(scope, name)]) > 0
}

// within returns scope with name added.
func within(scope []string, name string) []string {
	return append(append(make([]string, 0, len(scope)+1), scope...), name)
}

// Join is a name as it stands in a table, and in messages.
func Join(scope []string, name string) string {
	var b strings.Builder
	for _, s := range scope {
		if s != "" {
			b.WriteString(s)
			b.WriteString("::")
		}
	}
	b.WriteString(name)
	return b.String()
}

// Find returns the declarations that path::name means from inside scope: the
// innermost scope that has one, then what using directives opened. Scopes that declare the name only
// at place before or later in the file are passed over as long as another scope has it; with 0 it
// is not known where the name is used.
func (p *Table) Find(scope, path []string, name string, before int) []cuda.Decl {
	if len(path) > 0 && path[0] == "" {
		return p.decls[Join(path, name)]
	}
	path = p.expand(path)
	rest := Join(path, name)
	var late []cuda.Decl
	seen := func(d []cuda.Decl, here bool) bool {
		if len(d) > 0 && late == nil {
			late = d
		}
		return len(d) > 0 && here
	}
	for i := len(scope); i >= 0; i-- {
		if d := p.decls[Join(scope[:i], rest)]; seen(d, p.anyBefore(d, before)) {
			return d
		}
		if u, ok := p.aliases[Join(scope[:i], rest)]; ok {
			if d := p.named(u); seen(d, before == 0 || u.at < before) {
				return d
			}
		}
	}
	for _, u := range p.directives {
		if !inside(scope, u.scope) {
			continue
		}
		for j := len(u.scope); j >= 0; j-- { // its path begins where it stands, or further out
			d := p.through(u, Join(append(u.scope[:j:j], u.path...), rest))
			if seen(d, p.anyBefore(d, before)) {
				return d
			}
		}
	}
	return late
}

// through are the declarations of the name at path that the directive u opens.
func (p *Table) through(u usingName, path string) []cuda.Decl {
	d := p.decls[path]
	if u.part == "" || len(d) == 0 {
		return d
	}
	switch inside, outside := p.parts.Within(path, u.part); {
	case !inside:
		return nil
	case outside:
		return []cuda.Decl{&cuda.BadDecl{Pos: d[0].DeclPos(), Name: path, Reason: "declared in the inline namespace " + u.part + ", which using namespace names, and outside of it; give it another name"}}
	}
	return d
}

// named returns what a using declaration names: the path is looked up from
// where it stands, outwards.
func (p *Table) named(u usingName) []cuda.Decl {
	last := len(u.path) - 1
	full := Join(u.path[:last], u.path[last])
	for i := len(u.scope); i >= 0; i-- {
		if d := p.decls[Join(u.scope[:i], full)]; len(d) > 0 {
			return p.before(d, u.at)
		}
	}
	return nil
}

// before leaves out the overloads that are declared behind a using declaration, which does not name
// them. What may define a function that stands before stays.
func (p *Table) before(decls []cuda.Decl, at int) []cuda.Decl {
	var early []*cuda.FuncDecl
	for _, d := range decls {
		if fn, ok := d.(*cuda.FuncDecl); ok && p.at[d] <= at {
			early = append(early, fn)
		}
	}
	late := func(d cuda.Decl) bool {
		fn, ok := d.(*cuda.FuncDecl)
		return ok && p.at[d] > at && fn.SpecialOf == nil
	}
	same := func(a, b *cuda.FuncDecl) bool { return a != b && cuda.SameSignature(a, b) }
	undefined := slices.ContainsFunc(early, func(e *cuda.FuncDecl) bool {
		return !e.HasBody && !slices.ContainsFunc(decls, func(d cuda.Decl) bool { fn, ok := d.(*cuda.FuncDecl); return ok && fn.HasBody && same(fn, e) })
	})
	if len(early) == 0 || undefined {
		return decls
	}
	return slices.DeleteFunc(slices.Clone(decls), func(d cuda.Decl) bool {
		return late(d) && !slices.ContainsFunc(early, func(e *cuda.FuncDecl) bool { return same(d.(*cuda.FuncDecl), e) })
	})
}

// Overloads are the functions that path::name means from inside scope: beside those
// that find gives, what using declarations and directives add to the same scope,
// [namespace.udecl] and [namespace.udir].
func (p *Table) Overloads(scope, path []string, name string, before int) []cuda.Decl {
	out := slices.Clone(p.Find(scope, path, name, before))
	notFunction := func(d cuda.Decl) bool { _, ok := d.(*cuda.FuncDecl); return !ok }
	if len(out) == 0 || len(path) > 0 && path[0] == "" || slices.ContainsFunc(out, notFunction) {
		return out
	}
	path = p.expand(path)
	add := func(more []cuda.Decl) {
		for _, d := range more {
			_, bad := d.(*cuda.BadDecl)
			if (bad || !notFunction(d)) && !slices.Contains(out, d) {
				out = append(out, d)
			}
		}
	}
	rest := Join(path, name)
	for i := len(scope); i >= 0; i-- {
		key := Join(scope[:i], rest)
		opened := p.opened(scope, i, rest)
		if i > 0 && !p.anyBefore(p.decls[key], before) && len(p.usings[key])+len(opened) == 0 {
			continue
		}
		add(p.decls[key])
		for _, u := range p.usings[key] {
			add(p.named(u))
		}
		add(opened)
		break
	}
	return out
}

// opened are the declarations that using directives seen from scope add to its first
// level parts.
func (p *Table) opened(scope []string, level int, rest string) []cuda.Decl {
	var out []cuda.Decl
	for _, u := range p.directives {
		if !inside(scope, u.scope) {
			continue
		}
		for j := len(u.scope); j >= 0; j-- {
			full := append(append([]string(nil), u.scope[:j]...), u.path...)
			d := p.through(u, Join(full, rest))
			if len(d) == 0 {
				continue
			}
			common := 0
			for common < len(u.scope) && common < len(full) && u.scope[common] == full[common] {
				common++
			}
			if common == level {
				out = append(out, d...)
			}
			break
		}
	}
	return out
}

// NamespaceOf is the innermost namespace around d, classes left out.
func (p *Table) NamespaceOf(d *cuda.RecordDecl) []string {
	path := p.Path(d)
	scope := path[:len(path)-1]
	for len(scope) > 0 {
		last := len(scope) - 1
		if !slices.ContainsFunc(p.decls[Join(scope[:last], scope[last])], isRecordDecl) {
			break
		}
		scope = scope[:last]
	}
	return scope
}

func isRecordDecl(d cuda.Decl) bool {
	_, ok := d.(*cuda.RecordDecl)
	return ok
}

// inside reports whether scope lies in outer, or is it.
func inside(scope, outer []string) bool {
	return len(outer) <= len(scope) && slices.Equal(outer, scope[:len(outer)])
}

// HasUsing reports whether what u, in a function of that scope, says holds there anyway.
func (p *Table) HasUsing(scope []string, u *cuda.UsingDecl) bool {
	if u.Namespace {
		for _, d := range p.directives {
			if Join(d.path, "") == Join(u.Path, "") && inside(scope, d.scope) {
				return true
			}
		}
		return len(u.Path) > 0 && (u.Path[0] == "std" || u.Path[0] == "cooperative_groups")
	}
	n := len(u.Path)
	return n > 0 && (u.Path[0] == "std" || len(p.aliases[u.Path[n-1]].path) == n && Join(p.aliases[u.Path[n-1]].path, "") == Join(u.Path, ""))
}

// Lambda is e as a function, the same for every evaluation.
func (p *Table) Lambda(e *cuda.LambdaExpr) *cuda.FuncDecl {
	if fn := p.lambdas[e]; fn != nil {
		return fn
	}
	result := e.Result
	if result == nil {
		result = &cuda.TypeExpr{Pos: e.Pos, Form: cuda.AutoType}
	}
	fn := &cuda.FuncDecl{Pos: e.Pos, Name: "lambda", Params: e.Params, Result: result, Device: true, HasBody: true}
	p.lambdas[e] = fn
	return fn
}

// InNamespace reports whether a name behind path is looked up in the namespace.
func (p *Table) InNamespace(path []string, name string) bool {
	if len(path) == 0 {
		for _, ns := range p.namespaces {
			if Join(ns, "") == name+"::" {
				return true
			}
		}
		return false
	}
	path = p.expand(path)
	if path[0] == "" && len(path) > 1 {
		path = path[1:]
	}
	return path[0] == name
}
