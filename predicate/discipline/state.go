package discipline

import (
	"maps"
	"slices"

	"gv2/frontend/kernel"
)

// level tells for whom a fact holds.
type level int

const (
	ofThread level = iota // the thread itself
	ofPart                // the one thread of the block, or of each warp, that a guard lets through
	ofBlock               // all threads of the block, or of the warp, which that thread has met at a barrier
)

// hold is a lock that the thread, or its block, has.
type hold struct {
	of *word
	// index is the element as a text in terms of symbols; by is the access that took it.
	index string
	by    kernel.Stmt
	// v is the symbol that has told that it was taken, of an attempt.
	v *kernel.Var
	// ticket is the symbol of the ticket, of a ticket lock.
	ticket *kernel.Var
	// acquired is set once what the last holder did is before what follows.
	acquired bool
	level    level
	guard    string
	// vain is set for a permit that there was none of, which the thread has to give back all the same: it holds nothing.
	vain bool
	// maybe is set beside it where the thread may as well have the permit.
	maybe bool
	// reading is set for one of several readers.
	reading bool
	// told is the trial that has told the block of it.
	told trial
}

// byWarp reports whether a warp has it, and not a block: one lane has taken it.
func (h hold) byWarp() bool { return isLane(h.guard) }

func (h hold) same(g hold) bool {
	return h.of == g.of && h.index == g.index && h.by == g.by && h.level == g.level && h.guard == g.guard && h.vain == g.vain && h.maybe == g.maybe && h.reading == g.reading
}

// sight is what has been seen in a counter or flag: that all have arrived, or that it was published.
type sight struct {
	of       *word
	by       kernel.Stmt // the statement whose element it was
	index    string
	last     bool // only one thread, or block, of the grid sees it
	acquired bool
	level    level
	guard    string
}

func (s sight) same(t sight) bool {
	return s.of == t.of && s.by == t.by && s.index == t.index && s.last == t.last && s.level == t.level && s.guard == t.guard
}

// debt is why an access is not ordered yet before what the thread stores next: other is set where the
// access is another thread's, and no barrier has come since if open is set. unless names the guard whose thread owes
// nothing.
type debt struct {
	stmt   kernel.Stmt
	scope  kernel.Scope // that a fence must have
	other  bool
	open   bool
	warp   bool   // the other thread is of the same warp
	by     string // the guard that it was made under
	unless string
	// fenced is set if a sequentially consistent fence of the thread that made the access has come since, and no barrier
	// before it.
	fenced bool
}

// state is what is known where the walk is.
type state struct {
	// values are those of variables, in terms of the launch, parameters and symbols.
	values map[*kernel.Var]kernel.Expr
	// pending are symbols that decide whether a lock is taken and that nobody has looked at.
	pending []*kernel.Var
	// paid are those of them behind which the thread has had a fence that acquires; trials are attempts of which the block is told.
	paid   map[*kernel.Var]bool
	trials []trial
	// declined are trials that have told that the block does not have the lock.
	declined []trial
	// looked are trials of which the thread has learnt.
	looked []trial
	// refused are symbols of attempts that are known to have failed.
	refused map[*kernel.Var]bool
	holds   []hold
	sights  []sight
	debts   map[debt]bool
	// made are the accesses on some way to here.
	made map[kernel.Stmt]bool
	// arrived are the words that the thread, or another one of its block, may have published already.
	arrived map[*word]bool
	// fenced are the counters behind whose arrival the thread has had a fence that acquires: every thread that is here, or the one
	// that the guard names.
	fenced map[*word]string
	// vacant are flags, by their elements, that nobody else sets as long as the thread has a lock.
	vacant map[vacancy]checked
	// fresh are what the thread has seen of flags under a lock that it has had since.
	fresh map[*kernel.Var]checked
	// drawn are the atomics that have given the thread a number.
	drawn map[*kernel.Atomic]bool
	// begun are words of shared memory that a thread of the block has set to what they start with.
	begun map[beginning]bool
	// cells are elements of shared memory that tell the block what a thread has seen.
	cells map[*kernel.Store]cell
	// guard and block are the conditions under which one thread of the block, and one block, are here.
	guard, block string
	// lane names the one thread of each warp that is here.
	lane string
	// varied is set where the way here may differ between threads of a block.
	varied bool
}

// is reports whether the thread that is here is the one that a guard names.
func (s *state) is(guard string) bool { return guard == s.guard || guard != "" && guard == s.lane }

// everyone is a guard that lets all threads through.
const everyone = "all"

// hasFenced reports whether the thread that is here, or the one that a guard names, has had a fence behind its arrival.
func (s *state) hasFenced(w *word, guard string) bool {
	by := s.fenced[w]
	return by == everyone || by != "" && by == guard
}

// cell is what a store has told of a counter. It can be read behind a barrier, before which the thread may have
// acquired.
type cell struct {
	value           kernel.Expr
	of              *word
	ready, acquired bool
}

