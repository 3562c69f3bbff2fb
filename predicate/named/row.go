package named

import (
	"gv2/frontend/kernel"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// The components of a vector are elements of their array, each loaded and stored by a
// statement of its own. Where a thread accesses neighbouring elements one after the
// other, under one condition and with no barrier between, they are one access to a row
// of elements for the log: whichever element is looked at, it knows the same of all
// barriers.

// findRows finds the rows: the width of each, by its first access, and the other
// accesses. Indices are compared as linear forms, which is exact for integers that do
// not wrap.
func (g *Theory) findRows() {
	g.Rows, g.InRow = map[*predicate.Do]int64{}, map[*predicate.Do]bool{}
	var visit func(body []predicate.Stmt)
	visit = func(body []predicate.Stmt) {
		for i, s := range body {
			switch s := s.(type) {
			case *predicate.Do:
				g.rowFrom(s, body[i+1:])
			case *predicate.If:
				visit(s.Then)
				visit(s.Else)
			case *predicate.While:
				visit(s.Body)
			}
		}
	}
	visit(g.Prog.Body)
}

// rowFrom finds the accesses that go on a row which begins with first.
func (g *Theory) rowFrom(first *predicate.Do, rest []predicate.Stmt) {
	acc, kind, ok := kernel.AccessOf(first.Stmt)
	if !ok || kind == kernel.AtomicAccess || g.InRow[first] || kernel.AgentOf(first.Stmt) != nil {
		return
	}
	form := fact.LinearOf(acc.Index)
	width := int64(acc.Width)
	for last := first; ; {
		if v := kernel.Assigned(last.Stmt); v != nil && (fact.ReadsVar(acc.Index, v) || first.Pred != nil && fact.ReadsVar(first.Pred, v)) {
			break
		}
		if len(rest) == 0 {
			break
		}
		next, isDo := rest[0].(*predicate.Do)
		if !isDo {
			break
		}
		rest, last = rest[1:], next
		other, k, accesses := kernel.AccessOf(next.Stmt)
		if accesses && other.Array != acc.Array || isAssign(next.Stmt) {
			continue
		}
		if !accesses {
			break
		}
		by, same := fact.LinearOf(other.Index).Minus(form)
		if kernel.AgentOf(next.Stmt) != nil || k != kind || !same || by != width || !samePredicate(first, next) {
			break
		}
		width += int64(other.Width)
		g.InRow[next] = true
	}
	if width > int64(acc.Width) {
		g.Rows[first] = width
	}
}

func isAssign(s kernel.Stmt) bool {
	_, is := s.(*kernel.Assign)
	return is
}

func samePredicate(a, b *predicate.Do) bool {
	if a.Pred == nil || b.Pred == nil {
		return a.Pred == b.Pred
	}
	return kernel.ExprString(a.Pred) == kernel.ExprString(b.Pred)
}

// Width is how many elements an access is logged with.
func (g *Theory) Width(d *predicate.Do) int64 {
	if n := g.Rows[d]; n > 0 {
		return n
	}
	acc, _, _ := kernel.AccessOf(d.Stmt)
	return int64(acc.Width)
}
