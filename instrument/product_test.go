package instrument

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/boogie"
)

// What is assumed of products and quotients holds of all integers.
func TestFactsOfProductsAreTheorems(t *testing.T) {
	used := newVocabulary()
	a, b, n := boogie.V("a"), boogie.V("b"), boogie.V("n")
	facts := []boogie.Expr{
		boogie.Fn(used.rowsApart(), a, b, n), boogie.Fn(used.rowSign(), a, n), boogie.Fn(used.euclid(), a, n),
	}
	for x := int64(-7); x <= 7; x++ {
		for y := int64(-7); y <= 7; y++ {
			for z := int64(-7); z <= 7; z++ {
				for _, f := range facts {
					v := &evaluator{t: t, funcs: meanings(used), vars: map[string]*big.Int{
						"a": big.NewInt(x), "b": big.NewInt(y), "n": big.NewInt(z)}}
					require.Equal(t, 1, v.eval(f).Sign(), "%s for %d %d %d", boogie.ExprString(f), x, y, z)
				}
			}
		}
	}
}
