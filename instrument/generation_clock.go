package instrument

import "gv2/boogie"

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
	// left says that the loop has at least that many iterations to come, as far as its
	// condition tells; nil where it does not.
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
func (k clock) fitted(points []point) (fit, bool) { return fittedFor(points, k.period, k.left != nil) }

// value is what a function of the iterations is now. Where the last iterations do not
// count, it is that of fewer iterations the nearer the end is, and never below that of
// none.
func (k clock) value(f fit) boogie.Expr {
	out := k.from(f, f.tail)
	for skipped := f.tail - 1; skipped >= 0; skipped-- {
		out = boogie.If3(k.left(f.tail-skipped), k.from(f, skipped), out)
	}
	return out
}

// from is the function of the iterations but for some.
func (k clock) from(f fit, skipped int64) boogie.Expr {
	least := floorDiv(f.add, f.by)
	if f.floor {
		least = max(f.least, least)
	}
	value := k.line(f, f.add-f.mul*skipped)
	if !f.floor && skipped == 0 || f.mul == 0 {
		return value
	}
	return boogie.If3(boogie.Op("<", value, boogie.I(least)), boogie.I(least), value)
}

// line is (mul*iter + add) div by: without a division where that is by the period.
func (k clock) line(f fit, add int64) boogie.Expr {
	if f.by == 1 {
		return linearText(f.mul, k.iter, add)
	}
	if f.by != k.period || f.mul != 1 {
		return boogie.Op("div", linearText(f.mul, k.iter, add), boogie.I(f.by))
	}
	whole := floorDiv(add, f.by)
	round := linearText(1, k.round, whole)
	if rest := add - whole*f.by; rest > 0 {
		over := boogie.Op("<=", boogie.I(f.by-rest), k.step)
		return boogie.If3(over, linearText(1, k.round, whole+1), round)
	}
	return round
}

// turn is where a cycle is now.
func (k clock) turn(c cycle) boogie.Expr {
	if c.by != k.period {
		return linearText(c.mul, boogie.Op("mod", linearText(1, k.iter, c.add), boogie.I(c.by)), c.base)
	}
	turned := linearText(1, k.step, c.add)
	if c.add > 0 {
		turned = boogie.If3(boogie.Op("<=", boogie.I(c.by), turned), linearText(1, k.step, c.add-c.by), turned)
	}
	return linearText(c.mul, turned, c.base)
}
