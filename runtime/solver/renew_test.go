package solver

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
)

// TestQuestionAfterExhaustedOne: a question that took all that it might takes nothing from
// the next one, in the same procedure or in another one.
func TestQuestionAfterExhaustedOne(t *testing.T) {
	z := smt(t, Z3Name)
	p, err := boogie.Parse("p.bpl", `function {:bvbuiltin "bvmul"} MUL(x: bv32, y: bv32): bv32;
procedure hard(a: bv32, b: bv32) { assert MUL(a, b) != 3735928559bv32 || a == 1bv32 || b == 1bv32; }
procedure easy(a: bv32) { assert MUL(a, 3bv32) == MUL(3bv32, a); }
`)
	require.NoError(t, err)
	for range 2 {
		a, err := z.Run(context.Background(), boogie.Print(p), Options{Resources: 3000})
		require.NoError(t, err)
		assert.Equal(t, []string{"hard"}, a.Open, a.Output)
		assert.Equal(t, 1, a.Verified, a.Output)
	}
	a, err := z.Run(context.Background(), boogie.Print(p), Options{})
	require.NoError(t, err)
	assert.Empty(t, a.Open, a.Output)
	assert.Len(t, a.Failures, 1)
}
