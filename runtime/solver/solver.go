// Package solver runs the Boogie process: it feeds a program, stops it when its
// time is over, and reads its answer and its model back as data.
package solver

import "time"

// Options say how to run Boogie.
type Options struct {
	Timeout time.Duration // whole run; 0 means none
	// Resources is how much work of its own counting the prover may do for each
	// procedure; 0 means any. The answer does not hang on the machine then.
	Resources  int64
	Infer      bool   // Houdini over {:existential true} constants
	LoopUnroll int    // Boogie's own unrolling, 0 for none
	Cores      int    // prover processes side by side, 1 if zero
	ErrorLimit int    // errors reported per procedure, 5 if zero
	Boogie     string // path of the executable; found on PATH if empty
	MemoryMB   int    // memory of each prover process; 0 for no limit
	// Intervals turns Boogie's own interval analysis on. It finds simple bounds
	// of loop counters that no candidate states, at the price of time: see args.
	Intervals bool
}

// Outcome is how a run ended.
type Outcome int

const (
	Verified  Outcome = iota // every procedure verified
	Failed                   // at least one assertion cannot be proved
	TimedOut                 // stopped: time, resources or memory, some procedures open
	Undecided                // the prover gave up on a procedure
)

// Failure is one assertion that Boogie could not prove.
type Failure struct {
	Procedure string
	Line      int // of the assert, the call, or the loop invariant
	Related   int // of the requires clause a call violates; 0 if none
	// LoopEntry and LoopStep are set for loop invariants: not established, or
	// not maintained.
	LoopEntry, LoopStep bool
	// Unsure is set where the prover answered "unknown", not "sat": Boogie still
	// reports the assertion, but the counterexample may not exist. It happens
	// with products of variables and with quantifiers.
	Unsure bool
	// Trace holds the lines of the execution trace.
	Trace []int
	// State maps variables and constants to their values in the captured state
	// nearest before the failure ("c1"), empty where no model came. Integers are
	// in decimal, bit-vectors as unsigned decimal, bools true or false.
	State map[string]string
	// At is the name of that captured state; empty if none was passed, and then
	// State holds what was so at the start.
	At string
}

// Answer is everything a run said.
type Answer struct {
	Outcome  Outcome
	Failures []Failure
	// Open lists the procedures that timed out or that the prover gave up on.
	Open []string
	// Inferred is Houdini's assignment: candidate constant to whether it holds.
	Inferred map[string]bool
	// Verified is how many procedures Boogie says it verified. Counted is false where
	// it was stopped before it said so; Verified is 0 then.
	Verified int
	Counted  bool
	Seconds  float64
	Output   string // Boogie's own text, noise removed
}
