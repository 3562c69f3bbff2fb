package emulate

import (
	"context"
	"errors"

	"gv2/frontend/kernel"
)

// Block is one block while it runs.
type Block struct {
	program *Program
	code    *code
	obs     Observer
	values  map[int]bool
	warps   []warp
	shared  []register  // constants, parameters, temporaries: code.shared of them, from code.locals on
	memory  []*contents // by array, nil where contents are not tracked
	relied  []bool      // by array: some load of it was known
	pool    pool
	symbols symbols
	regions map[int32]*region
	sample  uint64 // Options.Sample, 0 where the current load is not to be sampled
	apartly bool   // Options.SampleApart
	tell    bool   // Options.Together
	pause   bool   // Options.ArrivesWait

	// What runs now.
	w       *warp
	number  int   // of w
	bound   int32 // groups stop there
	depth   int   // of conditions that are not known
	forks   int   // of ways to the bound
	lanes   Lanes // that go there
	apart   Lanes // that may go different ways
	changed bool  // a callback changed the groups of w
	stopped bool
	err     error
	ctx     context.Context

	commands, spent, limit, poll int64

	// Structs and rows that are used again and again.
	access    Access
	barrier   BarrierOp
	warpOp    WarpOp
	assert    AssertOp
	scratch   register
	x, y, z   row
	index     row
	stored    row
	arguments []int64
}

// warp is the state of the threads of a warp.
type warp struct {
	regs   []register
	groups []group
	live   Lanes // not exited
	waits  []wait
	locals []*private // local arrays, by array
	meet   meeting
	told   Lanes // by Observer.Together
}

// wait is lanes that wait at a barrier.
type wait struct {
	lanes Lanes
	pc    int32 // of the barrier
	id    int64
}

// Start prepares a block; nothing runs yet. All lanes are Ready at the kernel's
// start.
func (p *Program) Start(o Options, obs Observer) *Block {
	b := &Block{
		program: p, code: p.codeFor(o.Values), obs: obs, values: o.Values, tell: o.Together, pause: o.ArrivesWait, limit: o.MaxCommands,
		sample: o.Sample, apartly: o.SampleApart, regions: map[int32]*region{}, symbols: symbols{on: len(o.Values) > 0, salt: saltOf(p, o.Block)},
	}
	if b.limit <= 0 {
		b.limit = DefaultMaxCommands
	}
	b.shared = make([]register, b.code.shared-b.code.locals)
	b.arguments = make([]int64, b.code.arguments)
	b.warps = make([]warp, p.Warps())
	for i := range b.warps {
		b.startWarp(i)
	}
	for i := range b.code.presets {
		b.preset(&b.code.presets[i], o)
	}
	b.memory = make([]*contents, len(p.kernel.Arrays))
	b.relied = make([]bool, len(p.kernel.Arrays))
	for i, a := range p.kernel.Arrays {
		if a.Space == kernel.Shared && b.code.matters[i] && !o.Opaque[i] {
			b.memory[i] = newContents(a)
		}
	}
	return b
}

// saltOf is a number of its own for each block of a grid.
func saltOf(p *Program, block *[3]int) int64 {
	if block == nil {
		return 0
	}
	grid := p.kernel.Launch.GridDim
	return int64(block[0]) + int64(grid[0])*(int64(block[1])+int64(grid[1])*int64(block[2]))
}

func (b *Block) startWarp(i int) {
	w := &b.warps[i]
	w.live = b.program.WarpLanes(i)
	w.groups = append(make([]group, 0, 4), group{0, w.live})
	w.regs = make([]register, b.code.locals)
	w.locals = make([]*private, len(b.program.kernel.Arrays))
	dims := b.program.kernel.Launch.BlockDim
	for d, reg := range b.code.threadIdx {
		if reg == none {
			continue
		}
		v := b.pool.vector(&w.regs[reg])
		v.known = allLanes
		for l := range v.v {
			t := i*kernel.WarpSize + l
			v.v[l] = int64([3]int{t % dims[0], t / dims[0] % dims[1], t / dims[0] / dims[1]}[d])
		}
	}
}

// preset sets a register that has its value from the start.
func (b *Block) preset(p *preset, o Options) {
	r := register{val: p.val, known: p.known}
	if p.param != nil {
		if v, ok := o.Params[p.param.Name]; ok {
			r.val, r.known = p.t.Wrap(v), true
		}
	}
	if p.block > 0 && o.Block != nil {
		r.val, r.known = int64(o.Block[p.block-1]), true
	}
	if !r.known {
		r.val, r.same, r.aff = b.symbols.input(p), true, &affine{base: p.symbol(), lanes: allLanes}
	}
	if p.reg >= b.code.locals {
		b.shared[p.reg-b.code.locals] = r
		return
	}
	for i := range b.warps {
		b.warps[i].regs[p.reg] = r
	}
}

