// Package condition looks for conditions under which a refuted kernel is proved.
//
// In: a kernel with its verdict, refuted, and the engines. Out: the verdict, as it is or
// conditional. A verdict is conditional if every property is proved under a condition of
// the ordinary kind, as width >= 16 or n == 16 * gridDim.x: what programs keep to without
// saying so. The faults outside of it are kept, as notes. A condition of another kind, such as
// n <= 256 or n % 64 == 0, is what a program may well break: the kernel stays refuted, and the
// condition is named beside it (Result.SafeIf). Where a condition of the plainest kind leaves the kernel open, and no fault
// is known within it, the verdict is unknown (Result.OpenIf).
//
// Nothing is called proved here: package verdict proves the kernel with the condition as one
// more precondition. A condition that no values meet would prove anything, so there has
// to be a sample of values that meets it.
//
// Find is the entry; rows.go has conditions that keep rows apart, read off the indices by package
// layout, ordinary.go the search for other ordinary conditions, guess.go and condition.go that for the rest. launched.go
// looks at launches in sight that a condition leaves out, undecided.go is for conditions that give no answer, and smaller.go
// tells faults with smaller values.
package condition

import (
	"context"
	"maps"
	"slices"
	"time"

	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/verdict"
	"gv2/runtime/weft"
)

// Conditions of the other kind are guessed. One that a known fault meets is no use; so the kernel is
// first executed with many values, and decided for some that as many of the
// guesses as possible allow, which mostly tells that none helps. Of those that are
// left the weakest is assumed, and everything decided again; what refutes that is
// one more known fault. A condition is named if with it every property is proved,
// for at least one value.

// The limits of the search: the part of the time limit, how many values are
// executed and for how many commands, how many single values are decided, and how
// many conditions are tried.
const (
	preconditionShare = 0.5
	mostExecuted      = 48
	executedCommands  = 200_000
	mostValuesTried   = 3
	mostGuessesTried  = 5
	effortOfTry       = 4  // part of the effort
	effortOfWeaker    = 32 // of a try of which much is known: what is proved is proved soon
)

// precondition is one search.
type precondition struct {
	ctx     context.Context
	k       *kernel.Kernel
	opts    verdict.Options
	engines verdict.Engines
	until   time.Time // zero for no limit
	samples samples
	// clean are the samples for which what was refuted is proved.
	clean   map[int]bool
	guesses []guess
	// conditions is how many there were at the start.
	conditions int
	// arith is the arithmetic that found the fault: no other is asked.
	arith key.Arith
	// cut is set where a try ended with its time.
	cut bool
	// found is how long it took to refute the kernel, faults are the values of all faults found since, for blocks of this size.
	found  time.Duration
	faults []map[string]int64
	// undecided is an ordinary condition under which the kernel is neither refuted nor proved, nil for none.
	undecided conjunction
	// others are the sizes of blocks besides the presumed one that are refuted, too.
	others []otherBlock
	// proven are the conditions under which the kernel is proved, each by itself.
	proven []conjunction
	// seen are faults found since that name contents of arrays.
	seen []claim.Finding
	// held is what arrays are taken to hold besides, in kernel and condition.
	held map[*kernel.Array]kernel.Holds
	// presumed is the note that says so.
	presumed claim.Note
	// spent are the costs of all runs.
	spent verdict.Stats
}

// Find looks for a condition under which a refuted kernel is proved, and enters it. Where
// it finds an ordinary one the kernel is conditional. Where the fault was there for odd
// values only as far as was known, and is there for ordinary ones as well, it is told with
// these.
func Find(ctx context.Context, k *kernel.Kernel, opts verdict.Options, engines verdict.Engines, r *verdict.Result) {
	if r.Outcome != verdict.KernelRefuted || r.Err != nil || opts.NoPrecondition || opts.Engine == verdict.WeftEngine || opts.LoopUnroll > 0 {
		return
	}
	if boundsBeside(k, r) && opts.Blocks == nil {
		return
	}
	st := opts.Trace.Begin("condition")
	opts.Trace.Ask("", "a condition under which everything is proved")
	defer opts.Trace.End(st)
	p := &precondition{ctx: ctx, k: k, opts: opts, engines: engines, clean: map[int]bool{}, arith: arithOf(r, opts.Encoding.Arith), found: takenBy(r)}
	if opts.Timeout > 0 {
		left := opts.Began.Add(opts.Timeout - opts.Timeout/keptForSmaller)
		p.until = time.Now().Add(time.Duration(float64(opts.Timeout) * preconditionShare))
		if left.Before(p.until) {
			p.until = left
		}
	}
	if p.byContents(r) {
		opts.Trace.Note("proved if " + r.Condition)
	} else if boundsBeside(k, r) && (p.otherBlocks(r) || p.pursueBlocks(r)) || !boundsBeside(k, r) && p.ordinary(r) {
		opts.Trace.Note("proved if " + r.Condition)
		p.heedLaunches(r)
	} else if p.withContents(r) {
		opts.Trace.Note("proved if " + r.Condition)
		p.heedLaunches(r)
	} else if !boundsBeside(k, r) {
		p.guess(r)
	}
	p.showSmaller(r)
	if r.Condition == "" && !boundsBeside(k, r) {
		p.leaveOpen(r) // where the faults are there for no smaller values within the condition
	}
	if r.SafeIf == "" && r.Condition == "" && r.OpenIf == "" && p.late() {
		r.Notes = append(r.Notes, claim.Note{Message: "the search for a condition under which this is proved was cut short: it has half of the time limit; raise --timeout"})
	}
	if r.SafeIf != "" {
		opts.Trace.Note("safe if " + r.SafeIf)
	}
	r.Stats.Runs += p.spent.Runs
	r.Stats.Solver += p.spent.Solver
	r.Stats.Seconds = time.Since(opts.Began).Seconds()
}

