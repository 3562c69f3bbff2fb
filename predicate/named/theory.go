package named

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

// Barrier is a barrier that is modelled by generations.
type Barrier struct {
	ID    int
	Index int // into generations.barriers
	// Threads can reach one of its operations.
	Threads kernel.ThreadSet
	// Phases are what successive generations are like, again and again: one phase
	// where all operations name the same number of threads.
	Phases []*Phase
	Src    kernel.Src // of its first operation
}

// Phase is a kind of generation.
type Phase struct {
	// Count is the number of threads that its operations name.
	Count int64
	// Threads can reach one of them; those of syncers only syncs.
	Threads, Syncers kernel.ThreadSet
	src              kernel.Src
}

// phaseOf is the phase of operations for that many threads.
func (b *Barrier) phaseOf(count int64) (int, *Phase) {
	for i, p := range b.Phases {
		if p.Count == count {
			return i, p
		}
	}
	return -1, nil
}

// PhaseAt is the phase of b that an operation names the number of threads of.
func (g *Theory) PhaseAt(d *predicate.Do, b *Barrier) (int, *Phase) {
	return b.phaseOf(g.counts[d])
}

// Next is the generation that a thread registers on after generation gen: the next
// one of a phase that it takes part in.
func (b *Barrier) Next(thread int, gen int64) int64 {
	n := int64(len(b.Phases))
	for d := int64(1); d <= n; d++ {
		if b.Phases[(gen+d-1)%n].Threads[thread] {
			return gen + d
		}
	}
	return gen + 1
}

// Theory is the treatment of the named barriers of a kernel.
type Theory struct {
	Prog     *predicate.Program
	Barriers []*Barrier // by id
	// Cuts are the barriers that the whole block meets at.
	Cuts map[*predicate.Do]bool
	// IDs are the barriers that an operation may stand for.
	IDs map[*predicate.Do][]*Barrier
	// counts are the numbers of threads that operations name.
	counts map[*predicate.Do]int64
	// Roles are the roles: the threads of one class can reach the same
	// operations.
	Roles []*Role
	// Reach are the threads that may come to a statement.
	Reach map[*predicate.Do]kernel.ThreadSet
	// Clocks are the loops whose iterations date what is logged.
	Clocks map[*predicate.Do]*predicate.While
	// Periods are the loops whose iterations go round, with the number of steps.
	Periods map[*predicate.While]int64
	Runs    *runs
	// Rows are the accesses that are logged together with those of inRow that follow,
	// and how many elements that makes.
	Rows  map[*predicate.Do]int64
	InRow map[*predicate.Do]bool
	// Votes are the barriers that compute something from what threads bring.
	Votes []*Barrier
	// Later are the barriers that may be used behind a barrier of the block.
	Later map[*predicate.Do]map[*Barrier]bool
	Ranks map[int]Rank
	// chains are what threads seem to pass on from one barrier to another.
	chains []Chain
	// Schedule is what all threads do with barriers, where the input does not matter
	// for that; the barriers are empty then.
	Schedule *schedule
	// LanesWait is set where lanes of a warp wait for each other at warp functions. A
	// lane that waits at a barrier keeps the others waiting there, of which the
	// argument about deadlocks knows nothing. It need not where the lanes of a warp
	// come to each operation together: then they are all before it or all behind it.
	// So that is checked, for operations that are not aligned as well.
	LanesWait bool
	// all is set where no barrier is to be left out of a procedure.
	all bool
}

// Role is a set of threads with one role.
type Role struct {
	Threads kernel.ThreadSet
	Name    string
}

// Options are what a theory takes into account besides the program.
type Options struct {
	// Ranges are those of the kernel's variables, on the assumption that nothing
	// overflows; that is not made where wraps is set.
	Ranges *fact.Ranges
	Wraps  bool
	// Notes are what passes have found out about statements of the program.
	Notes *fact.Notes
	// LanesWait is set where lanes of a warp wait for each other; see theory.lanesWait.
	LanesWait bool
	// Scheduled refuses kernels that have no schedule.
	Scheduled bool
	// All has every barrier counted, not only those that seem to be needed.
	All bool
	// Chains has chains looked for.
	Chains bool
}

// TheoryOf finds out all that is to be known of a kernel's barriers before anything is
// shown. The diagnostics say what cannot be modelled: a count that is not the number of
// threads that may come, a barrier whose id is open, annotations that no generations can
// state.
func TheoryOf(prog *predicate.Program, o Options) (*Theory, diag.List) {
	g := &Theory{Prog: prog, LanesWait: o.LanesWait, all: o.All, Cuts: map[*predicate.Do]bool{},
		IDs: map[*predicate.Do][]*Barrier{}, counts: map[*predicate.Do]int64{}}
	var diags diag.List
	if g.takePart(o, &diags); diags.HasErrors() {
		return nil, diags
	}
	if g.refuseAnnotated(&diags); diags.HasErrors() {
		return nil, diags
	}
	if g.Schedule != nil {
		g.findExtents()
	}
	g.clockLoops()
	g.observe()
	g.findPeriods()
	if o.Chains {
		g.findChains()
	}
	g.findVotes()
	return g, diags
}

