package fact_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// TestGeometric: a loop is geometric if its own counter doubles, not that of a
// loop inside it.
func TestGeometric(t *testing.T) {
	times := func(v *kernel.Var, by int64) kernel.Stmt {
		return &kernel.Assign{Dst: v, X: &kernel.Binary{Op: kernel.Mul, X: kernel.Ref(v), Y: kernel.NewConst(kernel.I32, by)}}
	}
	plus := func(v *kernel.Var) kernel.Stmt {
		return &kernel.Assign{Dst: v, X: &kernel.Binary{Op: kernel.Add, X: kernel.Ref(v), Y: kernel.NewConst(kernel.I32, 1)}}
	}
	i, d := &kernel.Var{Name: "i", T: kernel.I32}, &kernel.Var{Name: "d", T: kernel.I32}
	doubling := &kernel.Loop{Post: []kernel.Stmt{times(d, 2)}}
	require.True(t, fact.Geometric(doubling))
	require.True(t, fact.Geometric(&kernel.Loop{Body: []kernel.Stmt{times(d, 2)}, Post: []kernel.Stmt{plus(i)}}))
	require.False(t, fact.Geometric(&kernel.Loop{Body: []kernel.Stmt{doubling}, Post: []kernel.Stmt{plus(i)}}))
}
