package emulate

import (
	"fmt"
	"slices"

	"gv2/frontend/kernel"
)

// The engine follows a branch on an unknown condition both ways, one after the
// other, if the ways have no synchronisation before they meet again. Events
// there are marked May, and the variables assigned there are unknown afterwards.
// If the condition is the same for all lanes, as that of a vote, the lanes may
// meet for shuffles and votes on the way: these order nothing.

// region is the code between such a branch and the pc where its ways meet: the
// least range such that jumps enter or leave it only at its ends. For a branch
// around a break it reaches to the end of the loop, for one around a return to
// the end of the kernel.
type region struct {
	from, to int32
	sync     int32   // pc of the first barrier or __syncwarp, none
	warp     int32   // pc of the first other warp function, none
	assigns  []int32 // registers of the warp
}

// maxDepth bounds the nesting of unknown conditions that the engine follows,
// maxForks the number of branches that it follows to the same end: each may
// double the work. maxExits bounds the ways out that it passes by on the way to
// that end: a loop that only they end would go on for ever.
const (
	maxDepth = 64
	maxForks = 1000
	maxExits = 20_000
)

// region is that of the branch at pc.
func (e *execution) region(pc int32) *region {
	r := e.regions[pc]
	if r == nil {
		r = &region{from: pc, to: e.state.code.instrs[pc].to, sync: none, warp: none}
		e.close(r)
		e.inspect(r)
		e.regions[pc] = r
	}
	return r
}

// close extends r until no jump leads out of it but to its end. Each round scans
// the instructions that the last one added.
func (e *execution) close(r *region) {
	low, high := r.from, r.from
	for low > r.from || high < r.to {
		from, to := r.from, r.to
		for pc := from; pc < to; pc++ {
			if pc == low && high > low {
				pc = high // seen already
				if pc >= to {
					break
				}
			}
			switch in := &e.state.code.instrs[pc]; in.op {
			case opJump, opBranch, opTest:
				r.to = max(r.to, in.to)
			case opBack, opAgain:
				r.from = min(r.from, in.to)
				r.to = max(r.to, pc+1)
			}
		}
		low, high = from, to
	}
}

// inspect finds the synchronisation and the assignments in r.
func (e *execution) inspect(r *region) {
	for pc := r.from; pc < r.to; pc++ {
		in := &e.state.code.instrs[pc]
		switch {
		case r.sync == none && (in.op == opBarrier || in.op == opAsync || in.op == opWarp && in.fn == syncClass):
			r.sync = pc
		case r.warp == none && in.op == opWarp:
			r.warp = pc
		}
		switch {
		case in.op.computes() || in.op == opLoad || in.op == opAtomic || in.op == opActive || in.op == opWarp:
			if in.dst >= 0 && in.dst < e.state.code.locals {
				r.assigns = append(r.assigns, in.dst)
			}
		}
	}
	slices.Sort(r.assigns)
	r.assigns = slices.Compact(r.assigns)
}

// undecided executes a branch of lanes with an unknown condition; id is that of
// the first lane, and same means that the condition is the same for all.
// Afterwards the lanes are where the ways meet.
func (e *execution) undecided(in *instr, pc int32, lanes Lanes, id int64, same bool) error {
	s := e.state.code.stmts[pc]
	if what := e.decides(in, pc, same); what != "" {
		return e.state.notStatic(s, what, id)
	}
	r := e.region(pc)
	yes, no := e.through(pc+1), e.through(in.to)
	// Inside a region with the same end the rest of the way belongs to that region.
	nested := e.state.depth > 0 && r.to == e.bound
	if !nested {
		defer func(diverged Lanes) { e.diverged = diverged }(e.diverged)
	}
	if !same {
		// It is unknown which lanes take which way, so none is in lock step with
		// another before the ways meet.
		e.diverged |= lanes
	}
	if nested && yes != r.to && no != r.to {
		e.forks++
	}
	if nested {
		e.exits++
	}
	if e.state.depth >= maxDepth || e.forks > maxForks || e.exits > maxExits {
		return e.state.notStatic(s, "which way the branch goes", id)
	}
	if yes != r.to && no != r.to {
		saved := e.state.save(r)
		if err := e.followWay(r, yes, lanes, s, id); err != nil {
			return err
		}
		e.state.restore(r, saved, lanes)
	} else if yes != r.to {
		no = yes
	}
	if nested {
		e.state.w.add(no, lanes)
		return nil
	}
	if no != r.to {
		if err := e.followWay(r, no, lanes, s, id); err != nil {
			return err
		}
	}
	e.state.forgetAll(r, lanes, id)
	e.state.w.add(r.to, lanes)
	return nil
}

