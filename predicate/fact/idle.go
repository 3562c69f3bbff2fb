package fact

import (
	"gv2/frontend/kernel"
)

// IdleParams are the scalar parameters that neither the body nor a precondition reads.
func IdleParams(k *kernel.Kernel) map[string]bool {
	idle := map[string]bool{}
	for _, p := range k.Params {
		idle[p.Name] = true
	}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		for _, v := range kernel.Reads(s) {
			delete(idle, v.Name)
		}
		return true
	})
	for _, e := range k.Requires {
		kernel.WalkExpr(e, func(e kernel.Expr) bool {
			if r, ok := e.(*kernel.VarRef); ok {
				delete(idle, r.Var.Name)
			}
			return true
		})
	}
	return idle
}
