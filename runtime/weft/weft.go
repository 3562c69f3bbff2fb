// Package weft decides exactly whether one block of a kernel with static control
// deadlocks, misuses a barrier or races.
//
// In: a kernel in the flat form of package emulate. Out: a Report. It follows WEFT
// (Sharma, Bauer, Aiken: Verification of Producer-Consumer Synchronization in GPU
// Programs, PLDI 2015): it simulates one schedule, each use of a barrier is a
// generation, and a block is well synchronised if it ends and every operation on
// generation g+1 of a barrier happens after the completion of generation g
// (WELLSYNC, Figure 4, Theorem 1); then happens-before is the same in every
// schedule, and two accesses race if it orders them neither way.
//
// Where WEFT computes that relation, this package gives each point of a thread a
// clock: for each barrier the latest generation that is complete before it, and
// for each warp the latest of its operations that is released by then. That is 16
// numbers and one for each warp, however many threads and commands there are, and
// threads with one history share one clock. Each access is tested when it happens,
// against the records that its element keeps, so nothing is stored per command,
// and the work grows with the commands, not with their pairs.
package weft

import (
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/emulate"
	"gv2/runtime/weft/naming"
)

// Rule states what a whole-block barrier requires of threads.
type Rule string

const (
	// CUDA is the CUDA programming guide's rule: every thread of the block
	// reaches the same __syncthreads().
	CUDA Rule = "cuda"
	// Volta is the behaviour of devices since sm_70: exited threads do not
	// count, and the statements may differ.
	Volta Rule = "volta"
)

// Options select what is checked.
type Options struct {
	Rule        Rule // CUDA if empty
	WarpSync    bool // the threads of a warp run in lock step
	MaxCommands int64
	// Params fixes scalar parameters by name.
	Params map[string]int64
	// Input, if not 0, executes the kernel for the input of that number instead of
	// for all: faults are then faults for that input, and nothing is proved.
	Input uint64
	// Steady, if it is set, reports whether the contents of memory that the kernel writes do not decide which
	// threads meet where: then what holds of barriers holds whatever races. It is asked where something may race.
	Steady func() bool
	// Block is the one block of a known grid that is executed, nil for all: faults are then
	// faults of the grid, and nothing is proved.
	Block *[3]int
	// Untold is set if nobody asks for races: they are not looked for where that takes a second
	// execution and nothing else rests on it.
	Untold bool
	// Brief is set if one race within a block that certainly does harm is answer enough: the
	// execution ends there, and the report has nothing but that race (Report.Brief). What a
	// report says of races otherwise is not explained.
	Brief bool
	// IntraGroup leaves out races between blocks.
	IntraGroup bool
	// MaxBlocks is the largest grid whose blocks run one by one if blockIdx
	// decides something or blocks may race; 0 means DefaultMaxBlocks.
	MaxBlocks int
}

// DefaultMaxBlocks is the default of Options.MaxBlocks.
const DefaultMaxBlocks = 64

// Properties are the properties that this package decides, in the order of reports.
var Properties = kernel.Properties(func(p *kernel.PropertyInfo) bool { return p.Exact })

// Verdict is the answer for one property.
type Verdict struct {
	Status claim.Status
	// Reason says in one sentence why the property is unknown; empty if it is
	// proved, or refuted, which the faults explain. Why is the same as a value, none where only words are known.
	Reason string
	Why    claim.Reason
	// Blocks is set if only races between blocks are undecided.
	Blocks bool
}

// Report is the result for one kernel.
type Report struct {
	// Evidence is what was found out about Properties, and Verdicts what follows from that
	// alone, one for each (Conclude).
	Evidence []claim.Evidence
	Verdicts map[kernel.Property]Verdict
	// NotStatic is set if control depends on the input; every property that is
	// not refuted is then unknown.
	NotStatic *emulate.NotStatic
	// Faults are the faults that refute properties, and benign races. It has at
	// most 100 races, errors first; Further is the number of racing pairs of
	// statements beyond them.
	Faults  []Fault
	Further int
	// Unlisted is why Faults has not every race within a block, if so.
	Unlisted string
	// Listed are the scopes of which Faults has every race.
	Listed map[claim.Scope]bool
	Notes  []Note
	// OpenAsserts are the assertions that depend on the input. If the block ran to
	// its end, all others hold, or are among the faults.
	OpenAsserts []*emulate.Site
	Complete    bool
	// Brief is set if the execution ended at a race, as Options.Brief asks for: nothing else is
	// known.
	Brief bool
	// OneBlock is set if one block stands for all, because blockIdx decided
	// nothing; else Ran is the number of blocks that ran.
	OneBlock bool
	Ran      int
	Stats    Stats
}

// Fault is one fault, or one benign race.
type Fault struct {
	Property kernel.Property
	// Kind is, for races, the kinds of both accesses in order of the report, such
	// as write-read; else one of the Kind constants.
	Kind    string
	Benign  bool   // both threads write the same value
	May     bool   // it happens for some inputs only; At names threads that could
	Message string // one sentence, without the position
	// At are the threads and statements of the fault, the most telling one
	// first. A race has two.
	At []Party
	// Array is an index into Kernel.Arrays and Index an element of it, for races;
	// -1 else.
	Array int
	Index int64
	// Relative is set if Index counts from an unknown element, as in
	// out[blockIdx.x * 64 + 3] for any block.
	Relative bool
	// Pairs is how many pairs of threads race in these two statements on some element,
	// summed over all elements and blocks; 0 if they were not counted.
	Pairs int64
	// AtLeast is set if there may be more pairs: not all were compared, or the
	// grid is open.
	AtLeast  bool
	Barriers []BarrierState
	// sides are the accesses of a race that the second run saw.
	sides [2]side
}

// Kinds of faults other than races.
const (
	KindCircular    = "circular-wait"        // deadlock
	KindStarved     = "missing-participants" // deadlock: too few threads ever arrive
	KindEarlyExit   = "early-exit"           // divergence: threads exited before a whole-block barrier
	KindStatements  = "different-statements" // divergence
	KindPartialWarp = "partial-warp"         // divergence: .aligned reached by a part of a warp
	KindWarpWait    = "warp-wait"            // divergence: lanes of a mask never arrive
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
type Range = naming.Range

// BarrierState is the state of a barrier in a deadlock.
type BarrierState struct {
	ID         int
	Label      string // its name in the program, if it lies in memory
	Generation int
	Expected   int
	Registered int
	// From are the operations that registered, by statement.
	From []Party
	// Waiting are the threads that wait, Site is where.
	Waiting []Range
	Site    *emulate.Site
	// Missing tells where the threads are that have not registered.
	Missing []Party
}

// Note is a remark that is not a fault: arrivals left at exit, accesses to
// unknown elements.
type Note struct {
	Site    *emulate.Site
	Message string
	// Unknown is set for accesses to unknown elements, which concern races alone.
	Unknown bool
}

// Stats are the numbers of WEFT's tables.
type Stats struct {
	DynamicBarriers int64 // completed generations
	SharedAddresses int64 // elements of shared arrays that were accessed
	Commands        int64 // accesses to shared memory and barrier operations, over all threads
	GlobalAccesses  int64 // accesses to known elements of global memory, over all threads
	UnknownAccesses int64 // accesses to unknown elements, over all threads
	RaceTests       int64 // pairs of accesses to one shared element, n(n-1)/2 each, as WEFT counts
	RacesTested     int64 // tests that this package makes instead
	Threads         int
	Seconds         float64
	PeakBytes       int64 // peak memory of the process, 0 if the system does not tell
}
