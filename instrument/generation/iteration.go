package generation

import (
	"fmt"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/ask"
	"gv2/instrument/candidate"
	"gv2/instrument/key"
	"gv2/instrument/twothread"
	"gv2/predicate"
	"gv2/predicate/fact"
	"gv2/predicate/named"
)

// Invariants are functions of the iterations that a thread has begun. So procedures count
// iterations: as one number and, where a loop repeats every few steps, as rounds and
// steps. They also remember what a thread had counted when it reached a loop.

// iterName counts the iterations of a loop that a thread has begun.
func iterName(loop, thread int) string { return fmt.Sprintf("ITER_L%d%s", loop, key.Suffix(thread)) }

// roundName and stepName are the iterations begun of a loop that repeats: whole rounds,
// and the steps of the present one.
func roundName(loop, thread int) string { return fmt.Sprintf("ROUND_L%d%s", loop, key.Suffix(thread)) }
func stepName(loop, thread int) string  { return fmt.Sprintf("STEP_L%d%s", loop, key.Suffix(thread)) }

// headClock is the clock of facts at a loop's head, logClock that of facts about a log.
func (c *candidates) headClock(n, t int) clock {
	return clock{boogie.V(iterName(n, t)), boogie.V(roundName(n, t)), boogie.V(stepName(n, t)), max(c.part.theory.Periods[c.loop.Stmt], 1),
		c.leftAtHead(t)}
}

func (c *candidates) logClock(loop *predicate.While, t int, visits []named.SiteVisit) clock {
	field := func(name string) boogie.Expr { return boogie.V(key.LogField(name, c.part.log.name, t)) }
	return clock{field("ITER"), field("ROUND"), field("STEP"), max(c.part.theory.Periods[loop], 1), c.leftWhenLogged(loop, t, visits)}
}

// leftWhenLogged says that the loop's condition held so many more times after the
// iteration that was logged. It is nil unless what changes in the condition is a linear
// function of the iterations.
func (c *candidates) leftWhenLogged(loop *predicate.While, t int, visits []named.SiteVisit) func(int64) boogie.Expr {
	if loop == nil || loop.Loop == nil || loop.Loop.Cond == nil {
		return nil
	}
	with, closed := c.inLogged(loop.Loop.Cond, loop, nil, visits)
	if !closed || len(with) == 0 {
		return nil
	}
	cond := fact.Replaced(loop.Loop.Cond, with)
	return func(n int64) boogie.Expr {
		return c.loop.Enc.Expr(fact.Replaced(cond, map[*kernel.Var]kernel.Expr{c.part.iter: stepped(c.part.iter, n)}), t)
	}
}

// leftAtHead says, for a thread at the head of the loop, that the condition will hold so
// many more times: it puts the future values of the loop's counter into the condition.
// It is nil if the condition reads anything else that changes.
func (c *candidates) leftAtHead(t int) func(int64) boogie.Expr {
	k := c.conditionCounter()
	if k == nil {
		return nil
	}
	return func(n int64) boogie.Expr {
		later := stepped(k.Var, k.Step*(n-1))
		return c.loop.Enc.Expr(fact.Replaced(c.loop.Stmt.Loop.Cond, map[*kernel.Var]kernel.Expr{k.Var: later}), t)
	}
}

// conditionCounter is the counter that alone decides whether the loop goes on, nil if
// there is none.
func (c *candidates) conditionCounter() *candidate.Counter {
	if c.loop.Stmt.Loop == nil || c.loop.Stmt.Loop.Cond == nil {
		return nil
	}
	for _, k := range c.loop.Counters {
		if k.Op != kernel.Add || k.By != nil {
			continue
		}
		start := map[*kernel.Var]kernel.Expr{k.Var: &kernel.Const{T: k.Var.T}}
		if x := fact.Replaced(c.loop.Stmt.Loop.Cond, start); x != c.loop.Stmt.Loop.Cond && c.loop.Fixed(x) {
			return k
		}
	}
	return nil
}

