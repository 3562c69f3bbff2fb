package kernel

import "gv2/frontend/diag"

// Src is the origin of a statement: its position before macro expansion and,
// for code of an inlined function, the calls that lead to it, outermost first.
//
// Compiled is set where gv2 read what a compiler made of the code at Pos: the place there.
type Src struct {
	Pos      diag.Pos
	Calls    []diag.Pos
	Compiled diag.Pos
}

// Stmt is a statement of a kernel.
type Stmt interface {
	Source() Src
	isStmt()
}

// Access is the memory that a Load, Store or Atomic accesses: Width consecutive
// elements of Array from Index on. Width is 1 except for accesses wider than
// the array's element (a double in an array also used as float).
//
// Tokens tell how it is ordered against accesses of other threads that synchronise through
// memory. Only package discipline sets them, in kernels made for one proof.
type Access struct {
	Array *Array
	Index Expr // i64, in elements of the array
	Width int
	// Member is the array inside a struct that the access is to, nil if it is to none.
	Member *Subarray
	Tokens []Token
	// Far is set, in kernels of whole clusters, where it may be to the shared memory of another block than the
	// thread's own.
	Far bool
}

// Subarray is an array that is a member of a struct, as one access to it sees it: an access
// outside of it is a fault though it may stay within the struct.
type Subarray struct {
	// Index is the element of the member that is accessed first, in elements of the array
	// that the struct lies in. Exprs leaves it out: it reads nothing that the index of the
	// access does not read.
	Index Expr
	// Of has the label, length, dimensions and scale of the member.
	Of *Array
}

// TokenKind is a part that an access plays where threads synchronise through a word of memory.
type TokenKind int

const (
	Holding TokenKind = iota // the thread, or its block, alone holds the word
	Before                   // the access is ordered before what is stored to the word
	After                    // the access is ordered after what was seen in the word
)

// String is a name for the kind in the text of programs.
func (k TokenKind) String() string { return [...]string{"holding", "before", "after"}[k] }

// Token says that an access is made by the holder of a word, or before or after what threads
// see there. Two accesses of different threads are ordered if both hold the same word, or if one is before
// it and the other after it.
type Token struct {
	Kind TokenKind
	// Of and Index are the word; Index is i64, as in an Access.
	Of    *Array
	Index Expr
	// Across is set if it counts for threads of different blocks only.
	Across bool
	// Rank, i64, is nil unless the part depends on a number. Of what is before a word it is the last value that the thread had stored
	// there, of what is after it the value that was seen, and the first must be less. Of what holds it, it is the number of
	// the warp that does: threads of one warp of a block are not ordered.
	Rank Expr
}

// Orders reports whether two tokens of different threads order their accesses if they are of the
// same element, and have ranks that do.
func (t Token) Orders(u Token) bool {
	if t.Of != u.Of || (t.Rank == nil) != (u.Rank == nil) {
		return false
	}
	return t.Kind == Holding && u.Kind == Holding || t.Kind == Before && u.Kind == After || t.Kind == After && u.Kind == Before
}

// Assign is x := e.
type Assign struct {
	Src
	Dst *Var
	X   Expr
}

// Load is x := A[i]. With Width over 1 the value is arbitrary. Dst is nil if slicing
// found that the value cannot matter: only the access remains. A Ghost load serves
// an annotation only: it is no access of the program and races with nothing (a pass
// that ignores Ghost reports too much, not too little). OfBarrier is set if the load
// belongs to the Phase after it.
type Load struct {
	Src
	Dst       *Var
	Acc       Access
	Volatile  bool
	Ghost     bool
	OfBarrier bool
	Agent     *Agent // nil if the thread itself loads
	Warp      string // see WarpAccess
}

// Store is A[i] := e. With Width over 1 the new contents are arbitrary. X is nil if
// slicing found that the value cannot matter: it is arbitrary. OfBarrier is set if the
// store belongs to the Phase after it.
type Store struct {
	Src
	Acc       Access
	X         Expr
	Volatile  bool
	OfBarrier bool
	Agent     *Agent // nil if the thread itself stores
	Warp      string // see WarpAccess
}

