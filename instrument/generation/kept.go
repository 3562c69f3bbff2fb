package generation

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/ask"
	"gv2/instrument/candidate"
	"gv2/instrument/twothread"
	"gv2/predicate"
)

// Roles share variables that are set before their ways part, such as a slot that the
// loop of each role advances. Behind the loop of one role, threads of the others find the
// variables unchanged. Candidates have to say so, since a loop changes its variables for
// both threads.

// keptVar is a variable that a loop changes, and its value when the loop was reached.
type keptVar struct {
	v, start *kernel.Var
}

// keep remembers the variables that are read outside the loop as well, where not all
// threads reach it.
func (p *part) keep(w *twothread.Writer, l *candidate.Loop) {
	if w.Request.Invariants == ask.NoInvariants || !someStayOut(l) {
		return
	}
	inside := predicate.ReadCounts(append(entryOf(w.Prog.Body, l.Stmt), l.Stmt.Body...))
	var kept []keptVar
	for _, v := range l.Assigned {
		if l.Enc.Uniform[v] || kernel.IsRef(l.Stmt.Guard, v) || w.Reads[v] <= inside[v] {
			continue
		}
		start := &kernel.Var{Name: v.Name + "_kept", T: v.T, Temp: true, Pos: v.Pos}
		l.Enc.Ranges.Vars[start] = l.Enc.Ranges.Of(&kernel.VarRef{Var: v})
		w.Assign(start, nil, func(thread int) boogie.Expr { return boogie.V(l.Enc.Variable(v, thread)) })
		kept = append(kept, keptVar{v, start})
	}
	p.kept[l.Stmt] = kept
}

// entryOf are the statements outside a loop that say whether a thread begins it.
func entryOf(body []predicate.Stmt, loop *predicate.While) []predicate.Stmt {
	in, ok := loop.Guard.(*kernel.VarRef)
	if !ok {
		return nil
	}
	inside := map[*predicate.Do]bool{}
	predicate.EachDo(loop.Body, func(d *predicate.Do) { inside[d] = true })
	var out []predicate.Stmt
	predicate.EachDo(body, func(d *predicate.Do) {
		if kernel.Assigned(d.Stmt) == in.Var && !inside[d] {
			out = append(out, d)
		}
	})
	return out
}

// someStayOut reports whether a predicate that the loop does not change says which threads
// reach it.
func someStayOut(l *candidate.Loop) bool {
	return !l.Stmt.Uniform && l.Stmt.Outer != nil && l.Fixed(l.Stmt.Outer)
}

// untouched: a thread that does not reach the loop keeps its values.
func (c *candidates) untouched() {
	for _, k := range c.part.kept[c.loop.Stmt] {
		if !c.live(k.v) {
			continue
		}
		c.eachThread(2, func(t int) boogie.Expr {
			same := boogie.Eq(boogie.V(c.loop.Enc.Variable(k.v, t)), boogie.V(c.loop.Enc.Variable(k.start, t)))
			return boogie.Or(c.w.Pred(c.loop.Stmt.Outer, t), same)
		})
	}
}
