package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// logEmptyRule: no access of that kind is logged when the loop's head is
// reached, or none while thread 1 goes on. It holds for loops that pass a barrier
// after their last access, the latter where threads may leave before it. After a
// __syncwarp it may hold of threads that wait for each other there.
var logEmptyRule = rule{"log-empty", func(l *Loop) []boogie.Expr {
	var out []boogie.Expr
	for _, a := range l.Accesses {
		empty := boogie.Not(boogie.V(a.log()))
		out = append(out, empty)
		if in, ok := l.Stmt.Guard.(*kernel.VarRef); ok && l.Changes[in.Var] {
			out = append(out, boogie.Imp(l.Enc.Expr(in, 1), empty))
		}
		for _, together := range l.of.Together() {
			out = append(out, boogie.Imp(together, empty))
		}
	}
	return out
}}
