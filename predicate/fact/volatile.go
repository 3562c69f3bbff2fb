package fact

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// VolatileAt are the places at which all accesses are volatile ones to data. Those by which threads signal are atomic once
// rewrite.StrongAccesses has made them so.
func VolatileAt(k *kernel.Kernel) map[diag.Pos]bool {
	out := map[diag.Pos]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if kernel.Touched(s) == nil {
			return true
		}
		at, is := s.Source().Pos, false
		switch s := s.(type) {
		case *kernel.Load:
			is = s.Volatile
		case *kernel.Store:
			is = s.Volatile
		default:
			// Others are never volatile.
		}
		if was, seen := out[at]; seen {
			is = is && was
		}
		out[at] = is
		return true
	})
	return out
}
