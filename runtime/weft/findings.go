package weft

import (
	"fmt"
	"slices"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/weft/naming"
)

// View reads a report of the exact engine as users see it.
type View struct {
	Kernel *kernel.Kernel
	Report *Report
	// Values are the parameters that were fixed for this run only.
	Values claim.Values
}

// Findings are the faults and benign races, in the order of the report.
func (v View) Findings() []claim.Finding {
	var out []claim.Finding
	for i := range v.Report.Faults {
		out = append(out, v.finding(&v.Report.Faults[i]))
	}
	return out
}

func (v View) finding(f *Fault) claim.Finding {
	found := claim.Finding{
		Property: f.Property, Kind: f.Kind, Severity: claim.ErrorSeverity, Message: f.Message,
		By: claim.Weft, Seen: claim.Executed, Values: v.Values, Count: 1, Pairs: f.Pairs, MorePairs: f.AtLeast, Accesses: v.parties(f.At),
	}
	if f.Benign {
		found.Severity, found.Seen = claim.BenignSeverity, claim.Executed
		if f.May {
			found.Seen = claim.Model
		}
	}
	if len(found.Accesses) == 0 {
		found.Accesses = []claim.Access{{Kind: f.Kind}}
	}
	if first := &found.Accesses[0].Src; !first.Pos.Valid() {
		first.Pos = v.Kernel.Pos
	}
	for i := range f.Barriers {
		found.Barriers = append(found.Barriers, v.barrier(&f.Barriers[i]))
	}
	if f.Property == kernel.DataRace && f.Array >= 0 {
		v.race(&found, f)
	}
	if found.BetweenBlocks() {
		found.Scope = claim.BetweenBlocks
	}
	found.Message += v.whichBlock(found.Accesses)
	return found
}

// whichBlock names the block that all sides of a fault are in, where it is not the
// first.
func (v View) whichBlock(sides []claim.Access) string {
	first := sides[0].Block
	for i := range sides {
		if b := sides[i].Block; b == nil || *b != *first || *b == [3]int64{} {
			return ""
		}
	}
	if l := v.Kernel.Launch; l.Joined && l.Ranks() > 1 {
		at, _ := l.Place(first, [3]int64{})
		return ", in the cluster that begins with block " + kernel.IndexText(*at)
	}
	return ", in block " + kernel.IndexText(*first)
}

// race names the array, and the element where it is known.
func (v View) race(found *claim.Finding, f *Fault) {
	array := v.Kernel.Arrays[f.Array]
	found.Array, found.Space = claim.ArrayLabel(array), array.Space.String()
	if !f.Relative {
		index := claim.DeclaredIndex(array, f.Index)
		found.Index = &index
	}
}

// parties are the sides of a fault. Blocks have numbers where each was run, or
// where it matters that they are two.
func (v View) parties(list []Party) []claim.Access {
	var out []claim.Access
	numbered := !v.Report.OneBlock
	for i := range list {
		numbered = numbered || list[i].Block != list[0].Block
	}
	for i := range list {
		a := v.party(&list[i])
		if numbered {
			at := v.Kernel.Launch.BlockAt(list[i].Block)
			a.Block = &at
		}
		out = append(out, a)
	}
	return out
}

func (v View) party(p *Party) claim.Access {
	a := claim.Access{Kind: p.Kind, Threads: v.ranges(p.Threads)}
	if p.Thread >= 0 {
		thread := v.Kernel.Launch.ThreadAt(p.Thread)
		a.Thread = &thread
	}
	if p.Site != nil {
		a.Src = p.Site.Src()
	}
	return a
}

func (v View) barrier(b *BarrierState) claim.Barrier {
	out := claim.Barrier{
		ID: b.ID, Label: b.Label, Generation: b.Generation, Expected: b.Expected, Registered: b.Registered,
		Waiting: v.ranges(b.Waiting), From: v.parties(b.From), Missing: v.parties(together(b.Missing)),
	}
	if b.Site != nil {
		out.Src = b.Site.Src()
	}
	absent := 0
	for _, p := range b.Missing {
		for _, r := range p.Threads {
			absent += r.To - r.From + 1
		}
	}
	out.Surplus = absent > b.Expected-b.Registered
	return out
}

// together joins the parties that do the same at the same statement.
func together(parties []Party) []Party {
	var out []Party
	for _, p := range parties {
		same := func(q Party) bool { return q.Site == p.Site && q.Kind == p.Kind && q.Block == p.Block }
		i := slices.IndexFunc(out, same)
		if i < 0 {
			i = len(out)
			first := p
			first.Threads = nil
			out = append(out, first)
		}
		for _, r := range p.Threads {
			out[i].Threads = withRange(out[i].Threads, r)
		}
	}
	return out
}

// withRange adds threads behind those that are there.
func withRange(list []Range, r Range) []Range {
	if n := len(list); n > 0 && list[n-1].To+1 == r.From {
		list[n-1].To = r.To
		return list
	}
	return append(list, r)
}

func (v View) ranges(list []Range) []claim.ThreadRange {
	var out []claim.ThreadRange
	for _, r := range list {
		out = append(out, claim.ThreadRange{From: v.Kernel.Launch.ThreadAt(r.From), To: v.Kernel.Launch.ThreadAt(r.To)})
	}
	return out
}

// Notes are the engine's own, and how far the run speaks for the grid.
func (v View) Notes() []claim.Note {
	var out []claim.Note
	switch {
	case v.Kernel.Launch.Blocks() == 1 || v.Report.NotStatic != nil:
	case v.Report.OneBlock:
		out = append(out, claim.Note{Message: "one " + naming.Names{Launch: v.Kernel.Launch}.Unit() + " was executed; the others do the same, because no barrier and no access to shared memory depends on blockIdx"})
	case v.Report.Ran > 1:
		out = append(out, claim.Note{Message: fmt.Sprintf("%d %ss were executed, one by one", v.Report.Ran, naming.Names{Launch: v.Kernel.Launch}.Unit())})
	}
	for _, n := range v.Report.Notes {
		note := claim.Note{Message: n.Message, Unknown: n.Unknown}
		if n.Site != nil {
			note.Src = n.Site.Src()
		}
		same := func(o claim.Note) bool { return o.Message == note.Message && o.Src.Pos == note.Src.Pos }
		if !slices.ContainsFunc(out, same) {
			out = append(out, note)
		}
	}
	return out
}
