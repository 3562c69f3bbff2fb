package host

import (
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
)

// defaultsOf are the values of the parameters of kernel fn that a launch leaves to their defaults, nil for those that are
// not known.
func defaultsOf(h *Code, l *Launch, fn *cuda.FuncDecl) []kernel.Expr {
	if l.Args < 0 || l.Args != len(l.Actual) {
		return nil
	}
	var out []kernel.Expr
	for n := l.Args; n < len(fn.Params); n++ {
		out = append(out, h.flow.Default(fn, n).X)
	}
	return out
}
