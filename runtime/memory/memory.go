// Package memory is the exact engine for small concurrent programs: it tells what the
// PTX memory model allows. In: threads, each a function from what its reads return to
// what it does. Out: all executions that the axioms of the model allow, with their
// causality order, races and final contents.
//
// The model is that of the chapter Memory Consistency Model of the PTX ISA (Lustig,
// Sahasrabuddhe, Giroux: A Formal Analysis of the NVIDIA PTX Memory Consistency Model,
// ASPLOS 2019). Executions are partial orders; threads are not interleaved. The chapter's
// terms are this package's: morally strong, observation, causality, coherence.
//
// The package knows nothing of CUDA. Who asks about kernels makes all accesses by the generic proxy; litmus tests have others.
package memory

// Order is the semantics of an access or a fence.
type Order uint8

const (
	Weak Order = iota // accesses only
	Relaxed
	Acquire // reads only
	Release // writes only
	AcqRel  // fences only
	SC      // fences only
)

func (o Order) String() string {
	return [...]string{"weak", "relaxed", "acquire", "release", "acq_rel", "sc"}[o]
}

// Scope is the set of threads among which an operation is strong.
type Scope uint8

const (
	CTA Scope = iota
	Cluster
	GPU
	System
)

func (s Scope) String() string { return [...]string{"cta", "cluster", "gpu", "sys"}[s] }

// Kind is what an event does.
type Kind uint8

const (
	Read Kind = iota
	Write
	Fence
	Barrier
)

func (k Kind) String() string { return [...]string{"read", "write", "fence", "barrier"}[k] }

// Place is the bytes that an access covers: Size of them from Offset of an object on.
// Objects do not overlap.
type Place struct {
	Object       int
	Offset, Size int64
}

// Overlaps reports whether two places have a byte in common.
func (p Place) Overlaps(q Place) bool {
	return p.Object == q.Object && p.Offset < q.Offset+q.Size && q.Offset < p.Offset+p.Size
}

// Event is one operation of a thread.
type Event struct {
	Kind  Kind
	Order Order
	Scope Scope
	// Place and Value belong to reads and writes: the value that the read returns, or that
	// is written.
	Place Place
	Value int64
	// Atomic is set on both halves of a read-modify-write, which stand one after the other.
	Atomic bool
	// Free is set for a weak read whose value does not matter: which write it observes is left
	// open. There always is one, such as the last of those before it in causality order.
	Free bool
	// Proxy is how an access reaches memory, or what a fence of proxies is for; Address tells the virtual addresses of a place apart.
	Proxy   Proxy
	Address int
	// Barrier belongs to barriers.
	Barrier BarrierUse
	// Depends lists the reads of the same thread, by their position in its path, that the
	// event depends on: for its place, its value, or whether it happens.
	Depends []int
	// Origin is the caller's: the statement, for reports.
	Origin any
}

// BarrierUse is one use of a barrier. Threads that use the same barrier meet in the order of
// their uses: the first uses of all are one generation, and so on.
type BarrierUse struct {
	// Group tells which threads may meet here: the block, the warp, the grid.
	Group, ID int
	// Waits is unset for an arrival that does not wait.
	Waits bool
	// Count is the number of threads that meet.
	Count int
}

// Path is what a thread does if its reads return certain values.
type Path struct {
	Events []Event
	// Ask is set if the thread has stopped at a read that has no value yet; Place tells
	// which. A half of a read-modify-write asks as well.
	Ask *Place
	// Waits is set if the thread goes round in a loop that reads and finds nothing changed: an
	// iteration that adds nothing. The path is what the thread has done by then; it may wait
	// there for ever. Round is the first event of that iteration.
	Waits bool
	Round int
	// Drop is set if the path cannot be.
	Drop bool
	// Final is the caller's: registers, failed assertions.
	Final any
}

// Thread is one thread of a program.
type Thread struct {
	Name              string
	CTA, Cluster, GPU int
	// Run executes the thread from its beginning. The reads return the values in their
	// order; the thread stops where they end. It must not depend on anything else.
	Run func(values []int64) (Path, error)
}

// Program is the threads of one launch and the memory that they share.
type Program struct {
	Threads []Thread
	// Initial is what a place holds at the start.
	Initial func(Place) int64
}

// scopeHolds reports whether the scope s of an operation of thread a includes thread b.
func scopeHolds(s Scope, a, b *Thread) bool {
	switch s {
	case CTA:
		return a.GPU == b.GPU && a.Cluster == b.Cluster && a.CTA == b.CTA
	case Cluster:
		return a.GPU == b.GPU && a.Cluster == b.Cluster
	case GPU:
		return a.GPU == b.GPU
	}
	return true
}
