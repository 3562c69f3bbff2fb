package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// accessGuardRule: an access is logged only if the conditions around it that the
// loop does not change hold for the thread.
var accessGuardRule = rule{"access-guard", func(l *Loop) []boogie.Expr {
	var out []boogie.Expr
	for _, a := range l.Accesses {
		conds := l.entered()
		if a.Pred != nil {
			conds = append(conds, kernel.Conjuncts(l.of.Expand(a.Pred))...)
		}
		for _, c := range conds {
			if l.Fixed(c) && !l.Enc.IsUniform(c) {
				out = append(out, l.logged(a, l.Enc.Expr(c, 1)))
			}
		}
	}
	return out
}}

// entered lists the conditions under which this loop and those around it were
// entered.
func (l *Loop) entered() []kernel.Expr {
	var out []kernel.Expr
	for o := l; o != nil; o = o.outer {
		if o.Stmt.Outer != nil {
			out = append(out, kernel.Conjuncts(l.of.Expand(o.Stmt.Outer))...)
		}
	}
	return out
}
