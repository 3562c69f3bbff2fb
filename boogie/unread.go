package boogie

import "slices"

// Read is a program without the variables and parameters that nothing reads, with what is
// assigned to them. Procedures of which nothing is left that anybody notices go with their calls. What is asserted is
// asserted of the same executions.
func Read(p *Program) *Program {
	for {
		r := &reading{scopes: map[string]map[string]bool{}, procs: map[string]*Proc{}, globals: map[string]bool{}, flows: map[ownedName][]ownedName{}, read: map[ownedName]bool{}}
		r.program(p)
		out := r.rest(p)
		if !r.changed {
			return out
		}
		p = out
	}
}

// ownedName is a variable of a procedure, or a global one where proc is empty.
type ownedName struct{ proc, name string }

// reading finds out which variables are read.
type reading struct {
	scopes  map[string]map[string]bool // the variables of each procedure
	procs   map[string]*Proc
	globals map[string]bool
	// flows are, for each variable, those that are read if it is.
	flows   map[ownedName][]ownedName
	read    map[ownedName]bool
	changed bool
}

func (r *reading) program(p *Program) {
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *VarDecl:
			r.globals[d.Name] = true
		case *Proc:
			r.procs[d.Name], r.scopes[d.Name] = d, map[string]bool{}
			for _, v := range slices.Concat(d.Params, d.Results, d.Locals) {
				r.scopes[d.Name][v.Name] = true
			}
		}
	}
	for _, d := range p.Decls {
		if d, is := d.(*Proc); is {
			r.proc(d)
		}
	}
}

func (r *reading) resolve(proc, name string) (ownedName, bool) {
	if r.scopes[proc][name] {
		return ownedName{proc, name}, true
	}
	return ownedName{"", name}, r.globals[name]
}

// vars are the variables of an expression, and of names that it binds, which does no harm.
func (r *reading) vars(proc string, es ...Expr) []ownedName {
	var out []ownedName
	for _, e := range es {
		Walk(e, func(e Expr) bool {
			if id, is := e.(*Id); is {
				if v, known := r.resolve(proc, id.Name); known {
					out = append(out, v)
				}
			}
			return true
		})
	}
	return out
}

func (r *reading) use(vs ...ownedName) {
	for len(vs) > 0 {
		v := vs[len(vs)-1]
		vs = vs[:len(vs)-1]
		if !r.read[v] {
			r.read[v] = true
			vs = append(vs, r.flows[v]...)
		}
	}
}

// flow notes that some variables are read if to is.
func (r *reading) flow(to ownedName, from ...ownedName) {
	r.flows[to] = append(r.flows[to], from...)
	if r.read[to] {
		r.use(from...)
	}
}

func (r *reading) proc(p *Proc) {
	for _, s := range slices.Concat(p.Requires, p.Ensures) {
		r.use(r.vars(p.Name, s.E)...)
	}
	if p.Body == nil {
		for _, v := range slices.Concat(p.Params, p.Results) {
			r.use(ownedName{p.Name, v.Name})
		}
	}
	WalkStmts(p.Body, func(s Stmt) {
		switch s := s.(type) {
		case *Assign:
			for i, x := range s.Lhs {
				to, keys := target(x)
				if v, known := r.resolve(p.Name, to); known {
					r.flow(v, r.vars(p.Name, append(keys, s.Rhs[i])...)...)
				}
			}
		case *Assert:
			r.use(r.vars(p.Name, append(attrExprs(s.Attrs), s.E)...)...)
		case *Assume:
			r.use(r.vars(p.Name, append(attrExprs(s.Attrs), s.E)...)...)
		case *If:
			r.use(r.vars(p.Name, s.C)...)
		case *While:
			r.use(r.vars(p.Name, s.C)...)
			for _, inv := range s.Invs {
				r.use(r.vars(p.Name, inv.E)...)
			}
		case *Call:
			callee := r.procs[s.F]
			if callee == nil {
				r.use(r.vars(p.Name, s.Args...)...)
				return
			}
			for i, param := range callee.Params {
				r.flow(ownedName{s.F, param.Name}, r.vars(p.Name, s.Args[i])...)
			}
			for i, result := range callee.Results {
				if v, known := r.resolve(p.Name, s.Results[i]); known {
					r.flow(v, ownedName{s.F, result.Name})
					r.flow(ownedName{s.F, result.Name}, v)
				}
			}
		}
	})
}

// target is the variable that an assignment changes, and the keys of the elements.
func target(x Expr) (name string, keys []Expr) {
	for {
		switch e := x.(type) {
		case *Id:
			return e.Name, keys
		case *Select:
			x, keys = e.M, append(keys, e.Keys...)
		default:
			return "", keys
		}
	}
}

