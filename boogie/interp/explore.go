package interp

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"strconv"
	"sync"
)

// Search selects procedures and bounds the work.
type Search struct {
	// Procedures to run; nil for all.
	Procedures []string
	// Runs of each procedure at most, and how many in a row may show nothing new
	// before the search ends. 0 for DefaultRuns and DefaultPatience.
	Runs, Patience int
	// Settled is how many runs in a row may show nothing new after a check has failed, 0 for Patience.
	Settled int
	// Steps of one run, and of all runs of a procedure together; 0 for
	// DefaultSteps and DefaultTotal.
	Steps, Total int64
	// Seed starts the choices. The same seed gives the same report, whatever
	// Workers is.
	Seed uint64
	// Hints are initial values of constants and global variables, in the form
	// of Failure.State. Runs try them and values near them.
	Hints []map[string]string
	// Moderate keeps away from the ends of the types' ranges.
	Moderate bool
	// Workers run side by side, one for each processor if 0.
	Workers int
	// Alike reports whether a failure of the same check with smaller values may stand for another;
	// nil if each may.
	Alike func(failure, smaller *Failure) bool
}

// Defaults of a Search.
const (
	DefaultRuns     = 4096
	DefaultPatience = 384
	DefaultTotal    = 3_000_000
)

// batch is the number of runs that learn nothing from each other and can run
// side by side. It is fixed, so that results do not depend on the number of
// workers.
const batch = 64

// Report is what a search found.
type Report struct {
	// Refuted are the candidates that are false at a loop head in some run.
	Refuted map[string]bool
	// Failures are one for each check that failed.
	Failures []Failure
	// Runs is the number of runs, by how they ended.
	Runs  map[Status]int
	Steps int64
}

// Explore runs procedures many times, with choices that differ. It stops early
// when ctx is done, and then reports what it has.
func (p *Program) Explore(ctx context.Context, s Search) Report {
	return p.Begin(s).Continue(ctx, Pause{})
}

// Exploration is a search that may pause.
type Exploration struct {
	p     *Program
	units []*exploration
}

// Begin prepares a search.
func (p *Program) Begin(s Search) *Exploration {
	x := &Exploration{p: p}
	names := s.Procedures
	if names == nil {
		names = p.order
	}
	for _, name := range names {
		if u := p.units[name]; u != nil {
			x.units = append(x.units, newExploration(u, s))
		}
	}
	return x
}

// Pause is where to pause in each procedure: after that many runs, or steps, whichever comes
// first; nowhere if 0.
type Pause struct {
	Runs  int
	Steps int64
}

// Continue goes on to the pause, or to the limits of the search, and reports what the search
// has found from its beginning. It stops early when ctx is done.
// Where a search pauses changes nothing in what it finds.
func (x *Exploration) Continue(ctx context.Context, at Pause) Report {
	r := Report{Refuted: map[string]bool{}, Runs: map[Status]int{}}
	for _, u := range x.units {
		u.run(ctx, at)
		u.shrink(func() bool { return ctx.Err() != nil })
		u.report(x.p, &r)
	}
	return r
}

// exploration is the search in one procedure.
type exploration struct {
	u *unit
	s Search
	lesson
	covered  []uint64
	corpus   [][]int64 // beginnings of runs that showed something new
	failures []Failure
	failed   map[int32]int // index in failures, by check
	origins  []origin      // of the failures
	ended    map[Status]int
	steps    int64
	runs     int
	idle     int // runs since the last new result
	kept     []kept
	open     []aim // misses of the last batch that are not worked at yet
}

func newExploration(u *unit, s Search) *exploration {
	set := func(n *int, to int) {
		if *n == 0 {
			*n = to
		}
	}
	set(&s.Runs, DefaultRuns)
	set(&s.Patience, DefaultPatience)
	set(&s.Settled, s.Patience)
	set(&s.Workers, runtime.GOMAXPROCS(0))
	if s.Total == 0 {
		s.Total = DefaultTotal
	}
	x := &exploration{u: u, s: s, failed: map[int32]int{}, ended: map[Status]int{}}
	x.moderate = s.Moderate
	for _, hint := range s.Hints {
		x.corpus = append(x.corpus, x.hinted(hint))
	}
	x.refuted = make([]bool, len(u.candidates))
	x.epochs = make([]int32, u.selectors)
	x.kept = make([]kept, s.Workers)
	return x
}

