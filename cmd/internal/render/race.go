package render

import (
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
)

// mostRaces is how many races on one array the text shows in full. A missing barrier
// causes one for every two statements around it.
const mostRaces = 4

// abridged are the findings to show, and by array the races of which to name only the lines:
// those beyond the first few, unless one has the only repair that is known.
func abridged(all []claim.Finding) (shown []*claim.Finding, more [][]*claim.Finding) {
	kept, rest, repaired := map[string]int{}, map[string]int{}, map[string]bool{}
	for i := range all {
		f := &all[i]
		key := string(f.Severity) + f.Array
		switch {
		case isImplied(f, all):
		case f.Property != kernel.DataRace || kept[key] < mostRaces || f.Repair != "" && !repaired[key] || len(f.Accesses) != 2:
			kept[key]++
			repaired[key] = repaired[key] || f.Repair != ""
			shown = append(shown, f)
		default:
			n, known := rest[key]
			if !known {
				n, more = len(more), append(more, nil)
				rest[key] = n
			}
			more[n] = append(more[n], f)
		}
	}
	return shown, more
}

// moreRaces names the lines of races on an array.
func moreRaces(races []*claim.Finding) string {
	var lines []string
	for _, f := range races {
		p, q := f.Accesses[0].Src.Pos, f.Accesses[1].Src.Pos
		text := fmt.Sprintf("%d and %d", p.Line, q.Line)
		if p.File == q.File && p.Line == q.Line {
			text = fmt.Sprintf("%d with itself", p.Line)
		}
		if !slices.Contains(lines, text) {
			lines = append(lines, text)
		}
	}
	what := ""
	if races[0].Severity == claim.BenignSeverity {
		what = "benign "
	}
	return fmt.Sprintf("%s on %s: lines %s", diag.Count(len(races), "more "+what+"race"), races[0].Array, strings.Join(lines, ", "))
}

// isImplied reports whether a race of a read and a write needs no mention, because two
// writes race at the same line, as in x += y.
func isImplied(f *claim.Finding, all []claim.Finding) bool {
	where, one := onlyLine(f)
	if !one || f.Kind != "read-write" && f.Kind != "write-read" {
		return false
	}
	return slices.ContainsFunc(all, func(o claim.Finding) bool {
		at, one := onlyLine(&o)
		return one && at == where && o.Kind == "write-write" && o.Array == f.Array
	})
}

// onlyLine is the line of both sides of a harmful race, if it is one.
func onlyLine(f *claim.Finding) (at diag.Pos, one bool) {
	if f.Property != kernel.DataRace || f.Severity != claim.ErrorSeverity || len(f.Accesses) != 2 {
		return at, false
	}
	p, q := f.Accesses[0].Src.Pos, f.Accesses[1].Src.Pos
	return diag.Pos{File: p.File, Line: p.Line}, p.File == q.File && p.Line == q.Line
}
