package folded

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

var (
	buf = &kernel.Array{Name: "buf", Space: kernel.Shared, Elem: kernel.I32, Len: 128, Scale: 1}
	bar = &kernel.Array{Name: "bar", Space: kernel.Shared, Elem: kernel.U64, Len: 128, Scale: 1}
)

func number(t kernel.Type, n int64) kernel.Expr { return kernel.NewConst(t, n) }

// copying is a loop over 16 elements, with a counter of type t, behind what sets the counter to from.
func copying(t kernel.Type, from int64, agent func(i *kernel.Var) *kernel.Agent) []kernel.Stmt {
	i := &kernel.Var{Name: "i", T: t}
	return []kernel.Stmt{
		&kernel.Assign{Dst: i, X: number(t, from)},
		&kernel.Loop{
			Cond: kernel.Op(kernel.Lt, kernel.Ref(i), number(t, 16)),
			Body: []kernel.Stmt{&kernel.Store{Acc: kernel.Access{Array: buf, Index: kernel.Widened(kernel.Ref(i)), Width: 1}, Agent: agent(i)}},
			Post: []kernel.Stmt{&kernel.Assign{Dst: i, X: kernel.Op(kernel.Add, kernel.Ref(i), number(t, 1))}},
		},
	}
}

func TestWide(t *testing.T) {
	groups := func(*kernel.Var) *kernel.Agent { return &kernel.Agent{} }
	at := func(index func(i *kernel.Var) kernel.Expr) func(i *kernel.Var) *kernel.Agent {
		return func(i *kernel.Var) *kernel.Agent {
			return &kernel.Agent{Ends: kernel.OnPhase, At: &kernel.Access{Array: bar, Index: index(i), Width: 1}}
		}
	}
	for _, c := range []struct {
		name string
		list []kernel.Stmt
		wide bool
	}{
		{"elements from the first", copying(kernel.I64, 0, groups), true},
		{"a counter that may wrap around", copying(kernel.Type{Kind: kernel.Int, Bits: 8}, 0, groups), false},
		{"elements from the third", copying(kernel.I64, 2, groups), false},
		{"one barrier for all", copying(kernel.I64, 0, at(func(*kernel.Var) kernel.Expr { return number(kernel.I64, 3) })), true},
		{"a barrier for each", copying(kernel.I64, 0, at(func(i *kernel.Var) kernel.Expr { return kernel.Ref(i) })), false},
		{"the threads' own accesses", copying(kernel.I64, 0, func(*kernel.Var) *kernel.Agent { return nil }), false},
	} {
		out := Wide(c.list)
		_, loops := out[1].(*kernel.Loop)
		assert.Equal(t, c.wide, !loops, c.name)
		if c.wide {
			assert.Equal(t, 16, kernel.Touched(out[1]).Width, c.name)
			assert.Equal(t, "i = 16;", kernel.PrintStmts(out[2:])[:7], c.name)
		}
	}
}

func TestConstants(t *testing.T) {
	v, w := &kernel.Var{Name: "v", T: kernel.I32}, &kernel.Var{Name: "w", T: kernel.I32}
	set := func(n int64) *kernel.Assign { return &kernel.Assign{Dst: v, X: number(kernel.I32, n)} }
	use := &kernel.Assign{Dst: w, X: kernel.Ref(v)}
	known := func(list ...kernel.Stmt) bool {
		out := Constants(list)
		_, constant := out[len(out)-1].(*kernel.Assign).X.(*kernel.Const)
		return constant
	}
	one := set(3)
	assert.True(t, known(set(3), use))
	assert.False(t, known(set(3), set(4), use), "set twice")
	assert.False(t, known(one, one, use), "one statement that stands twice")
	assert.False(t, known(&kernel.If{Cond: kernel.BoolConst(true), Then: []kernel.Stmt{set(3)}}, use), "set under a condition")
	assert.False(t, known(set(3), &kernel.Loop{Cond: kernel.BoolConst(true), Body: []kernel.Stmt{set(4)}}, use), "set in a loop as well")
}
