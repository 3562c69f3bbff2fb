package litmus

import (
	"fmt"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/runtime/memory"
	"gv2/runtime/memory/thread"
)

// Run is an execution for people: what each thread does, and which write each read observes.
type Run struct {
	Threads []Thread
	// Witness is a circle of events that an axiom forbids; empty for an execution that is
	// allowed.
	Witness []Step
}

// Step is a part of the circle.
type Step struct {
	From, To Event
	By       memory.Relation
}

// Thread is one thread that does something.
type Thread struct {
	Name   string
	Events []Event
}

// Event is one operation.
type Event struct {
	Pos    diag.Pos
	Text   string // "y = 1", "reads x = 0", "fence.sc.gpu", "barrier"
	Thread string
	// From is the write that a read observes: its position and thread, or that it is the
	// initial value.
	From string
}

func newRun(l *thread.Launched, x *memory.Execution, witness []memory.Step) *Run {
	r := &Run{}
	for i := range x.Events {
		if x.Thread[i] < 0 {
			continue
		}
		name := threadName(l, x.Thread[i])
		if len(r.Threads) == 0 || r.Threads[len(r.Threads)-1].Name != name {
			r.Threads = append(r.Threads, Thread{Name: name})
		}
		t := &r.Threads[len(r.Threads)-1]
		t.Events = append(t.Events, newEvent(l, x, i))
	}
	for _, s := range witness {
		r.Witness = append(r.Witness, Step{newEvent(l, x, s.From), newEvent(l, x, s.To), s.By})
	}
	return r
}

// threadName is the block, and the thread where blocks have several.
func threadName(l *thread.Launched, t int) string {
	threads := l.Kernel.Launch.Threads()
	if threads == 1 {
		return fmt.Sprintf("block %d", t)
	}
	if l.Kernel.Launch.Blocks() == 1 {
		return fmt.Sprintf("thread %d", t)
	}
	return fmt.Sprintf("thread %d of block %d", t%threads, t/threads)
}

func newEvent(l *thread.Launched, x *memory.Execution, i int) Event {
	e := &x.Events[i]
	if x.Thread[i] < 0 {
		return Event{Text: fmt.Sprintf("%s = %d", describe(l, e.Place), e.Value), Thread: "at the start"}
	}
	out := Event{Thread: threadName(l, x.Thread[i])}
	if s, ok := e.Origin.(kernel.Stmt); ok {
		out.Pos = s.Source().Pos
	}
	switch e.Kind {
	case memory.Read:
		out.Text = fmt.Sprintf("reads %s = %d", describe(l, e.Place), e.Value)
		switch w := x.ReadsFrom[i]; {
		case w < 0:
		case x.Thread[w] < 0:
			out.From = "the initial value"
		default:
			from := newEvent(l, x, w)
			out.From = fmt.Sprintf("line %d, %s", from.Pos.Line, from.Thread)
		}
	case memory.Write:
		out.Text = fmt.Sprintf("%s = %d", describe(l, e.Place), e.Value)
	case memory.Fence:
		out.Text = fmt.Sprintf("fence.%s.%s", e.Order, e.Scope)
	case memory.Barrier:
		out.Text = "barrier"
	}
	if e.Kind <= memory.Write && e.Order != memory.Weak {
		out.Text += fmt.Sprintf(" (%s.%s)", e.Order, e.Scope)
	}
	return out
}
