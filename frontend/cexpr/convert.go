// Package cexpr makes expressions of the kernel IR that mean what the same
// operators mean in C: operands are promoted and converted to their common type,
// constants are folded. The IR itself converts nothing, so that every stage behind
// the front end sees each conversion written out.
//
// What comes out keeps truth values boolean as long as C cannot tell the
// difference: solvers reason better about them than about 0 and 1.
package cexpr

import "gv2/frontend/kernel"

// C's conversions on kernel expressions, folded where they are constant. The
// rules are those of the C++ standard: [conv.prom] for Promote, [expr.arith.conv]
// for Usual. long and long long are both 64 bit wide here.

// Convert returns e converted to t. An integer becomes a truth value by a
// comparison with zero.
func Convert(e kernel.Expr, t kernel.Type) kernel.Expr {
	if from := e.Type(); t.Kind == kernel.Bool && from.IsInt() {
		if b, ok := TruthBehind(e); ok {
			return b
		}
		return kernel.FoldNode(&kernel.Binary{Op: kernel.Ne, X: e, Y: kernel.NewConst(from, 0)})
	}
	return kernel.FoldNode(&kernel.Convert{T: t, X: e})
}

// Integral reports whether e is an integer or a bool, as what is added to a pointer must be.
func Integral(e kernel.Expr) bool {
	return e != nil && (e.Type().IsInt() || e.Type().Kind == kernel.Bool)
}

// Promote returns e after integral promotion: bool and integers narrower than
// int become int, other types stay.
func Promote(e kernel.Expr) kernel.Expr {
	if t := e.Type(); t.Kind == kernel.Bool || t.IsInt() && t.Bits < 32 {
		return Convert(e, kernel.I32)
	}
	return e
}

// Usual returns x and y converted to their common type.
func Usual(x, y kernel.Expr) (kernel.Expr, kernel.Expr) {
	t := CommonType(x.Type(), y.Type())
	return Convert(x, t), Convert(y, t)
}

// CommonType is the type that the usual arithmetic conversions give x and y.
func CommonType(x, y kernel.Type) kernel.Type {
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
	x, y = PromotedType(x), PromotedType(y)
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

// PromotedType is t after integral promotion.
func PromotedType(t kernel.Type) kernel.Type {
	if t.Kind == kernel.Bool || t.Bits < 32 {
		return kernel.I32
	}
	return t
}

// Truth returns e as C tests it in a condition: whether it is not zero.
func Truth(e kernel.Expr) kernel.Expr { return Convert(e, kernel.BoolType) }

// Unary returns op x with C's promotion; Not tests x and yields bool.
func Unary(op kernel.UnaryOp, x kernel.Expr) kernel.Expr {
	if op == kernel.Not {
		return kernel.FoldNode(&kernel.Unary{Op: op, X: Truth(x)})
	}
	return kernel.FoldNode(&kernel.Unary{Op: op, X: Promote(x)})
}

// Not is !x.
func Not(x kernel.Expr) kernel.Expr { return Unary(kernel.Not, x) }

// Binary returns x op y with C's conversions of the operands. The caller has
// made sure that C knows op for the types: no % or & on floats.
func Binary(op kernel.BinaryOp, x, y kernel.Expr) kernel.Expr {
	switch {
	case op.IsLogical():
		x, y = Truth(x), Truth(y)
	case op == kernel.Shl || op == kernel.Shr:
		x, y = Promote(x), Promote(y)
	case bothTruths(x, y):
		if e := BinaryBool(op, x, y); e != nil {
			return e
		}
		x, y = Usual(x, y)
	default:
		x, y = Usual(x, y)
	}
	return kernel.FoldNode(&kernel.Binary{Op: op, X: x, Y: y})
}

// TruthBehind is the truth value that e is, or is the 0 or 1 of.
func TruthBehind(e kernel.Expr) (kernel.Expr, bool) {
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
	_, okX := TruthBehind(x)
	_, okY := TruthBehind(y)
	return okX && okY
}

// BinaryBool keeps operations on two truth values boolean, which every solver
// prefers to arithmetic on 0 and 1. It returns nil for other operations.
func BinaryBool(op kernel.BinaryOp, x, y kernel.Expr) kernel.Expr {
	t := CommonType(x.Type(), y.Type())
	fold := func(op kernel.BinaryOp) kernel.Expr {
		a, _ := TruthBehind(x)
		b, _ := TruthBehind(y)
		return kernel.FoldNode(&kernel.Binary{Op: op, X: a, Y: b})
	}
	switch op {
	case kernel.Eq, kernel.Ne:
		return fold(op)
	case kernel.And:
		return Convert(fold(kernel.LAnd), t)
	case kernel.Or:
		return Convert(fold(kernel.LOr), t)
	case kernel.Xor:
		return Convert(fold(kernel.Ne), t)
	}
	return nil
}

// Reinterpret returns the bits of e read as a value of t, as a union or a
// register of the same size would. Between an integer and a float the result is
// uninterpreted.
func Reinterpret(e kernel.Expr, t kernel.Type) kernel.Expr {
	from := e.Type()
	if from == t || from.Kind != kernel.Float && t.Kind != kernel.Float {
		return Convert(e, t)
	}
	return &kernel.Call{T: t, Fn: "bits_" + from.String() + "_as_" + t.String(), Args: []kernel.Expr{e}}
}

// Fold returns x op y for operands that already have the type that op wants.
func Fold(op kernel.BinaryOp, x, y kernel.Expr) kernel.Expr {
	return kernel.FoldNode(&kernel.Binary{Op: op, X: x, Y: y})
}

// Uninterpreted returns fn(args), of which only "same arguments, same result"
// is known. The name must decide the types.
func Uninterpreted(fn string, t kernel.Type, args ...kernel.Expr) kernel.Expr {
	return &kernel.Call{T: t, Fn: fn, Args: args}
}

// Exact returns a call of a function in kernel.Exact.
func Exact(fn string, t kernel.Type, args ...kernel.Expr) kernel.Expr {
	return kernel.FoldNode(&kernel.Call{T: t, Fn: fn, Args: args})
}

// U32 and I32 are constants.
func U32(v int64) kernel.Expr { return kernel.NewConst(kernel.U32, v) }
func I32(v int64) kernel.Expr { return kernel.NewConst(kernel.I32, v) }

// IsConst reports whether e is a constant.
func IsConst(e kernel.Expr) bool {
	_, ok := e.(*kernel.Const)
	return ok
}
