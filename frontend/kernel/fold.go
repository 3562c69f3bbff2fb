package kernel

// Fold returns e with constant parts computed and the identities of FoldNode
// applied from the leaves up. The result has the type of e, and its value
// wherever C defines it.
func Fold(e Expr) Expr { return MapExpr(e, FoldNode) }

// FoldNode folds one node with folded operands: it computes a node of constants
// and applies identities that hold for all values (x+0, x*0, true && x, c ? x :
// x, nested conversions). It returns e itself if nothing applies.
func FoldNode(e Expr) Expr {
	switch e := e.(type) {
	case *Unary:
		return foldUnary(e)
	case *Binary:
		return foldBinary(e)
	case *Cond:
		return foldCond(e)
	case *Convert:
		return foldConvert(e)
	case *Call:
		return foldCall(e)
	default:
		// Others have no value of their own to fold.
	}
	return e
}

func foldUnary(e *Unary) Expr {
	if x, ok := e.X.(*Const); ok {
		if c, ok := EvalUnary(e.Op, x); ok {
			return c
		}
	}
	if in, ok := e.X.(*Unary); ok && in.Op == e.Op && e.Type().Kind != Float {
		return in.X // --x, ~~x, !!x
	}
	if in, ok := e.X.(*Binary); ok && e.Op == Not && in.X.Type().Kind != Float {
		if op, ok := opposite[in.Op]; ok {
			return &Binary{Op: op, X: in.X, Y: in.Y}
		}
	}
	return e
}

// opposite maps comparisons to their negation, valid for types without NaN.
var opposite = map[BinaryOp]BinaryOp{Eq: Ne, Ne: Eq, Lt: Ge, Ge: Lt, Gt: Le, Le: Gt}

// foldBinary computes constants and applies identities. It leaves operations without a value in C, such as a
// division by zero, as they are.
func foldBinary(e *Binary) Expr {
	x, xc := e.X.(*Const)
	y, yc := e.Y.(*Const)
	if xc && yc {
		if c, ok := EvalBinary(e.Op, x, y); ok {
			return c
		}
		return e
	}
	switch {
	case e.Op.IsLogical():
		return foldLogical(e, x, y)
	case e.Op.IsComparison():
		return foldCompare(e, x, y)
	case !e.X.Type().IsInt():
		return e
	case yc:
		return foldRight(e, y)
	case xc:
		return foldLeft(e, x)
	case e.Op == Sub || e.Op == Xor:
		if sameVar(e.X, e.Y) {
			return NewConst(e.X.Type(), 0)
		}
	}
	return e
}

// foldRight applies the identities of x op c on integers.
func foldRight(e *Binary, c *Const) Expr {
	zero, one, ones := c.Val == 0, c.Val == 1, c.Val == c.T.Wrap(-1)
	switch e.Op {
	case Add, Sub:
		if zero {
			return e.X
		}
		return joinOffsets(e, c)
	case Or, Xor, Shl, Shr:
		if zero {
			return e.X
		}
	case Mul:
		if zero {
			return c
		}
		if one {
			return e.X
		}
	case Div:
		if one {
			return e.X
		}
	case Rem:
		if one {
			return NewConst(e.X.Type(), 0)
		}
	case And:
		if zero {
			return c
		}
		if ones {
			return e.X
		}
	}
	return e
}

// joinOffsets makes (x + c) + d into x + (c + d) if no constant is negative and
// their sum does not wrap, so that the two are equal as mathematical integers
// as well.
func joinOffsets(e *Binary, d *Const) Expr {
	in, ok := e.X.(*Binary)
	if !ok || e.Op != Add || in.Op != Add {
		return e
	}
	c, ok := in.Y.(*Const)
	if !ok || c.Val < 0 || d.Val < 0 {
		return e
	}
	sum := c.Val + d.Val
	if sum < 0 || c.T.Wrap(sum) != sum {
		return e
	}
	return &Binary{Op: Add, X: in.X, Y: NewConst(c.T, sum)}
}

// foldLeft applies the identities of c op y on integers.
func foldLeft(e *Binary, c *Const) Expr {
	zero := c.Val == 0
	switch e.Op {
	case Add, Or, Xor:
		if zero {
			return e.Y
		}
	case Mul, And:
		if zero {
			return c
		}
		if e.Op == Mul && c.Val == 1 || e.Op == And && c.Val == c.T.Wrap(-1) {
			return e.Y
		}
	case Shl, Shr:
		if zero {
			return c
		}
	}
	return e
}

