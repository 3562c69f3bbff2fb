package named

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// meetWhole is for blocks of any size: who takes part in a barrier can be told only if
// all threads do.
func (g *Theory) meetWhole(diags *diag.List) {
	predicate.EachDo(g.Prog.Body, func(d *predicate.Do) {
		b, ok := d.Stmt.(*kernel.Barrier)
		switch {
		case !ok:
		case b.Kind == kernel.Sync && b.Count == nil && !b.Named():
			g.BlockBarriers[d] = true
		default:
			diags.Unsupportedf(b.Pos, "generations of a barrier for a part of the block need the block size; give --block-dim")
		}
	})
}

// findBlockBarriers picks the barriers of the whole block: a sync without a count,
// under a condition that is the same for all threads, with an id that no other kind of
// operation uses which a thread may reach. __syncthreads() is one under any condition;
// that all threads reach it is a check of its own. Where barrier.sync 0 stands in several
// statements, it is a barrier like those of other ids: threads may meet at two of them.
func (g *Theory) findBlockBarriers(found *surveyed) {
	used, several := map[int64]bool{}, fact.SeveralUnaligned(g.Prog.Kernel)
	whole := func(op *surveyedOp) bool {
		id, constant := op.stmt.ID.(*kernel.Const)
		if op.stmt.Kind != kernel.Sync || op.stmt.Count != nil || op.stmt.ID != nil && !constant {
			return false
		}
		zero := op.stmt.ID == nil || id.Val == 0
		return zero && (op.stmt.Aligned || op.stmt.Grid || !several) || op.together
	}
	for _, op := range found.ops {
		if !whole(op) && op.threads.Size() > 0 {
			for id := op.ids.Lo; id <= op.ids.Hi && id-op.ids.Lo <= mostIDs; id++ {
				used[id] = true
			}
		}
	}
	for _, op := range found.ops {
		if whole(op) && !used[op.ids.Lo] {
			g.BlockBarriers[op.do] = true
		}
	}
}
