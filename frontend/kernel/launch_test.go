package kernel

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Conditions of kernels of clusters speak of the grid of the program.
func TestConditionsInProgram(t *testing.T) {
	l := Launch{BlockDim: [3]int{32, 1, 4}, Cluster: [3]int{4, 1, 1}, Joined: true}
	grid := func(d int) Expr { return &Builtin{Kind: GridDim, Dim: d} }
	n := Ref(&Var{Name: "n", T: U32, Param: true})
	for want, e := range map[string]Expr{
		"gridDim.x == 4":           &Binary{Op: Eq, X: grid(0), Y: Unsigned(1)},
		"8 < gridDim.x":            &Binary{Op: Lt, X: Unsigned(2), Y: grid(0)},
		"gridDim.y == 1":           &Binary{Op: Eq, X: grid(1), Y: Unsigned(1)},
		"n >= gridDim.x":           &Binary{Op: Ge, X: n, Y: &Binary{Op: Mul, X: grid(0), Y: Unsigned(4)}},
		"n >= gridDim.x * 32":      &Binary{Op: Ge, X: n, Y: &Binary{Op: Mul, X: Unsigned(128), Y: grid(0)}},
		"n >= gridDim.x / 4":       &Binary{Op: Ge, X: n, Y: grid(0)},
		"n >= 2 * (gridDim.x / 4)": &Binary{Op: Ge, X: n, Y: &Binary{Op: Mul, X: Unsigned(2), Y: grid(0)}},
	} {
		assert.Equal(t, want, ExprString(l.InProgram(e)))
	}
	l.Joined = false
	assert.Equal(t, "gridDim.x == 1", ExprString(l.InProgram(&Binary{Op: Eq, X: grid(0), Y: Unsigned(1)})))
}
