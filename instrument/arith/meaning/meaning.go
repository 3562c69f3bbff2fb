// Package meaning computes closed Boogie expressions for tests of the encoding. It is
// written from the definition of the language and shares nothing with the encoder or
// with boogie/interp, so that an error in one of them shows.
package meaning

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/boogie"
)

// Evaluator computes closed expressions: integers are mathematical, div and mod
// Euclidean, bit-vectors unsigned patterns.
type Evaluator struct {
	t     *testing.T
	vars  map[string]*big.Int
	funcs map[string]*boogie.FuncDecl
	width int // of the last bit-vector result
	// Opaque is set where an uninterpreted function decided something.
	Opaque bool
	// Opaques is what uninterpreted functions of two integers stand for, nil for nothing.
	Opaques func(x, y *big.Int) *big.Int
}

// New is an evaluator for expressions over the variables and the functions declared.
func New(t *testing.T, vars map[string]*big.Int, decls []boogie.Decl) *Evaluator {
	v := &Evaluator{t: t, vars: vars, funcs: map[string]*boogie.FuncDecl{}}
	for _, d := range decls {
		if f, ok := d.(*boogie.FuncDecl); ok {
			v.funcs[f.Name] = f
		}
	}
	return v
}

func truthInt(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}

// Eval is the value of x, 0 or 1 for a truth value.
func (v *Evaluator) Eval(x boogie.Expr) *big.Int {
	switch x := x.(type) {
	case *boogie.IntLit:
		n, ok := new(big.Int).SetString(x.Text, 10)
		require.True(v.t, ok)
		return n
	case *boogie.BVLit:
		v.width = x.Bits
		return new(big.Int).SetUint64(x.Val)
	case *boogie.BoolLit:
		return truthInt(x.Val)
	case *boogie.Id:
		n, ok := v.vars[x.Name]
		require.True(v.t, ok, x.Name)
		return n
	case *boogie.Unary:
		if x.Op == "!" {
			return truthInt(v.Eval(x.X).Sign() == 0)
		}
		return new(big.Int).Neg(v.Eval(x.X))
	case *boogie.Ite:
		if v.Eval(x.C).Sign() != 0 {
			return v.Eval(x.X)
		}
		return v.Eval(x.Y)
	case *boogie.Extract:
		n := new(big.Int).Rsh(v.Eval(x.X), uint(x.Lo))
		return LowBits(n, x.Hi-x.Lo)
	case *boogie.Binary:
		return v.binary(x)
	case *boogie.App:
		return v.apply(x)
	}
	require.Fail(v.t, fmt.Sprintf("%T", x))
	return nil
}

// LowBits is n modulo 2^bits.
func LowBits(n *big.Int, bits int) *big.Int {
	m := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	return new(big.Int).Mod(n, m)
}

func (v *Evaluator) binary(x *boogie.Binary) *big.Int {
	a, b := v.Eval(x.X), v.Eval(x.Y)
	switch x.Op {
	case "&&":
		return truthInt(a.Sign() != 0 && b.Sign() != 0)
	case "||":
		return truthInt(a.Sign() != 0 || b.Sign() != 0)
	case "==>":
		return truthInt(a.Sign() == 0 || b.Sign() != 0)
	case "==":
		return truthInt(a.Cmp(b) == 0)
	case "!=":
		return truthInt(a.Cmp(b) != 0)
	case "<":
		return truthInt(a.Cmp(b) < 0)
	case "<=":
		return truthInt(a.Cmp(b) <= 0)
	case ">":
		return truthInt(a.Cmp(b) > 0)
	case ">=":
		return truthInt(a.Cmp(b) >= 0)
	case "+":
		return new(big.Int).Add(a, b)
	case "-":
		return new(big.Int).Sub(a, b)
	case "*":
		return new(big.Int).Mul(a, b)
	case "div", "mod":
		if b.Sign() == 0 {
			v.Opaque = true
			return new(big.Int)
		}
	}
	switch x.Op {
	case "div":
		return new(big.Int).Div(a, b) // Euclidean in package big
	case "mod":
		return new(big.Int).Mod(a, b)
	case "++":
		if low, ok := x.Y.(*boogie.Extract); ok {
			return new(big.Int).Or(new(big.Int).Lsh(a, uint(low.Hi-low.Lo)), b)
		}
		// Everything else that is printed with ++ extends by zeros.
		require.Zero(v.t, a.Sign())
		return b
	}
	require.Fail(v.t, x.Op)
	return nil
}

