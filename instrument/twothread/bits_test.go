package twothread

import (
	"math/big"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/arith/meaning"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

// What is assumed of bit operations holds of all integers of their type.
func TestFactsOfBitOperationsAreTheorems(t *testing.T) {
	rng := rand.New(rand.NewSource(11))
	number := func(of kernel.Type) int64 {
		v := int64(rng.Uint64()) >> (64 - of.Bits + rng.Intn(of.Bits))
		if rng.Intn(4) == 0 {
			v = int64(rng.Intn(9)) - 4
		}
		return of.Wrap(v)
	}
	for _, of := range []kernel.Type{kernel.I32, kernel.U32, kernel.I64} {
		for _, op := range []kernel.BinaryOp{kernel.And, kernel.Or, kernel.Xor, kernel.Shr} {
			x, y := &kernel.Var{Name: "x", T: of}, &kernel.Var{Name: "y", T: of}
			e := &arith.Encoder{Names: arith.NewNames(&kernel.Kernel{Vars: []*kernel.Var{x, y}}), Pair: fact.SameBlock, Model: arith.ModelOf(key.IntArith), Used: arith.NewVocabulary(), Locals: map[string]boogie.Type{}}
			b := &kernel.Binary{Op: op, X: kernel.Ref(x), Y: kernel.Ref(y)}
			facts := e.BitFacts(b, 1, []int64{1, 2, 8, 64, 1 << 20})
			facts = append(facts, e.BitFacts(b, 2, []int64{4})...)
			if op == kernel.Xor {
				facts = append(facts, e.BitsApart(b, b))
			}
			bit := func(v, w *big.Int) *big.Int {
				c := kernel.Fold(kernel.Bin(op, kernel.NewConst(of, v.Int64()), kernel.NewConst(of, w.Int64()))).(*kernel.Const)
				return big.NewInt(c.Val)
			}
			for range 400 {
				values := map[string]*big.Int{}
				for name := range e.Locals {
					values[name] = big.NewInt(number(of))
				}
				if op == kernel.Shr {
					values["y$1"], values["y$2"] = big.NewInt(int64(rng.Intn(of.Bits))), big.NewInt(int64(rng.Intn(of.Bits)))
				}
				if rng.Intn(2) == 0 {
					values["y$2"] = values["y$1"]
				}
				for _, f := range facts {
					v := meaning.New(t, values, e.Used.Decls())
					v.Opaques = bit
					require.Equal(t, 1, v.Eval(f).Sign(), "%s for %v", boogie.ExprString(f), values)
				}
			}
		}
	}
}

// A fact that is none is seen by this test.
func TestFactsOfBitOperationsCanFail(t *testing.T) {
	x, y := boogie.V("x"), boogie.V("y")
	v := meaning.New(t, map[string]*big.Int{"x": big.NewInt(3), "y": big.NewInt(1)}, []boogie.Decl{
		&boogie.FuncDecl{Name: "XOR", Params: []boogie.Var{{Name: "x0", T: boogie.Int}, {Name: "x1", T: boogie.Int}}, Result: boogie.Int}})
	v.Opaques = func(a, b *big.Int) *big.Int { return new(big.Int).Xor(a, b) }
	require.Equal(t, 0, v.Eval(boogie.Op("<=", x, boogie.Fn("XOR", x, y))).Sign())
}
