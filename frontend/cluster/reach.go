package cluster

import "gv2/frontend/kernel"

// reach tells which accesses may be to another block's shared memory.
type reach struct {
	any bool // there are some
	// vars may hold a distance, or what was computed from one.
	vars map[*kernel.Var]bool
	all  bool // any variable may
}

func reachOf(k *kernel.Kernel) *reach {
	r := &reach{vars: map[*kernel.Var]bool{}}
	for grown := true; grown && !r.all; {
		grown = false
		kernel.Walk(k.Body, func(s kernel.Stmt) bool {
			far := false
			kernel.Exprs(s, func(e kernel.Expr) { far = far || r.value(e) })
			r.any = r.any || far
			switch s := s.(type) {
			case *kernel.Store:
				r.all = r.all || s.X != nil && r.value(s.X)
			case *kernel.Atomic:
				for _, a := range s.Args {
					r.all = r.all || r.value(a)
				}
			case *kernel.Shuffle:
				r.all = r.all || r.value(s.Value)
			default:
				// Others hand nothing on but by assignments.
			}
			if dst := kernel.Assigned(s); dst != nil && far && kernel.Touched(s) == nil && !r.vars[dst] {
				r.vars[dst], grown = true, true // what memory holds is a distance only where one is stored
			}
			return true
		})
	}
	return r
}

// value reports whether an index, or another value, may come from a distance.
func (r *reach) value(e kernel.Expr) bool {
	found := false
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		v, is := e.(*kernel.VarRef)
		found = found || is && (r.all || r.vars[v.Var]) || kernel.IsDistance(e)
		return !found
	})
	return found
}

// reaches reports whether s accesses the memory of another block, as far as is known.
func (r *reach) reaches(s kernel.Stmt) bool {
	if p, is := s.(*kernel.Phase); is {
		return r.value(p.At.Index)
	}
	acc := kernel.Touched(s)
	return acc != nil && acc.Array.Space == kernel.Shared && r.value(acc.Index)
}

// enclosure follows the barriers of the cluster through the text.
type enclosure struct {
	*reach
	// begun is set where a barrier of the cluster lies behind on every way, open where an access to
	// another block's memory has no barrier behind it yet, and arrived where it has the arrive of one.
	begun, open, arrived bool
	failed               bool
}

// enclosed reports whether all such accesses of a kernel stand between two barriers of the cluster: then all blocks have
// begun before, and none ends until they are over. That takes for granted that the threads of all blocks meet at
// each of these barriers, which is a property of its own. Copies that go on behind a barrier are not over there.
func (r *reach) enclosed(body []kernel.Stmt) bool {
	if leavesEarly(body) || parted(body) {
		return false
	}
	e := &enclosure{reach: r}
	e.list(body)
	return !e.failed && !e.open && !e.arrived
}

func (e *enclosure) list(list []kernel.Stmt) {
	for _, s := range list {
		e.stmt(s)
	}
}

func (e *enclosure) stmt(s kernel.Stmt) {
	switch s := s.(type) {
	case *kernel.Barrier:
		if s.Cluster {
			e.meet(s.Kind)
		}
	case *kernel.If:
		before := *e
		e.list(s.Then)
		then := *e
		*e = before
		e.list(s.Else)
		e.join(&then)
	case *kernel.Loop:
		before := *e
		e.list(s.Head)
		e.list(s.Body)
		e.list(s.Post)
		e.join(&before)
		e.jumps(&before, s)
	case *kernel.Region:
		before := *e
		e.list(s.Body)
		e.jumps(&before, s)
	case *kernel.Return:
		e.failed = e.failed || e.open || e.arrived
	default:
		// Others neither meet nor have statements inside; what they access counts.
		if e.reaches(s) {
			e.failed = e.failed || !e.begun || kernel.AgentOf(s) != nil
			e.open = true
		}
	}
}

// meet passes a barrier of the cluster, or a half of one.
func (e *enclosure) meet(kind kernel.BarrierKind) {
	if kind != kernel.Await {
		e.arrived, e.open = e.arrived || e.open, false
	}
	if kind != kernel.Arrive {
		e.begun, e.arrived = true, false
	}
}

// join goes on where another way may lead to as well.
func (e *enclosure) join(other *enclosure) {
	e.begun = e.begun && other.begun
	e.open, e.arrived, e.failed = e.open || other.open, e.arrived || other.arrived, e.failed || other.failed
}

// jumps takes into account that parts of s may be left out, which began after before.
func (e *enclosure) jumps(before *enclosure, s kernel.Stmt) {
	inside := []kernel.Stmt{s}
	if kernel.Any(inside, leaves) {
		e.begun = e.begun && before.begun
		e.open = e.open || before.open || kernel.Any(inside, e.reaches)
	}
}

// leaves reports whether s jumps out of statements around it.
func leaves(s kernel.Stmt) bool {
	switch s.(type) {
	case *kernel.Break, *kernel.Continue, *kernel.Leave:
		return true
	default:
		// Others go on to the next statement.
		return false
	}
}
