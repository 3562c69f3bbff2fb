package ptx

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

// intType returns the type of an instruction whose only modifier is an integer
// type (or pred).
func intType(it *Item, args int) (kernel.Type, bool) {
	if len(it.Mods) != 1 || len(it.Args) != args {
		return kernel.Type{}, false
	}
	t, ok := typeNamed(it.Mods[0])
	return t, ok && t.Kind != kernel.Float
}

// plain is op.type d, a, b. PTX has the operands in the type of the instruction, so that
// nothing is promoted as C would; floats are not folded, as rounding and denormals
// depend on more modifiers.
func plain(op kernel.BinaryOp) func(*Code, *Item) kernel.Expr {
	return func(c *Code, it *Item) kernel.Expr {
		t, ok := intType(it, 3)
		if !ok {
			return nil
		}
		x, y := c.read(&it.Args[1], t), c.read(&it.Args[2], t)
		if t.Kind == kernel.Bool {
			return cexpr.BinaryBool(op, x, y)
		}
		return cexpr.Fold(op, x, y)
	}
}

// one is op.type d, a. not.pred is the only one on predicates.
func one(op kernel.UnaryOp) func(*Code, *Item) kernel.Expr {
	return func(c *Code, it *Item) kernel.Expr {
		t, ok := intType(it, 2)
		if !ok {
			return nil
		}
		x := c.read(&it.Args[1], t)
		if t.Kind == kernel.Bool {
			return cexpr.Unary(kernel.Not, x)
		}
		return kernel.FoldNode(&kernel.Unary{Op: op, X: x})
	}
}

// exact is an instruction that means the same as a function of kernel.Exact.
func exact(fn string, args int) func(*Code, *Item) kernel.Expr {
	return func(c *Code, it *Item) kernel.Expr {
		t, ok := intType(it, args+1)
		if !ok || !t.IsInt() {
			return nil
		}
		var values []kernel.Expr
		for i := range args {
			values = append(values, c.read(&it.Args[1+i], t))
		}
		return cexpr.Exact(fn, t, values...)
	}
}

// countBits is popc and clz, whose result has 32 bits whatever the operand has.
func countBits(fn string) func(*Code, *Item) kernel.Expr {
	return func(c *Code, it *Item) kernel.Expr {
		t, ok := intType(it, 2)
		if !ok || !t.IsInt() {
			return nil
		}
		return cexpr.Exact(fn, kernel.I32, c.read(&it.Args[1], t))
	}
}

// product is mul and mad, .lo, .hi and .wide on integers.
func product(c *Code, it *Item) kernel.Expr {
	args := 3
	if it.Op == "mad" {
		args = 4
	}
	if len(it.Mods) != 2 || len(it.Args) != args {
		return nil
	}
	t, ok := typeNamed(it.Mods[1])
	if !ok || !t.IsInt() {
		return nil
	}
	x, y := c.read(&it.Args[1], t), c.read(&it.Args[2], t)
	var e kernel.Expr
	switch it.Mods[0] {
	case "lo":
		e = cexpr.Fold(kernel.Mul, x, y)
	case "hi":
		e = cexpr.Exact("mulhi", t, x, y)
	case "wide":
		if t.Bits == 64 {
			return nil
		}
		t.Bits *= 2
		e = cexpr.Fold(kernel.Mul, cexpr.Convert(x, t), cexpr.Convert(y, t))
	default:
		return nil
	}
	if args == 4 {
		e = cexpr.Fold(kernel.Add, e, c.read(&it.Args[3], t))
	}
	return e
}

// shift differs from C's: a count beyond the width shifts everything out.
func shift(op kernel.BinaryOp) func(*Code, *Item) kernel.Expr {
	return func(c *Code, it *Item) kernel.Expr {
		t, ok := intType(it, 3)
		if !ok || !t.IsInt() {
			return nil
		}
		x, n := c.read(&it.Args[1], t), c.read(&it.Args[2], kernel.U32)
		out := kernel.Expr(kernel.NewConst(t, 0))
		if op == kernel.Shr && t.Signed {
			out = cexpr.Fold(kernel.Shr, x, cexpr.U32(int64(t.Bits-1)))
		}
		inside := cexpr.Fold(kernel.Lt, n, cexpr.U32(int64(t.Bits)))
		return kernel.FoldNode(&kernel.Cond{C: inside, X: cexpr.Fold(op, x, n), Y: out})
	}
}

// move is mov.type d, a; packing and unpacking of vectors is left open.
func move(c *Code, it *Item) kernel.Expr {
	if len(it.Mods) != 1 || len(it.Args) != 2 || it.Args[0].Form == Vector || it.Args[1].Form == Vector {
		return nil
	}
	t, ok := typeNamed(it.Mods[0])
	if !ok {
		return nil
	}
	return c.read(&it.Args[1], t)
}

// conversion is cvt.to.from between integers, without saturation.
func conversion(c *Code, it *Item) kernel.Expr {
	if len(it.Mods) != 2 || len(it.Args) != 2 {
		return nil
	}
	to, ok := typeNamed(it.Mods[0])
	from, ok2 := typeNamed(it.Mods[1])
	if !ok || !ok2 || !to.IsInt() || !from.IsInt() {
		return nil
	}
	return c.widen(&it.Args[0], cexpr.Convert(c.read(&it.Args[1], from), to))
}

// comparisons are the operators of setp on integers. lo, ls, hi and hs compare unsigned
// operands, as their type says anyway.
var comparisons = map[string]kernel.BinaryOp{"eq": kernel.Eq, "ne": kernel.Ne, "lt": kernel.Lt, "le": kernel.Le,
	"gt": kernel.Gt, "ge": kernel.Ge, "lo": kernel.Lt, "ls": kernel.Le, "hi": kernel.Gt, "hs": kernel.Ge}

// compare is setp.cmp.type p, a, b on integers.
func compare(c *Code, it *Item) kernel.Expr {
	if len(it.Mods) != 2 || len(it.Args) != 3 || it.Args[0].Form == Pair {
		return nil
	}
	op, known := comparisons[it.Mods[0]]
	t, ok := typeNamed(it.Mods[1])
	if !known || !ok || !t.IsInt() {
		return nil
	}
	return cexpr.Fold(op, c.read(&it.Args[1], t), c.read(&it.Args[2], t))
}

// selection is selp.type d, a, b, p.
func selection(c *Code, it *Item) kernel.Expr {
	if len(it.Mods) != 1 || len(it.Args) != 4 {
		return nil
	}
	t, ok := typeNamed(it.Mods[0])
	if !ok {
		return nil
	}
	x, y := c.read(&it.Args[1], t), c.read(&it.Args[2], t)
	return kernel.FoldNode(&kernel.Cond{C: c.read(&it.Args[3], kernel.BoolType), X: x, Y: y})
}

// Comparison is the operator of setp on integers.
func Comparison(name string) (kernel.BinaryOp, bool) {
	op, ok := comparisons[name]
	return op, ok
}
