package lookup

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
)

// Members that are defined outside of their class: T S<T>::f(int) { ... } for class template S, and
// template <> int S<int>::f(int) for one instance of it.

// outsider notes d if it is declared in a class by its name with template arguments.
func (p *Table) outsider(scope []string, name string, d cuda.Decl) {
	if slices.ContainsFunc(scope, func(s string) bool { return strings.Contains(s, "<") }) {
		key := Join(plain(scope), name)
		p.outside[key] = append(p.outside[key], d)
	}
}

// plain is a scope without template arguments and the numbers of specialisations.
func plain(scope []string) []string {
	out := make([]string, len(scope))
	for i, s := range scope {
		if at := strings.IndexAny(s, "<#"); at > 0 {
			s = s[:at]
		}
		out[i] = s
	}
	return out
}

// Members are the functions of that name, or the constructors for the class's own name,
// which class d declares, with the definitions outside of it. Other is a declaration outside
// that may be one of them too, for some arguments of the class's template, nil if there is none.
func (p *Table) Members(d *cuda.RecordDecl, path []string, name string) (fns []*cuda.FuncDecl, other cuda.Decl) {
	for _, m := range d.Methods {
		if m.Name == name || m.Ctor && name == d.Name {
			fns = append(fns, m)
		}
	}
	for _, o := range p.Declared(path, name) {
		if fn, ok := o.(*cuda.FuncDecl); ok && fn.HasBody {
			fns = append(fns, fn)
		}
	}
	inside := fns
	for _, o := range p.outside[Join(plain(path), name)] {
		fn, ok := o.(*cuda.FuncDecl)
		if ok && fn.Instantiate {
			continue
		}
		switch mine, someones := p.belongs(o, d); {
		case mine && ok:
			if fn.HasBody {
				fns = append(fns, p.member(fn, d, inside))
			}
		case !someones:
			other = o
		}
	}
	return fns, other
}

// Outside is a declaration outside of class d that may be its member of that name for some
// arguments of its template, or has its value; nil if there is none.
func (p *Table) Outside(d *cuda.RecordDecl, path []string, name string) cuda.Decl {
	if d == nil || len(p.outside) == 0 {
		return nil
	}
	for _, o := range p.outside[Join(plain(path), name)] {
		v, isVar := o.(*cuda.VarDecl)
		mine, someones := p.belongs(o, d)
		if isVar && mine && v.Init == nil && len(v.Ctor) == 0 {
			continue // a definition of what the class has given a value
		}
		if mine || !someones {
			return o
		}
	}
	return nil
}

// belongs reports whether o, declared outside, is a member of d itself, or else of another
// declaration of that class name.
func (p *Table) belongs(o cuda.Decl, d *cuda.RecordDecl) (mine, someones bool) {
	var scope []string
	var head *cuda.TemplateHead
	switch o := o.(type) {
	case *cuda.FuncDecl:
		scope, head = o.Scope, o.Template
	case *cuda.VarDecl:
		scope, head = o.Scope, o.Template
	case *cuda.RecordDecl:
		scope, head = o.Scope, o.Template
	}
	n := len(scope) - 1
	if n < 0 || slices.ContainsFunc(scope[:n], func(s string) bool { return strings.Contains(s, "<") }) {
		return false, false
	}
	if scope[n] == written(d) && begins(head, d.Template) {
		return true, true
	}
	return false, slices.ContainsFunc(p.Siblings(d), func(s cuda.Decl) bool {
		r, ok := s.(*cuda.RecordDecl)
		return ok && r != d && !r.Forward && scope[n] == written(r) && begins(head, r.Template)
	})
}

// written is the name by which a definition outside names class d.
func written(d *cuda.RecordDecl) string {
	var args []string
	switch {
	case d.SpecialOf != nil:
		for _, a := range d.SpecialOf {
			args = append(args, a.Text())
		}
	case d.Template != nil:
		for _, q := range d.Template.Params {
			name := q.Name
			if q.Pack {
				name += "..."
			}
			args = append(args, name)
		}
	}
	return d.Name + "<" + strings.Join(args, ",") + ">"
}

// begins reports whether head has the parameters of its class's template first.
func begins(head, class *cuda.TemplateHead) bool {
	n := count(class)
	if count(head) < n || n == 0 && head != nil && len(head.Params) == 0 {
		return false
	}
	for i := range n {
		if head.Params[i].Name != class.Params[i].Name {
			return false
		}
	}
	return true
}

func count(head *cuda.TemplateHead) int {
	if head == nil {
		return 0
	}
	return len(head.Params)
}

// member is fn, defined outside, as a member of d: with the parameters of its own template alone,
// and with what only its declaration in the class says.
func (p *Table) member(fn *cuda.FuncDecl, d *cuda.RecordDecl, inside []*cuda.FuncDecl) *cuda.FuncDecl {
	if have := p.members[fn]; have != nil {
		return have
	}
	c := *fn
	if n := count(d.Template); n > 0 {
		own := *fn.Template
		if own.Params = own.Params[n:]; len(own.Params) == 0 {
			c.Template = nil
		} else {
			c.Template = &own
		}
	}
	var decl *cuda.FuncDecl
	for _, m := range inside {
		if len(m.Params) == len(fn.Params) && m.ConstThis == fn.ConstThis {
			if decl != nil {
				decl = nil
				break
			}
			decl = m
		}
	}
	if decl != nil {
		c.Static = c.Static || decl.Static
		c.Device, c.Const, c.Explicit = c.Device || decl.Device, c.Const || decl.Const, c.Explicit || decl.Explicit
		for i, q := range decl.Params {
			if q.Default != nil {
				own := *c.Params[i]
				own.Default = q.Default
				c.Params = slices.Clone(c.Params)
				c.Params[i] = &own
			}
		}
	}
	p.members[fn] = &c
	p.Copied(&c, fn)
	return &c
}

// Copied notes that c is a copy of fn and stands where fn does.
func (p *Table) Copied(c, fn *cuda.FuncDecl) {
	if at, known := p.Order[fn]; known {
		p.Order[c] = at
	}
	if at, known := p.at[fn]; known {
		p.at[c] = at
	}
}
