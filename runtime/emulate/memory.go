package emulate

import (
	"math/bits"

	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// happened delivers an access to the observer; x is the stored value, nil if
// the run does not need it.
func (e *execution) happened(in *instr, pc int32, mask Lanes, x *register) error {
	n := bits.OnesCount32(mask)
	e.commands += int64(n)
	if err := e.spend(pc, n); err != nil {
		return err
	}
	if in.d != none {
		return e.atBarriers(in, pc, mask, x)
	}
	e.tellAccess(in, mask, x, 0)
	return nil
}

// tellAccess delivers the access of some lanes; barrier is where an agent's ends.
func (e *execution) tellAccess(in *instr, mask Lanes, x *register, barrier int64) {
	index := e.state.reg(in.a)
	a := &e.access
	a.Barrier = barrier
	a.Site, a.Warp, a.May = &e.state.program.Sites[in.site], e.number, e.state.depth > 0
	a.Lanes = index.knownLanes(mask)
	a.Unknown = mask &^ a.Lanes
	a.Uniform = a.Lanes != 0 && (index.vec == nil || a.Lanes&(a.Lanes-1) == 0)
	a.Index, _ = index.lanes(&e.state.index)
	a.Base = 0
	if a.Unknown != 0 {
		e.relative(a, index, mask)
	}
	a.Value, a.ValueKnown = nil, 0
	if x != nil {
		a.Value, a.ValueKnown = x.lanes(&e.stored)
		a.ValueKnown &= mask
	}
	a.Copied = nil
	if a.Value != nil && in.op == opStore && in.extra > 0 {
		a.Copied = func(lane int, k int64) (int64, bool) {
			x := e.state.copied(in, lane, k)
			return x.val, x.known
		}
	}
	e.obs.Access(a)
}

// isOwn reports whether an access is to the thread's own memory.
func (s *state) isOwn(in *instr) bool { return s.program.kernel.Arrays[in.array].Space == kernel.Local }

// relative turns unknown elements into elements relative to a base, if they have one.
func (e *execution) relative(a *Access, index *register, mask Lanes) {
	t, ok := index.term(mask)
	if !ok {
		return
	}
	a.Lanes, a.Unknown, a.Base, a.Index = mask, 0, t.base, t.off
	a.Uniform = t.same(mask)
}

// Classes of loads from memory whose contents are not tracked.
const (
	openLoad     uint8 = iota // other threads may have written it
	constantLoad              // nothing writes it: the same element has the same value
	blockLoad                 // nothing writes it: the same within the block, but another in other blocks
	fixedLoad                 // nothing writes it, and the value is that of the initialiser
	privateLoad
)

// loadClass is the class of loads from a.
func (p *Program) loadClass(a *kernel.Array, volatile bool) uint8 {
	switch {
	case a.Init != nil && !p.written[a]:
		return fixedLoad
	case a.Space == kernel.Local:
		return privateLoad
	case volatile || p.written[a]:
		return openLoad
	case a.Space == kernel.Shared:
		return blockLoad
	}
	return constantLoad
}

func (e *execution) load(in *instr, pc int32, mask Lanes) error {
	if in.site >= 0 {
		if err := e.happened(in, pc, mask, nil); err != nil || e.stopped {
			return err
		}
	}
	if in.dst == none {
		return nil
	}
	if in.fn == privateLoad {
		e.state.loadPrivate(in, mask)
		return nil
	}
	aff := e.state.uniformLoad(in, mask)
	out := e.state.target(in.dst, mask)
	sample := e.state.sample
	// With KeepBases a word that several lanes load together stays the base of elements, so it gets no
	// value.
	if aff != nil && e.state.keepBases && mask&(mask-1) != 0 {
		e.state.sample = 0
	}
	e.state.elements(in, out, mask)
	out.aff, e.state.sample = aff, sample
	e.state.keep(in.dst, out, mask)
	return nil
}

// elements computes the values that the lanes of mask load from an array that
// is not their own.
func (s *state) elements(in *instr, out *register, mask Lanes) {
	index, c := s.reg(in.a), s.memory[in.array]
	one := index.vec == nil && (c != nil || in.fn != openLoad) // element, if the index agrees
	if one || !s.symbols.on && c == nil && in.fn != fixedLoad {
		// All lanes load the same value, or one that is unknown for the same reason.
		r := s.element(in, c, index.at(bits.TrailingZeros32(mask)))
		s.rely(in.array, c != nil && (r.known || one && index.agrees()))
		s.pool.all(out, r, one && index.agrees())
		return
	}
	from, iKnown := index.lanes(&s.index)
	to := s.pool.vector(out)
	known := Lanes(0)
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		i := from[l]
		if c != nil && uint64(i) < uint64(len(c.cells)) && iKnown>>l&1 != 0 && in.width == 1 && c.cells[i].known {
			to.v[l] = c.cells[i].val
			known |= 1 << l
			continue
		}
		r := s.element(in, c, operand{i, iKnown>>l&1 != 0})
		to.v[l] = r.val
		if r.known {
			known |= 1 << l
		}
	}
	to.known = known
	s.rely(in.array, c != nil && known != 0)
}

