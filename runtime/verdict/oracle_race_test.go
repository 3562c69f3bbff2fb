package verdict_test

import (
	"fmt"
	"math/bits"
	"math/rand"

	"gv2/frontend/kernel"
)

// oracle is one execution of a grid.
type oracle struct {
	k       *kernel.Kernel
	launch  kernel.Launch
	rnd     *rand.Rand
	seed    int64
	params  map[*kernel.Var]int64
	memory  map[cell]int64
	log     map[cell][]access // since the last barrier of the block
	between map[cell][]access // of the whole run, for global arrays
	warp    map[int][]uint32  // the threads that met in each __syncwarp of a warp
	faults  []fault
	why     string // why the execution stopped early
	wrapped bool   // a result did not fit its type
}

// cell is one element in memory. owner tells copies of shared and local arrays
// apart.
type cell struct {
	array *kernel.Array
	owner int
	index int64
}

type access struct {
	block, thread, warp, epoch int
	kind                       int // 0 read, 1 write, 2 atomic
	scope                      kernel.Scope
	value                      int64
	line                       int
}

// fault is something that went wrong in the execution.
type fault struct {
	property      kernel.Property
	text          string
	first, second int // lines
	wrapped       bool
}

func (f fault) String() string {
	return fmt.Sprintf("%s %s, lines %d and %d (wrapped: %v)", f.property, f.text, f.first, f.second, f.wrapped)
}

func (o *oracle) report(f fault) {
	f.wrapped = o.wrapped
	if len(o.faults) < 20 {
		o.faults = append(o.faults, f)
	}
}

// execute runs k once with inputs chosen by the seed.
func execute(k *kernel.Kernel, launch kernel.Launch, seed int64) *oracle {
	return executeWith(k, launch, seed, nil)
}

// executeWith is execute with given parameters; nil leaves them to the seed.
func executeWith(k *kernel.Kernel, launch kernel.Launch, seed int64, params map[*kernel.Var]int64) *oracle {
	o := &oracle{k: k, launch: launch, rnd: rand.New(rand.NewSource(seed)), seed: seed,
		params: map[*kernel.Var]int64{}, memory: map[cell]int64{}, between: map[cell][]access{}}
	for _, p := range k.Params {
		o.params[p] = o.parameter(p.T)
	}
	for p, v := range params {
		o.params[p] = v
	}
	if !o.admitted() {
		o.why = "requires"
		return o
	}
	for z := 0; z < launch.GridDim[2]; z++ {
		for y := 0; y < launch.GridDim[1]; y++ {
			for x := 0; x < launch.GridDim[0] && o.why == ""; x++ {
				o.block([3]int64{int64(x), int64(y), int64(z)})
			}
		}
	}
	return o
}

func (o *oracle) admitted() bool {
	t := &thread{o: o, vars: map[*kernel.Var]int64{}}
	for _, r := range o.k.Requires {
		if t.eval(r) == 0 {
			return false
		}
	}
	return true
}

func (o *oracle) parameter(t kernel.Type) int64 {
	if t.Kind == kernel.Float {
		return bitsOf(o.rnd.Float64() * 4)
	}
	choices := []int64{0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 31, 32, 33, 64, 100, 128, 1000, -1}
	n := choices[o.rnd.Intn(len(choices))]
	if t.Kind == kernel.Bool {
		return n & 1
	}
	return t.Wrap(n)
}

// arbitrary is a value that nothing is known of; mostly small.
func (o *oracle) arbitrary(t kernel.Type) int64 {
	switch t.Kind {
	case kernel.Bool:
		return int64(o.rnd.Intn(2))
	case kernel.Float:
		return bitsOf(float64(o.rnd.Intn(9) - 2))
	}
	if o.rnd.Intn(12) == 0 {
		return t.Wrap(-1 - int64(o.rnd.Intn(3)))
	}
	return t.Wrap(int64(o.rnd.Intn(10)))
}

func (o *oracle) linearBlock(b [3]int64) int {
	g := o.launch.GridDim
	return int(b[0]) + g[0]*(int(b[1])+g[1]*int(b[2]))
}

