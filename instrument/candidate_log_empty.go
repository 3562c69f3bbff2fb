package instrument

import "gv2/boogie"

// logEmptyRule: no access of that kind is logged when the loop's head is
// reached. It holds for loops that pass a barrier after their last access.
var logEmptyRule = rule{"log-empty", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	for _, a := range l.accesses {
		out = append(out, boogie.Not(boogie.V(OccurredName(a.kind, a.plan.array.Name))))
	}
	return out
}}
