package lower

import (
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/lower/ctype"
)

// program finds the declarations of a file by name. Names are joined with ::,
// unnamed namespaces left out.
type program struct {
	decls      map[string][]cuda.Decl
	namespaces [][]string             // opened by using namespace
	aliases    map[string]usingName   // using N::x, by the name it makes
	usings     map[string][]usingName // all of them, by the name they make
	directives []usingName            // using namespace, with where it stands
	spaces     map[string][]string    // namespace A = N
	records    map[recordKey]*ctype.Type
	order      map[*cuda.FuncDecl]int         // where in the file a function stands; a member, where its class does
	made       int                            // records so far, to number them
	nested     map[cuda.Decl]*cuda.RecordDecl // in which record it is declared
	paths      map[*cuda.RecordDecl][]string
	axioms     []*cuda.AxiomDecl
	lambdas    map[*cuda.LambdaExpr]*cuda.FuncDecl
	functions  map[string][]*cuda.FuncDecl // that are no methods, by name
	uses       []cuda.FunctionUse
}

// usingName is the path of a using declaration and where that stands.
type usingName struct{ scope, path []string }

// recordKey names an instance of a record: its template arguments, and the
// instance of the class that it is declared in.
type recordKey struct {
	decl  *cuda.RecordDecl
	outer *ctype.Record
	args  string
}

func newProgram(f *cuda.File) *program {
	p := &program{order: map[*cuda.FuncDecl]int{}, usings: map[string][]usingName{}, decls: map[string][]cuda.Decl{}, aliases: map[string]usingName{}, spaces: map[string][]string{}, records: map[recordKey]*ctype.Type{},
		nested: map[cuda.Decl]*cuda.RecordDecl{}, paths: map[*cuda.RecordDecl][]string{}, lambdas: map[*cuda.LambdaExpr]*cuda.FuncDecl{},
		functions: map[string][]*cuda.FuncDecl{}, uses: f.Functions}
	for i, d := range f.Decls {
		p.add(d, nil)
		p.number(d, i)
	}
	return p
}

// number notes that d stands at place i.
func (p *program) number(d cuda.Decl, i int) {
	switch d := d.(type) {
	case *cuda.FuncDecl:
		p.order[d] = i
	case *cuda.RecordDecl:
		for _, m := range append(d.Methods[:len(d.Methods):len(d.Methods)], d.Friends...) {
			p.order[m] = i
		}
		for _, n := range d.Nested {
			p.number(n, i)
		}
	}
}

// add indexes d; scope is given for what is nested in a record.
func (p *program) add(d cuda.Decl, scope []string) {
	switch d := d.(type) {
	case *cuda.FuncDecl:
		p.put(d.Scope, d.Name, d)
		p.functions[d.Name] = append(p.functions[d.Name], d)
	case *cuda.VarDecl:
		p.put(orScope(scope, d.Scope), d.Name, d)
	case *cuda.TypedefDecl:
		p.put(orScope(scope, d.Scope), d.Name, d)
	case *cuda.AxiomDecl:
		p.axioms = append(p.axioms, d)
	case *cuda.BadDecl:
		p.put(scope, d.Name, d)
	case *cuda.EnumDecl:
		p.enum(d, orScope(scope, d.Scope))
	case *cuda.RecordDecl:
		p.record(d, orScope(scope, d.Scope))
	case *cuda.UsingDecl:
		if d.Alias != "" {
			p.spaces[d.Alias] = d.Path
		} else if d.Namespace {
			p.namespaces = append(p.namespaces, d.Path)
			p.directives = append(p.directives, usingName{d.Scope, d.Path})
		} else if n := len(d.Path); n > 0 {
			u, name := usingName{d.Scope, d.Path}, join(d.Scope, d.Path[n-1])
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

func (p *program) put(scope []string, name string, d cuda.Decl) {
	if name != "" {
		key := join(scope, name)
		p.decls[key] = append(p.decls[key], d)
	}
}

func (p *program) enum(d *cuda.EnumDecl, scope []string) {
	p.put(scope, d.Name, d)
	for _, v := range d.Values {
		if !d.Class {
			p.put(scope, v.Name, d)
		}
		p.put(within(scope, d.Name), v.Name, d)
	}
}

func (p *program) record(d *cuda.RecordDecl, scope []string) {
	p.put(scope, d.Name, d)
	inner := within(scope, d.Name)
	if d.SpecialOf != nil { // its members are not those of the template
		inner = within(scope, d.Name+"#"+strconv.Itoa(len(p.paths)))
	}
	p.paths[d] = inner
	for _, n := range d.Nested {
		p.nested[n] = d
		p.add(n, inner)
	}
	for _, f := range d.Fields {
		if f.Static || f.Constexpr {
			p.put(inner, f.Name, f)
		}
	}
}

// path is where d's members are looked up.
func (p *program) path(d *cuda.RecordDecl) []string {
	if path := p.paths[d]; path != nil {
		return path
	}
	return within(d.Scope, d.Name)
}

// siblings are the declarations that share d's name and scope.
func (p *program) siblings(d *cuda.RecordDecl) []cuda.Decl {
	scope := p.path(d)
	return p.decls[join(scope[:len(scope)-1], d.Name)]
}

// definition is the definition of class template d, nil if there is none.
func (p *program) definition(d *cuda.RecordDecl) *cuda.RecordDecl {
	for _, other := range p.siblings(d) {
		if r, ok := other.(*cuda.RecordDecl); ok && r.SpecialOf == nil && !r.Forward {
			return r
		}
	}
	return nil
}

// withDefaults is the template head of d with the default arguments that its
// other declarations give, as far as they speak of the same names.
func (p *program) withDefaults(d *cuda.RecordDecl) *cuda.TemplateHead {
	out := *d.Template
	out.Params = slices.Clone(out.Params)
	for _, other := range p.siblings(d) {
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

// within returns scope with name added.
func within(scope []string, name string) []string {
	return append(append(make([]string, 0, len(scope)+1), scope...), name)
}

func join(scope []string, name string) string {
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

// find returns the declarations that path::name means from inside scope: the
// innermost scope that has one, then what using directives opened.
func (p *program) find(scope, path []string, name string) []cuda.Decl {
	if len(path) > 0 && path[0] == "" {
		return p.decls[join(path, name)]
	}
	if len(path) > 0 && p.spaces[path[0]] != nil {
		path = append(append([]string(nil), p.spaces[path[0]]...), path[1:]...)
	}
	rest := join(path, name)
	for i := len(scope); i >= 0; i-- {
		if d := p.decls[join(scope[:i], rest)]; len(d) > 0 {
			return d
		}
		if u, ok := p.aliases[join(scope[:i], rest)]; ok {
			if d := p.named(u); len(d) > 0 {
				return d
			}
		}
	}
	for _, ns := range p.namespaces {
		if d := p.decls[join(ns, rest)]; len(d) > 0 {
			return d
		}
	}
	return nil
}

// named returns what a using declaration names: the path is looked up from
// where it stands, outwards.
func (p *program) named(u usingName) []cuda.Decl {
	last := len(u.path) - 1
	full := join(u.path[:last], u.path[last])
	for i := len(u.scope); i >= 0; i-- {
		if d := p.decls[join(u.scope[:i], full)]; len(d) > 0 {
			return d
		}
	}
	return nil
}
