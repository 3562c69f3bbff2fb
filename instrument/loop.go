package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/ask"
	"gv2/instrument/candidate"
	"gv2/instrument/key"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// snapshot remembers each counter's value at the loop's entry.
func (w *writer) snapshot(l *candidate.Loop) {
	if w.opts.Invariants == ask.NoInvariants {
		return
	}
	for _, c := range l.Counters {
		c.Start = &kernel.Var{Name: c.Var.Name + "_start", T: c.Var.T, Temp: true, Pos: c.Var.Pos}
		if w.enc.Uniform[c.Var] {
			w.enc.Uniform[c.Start] = true
		}
		w.enc.Ranges.Vars[c.Start] = w.enc.Ranges.Of(&kernel.VarRef{Var: c.Var})
		w.assign(c.Start, nil, func(thread int) boogie.Expr { return boogie.V(w.enc.Variable(c.Var, thread)) })
	}
}

// noteAccess remembers a LOG call, for the loops around it and those after it.
func (w *writer) noteAccess(a candidate.Access) {
	if w.scouting {
		w.scouted = append(w.scouted, a)
		return
	}
	if len(w.loops) == 0 {
		w.noted = append(w.noted, a)
	}
	for _, l := range w.loops {
		l.Accesses = append(l.Accesses, a)
	}
}

// scout walks through an outermost loop once without writing it, to learn the
// accesses in it: what is logged at the head of an inner loop may stem from code
// behind it.
func (w *writer) scout(s *predicate.While) {
	sites, loops, pos := len(w.out.Sites), len(w.proc.LoopSites), w.lastPos
	w.scouted, w.scouting = nil, true
	w.collect(func() { w.block(s.Body) })
	w.scouting = false
	w.out.Sites, w.proc.LoopSites, w.lastPos = w.out.Sites[:sites], w.proc.LoopSites[:loops], pos
}

// innermost is the loop being written, nil outside of loops.
func (w *writer) innermost() *candidate.Loop {
	if len(w.loops) == 0 {
		return nil
	}
	return w.loops[len(w.loops)-1]
}

// loop writes a while with the user's invariants and the candidates.
func (w *writer) loop(s *predicate.While) {
	w.proc.HasLoops = true
	w.proc.LoopSites = append(w.proc.LoopSites, s.Src)
	if w.scouting {
		w.block(s.Body)
		return
	}
	outermost := len(w.loops) == 0
	if outermost && w.opts.Invariants != ask.NoInvariants && (w.gen == nil || w.gen.asksLog()) {
		w.scout(s)
	}
	l := candidate.NewLoop(s, w.innermost(), w.enc, w)
	w.snapshot(l)
	for _, v := range l.Assigned {
		w.stated.forget(w.enc.Variable(v, 1))
		w.stated.forget(w.enc.Variable(v, 2))
	}
	if w.gen != nil {
		w.gen.enter(w, l)
	}
	w.loops = append(w.loops, l)
	body := w.collect(func() {
		if w.gen != nil {
			w.gen.iterate(w, s)
		}
		w.block(s.Body)
	})
	w.loops = w.loops[:len(w.loops)-1]
	l.AddLogged(w.noted, w.scouted)
	invs := append(w.userInvariants(s), w.candidates(l)...)
	if outermost {
		w.noted = append(w.noted, l.Inside()...)
	}
	var guard boogie.Expr
	if s.Uniform {
		guard = w.enc.Expr(s.Guard, 0)
	} else {
		guard = boogie.Or(w.enc.Expr(s.Guard, 1), w.enc.Expr(s.Guard, 2))
	}
	w.emit(&boogie.While{C: guard, Invs: invs, Body: body, Tag: s.Loop})
}

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