// guess looks for a condition of any kind.
func (p *precondition) guess(r *verdict.Result) {
	params := guessed(p.k)
	if len(params) > 0 {
		p.samples = sampled(p.k, params)
		p.guesses = guesses(p.k, params, p.samples)
		p.conditions = len(p.guesses)
	}
	if p.excludeFaults(r) {
		refuted := refutedOf(r)
		p.execute(refuted)
		p.stayWithin()
		p.tryValues(refuted, params)
		p.tryGuesses(r)
	}
	p.safeInOneBlock(r)
}

// boundsBeside reports whether r has an access that no input keeps within its array, which is
// a fault that the kernel's own text does not state: no condition helps.
func boundsBeside(k *kernel.Kernel, r *verdict.Result) bool {
	return refutedOf(r)[kernel.Bounds] && !kernel.Bounds.In(k)
}

// arithOf is the arithmetic that the translation chose for a kernel.
func arithOf(r *verdict.Result, asked key.Arith) key.Arith {
	for _, a := range []key.Arith{key.IntArith, key.BVArith} {
		if r.Arith == a.String() {
			return a
		}
	}
	return asked
}

// excludeFaults drops the guesses that some fault of the result meets, or may meet. It
// returns false where none is left.
func (p *precondition) excludeFaults(r *verdict.Result) bool {
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Severity == claim.ErrorSeverity {
			p.exclude(f.Values.Numbers())
		}
	}
	return len(p.guesses) > 0
}

// exclude drops the guesses that values with a fault do not certainly violate.
func (p *precondition) exclude(fault map[string]int64) {
	p.guesses = slices.DeleteFunc(p.guesses, func(g guess) bool {
		holds, known := fact.Judged(g.cond, fault)
		return holds || !known
	})
}

func refutedOf(r *verdict.Result) map[kernel.Property]bool {
	refuted := map[kernel.Property]bool{}
	for _, q := range r.Properties {
		if q.Status == claim.Refuted {
			refuted[q.Name] = true
		}
	}
	return refuted
}

// execute runs the exact engine with one sample after the other that some guess
// allows. It is quick to say no, and stops where it cannot tell.
func (p *precondition) execute(refuted map[kernel.Property]bool) {
	blank := 0
	for i, ran := 0, 0; i < len(p.samples) && ran < mostExecuted && blank < 2; i++ {
		if !p.allowed(i) {
			continue
		}
		ran++
		report, err := p.check(p.samples[i], refuted[kernel.DataRace])
		if err != nil || report.NotStatic != nil {
			blank++
			continue
		}
		p.clean[i] = true
		for name := range refuted {
			p.clean[i] = p.clean[i] && report.Verdicts[name].Status == claim.Proved
			if report.Verdicts[name].Status == claim.Refuted {
				p.exclude(p.samples[i])
				break
			}
		}
	}
}

// stayWithin drops the guesses that allow an access beyond its array in an execution:
// verdicts assume that there is none, but a kernel with one is not called safe. A
// guess that only goes up to the array's end is kept.
func (p *precondition) stayWithin() {
	checked := kernel.WithBounds(p.k)
	for i, ran := 0, 0; i < len(p.samples) && ran < mostExecuted; i++ {
		if !p.allowed(i) {
			continue
		}
		ran++
		report, err := p.checkOf(checked, p.samples[i], false)
		if err != nil {
			return
		}
		if report.Verdicts[kernel.Bounds].Status == claim.Refuted {
			p.exclude(p.samples[i])
		}
	}
}

