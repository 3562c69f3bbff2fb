package interp

import (
	"math"
	"math/bits"
)

// machine runs one procedure again and again.
type machine struct {
	u    *unit
	reg  []int64
	maps []mapNode
	// steps counts instructions, up to limit.
	steps, limit int64
	rng          uint64
	mood         mood
	// visits counts, for each loop, how often the run reached its head since it
	// entered it.
	visits []int32
	// refuted marks the candidates that need no further test; news lists, by the
	// procedure's numbers, those that this run refuted.
	refuted []bool
	news    []int32
	failed  int32
	// covered are the edges that the run took and its trip counts: bits of branches
	// first, then tripBits for each loop.
	covered []uint64

	// For the repair of assumptions.
	chosen  []int64 // the values of the current segment's unknowns
	scratch []int64 // backing store for all segments but the first
	initial []int64 // of the first segment: how the run began
	backup  []int64 // values of the segment's registers before it
	replay  bool
	target  int32   // the assumption that a replay must reach
	given   []int64 // how to begin, nil to choose
	exactly bool    // begin exactly so, not nearly so
	small   uint64  // what bounds elements of maps, 0 if nothing does

	second uint64 // starts the choices of the run after its beginning
	begun  bool
	// trail holds the choices after the beginning, and their choosers; base is
	// where the current segment's choices begin in it. fixed replaces the choices.
	trail []int64
	by    []int32
	base  int
	fixed []int64

	misses []miss
	// until is the site of misses at which the run stops once it has passed before of them, -1 if
	// it does not. Such a run wants the values that it was given, and repairs none.
	until  int32
	before int
	epochs []int32 // of a trace, while it is made
	// reads are the elements of maps that the run has read; those up to kept come from
	// before the current segment.
	reads []read
	kept  int
}

func newMachine(u *unit) *machine {
	m := &machine{u: u, until: -1, reg: make([]int64, u.regs), visits: make([]int32, len(u.loops)), refuted: make([]bool, len(u.candidates))}
	for _, l := range u.literals {
		m.reg[l.reg] = l.value
	}
	m.covered = make([]uint64, (u.branches+tripBits*len(u.loops)+63)/64)
	unknowns, saved := 0, 0
	for _, s := range u.segments {
		saved = max(saved, len(s.saved))
		if s.initial {
			m.initial = make([]int64, s.unknowns)
		} else {
			unknowns = max(unknowns, s.unknowns)
		}
	}
	m.scratch, m.backup = make([]int64, unknowns), make([]int64, saved)
	m.mood.start = make([]logMood, u.selectors)
	return m
}

// lesson is what later runs use of the results of earlier ones.
type lesson struct {
	// refuted are the candidates that need no further test.
	refuted []bool
	// given is how to begin, nil to choose; exactly so, or nearly.
	given   []int64
	exactly bool
	// fixed are the first choices after the beginning; the run makes later ones
	// itself.
	fixed []int64
	// epochs is the most often that each log had to be empty in a run.
	epochs []int32
	// moderate keeps away from the ends of ranges.
	moderate bool
	// small bounds elements of maps, if it is not 0.
	small uint64
}

// begin prepares a run.
func (m *machine) begin(seed uint64, l lesson) {
	m.rng, m.second = mix(seed+0x9e3779b97f4a7c15), mix(seed+1)
	m.steps, m.maps, m.news, m.misses = 0, m.maps[:0], m.news[:0], m.misses[:0]
	m.given, m.exactly, m.fixed, m.mood.moderate, m.small = l.given, l.exactly, l.fixed, l.moderate, l.small
	m.begun, m.trail, m.by = false, m.trail[:0], m.by[:0]
	m.reads, m.kept = m.reads[:0], 0
	m.replay = false
	clear(m.refuted)
	copy(m.refuted, l.refuted)
	for i := range m.mood.start {
		m.mood.start[i].most = 0
		if i < len(l.epochs) {
			m.mood.start[i].most = l.epochs[i]
		}
	}
	clear(m.visits)
	clear(m.covered)
	m.choose()
}

func (m *machine) next() uint64 {
	m.rng += 0x9e3779b97f4a7c15
	return mix(m.rng)
}

// Further states of a machine, in addition to those in which a run ends.
const (
	running Status = -1 - iota
	stopped        // at the end of a piece of code
	blocked        // a replay reached an assumption that does not hold
	reached        // a replay reached its target, and the assumption holds
)

// run runs the procedure from its beginning.
func (m *machine) run(limit int64) Status {
	m.limit = limit
	return m.exec(0)
}

