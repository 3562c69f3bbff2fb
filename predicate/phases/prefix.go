package phases

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// What a barrier in memory expects is known from the statements before the first barrier of the block that
// comes after all initialisations: each thread of the block executes them here, with its threadIdx, and what
// depends on the input is not known.

// mostSteps bounds what a thread executes, and mostThreads for how many.
const (
	mostSteps   = 4000
	mostThreads = 1024
)

// element is a barrier in memory.
type element struct {
	array *kernel.Array
	index int64
}

// prefix executes the statements before the barriers are used.
type prefix struct {
	k      *kernel.Kernel
	counts map[element]int64
	fault  *Missing
	// words are what is known of words of shared memory; wild are those of which nothing is, lost whole arrays of
	// them, and again is set where that is found after values were used.
	words map[element]*wordState
	wild  map[element]bool
	lost  map[*kernel.Array]bool
	again bool
	// loaded are the values that all threads load by an atomic, nil where they are not known or differ.
	loaded map[kernel.Stmt]*kernel.Const
}

// thread is one thread of the block; vars are the variables whose values are known.
type thread struct {
	p     *prefix
	index [3]int64
	vars  map[*kernel.Var]int64
	steps int
}

// flow says how a statement ends.
type flow struct {
	kind  flowKind
	label string
}

type flowKind int

const (
	goesOn flowKind = iota
	breaks
	continues
	leaves
)

// start finds the first barrier of the block behind all initialisations and what was initialised with which
// count; the number of statements up to that barrier.
func start(k *kernel.Kernel) (*prefix, int, *Missing) {
	last := lastInit(k.Body)
	if last < 0 {
		return nil, 0, missing(k.Body[0], "no barrier in memory is initialised")
	}
	p := &prefix{k: k, wild: map[element]bool{}, lost: map[*kernel.Array]bool{}}
	for {
		p.counts, p.words, p.fault, p.again = map[element]int64{}, map[element]*wordState{}, nil, false
		p.loaded = map[kernel.Stmt]*kernel.Const{}
		n, m := p.run(last)
		if p.again { // with fewer words
			continue
		}
		if m != nil {
			return nil, 0, m
		}
		return p, n, nil
	}
}

// lastInit is the last statement that initialises barriers, -1 if there is none.
func lastInit(body []kernel.Stmt) int {
	last := -1
	for i, s := range body {
		if fact.Operates([]kernel.Stmt{s}, kernel.PhaseInit) {
			last = i
		}
	}
	return last
}

// run executes the statements up to the first barrier of the block behind the one at last.
func (p *prefix) run(last int) (int, *Missing) {
	k := p.k
	n := k.Launch.Threads()
	if n < 2 || n > mostThreads {
		return 0, missing(k.Body[last], "phases for any number of rounds are proved for blocks of several threads and of a known size only")
	}
	threads := make([]*thread, n)
	for t := range threads {
		threads[t] = &thread{p: p, index: k.Launch.ThreadAt(t), vars: map[*kernel.Var]int64{}}
	}
	for i, s := range k.Body {
		if b, ok := s.(*kernel.Barrier); ok && whole(b) {
			p.meet(b, threads)
			p.segment()
			if i > last {
				return i + 1, p.fault
			}
			continue
		}
		if m := early(s); m != nil {
			return 0, m
		}
		for _, t := range threads {
			t.stmt(s)
			if p.fault != nil {
				return 0, p.fault
			}
		}
	}
	return 0, missing(k.Body[last], "no barrier of the block lies between the initialisation of a barrier in memory and its use")
}

func isInit(s kernel.Stmt) bool {
	p, ok := s.(*kernel.Phase)
	return ok && p.Op == kernel.PhaseInit
}

// whole reports whether all threads of the block meet at b, which computes nothing but a count.
func whole(b *kernel.Barrier) bool {
	id, ok := b.ID.(*kernel.Const)
	return b.Kind == kernel.Sync && ok && id.Val == 0 && b.Count == nil && !b.Grid
}

// early is what must not stand before the barrier of the block: other uses of barriers, and ends of threads.
func early(s kernel.Stmt) *Missing {
	var found *Missing
	kernel.Walk([]kernel.Stmt{s}, func(s kernel.Stmt) bool {
		op, syncs := kernel.SyncOf(s)
		_, returns := s.(*kernel.Return)
		if found == nil && (returns || syncs && op.Object.Barrier() && !isInit(s) || kernel.AgentOf(s) != nil) {
			found = missing(s, "a barrier in memory is used, or a thread ends, before the block has met behind the initialisations")
		}
		return found == nil
	})
	return found
}

// meet gives a count of threads to all of them.
func (p *prefix) meet(b *kernel.Barrier, threads []*thread) {
	if b.Dst == nil {
		return
	}
	total, known := int64(0), b.Reduce == kernel.ReduceCount
	for _, t := range threads {
		v, ok := t.eval(b.Arg)
		known = known && ok
		total += v
	}
	for _, t := range threads {
		delete(t.vars, b.Dst)
		if known {
			t.vars[b.Dst] = total
		}
	}
}

