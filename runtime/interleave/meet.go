package interleave

import (
	"gv2/frontend/kernel"
	"gv2/runtime/eval"
	"gv2/runtime/flat"
)

// Threads wait at barriers for all others of the block or the grid, and lanes at
// warp functions for those that their masks name.

// wait makes a thread wait before the statement that it has reached.
func (t *thread) wait() {
	t.m.moves()
	t.pc--
	t.state = waiting
	t.block.ready--
}

// at is the instruction before which a thread waits.
func (t *thread) at() *flat.Instr { return &t.m.program.Instrs[t.pc] }

// release lets a thread continue with a result.
func (t *thread) release(v int64, d *doubt) {
	in := t.at()
	if in.Dst != flat.None {
		t.set(in, kernel.Assigned(in.Stmt).T.Wrap(v))
		t.about(in.Dst, d)
	}
	t.m.moves()
	t.pc++
	t.state = ready
	t.block.ready++
}

func (m *machine) atBarrier(t *thread, in *flat.Instr) {
	t.value = 0
	if len(in.Args) > 0 {
		t.value = t.regs[in.Args[0]]
	}
	m.tell(t, Event{Kind: Reaches, Stmt: in.Stmt})
	t.wait()
	m.gathered(t.block)
}

// left checks the threads that may wait for one that has exited.
func (m *machine) left(t *thread) {
	for _, u := range t.lanes() {
		if u.state == waiting && !isBarrier(u.at().Stmt) {
			m.together(u)
		}
	}
	m.gathered(t.block)
}

func isBarrier(s kernel.Stmt) bool {
	_, is := s.(*kernel.Barrier)
	return is
}

// gathered releases the threads of a block from a barrier if all have arrived. If
// none can run any more, and they are not all at the same barrier, they diverge.
func (m *machine) gathered(b *block) {
	if b.ready > 0 || b.stalled {
		return
	}
	var first *thread
	for _, t := range b.threads {
		switch {
		case t.state == exited:
		case !isBarrier(t.at().Stmt):
			m.stuck(t)
			return
		case first == nil:
			first = t
		}
	}
	if first == nil {
		m.gatheredGrid()
		return
	}
	barrier := first.at().Stmt.(*kernel.Barrier)
	if barrier.Grid {
		m.gatheredGrid()
		return
	}
	if m.diverge(first, b.threads) {
		return
	}
	m.pass(barrier, b.threads)
}

// stuck reports a lane that waits for another one of its mask, which waits elsewhere, where no thread of
// the block can go on.
func (m *machine) stuck(t *thread) {
	for _, u := range t.lanes() {
		if t.mask>>u.lane()&1 != 0 && u.state == waiting && !t.meets(u) {
			m.report(Fault{Property: kernel.Divergence, Sides: []Side{t.side(t.at().Stmt), u.side(u.at().Stmt)}})
			m.end("lanes of a warp diverge")
			return
		}
	}
}

// meets reports whether two lanes wait at the same warp function for the same lanes; what does nothing but
// wait may stand at several statements.
func (t *thread) meets(u *thread) bool {
	if u.state != waiting || isBarrier(u.at().Stmt) || u.mask != t.mask {
		return false
	}
	return u.pc == t.pc || isWarpSync(u) && isWarpSync(t)
}

func isWarpSync(t *thread) bool {
	_, is := t.at().Stmt.(*kernel.WarpSync)
	return is
}

// gatheredGrid is gathered for a barrier of the grid.
func (m *machine) gatheredGrid() {
	if m.stalled {
		return
	}
	for _, t := range m.threads {
		if t.state == ready || t.state == waiting && !isBarrier(t.at().Stmt) {
			return
		}
	}
	// Blocks that do not run cannot arrive, so a barrier of the grid decides nothing here.
	if len(m.threads) != m.launch.Threads()*m.launch.Blocks() {
		m.end("not all of the grid runs")
		return
	}
	for _, t := range m.threads {
		if t.state == waiting {
			if !m.diverge(t, m.threads) {
				m.pass(t.at().Stmt.(*kernel.Barrier), m.threads)
			}
			return
		}
	}
}

