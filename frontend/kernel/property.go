package kernel

import "slices"

// Property is something that gv2 decides about a kernel, by its name in reports and on
// the command line. Everything specific to a property, except for the arguments of
// single engines, is in the table of this file: a new property is a constant and an
// entry there.
type Property string

const (
	DataRace      Property = "data-race"
	Divergence    Property = "barrier-divergence"
	Deadlock      Property = "deadlock"
	Recycling     Property = "barrier-recycling"
	Count         Property = "barrier-count"
	Assertion     Property = "assertion"
	LoopInvariant Property = "invariant"
	Bounds        Property = "array-bounds"
)

// PropertyInfo is the information about a property that stages need.
type PropertyInfo struct {
	Name Property
	// Rule describes a fault in a sentence, for services that list rules.
	Rule string
	// Advice says what a fault means and what to do, and Page is the page of NVIDIA's documentation
	// that has the rule which is broken; empty for none.
	Advice, Page string
	// Present reports whether a kernel has anything that could violate the
	// property; nil if every kernel has. In other kernels the property holds, and
	// reports omit it unless Always is set.
	Present func(*Kernel) bool
	Always  bool
	// OnRequest is set if gv2 checks the property on request only.
	OnRequest bool
	// Exact is set if the exact engine decides it.
	Exact bool
	// TwoThreads is set if the translation states it for two threads. It decides the
	// others through Divergence, in kernels with barriers of the whole block only.
	TwoThreads bool
	// Generations is set if the generation encoding has procedures for it. Otherwise
	// the properties on which it rests imply it.
	Generations bool
	// RestsOn are the properties on which a proof by the generation encoding rests
	// besides its own procedures. (Every proof by two threads rests on Divergence,
	// if the kernel waits, and on DataRace, if it reads back what it writes.)
	RestsOn []Property
	// OfBarriers is set if a fault is a misuse of barriers: the behaviour of the
	// threads after it is undefined, so nothing more can be said about the kernel.
	OfBarriers bool
	// BetweenBlocks is set if threads of different blocks can violate it, too, which the
	// generation encoding does not model. (DataRace has ways of its own.)
	BetweenBlocks bool
	// Stated is set if the kernel's own text states the condition, and the place where it
	// must hold.
	Stated bool
}

// properties is the registry, in the order of reports.
var properties = []PropertyInfo{
	{
		Name: DataRace, Rule: "Two threads access the same memory, one of them writes, and nothing orders them",
		Advice: "What the kernel computes depends on which of the two threads is faster, and a compiler may assume that this does not happen. " +
			"Let the threads wait for each other between the accesses (__syncthreads() within a block), give them elements of their own, or use atomics.",
		Page:   "https://docs.nvidia.com/cuda/parallel-thread-execution/#memory-consistency-model",
		Always: true, Exact: true, TwoThreads: true, Generations: true, RestsOn: []Property{Divergence, Recycling},
	},
	{
		Name: Divergence, Rule: "Not every thread of the block reaches the same barrier",
		Advice: "A barrier that some threads of the block do not reach makes the others wait for ever, or lets them go too early. " +
			"Move it out of the branch, and let no thread return before it.",
		Page:    "https://docs.nvidia.com/cuda/cuda-c-programming-guide/#synchronization-functions",
		Present: Waits, Always: true, Exact: true, TwoThreads: true, Generations: true, OfBarriers: true, BetweenBlocks: true,
	},
	{
		Name: Deadlock, Rule: "Threads wait at a barrier for threads that never arrive",
		Advice:  "The threads that wait never go on. Let as many threads come to the barrier as it expects, and let all threads use barriers in one order.",
		Page:    "https://docs.nvidia.com/cuda/parallel-thread-execution/#parallel-synchronization-and-communication-instructions-bar",
		Present: hasBarrier, Exact: true, Generations: true, RestsOn: []Property{Divergence, Recycling}, OfBarriers: true,
	},
	{
		Name: Recycling, Rule: "A barrier is used again before all threads of its last generation have passed it",
		Advice:  "A thread comes to a barrier again while others have not yet passed its last use, so that threads of two uses may meet. Let it wait for them first, at another barrier.",
		Page:    "https://docs.nvidia.com/cuda/parallel-thread-execution/#parallel-synchronization-and-communication-instructions-bar",
		Present: hasBarrier, Exact: true, Generations: true, RestsOn: []Property{Divergence}, OfBarriers: true,
	},
	{
		Name: Count, Rule: "A barrier is used with a wrong ID, or with counts that disagree",
		Advice:  "All threads that use a numbered barrier at once have to name the same number of threads, a multiple of 32; barriers have the numbers 0 to 15.",
		Page:    "https://docs.nvidia.com/cuda/parallel-thread-execution/#parallel-synchronization-and-communication-instructions-bar",
		Present: hasBarrier, Exact: true, RestsOn: []Property{Divergence, Recycling}, OfBarriers: true,
	},
	{
		Name: Assertion, Rule: "An assertion in the kernel can fail",
		Advice:  "The report has the values with which the condition is false. A null pointer, or a write to __constant__ memory, counts as an assertion that fails.",
		Page:    "https://docs.nvidia.com/cuda/cuda-c-programming-guide/#assertion",
		Present: hasAssertion, Exact: true, TwoThreads: true, Generations: true, RestsOn: []Property{Divergence}, BetweenBlocks: true, Stated: true,
	},
	{
		Name: LoopInvariant, Rule: "A loop invariant that the user wrote does not hold",
		Advice:  "The condition that you wrote with __invariant() does not hold when the loop begins, or one iteration does not keep it.",
		Present: hasInvariant, TwoThreads: true, Generations: true, RestsOn: []Property{Divergence}, BetweenBlocks: true, Stated: true,
	},
	{
		Name: Bounds, Rule: "An access is outside its array",
		Advice:  "The access reads or changes other memory than the array. Make the array larger, or let fewer threads make the access.",
		Present: hasBounds, OnRequest: true, Exact: true, TwoThreads: true, Generations: true, RestsOn: []Property{Divergence}, Stated: true,
	},
}