// block runs the threads of one block to their ends.
func (o *oracle) block(id [3]int64) {
	o.log, o.warp = map[cell][]access{}, map[int][]uint32{}
	var threads []*thread
	d := o.launch.BlockDim
	for z := 0; z < d[2]; z++ {
		for y := 0; y < d[1]; y++ {
			for x := 0; x < d[0]; x++ {
				t := &thread{o: o, id: [3]int64{int64(x), int64(y), int64(z)}, block: id, linear: len(threads),
					vars: map[*kernel.Var]int64{}, fuel: 20_000, resume: make(chan int64), yield: make(chan event)}
				threads = append(threads, t)
				go t.run(o.k)
			}
		}
	}
	start := threads
	if o.seed%2 == 1 { // another order of the threads
		start = make([]*thread, len(threads))
		for i, t := range threads {
			start[len(threads)-1-i] = t
		}
	}
	for _, t := range start {
		t.step(0)
	}
	for o.why == "" && o.release(threads) {
	}
	if o.why == "" {
		o.stuck(threads)
	}
	if o.why == "" {
		o.why = "done"
	}
	done := o.why == "done"
	for _, t := range threads {
		if !t.finished {
			t.step(0)
		}
	}
	if done {
		o.why = ""
	}
}

func (t *thread) step(v int64) {
	t.resume <- v
	t.at = <-t.yield
}

// release lets go on whoever can; false if nobody can.
func (o *oracle) release(threads []*thread) bool {
	for w := 0; w*32 < len(threads); w++ {
		if o.releaseWarp(w, threads[w*32:min(len(threads), w*32+32)]) {
			return true
		}
	}
	first := threads[0].at.stmt
	b, ok := first.(*kernel.Barrier)
	for _, t := range threads {
		if t.finished || t.at.stmt != first && !sameUnaligned(t.at.stmt, first) {
			return false
		}
	}
	if !ok {
		return false
	}
	o.log = map[cell][]access{}
	count := int64(0)
	for _, t := range threads {
		count += t.at.value
	}
	result := map[kernel.Reduction]int64{kernel.ReduceCount: count,
		kernel.ReduceAnd: truth(count == int64(len(threads))), kernel.ReduceOr: truth(count > 0)}[b.Reduce]
	clear(o.warp)
	for _, t := range threads {
		t.step(result)
	}
	return true
}

// sameUnaligned: barrier.sync in different statements is one barrier.
func sameUnaligned(x, y kernel.Stmt) bool {
	a, okA := x.(*kernel.Barrier)
	b, okB := y.(*kernel.Barrier)
	if !okA || !okB || a.Aligned || b.Aligned || a.Reduce != b.Reduce {
		return false
	}
	i, okI := a.ID.(*kernel.Const)
	j, okJ := b.ID.(*kernel.Const)
	return okI && okJ && i.Val == j.Val
}

func (o *oracle) releaseWarp(w int, lanes []*thread) bool {
	var first kernel.Stmt
	var alive []*thread
	for _, t := range lanes {
		if t.finished {
			continue
		}
		if _, ok := t.at.stmt.(*kernel.Barrier); ok || first != nil && t.at.stmt != first {
			return false
		}
		first = t.at.stmt
		alive = append(alive, t)
	}
	return o.pass(w, first, alive)
}

// pass completes what the lanes wait at.
func (o *oracle) pass(w int, first kernel.Stmt, alive []*thread) bool {
	if len(alive) == 0 {
		return false
	}
	values := map[int64]int64{}
	ballot := uint64(0)
	for _, t := range alive {
		values[int64(t.linear%32)] = t.at.value
		ballot |= uint64(t.at.value&1) << (t.linear % 32)
	}
	if _, ok := first.(*kernel.WarpSync); ok {
		met := uint32(0)
		for _, t := range alive {
			met |= 1 << (t.linear % 32)
		}
		o.warp[w] = append(o.warp[w], met)
	}
	for _, t := range alive {
		v := int64(0)
		switch s := first.(type) {
		case *kernel.Shuffle:
			got, ok := values[t.at.lane]
			if !ok {
				got = o.arbitrary(s.Dst.T)
			}
			v = got
		case *kernel.Vote:
			switch s.Op {
			case kernel.ReduceAnd:
				v = truth(bits.OnesCount64(ballot) == len(alive))
			case kernel.ReduceOr:
				v = truth(ballot != 0)
			default:
				v = int64(ballot)
			}
		}
		t.step(v)
	}
	return true
}

