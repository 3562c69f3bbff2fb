package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// Token is a token of a logged access: the variables that say whether the log has it and of
// which element, and that element; of a token with a rank also that.
type Token struct {
	Has, Word, RankName string
	Index, Rank         kernel.Expr
}

// accessTokenRule: what is logged has the tokens of the accesses that log it, of an element that the
// loop does not change, or of the very element that is accessed.
var accessTokenRule = rule{"access-token", func(l *Loop) []boogie.Expr {
	var out []boogie.Expr
	for _, a := range l.Accesses {
		for _, t := range a.Tokens {
			out = append(out, l.logged(a, boogie.V(t.Has)))
			if t.Rank != nil {
				if rank := l.of.Expand(t.Rank); l.Fixed(rank) {
					out = append(out, l.logged(a, boogie.Eq(boogie.V(t.RankName), l.Enc.Expr(rank, 1))))
				}
			}
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
