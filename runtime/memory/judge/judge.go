// Package judge looks for faults of small kernels in the executions that the PTX memory model
// allows: data races as the model defines them, and assertions that fail.
//
// In: a kernel with a known launch. Out: the faults that exist, or that there are none, for
// that launch.
package judge

import (
	"errors"
	"fmt"
	"slices"

	"gv2/frontend/kernel"
	"gv2/runtime/memory"
	"gv2/runtime/memory/thread"
)

// Report is what the executions of a kernel show.
type Report struct {
	// Races are pairs of statements, each once, with an execution of each.
	Races []Race
	// Failed are the assertions that fail.
	Failed []Failure
	// Waiting are threads that wait for ever, one of them for what none of the others will do
	// any more: those of one execution, each with a read whose value stays. Only with all threads.
	Waiting []Side
	// Open is the reason why there may be more, empty if there is none.
	Open string
	// Cut is set where that is that there are too many.
	Cut bool
	// Executions counts those that were looked at.
	Executions int
}

// Race is two statements that race.
type Race struct {
	A, B  Side
	Place memory.Place
	Array *kernel.Array
	Index int64
	// SameValue is set for two writes that store the same value wherever they race.
	SameValue bool
}

// Side is one access of a race.
type Side struct {
	Stmt          kernel.Stmt
	Block, Thread int
}

// Failure is an assertion that fails.
type Failure struct {
	Assert        *kernel.Assert
	Block, Thread int
}

// Judge explores the executions of k. The error is thread.ErrUnsupported,
// memory.ErrTooLarge or memory.ErrMixedSize.
func Judge(k *kernel.Kernel, params map[string]int64, lim memory.Limits) (*Report, error) {
	return judged(k, params, lim, false)
}

// First is Judge, but ends with the first fault that it sees.
func First(k *kernel.Kernel, params map[string]int64, lim memory.Limits) (*Report, error) {
	return judged(k, params, lim, true)
}

// Some looks for a fault in executions of some threads of k, whose launch may be of any size,
// with the others not begun. The report says nothing of what else there may be.
func Some(k *kernel.Kernel, threads []thread.Position, lim memory.Limits) (*Report, error) {
	l, err := thread.Some(k, nil, threads)
	if err != nil {
		return nil, err
	}
	return explored(l, lim, true)
}

func judged(k *kernel.Kernel, params map[string]int64, lim memory.Limits, first bool) (*Report, error) {
	l, err := thread.Launch(k, params)
	if err != nil {
		return nil, err
	}
	return explored(l, lim, first)
}

func explored(l *thread.Launched, lim memory.Limits, first bool) (*Report, error) {
	if err := l.Free(lim); err != nil {
		return nil, err
	}
	for {
		r, again, err := explore(l, lim, first)
		if err != nil || !again {
			return r, err
		}
		if err := l.Settle(lim); err != nil {
			return nil, err
		}
	}
}

// explore looks at all executions once. It has to be done again if it matters what loads
// return that were free.
func explore(l *thread.Launched, lim memory.Limits, first bool) (_ *Report, again bool, _ error) {
	r := &Report{}
	sampled := false
	e := memory.Explorer{Program: l.Program, Limits: lim, Endless: l.Partial, Settled: func(x *memory.Execution) bool {
		if !sampled {
			if decides, _ := l.SampledIn(x); decides {
				return false
			}
		}
		return r.shows(x)
	}}
	res, err := e.Explore(func(x *memory.Execution) bool {
		if !sampled {
			sampled, _ = l.SampledIn(x)
		}
		for t, path := range x.Paths {
			if s := path.Final.(*thread.Final).Outside; s != nil && x.Whole(t) {
				r.Open = "an access leaves its array at " + s.Source().Pos.String()
				return true
			}
		}
		for _, race := range x.Races() {
			again = r.race(l, x, race) || again
		}
		for t, path := range x.Paths {
			failed := path.Final.(*thread.Final).Failed
			if !x.Whole(t) {
				continue
			}
			if failed != nil && failed.Bounds {
				r.Open = "an access leaves its array at " + failed.Pos.String()
			} else if failed != nil {
				r.fails(Failure{failed, l.Positions[t].Block, l.Positions[t].Thread})
			}
		}
		r.waits(l, x)
		return !first || again || !r.faulty()
	})
	r.Executions = res.Consistent
	// What was seen before it was too much exists.
	cut := errors.Is(err, memory.ErrTooLarge) && !again && len(r.Races)+len(r.Failed)+len(r.Waiting) > 0
	switch {
	case err != nil && !cut:
		return nil, false, err
	case l.Invented || l.InventedStored && sampled:
		return nil, false, fmt.Errorf("%w: what the threads do depends on a value that is not computed", thread.ErrUnsupported)
	case cut:
		r.Open, r.Cut = err.Error(), true
	case r.Open != "":
	case res.Stuck > 0:
		r.Open = "some threads wait at a barrier that others do not reach"
	case res.Ended == 0:
		r.Open = "no execution of the kernel ends"
	case sampled || l.Sampled:
		r.Open = "what the threads do depends on inputs that nothing fixes"
	}
	return r, again, nil
}

