package verdict

import (
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
)

// smallGrids are the grids that an open grid is tried with. A fault that a grid of
// one block has, or one of two, is a fault of a kernel for any grid.
var smallGrids = []int64{1, 2}

// sampleGrids looks for faults in small grids, with small values of parameters,
// where the exact engine cannot execute a block of an open grid. It finds faults
// only: that a small grid has none says nothing about others.
func (d *decision) sampleGrids() {
	if d.report == nil || d.report.NotStatic == nil || d.k.Launch.Blocks() != 0 {
		return
	}
	d.opts.Trace.Ask(WeftEngine, "grids of one block and of two, small values")
	for _, n := range smallGrids {
		if !d.anyUnknown() || !d.blockedBy().None() {
			return
		}
		k, fixed := WithGrid(d.k, n)
		t := &valueSearch{
			d: d, k: k, budget: sampleCommands, until: d.deadline(d.share),
			proved: map[kernel.Property][]map[string]int64{}, refuted: map[kernel.Property]bool{},
		}
		t.run(fixed)
		t.enterRefuted()
	}
}

// WithGrid is the kernel with n blocks in the dimensions in which the grid is open,
// and these as values of a witness.
func WithGrid(k *kernel.Kernel, n int64) (*kernel.Kernel, map[string]int64) {
	out, values := *k, map[string]int64{}
	for dim, size := range k.Launch.GridDim {
		if size == 0 {
			out.Launch.GridDim[dim] = int(n)
			values[claim.GridNames[dim]] = n
		}
	}
	return &out, values
}