// foldLogical applies the identities of && || ==> with one constant side, the
// other being nil.
func foldLogical(e *Binary, x, y *Const) Expr {
	switch {
	case x != nil && e.Op == LAnd:
		return choose(x, e.Y, x)
	case x != nil && e.Op == LOr:
		return choose(x, x, e.Y)
	case x != nil:
		return choose(x, e.Y, BoolConst(true))
	case y != nil && e.Op == LAnd:
		return choose(y, e.X, y)
	case y != nil && e.Op == LOr:
		return choose(y, y, e.X)
	case y != nil && y.Val != 0:
		return y
	case y != nil:
		return foldUnary(&Unary{Op: Not, X: e.X})
	case sameVar(e.X, e.Y):
		if e.Op == Implies {
			return BoolConst(true)
		}
		return e.X
	}
	return e
}

func choose(c *Const, yes, no Expr) Expr {
	if c.Val != 0 {
		return yes
	}
	return no
}

// foldCompare undoes C's detours between truth values and integers.
func foldCompare(e *Binary, x, y *Const) Expr {
	if (e.Op == Eq || e.Op == Ne) && y == nil && x != nil {
		return foldCompare(&Binary{Op: e.Op, X: e.Y, Y: e.X}, nil, x)
	}
	if e.X.Type().Kind != Float && sameVar(e.X, e.Y) {
		return BoolConst(e.Op == Eq || e.Op == Le || e.Op == Ge)
	}
	if y == nil || e.Op != Eq && e.Op != Ne {
		return e
	}
	if c, ok := e.X.(*Convert); ok && c.X.Type().IsInt() && c.T.IsInt() && c.X.Type().Bits == c.T.Bits {
		// (u32)x == c compares the bits, as x == (i32)c does.
		bits := NewConst(c.X.Type(), y.Val)
		return foldCompare(&Binary{Op: e.Op, X: c.X, Y: bits}, nil, bits)
	}
	operand, isBool := e.X, e.X.Type().Kind == Bool
	if c, ok := e.X.(*Convert); ok && c.X.Type().Kind == Bool && c.T.IsInt() {
		operand, isBool = c.X, true
	}
	switch {
	case !isBool:
		return e
	case y.Val != 0 && y.Val != 1: // an integer that no truth value converts to
		return BoolConst(e.Op == Ne)
	case (y.Val == 1) == (e.Op == Eq):
		return operand
	}
	return foldUnary(&Unary{Op: Not, X: operand})
}

// sameVar reports whether both read the same variable or builtin.
func sameVar(x, y Expr) bool {
	switch x := x.(type) {
	case *VarRef:
		y, ok := y.(*VarRef)
		return ok && x.Var == y.Var
	case *Builtin:
		y, ok := y.(*Builtin)
		return ok && *x == *y
	default:
		// Others may have different values even if they look the same.
	}
	return false
}

func foldCond(e *Cond) Expr {
	if c, ok := e.C.(*Const); ok {
		return choose(c, e.X, e.Y)
	}
	if sameVar(e.X, e.Y) {
		return e.X
	}
	x, xc := e.X.(*Const)
	y, yc := e.Y.(*Const)
	switch {
	case !xc || !yc || x.T != y.T:
		return e
	case x.Val == y.Val:
		return x
	case x.T.Kind == Bool && x.Val != 0:
		return e.C
	case x.T.Kind == Bool:
		return foldUnary(&Unary{Op: Not, X: e.C})
	}
	return e
}

func foldConvert(e *Convert) Expr {
	if v, ok := floatConst(e.X); ok {
		if c := foldFloatConvert(e.T, v); c != nil {
			return c
		}
	}
	if e.X.Type() == e.T {
		return e.X
	}
	switch x := e.X.(type) {
	case *Const:
		if c, ok := EvalConvert(e.T, x); ok {
			return c
		}
	case *Convert:
		if canSkip(x.X.Type(), x.T, e.T) {
			return foldConvert(&Convert{T: e.T, X: x.X})
		}
	default:
		// Others need the conversion.
	}
	return e
}

// canSkip reports whether the conversion from -> mid -> to equals from -> to:
// mid keeps all values of from, or the low bits that to keeps.
func canSkip(from, mid, to Type) bool {
	if from.Kind == Float || mid.Kind != Int || to.Kind == Float {
		return false
	}
	if from.Kind == Bool {
		return true
	}
	keeps := mid.Bits > from.Bits && (mid.Signed || !from.Signed) || mid == from
	if keeps {
		return true
	}
	return to.Kind == Int && to.Bits <= mid.Bits
}

func foldCall(e *Call) Expr {
	args := make([]*Const, len(e.Args))
	for i, a := range e.Args {
		c, ok := a.(*Const)
		if !ok {
			return e
		}
		args[i] = c
	}
	if c, ok := EvalCall(e.T, e.Fn, args); ok {
		return c
	}
	return e
}
