// Package kernel defines the kernel IR, the only input of every later stage.
//
// It is typed, structured and small. Everything C++ is gone: templates are
// instantiated, calls inlined, structs split into fields, and pointers turned
// into (array, offset in elements) pairs, so that every memory access names its
// array. Expressions are pure; reading memory is the statement Load.
//
// What a thread starts and does not wait for is made by an Agent: its accesses are statements
// like others, marked with the agent (Load.Agent, Store.Agent). Any stage that takes them for accesses of the
// thread is wrong; UnknownObject finds them, so that a stage which does not know agents refuses the
// kernel. What the agent's end is waited for by are Async (groups of the thread) and Phase (barriers
// in memory, with arrivals, bytes, tokens and parities); where one is refers to one place, so
// that a primitive is described once, in SyncOf.
//
// Trees are immutable: a pass returns a new one. Check reports whether a kernel
// keeps the rules written at the node types.
package kernel

import (
	"cmp"
	"slices"

	"gv2/frontend/diag"
)

// WarpSize is the number of threads of a warp on every CUDA device.
const WarpSize = 32

// Space is the memory that holds an array.
type Space int

const (
	Global   Space = iota // pointer parameters and __device__ variables
	Shared                // one per block
	Constant              // __constant__: never written by a kernel
	Local                 // one per thread: local arrays, variables whose address is taken
)

// String returns the name used in reports.
func (s Space) String() string { return [...]string{"global", "shared", "constant", "local"}[s] }

// Array is a block of memory that accesses name. Distinct arrays do not overlap
// (for pointer parameters that is an assumption that verdicts print).
type Array struct {
	Name  string // unique within the kernel, an identifier: tile, p_x for a field
	Label string // as the user would write it: tile, p[].x, in reports
	Space Space
	Elem  Type
	// Len is the length in elements, -1 if unknown.
	Len int64
	// Dims are the declared dimensions, for reports: tile[3][4]. Empty for
	// pointers.
	Dims []int64
	// Scale is the number of elements that make one element of the declaration:
	// 1, or more if accesses of several widths required a finer unit. Reports
	// divide the index by it.
	Scale int
	// Parts are the members of one element of the declaration, where that is a struct.
	Parts []Part
	// Part is, for shared memory of a joined kernel (Launch.Joined), the number of elements from one block's
	// to the next one's; else 0.
	Part int64
	// Param is set for the memory behind a pointer parameter.
	Param bool
	// ReadOnly is set by __constant__ and pointers to const.
	ReadOnly bool
	// Init holds the constants of an initialiser, in element order; shorter
	// than Len means zeros follow. Those of floats are their bits. Nil if the contents are unknown. Passes may
	// rely on it only for arrays that no store can change.
	Init []Const
	// First is the same for arrays that the kernel changes: what its declaration says that
	// memory holds before the program writes it. Nil if that is unknown.
	First []Const
	// Again is a sentence that names two launches of the program, if it launches kernels that change the array several times and the host does not set
	// it in between: then First holds at the first launch, and at others only if the kernel restores it.
	Again string
	// Others is set beside it if other kernels of the file change the array, too.
	Others bool
	// Set is a sentence that names a place where the host may give the array another value than its declaration says; First is nil then.
	Set string
	// Fixed is set if the declaration says that in a way that gv2 does not compute: no engine may
	// choose the contents, and a fault that needs some of them is none that is known to happen.
	Fixed bool
	// Holds is what __requires says of its values, or a condition under which the kernel is looked at.
	Holds Holds
	// OfBlocks is set for a counter that is in no program: package discipline makes it to say that blocks have
	// numbers of their own. What atomics return there is told apart between threads of different blocks only.
	OfBlocks bool
	Pos      diag.Pos
}

// Var is a scalar variable of a thread: a parameter, a local or a temporary.
type Var struct {
	Name  string // unique within the kernel, an identifier
	Label string // as the user would write it, in reports: p.n for p_n; empty if that is the name
	T     Type
	Param bool // a scalar parameter: the same for all threads, never assigned
	Temp  bool // made by the lowering, not by the user
	Pos   diag.Pos
}

// Written is the variable as the user would write it.
func (v *Var) Written() string { return cmp.Or(v.Label, v.Name) }

// Precondition is a condition that holds when a kernel begins, and a sentence that says so.
type Precondition struct {
	Cond Expr
	Text string
	// Of is the pointer parameter behind which there are as many bytes as Cond is, which is a number
	// then; empty for conditions.
	Of string
}

// Extent is the length of an array that launches tell: Count elements, a number of parameters and sizes.
type Extent struct {
	Array *Array
	Count Expr
	Text  string
}

// Overlap is an array that several pointer parameters may lead into. A race on it may be one that no launch has, as the
// distance of the pointers is not known. Where Unlike is set the kernel has an array for each of them, and a proof that
// nothing races says nothing of how they overlap. Why says so with the launch.
type Overlap struct {
	Array  string
	Unlike bool
	Why    string
	// Distance is the parameter that stands for it, empty where Unlike is set.
	Distance string
}

// Passed is a launch in sight, as far as it is made of numbers: values of parameters by their names, and dimensions of the
// grid and the block by theirs, as gridDim.x.
type Passed struct {
	At     diag.Pos
	Values map[string]int64
}

// Kernel is one __global__ function with all code that it calls.
type Kernel struct {
	Name   string
	Pos    diag.Pos
	Launch Launch
	Params []*Var   // scalar parameters, in order
	Vars   []*Var   // all other variables
	Arrays []*Array // all arrays that the body accesses
	// Extents are lengths of arrays that are not constants. They count where bounds are checked
	// (WithExtents), and nowhere else.
	Extents []Extent
	// Passed are launches that the kernel stands for. What holds at all of them is among Requires, or is in Launch.
	Passed []Passed
	// Requires are preconditions on Params. The first FromLaunch of them hold because of
	// how the program launches the kernel, the others are from __requires.
	Requires   []Expr
	FromLaunch int
	// Overlaps are arrays to which launches pass several pointers, at a distance that is not known.
	Overlaps []Overlap
	// InPlace are the labels of arrays to which launches pass several pointers, all of them to the first element.
	InPlace []string
	// Cooperative is set if all launches of the kernel that the program shows are cooperative: all blocks
	// run at the same time.
	Cooperative bool
	// ZeroDivides is set if a division by 0 in the kernel may have a value: one of PTX.
	ZeroDivides bool
	// RequiresAt is where those from __requires stand.
	RequiresAt []diag.Pos
	// Stated are the contents of arrays that __requires tells.
	Stated []Stated
	Body   []Stmt
	// Assumptions are sentences from the front end on which a verdict about
	// this kernel rests, such as "parameters a and b do not alias".
	Assumptions []string
	// Written are accesses to memory as the source has them, by their places: tile[i + 1].
	// It is for messages, and lacks what macros made.
	Written map[diag.Pos]string
	// Numbered are what people call the numbered barriers of a joined kernel, by their numbers, as in 0 of block 1; nil
	// for others, where they are called by these.
	Numbered map[int]string
}

// Fixable reports whether --param could fix a parameter: there is one that is open and no
// floating-point number.
func (k *Kernel) Fixable() bool {
	return slices.ContainsFunc(k.Params, func(v *Var) bool { return v.T.Kind != Float })
}
