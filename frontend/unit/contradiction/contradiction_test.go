package contradiction

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

func variable(name string, t kernel.Type) *kernel.VarRef {
	return &kernel.VarRef{Var: &kernel.Var{Name: name, T: t, Param: true}}
}

func TestAmong(t *testing.T) {
	n, m, u := variable("n", kernel.I32), variable("m", kernel.I32), variable("u", kernel.U32)
	i := func(v int64) kernel.Expr { return kernel.NewConst(kernel.I32, v) }
	op := func(o kernel.BinaryOp, x, y kernel.Expr) kernel.Expr { return &kernel.Binary{Op: o, X: x, Y: y} }
	wide := func(x kernel.Expr) kernel.Expr { return &kernel.Convert{T: kernel.I64, X: x} }
	for _, c := range []struct {
		name  string
		conds []kernel.Expr
		want  bool
	}{
		{"positive and negative", []kernel.Expr{op(kernel.LAnd, op(kernel.Gt, n, i(0)), op(kernel.Lt, n, i(0)))}, true},
		{"positive and small", []kernel.Expr{op(kernel.Gt, n, i(0)), op(kernel.Lt, n, i(2))}, false},
		{"nothing between", []kernel.Expr{op(kernel.Gt, n, i(0)), op(kernel.Lt, n, i(1))}, true},
		{"a circle", []kernel.Expr{op(kernel.Lt, n, m), op(kernel.Lt, m, n)}, true},
		{"equal", []kernel.Expr{op(kernel.Le, n, m), op(kernel.Le, m, n)}, false},
		{"equal and other", []kernel.Expr{op(kernel.Le, n, m), op(kernel.Le, m, n), op(kernel.Ne, n, m)}, true},
		{"one of two", []kernel.Expr{op(kernel.LOr, op(kernel.Eq, n, i(4)), op(kernel.Eq, n, i(8))), op(kernel.Eq, n, i(8))}, false},
		{"none of two", []kernel.Expr{op(kernel.LOr, op(kernel.Eq, n, i(4)), op(kernel.Eq, n, i(8))), op(kernel.Eq, n, i(9))}, true},
		{"an unsigned number below 0", []kernel.Expr{op(kernel.Lt, wide(u), kernel.NewConst(kernel.I64, 0))}, true},
		{"above the largest int", []kernel.Expr{op(kernel.Gt, wide(n), kernel.NewConst(kernel.I64, 1<<31-1))}, true},
		{"a rest that is too large", []kernel.Expr{op(kernel.Eq, op(kernel.Rem, n, i(2)), i(5))}, true},
		{"a rest below 0", []kernel.Expr{op(kernel.Eq, op(kernel.Rem, n, i(4)), i(-3))}, false},
		{"a rest of an unsigned number", []kernel.Expr{op(kernel.Gt, op(kernel.Rem, u, kernel.Unsigned(4)), kernel.Unsigned(3))}, true},
		{"two rests", []kernel.Expr{op(kernel.Eq, op(kernel.Rem, n, i(4)), i(1)), op(kernel.Eq, op(kernel.Rem, n, i(4)), i(2))}, true},
		{"rests of two numbers", []kernel.Expr{op(kernel.Eq, op(kernel.Rem, n, i(4)), i(1)), op(kernel.Eq, op(kernel.Rem, m, i(4)), i(2))}, false},
		{"what is not understood", []kernel.Expr{op(kernel.Eq, op(kernel.Mul, n, i(2)), i(5))}, false},
		{"beside what is not understood", []kernel.Expr{op(kernel.LAnd, op(kernel.Eq, op(kernel.Mul, n, i(2)), i(5)), op(kernel.Ne, n, n))}, true},
		{"not both", []kernel.Expr{&kernel.Unary{Op: kernel.Not, X: op(kernel.LOr, op(kernel.Ge, n, m), op(kernel.Lt, n, m))}}, true},
		{"nothing", nil, false},
	} {
		assert.Equal(t, c.want, Among(c.conds), c.name)
		assert.False(t, c.want && Satisfied(c.conds), c.name)
	}
}