// takePart finds out who takes part in which barrier.
func (g *Theory) takePart(o Options, diags *diag.List) {
	if g.Prog.Kernel.Launch.Threads() == 0 {
		g.meetWhole(diags)
		return
	}
	found := survey(g.Prog, o.Wraps, o.Ranges)
	g.findCuts(found)
	g.refuseGrid(found, diags)
	if o.Scheduled {
		g.followSchedule(found, o.Notes, diags)
		return
	}
	byID := map[int]*Barrier{}
	for _, op := range found.ops {
		if !g.Cuts[op.do] {
			g.enter(byID, op, diags)
		}
	}
	for _, b := range g.Barriers {
		b.check(diags)
	}
	slices.SortFunc(g.Barriers, func(a, b *Barrier) int { return a.ID - b.ID })
	for i, b := range g.Barriers {
		b.Index = i
	}
	g.Reach = found.reach
	g.findLater()
	g.Roles = found.classes(g.Cuts)
	if !o.Wraps {
		g.findRows()
	}
}

// followSchedule has everything that is said of barriers come from the schedule.
func (g *Theory) followSchedule(found *surveyed, notes *fact.Notes, diags *diag.List) {
	g.Reach = found.reach
	g.Schedule = newSchedule(g.Prog, found, notes, g.LanesWait)
	if g.Schedule == nil {
		diags.Unsupportedf(g.Prog.Kernel.Pos, "the operations on barriers depend on the input")
		return
	}
	for _, c := range g.Schedule.Roles {
		g.Roles = append(g.Roles, c.Role)
	}
}

// meetWhole is for blocks of any size: who takes part in a barrier can be told only if
// all threads do.
func (g *Theory) meetWhole(diags *diag.List) {
	predicate.EachDo(g.Prog.Body, func(d *predicate.Do) {
		b, ok := d.Stmt.(*kernel.Barrier)
		switch {
		case !ok:
		case b.Kind == kernel.Sync && b.Count == nil && !b.Named():
			g.Cuts[d] = true
		default:
			diags.Unsupportedf(b.Pos, "generations of a barrier that a part of the block meets at need the size of the block; give --block-dim")
		}
	})
}

// findCuts picks the barriers of the whole block: a sync without a count, whose id
// no other kind of operation uses that a thread may come to, reached under a condition
// that is the same for all threads. That of __syncthreads() is one under any condition; that all
// threads come is then a check.
func (g *Theory) findCuts(found *surveyed) {
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
			g.Cuts[op.do] = true
		}
	}
}

// mostIDs is how many barriers one operation may stand for: all that there are.
const mostIDs = order.Barriers

func (g *Theory) enter(byID map[int]*Barrier, op *surveyedOp, diags *diag.List) {
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
			b = &Barrier{ID: id, Threads: make(kernel.ThreadSet, len(op.threads)), Src: s.Src}
			byID[id] = b
			g.Barriers = append(g.Barriers, b)
		}
		b.enter(op, int64(id))
		g.IDs[op.do] = append(g.IDs[op.do], b)
	}
}

// enter adds the threads that reach the operation with that id.
func (b *Barrier) enter(op *surveyedOp, id int64) {
	_, p := b.phaseOf(op.count.Lo)
	if p == nil {
		n := len(op.threads)
		p = &Phase{Count: op.count.Lo, Threads: make(kernel.ThreadSet, n), Syncers: make(kernel.ThreadSet, n), src: op.stmt.Src}
		b.Phases = append(b.Phases, p)
	}
	for t, here := range op.threads {
		if !here || id < op.idOf[t].Lo || id > op.idOf[t].Hi {
			continue
		}
		p.Syncers[t] = op.stmt.Kind == kernel.Sync && (p.Syncers[t] || !p.Threads[t])
		p.Threads[t], b.Threads[t] = true, true
	}
}

// check is the check of the count, for each phase.
func (b *Barrier) check(diags *diag.List) {
	for _, p := range b.Phases {
		come := int64(p.Threads.Size())
		switch {
		case p.Count%kernel.WarpSize != 0 || p.Count == 0:
			diags.Unsupportedf(p.src.Pos, "barrier %d is used with %d threads, which is not a multiple of the warp size", b.ID, p.Count)
		case come != p.Count:
			diags.Unsupportedf(p.src.Pos, "barrier %d expects %d threads, and %d threads of the block may take part in it: "+
				"which of them make up a generation is not known", b.ID, p.Count, come)
		case !p.Threads.Spellable():
			diags.Unsupportedf(p.src.Pos, "the threads of barrier %d lie too far apart to be told to the prover", b.ID)
		}
	}
}

func idText(ids fact.Interval) string {
	if ids.Lo == ids.Hi {
		return fmt.Sprintf("barrier %d", ids.Lo)
	}
	return "a barrier whose id depends on more than the thread"
}

// LanesWait reports whether lanes of a warp wait for each other anywhere but at
// barriers. At __activemask() no lane waits.
func LanesWait(k *kernel.Kernel) bool {
	return kernel.Any(k.Body, func(s kernel.Stmt) bool {
		op, ok := kernel.SyncOf(s)
		return ok && op.Who == kernel.WarpLanes && op.Waits
	})
}

// WithCopies is the theory where what is known of loops is known of their copies as
// well, which a part of the program has.
func (g *Theory) WithCopies(copies map[*predicate.While]*predicate.While) *Theory {
	own := *g
	own.Clocks = map[*predicate.Do]*predicate.While{}
	for now, was := range copies {
		own.Runs.Heads[now] = own.Runs.Heads[was]
		for d, loop := range g.Clocks {
			if loop == was && standsIn(now.Body, d) {
				own.Clocks[d] = now
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
