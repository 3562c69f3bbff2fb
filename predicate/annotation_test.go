package predicate_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
)

// stating is for (i = 0; i < 9; i++) { out[i] = 1; s }.
func stating(s kernel.Stmt) *kernel.Kernel {
	i := &kernel.Var{Name: "i", T: kernel.I32}
	return storing([]kernel.Stmt{&kernel.Assign{Dst: i, X: kernel.NewConst(kernel.I32, 0)}},
		&kernel.Binary{Op: kernel.Lt, X: kernel.Ref(i), Y: kernel.NewConst(kernel.I32, 9)}, i, s, add(i, 1))
}

// TestLoopsWithAnnotationsStay: an arbitrary iteration of each thread does not stand
// for a loop with an annotation about both threads in one iteration, or about all
// accesses so far.
func TestLoopsWithAnnotationsStay(t *testing.T) {
	a := &kernel.Array{Name: "logged", Space: kernel.Global, Elem: kernel.I32, Len: -1}
	yes := kernel.BoolConst(true)
	none := &kernel.Unary{Op: kernel.Not, X: &kernel.Accessed{Kind: kernel.WriteAccess, Array: a}}
	same := &kernel.Other{X: yes}
	for _, c := range []struct {
		s      kernel.Stmt
		covers bool
	}{
		{&kernel.Assume{Cond: yes}, true},
		{&kernel.Assert{Cond: yes}, true},
		{&kernel.Assume{Cond: none}, false},
		{&kernel.Assume{Cond: same}, false},
		{&kernel.Assert{Cond: none}, false},
		{&kernel.Assert{Cond: same}, false},
		{&kernel.Assert{Cond: yes, Global: true}, false},
		{&kernel.Barrier{ID: kernel.NewConst(kernel.I32, 0), Grid: true}, false},
	} {
		k := stating(c.s)
		_, cut := rewrite.CutLoops(k, fact.OtherBlock, false, false, nil)
		require.Equal(t, c.covers, len(cut) > 0, "%T", c.s)
		if _, asserts := c.s.(*kernel.Assert); !asserts && c.covers {
			require.False(t, hasLoop(rewrite.Accelerate(k, nil)), "%T", c.s)
		} else if !c.covers {
			require.True(t, hasLoop(rewrite.Accelerate(k, nil)), "%T", c.s)
		}
	}
}

func hasLoop(k *kernel.Kernel) bool {
	found := false
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		_, is := s.(*kernel.Loop)
		found = found || is
		return true
	})
	return found
}

// TestSplitVarsKeepsRelatedVariables: an annotation that reads another thread's
// variable means that variable wherever the other thread is, not the version at the
// annotation's place.
func TestSplitVarsKeepsRelatedVariables(t *testing.T) {
	v := &kernel.Var{Name: "v", T: kernel.I32}
	body := func(cond kernel.Expr, global bool) *kernel.Kernel {
		set := func(n int64) kernel.Stmt { return &kernel.Assign{Dst: v, X: kernel.NewConst(kernel.I32, n)} }
		use := &kernel.Assert{Cond: cond, Global: global}
		return &kernel.Kernel{Name: "k", Vars: []*kernel.Var{v}, Body: []kernel.Stmt{
			set(1), &kernel.Assert{Cond: positive(kernel.Ref(v))}, set(2), use,
		}}
	}
	require.Len(t, rewrite.SplitVars(body(positive(kernel.Ref(v)), false), nil).Vars, 2)
	require.Len(t, rewrite.SplitVars(body(positive(kernel.Ref(v)), true), nil).Vars, 1)
	require.Len(t, rewrite.SplitVars(body(positive(&kernel.Other{X: kernel.Ref(v)}), false), nil).Vars, 1)
}

func positive(x kernel.Expr) kernel.Expr {
	return &kernel.Binary{Op: kernel.Gt, X: x, Y: kernel.NewConst(kernel.I32, 0)}
}
