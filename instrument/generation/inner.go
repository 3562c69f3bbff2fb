package generation

import (
	"fmt"
	"slices"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/ask"
	"gv2/instrument/candidate"
	"gv2/instrument/key"
	"gv2/instrument/twothread"
	"gv2/predicate"
	"gv2/predicate/fact"
	"gv2/predicate/named"
)

// Counters change in loops that have barriers in them, and what a thread logs is dated by
// the iterations of the innermost of these. A loop within it, such as
//
//	for (j = lane; j < 512; j += 32) tile[slot + j] = ...
//
// moves the offset on while the date stays. So the values of such variables are logged
// with the access, as INNER1 and so on. What is known of them are the conditions under
// which they were used, and what they are congruent to.

// innerVar is a variable whose value is logged with an access, and the log's field that
// expressions of the kernel can be stated over.
type innerVar struct {
	v, field *kernel.Var
}

// mostInner bounds the values that are logged with an access.
const mostInner = 3

// findInner finds the variables that are logged with the accesses to the array.
func (p *part) findInner(w *twothread.Writer) {
	p.inner = map[*predicate.Do][]innerVar{}
	if !w.Enc.Mathematical() || p.task != raceTask || w.Request.Invariants == ask.NoInvariants {
		return
	}
	for _, d := range p.listed {
		acc, _, _ := twothread.AccessOf(d.Stmt)
		moved := p.movedWithin(w.Prog.Body, d, w.Expand(p.log.array.Offset(acc.Index)))
		if len(moved) > mostInner {
			continue
		}
		for i, v := range moved {
			name := fmt.Sprintf("INNER%d_%s", i+1, p.log.name)
			field := &kernel.Var{Name: name, T: v.T, Temp: true}
			w.Enc.Names.Vars[field] = name
			w.Enc.Ranges.Vars[field] = w.Enc.Ranges.Of(kernel.Ref(v))
			p.inner[d] = append(p.inner[d], innerVar{v, field})
		}
		p.log.inner = max(p.log.inner, len(moved))
	}
}

// movedWithin are the variables of x that a loop around d assigns which lies within the
// loop that dates d.
func (p *part) movedWithin(body []predicate.Stmt, d *predicate.Do, x kernel.Expr) []*kernel.Var {
	var out []*kernel.Var
	for _, l := range named.LoopsAround(body, d) {
		if l == p.theory.Clocks[d] && p.theory.Schedule == nil { // with a schedule no date tells the iteration
			break
		}
		kernel.WalkExpr(x, func(x kernel.Expr) bool {
			if r, ok := x.(*kernel.VarRef); ok && r.Type().Kind == kernel.Int && !slices.Contains(out, r.Var) && named.Assigns(l.Body, r.Var) {
				out = append(out, r.Var)
			}
			return true
		})
	}
	return out
}

// innerValues are the values of a thread's variables that are passed to LOG.
func (p *part) innerValues(w *twothread.Writer, d *predicate.Do, thread int) []boogie.Expr {
	var out []boogie.Expr
	for i := range p.log.inner {
		value := boogie.Expr(boogie.I(0))
		if i < len(p.inner[d]) {
			value = w.Enc.Expr(kernel.Ref(p.inner[d][i].v), thread)
		}
		out = append(out, value)
	}
	return out
}

