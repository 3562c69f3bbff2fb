package order_test

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/predicate/named/order"
)

// The explorer executes all interleavings of a block thread by thread, by the rules
// of WEFT, section 3.3, and knows neither clocks nor generations: it is the oracle of
// Run. Between two operations each thread makes an access, so that what happens before
// what shows in the order of accesses.

const (
	mostThreads  = 4
	mostBarriers = 3
)

// state is where all threads are: what each has done, two steps for each operation,
// and the registrations of each barrier.
type state struct {
	step    [mostThreads]int8
	waits   [mostThreads]bool
	barrier [mostBarriers]struct{ registered, count, done int8 }
}

// point is an access or an operation of a thread; access i is before operation i.
type point struct{ thread, index int }

type explorer struct {
	agents  []order.Agent
	agentOf []int
	seen    map[state]bool
	bad     bool                   // a count that does not fit, or a deadlock
	on      map[point]map[int]bool // generations of each operation, over all executions
	first   map[[2]point]bool      // the access that came first, in some execution
}

func explore(agents []order.Agent) *explorer {
	e := &explorer{agents: agents, seen: map[state]bool{}, on: map[point]map[int]bool{}, first: map[[2]point]bool{}}
	for i, a := range agents {
		for range a.Threads {
			e.agentOf = append(e.agentOf, i)
		}
	}
	e.visit(state{})
	return e
}

func (e *explorer) ops(t int) []order.Op { return e.agents[e.agentOf[t]].Ops }

// together are the threads that execute the operation of a thread as one instruction.
func (e *explorer) together(t int, op order.Op) []int {
	if !op.Aligned || !e.agents[e.agentOf[t]].OneWarp {
		return []int{t}
	}
	var out []int
	for u := range e.agentOf {
		if e.agentOf[u] == e.agentOf[t] {
			out = append(out, u)
		}
	}
	return out
}

func (e *explorer) visit(s state) {
	if e.seen[s] {
		return
	}
	e.seen[s] = true
	moved, over := false, true
	for t := range e.agentOf {
		if int(s.step[t]) > 2*len(e.ops(t)) {
			continue
		}
		over = false
		if s.waits[t] {
			continue
		}
		if next, can, fits := e.step(s, t); !fits {
			moved, e.bad = true, true
		} else if can {
			moved = true
			e.visit(next)
		}
	}
	if !moved && !over {
		e.bad = true
	}
}

// step is the next step of a thread, if it can make one; fits is false if it is an
// operation that does not fit.
func (e *explorer) step(s state, t int) (next state, can, fits bool) {
	i := int(s.step[t]) / 2
	if s.step[t]%2 == 0 {
		e.access(s, point{t, i})
		s.step[t]++
		return s, true, true
	}
	op := e.ops(t)[i]
	team := e.together(t, op)
	for _, u := range team {
		if s.step[u] != s.step[t] {
			return s, false, true
		}
	}
	for _, u := range team {
		if !e.operate(&s, u, i, op) {
			return s, true, false
		}
	}
	return s, true, true
}

func (e *explorer) operate(s *state, t, i int, op order.Op) bool {
	b := &s.barrier[op.Barrier]
	if b.registered > 0 && int64(b.count) != op.Count {
		return false
	}
	at := point{t, i}
	if e.on[at] == nil {
		e.on[at] = map[int]bool{}
	}
	e.on[at][int(b.done)+1] = true
	b.count = int8(op.Count)
	b.registered++
	if op.Waits {
		s.waits[t] = true
	} else {
		s.step[t]++
	}
	if b.registered == b.count {
		for u := range e.agentOf {
			if s.waits[u] && e.ops(u)[s.step[u]/2].Barrier == op.Barrier {
				s.waits[u] = false
				s.step[u]++
			}
		}
		b.registered, b.count = 0, 0
		b.done++
	}
	return true
}

// access notes that x comes before all accesses that others have yet to make.
func (e *explorer) access(s state, x point) {
	for u := range e.agentOf {
		for k := (int(s.step[u]) + 1) / 2; u != x.thread && k <= len(e.ops(u)); k++ {
			e.first[[2]point{x, {u, k}}] = true
		}
	}
}

// alike reports whether all executions end, with each operation on one generation.
func (e *explorer) alike() bool {
	for _, on := range e.on {
		if len(on) > 1 {
			return false
		}
	}
	return !e.bad
}

