package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// counterBoundRule: a counter stays on the side of its start that its step leads
// to.
var counterBoundRule = rule{"counter-bound", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	for _, c := range l.counters {
		switch {
		case c.by != nil || c.op == kernel.Add && c.step > 0 || c.op == kernel.Mul:
			out = append(out, l.both(kernel.Bin(kernel.Le, kernel.Ref(c.start), kernel.Ref(c.v))))
		default:
			out = append(out, l.both(kernel.Bin(kernel.Le, kernel.Ref(c.v), kernel.Ref(c.start))))
		}
	}
	return out
}}
