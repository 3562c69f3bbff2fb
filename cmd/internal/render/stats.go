package render

import (
	"fmt"
	"strings"

	"gv2/runtime/verdict"
)

// stats prints the numbers of WEFT's tables and those of the translation, one a line,
// right-aligned.
func (t *textRenderer) stats(r *Report) {
	var rows [][3]string
	if r.Stats.Exact != nil {
		rows = statRows(&r.Stats)
	}
	if r.Stats.Runs > 0 {
		rows = append(rows, translationRows(&r.Stats)...)
	}
	width := 0
	for _, row := range rows {
		width = max(width, len(row[1]))
	}
	fmt.Fprintln(t.out, "  statistics")
	for _, row := range rows {
		fmt.Fprintf(t.out, "    %-24s %*s%s\n", row[0], width, row[1], row[2])
	}
}

// statRows are name, number and remark for each number of the exact engine.
func statRows(all *verdict.Stats) [][3]string {
	s := all.Exact
	rows := [][3]string{
		{"dynamic barriers", grouped(s.DynamicBarriers), ""},
		{"shared addresses", grouped(s.SharedAddresses), ""},
		{"commands", grouped(s.Commands), "  accesses to shared memory and barrier operations"},
		{"race tests needed", grouped(s.RaceTests), "  pairs of accesses to one shared element"},
		{"race tests made", grouped(s.RacesTested), ""},
		{"thread programs", grouped(int64(s.Threads)), ""},
	}
	if s.GlobalAccesses > 0 {
		rows = append(rows, [3]string{"global accesses", grouped(s.GlobalAccesses), ""})
	}
	if s.UnknownAccesses > 0 {
		rows = append(rows, [3]string{"accesses not known", grouped(s.UnknownAccesses), "  at elements that depend on the input"})
	}
	if s.PeakBytes > 0 {
		rows = append(rows, [3]string{"memory", fmt.Sprintf("%.1f MB", float64(s.PeakBytes)/1e6), ""})
	}
	return append(rows, [3]string{"time", fmt.Sprintf("%.3f s", s.Seconds), ""})
}

// translationRows are the numbers of the translation.
func translationRows(s *verdict.Stats) [][3]string {
	became := "  guesses at loop invariants"
	if s.RefutedByRun+s.RefutedByHoudini+s.Surviving > 0 {
		became += fmt.Sprintf(": %d refuted by runs, %d by Houdini, %d hold", s.RefutedByRun, s.RefutedByHoudini, s.Surviving)
	}
	return [][3]string{
		{"lines of Boogie", grouped(int64(s.BoogieLines)), ""},
		{"candidates", grouped(int64(s.Candidates)), became},
		{"in one procedure", grouped(int64(s.MostCandidates)), "  candidates of the procedure that has most"},
		{"runs of the solver", grouped(int64(s.Runs)), ""},
		{"time in the solver", fmt.Sprintf("%.3f s", s.Solver), ""},
	}
}

// grouped writes a number with a comma before each three digits.
func grouped(n int64) string {
	digits := fmt.Sprint(n)
	var parts []string
	for len(digits) > 3 && digits[len(digits)-4] != '-' {
		parts = append([]string{digits[len(digits)-3:]}, parts...)
		digits = digits[:len(digits)-3]
	}
	return strings.Join(append([]string{digits}, parts...), ",")
}
