package interleave

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/runtime/eval"
	"gv2/runtime/flat"
)

// machine is one execution.
type machine struct {
	Options
	program *Program
	launch  kernel.Launch
	number  int // of threads
	threads []*thread
	blocks  []*block
	global  map[*array]memory
	fences  clock   // what sequentially consistent fences have seen that count for all blocks
	first   []int64 // initial values of registers
	params  map[string]int64
	named   []int64 // numbers that the kernel compares with
	way     uint64  // the way to choose the next thread
	turn    int     // by how much its number differs from that of the one before
	state   uint64  // of the random numbers of the schedule
	faults  []Fault
	told    map[pair]bool
	steps   int
	over    bool
	stalled bool
	void    string
	quiet   *quiet // nil unless somebody looks for threads that wait for ever, and for no races
}

// block is the threads of one block.
type block struct {
	number  int
	index   [3]int64
	shared  map[*array]memory
	threads []*thread
	ready   int // threads that can run
	stalled bool
	fences  clock // what the sequentially consistent fences of its threads have seen
}

// thread is one thread.
type thread struct {
	m      *machine
	block  *block
	number int // among all threads that run
	linear int // in the block
	index  [3]int64
	pc     int
	regs   []int64
	local  map[*array]memory
	state  state
	// Its operands while it waits: mask, value, and the lane that it reads, none if
	// that is undefined.
	mask  uint32
	value int64
	from  int
	seen  clock
	when  int32
	// released is what fences have released to its next strong writes; observed is what its strong reads have
	// observed, and no fence has acquired.
	released          [widths]mark
	turns, freed      clock         // what atomics order of volatile data, and what fences have released of them
	observed, noticed [widths]clock // noticed is the clock that was observed last
	held              []int64       // old values of the elements of its latest access
	// doubts are about registers; heldDoubt about what its latest access has found, offered about
	// value.
	doubts             map[int32]*doubt
	heldDoubt, offered *doubt
	missed             bool        // its latest compare-and-swap of several elements has found another value
	words              []Word      // of inputs that it has read, the latest ones
	touched            kernel.Stmt // its latest access to memory of others
}

type state uint8

const (
	ready state = iota
	waiting
	exited
	stalled // by a doubt: another device may go on otherwise
)

// pair is the two places of a fault.
type pair struct {
	property kernel.Property
	one, two kernel.Stmt
	blocks   bool // the threads are of different blocks
}

// mostFaults is how many pairs of places a report lists.
const mostFaults = 64

func newMachine(p *Program, o Options) *machine {
	m := &machine{
		Options: o, program: p, launch: p.Kernel.Launch, global: map[*array]memory{}, told: map[pair]bool{},
		way: eval.Scramble(o.Schedule) % p.schedules(), turn: 1, state: eval.Scramble(o.Schedule ^ eval.Scramble(o.Input)),
	}
	if !m.choose() {
		m.void = "no parameter values were found that satisfy __requires"
		return m
	}
	if m.Blocks == nil {
		for i := range max(m.launch.Blocks(), 1) {
			m.Blocks = append(m.Blocks, i)
		}
	}
	for _, n := range m.Blocks {
		b := &block{number: n, index: m.launch.BlockAt(n), shared: map[*array]memory{}}
		for i := range max(m.launch.Threads(), 1) {
			m.start(b, i)
		}
		m.blocks = append(m.blocks, b)
	}
	m.number = len(m.threads)
	if m.number == 0 {
		m.void = "no block runs"
	}
	return m
}

// start adds a thread to a block.
func (m *machine) start(b *block, linear int) {
	t := &thread{
		m: m, block: b, number: len(m.threads), linear: linear, when: 1,
		index: m.launch.ThreadAt(linear), regs: slices.Clone(m.first),
	}
	m.program.Place(t.regs, t.index, t.block.index)
	for _, v := range m.program.Kernel.Vars {
		r := m.program.Register[v]
		t.regs[r] = m.arbitrary(m.Input%inputKinds, v.T, eval.Scramble(m.Input^uint64(t.number)<<20^uint64(r)), int64(t.number))
	}
	b.threads, m.threads = append(b.threads, t), append(m.threads, t)
	b.ready++
}

// lane is the thread's place in its warp.
func (t *thread) lane() int { return t.linear % kernel.WarpSize }

// end stops the execution; its faults so far count.
func (m *machine) end(string) { m.over = true }

// spoil stops the execution, and nothing of it counts.
func (m *machine) spoil(why string) {
	if m.void == "" && !m.over {
		m.void = why
	}
	m.over = true
}

