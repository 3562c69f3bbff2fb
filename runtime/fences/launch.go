package fences

import (
	"fmt"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/axioms"
	"gv2/runtime/claim"
	"gv2/runtime/memory/judge"
)

// OfLaunch judges by all executions where the launch is small enough for that; what is larger goes to others.
func OfLaunch(over func() bool, others Judge) Judge {
	return func(changed *kernel.Kernel) (Verdict, string) {
		if fact.AssertsOfPairs(changed) {
			return others(changed)
		}
		r, ok := axioms.Executions(changed, over)
		if !ok {
			return others(changed)
		}
		return ofExecutions(r)
	}
}

func ofExecutions(r *judge.Report) (Verdict, string) {
	for _, x := range r.Races {
		if !x.SameValue {
			return Wrong, fmt.Sprintf("data race on %s between line %d and line %d", claim.ArrayLabel(x.Array), x.A.Stmt.Source().Pos.Line, x.B.Stmt.Source().Pos.Line)
		}
	}
	for _, f := range r.Failed {
		return Wrong, fmt.Sprintf("failing assertion at line %d", f.Assert.Pos.Line)
	}
	if r.Open != "" {
		return Unknown, r.Open
	}
	return Right, ""
}
