package generation

import (
	"slices"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/predicate"
	"gv2/predicate/named"
)

// Facts about what a thread has logged: at which of the statements before a loop or in
// it, in which iteration, and what the thread knew of the barriers there.

// logField is a part of what is logged.
type logField struct {
	name  string
	value func(named.SiteVisit) int64
}

// logFields are those of a thread's log, for the statement d.
func (p *part) logFields(d *predicate.Do, thread int) []logField {
	var out []logField
	over := false // a sync is logged when it has returned
	if s, ok := d.Stmt.(*kernel.Barrier); ok {
		over = s.Kind == kernel.Sync && thread == 1
		own := p.of
		out = append(out, logField{key.LogField("AT", p.log.name, thread), func(v named.SiteVisit) int64 { return own.Next(v.Thread, v.Now.Gen[own.Index]) }})
	}
	if p.log.agents {
		out = append(out, logField{key.LogField("UNTIL", p.log.name, thread), func(v named.SiteVisit) int64 { return int64(v.Barrier) }})
	}
	for _, b := range p.barriers {
		i := b.Index
		gen := func(v named.SiteVisit) int64 { return v.Now.Gen[i] }
		if b == p.of && over {
			gen = func(v named.SiteVisit) int64 { return b.Next(v.Thread, v.Now.Gen[i]) }
		}
		if p.log.rel[thread] {
			out = append(out, logField{key.RelName(b.ID, p.log.name, thread), func(v named.SiteVisit) int64 { return b.Next(v.Thread, gen(v)) }})
		}
		if p.log.acq[thread] {
			out = append(out, logField{key.AcqName(b.ID, p.log.name, thread), func(v named.SiteVisit) int64 { return v.Now.Synced[i] }})
		}
	}
	return out
}

// logged are facts about what the threads have logged, by statement and role.
func (c *candidates) logged() {
	p := c.part
	if p.log.own {
		c.later()
	}
	for t := 1; t <= 2; t++ {
		if few, all := p.hoped.At(c.loop.Stmt), p.reached.At(c.loop.Stmt); len(few) < len(all) {
			c.loggedAmong(few, t)
		}
		if !c.loggedAmong(p.reached.At(c.loop.Stmt), t) {
			continue
		}
		for _, d := range p.reached.At(c.loop.Stmt) {
			if t == 2 || p.logsFirst(d) {
				c.loggedAt(d, t)
			}
		}
	}
}

// later: what a thread has logged behind what its agent does comes later.
func (c *candidates) later() {
	p := c.part
	at := p.reached.At(c.loop.Stmt)
	iter := func(t int) boogie.Expr { return boogie.V(key.LogField("ITER", p.log.name, t)) }
	for i, one := range p.listed {
		c.innerBefore(one)
		for j, two := range p.listed {
			loop := p.theory.Clocks[one]
			if !slices.Contains(at, one) || !slices.Contains(at, two) || !p.mayLog(one, 1) || !p.mayLog(two, 2) {
				continue
			}
			when := boogie.And(boogie.V(key.LoggedName(p.log.name, 1)), boogie.V(key.LoggedName(p.log.name, 2)), c.is(one, 1), c.is(two, 2))
			if j <= i && !p.repeated(c.w.Prog.Body, one, two) {
				c.add(boogie.Not(when)) // the second was over when the first began
				continue
			}
			if loop == nil || p.theory.Clocks[two] != loop {
				continue
			}
			before := boogie.Op("<", iter(1), iter(2))
			switch inner := p.inner[one]; {
			case j > i || len(inner) > 1 || one != two && len(inner) > 0:
				before = boogie.Op("<=", iter(1), iter(2))
			case len(inner) == 1:
				value := func(t int) boogie.Expr { return boogie.V(key.LogField("INNER1", p.log.name, t)) }
				before = boogie.Or(before, boogie.And(boogie.Eq(iter(1), iter(2)), boogie.Op("<", value(1), value(2))))
			}
			c.add(boogie.Imp(when, before))
		}
	}
}

