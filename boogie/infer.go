package boogie

// ForInference returns the program that Houdini should see in place of p: each
// assertion is assumed, and requires, ensures and the invariants that are not
// candidates become free. So nothing but a candidate can fail.
//
// That matters because Boogie's Houdini gives up on a procedure in which
// something else fails, and then keeps candidates that do not hold. This is
// sound: a second run checks the candidates that are kept, as plain invariants
// and together with all assertions, and there, too, a checked assertion is
// assumed by what follows it.
func ForInference(p *Program) *Program {
	return rewrite(p, nil, &rewriting{
		specs: func(s Spec) Spec { s.Free = true; return s },
		stmt: func(s Stmt) Stmt {
			if a, ok := s.(*Assert); ok {
				return &Assume{E: a.E}
			}
			return s
		},
		invariant: func(v Invariant) (Invariant, bool) { v.Free = v.Candidate == ""; return v, true },
	})
}

// Without returns p without the candidates in dropped: it removes their
// invariants and their constants.
func Without(p *Program, dropped map[string]bool) *Program {
	return rewrite(p, func(c *ConstDecl) bool { return dropped[c.Name] }, &rewriting{
		invariant: func(v Invariant) (Invariant, bool) { return v, v.Candidate == "" || !dropped[v.Candidate] },
	})
}

// Inferred returns p with the candidates in keep as plain invariants, and without
// the other candidates and all candidate constants. Tags stay on their nodes.
func Inferred(p *Program, keep map[string]bool) *Program {
	return rewrite(p, func(c *ConstDecl) bool { return existential(c.Attrs) }, &rewriting{
		invariant: func(v Invariant) (Invariant, bool) {
			kept := v.Candidate == "" || keep[v.Candidate]
			v.Candidate = ""
			return v, kept
		},
	})
}

// rewriting maps the parts of procedures to new ones; a nil function keeps them.
type rewriting struct {
	specs     func(Spec) Spec
	stmt      func(Stmt) Stmt // of statements without a body
	invariant func(Invariant) (v Invariant, kept bool)
}

// rewrite returns p without the constants for which gone holds and with its
// procedures rewritten. p itself does not change.
func rewrite(p *Program, gone func(*ConstDecl) bool, r *rewriting) *Program {
	out := &Program{Header: p.Header}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *ConstDecl:
			if gone == nil || !gone(d) {
				out.Decls = append(out.Decls, d)
			}
		case *Proc:
			out.Decls = append(out.Decls, r.proc(d))
		default:
			out.Decls = append(out.Decls, d)
		}
	}
	return out
}

func (r *rewriting) proc(p *Proc) *Proc {
	c := *p
	if r.specs != nil {
		c.Requires, c.Ensures = r.allSpecs(p.Requires), r.allSpecs(p.Ensures)
	}
	c.Body = r.stmts(p.Body)
	return &c
}

func (r *rewriting) allSpecs(specs []Spec) []Spec {
	out := make([]Spec, len(specs))
	for i, s := range specs {
		out[i] = r.specs(s)
	}
	return out
}

func (r *rewriting) stmts(ss []Stmt) []Stmt {
	if ss == nil {
		return nil
	}
	out := make([]Stmt, len(ss))
	for i, s := range ss {
		switch s := s.(type) {
		case *If:
			out[i] = &If{s.C, r.stmts(s.Then), r.stmts(s.Else)}
		case *While:
			out[i] = r.loop(s)
		default:
			out[i] = s
			if r.stmt != nil {
				out[i] = r.stmt(s)
			}
		}
	}
	return out
}

// loop copies l, because trees are immutable and other programs share it.
func (r *rewriting) loop(l *While) *While {
	w := *l
	w.Invs = nil
	for _, v := range l.Invs {
		if v, kept := r.invariant(v); kept {
			w.Invs = append(w.Invs, v)
		}
	}
	w.Body = r.stmts(l.Body)
	return &w
}
