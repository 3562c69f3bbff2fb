package claim

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// Severity tells a finding that refutes from one that does no harm.
type Severity string

const (
	// ErrorSeverity refutes its property.
	ErrorSeverity Severity = "error"
	// BenignSeverity is reported and does not refute: both threads write the
	// same value.
	BenignSeverity Severity = "benign"
	// OutsideSeverity is a fault outside of the condition that a kernel is proved under.
	OutsideSeverity Severity = "outside"
)

// Access is one thread's part in a finding.
type Access struct {
	Src  kernel.Src // without a position for threads that have exited
	Kind string     // read, write, atomic; barrier, assert, invariant; sync, arrive, wait, exit
	// Thread and Block are nil where the model does not tell.
	Thread, Block *[3]int64
	// Threads are all that are in the same place, where that is known.
	Threads []ThreadRange
	// Wrapped is set where it is all that a function does: where that is called is what there is to
	// show.
	Wrapped bool
}

// Shown is the place to show first: its own, or where the function is called that does nothing else.
func (a *Access) Shown() diag.Pos { return shown(a.Src, a.Wrapped) }

// Shown is the same for where threads wait.
func (b *Barrier) Shown() diag.Pos { return shown(b.Src, b.Wrapped) }

func shown(src kernel.Src, wrapped bool) diag.Pos {
	if calls := src.Calls; wrapped && len(calls) > 0 {
		return calls[len(calls)-1]
	}
	return src.Pos
}

// ThreadRange is the threads of a block from one threadIdx to another, both
// included, in linear order.
type ThreadRange struct {
	From, To [3]int64
	// Block is theirs, where those of several blocks are told apart.
	Block *[3]int64
}

// Barrier is what a barrier was in when threads waited at it in vain.
type Barrier struct {
	ID         int
	Label      string // what the program calls a barrier that lies in memory, else empty
	Generation int    // the first is 1
	Expected   int    // threads
	Registered int    // threads
	// Src is where the threads of Waiting wait, Wrapped as of an Access.
	Src     kernel.Src
	Wrapped bool
	Waiting []ThreadRange
	// From are the operations that registered, Missing the places of the threads
	// that could have. Surplus is set where these are more than the barrier lacks, so
	// that some of them may never use it.
	From, Missing []Access
	Surplus       bool
}

// Note is worth knowing and no fault. Src may be without a position.
type Note struct {
	Src     kernel.Src
	Message string
	// Unknown is set of what the exact engine does not know about races.
	Unknown bool
	// Property is the one that the note explains as long as it is open, if any.
	Property kernel.Property
}

// Finding is one fault, or one benign race.
type Finding struct {
	Property kernel.Property
	Kind     string // write-read and its like for races, else the property
	Severity Severity
	Array    string // as the user wrote it; empty where no array is involved
	Space    string
	Index    *int64 // in elements of the declaration; nil where unknown
	Message  string // one sentence, without the position
	// Cause is the operation that overflows, of a race that is there only because
	// it does. It is part of the message.
	Cause string
	// Repair is a sentence about a change that gv2 has shown to rule out the fault;
	// empty where none was found.
	Repair string
	// Edits are what the repair changes in the text, where that is known.
	Edits    []Edit
	Accesses []Access // at least one; of a race two, where both are known
	Barriers []Barrier
	// Values of scalar parameters, and of open launch dimensions.
	Values Values
	// Contents are elements of input arrays that the threads have read on their way to
	// the fault, in that order, as far as they are known.
	Contents []Content
	// Count is how many failed checks this finding stands for. Across is set for a race
	// of threads of one block that threads of different blocks have as well.
	Count  int
	Across bool
	// Pairs is how many pairs of threads race at the two places on some element,
	// summed over elements and blocks, 0 where they were not counted; MorePairs is set where there may be more.
	Pairs     int64
	MorePairs bool
	// Scope is which threads it is about, Seen how it was seen, and By who saw it.
	Scope Scope
	Seen  Confidence
	By    Engine
	// Found is the fault with the values with which it was found first, where those here are smaller. An execution of
	// the kernel may have it with the one or the other, where threads receive values from others.
	Found *Finding
}

// Pos is where the finding is reported: at its first access, nowhere if it has none.
func (f *Finding) Pos() diag.Pos {
	if len(f.Accesses) == 0 {
		return diag.Pos{}
	}
	return f.Accesses[0].Shown()
}

// BetweenBlocks reports whether it is a race of threads of different blocks.
func (f *Finding) BetweenBlocks() bool {
	return f.Property == kernel.DataRace && len(f.Accesses) == 2 && f.Accesses[0].Block != nil && f.Accesses[1].Block != nil && *f.Accesses[0].Block != *f.Accesses[1].Block
}

// Content is what an element of an input array holds in a witness.
type Content struct{ Element, Value string }

// Edit is a change of the text at a statement.
type Edit struct {
	At    diag.Pos
	Place EditPlace
	Text  string
}

// EditPlace is where a text goes.
type EditPlace int

const (
	InFront EditPlace = iota // on a line of its own in front of the statement
	AtBack                   // on a line of its own behind the whole statement
	AtEnd                    // at the end of the statement's body
	Instead                  // in place of the statement, which stands on a line of its own
	InBody                   // at the begin of the statement's body without braces, which gets some
	InElse                   // the same for the other branch of a conditional
)
