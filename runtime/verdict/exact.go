package verdict

import (
	"fmt"
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/weft"
)

// exactView reads a report of the exact engine as users see it.
type exactView struct {
	k      *kernel.Kernel
	report *weft.Report
	// values are the parameters that were fixed for this run only.
	values claim.Values
}

// findings are the faults and benign races, in the order of the report.
func (v exactView) findings() []claim.Finding {
	var out []claim.Finding
	for i := range v.report.Faults {
		out = append(out, v.finding(&v.report.Faults[i]))
	}
	return out
}

func (v exactView) finding(f *weft.Fault) claim.Finding {
	found := claim.Finding{
		Property: f.Property, Kind: f.Kind, Severity: claim.ErrorSeverity, Message: f.Message,
		Values: v.values, Count: 1, Pairs: f.Pairs, MorePairs: f.AtLeast, Accesses: v.parties(f.At),
	}
	if f.Benign {
		found.Severity = claim.BenignSeverity
	}
	if len(found.Accesses) == 0 {
		found.Accesses = []claim.Access{{Kind: f.Kind}}
	}
	if first := &found.Accesses[0].Src; !first.Pos.Valid() {
		first.Pos = v.k.Pos
	}
	for i := range f.Barriers {
		found.Barriers = append(found.Barriers, v.barrier(&f.Barriers[i]))
	}
	if f.Property == kernel.DataRace && f.Array >= 0 {
		v.race(&found, f)
	}
	found.Message += v.whichBlock(found.Accesses)
	return found
}

// whichBlock names the block that all sides of a fault are in, where it is not the
// first.
func (v exactView) whichBlock(sides []claim.Access) string {
	first := sides[0].Block
	for i := range sides {
		if b := sides[i].Block; b == nil || *b != *first || *b == [3]int64{} {
			return ""
		}
	}
	return ", in block " + kernel.IndexText(*first)
}

// race names the array, and the element where it is known.
func (v exactView) race(found *claim.Finding, f *weft.Fault) {
	array := v.k.Arrays[f.Array]
	found.Array, found.Space = claim.ArrayLabel(array), array.Space.String()
	if !f.Relative {
		index := claim.DeclaredIndex(array, f.Index)
		found.Index = &index
	}
}

// parties are the sides of a fault. Blocks have numbers where each was run, or
// where it matters that they are two.
func (v exactView) parties(list []weft.Party) []claim.Access {
	var out []claim.Access
	numbered := !v.report.OneBlock
	for i := range list {
		numbered = numbered || list[i].Block != list[0].Block
	}
	for i := range list {
		a := v.party(&list[i])
		if numbered {
			at := v.k.Launch.BlockAt(list[i].Block)
			a.Block = &at
		}
		out = append(out, a)
	}
	return out
}

func (v exactView) party(p *weft.Party) claim.Access {
	a := claim.Access{Kind: p.Kind, Threads: v.ranges(p.Threads)}
	if p.Thread >= 0 {
		thread := v.k.Launch.ThreadAt(p.Thread)
		a.Thread = &thread
	}
	if p.Site != nil {
		a.Src = p.Site.Src()
	}
	return a
}

func (v exactView) barrier(b *weft.BarrierState) claim.Barrier {
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
func together(parties []weft.Party) []weft.Party {
	var out []weft.Party
	for _, p := range parties {
		same := func(q weft.Party) bool { return q.Site == p.Site && q.Kind == p.Kind && q.Block == p.Block }
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
func withRange(list []weft.Range, r weft.Range) []weft.Range {
	if n := len(list); n > 0 && list[n-1].To+1 == r.From {
		list[n-1].To = r.To
		return list
	}
	return append(list, r)
}

func (v exactView) ranges(list []weft.Range) []claim.ThreadRange {
	var out []claim.ThreadRange
	for _, r := range list {
		out = append(out, claim.ThreadRange{From: v.k.Launch.ThreadAt(r.From), To: v.k.Launch.ThreadAt(r.To)})
	}
	return out
}

// notes are the engine's own, and how far the run speaks for the grid.
func (v exactView) notes() []claim.Note {
	var out []claim.Note
	switch {
	case v.k.Launch.Blocks() == 1 || v.report.NotStatic != nil:
	case v.report.OneBlock:
		out = append(out, claim.Note{Message: "one block stands for all: blockIdx decides nothing"})
	case v.report.Ran > 1:
		out = append(out, claim.Note{Message: fmt.Sprintf("%d blocks were run, one by one", v.report.Ran)})
	}
	for _, n := range v.report.Notes {
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

// exactAssumptions are what a verdict of the exact engine rests on: those of the
// front end, and what was asked for.
func exactAssumptions(k *kernel.Kernel, opts Options) []string {
	out := append([]string{}, k.Assumptions...)
	if len(k.Arrays) > 0 {
		out = append(out, "array accesses stay within their arrays")
	}
	if opts.Encoding.IntraGroup && k.Launch.Blocks() != 1 {
		out = append(out, "races between blocks do not matter (--intra-group)")
	}
	if opts.Encoding.AllowSameValue {
		out = append(out, "two writes of the same value do not matter (--same-value-writes allow)")
	}
	if opts.Exact.WarpSync {
		out = append(out, "threads of a warp run in lock step (--warp-sync)")
	}
	if fact.HasWholeBarrier(k) {
		out = append(out, ruleSentence(opts.Exact.Rule))
	}
	return out
}

func ruleSentence(r weft.Rule) string {
	if r == weft.Volta {
		return "__syncthreads() waits for the threads that have not exited, whichever statement they reach (--barrier-rule volta)"
	}
	return "every thread of the block must reach the same __syncthreads() statement (--barrier-rule cuda)"
}

// ExactOptions are the exact engine's, with what both engines share.
func (o Options) ExactOptions() weft.Options {
	e := o.Exact
	e.IntraGroup = o.Encoding.IntraGroup
	return e
}

// asked reports whether the user wants that property decided.
func (o Options) asked(property kernel.Property) bool {
	return o.Encoding.Properties.Has(property)
}

// applies reports whether the property says anything about the kernel, or was
// asked for by name.
func (o Options) applies(k *kernel.Kernel, property kernel.Property) bool {
	if o.Encoding.Properties != nil {
		return o.Encoding.Properties[property]
	}
	return property.Reported(k)
}