// rely notes that a load of tracked contents gave a known value.
func (s *state) rely(array int32, known bool) {
	if known {
		s.relied[array] = true
	}
}

// element is the value that a thread loads from an array with contents c, nil
// if they are not tracked.
func (s *state) element(in *instr, c *contents, index operand) operand {
	switch {
	case index.known && c == nil && in.fn == constantLoad && s.sample != 0 && !s.program.kernel.Arrays[in.array].Fixed:
		if r := s.sampled(in, index.val); r.known {
			return r
		}
	case !index.known || c == nil && in.fn != fixedLoad:
	case c != nil && in.width == 1:
		if e := c.get(index.val); e.known || e.val != 0 {
			return operand{e.val, e.known}
		}
	case c != nil:
		val, ok := joined(c.elem, in.rt, int(in.width), index.val, func(i int64) operand {
			e := c.get(i)
			return operand{e.val, e.known}
		})
		if ok {
			return operand{val, true}
		}
	default:
		if r := s.initial(in, index.val); r.known {
			return r
		}
	}
	return s.unknownElement(in, c, index)
}

// unknownElement is the id of an unknown loaded value. If the contents could be
// known, the index is its cause.
func (s *state) unknownElement(in *instr, c *contents, index operand) operand {
	cause := in.cause
	if !index.known && (c != nil || in.fn == fixedLoad) {
		cause = s.symbols.causeOf(index.val)
	}
	if in.fn != blockLoad && (c != nil || in.fn == openLoad) {
		return operand{s.symbols.fresh(cause), false}
	}
	if !s.symbols.on {
		return operand{int64(cause), false}
	}
	key := symbolKey{op: opLoad, rt: in.rt, known: uint8(eval.Truth(index.known) | 2), extra: in.array}
	if in.fn == blockLoad {
		key.known |= 4
		return operand{symbol(key, index.val, int64(in.width), s.symbols.salt) | perBlock, false}
	}
	return operand{symbol(key, index.val, int64(in.width)), false}
}

// initial is the value that a load of the initialiser yields.
func (s *state) initial(in *instr, i int64) operand {
	a := s.program.kernel.Arrays[in.array]
	if in.width == 1 {
		return initial(a, i)
	}
	val, ok := joined(in.t, in.rt, int(in.width), i, func(i int64) operand { return initial(a, i) })
	return operand{val, ok}
}

// initial is element i of an initialiser; zeros follow the constants.
func initial(a *kernel.Array, i int64) operand {
	switch {
	case i >= 0 && i < int64(len(a.Init)):
		return operand{a.Init[i].Val, true}
	case i >= 0 && i < a.Len:
		return operand{0, true}
	}
	return operand{}
}

func (e *execution) store(in *instr, pc int32, mask Lanes) error {
	if in.site >= 0 {
		if err := e.happened(in, pc, mask, e.wanted(in, mask)); err != nil || e.stopped {
			return err
		}
	}
	if e.state.isOwn(in) {
		e.state.storePrivate(in, mask)
		return nil
	}
	c := e.state.memory[in.array]
	if c == nil {
		return nil
	}
	at, known := e.state.reg(in.a).lanes(&e.state.index)
	switch {
	case mask&^known != 0:
		return e.state.lose(in.array, pc)
	case in.b == none && in.extra > 0 && e.state.depth == 0:
		e.state.writeCopied(c, in, at, mask)
	case in.b == none || e.state.depth > 0:
		e.state.spoil(c, in, at, mask)
	default:
		e.state.write(c, in, at, mask)
	}
	return nil
}

