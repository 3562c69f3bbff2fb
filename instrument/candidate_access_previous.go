package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// accessPreviousRule: a logged access is where the access would have gone in the
// iteration before, as in slot = i % 3 with a barrier between the iterations.
var accessPreviousRule = rule{"access-previous", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	before := map[*kernel.Var]kernel.Expr{}
	for _, c := range l.counters {
		if c.op == kernel.Add && c.by == nil {
			before[c.v] = bin(kernel.Sub, ref(c.v), constant64(c.v.T, c.step))
		}
	}
	for _, a := range l.inside() {
		index := l.expand(a.plan.offset(a.acc.Index))
		if a.plan.wide || l.fixed(index) || !l.fixedBut(index, l.starts()) {
			continue
		}
		out = append(out, l.logged(a, boogie.Eq(l.offsetOf(a), l.expr(replace(index, before), 1))))
	}
	return out
}}

// starts maps each counter to its value at the loop's entry.
func (l *loopContext) starts() map[*kernel.Var]kernel.Expr {
	out := map[*kernel.Var]kernel.Expr{}
	for _, c := range l.counters {
		out[c.v] = ref(c.start)
	}
	return out
}
