package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
)

// powerOfTwoRule: a counter that is doubled or halved is a power of two, or not
// positive.
var powerOfTwoRule = rule{"power-of-two", func(l *loopContext) []boogie.Expr {
	var out []boogie.Expr
	for _, c := range l.counters {
		if c.op != kernel.Mul && c.op != kernel.Div || c.step != 2 {
			continue
		}
		powers := bin(kernel.Le, ref(c.v), constant64(c.v.T, 0))
		for n := 0; n <= 11 && n < c.v.T.Bits-1; n++ {
			powers = bin(kernel.LOr, powers, bin(kernel.Eq, ref(c.v), constant64(c.v.T, 1<<n)))
		}
		out = append(out, l.both(powers))
	}
	return out
}}
