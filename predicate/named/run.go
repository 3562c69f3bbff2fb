package named

import (
	"math/rand"
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate"
)

// Invariants and ranks are guessed from runs of single threads: what a thread
// counts does not depend on the others, so a few threads of each role are
// executed for small values of the parameters, with arbitrary input. Nothing is
// decided by these runs. The guesses are candidates that Boogie keeps or drops,
// or assertions that it proves.

// Runs is what was seen in runs.
type Runs struct {
	// Heads are the visits of each loop's head, Sites those of each access and of each
	// operation on a barrier.
	Heads map[*predicate.While][]HeadVisit
	Sites map[*predicate.Do][]SiteVisit
	// histories are the barrier operations of each run, section by section.
	histories [][]registration
	records   []record
	// kept counts the visits that were kept.
	kept map[visited]int
}

// visited is a statement as the threads of a role reach it.
type visited struct {
	stmt predicate.Stmt
	role int
}

// registration is one operation of a thread: the gen-th on that barrier.
type registration struct {
	barrier int
	gen     int64
	sync    bool
}

// Counts are GEN and SYNCED of each barrier, by index into Theory.Barriers.
type Counts struct {
	Gen, Synced []int64
}

func (c Counts) clone() Counts {
	return Counts{slices.Clone(c.Gen), slices.Clone(c.Synced)}
}

// HighestRank is the highest rank of a generation that was waited for.
func (g *Theory) HighestRank(c Counts) int64 {
	high, stage := g.LowestRank(), g.HighestStage(c)
	for i, b := range g.Barriers {
		if r := g.Ranks[b.ID]; c.Synced[i] > 0 && r.Stage == stage {
			high = max(high, r.Slope*c.Synced[i]+r.Offset)
		}
	}
	return high
}

// HighestStage is the latest stage of a generation that was waited for.
func (g *Theory) HighestStage(c Counts) int64 {
	stage := int64(0)
	for i, b := range g.Barriers {
		if c.Synced[i] > 0 {
			stage = max(stage, g.Ranks[b.ID].Stage)
		}
	}
	return stage
}

// HeadVisit is a visit of a loop's head by a thread that began the loop; number
// counts the iterations begun so far.
type HeadVisit struct {
	Role       int
	Number     int64
	Now, Entry Counts
	Vars       map[*kernel.Var]int64
	StartVars  map[*kernel.Var]int64
	loop       *activeLoop
}

// Point is a value seen at this visit.
func (v HeadVisit) Point(y int64) Point { return Point{v.Number, y, v.loop.left(v.Number)} }

// SiteVisit is an access, or an operation on a barrier, by a thread in iteration
// number of the loop that dates it.
type SiteVisit struct {
	Role   int
	Number int64
	Now    Counts
	Vars   map[*kernel.Var]int64
	// Barrier is the id of an operation's barrier.
	Barrier int
	Thread  int
	Loop    *activeLoop // that loop, nil for none
}

// Point is a value seen at this visit.
func (v SiteVisit) Point(y int64) Point {
	if v.Loop == nil {
		return Point{v.Number, y, -1}
	}
	return Point{v.Number, y, v.Loop.left(v.Number)}
}

// The sizes of a guess: small values of parameters, threads of each role, steps of
// a run, visits that are kept.
var smallParams = []int64{0, 1, 2, 3, 4, 5, 6, 9}

const (
	mixedParams = 4
	largeParam  = 26 // each parameter alone, so that what goes round shows
	runSteps    = 5000
	keptVisits  = 2500
	mostStrides = 2
)

func newRuns() *Runs {
	return &Runs{Heads: map[*predicate.While][]HeadVisit{}, Sites: map[*predicate.Do][]SiteVisit{}, kept: map[visited]int{}}
}

// newThread is a thread before its first statement.
func (g *Theory) newThread(t int) *thread {
	return &thread{g: g, record: record{thread: t}, index: g.Prog.Kernel.Launch.ThreadAt(t), fuel: runSteps,
		rnd: rand.New(rand.NewSource(1)), vars: map[*kernel.Var]int64{}, memory: map[element]int64{}}
}

