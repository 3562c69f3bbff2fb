package interp

import (
	"context"
	"runtime"
	"slices"
	"sync"
)

// Search says how much is to be run.
type Search struct {
	// Procedures to run; nil for all.
	Procedures []string
	// Runs of each procedure at most, and how many in a row may show nothing new
	// before the search ends. 0 for DefaultRuns and DefaultPatience.
	Runs, Patience int
	// Steps of one run, and of all runs of a procedure together; 0 for
	// DefaultSteps and DefaultTotal.
	Steps, Total int64
	// Seed starts the choices. The same seed gives the same report, whatever
	// Workers is.
	Seed uint64
	// Workers run side by side, one for each processor if 0.
	Workers int
}

// What a search does unless it is told otherwise.
const (
	DefaultRuns     = 4096
	DefaultPatience = 384
	DefaultTotal    = 3_000_000
)

// batch is how many runs learn nothing from each other.
const batch = 64

// Report is what a search found.
type Report struct {
	// Refuted are the candidates that are false at a loop head in some run.
	Refuted map[string]bool
	// Failures are those of different checks, each as it was seen first.
	Failures []Failure
	// Runs is the number of runs, by how they ended.
	Runs  map[Status]int
	Steps int64
}

// Explore runs procedures many times, with choices that differ. It stops early
// when ctx is done, and then reports what it has.
func (p *Program) Explore(ctx context.Context, s Search) Report {
	r := Report{Refuted: map[string]bool{}, Runs: map[Status]int{}}
	names := s.Procedures
	if names == nil {
		names = p.order
	}
	for _, name := range names {
		if u := p.units[name]; u != nil {
			x := newExploration(u, s)
			x.run(ctx)
			x.report(p, &r)
		}
	}
	return r
}

// exploration is the search in one procedure.
type exploration struct {
	u *unit
	s Search
	lesson
	covered  []uint64
	corpus   [][]int64 // beginnings of runs that showed something
	failures []Failure
	failed   map[int32]bool
	ended    map[Status]int
	steps    int64
	runs     int
	idle     int // runs since something was new
}

func newExploration(u *unit, s Search) *exploration {
	set := func(n *int, to int) {
		if *n == 0 {
			*n = to
		}
	}
	set(&s.Runs, DefaultRuns)
	set(&s.Patience, DefaultPatience)
	set(&s.Workers, runtime.GOMAXPROCS(0))
	if s.Total == 0 {
		s.Total = DefaultTotal
	}
	x := &exploration{u: u, s: s, failed: map[int32]bool{}, ended: map[Status]int{}}
	x.refuted = make([]bool, len(u.candidates))
	x.epochs = make([]int32, u.selectors)
	return x
}

// run runs batches until there is nothing new.
func (x *exploration) run(ctx context.Context) {
	for x.runs < x.s.Runs && x.idle < x.s.Patience && x.steps < x.s.Total && ctx.Err() == nil {
		for _, t := range x.batch() {
			x.learn(t)
		}
	}
}

// trace is what one run showed.
type trace struct {
	status  Status
	steps   int64
	news    []int32
	covered []uint64
	initial []int64
	epochs  []int32
	failed  int32
	failure *Failure
}

// batch makes runs that know what was learnt before it.
func (x *exploration) batch() []trace {
	n := min(batch, x.s.Runs-x.runs)
	out := make([]trace, n)
	var group sync.WaitGroup
	for w := range x.s.Workers {
		group.Add(1)
		go func() {
			defer group.Done()
			m := x.u.idle.Get().(*machine)
			defer x.u.idle.Put(m)
			for i := w; i < n; i += x.s.Workers {
				out[i] = x.one(m, x.runs+i)
			}
		}()
	}
	group.Wait()
	x.runs += n
	return out
}

// one makes the run of that number.
func (x *exploration) one(m *machine, number int) trace {
	seed := hash(hash(x.s.Seed, int64(len(x.u.name))), int64(number))
	l := x.lesson
	if pick := mix(seed); len(x.corpus) > 0 && pick&1 == 0 {
		l.given = x.corpus[pick>>1%uint64(len(x.corpus))]
	}
	m.begin(seed, l)
	t := trace{status: m.run(Limits{x.s.Steps}.steps()), steps: m.steps, failed: -1}
	t.news = slices.Clone(m.news)
	for i := range m.mood.start {
		t.epochs = append(t.epochs, m.mood.start[i].most)
	}
	t.covered = slices.Clone(m.covered)
	t.initial = slices.Clone(m.initial)
	if t.status == Failed {
		t.failed = m.failed
		if !x.failed[m.failed] {
			t.failure = m.failure()
		}
	}
	return t
}

// maxCorpus bounds how many beginnings are kept.
const maxCorpus = 48

// learn takes over what a run showed.
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
	if t.failed >= 0 && !x.failed[t.failed] {
		x.failed[t.failed] = true
		x.failures = append(x.failures, *t.failure)
		fresh = true
	}
	if x.cover(t.covered) {
		fresh = true
	}
	if x.idle++; !fresh {
		return
	}
	x.idle = 0
	if len(x.corpus) < maxCorpus {
		x.corpus = append(x.corpus, t.initial)
	} else {
		x.corpus[x.runs%maxCorpus] = t.initial
	}
}

// cover notes what a run has covered, and reports whether any of it is new.
func (x *exploration) cover(bits []uint64) bool {
	if x.covered == nil {
		x.covered = make([]uint64, len(bits))
	}
	fresh := false
	for i, b := range bits {
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