// Properties are the properties for which has holds, in the order of reports; all if
// has is nil.
func Properties(has func(*PropertyInfo) bool) []Property {
	var out []Property
	for i := range properties {
		if has == nil || has(&properties[i]) {
			out = append(out, properties[i].Name)
		}
	}
	return out
}

// Info is the entry of a property; nil for an unknown name.
func (p Property) Info() *PropertyInfo {
	i := slices.IndexFunc(properties, func(info PropertyInfo) bool { return info.Name == p })
	if i < 0 {
		return nil
	}
	return &properties[i]
}

// In reports whether the kernel has anything that could violate the property. All other
// kernels have the property.
func (p Property) In(k *Kernel) bool {
	info := p.Info()
	return info.Present == nil || info.Present(k)
}

// Reported reports whether a report about the kernel mentions the property by
// default.
func (p Property) Reported(k *Kernel) bool { return p.Info().Always || p.In(k) }

// PropertySet is a set of requested properties; nil requests every property.
type PropertySet map[Property]bool

// Has reports whether a property is requested.
func (s PropertySet) Has(p Property) bool { return s == nil || s[p] }

// Property is the property to which an assertion belongs.
func (s *Assert) Property() Property {
	if s.Bounds {
		return Bounds
	}
	return Assertion
}

// Waits reports whether threads of the kernel meet anywhere.
func Waits(k *Kernel) bool {
	return Any(k.Body, Meets)
}

// hasBarrier reports whether the kernel has a barrier of the block, whole or in part.
func hasBarrier(k *Kernel) bool {
	return Any(k.Body, func(s Stmt) bool { op, ok := SyncOf(s); return ok && op.Object.Barrier() })
}

func hasAssertion(k *Kernel) bool { return asserts(k, Assertion) }
func hasBounds(k *Kernel) bool    { return asserts(k, Bounds) }

func asserts(k *Kernel, p Property) bool {
	return Any(k.Body, func(s Stmt) bool { a, is := s.(*Assert); return is && a.Property() == p })
}

// hasInvariant reports whether the user stated an invariant. Candidates are guesses.
func hasInvariant(k *Kernel) bool {
	return Any(k.Body, func(s Stmt) bool {
		l, is := s.(*Loop)
		return is && slices.ContainsFunc(l.Invariants, func(inv Invariant) bool { return !inv.Candidate })
	})
}
