package kernel

// SyncOp is what a statement does to synchronisation: which threads take part, whether
// they register, whether they wait, on which object, and which accesses it orders. Stages
// take the answers to such questions from here, and switch over the kinds of statements
// only to give one its own meaning. A new primitive is one more case of SyncOf; a stage
// that does not support its Object refuses it (see Known).
//
// A generation is one use of a barrier: it is complete when as many threads have
// registered as it expects, and then those that wait for it continue.
type SyncOp struct {
	Who Participants
	// Mask names the lanes if Who is WarpLanes; nil means those that happen to be there.
	Mask Expr
	// Registers is set if the thread counts towards the open generation of Object, Waits
	// if it continues only after a generation is complete.
	Registers, Waits bool
	Object           SyncObject
	// Count is the number of threads that a generation expects; nil for all of Who, or
	// for the number that the object holds.
	Count Expr
	// Token is the generation for which the thread waits, if that is not the one on which
	// it registers here.
	Token Expr
	// Parity is that of the generation for which the thread waits, where neither it nor a Token
	// tells which.
	Parity Expr
	// Arrivals is how many threads the registration counts as, nil for one. Bytes are those
	// that the generation expects from here on besides threads, or that come.
	Arrivals, Bytes Expr
	// Aligned is set if all threads of a warp must execute the statement together.
	Aligned bool
	// Order tells which of the thread's own accesses are ordered, for the threads in
	// Scope.
	Order MemoryOrder
	Scope Scope
	// Reduce and Arg are the thread's contribution to a result that all receive. Result is
	// the variable whose value depends on other threads; nil for none.
	Reduce Reduction
	Arg    Expr
	Result *Var
}

// Participants are the threads that take part in a synchronisation.
type Participants int

const (
	OneThread    Participants = iota // no other thread: a fence, an atomic
	WarpLanes                        // lanes of the thread's warp
	BlockThreads                     // the block, or as many of its threads as Count
	GridThreads                      // the grid
)

// Together reports whether threads meet, or one registers for others to see.
func (op *SyncOp) Together() bool { return op.Who != OneThread }

// MemoryOrder is the accesses that a synchronisation orders: with Release the thread's
// earlier ones, with Acquire its later ones.
type MemoryOrder int

const (
	Relaxed MemoryOrder = iota
	Acquire
	Release
	AcquireRelease
	SequentiallyConsistent
)

// String returns the name that C++ and PTX use.
func (o MemoryOrder) String() string {
	return [...]string{"relaxed", "acquire", "release", "acq_rel", "seq_cst"}[o]
}

// SyncObject is the object on which threads synchronise.
type SyncObject struct {
	Kind ObjectKind
	// ID is the number of a BlockBarrier; nil means 0, as for a GridBarrier.
	ID Expr
	// Memory is the place of an AtomicLocation, and of a barrier in memory.
	Memory *Access
}

// ObjectKind is the kind of a synchronisation object.
type ObjectKind int

const (
	NoObject       ObjectKind = iota // a fence
	AtomicLocation                   // orders threads that see a value there
	WarpBarrier                      // that of a warp function's lanes
	BlockBarrier                     // one of the block's numbered barriers
	GridBarrier                      // that of a cooperative launch
	PhaseBarrier                     // an object in memory, as of Phase
	AsyncWork                        // what the thread's agents do
	LivesOfBlocks                    // whether blocks of a cluster have begun, and not ended
)

// String names the object for people.
func (k ObjectKind) String() string {
	return [...]string{"no object", "a location of memory", "the barrier of a warp", "a barrier of the block", "the barrier of the grid",
		"a barrier with phases (cuda::barrier, mbarrier)", "asynchronous operations", "whether the blocks of a cluster live while others access their shared memory"}[k]
}

// Barrier reports whether threads of a block, or of the grid, may wait for ever at the
// object.
func (o *SyncObject) Barrier() bool { return o.Kind > WarpBarrier && o.Kind < AsyncWork }

