package candidate

import (
	"gv2/boogie"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

// mapsEqualRule: both threads see the same contents. It holds where a barrier
// follows the last write.
var mapsEqualRule = rule{"maps-equal", func(l *Loop) []boogie.Expr {
	var out []boogie.Expr
	if l.Enc.Pair != fact.SameBlock {
		return nil
	}
	for _, m := range l.of.Tracked() {
		out = append(out, boogie.Eq(boogie.V(m+key.Suffix(1)), boogie.V(m+key.Suffix(2))))
	}
	return out
}}
