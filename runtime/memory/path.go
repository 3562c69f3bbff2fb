package memory

import (
	"errors"
	"fmt"
	"slices"
)

// ErrTooLarge is returned for a program that has more paths, events or executions than
// Limits allows.
var ErrTooLarge = errors.New("the program is too large for the memory model")

// ErrMixedSize is returned where accesses overlap without being to the same bytes: the
// model does not say which value such a read returns.
var ErrMixedSize = errors.New("accesses of different sizes overlap")

// Limits bounds an exploration. Zero means the default.
type Limits struct {
	Events     int // of one path
	Paths      int // of one thread
	Executions int // candidates that are looked at
	// Over reports whether the time is over; nil if there is no limit.
	Over func() bool
}

func (l Limits) orDefault() Limits {
	if l.Events == 0 {
		l.Events = 60
	}
	if l.Paths == 0 {
		l.Paths = 20_000
	}
	if l.Executions == 0 {
		l.Executions = 2_000_000
	}
	return l
}

// values is what places may hold at some time. A value has a level: how many writes to its
// place, each of which depends on the one before, it takes at least; 0 at the start.
type values struct {
	level map[Place]map[int64]int
	// writes bounds the number of writes to a place in one execution.
	writes map[Place]int
}

// at returns the values that p can hold.
func (v *values) at(p Place) []int64 {
	var list []int64
	for value, level := range v.level[p] {
		if level <= v.writes[p] {
			list = append(list, value)
		}
	}
	slices.Sort(list)
	return list
}

func (v *values) add(p Place, value int64, level int) {
	m := v.level[p]
	if m == nil {
		m = map[int64]int{}
		v.level[p] = m
	}
	if old, ok := m[value]; !ok || level < old {
		m[value] = level
	}
}

// count is the number of values that places can hold.
func (v *values) count() (count int) {
	for p := range v.level {
		count += len(v.at(p))
	}
	return count
}

// written adds what the events of a path write.
func (v *values) written(events []Event) {
	for i := range events {
		e := &events[i]
		if e.Kind != Write {
			continue
		}
		level := 1
		for _, d := range e.Depends {
			if r := &events[d]; r.Kind == Read && r.Place == e.Place {
				level = max(level, v.level[e.Place][r.Value]+1)
			}
		}
		v.add(e.Place, e.Value, level)
	}
}

// paths finds all paths of all threads. A read returns what its place holds at the start or
// what some path of some thread writes there. What a write writes may depend on what a read
// returns, so this is repeated until no value is new. It ends although a counter has ever
// larger values: by no-thin-air, a value of level n needs n writes in one execution.
func (p *Program) paths(lim Limits) ([][]Path, error) {
	known := &values{map[Place]map[int64]int{}, map[Place]int{}}
	for {
		before := known.count()
		all := make([][]Path, len(p.Threads))
		writes := map[Place]int{}
		for i := range p.Threads {
			f := finder{program: p, thread: &p.Threads[i], known: known, limits: lim}
			if err := f.find(nil); err != nil {
				return nil, err
			}
			most := map[Place]int{}
			for _, path := range append(slices.Clone(f.done), f.partial...) {
				n := map[Place]int{}
				for j := range path.Events {
					if e := &path.Events[j]; e.Kind == Write {
						n[e.Place]++
					}
				}
				for place, count := range n {
					most[place] = max(most[place], count)
				}
				known.written(path.Events)
			}
			for place, count := range most {
				writes[place] += count
			}
			all[i] = f.done
		}
		for place, count := range writes {
			known.writes[place] = max(known.writes[place], count)
		}
		if known.count() == before {
			return all, mixedSize(known)
		}
	}
}

// mixedSize reports whether two of the places that are accessed overlap in part.
func mixedSize(known *values) error {
	for p := range known.level {
		for q := range known.level {
			if p != q && p.Overlaps(q) {
				return ErrMixedSize
			}
		}
	}
	return nil
}

// finder finds the paths of one thread.
type finder struct {
	program *Program
	thread  *Thread
	known   *values
	limits  Limits
	// done are complete paths. partial are those that ask: their writes count as well,
	// since another thread may give the value that is missing.
	done, partial []Path
	runs          int
}

func (f *finder) find(given []int64) error {
	if f.limits.Over != nil && f.runs%64 == 63 && f.limits.Over() {
		return fmt.Errorf("%w: the time is over", ErrTooLarge)
	}
	if f.runs++; f.runs > f.limits.Paths {
		return fmt.Errorf("%w: thread %s has over %d paths", ErrTooLarge, f.thread.Name, f.limits.Paths)
	}
	path, err := f.thread.Run(given)
	switch {
	case err != nil:
		return err
	case len(path.Events) > f.limits.Events:
		return fmt.Errorf("%w: thread %s has over %d events", ErrTooLarge, f.thread.Name, f.limits.Events)
	case path.Drop:
		return nil
	case path.Ask == nil || path.Waits:
		f.done = append(f.done, path)
		return nil
	}
	f.partial = append(f.partial, path)
	f.known.add(*path.Ask, f.program.Initial(*path.Ask), 0)
	for _, v := range f.known.at(*path.Ask) {
		if err := f.find(append(slices.Clone(given), v)); err != nil {
			return err
		}
	}
	return nil
}