// stuck reports a divergence if some thread still waits.
func (o *oracle) stuck(threads []*thread) {
	lines := map[int]bool{}
	ended := false
	for _, t := range threads {
		if t.finished {
			ended = true
		} else {
			lines[t.at.stmt.Source().Pos.Line] = true
		}
	}
	if len(lines) == 0 {
		return
	}
	f := fault{property: "barrier-divergence", text: fmt.Sprintf("waiting at lines %v, some ended: %v", lines, ended)}
	o.report(f)
	o.why = "stuck"
}

// touch performs an access and looks for races with earlier ones.
func (o *oracle) touch(t *thread, s kernel.Stmt, a *kernel.Access, update func(int64) int64) int64 {
	index := t.eval(a.Index)
	if a.Array.Len >= 0 && (index < 0 || index+int64(a.Width) > a.Array.Len) {
		panic(stopped{"bounds"})
	}
	me := access{block: o.linearBlock(t.block), thread: t.linear, warp: t.linear / 32, epoch: len(o.warp[t.linear/32]), line: s.Source().Pos.Line}
	owner := 0
	switch a.Array.Space {
	case kernel.Shared:
		owner = me.block + 1
	case kernel.Local:
		owner = -1 - (me.block*4096 + t.linear)
	}
	seen := true // by other threads: what an annotation reads is no access
	switch s := s.(type) {
	case *kernel.Load:
		seen = !s.Ghost
	case *kernel.Store:
		me.kind = 1
	case *kernel.Atomic:
		me.kind, me.scope = 2, s.Scope
	}
	var result int64
	for k := 0; k < a.Width; k++ {
		c := cell{a.Array, owner, index + int64(k)}
		old, ok := o.memory[c]
		if !ok {
			old = o.initial(a.Array, c.index)
			o.memory[c] = old
		}
		result = old
		if me.kind != 0 {
			me.value = update(old)
			if a.Width > 1 {
				me.value = o.arbitrary(a.Array.Elem)
			}
			o.memory[c] = me.value
		} else if a.Width > 1 {
			result = o.arbitrary(a.Array.Elem)
		}
		if seen && (a.Array.Space == kernel.Shared || a.Array.Space == kernel.Global) {
			o.log[c] = o.race(c, me, o.log[c], false)
		}
		if seen && a.Array.Space == kernel.Global {
			o.between[c] = o.race(c, me, o.between[c], true)
		}
	}
	return result
}

// benignRace is no property: two threads wrote the same value, at least this time.
const benignRace = "benign"

// met tells whether the threads of two accesses came together to a __syncwarp in
// between.
func (o *oracle) met(a, me access) bool {
	if a.warp != me.warp {
		return false
	}
	both := uint32(1)<<(a.thread%32) | 1<<(me.thread%32)
	for _, met := range o.warp[a.warp][a.epoch:] {
		if met&both == both {
			return true
		}
	}
	return false
}

// race compares me with the accesses seen and adds it.
func (o *oracle) race(c cell, me access, seen []access, between bool) []access {
	for _, a := range seen {
		if (a.kind == 0 && me.kind == 0) || between != (a.block != me.block) {
			continue
		}
		if !between && (a.thread == me.thread || o.met(a, me)) {
			continue
		}
		if a.kind == 2 && me.kind == 2 && !(between && (a.scope == kernel.BlockScope || me.scope == kernel.BlockScope)) {
			continue
		}
		if a.kind == 1 && me.kind == 1 && a.value == me.value {
			o.report(fault{property: benignRace, first: a.line, second: me.line})
			continue
		}
		o.report(fault{property: "data-race", text: fmt.Sprintf("%s[%d] between blocks %v", c.array.Name, c.index, between), first: a.line, second: me.line})
	}
	for _, a := range seen {
		if a == me {
			return seen
		}
	}
	return append(seen, me)
}

// initial is what memory holds before the kernel runs.
func (o *oracle) initial(a *kernel.Array, index int64) int64 {
	if a.Init != nil && a.Space != kernel.Shared {
		if index < int64(len(a.Init)) {
			return a.Init[index].Val
		}
		return 0
	}
	return o.arbitrary(a.Elem)
}
