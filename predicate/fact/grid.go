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