func (t *thread) block(list []kernel.Stmt) flow {
	for _, s := range list {
		if f := t.stmt(s); f.kind != goesOn {
			return f
		}
	}
	return flow{}
}

func (t *thread) stmt(s kernel.Stmt) flow {
	if t.p.fault != nil {
		return flow{}
	}
	if t.steps++; t.steps > mostSteps {
		t.p.fault = missing(s, "the initialisations of barriers in memory take too many steps")
		return flow{}
	}
	switch s := s.(type) {
	case *kernel.If:
		c, ok := t.eval(s.Cond)
		switch {
		case !ok:
			t.skip(s)
		case c != 0:
			return t.block(s.Then)
		default:
			return t.block(s.Else)
		}
	case *kernel.Loop:
		return t.loop(s)
	case *kernel.Region:
		if f := t.block(s.Body); f.kind != leaves || f.label != s.Label {
			return f
		}
	case *kernel.Break:
		return flow{kind: breaks}
	case *kernel.Continue:
		return flow{kind: continues}
	case *kernel.Leave:
		return flow{leaves, s.Label}
	default:
		// Others have no statements in them.
		t.simple(s)
	}
	return flow{}
}

// simple executes a statement without others in it.
func (t *thread) simple(s kernel.Stmt) {
	if p, ok := s.(*kernel.Phase); ok {
		t.initialise(p)
		return
	}
	if a, ok := s.(*kernel.Atomic); ok {
		if t.atomic(a) {
			return
		}
	} else {
		t.touches(s)
	}
	v := kernel.Assigned(s)
	if v == nil {
		return
	}
	if a, ok := s.(*kernel.Assign); ok {
		if x, known := t.eval(a.X); known {
			t.vars[v] = x
			return
		}
	}
	delete(t.vars, v)
}

func (t *thread) initialise(s *kernel.Phase) {
	at, known := t.eval(s.At.Index)
	n, counted := t.eval(s.Count)
	e := element{s.At.Array, at}
	_, twice := t.p.counts[e]
	switch {
	case !known || !counted:
		t.p.fault = missing(s, "which barrier is initialised, or what it expects, depends on the input")
	case twice:
		t.p.fault = missing(s, "a barrier in memory is initialised twice")
	case at < 0 || n <= 0:
		t.p.fault = missing(s, "an initialisation that expects nobody")
	default:
		t.p.counts[e] = n
	}
}

func (t *thread) loop(l *kernel.Loop) flow {
	holds := func() bool {
		if f := t.block(l.Head); f.kind != goesOn {
			t.skip(l)
			return false
		}
		c, ok := t.eval(l.Cond)
		if !ok {
			t.skip(l)
		}
		return ok && c != 0
	}
	for first := true; t.p.fault == nil; first = false {
		if (!l.DoWhile || !first) && !holds() {
			break
		}
		switch f := t.block(l.Body); f.kind {
		case breaks:
			return flow{}
		case leaves:
			return f
		case goesOn, continues:
		}
		if f := t.block(l.Post); f.kind != goesOn {
			t.skip(l)
			break
		}
		if t.steps++; t.steps > mostSteps {
			t.skip(l)
			break
		}
	}
	return flow{}
}

// skip leaves out statements of which it is not known whether, or how often, they are executed.
func (t *thread) skip(s kernel.Stmt) {
	kernel.Walk([]kernel.Stmt{s}, func(s kernel.Stmt) bool {
		if isInit(s) && t.p.fault == nil {
			t.p.fault = missing(s, "whether a barrier in memory is initialised depends on the input")
		}
		switch s.(type) {
		case *kernel.Leave, *kernel.Break, *kernel.Continue:
			if t.p.fault == nil {
				t.p.fault = missing(s, "how a thread reaches the initialisations of barriers in memory depends on the input")
			}
		default:
			// Only jumps make a difference to what comes after.
		}
		t.p.load(s, nil)
		if acc := kernel.Touched(s); acc != nil && !isLoad(s) {
			c, constant := acc.Index.(*kernel.Const)
			if !constant {
				c = &kernel.Const{}
			}
			t.p.forget(acc, c.Val, constant)
		}
		if v := kernel.Assigned(s); v != nil {
			delete(t.vars, v)
		}
		return true
	})
}

// eval is the value of x, if it is known.
func (t *thread) eval(x kernel.Expr) (int64, bool) {
	known := fact.Known{Launch: t.p.k.Launch, Thread: t.index, Value: func(v *kernel.Var) *kernel.Const {
		if x, ok := t.vars[v]; ok {
			return kernel.NewConst(v.T, x)
		}
		return nil
	}}
	c := known.Of(x)
	if c == nil {
		return 0, false
	}
	return c.Val, true
}
