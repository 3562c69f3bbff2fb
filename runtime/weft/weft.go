// Package weft decides exactly whether one block of a kernel with static control
// deadlocks, misuses a barrier or races.
//
// In: a kernel in the flat form of package emulate. Out: a Report. It follows
// WEFT (Sharma, Bauer, Aiken: Verification of Producer-Consumer Synchronization
// in GPU Programs, PLDI 2015): one schedule is simulated, each use of a barrier is
// a generation, and a block is well synchronised if it ends and every operation
// on generation g+1 of a barrier happens after the completion of generation g
// (WELLSYNC, Figure 4, Theorem 1); then happens-before is the same in every
// schedule, and two accesses race if it orders them neither way.
//
// The way there is another one. What a thread knows at a point is a clock: for
// each barrier the latest generation that is complete before, and for each warp
// the latest of its operations that is released by then. That is 16 numbers and
// one for each warp, however many threads and commands there are, and threads
// with one history share one clock. Accesses are tested when they happen, against
// what each element still remembers, so nothing is stored per command, and the
// work grows with the commands, not with their pairs.
package weft

import (
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/emulate"
)

// Rule is what is required of threads at a whole-block barrier.
type Rule string

const (
	// CUDA is the CUDA programming guide's rule: every thread of the block
	// reaches the same __syncthreads().
	CUDA Rule = "cuda"
	// Volta is what devices since sm_70 do: exited threads do not count, and the
	// statements may differ.
	Volta Rule = "volta"
)

// Options select what is checked.
type Options struct {
	Rule        Rule // CUDA if empty
	WarpSync    bool // the threads of a warp run in lock step
	MaxCommands int64
	// Params fixes scalar parameters by name.
	Params map[string]int64
	// Input, where it is not 0, executes the kernel for the input of that number
	// instead of for all: what is wrong then is wrong for it, and nothing is proved.
	Input uint64
	// IntraGroup leaves out races between blocks.
	IntraGroup bool
	// MaxBlocks is the largest grid whose blocks are run one by one where
	// blockIdx decides something or blocks may race; 0 means DefaultMaxBlocks.
	MaxBlocks int
}

// DefaultMaxBlocks is the limit of Options.MaxBlocks where none is given.
const DefaultMaxBlocks = 64

// Properties are those that this package decides, in the order of reports.
var Properties = kernel.Properties(func(p *kernel.PropertyInfo) bool { return p.Exact })

// Verdict is the answer for one property.
type Verdict struct {
	Status claim.Status
	// Reason says why it is not proved, in one sentence; empty if it is. For a
	// refuted property it is empty: the faults tell.
	Reason string
	// Blocks is set where only races between blocks are left open.
	Blocks bool
}

// Report is everything known about one kernel.
type Report struct {
	// Verdicts holds one for each of Properties.
	Verdicts map[kernel.Property]Verdict
	// NotStatic is set where control depends on the input; every property that
	// is not refuted is then unknown.
	NotStatic *emulate.NotStatic
	// Faults are what refutes, and benign races. Of races there are at most 100,
	// errors first; Further pairs of statements race beyond them.
	Faults  []Fault
	Further int
	Notes   []Note
	// OpenAsserts are the assertions that depend on the input. Where the block was
	// run to its end, all others hold, or are among the faults.
	OpenAsserts []*emulate.Site
	Complete    bool
	// OneBlock is set where one block stands for all, because blockIdx decided
	// nothing; else Ran says how many blocks were run.
	OneBlock bool
	Ran      int
	Stats    Stats
}

// Fault is one thing that is wrong, or one benign race.
type Fault struct {
	Property kernel.Property
	// Kind is, for races, the kinds of both accesses in order of the report, such
	// as write-read; else one of the Kind constants.
	Kind    string
	Benign  bool   // both threads write the same value
	May     bool   // some inputs make no threads do so; At says who could
	Message string // one sentence, without the position
	// At are the threads and statements it is about, the one to look at first in
	// front. A race has two.
	At []Party
	// Array is an index into Kernel.Arrays and Index an element of it, for races;
	// -1 else.
	Array int
	Index int64
	// Relative is set where Index counts from an element that is not known, as in
	// out[blockIdx.x * 64 + 3] for any block.
	Relative bool
	// Pairs is how many pairs of threads race in these two statements on some element,
	// summed over all elements and blocks; 0 if that is not counted.
	Pairs int64
	// AtLeast is set where there may be more pairs: not all were compared, or the
	// grid is open.
	AtLeast  bool
	Barriers []BarrierState
	// sides are the accesses of a race, where it was seen.
	sides [2]side
}

// Kinds of faults other than races.
const (
	KindCircular    = "circular-wait"        // deadlock
	KindStarved     = "missing-participants" // deadlock: too few threads ever come
	KindEarlyExit   = "early-exit"           // divergence: threads exited before a whole-block barrier
	KindStatements  = "different-statements" // divergence
	KindPartialWarp = "partial-warp"         // divergence: .aligned reached by a part of a warp
	KindWarpWait    = "warp-wait"            // divergence: lanes of a mask never come
	KindUnsafe      = "unsafe-recycling"
	KindDisagree    = "counts-disagree"
	KindTooMany     = "too-many"
	KindID          = "id-out-of-range"
	KindMultiple    = "count-not-multiple"
	KindZero        = "count-zero"
	KindAssert      = "assertion"
)

// Party is one side of a fault: threads at a statement.
type Party struct {
	Site    *emulate.Site
	Kind    string // read, write, atomic; sync, arrive, wait, exit, assert
	Block   int    // linear index of the block
	Thread  int    // linear index of one thread
	Threads []Range
}

// Range is the threads From to To of the block, both included, by linear index.
type Range struct{ From, To int }

// BarrierState is what a barrier was in when the threads waited in vain.
type BarrierState struct {
	ID         int
	Label      string // where it lies in memory: what the program calls it
	Generation int
	Expected   int
	Registered int
	// From are the operations that registered, by statement.
	From []Party
	// Waiting are the threads that wait, Site where.
	Waiting []Range
	Site    *emulate.Site
	// Missing tells, for threads that have not registered, where they are.
	Missing []Party
}

// Note is worth knowing and no fault: arrivals left at exit, accesses whose
// element is not known.
type Note struct {
	Site    *emulate.Site
	Message string
	// Unknown is set of accesses whose element is not known, which concern races alone.
	Unknown bool
}

// Stats are the numbers of WEFT's tables.
type Stats struct {
	DynamicBarriers int64 // completed generations
	SharedAddresses int64 // elements of shared arrays that were accessed
	Commands        int64 // accesses to shared memory and barrier operations, over all threads
	GlobalAccesses  int64 // accesses to global memory with known element, over all threads
	UnknownAccesses int64 // accesses whose element is not known, over all threads
	RaceTests       int64 // pairs of accesses to one shared element, n(n-1)/2 each, as WEFT counts
	RacesTested     int64 // tests that were made instead
	Threads         int
	Seconds         float64
	PeakBytes       int64 // of memory, where the system tells
}
