package rewrite

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/scatter"
)

// Prepared is a kernel on its way to a translation, with what passes have noted of its
// statements. It is never changed: each step makes another one. Only its notes grow, by
// those about the statements of what is made from it; so it serves one goroutine.
//
// The steps, in the order in which they are taken, are the functions of this file.
// Prepare comes first and is the same for all translations of a kernel; then For, by what
// is asked; UnrolledBarriers or UnrolledWithBarriers where barriers are modelled by their
// generations; Finished, whatever was done before; and Covered for each pair of threads.
type Prepared struct {
	Kernel *kernel.Kernel
	Notes  *fact.Notes
}

// with is the same with another kernel.
func (p *Prepared) with(k *kernel.Kernel) *Prepared { return &Prepared{k, p.Notes} }

// Prepare spells alike what means the same. The result does what k does.
//
//   - scatter.Disjoint looks at the kernel as it is written, and only at kernels that write all
//     their barriers as __syncthreads(): it is first, so that it does not depend on what
//     others make of the kernel. It makes a predicated program of its own.
//   - WholeBlock is before AlignBarriers, which compares the counts of barriers.
//   - AlignBarriers is before SplitVars: it adds a variable that several ifs read, and
//     moves barriers out of branches that would not be uniform.
//   - SplitVars is before all that asks how a variable is set: PerThread here, relevance and
//     uniformity later do not follow a variable through the text.
//   - LaneMasks is behind it: it needs variables with one assignment.
func Prepare(k *kernel.Kernel) *Prepared {
	type prepared struct{}
	p := fact.Once(k, prepared{}, func() *Prepared {
		notes := fact.NewNotes()
		for s, known := range disjointStores(k) {
			notes.NoteDisjoint(s, known)
		}
		return Noted(k, notes)
	})
	return &Prepared{p.Kernel, p.Notes.Clone()}
}

// disjointStores is scatter.Disjoint, which knows nothing of preconditions: a decision that tries
// several of them has the kernel executed once.
func disjointStores(k *kernel.Kernel) map[*kernel.Store]fact.Disjoint {
	type disjoint struct{}
	any := *k
	any.Requires, any.Assumptions = nil, nil
	return fact.Once(&any, disjoint{}, func() map[*kernel.Store]fact.Disjoint { return scatter.Disjoint(&any) })
}

// Noted is Prepare where the disjoint stores are known already.
func Noted(k *kernel.Kernel, notes *fact.Notes) *Prepared {
	k = WholeBlock(k, notes)
	k = AlignBarriers(k)
	k = SplitVars(k, notes)
	k = LaneMasks(k, notes)
	return &Prepared{k, notes}
}

// NeedsGenerations reports whether k has barriers that only some threads of the block
// take part in.
func NeedsGenerations(k *kernel.Kernel) bool {
	type needsGenerations struct{}
	return fact.Once(k, needsGenerations{}, func() bool { return fact.OfPart(AlignBarriers(WholeBlock(k, nil))) })
}

// Split is k with its variables split, for facts that do not follow a variable through
// the text.
func Split(k *kernel.Kernel) *kernel.Kernel {
	type split struct{}
	return fact.Once(k, split{}, func() *kernel.Kernel { return SplitVars(k, nil) })
}

// Purpose is what a kernel is prepared for.
type Purpose struct {
	// WithoutPartial leaves out the barriers of a part of the block.
	WithoutPartial bool
	// SameValues has more kept of what is stored: two writes of one value are no race.
	SameValues bool
	// Faults looks for faults instead of proofs.
	Faults bool
}

// Relevance is what matters to the pair for that purpose.
func (f Purpose) Relevance(k *kernel.Kernel, pair fact.Pair) *fact.Relevance {
	return fact.RelevantFor(k, pair, f.SameValues)
}

// For leaves out what does not matter to two threads of a block. relevance is what does,
// and dropped tells whether barriers were left out that did matter.
//
//   - Barriers are dropped before relevance is asked: what only they need goes as well.
//   - Accelerate is behind Slice: what is irrelevant may be carried from one iteration to
//     the next.
func (p *Prepared) For(f Purpose) (out *Prepared, relevance *fact.Relevance, dropped bool) {
	k := p.Kernel
	if f.WithoutPartial {
		k, dropped = WithoutPartial(k)
	}
	relevance = f.Relevance(k, fact.SameBlock)
	k = Slice(k, relevance, p.Notes)
	if f.Faults {
		k = Accelerate(k, p.Notes)
	}
	return p.with(k), relevance, dropped
}

// Limits of unrolling: bodies of a loop, statements of a kernel.
const (
	maxIterations = 64
	maxUnrolled   = 3000
)

// UnrolledWithBarriers writes out all loops with barriers in them, as far as they have
// constant numbers of iterations. It reports whether none is left.
func (p *Prepared) UnrolledWithBarriers() (out *Prepared, whole bool) {
	has := func(l *kernel.Loop) bool { return kernel.Any([]kernel.Stmt{l}, isBarrier) }
	k := Unroll(p.Kernel, Unrolling{Wanted: has, Iterations: maxIterations, Statements: maxUnrolled}, p.Notes)
	left := kernel.Any(k.Body, func(s kernel.Stmt) bool {
		l, is := s.(*kernel.Loop)
		return is && has(l)
	})
	return p.with(k), !left
}

func isBarrier(s kernel.Stmt) bool {
	_, is := s.(*kernel.Barrier)
	return is
}

// UnrolledBarriers writes out the loops over barriers: few iterations, each with an ID
// of its own.
func (p *Prepared) UnrolledBarriers() *Prepared {
	various := func(l *kernel.Loop) bool {
		return kernel.Any(l.Body, func(s kernel.Stmt) bool {
			b, ok := s.(*kernel.Barrier)
			if !ok || b.ID == nil {
				return false
			}
			_, constant := b.ID.(*kernel.Const)
			return !constant
		})
	}
	return p.with(Unroll(p.Kernel, Unrolling{Wanted: various, Iterations: kernel.BlockBarriers, Statements: maxUnrolled}, p.Notes))
}

// Finished writes out loops with constant iterations whose counters double or halve; with
// all those that have few enough.
//
//   - Select is before the unrolling, which propagates constants into what it makes.
//   - SplitVars once more is behind it: copies of one assignment are assignments of their
//     own, and a variable that held a value of each iteration is one variable for each.
func (p *Prepared) Finished(all bool) *Prepared {
	k := Select(p.Kernel)
	wanted := fact.Geometric
	if all {
		wanted = func(*kernel.Loop) bool { return true }
	}
	loop := func(s kernel.Stmt) bool {
		l, ok := s.(*kernel.Loop)
		return ok && wanted(l)
	}
	if kernel.Any(k.Body, loop) {
		k = Unroll(k, Unrolling{Wanted: wanted, Iterations: maxIterations, Statements: maxUnrolled}, p.Notes)
	}
	return p.with(SplitVars(k, p.Notes))
}

// SlicedFor leaves out what does not matter to two threads of another pair.
func (p *Prepared) SlicedFor(relevance *fact.Relevance) *Prepared {
	return p.with(Slice(p.Kernel, relevance, p.Notes))
}

// Covered has one arbitrary iteration in place of the loops that need no invariants, and
// the places of these. It is last: what it leaves is a kernel for a proof, of this pair of
// threads, in one model of integers.
func (p *Prepared) Covered(pair fact.Pair, wraps bool, f Purpose) (*Prepared, []kernel.Src) {
	k, cut := Cover(p.Kernel, pair, wraps, f.SameValues, p.Notes)
	return p.with(k), cut
}
