package candidate

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// Counter is a loop variable: its update, and a ghost copy of its value at the
// loop's entry.
type Counter struct {
	Var   *kernel.Var
	Start *kernel.Var
	Op    kernel.BinaryOp // Add, Mul, Div
	Step  int64           // Add: may be negative; Mul, Div: over 1
	// By is the step of an Add that is uniform but no constant, else nil, and divisor the greatest
	// number that is known to divide it.
	By      kernel.Expr
	divisor int64
}

// counter recognises v := v + c, v * c, v / c and the shifts, as the only update
// of v in the loop.
func (l *Loop) counter(v *kernel.Var, updates []kernel.Expr) *Counter {
	if v.T.Kind != kernel.Int || len(updates) != 1 || updates[0] == nil {
		return nil
	}
	b, ok := kernel.StripSameWidth(updates[0]).(*kernel.Binary)
	if !ok {
		return nil
	}
	x, y := kernel.StripSameWidth(b.X), kernel.StripSameWidth(b.Y)
	if !kernel.IsRef(x, v) && b.Op == kernel.Add {
		x, y = y, x
	}
	if !kernel.IsRef(x, v) || !l.Fixed(y) {
		return nil
	}
	c := &Counter{Var: v, Op: b.Op}
	if k, isConst := y.(*kernel.Const); isConst {
		c.Step = fact.LeastMagnitude(k)
	} else if b.Op == kernel.Add && l.Enc.IsUniform(y) {
		c.By, c.divisor = y, divisorOf(fact.LinearOf(l.of.Expand(y)))
		return c
	} else {
		return nil
	}
	return c.normal()
}

// multiple is a number of which every step of an Add is a multiple, as 64 of i += 64 * gridDim.x; 0
// where none but 1 is known of a step that is no constant, and for other counters.
func (c *Counter) multiple() int64 {
	switch {
	case c.Op != kernel.Add:
		return 0
	case c.By == nil:
		return max(c.Step, -c.Step)
	case c.divisor <= 1:
		return 0
	}
	return c.divisor
}

// divisorOf divides the constant of a sum and each factor in it.
func divisorOf(f *fact.Linear) int64 {
	out := max(f.Base, -f.Base)
	for _, t := range f.Atoms() {
		out = fact.GCD(out, t.Coef)
	}
	return out
}

// normal turns v - c into v + -c and shifts into products and quotients.
func (c *Counter) normal() *Counter {
	switch c.Op {
	case kernel.Sub:
		c.Op, c.Step = kernel.Add, -c.Step
	case kernel.Shl, kernel.Shr:
		if c.Step <= 0 || c.Step > 30 {
			return nil
		}
		if c.Op == kernel.Shl {
			c.Op = kernel.Mul
		} else {
			c.Op = kernel.Div
		}
		c.Step = 1 << c.Step
	}
	switch {
	case c.Op == kernel.Add && c.Step != 0, (c.Op == kernel.Mul || c.Op == kernel.Div) && c.Step > 1:
		return c
	}
	return nil
}
