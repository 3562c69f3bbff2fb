package fact

import "gv2/frontend/kernel"

// LooksAtGrid reports whether the kernel's statements read blockIdx or gridDim in a dimension.
func LooksAtGrid(k *kernel.Kernel, dim int) bool {
	return kernel.Any(k.Body, func(st kernel.Stmt) bool {
		found := false
		kernel.Exprs(st, func(e kernel.Expr) {
			kernel.WalkExpr(e, func(e kernel.Expr) bool {
				b, is := e.(*kernel.Builtin)
				found = found || is && b.Dim == dim && (b.Kind == kernel.BlockIdx || b.Kind == kernel.GridDim)
				return true
			})
		})
		return found
	})
}

// LooksAtRows reports whether the kernel reads threadIdx.y, as kernels for blocks of several rows
// do.
func LooksAtRows(k *kernel.Kernel) bool {
	found := false
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		kernel.Exprs(s, func(e kernel.Expr) {
			kernel.WalkExpr(e, func(e kernel.Expr) bool {
				b, is := e.(*kernel.Builtin)
				found = found || is && b.Kind == kernel.ThreadIdx && b.Dim == 1
				return !found
			})
		})
		return !found
	})
	return found
}