func (m *machine) report(f Fault) {
	if m.Watch != nil && m.Watch.Fails(f) {
		m.end("who watches has seen enough")
	}
	p := pair{property: f.Property, one: f.Sides[0].Stmt}
	if len(f.Sides) > 1 {
		p.two, p.blocks = f.Sides[1].Stmt, f.Sides[0].Block != f.Sides[1].Block
	}
	if m.told[p] || len(m.faults) >= mostFaults {
		return
	}
	m.told[p] = true
	m.faults = append(m.faults, f)
}

// random is a number below n.
func (m *machine) random(n int) int {
	m.state = eval.Scramble(m.state)
	return int(m.state >> 16 % uint64(n))
}

// Schedules.
const (
	forwards = iota
	backwards
	mixed
	inStep
	// fenceWise has each thread run up to its next fence, and then behind it, forwards or backwards: fences are executed in
	// another order than the writes that are observed.
	fenceWise
	scheduleKinds
)

// schedules is how many of them there are for the program.
func (p *Program) schedules() uint64 {
	if !p.fences {
		return fenceWise
	}
	return scheduleKinds
}

// patience is the largest number of instructions that a thread runs in a row, so
// that the write for which another one spins is executed at some time.
const patience = 3000

// run lets the threads run until none can.
func (m *machine) run() {
	at := 0
	for !m.over {
		t, burst := m.next(at)
		if t == nil {
			return
		}
		n := 0
		for ; n < burst && t.state == ready && !m.over; n++ {
			at := t.pc
			if m.step(t); m.way == fenceWise && (m.isFence(at) || t.state == ready && m.isFence(t.pc)) {
				break
			}
		}
		if at = m.after(t); m.OneByOne {
			at = t.number
			if last := t.block.threads[len(t.block.threads)-1]; n == patience || t.block.ready == 0 {
				at = last.number + 1 // it may wait for another block
			}
		}
		if m.steps >= m.MaxSteps {
			m.end("the limit is reached")
		}
	}
}

// isFence reports whether the instruction at pc is a fence.
func (m *machine) isFence(pc int) bool {
	_, is := m.program.Instrs[pc].Stmt.(*kernel.Fence)
	return is
}

// after is the number of the thread whose turn it is.
func (m *machine) after(t *thread) int {
	switch at := t.number + m.turn; {
	case m.way == backwards:
		return t.number - 1
	case m.way == fenceWise && (at < 0 || at == m.number):
		if m.turn = 2*m.random(2) - 1; m.turn < 0 {
			return m.number - 1
		}
		return 0
	case m.way == fenceWise:
		return at
	}
	return t.number + 1
}

// next chooses the thread to run, and for how many instructions: the first from
// at on that can run.
func (m *machine) next(at int) (*thread, int) {
	by, burst := 1, patience
	if m.OneByOne {
		return m.within(at % m.number), burst
	}
	switch m.way {
	case backwards:
		by = m.number - 1
	case mixed:
		at, burst = m.random(m.number), 1+m.random(24)
	case inStep:
		burst = 1
	case fenceWise:
		by = (m.turn + m.number) % m.number
	}
	at = (at + m.number) % m.number
	for range m.number {
		if t := m.threads[at]; t.state == ready {
			return t, burst
		}
		at = (at + by) % m.number
	}
	return nil, 0
}

// within is the next thread that can run, of the block of the thread with that number first.
func (m *machine) within(at int) *thread {
	b := slices.Index(m.blocks, m.threads[at].block)
	for n := range m.blocks {
		threads := m.blocks[(b+n)%len(m.blocks)].threads
		for i := range threads {
			t := threads[i]
			if n == 0 {
				t = threads[(at-threads[0].number+i)%len(threads)]
			}
			if t.state == ready {
				return t
			}
		}
	}
	return nil
}

// step executes one instruction of a thread.
func (m *machine) step(t *thread) {
	m.steps++
	in := &m.program.Instrs[t.pc]
	t.pc++
	if len(in.Code) > 0 && !t.compute(in) {
		return
	}
	if len(t.doubts) > 0 && !t.settled(in) {
		m.stall(t, in)
		return
	}
	switch in.Op {
	case flat.Jump:
		t.pc = in.To
	case flat.Branch:
		if t.regs[in.Cond] == 0 {
			t.pc = in.To
		}
		m.tell(t, Event{Kind: Branches, Stmt: in.Stmt, Value: t.regs[in.Cond]})
	case flat.Exit:
		m.exit(t)
	default:
		m.simple(t, in)
	}
}