// exec executes code from pc on until it ends in some way.
func (m *machine) exec(pc int32) Status {
	code, r := m.u.code, m.reg
	steps := int64(0)
	defer func() { m.steps += steps }()
	for {
		in := &code[pc]
		pc++
		steps++
		switch in.op {
		case opNop:
		case opMov:
			r[in.a] = r[in.b]
		case opAdd:
			x, y := r[in.b], r[in.c]
			z := x + y
			if (x^z)&(y^z) < 0 {
				goto trapped
			}
			r[in.a] = z
		case opSub:
			x, y := r[in.b], r[in.c]
			z := x - y
			if (x^y)&(x^z) < 0 {
				goto trapped
			}
			r[in.a] = z
		case opMul:
			z, ok := product(r[in.b], r[in.c])
			if !ok {
				goto trapped
			}
			r[in.a] = z
		case opNeg:
			if r[in.b] == math.MinInt64 {
				goto trapped
			}
			r[in.a] = -r[in.b]
		case opDiv:
			q, _, ok := euclid(r[in.b], r[in.c])
			if !ok {
				goto trapped
			}
			r[in.a] = q
		case opMod:
			_, rem, ok := euclid(r[in.b], r[in.c])
			if !ok {
				goto trapped
			}
			r[in.a] = rem
		case opModBig:
			if r[in.b] < 0 {
				goto trapped
			}
			r[in.a] = r[in.b]
		case opEq:
			r[in.a] = truth(r[in.b] == r[in.c])
		case opNe:
			r[in.a] = truth(r[in.b] != r[in.c])
		case opLt:
			r[in.a] = truth(r[in.b] < r[in.c])
		case opLe:
			r[in.a] = truth(r[in.b] <= r[in.c])
		case opUlt:
			r[in.a] = truth(uint64(r[in.b]) < uint64(r[in.c]))
		case opUle:
			r[in.a] = truth(uint64(r[in.b]) <= uint64(r[in.c]))
		case opSlt:
			r[in.a] = truth(signed(r[in.b], in.bits) < signed(r[in.c], in.bits))
		case opSle:
			r[in.a] = truth(signed(r[in.b], in.bits) <= signed(r[in.c], in.bits))
		case opNot:
			r[in.a] = 1 - r[in.b]
		case opAnd:
			r[in.a] = r[in.b] & r[in.c]
		case opOr:
			r[in.a] = r[in.b] | r[in.c]
		case opBVAdd:
			r[in.a] = mask(uint64(r[in.b])+uint64(r[in.c]), in.bits)
		case opBVSub:
			r[in.a] = mask(uint64(r[in.b])-uint64(r[in.c]), in.bits)
		case opBVMul:
			r[in.a] = mask(uint64(r[in.b])*uint64(r[in.c]), in.bits)
		case opBVNeg:
			r[in.a] = mask(-uint64(r[in.b]), in.bits)
		case opBVNot:
			r[in.a] = mask(^uint64(r[in.b]), in.bits)
		case opBVAnd:
			r[in.a] = r[in.b] & r[in.c]
		case opBVOr:
			r[in.a] = r[in.b] | r[in.c]
		case opBVXor:
			r[in.a] = r[in.b] ^ r[in.c]
		case opBVShl, opBVLshr, opBVAshr, opBVUdiv, opBVUrem, opBVSdiv, opBVSrem, opBVSmod:
			r[in.a] = bitvector(in.op, r[in.b], r[in.c], in.bits)
		case opSignExt:
			r[in.a] = mask(uint64(signed(r[in.b], in.bits)), uint8(in.c))
		case opExtract:
			r[in.a] = mask(uint64(r[in.b])>>in.c, in.bits)
		case opConcat:
			r[in.a] = int64(uint64(r[in.b])<<in.bits | uint64(r[in.c]))
		case opSelect1:
			r[in.a] = m.lookup(r[in.b], [2]int64{r[in.c]})
		case opSelect2:
			r[in.a] = m.lookup(r[in.b], [2]int64{r[in.c], r[in.c+1]})
		case opUpdate1:
			r[in.a] = m.update(r[in.a], [2]int64{r[in.b]}, r[in.c])
		case opUpdate2:
			r[in.a] = m.update(r[in.a], [2]int64{r[in.b], r[in.b+1]}, r[in.c])
		case opMapEq:
			same, known := m.equal(r[in.b], r[in.c], in.bits)
			if !known {
				goto trapped
			}
			r[in.a] = truth(same)
		case opUnify:
			if !m.unify(r[in.a], r[in.b]) {
				return m.end(Infeasible)
			}
		case opFunc:
			r[in.a] = m.call(&m.u.funcs[in.b], in.c)
		case opJump:
			pc = in.a
		case opJumpIf:
			if r[in.b] != 0 {
				pc = in.a
			}
		case opJumpIfNot:
			if r[in.b] == 0 {
				pc = in.a
			}
		case opJumpEq:
			if r[in.b] == r[in.c] {
				pc = in.a
			}
		case opJumpNe:
			if r[in.b] != r[in.c] {
				pc = in.a
			}
		case opJumpLt:
			if r[in.b] < r[in.c] {
				pc = in.a
			}
		case opJumpLe:
			if r[in.b] <= r[in.c] {
				pc = in.a
			}
		case opJumpUlt:
			if uint64(r[in.b]) < uint64(r[in.c]) {
				pc = in.a
			}
		case opJumpUle:
			if uint64(r[in.b]) <= uint64(r[in.c]) {
				pc = in.a
			}
		case opFlip:
			if m.next()>>63 != 0 {
				pc = in.a
			}
		case opGiveUp:
			goto trapped
		case opDone:
			return Completed
		case opStop:
			return stopped
		case opBegun:
			m.rng, m.begun = m.second, true
		case opSegment:
			m.save(&m.u.segments[in.a])
		case opPick:
			r[in.a] = m.pick(in.b, in.c)
		case opBlocked:
			if m.replay {
				return blocked
			}
			if in.a < 0 || m.until >= 0 || !m.repair(in.a) {
				return Infeasible
			}
			pc = m.u.assumes[in.a].resume
		case opPassed:
			if m.replay && in.a == m.target {
				return reached
			}
		case opCleared:
			m.mood.clear(in.a)
		case opFail:
			m.failed = in.a
			return m.end(Failed)
		case opMiss:
			if m.miss(in.a, r[in.b], r[in.c]) {
				return stopped
			}
		case opCand:
			if m.refuted[in.b] {
				pc = in.a
			}
		case opRefute:
			m.refuted[in.a] = true
			m.news = append(m.news, in.a)
		case opEnter:
			m.visits[in.a] = 0
		case opHead:
			m.visits[in.a]++
			m.noteTrip(in.a)
			if m.steps+steps > m.limit {
				return m.end(Exhausted)
			}
		case opCover:
			m.covered[in.a>>6] |= 1 << (in.a & 63)
		case opTruth:
			edge := in.a + int32(r[in.b])
			m.covered[edge>>6] |= 1 << (edge & 63)
		}
		continue
	trapped:
		var st Status
		if pc, st = m.trap(pc - 1); st != running {
			return st
		}
	}
}

