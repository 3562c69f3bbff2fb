package interleave

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/runtime/eval"
	"gv2/runtime/flat"
)

// array holds what is known about an array before execution.
type array struct {
	*kernel.Array
	number int
	// written is set if the kernel changes it; counts if the kernel uses the result of
	// an atomic on it, as with a lock or a counter.
	written, counts bool
	plain           bool // not all accesses are atomics
}

// memory holds the accessed elements of an array.
type memory map[int64]*element

// element is one element with its accesses.
type element struct {
	value int64
	doubt *doubt // about the value
	// made is set for a value that no declaration gives and no thread has stored, and what atomics make of it.
	made  bool
	past  []record
	left  releases
	turns clock // what threads that have changed it by atomics had released of volatile data
}

// record is one access.
type record struct {
	thread *thread
	when   int32
	stmt   kernel.Stmt
	kind   access
	value  int64
	doubt  *doubt
	seen   []observation // of a strong write, by other threads
}

type access uint8

const (
	read access = iota
	write
	atomic
)

// mostRecords is how many accesses an element records.
const mostRecords = 24

// memoryOf is the memory of an array for a thread.
func (m *machine) memoryOf(t *thread, a *array) memory {
	list := m.global
	switch a.Space {
	case kernel.Shared:
		list = t.block.shared
	case kernel.Local:
		if t.local == nil {
			t.local = map[*array]memory{}
		}
		list = t.local
	}
	if list[a] == nil {
		list[a] = memory{}
	}
	return list[a]
}

func (m *machine) element(t *thread, a *array, i int64) *element {
	mem := m.memoryOf(t, a)
	e := mem[i]
	if e == nil {
		e = &element{value: m.initial(t, a, i), made: !a.begins(i), doubt: doubtOf(a, nil)}
		mem[i] = e
	}
	return e
}

// initial is the value of an element before any write. Locks and counters in global
// memory start with the value of their declaration, or with zero.
func (m *machine) initial(t *thread, a *array, i int64) int64 {
	if v, given := m.Given[a.Name][i]; given && a.Space != kernel.Local && a.Holds == 0 {
		return v
	}
	switch {
	case a.Init != nil && a.Space != kernel.Shared && i < int64(len(a.Init)):
		return a.Init[i].Val
	case a.counts && i < int64(len(a.First)):
		return a.First[i].Val
	case a.Init != nil && a.Space != kernel.Shared, a.counts:
		return 0
	case a.Holds != 0:
		return a.Holds.Example(i, m.Input)
	case a.Space == kernel.Local:
		i += int64(t.number)
	}
	return m.word(a, i)
}

// doubtOf is the doubt about an element that no thread has written: what a declaration says that gv2 does not
// compute may be anything; otherwise it is have.
func doubtOf(a *array, have *doubt) *doubt {
	if a.Fixed && a.Holds == 0 && a.Space != kernel.Shared {
		return unknownInteger
	}
	return have
}

// begins reports whether the declaration says what the element holds at first.
func (a *array) begins(i int64) bool {
	return a.Space != kernel.Shared && !a.Fixed && (a.First != nil || a.Init != nil)
}

// touch performs an access to consecutive elements; update gives each of them its
// new value, and doubts what is in doubt of that. It returns the old values.
func (m *machine) touch(t *thread, in *flat.Instr, kind access, ghost bool, update func(part int, old int64) int64, doubts func(old int64, held *doubt) *doubt) []int64 {
	t.heldDoubt = nil
	acc := kernel.Touched(in.Stmt)
	if acc.Array.Space != kernel.Local {
		t.touched = in.Stmt
	}
	from, a := t.regs[in.Index], m.program.arrays[in.Array]
	width, when := int64(max(acc.Width, 1)), t.when
	if from < 0 || a.Len >= 0 && from+width > a.Len {
		m.spoil("an access is out of bounds")
		return make([]int64, width)
	}
	held := t.held[:0]
	for part := range width {
		if !a.written {
			v := m.initial(t, a, from+part)
			if m.quiet != nil && !a.begins(from+part) && m.quiet.decisive(a.Array) {
				m.quiet.made = true
			}
			held = append(held, v)
			t.remember(Word{a.Array, from + part, v})
			m.tell(t, Event{Kind: Accesses, Stmt: in.Stmt, Array: a.Array, Index: from + part, Value: v})
			t.heldDoubt = doubtOf(a, t.heldDoubt)
			continue
		}
		e := m.element(t, a, from+part)
		held = append(held, e.value)
		if m.quiet != nil && e.made && a.Space != kernel.Local && m.quiet.decisive(a.Array) {
			m.quiet.made = true
		}
		if e.doubt != nil {
			t.heldDoubt = e.doubt
		}
		old := e.value
		if kind != read {
			e.value = update(int(part), old)
			e.doubt = doubts(old, e.doubt)
			if e.value != old {
				m.moves()
			}
			e.made = e.made && keeps(in.Stmt) && (e.value == old || !exchanges(in.Stmt))
		}
		m.tell(t, Event{Kind: Accesses, Stmt: in.Stmt, Array: a.Array, Index: from + part, Value: e.value, Old: old})
		if m.quiet != nil {
			continue // nobody asks for races
		}
		switch at, _ := in.Stmt.(*kernel.Atomic); kind {
		case atomic:
			missed := at.Op == "cas" && len(in.Args) > 0 && old != t.regs[in.Args[0]]
			if width > 1 {
				missed = t.missed
			}
			t.strong(e, at, !kernel.OnlyReads(at) && !missed)
		case write:
			e.left = releases{}
		case read:
		}
		if !ghost && (a.Space == kernel.Shared || a.Space == kernel.Global) {
			m.note(e, record{thread: t, when: when, stmt: in.Stmt, kind: kind, value: e.value, doubt: e.doubt}, a, from+part)
		}
	}
	t.held = held
	return held
}

