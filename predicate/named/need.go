package named

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate"
)

// Runs also show which barriers order what. For each pair of events that has to be
// ordered, every barrier that does so is noted, and a few barriers that do it for all
// pairs are picked. A procedure counts only these. With fewer barriers the check is
// stronger, so this may lose a proof but makes none wrong; Options.All is the way out.

// event is an access, or an operation on a barrier, of a run.
type event struct {
	section int
	now     Counts
	// of an access
	site   *predicate.Do
	array  *kernel.Array
	kind   kernel.AccessKind
	offset int64
	// until is the id of the barrier that tells when an access of an agent is over, 0 for an access of the thread.
	until int
	// of an operation: which generation, and whether the operation is done or to come
	barrier int // index, -1 for an access
	gen     int64
	done    bool
}

// record is what a thread did in a run with those parameters.
type record struct {
	thread, params int
	events         []event
}

// mostEvents bounds the events of a run that are compared.
const mostEvents = 40

// before lists the barriers that order an event of thread s before one of t.
func (g *Theory) before(x, y *event, s int) []int {
	var out []int
	for i, b := range g.Barriers {
		if b.Threads[s] && b.Tells(x.until) && b.Next(s, x.now.Gen[i]) <= y.now.Synced[i] {
			out = append(out, i)
		}
	}
	return out
}

// Need is what orders events: barriers that a procedure counts, and the chains that it
// uses between them.
type Need struct {
	Barriers []*Barrier
	Chains   []Chain
}

// cover picks barriers and chains so that each pair for which order returns some is
// ordered by one of them. Only relevant events are looked at.
func (g *Theory) cover(relevant func(*event) bool, order func(x, y *event, s, t int) []int) Need {
	var open [][]int
	var records []record
	for _, r := range g.Runs.records {
		var events []event
		for i := range r.events {
			if relevant(&r.events[i]) && len(events) < mostEvents {
				events = append(events, r.events[i])
			}
		}
		records = append(records, record{r.thread, r.params, events})
	}
	for i := range records {
		for j := range records {
			r, o := &records[i], &records[j]
			if r.params != o.params || r.thread == o.thread {
				continue
			}
			for x := range r.events {
				for y := range o.events {
					if by := order(&r.events[x], &o.events[y], r.thread, o.thread); len(by) > 0 {
						open = append(open, by)
					}
				}
			}
		}
	}
	return g.pick(open)
}

// pick picks a few of the ways so that each list has one of them.
func (g *Theory) pick(open [][]int) Need {
	ways := len(g.Barriers) + len(g.Chains)
	picked := make([]bool, ways)
	for len(open) > 0 {
		score := make([]int, ways)
		for _, by := range open {
			for _, b := range by {
				score[b]++
			}
		}
		best := 0
		for b := range score {
			if score[b] > score[best] {
				best = b
			}
		}
		picked[best] = true
		open = slices.DeleteFunc(open, func(by []int) bool { return slices.Contains(by, best) })
	}
	return g.needOf(picked)
}

// needOf are those barriers and chains, and the barriers that the chains are about.
func (g *Theory) needOf(picked []bool) Need {
	var out Need
	for i, c := range g.Chains {
		if picked[len(g.Barriers)+i] {
			out.Chains = append(out.Chains, c)
			picked[c.From().Index], picked[c.Via().Index] = true, true
		}
	}
	for i, b := range g.Barriers {
		if picked[i] || g.all {
			out.Barriers = append(out.Barriers, b)
		}
	}
	return out
}

// ordered lists the ways in which an event of thread s is before one of another thread:
// the barriers, or where there are none the chains.
func (g *Theory) ordered(x, y *event, s int) []int {
	if direct := g.before(x, y, s); len(direct) > 0 {
		return direct
	}
	return g.through(x, y, s)
}

// NeededFor are the barriers that order conflicting accesses to an array, those of a
// pair of statements if one is given.
func (g *Theory) NeededFor(a *kernel.Array, pair [3]*predicate.Do) Need {
	accesses := func(e *event) bool { return e.array == a && (pair[1] == nil || e.site == pair[1] || e.site == pair[2]) }
	return g.cover(accesses, func(x, y *event, s, t int) []int {
		conflict := x.section == y.section && x.offset == y.offset &&
			(x.kind != y.kind || x.kind == kernel.WriteAccess)
		if !conflict || pair[1] != nil && (x.site != pair[1] || y.site != pair[2]) || pair[1] == nil && s > t {
			return nil
		}
		if direct := append(g.before(x, y, s), g.before(y, x, t)...); len(direct) > 0 {
			return direct
		}
		return append(g.through(x, y, s), g.through(y, x, t)...)
	})
}

// NeededForOwn are the barriers that order an access to an array by a thread's agent before later ones of the thread.
func (g *Theory) NeededForOwn(a *kernel.Array) Need {
	var open [][]int
	for _, r := range g.Runs.records {
		var events []event
		for i := range r.events {
			if r.events[i].array == a && len(events) < mostEvents {
				events = append(events, r.events[i])
			}
		}
		for i := range events {
			for j := i + 1; j < len(events); j++ {
				x, y := &events[i], &events[j]
				if x.until == 0 || x.offset != y.offset || x.kind == kernel.ReadAccess && y.kind == kernel.ReadAccess {
					continue
				}
				if by := g.ordered(x, y, r.thread); len(by) > 0 {
					open = append(open, by)
				}
			}
		}
	}
	return g.pick(open)
}

// NeededToRecycle are the barriers that order the generations of b, and b.
func (g *Theory) NeededToRecycle(b *Barrier) Need {
	operations := func(e *event) bool { return e.barrier == b.Index }
	out := g.cover(operations, func(x, y *event, s, _ int) []int {
		adjacent := x.done && !y.done && x.section == y.section && x.gen+1 == y.gen
		if !adjacent || x.gen <= y.now.Synced[b.Index] {
			return nil
		}
		return g.ordered(x, y, s)
	})
	if !slices.Contains(out.Barriers, b) {
		out.Barriers = append(out.Barriers, b)
	}
	return out
}
