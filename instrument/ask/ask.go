// Package ask describes what a translation is made for: the question (Query), the model
// of the kernel (Model), and the reader of the text (Text).
package ask

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
)

// Request is what a translation is made for: what is asked, in which model, and who
// reads the text.
type Request struct {
	Query
	Model
	Text
	// Stop is asked now and then whether to give up because the time is over: the output
	// is Late then and has no program. Nil for never.
	Stop func() bool
}

// Query is what is asked of the kernel. The zero value asks for everything.
type Query struct {
	// Properties to check, by their names in reports; nil means all.
	Properties kernel.PropertySet
	// Arrays, if not nil, restricts the query to the races within a block on these arrays
	// and takes the barriers of a part of the block to order nothing: for accesses that no
	// named barrier orders. It goes with BarrierEncoding and WithinBlock.
	Arrays map[*kernel.Array]bool
	// Known are races that need not be found: two accesses that are one of them do not count as a
	// race, so that the answer is about the others.
	Known []Race
	// Settled are arrays, by their names in reports, on which races need not be found.
	Settled map[string]bool
	// Pairs are the pairs of threads that get a procedure.
	Pairs Pairs
	// IntraGroup asks for races within a block only: what other blocks do to global
	// memory may happen at any time and is no race.
	IntraGroup bool
	// AllowSameValue does not count two writes of the same value as a race. A
	// race that is there without it and gone with it is benign.
	AllowSameValue bool
}

// Race is the accesses to an array that two lines make, whichever comes first.
type Race struct {
	// Array is the array's name in reports.
	Array string
	Lines [2]Line
}

// Line is a line of the source.
type Line struct {
	File string
	Line int
}

// LineOf is the line of a position.
func LineOf(p diag.Pos) Line { return Line{p.File, p.Line} }

// Is reports whether accesses to the array on those lines are the race.
func (r *Race) Is(array string, one, two Line) bool {
	return r.Array == array && (r.Lines == [2]Line{one, two} || r.Lines == [2]Line{two, one})
}

// Pairs say which pairs of threads are looked at.
type Pairs int

const (
	// AllPairs are two threads of one block, and two of different blocks where those
	// share something that is written.
	AllPairs Pairs = iota
	// WithinBlock leaves out what two threads of different blocks do.
	WithinBlock
	// BetweenBlocks looks only for races between blocks, where no barrier orders
	// anything: named barriers are allowed then. It is for kernels whose blocks
	// are known to be free of races within. The output has no procedure where
	// blocks share nothing that is written.
	BetweenBlocks
)

// Checks reports whether a property is asked for.
func (q *Query) Checks(property kernel.Property) bool { return q.Properties.Has(property) }

// Model is how the kernel is modelled: its integers, barriers and loops. What a model
// leaves out makes the answer weaker, never wrong.
type Model struct {
	Arith key.Arith
	// Encoding is how barriers are modelled.
	Encoding Encoding
	// AllBarriers has every procedure of the generation encoding count the generations
	// of all barriers, not only of those that it seems to need.
	AllBarriers bool
	// LockStep is for threads of a warp that run in lock step. That orders the accesses
	// that both threads reach; what a thread reads may be what another one wrote right
	// before, without a race, so that contents that are written are arbitrary. What fails
	// then may be ordered all the same.
	LockStep   bool
	Invariants InvariantMode
	// Keep names the candidates that Houdini kept, for Inferred.
	Keep map[string]bool
	// Without leaves out the candidates of the named rules: see Rules.
	Without map[string]bool
	// UnrollAll writes out every loop with few and constantly many iterations,
	// not only those that count by doubling or halving.
	UnrollAll bool
	// OnlyStated leaves out what is known of variables that loops change: the user's
	// invariants alone say something of them.
	OnlyStated bool
	// Refute encodes for a search for faults: loops are replaced by one arbitrary
	// iteration, or written out, where that is exact, and have no invariants. What
	// fails then is a fault if the loops that are left are unrolled.
	Refute bool
}

// InvariantMode says which loop invariants are written.
type InvariantMode int

const (
	Candidates   InvariantMode = iota // for Houdini: {:existential true}
	Inferred                          // those in Model.Keep, as plain invariants
	NoInvariants                      // the user's only
	// Minimal are those of Inferred that proofs need. It is a wish about texts, which
	// are written with Inferred once it is known which these are.
	Minimal
)

// Text describes the reader of the program.
type Text struct {
	// Standalone is for programs that Boogie alone judges: what cannot be stated is an
	// assertion that fails, and no field of the key matters.
	Standalone bool
	// States adds the captured states that a model is read from.
	States bool
	// SourceLine returns the text of a line for the comments; nil for none.
	SourceLine func(diag.Pos) string
	// Predicated, if not nil, is given each predicated program that a procedure is made of, as text.
	Predicated func(lines func() []kernel.Line)
}
