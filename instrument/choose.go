package instrument

import (
	"fmt"
	"math/bits"

	"gv2/frontend/kernel"
)

// chooseArith decides between the two models of integers for a kernel that has
// been sliced: mathematical integers unless something that matters has no exact
// form in them.
func chooseArith(k *kernel.Kernel, want Arith) (Arith, string) {
	if want != AutoArith {
		return want, "as asked for"
	}
	if why := findInteger(k, needsBits); why != "" {
		return BVArith, why
	}
	return IntArith, "every operation that matters is exact in integers"
}

// otherArith is the model to ask where the chosen one leaves something open;
// AutoArith for none. Bit-vectors can always be asked. Integers say nothing about
// a kernel in which something is meant to wrap: that nothing does is what their
// proofs assume. Other bit operations are uninterpreted in them, so that their
// proofs hold and what they refute may not happen.
func otherArith(k *kernel.Kernel, chosen Arith) Arith {
	if chosen == IntArith {
		return BVArith
	}
	if findInteger(k, wraps) != "" {
		return AutoArith
	}
	return IntArith
}

// findInteger describes the first expression that is says something about, with
// its line.
func findInteger(k *kernel.Kernel, is func(kernel.Expr) string) string {
	found := ""
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		kernel.Exprs(s, func(x kernel.Expr) {
			kernel.WalkExpr(x, func(x kernel.Expr) bool {
				if text := is(x); text != "" && found == "" {
					found = fmt.Sprintf("%s in line %d", text, s.Source().Pos.Line)
				}
				return found == ""
			})
		})
		return found == ""
	})
	return found
}

// wraps names the operation at the root of x if losing its upper bits is what it
// is for.
func wraps(x kernel.Expr) string {
	b, ok := x.(*kernel.Binary)
	if !ok || b.Type().Kind != kernel.Int {
		return ""
	}
	if text := needsBitsBinary(b); text == wideShiftText || text == wrappingProductText {
		return text
	}
	return ""
}

const (
	wideShiftText       = "a wide shift"
	wrappingProductText = "a product that is meant to wrap"
)

// needsBits names the operation at the root of x if only bit-vectors give it its
// meaning.
func needsBits(x kernel.Expr) string {
	switch x := x.(type) {
	case *kernel.Binary:
		if x.Type().Kind == kernel.Int {
			return needsBitsBinary(x)
		}
	case *kernel.Call:
		if x.T.Kind == kernel.Int && allInts(x.Args) {
			switch x.Fn {
			case "popc", "brev", "mul24", "umul24":
				return x.Fn
			}
		}
	}
	return ""
}

func allInts(args []kernel.Expr) bool {
	for _, a := range args {
		if a.Type().Kind != kernel.Int {
			return false
		}
	}
	return true
}

// wideShift is the least constant left shift that is taken as packing bits and
// not as a product.
const wideShift = 16

func needsBitsBinary(x *kernel.Binary) string {
	switch x.Op {
	case kernel.And, kernel.Or, kernel.Xor:
		if !exactBits(x) {
			return "a bit operation on two values"
		}
	case kernel.Shl, kernel.Shr:
		c, ok := x.Y.(*kernel.Const)
		if !ok {
			return "a shift by a variable"
		}
		if x.Op == kernel.Shl && c.Val >= wideShift && x.Type().Bits == 32 {
			return wideShiftText
		}
	case kernel.Mul:
		if c := largeFactor(x); c {
			return wrappingProductText
		}
	}
	return ""
}

// largeFactor reports an unsigned product with a constant as large as hash
// functions use.
func largeFactor(x *kernel.Binary) bool {
	_, c, ok := constOperand(x)
	return ok && !x.Type().Signed && bits.Len64(uint64(c)) > x.Type().Bits/2+8
}