// repeated reports whether a loop lies around both statements.
func (p *part) repeated(body []predicate.Stmt, one, two *predicate.Do) bool {
	around := named.LoopsAround(body, two)
	return slices.ContainsFunc(named.LoopsAround(body, one), func(l *predicate.While) bool { return slices.Contains(around, l) })
}

// innerBefore: what an agent does in the present iteration was started in an earlier one of a loop within.
func (c *candidates) innerBefore(d *predicate.Do) {
	p := c.part
	clock := p.theory.Clocks[d]
	n, begun := p.loops[clock]
	if inner := p.inner[d]; len(inner) == 1 && begun && clock != c.loop.Stmt && p.mayLog(d, 1) && slices.Contains(named.LoopsAround(c.w.Prog.Body, d), c.loop.Stmt) &&
		named.Assigns(c.loop.Stmt.Body, inner[0].v) {
		now := boogie.And(boogie.V(key.LoggedName(p.log.name, 1)), c.is(d, 1), boogie.Eq(boogie.V(key.LogField("ITER", p.log.name, 1)), boogie.V(iterName(n, 1))))
		c.add(boogie.Imp(now, boogie.Op("<", boogie.V(key.LogField("INNER1", p.log.name, 1)), c.loop.Enc.Expr(kernel.Ref(inner[0].v), 1))))
	}
}

// loggedAmong: what a thread has logged is one of these statements; it reports whether
// that can be.
func (c *candidates) loggedAmong(list []*predicate.Do, t int) bool {
	p := c.part
	var any []boogie.Expr
	for _, d := range list {
		if p.mayLog(d, t) && (t == 2 || p.logsFirst(d)) {
			any = append(any, c.is(d, t))
		}
	}
	if len(any) == 0 {
		c.add(boogie.Not(boogie.V(key.LoggedName(p.log.name, t))))
		return false
	}
	c.add(boogie.Imp(boogie.V(key.LoggedName(p.log.name, t)), boogie.Or(any...)))
	return true
}

// isFixed reports whether e has one value throughout the kernel: it reads no variable.
func isFixed(e kernel.Expr) bool {
	fixed := true
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		_, reads := e.(*kernel.VarRef)
		fixed = fixed && !reads
		return fixed
	})
	return fixed
}

// logsFirst reports whether thread 1 logs the statement.
func (p *part) logsFirst(d *predicate.Do) bool {
	s, ok := d.Stmt.(*kernel.Barrier)
	if !ok || s.Kind == kernel.Sync {
		return true
	}
	_, phase := p.theory.PhaseAt(d, p.of)
	return phase.Syncers.Size() == 0
}

// is says that the thread's log is of statement d.
func (c *candidates) is(d *predicate.Do, t int) boogie.Expr {
	return boogie.Eq(boogie.V(key.LogField("SOURCE", c.part.log.name, t)), boogie.I(int64(c.part.sources[d].ID)))
}

func (c *candidates) loggedAt(d *predicate.Do, t int) {
	p := c.part
	if !p.mayLog(d, t) {
		return
	}
	when := boogie.And(boogie.V(key.LoggedName(p.log.name, t)), c.is(d, t))
	if p.log.array != nil {
		acc, kind, _ := kernel.AccessOf(d.Stmt)
		c.add(boogie.Imp(when, boogie.Eq(boogie.V(key.LogField("KIND", p.log.name, t)), logKind(key.AccessKind(kind), acc))))
		if st, ok := d.Stmt.(*kernel.Store); ok && p.log.array.Values() && st.X != nil && isFixed(st.X) {
			c.add(boogie.Imp(when, boogie.Eq(boogie.V(key.LogField("VALUE", p.log.name, t)), c.loop.Enc.Expr(st.X, t))))
		}
	}
	by := map[int][]named.SiteVisit{}
	var all []named.SiteVisit
	for _, v := range p.theory.Runs.Sites[d] {
		if p.slotOf(d, v) {
			all = append(all, v)
			by[v.Role] = append(by[v.Role], v)
		}
	}
	roles := 0
	for i := range p.theory.Roles {
		if len(by[i]) > 0 {
			roles++
		}
	}
	if s := p.theory.Reach[d]; s != nil && s.Spellable() {
		c.add(boogie.Imp(when, c.loop.Enc.Expr(s.Contains(c.w.Prog.Kernel.Launch), t)))
	}
	c.loggedIteration(d, t, when, all)
	for i, cl := range p.theory.Roles {
		if len(by[i]) == 0 || p.roles[t] != nil && p.roles[t].Role != cl {
			continue
		}
		guard := when
		if roles > 1 && p.roles[t] == nil {
			guard = boogie.And(when, p.plays(c.loop.Enc, cl, t))
		}
		c.loggedFields(d, t, guard, by[i])
		c.loggedOffset(d, t, guard, by[i])
		c.innerFacts(d, t, guard, by[i])
		c.loggedExtent(d, t, i, guard)
	}
}

