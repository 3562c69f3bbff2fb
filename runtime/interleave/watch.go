package interleave

import (
	"gv2/frontend/kernel"
	"gv2/runtime/eval"
)

// Watch is told what threads do, in the order of an execution.
type Watch struct {
	// Of chooses the threads, by the linear indices of the block and of the thread in it.
	Of func(block, thread int) bool
	// Does is told each event of these threads.
	Does func(Event)
	// Fails is told each fault of all threads, those alike as well, and whether that is all that was to be seen.
	Fails func(Fault) bool
}

// EventKind is what a thread does.
type EventKind uint8

const (
	Assigns  EventKind = iota // a variable
	Branches                  // on a condition
	Accesses                  // an element
	Asserts                   // a condition
	Reaches                   // a barrier
	Passes                    // a barrier that all have reached
	Exits
)

// Event is something that a thread does.
type Event struct {
	Block, Thread int // linear indices
	Kind          EventKind
	Stmt          kernel.Stmt // nil for the end of the kernel
	// Array and Index name the element of an access.
	Array *kernel.Array
	Index int64
	// Value is that of the variable, of the condition, or of the element behind the access, and Old that of the
	// element before it.
	Value, Old int64
}

// tell tells who watches, if somebody does.
func (m *machine) tell(t *thread, e Event) {
	if m.Watch == nil || !m.Watch.Of(t.block.number, t.linear) {
		return
	}
	e.Block, e.Thread = t.block.number, t.linear
	m.Watch.Does(e)
}

// InOrder is the number of a schedule in which each thread runs until it waits, the first one first.
func (p *Program) InOrder() uint64 {
	n := uint64(0)
	for eval.Scramble(n)%p.schedules() != forwards {
		n++
	}
	return n
}
