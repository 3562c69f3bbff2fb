package rewrite

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/scatter"
)

// Prepared is a kernel on its way to a translation, with the notes of passes about its
// statements. It is immutable: each step makes another one. Only its notes grow, by those
// about statements that later steps make; so it is for one goroutine.
//
// The steps are the functions of this file, in order. Prepare comes first and is the same
// for all translations of a kernel; then For, by the purpose; UnrolledBarriers or
// UnrolledWithBarriers if barriers are modelled by their generations; Finished always;
// and WithCutLoops for each pair of threads.
type Prepared struct {
	Kernel *kernel.Kernel
	Notes  *fact.Notes
}

// with is the same with another kernel.
func (p *Prepared) with(k *kernel.Kernel) *Prepared { return &Prepared{k, p.Notes} }

// Prepare gives equal constructs one spelling. The result has the executions of k that do not
// divide by 0.
//
//   - scatter.Places needs the kernel as written, and accepts only kernels that write all their
//     barriers as __syncthreads(): it is first, so that it does not depend on other passes. It
//     makes a predicated program of its own.
//   - Divisors is before all that moves or makes expressions: what it states holds only where the
//     program divides.
//   - WholeBlock is before AlignBarriers, which compares the counts of barriers.
//   - PartedConditions is before AlignBarriers, which looks at the branches that it makes.
//   - AlignBarriers is before SplitVars: it adds a variable that several ifs read, and
//     moves barriers out of branches that would not be uniform.
//   - JoinedReads is before SplitVars, for the variables that it makes.
//   - SplitVars is before all steps that depend on how a variable is set: PerThread here,
//     relevance and uniformity later do not follow a variable through the text.
//   - SteadyCounters is after it, and before uniformity is asked about: it needs the
//     assignments of a counter alone.
//   - LaneMasks is after SplitVars: it needs variables with one assignment.
//   - Quotients is behind what knows the quotients that people write.
//   - Aggregated is last: it needs variables with one assignment, and lanes without the block's part.
func Prepare(k *kernel.Kernel) *Prepared {
	type prepared struct{}
	p := fact.Once(k, prepared{}, func() *Prepared {
		notes := fact.NewNotes()
		found := places(k)
		for s, known := range found.Stores {
			notes.NoteDisjoint(s, known)
		}
		for a := range found.Apart {
			notes.NoteApart(a)
		}
		return Noted(k, notes)
	})
	return &Prepared{p.Kernel, p.Notes.Clone()}
}

// places is scatter.Places, which does not depend on preconditions: a decision that
// tries several of them executes the kernel once.
func places(k *kernel.Kernel) scatter.Found {
	type disjoint struct{}
	if fact.HasTokens(k) {
		return scatter.Found{} // memory may change between two barriers, by threads that synchronise
	}
	any := *k
	any.Requires, any.Assumptions = nil, nil
	return fact.Once(&any, disjoint{}, func() scatter.Found { return scatter.Places(&any) })
}

// Noted is Prepare with known disjoint stores.
func Noted(k *kernel.Kernel, notes *fact.Notes) *Prepared {
	k = Divisors(k)
	k = WholeBlock(k, notes)
	k = PartedConditions(k)
	k = AlignBarriers(k)
	k = JoinedReads(k)
	k = SplitVars(k, notes)
	k = SteadyCounters(k, notes)
	k = LaneMasks(k, notes)
	k = Quotients(k, notes)
	k = Aggregated(k, notes)
	return &Prepared{k, notes}
}

// NeedsGenerations reports whether k has barriers in which only some threads of the
// block take part.
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

// Purpose is the purpose for which a kernel is prepared.
type Purpose struct {
	// WithoutPartial leaves out the barriers of a part of the block.
	WithoutPartial bool
	// SameValues keeps more of the stored values: two writes of one value are no race.
	SameValues bool
	// Faults looks for faults instead of proofs.
	Faults bool
}

// Relevance is the relevant part of k for the pair and that purpose.
func (f Purpose) Relevance(k *kernel.Kernel, pair fact.Pair) *fact.Relevance {
	return fact.RelevantFor(k, pair, f.SameValues)
}

// For leaves out everything irrelevant to two threads of a block. relevance is the
// relevant part, and dropped reports whether it left out barriers that do matter.
//
//   - Barriers are dropped before relevance is computed, so that values that only they need
//     go as well.
//   - Accelerate is after Slice: irrelevant variables may be carried from one iteration to
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

// UnrolledWithBarriers unrolls all loops with barriers and a constant number of
// iterations. It reports whether no loop with barriers is left.
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

// UnrolledBarriers unrolls the loops over barriers: few iterations, each with an ID of
// its own.
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

// Finished unrolls loops with a constant number of iterations whose counters double or
// halve; with all also other loops with few iterations.
//
//   - Select is before the unrolling, which propagates constants into its result.
//   - A second SplitVars is after it: each copy of an assignment is an assignment of its
//     own, so a variable with a value in each iteration becomes one variable for each.
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

// SlicedFor leaves out everything irrelevant to two threads of another pair.
func (p *Prepared) SlicedFor(relevance *fact.Relevance) *Prepared {
	return p.with(Slice(p.Kernel, relevance, p.Notes))
}

// WithCutLoops replaces loops that need no invariants by one arbitrary iteration, and returns
// the places of these loops. It is last: its result is for a proof, for this pair of
// threads, in one model of integers.
func (p *Prepared) WithCutLoops(pair fact.Pair, wraps bool, f Purpose) (*Prepared, []kernel.Src) {
	k, cut := CutLoops(p.Kernel, pair, wraps, f.SameValues, p.Notes)
	return p.with(k), cut
}