// slotOf reports whether a visit of an operation used the barrier that is looked at.
func (p *part) slotOf(d *predicate.Do, v named.SiteVisit) bool {
	if len(p.theory.IDs[d]) < 2 || p.of == nil {
		return true
	}
	return v.Barrier == p.of.ID
}

// loggedIteration bounds the iteration that was logged.
func (c *candidates) loggedIteration(d *predicate.Do, t int, when boogie.Expr, visits []named.SiteVisit) {
	iter := boogie.V(key.LogField("ITER", c.part.log.name, t))
	loop := c.part.theory.Clocks[d]
	if loop == nil {
		c.add(boogie.Imp(when, boogie.Eq(iter, boogie.I(0))))
		return
	}
	if m := c.part.theory.Periods[loop]; m > 1 {
		c.add(boogie.Imp(when, c.logClock(loop, t, nil).fact()))
		if r, ok := named.Residue(visits, m); ok {
			c.add(boogie.Imp(when, boogie.Eq(boogie.V(key.LogField("STEP", c.part.log.name, t)), boogie.I(r))))
		}
	}
	c.add(boogie.Imp(when, boogie.Op("<=", boogie.I(1), iter)))
	if n, begun := c.part.loops[loop]; begun && !c.part.reached.Entry[loop][d] {
		c.add(boogie.Imp(when, boogie.Op("<=", iter, boogie.V(iterName(n, t)))))
	}
}

func (c *candidates) loggedFields(d *predicate.Do, t int, guard boogie.Expr, visits []named.SiteVisit) {
	fields := c.part.logFields(d, t)
	loop := c.part.theory.Clocks[d]
	k := c.logClock(loop, t, visits)
	for i, f := range fields {
		var points []named.Point
		for _, v := range visits {
			points = append(points, v.Point(f.value(v)))
		}
		if fn, ok := k.fitted(points); ok {
			c.add(boogie.Imp(guard, boogie.Eq(boogie.V(f.name), k.value(fn))))
			continue
		}
		if turns, ok := named.Cycled(points); ok && c.part.log.agents {
			c.add(boogie.Imp(guard, boogie.Eq(boogie.V(f.name), k.turn(turns))))
			continue
		}
		for _, o := range fields[:i] {
			delta, same := f.value(visits[0])-o.value(visits[0]), true
			for _, v := range visits {
				same = same && f.value(v)-o.value(v) == delta
			}
			if same {
				c.add(boogie.Imp(guard, boogie.Eq(boogie.V(f.name), linearText(1, boogie.V(o.name), delta))))
				break
			}
		}
	}
}

// loggedExtent: the offset lies in the extent that was seen for the role.
func (c *candidates) loggedExtent(d *predicate.Do, t, role int, guard boogie.Expr) {
	if c.part.theory.Schedule == nil || !c.loop.Enc.Mathematical() || c.part.log.array == nil {
		return
	}
	if x, known := c.part.theory.Schedule.Roles[role].Extents[d]; known {
		offset := boogie.V(key.LogField("OFFSET", c.part.log.name, t))
		c.add(boogie.Imp(guard, boogie.And(boogie.Op("<=", boogie.I(x.First), offset), boogie.Op("<=", offset, boogie.I(x.Last)))))
	}
}
