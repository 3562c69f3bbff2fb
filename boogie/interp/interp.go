// Package interp runs Boogie programs with random choices. That tests candidate
// invariants in microseconds where the prover needs milliseconds, and finds
// assertions that fail.
//
// In: a program of the subset that package instrument writes (integers,
// bit-vectors of up to 64 bits, bool, opaque types, maps, uninterpreted and
// defined functions). Out: for each run how it ended, the candidates that were
// false at the head of a loop, and the first assertion that failed with the
// values it failed for.
//
// Guaranteed: a run is a prefix of an execution that Boogie's semantics allows.
// Constants meet the axioms, the initial state meets the precondition, and every
// assumption that the run passed held. So a candidate that a run refutes is in
// no set of inductive invariants, and an assertion that fails in a run can fail.
// Whatever cannot be computed exactly ends the run (Unknown) and counts for
// nothing. Runs without a failure prove nothing.
//
// How it works: the compiler turns a procedure into code for a machine of 64-bit
// registers and expands calls of {:inline} procedures and functions. If an
// integer operation overflows, the machine evaluates the expression again with
// integers of any size (exact.go). It draws values from distributions that
// prefer small, equal, neighbouring and otherwise interesting ones (choose.go).
// If an assumption over values just drawn fails, it changes one of them so that
// the assumption holds (repair.go).
package interp

import (
	"fmt"
	"strings"
	"sync"

	"gv2/boogie"
)

// Program is a compiled Boogie program. It is immutable, and several goroutines
// may run it.
type Program struct {
	units      map[string]*unit
	order      []string
	candidates []string
}

// Status is how a run ended.
type Status int

// The ways in which a run ends.
const (
	// Completed runs reached the end of the procedure.
	Completed Status = iota
	// Infeasible runs reached an assumption that did not hold; up to there they
	// are executions.
	Infeasible
	// Failed runs reached an assertion, an invariant or a precondition that did
	// not hold.
	Failed
	// Exhausted runs reached their limit of steps.
	Exhausted
	// Unknown runs reached something that this package cannot compute: a
	// quantifier, a division by zero, or an SMT-LIB function that it lacks.
	Unknown
)

// String returns the status in a word.
func (s Status) String() string {
	return [...]string{"completed", "infeasible", "failed", "exhausted", "unknown"}[s]
}

// Outcome is the result of one run.
type Outcome struct {
	Status Status
	// Failure is the check that failed, nil unless Status is Failed.
	Failure *Failure
	// Refuted are the candidates that were false at a loop head.
	Refuted []string
	// Steps is the number of instructions executed.
	Steps int64
}

// Failure is an assertion that did not hold.
type Failure struct {
	Procedure string // the one that was run
	// Tag is that of the assert, the invariant, or the requires or ensures
	// clause; Call that of the call whose requires clause it was.
	Tag, Call any
	// State holds the values of constants, global variables, parameters and
	// locals: integers in decimal, bit-vectors as unsigned decimal, bools as true
	// and false. Values of other types are left out.
	State map[string]string
	// Elements are those of constant maps that the run read, in the order of the
	// first reads.
	Elements []Element
	// Larger is the failure as it was found, where smaller values have been found for it since.
	Larger *Failure
	// Loops are the loops of the run with their trip counts, in the order of
	// their first iteration.
	Loops []Loop
}

// Element is an element of a constant map; its value has the format of those of
// State.
type Element struct {
	Map   string
	Key   int64
	Value string
}

// Loop is a loop that a run entered: the Tag of its While, and the iterations
// completed since the run last entered it.
type Loop struct {
	Tag        any
	Iterations int
}

// Limits bound a run.
type Limits struct {
	Steps int64 // instructions; 0 for DefaultSteps
}

// DefaultSteps is the number of instructions that a run may execute: some two
// hundred iterations of a loop with ten statements.
const DefaultSteps = 20000

// Compile compiles a program. It fails if the program breaks a rule of Boogie;
// legal programs that this package cannot execute make runs Unknown.
func Compile(p *boogie.Program) (*Program, error) {
	d, err := declare(p)
	if err != nil {
		return nil, err
	}
	out := &Program{units: map[string]*unit{}, candidates: d.candidates}
	for _, decl := range p.Decls {
		proc, ok := decl.(*boogie.Proc)
		if !ok || proc.Body == nil || inlined(proc) {
			continue
		}
		u, err := d.compile(proc)
		if err != nil {
			return nil, fmt.Errorf("procedure %s: %w", proc.Name, err)
		}
		out.units[proc.Name] = u
		out.order = append(out.order, proc.Name)
	}
	return out, nil
}

// Procedures lists the procedures that can be run: those with a body and
// without {:inline}.
func (p *Program) Procedures() []string { return p.order }

// Candidates lists the candidate invariants, by the names of their constants.
func (p *Program) Candidates() []string { return p.candidates }

// Run runs a procedure once. The same seed gives the same run.
func (p *Program) Run(proc string, seed uint64, limits Limits) (Outcome, error) {
	u := p.units[proc]
	if u == nil {
		return Outcome{}, fmt.Errorf("no procedure %q to run: there are %s", proc, strings.Join(p.order, ", "))
	}
	m := u.idle.Get().(*machine)
	defer u.idle.Put(m)
	m.begin(seed, lesson{})
	out := Outcome{Status: m.run(limits.steps()), Steps: m.steps}
	if out.Status == Failed {
		out.Failure = m.failure()
	}
	for _, k := range m.news {
		out.Refuted = append(out.Refuted, p.candidates[u.candidates[k]])
	}
	return out, nil
}

func (l Limits) steps() int64 {
	if l.Steps == 0 {
		return DefaultSteps
	}
	return l.Steps
}

// unit is one compiled procedure.
type unit struct {
	name  string
	decls *declarations
	code  []instr
	// literals are registers whose value never changes.
	literals []literal
	regs     int
	// vars are the variables that Failure.State shows.
	vars []variable
	// maps are the constant maps with elements to show.
	maps     []variable
	choosers []*chooser
	segments []segment
	assumes  []assume
	checks   []check
	misses   []missSite
	loops    []any // their tags
	traps    []trap
	funcs    []function
	// candidates maps the procedure's own numbering to that of the program.
	candidates []int
	selectors  int // logs that are filled by choice
	branches   int // edges whose coverage runs note
	pool       []int64
	wide       int64 // the range of the numbers in the program
	idle       sync.Pool
}

type literal struct {
	reg   int32
	value int64
}

// variable is a name in Failure.State.
type variable struct {
	name string
	reg  int32
	t    boogie.Type
}

// check is an assertion, an invariant, or a clause of a contract.
type check struct{ tag, call any }

func inlined(p *boogie.Proc) bool {
	for _, a := range p.Attrs {
		if a.Key == "inline" {
			return true
		}
	}
	return false
}
