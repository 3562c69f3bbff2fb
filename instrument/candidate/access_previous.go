package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/predicate/fact"
)

// accessPreviousRule: a logged access is where the access would have gone in the
// iteration before, as in slot = i % 3 with a barrier between the iterations.
var accessPreviousRule = rule{"access-previous", func(l *Loop) []boogie.Expr {
	var out []boogie.Expr
	before := l.before()
	for _, a := range l.Inside() {
		index := l.of.Expand(a.Index)
		if a.Wide || l.Fixed(index) || !l.fixedBut(index, constants(before)) {
			continue
		}
		out = append(out, l.logged(a, boogie.Eq(l.offsetOf(a), l.Enc.Expr(fact.Replaced(index, before), 1))))
	}
	return out
}}

// before maps the variables that step in a way that can be undone to their
// values in the iteration before.
func (l *Loop) before() map[*kernel.Var]kernel.Expr {
	out := map[*kernel.Var]kernel.Expr{}
	for _, v := range l.Assigned {
		if len(l.updates[v]) != 1 || l.updates[v][0] == nil || v.T.Kind != kernel.Int {
			continue
		}
		if x := backwards(v, kernel.StripSameWidth(l.of.Expand(l.updates[v][0]))); x != nil {
			out[v] = x
		}
	}
	return out
}

// backwards is the value of v before it became step, nil if that is not known.
//
//	v + c                    v - c
//	c - v, v ^ c             the same
//	(v + c) % m              (v + m - c) % m
//	v + c == m ? d : v + c   v == d ? m - c : v - c
func backwards(v *kernel.Var, step kernel.Expr) kernel.Expr {
	switch x := step.(type) {
	case *kernel.Cond:
		test, ok := x.C.(*kernel.Binary)
		c, moves := advance(v, x.Y)
		if !ok || !moves || !test.Op.IsComparison() || !arith.IsConstant(test.Y) || !arith.IsConstant(x.X) {
			return nil
		}
		last := kernel.NewConst(v.T, fact.LeastMagnitude(test.Y.(*kernel.Const))-c)
		return &kernel.Cond{C: kernel.Bin(kernel.Eq, kernel.Ref(v), x.X), X: last, Y: moved(v, -c)}
	case *kernel.Binary:
		if c, ok := advance(v, x); ok {
			return moved(v, -c)
		}
		k, isConst := x.Y.(*kernel.Const)
		switch {
		case x.Op == kernel.Sub && arith.IsConstant(x.X) && kernel.IsRef(kernel.StripSameWidth(x.Y), v):
			return x
		case x.Op == kernel.Xor && isConst && kernel.IsRef(kernel.StripSameWidth(x.X), v):
			return x
		case x.Op == kernel.Rem && isConst && fact.LeastMagnitude(k) > 0:
			if c, ok := advance(v, kernel.StripSameWidth(x.X)); ok {
				m := fact.LeastMagnitude(k)
				return kernel.Bin(kernel.Rem, moved(v, m-(c%m+m)%m), kernel.NewConst(v.T, m))
			}
		}
	default:
		// Others do not move the counter by a constant.
	}
	return nil
}

// advance reads v + c and v - c.
func advance(v *kernel.Var, x kernel.Expr) (c int64, ok bool) {
	b, ok := kernel.StripSameWidth(x).(*kernel.Binary)
	if !ok || b.Op != kernel.Add && b.Op != kernel.Sub || !kernel.IsRef(kernel.StripSameWidth(b.X), v) {
		return 0, false
	}
	k, ok := kernel.StripSameWidth(b.Y).(*kernel.Const)
	if !ok {
		return 0, false
	}
	if b.Op == kernel.Sub {
		return -fact.LeastMagnitude(k), true
	}
	return fact.LeastMagnitude(k), true
}

func moved(v *kernel.Var, by int64) kernel.Expr {
	return kernel.Bin(kernel.Add, kernel.Ref(v), kernel.NewConst(v.T, by))
}

// constants gives each of the variables a constant: what is fixed then, changes
// with nothing but these.
func constants(vars map[*kernel.Var]kernel.Expr) map[*kernel.Var]kernel.Expr {
	out := map[*kernel.Var]kernel.Expr{}
	for v := range vars {
		out[v] = kernel.NewConst(v.T, 0)
	}
	return out
}
