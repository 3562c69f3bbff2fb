package emulate

import (
	"math/bits"

	"gv2/frontend/kernel"
)

// participation is lanes that name the same barrier and count.
type participation struct {
	id, count int64
	lanes     Lanes
}

// synchronise executes a barrier operation. Lanes that name different barriers
// or counts make operations of their own.
func (b *Block) synchronise(in *instr, pc int32, mask Lanes) (int32, Lanes, error) {
	n := bits.OnesCount32(mask)
	b.commands += int64(n)
	if err := b.spend(pc, n); err != nil {
		return 0, 0, err
	}
	s := b.code.stmts[pc].(*kernel.Barrier)
	if err := b.barrierKnown(in, s, mask); err != nil {
		return 0, 0, err
	}
	waits := s.Kind == kernel.Sync || b.pause
	// All wait before the observer hears of the first: it may let lanes go.
	var room [kernel.WarpSize]participation
	parts := room[:0]
	for left := mask; left != 0; {
		at := b.sameBarrier(in, left)
		parts = append(parts, at)
		left &^= at.lanes
		if waits {
			b.w.waits = append(b.w.waits, wait{at.lanes, pc, at.id})
		}
	}
	arg, argKnown := b.contribution(in, mask)
	for _, at := range parts {
		b.announce(in, s, at, arg, argKnown)
		if b.stopped {
			break
		}
	}
	if waits {
		return 0, 0, nil
	}
	return pc + 1, mask, nil
}

// barrierKnown fails where the barrier's number or count is not known.
func (b *Block) barrierKnown(in *instr, s *kernel.Barrier, mask Lanes) error {
	if open := mask &^ b.reg(in.a).knownLanes(mask); open != 0 {
		return b.notStatic(s, "the number of the barrier", b.reg(in.a).at(bits.TrailingZeros32(open)).val)
	}
	if in.b == none {
		return nil
	}
	if open := mask &^ b.reg(in.b).knownLanes(mask); open != 0 {
		return b.notStatic(s, "the number of threads that the barrier expects", b.reg(in.b).at(bits.TrailingZeros32(open)).val)
	}
	return nil
}

// sameBarrier is the participation of the first of the lanes.
func (b *Block) sameBarrier(in *instr, lanes Lanes) participation {
	first := b.named(in, bits.TrailingZeros32(lanes))
	if b.reg(in.a).vec == nil && (in.b == none || b.reg(in.b).vec == nil) {
		first.lanes = lanes
		return first
	}
	same := Lanes(0)
	for m := lanes; m != 0; m &= m - 1 {
		if l := bits.TrailingZeros32(m); b.named(in, l) == first {
			same |= 1 << l
		}
	}
	first.lanes = same
	return first
}

// named is the barrier that a lane names.
func (b *Block) named(in *instr, lane int) participation {
	at := participation{id: b.reg(in.a).at(lane).val, count: int64(b.program.Threads())}
	if in.b != none {
		at.count = b.reg(in.b).at(lane).val
	}
	return at
}

// contribution is what the lanes contribute to a reduction.
func (b *Block) contribution(in *instr, mask Lanes) (arg, known Lanes) {
	if in.c == none {
		return 0, 0
	}
	holds, fails, _ := split(b.reg(in.c), mask)
	return holds, holds | fails
}

func (b *Block) announce(in *instr, s *kernel.Barrier, at participation, arg, argKnown Lanes) {
	b.barrier = BarrierOp{
		Site: &b.program.Sites[in.site], Stmt: s, Warp: b.number, Lanes: at.lanes, Live: b.w.live,
		ID: at.id, Count: at.count, Arg: arg & at.lanes, ArgKnown: argKnown & at.lanes,
	}
	b.obs.Barrier(&b.barrier)
}

// assertion tells the observer where an assertion does not plainly hold.
func (b *Block) assertion(in *instr, mask Lanes, s *kernel.Assert) {
	_, fails, open := split(b.reg(in.a), mask)
	if fails|open != 0 {
		b.assert = AssertOp{Site: &b.program.Sites[in.site], Stmt: s, Warp: b.number, False: fails, Open: open, May: b.depth > 0}
		b.obs.Assert(&b.assert)
	}
}

// assumption fails where an assumption is false. Under a condition that is not
// known, it says that the condition does not hold: those lanes have nothing more
// to do there.
// An input that is tried (Options.Sample) has to meet assumptions for certain.
func (b *Block) assumption(in *instr, pc int32, mask Lanes) (int32, Lanes, error) {
	_, fails, open := split(b.reg(in.a), mask)
	if b.sample != 0 {
		fails |= open
	}
	switch {
	case fails == 0:
	case b.depth == 0 || b.sample != 0:
		return 0, 0, &AssumeError{Src: b.code.stmts[pc].Source(), Warp: b.number, Lane: bits.TrailingZeros32(fails)}
	default:
		b.w.add(b.bound, fails)
	}
	return pc + 1, mask &^ fails, nil
}
