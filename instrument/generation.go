package instrument

import (
	"fmt"
	"slices"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate"
	"gv2/predicate/fact"
	"gv2/predicate/named/order"
)

// The generation encoding: kernels whose threads synchronise in part, by
// bar.arrive and by bar.sync of fewer threads than the block has.
//
// Two threads in lock step visit the code in one order, but named barriers order
// accesses both ways: a consumer's branch may stand before the producer's. So
// each of the two threads logs one access, with what it knew of every barrier b
// at that point, and the pair is judged at the end:
//
//	GEN_b      how often the thread has registered on b, by arrive or sync
//	SYNCED_b   the generation of b that its last sync waited for
//	ACQ_b      SYNCED_b when the access was made
//	REL_b      GEN_b + 1 when the access was made: the first generation that the
//	           thread registers on after it
//
//	1 before 2  <=>  for some b that thread 1 takes part in: REL_b$1 <= ACQ_b$2
//
// That a thread's k-th registration on b belongs to generation k is not taken for
// granted. It follows from two checks:
//
//	count      all operations on b name one number of threads, and exactly that
//	           many threads of the block can reach an operation on b
//	recycling  when a thread registers on b for the (k+1)-th time, generation k is
//	           complete: by its own k-th sync, or because the k-th operation of
//	           every other thread is ordered before
//
// Proof. Take the first registration in a trace that comes while the generation
// before it is open. Up to there k-th operations form generation k, so what the
// checks call ordered is ordered in the trace: a sync that returned from
// generation g of b comes after the g-th registration of each of the b's threads.
// By the recycling check the k-th operation of every other thread exists, and one
// of them is a sync that has returned, or all of them have been made; either way
// generation k is complete, which contradicts the choice.
//
// Two further checks exclude deadlocks of loops that end:
//
//	balance    the last generation that a thread waits for is one that every other
//	           thread of b registers on
//	order      there is a rank slope_b * k + offset_b of generations that grows
//	           from each sync of a thread to all its later operations
//
// Proof. Of the threads that wait for ever take one whose generation has the least
// rank. Some thread of b has not registered on it though, by balance, it will; so
// that one waits too, at a sync before it, which by order has a smaller rank.
//
// A barrier may be used with several numbers of threads in turn, say 128 and 160 again
// and again. Its generations then have phases, one for each number; a thread's next
// registration is on the next generation of a phase that it takes part in, and that
// its operation names the number of that phase is checked as well.
//
// A barrier that the whole block meets at is a cut: what was logged before is
// judged there and the logs are empty behind it. If b is used behind it as well, all
// threads of b have then registered equally often on it (a part of the recycling
// check), so counting starts again from zero; else what holds of b at the end of the
// kernel holds already. Ranks of different sections are not compared.
//
// The argument is that of WEFT's Theorem 1 (Sharma, Bauer, Aiken, PLDI 2015), here
// for any number of iterations. What two threads know through a third one is not
// seen by these alone; see generation_relay.go, and schedule.go for kernels whose
// operations on barriers are the same for every input.

// namedBarrier is a barrier that is modelled by generations.
type namedBarrier struct {
	id    int
	index int // into generations.barriers
	// threads can reach one of its operations.
	threads kernel.ThreadSet
	// phases are what successive generations are like, again and again: one phase
	// where all operations name the same number of threads.
	phases []*phase
	src    kernel.Src // of its first operation
}

// phase is a kind of generation.
type phase struct {
	// count is the number of threads that its operations name.
	count int64
	// threads can reach one of them; those of syncers only syncs.
	threads, syncers kernel.ThreadSet
	src              kernel.Src
}

// phaseOf is the phase of operations for that many threads.
func (b *namedBarrier) phaseOf(count int64) (int, *phase) {
	for i, p := range b.phases {
		if p.count == count {
			return i, p
		}
	}
	return -1, nil
}

// phaseAt is the phase of b that an operation names the number of threads of.
func (g *generations) phaseAt(d *predicate.Do, b *namedBarrier) (int, *phase) {
	return b.phaseOf(g.counts[d])
}

// next is the generation that a thread registers on after generation gen: the next
// one of a phase that it takes part in.
func (b *namedBarrier) next(thread int, gen int64) int64 {
	n := int64(len(b.phases))
	for d := int64(1); d <= n; d++ {
		if b.phases[(gen+d-1)%n].threads[thread] {
			return gen + d
		}
	}
	return gen + 1
}

