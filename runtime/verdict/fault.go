package verdict

import (
	"gv2/boogie/interp"
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
func (f fault) finding(k *kernel.Kernel, out *instrument.Output, severity claim.Severity) claim.Finding {
	m := model{state: f.state, launch: k.Launch, pair: f.proc.Pair, current: f.at == f.site.State}
	found := claim.Finding{
		Property: f.check.Property,
		Kind:     string(f.check.Property),
		Severity: severity,
		Values:   m.values(k),
		Contents: contentsOf(f.elements, out),
		Count:    1,
		Scope:    claimOf(obligation{f.proc.Pair, f.check.Property}).Scope,
		By:       claim.Boogie,
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
func (f fault) race(found *claim.Finding, k *kernel.Kernel, m model, out *instrument.Output) {
	c := f.check
	array := c.Array
	if array == nil {
		array = f.site.Array
	}
	found.Kind = c.First.String() + "-" + c.Second.String()
	found.Array, found.Space = claim.ArrayLabel(array), array.Space.String()
	where := found.Array
	if offset, ok := m.variable(key.OffsetName(c.First, array.Name)); ok {
		index := claim.DeclaredIndex(array, offset)
		found.Index = &index
		where = claim.Element(array, index)
	}
	second := f.access(c.Second.String(), f.site.Src, m, 2)
	first := claim.Access{Kind: c.First.String()}
	if site := f.logged(m, array, out); site != nil {
		first = f.access(first.Kind, site.Src, m, 1)
		found.Accesses = []claim.Access{first, second}
	} else {
		found.Accesses = []claim.Access{second}
	}
	if out.Arith == key.BVArith {
		found.Cause = overflowCause(k, m, found.Accesses, array)
	}
	found.Message = claim.RaceSentence(*found, where)
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

func (f fault) divergence(found *claim.Finding, m model) {
	one := f.access("barrier", f.site.Src, m, 1)
	two := f.access("barrier", f.site.Src, m, 2)
	comes, known := false, false
	if f.check.Comes != nil && m.current {
		comes, known = m.holds(f.check.Comes)
	}
	if known && !comes {
		one, two = two, one
	}
	found.Accesses = []claim.Access{one, two}
	found.Message = claim.DivergenceSentence(one, two, known)
}

func (f fault) condition(found *claim.Finding, m model) {
	kind := "assert"
	if f.check.Property == kernel.LoopInvariant {
		kind = "invariant"
	}
	for _, thread := range f.check.Threads() {
		found.Accesses = append(found.Accesses, f.access(kind, f.site.Src, m, thread))
	}
	found.Message = claim.ConditionSentence(f.check.Property, f.check.Text, found.Accesses)
}

func (f fault) access(kind string, src kernel.Src, m model, which int) claim.Access {
	return claim.Access{Kind: kind, Src: src, Thread: m.thread(which), Block: m.block(which)}
}
