package verdict

import (
	"maps"
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
	"gv2/runtime/claim"
)

// dropIdle leaves out of witnesses what parameters are that the kernel does not read.
func dropIdle(k *kernel.Kernel, findings []claim.Finding) {
	idle := fact.IdleParams(k)
	if len(idle) == 0 {
		return
	}
	for i := range findings {
		f := &findings[i]
		f.Values = maps.Clone(f.Values)
		maps.DeleteFunc(f.Values, func(name, _ string) bool { return idle[name] })
	}
}

// dropDoubtful leaves out warnings of writes of one value that may not happen: where it hangs
// on what threads receive from each other that two of them write, as with a lock, only
// an execution tells.
func dropDoubtful(k *kernel.Kernel, findings []claim.Finding) []claim.Finding {
	var rely *fact.Taints
	return slices.DeleteFunc(findings, func(f claim.Finding) bool {
		if f.Severity != claim.BenignSeverity || f.Seen == claim.Executed {
			return false
		}
		if rely == nil {
			rely = fact.TaintsOf(rewrite.Split(k))
		}
		return slices.ContainsFunc(f.Accesses, func(a claim.Access) bool { return rely.Place(a.Src.Pos) != nil })
	})
}
