package emulate

import (
	"math/bits"

	"gv2/frontend/kernel"
)

// group is lanes that execute together.
type group struct {
	pc   int32
	mask Lanes
}

// add puts lanes at pc, into the group that is there if there is one.
func (w *warp) add(pc int32, mask Lanes) {
	for i := range w.groups {
		if w.groups[i].pc == pc {
			w.groups[i].mask |= mask
			return
		}
	}
	w.groups = append(w.groups, group{pc, mask})
}

// least is the least pc of the groups below bound, bound if there is none.
func (w *warp) least(bound int32) int32 {
	for _, g := range w.groups {
		bound = min(bound, g.pc)
	}
	return bound
}

// take removes the group with the least pc; ok is false if none is below bound.
func (w *warp) take(bound int32) (g group, ok bool) {
	pc := w.least(bound)
	for i := range w.groups {
		if g = w.groups[i]; g.pc == pc && pc < bound {
			last := len(w.groups) - 1
			w.groups[i] = w.groups[last]
			w.groups = w.groups[:last]
			return g, true
		}
	}
	return group{}, false
}

// run executes the current warp until all its groups wait, have exited or are at
// the bound. The group with the least pc runs until it meets another one: code
// stands in the order of the text, so lanes that took different branches, or
// left a loop earlier, meet where these end.
func (b *Block) run() error {
	for {
		g, ok := b.w.take(b.bound)
		if !ok {
			return nil
		}
		b.changed = false
		if err := b.execute(g.pc, g.mask); err != nil {
			return err
		}
		if b.stopped {
			return errStopped
		}
	}
}

// execute runs a group until it waits, exits or reaches the pc of another one.
func (b *Block) execute(pc int32, mask Lanes) error {
	w := b.w
	limit := w.least(b.bound)
	for pc < limit {
		if together := mask &^ b.apart; b.tell && together != w.told {
			w.told = together
			b.obs.Together(b.number, together)
		}
		in := &b.code.instrs[pc]
		if in.op.computes() {
			b.compute(in, mask)
			pc++
			continue
		}
		var err error
		pc, mask, err = b.act(in, pc, mask)
		if err != nil || mask == 0 {
			return err
		}
		if b.changed || b.stopped {
			break
		}
		if in.op >= opBranch && in.op <= opAgain {
			limit = w.least(b.bound)
		}
	}
	w.add(pc, mask)
	return nil
}

// act executes an instruction that does more than compute. It returns where
// which lanes of the group go on together.
func (b *Block) act(in *instr, pc int32, mask Lanes) (int32, Lanes, error) {
	switch in.op {
	case opLoad:
		return pc + 1, mask, b.load(in, pc, mask)
	case opStore:
		return pc + 1, mask, b.store(in, pc, mask)
	case opAtomic:
		return pc + 1, mask, b.atomic(in, pc, mask)
	case opForget:
		b.forget(b.private(in.array), &register{}, mask)
		return pc + 1, mask, nil
	case opJump:
		return in.to, mask, nil
	case opBack:
		return in.to, mask, b.spend(pc, bits.OnesCount32(mask))
	case opBranch, opTest, opAgain:
		return b.branch(in, pc, mask)
	case opBarrier:
		return b.synchronise(in, pc, mask)
	case opWarp:
		return 0, 0, b.arrive(in, pc, mask)
	case opActive:
		b.active(in, mask)
		return pc + 1, mask, nil
	case opAssert:
		b.assertion(in, mask, b.code.stmts[pc].(*kernel.Assert))
		return pc + 1, mask, nil
	case opAssume:
		return b.assumption(in, pc, mask)
	}
	b.w.live &^= mask
	return 0, 0, b.meetings()
}

// branch splits a group by a condition. Lanes that leave the group are put where
// they go on.
func (b *Block) branch(in *instr, pc int32, mask Lanes) (int32, Lanes, error) {
	cond := b.reg(in.a)
	yes, no := pc+1, in.to
	if in.op == opAgain {
		yes, no = in.to, pc+1
	}
	holds, fails, open := split(cond, mask)
	if open != 0 {
		if err := b.undecided(in, pc, open, cond.at(bits.TrailingZeros32(open)).val, cond.agrees()); err != nil {
			return 0, 0, err
		}
	}
	if in.op == opAgain && holds != 0 {
		if err := b.spend(pc, bits.OnesCount32(holds)); err != nil {
			return 0, 0, err
		}
	}
	switch {
	case holds == 0:
		return no, fails, nil
	case fails != 0:
		b.w.add(no, fails)
	}
	return yes, holds, nil
}

// split tells for which lanes of mask a condition holds, fails or is not known.
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
