package candidate

import "gv2/boogie"

// userRule: what the user guesses, __candidate_invariant.
var userRule = rule{"user", func(l *Loop) []boogie.Expr {
	return l.of.Guesses(l)
}}
