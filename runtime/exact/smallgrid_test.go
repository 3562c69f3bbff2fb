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

// TestSmallGridsFindFaults: a fault that a grid of two blocks has refutes a kernel
// for any grid, that it has none there proves nothing.
func TestSmallGridsFindFaults(t *testing.T) {
	for _, faulty := range []bool{true, false} {
		k := smallkernel.Quiet()
		k.Launch.GridDim = [3]int{0, 1, 1}
		var grids []int
		check := func(_ context.Context, k *kernel.Kernel, _ weft.Options) (*weft.Report, error) {
			grids = append(grids, k.Launch.GridDim[0])
			if faulty && k.Launch.GridDim[0] == 2 {
				return wefttest.Saying(map[kernel.Property]weft.Verdict{kernel.DataRace: wefttest.Refuted}), nil
			}
			return wefttest.Saying(nil), nil
		}
		d := decision.Begin(decision.CaseOf(context.Background(), k, decision.Options{}))
		d.By, d.Report = map[kernel.Property]*decision.Property{kernel.DataRace: {Name: kernel.DataRace, Status: claim.Unknown}}, wefttest.NotStatic("it depends on blockIdx.x", "")
		New(d, check).SampleGrids()
		assert.Equal(t, []int{1, 2}, grids)
		assert.Same(t, k, d.Kernel)
		want := claim.Unknown
		if faulty {
			want = claim.Refuted
			assert.Equal(t, "2", d.Result.Findings[0].Values["gridDim.x"])
		}
		assert.Equal(t, want, d.By[kernel.DataRace].Status)
	}
}