func (v *Evaluator) apply(x *boogie.App) *big.Int {
	f := v.funcs[x.F]
	require.NotNil(v.t, f, x.F)
	args := make([]*big.Int, len(x.Args))
	for i, a := range x.Args {
		args[i] = v.Eval(a)
	}
	if f.Body != nil {
		inner := &Evaluator{t: v.t, vars: map[string]*big.Int{}, funcs: v.funcs, Opaques: v.Opaques}
		for i, p := range f.Params {
			inner.vars[p.Name] = args[i]
		}
		got := inner.Eval(f.Body)
		v.Opaque = v.Opaque || inner.Opaque
		return got
	}
	if len(f.Attrs) == 0 && len(args) == 2 && v.Opaques != nil {
		return v.Opaques(args[0], args[1])
	}
	if len(f.Attrs) == 0 {
		v.Opaque = true
		return new(big.Int)
	}
	bits := int(f.Params[0].T.(boogie.BV))
	return v.builtin(f.Attrs[0].Args[0].(string), bits, args)
}

func asSigned(n *big.Int, bits int) *big.Int {
	if n.Bit(bits-1) == 1 {
		return new(big.Int).Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(bits)))
	}
	return n
}

// builtin is SMT-LIB's meaning of a bit-vector operation.
func (v *Evaluator) builtin(op string, bits int, args []*big.Int) *big.Int {
	if strings.HasPrefix(op, "sign_extend ") {
		var by int
		_, err := fmt.Sscanf(op, "sign_extend %d", &by)
		require.NoError(v.t, err)
		return LowBits(asSigned(args[0], bits), bits+by)
	}
	a := args[0]
	if len(args) == 1 {
		if op == "bvneg" {
			return LowBits(new(big.Int).Neg(a), bits)
		}
		return LowBits(new(big.Int).Not(a), bits)
	}
	b := args[1]
	sa, sb := asSigned(a, bits), asSigned(b, bits)
	z := new(big.Int)
	switch op {
	case "bvadd":
		z.Add(a, b)
	case "bvsub":
		z.Sub(a, b)
	case "bvmul":
		z.Mul(a, b)
	case "bvsdiv":
		z.Quo(sa, sb)
	case "bvudiv":
		z.Quo(a, b)
	case "bvsrem":
		z.Rem(sa, sb)
	case "bvurem":
		z.Rem(a, b)
	case "bvand":
		z.And(a, b)
	case "bvor":
		z.Or(a, b)
	case "bvxor":
		z.Xor(a, b)
	case "bvshl":
		z.Lsh(a, uint(b.Uint64()))
	case "bvlshr":
		z.Rsh(a, uint(b.Uint64()))
	case "bvashr":
		z.Rsh(sa, uint(b.Uint64()))
	case "bvslt":
		return truthInt(sa.Cmp(sb) < 0)
	case "bvsle":
		return truthInt(sa.Cmp(sb) <= 0)
	case "bvsgt":
		return truthInt(sa.Cmp(sb) > 0)
	case "bvsge":
		return truthInt(sa.Cmp(sb) >= 0)
	case "bvult":
		return truthInt(a.Cmp(b) < 0)
	case "bvule":
		return truthInt(a.Cmp(b) <= 0)
	case "bvugt":
		return truthInt(a.Cmp(b) > 0)
	case "bvuge":
		return truthInt(a.Cmp(b) >= 0)
	default:
		require.Fail(v.t, op)
	}
	return LowBits(z, bits)
}
