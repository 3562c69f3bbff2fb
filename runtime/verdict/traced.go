package verdict

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/runtime/claim"
	"gv2/runtime/trace"
)

// How a verdict comes about is recorded by looking at the properties before and after each
// step: what differs is what the step has learned. So no step can change a verdict
// without a line in the trace, and none has to say itself what it did.

// The steps of the plan, by their names in traces. Those of the translation are parts of
// the step that asks it.
const (
	stepListed        = "nothing-to-check" // the kernel lacks what the property is about
	stepAnyBlock      = "any-block"
	stepAllSizes      = "all-sizes"
	stepSampleValues  = "sample-values"
	stepSmallGrids    = "small-grids"
	stepBetweenBlocks = "between-blocks"
	stepGenerations   = "generations"
	stepTwoThreads    = "two-threads"
	stepBounded       = "bounded"
	stepOpen          = "left-open"

	stepRunProgram  = "run-program"
	stepExecutions  = "executions"
	stepProve       = "prove"
	stepInfer       = "infer"
	stepUnroll      = "unroll"
	stepSameValue   = "same-value"
	stepOtherArith  = "other-integers"
	stepWithoutWrap = "without-overflow"
	stepUnanswered  = "unanswered"
	stepConfirm     = "confirm"
	stepConclude    = "conclude"
	stepOtherValues = "other-values"
	stepReplay      = "replay"
	stepDisjoint    = "disjoint-arrays"
)

// meanings say what the steps that ask no engine are about.
var meanings = map[string]string{
	stepListed:     "properties of which the kernel has nothing to check",
	stepOpen:       "what no step has decided",
	stepUnanswered: "what the prover has given no answer to",
	stepConclude:   "what follows for each property, with what its proofs rest on",
}

// step runs a step of the plan and records what it changed of the properties.
func (d *decision) step(name string, run func()) {
	t := d.opts.Trace
	if !t.Recording() || name == "" {
		run()
		return
	}
	before := d.snapshot()
	st := t.Begin(name)
	run()
	// What is asked and left open inside belongs to this step.
	t.Close(st)
	for _, property := range kernel.Properties(nil) {
		p := d.by[property]
		if p == nil {
			continue
		}
		was, known := before[property]
		now := essence(p)
		if now != was && (known || p.Status != claim.Unknown || !p.Why.None()) {
			t.Says(trace.Answer{About: string(property), Status: statusText(p.Status), Why: reasonOf(p)})
		}
	}
	t.Means(st, meanings[name])
	t.End(st)
}

// essence is a property without what depends on the machine.
func essence(p *Property) Property {
	return Property{Name: p.Name, Status: p.Status, Arith: p.Arith, Detail: p.Detail, Why: p.Why}
}

func (d *decision) snapshot() map[kernel.Property]Property {
	out := map[kernel.Property]Property{}
	for name, p := range d.by {
		out[name] = essence(p)
	}
	return out
}

// statusText is a status in traces: what is unknown is open there.
func statusText(s claim.Status) string {
	if s == claim.Unknown {
		return "open"
	}
	return string(s)
}

// reasonOf says why a property is open, or how it was decided.
func reasonOf(p *Property) string {
	var parts []string
	for _, part := range []string{p.Reason(), p.Detail, p.Arith} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "; ")
}

// step runs a part of a question to the translation and records what it changed of the
// obligations. The result of run is passed on.
func (s *session) step(name string, run func() bool) bool {
	t := s.opts.Trace
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
	t.Means(st, meanings[name])
	t.End(st)
	return ok
}

// take runs a step that edits the verdicts on properties after all is asked, and records
// what it took back.
func (s *session) take(name string, run func()) {
	t := s.opts.Trace
	if !t.Recording() {
		run()
		return
	}
	before := map[kernel.Property]Property{}
	for i := range s.result.Properties {
		p := &s.result.Properties[i]
		before[p.Name] = essence(p)
	}
	st := t.Begin(name)
	run()
	t.Close(st)
	for i := range s.result.Properties {
		if p := &s.result.Properties[i]; essence(p) != before[p.Name] {
			t.Says(trace.Answer{About: string(p.Name), Status: statusText(p.Status), Why: reasonOf(p)})
		}
	}
	t.Means(st, meanings[name])
	t.End(st)
}

// obligationState is an obligation without what depends on the machine or on the prover's choice of values.
type obligationState struct {
	stage  stage
	status claim.Status
	why    string
	faults int
}

func (e *entry) essence() obligationState {
	now := obligationState{stage: e.stage, status: e.status, why: e.reason.String(), faults: len(e.faults) + len(e.doubtful)}
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
		return statusText(s.status)
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
func (d *decision) alsoBetween(names map[kernel.Property]bool) string {
	if !names[kernel.DataRace] || d.k.Launch.Blocks() == 1 || d.opts.Encoding.IntraGroup {
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
		how += fmt.Sprintf(", loops unrolled %d times", depth.all)
		if depth.inner > 0 {
			how += fmt.Sprintf(", inner ones %d times", depth.inner)
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
