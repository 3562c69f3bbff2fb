package rewrite_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/predicate/rewrite"
)

// TestPartedConditions: of a condition around a barrier that says who goes on and whether anybody does, each becomes a branch.
func TestPartedConditions(t *testing.T) {
	n := &kernel.Var{Name: "n", T: kernel.I32, Param: true}
	x := &kernel.Var{Name: "x", T: kernel.I32}
	thread := &kernel.Convert{T: kernel.I32, X: &kernel.Builtin{Kind: kernel.ThreadIdx}}
	i32 := func(v int64) kernel.Expr { return kernel.NewConst(kernel.I32, v) }
	one, other := kernel.Bin(kernel.Eq, thread, i32(4)), kernel.Bin(kernel.Ne, thread, i32(4))
	some, none := kernel.Bin(kernel.Ge, kernel.Ref(n), i32(1)), kernel.Bin(kernel.Lt, kernel.Ref(n), i32(1))
	own := kernel.Bin(kernel.Gt, kernel.Ref(x), i32(0))
	meet := func() []kernel.Stmt { return []kernel.Stmt{&kernel.Barrier{Kind: kernel.Sync}} }
	alone := func() []kernel.Stmt { return []kernel.Stmt{&kernel.Assign{Dst: x, X: i32(1)}} }
	tests := []struct {
		what         string
		cond         kernel.Expr
		body, behind []kernel.Stmt
		outer, inner kernel.Expr // nil where the branch stays
	}{
		{"role and size", kernel.Bin(kernel.LAnd, one, some), meet(), nil, one, some},
		{"size and role", kernel.Bin(kernel.LAnd, some, one), meet(), nil, some, one},
		{"negated", kernel.Negated(kernel.Bin(kernel.LOr, other, none)), meet(), nil, one, some},
		{"what a thread knows is no size", kernel.Bin(kernel.LAnd, own, some), meet(), nil, own, some},
		{"two roles", kernel.Bin(kernel.LAnd, one, own), meet(), nil, nil, nil},
		{"two sizes", kernel.Bin(kernel.LAnd, some, none), meet(), nil, nil, nil},
		{"one or the other", kernel.Bin(kernel.LOr, one, some), meet(), nil, nil, nil},
		{"not both", kernel.Negated(kernel.Bin(kernel.LAnd, one, some)), meet(), nil, nil, nil},
		{"no barrier", kernel.Bin(kernel.LAnd, one, some), alone(), nil, nil, nil},
		{"another way", kernel.Bin(kernel.LAnd, one, some), meet(), alone(), nil, nil},
	}
	for _, tt := range tests {
		branch := &kernel.If{Cond: tt.cond, Then: tt.body, Else: tt.behind}
		k := &kernel.Kernel{Launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}}, Params: []*kernel.Var{n}, Vars: []*kernel.Var{x}, Body: []kernel.Stmt{branch}}
		got := rewrite.PartedConditions(k)
		if tt.outer == nil {
			assert.Same(t, k, got, tt.what)
			continue
		}
		outer := got.Body[0].(*kernel.If)
		inner := outer.Then[0].(*kernel.If)
		assert.Equal(t, kernel.ExprString(tt.outer), kernel.ExprString(outer.Cond), tt.what)
		assert.Equal(t, kernel.ExprString(tt.inner), kernel.ExprString(inner.Cond), tt.what)
		assert.Equal(t, tt.body, inner.Then, tt.what)
		assert.Equal(t, tt.cond, branch.Cond, "the kernel is left as it is")
	}
}