// observe runs a few threads of each role and keeps what they did.
func (g *Theory) observe(stop func() bool) {
	g.Runs = newRuns()
	rnd := newRandom()
	params := g.paramValues(rnd)
	for c, cl := range g.Roles {
		for i, p := range params {
			for _, t := range someOf(cl.Threads) {
				if stop != nil && stop() {
					return
				}
				m := g.newThread(t)
				m.role, m.record.params, m.rnd = c, i, rnd
				for v, x := range p {
					m.vars[v] = x
				}
				m.run()
				g.Runs.records = append(g.Runs.records, m.record)
			}
		}
	}
}

func newRandom() *rand.Rand { return rand.New(rand.NewSource(1)) }

// someOf picks threads of a set: at both ends and in the middle, so that threads
// which meet each other's elements are among them.
func someOf(s kernel.ThreadSet) []int {
	var all, out []int
	for t, in := range s {
		if in {
			all = append(all, t)
		}
	}
	n := len(all)
	for _, i := range []int{0, 1, n/2 - 1, n / 2, n - 2, n - 1} {
		if i >= 0 && i < n && !slices.Contains(out, all[i]) {
			out = append(out, all[i])
		}
	}
	return out
}

// paramValues are the values to try that satisfy the kernel's requirements.
func (g *Theory) paramValues(rnd *rand.Rand) []map[*kernel.Var]int64 {
	k := g.Prog.Kernel
	fixed := map[*kernel.Var]int64{}
	for _, r := range k.Requires {
		if b, ok := r.(*kernel.Binary); ok && b.Op == kernel.Eq {
			v, isVar := b.X.(*kernel.VarRef)
			c, isConst := b.Y.(*kernel.Const)
			if isVar && isConst {
				fixed[v.Var] = c.Val
			}
		}
	}
	var out []map[*kernel.Var]int64
	try := func(value func(*kernel.Var) int64) {
		p := map[*kernel.Var]int64{}
		for _, v := range k.Params {
			x, is := fixed[v]
			if !is {
				x = value(v)
			}
			p[v] = v.T.Wrap(x)
			if v.T.Kind == kernel.Bool {
				p[v] &= 1
			}
		}
		m := &thread{g: g, rnd: rnd, vars: p}
		for _, r := range k.Requires {
			if m.eval(r) == 0 {
				return
			}
		}
		out = append(out, p)
	}
	for _, n := range smallParams {
		try(func(*kernel.Var) int64 { return n })
	}
	for _, large := range k.Params {
		try(func(v *kernel.Var) int64 {
			if v == large {
				return largeParam
			}
			return 2
		})
	}
	for range mixedParams {
		try(func(*kernel.Var) int64 { return rnd.Int63n(10) })
	}
	for _, step := range g.strides() {
		for _, n := range smallParams {
			try(func(*kernel.Var) int64 { return n * step })
		}
	}
	return out
}

// strides are the constants over one that loops add to their counters, the first few:
// small multiples of them are few iterations.
func (g *Theory) strides() []int64 {
	var out []int64
	kernel.Walk(g.Prog.Kernel.Body, func(s kernel.Stmt) bool {
		l, ok := s.(*kernel.Loop)
		if !ok {
			return true
		}
		kernel.Walk([]kernel.Stmt{l}, func(s kernel.Stmt) bool {
			if v := kernel.Assigned(s); v != nil {
				if step, ok := stepOf(s, v); ok && step > 1 && !slices.Contains(out, step) && len(out) < mostStrides {
					out = append(out, step)
				}
			}
			return true
		})
		return true
	})
	return out
}

// thread executes the predicated program for one thread.
type thread struct {
	g      *Theory
	role   int
	index  [3]int64
	rnd    *rand.Rand
	fuel   int
	vars   map[*kernel.Var]int64
	memory map[element]int64
	counts Counts
	seen   []registration
	loops  []*activeLoop
	record record
	// section counts the barriers of the block that were passed.
	section int
}

// activeLoop is a loop that is being executed.
type activeLoop struct {
	stmt   *predicate.While
	number int64
	entry  Counts
	Start  map[*kernel.Var]int64
	ended  bool
}