// lose stops tracking an array that an access to an unknown element may have
// changed at any time. Values loaded from it may have decided something, so the
// run must start again, unless the array was tracked for Options.Values only.
func (s *state) lose(array, pc int32) error {
	if s.program.plain().code.matters[array] {
		return &OpaqueError{Src: s.code.stmts[pc].Source(), Array: int(array)}
	}
	s.memory[array] = nil
	return nil
}

// write stores to known elements.
func (s *state) write(c *contents, in *instr, at *row, mask Lanes) {
	x := s.reg(in.b)
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		v := x.at(l)
		if in.width == 1 {
			c.set(at[l], cell{val: v.val, known: v.known})
			continue
		}
		for k := range int(in.width) {
			e := s.part(c.elem, in, k, v)
			c.set(at[l]+int64(k), cell{val: e.val, known: e.known})
		}
	}
}

// part is the value that a wide store of v puts into its element k.
func (s *state) part(elem eval.Type, in *instr, k int, v operand) operand {
	if val, ok := eval.Part(elem, in.rt, int(in.width), k, v.val); ok && v.known {
		return operand{val, true}
	}
	return operand{val: s.symbols.fresh(s.blame(in, v))}
}

// blame is the cause of the unknown elements that a store leaves.
func (s *state) blame(in *instr, v operand) int32 {
	if v.known {
		return in.cause
	}
	return s.symbols.causeOf(v.val)
}

// spoil makes the elements unknown.
func (s *state) spoil(c *contents, in *instr, at *row, mask Lanes) {
	for m := mask; m != 0; m &= m - 1 {
		for k := range int64(in.width) {
			c.set(at[bits.TrailingZeros32(m)]+k, cell{val: s.symbols.fresh(in.cause)})
		}
	}
}

// wanted is the values that a store's lanes store, nil if the run does not need them.
func (e *execution) wanted(in *instr, mask Lanes) *register {
	switch {
	case !e.values[int(in.site)]:
		return nil
	case in.b != none:
		return e.state.reg(in.b)
	}
	e.state.unknown(&e.state.scratch, in.cause, mask)
	return &e.state.scratch
}

func (e *execution) atomic(in *instr, pc int32, mask Lanes) error {
	if in.site >= 0 {
		if err := e.happened(in, pc, mask, nil); err != nil || e.stopped {
			return err
		}
	}
	if err := e.state.combine(in, pc, mask); err != nil || in.dst == none {
		return err
	}
	out := e.state.target(in.dst, mask)
	e.state.unknown(out, in.cause, mask)
	e.state.keep(in.dst, out, mask)
	return nil
}

// combine changes the elements that an atomic touches.
func (s *state) combine(in *instr, pc int32, mask Lanes) error {
	if s.isOwn(in) {
		s.spoilPrivate(in, mask)
		return nil
	}
	c := s.memory[in.array]
	if c == nil {
		return nil
	}
	at, known := s.reg(in.a).lanes(&s.index)
	if mask&^known != 0 {
		return s.lose(in.array, pc)
	}
	if in.b == none {
		s.mixContents(c, in, at, mask)
		return nil
	}
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		arg := s.reg(in.b).at(l)
		id := s.symbols.fresh(s.blame(in, arg))
		// A subtraction counts as the addition of the negated operand: the two commute. Under an unknown
		// condition the atomic may not happen, so its result is unknown.
		if arg.known = arg.known && s.depth == 0; arg.known && in.extra != 0 {
			arg.val = -arg.val
		}
		c.atomic(at[l], eval.Atomic(in.fn), arg, id)
	}
	return nil
}

// mixContents makes the elements unknown until the next store.
func (s *state) mixContents(c *contents, in *instr, at *row, mask Lanes) {
	for m := mask; m != 0; m &= m - 1 {
		for k := range int64(in.width) {
			c.atomic(at[bits.TrailingZeros32(m)]+k, mixedAtomics, operand{}, s.symbols.fresh(in.cause))
		}
	}
}