func (t *thread) set(in *flat.Instr, v int64) {
	if in.Dst != flat.None {
		t.regs[in.Dst] = v
		t.about(in.Dst, nil)
	}
}

// fresh is an arbitrary value.
func (m *machine) fresh(t kernel.Type) int64 {
	m.moves()
	m.state = eval.Scramble(m.state)
	return m.arbitrary(m.Input%inputKinds, t, m.state, int64(m.state>>40%64))
}

// simple executes a statement without parts.
func (m *machine) simple(t *thread, in *flat.Instr) {
	switch s := in.Stmt.(type) {
	case *kernel.Assign:
		d := t.doubts[in.Args[0]]
		t.set(in, t.regs[in.Args[0]])
		t.about(in.Dst, d)
		m.tell(t, Event{Kind: Assigns, Stmt: s, Value: t.regs[in.Dst]})
	case *kernel.Havoc:
		t.set(in, m.fresh(s.Dst.T))
	case *kernel.Load:
		held := m.touch(t, in, read, s.Ghost, nil, nil)
		if s.Dst != nil {
			t.set(in, m.value(s.Acc.Array.Elem, s.Dst.T, held))
			t.about(in.Dst, t.found(s.Acc.Width))
		}
	case *kernel.Store:
		m.store(t, in, s)
	case *kernel.Atomic:
		m.atomic(t, in, s)
	case *kernel.Assert:
		m.tell(t, Event{Kind: Asserts, Stmt: s, Value: t.regs[in.Args[0]]})
		if t.regs[in.Args[0]] == 0 && !m.over {
			m.report(Fault{Property: kernel.Assertion, Sides: []Side{t.side(s)}})
			if !in.Goes {
				m.end("an assertion fails")
			}
		}
	case *kernel.Assume:
		if t.regs[in.Args[0]] == 0 {
			m.spoil("an assumption does not hold")
		}
	case *kernel.Barrier:
		m.atBarrier(t, in)
	case *kernel.Fence:
		m.fence(t, s)
	case *kernel.WarpSync:
		m.atWarp(t, uint32(t.regs[in.Args[0]]), 0, 0)
	case *kernel.Shuffle:
		from, ok := eval.ShuffleOf(s).Source(t.lane(), t.regs[in.Args[2]], t.regs[in.Args[3]])
		if !ok {
			from = flat.None
		}
		t.offered = t.doubts[in.Args[1]]
		m.atWarp(t, uint32(t.regs[in.Args[0]]), t.regs[in.Args[1]], from)
	case *kernel.Vote:
		if s.Op == kernel.ActiveMask {
			t.set(in, s.Dst.T.Wrap(1<<t.lane())) // each lane alone
			return
		}
		m.atWarp(t, uint32(t.regs[in.Args[0]]), t.regs[in.Args[1]], 0)
	default:
		// Jumps have instructions of their own.
	}
}

// value is the value that the elements of an access make together.
func (m *machine) value(elem, t kernel.Type, held []int64) int64 {
	if len(held) == 1 {
		return held[0]
	}
	v, ok := eval.Join(eval.TypeOf(elem), eval.TypeOf(t), len(held), func(k int) (int64, bool) { return held[k], true })
	if !ok {
		return m.fresh(t)
	}
	return v
}

func (m *machine) store(t *thread, in *flat.Instr, s *kernel.Store) {
	elem, width := s.Acc.Array.Elem, s.Acc.Width
	m.touch(t, in, write, false, func(part int, _ int64) int64 {
		if len(in.Args) == 0 {
			return m.fresh(elem)
		}
		x := t.regs[in.Args[0]]
		if width <= 1 {
			return x
		}
		v, ok := eval.Part(eval.TypeOf(elem), eval.TypeOf(s.X.Type()), width, part, x)
		if !ok {
			return m.fresh(elem)
		}
		return v
	}, func(int64, *doubt) *doubt {
		switch {
		case len(in.Args) == 0 || t.doubts[in.Args[0]] == nil:
			return nil
		case width > 1:
			return unknownInteger
		}
		return t.doubts[in.Args[0]]
	})
}

// moves notes that the threads are not where they were.
func (m *machine) moves() {
	if m.quiet != nil {
		m.quiet.moved = true
	}
}

func (m *machine) exit(t *thread) {
	m.moves()
	m.tell(t, Event{Kind: Exits})
	t.state = exited
	t.block.ready--
	m.left(t)
}
