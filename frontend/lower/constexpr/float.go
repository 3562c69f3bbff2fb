package constexpr

import (
	"math"
	"strconv"

	"gv2/frontend/kernel"
)

// Compilers compute constant expressions of float and double as IEEE 754 has it, each operation rounded to its type.

// number is the value of a constant of float or double.
func number(e kernel.Expr) (x float64, ok bool) {
	c, ok := e.(*kernel.FloatConst)
	if !ok || c.T != kernel.F32 && c.T != kernel.F64 {
		return 0, false
	}
	x, err := strconv.ParseFloat(c.Text, c.T.Bits)
	return x, err == nil
}

// floating is x as a constant of type t; nil if it is no number.
func floating(t kernel.Type, x float64) kernel.Expr {
	if t == kernel.F32 {
		x = float64(float32(x))
	}
	if math.IsNaN(x) || math.IsInf(x, 0) || t != kernel.F32 && t != kernel.F64 {
		return nil
	}
	return &kernel.FloatConst{T: t, Text: strconv.FormatFloat(x, 'g', -1, t.Bits)}
}

// fromBits is the number that an element of an initialiser holds as its bits.
func fromBits(c *kernel.Const) kernel.Expr {
	switch c.T {
	case kernel.F32:
		return floating(c.T, float64(math.Float32frombits(uint32(c.Val))))
	case kernel.F64:
		return floating(c.T, math.Float64frombits(uint64(c.Val)))
	}
	return c
}

// fold computes a node whose operands are constants; it returns e where there is nothing to compute.
func fold(e kernel.Expr) kernel.Expr {
	var out kernel.Expr
	switch e := e.(type) {
	case *kernel.Unary:
		if x, ok := number(e.X); ok && e.Op == kernel.Neg {
			out = floating(e.X.Type(), -x)
		}
	case *kernel.Binary:
		x, ok := number(e.X)
		if y, too := number(e.Y); ok && too && e.X.Type() == e.Y.Type() {
			out = arithmetic(e.Op, e.X.Type(), x, y)
		}
	case *kernel.Convert:
		out = convert(e)
	default:
		// Others compute with integers, or are none that a constant expression has.
	}
	if out != nil {
		return out
	}
	return kernel.FoldNode(e)
}

func arithmetic(op kernel.BinaryOp, t kernel.Type, x, y float64) kernel.Expr {
	switch op {
	case kernel.Eq:
		return kernel.BoolConst(x == y)
	case kernel.Ne:
		return kernel.BoolConst(x != y)
	case kernel.Lt:
		return kernel.BoolConst(x < y)
	case kernel.Le:
		return kernel.BoolConst(x <= y)
	case kernel.Gt:
		return kernel.BoolConst(x > y)
	case kernel.Ge:
		return kernel.BoolConst(x >= y)
	}
	if t == kernel.F32 {
		a, b := float32(x), float32(y)
		switch op {
		case kernel.Add:
			return floating(t, float64(a+b))
		case kernel.Sub:
			return floating(t, float64(a-b))
		case kernel.Mul:
			return floating(t, float64(a*b))
		case kernel.Div:
			return floating(t, float64(a/b))
		}
		return nil
	}
	switch op {
	case kernel.Add:
		return floating(t, x+y)
	case kernel.Sub:
		return floating(t, x-y)
	case kernel.Mul:
		return floating(t, x*y)
	case kernel.Div:
		return floating(t, x/y)
	}
	return nil
}

// convert is a number as another type of floats, nil if it is none.
func convert(e *kernel.Convert) kernel.Expr {
	if e.T.Kind != kernel.Float {
		return nil
	}
	if x, ok := number(e.X); ok {
		return floating(e.T, x)
	}
	c, ok := e.X.(*kernel.Const)
	switch {
	case !ok:
		return nil
	case c.T == kernel.U64 && e.T == kernel.F32: // rounded once
		return floating(e.T, float64(float32(uint64(c.Val))))
	case c.T == kernel.U64:
		return floating(e.T, float64(uint64(c.Val)))
	case e.T == kernel.F32:
		return floating(e.T, float64(float32(c.Val)))
	}
	return floating(e.T, float64(c.Val))
}