// faulty reports whether there is a fault that does harm.
func (r *Report) faulty() bool {
	return len(r.Failed) > 0 || slices.ContainsFunc(r.Races, func(o Race) bool { return !o.SameValue })
}

// shows reports whether r has all faults of x.
func (r *Report) shows(x *memory.Execution) bool {
	for t, path := range x.Paths {
		final := path.Final.(*thread.Final)
		known := final.Failed == nil || slices.ContainsFunc(r.Failed, func(o Failure) bool { return o.Assert == final.Failed })
		if x.Whole(t) && (final.Outside != nil || !known) {
			return false
		}
	}
	if len(r.Waiting) == 0 && !x.Ends {
		return false // it may be a deadlock, if there is an order of fences for it
	}
	for _, race := range x.Races() {
		if !slices.ContainsFunc(r.Races, func(o Race) bool {
			a, b := x.Events[race.A].Origin, x.Events[race.B].Origin
			return !o.SameValue && (o.A.Stmt == a && o.B.Stmt == b || o.A.Stmt == b && o.B.Stmt == a)
		}) {
			return false
		}
	}
	return true
}

// waits enters the threads that wait for ever in an execution in which nobody does anything
// else: each has gone round in a loop whose reads have the last values of their places. (A
// read sees the last value at some time, so that others go on.)
func (r *Report) waits(l *thread.Launched, x *memory.Execution) {
	if x.Ends || l.Partial || len(r.Waiting) > 0 {
		return
	}
	var waiting []Side
	for t, path := range x.Paths {
		if !path.Waits || !x.Whole(t) || x.First(t) < 0 {
			continue
		}
		var first kernel.Stmt
		for i := path.Round; i < len(path.Events); i++ {
			e := &path.Events[i]
			if e.Kind != memory.Read {
				continue
			}
			if e.Free || !slices.Equal(slices.Compact(slices.Sorted(slices.Values(x.Finals(e.Place)))), []int64{e.Value}) {
				return
			}
			if s, ok := e.Origin.(kernel.Stmt); ok && first == nil {
				first = s
			}
		}
		if first == nil {
			return // a loop without end that waits for nobody
		}
		waiting = append(waiting, Side{first, l.Positions[t].Block, l.Positions[t].Thread})
	}
	r.Waiting = waiting
}

// race enters a race. It reports whether the values of two writes depend on free loads, which
// are bound then.
func (r *Report) race(l *thread.Launched, x *memory.Execution, race memory.Race) (again bool) {
	side := func(i int) Side {
		s, _ := x.Events[i].Origin.(kernel.Stmt)
		at := l.Positions[x.Thread[i]]
		return Side{s, at.Block, at.Thread}
	}
	found := Race{A: side(race.A), B: side(race.B), Place: x.Events[race.A].Place}
	found.Array, _, found.Index = l.Array(found.Place)
	a, b := &x.Events[race.A], &x.Events[race.B]
	if a.Kind == memory.Write && b.Kind == memory.Write {
		one, two := l.Bind(x, race.A), l.Bind(x, race.B)
		again, found.SameValue = one || two, a.Value == b.Value
	}
	for i := range r.Races {
		o := &r.Races[i]
		if o.A.Stmt == found.A.Stmt && o.B.Stmt == found.B.Stmt || o.A.Stmt == found.B.Stmt && o.B.Stmt == found.A.Stmt {
			if o.SameValue && !found.SameValue {
				*o = found
			}
			return again
		}
	}
	r.Races = append(r.Races, found)
	return again
}

func (r *Report) fails(f Failure) {
	if !slices.ContainsFunc(r.Failed, func(o Failure) bool { return o.Assert == f.Assert }) {
		r.Failed = append(r.Failed, f)
	}
}
