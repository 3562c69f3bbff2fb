package decision

import (
	"strings"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/trace"
)

// The steps of the plan, by their names in traces. Those of the translation are parts of
// the step that asks it.
const (
	StepListed        = "nothing-to-check" // the kernel lacks what the property is about
	StepAnyBlock      = "any-block"
	StepArrayBounds   = string(kernel.Bounds)
	StepInsideArrays  = "inside-arrays"
	StepAllSizes      = "all-sizes"
	StepLaunched      = "small-launches"
	StepSampleValues  = "sample-values"
	StepSmallGrids    = "small-grids"
	StepMemoryModel   = "memory-model"
	StepFewThreads    = "few-threads"
	StepProgress      = "progress"
	StepDiscipline    = "disciplines"
	StepAsynchronous  = "asynchronous copies"
	StepPhases        = "phases of barriers in memory"
	StepBetweenBlocks = "between-blocks"
	StepGenerations   = "generations"
	StepTwoThreads    = "two-threads"
	StepBounded       = "bounded"
	StepOpen          = "left-open"

	StepRunProgram  = "run-program"
	StepExecutions  = "executions"
	StepProve       = "prove"
	StepInfer       = "infer"
	StepUnroll      = "unroll"
	StepSameValue   = "same-value"
	StepOtherArith  = "other-integers"
	StepWithoutWrap = "without-overflow"
	StepUnanswered  = "unanswered"
	StepConfirm     = "confirm"
	StepConclude    = "conclude"
	StepOtherValues = "other-values"
	StepReplay      = "replay"
	StepDisjoint    = "disjoint-arrays"
	StepFurther     = "further-races"
)

// Parts of steps that ask for proofs, by their names in the plan; traces call all of them
// StepProve.
const (
	PartFirst     = "prove for a moment"
	PartOpaque    = "prove without a look at products"
	PartGuessed   = "prove with all candidates"
	PartBenign    = "prove what may be writes of one value"
	PartProof     = "prove before something else is asked"
	PartLastProof = "prove with nothing else to ask"
)

// Meanings say what the steps that ask no engine are about.
var Meanings = map[string]string{
	StepListed:     "properties of which the kernel has nothing to check",
	StepOpen:       "what no step has decided",
	StepUnanswered: "what the prover has given no answer to",
	StepConclude:   "what follows for each property, with what its proofs rest on",
}

// Step runs a step of the plan and records what it changed of the properties.
func (d *Decision) Step(name string, run func()) {
	t := d.Opts.Trace
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
		p := d.By[property]
		if p == nil {
			continue
		}
		was, known := before[property]
		now := Essence(p)
		if now != was && (known || p.Status != claim.Unknown || !p.Why.None()) {
			t.Says(trace.Answer{About: string(property), Status: StatusText(p.Status), Why: ReasonOf(p)})
		}
	}
	t.Means(st, Meanings[name])
	t.End(st)
}

// essence is a property without what depends on the machine.
type essence struct {
	Name          kernel.Property
	Status        claim.Status
	Arith, Detail string
	Why           claim.Reason
}

// Essence is what two states of a property are compared by.
func Essence(p *Property) any {
	return essence{Name: p.Name, Status: p.Status, Arith: p.Arith, Detail: p.Detail, Why: p.Why}
}

func (d *Decision) snapshot() map[kernel.Property]any {
	out := map[kernel.Property]any{}
	for name, p := range d.By {
		out[name] = Essence(p)
	}
	return out
}

// StatusText is a status in traces: what is unknown is open there.
func StatusText(s claim.Status) string {
	if s == claim.Unknown {
		return "open"
	}
	return string(s)
}

// ReasonOf says why a property is open, or how it was decided.
func ReasonOf(p *Property) string {
	var parts []string
	for _, part := range []string{p.Reason(), p.Detail, p.Arith} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "; ")
}
