package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// rangeRule: a variable that the loop carries stays in the interval that the
// interval analysis found for it.
var rangeRule = rule{"range", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	if _, ok := l.arith.(intArith); !ok {
		return nil
	}
	for _, v := range l.carried() {
		r, known := l.ranges.vars[v]
		if v.T.Kind != kernel.Int || !known {
			continue
		}
		if r.lo > noLower {
			out = append(out, l.both(bin(kernel.Le, constant64(v.T, r.lo), ref(v))))
		}
		if w := typeRange(v.T); r.hi < w.hi {
			out = append(out, l.both(bin(kernel.Le, ref(v), constant64(v.T, r.hi))))
		}
	}
	return out
}}