// Known reports whether every stage supports the object. Others are for the stages that
// check for their kind.
func (o *SyncObject) Known() bool { return o.Kind <= GridBarrier || o.Kind == LivesOfBlocks }

// BlockBarriers is the number of numbered barriers of a block (PTX ISA, bar).
const BlockBarriers = 16

// Meeting are the expressions that decide which threads meet where: the threads that
// a statement names, its object, and its generation.
func (op *SyncOp) Meeting() []Expr {
	var out []Expr
	for _, e := range []Expr{op.Mask, op.Object.ID, op.Count, op.Token, op.Parity, op.Arrivals, op.Bytes} {
		if e != nil {
			out = append(out, e)
		}
	}
	if op.Object.Memory != nil {
		out = append(out, op.Object.Memory.Index)
	}
	return out
}

// SyncOf is what s itself, without the statements inside it, does to synchronisation;
// false if nothing.
func SyncOf(s Stmt) (SyncOp, bool) {
	switch s := s.(type) {
	case *Barrier:
		return s.sync(), true
	case *Phase:
		return s.sync(), true
	case *WarpSync:
		return SyncOp{Who: WarpLanes, Mask: s.Mask, Registers: true, Waits: true, Object: SyncObject{Kind: WarpBarrier},
			Order: AcquireRelease, Scope: BlockScope}, true
	case *Shuffle:
		return SyncOp{Who: WarpLanes, Mask: s.Mask, Registers: true, Waits: true, Object: SyncObject{Kind: WarpBarrier}, Result: s.Dst}, true
	case *Vote:
		// __activemask() neither waits nor names lanes, but its result depends on other
		// threads.
		active := s.Op == ActiveMask
		return SyncOp{Who: WarpLanes, Mask: s.Mask, Registers: !active, Waits: !active, Object: SyncObject{Kind: WarpBarrier},
			Aligned: s.Aligned, Reduce: s.Op, Arg: s.Arg, Result: s.Dst}, true
	case *Fence:
		if s.Lives {
			return SyncOp{Object: SyncObject{Kind: LivesOfBlocks}, Scope: s.Scope}, true
		}
		return SyncOp{Order: s.Order(), Scope: s.Scope}, true
	case *Async:
		// A wait is a wait for something else than threads: none can keep it from its end.
		return SyncOp{Object: SyncObject{Kind: AsyncWork}, Scope: BlockScope}, true
	case *Atomic:
		return SyncOp{Object: SyncObject{Kind: AtomicLocation, Memory: &s.Acc}, Order: s.Order, Scope: s.Scope, Result: s.Dst}, true
	case *Assign, *Load, *Store, *Assert, *Assume, *Havoc: // concern the thread alone
	case *If, *Loop, *Region, *Break, *Continue, *Return, *Leave: // control
	}
	return SyncOp{}, false
}

func (s *Barrier) sync() SyncOp {
	op := SyncOp{
		Who: BlockThreads, Registers: s.Kind != Await, Waits: s.Kind != Arrive, Object: SyncObject{Kind: BlockBarrier, ID: s.ID},
		Count: s.Count, Parity: s.Parity, Aligned: s.Aligned, Order: AcquireRelease, Scope: BlockScope, Reduce: s.Reduce, Arg: s.Arg, Result: s.Dst,
	}
	switch s.Kind {
	case Arrive:
		op.Order = Release
	case Await:
		op.Order = Acquire
	case Sync: // both
	}
	if s.Grid {
		op.Who, op.Object, op.Scope = GridThreads, SyncObject{Kind: GridBarrier, ID: s.ID}, DeviceScope
	}
	return op
}

