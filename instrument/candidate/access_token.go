package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// Token is a token of a logged access: the variables that say whether the log has it and of
// which element, and that element.
type Token struct {
	Has, Word string
	Index     kernel.Expr
}

// accessTokenRule: what is logged has the tokens of the accesses that log it, of an element that the
// loop does not change, or of the very element that is accessed.
var accessTokenRule = rule{"access-token", func(l *Loop) []boogie.Expr {
	var out []boogie.Expr
	for _, a := range l.Accesses {
		for _, t := range a.Tokens {
			out = append(out, l.logged(a, boogie.V(t.Has)))
			index := l.of.Expand(t.Index)
			if l.Fixed(index) {
				out = append(out, l.logged(a, boogie.Eq(boogie.V(t.Word), l.Enc.Expr(index, 1))))
			}
			if l.Enc.Mathematical() && kernel.ExprString(index) == kernel.ExprString(l.of.Expand(a.Index)) {
				out = append(out, l.logged(a, boogie.Eq(boogie.V(t.Word), l.offsetOf(a))))
			}
		}
	}
	return out
}}
