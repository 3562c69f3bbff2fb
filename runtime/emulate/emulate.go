// Package emulate executes one block of a kernel without knowing its inputs.
//
// In: a kernel whose block size is given. Out: the events that matter for
// synchronisation, in the order of one legal schedule: accesses to shared and
// global memory, barrier operations, warp synchronisation, assertions. An
// Observer receives them and decides when a barrier lets its threads go on.
//
// A value is known or unknown. What is read from global memory, parameters that
// nobody fixed and most floating point is unknown, and stays harmless until it
// decides a branch that synchronises or a barrier's arguments; then the kernel is
// not static, and NotStatic says which value it was and what would fix it. This
// is how WEFT (Sharma, Bauer, Aiken, PLDI 2015, section 5.1) turns a kernel into
// straight-line thread programs; here they are never stored.
//
// The kernel is compiled once to a flat form: registers, jumps, no trees. The
// threads of a warp execute together where they are together, as a mask of lanes;
// what cannot reach a branch, an address, a barrier or an assertion is left out
// before anything runs.
//
// What holds of the events: every event happens in a real execution of the block
// for the inputs that agree with the known values, in that order. An event marked
// May happens only for some inputs. Contents of shared memory are tracked as far
// as they are the same in every schedule, provided that the accesses to that
// array do not race; Program.Decides names the arrays for which this matters.
package emulate

