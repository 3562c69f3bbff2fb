package order

// Op is one operation on a barrier.
type Op struct {
	Barrier int
	// Count is the number of threads that it expects.
	Count int64
	// Waits is set for a sync, which goes on when the generation is complete, and not
	// for an arrive.
	Waits bool
	// Aligned is set where the threads of a warp execute it as one instruction.
	Aligned bool
	// Place is the statement of a barrier where all threads of a generation have to
	// meet at one statement (__syncthreads()), nil where they need not.
	Place any
}

// Agent is a number of threads that execute the same operations.
type Agent struct {
	Threads int64
	// OneWarp is set where all of them are of one warp.
	OneWarp bool
	Ops     []Op
}

// Course is what an agent's operations do in every execution.
type Course struct {
	// On are the generations that the operations register on.
	On []int32
	// Known is what is known to be complete before each operation, and at the end.
	Known []Generations
}

// Fault is why not all executions of a block are alike.
type Fault struct {
	Kind FaultKind
	// Agent and Op are the first operation that is at fault; of a deadlock, one that
	// waits for ever.
	Agent, Op int
}

// FaultKind is a kind of fault.
type FaultKind int

const (
	// Miscounted: an operation does not fit into its generation.
	Miscounted FaultKind = iota
	// Apart: threads meet at different statements.
	Apart
	// Recycled: an operation may come before the generation before its own is complete.
	Recycled
	// Deadlocked: threads wait for ever.
	Deadlocked
)

// Run executes a block of those agents. If there is no fault, every execution of
// the block ends, with each operation on the same generation and knowing the same:
// it is enough to look at one, in which agents take turns and each goes on until it
// waits. multiple is what every count is a multiple of.
func Run(agents []Agent, multiple int64) ([]Course, *Fault) {
	x := &execution{agents: agents, multiple: multiple, runs: make([]running, len(agents))}
	for i := range x.runs {
		n := len(agents[i].Ops)
		x.runs[i] = running{clock: NewClock(len(agents)), course: Course{On: make([]int32, n), Known: make([]Generations, n+1)}}
	}
	for moved := true; moved; {
		moved = false
		for i := range agents {
			for x.ready(i) {
				if kind, ok := x.operate(i); !ok {
					return nil, &Fault{kind, i, x.runs[i].done}
				}
				moved = true
			}
		}
	}
	out := make([]Course, len(agents))
	for i := range x.runs {
		r := &x.runs[i]
		if r.waits {
			return nil, &Fault{Deadlocked, i, r.done - 1}
		}
		r.course.Known[r.done] = r.clock.Known
		out[i] = r.course
	}
	return out, nil
}

// execution is the execution of a block.
type execution struct {
	agents   []Agent
	multiple int64
	runs     []running
	barriers [Barriers]gathering
}

// running is where an agent is: it has done that many operations, and waits at the
// last of them or does not.
type running struct {
	done   int
	waits  bool
	clock  Clock
	course Course
}

// gathering is a barrier, with what the registrants of its open generation know.
type gathering struct {
	Barrier[registrant]
	node Clock
}

// registrant is an operation of an agent.
type registrant struct{ agent, op int }

func (x *execution) op(r *registrant) *Op { return &x.agents[r.agent].Ops[r.op] }

func (x *execution) ready(agent int) bool {
	r := &x.runs[agent]
	return !r.waits && r.done < len(x.agents[agent].Ops)
}

// operate does the next operation of an agent for all its threads, one after the
// other. No generation becomes complete in between, since none may take more threads
// than it expects.
func (x *execution) operate(agent int) (FaultKind, bool) {
	a, run := &x.agents[agent], &x.runs[agent]
	n := run.done
	op := &a.Ops[n]
	b := &x.barriers[op.Barrier]
	switch {
	case b.Fit(op.Count, a.Threads, x.multiple) != Fits:
		return Miscounted, false
	case !x.together(b, op):
		return Apart, false
	case b.Unsafe(run.clock.Known[op.Barrier], x.waits, func(r *registrant) bool { return x.before(r, agent) }) != nil:
		return Recycled, false
	}
	run.course.On[n], run.course.Known[n] = b.Open(), run.clock.Known
	if b.Now.Empty() {
		b.node = run.clock.Clone()
	} else {
		b.node.Join(&run.clock)
	}
	b.node.Released[agent] = int32(n)
	b.Register(registrant{agent, n}, op.Count, a.Threads, op.Waits)
	run.done, run.waits = n+1, op.Waits
	if b.Complete(0) {
		x.finish(b, op.Barrier)
	}
	return 0, true
}

// together reports whether those who have to meet at one statement do.
func (x *execution) together(b *gathering, op *Op) bool {
	if op.Place == nil {
		return true
	}
	for i := range b.Now.Registrations {
		if other := x.op(&b.Now.Registrations[i]); other.Place != nil && other.Place != op.Place {
			return false
		}
	}
	return true
}

func (x *execution) waits(r *registrant) bool { return x.op(r).Waits }

// before reports whether an arrive happens before where an agent is: the agent
// knows a later operation of those who executed it to be complete, or all of them
// executed it with the agent's threads, in one instruction.
func (x *execution) before(r *registrant, agent int) bool {
	a := &x.agents[agent]
	own := r.agent == agent && (a.Threads == 1 || a.OneWarp && x.op(r).Aligned)
	return own || x.runs[agent].clock.Released[r.agent] > int32(r.op)
}

// finish completes the open generation: those that wait for it go on and know what
// all its registrants knew.
func (x *execution) finish(b *gathering, id int) {
	b.Finish()
	b.node.Known[id] = b.Done
	for i := range b.Last.Registrations {
		r := &b.Last.Registrations[i]
		if x.waits(r) {
			x.runs[r.agent].clock.Join(&b.node)
			x.runs[r.agent].waits = false
		}
	}
}

// Next is, for each point of an agent before one of its operations and at its end,
// the first generation of each barrier that it registers on from there.
func Next(ops []Op, c Course) []Generations {
	out := make([]Generations, len(ops)+1)
	end := &out[len(ops)]
	for b := range end {
		end[b] = Never
	}
	for i := len(ops) - 1; i >= 0; i-- {
		out[i] = out[i+1]
		out[i][ops[i].Barrier] = c.On[i]
	}
	return out
}
