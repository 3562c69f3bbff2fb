package boogie

// ForInference returns the program that Houdini should see in place of p: each
// assertion is assumed, and requires, ensures and the invariants that are not
// candidates are free. So nothing but a candidate can fail.
//
// That matters because Boogie's Houdini gives up on a procedure in which
// something else fails, and then keeps candidates that do not hold. Nothing
// unsound can come of it: the candidates that are kept are checked, as plain
// invariants and together with all assertions, in a second run. An assertion is
// assumed behind it in that run, too.
func ForInference(p *Program) *Program {
	out := &Program{Header: p.Header, Decls: make([]Decl, len(p.Decls))}
	for i, d := range p.Decls {
		out.Decls[i] = d
		if proc, ok := d.(*Proc); ok {
			c := *proc
			c.Requires, c.Ensures = freed(proc.Requires), freed(proc.Ensures)
			c.Body = assumed(proc.Body)
			out.Decls[i] = &c
		}
	}
	return out
}

func freed(specs []Spec) []Spec {
	out := make([]Spec, len(specs))
	for i, s := range specs {
		s.Free = true
		out[i] = s
	}
	return out
}

func assumed(ss []Stmt) []Stmt {
	if ss == nil {
		return nil
	}
	out := make([]Stmt, len(ss))
	for i, s := range ss {
		switch s := s.(type) {
		case *Assert:
			out[i] = &Assume{E: s.E}
		case *If:
			out[i] = &If{s.C, assumed(s.Then), assumed(s.Else)}
		case *While:
			w := *s
			w.Invs = make([]Invariant, len(s.Invs))
			for k, v := range s.Invs {
				v.Free = v.Candidate == ""
				w.Invs[k] = v
			}
			w.Body = assumed(s.Body)
			out[i] = &w
		default:
			out[i] = s
		}
	}
	return out
}

// Without returns p without the candidates that dropped holds: their invariants
// and their constants are gone.
func Without(p *Program, dropped map[string]bool) *Program {
	out := &Program{Header: p.Header}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *ConstDecl:
			if !dropped[d.Name] {
				out.Decls = append(out.Decls, d)
			}
		case *Proc:
			c := *d
			c.Body = without(d.Body, dropped)
			out.Decls = append(out.Decls, &c)
		default:
			out.Decls = append(out.Decls, d)
		}
	}
	return out
}

func without(ss []Stmt, dropped map[string]bool) []Stmt {
	if ss == nil {
		return nil
	}
	out := make([]Stmt, len(ss))
	for i, s := range ss {
		switch s := s.(type) {
		case *If:
			out[i] = &If{s.C, without(s.Then, dropped), without(s.Else, dropped)}
		case *While:
			w := *s
			w.Invs = nil
			for _, v := range s.Invs {
				if v.Candidate == "" || !dropped[v.Candidate] {
					w.Invs = append(w.Invs, v)
				}
			}
			w.Body = without(s.Body, dropped)
			out[i] = &w
		default:
			out[i] = s
		}
	}
	return out
}

// Inferred returns p with the candidates that keep holds as plain invariants; the
// others, and the candidate constants, are gone. Tags stay where they were.
func Inferred(p *Program, keep map[string]bool) *Program {
	out := &Program{Header: p.Header}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *ConstDecl:
			if !existential(d.Attrs) {
				out.Decls = append(out.Decls, d)
			}
		case *Proc:
			c := *d
			c.Body = settled(d.Body, keep)
			out.Decls = append(out.Decls, &c)
		default:
			out.Decls = append(out.Decls, d)
		}
	}
	return out
}

func settled(ss []Stmt, keep map[string]bool) []Stmt {
	if ss == nil {
		return nil
	}
	out := make([]Stmt, len(ss))
	for i, s := range ss {
		switch s := s.(type) {
		case *If:
			out[i] = &If{s.C, settled(s.Then, keep), settled(s.Else, keep)}
		case *While:
			w := *s
			w.Invs = nil
			for _, v := range s.Invs {
				if v.Candidate == "" || keep[v.Candidate] {
					v.Candidate = ""
					w.Invs = append(w.Invs, v)
				}
			}
			w.Body = settled(s.Body, keep)
			out[i] = &w
		default:
			out[i] = s
		}
	}
	return out
}
