package main

import (
	"slices"

	"gv2/frontend/diag"
	"gv2/instrument"
	"gv2/runtime/verdict"
)

// isSaid reports whether a race of a read and a write needs no words, because two writes
// race at the same line, as in x += y.
func isSaid(f *verdict.Finding, all []verdict.Finding) bool {
	where, one := onlyLine(f)
	if !one || f.Kind != "read-write" && f.Kind != "write-read" {
		return false
	}
	return slices.ContainsFunc(all, func(o verdict.Finding) bool {
		at, one := onlyLine(&o)
		return one && at == where && o.Kind == "write-write" && o.Array == f.Array
	})
}

// onlyLine is the line that both sides of a harmful race are in.
func onlyLine(f *verdict.Finding) (at diag.Pos, one bool) {
	if f.Property != instrument.DataRace || f.Severity != verdict.ErrorSeverity || len(f.Accesses) != 2 {
		return at, false
	}
	p, q := f.Accesses[0].Src.Pos, f.Accesses[1].Src.Pos
	return diag.Pos{File: p.File, Line: p.Line}, p.File == q.File && p.Line == q.Line
}