// innerFacts are candidates for the values that were logged: the conditions of the
// loops that they come from and of the access hold, and counters are whole steps away
// from where they started.
func (c *candidates) innerFacts(d *predicate.Do, t int, guard boogie.Expr, visits []named.SiteVisit) {
	if len(c.part.inner[d]) == 0 {
		return
	}
	state := func(x kernel.Expr) {
		if with, closed := c.inLogged(x, c.part.theory.Clocks[d], c.part.inner[d], visits); closed {
			c.add(boogie.Imp(guard, c.loop.Enc.Expr(c.part.inSteps(fact.Replaced(x, with), c.part.theory.Periods[c.part.theory.Clocks[d]]), t)))
		}
	}
	for _, l := range named.LoopsAround(c.w.Prog.Body, d) {
		if l == c.part.theory.Clocks[d] {
			break
		}
		for _, x := range kernel.Conjuncts(l.Loop.Cond) {
			state(c.w.Expand(x))
		}
	}
	if d.Pred != nil {
		for _, x := range kernel.Conjuncts(c.w.Expand(d.Pred)) {
			if x.Type().Kind == kernel.Bool && !isReference(x) {
				state(x)
			}
		}
	}
	for _, n := range c.part.inner[d] {
		c.innerStart(d, t, guard, n, visits)
	}
}

func isReference(x kernel.Expr) bool {
	_, is := x.(*kernel.VarRef)
	return is
}

// innerStart: a counter lies behind its start, by a multiple of its step.
func (c *candidates) innerStart(d *predicate.Do, t int, guard boogie.Expr, n innerVar, visits []named.SiteVisit) {
	start, step := c.startOf(n.v, named.LoopsAround(c.w.Prog.Body, d))
	if start == nil {
		return
	}
	with, closed := c.inLogged(start, c.part.theory.Clocks[d], c.part.inner[d], visits)
	if !closed {
		return
	}
	now, from := c.loop.Enc.Expr(kernel.Ref(n.field), t), c.loop.Enc.Expr(fact.Replaced(start, with), t)
	if step > 1 || step < -1 {
		c.add(boogie.Imp(guard, c.loop.CongruentTo(now, from, n.v.T, max(step, -step))))
	}
	if step < 0 {
		now, from = from, now
	}
	if c.loop.Enc.Mathematical() {
		c.add(boogie.Imp(guard, boogie.Op("<=", from, now)))
	}
}

// startOf is the first value and the step of v in the innermost of these loops that
// changes it; nil if v is no counter there. That the loop starts with that value is
// likely, not certain: it is the one value assigned outside the loop.
func (c *candidates) startOf(v *kernel.Var, loops []*predicate.While) (start kernel.Expr, step int64) {
	at := slices.IndexFunc(loops, func(l *predicate.While) bool { return named.Assigns(l.Body, v) })
	if at < 0 {
		return nil, 0
	}
	for _, k := range candidate.NewLoop(loops[at], nil, c.loop.Enc, c.w).Counters {
		if k.Var == v && k.Op == kernel.Add && k.By == nil {
			step = k.Step
		}
	}
	if step == 0 {
		return nil, 0
	}
	inside := map[*predicate.Do]bool{}
	predicate.EachDo(loops[at].Body, func(d *predicate.Do) { inside[d] = true })
	var outside []*predicate.Do
	predicate.EachDo(c.w.Prog.Body, func(d *predicate.Do) {
		if kernel.Assigned(d.Stmt) == v && !inside[d] {
			outside = append(outside, d)
		}
	})
	if len(outside) != 1 {
		return nil, 0
	}
	a, ok := outside[0].Stmt.(*kernel.Assign)
	if !ok {
		return nil, 0
	}
	return c.w.Expand(a.X), step
}

// loggedOffset: the offset is that of the access in the iteration that was logged.
func (c *candidates) loggedOffset(d *predicate.Do, t int, guard boogie.Expr, visits []named.SiteVisit) {
	p := c.part
	acc, _, ok := twothread.AccessOf(d.Stmt)
	if !ok || !c.loop.Enc.Mathematical() {
		return
	}
	x := c.w.Expand(p.log.array.Offset(acc.Index))
	with, closed := c.inLogged(x, p.theory.Clocks[d], p.inner[d], visits)
	if !closed {
		return
	}
	first, offset := c.loop.Enc.Expr(p.inSteps(fact.Replaced(x, with), p.theory.Periods[p.theory.Clocks[d]]), t), boogie.V(key.LogField("OFFSET", p.log.name, t))
	if !p.log.array.Wide {
		c.add(boogie.Imp(guard, boogie.Eq(offset, first)))
		return
	}
	behind := boogie.Op("+", first, p.log.array.OffsetConst(c.loop.Enc, p.theory.Width(d)))
	c.add(boogie.Imp(guard, boogie.And(boogie.Op("<=", first, offset), boogie.Op("<", offset, behind))))
}

