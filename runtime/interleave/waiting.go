package interleave

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/runtime/flat"
)

// Progress says who may run.
type Progress struct {
	// LockStep: the threads of a warp run as on devices before sm_70. Of a branch on which they part, one side
	// runs after the other, each until all its threads are where the sides meet again.
	LockStep bool
	// Resident is the number of blocks that run at a time, in the order of their numbers or, with Backwards, the other
	// way round: one begins when another one has ended. 0 is all.
	Resident  int
	Backwards bool
	// ElseFirst runs the side for which a branch is not taken first, in lock step.
	ElseFirst bool
}

// Waiting is a state in which no thread does anything new: some go round in loops in which they read the same values for
// ever, in every order in which threads make progress by the rules.
type Waiting struct {
	// Threads go round, each with a statement that it executes again and again.
	Threads []Side
	// Held are those that lock step keeps from running, with the statements that they are in front of; nil for one that is at the end.
	Held []Side
	// Unstarted is the number of blocks that have not begun.
	Unstarted int
	// Made is set if threads have read values that nothing in the program says, or there are parameters, that may decide what they do: with others they may go on.
	Made bool
}

// Waits executes the kernel until all threads have ended or no thread does anything new. Only the first is nil without a
// reason why nothing is known: the limit is reached, the kernel does not admit the input, or what
// threads do depends on values that gv2 does not know.
func (p *Program) Waits(o Options, by Progress) (w *Waiting, known bool) {
	m := newMachine(p, o)
	m.quiet = &quiet{decides: o.Decides}
	m.quiet.made = slices.ContainsFunc(p.Kernel.Params, func(v *kernel.Var) bool { return o.Decides == nil || o.Decides.Var(v) })
	if m.void != "" {
		return nil, false
	}
	if by.Backwards {
		slices.Reverse(m.blocks)
	}
	r := &rounds{m: m, by: by, meets: p.meetings(), waiting: slices.Clone(m.blocks)}
	for !m.over && m.void == "" {
		r.admit()
		moved := false
		for _, b := range slices.Clone(r.running) {
			if by.LockStep {
				moved = r.warps(b) || moved
			} else {
				moved = r.single(b) || moved
			}
		}
		if m.steps >= m.MaxSteps || m.stalledAny() {
			return nil, false
		}
		if !moved && len(r.running) == 0 && len(r.waiting) == 0 {
			return nil, m.void == ""
		}
		if !moved {
			return nil, false // threads wait at barriers, which is for others to judge
		}
		if m.quiet.again(m) {
			return r.report(), true
		}
	}
	return nil, false
}

func (m *machine) stalledAny() bool {
	return m.stalled || slices.ContainsFunc(m.blocks, func(b *block) bool { return b.stalled })
}

// rounds lets each thread execute an instruction, and again.
type rounds struct {
	m       *machine
	by      Progress
	meets   []int
	running []*block
	waiting []*block
	stacks  map[*block][]*warp
}

// admit drops blocks that have ended and starts others in their place.
func (r *rounds) admit() {
	r.running = slices.DeleteFunc(r.running, func(b *block) bool {
		return !slices.ContainsFunc(b.threads, func(t *thread) bool { return t.state != exited })
	})
	for len(r.waiting) > 0 && (r.by.Resident <= 0 || len(r.running) < r.by.Resident) {
		r.running = append(r.running, r.waiting[0])
		r.waiting = r.waiting[1:]
		r.m.quiet.moved = true
	}
}

// single executes an instruction of each thread that can.
func (r *rounds) single(b *block) bool {
	moved := false
	for _, t := range b.threads {
		if t.state == ready && !r.m.over {
			r.m.step(t)
			moved = true
		}
	}
	return moved
}

// warp is the threads of a warp in lock step: the innermost part of it runs, until all of its threads are at its end.
type warp struct {
	parts []part
}

type part struct {
	threads []*thread
	until   int // where the part meets the others
}

func (r *rounds) warps(b *block) bool {
	if r.stacks == nil {
		r.stacks = map[*block][]*warp{}
	}
	if r.stacks[b] == nil {
		for list := range slices.Chunk(b.threads, kernel.WarpSize) {
			r.stacks[b] = append(r.stacks[b], &warp{[]part{{list, len(r.meets)}}})
		}
	}
	moved := false
	for _, w := range r.stacks[b] {
		if !r.m.over {
			moved = r.together(w) || moved
		}
	}
	return moved
}

