package interp

import (
	"math/big"
	"strconv"
	"strings"

	"gv2/boogie"
)

// exactBuiltin is SMT-LIB's meaning of an operation on bit-vectors.
func exactBuiltin(name string, f *boogie.FuncDecl, args []*big.Int) (*big.Int, int) {
	w, ok := f.Params[0].T.(boogie.BV)
	if !ok {
		return unknown, 0
	}
	bits := int(w)
	x := args[0]
	if by, found := strings.CutPrefix(name, "sign_extend "); found {
		n, err := strconv.Atoi(by)
		if err != nil {
			return unknown, 0
		}
		return lowBits(twos(x, bits), bits+n), bits + n
	}
	if by, found := strings.CutPrefix(name, "zero_extend "); found {
		n, err := strconv.Atoi(by)
		if err != nil {
			return unknown, 0
		}
		return x, bits + n
	}
	switch name {
	case "bvneg":
		return lowBits(x.Neg(x), bits), bits
	case "bvnot":
		return lowBits(x.Not(x), bits), bits
	}
	if len(args) != 2 {
		return unknown, 0
	}
	y := args[1]
	if n := exactCompare(name, x, y, bits); n != nil {
		return n, 0
	}
	if n := exactBitOp(name, x, y, bits); n != nil {
		return lowBits(n, bits), bits
	}
	return unknown, 0
}

// twos reads a pattern as two's complement.
func twos(n *big.Int, bits int) *big.Int {
	if n.Bit(bits-1) == 0 {
		return new(big.Int).Set(n)
	}
	return new(big.Int).Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(bits)))
}

// exactCompare is nil for what is no comparison. Those of the names bvs compare the patterns
// as two's complement.
func exactCompare(name string, x, y *big.Int, bits int) *big.Int {
	c := x.Cmp(y)
	if strings.HasPrefix(name, "bvs") {
		c = twos(x, bits).Cmp(twos(y, bits))
	}
	holds := false
	switch name {
	case "bvult", "bvslt":
		holds = c < 0
	case "bvule", "bvsle":
		holds = c <= 0
	case "bvugt", "bvsgt":
		holds = c > 0
	case "bvuge", "bvsge":
		holds = c >= 0
	default:
		return nil
	}
	return big.NewInt(truth(holds))
}

// exactBitOp is nil for what it does not know; the caller cuts the result to its width.
// Division by zero has a value in SMT-LIB: all ones without a sign, with one the value that
// makes the quotient's sign right (1 for a negative dividend, -1 for others); a remainder
// by zero is the dividend. The prover may rely on that, and so this must not call it
// unknown.
func exactBitOp(name string, x, y *big.Int, bits int) *big.Int {
	z := new(big.Int)
	sx, sy := twos(x, bits), twos(y, bits)
	switch name {
	case "bvadd":
		return z.Add(x, y)
	case "bvsub":
		return z.Sub(x, y)
	case "bvmul":
		return z.Mul(x, y)
	case "bvand":
		return z.And(x, y)
	case "bvor":
		return z.Or(x, y)
	case "bvxor":
		return z.Xor(x, y)
	case "bvshl", "bvlshr", "bvashr":
		return exactShift(name, x, y, bits)
	case "bvudiv":
		if y.Sign() == 0 {
			return z.SetInt64(-1)
		}
		return z.Div(x, y)
	case "bvurem":
		if y.Sign() == 0 {
			return x
		}
		return z.Mod(x, y)
	case "bvsdiv":
		if y.Sign() == 0 {
			return z.SetInt64(2*truth(sx.Sign() < 0) - 1)
		}
		return z.Quo(sx, sy)
	case "bvsrem":
		if y.Sign() == 0 {
			return x
		}
		return z.Rem(sx, sy)
	case "bvsmod":
		if y.Sign() == 0 {
			return x
		}
		if z.Rem(sx, sy); z.Sign() != 0 && z.Sign() != sy.Sign() {
			z.Add(z, sy)
		}
		return z
	}
	return nil
}

// exactShift shifts by any amount: by the width or more nothing is left but the sign, and
// so a huge amount need not be shifted by.
func exactShift(name string, x, y *big.Int, bits int) *big.Int {
	n := uint(bits)
	if y.IsUint64() && y.Uint64() < uint64(bits) {
		n = uint(y.Uint64())
	}
	z := new(big.Int)
	switch name {
	case "bvshl":
		return z.Lsh(x, n)
	case "bvlshr":
		return z.Rsh(x, n)
	}
	return z.Rsh(twos(x, bits), n)
}
