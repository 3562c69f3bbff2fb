package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// userRule: what the user guesses, __candidate_invariant. In the generation encoding the
// user's other invariants have a procedure of their own, and are guesses elsewhere.
var userRule = rule{"user", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	for _, inv := range l.stmt.Invariants {
		guess := inv.Candidate || l.gen != nil && !l.checks(kernel.LoopInvariant)
		if !guess || othersAccesses(inv.Cond) {
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
