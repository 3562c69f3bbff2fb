// Package key is what is needed to read Boogie's answer about a program of package
// instrument: the procedures with what each decides, the accesses, barriers and assertions
// that tags of the program point to, and the names of the variables in a captured state.
package key

import (
	"fmt"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// Arith is how C integers are modelled.
type Arith int

const (
	AutoArith Arith = iota
	IntArith        // mathematical integers
	BVArith         // bit-vectors
)

// String returns the flag's value: auto, int, bv.
func (a Arith) String() string { return [...]string{"auto", "int", "bv"}[a] }

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
	// Comes says, at a barrier, whether thread 1 reaches it.
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
	// Dropped is how many more there were at one loop, the one with most, than one may have.
	Dropped int
}

// Key is what is needed to read Boogie's answer about a program.
type Key struct {
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
	// ArbitraryBits is set where integers are mathematical and bit operations are functions of which little is
	// known, because that was asked for: what fails need not happen then.
	ArbitraryBits bool
	// Reserves is set where blocks are known not to meet in an array because they reserve its places: that holds
	// as long as nothing goes wrong within a block.
	Reserves bool
	// Multiplies is set where values are multiplied of which none is a constant, whatever model of integers there is.
	Multiplies bool
	// Late is set where the caller stopped the translation before its end; nothing else of
	// the key is of use then.
	Late bool
	// Assumptions are sentences for the verdict.
	Assumptions []string
	// candidates counts the candidates named so far; the same kernel and options
	// give the same names.
	candidates int
}

// NewSite numbers an access, barrier or assertion.
func (k *Key) NewSite(src kernel.Src, proc *Procedure, property kernel.Property) *Site {
	s := &Site{ID: len(k.Sites), Src: src, Proc: proc, Property: property, State: fmt.Sprintf("s%d", len(k.Sites))}
	k.Sites = append(k.Sites, s)
	return s
}

// NewCandidate names the next candidate invariant.
func (k *Key) NewCandidate() string {
	name := fmt.Sprintf("_b%d", k.candidates)
	k.candidates++
	return name
}

// Expired reports whether the translation is to be given up, and notes that in the
// key: what is written from there on is thrown away. It is asked for every
// statement, so that a kernel of any size stops soon.
func (k *Key) Expired(stop func() bool) bool {
	k.Late = k.Late || stop != nil && stop()
	return k.Late
}