// diverge reports a thread that is not at the barrier of the first one.
func (m *machine) diverge(first *thread, threads []*thread) bool {
	for _, t := range threads {
		if t.state == waiting && sameBarrier(t.at(), first.at()) {
			continue
		}
		other := t.side(nil)
		if t.state == waiting {
			other.Stmt = t.at().Stmt
		}
		m.report(Fault{Property: kernel.Divergence, Sides: []Side{first.side(first.at().Stmt), other}})
		m.end("threads diverge")
		return true
	}
	return false
}

// sameBarrier reports whether threads meet at two instructions: those of forms
// that are not aligned may be at different statements.
func sameBarrier(in, other *flat.Instr) bool {
	if in.Stmt == other.Stmt {
		return true
	}
	a, b := in.Stmt.(*kernel.Barrier), other.Stmt.(*kernel.Barrier)
	return !a.Aligned && !b.Aligned && a.Grid == b.Grid && a.Reduce == b.Reduce && number(a) == number(b)
}

func number(b *kernel.Barrier) int64 {
	if id, ok := b.ID.(*kernel.Const); ok {
		return id.Val
	}
	return 0
}

// pass lets all threads continue.
func (m *machine) pass(b *kernel.Barrier, threads []*thread) {
	meet(threads)
	holds := 0
	for _, t := range threads {
		holds += int(eval.Truth(t.value != 0))
	}
	result, _ := eval.Reduce(b.Reduce, holds, len(threads), len(threads))
	for _, t := range threads {
		m.tell(t, Event{Kind: Passes, Stmt: b})
		t.release(result, nil)
	}
}

// lanes are the threads of a thread's warp.
func (t *thread) lanes() []*thread {
	from := t.linear - t.linear%kernel.WarpSize
	return t.block.threads[from:min(from+kernel.WarpSize, len(t.block.threads))]
}

func (m *machine) atWarp(t *thread, mask uint32, value int64, from int) {
	if mask>>t.lane()&1 == 0 {
		m.spoil("a lane is not in its own mask")
		return
	}
	t.mask, t.value, t.from = mask, value, from
	t.wait()
	m.together(t)
	m.gathered(t.block)
}

// together lets the lanes of a thread's mask continue if all have arrived.
func (m *machine) together(t *thread) {
	var met []*thread
	for _, u := range t.lanes() {
		switch {
		case u.state == exited && aligned(t.at()):
			m.report(Fault{Property: kernel.Divergence, Sides: []Side{t.side(t.at().Stmt), u.side(nil)}})
			m.end("a part of a warp executes what needs all of it")
			return
		case t.mask>>u.lane()&1 == 0 || u.state == exited:
		case !t.meets(u):
			return
		default:
			met = append(met, u)
		}
	}
	if isWarpSync(t) {
		meet(met)
	}
	results, doubts := make([]int64, len(met)), make([]*doubt, len(met))
	for i, u := range met {
		results[i], doubts[i] = m.exchanged(u, met)
	}
	for i, u := range met {
		u.release(results[i], doubts[i])
	}
}

// aligned reports whether all threads of a warp must execute a warp function.
func aligned(in *flat.Instr) bool {
	op, ok := kernel.SyncOf(in.Stmt)
	return ok && op.Who == kernel.WarpLanes && op.Aligned
}

// exchanged is the result of a warp function for a lane.
func (m *machine) exchanged(t *thread, met []*thread) (int64, *doubt) {
	switch s := t.at().Stmt.(type) {
	case *kernel.Shuffle:
		for _, u := range met {
			if u.lane() == t.from {
				return u.value, u.offered
			}
		}
		return m.fresh(s.Dst.T), nil
	case *kernel.Vote:
		var values eval.Row
		all := eval.Lanes(0)
		for _, u := range met {
			values[u.lane()] = u.value
			all |= 1 << u.lane()
		}
		v, _ := eval.Vote(s.Op, all, all, t.lane(), &values)
		return v, nil
	default:
		// A __syncwarp has no result.
	}
	return 0, nil
}
