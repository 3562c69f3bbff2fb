package instrument

import (
	"gv2/frontend/kernel"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// Expand replaces variables that the program assigns only once by what they are
// assigned: predicates by their conditions, int i = 4 * t by 4 * t.
func (w *writer) Expand(x kernel.Expr) kernel.Expr {
	for depth := 0; depth < maxExpansion; depth++ {
		next := fact.Replaced(x, w.definitions)
		if next == x || size(next) > maxExpansion*8 {
			return x
		}
		x = next
	}
	return x
}

// maxExpansion bounds how deep definitions are followed.
const maxExpansion = 8

func size(x kernel.Expr) int {
	n := 0
	kernel.WalkExpr(x, func(kernel.Expr) bool { n++; return n < 1000 })
	return n
}

// definitionsOf finds the variables with a single assignment whose right-hand
// side does not read the variable itself.
func definitionsOf(body []predicate.Stmt) map[*kernel.Var]kernel.Expr {
	count := map[*kernel.Var]int{}
	defs := map[*kernel.Var]kernel.Expr{}
	predicate.EachDo(body, func(d *predicate.Do) {
		v := kernel.Assigned(d.Stmt)
		if v == nil {
			return
		}
		count[v]++
		if a, ok := d.Stmt.(*kernel.Assign); ok && !fact.ReadsVar(a.X, v) {
			defs[v] = a.X
		}
	})
	for v := range defs {
		if count[v] != 1 {
			delete(defs, v)
		}
	}
	return defs
}
