package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// accessEnteredRule: an access that the loop made is logged only after an
// iteration, one made before it only until then. It holds of the latter where
// every iteration passes a barrier, and helps where the first iteration does not
// wait as the others do.
var accessEnteredRule = rule{"access-entered", func(l *Loop) []boogie.Expr {
	var moved *Counter
	for _, c := range l.Counters {
		if c.Op == kernel.Add {
			moved = c
			break
		}
	}
	if moved == nil || l.Enc.Pair != fact.SameBlock || !l.barriers {
		return nil
	}
	first := l.Enc.Expr(kernel.Bin(kernel.Eq, kernel.Ref(moved.Var), kernel.Ref(moved.Start)), 1)
	var out []boogie.Expr
	for i, a := range l.Accesses {
		if i < l.own {
			out = append(out, l.logged(a, boogie.Not(first)))
		} else {
			out = append(out, l.logged(a, first))
		}
	}
	return out
}}