func (s *Phase) sync() SyncOp {
	op := SyncOp{Object: SyncObject{Kind: PhaseBarrier, Memory: &s.At}, Token: s.Token, Parity: s.Parity, Bytes: s.Bytes, Scope: BlockScope, Result: s.Dst}
	switch s.Op {
	case PhaseInit: // no other thread takes part
		op.Count = s.Count
	case PhaseInvalidate:
	case PhaseArrive:
		op.Who, op.Registers, op.Order, op.Arrivals = BlockThreads, true, Release, s.Count
		if s.Relaxed {
			op.Order = Relaxed
		}
	case PhaseExpect:
		op.Who = BlockThreads
	case PhaseComplete:
		op.Who, op.Order = BlockThreads, Release
	case PhaseWait:
		op.Who, op.Waits, op.Order = BlockThreads, true, Acquire
	case PhaseTest:
		op.Who, op.Order = BlockThreads, Acquire
	}
	return op
}

// Meets reports whether threads meet at s, or one registers for others to see.
func Meets(s Stmt) bool {
	op, ok := SyncOf(s)
	return ok && op.Together()
}

// MeetsInWarp reports whether s is between lanes of a warp.
func MeetsInWarp(s Stmt) bool {
	op, ok := SyncOf(s)
	return ok && op.Who == WarpLanes
}

// OpenLives reports whether nothing in the text of a kernel of whole clusters shows that its blocks live while others
// access their shared memory.
func OpenLives(k *Kernel) bool {
	return len(k.Body) > 0 && k.Launch.Joined && Any(k.Body, func(s Stmt) bool {
		f, is := s.(*Fence)
		return is && f.Lives
	})
}

// IsBulk reports whether s is what a bulk copy accesses of shared memory: the block must not end before it is over.
func IsBulk(s Stmt) bool {
	a, acc := AgentOf(s), Touched(s)
	return a != nil && acc != nil && acc.Array.Space == Shared && a.Proxy == AsyncProxy && (a.Ends == BulkGroup || a.Ends == OnPhase)
}

// UsesBulk reports whether k has bulk copies that access shared memory.
func UsesBulk(k *Kernel) bool { return Any(k.Body, IsBulk) }

// ArrivesRelaxed reports whether threads arrive at the barrier of a cluster, which lies in memory, without an order of their accesses.
func ArrivesRelaxed(k *Kernel) bool {
	return k.Launch.Joined && Any(k.Body, func(s Stmt) bool {
		p, is := s.(*Phase)
		return is && p.Op == PhaseArrive && p.Relaxed && !p.Drop
	})
}

// UnknownObject returns a statement that synchronises on an object that not every stage
// supports, or that an agent executes and no thread, unless a numbered barrier tells when it is over; nil if there is none.
func UnknownObject(stmts []Stmt) Stmt {
	var found Stmt
	Any(stmts, func(s Stmt) bool {
		op, ok := SyncOf(s)
		a := AgentOf(s)
		if ok && !op.Object.Known() || a != nil && a.Until == nil {
			found = s
		}
		return found != nil
	})
	return found
}

// needsWarp reports whether s is a barrier that whole warps wait at.
func needsWarp(s Stmt) bool {
	op, ok := SyncOf(s)
	return ok && op.Object.Barrier() && op.Aligned && op.Waits
}

// NeedsWarps reports whether a barrier in s is one that whole warps wait at.
func NeedsWarps(s Stmt) bool { return Any([]Stmt{s}, needsWarp) }

// WaitsApart reports whether a part of a warp may wait anywhere in k.
func WaitsApart(k *Kernel) bool {
	return Any(k.Body, func(s Stmt) bool {
		op, ok := SyncOf(s)
		return ok && op.Waits && !needsWarp(s)
	})
}

// OnlyComputes reports whether the statements do nothing but give variables values: no jump, no access, no
// loop, nothing that other threads notice.
func OnlyComputes(stmts []Stmt) bool {
	return !Any(stmts, func(s Stmt) bool {
		switch s.(type) {
		case *Assign, *Havoc, *If:
			return false
		default:
			// Jumps, accesses, loops and whatever else has an effect.
			return true
		}
	})
}

// TestsPhase reports whether a statement tests a barrier in memory without waiting for it.
func TestsPhase(stmts []Stmt) bool {
	return Any(stmts, func(s Stmt) bool {
		p, ok := s.(*Phase)
		return ok && p.Op == PhaseTest
	})
}
