package verdict

import (
	"sort"

	"gv2/boogie/interp"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/key"
	"gv2/runtime/claim"
)

// fault is one failure of the solver, traced back to the check that failed and
// the site it failed at.
type fault struct {
	proc  *key.Procedure
	check *key.Check
	site  *key.Site
	state map[string]string
	at    string // the name of the captured state
	// elements are those of constant maps that a run has looked at; nil of the prover.
	elements []interp.Element
	// unsure is set where the prover does not vouch for the failure.
	unsure bool
}

// finding renders the fault with the values of its model.
func (f fault) finding(k *kernel.Kernel, out *instrument.Output, severity Severity) Finding {
	m := model{state: f.state, launch: k.Launch, pair: f.proc.Pair, current: f.at == f.site.State}
	found := Finding{
		Property: f.check.Property,
		Kind:     string(f.check.Property),
		Severity: severity,
		Values:   m.values(k),
		Contents: contentsOf(f.elements, out),
		Count:    1,
		scope:    claimOf(obligation{f.proc.Pair, f.check.Property}).Scope,
		by:       claim.Boogie,
	}
	switch f.check.Property {
	case kernel.DataRace:
		f.race(&found, k, m, out)
	case kernel.Divergence:
		f.divergence(&found, m)
	default:
		f.condition(&found, m)
	}
	return found
}

// race fills in both accesses: the logged one of thread 1 and the checked one of
// thread 2, in the order they were made.
func (f fault) race(found *Finding, k *kernel.Kernel, m model, out *instrument.Output) {
	c := f.check
	array := c.Array
	if array == nil {
		array = f.site.Array
	}
	found.Kind = c.First.String() + "-" + c.Second.String()
	found.Array, found.Space = arrayLabel(array), array.Space.String()
	where := found.Array
	if offset, ok := m.variable(key.OffsetName(c.First, array.Name)); ok {
		index := declared(array, offset)
		found.Index = &index
		where = element(array, index)
	}
	second := f.access(c.Second.String(), f.site.Src, m, 2)
	first := Access{Kind: c.First.String()}
	if site := f.logged(m, array, out); site != nil {
		first = f.access(first.Kind, site.Src, m, 1)
		found.Accesses = []Access{first, second}
	} else {
		found.Accesses = []Access{second}
	}
	if out.Arith == key.BVArith {
		found.Cause = overflowCause(k, m, found.Accesses, array)
	}
	found.Message = raceSentence(*found, where)
}

// logged returns the site of thread 1's access, nil where the model does not
// name one.
func (f fault) logged(m model, array *kernel.Array, out *instrument.Output) *key.Site {
	id, ok := m.variable(key.SourceName(f.check.First, array.Name))
	if !ok {
		return nil
	}
	for _, s := range out.Sites {
		if int64(s.ID) == id && s.Array != nil && s.Array.Name == array.Name {
			return s
		}
	}
	return nil
}

func (f fault) divergence(found *Finding, m model) {
	one := f.access("barrier", f.site.Src, m, 1)
	two := f.access("barrier", f.site.Src, m, 2)
	comes, known := false, false
	if f.check.Comes != nil && m.current {
		comes, known = m.holds(f.check.Comes)
	}
	if known && !comes {
		one, two = two, one
	}
	found.Accesses = []Access{one, two}
	found.Message = divergenceSentence(one, two, known)
}

func (f fault) condition(found *Finding, m model) {
	kind := "assert"
	if f.check.Property == kernel.LoopInvariant {
		kind = "invariant"
	}
	for _, thread := range f.check.Threads() {
		found.Accesses = append(found.Accesses, f.access(kind, f.site.Src, m, thread))
	}
	found.Message = conditionSentence(f.check, found.Accesses)
}

func (f fault) access(kind string, src kernel.Src, m model, which int) Access {
	return Access{Kind: kind, Src: src, Thread: m.thread(which), Block: m.block(which)}
}

// spot identifies a finding for people: two faults at the same lines, of the
// same kind, on the same array, are one.
type spot struct {
	property      kernel.Property
	kind, array   string
	severity      Severity
	first, second diag.Pos
}

func (f *Finding) spot() spot {
	s := spot{property: f.Property, kind: f.Kind, array: f.Array, severity: f.Severity, first: line(f.Pos())}
	if len(f.Accesses) < 2 {
		return s // the prover does not always tell which access was logged
	}
	s.second = line(f.Accesses[1].Src.Pos)
	if s.kind == writeRead && f.Accesses[1].Src.Pos == f.Pos() {
		// What a[i]++ reads and writes is one place: which came first is no other fault.
		s.kind = readWrite
	}
	return s
}

const readWrite, writeRead = "read-write", "write-read"

func line(p diag.Pos) diag.Pos { return diag.Pos{File: p.File, Line: p.Line} }

// gather merges findings at the same spot, drops benign ones where the same two
// lines have an error on the same array, and sorts by position.
func gather(all []Finding) []Finding {
	at := map[spot]int{}
	harmful := map[spot]bool{}
	var kept []Finding
	for _, f := range all {
		s := f.spot()
		if f.Severity == ErrorSeverity {
			harmful[unordered(s)] = true
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
		if f.Severity == BenignSeverity && harmful[unordered(f.spot())] {
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

// BetweenBlocks reports whether it is a race of threads of different blocks.
func (f *Finding) BetweenBlocks() bool {
	return f.Property == kernel.DataRace && len(f.Accesses) == 2 && f.Accesses[0].Block != nil && f.Accesses[1].Block != nil && *f.Accesses[0].Block != *f.Accesses[1].Block
}

// unordered is where a race is, whichever access came first and whatever it does.
func unordered(s spot) spot {
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
