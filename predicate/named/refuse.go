package named

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// refuseAnnotated reports the annotations that cannot be stated of generations.
func (g *Theory) refuseAnnotated(diags *diag.List) {
	if len(g.Barriers) == 0 && g.Schedule == nil {
		return
	}
	kernel.Walk(g.Prog.Kernel.Body, func(s kernel.Stmt) bool {
		if a, ok := s.(*kernel.Assume); ok && kernel.OfAccesses(a.Cond) {
			diags.Unsupportedf(a.Pos, "an assumption about accesses in a kernel with named barriers: "+
				"it would also cover accesses that a named barrier has already ordered; assert it instead")
		}
		return true
	})
}

// refuseGrid reports the barriers of the grid that the block may not meet at.
func (g *Theory) refuseGrid(found *surveyed, diags *diag.List) {
	for _, op := range found.ops {
		if op.stmt.Grid && !g.BlockBarriers[op.do] {
			diags.Unsupportedf(op.stmt.Pos, "a barrier of the whole grid in a kernel where other operations may use barrier 0 for a part of the block; "+
				"the barrier of the grid uses it for the whole block")
		}
	}
}
