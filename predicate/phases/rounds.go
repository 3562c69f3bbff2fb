package phases

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/folded"
)

// An arrival goes with the copies that the thread starts right before or after it: bytes that the phase expects
// and copies that bring them, or the arrival of a copy's end (cp.async.mbarrier.arrive). In between the thread waits for
// nothing and tells nobody anything, so that all of them belong to one phase.

// rounds are the arrivals of one list of statements.
type rounds struct {
	after map[int][]kernel.Stmt // the registrations behind each statement
	// taken are the statements about bytes that an arrival goes with.
	taken map[*kernel.Phase]bool
}

// round is one arrival with its copies.
type round struct {
	p     *pass
	r     *rounds
	list  []kernel.Stmt
	array *kernel.Array
	index kernel.Expr
	id    kernel.Expr
	// around are the statements that lie around the one that is looked at, with their lists, from the outermost on.
	around []place
	// expected and coming are bytes; open is set where one of them is not a constant.
	expected, coming int64
	open             bool
}

// place is a statement of a list.
type place struct {
	list []kernel.Stmt
	at   int
}

func (p *pass) rounds(list []kernel.Stmt) *rounds {
	r := &rounds{after: map[int][]kernel.Stmt{}, taken: map[*kernel.Phase]bool{}}
	for j, s := range list {
		if a, ok := s.(*kernel.Phase); ok && a.Op == kernel.PhaseArrive && !a.Extra {
			p.round(r, list, j, a)
		}
	}
	return r
}

func (p *pass) round(r *rounds, list []kernel.Stmt, j int, a *kernel.Phase) {
	index := folded.Resolve(list, j, a.At.Index)
	o := &round{p: p, r: r, list: list, array: a.At.Array, index: index, id: p.id(a.At.Array, index)}
	o.bytes(&o.expected, a.Bytes)
	carries := a.Agent != nil
	for i := j - 1; i >= 0 && !o.stops(list, i, false); i-- {
		carries = o.before(list, i, carries)
	}
	at := j
	for i := j + 1; i < len(list) && a.Agent == nil && !o.stops(list, i, true); i++ {
		if o.behind(list, i) {
			at = i
		}
	}
	if o.open || o.expected != o.coming {
		p.say(a, "the bytes that the phase expects from this arrival are not shown to be those of the copies around it")
	}
	b := &kernel.Barrier{Src: a.Src, ID: o.id, Count: p.count(a.At.Array, index), Of: a.At.Array, Carried: a.Agent != nil}
	p.carried[a] = true
	r.after[at] = append(r.after[at], p.arrival(a, b)...)
}

func (o *round) bytes(to *int64, e kernel.Expr) {
	if e == nil {
		return
	}
	c, ok := e.(*kernel.Const)
	if !ok {
		o.open = true
		return
	}
	*to += c.Val
}

// here reports whether an operation in a list is on the barrier of the round.
func (o *round) here(list []kernel.Stmt, i int, at kernel.Access) bool {
	if at.Array != o.array {
		return false
	}
	index := folded.Resolve(list, i, at.Index)
	for _, out := range slices.Backward(o.around) {
		if same(index, o.index) || fact.SetsRead(out.list[out.at:out.at+1], index) {
			break // what is set within may have another value there
		}
		index = folded.Resolve(out.list, out.at, index)
	}
	return same(index, o.index)
}

// within looks at the blocks of the i-th statement of a list.
func (o *round) within(list []kernel.Stmt, i int, look func(inner []kernel.Stmt)) {
	o.around = append(o.around, place{list, i})
	defer func() { o.around = o.around[:len(o.around)-1] }()
	for _, inner := range kernel.Blocks(list[i]) {
		look(inner)
	}
}

// before looks at the i-th statement of a list, which comes before the arrival: carries is set if the arrival of
// copies that have been started by then is behind it. It returns that for the statement before.
func (o *round) before(list []kernel.Stmt, i int, carries bool) bool {
	s := list[i]
	if a := kernel.AgentOf(s); a != nil {
		return o.agent(list, i, a, carries)
	}
	if p, ok := s.(*kernel.Phase); ok && p.Op == kernel.PhaseExpect && sameList(list, o.list) {
		o.bytes(&o.expected, p.Bytes)
		o.r.taken[p] = true
	}
	o.within(list, i, func(inner []kernel.Stmt) {
		within := carries
		for n := len(inner) - 1; n >= 0; n-- {
			within = o.before(inner, n, within)
		}
	})
	return carries
}

