package named

import (
	"gv2/predicate"
)

// Fit is a function of the number of iterations: (mul*x + add) div by, not below
// least where that is asked for.
type Fit struct {
	Mul, Add, By int64
	// Floor is set where the value stays at least until the line has risen to it.
	Floor bool
	Least int64
	// Tail is how many iterations at the end of the loop count for nothing: x is the
	// number of the others.
	Tail int64
}

// of is the function of the iterations that count.
func (f Fit) of(x int64) int64 {
	y := FloorDiv(f.Mul*x+f.Add, f.By)
	if f.Floor {
		return max(y, f.Least)
	}
	return y
}

// FloorDiv is x div y, rounded down; y is positive.
func FloorDiv(x, y int64) int64 {
	q := x / y
	if x%y < 0 {
		q--
	}
	return q
}

// Point is a value y that was seen in iteration x; left is how many iterations the
// loop began after it, negative where the run stopped before its end.
type Point struct{ x, y, left int64 }

// PointAt is a value y that was seen in iteration x, however the loop went on.
func PointAt(x, y int64) Point { return Point{x, y, -1} }

// Limits of the functions that are tried.
const (
	mostMul  = 4
	mostBy   = 8
	mostTail = 4
)

// withoutTail are the points by the iterations that count where the last tail of a
// loop do not.
func withoutTail(points []Point, tail int64) []Point {
	var out []Point
	for _, p := range points {
		if p.left >= 0 {
			out = append(out, Point{max(0, p.x-max(0, tail-p.left)), p.y, p.left})
		}
	}
	return out
}

// fitted finds the simplest function through all points: a constant, a line, one
// that begins later, a division.
func fitted(points []Point) (Fit, bool) {
	if len(points) == 0 {
		return Fit{}, false
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
	return Fit{}, false
}

// fittedWith finds the addend, if there is one, from the point farthest out.
func fittedWith(points []Point, mul, by int64, floor bool) (Fit, bool) {
	far, least := points[0], points[0].y
	for _, p := range points {
		if p.x > far.x {
			far = p
		}
		least = min(least, p.y)
	}
	if floor && (mul == 0 || far.y <= least) {
		return Fit{}, false
	}
	for rest := int64(0); rest < by; rest++ {
		f := Fit{Mul: mul, Add: far.y*by + rest - mul*far.x, By: by, Floor: floor, Least: least}
		if f.through(points) {
			return f, true
		}
	}
	return Fit{}, false
}

// LineThrough is the line mul*x + add through all points, if they are on one.
func LineThrough(points []Point) (mul, add int64, ok bool) {
	if len(points) == 0 {
		return 0, 0, false
	}
	first := points[0]
	for _, p := range points {
		if p.x != first.x {
			mul = FloorDiv(p.y-first.y, p.x-first.x)
			break
		}
	}
	f := Fit{Mul: mul, Add: first.y - mul*first.x, By: 1}
	return f.Mul, f.Add, f.through(points)
}

func (f Fit) through(points []Point) bool {
	for _, p := range points {
		if f.of(p.x) != p.y {
			return false
		}
	}
	return true
}

// FittedFor is fitted where iterations go round in period steps: the function may divide
// by the period, and by nothing else. With tails it may leave out the last iterations.
func FittedFor(points []Point, period int64, tails bool) (Fit, bool) {
	f, ok := fittedWhole(points, period)
	if ok || !tails {
		return f, ok
	}
	for tail := int64(1); tail <= mostTail; tail++ {
		if f, ok := fittedWhole(withoutTail(points, tail), period); ok {
			f.Tail = tail
			return f, true
		}
	}
	return Fit{}, false
}

// fittedWhole is fittedFor of all iterations.
func fittedWhole(points []Point, period int64) (Fit, bool) {
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

// Residue is what the iterations of all visits leave over modulo m, if that is one
// number.
func Residue(visits []SiteVisit, m int64) (int64, bool) {
	if len(visits) == 0 {
		return 0, false
	}
	r := visits[0].Number % m
	for _, v := range visits {
		if v.Number%m != r {
			return 0, false
		}
	}
	return r, true
}

// findPeriods finds the loops in which what a thread counts grows by one every few
// iterations.
func (g *Theory) findPeriods() {
	g.Periods = map[*predicate.While]int64{}
	for loop, visits := range g.Runs.Heads {
		for c := range g.Roles {
			for i := range g.Barriers {
				var points []Point
				for _, v := range visits {
					if v.Role == c {
						points = append(points, v.Point(v.Now.Gen[i]-v.Entry.Gen[i]))
					}
				}
				if f, ok := fitted(points); ok && f.Mul == 1 && f.By > 1 {
					g.Periods[loop] = max(g.Periods[loop], f.By)
				}
			}
		}
	}
}

// Periodic reports whether any loop has a period.
func (g *Theory) Periodic() bool { return len(g.Periods) > 0 }

// Flipped finds a function (x + add) div by modulo 2 through all points: how a parity goes that flips whenever a slot of a
// ring comes round, which has so many steps (0 for any number).
func Flipped(points []Point, period int64) (Fit, bool) {
	first, last := int64(1), int64(mostBy)
	if period > 1 {
		first, last = period, period
	}
	varies := false
	for _, p := range points {
		varies = varies || p.y != points[0].y
	}
	for by := first; varies && by <= last; by++ {
		for add := range 2 * by {
			f, ok := Fit{Mul: 1, Add: add, By: by}, true
			for _, p := range points {
				ok = ok && f.of(p.x)%2 == p.y
			}
			if ok {
				return f, true
			}
		}
	}
	return Fit{}, false
}

// Cycle is (x + add) mod by * mul + base: how a slot goes round.
type Cycle struct{ Add, By, Mul, Base int64 }

func (c Cycle) of(x int64) int64 { return (((x+c.Add)%c.By+c.By)%c.By)*c.Mul + c.Base }

// Cycled finds a cycle through all points, of at least two different values.
func Cycled(points []Point) (Cycle, bool) {
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
			c := Cycle{add, by, (high - low) / (by - 1), low}
			ok := true
			for _, p := range points {
				ok = ok && c.of(p.x) == p.y
			}
			if ok {
				return c, true
			}
		}
	}
	return Cycle{}, false
}