// chooser writes random blocks.
type chooser struct{ *rand.Rand }

func (r chooser) agents() []order.Agent {
	left := 2 + r.Intn(mostThreads-1)
	threads := left
	var counts [mostBarriers]int64
	for b := range counts {
		counts[b] = int64(1 + r.Intn(threads))
		if r.Intn(3) > 0 {
			counts[b] = int64(threads)
		}
	}
	used, arrives := 1+r.Intn(mostBarriers), 0.2+0.6*r.Float64()
	var out []order.Agent
	for left > 0 {
		a := order.Agent{Threads: 1, OneWarp: r.Intn(2) == 0}
		aligned := r.Intn(2) == 0
		if left > 1 && r.Intn(3) == 0 {
			a.Threads = 2
		}
		left -= int(a.Threads)
		for range 1 + r.Intn(6-threads) {
			b := r.Intn(used)
			op := order.Op{Barrier: b, Count: counts[b], Waits: r.Float64() > arrives, Aligned: aligned}
			if r.Intn(40) == 0 {
				op.Count = int64(1 + r.Intn(threads))
			}
			a.Ops = append(a.Ops, op)
		}
		out = append(out, a)
	}
	return out
}

func TestRunAgreesWithAllInterleavings(t *testing.T) {
	blocks := 20000
	if testing.Short() {
		blocks = 4000
	}
	r := chooser{rand.New(rand.NewSource(1))}
	tally := map[string]int{}
	for range blocks {
		agents := r.agents()
		oracle := explore(agents)
		courses, fault := order.Run(agents, 1)
		if fault != nil && fault.Kind == order.Miscounted && agents[fault.Agent].Threads > 1 {
			continue // its threads may register on different generations, each on one: no course tells that
		}
		require.Equal(t, oracle.alike(), fault == nil, "%+v\n%+v", agents, fault)
		if fault != nil {
			tally[fmt.Sprint("fault ", fault.Kind)]++
			continue
		}
		tally["alike"]++
		requireOrder(t, agents, courses, oracle)
		if arrivesRecycled(agents, courses) {
			tally["arrives alone, recycled"]++
		}
	}
	t.Log(tally)
	for _, kind := range []string{"alike", "fault 0", "fault 2", "fault 3", "arrives alone, recycled"} {
		require.Greater(t, tally[kind], blocks/1000, kind)
	}
}

// requireOrder demands the generations of all executions, and that one access happens
// before another exactly if it comes first in all of them.
func requireOrder(t *testing.T, agents []order.Agent, courses []order.Course, e *explorer) {
	t.Helper()
	next := make([][]order.Generations, len(agents))
	for i := range agents {
		next[i] = order.Next(agents[i].Ops, courses[i])
	}
	for s := range e.agentOf {
		for i := range e.ops(s) {
			require.Equal(t, map[int]bool{int(courses[e.agentOf[s]].On[i]): true}, e.on[point{s, i}], "%+v", agents)
		}
		for u := range e.agentOf {
			if s == u || e.agentOf[s] == e.agentOf[u] && agents[e.agentOf[s]].OneWarp {
				continue // an aligned instruction orders nothing, though the explorer makes it one step
			}
			for i := 0; i <= len(e.ops(s)); i++ {
				for k := 0; k <= len(e.ops(u)); k++ {
					before := next[e.agentOf[s]][i].Reach(&courses[e.agentOf[u]].Known[k])
					require.Equal(t, !e.first[[2]point{{u, k}, {s, i}}], before, "%+v\naccess %d of thread %d, %d of thread %d", agents, i, s, k, u)
				}
			}
		}
	}
}

// arrivesRecycled reports whether a generation of arrives alone is followed by another
// one.
func arrivesRecycled(agents []order.Agent, courses []order.Course) bool {
	type use struct {
		barrier int
		on      int32
	}
	heeded := map[use]bool{}
	for i, a := range agents {
		for n, op := range a.Ops {
			u := use{op.Barrier, courses[i].On[n]}
			heeded[u] = heeded[u] || op.Waits
		}
	}
	for u := range heeded {
		if before := (use{u.barrier, u.on - 1}); u.on > 1 && !heeded[before] {
			return true
		}
	}
	return false
}
