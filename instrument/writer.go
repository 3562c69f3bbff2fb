package instrument

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

// setting is what a procedure is written from.
type setting struct {
	enc  *arith.Encoder
	opts ask.Request
	plan *plan
	prog *predicate.Program
	// notes are what passes have found out about statements of prog.
	notes *fact.Notes
	proc  *key.Procedure
	out   *key.Key
	diags *diag.List
}

// writer turns one predicated program into the body of one Boogie procedure.
type writer struct {
	setting
	text     // what is written
	values   // what variables stand for
	standIns // variables of conditions for what is no variable of the thread
	nesting  // the loops around, and what is logged in them
	calls    // the procedures that barriers need
	// rows tells the rows of matrices in indices apart.
	rows *separation
	// scattered are the stores with a number so far in the list being written.
	scattered map[scatteredBy]scattered
	consts    []boogie.Decl // candidate constants
	in        intervals
	interval  int // of the statement being written
	depth     int // how many ifs and loops are around it
	firstSite int
	single    bool          // a block of one thread: nothing to race with
	gen       namedBarriers // of the generation encoding, nil in the barrier encoding
	at        *predicate.Do // the leaf being written
}

// calls are the procedures for barriers that the body calls.
type calls struct {
	barrier, warp bool
	grid          bool // there is a barrier of the grid
	stepped       bool // there are accesses in lock step
}

// newWriter is a writer that has not written anything.
func newWriter(s setting) *writer {
	w := &writer{setting: s, in: everyInterval, firstSite: len(s.out.Sites)}
	w.single = s.enc.Pair == fact.SameBlock && s.prog.Kernel.Launch.Threads() == 1
	w.text = text{stated: stated{}, line: s.opts.SourceLine}
	w.values = values{definitions: definitionsOf(s.prog.Body), reads: predicate.ReadCounts(s.prog.Body)}
	w.standIns = newStandIns(s.enc, s.prog)
	w.rows = newSeparation(s.enc, &w.text, &w.values)
	w.surveyRows(s.prog.Body)
	return w
}

// site numbers an access, barrier or assertion.
func (w *writer) site(src kernel.Src, property kernel.Property) *key.Site {
	return w.out.NewSite(src, w.proc, property)
}

// capture names the state in which the check that follows is made.
func (w *writer) capture(s *key.Site) {
	if w.opts.States {
		w.emit(&boogie.Assume{Attrs: []boogie.Attr{{Key: "captureState", Args: []any{s.State}}}, E: boogie.True})
	}
}

func (w *writer) checks(property kernel.Property) bool {
	return w.opts.Checks(property)
}

// checksRaces reports whether races of this pair of threads are looked for.
func (w *writer) checksRaces() bool {
	return w.checks(kernel.DataRace) && (w.enc.Pair == fact.SameBlock || !w.opts.IntraGroup)
}

// muted reports whether another procedure checks the statement being written.
func (w *writer) muted() bool { return w.interval < w.in.first || w.interval > w.in.last }
