// Package emulate executes one block of a kernel without knowing its inputs.
//
// In: a kernel whose block size is given. Out: the events that matter for
// synchronisation, in the order of one legal schedule: accesses to shared and
// global memory, barrier operations, warp synchronisation, assertions. An
// Observer receives them and decides when a barrier releases its threads.
//
// A value is known or unknown. Values read from global memory, parameters without
// a given value and most floating point are unknown. They are harmless until one
// decides a branch that synchronises or a barrier's arguments; then the kernel is
// not static, and NotStatic says which value it was and what would fix it. WEFT
// (Sharma, Bauer, Aiken, PLDI 2015, section 5.1) turns a kernel into
// straight-line thread programs in this way; this package never stores them.
//
// Compile turns the kernel into a flat form once: registers and jumps, no trees.
// Threads of a warp that are at the same place execute together, as a mask of
// lanes. The code omits everything that cannot influence a branch, an address, a
// barrier or an assertion.
//
// Guaranteed: every event happens in a real execution of the block for the inputs
// that agree with the known values, in that order. An event marked May happens
// only for some inputs. The engine tracks contents of shared memory that are the
// same in every schedule, provided that the accesses to that array do not race;
// Program.Decides names the arrays for which this matters.
package emulate

import (
	"fmt"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// Lanes is a set of threads of one warp, bit i for lane i.
type Lanes = eval.Lanes

// Site is a statement that causes events, with their constant properties.
type Site struct {
	ID   int // its index in Program.Sites
	Stmt kernel.Stmt
	// Sync is, for a BarrierSite, what the statement does to synchronisation.
	Sync *kernel.SyncOp
	// Agent is who makes an access in the thread's place, nil if the thread does.
	Agent *kernel.Agent
	Warp  string // kernel.WarpAccess
	Kind  SiteKind
	Array int // index into Program.Kernel().Arrays, -1 if none
	Width int // number of elements that an access touches, from its index on
	// InLoop is set if a thread may execute the statement more than once.
	InLoop bool
	// Copies is set for the store of an asynchronous copy of which the values are followed.
	Copies bool
}

// SiteKind is the kind of events of a site.
type SiteKind int

const (
	ReadSite SiteKind = iota
	WriteSite
	AtomicSite
	BarrierSite
	WarpSite // __syncwarp, shuffle, vote
	AssertSite
	AsyncSite // what a thread does about its asynchronous operations
)

// Src is the statement's origin.
func (s *Site) Src() kernel.Src { return s.Stmt.Source() }

// Access is one memory access by some lanes of a warp, made together.
type Access struct {
	Site *Site
	Warp int
	// Lanes made the access at a known element, Unknown at an unknown one.
	Lanes, Unknown Lanes
	// Uniform is set if all of Lanes touch Index[first lane].
	Uniform bool
	// Index holds the element for each of Lanes; valid during the call only.
	Index *[kernel.WarpSize]int64
	// Base is 0 if Index is the element itself. Otherwise the elements are unknown,
	// but Index counts them from the unknown one that Base stands for: accesses to
	// an array with the same Base overlap if and only if their indices do. Nothing
	// follows from different bases. BaseVaries reports whether the element may
	// differ between blocks.
	Base int64
	// May is set if the access depends on an unknown condition.
	May bool
	// Value, only for sites in Options.Values, is the value that each lane
	// stores. Two lanes store the same value if both are in ValueKnown or both
	// are not, and the numbers are equal.
	Value      *[kernel.WarpSize]int64
	ValueKnown Lanes
	// Copied is set beside Value for asynchronous copies: what a lane stores in element k of its range, in place of
	// Value; valid during the call only.
	Copied func(lane int, k int64) (value int64, known bool)
	// Barrier is the number of the barrier at which an agent's access ends, where one does
	// (kernel.OnPhase).
	Barrier int64
}

// BaseVaries reports whether Base may stand for another element in a block
// other than the one that ran.
func (a *Access) BaseVaries() bool { return VariesByBlock(a.Base) }

// BarrierOp is one barrier operation by some lanes of a warp, made together; Site.Sync
// says what it does. If it waits, the lanes wait until Block.Release.
type BarrierOp struct {
	Site  *Site
	Warp  int
	Lanes Lanes
	// Live are the lanes of the warp that have not exited.
	Live Lanes
	// ID is the barrier: the number of a numbered one. Those that lie in memory have
	// higher numbers, in the order of their first use in the block, and Object is the
	// place.
	ID     int64
	Object Object
	Count  int64 // threads expected; those of the whole block if the source names no count
	Token  int64 // the generation to wait for, if the source names one, or its parity
	// Arrivals is how many threads each lane counts as; Bytes are what each of them expects or
	// completes besides.
	Arrivals, Bytes int64
	// Arg is each lane's contribution to a reduction, ArgKnown the lanes where it
	// is known; both are empty if the reduction's result is not relevant.
	Arg, ArgKnown Lanes
	// Round tells the iterations of the loops around an aligned barrier apart, where a part
	// of a warp may have to wait elsewhere; -1 where that is not known, or where the lanes
	// are in different ones.
	Round int64
}

// Object is the place of a barrier that is an object in memory.
type Object struct {
	Array *kernel.Array // nil for a numbered barrier
	Index int64
}

// WarpOp is a meeting of some lanes of a warp at __syncwarp or the like: what
// each did before happens before what each does after. Lanes is the whole mask,
// less the exited lanes.
type WarpOp struct {
	Site  *Site
	Warp  int
	Lanes Lanes
}

// AsyncOp is an operation of some lanes of a warp on their asynchronous operations, made
// together: the statement is a kernel.Async.
type AsyncOp struct {
	Site    *Site
	Stmt    *kernel.Async
	Warp    int
	Lanes   Lanes
	Pending int64 // of a wait
}

// AssertOp is an assertion that fails or depends on the input.
type AssertOp struct {
	Site  *Site
	Stmt  *kernel.Assert
	Warp  int
	False Lanes // it is false here
	Open  Lanes // it depends on the input here
	May   bool
	// Index is that of an access outside its array, in the first lane of False; HasIndex is
	// set where it is known.
	Index    int64
	HasIndex bool
}

// Observer receives the events of a block as they happen. The structs are reused:
// an observer must copy what it keeps.
type Observer interface {
	Access(*Access)
	Barrier(*BarrierOp)
	WarpSync(*WarpOp)
	Async(*AsyncOp)
	Assert(*AssertOp)
	// Together means that the given lanes of a warp, and no others, execute in
	// lock step from now on, until the next call for that warp. Only with
	// Options.Together.
	Together(warp int, lanes Lanes)
}

// Options select what runs.
type Options struct {
	// Params fixes scalar parameters by name; bit patterns as in kernel.Const.
	Params map[string]int64
	// Block is the block to run. Nil leaves blockIdx unknown, so that the
	// result holds for every block.
	Block *[3]int
	// MaxCommands bounds the accesses, barrier operations and loop iterations of
	// all threads together; 0 means DefaultMaxCommands.
	MaxCommands int64
	// Values lists the sites whose stored values the events carry, by Site.ID.
	Values map[int]bool
	// Sample makes the run that of one input: words of memory that nothing writes have
	// values, which depend on this number. 0 leaves them unknown. It has an effect
	// only together with Values. With KeepBases, words that several lanes load
	// together stay unknown, so that elements are relative to them as in other runs.
	Sample    uint64
	KeepBases bool
	// Lean takes the values of floating-point variables to be unknown, which costs less, and leaves more open than there is: branches on
	// them are followed both ways. It has an effect only without Values.
	Lean bool
	// Opaque lists arrays whose contents the run must not track, by index.
	Opaque map[int]bool
	// Together makes the run call Observer.Together.
	Together bool
	// ArrivesWait makes lanes wait for Block.Release at a barrier's arrive too, so
	// that the observer can let others run first.
	ArrivesWait bool
}

// DefaultMaxCommands is the default of Options.MaxCommands.
const DefaultMaxCommands = 200_000_000

// Result is the outcome of a barrier's reduction, which its threads receive on
// release.
type Result struct {
	Known bool
	Value int64
}

// State is what a thread is doing.
type State int

const (
	Ready     State = iota
	AtBarrier       // waits for Release
	AtWarp          // waits for the other lanes of its mask
	Exited
)

// Place is the state and the statement of some lanes of a warp.
type Place struct {
	Lanes Lanes
	State State
	Site  *Site // for AtBarrier and AtWarp
	ID    int64 // of the barrier, for AtBarrier
}

// NotStatic is the reason why a kernel cannot be executed without its input.
type NotStatic struct {
	Src kernel.Src
	// Stmt is the statement that decides, nil where it is none: the number of threads.
	Stmt kernel.Stmt
	// What is the decision: "the condition of a loop with a barrier in it".
	What string
	// Cause names the value it depends on: "parameter n", "in[…] loaded at
	// k.cu:12:7", "blockIdx.x"; Origin is the statement that the value came from,
	// if one did.
	Cause  string
	Origin diag.Pos
	// Param is the parameter's name if the cause is a parameter; --param would fix it.
	// Written is the parameter as the user would write it.
	Param, Written string
	// Block is set if the cause is blockIdx: running blocks one by one fixes it.
	Block bool
}

// Error is one sentence without the position.
func (n *NotStatic) Error() string { return fmt.Sprintf("%s depends on %s", n.What, n.Cause) }

// BudgetError means that the run exceeded MaxCommands, most likely in a loop
// without end.
type BudgetError struct {
	Src      kernel.Src // the statement at that point
	Commands int64
}

func (e *BudgetError) Error() string {
	return fmt.Sprintf("more than %d commands: a loop may never end", e.Commands)
}

// OpaqueError means that the contents of an array cannot be tracked after all,
// because an access to an unknown element may change them at any time. Start
// again with the array in Options.Opaque.
type OpaqueError struct {
	Src   kernel.Src
	Array int
}

func (e *OpaqueError) Error() string { return "the contents of an array are not known" }

// AssumeError means that an assumption of the kernel is false, so that there is
// nothing to check beyond it.
type AssumeError struct {
	Src  kernel.Src
	Warp int
	Lane int
}

func (e *AssumeError) Error() string { return "an assumption does not hold here" }
