// Package candidate guesses loop invariants for Houdini, which keeps those that hold.
//
// Each rule is a file of its own and a line in the list of rules: a function from a Loop
// to conditions. What a rule says need not hold, but what holds and is not said cannot be
// used; and each guess that fails costs a run of the prover.
//
// A Loop knows what its body changes and which accesses may be logged at its head. What
// else a rule may ask of the procedure around is the interface procedure.
package candidate

import (
	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

// maxCandidates bounds the guesses at one loop; false ones are what Houdini
// spends its time on.
const maxCandidates = 200

// Ask has every rule that is wanted make its candidates and offers each once, as long as
// not too many are taken.
func (l *Loop) Ask(wanted func(rule string) bool, take func(rule string, e boogie.Expr) bool) {
	taken := 0
	seen := map[string]bool{}
	for _, r := range rules {
		if !wanted(r.name) {
			continue
		}
		for _, e := range r.make(l) {
			text := boogie.ExprString(e)
			if seen[text] || text == "true" || taken >= maxCandidates {
				continue
			}
			seen[text] = true
			if take(r.name, e) {
				taken++
			}
		}
	}
}

// rule makes candidates of one kind. Each has a file of its own; what it says of
// a loop need not hold, since Houdini keeps what does.
type rule struct {
	name string
	make func(*Loop) []boogie.Expr
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
func (l *Loop) both(x kernel.Expr) boogie.Expr {
	if l.Enc.IsUniform(x) {
		return l.Enc.Expr(x, 0)
	}
	return boogie.And(l.Enc.Expr(x, 1), l.Enc.Expr(x, 2))
}

// logged says: if this access is logged then fact.
func (l *Loop) logged(a Access, fact boogie.Expr) boogie.Expr {
	is := boogie.V(a.log())
	if len(l.sitesOf(a)) > 1 {
		source := boogie.V(key.SourceName(a.Kind, a.Array))
		is = boogie.And(is, boogie.Eq(source, boogie.I(int64(a.Site))))
	}
	return boogie.Imp(is, fact)
}

func (l *Loop) offsetOf(a Access) boogie.Expr {
	return boogie.V(key.OffsetName(a.Kind, a.Array))
}

// fixedBut reports whether x reads nothing that the loop changes but for the
// variables in with.
func (l *Loop) fixedBut(x kernel.Expr, with map[*kernel.Var]kernel.Expr) bool {
	return l.Fixed(fact.Replaced(x, with))
}
