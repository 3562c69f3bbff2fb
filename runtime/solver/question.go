package solver

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gv2/boogie"
	"gv2/boogie/vc"
)

// Run answers what Run of Boogie answers, in the same terms. printed must come from
// boogie.Print, whose program and lines it uses.
func (z *SMT) Run(ctx context.Context, printed boogie.Printed, opts Options) (*Answer, error) {
	if opts.LoopUnroll > 0 || printed.Program == nil {
		return nil, &ToolError{Tool: z.Tool, Reason: "it needs the tree of a program whose loops are unrolled already"}
	}
	if opts.Simplex && z.Tool != "cvc5" {
		opts.Resources *= simplexUnits
	}
	argv, err := z.argv(opts)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	q := &smtQuestion{z: z, ctx: ctx, argv: argv, opts: opts, lines: printed.Lines, program: printed.Program, start: start}
	module, err := vc.New(printed.Program, vc.Options{Infer: opts.Infer, Curry: z.Tool == "cvc5", Operators: opts.Operators, Halves: opts.Halves})
	if err != nil {
		return nil, &ToolError{Tool: z.Tool, Reason: err.Error()}
	}
	q.module = module
	answer, err := q.run()
	if answer != nil {
		answer.Seconds = time.Since(start).Seconds()
	}
	return answer, err
}

// smtQuestion is one call of Run.
type smtQuestion struct {
	z       *SMT
	ctx     context.Context
	argv    []string
	opts    Options
	lines   []int
	program *boogie.Program
	module  *vc.Module
	start   time.Time
}

// smtResult is what became of one procedure.
type smtResult struct {
	failures   []Failure
	unanswered []Unanswered
	// open is set where there are unanswered questions; in inference only if these are about
	// more than candidates that count as dropped.
	open    bool
	dropped map[string]bool
	err     error
}

// late reports whether more time may answer what is open.
func (r *smtResult) late() bool {
	return r.open && r.err == nil && slices.ContainsFunc(r.unanswered, func(u Unanswered) bool { return u.Cause.Limit() })
}

func (q *smtQuestion) run() (*Answer, error) {
	names := q.module.Procedures()
	results := make([]smtResult, len(names))
	all := make([]int, len(names))
	for i := range names {
		all[i] = i
	}
	// First each gets a share of the time, so that a hard one does not take it from the
	// others; then what is left goes to those that need more, in parts.
	q.pass(names, results, all, false)
	var late []int
	for i := range results {
		if results[i].late() {
			late = append(late, i)
		}
	}
	if q.opts.Timeout > 0 && !q.opts.Whole {
		q.pass(names, results, late, true)
	}
	if q.ctx.Err() != nil {
		return nil, q.ctx.Err()
	}
	return q.answer(names, results)
}

// pass decides the procedures of which it has the numbers, side by side. Each may take
// what it gets of the time left, which is divided by their sizes: the first time half of that, or two
// thirds if there is but one.
func (q *smtQuestion) pass(names []string, results []smtResult, which []int, again bool) {
	next := make(chan int, len(which))
	for _, i := range which {
		next <- i
	}
	close(next)
	var waiting atomic.Int64 // the sizes of those that are not begun
	for _, i := range which {
		waiting.Add(int64(q.module.Size(names[i])))
	}
	workers := max(1, min(q.opts.Cores, len(which)))
	var group sync.WaitGroup
	var failed atomic.Bool
	done, once := make(chan struct{}), sync.Once{}
	ready, begun := make(chan struct{}), sync.Once{}
	for i := range workers {
		group.Add(1)
		go func() {
			defer group.Done()
			if i > 0 && !worthwhile(next, ready, done, time.Duration(i)*headStart) {
				return
			}
			w := &smtWorker{
				q: q, ready: func() { begun.Do(func() { close(ready) }) },
				apart: !q.opts.Whole && (again || q.opts.Timeout <= 0), again: again,
			}
			defer w.end()
			for i := range next {
				if q.opts.Whole && failed.Load() {
					results[i] = smtResult{open: true, unanswered: []Unanswered{{Procedure: names[i], Cause: OverEffort}}}
					continue
				}
				size := int64(q.module.Size(names[i]))
				rounds := max(1, float64(waiting.Add(-size)+size)/float64(size)/float64(workers))
				switch {
				case q.opts.Timeout > 0 && q.opts.Whole:
					w.until = q.start.Add(q.opts.Timeout)
				case q.opts.Timeout > 0:
					left := time.Until(q.start.Add(q.opts.Timeout))
					share := time.Duration(float64(left) / rounds)
					switch {
					case again:
					case len(names) == 1:
						share = share / 3 * 2
					default:
						share /= 2
					}
					w.until = time.Now().Add(max(min(left, time.Second), share))
				}
				r := w.procedure(names[i], results[i])
				if !r.open || !results[i].open || len(r.failures) >= len(results[i].failures) {
					results[i] = r
				}
				if r.open || len(r.failures) > 0 {
					failed.Store(true)
				}
			}
			once.Do(func() { close(done) })
		}()
	}
	group.Wait()
}

// headStart is how long one process works alone, once it has started, before the next one
// starts: starting it takes about as long as many questions.
const headStart = 100 * time.Millisecond

// worthwhile waits for that long from when ready is closed, and reports whether procedures
// are left then.
func worthwhile(next <-chan int, ready, done <-chan struct{}, wait time.Duration) bool {
	select {
	case <-ready:
	case <-done:
		return false
	}
	select {
	case <-time.After(wait):
	case <-done:
	}
	return len(next) > 0
}

func (q *smtQuestion) answer(names []string, results []smtResult) (*Answer, error) {
	a := &Answer{Inferred: map[string]bool{}, Counted: true}
	var said strings.Builder
	late, open := false, false
	for c := range q.module.Candidates() {
		a.Inferred[c] = q.opts.Infer || q.opts.Minimal
	}
	for i, r := range results {
		if r.err != nil {
			return nil, r.err
		}
		for c, dropped := range r.dropped {
			a.Inferred[c] = a.Inferred[c] && !dropped
		}
		a.Failures = append(a.Failures, r.failures...)
		a.Unanswered = append(a.Unanswered, r.unanswered...)
		for _, u := range r.unanswered {
			fmt.Fprintf(&said, "%s: %sundecided: %s\n", names[i], lineText(u.Line), u)
		}
		switch {
		case r.open:
			a.Open = append(a.Open, names[i])
			late, open = late || r.late(), true
		case len(r.failures) == 0:
			a.Verified++
			fmt.Fprintf(&said, "%s: verified\n", names[i])
		}
		for _, f := range r.failures {
			fmt.Fprintf(&said, "%s: line %d may fail\n", names[i], f.Line)
		}
	}
	switch {
	case len(a.Failures) > 0:
		a.Outcome = Failed
	case late:
		a.Outcome = TimedOut
	case open:
		a.Outcome = Undecided
	}
	if !q.opts.Infer && !q.opts.Minimal {
		a.Inferred = map[string]bool{}
	}
	a.Output = said.String()
	return a, nil
}

// lineText names a line in front of what is said of it; empty for none.
func lineText(line int) string {
	if line == 0 {
		return ""
	}
	return fmt.Sprintf("line %d ", line)
}
