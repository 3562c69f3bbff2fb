package candidate

import "gv2/boogie"

// accessOffsetRule: a logged access of the loop's is at the place that the access
// would touch now, as far as the loop does not change it.
var accessOffsetRule = rule{"access-offset", func(l *Loop) []boogie.Expr {
	var out []boogie.Expr
	for _, a := range l.Accesses {
		index := l.of.Expand(a.Index)
		if a.Wide || !l.Fixed(index) {
			continue
		}
		out = append(out, l.logged(a, boogie.Eq(l.offsetOf(a), l.Enc.Expr(index, 1))))
	}
	return out
}}
