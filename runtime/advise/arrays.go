package advise

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/verdict"
)

// nameArrays says of which arrays it is an assumption that accesses stay within them, and
// why: of those whose length is not known, and of others as far as nothing shows it.
func nameArrays(k *kernel.Kernel, r *verdict.Result) {
	i := slices.Index(r.Assumptions, fact.WithinArrays)
	if i < 0 {
		return
	}
	about := append(k.UnknownLengths(), assumedWithin(k, r)...)
	r.Assumptions = decision.Sentences(r.Assumptions[:i], about, r.Assumptions[i+1:])
}

// assumedWithin is the sentence about arrays of known length; none where all accesses are
// shown to stay within them.
func assumedWithin(k *kernel.Kernel, r *verdict.Result) []string {
	var names []string
	for _, a := range fact.LeftArrays(k) {
		if !slices.Contains(names, a.Label) {
			names = append(names, a.Label)
		}
	}
	checked := r.Property(kernel.Bounds)
	if len(names) == 0 || r.Inside || checked != nil && (checked.Status == claim.Proved || checked.Status == claim.Conditional) {
		return nil
	}
	text := "accesses stay within " + kernel.Listed(names)
	switch {
	case checked == nil:
		text += " (--check-array-bounds checks it)"
	case checked.Status == claim.Refuted:
		text += ", although array-bounds is refuted"
	default:
		text += ", which array-bounds does not show"
	}
	return []string{text}
}
