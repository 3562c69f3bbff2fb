package advise

import (
	"slices"
	"strings"

	"gv2/frontend/kernel"
	"gv2/predicate/discipline"
	"gv2/predicate/fact"
	prepare "gv2/predicate/rewrite"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// tellChain says of races between threads that talk through memory which link is broken of what should order them: that the access is under a lock, and no
// fence stands between the access and where the lock is given back. It is what the discipline by which the threads synchronise lacks at the accesses that race.
func tellChain(k *kernel.Kernel, r *verdict.Result) {
	p := r.Property(kernel.DataRace)
	if p == nil || p.Status != claim.Refuted || !fact.TalksThroughMemory(k) && len(fact.Signals(k)) == 0 {
		return
	}
	lines := map[int]bool{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Property != kernel.DataRace || f.Severity != claim.ErrorSeverity {
			continue
		}
		for _, s := range f.Accesses {
			lines[s.Src.Pos.Line] = true
		}
	}
	for _, m := range discipline.Recognise(prepare.WithoutVolatile(prepare.StrongAccesses(prepare.ValidatedReads(k)))).Missing {
		text := m.At.String() + ": " + m.Text
		if said(r, m.Text) || !isLink(m.Text, lines[m.At.Line]) {
			continue
		}
		r.Notes = append(r.Notes, claim.Note{Message: "the chain that should order them is broken: " + text})
	}
}

// isLink reports whether what a discipline lacks is a link of the chain, and not that gv2 does not know the discipline: that a
// racing access is not ordered, or that what passes it on is too weak.
func isLink(text string, races bool) bool {
	if strings.Contains(text, "does not order the access here") {
		return races
	}
	return slices.ContainsFunc([]string{"the scope of the atomic", "by a plain store", "may give it back"}, func(weak string) bool { return strings.Contains(text, weak) })
}

// said reports whether a note has that text.
func said(r *verdict.Result, text string) bool {
	for _, n := range r.Notes {
		if strings.Contains(n.Message, text) {
			return true
		}
	}
	return false
}
