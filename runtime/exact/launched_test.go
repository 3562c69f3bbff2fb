package exact

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/smallkernel"
	"gv2/runtime/weft"
	"gv2/runtime/weft/wefttest"
)

// TestLaunchesMeetRelations: the launches that are executed are small, and those that the kernel's
// conditions allow. One that has a fault ends the search.
func TestLaunchesMeetRelations(t *testing.T) {
	n, x := i32()
	m := &kernel.Var{Name: "m", T: kernel.I32, Param: true}
	tiles := &kernel.Binary{Op: kernel.Div, X: op(kernel.Add, x, constant32(kernel.I32, 15)), Y: constant32(kernel.I32, 16)}
	rows := op(kernel.Div, &kernel.Convert{T: kernel.U32, X: &kernel.VarRef{Var: m}}, constant32(kernel.U32, 16))
	grid := func(d int, size kernel.Expr) *kernel.Assume {
		return &kernel.Assume{Cond: op(kernel.Eq, &kernel.Builtin{Kind: kernel.GridDim, Dim: d}, size)}
	}
	launches := func(faulty int64, more ...kernel.Stmt) (out []map[string]int64, _ claim.Status) {
		k := smallkernel.Quiet()
		k.Launch = kernel.Launch{BlockDim: [3]int{16, 16, 1}, GridDim: [3]int{0, 0, 1}}
		k.Params = append(k.Params, n, m)
		k.Body = append(append([]kernel.Stmt{grid(0, &kernel.Convert{T: kernel.U32, X: tiles}), grid(1, rows)}, more...), k.Body...)
		check := func(_ context.Context, k *kernel.Kernel, o weft.Options) (*weft.Report, error) {
			v := o.Params
			assert.Equal(t, []int64{(v["n"] + 15) / 16, v["m"] / 16}, []int64{int64(k.Launch.GridDim[0]), int64(k.Launch.GridDim[1])})
			assert.Equal(t, int64(k.Launch.GridDim[0]), v["gridDim.x"])
			assert.True(t, 1 < k.Launch.Blocks() && k.Launch.Blocks() <= mostBlocks)
			if out = append(out, v); v["n"] == faulty {
				return wefttest.Saying(map[kernel.Property]weft.Verdict{kernel.DataRace: wefttest.Refuted}), nil
			}
			return wefttest.Saying(nil), nil
		}
		d := decision.Begin(decision.CaseOf(context.Background(), k, decision.Options{}))
		d.By, d.Report = map[kernel.Property]*decision.Property{kernel.DataRace: {Name: kernel.DataRace, Status: claim.Unknown}}, wefttest.Saying(nil)
		New(d, check).Launched()
		assert.Same(t, k, d.Kernel)
		return out, d.By[kernel.DataRace].Status
	}
	found, status := launches(17)
	assert.Equal(t, []map[string]int64{{"n": 17, "m": 16, "gridDim.x": 2, "gridDim.y": 1}}, found)
	assert.Equal(t, claim.Refuted, status)
	all, status := launches(-1)
	assert.Greater(t, len(all), 20)
	assert.Equal(t, claim.Unknown, status, "that small launches have no fault proves nothing")
	whole, _ := launches(17, &kernel.Assume{Cond: op(kernel.Eq, op(kernel.Rem, x, constant32(kernel.I32, 16)), constant32(kernel.I32, 0))})
	assert.NotEmpty(t, whole)
	for _, v := range whole {
		assert.Zero(t, v["n"]%16)
	}
	unseen, _ := launches(17, &kernel.Assume{Cond: op(kernel.Gt, &kernel.VarRef{Var: &kernel.Var{Name: "other", T: kernel.I32}}, x)})
	assert.Empty(t, unseen, "a condition of which it is not known whether it holds")
}
