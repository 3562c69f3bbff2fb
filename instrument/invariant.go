package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/ask"
	"gv2/instrument/candidate"
)

// candidates are the guesses of the rules at the invariants of a loop, named.
func (w *writer) candidates(l *candidate.Loop) []boogie.Invariant {
	if w.opts.Invariants == ask.NoInvariants {
		return nil
	}
	var out []boogie.Invariant
	l.Ask(w.wants, func(rule string, e boogie.Expr) bool {
		inv, keep := w.name(rule, e)
		if keep {
			out = append(out, inv)
		}
		return keep
	})
	return out
}

// wants reports whether candidates of a rule are of use.
func (w *writer) wants(rule string) bool {
	return !w.out.Expired(w.opts.Stop) && !w.opts.Without[rule] && (w.gen == nil || w.gen.uses(rule))
}

// name declares the candidate's constant; when only inferred invariants are
// wanted it is dropped or kept as it was inferred.
func (w *writer) name(rule string, e boogie.Expr) (boogie.Invariant, bool) {
	name := w.out.NewCandidate()
	attrs := []boogie.Attr{{Key: "tag", Args: []any{rule}}}
	if w.opts.Invariants == ask.Inferred {
		return boogie.Invariant{Attrs: attrs, E: e}, w.opts.Keep[name]
	}
	w.proc.Candidates = append(w.proc.Candidates, name)
	w.consts = append(w.consts, &boogie.ConstDecl{
		Attrs: []boogie.Attr{{Key: "existential", Args: []any{boogie.True}}}, Name: name, T: boogie.Bool,
	})
	return boogie.Invariant{Attrs: attrs, Candidate: name, E: e}, true
}

// What rules ask of the procedure: see interface procedure.

// Tracked names the maps of contents that each thread sees its own way.
func (w *writer) Tracked() []string {
	var out []string
	for _, ap := range w.plan.arrays {
		if ap.content(w.enc.Pair, w.plan.intra) == tracked {
			out = append(out, ap.name)
		}
	}
	return out
}

// Taken says that the atomic's counter has returned the value.
func (w *writer) Taken(s *kernel.Atomic, value boogie.Expr) boogie.Expr {
	ap := w.plan.of[s.Acc.Array]
	if !ap.takes(w.enc.Pair, w.plan.intra) {
		return nil
	}
	return boogie.At(boogie.V(takenName(ap.array.Name)), w.enc.Expr(ap.offset(s.Acc.Index), 1), value)
}

// Counts are the candidates that the encoding of named barriers has.
func (w *writer) Counts(l *candidate.Loop) []boogie.Expr {
	if w.gen == nil {
		return nil
	}
	return w.gen.candidates(w, l)
}

// Guesses are the user's: what is marked as a guess, and, in procedures that do not check
// the user's invariants, these.
func (w *writer) Guesses(l *candidate.Loop) []boogie.Expr {
	var out []boogie.Expr
	for _, inv := range l.Stmt.Invariants {
		guess := inv.Candidate || w.gen != nil && !w.checks(kernel.LoopInvariant)
		if !guess || othersAccesses(inv.Cond) {
			continue
		}
		first, second := w.claims(claim{inv.Cond, inv.Pred, inv.Enabled, inv.Global})
		if first != nil {
			out = append(out, first)
		}
		if second != nil {
			out = append(out, second)
		}
	}
	return out
}
