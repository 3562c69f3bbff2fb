package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

// compareRows makes the prover look at a logged access of an earlier row than the
// one checked now, of a later one, and of the same, where what is known of both is
// that they are multiples of a number apart. It does not come to that by itself.
func (w *writer) compareRows(kind key.AccessKind, ap *arrayPlan, acc kernel.Access) {
	if !w.enc.Mathematical() || ap.wide || w.opts.Invariants == ask.NoInvariants {
		return
	}
	index := w.Expand(ap.offset(acc.Index))
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
			if ap.logs(k) {
				w.emit(&boogie.Assume{E: boogie.Fn(w.enc.Used.Ordered(),
					row(boogie.V(key.OffsetName(k, ap.array.Name)), base), row(w.enc.Expr(index, 2), other))})
			}
		}
	}
}
