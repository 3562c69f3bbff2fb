package kernel

// SyncOp is what a statement does to synchronisation: who takes part, whether they are
// counted, whether they wait, on what, and what memory it orders. Stages that ask such a
// question read it here, and ask for the kind of statement only where they give a
// statement its own meaning. A new primitive is one more case of SyncOf; a stage that does
// not know its Object refuses it (see Known).
//
// A generation is one use of a barrier: it is complete when as many threads have
// registered as it expects, and those that wait for it go on then.
type SyncOp struct {
	Who Participants
	// Mask names the lanes where Who is WarpLanes, nil for those that happen to be there.
	Mask Expr
	// Registers is set where the thread is counted in the open generation of Object, Waits
	// where it goes on only when a generation is complete.
	Registers, Waits bool
	Object           SyncObject
	// Count is how many threads a generation expects; nil for all of Who, or for as many
	// as the object says.
	Count Expr
	// Token is the generation that the thread waits for, where that is not the one that it
	// registers on here.
	Token Expr
	// Aligned is set where all threads of a warp have to execute the statement together.
	Aligned bool
	// Order is what of the thread's own accesses is ordered, for the threads in Scope.
	Order MemoryOrder
	Scope Scope
	// Reduce and Arg are what the thread contributes to a result that all receive. Result is
	// the variable whose value other threads decide; nil for none.
	Reduce Reduction
	Arg    Expr
	Result *Var
}

// Participants are the threads that take part in a synchronisation.
type Participants int

const (
	OneThread    Participants = iota // nobody else: a fence, an atomic
	WarpLanes                        // lanes of the thread's warp
	BlockThreads                     // the block, or as many of it as a count says
	GridThreads                      // the grid
)

// Together reports whether threads meet, or one tells others that it was there.
func (op *SyncOp) Together() bool { return op.Who != OneThread }

// MemoryOrder is what a synchronisation orders: with Release what the thread did before,
// with Acquire what it does behind it.
type MemoryOrder int

const (
	Relaxed MemoryOrder = iota
	Acquire
	Release
	AcquireRelease
	SequentiallyConsistent
)

// SyncObject is what threads synchronise on.
type SyncObject struct {
	Kind ObjectKind
	// ID is the number of a BlockBarrier; nil is 0, as it is of a GridBarrier.
	ID Expr
	// Memory is the location of an AtomicLocation, and of a barrier that lies in memory.
	Memory *Access
}

// ObjectKind tells synchronisation objects apart.
type ObjectKind int

const (
	NoObject       ObjectKind = iota // a fence
	AtomicLocation                   // whoever sees a value there
	WarpBarrier                      // that of a warp function's lanes
	BlockBarrier                     // one of the block's numbered barriers
	GridBarrier                      // that of a cooperative launch
	PhaseBarrier                     // an object in memory, as of Phase
)

// String names the object for people.
func (k ObjectKind) String() string {
	return [...]string{"no object", "a location of memory", "the barrier of a warp", "a barrier of the block", "the barrier of the grid",
		"a barrier with phases (cuda::barrier)"}[k]
}

// Barrier reports whether threads of a block, or of more, may wait at the object in vain.
func (o *SyncObject) Barrier() bool { return o.Kind > WarpBarrier }

// Known reports whether the object is one of those that every stage knows. Others are for
// the stages that ask for their kind.
func (o *SyncObject) Known() bool { return o.Kind <= GridBarrier }

// BlockBarriers is how many numbered barriers a block has (PTX ISA, bar).
const BlockBarriers = 16

// Meeting are the expressions that decide which threads meet where: whom a statement
// names, on what it synchronises, and which generation it is about.
func (op *SyncOp) Meeting() []Expr {
	var out []Expr
	for _, e := range []Expr{op.Mask, op.Object.ID, op.Count, op.Token} {
		if e != nil {
			out = append(out, e)
		}
	}
	if op.Object.Memory != nil {
		out = append(out, op.Object.Memory.Index)
	}
	return out
}

// SyncOf is what s itself does to synchronisation; false if nothing. Statements inside of
// s are not looked at.
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
		// __activemask() waits for nobody and names nobody, but what it says is what others do.
		active := s.Op == ActiveMask
		return SyncOp{Who: WarpLanes, Mask: s.Mask, Registers: !active, Waits: !active, Object: SyncObject{Kind: WarpBarrier},
			Reduce: s.Op, Arg: s.Arg, Result: s.Dst}, true
	case *Fence:
		return SyncOp{Order: SequentiallyConsistent, Scope: s.Scope}, true
	case *Atomic:
		return SyncOp{Object: SyncObject{Kind: AtomicLocation, Memory: &s.Acc}, Scope: s.Scope, Result: s.Dst}, true
	case *Assign, *Load, *Store, *Assert, *Assume, *Havoc: // the thread's own affair
	case *If, *Loop, *Region, *Break, *Continue, *Return, *Leave: // control
	}
	return SyncOp{}, false
}

func (s *Barrier) sync() SyncOp {
	op := SyncOp{
		Who: BlockThreads, Registers: true, Waits: s.Kind == Sync, Object: SyncObject{Kind: BlockBarrier, ID: s.ID},
		Count: s.Count, Aligned: s.Aligned, Order: AcquireRelease, Scope: BlockScope, Reduce: s.Reduce, Arg: s.Arg, Result: s.Dst,
	}
	if !op.Waits {
		op.Order = Release
	}
	if s.Grid {
		op.Who, op.Object, op.Scope = GridThreads, SyncObject{Kind: GridBarrier, ID: s.ID}, DeviceScope
	}
	return op
}

func (s *Phase) sync() SyncOp {
	op := SyncOp{Object: SyncObject{Kind: PhaseBarrier, Memory: &s.At}, Count: s.Count, Token: s.Token, Scope: BlockScope, Result: s.Dst}
	switch s.Op {
	case PhaseInit: // nobody else takes part
	case PhaseArrive:
		op.Who, op.Registers, op.Order = BlockThreads, true, Release
	case PhaseWait:
		op.Who, op.Waits, op.Order = BlockThreads, true, Acquire
	}
	return op
}

// Meets reports whether threads meet at s, or one tells others that it was there.
func Meets(s Stmt) bool {
	op, ok := SyncOf(s)
	return ok && op.Together()
}

// MeetsInWarp reports whether s is between lanes of a warp.
func MeetsInWarp(s Stmt) bool {
	op, ok := SyncOf(s)
	return ok && op.Who == WarpLanes
}

// UnknownObject returns the first statement that synchronises on an object that not every
// stage knows, nil if there is none.
func UnknownObject(stmts []Stmt) Stmt {
	var found Stmt
	Any(stmts, func(s Stmt) bool {
		op, ok := SyncOf(s)
		if ok && !op.Object.Known() {
			found = s
		}
		return found != nil
	})
	return found
}