// hinted is a beginning with these values, and 0 for unknowns without a hint.
func (x *exploration) hinted(hint map[string]string) []int64 {
	names := map[int32]string{}
	for _, v := range x.u.vars {
		names[v.reg] = v.name
	}
	out := make([]int64, x.u.segments[0].unknowns)
	for u := range out {
		c := x.chooser(u)
		text := hint[names[c.reg]]
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			out[u] = c.pattern(n)
		} else if n, err := strconv.ParseUint(text, 10, 64); err == nil && c.kind == bvKind {
			out[u] = int64(n)
		} else if c.kind == boolKind {
			out[u] = truth(text == "true")
		}
	}
	return out
}

// run runs batches until they show nothing new for long enough, or a limit is
// reached, and works at the misses of each. It may pause before.
func (x *exploration) run(ctx context.Context, at Pause) {
	for (at.Steps == 0 || x.steps < at.Steps) && ctx.Err() == nil {
		switch {
		case len(x.open) > 0:
			x.work()
		case x.runs < x.s.Runs && (at.Runs == 0 || x.runs < at.Runs) && x.idle < x.patience() && x.steps < x.s.Total:
			x.batch()
		default:
			return
		}
	}
}

// batch makes a batch of runs.
func (x *exploration) batch() {
	n := min(batch, x.s.Runs-x.runs)
	for i := range x.kept {
		x.kept[i].reset()
	}
	traces := make([]trace, n)
	x.share(n, func(m *machine, k *kept, i int) { traces[i] = x.one(m, k, x.runs+i) })
	x.runs += n
	for _, t := range traces {
		x.learn(t)
		x.idle++
	}
	x.open = x.aims(shuffled(traces))
}

// together is how many aims are worked at side by side. It is fixed as batch is.
const together = 4

// work works at some of the misses of the last batch.
func (x *exploration) work() {
	aims := x.open[:min(together, len(x.open))]
	x.open = x.open[len(aims):]
	hits := make([]shots, len(aims))
	x.share(len(aims), func(m *machine, k *kept, i int) { hits[i] = x.shoot(m, k, aims[i]) })
	for _, h := range hits {
		x.steps += h.steps
		for _, t := range h.traces {
			x.learn(t)
		}
	}
}

// patience is how many runs in a row may show nothing new.
func (x *exploration) patience() int {
	if len(x.failures) > 0 {
		return min(x.s.Settled, x.s.Patience)
	}
	return x.s.Patience
}

// kept is what traces of a batch hold, which the next batch writes over: one for each
// worker, since making them anew takes longer than short runs.
type kept struct {
	values  slab[int64]
	edges   slab[uint64]
	numbers slab[int32]
	misses  slab[miss]
}

func (k *kept) reset() {
	k.values, k.edges, k.numbers, k.misses = k.values[:0], k.edges[:0], k.numbers[:0], k.misses[:0]
}

// slab has copies of slices one behind the other.
type slab[T any] []T

func (s *slab[T]) keep(v []T) []T {
	if len(v) > cap(*s)-len(*s) {
		*s = make([]T, 0, max(2*cap(*s), len(v), 256)) // copies so far stay where they are
	}
	at := len(*s)
	*s = append(*s, v...)
	return (*s)[at:len(*s):len(*s)]
}

// trace is what one run showed. It holds until the next batch.
type trace struct {
	seed    uint64
	status  Status
	steps   int64
	news    []int32
	covered []uint64
	initial []int64
	trail   []int64 // choices after the beginning
	by      []int32 // their choosers
	epochs  []int32
	failed  int32
	failure *Failure
	cost    int
	known   []int32 // how often each log had been empty in runs before
	misses  []miss
}

// shuffled is the traces in a fixed mixed order, so that runs with fresh
// choices and runs with old beginnings alternate.
func shuffled(traces []trace) []*trace {
	out := make([]*trace, len(traces))
	for i := range traces {
		out[i] = &traces[i]
	}
	slices.SortFunc(out, func(a, b *trace) int { return cmp.Compare(mix(a.seed), mix(b.seed)) })
	return out
}

// sharedSteps is how many steps the runs so far must have taken in the mean for the next ones to be made side by
// side: waking another thread of the process takes as long as some thousand steps.
const sharedSteps = 500