// allowed reports whether some guess allows the sample.
func (p *precondition) allowed(i int) bool {
	return slices.ContainsFunc(p.guesses, func(g guess) bool { return g.allows[i] })
}

// check executes the kernel with the values of a sample. races is that one race is answer enough.
func (p *precondition) check(values map[string]int64, races bool) (*weft.Report, error) {
	return p.checkOf(p.k, values, races)
}

// checkOf is check of a kernel that differs; without races nobody asks for any.
func (p *precondition) checkOf(k *kernel.Kernel, values map[string]int64, races bool) (*weft.Report, error) {
	ctx, cancel := decision.Within(p.ctx, p.until)
	defer cancel()
	o := p.opts.ExactOptions()
	o.MaxCommands, o.Params = executedCommands, maps.Clone(values)
	o.Brief, o.Untold = races, !races
	delete(o.Params, claim.BlockDimX)
	return p.engines.Check(ctx, k, o)
}

// tryValues decides the refuted properties for single values, as long as these
// show faults.
func (p *precondition) tryValues(refuted map[kernel.Property]bool, params []*kernel.Var) {
	for range mostValuesTried {
		i := p.promising()
		if i < 0 || p.clean[i] {
			return
		}
		var fixed []kernel.Expr
		for _, v := range params {
			fixed = append(fixed, fact.Equals(v, p.samples[i][v.Name]))
		}
		again, ok := p.decide(fixed, refuted)
		if !ok || again.Outcome != verdict.KernelRefuted {
			return
		}
		p.exclude(p.samples[i])
	}
}

// promising is the sample that most guesses allow, -1 where there is no guess.
func (p *precondition) promising() int {
	best, most := -1, 0
	for i := range p.samples {
		n := 0
		for _, g := range p.guesses {
			if g.allows[i] {
				n++
			}
		}
		if n > most {
			best, most = i, n
		}
	}
	return best
}

// tryGuesses assumes one guess after the other, until everything is proved.
func (p *precondition) tryGuesses(r *verdict.Result) {
	for range mostGuessesTried {
		if len(p.guesses) == 0 {
			return
		}
		g := p.guesses[0]
		p.guesses = p.guesses[1:]
		again, ok := p.decide([]kernel.Expr{g.cond}, p.opts.Encoding.Properties)
		if !ok {
			return
		}
		if again.Outcome == verdict.KernelProved {
			r.SafeIf, r.SafeAmong = kernel.ExprString(p.k.Launch.InProgram(g.cond)), p.conditions
			r.Assume(again.Assumptions)
			return
		}
		p.excludeFaults(&again)
	}
}

// decide decides properties of the kernel with more preconditions; false where
// there is no time for it.
func (p *precondition) decide(more []kernel.Expr, properties map[kernel.Property]bool) (verdict.Result, bool) {
	k := *p.k
	k.Requires = append(slices.Clone(p.k.Requires), more...)
	return p.decideOf(&k, properties)
}

func (p *precondition) decideOf(k *kernel.Kernel, properties map[kernel.Property]bool) (verdict.Result, bool) {
	return p.decideWith(k, properties, 2, effortOfTry)
}

// decideWith is decideOf with those parts of the time left and of the effort.
func (p *precondition) decideWith(k *kernel.Kernel, properties map[kernel.Property]bool, ofTime time.Duration, ofEffort int64) (verdict.Result, bool) {
	opts := p.opts
	opts.Brief = ofEffort == effortOfWeaker
	opts.Encoding.Properties = maps.Clone(properties)
	if !p.until.IsZero() {
		// A try that takes long leaves time for others.
		if opts.Timeout = time.Until(p.until) / ofTime; opts.Timeout <= 0 {
			return verdict.Result{}, false
		}
	}
	opts.Effort /= ofEffort
	opts.Encoding.Arith, opts.Began, opts.Trace, opts.Blocks = p.arith, time.Time{}, nil, nil
	opts.NoPrecondition, opts.UntilFault = true, true
	began := time.Now()
	r := verdict.Decide(p.ctx, k, opts, p.engines)
	if opts.Timeout > 0 && r.Outcome == verdict.KernelUnknown && time.Since(began) > opts.Timeout*9/10 {
		p.cut = true
	}
	if r.Outcome == verdict.KernelRefuted && p.sameBlock(k) {
		p.faults = append(p.faults, faultsOf(&r)...)
		for _, f := range r.Findings {
			if len(f.Contents) > 0 {
				p.seen = append(p.seen, f)
			}
		}
	}
	p.spent.Runs += r.Stats.Runs
	p.spent.Solver += r.Stats.Solver
	return r, p.ctx.Err() == nil && r.Err == nil
}
