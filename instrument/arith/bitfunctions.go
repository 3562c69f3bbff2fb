package arith

import (
	"fmt"

	"gv2/boogie"
)

// Integer functions that are defined by the bits of their argument, for the
// bit-vector encoding. Their meaning is that of kernel.Exact.

// bitFunction declares a function of one bit-vector and applies it.
func (v *Vocabulary) bitFunction(name string, from, to int, x boogie.Expr, body func(bit func(int) boogie.Expr) boogie.Expr) boogie.Expr {
	full := fmt.Sprintf("BV%d_%s%d", from, name, to)
	if _, ok := v.funcs[full]; !ok {
		bit := func(i int) boogie.Expr { return &boogie.Extract{X: boogie.V("x"), Hi: i + 1, Lo: i} }
		v.define(full, boogie.BV(to), []boogie.Var{{Name: "x", T: boogie.BV(from)}}, body(bit))
	}
	return boogie.Fn(full, x)
}

// popCount is the number of ones of x, as a sum of its bits.
func (v *Vocabulary) popCount(from, to int, x boogie.Expr) boogie.Expr {
	return v.bitFunction("POPC", from, to, x, func(bit func(int) boogie.Expr) boogie.Expr {
		var total boogie.Expr
		for i := 0; i < from; i++ {
			one := boogie.Op("++", BVConst(0, to-1), bit(i))
			if total == nil {
				total = one
			} else {
				total = v.BV("add", to, total, one)
			}
		}
		return total
	})
}

// reversed is x with its bits in reverse order.
func (v *Vocabulary) reversed(width int, x boogie.Expr) boogie.Expr {
	return v.bitFunction("BREV", width, width, x, func(bit func(int) boogie.Expr) boogie.Expr {
		out := bit(0)
		for i := 1; i < width; i++ {
			out = boogie.Op("++", out, bit(i))
		}
		return out
	})
}

// leadingZeros is the number of zeros above the highest one of x.
func (v *Vocabulary) leadingZeros(from, to int, x boogie.Expr) boogie.Expr {
	return v.bitFunction("CLZ", from, to, x, func(bit func(int) boogie.Expr) boogie.Expr {
		var out boogie.Expr = BVConst(int64(from), to)
		for i := 0; i < from; i++ {
			out = boogie.If3(boogie.Eq(bit(i), BVConst(1, 1)), BVConst(int64(from-1-i), to), out)
		}
		return out
	})
}

// firstOne is one more than the position of the lowest one of x, 0 if there is
// none.
func (v *Vocabulary) firstOne(from, to int, x boogie.Expr) boogie.Expr {
	return v.bitFunction("FFS", from, to, x, func(bit func(int) boogie.Expr) boogie.Expr {
		var out boogie.Expr = BVConst(0, to)
		for i := from - 1; i >= 0; i-- {
			out = boogie.If3(boogie.Eq(bit(i), BVConst(1, 1)), BVConst(int64(i+1), to), out)
		}
		return out
	})
}