// left is how many iterations began after that one, negative if the run stopped before
// the loop did.
func (a *activeLoop) left(number int64) int64 {
	if !a.ended {
		return -1
	}
	return a.number - number
}

type element struct {
	array *kernel.Array
	index int64
}

// stopped is thrown where a run ends early.
type stopped struct{}

func (m *thread) run() {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(stopped); !ok {
				panic(r)
			}
		}
		m.endHistory()
		m.endSection()
	}()
	m.counts = m.g.noCounts()
	m.block(m.g.Prog.Body)
}

func (m *thread) endHistory() {
	if len(m.seen) > 0 {
		m.g.Runs.histories = append(m.g.Runs.histories, m.seen)
	}
	m.seen = nil
}

// endSection begins to count anew.
func (m *thread) endSection() {
	if !m.g.Unbroken() {
		m.endHistory()
	}
	m.section++
	m.counts = m.g.countsBehind(m.counts)
}

func (m *thread) step() {
	if m.fuel--; m.fuel < 0 {
		panic(stopped{})
	}
}

func (m *thread) block(body []predicate.Stmt) {
	for _, s := range body {
		m.step()
		switch s := s.(type) {
		case *predicate.Do:
			m.leaf(s)
		case *predicate.If:
			if m.eval(s.Cond) != 0 {
				m.block(s.Then)
			} else {
				m.block(s.Else)
			}
		case *predicate.While:
			m.loop(s)
		}
	}
}

func (m *thread) loop(s *predicate.While) {
	a := &activeLoop{stmt: s, entry: m.counts.clone(), Start: m.variables()}
	m.loops = append(m.loops, a)
	for {
		m.step()
		m.visitHead(s, a)
		if m.eval(s.Guard) == 0 {
			a.ended = true
			break
		}
		a.number++
		m.block(s.Body)
	}
	m.loops = m.loops[:len(m.loops)-1]
}

func (m *thread) variables() map[*kernel.Var]int64 {
	out := make(map[*kernel.Var]int64, len(m.vars))
	for v, x := range m.vars {
		out[v] = x
	}
	return out
}

func (m *thread) visitHead(s *predicate.While, a *activeLoop) {
	if key := (visited{s, m.role}); m.g.Runs.kept[key] < keptVisits {
		m.g.Runs.kept[key]++
		m.g.Runs.Heads[s] = append(m.g.Runs.Heads[s],
			HeadVisit{m.role, a.number, m.counts.clone(), a.entry, m.variables(), a.Start, a})
	}
}

func (m *thread) visitSite(d *predicate.Do, barrier int) {
	if key := (visited{d, m.role}); m.g.Runs.kept[key] < keptVisits {
		m.g.Runs.kept[key]++
		v := SiteVisit{Role: m.role, Now: m.counts.clone(), Vars: m.variables(), Barrier: barrier, Thread: m.record.thread}
		for _, l := range m.loops {
			if l.stmt == m.g.Clocks[d] {
				v.Loop, v.Number = l, l.number
			}
		}
		m.g.Runs.Sites[d] = append(m.g.Runs.Sites[d], v)
	}
}

func (m *thread) leaf(d *predicate.Do) {
	if d.Pred != nil && m.eval(d.Pred) == 0 {
		return
	}
	if acc, kind, ok := kernel.AccessOf(d.Stmt); ok {
		until := m.until(d)
		m.visitSite(d, until)
		m.note(event{site: d, array: acc.Array, kind: kind, offset: m.eval(acc.Index), barrier: -1, until: until})
	}
	dst := kernel.Assigned(d.Stmt)
	switch s := d.Stmt.(type) {
	case *kernel.Assign:
		m.vars[dst] = m.eval(s.X)
		return
	case *kernel.Load:
		if dst != nil {
			m.vars[dst] = m.load(s)
		}
		return
	case *kernel.Store:
		if s.Acc.Array.Space == kernel.Local && s.X != nil && s.Acc.Width == 1 {
			m.memory[element{s.Acc.Array, m.eval(s.Acc.Index)}] = m.eval(s.X)
		}
	case *kernel.Barrier:
		m.barrier(d, s)
	case *kernel.Assume:
		if !kernel.OfPairs(s.Cond) && m.eval(s.Cond) == 0 {
			panic(stopped{})
		}
	default:
		// What others set is arbitrary.
	}
	if dst != nil {
		m.vars[dst] = m.any(dst.T)
	}
}

