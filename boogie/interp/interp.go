// Package interp runs Boogie programs, with every choice made at random: a test
// of candidate invariants that costs microseconds where the prover needs
// milliseconds, and a search for assertions that fail.
//
// In: a program of the subset that package instrument writes (integers,
// bit-vectors of up to 64 bits, bool, opaque types, maps, uninterpreted and
// defined functions). Out: for each run how it ended, the candidates that were
// false at the head of a loop, and the first assertion that failed with the
// values it failed for.
//
// What is guaranteed: a run is a prefix of an execution that Boogie's semantics
// allows. Constants meet the axioms, the initial state meets the precondition,
// every assumption that was passed held. So a candidate that a run refutes is in
// no set of inductive invariants, and an assertion that fails in a run can fail.
// Whatever cannot be computed exactly ends the run (Unknown) and counts for
// nothing. Nothing follows from runs in which nothing happens.
//
// How it works: a procedure is compiled to code for a machine of 64-bit
// registers, calls of {:inline} procedures and functions expanded. An integer
// operation that overflows is done again with integers of any size (big.go).
// Values are drawn from distributions that prefer small, equal, neighbouring and
// otherwise interesting ones (choose.go); where an assumption over values just
// drawn fails, one of them is moved so that it holds (repair.go).
package interp

import (
	"fmt"
	"strings"
	"sync"

	"gv2/boogie"
)

// Program is a Boogie program made ready to be run. It does not change, and
// several goroutines may run it.
type Program struct {
	units      map[string]*unit
	order      []string
	candidates []string
}

// Status is how a run ended.
type Status int

// The ways in which a run ends.
const (
	// Completed runs came to the end of the procedure.
	Completed Status = iota
	// Infeasible runs came to an assumption that did not hold; up to there they
	// are executions.
	Infeasible
	// Failed runs came to an assertion, an invariant or a precondition that did
	// not hold.
	Failed
	// Exhausted runs used up their steps.
	Exhausted
	// Unknown runs came to something that this package cannot compute: a
	// quantifier, a division by zero, a function of SMT-LIB that it does not know.
	Unknown
)

// String returns the status in a word.
func (s Status) String() string {
	return [...]string{"completed", "infeasible", "failed", "exhausted", "unknown"}[s]
}

// Outcome is what one run showed.
type Outcome struct {
	Status Status
	// Failure is what failed, nil unless Status is Failed.
	Failure *Failure
	// Refuted are the candidates that were false at a loop head on the way.
	Refuted []string
	// Steps is how many instructions were executed.
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
	// Elements are those of constant maps that the run has looked at, in the order in
	// which it first did.
	Elements []Element
	// Loops tells how often the loops on the way were repeated, in the order of
	// their first iteration.
	Loops []Loop
}

// Element is an element of a constant map; its value is written as those of State.
type Element struct {
	Map   string
	Key   int64
	Value string
}

// Loop is a loop that a run went through: the Tag of its While, and how many
// iterations were completed since it was last entered.
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

// Compile makes a program ready to be run. It fails if the program breaks a rule
// of Boogie's; what is legal but beyond this package makes runs Unknown.
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

// Procedures lists what can be run: the procedures with a body that are not
// expanded where they are called.
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

// unit is one procedure in the form it is run in.
type unit struct {
	name  string
	decls *declarations
	code  []instr
	// literals are registers that hold the same value for ever.
	literals []literal
	regs     int
	// vars are the variables that a state shows.
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
	selectors  int // logs with a choice of what goes in
	branches   int // edges whose coverage is noted
	pool       []int64
	wide       int64 // the range in which the program's own numbers lie
	idle       sync.Pool
}

type literal struct {
	reg   int32
	value int64
}

// variable is a name that a state shows.
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
