package vc

import (
	"math/big"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
)

// layouts is a program about i * s0 + j * s1 with opaque products.
const layouts = `function MUL(x: int, y: int) returns (int);
function QUOTIENT(x: int, y: int) returns (int);
function REMAINDER(x: int, y: int) returns (int);
function {:inline} DIV_BY(x: int, y: int) returns (int) { (if 0 <= x then QUOTIENT(x, y) else -QUOTIENT(-x, y)) }
const a: int;
const b: int;
const n: int;
const s0: int;
const s1: int;

procedure rows(i: int, j: int, k: int, l: int)
{
  assume 0 < s0 && MUL(s0, n) <= s1 && 0 <= i && i < n && 0 <= k && k < n && (i != k || j != l);
  assert MUL(s0, i) + MUL(j, s1) != MUL(k, s0) + MUL(s1, l);
}

procedure parts(i: int, j: int)
{
  assume 0 < a && 0 < b && 0 <= i && 0 <= j && i != j;
  assert DIV_BY(i, MUL(a, b)) != DIV_BY(j, MUL(b, a)) || REMAINDER(i, MUL(a, b)) != REMAINDER(j, MUL(b, a));
}
`

func factsOf(t *testing.T, name string) (*Condition, []*term) {
	t.Helper()
	p, err := boogie.Parse("layouts.bpl", layouts)
	require.NoError(t, err)
	m, err := New(p, Options{Operators: map[string]string{"MUL": "*", "QUOTIENT": "div", "REMAINDER": "mod"}})
	require.NoError(t, err)
	c, err := m.Condition(name)
	require.NoError(t, err)
	return c, c.productFacts([]*term{c.blocks[0].wp})
}

// TestProductFactsAreTheorems evaluates the facts for integers of all signs, with the
// operations that the functions stand for.
func TestProductFactsAreTheorems(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	for _, name := range []string{"rows", "parts"} {
		_, facts := factsOf(t, name)
		require.NotEmpty(t, facts)
		for range 2000 {
			at := map[string]*big.Int{}
			for _, f := range facts {
				v, ok := valueOf(f, at, rnd)
				if ok {
					assert.Equal(t, int64(1), v.Int64(), "%s with %v", f.op, at)
				}
			}
		}
	}
}

// valueOf is the value of a term, 0 and 1 for Booleans; false for what a division by 0
// leaves open.
func valueOf(x *term, at map[string]*big.Int, rnd *rand.Rand) (*big.Int, bool) {
	truth := func(b bool) *big.Int {
		if b {
			return big.NewInt(1)
		}
		return new(big.Int)
	}
	switch x.op {
	case opSymbol:
		if at[x.text] == nil {
			at[x.text] = big.NewInt(rnd.Int63n(9) - 4)
		}
		return at[x.text], true
	case opInt:
		return x.number(), true
	}
	var args []*big.Int
	for _, a := range x.args {
		v, ok := valueOf(a, at, rnd)
		if !ok {
			return nil, false
		}
		args = append(args, v)
	}
	switch x.op {
	case "MUL@f":
		return compute("*", args[0], args[1]), true
	case "QUOTIENT@f":
		n := compute("div", args[0], args[1])
		return n, n != nil
	case "REMAINDER@f":
		n := compute("mod", args[0], args[1])
		return n, n != nil
	case "+", "-":
		if len(args) == 1 {
			return new(big.Int).Neg(args[0]), true
		}
		return compute(x.op, args[0], args[1]), true
	case "<":
		return truth(args[0].Cmp(args[1]) < 0), true
	case "<=":
		return truth(args[0].Cmp(args[1]) <= 0), true
	case "=":
		return truth(args[0].Cmp(args[1]) == 0), true
	case "=>":
		return truth(args[0].Sign() == 0 || args[1].Sign() != 0), true
	case "and", "or":
		for _, a := range args {
			if (a.Sign() == 0) == (x.op == "and") {
				return a, true
			}
		}
		return args[0], true
	}
	panic(x.op)
}

// TestProductFactsSeeMacrosAndOrder: the quotient is in the body of a macro, and b * a is a * b.
func TestProductFactsSeeMacrosAndOrder(t *testing.T) {
	_, facts := factsOf(t, "parts")
	said := map[string]bool{}
	for _, f := range facts {
		w := newWriter(false, "d!")
		w.term(f)
		said[w.String()] = true
	}
	assert.True(t, said["(= (MUL@f b@ a@) (MUL@f a@ b@))"] || said["(= (MUL@f a@ b@) (MUL@f b@ a@))"], "%v", said)
	found := false
	for text := range said {
		found = found || text == "(=> (and (< 0 (MUL@f a@ b@)) (<= 0 i@1)) (and (<= 0 (QUOTIENT@f i@1 (MUL@f a@ b@))) (<= (QUOTIENT@f i@1 (MUL@f a@ b@)) i@1)))"
	}
	assert.True(t, found, "%v", said)
}
