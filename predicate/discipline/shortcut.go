package discipline

import (
	"slices"

	"gv2/frontend/kernel"
)

// The second operand of && and || is evaluated if it matters:
//
//	while (seen < 1 || atomicCAS(&word, seen, seen - 1) != seen)
//
//	t = seen < 1;
//	if (!t) {
//	  old = atomicCAS(&word, seen, seen - 1);
//	  t = old != seen;
//	}
//
// Behind the branch t is the disjunction of the two conditions. Where that is false, so are both, and the thread has been in the branch; where it is
// true, the atomic was not executed, or its condition holds.

// shortcuts are the values, behind a branch, of truths that one side has read from a word and that are known on the other. st is what is known in front of
// the branch. What decides whether a lock is taken is then known by this value on both ways.
func shortcuts(a *analysis, cond kernel.Expr, st, yes, no *state) map[*kernel.Var]kernel.Expr {
	if yes == nil || no == nil {
		return nil
	}
	out := map[*kernel.Var]kernel.Expr{}
	var under kernel.Expr
	for v, x := range yes.values {
		y := no.values[v]
		if v.T != kernel.BoolType || y == nil || kernel.ExprString(x) == kernel.ExprString(y) {
			continue
		}
		not := kernel.Fold(kernel.Negated(cond))
		t, known := truth(y, cond, not)
		u, other := truth(x, not, cond)
		switch {
		case known && a.symbolIn(x) != nil:
			out[v], under = shortcut(cond, not, x, t), cond
		case other && a.symbolIn(y) != nil:
			out[v], under = shortcut(not, cond, y, u), not
		}
	}
	if len(out) == 0 {
		return nil
	}
	text := kernel.ExprString(under)
	for _, s := range []struct{ in, beside *state }{{yes, no}, {no, yes}} {
		for _, v := range s.in.pending {
			if !slices.Contains(st.pending, v) && !slices.Contains(s.beside.pending, v) && decidesOn(out, v) {
				s.beside.pending = append(s.beside.pending, v)
				a.symbols[v].under = text
			}
		}
	}
	return out
}

// truth is the truth of a value where the branch is not executed: that of a constant, or of the condition itself. is is the condition of the branch, and not that of
// the way around it.
func truth(x, is, not kernel.Expr) (value, known bool) {
	if c, ok := constant(x); ok {
		return c != 0, true
	}
	switch kernel.ExprString(kernel.Fold(x)) {
	case kernel.ExprString(not):
		return true, true
	case kernel.ExprString(is):
		return false, true
	}
	return false, false
}

// shortcut is x where is holds, and other elsewhere.
func shortcut(is, not, x kernel.Expr, other bool) kernel.Expr {
	if other {
		return kernel.Op(kernel.LOr, not, x)
	}
	return kernel.Op(kernel.LAnd, is, x)
}

// decidesOn reports whether one of the values reads a symbol.
func decidesOn(values map[*kernel.Var]kernel.Expr, v *kernel.Var) bool {
	for _, x := range values {
		if mentions(x, []*kernel.Var{v}) {
			return true
		}
	}
	return false
}

// neither learns from a disjunction that holds, or a conjunction that does not: what the second operand reads is then not read, or that operand has
// this truth. A lock that it takes with the other truth alone is not taken.
func neither(a *analysis, at kernel.Stmt, st *state, c *kernel.Binary, truth bool) *state {
	evaluated := c.X
	if c.Op == kernel.LOr {
		evaluated = kernel.Negated(c.X)
	}
	text := kernel.ExprString(kernel.Fold(evaluated))
	for _, v := range slices.Clone(st.pending) {
		if a.symbols[v].under != text || !mentions(c.Y, []*kernel.Var{v}) {
			continue
		}
		next := a.learn(at, st.clone(), c.Y, truth)
		if next != nil && !slices.Contains(next.pending, v) && len(next.holds) == len(st.holds) {
			st.pending = slices.DeleteFunc(st.pending, func(w *kernel.Var) bool { return w == v })
		}
	}
	return st
}
