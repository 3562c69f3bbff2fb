package instrument

import (
	"gv2/predicate"
)

// fit is a function of the number of iterations: (mul*x + add) div by, not below
// least where that is asked for.
type fit struct {
	mul, add, by int64
	// floor is set where the value stays at least until the line has risen to it.
	floor bool
	least int64
	// tail is how many iterations at the end of the loop count for nothing: x is the
	// number of the others.
	tail int64
}

// of is the function of the iterations that count.
func (f fit) of(x int64) int64 {
	y := floorDiv(f.mul*x+f.add, f.by)
	if f.floor {
		return max(y, f.least)
	}
	return y
}

func floorDiv(x, y int64) int64 {
	q := x / y
	if x%y < 0 {
		q--
	}
	return q
}

// point is a value y that was seen in iteration x; left is how many iterations the
// loop began after it, negative where the run did not come to its end.
type point struct{ x, y, left int64 }

// Limits of the functions that are tried.
const (
	mostMul  = 4
	mostBy   = 8
	mostTail = 4
)

// withoutTail are the points by the iterations that count where the last tail of a
// loop do not.
func withoutTail(points []point, tail int64) []point {
	var out []point
	for _, p := range points {
		if p.left >= 0 {
			out = append(out, point{max(0, p.x-max(0, tail-p.left)), p.y, p.left})
		}
	}
	return out
}

// fitted finds the simplest function through all points: a constant, a line, one
// that begins later, a division.
func fitted(points []point) (fit, bool) {
	if len(points) == 0 {
		return fit{}, false
	}
	for by := int64(1); by <= mostBy; by++ {
		for mul := int64(0); mul <= mostMul; mul++ {
			if by > 1 && (mul == 0 || mul > 1 && by%mul == 0) {
				continue
			}
			for _, floor := range []bool{false, true} {
				if f, ok := fittedWith(points, mul, by, floor); ok {
					return f, true
				}
			}
		}
	}
	return fit{}, false
}

// fittedWith finds the addend, if there is one, from the point farthest out.
func fittedWith(points []point, mul, by int64, floor bool) (fit, bool) {
	far, least := points[0], points[0].y
	for _, p := range points {
		if p.x > far.x {
			far = p
		}
		least = min(least, p.y)
	}
	if floor && (mul == 0 || far.y <= least) {
		return fit{}, false
	}
	for rest := int64(0); rest < by; rest++ {
		f := fit{mul: mul, add: far.y*by + rest - mul*far.x, by: by, floor: floor, least: least}
		if f.through(points) {
			return f, true
		}
	}
	return fit{}, false
}

// lineThrough is the line mul*x + add through all points, if they are on one.
func lineThrough(points []point) (mul, add int64, ok bool) {
	if len(points) == 0 {
		return 0, 0, false
	}
	first := points[0]
	for _, p := range points {
		if p.x != first.x {
			mul = floorDiv(p.y-first.y, p.x-first.x)
			break
		}
	}
	f := fit{mul: mul, add: first.y - mul*first.x, by: 1}
	return f.mul, f.add, f.through(points)
}

func (f fit) through(points []point) bool {
	for _, p := range points {
		if f.of(p.x) != p.y {
			return false
		}
	}
	return true
}

// fittedFor is fitted where iterations go round in period steps: the function may divide
// by the period, and by nothing else. With tails it may leave out the last iterations.
func fittedFor(points []point, period int64, tails bool) (fit, bool) {
	f, ok := fittedWhole(points, period)
	if ok || !tails {
		return f, ok
	}
	for tail := int64(1); tail <= mostTail; tail++ {
		if f, ok := fittedWhole(withoutTail(points, tail), period); ok {
			f.tail = tail
			return f, true
		}
	}
	return fit{}, false
}

// fittedWhole is fittedFor of all iterations.
func fittedWhole(points []point, period int64) (fit, bool) {
	if period < 2 {
		return fitted(points)
	}
	for _, by := range []int64{1, period} {
		for mul := int64(0); mul <= mostMul; mul++ {
			for _, floor := range []bool{false, true} {
				if by > 1 && mul != 1 {
					continue
				}
				if f, ok := fittedWith(points, mul, by, floor); ok {
					return f, true
				}
			}
		}
	}
	return fitted(points)
}

// residue is what the iterations of all visits leave over modulo m, if that is one
// number.
func residue(visits []siteVisit, m int64) (int64, bool) {
	if len(visits) == 0 {
		return 0, false
	}
	r := visits[0].number % m
	for _, v := range visits {
		if v.number%m != r {
			return 0, false
		}
	}
	return r, true
}

// findPeriods finds the loops in which what a thread counts grows by one every few
// iterations.
func (g *generations) findPeriods() {
	g.periods = map[*predicate.While]int64{}
	for loop, visits := range g.runs.heads {
		for c := range g.classes {
			for i := range g.barriers {
				var points []point
				for _, v := range visits {
					if v.class == c {
						points = append(points, v.point(v.now.gen[i]-v.entry.gen[i]))
					}
				}
				if f, ok := fitted(points); ok && f.mul == 1 && f.by > 1 {
					g.periods[loop] = max(g.periods[loop], f.by)
				}
			}
		}
	}
}

// periodic reports whether any loop has a period.
func (g *generations) periodic() bool { return len(g.periods) > 0 }

// cycle is (x + add) mod by * mul + base: how a slot goes round.
type cycle struct{ add, by, mul, base int64 }

func (c cycle) of(x int64) int64 { return (((x+c.add)%c.by+c.by)%c.by)*c.mul + c.base }

// cycled finds a cycle through all points, of at least two different values.
func cycled(points []point) (cycle, bool) {
	low, high := int64(0), int64(0)
	for i, p := range points {
		if i == 0 || p.y < low {
			low = p.y
		}
		if i == 0 || p.y > high {
			high = p.y
		}
	}
	for by := int64(2); by <= mostBy; by++ {
		if high == low || (high-low)%(by-1) != 0 {
			continue
		}
		for add := int64(0); add < by; add++ {
			c := cycle{add, by, (high - low) / (by - 1), low}
			ok := true
			for _, p := range points {
				ok = ok && c.of(p.x) == p.y
			}
			if ok {
				return c, true
			}
		}
	}
	return cycle{}, false
}
