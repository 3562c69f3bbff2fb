package twothread

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/key"
)

// contents are the maps of what arrays hold, as each thread sees it, and what is
// remembered of the values that atomics returned.
type contents struct {
	enc  *arith.Encoder
	plan *Plan
	vars *assigning
}

// contentMap is the map that holds an array's contents for a thread, "" where
// they are arbitrary.
func (c *contents) contentMap(a *kernel.Array, thread int) string {
	ap := c.plan.of[a]
	switch ap.Content(c.enc.Pair, c.plan.Intra) {
	case constant:
		return ap.Name
	case Tracked:
		return ap.Name + key.Suffix(thread)
	case private:
		name := ap.Name + key.Suffix(thread)
		c.enc.Locals[name] = ap.mapType(c.enc)
		return name
	}
	return ""
}

// typeLoaded assumes that what came out of a map is a value of its type. That holds
// of the variable's value before, too, so no predicate is needed.
func (c *contents) typeLoaded(_ kernel.Expr, dst *kernel.Var) {
	if dst.T.Kind != kernel.Int {
		return
	}
	c.vars.assumeType(boogie.V(c.enc.Variable(dst, 1)), dst.T)
	if !c.enc.Uniform[dst] {
		c.vars.assumeType(boogie.V(c.enc.Variable(dst, 2)), dst.T)
	}
}

// update changes the contents of the accessed elements for both threads.
func (c *contents) update(pred kernel.Expr, acc kernel.Access, value func(thread int) boogie.Expr) {
	ap := c.plan.of[acc.Array]
	if held := ap.Content(c.enc.Pair, c.plan.Intra); held != Tracked && held != private {
		return
	}
	for thread := 1; thread <= 2; thread++ {
		m := boogie.V(c.contentMap(acc.Array, thread))
		base := c.enc.Expr(ap.Offset(acc.Index), thread)
		for k := 0; k < acc.Width; k++ {
			at := base
			if k > 0 {
				at = c.enc.Model.Plus(c.enc, base, ap.OffsetConst(c.enc, int64(k)), ap.Index)
			}
			v := value(thread)
			if acc.Width > 1 {
				v = c.vars.arbitrary(ap.Array.Elem, thread)
			}
			elem := boogie.At(m, at)
			c.vars.to.Emit(&boogie.Assign{Lhs: []boogie.Expr{elem}, Rhs: []boogie.Expr{boogie.If3(c.vars.Pred(pred, thread), v, elem)}})
		}
	}
}

// renew makes the contents that other threads may have changed arbitrary: a
// __syncwarp shows a thread what the others have written, whatever it orders here.
func (c *contents) renew(pred kernel.Expr) {
	for thread := 1; thread <= 2; thread++ {
		var fresh []boogie.Stmt
		for _, ap := range c.plan.Arrays {
			if ap.Content(c.enc.Pair, c.plan.Intra) == Tracked {
				fresh = append(fresh, &boogie.Havoc{Names: []string{ap.Name + key.Suffix(thread)}})
			}
		}
		if p := c.vars.Pred(pred, thread); len(fresh) > 0 && p != boogie.True {
			fresh = []boogie.Stmt{&boogie.If{C: p, Then: fresh}}
		}
		for _, s := range fresh {
			c.vars.to.Emit(s)
		}
	}
}

// Tracked names the maps of contents that each thread sees its own way.
func (c *contents) Tracked() []string {
	var out []string
	for _, ap := range c.plan.Arrays {
		if ap.Content(c.enc.Pair, c.plan.Intra) == Tracked {
			out = append(out, ap.Name)
		}
	}
	return out
}

// Taken says that the atomic's counter has returned the value.
func (c *contents) Taken(s *kernel.Atomic, value boogie.Expr) boogie.Expr {
	ap := c.plan.of[s.Acc.Array]
	if !ap.Takes(c.enc.Pair, c.plan.Intra) {
		return nil
	}
	return boogie.At(boogie.V(TakenName(ap.Array.Name)), c.enc.Expr(ap.Offset(s.Acc.Index), 1), value)
}

// take gives a thread a value of the counter that neither thread has had.
func (c *contents) take(pred kernel.Expr, s *kernel.Atomic, ap *ArrayPlan, thread int) {
	got := c.vars.arbitrary(s.Dst.T, thread)
	p := c.vars.Pred(pred, thread)
	index := c.enc.Expr(ap.Offset(s.Acc.Index), thread)
	taken := boogie.At(boogie.V(TakenName(ap.Array.Name)), index, got)
	c.vars.to.Emit(
		&boogie.Assume{E: boogie.Imp(p, boogie.Not(taken))},
		&boogie.Assign{Lhs: []boogie.Expr{taken}, Rhs: []boogie.Expr{boogie.Or(p, taken)}})
	c.vars.set(s.Dst, thread, pred, got)
}

// forgetTaken forgets what atomics returned: the element may count from anywhere.
func (c *contents) forgetTaken(ap *ArrayPlan) {
	if ap.Takes(c.enc.Pair, c.plan.Intra) {
		c.vars.to.Emit(&boogie.Havoc{Names: []string{TakenName(ap.Array.Name)}})
	}
}
