package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/ask"
	"gv2/instrument/candidate"
	"gv2/predicate"
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