func attrExprs(attrs []Attr) []Expr {
	var out []Expr
	for _, a := range attrs {
		for _, arg := range a.Args {
			if e, is := arg.(Expr); is {
				out = append(out, e)
			}
		}
	}
	return out
}

// unread reports whether a name is a variable that nothing reads.
func (r *reading) unread(proc, name string) bool {
	v, known := r.resolve(proc, name)
	return known && !r.read[v]
}

// idle reports whether nobody notices a call.
func (r *reading) idle(name string) bool {
	p := r.procs[name]
	return p != nil && p.Body != nil && len(p.Requires)+len(p.Ensures)+len(p.Results) == 0 && IsInline(p) &&
		!slices.ContainsFunc(p.Body, func(s Stmt) bool { _, is := s.(*Comment); return !is })
}

// rest is p without what is not read.
func (r *reading) rest(p *Program) *Program {
	out := &Program{Header: p.Header}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *VarDecl:
			if r.unread("", d.Name) {
				r.changed = true
				continue
			}
			out.Decls = append(out.Decls, d)
		case *Proc:
			if r.idle(d.Name) {
				r.changed = true
				continue
			}
			out.Decls = append(out.Decls, r.restOf(d))
		default:
			out.Decls = append(out.Decls, d)
		}
	}
	out.Decls = titled(out.Decls)
	return out
}

func (r *reading) restOf(p *Proc) *Proc {
	c := *p
	local := func(vs []Var) []Var {
		var out []Var
		for _, v := range vs {
			if p.Body == nil || r.read[ownedName{p.Name, v.Name}] {
				out = append(out, v)
			}
		}
		r.changed = r.changed || len(out) < len(vs)
		return out
	}
	c.Params, c.Results, c.Locals = local(p.Params), local(p.Results), local(p.Locals)
	c.Modifies = nil
	for _, name := range p.Modifies {
		if !r.unread("", name) {
			c.Modifies = append(c.Modifies, name)
		}
	}
	c.Body = r.stmts(p.Name, p.Body)
	return &c
}

func (r *reading) stmts(proc string, ss []Stmt) []Stmt {
	if ss == nil {
		return nil
	}
	out := make([]Stmt, 0, len(ss))
	for _, s := range ss {
		switch s := s.(type) {
		case *Assign:
			c := &Assign{}
			for i, x := range s.Lhs {
				if to, _ := target(x); !r.unread(proc, to) {
					c.Lhs, c.Rhs = append(c.Lhs, x), append(c.Rhs, s.Rhs[i])
				}
			}
			if len(c.Lhs) > 0 {
				out = append(out, c)
			}
			r.changed = r.changed || len(c.Lhs) < len(s.Lhs)
		case *Havoc:
			names := slices.DeleteFunc(slices.Clone(s.Names), func(name string) bool { return r.unread(proc, name) })
			if len(names) > 0 {
				out = append(out, &Havoc{Names: names})
			}
			r.changed = r.changed || len(names) < len(s.Names)
		case *Call:
			if r.idle(s.F) {
				r.changed = true
				continue
			}
			out = append(out, r.call(s))
		case *If:
			c := &If{s.C, r.stmts(proc, s.Then), r.stmts(proc, s.Else)}
			if len(c.Then)+len(c.Else) == 0 {
				r.changed = true
				continue
			}
			out = append(out, c)
		case *While:
			c := *s
			c.Body = r.stmts(proc, s.Body)
			out = append(out, &c)
		default:
			out = append(out, s)
		}
	}
	return out
}

func (r *reading) call(s *Call) Stmt {
	callee := r.procs[s.F]
	if callee == nil || callee.Body == nil {
		return s
	}
	c := *s
	c.Args, c.Results = nil, nil
	for i, param := range callee.Params {
		if r.read[ownedName{s.F, param.Name}] {
			c.Args = append(c.Args, s.Args[i])
		}
	}
	for i, result := range callee.Results {
		if r.read[ownedName{s.F, result.Name}] {
			c.Results = append(c.Results, s.Results[i])
		}
	}
	return &c
}

// titled is a list of declarations without the titles of groups of which nothing is left.
func titled(decls []Decl) []Decl {
	var out []Decl
	for i, d := range decls {
		if _, title := d.(*Section); title {
			if i+1 == len(decls) {
				continue
			}
			if _, next := decls[i+1].(*Section); next {
				continue
			}
		}
		out = append(out, d)
	}
	return out
}
