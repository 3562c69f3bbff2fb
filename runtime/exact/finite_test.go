package exact

import (
	"context"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/smallkernel"
	"gv2/runtime/weft"
	"gv2/runtime/weft/wefttest"
)

func TestEveryPowerOfTwo(t *testing.T) {
	n, x := i32()
	k := &kernel.Kernel{Params: []*kernel.Var{n}, Requires: []kernel.Expr{op(kernel.LAnd, op(kernel.Le, x, constant32(kernel.I32, 8)), powerOfTwo(x))}}
	values, ok := everyValue(k, n, nil)
	assert.True(t, ok)
	assert.ElementsMatch(t, []int64{0, 1, 2, 4, 8, -1 << 31}, values, "the sign bit alone is one bit, too")
}

func TestEveryValueThatTheBlockAllows(t *testing.T) {
	n, x := i32()
	twice := op(kernel.Mul, constant32(kernel.U32, 2), &kernel.Builtin{Kind: kernel.BlockDim})
	k := &kernel.Kernel{Params: []*kernel.Var{n}, Requires: []kernel.Expr{op(kernel.Eq, &kernel.Convert{T: kernel.U32, X: x}, twice)}}
	values, ok := everyValue(k, n, map[string]int64{claim.BlockDimX: 24})
	assert.True(t, ok)
	assert.Equal(t, []int64{48}, values)
	_, ok = everyValue(k, n, nil)
	assert.False(t, ok, "any block, any length")
}

// TestEveryValueLeavesNoneOut compares the lists with a test of each value, under
// conditions that convert between signed and unsigned.
func TestEveryValueLeavesNoneOut(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewSource(1))
	compare := []kernel.BinaryOp{kernel.Lt, kernel.Le, kernel.Gt, kernel.Ge, kernel.Eq, kernel.Ne}
	listed := 0
	for range 20000 {
		n := &kernel.Var{Name: "n", T: []kernel.Type{kernel.I32, kernel.U32}[r.Intn(2)], Param: true}
		var all []kernel.Expr
		for range 1 + r.Intn(3) {
			x := kernel.Expr(&kernel.VarRef{Var: n})
			if t := []kernel.Type{kernel.I32, kernel.U32}[r.Intn(2)]; t != n.T {
				x = &kernel.Convert{T: t, X: x}
			}
			limit := []int64{0, 1, 7, 100, 4000, 1<<31 - 1, 1 << 31, 1<<32 - 3, -5}[r.Intn(9)]
			if r.Intn(4) == 0 {
				all = append(all, powerOfTwo(x))
			} else {
				all = append(all, op(compare[r.Intn(len(compare))], x, constant32(x.Type(), limit)))
			}
		}
		k := &kernel.Kernel{Params: []*kernel.Var{n}, Requires: all}
		values, ok := everyValue(k, n, nil)
		if !ok {
			continue
		}
		listed++
		for _, v := range []int64{0, 1, 2, 3, 6, 7, 8, 64, 99, 100, 101, 4000, 4001, 1 << 20, 1<<31 - 1, 1 << 31, 1<<32 - 4, 1<<32 - 1, -1, -4, -5, -1 << 31} {
			if !fact.Fits(n.T, v) {
				continue
			}
			allowed := allowedSoFar(k, map[string]int64{"n": v})
			require.Equal(t, allowed, slices.Contains(values, v), "%v of %d", all, v)
		}
	}
	require.Greater(t, listed, 3000)
}

// TestAllValuesAreExecuted decides by execution what depends on n and is open for
// all n: proved if every value that is allowed is, else not.
func TestAllValuesAreExecuted(t *testing.T) {
	for _, racy := range []int64{-1, 4} {
		n, x := i32()
		k := smallkernel.Quiet()
		k.Params[0] = n
		k.Requires = []kernel.Expr{op(kernel.Le, x, constant32(kernel.I32, 8)), powerOfTwo(x)}
		var seen []int64
		check := func(_ context.Context, _ *kernel.Kernel, o weft.Options) (*weft.Report, error) {
			v, given := o.Params["n"]
			if !given {
				return wefttest.NotStatic("it depends on parameter n", "n"), nil
			}
			seen = append(seen, v)
			if v == racy {
				return wefttest.Saying(map[kernel.Property]weft.Verdict{kernel.DataRace: wefttest.Open("who knows")}), nil
			}
			return wefttest.Saying(nil), nil
		}
		d := decision.Begin(decision.CaseOf(context.Background(), k, decision.Options{}))
		d.By, d.Report = map[kernel.Property]*decision.Property{kernel.DataRace: {Name: kernel.DataRace, Status: claim.Unknown}}, wefttest.NotStatic("it depends on parameter n", "n")
		New(d, check).Enumerate()
		assert.ElementsMatch(t, []int64{0, 1, 2, 4, 8, -1 << 31}, seen)
		want := claim.Proved
		if racy >= 0 {
			want = claim.Unknown
		}
		assert.Equal(t, want, d.By[kernel.DataRace].Status)
	}
}

// i32 is a parameter n of that type, and its value.
func i32() (*kernel.Var, kernel.Expr) {
	n := &kernel.Var{Name: "n", T: kernel.I32, Param: true}
	return n, &kernel.VarRef{Var: n}
}

func op(o kernel.BinaryOp, x, y kernel.Expr) kernel.Expr { return &kernel.Binary{Op: o, X: x, Y: y} }

func constant32(t kernel.Type, v int64) kernel.Expr { return kernel.NewConst(t, v) }

// powerOfTwo is (n & (n - 1)) == 0.
func powerOfTwo(x kernel.Expr) kernel.Expr {
	t := x.Type()
	return op(kernel.Eq, op(kernel.And, x, op(kernel.Sub, x, constant32(t, 1))), constant32(t, 0))
}
