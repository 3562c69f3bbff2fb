package emulate

import (
	"math/bits"
	"slices"

	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// Lanes meet at warp functions by class: those of one mask that wait at
// functions of one class continue together, even from different statements (PTX
// ISA: "the same qualifiers and the same membermask").
const (
	syncClass    uint8 = 0
	shuffleClass uint8 = 1 // plus the eval.Shuffle
	voteClass    uint8 = 8 // plus the kernel.Reduction
)

// meeting is the lanes of a warp that wait at a warp function, with their
// operands.
type meeting struct {
	lanes Lanes
	pc    [kernel.WarpSize]int32
	class [kernel.WarpSize]uint8
	mask  [kernel.WarpSize]Lanes
	need  [kernel.WarpSize]Lanes // of the mask, less the lanes that had exited
	// aligned are the lanes that wait for their whole warp at their own statement.
	aligned Lanes
	value   vector
	from    vector // a shuffle's lane operand
	width   vector
}

// first is the pc of the first of the lanes, and the lanes that wait at that pc.
func (m *meeting) first(lanes Lanes) (pc int32, there Lanes) {
	pc = m.pc[bits.TrailingZeros32(lanes)]
	for ; lanes != 0; lanes &= lanes - 1 {
		if l := bits.TrailingZeros32(lanes); m.pc[l] == pc {
			there |= 1 << l
		}
	}
	return pc, there
}

// arrive lets lanes wait at a warp function, and all continue if these are the last.
func (e *execution) arrive(in *instr, pc int32, mask Lanes) error {
	named := e.state.reg(in.a)
	if open := mask &^ named.knownLanes(mask); open != 0 {
		return e.state.notStatic(e.state.code.stmts[pc], masked(e.state.code.stmts[pc]), named.at(bits.TrailingZeros32(open)).val)
	}
	m := &e.state.w.meet
	e.leave()
	if e.together(in, named, mask) {
		e.bring(in, mask)
		return e.continued(in, pc, mask)
	}
	m.lanes |= mask
	set, _ := named.lanes(&e.state.x)
	for left := mask; left != 0; left &= left - 1 {
		l := bits.TrailingZeros32(left)
		m.pc[l], m.class[l] = pc, in.fn
		// A lane that has exited does not count; one that will exit later without
		// reaching this function does.
		m.mask[l] = Lanes(set[l])
		m.need[l] = m.mask[l] & e.state.w.live
	}
	if m.aligned &^= mask; in.aligned {
		e.align(mask)
	}
	e.bring(in, mask)
	return e.meetings()
}

// together reports whether all lanes of the mask that every one of them names arrive at once, and
// nobody else waits: the usual case, in which they continue as they came.
func (e *execution) together(in *instr, named *register, mask Lanes) bool {
	w := e.state.w
	return named.vec == nil && w.meet.lanes == 0 && Lanes(named.val)&w.live == mask && mask&^e.lanes == 0 &&
		(!in.aligned || mask == e.state.program.WarpLanes(e.number))
}

// continued is what proceed does for lanes that have met at one statement.
func (e *execution) continued(in *instr, pc int32, mask Lanes) error {
	if in.dst != none {
		e.state.exchange(in, in.fn, mask, mask)
	}
	e.state.w.add(pc+1, mask)
	e.changed = true
	if in.fn == syncClass {
		e.warpOp = WarpOp{Site: &e.state.program.Sites[in.site], Warp: e.number, Lanes: mask}
		e.obs.WarpSync(&e.warpOp)
	}
	return nil
}

// bring stores the operands of lanes that arrive.
func (e *execution) bring(in *instr, mask Lanes) {
	m := &e.state.w.meet
	e.state.bring(&m.value, in.b, mask)
	e.state.bring(&m.from, in.c, mask)
	e.state.bring(&m.width, in.d, mask)
}

// align makes lanes wait for their whole warp, also for lanes that have exited, which
// never arrive.
func (e *execution) align(lanes Lanes) {
	m := &e.state.w.meet
	m.aligned |= lanes
	for ; lanes != 0; lanes &= lanes - 1 {
		m.need[bits.TrailingZeros32(lanes)] = e.state.program.WarpLanes(e.number)
	}
}

// leave makes lanes at the kernel's end exit. On one way of an unknown branch they
// have not exited: they may take the other way.
func (e *execution) leave() {
	if e.state.depth > 0 {
		return
	}
	for i, g := range e.state.w.groups {
		if g.pc == e.state.exit() {
			e.state.w.live &^= g.mask
			e.state.w.groups = slices.Delete(e.state.w.groups, i, i+1)
			return
		}
	}
}

// masked names the decision that the mask of a warp function makes.
func masked(s kernel.Stmt) string {
	switch s.(type) {
	case *kernel.Shuffle:
		return "which lanes take part in the shuffle"
	case *kernel.Vote:
		return "which lanes take part in the vote"
	default:
		// What is left of the statements with a mask.
	}
	return "which lanes __syncwarp waits for"
}

// bring stores the operands of lanes that may have to wait.
func (s *state) bring(to *vector, reg int32, mask Lanes) {
	if reg == none {
		return
	}
	from, known := s.reg(reg).lanes(&s.x)
	to.known = to.known&^mask | known&mask
	if mask == allLanes {
		to.v = *from
		return
	}
	for ; mask != 0; mask &= mask - 1 {
		l := bits.TrailingZeros32(mask)
		to.v[l] = from[l]
	}
}

// meetings lets all lanes continue whose mask is complete: each lane of it that
// has not exited waits with the same mask at a function of the same class.
func (e *execution) meetings() error {
	m := &e.state.w.meet
	for left := m.lanes; left != 0; {
		l := bits.TrailingZeros32(left)
		left &^= 1 << l
		all := m.need[l]
		if !e.complete(l, all) {
			continue
		}
		left &^= all
		m.lanes &^= all
		if err := e.proceed(m.class[l], all); err != nil || e.stopped {
			return err
		}
	}
	return nil
}

func (e *execution) complete(lane int, all Lanes) bool {
	m := &e.state.w.meet
	// The behaviour of a lane outside its own mask is undefined: here it waits
	// for ever.
	if all&^(m.lanes&e.lanes) != 0 || all>>lane&1 == 0 {
		return false
	}
	for left := all; left != 0; left &= left - 1 {
		l := bits.TrailingZeros32(left)
		if m.class[l] != m.class[lane] || m.mask[l] != m.mask[lane] || m.need[l]&^all != 0 {
			return false
		}
		if m.aligned>>l&1 != m.aligned>>lane&1 || m.aligned>>l&1 != 0 && m.pc[l] != m.pc[lane] {
			return false
		}
	}
	return true
}

// proceed lets lanes that have met continue with their results.
func (e *execution) proceed(class uint8, all Lanes) error {
	m := &e.state.w.meet
	for left := all; left != 0; {
		pc, there := m.first(left)
		left &^= there
		in := &e.state.code.instrs[pc]
		if in.dst != none {
			e.state.exchange(in, class, all, there)
		}
		e.state.w.add(pc+1, there)
	}
	e.changed = true
	if class == syncClass {
		in := &e.state.code.instrs[m.pc[bits.TrailingZeros32(all)]]
		e.warpOp = WarpOp{Site: &e.state.program.Sites[in.site], Warp: e.number, Lanes: all}
		e.obs.WarpSync(&e.warpOp)
	}
	return nil
}

// exchange computes the results of a shuffle or a vote among the lanes of all,
// for those of there.
func (s *state) exchange(in *instr, class uint8, all, there Lanes) {
	out := &s.scratch
	op := kernel.Reduction(class - voteClass)
	first := bits.TrailingZeros32(there)
	switch {
	case class >= voteClass && op != kernel.MatchAny:
		s.pool.all(out, s.voted(in, op, all, first), true)
	case class == shuffleClass+uint8(eval.Index) && s.w.meet.broadcasts(there):
		s.pool.all(out, s.shuffled(in, class, all, first), true)
	default:
		s.exchangeEach(in, class, all, there)
	}
	s.pool.assign(s.reg(in.dst), out, there, s.w.live)
}

// broadcasts reports whether all lanes read the same lane.
func (m *meeting) broadcasts(lanes Lanes) bool {
	if lanes&^(m.from.known&m.width.known) != 0 {
		return false
	}
	first := bits.TrailingZeros32(lanes)
	for ; lanes != 0; lanes &= lanes - 1 {
		if l := bits.TrailingZeros32(lanes); m.from.v[l] != m.from.v[first] || m.width.v[l] != kernel.WarpSize {
			return false
		}
	}
	return true
}

// exchangeEach computes results that may differ between lanes.
func (s *state) exchangeEach(in *instr, class uint8, all, there Lanes) {
	to := s.pool.vector(&s.scratch)
	known := Lanes(0)
	for left := there; left != 0; left &= left - 1 {
		l := bits.TrailingZeros32(left)
		var r operand
		if class < voteClass {
			r = s.shuffled(in, class, all, l)
		} else {
			r = s.voted(in, kernel.Reduction(class-voteClass), all, l)
		}
		to.v[l] = r.val
		if r.known {
			known |= 1 << l
		}
	}
	to.known = known
}

// shuffled is the result of a shuffle for a lane.
func (s *state) shuffled(in *instr, class uint8, all Lanes, lane int) operand {
	m := &s.w.meet
	for _, o := range [...]*vector{&m.from, &m.width} {
		if o.known>>lane&1 == 0 {
			return operand{s.symbols.fresh(s.symbols.causeOf(o.v[lane])), false}
		}
	}
	source, ok := eval.Shuffle(class-shuffleClass).Source(lane, m.from.v[lane], m.width.v[lane])
	if !ok || all>>source&1 == 0 {
		return operand{s.symbols.fresh(in.cause), false}
	}
	return operand{m.value.v[source], m.value.known>>source&1 != 0}
}

// voted is the result of a vote or a match for a lane.
func (s *state) voted(in *instr, op kernel.Reduction, all Lanes, lane int) operand {
	m := &s.w.meet
	v, ok := eval.Vote(op, all, m.value.known, lane, &m.value.v)
	if !ok {
		first := m.value.v[bits.TrailingZeros32(all&^m.value.known)]
		return operand{s.symbols.fresh(s.symbols.causeOf(first)), false}
	}
	return operand{in.rt.Wrap(v), true}
}

// active is __activemask(): the lanes that execute it together. As the mask of a
// warp function it means just that; otherwise its value is known only if a warp
// runs in lock step, and only if all its live lanes execute it.
func (e *execution) active(in *instr, mask Lanes) {
	out := e.state.target(in.dst, mask)
	if in.masked || e.tell && mask == e.state.w.live && e.state.depth == 0 {
		e.state.pool.uniform(out, in.rt.Wrap(int64(mask)), true)
	} else {
		e.state.unknown(out, in.cause, mask)
	}
	e.state.keep(in.dst, out, mask)
}