// generations is the treatment of the named barriers of a kernel.
type generations struct {
	prog     *predicate.Program
	barriers []*namedBarrier // by id
	// cuts are the barriers that the whole block meets at.
	cuts map[*predicate.Do]bool
	// ids are the barriers that an operation may stand for.
	ids map[*predicate.Do][]*namedBarrier
	// counts are the numbers of threads that operations name.
	counts map[*predicate.Do]int64
	// classes are the roles: the threads of one class can reach the same
	// operations.
	classes []*class
	// reach are the threads that may come to a statement.
	reach map[*predicate.Do]kernel.ThreadSet
	// clocks are the loops whose iterations date what is logged.
	clocks map[*predicate.Do]*predicate.While
	// periods are the loops whose iterations go round, with the number of steps.
	periods map[*predicate.While]int64
	runs    *runs
	// rows are the accesses that are logged together with those of inRow that follow,
	// and how many elements that makes.
	rows  map[*predicate.Do]int64
	inRow map[*predicate.Do]bool
	// votes are the barriers that compute something from what threads bring.
	votes []*namedBarrier
	// later are the barriers that may be used behind a barrier of the block.
	later map[*predicate.Do]map[*namedBarrier]bool
	ranks map[int]rankOf
	// chains are what threads seem to pass on from one barrier to another.
	chains []chain
	// schedule is what all threads do with barriers, where the input does not matter
	// for that; the barriers are empty then.
	schedule *schedule
	// lanesWait is set where lanes of a warp wait for each other at warp functions. A
	// lane that waits at a barrier keeps the others waiting there, of which the
	// argument about deadlocks knows nothing. It need not where the lanes of a warp
	// come to each operation together: then they are all before it or all behind it.
	// So that is checked, for operations that are not aligned as well.
	lanesWait bool
	// all is set where no barrier is to be left out of a procedure.
	all bool
}

// class is a set of threads with one role.
type class struct {
	threads kernel.ThreadSet
	name    string
}

// theoryOptions are what a theory takes into account besides the program.
type theoryOptions struct {
	// ranges are those of the kernel's variables, on the assumption that nothing
	// overflows; that is not made where wraps is set.
	ranges *fact.Ranges
	wraps  bool
	// notes are what passes have found out about statements of the program.
	notes *fact.Notes
	// lanesWait is set where lanes of a warp wait for each other; see theory.lanesWait.
	lanesWait bool
	// scheduled refuses kernels that have no schedule.
	scheduled bool
	// all has every barrier counted, not only those that seem to be needed.
	all bool
	// chains has chains looked for.
	chains bool
}

// theoryOf finds out all that is to be known of a kernel's barriers before anything is
// shown. The diagnostics say what cannot be modelled: a count that is not the number of
// threads that may come, a barrier whose id is open, annotations that no generations can
// state.
func theoryOf(prog *predicate.Program, o theoryOptions) (*generations, diag.List) {
	g := &generations{prog: prog, lanesWait: o.lanesWait, all: o.all, cuts: map[*predicate.Do]bool{},
		ids: map[*predicate.Do][]*namedBarrier{}, counts: map[*predicate.Do]int64{}}
	var diags diag.List
	if g.takePart(o, &diags); diags.HasErrors() {
		return nil, diags
	}
	if g.refuseAnnotated(&diags); diags.HasErrors() {
		return nil, diags
	}
	if g.schedule != nil {
		g.findExtents()
	}
	g.clockLoops()
	g.observe()
	g.findPeriods()
	if o.chains {
		g.findChains()
	}
	g.findVotes()
	return g, diags
}

// takePart finds out who takes part in which barrier.
func (g *generations) takePart(o theoryOptions, diags *diag.List) {
	if g.prog.Kernel.Launch.Threads() == 0 {
		g.meetWhole(diags)
		return
	}
	found := survey(g.prog, o.wraps, o.ranges)
	g.findCuts(found)
	g.refuseGrid(found, diags)
	if o.scheduled {
		g.followSchedule(found, o.notes, diags)
		return
	}
	byID := map[int]*namedBarrier{}
	for _, op := range found.ops {
		if !g.cuts[op.do] {
			g.enter(byID, op, diags)
		}
	}
	for _, b := range g.barriers {
		b.check(diags)
	}
	slices.SortFunc(g.barriers, func(a, b *namedBarrier) int { return a.id - b.id })
	for i, b := range g.barriers {
		b.index = i
	}
	g.reach = found.reach
	g.findLater()
	g.classes = found.classes(g.cuts)
	if !o.wraps {
		g.findRows()
	}
}

// followSchedule has everything that is said of barriers come from the schedule.
func (g *generations) followSchedule(found *surveyed, notes *fact.Notes, diags *diag.List) {
	g.reach = found.reach
	g.schedule = newSchedule(g.prog, found, notes, g.lanesWait)
	if g.schedule == nil {
		diags.Unsupportedf(g.prog.Kernel.Pos, "the operations on barriers depend on the input")
		return
	}
	for _, c := range g.schedule.classes {
		g.classes = append(g.classes, c.class)
	}
}

// meetWhole is for blocks of any size: who takes part in a barrier can be told only if
// all threads do.
func (g *generations) meetWhole(diags *diag.List) {
	predicate.EachDo(g.prog.Body, func(d *predicate.Do) {
		b, ok := d.Stmt.(*kernel.Barrier)
		switch {
		case !ok:
		case b.Kind == kernel.Sync && b.Count == nil && !b.Named():
			g.cuts[d] = true
		default:
			diags.Unsupportedf(b.Pos, "generations of a barrier that a part of the block meets at need the size of the block; give --block-dim")
		}
	})
}

