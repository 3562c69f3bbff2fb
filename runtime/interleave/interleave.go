// Package interleave executes the threads of a grid for one input, one after the
// other or mixed, as a device may, and sees what goes wrong.
//
// In: a kernel whose launch is given, numbers that choose input and schedule. Out: a
// Report of the races, divergent barriers and failed assertions of that execution.
// What it reports happens in an execution of the kernel; what it does not report may
// happen in others.
//
// Two accesses race if nothing orders them: neither a barrier nor a __syncwarp, nor
// an atomic of one thread that sees what an atomic of the other left at the same
// element. Who has a lock, or is told by a counter to be the last, is ordered behind
// the others in this way. This is happens-before with vector clocks (Flanagan,
// Freund: FastTrack, PLDI 2009): the order of one execution speaks for all in which
// the atomics come in the same order.
//
// Instructions are taken to be sequentially consistent, so that a missing
// __threadfence() is not seen.
package interleave

import (
	"errors"

	"gv2/frontend/kernel"
)

// Options select an execution.
type Options struct {
	// Params are the values of scalar parameters by name, bit patterns as in
	// kernel.Const. Others are chosen by Input.
	Params map[string]int64
	// Input chooses what memory holds at first, and whatever else is arbitrary.
	Input uint64
	// Schedule chooses in which order threads run.
	Schedule uint64
	// Blocks are the linear indices of the blocks that run; the others have not begun.
	// All if nil.
	Blocks []int
	// Wrap admits overflow of signed integers; without it the execution ends there, and
	// nothing of it counts.
	Wrap bool
	// IntraGroup leaves out races between blocks.
	IntraGroup bool
	// MaxSteps bounds the instructions of all threads together. What takes longer the
	// more threads there are counts for more than one.
	MaxSteps int
}

// Report is what an execution has shown.
type Report struct {
	// Faults are in the order in which they happened.
	Faults []Fault
	// Params are the values of all integer and bool parameters.
	Params map[string]int64
	// Void says why nothing of the execution counts: the input is none that the kernel
	// may be given. Empty if it counts.
	Void string
	// Steps is how many instructions were executed.
	Steps int
}

// Fault is one thing that went wrong.
type Fault struct {
	Property kernel.Property
	// Sides are the two threads, in the order in which they came; of an assertion one.
	Sides []Side
	// Array and Index name the element of a race.
	Array *kernel.Array
	Index int64
}

// Side is one thread's part in a fault.
type Side struct {
	Stmt   kernel.Stmt // nil for a thread that has exited
	Block  int         // linear index
	Thread int         // linear index in the block
	// Words are elements of arrays that the kernel does not write, which the thread has
	// read: the latest, in the order of reading.
	Words []Word
}

// Word is what an element of an array holds.
type Word struct {
	Array *kernel.Array
	Index int64
	Value int64
}

// Program is a kernel made ready to run.
type Program struct {
	kernel *kernel.Kernel
	instrs []instr
	// requires are the conditions that the parameters have to meet.
	requires []instr
	regs     map[*kernel.Var]int32
	arrays   map[*kernel.Array]*array
	// first is what registers hold where every thread has the same from the start:
	// constants, and sizes of the launch. places are the registers of threadIdx and
	// blockIdx.
	first  []int64
	places map[kernel.Builtin]int32
	// compared are integers that the kernel compares with, in the order of the text;
	// hints are those and their neighbours.
	compared, hints []int64
	// casts is set where bits are taken for those of another type.
	casts bool
}

// ErrUnsupported is returned for kernels that cannot be executed here: those with
// barriers for a part of the block, or with assumptions about pairs of threads.
var ErrUnsupported = errors.New("the kernel has barriers for a part of the block, or assumes something of pairs of threads")

// Run executes the kernel once.
func (p *Program) Run(o Options) Report {
	m := newMachine(p, o)
	if m.void == "" {
		m.run()
	}
	if m.void != "" {
		return Report{Void: m.void, Steps: m.steps}
	}
	return Report{Faults: m.faults, Params: m.params, Steps: m.steps}
}
