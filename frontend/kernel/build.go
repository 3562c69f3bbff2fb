package kernel

// Constructors for the expressions that passes write most.

// Ref reads the variable.
func Ref(v *Var) Expr { return &VarRef{Var: v} }

// Negated is !e.
func Negated(e Expr) Expr { return &Unary{Op: Not, X: e} }

// AllOf is the conjunction of the terms, without those that are nil or true; true
// where none is left.
func AllOf(terms ...Expr) Expr {
	var all Expr
	for _, t := range terms {
		if t == nil || isTrue(t) {
			continue
		}
		if all == nil {
			all = t
		} else {
			all = &Binary{Op: LAnd, X: all, Y: t}
		}
	}
	if all == nil {
		return BoolConst(true)
	}
	return all
}

func isTrue(e Expr) bool {
	c, ok := e.(*Const)
	return ok && c.T == BoolType && c.Val != 0
}

// Conjuncts splits a conjunction into its terms.
func Conjuncts(e Expr) []Expr {
	if b, ok := e.(*Binary); ok && b.Op == LAnd {
		return append(Conjuncts(b.X), Conjuncts(b.Y)...)
	}
	return []Expr{e}
}