// findCuts picks the barriers of the whole block: a sync without a count, whose id
// no other kind of operation uses that a thread may come to, reached under a condition
// that is the same for all threads. That of __syncthreads() is one under any condition; that all
// threads come is then a check.
func (g *generations) findCuts(found *surveyed) {
	used := map[int64]bool{}
	whole := func(op *surveyedOp) bool {
		id, constant := op.stmt.ID.(*kernel.Const)
		if op.stmt.Kind != kernel.Sync || op.stmt.Count != nil || op.stmt.ID != nil && !constant {
			return false
		}
		return op.stmt.ID == nil || id.Val == 0 || op.together
	}
	for _, op := range found.ops {
		if !whole(op) && op.threads.Size() > 0 {
			for id := op.ids.Lo; id <= op.ids.Hi && id-op.ids.Lo <= mostIDs; id++ {
				used[id] = true
			}
		}
	}
	for _, op := range found.ops {
		if whole(op) && !used[op.ids.Lo] {
			g.cuts[op.do] = true
		}
	}
}

// mostIDs is how many barriers one operation may stand for: all that there are.
const mostIDs = order.Barriers

func (g *generations) enter(byID map[int]*namedBarrier, op *surveyedOp, diags *diag.List) {
	s := op.stmt
	switch {
	case op.ids.Lo < 0 || op.ids.Hi >= mostIDs:
		diags.Unsupportedf(s.Pos, "%s; it cannot be seen to lie in 0..15", idText(op.ids))
		return
	case op.count.Lo != op.count.Hi:
		diags.Unsupportedf(s.Pos, "a barrier whose number of threads is no constant: generations need it")
		return
	case len(op.threads.Stretches()) == 0:
		return // nobody comes here
	}
	g.counts[op.do] = op.count.Lo
	for id := int(op.ids.Lo); id <= int(op.ids.Hi); id++ {
		b := byID[id]
		if b == nil {
			b = &namedBarrier{id: id, threads: make(kernel.ThreadSet, len(op.threads)), src: s.Src}
			byID[id] = b
			g.barriers = append(g.barriers, b)
		}
		b.enter(op, int64(id))
		g.ids[op.do] = append(g.ids[op.do], b)
	}
}

// enter adds the threads that reach the operation with that id.
func (b *namedBarrier) enter(op *surveyedOp, id int64) {
	_, p := b.phaseOf(op.count.Lo)
	if p == nil {
		n := len(op.threads)
		p = &phase{count: op.count.Lo, threads: make(kernel.ThreadSet, n), syncers: make(kernel.ThreadSet, n), src: op.stmt.Src}
		b.phases = append(b.phases, p)
	}
	for t, here := range op.threads {
		if !here || id < op.idOf[t].Lo || id > op.idOf[t].Hi {
			continue
		}
		p.syncers[t] = op.stmt.Kind == kernel.Sync && (p.syncers[t] || !p.threads[t])
		p.threads[t], b.threads[t] = true, true
	}
}

// check is the check of the count, for each phase.
func (b *namedBarrier) check(diags *diag.List) {
	for _, p := range b.phases {
		come := int64(p.threads.Size())
		switch {
		case p.count%kernel.WarpSize != 0 || p.count == 0:
			diags.Unsupportedf(p.src.Pos, "barrier %d is used with %d threads, which is not a multiple of the warp size", b.id, p.count)
		case come != p.count:
			diags.Unsupportedf(p.src.Pos, "barrier %d expects %d threads, and %d threads of the block may take part in it: "+
				"which of them make up a generation is not known", b.id, p.count, come)
		case !p.threads.Spellable():
			diags.Unsupportedf(p.src.Pos, "the threads of barrier %d lie too far apart to be told to the prover", b.id)
		}
	}
}

func idText(ids fact.Interval) string {
	if ids.Lo == ids.Hi {
		return fmt.Sprintf("barrier %d", ids.Lo)
	}
	return "a barrier whose id depends on more than the thread"
}

// lanesWait reports whether lanes of a warp wait for each other anywhere but at
// barriers. At __activemask() no lane waits.
func lanesWait(k *kernel.Kernel) bool {
	return kernel.Any(k.Body, func(s kernel.Stmt) bool {
		op, ok := kernel.SyncOf(s)
		return ok && op.Who == kernel.WarpLanes && op.Waits
	})
}

// withCopies is the theory where what is known of loops is known of their copies as
// well, which a part of the program has.
func (g *generations) withCopies(copies map[*predicate.While]*predicate.While) *generations {
	own := *g
	own.clocks = map[*predicate.Do]*predicate.While{}
	for now, was := range copies {
		own.runs.heads[now] = own.runs.heads[was]
		for d, loop := range g.clocks {
			if loop == was && standsIn(now.Body, d) {
				own.clocks[d] = now
			}
		}
	}
	return &own
}

func standsIn(body []predicate.Stmt, d *predicate.Do) bool {
	found := false
	predicate.EachDo(body, func(e *predicate.Do) { found = found || e == d })
	return found
}
