package kernel

// NewConst returns v reduced to integer type t; for bool, whether v is not zero.
func NewConst(t Type, v int64) *Const {
	if t.Kind == Bool {
		return BoolConst(v != 0)
	}
	return &Const{T: t, Val: t.Wrap(v)}
}

// BoolConst returns the truth value v.
func BoolConst(v bool) *Const {
	if v {
		return &Const{T: BoolType, Val: 1}
	}
	return &Const{T: BoolType, Val: 0}
}

// EvalUnary computes op x; ok is false if op does not fit the type.
func EvalUnary(op UnaryOp, x *Const) (c *Const, ok bool) {
	switch {
	case op == Not && x.T.Kind == Bool:
		return BoolConst(x.Val == 0), true
	case op == Neg && x.T.IsInt():
		return NewConst(x.T, -x.Val), true
	case op == BitNot && x.T.IsInt():
		return NewConst(x.T, ^x.Val), true
	}
	return nil, false
}

// EvalBinary computes x op y as a CUDA device does: results wrap to the width,
// signedness is that of x. ok is false if C leaves the result undefined
// (division by zero, least value / -1, a shift count outside the width), if the
// types do not fit, and for floats.
func EvalBinary(op BinaryOp, x, y *Const) (c *Const, ok bool) {
	switch {
	case op == Shl || op == Shr:
		return evalShift(op, x, y)
	case x.T != y.T:
		return nil, false
	case op.IsComparison():
		return evalCompare(op, x, y)
	case x.T.Kind == Bool:
		return evalLogical(op, x.Val != 0, y.Val != 0)
	case x.T.IsInt() && (op == Div || op == Rem):
		return evalDivide(op, x, y)
	case x.T.IsInt():
		return evalArith(op, x, y)
	}
	return nil, false
}

func evalArith(op BinaryOp, x, y *Const) (*Const, bool) {
	var v int64
	switch op {
	case Add:
		v = x.Val + y.Val
	case Sub:
		v = x.Val - y.Val
	case Mul:
		v = x.Val * y.Val
	case And:
		v = x.Val & y.Val
	case Or:
		v = x.Val | y.Val
	case Xor:
		v = x.Val ^ y.Val
	default:
		return nil, false
	}
	return NewConst(x.T, v), true
}

func evalDivide(op BinaryOp, x, y *Const) (*Const, bool) {
	if y.Val == 0 || x.T.Signed && y.Val == -1 && x.Val == x.T.least() {
		return nil, false
	}
	var q, r int64
	if x.T.Signed {
		q, r = x.Val/y.Val, x.Val%y.Val
	} else {
		q, r = int64(uint64(x.Val)/uint64(y.Val)), int64(uint64(x.Val)%uint64(y.Val))
	}
	if op == Div {
		return NewConst(x.T, q), true
	}
	return NewConst(x.T, r), true
}

// least returns the least value of signed type t.
func (t Type) least() int64 { return -1 << (t.Bits - 1) }

func evalShift(op BinaryOp, x, y *Const) (*Const, bool) {
	if !x.T.IsInt() || !y.T.IsInt() || uint64(y.Val) >= uint64(x.T.Bits) {
		return nil, false
	}
	switch {
	case op == Shl:
		return NewConst(x.T, x.Val<<y.Val), true
	case x.T.Signed:
		return NewConst(x.T, x.Val>>y.Val), true
	}
	return NewConst(x.T, int64(uint64(x.Val)>>y.Val)), true
}

func evalCompare(op BinaryOp, x, y *Const) (*Const, bool) {
	switch op {
	case Eq:
		return BoolConst(x.Val == y.Val), true
	case Ne:
		return BoolConst(x.Val != y.Val), true
	}
	if !x.T.IsInt() {
		return nil, false
	}
	switch op {
	case Lt:
		return BoolConst(x.T.less(x.Val, y.Val)), true
	case Le:
		return BoolConst(!x.T.less(y.Val, x.Val)), true
	case Gt:
		return BoolConst(x.T.less(y.Val, x.Val)), true
	case Ge:
		return BoolConst(!x.T.less(x.Val, y.Val)), true
	}
	return nil, false
}

func evalLogical(op BinaryOp, x, y bool) (*Const, bool) {
	switch op {
	case LAnd:
		return BoolConst(x && y), true
	case LOr:
		return BoolConst(x || y), true
	case Implies:
		return BoolConst(!x || y), true
	}
	return nil, false
}

// EvalConvert converts a constant as C does; ok is false for floats.
func EvalConvert(t Type, x *Const) (c *Const, ok bool) {
	if t.Kind == Float || x.T.Kind == Float {
		return nil, false
	}
	return NewConst(t, x.Val), true
}

// EvalCall computes an exact function on constants; ok is false for others.
func EvalCall(t Type, fn string, args []*Const) (c *Const, ok bool) {
	f, ok := Exact[fn]
	if !ok || !t.IsInt() || len(args) != f.Args {
		return nil, false
	}
	vals := make([]int64, len(args))
	for i, a := range args {
		if !a.T.IsInt() {
			return nil, false
		}
		vals[i] = a.Val
	}
	return NewConst(t, f.Eval(args[0].T, vals)), true
}