// agent takes over what an agent does in the round.
func (o *round) agent(list []kernel.Stmt, i int, a *kernel.Agent, carries bool) bool {
	s := list[i]
	p, phase := s.(*kernel.Phase)
	switch {
	case phase && p.Extra:
		o.p.carried[s] = true
		return true
	case phase && o.p.carried[s]: // it goes with another arrival, or stands here twice
		o.open = true
	case phase && p.Op == kernel.PhaseComplete && sameList(list, o.list):
		o.bytes(&o.coming, p.Bytes)
		o.p.carried[s] = true
	case phase:
	case a.Ends == kernel.CopyGroup && carries, a.Ends == kernel.OnPhase && o.here(list, i, *a.At):
		if o.p.until[s] == nil {
			o.p.until[s] = o.id
		}
	}
	return carries
}

// behind looks at the i-th statement behind the arrival, and reports whether it is a copy of the round.
func (o *round) behind(list []kernel.Stmt, i int) bool {
	a := kernel.AgentOf(list[i])
	if a == nil {
		return false
	}
	o.agent(list, i, a, false)
	return true
}

func sameList(a, b []kernel.Stmt) bool { return len(a) == len(b) && len(a) > 0 && &a[0] == &b[0] }

// stops reports whether a round does not reach over the i-th statement of a list: the thread waits there, uses another
// barrier, jumps, or changes what the barrier's index is written over. Behind an arrival also what the arrival
// tells others of must not come before.
func (o *round) stops(list []kernel.Stmt, i int, behind bool) bool {
	s := list[i]
	switch s := s.(type) {
	case *kernel.Return, *kernel.Break, *kernel.Continue, *kernel.Leave:
		return true
	case *kernel.Phase:
		ours := s.Op == kernel.PhaseComplete || !behind && (s.Extra || s.Op == kernel.PhaseExpect)
		return !ours || !o.here(list, i, s.At)
	case *kernel.Async:
		return s.Op != kernel.AsyncFence
	default:
		// Others are looked at by what they do.
	}
	if op, ok := kernel.SyncOf(s); ok && op.Who != kernel.OneThread {
		return true
	}
	if v := kernel.Assigned(s); v != nil && fact.ReadsVar(o.index, v) {
		return true
	}
	if a := kernel.AgentOf(s); behind && kernel.Touched(s) != nil && !fact.OfBarrier(s) && (a == nil || a.Ends != kernel.OnPhase || !o.here(list, i, *a.At)) {
		return true
	}
	stops := false
	o.within(list, i, func(inner []kernel.Stmt) {
		stops = stops || behind && len(inner) > 0
		for n := range inner {
			stops = stops || o.stops(inner, n, behind)
		}
	})
	return stops
}

// same reports whether two expressions are written alike, over the same variables.
func same(a, b kernel.Expr) bool {
	vars := func(e kernel.Expr) []*kernel.Var {
		var out []*kernel.Var
		kernel.WalkExpr(e, func(e kernel.Expr) bool {
			if r, ok := e.(*kernel.VarRef); ok {
				out = append(out, r.Var)
			}
			return true
		})
		return out
	}
	x, y := vars(a), vars(b)
	for i := range x {
		if i >= len(y) || x[i] != y[i] {
			return false
		}
	}
	return len(x) == len(y) && kernel.ExprString(a) == kernel.ExprString(b)
}

// ownToken reports whether a wait is for the phase of the arrival before it in the list, on which the thread
// registered last.
func ownToken(list []kernel.Stmt, i int, w *kernel.Phase) bool {
	token, ok := folded.Resolve(list, i, w.Token).(*kernel.VarRef)
	if !ok {
		return false
	}
	for q := i - 1; q >= 0; q-- {
		a, is := list[q].(*kernel.Phase)
		if is && a.Op == kernel.PhaseArrive && a.Dst == token.Var {
			return a.At.Array == w.At.Array && same(folded.Resolve(list, q, a.At.Index), folded.Resolve(list, i, w.At.Index)) && !fact.SetsRead(list[q+1:i], folded.Resolve(list, q, a.At.Index))
		}
		if fact.Sets(list[q:q+1], token.Var) || fact.Operates(list[q:q+1], kernel.PhaseArrive) {
			return false
		}
	}
	return false
}
