package merge

import (
	"cmp"
	"slices"

	"gv2/boogie"
)

// ordered is a procedure that does the same, with assignments that follow each other and do not depend on each other in the order of
// their texts: two procedures may have the same ones in different orders.
func ordered(p *boogie.Proc) *boogie.Proc {
	out := *p
	out.Body = inOrder(p.Body)
	return &out
}

func inOrder(list []boogie.Stmt) []boogie.Stmt {
	var out []boogie.Stmt
	r := run{written: map[string]bool{}, read: map[string]bool{}}
	for _, s := range list {
		switch s := s.(type) {
		case *boogie.Assign:
			if !r.takes(s) {
				out = r.end(out)
				r.takes(s)
			}
			continue
		case *boogie.If:
			out = append(r.end(out), &boogie.If{C: s.C, Then: inOrder(s.Then), Else: inOrder(s.Else)})
		case *boogie.While:
			out = append(r.end(out), &boogie.While{C: s.C, Invs: s.Invs, Body: inOrder(s.Body), Tag: s.Tag})
		default: // everything else stays where it is
			out = append(r.end(out), s)
		}
	}
	return r.end(out)
}

// run are assignments of which none writes what another one writes or reads.
type run struct {
	stmts         []boogie.Stmt
	written, read map[string]bool
}

// takes adds an assignment if it does not depend on those before, nor they on it.
func (r *run) takes(s *boogie.Assign) bool {
	reads := map[string]bool{}
	for _, e := range slices.Concat(s.Lhs, s.Rhs) {
		boogie.Walk(e, func(e boogie.Expr) bool {
			if id, is := e.(*boogie.Id); is {
				reads[id.Name] = true
			}
			return true
		})
	}
	for name := range reads {
		if r.written[name] {
			return false
		}
	}
	for _, x := range s.Lhs {
		if r.read[changed(x)] {
			return false
		}
	}
	for name := range reads {
		r.read[name] = true
	}
	for _, x := range s.Lhs {
		r.written[changed(x)] = true
	}
	r.stmts = append(r.stmts, s)
	return true
}

// end adds the assignments to a list, in the order of their texts, and begins again.
func (r *run) end(list []boogie.Stmt) []boogie.Stmt {
	slices.SortStableFunc(r.stmts, func(a, b boogie.Stmt) int { return cmp.Compare(text(a), text(b)) })
	list = append(list, r.stmts...)
	*r = run{written: map[string]bool{}, read: map[string]bool{}}
	return list
}