// found is the doubt about what the latest access has read, of that many elements.
func (t *thread) found(width int) *doubt {
	if width > 1 && t.heldDoubt != nil {
		return unknownInteger
	}
	return t.heldDoubt
}

// mostWords is how many elements of inputs a thread records.
const mostWords = 4

// remember records an element of an input that the thread has read.
func (t *thread) remember(w Word) {
	if w.Array.Space == kernel.Local || slices.Contains(t.words, w) {
		return
	}
	if len(t.words) == mostWords {
		t.words = t.words[1:]
	}
	t.words = append(slices.Clip(t.words), w)
}

// note enters an access, and reports its races with earlier ones.
func (m *machine) note(e *element, r record, a *array, i int64) {
	if at, is := r.stmt.(*kernel.Atomic); is && at.Op != "store" && a.plain {
		r.observes(e.past)
	}
	slot := flat.None
	for at := range e.past {
		p := &e.past[at]
		if p.thread == r.thread {
			if p.stmt == r.stmt {
				slot = at
			}
			continue
		}
		if r.thread.knows(p) {
			// An access ordered before this write may give up its place: whatever is not ordered after it is
			// not ordered after the write, either. In a full list any ordered access may.
			if slot == flat.None && (r.kind == write || len(e.past) == mostRecords) {
				slot = at
			}
			continue
		}
		if m.conflict(p, &r) && !(p.kind == atomic && r.kind != atomic && r.thread.observedBefore(p)) && !r.thread.inTurn(p, &r) {
			m.report(Fault{Property: kernel.DataRace, Sides: []Side{p.side(), r.side()}, Array: a.Array, Index: i})
		}
	}
	switch {
	case slot != flat.None:
		e.past[slot] = r
	case len(e.past) < mostRecords:
		e.past = append(e.past, r)
	// The list is full: drop an arbitrary record. That can miss races, but reports no wrong ones.
	default:
		e.past[m.random(mostRecords)] = r
	}
}

// conflict reports whether two accesses may not happen at the same time. Two
// threads that write the same value do no harm.
func (m *machine) conflict(p, r *record) bool {
	blocks := p.thread.block != r.thread.block
	switch {
	case blocks && m.IntraGroup, p.reads() && r.reads():
		return false
	case p.kind == write && r.kind == write:
		return differ(kernel.Touched(r.stmt).Array.Elem, p, r)
	case p.kind == atomic && r.kind == atomic:
		return kernel.Touched(p.stmt).Width != kernel.Touched(r.stmt).Width || apart(p, r)
	}
	return true
}

// reads reports whether the access only reads.
func (r *record) reads() bool { return kernel.OnlyReads(r.stmt) }

func blockScope(s kernel.Stmt) bool {
	a, ok := s.(*kernel.Atomic)
	return ok && a.Scope == kernel.BlockScope
}

// side is the thread as one side of a fault.
func (t *thread) side(s kernel.Stmt) Side {
	return Side{Stmt: s, Block: t.block.number, Thread: t.linear, Words: t.words}
}

func (r *record) side() Side {
	return r.thread.side(r.stmt)
}

// keeps reports whether what a statement leaves in memory depends on what it finds there.
func keeps(s kernel.Stmt) bool {
	a, ok := s.(*kernel.Atomic)
	return ok && a.Op != "store" && eval.AtomicOf(a) != eval.Exchange
}

// exchanges reports whether it is a compare-and-swap.
func exchanges(s kernel.Stmt) bool {
	a, ok := s.(*kernel.Atomic)
	return ok && eval.AtomicOf(a) == eval.CAS
}
