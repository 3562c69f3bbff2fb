// Package interleave executes the threads of a grid for one input, one after the
// other or interleaved, as a device may, and reports the faults.
//
// In: a kernel with a known launch, and numbers that choose input and schedule. Out:
// a Report of the races, divergent barriers and failed assertions of that execution.
// What it reports happens in an execution of the kernel; what it does not report may
// happen in others.
//
// Two accesses race if causality order does not order them (causality.go): barriers, __syncwarp, and atomics with
// fences do, such as those of a lock or of a counter that shows who is the last. This is happens-before with vector clocks
// (Flanagan, Freund: FastTrack, PLDI 2009): the order of one execution is that of
// all executions with the same order of atomics and fences.
package interleave

import (
	"errors"

	"gv2/frontend/kernel"
	"gv2/runtime/flat"
)

// Options select an execution.
type Options struct {
	// Params are the values of scalar parameters by name, bit patterns as in
	// kernel.Const. Input chooses the others.
	Params map[string]int64
	// Input chooses the initial memory, and all other arbitrary values.
	Input uint64
	// Schedule chooses the order in which threads run.
	Schedule uint64
	// Decides tells, for Waits, which values may decide what threads do; nil is all.
	Decides Decisive
	// OneByOne has each block run as far as it can before the next one begins: what it tries for is then free.
	OneByOne bool
	// Blocks are the linear indices of the blocks that run; the others do not start.
	// Nil means all; without a block the execution is void.
	Blocks []int
	// Wrap admits overflow of signed integers; without it overflow makes the execution
	// void.
	Wrap bool
	// IntraGroup leaves out races between blocks.
	IntraGroup bool
	// Given are initial values of elements of global memory, by array and index: those that somebody
	// names. Input chooses the others.
	Given map[string]map[int64]int64
	// Watch is told what threads do; nil for nobody.
	Watch *Watch
	// MaxSteps bounds the instructions of all threads together. Those that take
	// longer with more threads count for more than one.
	MaxSteps int
}

// Report is the result of an execution.
type Report struct {
	// Faults are in the order in which they happened.
	Faults []Fault
	// Params are the values of all integer and bool parameters.
	Params map[string]int64
	// Void says why nothing of the execution counts: the kernel does not admit the
	// input. Empty if it counts.
	Void string
	// Steps is the number of instructions executed.
	Steps int
}

// Fault is one fault of an execution.
type Fault struct {
	Property kernel.Property
	// Sides are the two threads, in the order of execution; for an assertion one.
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
	// Words are the latest elements that the thread has read of arrays that the kernel
	// does not write, in the order of reading.
	Words []Word
}

// Word is the value of an element of an array.
type Word struct {
	Array *kernel.Array
	Index int64
	Value int64
}

// Program is a compiled kernel.
type Program struct {
	*flat.Program
	arrays []*array // as in Kernel.Arrays
	// compared are integers that the kernel compares with, in the order of the text;
	// hints are those and their neighbours.
	compared, hints []int64
	// conditions are on parameters and the launch: an execution with others is void.
	conditions []kernel.Expr
	fences     bool // whether threads execute fences
	volatile   bool // whether data are volatile
}

// ErrUnsupported is the error for kernels that this package cannot execute: those
// with barriers for a part of the block, or with assumptions about pairs of
// threads.
var ErrUnsupported = errors.New("the kernel has barriers for a part of the block, or makes assumptions about pairs of threads")

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