// inLogged expresses the variables of x that a loop changes by the logged iteration of
// that loop, or by values that were logged; closed reports whether it can express all of
// them.
func (c *candidates) inLogged(x kernel.Expr, loop *predicate.While, inner []innerVar, visits []named.SiteVisit) (with map[*kernel.Var]kernel.Expr, closed bool) {
	with, closed = map[*kernel.Var]kernel.Expr{}, true
	for _, n := range inner {
		with[n.v] = kernel.Ref(n.field)
	}
	if loop == nil {
		return with, closed
	}
	kernel.WalkExpr(x, func(e kernel.Expr) bool {
		if r, ok := e.(*kernel.VarRef); ok && with[r.Var] == nil && named.Assigns(loop.Body, r.Var) {
			if y := c.inIteration(r.Var, loop, visits); y != nil {
				with[r.Var] = y
			} else {
				closed = false
			}
		}
		return closed
	})
	return with, closed
}

// sinceStart is how much a variable has changed since its loop was reached.
func sinceStart(v *kernel.Var, visits []named.SiteVisit) []named.Point {
	var out []named.Point
	for _, s := range visits {
		if s.Loop != nil {
			out = append(out, named.PointAt(s.Number, s.Vars[v]-s.Loop.Start[v]))
		}
	}
	return out
}

// inIteration is the value of v as a function of the logged iteration of a loop with
// that period, nil if none is found.
func (c *candidates) inIteration(v *kernel.Var, loop *predicate.While, visits []named.SiteVisit) kernel.Expr {
	p, period := c.part, c.part.theory.Periods[loop]
	if v.T.Kind != kernel.Int || !c.loop.Enc.Mathematical() {
		return nil // iterations are counted in integers, which are no bit-vectors
	}
	var points []named.Point
	for _, s := range visits {
		points = append(points, named.PointAt(s.Number, s.Vars[v]))
	}
	number := func(n int64) kernel.Expr { return &kernel.Const{T: v.T, Val: v.T.Wrap(n)} }
	count := func(field *kernel.Var) kernel.Expr { return counted(v.T, field) }
	line := func(mul int64, x kernel.Expr, add int64) kernel.Expr { return lineOf(v.T, mul, x, add) }
	if start, _ := c.startOf(v, []*predicate.While{loop}); start != nil && !arith.IsConstant(start) {
		if mul, add, ok := named.LineThrough(sinceStart(v, visits)); ok && mul >= 0 {
			return kernel.Bin(kernel.Add, start, line(mul, count(p.iter), add))
		}
	}
	if mul, add, ok := named.LineThrough(points); ok && mul >= 0 {
		if mul == 0 {
			return number(add)
		}
		return line(mul, count(p.iter), add)
	}
	if start := p.starts[v]; start != nil {
		if mul, add, ok := named.LineThrough(sinceStart(v, visits)); ok && mul < 0 {
			return kernel.Bin(kernel.Sub, line(1, kernel.Ref(start), add), line(-mul, count(p.iter), 0))
		} else if ok {
			return kernel.Bin(kernel.Add, kernel.Ref(start), line(mul, count(p.iter), add))
		}
	}
	k, ok := named.Cycled(points)
	switch {
	case !ok:
		return nil
	case k.By == period:
		return line(k.Mul, p.turned(v.T, k.Add, k.By), k.Base)
	}
	return line(k.Mul, kernel.Bin(kernel.Rem, line(1, count(p.iter), k.Add), number(k.By)), k.Base)
}
