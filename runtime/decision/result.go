package decision

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/weft"
)

// Outcome is the verdict on a kernel as a whole.
type Outcome string

// The outcomes, by their names in reports.
const (
	KernelProved  Outcome = "proved"
	KernelRefuted Outcome = "refuted"
	KernelUnknown Outcome = "unknown"
	// KernelConditional is proved under an ordinary condition, and refuted outside of it.
	KernelConditional Outcome = "conditional"
	KernelUnsupported Outcome = "unsupported"
	KernelError       Outcome = "error"
)

// Property is the verdict on one property.
type Property struct {
	Name   kernel.Property
	Status claim.Status
	Engine string
	// Arith is how integers were modelled where the translation decided it: int,
	// bv, or both, where each decided a part. Empty elsewhere.
	Arith string
	// Seconds is the time spent on it: by the engine, and in translating and running
	// the program where that looked at it.
	Seconds float64
	// Detail says how it was decided where that is not what the engine's name says;
	// mostly empty.
	Detail string
	// Why is the reason why it is not proved, if so.
	Why claim.Reason
	// Open are questions to the prover about it that have no answer, if it is open.
	Open []OpenCheck
}

// Reason says why it is not proved; empty if it is.
func (p *Property) Reason() string { return p.Why.String() }

// Stats are the numbers of a verification.
type Stats struct {
	BoogieLines int
	// Candidates is the number of guesses at loop invariants. RefutedByRun of them
	// were false in a run of the program, RefutedByHoudini did not hold in every
	// iteration as far as the prover could tell; the others survived.
	Candidates, RefutedByRun, RefutedByHoudini, Surviving int
	// MostCandidates is the number of those in one Boogie procedure, the one with most.
	MostCandidates int
	// Runs is how often the solver was asked.
	Runs int
	// Running is the seconds spent in runs of the program, Houdini and Solver those
	// in the solver, to infer invariants and in all; Seconds is everything.
	Running, Houdini, Solver, Seconds float64
	// Exact holds the numbers of the exact engine, nil where it did not run.
	Exact *weft.Stats
}

// Result is everything known about one kernel.
type Result struct {
	Kernel      string
	Pos         diag.Pos
	Launch      kernel.Launch
	Outcome     Outcome
	Properties  []Property
	Findings    []claim.Finding
	Assumptions []string
	// Inside is set if the exact engine has seen that every access to an array of known
	// length stays within it, whatever the input.
	Inside bool
	Notes  []claim.Note
	// Unlisted is what the exact engine says of races that it does not list.
	Unlisted string
	// Listed are the scopes of which every race is among the findings, or is known not to be
	// there.
	Listed map[claim.Scope]bool
	// Condition is what a conditional kernel is proved under, as in width >= 16; empty for
	// others.
	Condition string
	// OpenIf is an ordinary condition that all known faults of a kernel are outside of, where the kernel is neither refuted nor
	// proved under it and so unknown; empty for others.
	OpenIf string
	// SafeIf is a condition on parameters under which every property of a refuted
	// kernel is proved, as in stride >= 64; empty where none was found. It changes
	// no verdict. It is one of SafeAmong simple conditions, those that allow most values
	// first; not all were tried, and a weaker one may do as well.
	SafeIf    string
	SafeAmong int
	// Arith is the arithmetic used and ArithWhy the reason for it.
	Arith    string
	ArithWhy string
	// Diags says what is unsupported or wrong in the input.
	Diags diag.List
	// Err is the failure of a tool, or of gv2 itself.
	Err   error
	Stats Stats
}

// Property returns the verdict on the property of that name, nil if it was not
// looked at.
func (r *Result) Property(name kernel.Property) *Property {
	for i := range r.Properties {
		if r.Properties[i].Name == name {
			return &r.Properties[i]
		}
	}
	return nil
}

// Assume adds assumptions that are not there yet.
func (r *Result) Assume(list []string) { r.Assumptions = Sentences(r.Assumptions, list) }

// Overall derives the kernel's outcome from its properties.
func (r *Result) Overall() Outcome {
	outcome := KernelProved
	if len(r.Properties) == 0 {
		return KernelUnknown
	}
	for _, p := range r.Properties {
		switch p.Status {
		case claim.Refuted:
			return KernelRefuted
		case claim.Proved:
		default:
			outcome = KernelUnknown
		}
	}
	return outcome
}

// Sentences joins lists of assumptions without repetitions.
func Sentences(lists ...[]string) []string {
	seen := map[string]bool{}
	var out []string
	for _, list := range lists {
		for _, text := range list {
			if !seen[text] {
				seen[text] = true
				out = append(out, text)
			}
		}
	}
	return out
}

// Add books what another question to the translation took. The candidates are
// those of the question that had most of them.
func (st *Stats) Add(o Stats) {
	st.BoogieLines += o.BoogieLines
	if o.Candidates > st.Candidates {
		st.Candidates, st.RefutedByRun, st.RefutedByHoudini, st.Surviving = o.Candidates, o.RefutedByRun, o.RefutedByHoudini, o.Surviving
		st.MostCandidates = o.MostCandidates
	}
	st.Runs += o.Runs
	st.Running += o.Running
	st.Houdini += o.Houdini
	st.Solver += o.Solver
}
