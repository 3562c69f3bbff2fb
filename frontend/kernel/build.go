package kernel

// Constructors for the expressions that passes write most.

// Ref reads the variable.
func Ref(v *Var) Expr { return &VarRef{Var: v} }

// Op is x op y.
func Op(op BinaryOp, x, y Expr) Expr { return &Binary{Op: op, X: x, Y: y} }

// Negated is !e.
func Negated(e Expr) Expr { return &Unary{Op: Not, X: e} }

// AllOf is the conjunction of the terms that are neither nil nor true; true if
// there are none.
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

// IsRef reports whether e is the value of v.
func IsRef(e Expr, v *Var) bool {
	r, ok := e.(*VarRef)
	return ok && r.Var == v
}

// StripSameWidth drops conversions between integers of one width, which change
// nothing modulo 2^width: i += blockDim.x converts to unsigned and back.
func StripSameWidth(e Expr) Expr {
	for {
		c, ok := e.(*Convert)
		if !ok || c.X.Type().Kind != Int || c.T.Kind != Int || c.X.Type().Bits != c.T.Bits {
			return e
		}
		e = c.X
	}
}

// StripIntegerCasts drops conversions between integers of any width.
func StripIntegerCasts(e Expr) Expr {
	for {
		c, ok := e.(*Convert)
		if !ok || c.T.Kind != Int || c.X.Type().Kind != Int {
			return e
		}
		e = c.X
	}
}

// Bin is x op y.
func Bin(op BinaryOp, x, y Expr) Expr { return &Binary{Op: op, X: x, Y: y} }

// Unsigned is the constant n of type u32.
func Unsigned(n int64) *Const { return &Const{T: U32, Val: n} }

// Widened is e as a signed integer of 64 bits.
func Widened(e Expr) Expr {
	if e.Type() == I64 {
		return e
	}
	return &Convert{T: I64, X: e}
}
