package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// rangeRule: a variable that the loop carries stays in the interval that the
// interval analysis found for it.
var rangeRule = rule{"range", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	if _, ok := l.arith.(intArith); !ok {
		return nil
	}
	for _, v := range l.carried() {
		r, known := l.ranges.Vars[v]
		if v.T.Kind != kernel.Int || !known {
			continue
		}
		if r.Lo > fact.NoLower {
			out = append(out, l.both(kernel.Bin(kernel.Le, constant64(v.T, r.Lo), ref(v))))
		}
		if w := fact.TypeRange(v.T); r.Hi < w.Hi {
			out = append(out, l.both(kernel.Bin(kernel.Le, ref(v), constant64(v.T, r.Hi))))
		}
	}
	return out
}}
