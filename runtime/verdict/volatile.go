package verdict

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
)

// noteVolatile says why accesses that are volatile, both of them, are reported. The PTX memory model has volatile accesses as relaxed ones of the
// scope of the system, which are morally strong and so no data race; but they order nothing, and what is read of data depends
// on the schedule, or on a fence that is missing. Those by which threads signal are atomic here: rewrite.StrongAccesses.
func noteVolatile(k *kernel.Kernel, r *Result) {
	volatile := fact.VolatileAt(k)
	told := map[string]bool{}
	for _, f := range r.Findings {
		if f.Property != kernel.DataRace || f.Severity != claim.ErrorSeverity || len(f.Accesses) == 0 || told[f.Array] ||
			slices.ContainsFunc(f.Accesses, func(a claim.Access) bool { return !volatile[a.Src.Pos] }) {
			continue
		}
		told[f.Array] = true
		r.Notes = append(r.Notes, claim.Note{Message: "accesses to " + f.Array + " are volatile, which is relaxed: two of them are no data race by the letter of the PTX memory model, " +
			"but they order nothing, so that what is read depends on the schedule"})
	}
}