// stepped is v + by.
func stepped(v *kernel.Var, by int64) kernel.Expr {
	switch {
	case by > 0:
		return kernel.Bin(kernel.Add, kernel.Ref(v), &kernel.Const{T: v.T, Val: by})
	case by < 0:
		return kernel.Bin(kernel.Sub, kernel.Ref(v), &kernel.Const{T: v.T, Val: -by})
	}
	return kernel.Ref(v)
}

// entryName is the value of a counter when the loop was reached.
func entryName(name string, loop, thread int) string {
	return fmt.Sprintf("%s_L%d%s", name[:len(name)-len(key.Suffix(thread))], loop, key.Suffix(thread))
}

// Enter remembers the counters where a loop is reached.
func (p *part) Enter(w *twothread.Writer, l *candidate.Loop) {
	s := l.Stmt
	for _, c := range l.Counters {
		if c.Start != nil {
			p.starts[c.Var] = c.Start
		}
	}
	n, known := p.loops[s]
	if !known {
		n = len(p.loops)
		p.loops[s] = n
	}
	p.keep(w, l)
	if !p.ghosts(w) {
		return
	}
	for t := 1; t <= 2; t++ {
		p.ghost(w, iterName(n, t), boogie.I(0))
		if p.theory.Periods[s] > 1 {
			p.ghost(w, roundName(n, t), boogie.I(0))
			p.ghost(w, stepName(n, t), boogie.I(0))
		}
		for _, f := range p.headFields() {
			if t <= f.last {
				p.ghost(w, entryName(f.name(t), n, t), boogie.V(f.name(t)))
			}
		}
	}
}

// ghosts reports whether iterations are counted: only invariants need that.
func (p *part) ghosts(w *twothread.Writer) bool {
	return p.counted() && w.Request.Invariants != ask.NoInvariants
}

func (p *part) ghost(w *twothread.Writer, name string, value boogie.Expr) {
	w.Enc.Locals[name] = boogie.Int
	w.Emit(set(name, value))
}

// Iterate counts an iteration for the threads that begin one.
func (p *part) Iterate(w *twothread.Writer, s *predicate.While) {
	if !p.ghosts(w) {
		return
	}
	for t := 1; t <= 2; t++ {
		name := iterName(p.loops[s], t)
		begins := w.Enc.Expr(s.Guard, t)
		if s.Uniform {
			begins = boogie.True
		}
		w.Emit(set(name, boogie.If3(begins, boogie.Op("+", boogie.V(name), boogie.I(1)), boogie.V(name))))
		if m := p.theory.Periods[s]; m > 1 {
			p.stepOn(w, begins, m, p.loops[s], t)
		}
	}
}

// stepOn counts an iteration as a step, or as the first of a new round.
func (p *part) stepOn(w *twothread.Writer, begins boogie.Expr, m int64, loop, t int) {
	round, step := boogie.V(roundName(loop, t)), boogie.V(stepName(loop, t))
	last := boogie.Eq(step, boogie.I(m-1))
	w.Emit(
		set(roundName(loop, t), boogie.If3(boogie.And(begins, last), boogie.Op("+", round, boogie.I(1)), round)),
		set(stepName(loop, t), boogie.If3(begins, boogie.If3(last, boogie.I(0), boogie.Op("+", step, boogie.I(1))), step)))
}

// iteration is the number of the iteration that dates what a thread logs at d (0 outside
// loops), followed by its round and step if any loop has a period.
func (p *part) iteration(w *twothread.Writer, d *predicate.Do, thread int) []boogie.Expr {
	out := []boogie.Expr{boogie.I(0)}
	if p.log.periodic {
		out = []boogie.Expr{boogie.I(0), boogie.I(0), boogie.I(0)}
	}
	loop := p.theory.Clocks[d]
	if loop == nil || !p.ghosts(w) {
		return out
	}
	n := p.loops[loop]
	out[0] = boogie.V(iterName(n, thread))
	if p.log.periodic && p.theory.Periods[loop] > 1 {
		out[1], out[2] = boogie.V(roundName(n, thread)), boogie.V(stepName(n, thread))
	}
	return out
}
