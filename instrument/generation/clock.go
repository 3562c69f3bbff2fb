package generation

import (
	"gv2/boogie"
	"gv2/predicate/named"
)

// linearText is mul*x + add.
func linearText(mul int64, x boogie.Expr, add int64) boogie.Expr {
	switch {
	case mul == 0:
		return boogie.I(add)
	case mul != 1:
		x = boogie.Op("*", boogie.I(mul), x)
	}
	switch {
	case add > 0:
		return boogie.Op("+", x, boogie.I(add))
	case add < 0:
		return boogie.Op("-", x, boogie.I(-add))
	}
	return x
}

// clock is a number of iterations: iter, and where they go round in period steps, iter
// = period * round + step.
type clock struct {
	iter, round, step boogie.Expr
	period            int64
	// left says that the loop has at least that many iterations left; nil where its
	// condition does not tell.
	left func(n int64) boogie.Expr
}

// fact is what holds of the clock.
func (k clock) fact() boogie.Expr {
	if k.period < 2 {
		return boogie.Op("<=", boogie.I(0), k.iter)
	}
	return boogie.And(boogie.Eq(k.iter, boogie.Op("+", linearText(k.period, k.round, 0), k.step)),
		boogie.Op("<=", boogie.I(0), k.round), boogie.Op("<=", boogie.I(0), k.step), boogie.Op("<", k.step, boogie.I(k.period)))
}

// fitted finds a function of the clock's iterations through all points.
func (k clock) fitted(points []named.Point) (named.Fit, bool) {
	return named.FittedFor(points, k.period, k.left != nil)
}

// value is the present value of a function of the iterations. Where the last iterations
// do not count, it is the value for fewer iterations the nearer the end is, but never
// less than the value for none.
func (k clock) value(f named.Fit) boogie.Expr {
	out := k.from(f, f.Tail)
	for skipped := f.Tail - 1; skipped >= 0; skipped-- {
		out = boogie.If3(k.left(f.Tail-skipped), k.from(f, skipped), out)
	}
	return out
}

// from is the function of all but some iterations.
func (k clock) from(f named.Fit, skipped int64) boogie.Expr {
	least := named.FloorDiv(f.Add, f.By)
	if f.Floor {
		least = max(f.Least, least)
	}
	value := k.line(f, f.Add-f.Mul*skipped)
	if !f.Floor && skipped == 0 || f.Mul == 0 {
		return value
	}
	return boogie.If3(boogie.Op("<", value, boogie.I(least)), boogie.I(least), value)
}

// line is (mul*iter + add) div by, written without a division where it is by the period.
func (k clock) line(f named.Fit, add int64) boogie.Expr {
	if f.By == 1 {
		return linearText(f.Mul, k.iter, add)
	}
	if f.By != k.period || f.Mul != 1 {
		return boogie.Op("div", linearText(f.Mul, k.iter, add), boogie.I(f.By))
	}
	whole := named.FloorDiv(add, f.By)
	round := linearText(1, k.round, whole)
	if rest := add - whole*f.By; rest > 0 {
		over := boogie.Op("<=", boogie.I(f.By-rest), k.step)
		return boogie.If3(over, linearText(1, k.round, whole+1), round)
	}
	return round
}

// turn is the present value of a cycle.
func (k clock) turn(c named.Cycle) boogie.Expr {
	if c.By != k.period {
		return linearText(c.Mul, boogie.Op("mod", linearText(1, k.iter, c.Add), boogie.I(c.By)), c.Base)
	}
	turned := linearText(1, k.step, c.Add)
	if c.Add > 0 {
		turned = boogie.If3(boogie.Op("<=", boogie.I(c.By), turned), linearText(1, k.step, c.Add-c.By), turned)
	}
	return linearText(c.Mul, turned, c.Base)
}