// WarpAccess is not empty if the lanes of a warp make the access of s together, each of its elements being that of
// one of them, which nobody knows: what wmma's functions do to a line of a matrix. All lanes execute it, right
// behind a Vote of the whole warp, with the same index. The string tells ways to share out elements apart: which
// lane an element belongs to depends on it and on the place in the line, so that an access does not conflict
// with an equal one of the same elements. With all others of other lanes it does, unless something orders them.
// (PTX ISA, "wmma.load": the distribution is unspecified, and one for each architecture, shape and type.)
//
// A stage that ignores it takes each lane to access each element, which is more than happens.
func WarpAccess(s Stmt) string {
	switch s := s.(type) {
	case *Load:
		return s.Warp
	case *Store:
		return s.Warp
	default:
		// Threads make all others alone.
		return ""
	}
}

// Scope is the set of threads for which an atomic or a fence orders accesses.
type Scope int

const (
	DeviceScope Scope = iota
	BlockScope        // the _block forms
	SystemScope       // the _system forms
	WarpScope         // __syncwarp as a fence
	// ClusterScope is that of the cluster of blocks; only front ends know it, and package cluster makes the cluster a block.
	ClusterScope
)

// Atomic is x := atomicOp(&A[i], args...). Dst is nil if the result is not used.
// Op is add, sub, exch, min, max, inc, dec, cas, and, or, xor; or load or store, which only
// read or only write, as cuda::atomic and ld.relaxed do. Args is empty if
// slicing found that the contents cannot matter: they are arbitrary.
//
// Order is Relaxed, Acquire, Release or AcquireRelease: a sequentially consistent atomic
// has a Fence before it.
type Atomic struct {
	Src
	Op    string
	Dst   *Var
	Acc   Access
	Args  []Expr
	Scope Scope
	Order MemoryOrder
}

// If is if (c) then else else; Cond is bool.
type If struct {
	Src
	Cond       Expr
	Then, Else []Stmt
}

// Invariant is a loop invariant from the user, to be proved. It states its
// condition for the threads that take part in the loop; a Global one for the
// others, too. A Candidate need not hold: Houdini keeps it if it is inductive
// and drops it otherwise.
type Invariant struct {
	Src
	Head      []Stmt // computes what Cond reads
	Cond      Expr
	Global    bool
	Candidate bool
}

// Loop repeats Body.
//
//	for:    Head; while (Cond) { Body; Post; Head }
//	do:     do { Body; Post; Head } while (Cond)      (DoWhile)
//
// Head holds the statements that compute Cond (loads, calls). Continue jumps to
// the start of Post. Unroll is the factor of #pragma unroll, -1 for "fully", 0
// for none.
type Loop struct {
	Src
	Head       []Stmt
	Cond       Expr
	Body       []Stmt
	Post       []Stmt
	DoWhile    bool
	Invariants []Invariant
	Unroll     int
}

// Break leaves the innermost Loop.
type Break struct{ Src }

// Continue ends the iteration of the innermost Loop.
type Continue struct{ Src }

// Return ends the thread.
type Return struct{ Src }

// Region is a block with forward jumps to its end (Leave): the body of an
// inlined function, a switch, the code between a goto and its label.
//
//	region L { Body }
type Region struct {
	Src
	Label string // unique within the kernel
	Body  []Stmt
}

// Leave jumps to the end of the enclosing Region with that label, also out of
// loops in between.
type Leave struct {
	Src
	Label string
}

// BarrierKind distinguishes operations that wait from those that only register.
type BarrierKind int

const (
	Sync BarrierKind = iota
	Arrive
	// Await waits for a generation without registering; only barriers that stand for phases have it.
	Await
)

// Reduction is the function that a barrier or a vote computes over its threads.
type Reduction int

const (
	NoReduction Reduction = iota
	ReduceCount           // __syncthreads_count, bar.red.popc
	ReduceAnd             // __syncthreads_and, __all
	ReduceOr              // __syncthreads_or, __any
	Ballot                // votes only
	MatchAny              // votes only: __match_any_sync
	MatchAll              // votes only: __match_all_sync
	ActiveMask            // votes only: __activemask
	SumLanes              // votes only, on 32-bit numbers: redux.sync.add; the others by their names
	MinLanes
	MaxLanes
	AndLanes
	OrLanes
	XorLanes
)

