package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// logEmptyRule: no access of that kind is logged when the loop's head is
// reached, or none while thread 1 goes on. It holds for loops that pass a barrier
// after their last access, the latter where threads may leave before it. After a
// __syncwarp it may hold of threads that wait for each other there.
var logEmptyRule = rule{"log-empty", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	for _, a := range l.accesses {
		empty := boogie.Not(boogie.V(a.key()))
		out = append(out, empty)
		if in, ok := l.stmt.Guard.(*kernel.VarRef); ok && l.changes[in.Var] {
			out = append(out, boogie.Imp(l.enc.Expr(in, 1), empty))
		}
		for _, together := range l.warpGroups() {
			out = append(out, boogie.Imp(together, empty))
		}
	}
	return out
}}

// mostSyncGroups bounds how many different groups of lanes are looked at.
const mostSyncGroups = 3

// warpGroups says for each kind of __syncwarp in the kernel, the first few, that the
// two threads wait for each other there.
func (l *loopContext) warpGroups() []boogie.Expr {
	var out []boogie.Expr
	seen := map[string]bool{}
	if l.enc.Pair != fact.SameBlock {
		return nil
	}
	predicate.EachDo(l.prog.Body, func(d *predicate.Do) {
		s, ok := d.Stmt.(*kernel.WarpSync)
		if !ok || LooseMask(s) || len(out) >= mostSyncGroups {
			return
		}
		together := l.namedLanes(s).both()
		if text := boogie.ExprString(together); !seen[text] {
			seen[text] = true
			out = append(out, together)
		}
	})
	return out
}
