package layout

import (
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
)

// Contents is the table that fills count elements with these dimensions, nil if there is none.
func Contents(count int64, dims []int64, init cuda.Expr, t kernel.Type, scalar func(cuda.Expr) (kernel.Const, bool)) []kernel.Const {
	if count <= 0 || count > 1<<24 {
		return nil
	}
	out, ok := Table(init, dims, t, scalar)
	if !ok || int64(len(out)) > count {
		return nil
	}
	return out
}
