package annotation

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
)

// sized are random numbers of bytes, over an int, an unsigned and a size_t.
type sized struct {
	*rand.Rand
	params []*kernel.Var
}

func (r sized) bytes(t kernel.Type, depth int) kernel.Expr {
	if depth > 0 {
		x, y := r.bytes(t, depth-1), r.bytes(t, depth-1)
		switch r.IntN(5) {
		case 0:
			return &kernel.Binary{Op: kernel.Add, X: x, Y: y}
		case 1, 2:
			return &kernel.Binary{Op: kernel.Mul, X: x, Y: y}
		case 3:
			if t == kernel.U64 {
				return &kernel.Convert{T: t, X: r.bytes([]kernel.Type{kernel.I32, kernel.U32}[r.IntN(2)], depth-1)}
			}
		}
	}
	for _, p := range r.params {
		if p.T == t && r.IntN(2) == 0 {
			return kernel.Ref(p)
		}
	}
	return kernel.NewConst(t, []int64{1, 3, 4, 8, 12, 16}[r.IntN(6)])
}

// overflows reports whether signed arithmetic leaves its type, which C++ does not define.
func overflows(x kernel.Expr, value func(kernel.Expr) int64) bool {
	found := false
	kernel.WalkExpr(x, func(e kernel.Expr) bool {
		if b, is := e.(*kernel.Binary); is && b.Type() == kernel.I32 {
			v := value(b.X) * value(b.Y)
			if b.Op == kernel.Add {
				v = value(b.X) + value(b.Y)
			}
			found = found || v != int64(int32(v))
		}
		return !found
	})
	return found
}

// TestElementsOfBytes: as many as the bytes hold, for all values with which so much memory exists.
func TestElementsOfBytes(t *testing.T) {
	params := []*kernel.Var{{Name: "n", T: kernel.I32, Param: true}, {Name: "u", T: kernel.U32, Param: true}, {Name: "s", T: kernel.U64, Param: true}}
	values := []int64{0, 1, 2, 3, 5, 16, 1000, 65537, 1 << 20, 1<<31 - 1, -1, -7}
	compared, short := 0, 0
	for seed := range uint64(400) {
		r := sized{rand.New(rand.NewPCG(seed, 5)), params}
		bytes := r.bytes(kernel.U64, 3)
		size := []int64{1, 2, 4, 8, 16}[r.IntN(5)]
		count := elements(bytes, size)
		require.Equal(t, kernel.I64, count.Type())
		if divided(bytes, size) != nil {
			short++
		}
		for range 60 {
			at := map[*kernel.Var]int64{params[0]: values[r.IntN(len(values))], params[1]: values[r.IntN(10)], params[2]: values[r.IntN(10)] << r.IntN(40)}
			value := func(x kernel.Expr) int64 {
				c, ok := kernel.Fold(kernel.MapExpr(x, func(e kernel.Expr) kernel.Expr {
					if v, is := e.(*kernel.VarRef); is {
						return kernel.NewConst(v.Var.T, at[v.Var])
					}
					return e
				})).(*kernel.Const)
				require.True(t, ok, kernel.ExprString(x))
				return c.Val
			}
			if overflows(bytes, value) {
				continue
			}
			if given := value(bytes); given >= 0 && given < 1<<47 {
				compared++
				require.Equal(t, given/size, value(count), "%s in elements of %d: %s with %v", kernel.ExprString(bytes), size, kernel.ExprString(count), at)
			}
		}
	}
	assert.Greater(t, compared, 5000)
	assert.Greater(t, short, 30)
}
