// Package verdict decides kernels: it asks the engines one after the other, as the plan says,
// and turns their evidence into verdicts, findings and assumptions.
//
// In: a kernel and options. Out: a Result that names for every property
// whether it is proved, refuted or open, and why. The rule that everything here
// follows: what is not explained is not proved. The steps of packages exact and prove enter
// evidence on a board of package claim, whose documentation says why what follows from it
// holds; package confirm looks at the faults among it.
//
// Decide is the entry, and follows the plan; Verify is the translation alone. Package advise
// looks for what would help a refuted kernel.
package verdict

import (
	"gv2/runtime/decision"
	"gv2/runtime/prove"
)

// What is asked, and what is answered: see package decision.
type (
	Question = decision.Question
	Options  = decision.Options
	Check    = decision.Check
	Result   = decision.Result
	Outcome  = decision.Outcome
	Property = decision.Property
	Stats    = decision.Stats
)

// The outcomes, by their names in reports.
const (
	KernelProved      = decision.KernelProved
	KernelRefuted     = decision.KernelRefuted
	KernelUnknown     = decision.KernelUnknown
	KernelConditional = decision.KernelConditional
	KernelUnsupported = decision.KernelUnsupported
	KernelError       = decision.KernelError
)

// The engines, by their names in reports and on the command line.
const (
	AutoEngine      = decision.AutoEngine
	BoogieEngine    = decision.BoogieEngine
	WeftEngine      = decision.WeftEngine
	RunEngine       = decision.RunEngine
	ExecutionEngine = decision.ExecutionEngine
	AxiomsEngine    = decision.AxiomsEngine
)

// DefaultMaxCommands is the budget of the exact engine where none is given.
const DefaultMaxCommands = decision.DefaultMaxCommands

// The words of a Question.
var (
	EngineNames      = decision.EngineNames
	Ariths           = decision.Ariths
	Encodings        = decision.Encodings
	InvariantSources = decision.InvariantSources
	BarrierRules     = decision.BarrierRules
	// ProgressRules are the words of --progress.
	ProgressRules = decision.ProgressRules
)

// What the translation tells beside verdicts: see package prove.
type (
	Solve           = prove.Solve
	ProgramText     = prove.ProgramText
	Inference       = prove.Inference
	LoopCandidates  = prove.LoopCandidates
	Candidate       = prove.Candidate
	CandidateStatus = prove.CandidateStatus
)

// The statuses of candidate invariants, by their names in reports.
const (
	Survived         = prove.Survived
	RefutedByRun     = prove.RefutedByRun
	RefutedByHoudini = prove.RefutedByHoudini
	Undecided        = prove.Undecided
)
