// Package instrument turns a predicated kernel into a Boogie program of two
// arbitrary threads (Betts et al., GPUVerify): variables are dualised, each
// access of thread 1 may be logged, each access of thread 2 is checked against
// the log, and barriers empty it.
//
// One kernel gives one procedure per pair of threads that can race: two threads
// of the same block, and, for global arrays, two threads of different blocks.
package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// AccessKind is what an access does to memory.
type AccessKind int

const (
	Read AccessKind = iota
	Write
	AtomicAccess
)

// String returns read, write, atomic.
func (k AccessKind) String() string { return [...]string{"read", "write", "atomic"}[k] }

// Site is one access, barrier or assertion in the source. It is the Tag of the
// Boogie call or assert made for it, and the value of SOURCE variables.
type Site struct {
	ID   int
	Src  kernel.Src
	Proc *Procedure
	// Property is what is checked here.
	Property kernel.Property
	Kind     AccessKind
	Array    *kernel.Array // nil for barriers and assertions
	Width    int
	// State is the name of the captured state right before the check.
	State string
}

// Check is what one requires clause or assert demands; it is the Tag of that
// line.
type Check struct {
	Property kernel.Property
	// First and Second are the kinds of the two accesses of a race, in the
	// order of the logged and the checked access.
	First, Second AccessKind
	Array         *kernel.Array
	// Site is set where the check stands at the statement itself (assertions,
	// barriers, invariants) and not at a call.
	Site *Site
	// Log is the name of the log in the generation encoding.
	Log string
	// Text is the condition as written, for assertions and invariants; Accesses is set
	// where it asks about accesses.
	Text     string
	Accesses bool
	// Comes says, at a barrier, whether thread 1 comes to it.
	Comes boogie.Expr
	// Thread is the one that an assertion or invariant is about, 0 where that is both.
	Thread int
}

// Threads are those that the check is about.
func (c *Check) Threads() []int {
	if c.Thread == 0 {
		return []int{1, 2}
	}
	return []int{c.Thread}
}

// Procedure is one procedure of the output.
type Procedure struct {
	Name       string
	Pair       fact.Pair
	Properties []kernel.Property // what it decides
	HasLoops   bool
	// Parts names the Boogie procedures that together are this one: itself alone,
	// or one for each group of barrier intervals of a long kernel.
	Parts []string
	// Whole names, for parts that look at one pair of an array's statements, the part
	// that looks at all of them. It is not in the program, but may be in that of other
	// options.
	Whole map[string]string
	// Arrays holds, for parts that look at the accesses of one array, that array.
	Arrays map[string]*kernel.Array
	// Unordered holds the parts about accesses that no named barrier orders.
	Unordered map[string]bool
	// LoopSites are the loops of the procedure, outermost first.
	LoopSites []kernel.Src
	// Generation is set where the procedure is one of the generation encoding, Asks where
	// that logs accesses for annotations.
	Generation, Asks bool
	// Candidates are the names of this procedure's candidate constants.
	Candidates []string
}

// Output is a Boogie program with what is needed to read Boogie's answer.
type Output struct {
	Program  *boogie.Program
	Arith    Arith // the one that was used
	ArithWhy string
	// OtherArith is the one to ask where this one leaves something open, AutoArith
	// for none. Where it is IntArith, only its proofs count.
	OtherArith Arith
	Procedures []*Procedure
	Sites      []*Site // by ID
	// Inputs are the arrays that nobody writes, by the names of the maps that hold their
	// contents.
	Inputs map[string]*kernel.Array
	// Unranked is set where the generation encoding found no ranks, so that nothing
	// excludes circular waits.
	Unranked bool
	// Barriers are the ids of the barriers that generations model, Roles the number
	// of parts that threads play in them.
	Barriers []int
	Roles    int
	// Scheduled is set where the operations on barriers are the same for every input, so
	// that order through other threads is seen as well.
	Scheduled bool
	// Products is set where variables are multiplied or divided by others. The
	// program is an over-approximation then: what fails may hold in Exact's.
	Products bool
	// Late is set where Request.Stop said so before the end; nothing else of the output
	// is of use then.
	Late bool
	// Assumptions are sentences for the verdict.
	Assumptions []string
	// candidates counts the candidates named so far; the same kernel and options
	// give the same names.
	candidates int
}

// Names of variables in a captured state. thread is 1 or 2, dim 0 to 2.

// ThreadName is the constant for threadIdx; absent where the block has only one
// thread in that dimension.
func ThreadName(dim, thread int) string { return dimName("local_id_", dim) + suffix(thread) }

// BlockName is the constant for blockIdx in the procedure for pair: the same for
// both threads of a block.
func BlockName(pair fact.Pair, dim, thread int) string {
	if pair == fact.SameBlock {
		return dimName("group_id_", dim)
	}
	return dimName("group_id_", dim) + suffix(thread)
}

// BlockDimName and GridDimName are the constants of an open launch.
func BlockDimName(dim int) string { return dimName("group_size_", dim) }

// GridDimName is the number of blocks in a dimension.
func GridDimName(dim int) string { return dimName("num_groups_", dim) }

// OffsetName is the logged offset of an access of that kind to the array.
func OffsetName(k AccessKind, array string) string { return logPrefix(k) + "_OFFSET_" + array }

// SourceName is the Site.ID of the logged access.
func SourceName(k AccessKind, array string) string { return logPrefix(k) + "_SOURCE_" + array }

// OccurredName says whether an access of that kind is logged.
func OccurredName(k AccessKind, array string) string { return logPrefix(k) + "_HAS_OCCURRED_" + array }

// ParamName is the constant of a scalar parameter.
func ParamName(v *kernel.Var) string { return globalIdent(v.Name) }

func logPrefix(k AccessKind) string { return [...]string{"READ", "WRITE", "ATOMIC"}[k] }

func dimName(prefix string, dim int) string { return prefix + string("xyz"[dim]) }

func suffix(thread int) string { return [...]string{"", "$1", "$2"}[thread] }
