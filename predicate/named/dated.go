package named

import (
	"gv2/frontend/kernel"
	"gv2/predicate"
)

// clockLoops finds, for each statement, the loop whose iterations date what it logs:
// the innermost one around it that has an operation on a named barrier in it, or the
// innermost where none has.
func (g *Theory) clockLoops() {
	g.Clocks = map[*predicate.Do]*predicate.While{}
	counts := func(l *predicate.While) bool {
		found := false
		predicate.EachDo(l.Body, func(d *predicate.Do) { found = found || len(g.IDs[d]) > 0 })
		return found
	}
	var visit func(body []predicate.Stmt, dated, innermost *predicate.While)
	visit = func(body []predicate.Stmt, dated, innermost *predicate.While) {
		for _, s := range body {
			switch s := s.(type) {
			case *predicate.Do:
				g.Clocks[s] = dated
				if dated == nil {
					g.Clocks[s] = innermost
				}
			case *predicate.If:
				visit(s.Then, dated, innermost)
				visit(s.Else, dated, innermost)
			case *predicate.While:
				if counts(s) {
					visit(s.Body, s, s)
				} else {
					visit(s.Body, dated, s)
				}
			}
		}
	}
	visit(g.Prog.Body, nil, nil)
}

// LoopsAround are the loops that d stands in, the innermost first.
func LoopsAround(body []predicate.Stmt, d *predicate.Do) []*predicate.While {
	for _, s := range body {
		switch s := s.(type) {
		case *predicate.If:
			for _, b := range [][]predicate.Stmt{s.Then, s.Else} {
				if out := LoopsAround(b, d); out != nil {
					return out
				}
			}
		case *predicate.While:
			found := false
			predicate.EachDo(s.Body, func(x *predicate.Do) { found = found || x == d })
			if found {
				return append(LoopsAround(s.Body, d), s)
			}
		}
	}
	return nil
}

func Assigns(body []predicate.Stmt, v *kernel.Var) bool {
	found := false
	predicate.EachDo(body, func(d *predicate.Do) { found = found || kernel.Assigned(d.Stmt) == v })
	return found
}
