package twothread

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

// compareRows makes the prover look at a logged access of an earlier row than the
// one checked now, of a later one, and of the same, where what is known of both is
// that they are multiples of a number apart. It does not find that by itself.
func (w *Writer) compareRows(kind key.AccessKind, ap *ArrayPlan, acc kernel.Access) {
	if !w.Enc.Mathematical() || ap.Wide || w.Request.Invariants == ask.NoInvariants {
		return
	}
	index := w.Expand(ap.Offset(acc.Index))
	for _, l := range w.loops {
		base, step := l.Residue(fact.LinearOf(index), l.Counters, 1)
		if step <= 1 {
			continue
		}
		other, _ := l.Residue(fact.LinearOf(index), l.Counters, 2)
		row := func(offset, base boogie.Expr) boogie.Expr {
			return boogie.Op("div", boogie.Op("-", offset, base), boogie.I(step))
		}
		for _, k := range conflicting(kind) {
			if ap.Logs(k) {
				w.Emit(&boogie.Assume{E: boogie.Fn(w.Enc.Used.Ordered(),
					row(boogie.V(key.OffsetName(k, ap.Array.Name)), base), row(w.Enc.Expr(index, 2), other))})
			}
		}
	}
}
