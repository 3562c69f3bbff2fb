// Package order is what named barriers mean: which operations make up a
// generation of a barrier, when a generation is complete, and what therefore
// happens before what.
//
// A barrier is used again and again; each use is a generation, counted from 1. An
// operation registers on the generation that is open. The generation is complete
// when as many threads have registered on it as its operations name; then those
// that wait go on, and the next registration opens the next generation.
//
// An action happens before another one if it comes first in every execution. A
// thread's own actions do, and everything that happens before an operation of a
// generation happens before whatever follows a sync of that generation. Generations
// of one barrier are complete one after the other, so that all of this fits into a
// Clock: for each barrier the latest generation that is known to be complete. An
// action of thread s happens before a point of thread t if t knows at that point
// that some generation is complete on which s registers after the action:
//
//	for some barrier b:  next of s [b] <= known to t [b]
//
// This holds for every execution only if every operation is on the same generation
// in all of them. That is the check of recycling: an operation on generation g+1
// happens after generation g is complete (Sharma, Bauer, Aiken: Verification of
// synchronization in GPU programs, PLDI 2015, Theorem 1). A thread that has synced on
// generation g knows that it is complete. A generation that consists of arrives
// alone is known to nobody; it is complete where each of its arrives happens
// before.
//
// The exact engine keeps these barriers and clocks for the threads that it
// simulates; Run executes a block whose threads do fixed operations, for proofs
// that rest on its schedule. Who the agents are, and which of their actions count,
// is the caller's business: nothing here knows of kernels.
package order

import "slices"

// Barriers is the number of named barriers that a block has.
const Barriers = 16

// Never is a generation later than all that are ever completed.
const Never = 1 << 30

// Generations holds a generation of each barrier: the latest one that is complete,
// 0 for none, or the next one to come, Never for none.
type Generations [Barriers]int32

// Learn adds what another point knows to be complete.
func (g *Generations) Learn(other *Generations) {
	for b, n := range other {
		g[b] = max(g[b], n)
	}
}

// Reach reports whether one of these generations, which are to come, is known to be
// complete: then what was done before they came happens before that point.
func (g *Generations) Reach(known *Generations) bool {
	for b := range g {
		if g[b] <= known[b] {
			return true
		}
	}
	return false
}

// Clock is what happens before some point of an agent. An agent is one thread, or
// several that execute the same operations; its operations are numbered in order.
type Clock struct {
	// Known is, for each barrier, the latest generation known to be complete.
	Known Generations
	// Released is, for each agent, the number of its latest operation that is known
	// to belong to a complete generation, -1 without any. What the agent did before
	// that operation happens before.
	Released []int32
}

// NewClock is the clock of an agent at its start: nothing happens before.
func NewClock(agents int) Clock {
	c := Clock{Released: make([]int32, agents)}
	for a := range c.Released {
		c.Released[a] = -1
	}
	return c
}

// Clone returns a clock that may be changed.
func (c *Clock) Clone() Clock { return Clock{c.Known, slices.Clone(c.Released)} }

// Join adds to c what d knows.
func (c *Clock) Join(d *Clock) {
	c.Known.Learn(&d.Known)
	for a, n := range d.Released {
		c.Released[a] = max(c.Released[a], n)
	}
}

// Barrier is one named barrier. R is what the caller keeps of a registration.
type Barrier[R any] struct {
	// Done counts the generations that are complete.
	Done int32
	// Now is the generation that is open, empty where nobody has registered on it
	// yet. Last is the one before it, which recycling has to come after.
	Now, Last Generation[R]
}

// Generation is one use of a barrier, from its first registration to its
// completion.
type Generation[R any] struct {
	// Expected and Registered count threads.
	Expected, Registered int64
	// Heeded is set where some registration waits for the generation.
	Heeded        bool
	Registrations []R
}

// Empty reports whether nobody has registered.
func (g *Generation[R]) Empty() bool { return len(g.Registrations) == 0 }

// Open is the number of the generation that is open.
func (b *Barrier[R]) Open() int32 { return b.Done + 1 }

// Misfit is why an operation cannot register on the open generation.
type Misfit int

const (
	Fits Misfit = iota
	// NoThreads: the operation expects no threads, or fewer.
	NoThreads
	// NoMultiple: the number is none that the hardware takes.
	NoMultiple
	// Disagrees: other operations of the generation expect another number.
	Disagrees
	// TooMany: more threads come than the generation expects. Those that do not fit
	// would register on the next one, and which these are differs from run to run.
	TooMany
)

// Fit tells whether an operation of that many threads that expects count of them
// fits into the open generation. count has to be a multiple of the number given.
func (b *Barrier[R]) Fit(count, threads, multiple int64) Misfit {
	switch {
	case count <= 0:
		return NoThreads
	case count%multiple != 0:
		return NoMultiple
	case !b.Now.Empty() && count != b.Now.Expected:
		return Disagrees
	case b.Now.Registered+threads > count:
		return TooMany
	}
	return Fits
}

// Register adds an operation that fits to the open generation.
func (b *Barrier[R]) Register(r R, count, threads int64, waits bool) {
	g := &b.Now
	g.Expected = count
	g.Registered += threads
	g.Heeded = g.Heeded || waits
	g.Registrations = append(g.Registrations, r)
}

// Complete reports whether all threads that the open generation expects have
// registered. gone is the number of threads that it need not wait for.
func (b *Barrier[R]) Complete(gone int64) bool {
	return !b.Now.Empty() && b.Now.Registered >= b.Now.Expected-gone
}

// Finish completes the open generation, which becomes the last one. Its
// registrations stay as they are until the next one is complete.
func (b *Barrier[R]) Finish() {
	b.Done++
	b.Now, b.Last = b.Last, b.Now
	b.Now = Generation[R]{Registrations: b.Now.Registrations[:0]} // the memory is used again
}

// Unsafe is the check of recycling at an operation: it returns a registration of
// the last generation that need not be over in every execution, nil where there is
// none. known is the latest generation of the barrier that is known to be complete
// at the operation; before tells whether an arrive of the last generation happens
// before it, and waits whether a registration is a sync. If the generation has
// syncs, one of them is returned: it is known by nothing but its completion.
func (b *Barrier[R]) Unsafe(known int32, waits, before func(*R) bool) *R {
	if known >= b.Done {
		return nil
	}
	for i := range b.Last.Registrations {
		r := &b.Last.Registrations[i]
		if b.Last.Heeded && waits(r) || !b.Last.Heeded && !before(r) {
			return r
		}
	}
	return nil
}
