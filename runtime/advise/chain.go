package advise

import (
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
		if said(r, m.Text) || !lines[m.At.Line] && strings.Contains(m.Text, "does not order the access here") {
			continue
		}
		r.Notes = append(r.Notes, claim.Note{Message: "the chain that should order them is broken: " + text})
	}
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
