package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// loopContext is what candidate rules know about one loop of a procedure.
type loopContext struct {
	*writer
	stmt  *predicate.While
	outer *loopContext
	// assigned holds the variables that the body assigns, in order of first
	// assignment.
	assigned []*kernel.Var
	changes  map[*kernel.Var]bool
	// updates are what the body assigns to each variable, nil for values that are
	// no expression.
	updates map[*kernel.Var][]kernel.Expr
	// counters are the variables with one recognised update per iteration.
	counters []*counter
	// accesses are the logged accesses in the body, and those elsewhere that may
	// be in the same log when the loop's head is reached.
	accesses []loggedAccess
	own      int // how many of accesses are in the body
	barriers bool
}

// loggedAccess is a LOG call.
type loggedAccess struct {
	kind key.AccessKind
	plan *arrayPlan
	acc  kernel.Access
	pred kernel.Expr
	site int
}

// key names the log that the access goes to.
func (a loggedAccess) key() string { return key.OccurredName(a.kind, a.plan.array.Name) }

// counter is a loop variable: its update, and a ghost copy of its value at the
// loop's entry.
type counter struct {
	v     *kernel.Var
	start *kernel.Var
	op    kernel.BinaryOp // Add, Mul, Div
	step  int64           // Add: may be negative; Mul, Div: over 1
	// by is the step of an Add that is uniform but no constant, else nil.
	by kernel.Expr
}

func (w *writer) newLoopContext(s *predicate.While) *loopContext {
	l := &loopContext{writer: w, stmt: s, changes: map[*kernel.Var]bool{}, updates: map[*kernel.Var][]kernel.Expr{}}
	if n := len(w.loops); n > 0 {
		l.outer = w.loops[n-1]
	}
	predicate.EachDo(s.Body, func(d *predicate.Do) {
		dst := kernel.Assigned(d.Stmt)
		if _, ok := d.Stmt.(*kernel.Barrier); ok {
			l.barriers = true
		}
		if dst == nil {
			return
		}
		if !l.changes[dst] {
			l.changes[dst] = true
			l.assigned = append(l.assigned, dst)
		}
		a, ok := d.Stmt.(*kernel.Assign)
		if !ok {
			l.updates[dst] = append(l.updates[dst], nil)
			return
		}
		l.updates[dst] = append(l.updates[dst], a.X)
	})
	for _, v := range l.assigned {
		if c := l.counter(v, l.updates[v]); c != nil {
			l.counters = append(l.counters, c)
		}
	}
	return l
}

// fixed reports whether x reads only what the loop does not change.
func (l *loopContext) fixed(x kernel.Expr) bool {
	ok := true
	kernel.WalkExpr(x, func(x kernel.Expr) bool {
		if r, is := x.(*kernel.VarRef); is && l.changes[r.Var] {
			ok = false
		}
		return ok
	})
	return ok
}

// counter recognises v := v + c, v * c, v / c and the shifts, as the only update
// of v in the loop.
func (l *loopContext) counter(v *kernel.Var, updates []kernel.Expr) *counter {
	if v.T.Kind != kernel.Int || len(updates) != 1 || updates[0] == nil {
		return nil
	}
	b, ok := kernel.StripSameWidth(updates[0]).(*kernel.Binary)
	if !ok {
		return nil
	}
	x, y := kernel.StripSameWidth(b.X), kernel.StripSameWidth(b.Y)
	if !kernel.IsRef(x, v) && b.Op == kernel.Add {
		x, y = y, x
	}
	if !kernel.IsRef(x, v) || !l.fixed(y) {
		return nil
	}
	c := &counter{v: v, op: b.Op}
	if k, isConst := y.(*kernel.Const); isConst {
		c.step = fact.LeastMagnitude(k)
	} else if b.Op == kernel.Add && l.enc.IsUniform(y) {
		c.by = y
		return c
	} else {
		return nil
	}
	return c.normal()
}

// normal turns v - c into v + -c and shifts into products and quotients.
func (c *counter) normal() *counter {
	switch c.op {
	case kernel.Sub:
		c.op, c.step = kernel.Add, -c.step
	case kernel.Shl, kernel.Shr:
		if c.step <= 0 || c.step > 30 {
			return nil
		}
		if c.op == kernel.Shl {
			c.op = kernel.Mul
		} else {
			c.op = kernel.Div
		}
		c.step = 1 << c.step
	}
	switch {
	case c.op == kernel.Add && c.step != 0, (c.op == kernel.Mul || c.op == kernel.Div) && c.step > 1:
		return c
	}
	return nil
}

