package instrument

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

// candidate is a guess at a loop invariant.
type candidate struct {
	rule string
	e    boogie.Expr
}

// maxCandidates bounds the guesses at one loop; false ones are what Houdini
// spends its time on.
const maxCandidates = 200

// candidates asks every rule, drops repetitions and names what is left.
func (l *loopContext) candidates() []boogie.Invariant {
	if l.opts.Invariants == NoInvariants {
		return nil
	}
	var out []boogie.Invariant
	seen := map[string]bool{}
	for _, r := range rules {
		if l.out.Expired(l.opts.Stop) || l.opts.Without[r.name] || l.gen != nil && !l.gen.uses(r.name) {
			continue
		}
		for _, e := range r.make(l) {
			text := boogie.ExprString(e)
			if seen[text] || text == "true" || len(out) >= maxCandidates {
				continue
			}
			seen[text] = true
			if inv, keep := l.name(candidate{r.name, e}); keep {
				out = append(out, inv)
			}
		}
	}
	return out
}

// name declares the candidate's constant; when only inferred invariants are
// wanted it is dropped or kept as it was inferred.
func (l *loopContext) name(c candidate) (boogie.Invariant, bool) {
	name := l.out.NewCandidate()
	attrs := []boogie.Attr{{Key: "tag", Args: []any{c.rule}}}
	if l.opts.Invariants == Inferred {
		return boogie.Invariant{Attrs: attrs, E: c.e}, l.opts.Keep[name]
	}
	l.proc.Candidates = append(l.proc.Candidates, name)
	l.consts = append(l.consts, &boogie.ConstDecl{
		Attrs: []boogie.Attr{{Key: "existential", Args: []any{boogie.True}}}, Name: name, T: boogie.Bool,
	})
	return boogie.Invariant{Attrs: attrs, Candidate: name, E: c.e}, true
}

// rule makes candidates of one kind. Each has a file of its own; what it says of
// a loop need not hold, since Houdini keeps what does.
type rule struct {
	name string
	make func(*loopContext) []boogie.Expr
}

// rules are all rules, in the order their candidates are written.
var rules = []rule{
	logEmptyRule, logSourceRule, mapsEqualRule, predicateEqualRule, predicateGuardRule, variableEqualRule,
	counterBoundRule, counterStrideRule, counterGuardRule, rangeRule,
	accessOffsetRule, accessCongruentRule, accessStrideRule, accessPreviousRule, accessPartitionRule, accessGuardRule, accessEnteredRule,
	accessTakenRule,
	generationRule,
	userRule,
}

// Rules names the rules, in the order their candidates are written. The name is
// the candidates' {:tag}.
func Rules() []string {
	var out []string
	for _, r := range rules {
		out = append(out, r.name)
	}
	return out
}

// both is the fact for both threads, once where it is uniform.
func (l *loopContext) both(x kernel.Expr) boogie.Expr {
	if l.enc.IsUniform(x) {
		return l.enc.Expr(x, 0)
	}
	return boogie.And(l.enc.Expr(x, 1), l.enc.Expr(x, 2))
}

// logged says: if this access is logged then fact.
func (l *loopContext) logged(a loggedAccess, fact boogie.Expr) boogie.Expr {
	is := boogie.V(a.key())
	if len(l.sitesOf(a)) > 1 {
		source := boogie.V(key.SourceName(a.kind, a.plan.array.Name))
		is = boogie.And(is, boogie.Eq(source, boogie.I(int64(a.site))))
	}
	return boogie.Imp(is, fact)
}

func (l *loopContext) offsetOf(a loggedAccess) boogie.Expr {
	return boogie.V(key.OffsetName(a.kind, a.plan.array.Name))
}

// fixedBut reports whether x reads nothing that the loop changes but for the
// variables in with.
func (l *loopContext) fixedBut(x kernel.Expr, with map[*kernel.Var]kernel.Expr) bool {
	return l.fixed(fact.Replaced(x, with))
}
