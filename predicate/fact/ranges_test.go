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

// TestRangesOfSlots: a slot that goes round has the range of the ring, wherever it starts.
func TestRangesOfSlots(t *testing.T) {
	more := &kernel.Var{Name: "more", T: kernel.BoolType}
	for first := int64(0); first < 4; first++ {
		s, at := &kernel.Var{Name: "s", T: kernel.U32}, kernel.NewConst(kernel.U32, 0)
		next := kernel.Bin(kernel.Add, kernel.Ref(s), kernel.NewConst(kernel.U32, 1))
		turn := func(c kernel.Expr) kernel.Expr { return &kernel.Cond{C: c, X: at, Y: next} }
		for _, x := range []kernel.Expr{
			turn(kernel.Bin(kernel.Eq, next, kernel.NewConst(kernel.U32, 4))),
			turn(kernel.Bin(kernel.Ge, next, kernel.NewConst(kernel.U32, 4))),
			&kernel.Cond{C: kernel.Bin(kernel.Lt, next, kernel.NewConst(kernel.U32, 4)), X: next, Y: at},
			&kernel.Cond{C: kernel.Bin(kernel.Ne, next, kernel.NewConst(kernel.U32, 4)), X: next, Y: at},
		} {
			k := &kernel.Kernel{Name: "k", Vars: []*kernel.Var{s}, Body: []kernel.Stmt{
				&kernel.Assign{Dst: s, X: kernel.NewConst(kernel.U32, first)},
				&kernel.Loop{Cond: kernel.Ref(more), Body: []kernel.Stmt{&kernel.Assign{Dst: s, X: x}}},
			}}
			assert.Equal(t, fact.Span(0, 3), fact.RangesOf(k, false, nil).Of(kernel.Ref(s)), "from %d, %s", first, kernel.ExprString(x))
		}
	}
	// A slot that starts outside of the ring goes on to grow.
	s := &kernel.Var{Name: "s", T: kernel.U32}
	next := kernel.Bin(kernel.Add, kernel.Ref(s), kernel.NewConst(kernel.U32, 1))
	k := &kernel.Kernel{Name: "k", Vars: []*kernel.Var{s}, Body: []kernel.Stmt{
		&kernel.Assign{Dst: s, X: kernel.NewConst(kernel.U32, 4)},
		&kernel.Loop{Cond: kernel.Ref(more), Body: []kernel.Stmt{&kernel.Assign{Dst: s,
			X: &kernel.Cond{C: kernel.Bin(kernel.Eq, next, kernel.NewConst(kernel.U32, 4)), X: kernel.NewConst(kernel.U32, 0), Y: next}}}},
	}}
	assert.Equal(t, fact.TypeRange(kernel.U32).Hi, fact.RangesOf(k, false, nil).Of(kernel.Ref(s)).Hi)
}