// note keeps an event.
func (m *thread) note(e event) {
	e.now, e.section = m.counts.clone(), m.section
	m.record.events = append(m.record.events, e)
}

// any is an arbitrary value; small ones reach most code.
func (m *thread) any(t kernel.Type) int64 {
	if t.Kind == kernel.Bool {
		return m.rnd.Int63n(2)
	}
	return m.rnd.Int63n(8)
}

func (m *thread) load(s *kernel.Load) int64 {
	at := element{s.Acc.Array, m.eval(s.Acc.Index)}
	if x, ok := m.memory[at]; ok {
		return x
	}
	x := m.any(s.Acc.Array.Elem)
	if s.Acc.Array.Space == kernel.Local {
		m.memory[at] = x
	}
	return x
}

func (m *thread) barrier(d *predicate.Do, s *kernel.Barrier) {
	if m.g.BlockBarriers[d] {
		m.endSection()
		return
	}
	id := int64(0)
	if s.ID != nil {
		id = m.eval(s.ID)
	}
	for i, b := range m.g.Barriers {
		if int64(b.ID) != id {
			continue
		}
		m.visitSite(d, b.ID)
		if s.Kind == kernel.Await {
			m.await(i, b, s)
			continue
		}
		next := b.Next(m.record.thread, m.counts.Gen[i])
		m.note(event{barrier: i, gen: next})
		if _, phase := m.g.PhaseAt(d, b); s.Kind == kernel.Arrive && b.Of == nil && phase != nil && phase.Syncers.Size() == 0 {
			m.note(event{barrier: i, gen: next, done: true})
		}
		m.counts.Gen[i] = next
		if s.Kind == kernel.Sync {
			m.counts.Synced[i] = m.counts.Gen[i]
		}
		if s.Kind == kernel.Sync {
			m.note(event{barrier: i, gen: m.counts.Gen[i], done: true})
		}
		m.seen = append(m.seen, registration{b.ID, m.counts.Gen[i], s.Kind == kernel.Sync})
	}
}

// eval is the value of x; what is not known is arbitrary.
func (m *thread) eval(x kernel.Expr) int64 {
	t := x.Type()
	switch x := x.(type) {
	case *kernel.Const:
		return x.Val
	case *kernel.VarRef:
		v, known := m.vars[x.Var]
		if !known {
			v = m.any(t)
			m.vars[x.Var] = v
		}
		return v
	case *kernel.Builtin:
		return m.builtin(x)
	case *kernel.Unary:
		if c, ok := kernel.EvalUnary(x.Op, m.constant(x.X)); ok {
			return c.Val
		}
	case *kernel.Binary:
		if c, ok := kernel.EvalBinary(x.Op, m.constant(x.X), m.constant(x.Y)); ok {
			return c.Val
		}
	case *kernel.Cond:
		if m.eval(x.C) != 0 {
			return m.eval(x.X)
		}
		return m.eval(x.Y)
	case *kernel.Convert:
		if c, ok := kernel.EvalConvert(x.T, m.constant(x.X)); ok {
			return c.Val
		}
	case *kernel.Call:
		args := make([]*kernel.Const, len(x.Args))
		for i, a := range x.Args {
			args[i] = m.constant(a)
		}
		if c, ok := kernel.EvalCall(x.T, x.Fn, args); ok {
			return c.Val
		}
	default:
		// Others are not known to a run.
	}
	return m.any(t)
}

func (m *thread) constant(x kernel.Expr) *kernel.Const {
	return &kernel.Const{T: x.Type(), Val: m.eval(x)}
}

func (m *thread) builtin(x *kernel.Builtin) int64 {
	l := m.g.Prog.Kernel.Launch
	switch x.Kind {
	case kernel.ThreadIdx:
		return m.index[x.Dim]
	case kernel.BlockDim:
		return int64(l.BlockDim[x.Dim])
	case kernel.GridDim:
		return max(int64(l.GridDim[x.Dim]), 1)
	}
	return 0
}