func newState() *state {
	return &state{values: map[*kernel.Var]kernel.Expr{}, debts: map[debt]bool{}, made: map[kernel.Stmt]bool{}, arrived: map[*word]bool{}, fenced: map[*word]string{}, begun: map[beginning]bool{}, cells: map[*kernel.Store]cell{}, drawn: map[*kernel.Atomic]bool{}, vacant: map[vacancy]checked{}, fresh: map[*kernel.Var]checked{}, paid: map[*kernel.Var]bool{}, refused: map[*kernel.Var]bool{}}
}

func (s *state) clone() *state {
	c := *s
	c.values, c.debts, c.arrived = maps.Clone(s.values), maps.Clone(s.debts), maps.Clone(s.arrived)
	c.made = maps.Clone(s.made)
	c.fenced, c.cells, c.begun = maps.Clone(s.fenced), maps.Clone(s.cells), maps.Clone(s.begun)
	c.vacant, c.fresh = maps.Clone(s.vacant), maps.Clone(s.fresh)
	c.drawn, c.paid = maps.Clone(s.drawn), maps.Clone(s.paid)
	c.looked = slices.Clone(s.looked)
	c.trials, c.declined, c.refused = slices.Clone(s.trials), slices.Clone(s.declined), maps.Clone(s.refused)
	c.pending, c.holds, c.sights = slices.Clone(s.pending), slices.Clone(s.holds), slices.Clone(s.sights)
	return &c
}

// join is what is known where two ways meet; nil is a way that nobody takes. only is the guard if the
// thread that it names goes the first way and all others the second.
func (a *analysis) join(at point, s, t *state, only string) *state {
	switch {
	case s == nil:
		return t
	case t == nil:
		return s
	}
	out := newState()
	for v, x := range s.values {
		if y, ok := t.values[v]; ok && kernel.ExprString(x) == kernel.ExprString(y) {
			out.values[v] = x
		} else {
			out.values[v] = kernel.Ref(a.joined(at, v))
		}
	}
	for v := range t.values {
		if _, ok := s.values[v]; !ok {
			out.values[v] = kernel.Ref(a.joined(at, v))
		}
	}
	a.joinPending(out, s, t, only)
	joinTrials(a, out, s, t, only)
	a.joinHolds(out, s, t, only)
	a.joinSights(out, s, t, only)
	for d := range s.debts {
		out.debts[d] = true
	}
	for d := range t.debts {
		if !s.debts[d] && only != "" && d.unless == "" && !(d.other && d.open) {
			d.unless = only // it has paid, or the access is not its own
		}
		out.debts[d] = true
	}
	maps.Copy(out.made, s.made)
	maps.Copy(out.made, t.made)
	maps.Copy(out.arrived, s.arrived)
	maps.Copy(out.arrived, t.arrived)
	for w := range s.fenced {
		if by, both := t.fenced[w]; both && by == s.fenced[w] {
			out.fenced[w] = by
		} else if only != "" && (s.fenced[w] == everyone || s.fenced[w] == only) {
			out.fenced[w] = only
		}
	}
	for v, c := range s.fresh {
		if t.fresh[v] == c {
			out.fresh[v] = c
		}
	}
	for v, c := range s.vacant {
		if t.vacant[v] == c {
			out.vacant[v] = c
		}
	}
	for at := range s.drawn {
		if t.drawn[at] {
			out.drawn[at] = true
		}
	}
	for b := range s.begun {
		if t.begun[b] || only != "" && !a.returned && b.wide {
			out.begun[b] = true
		}
	}
	for st, c := range s.cells {
		if d, ok := t.cells[st]; ok && c == d || !ok && only != "" {
			out.cells[st] = c
		}
	}
	if s.guard == t.guard {
		out.guard = s.guard
	}
	if s.block == t.block {
		out.block = s.block
	}
	if s.lane == t.lane {
		out.lane = s.lane
	}
	out.varied = s.varied || t.varied
	return out
}

// joinPending fails locks of which a way does not know whether they are taken.
func (a *analysis) joinPending(out, s, t *state, only string) {
	for _, v := range s.pending {
		if slices.Contains(t.pending, v) {
			out.pending = append(out.pending, v)
			if s.paid[v] && t.paid[v] {
				out.paid[v] = true
			}
		} else if x, told := tried(a, s, v, only); told {
			out.trials = append(out.trials, x)
		} else {
			a.unlooked(v)
		}
	}
	for _, v := range t.pending {
		if !slices.Contains(s.pending, v) {
			a.unlooked(v)
		}
	}
}

// unlooked fails the lock of a symbol that nobody has looked at.
func (a *analysis) unlooked(v *kernel.Var) {
	sym := a.symbols[v]
	if w := sym.of; !w.single() {
		w.fail(sym.stmt.Source(), "it may have been taken here without anybody looking")
	}
}

