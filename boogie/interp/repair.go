package interp

// Repair of assumptions. If an assumption fails, the values that were chosen
// shortly before are wrong for it. Solving it for one of them needs no algebra:
// the machine computes the difference of the two sides of a comparison for the
// value and for its successor, which gives a solution if the difference is
// linear. It tries each proposal by running the segment again, so proposals may
// be wrong.

// save copies the registers that a segment writes.
func (m *machine) save(g *segment) {
	if m.replay {
		return
	}
	if g.initial {
		m.chosen = m.initial
		return
	}
	m.chosen, m.base, m.kept = m.scratch, len(m.trail), len(m.reads)
	for i, reg := range g.saved {
		m.backup[i] = m.reg[reg]
	}
}

// maxRepairs bounds the values that a repair tries for one assumption.
const maxRepairs = 12

// repair changes chosen values so that an assumption and those before it in its
// segment hold. If it succeeds, the machine is in the state right after the
// assumption.
func (m *machine) repair(index int32) bool {
	a := &m.u.assumes[index]
	if len(a.leaves) == 0 {
		return false
	}
	m.replay, m.target = true, index
	defer func() { m.replay = false }()
	for range maxRepairs {
		r := m.next()
		l := &a.leaves[r%uint64(len(a.leaves))]
		// Mostly change the unknown chosen last: fewer of the earlier assumptions
		// depend on it.
		u := l.unknowns[len(l.unknowns)-1]
		if r>>32&3 == 0 {
			u = l.unknowns[r>>34%uint64(len(l.unknowns))]
		}
		if m.adjust(a, l, u) {
			m.amend(a)
			return true
		}
	}
	return false
}

// amend enters the repaired choices of the segment into the trail.
func (m *machine) amend(a *assume) {
	if m.begun {
		copy(m.trail[min(m.base, len(m.trail)):], m.chosen[:m.u.segments[a.segment].unknowns])
	}
}

// adjust tries other values for an unknown.
func (m *machine) adjust(a *assume, l *leaf, u int32) bool {
	c := m.u.choosers[m.u.segments[a.segment].choosers[u]]
	old := m.chosen[u]
	if c.kind == mapKind {
		return false
	}
	if l.op != opNop && (c.kind == intKind || c.kind == bvKind) {
		m.again(a)
		d0, ok := m.difference(l)
		if ok {
			m.chosen[u] = c.pattern(old + 1)
			m.again(a)
			// The slope is the change of the difference for one step of the value.
			d1, linear := m.difference(l)
			for _, v := range m.proposals(l, old, d0, d1-d0, linear) {
				m.chosen[u] = c.pattern(v)
				if m.again(a) {
					return true
				}
			}
		}
	}
	// No proposal works: try a fresh value.
	m.chosen[u] = m.fresh(c)
	if m.again(a) {
		return true
	}
	// Half of the time keep the new value: a step sideways may let another
	// comparison succeed.
	if m.next()&1 == 0 {
		m.chosen[u] = old
	}
	return false
}

// again runs the segment up to the assumption with the current choices.
func (m *machine) again(a *assume) bool {
	g := &m.u.segments[a.segment]
	if !g.initial {
		for i, reg := range g.saved {
			m.reg[reg] = m.backup[i]
		}
		m.reads = m.reads[:m.kept]
	}
	return m.exec(g.start) == reached
}

// difference is the left side of a comparison minus the right one.
func (m *machine) difference(l *leaf) (int64, bool) {
	if m.exec(l.x.start) != stopped {
		return 0, false
	}
	x := m.reg[l.x.reg]
	if m.exec(l.y.start) != stopped {
		return 0, false
	}
	y := m.reg[l.y.reg]
	if l.bits > 0 && l.signed {
		x, y = signed(x, l.bits), signed(y, l.bits)
	}
	return x - y, true
}

// proposals are values that may make a comparison hold. Its sides differ by d at
// the value v, and by slope more for each step.
func (m *machine) proposals(l *leaf, v, d, slope int64, linear bool) []int64 {
	want := int64(0) // for the difference
	switch l.op {
	case opNe:
		return []int64{v + 1, v - 1}
	case opLt:
		want = -1 - int64(m.next()&3)
	case opLe:
		want = -int64(m.next() & 3)
	}
	if !linear || slope == 0 {
		slope = 1
	}
	move := want - d
	q := move / slope
	if q*slope != move && (l.op == opLt || l.op == opLe) {
		// Past the border rather than short of it.
		if (move < 0) == (slope < 0) {
			q++
		} else {
			q--
		}
	}
	// The last two are for remainders, whose difference is not linear.
	return []int64{v + q, v - d, v + d}
}
