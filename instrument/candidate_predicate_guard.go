package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// predicateGuardRule: where a predicate decides whether the loop goes on, a
// thread is in the loop only if it was enabled before it and the loop's own
// condition holds.
var predicateGuardRule = rule{"predicate-guard", func(l *loopContext) []boogie.Expr {
	in, ok := l.stmt.Guard.(*kernel.VarRef)
	if !ok || !l.changes[in.Var] {
		return nil
	}
	var out []boogie.Expr
	facts := kernel.Conjuncts(l.stmt.Loop.Cond)
	if l.stmt.Outer != nil {
		facts = append(facts, l.stmt.Outer)
	}
	for _, f := range facts {
		if _, literal := f.(*kernel.Const); !literal {
			out = append(out, l.both(kernel.Bin(kernel.Implies, in, f)))
		}
	}
	return out
}}
