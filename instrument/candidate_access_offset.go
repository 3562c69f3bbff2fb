package instrument

import "gv2/boogie"

// accessOffsetRule: a logged access of the loop's is at the place that the access
// would touch now, as far as the loop does not change it.
var accessOffsetRule = rule{"access-offset", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	for _, a := range l.accesses {
		index := l.of.expand(a.index)
		if a.wide || !l.fixed(index) {
			continue
		}
		out = append(out, l.logged(a, boogie.Eq(l.offsetOf(a), l.enc.Expr(index, 1))))
	}
	return out
}}