import (
	"fmt"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// Lanes is a set of threads of one warp, bit i for lane i.
type Lanes = eval.Lanes

// Site is a statement that causes events, with what is fixed about them.
type Site struct {
	ID   int // its index in Program.Sites
	Stmt kernel.Stmt
	// Sync is what the statement does to synchronisation, of a BarrierSite.
	Sync  *kernel.SyncOp
	Kind  SiteKind
	Array int // index into Program.Kernel().Arrays, -1 without
	Width int // elements an access touches, from its index on
}

// SiteKind tells sites apart.
type SiteKind int

const (
	ReadSite SiteKind = iota
	WriteSite
	AtomicSite
	BarrierSite
	WarpSite // __syncwarp, shuffle, vote
	AssertSite
)

// Src is the statement's origin.
func (s *Site) Src() kernel.Src { return s.Stmt.Source() }

// Access is one memory access by some lanes of a warp, made together.
type Access struct {
	Site *Site
	Warp int
	// Lanes made the access at a known element; Unknown made it at an element
	// that is not known.
	Lanes, Unknown Lanes
	// Uniform says that all of Lanes touch Index[first lane].
	Uniform bool
	// Index holds the element for each of Lanes; valid during the call only.
	Index *[kernel.WarpSize]int64
	// Base is 0 where Index is the element itself. Else the elements are not known,
	// but Index counts them from one that Base stands for: accesses to an array with
	// the same Base overlap if and only if their indices do. With different bases
	// nothing is known. BaseVaries tells whether it may be another one in another
	// block.
	Base int64
	// May is set where the access depends on a condition that is not known.
	May bool
	// Value, only for sites in Options.Values: what each lane stores. Two lanes
	// store the same value if both are in ValueKnown or both are not, and the
	// numbers are equal.
	Value      *[kernel.WarpSize]int64
	ValueKnown Lanes
}

// BaseVaries tells whether Base may stand for another element in another block
// than the one that was run.
func (a *Access) BaseVaries() bool { return VariesByBlock(a.Base) }

// BarrierOp is one barrier operation by some lanes of a warp, made together; Site.Sync
// says what it does. Where it waits the lanes wait until Block.Release.
type BarrierOp struct {
	Site  *Site
	Warp  int
	Lanes Lanes
	// Live are the lanes of the warp that have not exited.
	Live Lanes
	// ID is the barrier: the number of a numbered one. Those that lie in memory are
	// numbered behind these, as the block comes to use them, and Object is where it lies.
	ID     int64
	Object Object
	Count  int64 // threads expected; those of the whole block where the source names none
	Token  int64 // the generation to wait for, where the source names one
	// Arg is each lane's contribution to a reduction, ArgKnown where known; empty
	// where the reduction's result cannot matter.
	Arg, ArgKnown Lanes
}

// Object is where a barrier lies that is an object in memory.
type Object struct {
	Array *kernel.Array // nil for a barrier that is none
	Index int64
}

// WarpOp says that some lanes of a warp met at __syncwarp or its kind: what each
// did before happens before what each does after. Lanes is the whole mask, less
// the exited lanes.
type WarpOp struct {
	Site  *Site
	Warp  int
	Lanes Lanes
}

// AssertOp is an assertion that does not plainly hold.
type AssertOp struct {
	Site  *Site
	Stmt  *kernel.Assert
	Warp  int
	False Lanes // it is false here
	Open  Lanes // it depends on the input here
	May   bool
}

// Observer receives the events of a block as they happen. The structs are reused:
// copy what is to be kept.
type Observer interface {
	Access(*Access)
	Barrier(*BarrierOp)
	WarpSync(*WarpOp)
	Assert(*AssertOp)
	// Together says that the given lanes of a warp, and no others, execute from
	// now on in lock step, until the next call for that warp. Called only with
	// Options.Together.
	Together(warp int, lanes Lanes)
}

// Options select what is run.
type Options struct {
	// Params fixes scalar parameters by name; bit patterns as in kernel.Const.
	Params map[string]int64
	// Block is the block to run. Nil leaves blockIdx unknown, so that what is
	// found holds for every block.
	Block *[3]int
	// MaxCommands bounds the accesses, barrier operations and loop iterations of
	// all threads together; 0 means DefaultMaxCommands.
	MaxCommands int64
	// Values lists the sites whose stored values are wanted, by Site.ID.
	Values map[int]bool
	// Sample makes the run that of one input: words of memory that nobody writes have
	// values, which hang on this number. 0 leaves them unknown. It has an effect where
	// stored values are wanted only. With SampleApart, words that several lanes load
	// together stay unknown, so that elements are relative to them as in other runs.
	Sample      uint64
	SampleApart bool
	// Opaque lists arrays whose contents are not to be tracked, by index.
	Opaque map[int]bool
	// Together asks for Observer.Together.
	Together bool
	// ArrivesWait makes lanes wait for Block.Release at a barrier's arrive too, so
	// that the observer can let others go first.
	ArrivesWait bool
}

// DefaultMaxCommands is the budget where none is given.
const DefaultMaxCommands = 200_000_000

// Result is the outcome of a barrier's reduction, which its threads receive when
// it lets them go.
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

// Place is where some lanes of a warp are.
type Place struct {
	Lanes Lanes
	State State
	Site  *Site // for AtBarrier and AtWarp
	ID    int64 // of the barrier, for AtBarrier
}

// NotStatic is the reason why a kernel cannot be executed without its input.
type NotStatic struct {
	Src kernel.Src
	// What was to be decided: "the condition of a loop with a barrier in it".
	What string
	// Cause names the value it depends on: "parameter n", "in[…] loaded at
	// k.cu:12:7", "blockIdx.x"; Origin is where that value came from, if that is a
	// statement.
	Cause  string
	Origin diag.Pos
	// Param is the parameter's name if the cause is one; --param would fix it.
	Param string
	// Block is set if the cause is blockIdx: running blocks one by one fixes it.
	Block bool
}

// Error says it in one sentence without the position.
func (n *NotStatic) Error() string { return fmt.Sprintf("%s depends on %s", n.What, n.Cause) }

// BudgetError says that the commands ran out, most likely in a loop without end.
type BudgetError struct {
	Src      kernel.Src // a statement that was being executed
	Commands int64
}

func (e *BudgetError) Error() string {
	return fmt.Sprintf("more than %d commands: a loop may be without end", e.Commands)
}

// OpaqueError says that the contents of an array cannot be tracked after all,
// because an access that is not known may change them at any time. Start again
// with the array in Options.Opaque.
type OpaqueError struct {
	Src   kernel.Src
	Array int
}

func (e *OpaqueError) Error() string { return "the contents of an array are not known" }

// AssumeError says that an assumption of the kernel is false, so that there is
// nothing to check beyond it.
type AssumeError struct {
	Src  kernel.Src
	Warp int
	Lane int
}

func (e *AssumeError) Error() string { return "an assumption does not hold here" }
