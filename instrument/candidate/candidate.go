// Package candidate guesses loop invariants for Houdini, which keeps those that hold.
//
// Each rule is a file of its own and a line in the list of rules: a function from a Loop
// to conditions. A guess need not hold, but what holds and is not guessed cannot be used in
// a proof; and each guess that fails costs a run of the prover.
//
// A Loop knows what its body changes and which accesses may be logged at its head. What
// else a rule may ask of the procedure around is the interface Procedure.
package candidate

import (
	"gv2/boogie"
)

// maxCandidates bounds the guesses at one loop; false ones are what Houdini
// spends its time on.
const maxCandidates = 200

// Ask has every rule that is wanted make its candidates and offers each once, as long as
// not too many are taken.
func Ask(l *Loop, wanted func(rule string) bool, take func(rule string, e boogie.Expr) bool) {
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

// rules are all rules, in the order their candidates are written.
var rules = []rule{
	logEmptyRule, logSourceRule, mapsEqualRule, predicateEqualRule, predicateGuardRule, variableEqualRule,
	counterBoundRule, counterStrideRule, counterTogetherRule, counterGuardRule, rangeRule,
	accessOffsetRule, accessCongruentRule, accessStrideRule, accessPreviousRule, accessPartitionRule, accessGuardRule, accessEnteredRule,
	accessTakenRule, accessTokenRule,
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
