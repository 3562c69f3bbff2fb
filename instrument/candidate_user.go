package instrument

import "gv2/boogie"

// userRule: what the user guesses, __candidate_invariant.
var userRule = rule{"user", func(l *loopContext) []boogie.Expr {
	return l.of.guesses(l)
}}