// share spreads n jobs over the workers, where runs are long enough.
func (x *exploration) share(n int, job func(m *machine, k *kept, i int)) {
	if x.steps <= sharedSteps*int64(x.runs) {
		m := x.u.idle.Get().(*machine)
		defer x.u.idle.Put(m)
		for i := range n {
			job(m, &x.kept[0], i)
		}
		return
	}
	var group sync.WaitGroup
	for w := range min(x.s.Workers, n) {
		group.Add(1)
		go func() {
			defer group.Done()
			m := x.u.idle.Get().(*machine)
			defer x.u.idle.Put(m)
			for i := w; i < n; i += x.s.Workers {
				job(m, &x.kept[w], i)
			}
		}()
	}
	group.Wait()
}

// one makes the run with that number.
func (x *exploration) one(m *machine, k *kept, number int) trace {
	seed := hash(hash(x.s.Seed, int64(len(x.u.name))), int64(number))
	l := x.lesson
	if pick := mix(seed); len(x.corpus) > 0 && pick&1 == 0 {
		l.given = x.corpus[pick>>1%uint64(len(x.corpus))]
	}
	return x.trace(m, k, seed, l)
}

// trace makes a run.
func (x *exploration) trace(m *machine, k *kept, seed uint64, l lesson) trace {
	m.begin(seed, l)
	t := trace{seed: seed, status: m.run(Limits{x.s.Steps}.steps()), steps: m.steps, failed: -1}
	t.news, t.misses = k.numbers.keep(m.news), k.misses.keep(m.misses)
	m.epochs = m.epochs[:0]
	for i := range m.mood.start {
		m.epochs = append(m.epochs, m.mood.start[i].most)
	}
	t.epochs = k.numbers.keep(m.epochs)
	t.covered = k.edges.keep(m.covered)
	t.initial, t.trail, t.by = k.values.keep(m.initial), k.values.keep(m.trail), k.numbers.keep(m.by)
	if t.status == Failed {
		t.failed, t.cost = m.failed, x.cost(t.initial)
		if at, known := x.failed[m.failed]; !known || t.cost < x.origins[at].cost {
			t.failure, t.known = m.failure(), slices.Clone(l.epochs)
		}
	}
	return t
}

// maxCorpus bounds the number of beginnings that a search keeps.
const maxCorpus = 48

// learn adds the results of a run to those of the search.
func (x *exploration) learn(t trace) {
	x.ended[t.status]++
	x.steps += t.steps
	fresh := false
	for _, k := range t.news {
		fresh = fresh || !x.refuted[k]
		x.refuted[k] = true
	}
	for i, n := range t.epochs {
		x.epochs[i] = max(x.epochs[i], n)
	}
	fresh = x.fail(t) || fresh
	if x.cover(t.covered) {
		fresh = true
	}
	if !fresh {
		return
	}
	x.idle = 0
	if len(x.corpus) < maxCorpus {
		x.corpus = append(x.corpus, slices.Clone(t.initial))
	} else {
		x.corpus[x.runs%maxCorpus] = slices.Clone(t.initial)
	}
}

// fail files a failure, and reports whether it is the first of its check. Of
// several it keeps the one with the smallest values, so that reports show small
// numbers.
func (x *exploration) fail(t trace) bool {
	if t.failure == nil {
		return false
	}
	from := origin{seed: t.seed, lesson: x.lesson, cost: t.cost}
	from.given, from.exactly, from.fixed = slices.Clone(t.initial), true, slices.Clone(t.trail)
	from.epochs = t.known
	at, known := x.failed[t.failed]
	if !known {
		x.failed[t.failed] = len(x.failures)
		x.failures, x.origins = append(x.failures, *t.failure), append(x.origins, from)
	} else if t.cost < x.origins[at].cost {
		x.failures[at], x.origins[at] = *t.failure, from
	}
	return !known
}

// cover adds the edges that a run covered, and reports whether any is new.
func (x *exploration) cover(edges []uint64) bool {
	if x.covered == nil {
		x.covered = make([]uint64, len(edges))
	}
	fresh := false
	for i, b := range edges {
		fresh = fresh || b&^x.covered[i] != 0
		x.covered[i] |= b
	}
	return fresh
}

func (x *exploration) report(p *Program, r *Report) {
	for k, refuted := range x.refuted {
		if refuted {
			r.Refuted[p.candidates[x.u.candidates[k]]] = true
		}
	}
	r.Failures = append(r.Failures, x.failures...)
	for status, n := range x.ended {
		r.Runs[status] += n
	}
	r.Steps += x.steps
}
