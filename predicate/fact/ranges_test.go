package fact_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// TestRangesOfWhatLoopsChange: a counter from 0 is not negative, but with the user's
// invariants alone its range is unknown; a variable assigned once keeps its range.
func TestRangesOfWhatLoopsChange(t *testing.T) {
	i := &kernel.Var{Name: "i", T: kernel.I32}
	half := &kernel.Var{Name: "half", T: kernel.I32}
	n := &kernel.Var{Name: "n", T: kernel.I32, Param: true}
	at := &kernel.VarRef{Var: i}
	k := &kernel.Kernel{Name: "k", Params: []*kernel.Var{n}, Vars: []*kernel.Var{i, half}, Body: []kernel.Stmt{
		&kernel.Assign{Dst: i, X: kernel.NewConst(kernel.I32, 0)},
		&kernel.Assign{Dst: half, X: kernel.NewConst(kernel.I32, 16)},
		&kernel.Loop{Cond: &kernel.Binary{Op: kernel.Lt, X: at, Y: &kernel.VarRef{Var: n}},
			Post: []kernel.Stmt{&kernel.Assign{Dst: i, X: &kernel.Binary{Op: kernel.Add, X: at, Y: kernel.NewConst(kernel.I32, 16)}}}},
	}}
	assert.Equal(t, int64(0), fact.RangesOf(k, false, nil).Of(at).Lo)
	stated := fact.RangesOf(k, true, nil)
	assert.Equal(t, fact.TypeRange(kernel.I32), stated.Of(at))
	assert.Equal(t, fact.Span(16, 16), stated.Of(&kernel.VarRef{Var: half}))
}