// snapshot remembers each counter's value at the loop's entry.
func (l *loopContext) snapshot() {
	if l.opts.Invariants == NoInvariants {
		return
	}
	for _, c := range l.counters {
		c.start = &kernel.Var{Name: c.v.Name + "_start", T: c.v.T, Temp: true, Pos: c.v.Pos}
		if l.enc.Uniform[c.v] {
			l.enc.Uniform[c.start] = true
		}
		l.enc.Ranges.Vars[c.start] = l.enc.Ranges.Of(&kernel.VarRef{Var: c.v})
		l.assign(c.start, nil, func(thread int) boogie.Expr { return boogie.V(l.enc.Variable(c.v, thread)) })
	}
}

// noteAccess remembers a LOG call, for the loops around it and those after it.
func (w *writer) noteAccess(a loggedAccess) {
	if w.scouting {
		w.scouted = append(w.scouted, a)
		return
	}
	if len(w.loops) == 0 {
		w.noted = append(w.noted, a)
	}
	for _, l := range w.loops {
		l.accesses = append(l.accesses, a)
	}
}

// scout walks through an outermost loop once without writing it, to learn the
// accesses in it: what is logged at the head of an inner loop may stem from code
// behind it.
func (w *writer) scout(s *predicate.While) {
	sites, loops, pos := len(w.out.Sites), len(w.proc.LoopSites), w.lastPos
	w.scouted, w.scouting = nil, true
	w.collect(func() { w.block(s.Body) })
	w.scouting = false
	w.out.Sites, w.proc.LoopSites, w.lastPos = w.out.Sites[:sites], w.proc.LoopSites[:loops], pos
}

// loop writes a while with the user's invariants and the candidates.
func (w *writer) loop(s *predicate.While) {
	w.proc.HasLoops = true
	w.proc.LoopSites = append(w.proc.LoopSites, s.Src)
	if w.scouting {
		w.block(s.Body)
		return
	}
	outermost := len(w.loops) == 0
	if outermost && w.opts.Invariants != NoInvariants && (w.gen == nil || w.gen.asksLog()) {
		w.scout(s)
	}
	l := w.newLoopContext(s)
	l.snapshot()
	for _, v := range l.assigned {
		w.stated.forget(w.enc.Variable(v, 1))
		w.stated.forget(w.enc.Variable(v, 2))
	}
	if w.gen != nil {
		w.gen.enter(w, l)
	}
	w.loops = append(w.loops, l)
	body := w.collect(func() {
		if w.gen != nil {
			w.gen.iterate(w, s)
		}
		w.block(s.Body)
	})
	w.loops = w.loops[:len(w.loops)-1]
	l.addLogged()
	invs := append(w.userInvariants(s), l.candidates()...)
	if outermost {
		w.noted = append(w.noted, l.inside()...)
	}
	var guard boogie.Expr
	if s.Uniform {
		guard = w.enc.Expr(s.Guard, 0)
	} else {
		guard = boogie.Or(w.enc.Expr(s.Guard, 1), w.enc.Expr(s.Guard, 2))
	}
	w.emit(&boogie.While{C: guard, Invs: invs, Body: body, Tag: s.Loop})
}

// addLogged adds the accesses outside the loop that go to the logs it writes.
func (l *loopContext) addLogged() {
	logs := map[string]bool{}
	known := map[int]bool{}
	for _, a := range l.accesses {
		logs[a.key()], known[a.site] = true, true
	}
	l.own = len(l.accesses)
	for _, list := range [][]loggedAccess{l.noted, l.scouted} {
		for _, a := range list {
			if logs[a.key()] && !known[a.site] {
				known[a.site] = true
				l.accesses = append(l.accesses, a)
			}
		}
	}
}

// inside are the accesses in the loop's body.
func (l *loopContext) inside() []loggedAccess { return l.accesses[:l.own] }

// sitesOf lists the sites that may be in the log of a.
func (l *loopContext) sitesOf(a loggedAccess) []int {
	var out []int
	for _, b := range l.accesses {
		if b.key() == a.key() {
			out = append(out, b.site)
		}
	}
	return out
}
