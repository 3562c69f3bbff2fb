package rewrite

import (
	"math"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// CutLoops replaces loops by one arbitrary iteration of theirs, for a proof. Such a loop
// needs no invariant: the values of its counters are known by construction.
//
//	for (v = s; e; v += c) S
//
//	n := any;  v := s + n * c
//	if (e) S
//
// Two threads choose their iterations independently, so whatever pair of accesses two
// threads can make in k, they can make here; a race that the result does not have, k
// does not have. That requires a loop in which the threads do not wait for each other
// and that carries only counters and accumulators from one iteration to the next;
// accumulators change by multiples of a constant only. Other loops stay as they are,
// and so do those with an invariant of the user's, which must be checked.
//
// The result may have executions that k does not have, so it cannot show faults.
// wraps is set if integers are bit-vectors, so that counters may wrap.
//
// k should be sliced and its variables split: irrelevant variables may well be
// carried. loads is set if it was sliced by RelevantWithLoads. CutLoops also returns the
// loops that it replaced.
func CutLoops(k *kernel.Kernel, pair fact.Pair, wraps, loads bool, notes *fact.Notes) (*kernel.Kernel, []kernel.Src) {
	c := &loopCutter{
		notes: notes, kernel: k, pair: pair, wraps: wraps, names: kernel.NewNames(k), uses: fact.UsesOf(k), uniform: fact.Uniform(k, pair),
		valued: fact.Loaded(k), meeting: map[kernel.Stmt]bool{},
	}
	c.survey()
	out := *k
	out.Body = replaceLoops(k.Body, c.loop)
	if len(c.cut) == 0 {
		return k, nil
	}
	out.Vars = append(k.Vars[:len(k.Vars):len(k.Vars)], c.vars...)
	return tidy(&out, loads, notes), c.cut
}

// tidy gives the values in the chosen iterations their own variables and drops
// updates that nothing reads.
func tidy(k *kernel.Kernel, loads bool, notes *fact.Notes) *kernel.Kernel {
	k = SplitVars(k, notes)
	if loads {
		return Slice(k, fact.RelevantWithLoads(k, fact.SameBlock), notes)
	}
	return Slice(k, fact.Relevant(k), notes)
}

type loopCutter struct {
	notes   *fact.Notes
	kernel  *kernel.Kernel
	pair    fact.Pair
	wraps   bool
	names   *kernel.Names
	vars    []*kernel.Var
	uses    *fact.Uses
	uniform *fact.Uniformity
	valued  map[*kernel.Array]bool // arrays from which a load takes a value
	fetched map[*kernel.Array]bool // arrays from which an atomic takes a value
	// waits is set if the two threads may wait for each other somewhere.
	waits bool
	// needed are the variables that more than warp functions need, nil if nobody has asked for them yet.
	needed map[*kernel.Var]bool
	// meeting are loops that stand for the meetings of lanes alone: see together.
	meeting map[kernel.Stmt]bool
	// renews is set if a wait can change the value of a load.
	renews bool
	cut    []kernel.Src
}

// survey collects facts about the kernel as a whole.
func (c *loopCutter) survey() {
	c.fetched = map[*kernel.Array]bool{}
	written := fact.Written(c.kernel)
	for a := range c.valued {
		c.renews = c.renews || written[a]
	}
	kernel.Walk(c.kernel.Body, func(s kernel.Stmt) bool {
		if a, ok := s.(*kernel.Atomic); ok && a.Dst != nil {
			c.fetched[a.Acc.Array] = true
			c.renews = true
		}
		c.waits = c.waits || kernel.Meets(s) && (c.pair == fact.SameBlock || fact.OrdersGrid(s))
		return true
	})
}

func (c *loopCutter) loop(orig, l *kernel.Loop, rest []kernel.Stmt) []kernel.Stmt {
	out, _, ok := c.one(orig, l, rest)
	if !ok {
		out, ok = together(c, orig, l, rest)
	}
	if !ok {
		return []kernel.Stmt{l}
	}
	c.cut = append(c.cut, l.Src)
	return out
}

// one is one arbitrary iteration of a loop, with what it steps by; ok is false if that does not stand for all.
func (c *loopCutter) one(orig, l *kernel.Loop, rest []kernel.Stmt) (out []kernel.Stmt, strides []*fact.Stride, ok bool) {
	if stated(l) || !c.quiet(l) || c.remembers(l) {
		return nil, nil, false
	}
	forgotten := *l
	forgotten.Invariants = nil
	if !c.forget(orig, &forgotten, rest) {
		return nil, nil, false
	}
	i := &iteration{loopCutter: c, loop: &forgotten, Changes: fact.ChangesOf(&forgotten), orig: orig, from: map[*fact.Stride]*kernel.Var{}}
	if !i.understood() {
		return nil, nil, false
	}
	return meetAnywhere(i.statements(), c.notes), i.strides(), true
}

// stated reports whether the user has invariants of l to be checked. Candidates
// do not count: a cut loop needs none.
func stated(l *kernel.Loop) bool {
	for _, inv := range l.Invariants {
		if !inv.Candidate {
			return true
		}
	}
	return false
}

// relates reports whether a statement is about actions of the other thread, or
// of an earlier iteration.
func relates(s kernel.Stmt) bool {
	found := kernel.RelatesThreads(s)
	switch s.(type) {
	case *kernel.Assert, *kernel.Assume:
		kernel.Exprs(s, func(e kernel.Expr) { found = found || kernel.OfPairs(e) })
	default:
		// Others state nothing.
	}
	return found
}

// quiet reports whether the threads meet nowhere in the loop and continue after
// it in the same way for every chosen iteration. A thread that ends in the loop
// would be missing at a barrier. Loops in it stay loops, with candidates as any other; an invariant of the user's may need
// what the loop around it is known to keep.
func (c *loopCutter) quiet(l *kernel.Loop) bool {
	calm := true
	labels := map[string]bool{}
	for _, list := range [][]kernel.Stmt{l.Head, l.Body, l.Post} {
		kernel.Walk(list, func(s kernel.Stmt) bool {
			switch s := s.(type) {
			case *kernel.Region:
				labels[s.Label] = true
			case *kernel.Leave:
				calm = calm && (labels[s.Label] || !c.waits)
			case *kernel.Return:
				calm = calm && !c.waits
			case *kernel.Loop:
				calm = calm && !stated(s)
			default:
				// Others may meet threads, or relate them.
				calm = calm && (!kernel.Meets(s) || c.pair == fact.OtherBlock && !c.renews && !fact.OrdersGrid(s)) && !relates(s)
			}
			return calm
		})
	}
	return calm && fact.LoopJumpsOf(l.Head, l.Post) == fact.LoopJumps{}
}

// remembers reports whether an iteration may find in a thread's own memory, or in
// a counter of atomics, what an earlier one wrote there.
func (c *loopCutter) remembers(l *kernel.Loop) bool {
	found := false
	eachStmt(l, func(s kernel.Stmt) {
		switch s := s.(type) {
		case *kernel.Store:
			a := s.Acc.Array
			found = found || c.fetched[a] || c.valued[a] && a.Space == kernel.Local
		case *kernel.Atomic:
			a := s.Acc.Array
			found = found || c.valued[a] && a.Space == kernel.Local
		default:
			// Others change no memory.
		}
	})
	return found
}

// forget makes the loads of l take arbitrary values from the arrays that it
// writes: earlier iterations may have written them. It returns false if a load
// after the loop might still read values that it wrote.
func (c *loopCutter) forget(orig, l *kernel.Loop, rest []kernel.Stmt) bool {
	changed := map[*kernel.Array]bool{}
	eachStmt(l, func(s kernel.Stmt) {
		_, load := s.(*kernel.Load)
		if acc := kernel.Touched(s); acc != nil && !load && c.valued[acc.Array] {
			changed[acc.Array] = true
		}
	})
	if len(changed) == 0 {
		return true
	}
	if (leavesBlock(l) || !renewed(rest, changed)) && c.loadedOutside(orig, changed) {
		return false
	}
	unknown := func(s kernel.Stmt) []kernel.Stmt {
		load, ok := s.(*kernel.Load)
		if !ok || load.Dst == nil || !changed[load.Acc.Array] {
			return []kernel.Stmt{s}
		}
		// The access stays for the check of races, but its value may come from an earlier iteration.
		access := *load
		access.Dst = nil
		return []kernel.Stmt{&access, &kernel.Havoc{Src: load.Src, Dst: load.Dst}}
	}
	l.Head, l.Body, l.Post = replaced(l.Head, unknown), replaced(l.Body, unknown), replaced(l.Post, unknown)
	return true
}

// renewed reports whether the threads wait for all others before one of the
// statements loads from the arrays or jumps: the loaded values are then arbitrary
// anyway.
func renewed(stmts []kernel.Stmt, arrays map[*kernel.Array]bool) bool {
	for _, s := range stmts {
		if b, ok := s.(*kernel.Barrier); ok && b.Kind == kernel.Sync && b.Count == nil {
			return true
		}
		one := []kernel.Stmt{s}
		if loads(one, arrays) > 0 || len(fact.Escaping(one, nil)) > 0 {
			return false
		}
	}
	return false
}

// leavesBlock reports whether a jump in the loop goes further than to its end.
func leavesBlock(l *kernel.Loop) bool { return len(fact.Escaping([]kernel.Stmt{l}, nil)) > 0 }

// loads counts the loads that take a value from the arrays.
func loads(stmts []kernel.Stmt, arrays map[*kernel.Array]bool) int {
	n := 0
	kernel.Walk(stmts, func(s kernel.Stmt) bool {
		if l, ok := s.(*kernel.Load); ok && l.Dst != nil && arrays[l.Acc.Array] {
			n++
		}
		return true
	})
	return n
}

func (c *loopCutter) loadedOutside(orig *kernel.Loop, arrays map[*kernel.Array]bool) bool {
	return loads(c.kernel.Body, arrays) > loads([]kernel.Stmt{orig}, arrays)
}

// eachStmt calls f for the statements of the loop.
func eachStmt(l *kernel.Loop, f func(kernel.Stmt)) {
	for _, list := range [][]kernel.Stmt{l.Head, l.Body, l.Post} {
		kernel.Walk(list, func(s kernel.Stmt) bool {
			f(s)
			return true
		})
	}
}

func (c *loopCutter) fresh(name string, t kernel.Type, src kernel.Src) *kernel.Var {
	v := &kernel.Var{Name: c.names.Unused(name), T: t, Temp: true, Pos: src.Pos}
	c.vars = append(c.vars, v)
	return v
}

// iteration is a loop that is being replaced.
type iteration struct {
	*loopCutter
	*fact.Changes
	loop         *kernel.Loop
	orig         *kernel.Loop
	counters     []*fact.Stride
	accumulators []*fact.Stride
	// from are the variables that hold the values of both before the loop.
	from  map[*fact.Stride]*kernel.Var
	count kernel.Type // of the number of the iteration
	// out are the statements that replace the loop.
	out []kernel.Stmt
}

// understood finds the counters and accumulators; false if the loop carries
// more than these.
func (i *iteration) understood() bool {
	for _, s := range i.Changes.Counters(fact.EveryIteration(i.loop), i.Fixed) {
		if s.Var.T.Bits >= 32 && (s.By == nil || s.By.Type().Bits == s.Var.T.Bits) {
			i.counters = append(i.counters, s)
		}
	}
	i.accumulators = i.grown()
	strides := i.strides()
	if i.Carries(i.loop, strides) || !i.counted() {
		return false
	}
	isStride := map[*kernel.Var]bool{}
	for _, s := range strides {
		isStride[s.Var] = true
	}
	for _, v := range i.Order {
		if i.uses.Outlives(v, i.orig) && !(isStride[v] && i.leaves(v)) {
			return false
		}
	}
	return true
}

func (i *iteration) strides() []*fact.Stride {
	return append(i.counters[:len(i.counters):len(i.counters)], i.accumulators...)
}

// leaves reports whether the value of v after the loop can be stated. A uniform
// value should stay uniform.
func (i *iteration) leaves(v *kernel.Var) bool {
	return !fact.LoopJumpsOf(i.loop.Body).Breaks && len(i.loop.Head) == 0 && !i.loop.DoWhile && !(i.waits && i.uniform.Var(v))
}

// grown finds the accumulators among the variables that are not counters.
func (i *iteration) grown() []*fact.Stride {
	known := map[*kernel.Var]bool{}
	for _, s := range i.counters {
		known[s.Var] = true
	}
	var out []*fact.Stride
	for _, v := range i.Order {
		if known[v] || v.T.Bits < 32 {
			continue
		}
		if s := accumulator(v, i.By[v]); s != nil {
			out = append(out, s)
		}
	}
	return out
}

// accumulator is v if all its updates add constants. One that goes both ways must
// be signed: for an unsigned one the way down cannot be stated.
func accumulator(v *kernel.Var, updates []kernel.Stmt) *fact.Stride {
	out := &fact.Stride{Var: v}
	for _, s := range updates {
		u := fact.StrideOf(s, nil)
		if u == nil {
			return nil
		}
		out.Mixed = out.Mixed || out.Step != 0 && (u.Step < 0) != (out.Step < 0)
		out.Step = common(out.Step, u.Step)
	}
	if out.Mixed && !v.T.Signed {
		return nil
	}
	return out
}

// common is the greatest common divisor, with the sign of y.
func common(x, y int64) int64 {
	g, rest := y, x
	for rest != 0 {
		g, rest = rest, g%rest
	}
	if (g < 0) != (y < 0) {
		g = -g
	}
	return g
}

// counted chooses the type of the iteration's number, so that every iteration has
// one and adding up steps needs no conversion that could cut it. If integers do
// not wrap, a counter of 32 bits has fewer than 2^32 iterations; one that may
// still wrap, because it is unsigned and goes down, returns to the same values
// after 2^32. One whose step is no constant may not move at all.
func (i *iteration) counted() bool {
	narrow, wide, bounded := false, false, false
	for _, s := range i.counters {
		narrow = narrow || s.Var.T.Bits == 32
		wide = wide || s.Var.T.Bits == 64
		bounded = bounded || s.Var.T.Bits == 32 && s.By == nil && (s.Var.T.Signed || s.Step > 0)
	}
	i.count = kernel.U32
	if wide && (!narrow || i.wraps) {
		i.count = kernel.U64
	}
	return !(narrow && wide) || i.wraps || bounded
}

// statements writes the chosen iteration, and the values of counters after the
// loop.
func (i *iteration) statements() []kernel.Stmt {
	l := i.loop
	i.remember()
	i.choose("one arbitrary iteration of the loop stands for all")
	i.assume(i.passed())
	run := i.run()
	if l.DoWhile {
		i.out = append(append(i.out, run...), l.Head...)
	} else {
		i.out = append(i.out, l.Head...)
		i.out = append(i.out, &kernel.If{Src: l.Src, Cond: l.Cond, Then: run})
	}
	if i.continues() {
		i.choose("the loop is over after so many")
		i.assume(i.ended())
	}
	return i.out
}

// remember copies the values before the loop that are still needed after the
// counters have moved to the chosen iteration.
func (i *iteration) remember() {
	again := map[*fact.Stride]bool{}
	for _, t := range i.tests() {
		again[t.counter] = t.op == kernel.Ne || i.mayWrap(t.counter) || again[t.counter]
	}
	for _, s := range i.strides() {
		i.from[s] = s.Var
		if again[s] || i.continues() {
			i.from[s] = i.fresh(s.Var.Name+"_from", s.Var.T, i.loop.Src)
			i.out = append(i.out, &kernel.Assign{Src: i.loop.Src, Dst: i.from[s], X: kernel.Ref(s.Var)})
		}
	}
}

// run is Body and Post, with break and continue as jumps out of regions.
func (i *iteration) run() []kernel.Stmt {
	l, jumps := i.loop, fact.LoopJumpsOf(i.loop.Body)
	body := l.Body
	if jumps.Continues {
		label := i.names.At("iteration", l.Src, "~")
		body = []kernel.Stmt{&kernel.Region{Src: l.Src, Label: label, Body: leaving(body, label, false)}}
	}
	run := append(body[:len(body):len(body)], l.Post...)
	if jumps.Breaks {
		label := i.names.At("loop", l.Src, "~")
		run = []kernel.Stmt{&kernel.Region{Src: l.Src, Label: label, Body: leaving(run, label, true)}}
	}
	return run
}

// leaving replaces breaks, or continues, by jumps out of a region; those in inner loops belong to the inner loops.
func leaving(stmts []kernel.Stmt, label string, breaks bool) []kernel.Stmt {
	var out []kernel.Stmt
	for _, s := range stmts {
		_, isBreak := s.(*kernel.Break)
		_, isContinue := s.(*kernel.Continue)
		_, isLoop := s.(*kernel.Loop)
		switch {
		case breaks && isBreak || !breaks && isContinue:
			s = &kernel.Leave{Src: s.Source(), Label: label}
		case !isLoop:
			s = kernel.MapBlocks(s, func(list []kernel.Stmt) []kernel.Stmt { return leaving(list, label, breaks) })
		}
		out = append(out, s)
	}
	return out
}

// continues reports whether the value of a counter after the loop matters.
func (i *iteration) continues() bool {
	for _, s := range i.strides() {
		if i.uses.Outlives(s.Var, i.orig) {
			return true
		}
	}
	return false
}

// choose moves the counters to an arbitrary iteration and gives the accumulators
// their possible values there.
func (i *iteration) choose(why string) {
	src := i.loop.Src
	if len(i.counters) > 0 {
		n := i.fresh("iteration", i.count, src)
		i.notes.CountTimes(n)
		i.out = append(i.out, &kernel.Havoc{Src: src, Dst: n, Why: why})
		for _, s := range i.counters {
			i.out = append(i.out, &kernel.Assign{Src: src, Dst: s.Var, X: after(s, i.from[s], n)})
		}
	}
	for _, s := range i.accumulators {
		n := i.fresh(s.Var.Name+"_steps", times(s), src)
		i.notes.CountTimes(n)
		i.out = append(i.out, &kernel.Havoc{Src: src, Dst: n, Why: "how often " + s.Var.Name + " has changed by then"},
			&kernel.Assign{Src: src, Dst: s.Var, X: after(s, i.from[s], n)})
	}
}

// times is the type of the number of steps of an accumulator.
func times(s *fact.Stride) kernel.Type {
	return kernel.Type{Kind: kernel.Int, Bits: s.Var.T.Bits, Signed: s.Mixed}
}

// after is the value of a stride that starts at from after n steps. The computation is unsigned, so that
// it may pass the middle of the range on its way, except for a stride that is Mixed.
func after(s *fact.Stride, from, n *kernel.Var) kernel.Expr {
	t := kernel.Type{Kind: kernel.Int, Bits: s.Var.T.Bits, Signed: s.Mixed}
	by := kernel.Expr(kernel.NewConst(t, s.Step))
	if s.By != nil {
		by = as(t, s.By)
	}
	op := kernel.Add
	if s.Down {
		op = kernel.Sub
	}
	sum := &kernel.Binary{Op: op, X: as(t, kernel.Ref(from)), Y: &kernel.Binary{Op: kernel.Mul, X: as(t, kernel.Ref(n)), Y: by}}
	return kernel.Fold(as(s.Var.T, sum))
}

// as converts e to t if it has another type.
func as(t kernel.Type, e kernel.Expr) kernel.Expr {
	if e.Type() == t {
		return e
	}
	return &kernel.Convert{T: t, X: e}
}

func (i *iteration) assume(facts []kernel.Expr) {
	for _, f := range facts {
		i.out = append(i.out, &kernel.Assume{Src: i.loop.Src, Cond: f})
	}
}

// passed are the conditions that hold in every iteration because the test held
// in those before, and that do not follow from the counters' values.
func (i *iteration) passed() []kernel.Expr {
	var out []kernel.Expr
	if i.loop.DoWhile {
		return nil
	}
	for _, t := range i.tests() {
		step := t.counter.Step
		from := kernel.Ref(i.from[t.counter])
		compare := func(op kernel.BinaryOp, x, y kernel.Expr) kernel.Expr { return &kernel.Binary{Op: op, X: x, Y: y} }
		switch {
		case t.op == kernel.Ne && step == 1:
			out = append(out, compare(kernel.Implies, compare(kernel.Lt, from, t.limit), compare(kernel.Le, kernel.Ref(t.counter.Var), t.limit)))
		case t.op == kernel.Ne && step == -1:
			out = append(out, compare(kernel.Implies, compare(kernel.Gt, from, t.limit), compare(kernel.Ge, kernel.Ref(t.counter.Var), t.limit)))
		case i.mayWrap(t.counter) && t.op == kernel.Lt && step > 0:
			out = append(out, i.beforeWrap(t, kernel.Le, room(t.limit.Type(), step)))
		case i.mayWrap(t.counter) && t.op == kernel.Gt && step < 0:
			out = append(out, i.beforeWrap(t, kernel.Ge, room(t.limit.Type(), step)))
		}
	}
	return out
}

func (i *iteration) mayWrap(s *fact.Stride) bool { return i.wraps || !s.Var.T.Signed && s.Step < 0 }

// beforeWrap states that a counter has not passed the end of its type if its
// limit leaves room for a step beyond it: for steps up op is Le, for steps down
// Ge.
func (i *iteration) beforeWrap(t test, op kernel.BinaryOp, room kernel.Expr) kernel.Expr {
	monotone := &kernel.Binary{Op: op, X: kernel.Ref(i.from[t.counter]), Y: kernel.Ref(t.counter.Var)}
	return kernel.Fold(&kernel.Binary{Op: kernel.Implies, X: &kernel.Binary{Op: op, X: t.limit, Y: room}, Y: monotone})
}

// room is the last limit for which a step from before it does not wrap.
func room(t kernel.Type, step int64) kernel.Expr {
	low, high := int64(0), int64(math.MaxInt64)
	switch {
	case t.Signed:
		low, high = -1<<(t.Bits-1), 1<<(t.Bits-1)-1
	case t.Bits < 64:
		high = 1<<t.Bits - 1
	}
	if step > 0 {
		return kernel.NewConst(t, high-step+1)
	}
	return kernel.NewConst(t, low-step-1)
}

// ended are the conditions on the counters after the loop.
func (i *iteration) ended() []kernel.Expr {
	out := []kernel.Expr{kernel.Negated(i.loop.Cond)}
	if len(i.accumulators) > 0 || len(i.counters) == 0 {
		return out
	}
	before, never := map[*kernel.Var]kernel.Expr{}, kernel.Expr(kernel.BoolConst(true))
	for _, s := range i.counters {
		by := kernel.Expr(kernel.NewConst(s.Var.T, s.Step))
		if s.By != nil {
			by = as(s.Var.T, s.By)
		}
		op := kernel.Sub
		if s.Down {
			op = kernel.Add
		}
		before[s.Var] = &kernel.Binary{Op: op, X: kernel.Ref(s.Var), Y: by}
		never = kernel.AllOf(never, &kernel.Binary{Op: kernel.Eq, X: kernel.Ref(s.Var), Y: kernel.Ref(i.from[s])})
	}
	return append(out, &kernel.Binary{Op: kernel.LOr, X: never, Y: shifted(i.loop.Cond, before)})
}

// test is a conjunct of the loop's condition that compares a counter with a
// limit that the loop does not change: v op limit.
type test struct {
	counter *fact.Stride
	op      kernel.BinaryOp
	limit   kernel.Expr
}

func (i *iteration) tests() []test {
	var out []test
	for _, e := range kernel.Conjuncts(i.loop.Cond) {
		b, ok := e.(*kernel.Binary)
		if !ok || !b.Op.IsComparison() {
			continue
		}
		for _, s := range i.counters {
			switch {
			case s.By != nil || len(i.loop.Head) > 0 || s.Step > maxJump || s.Step < -maxJump:
			case kernel.IsRef(b.X, s.Var) && i.Fixed(b.Y):
				out = append(out, test{s, b.Op, b.Y})
			case kernel.IsRef(b.Y, s.Var) && i.Fixed(b.X):
				out = append(out, test{s, turned[b.Op], b.X})
			}
		}
	}
	return out
}
