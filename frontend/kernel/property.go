package kernel

import "slices"

// Property is something that gv2 decides about a kernel, by its name in reports and
// on the command line. Everything that depends on which property it is, and does not
// belong to one engine's argument, stands in the table of this file: a new property is
// a constant and an entry there.
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

// PropertyInfo is what the stages need to know of a property.
type PropertyInfo struct {
	Name Property
	// Rule says in a sentence what a fault is, for services that list rules.
	Rule string
	// Present reports whether a kernel has what the property is about; nil if every
	// kernel has. Elsewhere the property holds, and is not reported but for Always.
	Present func(*Kernel) bool
	Always  bool
	// OnRequest is set where nobody gets the property unasked.
	OnRequest bool
	// Exact is set where the exact engine decides it.
	Exact bool
	// TwoThreads is set where the translation states it of two threads. The others it
	// decides through Divergence, in kernels that have barriers of the whole block only.
	TwoThreads bool
	// Generations is set where the generation encoding has procedures for it. Without,
	// what it rests on shows it.
	Generations bool
	// RestsOn are the properties that a proof by the generation encoding stands on
	// besides its own procedures. (By two threads every proof stands on Divergence,
	// where a kernel waits, and on DataRace, where it reads back what it writes.)
	RestsOn []Property
	// OfBarriers is set where a fault is a misuse of barriers: what the threads do
	// behind it is undefined, and nothing more can be said of the kernel.
	OfBarriers bool
	// BetweenBlocks is set where threads of different blocks can be asked about it,
	// too, of which the generation encoding knows nothing. (DataRace has ways of its own.)
	BetweenBlocks bool
	// Stated is set where the kernel's own text states what has to hold, where it has to.
	Stated bool
}

// properties is the registry, in the order of reports.
var properties = []PropertyInfo{
	{
		Name: DataRace, Rule: "Two threads access the same memory, one of them writes, and nothing orders them",
		Always: true, Exact: true, TwoThreads: true, Generations: true, RestsOn: []Property{Divergence, Recycling},
	},
	{
		Name: Divergence, Rule: "Not every thread of the block reaches the same barrier",
		Present: Waits, Always: true, Exact: true, TwoThreads: true, Generations: true, OfBarriers: true, BetweenBlocks: true,
	},
	{
		Name: Deadlock, Rule: "Threads wait at a barrier for threads that never come",
		Present: hasBarrier, Exact: true, Generations: true, RestsOn: []Property{Divergence, Recycling}, OfBarriers: true,
	},
	{
		Name: Recycling, Rule: "A barrier is used again before all threads of its last generation have passed it",
		Present: hasBarrier, Exact: true, Generations: true, RestsOn: []Property{Divergence}, OfBarriers: true,
	},
	{
		Name: Count, Rule: "A barrier is used with a wrong ID, or with counts that disagree",
		Present: hasBarrier, Exact: true, RestsOn: []Property{Divergence, Recycling}, OfBarriers: true,
	},
	{
		Name: Assertion, Rule: "An assertion in the kernel can fail",
		Present: hasAssertion, Exact: true, TwoThreads: true, Generations: true, RestsOn: []Property{Divergence}, BetweenBlocks: true, Stated: true,
	},
	{
		Name: LoopInvariant, Rule: "A loop invariant that the user wrote does not hold",
		Present: hasInvariant, TwoThreads: true, Generations: true, RestsOn: []Property{Divergence}, BetweenBlocks: true, Stated: true,
	},
	{
		Name: Bounds, Rule: "An access is outside its array",
		Present: hasBounds, OnRequest: true, Exact: true, TwoThreads: true, Generations: true, RestsOn: []Property{Divergence}, Stated: true,
	},
}

// Properties are all of them for which has holds, in the order of reports; all if it
// is nil.
func Properties(has func(*PropertyInfo) bool) []Property {
	var out []Property
	for i := range properties {
		if has == nil || has(&properties[i]) {
			out = append(out, properties[i].Name)
		}
	}
	return out
}

// Info is what is known of a property; nil for a name that is none.
func (p Property) Info() *PropertyInfo {
	i := slices.IndexFunc(properties, func(info PropertyInfo) bool { return info.Name == p })
	if i < 0 {
		return nil
	}
	return &properties[i]
}

// In reports whether the kernel has what the property is about. It holds of all others.
func (p Property) In(k *Kernel) bool {
	info := p.Info()
	return info.Present == nil || info.Present(k)
}

// Reported reports whether the property says anything about the kernel that a reader
// of its report wants to see unasked.
func (p Property) Reported(k *Kernel) bool { return p.Info().Always || p.In(k) }

// PropertySet is what is asked for; nil asks for every property.
type PropertySet map[Property]bool

// Has reports whether a property is asked for.
func (s PropertySet) Has(p Property) bool { return s == nil || s[p] }

// Property is the one that an assertion belongs to.
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
