package emulate

import (
	"math/bits"
	"slices"

	"gv2/frontend/kernel"
)

// participation is a set of lanes that name the same barrier, count and generation.
type participation struct {
	id, count, token, bytes int64
	object                  Object
	lanes                   Lanes
}

// synchronise executes a barrier operation. Lanes that name different barriers
// or counts make operations of their own.
func (e *execution) synchronise(in *instr, pc int32, mask Lanes) (int32, Lanes, error) {
	n := bits.OnesCount32(mask)
	e.commands += int64(n)
	if err := e.spend(pc, n); err != nil {
		return 0, 0, err
	}
	if err := e.barrierKnown(in, mask); err != nil {
		return 0, 0, err
	}
	waits := e.state.program.Sites[in.site].Sync.Waits || e.pause
	// All wait before the observer gets the first event: it may release lanes at once.
	var room [kernel.WarpSize]participation
	parts := room[:0]
	for left := mask; left != 0; {
		at := e.sameBarrier(in, left)
		parts = append(parts, at)
		left &^= at.lanes
		if waits {
			e.state.w.waits = append(e.state.w.waits, wait{at.lanes, pc, at.id})
		}
	}
	arg, argKnown := e.contribution(in, mask)
	for _, at := range parts {
		e.announce(in, at, arg, argKnown)
		if e.stopped {
			break
		}
	}
	if waits {
		return 0, 0, nil
	}
	return pc + 1, mask, nil
}

// barrierKnown fails if the barrier's number, its count or the generation to wait for is
// unknown.
func (e *execution) barrierKnown(in *instr, mask Lanes) error {
	for _, of := range [...]struct {
		reg  int32
		what string
	}{
		{in.a, "the number of the barrier"}, {in.b, "the number of threads that the barrier expects"},
		{in.d, "which generation of the barrier is waited for"}, {e.bytesOf(in), "the number of bytes that the barrier expects"},
	} {
		if of.reg == none {
			continue
		}
		if open := mask &^ e.state.reg(of.reg).knownLanes(mask); open != 0 {
			return e.state.notStatic(e.state.program.Sites[in.site].Stmt, of.what, e.state.reg(of.reg).at(bits.TrailingZeros32(open)).val)
		}
	}
	return nil
}

// sameBarrier is the participation of the first of the lanes.
func (e *execution) sameBarrier(in *instr, lanes Lanes) participation {
	first := e.named(in, bits.TrailingZeros32(lanes))
	if e.alike(in.a) && e.alike(in.b) && e.alike(in.d) && e.alike(e.bytesOf(in)) {
		first.lanes = lanes
		return first
	}
	same := Lanes(0)
	for m := lanes; m != 0; m &= m - 1 {
		if l := bits.TrailingZeros32(m); e.named(in, l) == first {
			same |= 1 << l
		}
	}
	first.lanes = same
	return first
}

// alike reports whether all lanes have one value in a register, or there is no
// register.
func (e *execution) alike(reg int32) bool { return reg == none || e.state.reg(reg).vec == nil }

// named is the barrier that a lane names.
func (e *execution) named(in *instr, lane int) participation {
	at := participation{id: e.state.reg(in.a).at(lane).val, count: int64(e.state.program.Threads())}
	if in.b != none {
		at.count = e.state.reg(in.b).at(lane).val
	}
	if in.d != none {
		at.token = e.state.reg(in.d).at(lane).val
	}
	if bytes := e.bytesOf(in); bytes != none {
		at.bytes = e.state.reg(bytes).at(lane).val
	}
	if m := e.state.program.Sites[in.site].Sync.Object.Memory; m != nil {
		at.object = Object{m.Array, at.id}
		at.id = e.state.objectID(at.object)
	}
	return at
}

// bytesOf is the register with the bytes of an operation, none if it has none.
func (e *execution) bytesOf(in *instr) int32 {
	if e.state.program.Sites[in.site].Sync.Bytes == nil {
		return none
	}
	return in.c
}

// contribution is the lanes' contributions to a reduction.
func (e *execution) contribution(in *instr, mask Lanes) (arg, known Lanes) {
	if in.c == none || e.bytesOf(in) != none {
		return 0, 0
	}
	holds, fails, _ := split(e.state.reg(in.c), mask)
	return holds, holds | fails
}

// objectID numbers the barriers that lie in memory, after the numbered ones.
func (s *state) objectID(at Object) int64 {
	i := slices.Index(s.objects, at)
	if i < 0 {
		i = len(s.objects)
		s.objects = append(s.objects, at)
	}
	return kernel.BlockBarriers + int64(i)
}

func (e *execution) announce(in *instr, at participation, arg, argKnown Lanes) {
	loops, round := e.state.code.lapsOf[in.site], int64(-1)
	if !e.state.program.Sites[in.site].InLoop || len(loops) > 0 {
		round = e.state.w.round(loops, at.lanes)
	}
	e.barrier = BarrierOp{
		Site: &e.state.program.Sites[in.site], Warp: e.number, Lanes: at.lanes, Live: e.state.w.live,
		ID: at.id, Object: at.object, Count: at.count, Arrivals: 1, Bytes: at.bytes, Token: at.token, Arg: arg & at.lanes, ArgKnown: argKnown & at.lanes,
		Round: round,
	}
	if e.barrier.Site.Sync.Arrivals != nil {
		e.barrier.Arrivals = at.count
	}
	e.obs.Barrier(&e.barrier)
}

// assertion reports to the observer an assertion that fails or depends on the input.
func (e *execution) assertion(in *instr, mask Lanes, s *kernel.Assert) {
	_, fails, open := split(e.state.reg(in.a), mask)
	if fails|open != 0 {
		e.assert = AssertOp{Site: &e.state.program.Sites[in.site], Stmt: s, Warp: e.number, False: fails, Open: open, May: e.state.depth > 0}
		if in.b >= 0 && fails != 0 {
			index := e.state.reg(in.b).at(bits.TrailingZeros32(uint32(fails)))
			e.assert.Index, e.assert.HasIndex = index.val, index.known
		}
		e.obs.Assert(&e.assert)
	}
}

// assumption fails if an assumption is false. Under an unknown condition a false
// assumption implies that the condition does not hold: those lanes skip the rest
// up to where the ways meet. An input to be tried (Options.Sample) must
// certainly meet assumptions.
func (e *execution) assumption(in *instr, pc int32, mask Lanes) (int32, Lanes, error) {
	_, fails, open := split(e.state.reg(in.a), mask)
	if e.state.sample != 0 {
		fails |= open
	}
	switch {
	case fails == 0:
	case e.state.depth == 0 || e.state.sample != 0:
		return 0, 0, &AssumeError{Src: e.state.code.stmts[pc].Source(), Warp: e.number, Lane: bits.TrailingZeros32(fails)}
	default:
		e.state.w.add(e.bound, fails)
	}
	return pc + 1, mask &^ fails, nil
}
