package named

import (
	"slices"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// Theory is what is known of the named barriers of a kernel, and what is guessed.
type Theory struct {
	Prog     *predicate.Program
	Barriers []*Barrier // in the order of their ids
	// BlockBarriers are the barriers that the whole block meets at.
	BlockBarriers map[*predicate.Do]bool
	// IDs are the barriers that an operation may stand for.
	IDs map[*predicate.Do][]*Barrier
	// counts are the numbers of threads that operations name.
	counts map[*predicate.Do]int64
	// Roles are the parts that threads play: the threads of one can reach the same
	// operations.
	Roles []*Role
	// Reach are the threads that may reach a statement.
	Reach map[*predicate.Do]kernel.ThreadSet
	// Clocks are the loops whose iterations date what is logged.
	Clocks map[*predicate.Do]*predicate.While
	// Periods are the loops whose iterations go round, with the number of steps.
	Periods map[*predicate.While]int64
	Runs    *Runs
	// Rows are the accesses that are remembered together with those of InRow that
	// follow, and how many elements that makes.
	Rows  map[*predicate.Do]int64
	InRow map[*predicate.Do]bool
	// Votes are the barriers that compute something that matters from what threads
	// bring.
	Votes []*Barrier
	// Later are the barriers that may be used behind a barrier of the block.
	Later map[*predicate.Do]map[*Barrier]bool
	// Ranks are those that FindRanks has found, by the ids of barriers.
	Ranks map[int]Rank
	// Chains are what threads seem to pass on from one barrier to another.
	Chains []Chain
	// Schedule is what all threads do with barriers, where the input does not matter
	// for that; the barriers are empty then.
	Schedule *Schedule
	// LanesWait is set where lanes of a warp wait for each other at warp functions. A
	// lane that waits at a barrier then keeps the others waiting there, and the
	// argument about deadlocks knows nothing of that. It need not know if the lanes of a
	// warp reach each operation together: then all of them are before it or all behind
	// it. So that is checked, also for operations that are not aligned.
	LanesWait bool
	// Lanes are the threads of the warps of which lanes may wait so, nil for all.
	Lanes kernel.ThreadSet
	// all is set where every need has all barriers.
	all bool
}

// Role is the part that a set of threads plays.
type Role struct {
	Threads kernel.ThreadSet
	Name    string
}

// Options are what a theory takes into account besides the program.
type Options struct {
	// Ranges are those of the kernel's variables if nothing overflows. With Wraps that
	// is not assumed.
	Ranges *fact.Ranges
	Wraps  bool
	// Notes are what passes have found out about statements of the program.
	Notes *fact.Notes
	// LanesWait and Lanes are those of the theory.
	LanesWait bool
	Lanes     kernel.ThreadSet
	// Scheduled refuses kernels that have no schedule.
	Scheduled bool
	// All has every barrier counted, not only those that seem to be needed.
	All bool
	// Chains has chains looked for.
	Chains bool
	// Stop is asked now and then whether to give up because the time is over: the theory
	// is then not complete, and must not be used. Nil for never.
	Stop func() bool
}

// TheoryOf finds out all that is to be known of a kernel's barriers before anything is
// shown. The diagnostics say what cannot be modelled: a count that is not the number of
// threads that may come, a barrier whose id is open, annotations that no generations can
// state.
func TheoryOf(prog *predicate.Program, o Options) (*Theory, diag.List) {
	g := &Theory{Prog: prog, LanesWait: o.LanesWait, Lanes: o.Lanes, all: o.All, BlockBarriers: map[*predicate.Do]bool{},
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
	g.findStarts()
	if g.observe(o.Stop); o.Stop != nil && o.Stop() {
		return g, diags
	}
	g.findPeriods()
	if o.Chains {
		g.findChains()
	}
	g.findVotes()
	return g, diags
}

// LanesWaitAt reports whether lanes of a warp whose threads reach an operation on a barrier wait for each other anywhere.
func (g *Theory) LanesWaitAt(d *predicate.Do) bool {
	return g.LanesWait && (g.Lanes == nil || g.Reach[d] == nil || g.Reach[d].Meets(g.Lanes))
}

// takePart finds out who takes part in which barrier.
func (g *Theory) takePart(o Options, diags *diag.List) {
	if g.Prog.Kernel.Launch.Threads() == 0 {
		g.meetWhole(diags)
		return
	}
	found := survey(g.Prog, o.Wraps, o.Ranges)
	g.findBlockBarriers(found)
	g.refuseGrid(found, diags)
	if o.Scheduled {
		g.followSchedule(found, o.Notes, diags)
		return
	}
	byID := map[int]*Barrier{}
	for _, op := range found.ops {
		if !g.BlockBarriers[op.do] {
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
	g.Roles = found.roles(g.BlockBarriers)
	if !o.Wraps {
		g.findRows()
	}
}

// followSchedule takes everything that is known of barriers from the schedule.
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

// WithCopies is the theory where what is known of loops is known of their copies as
// well, which a part of the program has.
func (g *Theory) WithCopies(copies map[*predicate.While]*predicate.While) *Theory {
	own := *g
	own.Clocks = map[*predicate.Do]*predicate.While{}
	if g.Schedule == nil {
		own.Periods = map[*predicate.While]int64{}
	}
	for now, was := range copies {
		own.Runs.Heads[now] = own.Runs.Heads[was]
		if g.Schedule == nil {
			own.Periods[now] = g.Periods[was]
		}
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
