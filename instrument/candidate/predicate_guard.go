package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// predicateGuardRule: where a predicate decides whether the loop goes on, a
// thread is in the loop only if it was enabled before it and the loop's own
// condition holds.
var predicateGuardRule = rule{"predicate-guard", func(l *Loop) []boogie.Expr {
	in, ok := l.Stmt.Guard.(*kernel.VarRef)
	if !ok || !l.Changes[in.Var] {
		return nil
	}
	var out []boogie.Expr
	facts := kernel.Conjuncts(l.Stmt.Loop.Cond)
	if l.Stmt.Outer != nil {
		facts = append(facts, l.Stmt.Outer)
	}
	for _, f := range facts {
		if _, literal := f.(*kernel.Const); !literal {
			out = append(out, l.both(kernel.Bin(kernel.Implies, in, f)))
		}
	}
	return out
}}
