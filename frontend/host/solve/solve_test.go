package solve

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

func nothing() Solution {
	none := func() map[*kernel.Var]kernel.Expr { return map[*kernel.Var]kernel.Expr{} }
	return Solution{All: none(), Low: none(), Passed: none(), Own: map[*kernel.Var]string{}, Unseen: func(*kernel.Var) bool { return false }}
}

// TestSolve: what a size tells of the only variable of the host that it was computed from, and of nothing else.
func TestSolve(t *testing.T) {
	n, m := &kernel.Var{Name: "n", T: kernel.I32}, &kernel.Var{Name: "m", T: kernel.I64}
	grid := kernel.Expr(&kernel.Builtin{Kind: kernel.GridDim})
	size := cexpr.Convert(grid, kernel.I32)
	plus := func(x kernel.Expr, by int64) kernel.Expr {
		return kernel.Bin(kernel.Add, x, kernel.NewConst(x.Type(), by))
	}
	for name, c := range map[string]struct {
		x, is kernel.Expr
		of    *kernel.Var
		want  string
	}{
		"itself":            {kernel.Ref(n), size, n, "(i32)gridDim.x"},
		"a sum":             {plus(kernel.Ref(n), 3), size, n, "(i32)gridDim.x - 3"},
		"widened":           {cexpr.Convert(kernel.Ref(n), kernel.I64), cexpr.Convert(size, kernel.I64), n, "(i32)gridDim.x"},
		"a quotient":        {kernel.Bin(kernel.Div, kernel.Ref(n), kernel.NewConst(kernel.I32, 4)), size, n, ""},
		"two variables":     {kernel.Bin(kernel.Add, kernel.Ref(n), kernel.Ref(n)), size, n, ""},
		"narrowed: no more": {cexpr.Convert(kernel.Ref(m), kernel.I32), size, m, ""}, // its low bits alone
	} {
		known := nothing()
		known.Solve(c.x, c.is)
		got := Expressed(kernel.Ref(c.of), known)
		if c.want == "" {
			assert.Nil(t, got, name)
			continue
		}
		assert.NotNil(t, got, name)
		assert.Equal(t, c.want, kernel.ExprString(got), name)
	}
	known := nothing()
	known.Solve(cexpr.Convert(kernel.Ref(m), kernel.I32), size)
	assert.Equal(t, 1, known.Count(), "low bits are known")
	assert.Equal(t, "(i32)gridDim.x", kernel.ExprString(Expressed(cexpr.Convert(kernel.Ref(m), kernel.I32), known)))
}

// TestTaking: a variable is taken to be held by the parameter that it is passed to only where nothing else expresses it.
func TestTaking(t *testing.T) {
	n := &kernel.Var{Name: "n", T: kernel.I32}
	param := &kernel.Var{Name: "count", T: kernel.I32, Param: true}
	known := nothing()
	known.Take(kernel.Ref(n), param)
	assert.Nil(t, Expressed(kernel.Ref(n), known))
	more, of := known.Taking(kernel.Ref(n), nil)
	assert.Equal(t, "count", kernel.ExprString(Expressed(kernel.Ref(n), more)))
	assert.Equal(t, []string{"n"}, of.Held)
	known.Solve(kernel.Ref(n), kernel.NewConst(kernel.I32, 5))
	_, of = known.Taking(kernel.Ref(n), nil)
	assert.Empty(t, of.Held)
}

// TestBeyond: two comparisons of one value with numbers contradict each other, or need not.
func TestBeyond(t *testing.T) {
	n, m := kernel.Ref(&kernel.Var{Name: "n", T: kernel.U32}), kernel.Ref(&kernel.Var{Name: "m", T: kernel.U32})
	is := func(op kernel.BinaryOp, x kernel.Expr, k int64) kernel.Expr {
		return kernel.Bin(op, x, kernel.NewConst(kernel.U32, k))
	}
	for _, c := range []struct {
		x, c kernel.Expr
		want bool
	}{
		{is(kernel.Gt, n, 99), is(kernel.Le, n, 64), true},
		{is(kernel.Gt, n, 99), is(kernel.Le, n, 99), true},
		{is(kernel.Gt, n, 99), is(kernel.Le, n, 100), false},
		{is(kernel.Gt, n, 99), is(kernel.Lt, n, 100), true},
		{is(kernel.Gt, n, 99), is(kernel.Le, m, 64), false},
		{is(kernel.Eq, n, 0), is(kernel.Ge, n, 1), true},
		{is(kernel.Eq, n, 0), kernel.Bin(kernel.Lt, kernel.NewConst(kernel.U32, 0), n), true},
		{is(kernel.Ne, n, 0), is(kernel.Eq, n, 0), false}, // Ne is no range
		{is(kernel.Le, n, 3), is(kernel.Ge, n, 3), false},
	} {
		assert.Equal(t, c.want, Beyond(c.x, c.c), "%s, %s", kernel.ExprString(c.x), kernel.ExprString(c.c))
		assert.Equal(t, c.want, Beyond(c.c, c.x))
	}
}