func (a *analysis) joinHolds(out, s, t *state, only string) {
	differ := func(h hold, other *state) {
		switch {
		case h.of.single():
		case h.level == ofBlock && slices.ContainsFunc(other.declined, h.told.same):
			// The shared element tells of it behind this as well.
			x := h.told
			x.paid = h.acquired
			out.trials = append(out.trials, x)
		case h.v != nil && h.level == ofThread && other.refused[h.v]:
			// What the attempt has found tells of it behind this as well.
			out.pending = append(out.pending, h.v)
			if h.acquired {
				out.paid[h.v] = true
			}
		default:
			h.of.fail(h.by.Source(), "it is held on one way from here and not on another")
		}
	}
	find := func(list []hold, h hold) int { return slices.IndexFunc(list, h.same) }
	// Whether there was a permit is known on each way, and has to be given back on both.
	either := func(list []hold, h hold) bool {
		return h.of.permits && h.level == ofThread && slices.ContainsFunc(list, func(g hold) bool {
			g.vain, g.maybe = h.vain, h.maybe
			return g.same(h)
		})
	}
	for _, h := range s.holds {
		i := find(t.holds, h)
		switch {
		case i >= 0:
			h.acquired = h.acquired && t.holds[i].acquired
			out.holds = append(out.holds, h)
		case only != "" && h.level == ofThread:
			h.level, h.guard = ofPart, only
			out.holds = append(out.holds, h)
		case either(t.holds, h):
			h.vain, h.maybe, h.acquired = true, true, false
			out.holds = append(out.holds, h)
		default:
			differ(h, t)
		}
	}
	for v := range s.refused {
		if t.refused[v] {
			out.refused[v] = true
		}
	}
	for _, h := range t.holds {
		if find(s.holds, h) >= 0 || either(s.holds, h) || only != "" && h.level != ofThread && h.guard == only {
			continue // the thread of the guard has given it back
		}
		differ(h, s)
	}
}

func (a *analysis) joinSights(out, s, t *state, only string) {
	for _, x := range s.sights {
		i := slices.IndexFunc(t.sights, x.same)
		switch {
		case i >= 0:
			x.acquired = x.acquired && t.sights[i].acquired
			out.sights = append(out.sights, x)
		case slices.ContainsFunc(t.sights, func(y sight) bool { return ofOneElement(a, x, y) }):
			for _, y := range t.sights {
				x.acquired = x.acquired && (y.acquired || !ofOneElement(a, x, y))
			}
			out.sights = append(out.sights, x)
		case only != "" && !isLane(only) && x.level == ofThread:
			x.level, x.guard = ofPart, only
			out.sights = append(out.sights, x)
		}
	}
}

// ofOneElement reports whether two sights of a flag, by different statements, tell the same.
func ofOneElement(a *analysis, x, y sight) bool {
	e := a.elements[x.by]
	if x.of.role != flag || e == nil || x.index != y.index {
		return false
	}
	_, one := constant(e)
	y.by = x.by
	return one && x.same(y)
}

// joined is the symbol for what a variable holds where ways meet. A symbol stands for the value when its place was
// reached last: a loop gives all variables that it assigns new ones at its head, so that none is kept from the round before.
func (a *analysis) joined(at point, v *kernel.Var) *kernel.Var {
	key := join{at, v}
	if a.joins[key] == nil {
		a.joins[key] = &kernel.Var{Name: a.names.Unused(v.Name), T: v.T}
	}
	return a.joins[key]
}

// point is a place where ways meet.
type point struct {
	at kernel.Stmt
	of meeting
}

// meeting is which of the places of a statement it is.
type meeting int

const (
	behind meeting = iota // a branch, a region, a loop; a jump that meets others
	head                  // of a loop
	around                // the end of a loop's body
	onward                // where the body continues
)

type join struct {
	point
	v *kernel.Var
}

// same reports whether two states agree in all that is not a value.
func (s *state) same(t *state) bool {
	return maps.Equal(s.debts, t.debts) && maps.Equal(s.made, t.made) && maps.Equal(s.arrived, t.arrived) && maps.Equal(s.fenced, t.fenced) && maps.Equal(s.begun, t.begun) && maps.Equal(s.drawn, t.drawn) && maps.Equal(s.vacant, t.vacant) && maps.Equal(s.fresh, t.fresh) && maps.Equal(s.cells, t.cells) &&
		slices.Equal(s.holds, t.holds) && slices.Equal(s.sights, t.sights) && slices.Equal(s.pending, t.pending) && maps.Equal(s.paid, t.paid) && maps.Equal(s.refused, t.refused) && slices.Equal(s.trials, t.trials) && slices.Equal(s.declined, t.declined) && slices.Equal(s.looked, t.looked) &&
		s.guard == t.guard && s.block == t.block && s.lane == t.lane && s.varied == t.varied
}