// decides names the decision of a branch that makes it impossible to follow
// both ways, "" if there is none.
func (e *execution) decides(in *instr, pc int32, same bool) string {
	if in.op != opBranch {
		return "how often the loop repeats"
	}
	at := e.region(pc).sync
	if at == none && !same {
		at = e.region(pc).warp
	}
	if at == none {
		return ""
	}
	return "whether threads reach " + name(e.state.code.stmts[at])
}

// name is the name of a statement that synchronises, for reports.
func name(s kernel.Stmt) string {
	line := s.Source().Pos.Line
	switch s.(type) {
	case *kernel.Shuffle:
		return fmt.Sprintf("the shuffle at line %d", line)
	case *kernel.Vote:
		return fmt.Sprintf("the vote at line %d", line)
	case *kernel.WarpSync:
		return fmt.Sprintf("the __syncwarp at line %d", line)
	case *kernel.Async:
		return fmt.Sprintf("the operation on asynchronous copies at line %d", line)
	default:
		// Every other statement at which threads wait.
		return fmt.Sprintf("the barrier at line %d", line)
	}
}

// through follows unconditional jumps from pc.
func (e *execution) through(pc int32) int32 {
	for e.state.code.instrs[pc].op == opJump {
		pc = e.state.code.instrs[pc].to
	}
	return pc
}

// followWay executes the lanes alone from pc to the end of a region, because of
// statement s and its condition.
func (e *execution) followWay(r *region, pc int32, lanes Lanes, s kernel.Stmt, id int64) error {
	groups, bound, forks, exits, outer := e.state.w.groups, e.bound, e.forks, e.exits, e.lanes
	if r.to != bound {
		e.forks, e.exits = 0, 0
	}
	e.state.w.groups = []group{{pc, lanes}}
	e.bound, e.lanes = r.to, lanes
	e.state.depth++
	err := e.run()
	e.state.depth--
	// Keep the groups that Release has added meanwhile.
	for _, g := range e.state.w.groups {
		if left := g.mask &^ lanes; left != 0 {
			groups = append(groups, group{g.pc, left})
		}
	}
	e.state.w.groups, e.bound, e.lanes = groups, bound, outer
	if r.to != bound {
		e.forks, e.exits = forks, exits
	}
	if stuck := e.state.w.meet.lanes & lanes; err == nil && stuck != 0 {
		at, _ := e.state.w.meet.first(stuck)
		return e.state.notStatic(s, "whether threads reach "+name(e.state.code.stmts[at]), id)
	}
	return err
}

// save copies the registers that r assigns.
func (s *state) save(r *region) []register {
	saved := make([]register, len(r.assigns))
	for i, n := range r.assigns {
		saved[i].vec, saved[i].val, saved[i].known = nil, 0, false
		s.pool.copy(&saved[i], &s.w.regs[n])
	}
	return saved
}

// restore gives the lanes back the values that save copied.
func (s *state) restore(r *region, saved []register, lanes Lanes) {
	for i, n := range r.assigns {
		s.pool.merge(&s.w.regs[n], &saved[i], lanes)
		s.pool.uniform(&saved[i], 0, false)
	}
}

// forgetAll makes the registers that r assigns unknown, because of the condition.
func (s *state) forgetAll(r *region, lanes Lanes, id int64) {
	for _, n := range r.assigns {
		out := s.target(n, lanes)
		s.unknown(out, s.symbols.causeOf(id), lanes)
		s.keep(n, out, lanes)
	}
}
