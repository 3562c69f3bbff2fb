package instrument

import (
	"gv2/boogie"
)

// userRule: what the user guesses, __candidate_invariant.
var userRule = rule{"user", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	for _, inv := range l.stmt.Invariants {
		if !inv.Candidate || othersAccesses(inv.Cond) {
			continue
		}
		first, second := l.claims(claim{inv.Cond, inv.Pred, inv.Enabled, inv.Global})
		if first != nil {
			out = append(out, first)
		}
		if second != nil {
			out = append(out, second)
		}
	}
	return out
}}
