package lower

import "gv2/frontend/kernel"

// C's conversions on kernel expressions, folded where they are constant. The
// rules are those of the C++ standard: [conv.prom] for promote, [expr.arith.conv]
// for usual. long and long long are both 64 bit wide here.

// convert returns e converted to t. An integer becomes a truth value by a
// comparison with zero.
func convert(e kernel.Expr, t kernel.Type) kernel.Expr {
	if from := e.Type(); t.Kind == kernel.Bool && from.IsInt() {
		if b, ok := truthBehind(e); ok {
			return b
		}
		return kernel.FoldNode(&kernel.Binary{Op: kernel.Ne, X: e, Y: kernel.NewConst(from, 0)})
	}
	return kernel.FoldNode(&kernel.Convert{T: t, X: e})
}

// promote returns e after integral promotion: bool and integers narrower than
// int become int, other types stay.
func promote(e kernel.Expr) kernel.Expr {
	if t := e.Type(); t.Kind == kernel.Bool || t.IsInt() && t.Bits < 32 {
		return convert(e, kernel.I32)
	}
	return e
}

// usual returns x and y converted to their common type.
func usual(x, y kernel.Expr) (kernel.Expr, kernel.Expr) {
	t := commonType(x.Type(), y.Type())
	return convert(x, t), convert(y, t)
}

// commonType is the type that the usual arithmetic conversions give x and y.
func commonType(x, y kernel.Type) kernel.Type {
	switch {
	case x.Kind == kernel.Float && y.Kind == kernel.Float:
		if y.Bits > x.Bits {
			return y
		}
		return x
	case x.Kind == kernel.Float:
		return x
	case y.Kind == kernel.Float:
		return y
	}
	x, y = promotedType(x), promotedType(y)
	switch {
	case x.Bits > y.Bits:
		return x
	case y.Bits > x.Bits:
		return y
	case x.Signed:
		return y
	}
	return x
}

func promotedType(t kernel.Type) kernel.Type {
	if t.Kind == kernel.Bool || t.Bits < 32 {
		return kernel.I32
	}
	return t
}

// truth returns e as C tests it in a condition: whether it is not zero.
func truth(e kernel.Expr) kernel.Expr { return convert(e, kernel.BoolType) }

// unary returns op x with C's promotion; Not tests x and yields bool.
func unary(op kernel.UnaryOp, x kernel.Expr) kernel.Expr {
	if op == kernel.Not {
		return kernel.FoldNode(&kernel.Unary{Op: op, X: truth(x)})
	}
	return kernel.FoldNode(&kernel.Unary{Op: op, X: promote(x)})
}

// binary returns x op y with C's conversions of the operands. The caller has
// made sure that C knows op for the types: no % or & on floats.
func binary(op kernel.BinaryOp, x, y kernel.Expr) kernel.Expr {
	switch {
	case op.IsLogical():
		x, y = truth(x), truth(y)
	case op == kernel.Shl || op == kernel.Shr:
		x, y = promote(x), promote(y)
	case bothTruths(x, y):
		if e := binaryBool(op, x, y); e != nil {
			return e
		}
		x, y = usual(x, y)
	default:
		x, y = usual(x, y)
	}
	return kernel.FoldNode(&kernel.Binary{Op: op, X: x, Y: y})
}

// truthBehind is the truth value that e is, or is the 0 or 1 of.
func truthBehind(e kernel.Expr) (kernel.Expr, bool) {
	if e.Type().Kind == kernel.Bool {
		return e, true
	}
	c, ok := e.(*kernel.Convert)
	if ok && c.T.IsInt() && c.X.Type().Kind == kernel.Bool {
		return c.X, true
	}
	return nil, false
}

func bothTruths(x, y kernel.Expr) bool {
	_, okX := truthBehind(x)
	_, okY := truthBehind(y)
	return okX && okY
}

// binaryBool keeps operations on two truth values boolean, which every solver
// prefers to arithmetic on 0 and 1. It returns nil for other operations.
func binaryBool(op kernel.BinaryOp, x, y kernel.Expr) kernel.Expr {
	t := commonType(x.Type(), y.Type())
	fold := func(op kernel.BinaryOp) kernel.Expr {
		a, _ := truthBehind(x)
		b, _ := truthBehind(y)
		return kernel.FoldNode(&kernel.Binary{Op: op, X: a, Y: b})
	}
	switch op {
	case kernel.Eq, kernel.Ne:
		return fold(op)
	case kernel.And:
		return convert(fold(kernel.LAnd), t)
	case kernel.Or:
		return convert(fold(kernel.LOr), t)
	case kernel.Xor:
		return convert(fold(kernel.Ne), t)
	}
	return nil
}

// reinterpret returns the bits of e read as a value of t, as a union or a
// register of the same size would. Between an integer and a float the result is
// uninterpreted.
func reinterpret(e kernel.Expr, t kernel.Type) kernel.Expr {
	from := e.Type()
	if from == t || from.Kind != kernel.Float && t.Kind != kernel.Float {
		return convert(e, t)
	}
	return &kernel.Call{T: t, Fn: "bits_" + from.String() + "_as_" + t.String(), Args: []kernel.Expr{e}}
}

func fold(op kernel.BinaryOp, x, y kernel.Expr) kernel.Expr {
	return kernel.FoldNode(&kernel.Binary{Op: op, X: x, Y: y})
}

// uninterpreted returns fn(args), of which only "same arguments, same result"
// is known. The name must decide the types.
func uninterpreted(fn string, t kernel.Type, args ...kernel.Expr) kernel.Expr {
	return &kernel.Call{T: t, Fn: fn, Args: args}
}

// exact returns a call of a function in kernel.Exact.
func exact(fn string, t kernel.Type, args ...kernel.Expr) kernel.Expr {
	return kernel.FoldNode(&kernel.Call{T: t, Fn: fn, Args: args})
}

func u32(v int64) kernel.Expr { return kernel.NewConst(kernel.U32, v) }
func i32(v int64) kernel.Expr { return kernel.NewConst(kernel.I32, v) }
