package boogie

import "strings"

// statement is head E; for a clause or statement with one expression. If it does
// not fit, the expression starts on the line below the head.
func (w *printer) statement(head string, e Expr) string {
	one := flat(e)
	if len(w.margin())+len(head)+len(one)+1 <= width {
		return head + one + ";"
	}
	in := w.indent + 2
	return strings.TrimRight(head, " ") + "\n" + margin(in) + broken(e, one, in, 1) + ";"
}

func (w *printer) stmts(ss []Stmt) {
	for _, s := range ss {
		w.stmt(s)
	}
}

func (w *printer) stmt(s Stmt) {
	switch s := s.(type) {
	case *Comment:
		w.comment(s.Text)
	case *Assign:
		w.assign(s)
	case *Havoc:
		w.put("havoc " + w.list(s.Names, ";"))
	case *Assert:
		w.putTagged(s.Tag, w.statement("assert "+attrs(s.Attrs), s.E))
	case *Assume:
		w.put(w.statement("assume "+attrs(s.Attrs), s.E))
	case *Call:
		w.call(s)
	case *If:
		w.ifStmt(s)
	case *While:
		w.while(s)
	case *Break:
		w.put("break;")
	case *Return:
		w.put("return;")
	}
}

func (w *printer) assign(s *Assign) {
	var lhs, rhs strings.Builder
	flatList(&lhs, s.Lhs)
	if len(s.Rhs) == 1 {
		w.put(w.statement(lhs.String()+" := ", s.Rhs[0]))
		return
	}
	flatList(&rhs, s.Rhs)
	w.put(lhs.String() + " := " + rhs.String() + ";")
}

func (w *printer) call(s *Call) {
	head := "call " + attrs(s.Attrs)
	if len(s.Results) > 0 {
		head += strings.Join(s.Results, ", ") + " := "
	}
	app := &App{s.F, s.Args}
	if one := head + flat(app) + ";"; len(w.margin())+len(one) <= width {
		w.putTagged(s.Tag, one)
		return
	}
	// Boogie reports the line of the word call, so the name can stay beside it.
	var b strings.Builder
	brokenTo(&b, app, 0, w.indent+1, 1)
	w.putTagged(s.Tag, head+b.String()+";")
}

// ifStmt writes a chain of else if without nesting deeper for each link.
func (w *printer) ifStmt(s *If) {
	head := "if ("
	for {
		w.put(head + condition(s.C) + ") {")
		w.indent++
		w.stmts(s.Then)
		w.indent--
		next, ok := elseIf(s.Else)
		if !ok {
			break
		}
		head, s = "} else if (", next
	}
	if len(s.Else) > 0 {
		w.put("} else {")
		w.indent++
		w.stmts(s.Else)
		w.indent--
	}
	w.put("}")
}

func elseIf(ss []Stmt) (*If, bool) {
	if len(ss) != 1 {
		return nil, false
	}
	s, ok := ss[0].(*If)
	return s, ok
}

// condition is an expression on one line, or * for a choice that nothing determines.
func condition(c Expr) string {
	if c == nil {
		return "*"
	}
	return flat(c)
}

// while writes each invariant on a line of its own: Boogie says in which line one fails,
// and the tag of the line tells which.
func (w *printer) while(s *While) {
	head := "while (" + condition(s.C) + ")"
	if len(s.Invs) == 0 {
		w.putTagged(s.Tag, head+" {")
	} else {
		w.putTagged(s.Tag, head)
		w.indent++
		for i := range s.Invs {
			w.invariant(&s.Invs[i])
		}
		w.indent--
		w.put("{")
	}
	w.indent++
	w.stmts(s.Body)
	w.indent--
	w.put("}")
}

func (w *printer) invariant(v *Invariant) {
	head := "invariant " + attrs(v.Attrs)
	if v.Free {
		head = "free " + head
	}
	w.putTagged(v.Tag, w.statement(head, v.Expr()))
}

// Expr is the whole invariant, with its candidate constant.
func (v *Invariant) Expr() Expr {
	if v.Candidate == "" {
		return v.E
	}
	return Op("==>", V(v.Candidate), v.E)
}
