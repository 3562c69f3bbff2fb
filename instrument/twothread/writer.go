// Package twothread writes a predicated program as a Boogie procedure of two arbitrary
// threads (Betts et al., GPUVerify): variables are dualised, each access of thread 1 may
// be logged, each access of thread 2 is checked against the log, and barriers empty it.
//
// A Writer gets a Setting and writes the program statement by statement. access.go lists
// the steps from an access of the source to LOG and CHECK. How arrays are encoded is
// decided before, by a Plan. What barriers of a part of the block do is the encoding's of
// named barriers, which takes part through the interface NamedBarriers.
//
// What is proved of the procedure holds for every pair of threads: any access may be the
// one that was logged, and whatever two threads cannot know of each other is arbitrary.
package twothread

import (
	"gv2/boogie"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// Setting is what a procedure is written from.
type Setting struct {
	Enc     *arith.Encoder
	Request ask.Request
	Plan    *Plan
	Prog    *predicate.Program
	// Notes are what passes have found out about statements of prog.
	Notes *fact.Notes
	Proc  *key.Procedure
	Key   *key.Key
	Diags *diag.List
}

// Writer turns one predicated program into the body of one Boogie procedure.
type Writer struct {
	Setting
	text             // what is written
	assigning        // of values to variables
	contents         // of arrays
	place            // in the program
	predicate.Values // what variables stand for
	conditions       // that the user states
	nesting          // the loops around, and what is logged in them
	calls            // the procedures that barriers need
	lanes            lanes
	// Rows tells the rows of matrices in indices apart.
	Rows *separation
	// scattered are the stores with a number so far in the list being written.
	scattered map[scatteredBy]scattered
	Consts    []boogie.Decl // candidate constants
	FirstSite int
	Same      bool          // both threads are one; who sets it says so
	Single    bool          // a block of one thread: nothing to race with
	Named     NamedBarriers // of the generation encoding, nil in the barrier encoding
	at        *predicate.Do // the leaf being written
}

// calls are the procedures for barriers that the body calls.
type calls struct {
	Barrier, Warp bool
	grid          bool // there is a barrier of the grid
	stepped       bool // there are accesses in lock step
}

// NewWriter is a writer that has not written anything.
func NewWriter(s Setting) *Writer {
	w := &Writer{Setting: s, place: place{In: EveryInterval}, FirstSite: len(s.Key.Sites)}
	w.Single = s.Enc.Pair == fact.SameBlock && s.Prog.Kernel.Launch.Threads() == 1
	w.text = text{stated: stated{}, line: s.Request.SourceLine}
	w.assigning = assigning{enc: s.Enc, to: &w.text}
	w.contents = contents{enc: s.Enc, plan: s.Plan, vars: &w.assigning}
	w.lanes = lanes{enc: s.Enc, launch: s.Prog.Kernel.Launch, notes: s.Notes}
	w.Values = predicate.ValuesOf(s.Prog.Body)
	w.conditions = conditions{standIns: newStandIns(s.Enc, s.Prog), enc: s.Enc, plan: s.Plan, vars: &w.assigning, single: w.Single, logs: w.Logs}
	w.Rows = newSeparation(s.Enc, &w.text, &w.Values)
	w.surveyRows(s.Prog.Body)
	if s.Enc.Pair == fact.SameBlock {
		w.dead = findDead(s.Prog.Kernel, s.Prog.Body)
	}
	return w
}

// Site numbers an access, barrier or assertion.
func (w *Writer) Site(src kernel.Src, property kernel.Property) *key.Site {
	return w.Key.NewSite(src, w.Proc, property)
}

// Capture names the state in which the check that follows is made.
func (w *Writer) Capture(s *key.Site) {
	if w.Request.States {
		w.Emit(&boogie.Assume{Attrs: []boogie.Attr{{Key: "captureState", Args: []any{s.State}}}, E: boogie.True})
	}
}

func (w *Writer) checks(property kernel.Property) bool {
	return w.Request.Checks(property)
}

// checksRaces reports whether races of this pair of threads are looked for.
func (w *Writer) checksRaces() bool {
	return w.checks(kernel.DataRace) && (w.Enc.Pair == fact.SameBlock || !w.Request.IntraGroup)
}
