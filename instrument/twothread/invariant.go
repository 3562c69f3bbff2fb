package twothread

import (
	"fmt"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/ask"
	"gv2/instrument/candidate"
)

// candidates are the guesses of the rules at the invariants of a loop, named.
func (w *Writer) candidates(l *candidate.Loop) []boogie.Invariant {
	if w.Request.Invariants == ask.NoInvariants {
		return nil
	}
	var out []boogie.Invariant
	dropped := candidate.Ask(l, w.wants, func(rule string, e boogie.Expr) {
		if inv, keep := w.name(rule, e); keep {
			out = append(out, inv)
		}
	})
	if dropped > 0 {
		w.Emit(&boogie.Comment{Text: fmt.Sprintf("%d more candidates for this loop are left out: one has at most %d", dropped, candidate.Most)})
	}
	w.Proc.Dropped = max(w.Proc.Dropped, dropped)
	return out
}

// wants reports whether candidates of a rule are of use.
func (w *Writer) wants(rule string) bool {
	return !w.Key.Expired(w.Request.Stop) && !w.Request.Without[rule] && (w.Named == nil || w.Named.Uses(rule))
}

// name declares the candidate's constant; when only inferred invariants are
// wanted it is dropped or kept as it was inferred.
func (w *Writer) name(rule string, e boogie.Expr) (boogie.Invariant, bool) {
	name := w.Key.NewCandidate()
	attrs := []boogie.Attr{{Key: "tag", Args: []any{rule}}}
	if w.Request.Invariants == ask.Inferred {
		return boogie.Invariant{Attrs: attrs, E: e}, w.Request.Keep[name]
	}
	w.Proc.Candidates = append(w.Proc.Candidates, name)
	w.Consts = append(w.Consts, &boogie.ConstDecl{
		Attrs: []boogie.Attr{{Key: "existential", Args: []any{boogie.True}}}, Name: name, T: boogie.Bool,
	})
	return boogie.Invariant{Attrs: attrs, Candidate: name, E: e}, true
}

// What rules ask of the procedure: see candidate.Procedure.

// Counts are the candidates that the encoding of named barriers has.
func (w *Writer) Counts(l *candidate.Loop) []boogie.Expr {
	if w.Named == nil {
		return nil
	}
	return w.Named.Candidates(w, l)
}

// Guesses are the user's: what is marked as a guess, and, in procedures that do not check
// the user's invariants, these.
func (w *Writer) Guesses(l *candidate.Loop) []boogie.Expr {
	var out []boogie.Expr
	for _, inv := range l.Stmt.Invariants {
		guess := inv.Candidate || w.Named != nil && !w.checks(kernel.LoopInvariant)
		if !guess || othersAccesses(inv.Cond) {
			continue
		}
		first, second := w.Claims(Claim{inv.Cond, inv.Pred, inv.Enabled, inv.Global})
		if first != nil {
			out = append(out, first)
		}
		if second != nil {
			out = append(out, second)
		}
	}
	return out
}
