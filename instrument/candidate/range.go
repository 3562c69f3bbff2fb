package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// rangeRule: a variable that the loop carries stays in the interval that the
// interval analysis found for it.
var rangeRule = rule{"range", func(l *Loop) []boogie.Expr {
	var out []boogie.Expr
	if !l.Enc.Mathematical() {
		return nil
	}
	for _, v := range l.of.Carried(l.Stmt, l.Assigned) {
		r, known := l.Enc.Ranges.Vars[v]
		if v.T.Kind != kernel.Int || !known {
			continue
		}
		if r.Lo > fact.NoLower {
			out = append(out, l.both(kernel.Bin(kernel.Le, kernel.NewConst(v.T, r.Lo), kernel.Ref(v))))
		}
		if w := fact.TypeRange(v.T); r.Hi < w.Hi {
			out = append(out, l.both(kernel.Bin(kernel.Le, kernel.Ref(v), kernel.NewConst(v.T, r.Hi))))
		}
	}
	return out
}}
