package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// accessGuardRule: an access is logged only if the conditions around it that the
// loop does not change hold for the thread.
var accessGuardRule = rule{"access-guard", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	for _, a := range l.accesses {
		conds := l.entered()
		if a.pred != nil {
			conds = append(conds, kernel.Conjuncts(l.of.expand(a.pred))...)
		}
		for _, c := range conds {
			if l.fixed(c) && !l.enc.IsUniform(c) {
				out = append(out, l.logged(a, l.enc.Expr(c, 1)))
			}
		}
	}
	return out
}}

// entered lists the conditions under which this loop and those around it were
// entered.
func (l *loopContext) entered() []kernel.Expr {
	var out []kernel.Expr
	for o := l; o != nil; o = o.outer {
		if o.stmt.Outer != nil {
			out = append(out, kernel.Conjuncts(l.of.expand(o.stmt.Outer))...)
		}
	}
	return out
}
