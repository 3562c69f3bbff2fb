package exact

import (
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
)

// smallGrids are the grids that an open grid is tried with. A fault that a grid of
// one block has, or one of two, is a fault of a kernel for any grid.
var smallGrids = []int64{1, 2}

// SampleGrids looks for faults in small grids, with small values of parameters,
// where the exact engine cannot execute a block of an open grid, or where copies may race
// between blocks: whether they bring different values only this engine finds out. It finds faults
// only: that a small grid has none says nothing about others.
func (e *Engine) SampleGrids() {
	if e.d.Report == nil || e.d.Kernel.Launch.Blocks() != 0 || e.d.Report.NotStatic == nil && !(kernel.UsesAgents(e.d.Kernel) && e.d.Unknown(kernel.DataRace)) {
		return
	}
	e.d.Opts.Trace.Ask(decision.WeftEngine, "grids of one block and of two, small values")
	for _, n := range smallGrids {
		if !e.d.AnyUnknown() || !e.d.BlockedBy().None() {
			return
		}
		k, fixed := decision.WithGrid(e.d.Kernel, n)
		t := &valueSearch{
			e: e, d: e.d, k: k, budget: sampleCommands, until: e.d.Clock.Deadline(e.d.Share),
			proved: map[kernel.Property][]map[string]int64{}, refuted: map[kernel.Property][]claim.Evidence{},
		}
		t.run(fixed)
		t.enterRefuted()
	}
}