// together executes one instruction of the innermost part of a warp.
func (r *rounds) together(w *warp) bool {
	for len(w.parts) > 0 {
		top := &w.parts[len(w.parts)-1]
		top.threads = slices.DeleteFunc(slices.Clone(top.threads), func(t *thread) bool { return t.state == exited })
		if len(top.threads) > 0 && top.threads[0].pc != top.until {
			break
		}
		w.parts = w.parts[:len(w.parts)-1]
	}
	if len(w.parts) == 0 {
		return false
	}
	top := &w.parts[len(w.parts)-1]
	at := top.threads[0].pc
	for _, t := range top.threads {
		if t.state != ready {
			return false // at a barrier
		}
		if t.pc != at {
			r.m.end("the threads of a warp are not together")
			return false
		}
	}
	for _, t := range top.threads {
		if !r.m.over && t.state == ready {
			r.m.step(t)
		}
	}
	if r.m.over || r.m.program.Instrs[at].Op != flat.Branch {
		return true
	}
	var taken, passed []*thread
	for _, t := range top.threads {
		if t.pc == r.m.program.Instrs[at].To {
			taken = append(taken, t)
		} else {
			passed = append(passed, t)
		}
	}
	if len(taken) == 0 || len(passed) == 0 {
		return true
	}
	if r.by.ElseFirst {
		taken, passed = passed, taken
	}
	// The last one runs first.
	w.parts = append(w.parts, part{taken, r.meets[at]}, part{passed, r.meets[at]})
	return true
}

// report tells who waits.
func (r *rounds) report() *Waiting {
	w := &Waiting{Unstarted: len(r.waiting), Made: r.m.quiet.made}
	for _, b := range r.running {
		for _, t := range b.threads {
			if t.state != ready {
				continue
			}
			if r.held(b, t) {
				w.Held = append(w.Held, t.side(r.m.program.Instrs[t.pc].Stmt))
			} else if t.touched != nil {
				w.Threads = append(w.Threads, t.side(t.touched))
			}
		}
	}
	return w
}

// held reports whether a thread does not run, as it is not in the innermost part of its warp.
func (r *rounds) held(b *block, t *thread) bool {
	if !r.by.LockStep {
		return false
	}
	parts := r.stacks[b][t.linear/kernel.WarpSize].parts
	return len(parts) > 0 && !slices.Contains(parts[len(parts)-1].threads, t)
}

// Decisive tells which values may decide what threads do.
type Decisive interface {
	Array(a *kernel.Array) bool
	Var(v *kernel.Var) bool
}

func (q *quiet) decisive(a *kernel.Array) bool { return q.decides == nil || q.decides.Array(a) }

// quiet looks for a state that comes again while memory stays as it is.
type quiet struct {
	// moved is set when memory changes, or a thread begins, ends or waits.
	moved bool
	// made is set once a thread has read a value that gv2 has made up and that may decide what threads do.
	made    bool
	decides Decisive
	since   int // rounds in which nothing moved
	until   int // when to keep the next state
	kept    []int64
	states  []int64
}

// again reports whether the machine is in the state that was kept, and nothing moved since.
func (q *quiet) again(m *machine) bool {
	if q.moved {
		q.moved, q.since, q.until, q.kept = false, 0, 32, nil
		return false
	}
	if q.since++; q.since < q.until && q.kept == nil {
		return false
	}
	q.states = q.states[:0]
	for _, t := range m.threads {
		q.states = append(q.states, int64(t.pc), int64(t.state))
		q.states = append(q.states, t.regs...)
	}
	if q.kept != nil && slices.Equal(q.kept, q.states) {
		return true
	}
	if q.since >= q.until {
		q.kept, q.until = slices.Clone(q.states), 2*q.until
	}
	return false
}

// meetings are, for each instruction, the nearest one that every way from it to the end of the kernel reaches; the number of
// instructions where there is none.
func (p *Program) meetings() []int {
	n := len(p.Instrs)
	next := func(at int) []int {
		switch in := &p.Instrs[at]; in.Op {
		case flat.Exit:
			return []int{n}
		case flat.Jump:
			return []int{in.To}
		case flat.Branch:
			return []int{at + 1, in.To}
		default:
			return []int{at + 1}
		}
	}
	// The instructions in an order in which each comes behind those that lead to it, from the end (Cooper, Harvey, Kennedy: A Simple,
	// Fast Dominance Algorithm).
	before := make([][]int, n+1)
	for at := range n {
		for _, to := range next(at) {
			before[to] = append(before[to], at)
		}
	}
	number, order := make([]int, n+1), []int{}
	seen := make([]bool, n+1)
	type visit struct{ at, i int }
	stack := []visit{{n, 0}}
	seen[n] = true
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		if v.i < len(before[v.at]) {
			b := before[v.at][v.i]
			v.i++
			if !seen[b] {
				seen[b] = true
				stack = append(stack, visit{b, 0})
			}
			continue
		}
		number[v.at] = len(order)
		order = append(order, v.at)
		stack = stack[:len(stack)-1]
	}
	nearest := make([]int, n+1)
	for i := range nearest {
		nearest[i] = -1
	}
	nearest[n] = n
	for changed := true; changed; {
		changed = false
		for i := len(order) - 2; i >= 0; i-- {
			at, found := order[i], -1
			for _, to := range next(at) {
				switch {
				case nearest[to] < 0:
				case found < 0:
					found = to
				default:
					for a := to; a != found; {
						for number[a] < number[found] {
							a = nearest[a]
						}
						for number[found] < number[a] {
							found = nearest[found]
						}
					}
				}
			}
			if found >= 0 && nearest[at] != found {
				nearest[at], changed = found, true
			}
		}
	}
	for i := range nearest {
		if nearest[i] < 0 {
			nearest[i] = n // no way to the end
		}
	}
	return nearest[:n]
}
