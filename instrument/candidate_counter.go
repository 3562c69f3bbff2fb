package instrument

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// counter is a loop variable: its update, and a ghost copy of its value at the
// loop's entry.
type counter struct {
	v     *kernel.Var
	start *kernel.Var
	op    kernel.BinaryOp // Add, Mul, Div
	step  int64           // Add: may be negative; Mul, Div: over 1
	// by is the step of an Add that is uniform but no constant, else nil.
	by kernel.Expr
}

// counter recognises v := v + c, v * c, v / c and the shifts, as the only update
// of v in the loop.
func (l *loopContext) counter(v *kernel.Var, updates []kernel.Expr) *counter {
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
	if !kernel.IsRef(x, v) || !l.fixed(y) {
		return nil
	}
	c := &counter{v: v, op: b.Op}
	if k, isConst := y.(*kernel.Const); isConst {
		c.step = fact.LeastMagnitude(k)
	} else if b.Op == kernel.Add && l.enc.IsUniform(y) {
		c.by = y
		return c
	} else {
		return nil
	}
	return c.normal()
}

// normal turns v - c into v + -c and shifts into products and quotients.
func (c *counter) normal() *counter {
	switch c.op {
	case kernel.Sub:
		c.op, c.step = kernel.Add, -c.step
	case kernel.Shl, kernel.Shr:
		if c.step <= 0 || c.step > 30 {
			return nil
		}
		if c.op == kernel.Shl {
			c.op = kernel.Mul
		} else {
			c.op = kernel.Div
		}
		c.step = 1 << c.step
	}
	switch {
	case c.op == kernel.Add && c.step != 0, (c.op == kernel.Mul || c.op == kernel.Div) && c.step > 1:
		return c
	}
	return nil
}
