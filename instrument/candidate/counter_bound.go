package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// counterBoundRule: a counter stays on the side of its start that its step leads
// to.
var counterBoundRule = rule{"counter-bound", func(l *Loop) []boogie.Expr {
	var out []boogie.Expr
	for _, c := range l.Counters {
		switch {
		case c.By != nil || c.Op == kernel.Add && c.Step > 0 || c.Op == kernel.Mul:
			out = append(out, l.both(kernel.Bin(kernel.Le, kernel.Ref(c.Start), kernel.Ref(c.Var))))
		default:
			out = append(out, l.both(kernel.Bin(kernel.Le, kernel.Ref(c.Var), kernel.Ref(c.Start))))
		}
	}
	return out
}}
