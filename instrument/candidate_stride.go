package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/predicate"
)

// accessStrideRule: where an offset is a linear form of the loops' counters, a
// logged access lies on the grid of offsets that the counters reach: congruent to
// the first one, not before it, and before the one that comes next.
var accessStrideRule = rule{"access-stride", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	for _, a := range l.accesses {
		if a.plan.wide {
			continue
		}
		index := l.expand(a.plan.offset(a.acc.Index))
		out = append(out, l.stride(a, index, l.counters)...)
		if l.outer != nil {
			out = append(out, l.stride(a, index, l.allCounters())...)
		}
	}
	return out
}}

// allCounters are the counters of this loop and of those around it.
func (l *loopContext) allCounters() []*counter {
	var out []*counter
	for o := l; o != nil; o = o.outer {
		out = append(out, o.counters...)
	}
	return out
}

// accessPreviousRule: a logged access is where the access would have gone in the
// iteration before, as in slot = i % 3 with a barrier between the iterations.
var accessPreviousRule = rule{"access-previous", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	before := map[*kernel.Var]kernel.Expr{}
	for _, c := range l.counters {
		if c.op == kernel.Add && c.by == nil {
			before[c.v] = bin(kernel.Sub, ref(c.v), constant64(c.v.T, c.step))
		}
	}
	for _, a := range l.inside() {
		index := l.expand(a.plan.offset(a.acc.Index))
		if a.plan.wide || l.fixed(index) || !l.fixedBut(index, l.starts()) {
			continue
		}
		out = append(out, l.logged(a, boogie.Eq(l.offsetOf(a), l.expr(replace(index, before), 1))))
	}
	return out
}}

// starts maps each counter to its value at the loop's entry.
func (l *loopContext) starts() map[*kernel.Var]kernel.Expr {
	out := map[*kernel.Var]kernel.Expr{}
	for _, c := range l.counters {
		out[c.v] = ref(c.start)
	}
	return out
}

func (l *loopContext) stride(a loggedAccess, index kernel.Expr, counters []*counter) []boogie.Expr {
	form := linearOf(index)
	start := map[*kernel.Var]kernel.Expr{}
	var step, sign int64
	monotone := true
	for _, c := range counters {
		k, ok := form.coef(c.v)
		if !ok {
			return nil
		}
		if k == 0 {
			continue
		}
		if c.op != kernel.Add || c.by != nil || c.start == nil {
			return nil
		}
		delta := k * c.step
		step = gcd(step, delta)
		monotone = monotone && (sign == 0 || sign*delta > 0)
		sign = delta
		start[c.v] = ref(c.start)
	}
	if step == 0 || !l.fixedBut(index, start) {
		return nil
	}
	first, now := l.expr(replace(index, start), 1), l.expr(index, 1)
	offset, t := l.offsetOf(a), a.plan.index
	var out []boogie.Expr
	if step > 1 {
		out = append(out, l.logged(a, l.congruentTo(offset, first, t, step)))
	}
	if monotone {
		low, high := first, now
		if sign < 0 {
			low, high = now, first
		}
		from := l.arith.less(l.encoder, sign > 0, low, offset, t)
		to := l.arith.less(l.encoder, sign < 0, offset, high, t)
		out = append(out, l.logged(a, from), l.logged(a, to))
	}
	return out
}

// fixedBut reports whether x reads nothing that the loop changes but for the
// variables in with.
func (l *loopContext) fixedBut(x kernel.Expr, with map[*kernel.Var]kernel.Expr) bool {
	return l.fixed(replace(x, with))
}

func gcd(x, y int64) int64 {
	if x < 0 {
		x = -x
	}
	if y < 0 {
		y = -y
	}
	for y != 0 {
		x, y = y, x%y
	}
	return x
}

// expand replaces variables that the program assigns only once by what they are
// assigned: predicates by their conditions, int i = 4 * t by 4 * t.
func (w *writer) expand(x kernel.Expr) kernel.Expr {
	for depth := 0; depth < maxExpansion; depth++ {
		next := replace(x, w.definitions)
		if next == x || size(next) > maxExpansion*8 {
			return x
		}
		x = next
	}
	return x
}

// maxExpansion bounds how deep definitions are followed.
const maxExpansion = 8

func size(x kernel.Expr) int {
	n := 0
	kernel.WalkExpr(x, func(kernel.Expr) bool { n++; return n < 1000 })
	return n
}

// definitionsOf finds the variables with a single assignment whose right-hand
// side does not read the variable itself.
func definitionsOf(body []predicate.Stmt) map[*kernel.Var]kernel.Expr {
	count := map[*kernel.Var]int{}
	defs := map[*kernel.Var]kernel.Expr{}
	eachDo(body, func(d *predicate.Do) {
		v := kernel.Assigned(d.Stmt)
		if v == nil {
			return
		}
		count[v]++
		if a, ok := d.Stmt.(*kernel.Assign); ok && !mentions(a.X, v) {
			defs[v] = a.X
		}
	})
	for v := range defs {
		if count[v] != 1 {
			delete(defs, v)
		}
	}
	return defs
}
