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
	why := ""
	note := func(s kernel.Stmt, text string) {
		if why == "" {
			why = fmt.Sprintf("%s in line %d", text, s.Source().Pos.Line)
		}
	}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		kernel.Exprs(s, func(x kernel.Expr) {
			kernel.WalkExpr(x, func(x kernel.Expr) bool {
				if text := needsBits(x); text != "" {
					note(s, text)
				}
				return true
			})
		})
		return true
	})
	if why == "" {
		return IntArith, "every operation that matters is exact in integers"
	}
	return BVArith, why
}

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
			return "a wide shift"
		}
	case kernel.Mul:
		if c := largeFactor(x); c {
			return "a product that is meant to wrap"
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
