package generation

import (
	"slices"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/instrument/twothread"
	"gv2/predicate"
)

// vote gives both threads the result of a barrier. It is the same for both if they have
// just waited for the same generation.
func (p *part) vote(w *twothread.Writer, d *predicate.Do, s *kernel.Barrier) {
	if s.Dst == nil {
		return
	}
	var same []boogie.Expr
	for _, b := range p.theory.IDs[d] {
		if p.counted() && slices.Contains(p.barriers, b) {
			one, two := boogie.V(key.GenName(b.ID, 1)), boogie.V(key.GenName(b.ID, 2))
			same = append(same, boogie.And(p.at(w, d, s, b, 1), p.at(w, d, s, b, 2), boogie.Eq(one, two)))
		}
	}
	w.Reduce(d.Pred, s.Reduce, s.Dst, s.Arg, len(same) > 0, boogie.Or(same...))
}

// voters are candidates for threads that vote together: they are in the loop together, in
// the same iteration, and agree on the variables that the loop carries.
func (c *candidates) voters() {
	for _, b := range c.part.theory.Votes {
		if !slices.Contains(c.part.barriers, b) {
			continue
		}
		both := boogie.And(c.part.takesPart(c.loop.Enc, b, 1), c.part.takesPart(c.loop.Enc, b, 2))
		same := func(when, one, two boogie.Expr) { c.add(boogie.Imp(when, boogie.Eq(one, two))) }
		in := both
		if !c.loop.Stmt.Uniform {
			same(both, c.loop.Enc.Expr(c.loop.Stmt.Guard, 1), c.loop.Enc.Expr(c.loop.Stmt.Guard, 2))
			in = boogie.And(both, c.loop.Enc.Expr(c.loop.Stmt.Guard, 1), c.loop.Enc.Expr(c.loop.Stmt.Guard, 2))
		}
		n := c.part.loops[c.loop.Stmt]
		same(both, boogie.V(iterName(n, 1)), boogie.V(iterName(n, 2)))
		same(both, boogie.V(key.GenName(b.ID, 1)), boogie.V(key.GenName(b.ID, 2)))
		for _, v := range c.loop.Assigned {
			if !c.loop.Enc.Uniform[v] && c.live(v) && !kernel.IsRef(c.loop.Stmt.Guard, v) {
				same(in, boogie.V(c.loop.Enc.Variable(v, 1)), boogie.V(c.loop.Enc.Variable(v, 2)))
			}
		}
	}
}
