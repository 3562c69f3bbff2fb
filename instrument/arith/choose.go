package arith

import (
	"fmt"

	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

// ModelOf is the model that was chosen.
func ModelOf(chosen key.Arith) Model {
	if chosen == key.BVArith {
		return bvArith{}
	}
	return intArith{}
}

// Choose decides between the two models of integers for a kernel that has
// been sliced: mathematical integers unless something that matters has no exact
// form in them.
func Choose(k *kernel.Kernel, want key.Arith) (key.Arith, string) {
	if want != key.AutoArith {
		return want, "as asked for"
	}
	if why := findInteger(k, needsBits); why != "" {
		return key.BVArith, why
	}
	return key.IntArith, "every operation that matters is exact in integers"
}

// Other is the model to ask where the chosen one leaves something open;
// AutoArith for none. Bit-vectors can always be asked. Integers can be asked about
// bit operations, which are uninterpreted functions then, so that proofs hold and
// what is refuted need not happen. But proofs with integers assume that unsigned
// sums and products do not wrap, and code that computes with bits may intend
// them to: integers are asked only where no bit operation has to do with one
// that could.
func Other(k *kernel.Kernel, chosen key.Arith, r *fact.Ranges) key.Arith {
	switch {
	case chosen == key.IntArith:
		return key.BVArith
	case wrapsForBits(k, r) != "":
		return key.AutoArith
	}
	return key.IntArith
}

// Arbitrary reports whether k has operations that are arbitrary functions in the chosen model.
func Arbitrary(k *kernel.Kernel, chosen key.Arith) bool {
	return chosen == key.IntArith && findInteger(k, needsBits) != ""
}

// Multiplies reports whether k multiplies two values of which none is a constant: bit-vectors take the prover
// far longer there than integers.
func Multiplies(k *kernel.Kernel) bool {
	return findInteger(k, func(x kernel.Expr) string {
		if b, is := x.(*kernel.Binary); is && b.Op == kernel.Mul && b.Type().Kind == kernel.Int && !IsConstant(b.X) && !IsConstant(b.Y) {
			return "a product"
		}
		return ""
	}) != ""
}

// findInteger describes the first expression for which is gives a reason, with its line.
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

// needsBits names the operation at the root of x if only bit-vectors give it its
// meaning.
func needsBits(x kernel.Expr) string {
	switch x := x.(type) {
	case *kernel.Binary:
		if x.Type().Kind == kernel.Int {
			return needsBitsBinary(x)
		}
	case *kernel.Call:
		switch x.Fn {
		case "min", "max", "abs":
			// Integers have them, too.
		default:
			if kernel.HasForm(x) {
				return x.Fn
			}
		}
	default:
		// Others mean the same to integers and bit-vectors.
	}
	return ""
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
		if c := fact.LargeFactor(x); c {
			return "a product that is meant to wrap"
		}
	}
	return ""
}
