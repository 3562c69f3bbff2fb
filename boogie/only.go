package boogie

import "slices"

// Only is a program with some of its procedures, those that they call, and the declarations that these use; titles
// of groups of which nothing is left go as well. Each procedure is verified on its own, so that whatever is said of
// those that stay is what is said of them in the whole program.
func Only(p *Program, names ...string) *Program {
	k := &keeping{procs: map[string]*Proc{}, constants: map[string]bool{}, names: map[string]bool{}}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *Proc:
			k.procs[d.Name] = d
		case *ConstDecl:
			k.constants[d.Name] = true
		}
	}
	for _, name := range names {
		k.proc(name)
	}
	for grown := true; grown; { // an axiom is about what it names, and names more
		n := len(k.names)
		for _, d := range p.Decls {
			switch d := d.(type) {
			case *AxiomDecl:
				if k.mentions(d.E) {
					k.expr(d.E)
				}
			case *FuncDecl:
				if k.names[d.Name] && d.Body != nil {
					k.expr(d.Body)
				}
			}
		}
		grown = len(k.names) > n
	}
	out := &Program{Header: slices.Clone(p.Header)}
	for _, d := range p.Decls {
		if k.keeps(d) {
			out.Decls = append(out.Decls, d)
		}
	}
	out.Decls = titled(out.Decls)
	return out
}

// Implemented are the names of the procedures that a program verifies: those with a body that are not inlined.
func Implemented(p *Program) []string {
	var out []string
	for _, d := range p.Decls {
		if proc, is := d.(*Proc); is && proc.Body != nil && !IsInline(proc) {
			out = append(out, proc.Name)
		}
	}
	return out
}

// IsInline reports whether a procedure is not verified but stands in its callers.
func IsInline(p *Proc) bool {
	return slices.ContainsFunc(p.Attrs, func(a Attr) bool { return a.Key == "inline" })
}

// keeping finds out which names are used.
type keeping struct {
	procs     map[string]*Proc
	constants map[string]bool
	names     map[string]bool
}

func (k *keeping) keeps(d Decl) bool {
	switch d := d.(type) {
	case *ConstDecl:
		return k.names[d.Name]
	case *VarDecl:
		return k.names[d.Name]
	case *FuncDecl:
		return k.names[d.Name]
	case *Proc:
		return k.names[d.Name]
	case *AxiomDecl:
		return k.mentions(d.E)
	}
	return true
}

// mentions reports whether an axiom is about something that is kept: one of its constants, or, if it names none, one of
// its functions. One that names nothing is kept.
func (k *keeping) mentions(e Expr) bool {
	constants, functions, keptConstant, keptFunction := false, false, false, false
	Walk(e, func(e Expr) bool {
		switch e := e.(type) {
		case *Id:
			if k.constants[e.Name] {
				constants, keptConstant = true, keptConstant || k.names[e.Name]
			}
		case *App:
			functions, keptFunction = true, keptFunction || k.names[e.F]
		}
		return true
	})
	if constants {
		return keptConstant
	}
	return keptFunction || !functions
}

func (k *keeping) expr(e Expr) {
	if e == nil {
		return
	}
	Walk(e, func(e Expr) bool {
		switch e := e.(type) {
		case *Id:
			k.names[e.Name] = true
		case *App:
			k.names[e.F] = true
		}
		return true
	})
}

func (k *keeping) proc(name string) {
	p := k.procs[name]
	if p == nil || k.names[name] {
		return
	}
	k.names[name] = true
	for _, s := range slices.Concat(p.Requires, p.Ensures) {
		k.expr(s.E)
	}
	for _, v := range p.Modifies {
		k.names[v] = true
	}
	WalkStmts(p.Body, func(s Stmt) {
		switch s := s.(type) {
		case *Assign:
			for _, e := range slices.Concat(s.Lhs, s.Rhs) {
				k.expr(e)
			}
		case *Havoc:
			for _, v := range s.Names {
				k.names[v] = true
			}
		case *Assert:
			k.expr(s.E)
		case *Assume:
			k.expr(s.E)
		case *Call:
			k.proc(s.F)
			for _, e := range s.Args {
				k.expr(e)
			}
			for _, v := range s.Results {
				k.names[v] = true
			}
		case *If:
			k.expr(s.C)
		case *While:
			k.expr(s.C)
			for _, i := range s.Invs {
				k.expr(i.E)
				if i.Candidate != "" {
					k.names[i.Candidate] = true
				}
			}
		}
	})
}
