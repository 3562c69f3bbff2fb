package generation

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/instrument/twothread"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// Annotations about accesses in the generation encoding. They speak of the accesses of a
// thread since its block, or the grid, last met: a named barrier orders accesses before
// some threads and not before others, so no access is forgotten there. For assertions
// this is the strongest reading, since claims about the log exclude accesses
// (kernel.WithClaims). For assumptions it would be the weakest; these are refused.
//
// The logs of races hold an access of each thread to one array, and there may be several
// for one array. So the procedures about assertions and invariants have the log of the
// barrier encoding, of thread 1 and for the arrays that are asked about. Its argument
// holds: any access may be in it, or none, and behind a barrier of the block only those
// executions continue that have logged nothing. Thread 2 is there for what relates two
// threads; it stands for any thread that meets thread 1 at the barrier.
//
// An assumption restricts what is looked at for races, so the procedures about races
// state it of their own logs.

// told lists the variables of the logs that annotations ask for.
func (p *part) told(w *twothread.Writer) []string {
	var out []string
	for _, ap := range w.Plan.Arrays {
		if w.Logs(ap) {
			out = append(out, ap.LogNames()...)
		}
	}
	return out
}

// Assume states an assumption about accesses in terms of what each thread has logged,
// for the array of the procedure only. It reports whether the procedure is one about
// accesses; others use the log of LOG.
func (p *part) Assume(w *twothread.Writer, pred kernel.Expr, s *kernel.Assume) bool {
	if p.task != raceTask {
		return false
	}
	if p.theory.Schedule != nil || !p.asksOwn(s.Cond) {
		return true
	}
	cond := kernel.MapExpr(s.Cond, func(e kernel.Expr) kernel.Expr {
		switch e := e.(type) {
		case *kernel.Accessed:
			return p.recorded(w, key.AccessKind(e.Kind))
		case *kernel.AccessIndex:
			ap := p.log.array
			index := w.StandIn("OFFSET_"+p.log.name, ap.Index, twothread.IndexRange(e.Array), func(t int) string { return key.LogField("OFFSET", p.log.name, max(t, 1)) })
			if ap.Index == kernel.I64 {
				return index
			}
			return &kernel.Convert{T: kernel.I64, X: index}
		default:
			// Others ask about no access.
		}
		return e
	})
	w.AssumeAll(w.Claims(twothread.Claim{Cond: cond, Pred: pred, Enabled: pred, Global: false}))
	return true
}

// asksOwn reports whether all accesses that a condition asks about are to the array of
// the log.
func (p *part) asksOwn(cond kernel.Expr) bool {
	own := true
	kernel.WalkExpr(cond, func(e kernel.Expr) bool {
		switch e := e.(type) {
		case *kernel.Accessed:
			own = own && e.Array == p.log.array.Array
		case *kernel.AccessIndex:
			own = own && e.Array == p.log.array.Array
		default:
			// Others ask about no access.
		}
		return own
	})
	return own
}

// recorded is a variable that says whether a thread has logged an access of that kind.
func (p *part) recorded(w *twothread.Writer, kind key.AccessKind) kernel.Expr {
	name := func(t int) string { return key.LogPrefix(kind) + "_LOGGED_" + p.log.name + key.Suffix(max(t, 1)) }
	for t := 1; t <= 2; t++ {
		is := boogie.Eq(boogie.V(key.LogField("KIND", p.log.name, t)), boogie.I(int64(kind)))
		w.Enc.Locals[name(t)] = boogie.Bool
		w.Emit(set(name(t), boogie.And(boogie.V(key.LoggedName(p.log.name, t)), is)))
	}
	return w.StandIn(key.LogPrefix(kind)+"_LOGGED_"+p.log.name, kernel.BoolType, fact.AnyValue, name)
}

// meets reports whether two threads that reach a barrier of the block are at one
// generation of it, so that what they did before is behind them both.
func (p *part) meets(d *predicate.Do) bool {
	return p.theory.BlockBarriers[d] && p.theory.Schedule.OneGeneration(d)
}

// AsksLog reports whether accesses are logged by LOG as well.
func (p *part) AsksLog() bool { return p.asks }
