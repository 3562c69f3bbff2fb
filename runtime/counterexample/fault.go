// Package counterexample reads failed checks of a translation, found by the prover or by a
// run, as findings: which check failed at which statement, who the two threads are, what
// they access, and with which values. What a state does not tell stays unknown.
package counterexample

import (
	"gv2/boogie/interp"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/key"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
)

// Fault is one failure of the solver, traced back to the check that failed and
// the site it failed at.
type Fault struct {
	Proc  *key.Procedure
	Check *key.Check
	Site  *key.Site
	State map[string]string
	At    string // the name of the captured state
	// elements are those of constant maps that a run has looked at; nil of the prover.
	elements []interp.Element
	// Unsure is set where the prover does not vouch for the failure.
	Unsure bool
	// Said is the prover's word for what it is incomplete for, if it is unsure and says so.
	Said string
}

// Finding renders the fault with the values of its model.
func (f Fault) Finding(k *kernel.Kernel, out *instrument.Output, severity claim.Severity) claim.Finding {
	m := model{state: f.State, launch: k.Launch, pair: f.Proc.Pair, current: f.At == f.Site.State}
	found := claim.Finding{
		Property: f.Check.Property,
		Kind:     string(f.Check.Property),
		Severity: severity,
		Values:   m.values(k),
		Contents: contentsOf(f.elements, out),
		Count:    1,
		Scope:    ScopeOf(f.Proc.Pair),
		By:       claim.Boogie,
	}
	switch {
	case f.Check.Property == kernel.DataRace && (f.Check.Array != nil || f.Site.Array != nil):
		f.race(&found, k, m, out)
	case f.Check.Property == kernel.Divergence:
		f.divergence(&found, m)
	default: // also what races rest on without being one, such as that a copy is waited for
		f.condition(&found, m)
	}
	return found
}

// race fills in both accesses: the logged one of thread 1 and the checked one of
// thread 2, in the order they were made.
func (f Fault) race(found *claim.Finding, k *kernel.Kernel, m model, out *instrument.Output) {
	c := f.Check
	array := c.Array
	if array == nil {
		array = f.Site.Array
	}
	found.Kind = c.First.String() + "-" + c.Second.String()
	found.Array, found.Space = claim.ArrayLabel(array), array.Space.String()
	where := found.Array
	if offset, ok := m.variable(key.OffsetName(c.First, array.Name)); ok {
		index := claim.DeclaredIndex(array, offset)
		found.Index = &index
		where = claim.Accessed(array, offset)
	}
	second := f.access(c.Second.String(), f.Site.Src, m, 2)
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
	found.Message = claim.RaceSentence(k.Launch, *found, where)
}

// logged returns the site of thread 1's access, nil where the model does not
// name one.
func (f Fault) logged(m model, array *kernel.Array, out *instrument.Output) *key.Site {
	id, ok := m.variable(key.SourceName(f.Check.First, array.Name))
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

func (f Fault) divergence(found *claim.Finding, m model) {
	one := f.access("barrier", f.Site.Src, m, 1)
	two := f.access("barrier", f.Site.Src, m, 2)
	comes, known := false, false
	if f.Check.Comes != nil && m.current {
		comes, known = m.holds(f.Check.Comes)
	}
	if known && !comes {
		one, two = two, one
	}
	found.Accesses = []claim.Access{one, two}
	found.Message = claim.DivergenceSentence(m.launch, one, two, known)
}

func (f Fault) condition(found *claim.Finding, m model) {
	kind := "assert"
	if f.Check.Property == kernel.LoopInvariant {
		kind = "invariant"
	}
	for _, thread := range f.Check.Threads() {
		found.Accesses = append(found.Accesses, f.access(kind, f.Site.Src, m, thread))
	}
	found.Message = claim.ConditionSentence(m.launch, f.Check.Property, f.Check.Text, found.Accesses)
}

func (f Fault) access(kind string, src kernel.Src, m model, which int) claim.Access {
	return claim.Access{Kind: kind, Src: src, Thread: m.thread(which), Block: m.block(which)}
}

// ScopeOf is which threads a procedure about that pair is about.
func ScopeOf(pair fact.Pair) claim.Scope {
	if pair == fact.OtherBlock {
		return claim.BetweenBlocks
	}
	return claim.WithinBlock
}

// Writes reports whether the fault is a race of two plain writes, which is
// benign where both write the same value.
func (f Fault) Writes() bool {
	return f.Check.Property == kernel.DataRace && f.Check.First == key.Write && f.Check.Second == key.Write
}

// FaultOf traces a failure of a run back to its check; false if it stands for
// none.
func FaultOf(failure interp.Failure, proc *key.Procedure) (Fault, bool) {
	check, ok := failure.Tag.(*key.Check)
	if !ok || proc == nil {
		return Fault{}, false
	}
	site, ok := failure.Call.(*key.Site)
	if !ok {
		site = check.Site
	}
	if site == nil {
		return Fault{}, false
	}
	return Fault{Proc: proc, Check: check, Site: site, State: failure.State, At: site.State, elements: failure.Elements}, true
}

// Alike reports whether two failures of a check of proc are at the same two places.
func Alike(a, b interp.Failure, proc *key.Procedure, out *instrument.Output) bool {
	one, ok := FaultOf(a, proc)
	other, too := FaultOf(b, proc)
	if !ok || !too || one.Check != other.Check || one.Site != other.Site {
		return false
	}
	array := one.Check.Array
	if array == nil {
		array = one.Site.Array
	}
	if array == nil || one.Check.Property != kernel.DataRace {
		return true
	}
	at := func(f Fault) *key.Site {
		return f.logged(model{state: f.State, pair: proc.Pair}, array, out)
	}
	return at(one) == at(other)
}

// Ran is the finding of a fault that a run of the program has shown.
func (f Fault) Ran(k *kernel.Kernel, out *instrument.Output) claim.Finding {
	found := f.Finding(k, out, claim.ErrorSeverity)
	found.By, found.Seen = claim.Run, claim.Program
	return found
}

// Runs are what runs of a translation have shown.
type Runs struct {
	Faults []Fault
	// Out is the translation; nil where there is none.
	Out *instrument.Output
	// Seconds is what the runs took.
	Seconds float64
	// More goes on with runs that paused, and returns what all of them have shown and what
	// the further ones took; nil where nothing paused.
	More func() Runs
}
