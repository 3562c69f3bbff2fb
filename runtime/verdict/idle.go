package verdict

import (
	"maps"

	"gv2/frontend/kernel"
)

// dropIdle leaves out of witnesses what parameters are that the kernel does not read.
func dropIdle(k *kernel.Kernel, findings []Finding) {
	idle := idleParams(k)
	if len(idle) == 0 {
		return
	}
	for i := range findings {
		f := &findings[i]
		f.Values = maps.Clone(f.Values)
		maps.DeleteFunc(f.Values, func(name, _ string) bool { return idle[name] })
	}
}

// idleParams are the scalar parameters that neither the body nor a precondition reads.
func idleParams(k *kernel.Kernel) map[string]bool {
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
