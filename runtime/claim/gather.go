package claim

import (
	"sort"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// Spot identifies a finding for people: two faults at the same lines, of the
// same kind, on the same array, are one.
type Spot struct {
	property      kernel.Property
	kind, array   string
	severity      Severity
	first, second diag.Pos
}

// Spot is where and what a finding is. Which of two threads came first makes no other race.
func (f *Finding) Spot() Spot {
	s := Spot{property: f.Property, kind: f.Kind, array: f.Array, severity: f.Severity, first: Line(f.Pos())}
	if len(f.Accesses) < 2 {
		return s // the prover does not always tell which access was logged
	}
	s.second = Line(f.Accesses[1].Src.Pos)
	if one, two, is := strings.Cut(f.Kind, "-"); is && f.Property == kernel.DataRace {
		if s.second.Before(s.first) || s.first == s.second && two < one {
			s.first, s.second, one, two = s.second, s.first, two, one
		}
		s.kind = one + "-" + two
	}
	return s
}

// Line is a position without its column.
func Line(p diag.Pos) diag.Pos { return diag.Pos{File: p.File, Line: p.Line} }

// Gather merges findings at the same spot, drops benign ones where the same two
// lines have an error on the same array, and sorts by position.
func Gather(all []Finding) []Finding {
	at := map[Spot]int{}
	harmful := map[Spot]bool{}
	var kept []Finding
	for _, f := range all {
		s := f.Spot()
		if f.Severity == ErrorSeverity {
			harmful[Unordered(s)] = true
		}
		if i, seen := at[s]; seen {
			kept[i] = merged(kept[i], f)
			continue
		}
		at[s] = len(kept)
		kept = append(kept, f)
	}
	out := kept[:0]
	for _, f := range kept {
		if f.Severity == BenignSeverity && harmful[Unordered(f.Spot())] {
			continue
		}
		out = append(out, f)
	}
	sort.SliceStable(out, func(i, j int) bool { return before(&out[i], &out[j]) })
	return out
}

// merged is one finding of two at a spot: the first, unless the other needs fewer
// elements of input arrays.
func merged(f, g Finding) Finding {
	if len(g.Contents) < len(f.Contents) && f.BetweenBlocks() == g.BetweenBlocks() {
		f, g = g, f
	}
	f.Count += g.Count
	f.Across = !f.BetweenBlocks() && (f.Across || g.Across || g.BetweenBlocks())
	return f
}

// Unordered is where a race is, whichever access came first and whatever it does.
func Unordered(s Spot) Spot {
	s.kind, s.severity = "", ""
	if s.second.Before(s.first) {
		s.first, s.second = s.second, s.first
	}
	return s
}

func before(f, g *Finding) bool {
	if f.Pos() != g.Pos() {
		return f.Pos().Before(g.Pos())
	}
	if f.Property != g.Property {
		return f.Property < g.Property
	}
	if p, q := f.otherPos(), g.otherPos(); p != q {
		return p.Before(q)
	}
	return f.Message < g.Message
}

// otherPos is where the second access of a race is.
func (f *Finding) otherPos() diag.Pos {
	if len(f.Accesses) < 2 {
		return diag.Pos{}
	}
	return f.Accesses[1].Src.Pos
}
