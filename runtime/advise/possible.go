package advise

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// notePossible tells of faults that nobody has shown to be those of a launch, which another fault would else carry along: they
// are possible, and no errors.
func notePossible(k *kernel.Kernel, r *verdict.Result) {
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
