// Package verdict decides which engine answers for which property of a kernel,
// runs it, and turns its answer into verdicts, findings and assumptions.
//
// In: a kernel and options. Out: a Result that names for every property
// whether it is proved, refuted or open, and why. The rule that everything here
// follows: what is not explained is not proved. Steps enter evidence on a board of
// package claim, whose documentation says why what follows from it holds: proofs of
// the exact engine, and proofs of the translation where Boogie verified every procedure
// that decides a property, in a run in which no other check of that procedure failed (a
// failed assertion is assumed from there on, and may hide what comes after), with what
// these rest on; and faults with how they were seen.
//
// Decide is the entry, and follows the plan; Verify is the translation alone. Package advise
// looks for what would help a refuted kernel.
package verdict

import (
	"time"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/instrument/ask"
	"gv2/runtime/claim"
	"gv2/runtime/trace"
	"gv2/runtime/weft"
)

// Outcome is the verdict on a kernel as a whole.
type Outcome string

// The outcomes, by their names in reports.
const (
	KernelProved      Outcome = "proved"
	KernelRefuted     Outcome = "refuted"
	KernelUnknown     Outcome = "unknown"
	KernelUnsupported Outcome = "unsupported"
	KernelError       Outcome = "error"
)

// The engines, by their names in reports and on the command line.
const (
	// BoogieEngine proves by translation.
	BoogieEngine = string(claim.Boogie)
	// WeftEngine executes blocks whose control does not depend on the input.
	WeftEngine = string(claim.Weft)
	// AutoEngine asks the exact engine first and leaves the rest to Boogie.
	AutoEngine = "auto"
	// RunEngine is the translation, executed with values chosen at random, and
	// ExecutionEngine the kernel's threads, interleaved: reports name them where they saw a
	// fault. Nobody asks for them.
	RunEngine       = string(claim.Run)
	ExecutionEngine = string(claim.Execution)
)

// Options select what is verified and how.
type Options struct {
	// Engine is one of the engines; AutoEngine if empty.
	Engine string
	// Encoding goes to the translation: arithmetic, properties, invariants. Its
	// Properties are what is asked for, nil for everything, whatever the engine.
	Encoding ask.Request
	// Exact goes to the exact engine: barrier rule, lock step, budget. Options
	// that both engines have are taken from Encoding.
	Exact weft.Options
	// LoopUnroll bounds every loop to that many iterations; 0 means unbounded,
	// by invariants.
	LoopUnroll int
	// NoPrecondition leaves out the search for a condition under which a refuted kernel
	// is safe (Result.SafeIf). It takes a few more runs of the solver.
	NoPrecondition bool
	// Timeout is the time limit for the kernel; 0 means none. Began is when it started
	// to run, now if zero.
	Timeout time.Duration
	Began   time.Time
	// Effort is a limit that does not hang on the machine: what the prover may do for a
	// procedure in one question, in its own units, a million of which take about 0.3 s.
	// With it the exact engine has a limit of commands that goes with it, and Timeout
	// should be 0: then no decision looks at a clock. 0 means no such limit.
	Effort int64
	// Cores is how many prover processes may run side by side.
	Cores int
	// Boogie is the path of the executable; found on PATH if empty.
	Boogie string
	// NoRuns leaves everything to the prover: the translation is not run, neither
	// to refute candidate invariants nor to find faults.
	NoRuns bool
	// Trace records how the verdict comes about; nil for nobody who reads it.
	Trace *trace.Trace
	// SelfCheck checks the rules of every tree after the pass that made it.
	SelfCheck bool
}

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
	Notes       []claim.Note
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
	// evidence is what an answer of the translation stands on.
	evidence []claim.Evidence
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
func (r *Result) Assume(list []string) { r.Assumptions = sentences(r.Assumptions, list) }

// overall derives the kernel's outcome from its properties.
func (r *Result) overall() Outcome {
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

// sentences joins lists of assumptions without repetitions.
func sentences(lists ...[]string) []string {
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

// add books what another question to the translation took. The candidates are
// those of the question that had most of them.
func (st *Stats) add(o Stats) {
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
