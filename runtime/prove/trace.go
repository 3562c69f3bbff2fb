package prove

import (
	"maps"
	"slices"
	"strings"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/trace"
)

// How a verdict comes about is recorded by looking at the properties before and after each
// step: what differs is what the step has learned. So no step can change a verdict
// without a line in the trace, and none has to say itself what it did.

// step runs a part of a question to the translation and records what it changed of the
// obligations. The result of run is passed on.
func (s *session) step(name string, run func() bool) bool {
	t := s.Opts.Trace
	if !t.Recording() {
		return run()
	}
	before := s.snapshot()
	st := t.Begin(name)
	ok := run()
	t.Close(st)
	for _, d := range s.inOrder() {
		was, known := before[d]
		now := s.obligations[d].essence()
		if now != was && (known || now.stage != undecided) {
			t.Says(trace.Answer{About: d.label(), Status: now.text(), Why: now.why})
		}
	}
	t.Means(st, decision.Meanings[name])
	t.End(st)
	return ok
}

// take runs a step that puts the answer together after all is asked, and records what is
// other than the obligations have it.
func (s *session) take(name string, run func()) {
	t := s.Opts.Trace
	if !t.Recording() {
		run()
		return
	}
	before := map[kernel.Property]trace.Answer{}
	for i := range s.result.Properties {
		p := &s.result.Properties[i]
		before[p.Name] = s.told(p)
	}
	st := t.Begin(name)
	run()
	t.Close(st)
	for i := range s.result.Properties {
		if now := s.told(&s.result.Properties[i]); now != before[s.result.Properties[i].Name] {
			t.Says(now)
		}
	}
	t.Means(st, decision.Meanings[name])
	t.End(st)
}

// told is what is to be said of a property: what its obligations say, until all is put together.
func (s *session) told(p *decision.Property) trace.Answer {
	status := decision.StatusText(p.Status)
	if !s.concluded {
		status = string(s.worst(p.Name))
	}
	return trace.Answer{About: string(p.Name), Status: status, Why: decision.ReasonOf(p)}
}

// obligationState is an obligation without what depends on the machine or on the prover's choice of values.
type obligationState struct {
	stage   stage
	outcome outcome
	why     string
	faults  int
}

func (e *entry) essence() obligationState {
	now := obligationState{stage: e.stage, outcome: e.outcome, why: e.reason.String(), faults: len(e.faults) + len(e.doubtful)}
	if e.stage == failed {
		now.why = suspects(e.faults)
	}
	if e.stage == decided && e.arith != "" {
		now.why = strings.TrimPrefix(now.why+"; "+e.arith, "; ")
	}
	return now
}

// suspects names what the faults are about: which of several accesses the prover puts
// together first is its own choice.
func suspects(faults []claim.Finding) string {
	arrays := map[string]bool{}
	for i := range faults {
		if faults[i].Array != "" {
			arrays[faults[i].Array] = true
		}
	}
	if len(arrays) == 0 {
		return ""
	}
	return "on " + strings.Join(slices.Sorted(maps.Keys(arrays)), ", ")
}

func (s obligationState) text() string {
	switch s.stage {
	case decided:
		return string(s.outcome)
	case failed:
		return "suspected"
	case hidden:
		return "hidden by another failure"
	case late:
		return "no answer"
	}
	return "not looked at"
}

func (s *session) snapshot() map[obligation]obligationState {
	out := map[obligation]obligationState{}
	for d, e := range s.obligations {
		out[d] = e.essence()
	}
	return out
}

// listed names properties in the order of reports.
func listed(names map[kernel.Property]bool) string {
	var out []string
	for _, name := range kernel.Properties(nil) {
		if names[name] {
			out = append(out, string(name))
		}
	}
	return strings.Join(out, ", ")
}

// alsoBetween says that threads of different blocks are asked about with those of one.
func (v *Prover) alsoBetween(names map[kernel.Property]bool) string {
	if !names[kernel.DataRace] || v.d.Kernel.Launch.Blocks() == 1 || v.d.Opts.Encoding.IntraGroup {
		return ""
	}
	return ", and of different blocks"
}

// howText says how a program was made that the solver gets: the model of integers, and
// what stands for the iterations of loops.
func howText(out *instrument.Output, encoding ask.Request, depth *depth) string {
	how := "integers: " + out.Arith.String()
	loops := slices.ContainsFunc(out.Procedures, func(p *key.Procedure) bool { return p.HasLoops })
	switch {
	case !loops:
	case depth != nil:
		how += ", loops unrolled " + diag.Count(depth.all, "time")
		if depth.inner > 0 {
			how += ", inner ones " + diag.Count(depth.inner, "time")
		} else if depth.everyTrip {
			how += " and constant ones to their end"
		}
	case encoding.Invariants == ask.Inferred && len(encoding.Keep) > 0:
		how += ", candidates as invariants"
	default:
		how += ", no candidate as invariant"
	}
	return how
}

// arraysText names arrays in the order of the alphabet.
func arraysText(arrays map[*kernel.Array]bool) string {
	var names []string
	for a := range arrays {
		names = append(names, claim.ArrayLabel(a))
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}
