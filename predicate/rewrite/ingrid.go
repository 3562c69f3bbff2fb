package rewrite

import (
	"slices"

	"gv2/frontend/kernel"
)

// InGrid is k launched with a grid of those sizes. Where a dimension is known, its size is a number in the
// kernel, and the index of the only block is 0, as the lowering writes them: the translation has no other name for these.
func InGrid(k *kernel.Kernel, grid [3]int) *kernel.Kernel {
	size := func(e kernel.Expr) kernel.Expr {
		b, is := e.(*kernel.Builtin)
		switch {
		case !is || grid[b.Dim] == 0:
			return e
		case b.Kind == kernel.GridDim:
			return kernel.NewConst(kernel.U32, int64(grid[b.Dim]))
		case b.Kind == kernel.BlockIdx && grid[b.Dim] == 1:
			return kernel.NewConst(kernel.U32, 0)
		}
		return e
	}
	known := func(e kernel.Expr) kernel.Expr { return kernel.MapExpr(e, size) }
	out := *k
	out.Launch.GridDim = grid
	out.Body = kernel.Rewrite(k.Body, func(_, inner kernel.Stmt) []kernel.Stmt { return []kernel.Stmt{kernel.MapExprs(inner, known)} })
	out.Requires = slices.Clone(k.Requires)
	for i, e := range out.Requires {
		out.Requires[i] = known(e)
	}
	out.Extents = slices.Clone(k.Extents)
	for i, e := range out.Extents {
		out.Extents[i].Count = known(e.Count)
	}
	return &out
}