// end ends a run with status s; for a replay it means that the replay does not
// reach its target.
func (m *machine) end(s Status) Status {
	if m.replay {
		return blocked
	}
	return s
}

// tripBits is the number of classes of trip counts: 0, 1, 2 and 3, and from there
// on those that begin at powers of two, up to 256.
const tripBits = 11

func (m *machine) noteTrip(loop int32) {
	n := int(m.visits[loop]) - 1
	if n > 3 {
		if n&(n-1) != 0 || n > 256 {
			return
		}
		n = bits.Len(uint(n)) + 1
	}
	bit := m.u.branches + tripBits*int(loop) + n
	m.covered[bit>>6] |= 1 << (bit & 63)
}

// trap evaluates the expression of an operation that left 64 bits and continues
// after it, or ends the run if that fails.
func (m *machine) trap(pc int32) (int32, Status) {
	t := m.u.trapAt(pc)
	if t == nil {
		return 0, m.end(Unknown)
	}
	n := m.exact(t.e.e, t.e.s)
	switch {
	case n == nil && t.open >= 0:
		return t.open, running
	case n == nil:
		return 0, m.end(Unknown)
	case t.dst < 0 && n.Sign() != 0:
		return t.yes, running
	case t.dst < 0:
		return t.no, running
	case n.IsInt64():
		m.reg[t.dst] = n.Int64()
		return t.yes, running
	case n.IsUint64() && t.pattern:
		m.reg[t.dst] = int64(n.Uint64())
		return t.yes, running
	}
	return 0, m.end(Unknown)
}

// trapAt finds the trap that covers pc.
func (u *unit) trapAt(pc int32) *trap {
	lo, hi := 0, len(u.traps)
	for lo < hi {
		if mid := (lo + hi) / 2; u.traps[mid].start <= pc {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 || pc >= u.traps[lo-1].end {
		return nil
	}
	return &u.traps[lo-1]
}
