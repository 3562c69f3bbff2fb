package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// counterStrideRule: a counter is congruent to its start modulo its step, and one
// that starts anew in each iteration of a loop around this one to what it starts
// from there.
var counterStrideRule = rule{"counter-stride", func(l *Loop) []boogie.Expr {
	var out []boogie.Expr
	for _, c := range l.Counters {
		step := c.multiple()
		if step <= 1 {
			continue
		}
		out = append(out, l.bothBoogie(c.Var, func(thread int) boogie.Expr {
			return l.congruent(kernel.Ref(c.Var), kernel.Ref(c.Start), step, thread)
		}))
	}
	return append(out, l.restarted()...)
}}

// restarted states that of the counters that start anew.
func (l *Loop) restarted() []boogie.Expr {
	var out []boogie.Expr
	if !l.Enc.Mathematical() {
		return nil
	}
	for o := l.outer; o != nil; o = o.outer {
		for _, c := range l.Counters {
			start, step := o.steps(kernel.Ref(c.Var), o.Counters)
			if start == nil || step <= 1 || l.Enc.Uniform[c.Var] && !l.Enc.IsUniform(o.Stmt.Guard) {
				continue
			}
			out = append(out, l.bothBoogie(c.Var, func(thread int) boogie.Expr {
				return boogie.Imp(l.Enc.Expr(o.Stmt.Guard, thread), l.congruent(kernel.Ref(c.Var), start, step, thread))
			}))
		}
	}
	return out
}