// Ready reports whether some lanes of warp w can run.
func (b *Block) Ready(w int) bool { return len(b.warps[w].groups) > 0 }

// errStopped ends a Run that Stop was called in.
var errStopped = errors.New("stopped")

// Run executes warp w until none of its lanes can run. Errors are *NotStatic,
// *BudgetError, *OpaqueError, *AssumeError and ctx.Err(); after an error the
// block cannot go on.
func (b *Block) Run(ctx context.Context, w int) error {
	if b.stopped {
		return nil
	}
	if b.err == nil {
		b.err = ctx.Err()
	}
	if b.err != nil {
		return b.err
	}
	b.ctx, b.w, b.number, b.bound = ctx, &b.warps[w], w, b.exit()+1
	b.depth, b.forks, b.lanes, b.apart = 0, 0, allLanes, 0
	err := b.run()
	b.w = nil
	if err == errStopped {
		return nil
	}
	b.err = err
	return err
}

// exit is the pc at which threads end.
func (b *Block) exit() int32 { return int32(len(b.code.instrs)) - 1 }

// Stop makes Run return at once with a nil error, now and later: an observer
// calls it upon a fault after which nothing is defined.
func (b *Block) Stop() { b.stopped = true }

// Release lets lanes of warp w that wait AtBarrier go on; r is the reduction's
// result for them. It may be called from inside Observer.Barrier, for the lanes
// of that very operation too, and for lanes of any other warp.
func (b *Block) Release(w int, lanes Lanes, r Result) {
	t := &b.warps[w]
	kept := t.waits[:0]
	for _, at := range t.waits {
		free := at.lanes & lanes
		if free != 0 {
			b.deliver(t, at.pc, free, r)
			t.add(at.pc+1, free)
		}
		if at.lanes &^= free; at.lanes != 0 {
			kept = append(kept, at)
		}
	}
	t.waits = kept
	b.changed = b.changed || t == b.w
}

// deliver gives the result of a reduction to lanes.
func (b *Block) deliver(t *warp, pc int32, lanes Lanes, r Result) {
	in := &b.code.instrs[pc]
	if in.dst == none {
		return
	}
	value := register{val: in.rt.Wrap(r.Value), known: r.Known}
	if !r.Known {
		value.val, value.same = b.symbols.fresh(in.cause), true
	}
	b.pool.assign(&t.regs[in.dst], &value, lanes, t.live)
}

// Places tells where the lanes of warp w are: disjoint, all of WarpLanes(w).
func (b *Block) Places(w int) []Place {
	t := &b.warps[w]
	var out []Place
	rest := t.live
	for _, at := range t.waits {
		out = append(out, Place{Lanes: at.lanes, State: AtBarrier, Site: b.siteAt(at.pc), ID: at.id})
		rest &^= at.lanes
	}
	for left := t.meet.lanes; left != 0; {
		pc, lanes := t.meet.first(left)
		out = append(out, Place{Lanes: lanes, State: AtWarp, Site: b.siteAt(pc)})
		left &^= lanes
		rest &^= lanes
	}
	if rest != 0 {
		out = append(out, Place{Lanes: rest, State: Ready})
	}
	if gone := b.program.WarpLanes(w) &^ t.live; gone != 0 {
		out = append(out, Place{Lanes: gone, State: Exited})
	}
	return out
}

func (b *Block) siteAt(pc int32) *Site { return &b.program.Sites[b.code.instrs[pc].site] }

// Relied reports whether a thread loaded a known value from the array with that
// index. If none did, what is executed does not hang on the array's contents.
func (b *Block) Relied(array int) bool { return b.relied[array] }

// Commands counts the accesses and barrier operations so far, per thread.
func (b *Block) Commands() int64 { return b.commands }

// pollEvery is how many commands pass between two looks at the context.
const pollEvery = 1 << 16

// spend takes n commands from the budget.
func (b *Block) spend(pc int32, n int) error {
	b.spent += int64(n)
	if b.spent > b.limit {
		return &BudgetError{Src: b.code.stmts[pc].Source(), Commands: b.limit}
	}
	if b.spent >= b.poll {
		b.poll = b.spent + pollEvery
		return b.ctx.Err()
	}
	return nil
}
