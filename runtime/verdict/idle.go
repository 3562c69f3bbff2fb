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

// notePossible tells of faults that nobody has shown to be those of a launch, which another fault would else carry along: they
// are possible, and no errors.
func notePossible(k *kernel.Kernel, r *Result) {
	r.Findings = slices.DeleteFunc(r.Findings, func(f claim.Finding) bool {
		why := claim.AtSomeDistance(k.Overlaps, f.Property, &f)
		if why == "" {
			return false
		}
		n := claim.Note{Message: "possible, but not certain: " + f.Message + " (" + f.Pos().String() + "); " + why}
		if !slices.ContainsFunc(r.Notes, func(o claim.Note) bool { return o.Message == n.Message }) {
			r.Notes = append(r.Notes, n)
		}
		return true
	})
}
