package advise

import (
	"slices"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate/discipline"
	"gv2/predicate/fact"
	prepare "gv2/predicate/rewrite"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

const broken = "the chain that should order them is broken: "

// tellChain says of races between threads that talk through memory which link is broken of what should order them: that the access is under a lock, and no
// fence stands between the access and where the lock is given back. It is what the discipline by which the threads synchronise lacks at the accesses that race.
func tellChain(k *kernel.Kernel, r *verdict.Result) {
	p := r.Property(kernel.DataRace)
	if p == nil || p.Status != claim.Refuted || !fact.TalksThroughMemory(k) && len(fact.Signals(k)) == 0 {
		return
	}
	lines, places := map[int]bool{}, map[diag.Pos]bool{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Property != kernel.DataRace || f.Severity != claim.ErrorSeverity {
			continue
		}
		for _, s := range f.Accesses {
			lines[s.Src.Pos.Line] = true
			// Where flags keep threads out of one line, nobody there is told by them that something is done.
			places[s.Src.Pos] = places[s.Src.Pos] || f.Accesses[0].Src.Pos.Line != f.Accesses[len(f.Accesses)-1].Src.Pos.Line
		}
	}
	found := discipline.Recognise(prepare.WithoutVolatile(prepare.StrongAccesses(prepare.ValidatedReads(k))))
	for _, m := range found.Missing {
		text := m.At.String() + ": " + m.Text
		if said(r, m.Text) || !isLink(m.Text, lines[m.At.Line]) {
			continue
		}
		r.Notes = append(r.Notes, claim.Note{Message: broken + text})
	}
	for _, m := range found.Never {
		if !said(r, m.Text) {
			r.Notes = append(r.Notes, claim.Note{Message: broken + m.At.String() + ": " + m.Text})
		}
	}
	for _, m := range found.Late {
		if places[m.At] && !said(r, m.Text) { // another access of the line may well come later
			r.Notes = append(r.Notes, claim.Note{Message: broken + m.At.String() + ": " + m.Text})
		}
	}
	tellElements(found, r)
}

// tellElements says of accesses under locks of one array that race that they are under different ones.
func tellElements(found discipline.Found, r *verdict.Result) {
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Property != kernel.DataRace || f.Severity != claim.ErrorSeverity || len(f.Accesses) != 2 {
			continue
		}
		if a, byTurns := found.Over(f.Accesses[0].Src.Pos, f.Accesses[1].Src.Pos); a != nil {
			lock := "the lock " + a.Label
			if len(found.Words) == 1 {
				lock = found.Words[0] // members of a struct have names of their own there
			}
			text := "each of the two threads holds another element of " + lock + ", so neither keeps the other out"
			if byTurns {
				text = "the two threads wait for the same turn, or for turns of different elements, so " + lock + " does not keep them apart"
			}
			if !said(r, text) {
				r.Notes = append(r.Notes, claim.Note{Message: text})
			}
		}
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
