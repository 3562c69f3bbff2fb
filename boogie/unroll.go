package boogie

// Unroll returns p with every loop replaced by its first iterations: depth gives their number
// for each loop, counted anew each time execution enters the loop. An assumption cuts off
// executions that continue after them. So what fails in the result fails in p, and what holds
// is shown for those iterations only. Invariants that are not candidates become assertions at
// each test of the guard; candidates are dropped.
//
//	while (c) invariant i; { B }     assert i; if (c) { B assert i; if (c) { … assume false; } }
//
// Boogie's own /loopUnroll does not serve here: it counts the visits of a loop over the whole
// execution, those of an inner loop over all iterations of the outer one.
//
// Loops with a break or return anywhere in their body stay as they are.
func Unroll(p *Program, depth func(*While) int) *Program {
	out := &Program{Header: p.Header, Decls: make([]Decl, len(p.Decls))}
	for i, d := range p.Decls {
		out.Decls[i] = d
		if proc, ok := d.(*Proc); ok && proc.Body != nil {
			c := *proc
			c.Body = unrolled(proc.Body, depth)
			out.Decls[i] = &c
		}
	}
	return out
}

func unrolled(ss []Stmt, depth func(*While) int) []Stmt {
	out := make([]Stmt, 0, len(ss))
	for _, s := range ss {
		switch s := s.(type) {
		case *If:
			out = append(out, &If{s.C, unrolled(s.Then, depth), unrolled(s.Else, depth)})
		case *While:
			if leaves(s.Body) {
				out = append(out, s)
				continue
			}
			out = append(out, iterations(s, unrolled(s.Body, depth), depth(s))...)
		default:
			out = append(out, s)
		}
	}
	return out
}

// iterations writes n iterations of the loop with that body.
func iterations(w *While, body []Stmt, n int) []Stmt {
	var head []Stmt
	for _, inv := range w.Invs {
		switch {
		case inv.Candidate != "":
		case inv.Free:
			head = append(head, &Assume{inv.Attrs, inv.E})
		default:
			head = append(head, &Assert{inv.Attrs, inv.E, inv.Tag})
		}
	}
	// Built from the inside out: the innermost test assumes false, which cuts
	// off executions with more than n iterations.
	inner := []Stmt{&Assume{E: False}}
	for range n {
		inner = append(append(append([]Stmt{}, body...), head...), guarded(w.C, inner))
	}
	return append(append([]Stmt{}, head...), guarded(w.C, inner))
}

// guarded is if (c) { then }; c nil stays the choice *.
func guarded(c Expr, then []Stmt) Stmt { return &If{c, then, nil} }

// leaves reports whether ss contain a break or return, which may jump out of
// the loop around them. The break of an inner loop counts, too.
func leaves(ss []Stmt) bool {
	for _, s := range ss {
		switch s := s.(type) {
		case *Break, *Return:
			return true
		case *If:
			if leaves(s.Then) || leaves(s.Else) {
				return true
			}
		case *While:
			if leaves(s.Body) {
				return true
			}
		}
	}
	return false
}

// Size counts the statements of all bodies, a shared statement once for each
// place where it stands. It stops counting above limit.
func Size(p *Program, limit int) int {
	n := 0
	for _, d := range p.Decls {
		if proc, ok := d.(*Proc); ok {
			n = size(proc.Body, n, limit)
		}
	}
	return n
}

func size(ss []Stmt, n, limit int) int {
	for _, s := range ss {
		if n++; n > limit {
			return n
		}
		switch s := s.(type) {
		case *If:
			n = size(s.Else, size(s.Then, n, limit), limit)
		case *While:
			n = size(s.Body, n, limit)
		}
	}
	return n
}
