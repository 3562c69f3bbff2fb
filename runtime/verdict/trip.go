package verdict

import (
	"slices"

	"gv2/frontend/kernel"
)

// The numbers of iterations at which unrolled loops are looked at. Loops that
// run as often as the data says show their faults in a few iterations; one with
// a constant trip count must be unrolled that far, or nothing behind it is
// reached.
const (
	shallow     = 2
	deep        = 4
	deepestTrip = 128
)

// depths is the schedule for a kernel. It steers the search for faults only; no
// verdict depends on it.
func depths(k *kernel.Kernel) []int {
	out := []int{shallow, deep}
	kernel.Walk(k.Body, func(st kernel.Stmt) bool {
		if l, ok := st.(*kernel.Loop); ok {
			if n := tripCount(l); n > 0 && n <= deepestTrip {
				out = append(out, n)
			}
		}
		return true
	})
	slices.Sort(out)
	return slices.Compact(out)
}

// tripCount estimates how often a loop with a constant bound runs: the bound,
// over the step of its counter, or its number of bits where the counter is
// shifted or multiplied. 0 means that nothing constant is compared.
func tripCount(l *kernel.Loop) int {
	c, ok := l.Cond.(*kernel.Binary)
	if !ok || !c.Op.IsComparison() {
		return 0
	}
	bound := max(constant(c.X), constant(c.Y))
	step := int64(1)
	for _, st := range l.Post {
		a, ok := st.(*kernel.Assign)
		if !ok {
			continue
		}
		switch x := strip(a.X).(type) {
		case *kernel.Binary:
			if x.Op == kernel.Add || x.Op == kernel.Sub {
				step = max(step, constant(x.X), constant(x.Y))
			}
			if x.Op == kernel.Shl || x.Op == kernel.Shr || x.Op == kernel.Mul || x.Op == kernel.Div {
				return 10
			}
		}
	}
	return int((bound + step - 1) / step)
}

// constant returns the absolute value of a literal, 0 for everything else.
func constant(e kernel.Expr) int64 {
	c, ok := strip(e).(*kernel.Const)
	if !ok {
		return 0
	}
	return max(c.Val, -c.Val)
}

func strip(e kernel.Expr) kernel.Expr {
	for {
		c, ok := e.(*kernel.Convert)
		if !ok {
			return e
		}
		e = c.X
	}
}
