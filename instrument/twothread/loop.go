package twothread

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/ask"
	"gv2/instrument/candidate"
	"gv2/predicate"
)

// snapshot remembers each counter's value at the loop's entry.
func (w *Writer) snapshot(l *candidate.Loop) {
	if w.Request.Invariants == ask.NoInvariants {
		return
	}
	for _, c := range l.Counters {
		c.Start = &kernel.Var{Name: c.Var.Name + "_start", T: c.Var.T, Temp: true, Pos: c.Var.Pos}
		if w.Enc.Uniform[c.Var] {
			w.Enc.Uniform[c.Start] = true
		}
		w.Enc.Ranges.Vars[c.Start] = w.Enc.Ranges.Of(&kernel.VarRef{Var: c.Var})
		w.Assign(c.Start, nil, func(thread int) boogie.Expr { return boogie.V(w.Enc.Variable(c.Var, thread)) })
	}
}

// loop writes a while with the user's invariants and the candidates.
func (w *Writer) loop(s *predicate.While) {
	w.Proc.HasLoops = true
	w.Proc.LoopSites = append(w.Proc.LoopSites, s.Src)
	if w.scouting {
		w.Block(s.Body)
		return
	}
	outermost := len(w.loops) == 0
	if outermost && w.Request.Invariants != ask.NoInvariants && (w.Named == nil || w.Named.AsksLog()) {
		w.scout(s)
	}
	l := candidate.NewLoop(s, w.innermost(), w.Enc, w)
	w.snapshot(l)
	for _, v := range l.Assigned {
		w.stated.forget(w.Enc.Variable(v, 1))
		w.stated.forget(w.Enc.Variable(v, 2))
	}
	if w.Named != nil {
		w.Named.Enter(w, l)
	}
	w.loops = append(w.loops, l)
	body := w.Collect(func() {
		if w.Named != nil {
			w.Named.Iterate(w, s)
		}
		w.Block(s.Body)
	})
	w.loops = w.loops[:len(w.loops)-1]
	l.AddLogged(w.noted, w.scouted)
	inside := l.Inside()
	if w.Named == nil {
		l.Forget(w.dead[s])
	}
	invs := append(w.userInvariants(s), w.candidates(l)...)
	if outermost {
		w.noted = append(w.noted, inside...)
	}
	var guard boogie.Expr
	if s.Uniform {
		guard = w.Enc.Expr(s.Guard, 0)
	} else {
		guard = boogie.Or(w.Enc.Expr(s.Guard, 1), w.Enc.Expr(s.Guard, 2))
	}
	w.Emit(&boogie.While{C: guard, Invs: invs, Body: body, Tag: s.Loop})
}