// Barrier is __syncthreads() (ID 0, Count nil) or a named barrier. Count nil means every thread of the block; with
// Grid, which has ID 0 and no Count, every thread of the grid: it orders accesses to global memory between blocks.
// Aligned forms require all threads of a warp to reach the same instruction. With a Reduction (ReduceCount, ReduceAnd
// or ReduceOr), Arg is the thread's contribution, a bool, and Dst its result.
//
//	arrive(17, 64) of full         a registration on a barrier that stands for an mbarrier of the array full
//	await(17, 64) of full parity p waits for the generation after the one that the thread has waited for last,
//	                               which has parity p if generations are counted from 0
//
// Package predicate/phases makes such barriers, of numbers from BlockBarriers on, with Of set. An Await without Parity waits
// for the generation that the thread has registered on last. With Carried, it is an agent that registers, when the thread's copies are
// over: that tells nothing of the thread's own accesses.
type Barrier struct {
	Src
	Kind    BarrierKind
	ID      Expr
	Count   Expr
	Aligned bool
	Grid    bool
	Reduce  Reduction
	Arg     Expr
	Dst     *Var
	Of      *Array
	Parity  Expr
	Carried bool
	// Cluster is set for barriers of the cluster (barrier.cluster), which expect all of its threads that have not
	// exited; an Await of one waits for the generation that the thread has registered on last. Only Sync is left once
	// the kernel is joined.
	Cluster bool
	// Relaxed is set for an Arrive that orders none of the thread's accesses.
	Relaxed bool
}

// Named reports whether the barrier is, or may be, another one than that of
// __syncthreads().
func (s *Barrier) Named() bool {
	c, ok := s.ID.(*Const)
	return s.ID != nil && !(ok && c.Val == 0)
}

// PhaseOp is the operation of a Phase.
type PhaseOp int

const (
	PhaseInit PhaseOp = iota
	PhaseArrive
	PhaseWait
	PhaseInvalidate
	PhaseExpect
	PhaseComplete
	PhaseTest
)

// String is the word of the text of programs.
func (op PhaseOp) String() string {
	return [...]string{"init", "arrive", "wait", "invalidate", "expect", "complete", "test"}[op]
}

// Phase is an operation on a barrier in memory that is used in phases, with separate
// statements to arrive and to wait: cuda::barrier, and mbarrier objects of PTX.
//
//	init(&bar, n)             PhaseInit, with Count, which each phase expects; undefined, unless Anew, where the memory is a barrier
//	mbarrier.inval            PhaseInvalidate: the memory is no barrier any more
//	token = bar.arrive(n)     PhaseArrive, with Dst: which phase that was; n in Count, nil for 1
//	mbarrier.arrive_drop      the same with Drop: later phases expect as many arrivals less
//	arrive.expect_tx bytes    the same with Bytes: first PhaseExpect, then the arrive, as one
//	mbarrier.expect_tx        PhaseExpect, with Bytes: the phase is not complete without these
//	mbarrier.complete_tx      PhaseComplete, with Bytes: takes them off
//	bar.wait(token)           PhaseWait, with Token: continues when that phase is complete
//	wait_parity(p)            PhaseWait, with Parity p, 0 or 1: continues when the number of complete phases
//	                          is not p modulo 2, so when a phase of parity p is the last complete one
//	mbarrier.test_wait        PhaseTest, with Dst: whether a wait for Token or Parity would continue; try_wait, too
//
// A phase is complete as soon as the expected arrivals have come and no bytes are left; bytes may
// be taken off before they are expected. Phases are counted from 0, parities as well.
//
// With an Agent the thread only starts what an agent does: PhaseComplete at the end of a copy, or a
// PhaseArrive at the end of all copies that the thread has started so far. That one is counted among the
// expected arrivals (.noinc); with Extra the phase expects one more because of it, from when it is started.
//
// At is the place of the barrier. It is no access: a Store of an arbitrary value stands
// before PhaseInit, and a Load before the others, so that a use that is not ordered after
// the initialisation is a race. They are marked as OfBarrier: other accesses to that memory
// are not the barrier's own.
type Phase struct {
	Src
	Op     PhaseOp
	At     Access
	Count  Expr
	Bytes  Expr
	Drop   bool
	Token  Expr // u64
	Parity Expr // u32; any number but 0 and 1 is a fault
	Dst    *Var // u64, bool for PhaseTest
	Agent  *Agent
	Extra  bool
	// Anew is set for a PhaseInit of what may be a barrier already: libraries invalidate it where their objects end, which
	// they do by destructors, and those are not followed.
	Anew bool
	// Relaxed is set for an arrive that orders none of the thread's accesses, and of which waiting
	// threads learn nothing else.
	Relaxed bool
	// OfBlock is set where the program says that the operation is of the scope of the block (.cta). Package cluster looks
	// at it: the other stages know one block.
	OfBlock bool
	// Unscoped is set where the program says of an instruction neither .cta nor .cluster.
	Unscoped bool
}

