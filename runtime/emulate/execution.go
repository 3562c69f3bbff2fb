package emulate

import (
	"context"
	"errors"
	"math/bits"

	"gv2/frontend/kernel"
)

// execution takes the lanes of a warp from instruction to instruction: it decides
// which of them execute together, passes events to the observer, and charges the
// budget.
type execution struct {
	state   state
	obs     Observer
	values  map[int]bool // Options.Values
	tell    bool         // Options.Together
	pause   bool         // Options.ArrivesWait
	regions map[int32]*region

	// What runs now.
	number   int   // of the warp
	bound    int32 // the pc at which groups stop
	forks    int   // number of unknown branches followed to the bound
	exits    int   // number of those met on the way to it
	lanes    Lanes // lanes on the way to the bound
	diverged Lanes // lanes that may be on different ways
	changed  bool  // a callback changed the groups of the warp
	stopped  bool
	err      error
	ctx      context.Context

	// commands counts the accesses and barrier operations. spent is the used part of
	// the budget, limit the budget, and poll the value of spent at which to check ctx
	// again.
	commands, spent, limit, poll int64

	// Structs and rows that are used again and again.
	access  Access
	barrier BarrierOp
	warpOp  WarpOp
	assert  AssertOp
	asyncOp AsyncOp
	stored  row
}

// errStopped ends a Run after a call of Stop.
var errStopped = errors.New("stopped")

// runWarp executes warp w until none of its lanes can run.
func (e *execution) runWarp(ctx context.Context, w int) error {
	if e.stopped {
		return nil
	}
	if e.err == nil {
		e.err = ctx.Err()
	}
	if e.err != nil {
		return e.err
	}
	e.ctx, e.state.w, e.number, e.bound = ctx, &e.state.warps[w], w, e.state.exit()+1
	e.state.depth, e.forks, e.exits, e.lanes, e.diverged = 0, 0, 0, allLanes, 0
	err := e.run()
	e.state.w = nil
	if err == errStopped {
		return nil
	}
	e.err = err
	return err
}

// release lets lanes that wait at a barrier continue.
func (e *execution) release(w int, lanes Lanes, r Result) {
	t := &e.state.warps[w]
	kept := t.waits[:0]
	for _, at := range t.waits {
		free := at.lanes & lanes
		if free != 0 {
			e.state.deliver(t, at.pc, free, r)
			t.add(at.pc+1, free)
		}
		if at.lanes &^= free; at.lanes != 0 {
			kept = append(kept, at)
		}
	}
	t.waits = kept
	e.changed = e.changed || t == e.state.w
}

// run executes the current warp until all its groups wait, have exited or are at
// the bound. The group with the least pc runs until it meets another one: code
// has the order of the text, so lanes that took different branches, or left a
// loop earlier, meet where these end.
func (e *execution) run() error {
	for {
		g, ok := e.state.w.take(e.bound)
		if !ok {
			return nil
		}
		e.changed = false
		if err := e.execute(g.pc, g.mask); err != nil {
			return err
		}
		if e.stopped {
			return errStopped
		}
	}
}

// execute runs a group until it waits, exits or reaches the pc of another one.
func (e *execution) execute(pc int32, mask Lanes) error {
	w := e.state.w
	limit := w.least(e.bound)
	for pc < limit {
		if together := mask &^ e.diverged; e.tell && together != w.told {
			w.told = together
			e.obs.Together(e.number, together)
		}
		in := &e.state.code.instrs[pc]
		if in.op.computes() {
			e.state.compute(in, mask)
			pc++
			continue
		}
		var err error
		pc, mask, err = e.perform(in, pc, mask)
		if err != nil || mask == 0 {
			return err
		}
		if e.changed || e.stopped {
			break
		}
		// The branch may have put lanes at a pc before the old limit.
		if in.op >= opBranch && in.op <= opAgain {
			limit = w.least(e.bound)
		}
	}
	w.add(pc, mask)
	return nil
}

// perform executes an instruction that does more than compute. It returns the
// pc at which the group continues, and with which lanes.
func (e *execution) perform(in *instr, pc int32, mask Lanes) (int32, Lanes, error) {
	if in.lap != 0 {
		e.state.w.turn(in.lap-1, mask)
	}
	switch in.op {
	case opLoad:
		return pc + 1, mask, e.load(in, pc, mask)
	case opStore:
		return pc + 1, mask, e.store(in, pc, mask)
	case opAtomic:
		return pc + 1, mask, e.atomic(in, pc, mask)
	case opForget:
		e.state.forget(e.state.private(in.array), &register{}, mask)
		return pc + 1, mask, nil
	case opJump:
		return in.to, mask, nil
	case opBack:
		return in.to, mask, e.spend(pc, bits.OnesCount32(mask))
	case opBranch, opTest, opAgain:
		return e.branch(in, pc, mask)
	case opBarrier:
		return e.synchronise(in, pc, mask)
	case opAsync:
		return pc + 1, mask, e.async(in, pc, mask)
	case opWarp:
		return 0, 0, e.arrive(in, pc, mask)
	case opActive:
		e.active(in, mask)
		return pc + 1, mask, nil
	case opAssert:
		e.assertion(in, mask, e.state.code.stmts[pc].(*kernel.Assert))
		return pc + 1, mask, nil
	case opAssume:
		return e.assumption(in, pc, mask)
	}
	e.state.w.live &^= mask
	return 0, 0, e.meetings()
}

// branch splits a group by a condition. It puts lanes that leave the group at
// the pc where they continue.
func (e *execution) branch(in *instr, pc int32, mask Lanes) (int32, Lanes, error) {
	cond := e.state.reg(in.a)
	yes, no := pc+1, in.to
	if in.op == opAgain {
		yes, no = in.to, pc+1
	}
	holds, fails, open := split(cond, mask)
	if open != 0 {
		if err := e.undecided(in, pc, open, cond.at(bits.TrailingZeros32(open)).val, cond.agrees()); err != nil {
			return 0, 0, err
		}
	}
	// Another iteration counts against the budget, so that loops without accesses end, too.
	if in.op == opAgain && holds != 0 {
		if err := e.spend(pc, bits.OnesCount32(holds)); err != nil {
			return 0, 0, err
		}
	}
	switch {
	case holds == 0:
		return no, fails, nil
	case fails != 0:
		e.state.w.add(no, fails)
	}
	return yes, holds, nil
}

// split finds the lanes of mask for which a condition holds, fails or is
// unknown.
func split(cond *register, mask Lanes) (holds, fails, open Lanes) {
	if cond.vec == nil {
		switch {
		case !cond.known:
			return 0, 0, mask
		case cond.val != 0:
			return mask, 0, 0
		}
		return 0, mask, 0
	}
	var bits Lanes
	for l, v := range cond.vec.v {
		bits |= Lanes(v&1) << l
	}
	known := cond.vec.known & mask
	return bits & known, known &^ bits, mask &^ known
}

// pollEvery is the number of commands between two checks of the context.
const pollEvery = 1 << 16

// spend takes n commands from the budget.
func (e *execution) spend(pc int32, n int) error {
	e.spent += int64(n)
	if e.spent > e.limit {
		return &BudgetError{Src: e.state.code.stmts[pc].Source(), Commands: e.limit}
	}
	if e.spent >= e.poll {
		e.poll = e.spent + pollEvery
		return e.ctx.Err()
	}
	return nil
}
