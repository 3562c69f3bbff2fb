// Package solver runs the processes of provers: it passes them a program, stops them at
// the time limit, and returns answers and models as data. Z3, the default, and cvc5 get
// the conditions that package vc makes of the program (SMT), Boogie its text (RunBoogie).
package solver

import "time"

// Options select how to run a prover.
type Options struct {
	Timeout time.Duration // whole run; 0 means none
	// Resources limits the prover's work for each procedure, in its own units;
	// 0 means no limit. With such a limit the answer does not depend on the
	// machine.
	Resources int64
	Infer     bool // Houdini over {:existential true} constants
	// Minimal asks which of the candidates, all of which hold, the proofs need. It is for solvers of SMT-LIB.
	Minimal    bool
	LoopUnroll int    // Boogie's own unrolling, 0 for none
	Cores      int    // prover processes side by side, 1 if zero
	ErrorLimit int    // errors reported per procedure, 5 if zero
	Boogie     string // path of the executable; found on PATH if empty
	MemoryMB   int    // memory of each prover process; 0 for no limit
	// Small names constants whose values in counterexamples shall be small, where that
	// takes a solver of SMT-LIB little time.
	Small []string
	// Operators are functions without a body that stand for operations on integers, of which
	// a solver of SMT-LIB is told facts; see vc.Options.
	Operators map[string]string
	// Halves has a solver of SMT-LIB show one half of assertions about two threads, where that is enough; see vc.Options.
	Halves bool
	// Simplex has Z3 use its older method for sums, which is the faster one on counters.
	Simplex bool
	// Intervals turns Boogie's own interval analysis on. It finds simple bounds
	// of loop counters that no candidate states, at the price of time: see args.
	Intervals bool
	// Whole ends the question with the first procedure that is not verified; the others may
	// be left open then.
	Whole bool
}

// Outcome is how a run ended.
type Outcome int

const (
	Verified  Outcome = iota // every procedure verified
	Failed                   // at least one assertion cannot be proved
	TimedOut                 // stopped: time, resources or memory, some procedures open
	Undecided                // the prover gave up on a procedure
)

// Failure is one assertion that is not proved.
type Failure struct {
	Procedure string
	Line      int // of the assert, the call, or the loop invariant
	Related   int // of the requires clause that a call violates; 0 if none
	// LoopEntry and LoopStep are set for loop invariants: not established, or
	// not maintained.
	LoopEntry, LoopStep bool
	// Unsure is set if the prover answered "unknown", not "sat": Boogie still
	// reports the assertion, but the counterexample may not exist. It happens
	// with products of variables and with quantifiers.
	Unsure bool
	// Said is what the prover's method is incomplete for, in its own words, if it is unsure
	// and says so: quantifiers, or arithmetic.
	Said string
	// Trace holds the lines of the execution trace.
	Trace []int
	// State maps variables and constants to their values in the last captured
	// state before the failure ("c1"); empty without a model. Integers are in
	// decimal, bit-vectors as unsigned decimal, bools true or false.
	State map[string]string
	// At is the name of that captured state; empty if the path passed none, and
	// then State holds the initial values.
	At string
}

// Answer is the result of a run.
type Answer struct {
	Outcome  Outcome
	Failures []Failure
	// Open lists the procedures that timed out, or on which the prover gave up.
	Open []string
	// Unanswered says of these what has no answer and why, as far as that is known: single
	// checks, or the whole. In inference candidates count as dropped that are among them.
	Unanswered []Unanswered
	// Partial lists the procedures that have failures of which there may be more: the search
	// for further ones met a limit.
	Partial []string
	// Inferred is Houdini's assignment: it maps each candidate constant to
	// whether it holds, or with Options.Minimal to whether it is needed.
	Inferred map[string]bool
	// Verified is the number of procedures that are verified. Counted
	// is false if it was stopped before that report; Verified is 0 then.
	Verified int
	Counted  bool
	Seconds  float64
	Output   string // the prover's own text, noise removed
}