// TestAmongOnRandomConditions holds that values which satisfy conditions are never denied.
func TestAmongOnRandomConditions(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	vars := []*kernel.VarRef{variable("a", kernel.I32), variable("b", kernel.I32), variable("c", kernel.U32)}
	for range 500 {
		var conds []kernel.Expr
		for range 1 + r.Intn(4) {
			conds = append(conds, random(r, vars, 2))
		}
		satisfied := false
		for x := int64(-3); x < 4 && !satisfied; x++ {
			for y := int64(-3); y < 4 && !satisfied; y++ {
				for z := int64(0); z < 5 && !satisfied; z++ {
					at := map[*kernel.Var]int64{vars[0].Var: x, vars[1].Var: y, vars[2].Var: z}
					satisfied = true
					for _, c := range conds {
						v, ok := kernel.Fold(kernel.MapExpr(c, func(e kernel.Expr) kernel.Expr {
							if v, ok := e.(*kernel.VarRef); ok {
								return kernel.NewConst(v.Var.T, at[v.Var])
							}
							return e
						})).(*kernel.Const)
						satisfied = satisfied && ok && v.Val != 0
					}
				}
			}
		}
		if satisfied {
			assert.False(t, Among(conds))
		}
	}
}

// TestSatisfied: values are found for conditions as launches and people have them.
func TestSatisfied(t *testing.T) {
	n, m, u, b := variable("n", kernel.I32), variable("m", kernel.I32), variable("u", kernel.U64), variable("b", kernel.BoolType)
	i := func(v int64) kernel.Expr { return kernel.NewConst(kernel.I32, v) }
	op := func(o kernel.BinaryOp, x, y kernel.Expr) kernel.Expr { return &kernel.Binary{Op: o, X: x, Y: y} }
	grid := &kernel.Builtin{Kind: kernel.GridDim}
	unsigned := func(x kernel.Expr) kernel.Expr { return &kernel.Convert{T: kernel.U32, X: x} }
	for _, c := range []struct {
		name  string
		conds []kernel.Expr
		want  bool
	}{
		{"nothing", nil, true},
		{"a grid that covers", []kernel.Expr{op(kernel.Eq, grid, unsigned(op(kernel.Div, op(kernel.Add, n, i(255)), i(256)))), op(kernel.Gt, n, i(0))}, true},
		{"multiples", []kernel.Expr{op(kernel.Eq, op(kernel.Rem, n, i(16)), i(0)), op(kernel.Eq, m, op(kernel.Mul, n, i(3))), op(kernel.Gt, n, i(64))}, true},
		{"a flag", []kernel.Expr{b, op(kernel.Eq, n, i(7))}, true},
		{"wider than its value", []kernel.Expr{op(kernel.Eq, unsigned(u), kernel.Unsigned(7))}, true},
		{"an odd square", []kernel.Expr{op(kernel.Eq, op(kernel.Mul, n, n), i(-1))}, false},
		{"a parity", []kernel.Expr{op(kernel.Eq, op(kernel.Rem, n, i(2)), i(0)), op(kernel.Eq, m, op(kernel.Add, n, i(1))), op(kernel.Eq, op(kernel.Rem, m, i(2)), i(0))}, false},
	} {
		assert.Equal(t, c.want, Satisfied(c.conds), c.name)
	}
}

func random(r *rand.Rand, vars []*kernel.VarRef, depth int) kernel.Expr {
	if depth > 0 && r.Intn(2) == 0 {
		op := []kernel.BinaryOp{kernel.LAnd, kernel.LOr, kernel.Implies}[r.Intn(3)]
		x := kernel.Expr(&kernel.Binary{Op: op, X: random(r, vars, depth-1), Y: random(r, vars, depth-1)})
		if r.Intn(4) == 0 {
			x = &kernel.Unary{Op: kernel.Not, X: x}
		}
		return x
	}
	op := []kernel.BinaryOp{kernel.Eq, kernel.Ne, kernel.Lt, kernel.Le, kernel.Gt, kernel.Ge}[r.Intn(6)]
	side := func() kernel.Expr {
		if r.Intn(2) == 0 {
			return &kernel.Convert{T: kernel.I64, X: vars[r.Intn(len(vars))]}
		}
		return kernel.NewConst(kernel.I64, int64(r.Intn(7)-3))
	}
	return &kernel.Binary{Op: op, X: side(), Y: side()}
}
