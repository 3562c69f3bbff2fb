package fact_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

func TestParametersThatAreRelatedAreGivenTogether(t *testing.T) {
	n, m := &kernel.Var{Name: "n", T: kernel.I32, Param: true}, &kernel.Var{Name: "m", T: kernel.I32, Param: true}
	k := &kernel.Kernel{Params: []*kernel.Var{n, m}}
	sum := &kernel.Binary{Op: kernel.Add, X: &kernel.VarRef{Var: n}, Y: &kernel.VarRef{Var: m}}
	k.Requires = []kernel.Expr{&kernel.Binary{Op: kernel.Eq, X: sum, Y: &kernel.Const{T: kernel.I32, Val: 10}}}
	with, ok := fact.Satisfying(k, map[string]int64{"n": 3})
	assert.True(t, ok)
	assert.Equal(t, map[string]int64{"n": 3, "m": 7}, with)
	_, ok = fact.Satisfying(k, map[string]int64{"n": 11})
	assert.False(t, ok, "m is not found among small values")
	with, ok = fact.Satisfying(k, nil)
	assert.True(t, ok)
	assert.Empty(t, with)
}