// WarpSync is __syncwarp(mask).
type WarpSync struct {
	Src
	Mask Expr
}

// Shuffle is x := __shfl_*(...): the value of Value in another lane. Mode is
// idx, up, down or xor.
type Shuffle struct {
	Src
	Dst   *Var
	Mode  string
	Mask  Expr
	Value Expr
	Lane  Expr
	Width Expr
}

// Vote is x := __ballot_sync(mask, p) or the like. Arg is a bool for ReduceAnd,
// ReduceOr and Ballot, any scalar for MatchAny and MatchAll; ActiveMask has
// neither Mask nor Arg.
//
// An Aligned one, whose mask names all lanes, stands for an instruction of PTX with
// .aligned, such as mma.sync: all threads of the warp must execute this very statement
// together, and none of them may have exited.
type Vote struct {
	Src
	Op      Reduction
	Dst     *Var
	Mask    Expr
	Arg     Expr
	Aligned bool
}

// Fence is __threadfence() or the like. It is sequentially consistent unless Weaker is
// AcquireRelease, Acquire or Release, as for fence.acq_rel of PTX.
type Fence struct {
	Src
	Scope  Scope
	Weaker MemoryOrder
	// Lives is set for none of the program: blocks of a cluster access each other's shared memory, and nothing
	// in the text shows that they live then. Only the exact engine finds out.
	Lives bool
	// Inits is set for a fence that orders initialisations of barriers in memory only (fence.mbarrier_init). Package cluster
	// looks at it, the other stages do not.
	Inits bool
}

// Order is the fence's memory order.
func (s *Fence) Order() MemoryOrder {
	if s.Weaker == Relaxed {
		return SequentiallyConsistent
	}
	return s.Weaker
}

// Assert must hold whenever an enabled thread reaches it; a Global one for the
// threads that do not reach it as well, as soon as one of the two does. A Bounds one
// is not the user's: it states that an access stays within Array.
type Assert struct {
	Src
	Cond   Expr
	Text   string // the condition as written
	Global bool
	Bounds bool
	Array  *Array // for messages
	// Aligned is set where it states that the address of an asynchronous copy is a multiple of so many bytes: "i * size % n == 0".
	Aligned int64
}

// Assume is an assumption: __assume, __builtin_assume, __requires.
type Assume struct {
	Src
	Cond Expr
	// Listed is set if the kernel's Assumptions state it in words.
	Listed bool
	// Divisor is set if it says that what the program divides by here is not 0.
	Divisor bool
}

// Havoc gives Dst an arbitrary value of its type: uninitialised variables,
// functions without a body, clock(). Why is for people: "clock()".
type Havoc struct {
	Src
	Dst *Var
	Why string
	// Computed is set if the program computes one certain value there, which gv2 does not
	// know: a fault that needs another one never happens.
	Computed bool
}

// Source returns the statement's origin.
func (s Src) Source() Src { return s }

func (*Assign) isStmt()   {}
func (*Load) isStmt()     {}
func (*Store) isStmt()    {}
func (*Atomic) isStmt()   {}
func (*If) isStmt()       {}
func (*Loop) isStmt()     {}
func (*Break) isStmt()    {}
func (*Continue) isStmt() {}
func (*Return) isStmt()   {}
func (*Region) isStmt()   {}
func (*Leave) isStmt()    {}
func (*Barrier) isStmt()  {}
func (*Phase) isStmt()    {}
func (*WarpSync) isStmt() {}
func (*Shuffle) isStmt()  {}
func (*Vote) isStmt()     {}
func (*Fence) isStmt()    {}
func (*Assert) isStmt()   {}
func (*Assume) isStmt()   {}
func (*Havoc) isStmt()    {}
