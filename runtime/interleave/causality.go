package interleave

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// An execution interleaves instructions, so memory is sequentially consistent in it; the memory model of PTX allows that,
// among others. What orders accesses is its causality order (PTX ISA, Memory Consistency Model), as far as clocks tell: what precedes a fence that
// releases and a strong write is before what follows a strong read that observes the write, directly or through a chain of read-modify-writes, and a fence
// that acquires, if the scopes include both threads. Fences that are sequentially consistent are ordered as they are executed. So a missing
// fence shows. Where the order is not computed exactly, it has too much.

// width tells for which threads something counts.
type width int

const (
	wide   width = iota // for those of all blocks
	narrow              // for those of the block
	widths
)

// releases are the clocks that strong writes have left at an element: for all threads, and for those of a block.
type releases struct {
	all    clock
	within map[*block]clock
}

// fence executes a fence.
func (m *machine) fence(t *thread, s *kernel.Fence) {
	order, broad := s.Order(), s.Scope == kernel.DeviceScope || s.Scope == kernel.SystemScope
	if order != kernel.Release {
		t.acquire(broad)
	}
	if order == kernel.SequentiallyConsistent {
		t.learn(t.block.fences)
		if broad && (t.block.fences == nil || m.fences == nil || &m.fences[0] != &t.block.fences[0]) {
			t.learn(m.fences)
		}
	}
	if order == kernel.Acquire {
		return
	}
	here := t.mark()
	t.free()
	t.released[narrow] = here
	if broad {
		t.released[wide] = here
	}
	if order == kernel.SequentiallyConsistent {
		t.block.fences = m.clockOf([]mark{here})
		if broad {
			m.fences = t.block.fences
		}
	}
}

// acquire orders the thread after what it has observed.
func (t *thread) acquire(broad bool) {
	t.learn(t.observed[narrow])
	t.observed[narrow] = nil
	if broad {
		t.learn(t.observed[wide])
		t.observed[wide] = nil
	}
}

// observe is the part of a strong access that reads.
func (t *thread) observe(e *element, s *kernel.Atomic) {
	broad := s.Scope != kernel.BlockScope
	if broad {
		t.notice(wide, e.left.all)
	}
	t.notice(narrow, e.left.within[t.block])
	if s.Order == kernel.Acquire || s.Order == kernel.AcquireRelease {
		t.acquire(broad)
	}
}

// notice adds a clock to what the thread has observed. A thread that spins sees the same one again and again.
func (t *thread) notice(w width, c clock) {
	switch old := t.observed[w]; {
	case c == nil, t.noticed[w] != nil && &c[0] == &t.noticed[w][0] && old != nil:
	case old == nil:
		t.observed[w], t.noticed[w] = c, c
	default:
		t.observed[w], t.noticed[w] = t.m.clockOf(nil, old, c), c
	}
}

// with is a clock with a mark.
func (t *thread) with(c clock, k mark) clock {
	if c != nil && c[k.number] >= k.when {
		return c
	}
	return t.m.clockOf([]mark{k}, c)
}

// publish is the part of a strong access that writes. A read-modify-write hands on what others have left.
func (t *thread) publish(e *element, s *kernel.Atomic, chain bool) {
	by := t.released
	broad := s.Scope != kernel.BlockScope
	if s.Order == kernel.Release || s.Order == kernel.AcquireRelease {
		here := t.mark()
		by[narrow] = here
		if broad {
			by[wide] = here
		}
	}
	old := e.left
	e.left = releases{}
	if chain {
		e.left.within = old.within
		if broad {
			e.left.all = old.all
		}
	}
	if broad && by[wide].when > 0 {
		e.left.all = t.with(e.left.all, by[wide])
	}
	if !broad {
		e.left.within = map[*block]clock{t.block: e.left.within[t.block]}
	}
	if by[narrow].when > 0 {
		c := t.with(e.left.within[t.block], by[narrow])
		if e.left.within == nil {
			e.left.within = map[*block]clock{}
		}
		e.left.within[t.block] = c
	}
}

// Volatile accesses to data are strong, so two of them are no race by the letter of the model; what the threads read is reported
// if a schedule decides it, or a fence that is missing between the access and the atomic that tells of it. Whether the thread that is told has a
// fence, too, is left open: compilers and devices do not read ahead of an atomic what is volatile, as far as is known, and the
// letter of the model says nothing against it. For that, each atomic orders its thread after what fences have released to the element: turns.

// takeTurn orders the thread's next volatile accesses after those that earlier users of the element have released, and those before its
// last fence before those of later ones.
func (t *thread) takeTurn(e *element, s *kernel.Atomic, wrote bool) {
	if s.Order == kernel.Release || s.Order == kernel.AcquireRelease {
		t.free()
	}
	if e.turns != nil {
		t.turns = t.m.clockOf(nil, t.turns, e.turns)
	}
	if wrote && t.freed != nil {
		e.turns = t.m.clockOf(nil, e.turns, t.freed)
	}
}

// free is a fence that releases volatile accesses.
func (t *thread) free() {
	if t.m.program.volatile {
		t.freed = t.m.clockOf([]mark{t.mark()}, t.turns)
	}
}

// inTurn reports whether an access and the thread's next one are volatile both, and one after the other in each schedule with
// the same order of atomics.
func (t *thread) inTurn(p, r *record) bool {
	return isVolatile(p.stmt) && isVolatile(r.stmt) && t.turns != nil && t.turns[p.thread.number] >= p.when
}

func isVolatile(s kernel.Stmt) bool {
	switch s := s.(type) {
	case *kernel.Load:
		return s.Volatile
	case *kernel.Store:
		return s.Volatile
	default:
		// Others are not volatile.
	}
	return false
}

// strong is what a strong access does to the order; wrote is set if it has changed the element, or put there what was
// there.
func (t *thread) strong(e *element, s *kernel.Atomic, wrote bool) {
	if t.m.program.volatile {
		t.takeTurn(e, s, wrote)
	}
	op := eval.AtomicOf(s)
	if op != eval.StoreOnly {
		t.observe(e, s)
	}
	if wrote {
		t.publish(e, s, op != eval.StoreOnly)
	}
}

// observation is a strong read of what a strong write has left, or of what atomics have made of it.
type observation struct {
	by   *thread
	when int32
}

// observes notes that a strong read has seen earlier strong writes.
func (r *record) observes(past []record) {
	for i := range past {
		p := &past[i]
		if p.kind == atomic && p.thread != r.thread && !p.reads() && !apart(p, r) && !slices.ContainsFunc(p.seen, func(o observation) bool { return o.by == r.thread }) {
			p.seen = append(p.seen, observation{r.thread, r.when})
		}
	}
}

// apart reports whether the scope of one of two strong accesses leaves out the other's thread.
func apart(p, r *record) bool {
	return p.thread.block != r.thread.block && (blockScope(p.stmt) || blockScope(r.stmt))
}

// observedBefore reports whether a strong write has been observed before the thread's next access: it is one access itself
// that is ordered so, and nothing before it.
func (t *thread) observedBefore(p *record) bool {
	for _, o := range p.seen {
		if o.by == t || t.seen != nil && t.seen[o.by.number] >= o.when {
			return true
		}
	}
	return false
}
