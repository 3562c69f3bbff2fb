package fact_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// TestMasksOfThoseWhoCome: the mask from __activemask() is correct after it in the
// same list of statements, but not under a further condition, or if a thread may
// have left in between.
func TestMasksOfThoseWhoCome(t *testing.T) {
	mask := &kernel.Var{Name: "mask", T: kernel.U32}
	copied := &kernel.Var{Name: "copied", T: kernel.U32}
	thread := &kernel.Builtin{Kind: kernel.ThreadIdx}
	odd := func(n int64) kernel.Expr {
		return &kernel.Binary{Op: kernel.Eq, X: thread, Y: kernel.NewConst(kernel.U32, n)}
	}
	sync := func(v *kernel.Var) *kernel.WarpSync { return &kernel.WarpSync{Mask: &kernel.VarRef{Var: v}} }
	active := &kernel.Vote{Op: kernel.ActiveMask, Dst: mask}
	store := &kernel.Assign{Dst: copied, X: &kernel.VarRef{Var: mask}}
	for _, c := range []struct {
		name  string
		split bool
		in    []kernel.Stmt
	}{
		{"right behind", false, []kernel.Stmt{active, sync(mask)}},
		{"through a variable", false, []kernel.Stmt{active, store, sync(copied)}},
		{"behind a branch", false, []kernel.Stmt{active, &kernel.If{Cond: odd(3), Then: []kernel.Stmt{&kernel.Havoc{Dst: copied}}}, sync(mask)}},
		{"in a branch", true, []kernel.Stmt{active, &kernel.If{Cond: odd(3), Then: []kernel.Stmt{sync(mask)}}}},
		{"one has left", true, []kernel.Stmt{active, &kernel.If{Cond: odd(3), Then: []kernel.Stmt{&kernel.Return{}}}, sync(mask)}},
		{"changed since", true, []kernel.Stmt{active, store, &kernel.Assign{Dst: copied, X: kernel.NewConst(kernel.U32, 7)}, sync(copied)}},
	} {
		k := &kernel.Kernel{Name: "k", Vars: []*kernel.Var{mask, copied}, Launch: kernel.Launch{BlockDim: [3]int{32, 1, 1}, GridDim: [3]int{1, 1, 1}},
			Body: []kernel.Stmt{&kernel.If{Cond: odd(5), Then: c.in}}}
		assert.Equal(t, c.split, len(fact.SplitWarpFunctions(k)) > 0, c.name)
	}
}
