package generation

import (
	"strings"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/candidate"
	"gv2/instrument/twothread"
	"gv2/predicate/named"
)

// Candidates guesses that how often a thread of a role has registered and waited is a
// function of the iterations that it has begun, and that the same is true of what it
// has logged. The functions are fitted to small runs.
func (p *part) Candidates(w *twothread.Writer, l *candidate.Loop) []boogie.Expr {
	c := &candidates{w: w, loop: l, part: p}
	c.untouched()
	if p.counted() {
		c.leaving()
		c.counts()
	}
	if p.log != nil {
		c.logged()
	}
	if p.task == divergenceTask && !p.onlyPhases(l.Stmt) {
		c.warp()
	}
	if p.log != nil && p.log.own {
		c.warp()
		if n, counted := p.loops[l.Stmt]; counted && p.ghosts(w) {
			c.add(boogie.Eq(boogie.V(iterName(n, 1)), boogie.V(iterName(n, 2))))
		}
	}
	if p.counted() {
		c.cycles()
		c.voters()
	}
	return c.out
}

// Uses reports whether a rule helps the procedure. Rules about what two threads have in
// common say nothing of what each of them counts.
func (p *part) Uses(rule string) bool {
	switch rule {
	case "predicate-guard", "counter-bound", "counter-stride", "counter-guard", "generation":
		return true
	}
	if len(p.theory.Barriers) == 0 && !strings.HasPrefix(rule, "access-") && !strings.HasPrefix(rule, "log-") {
		return true // all threads wait together, and reach loops with barriers together
	}
	return p.task == assertTask || p.task == divergenceTask && p.unevenBlockBarriers()
}

// unevenBlockBarriers reports whether a barrier of the block stands under a condition that
// may differ between threads.
func (p *part) unevenBlockBarriers() bool {
	for d := range p.theory.BlockBarriers {
		if d.Pred != nil {
			return true
		}
	}
	return false
}

// candidates are the candidates of one loop.
type candidates struct {
	w    *twothread.Writer
	loop *candidate.Loop
	part *part
	out  []boogie.Expr
}

func (c *candidates) add(e boogie.Expr) { c.out = append(c.out, e) }

// eachThread adds a fact about each thread, as one candidate.
func (c *candidates) eachThread(last int, fact func(thread int) boogie.Expr) {
	one := fact(1)
	if last == 2 {
		one = boogie.And(one, fact(2))
	}
	c.add(one)
}

// leaving: a thread that has reached the loop is in it as long as the condition holds.
func (c *candidates) leaving() {
	in, ok := c.loop.Stmt.Guard.(*kernel.VarRef)
	if !ok || c.loop.Stmt.Uniform || !c.loop.Changes[in.Var] {
		return
	}
	c.eachThread(2, func(t int) boogie.Expr {
		return boogie.Eq(c.loop.Enc.Expr(in, t), boogie.And(c.w.Pred(c.loop.Stmt.Outer, t), c.loop.Enc.Expr(c.loop.Stmt.Loop.Cond, t)))
	})
}

// cycles are facts about variables that repeat with the iterations, such as slots.
func (c *candidates) cycles() {
	if !c.loop.Enc.Mathematical() {
		return
	}
	n := c.part.loops[c.loop.Stmt]
	counted := map[*kernel.Var]bool{}
	for _, k := range c.loop.Counters {
		counted[k.Var] = true
	}
	for _, v := range c.loop.Assigned {
		if counted[v] || v.T.Kind != kernel.Int || !c.live(v) {
			continue
		}
		for i, cl := range c.part.theory.Roles {
			var points []named.Point
			for _, h := range c.part.theory.Runs.Heads[c.loop.Stmt] {
				if x, known := h.Vars[v]; known && h.Role == i {
					points = append(points, h.Point(x))
				}
			}
			var value func(clock) boogie.Expr
			if k, ok := named.Cycled(points); ok {
				value = func(at clock) boogie.Expr { return at.turn(k) }
			} else if f, ok := named.Flipped(points, c.part.theory.Periods[c.loop.Stmt]); ok {
				value = func(at clock) boogie.Expr { return boogie.Op("mod", at.line(f, f.Add), boogie.I(2)) }
			}
			if value != nil {
				c.eachThread(2, func(t int) boogie.Expr {
					fact := boogie.Eq(boogie.V(c.loop.Enc.Variable(v, t)), value(c.headClock(n, t)))
					return boogie.Imp(c.part.plays(c.loop.Enc, cl, t), fact)
				})
			}
		}
	}
}

// live reports whether v had a value when the loop was reached, in every run that
// entered it. A variable that the body assigns before it reads tells nothing at the head.
func (c *candidates) live(v *kernel.Var) bool {
	entered := false
	for _, h := range c.part.theory.Runs.Heads[c.loop.Stmt] {
		if h.Number > 0 {
			entered = true
			if _, known := h.StartVars[v]; !known {
				return false
			}
		}
	}
	return entered
}

// warp: the threads of a warp agree on what the loop changes.
func (c *candidates) warp() {
	same := twothread.SameWarp(c.loop.Enc, c.w.Prog.Kernel.Launch)
	both := same
	if !c.loop.Stmt.Uniform {
		both = boogie.And(same, c.loop.Enc.Expr(c.loop.Stmt.Guard, 1), c.loop.Enc.Expr(c.loop.Stmt.Guard, 2))
	}
	for _, v := range c.loop.Assigned {
		when := both
		if in, ok := c.loop.Stmt.Guard.(*kernel.VarRef); ok && in.Var == v {
			when = same
		}
		if !c.loop.Enc.Uniform[v] && c.live(v) {
			c.add(boogie.Imp(when, boogie.Eq(boogie.V(c.loop.Enc.Variable(v, 1)), boogie.V(c.loop.Enc.Variable(v, 2)))))
		}
	}
}
