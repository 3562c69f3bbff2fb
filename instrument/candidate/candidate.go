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

// Most bounds the guesses at one loop; false ones are what Houdini spends its time on.
const Most = 200

// guess is a condition, and the rule that made it.
type guess struct {
	rule string
	e    boogie.Expr
}

// Ask has every rule that is wanted make its candidates and offers each once, in the order of the
// rules. Of more than Most some are left out: it returns how many.
func Ask(l *Loop, wanted func(rule string) bool, take func(rule string, e boogie.Expr)) (dropped int) {
	var made [][]guess
	seen := map[string]bool{"true": true}
	for _, r := range rules {
		if !wanted(r.name) {
			continue
		}
		var of []guess
		for _, e := range r.make(l) {
			if text := boogie.ExprString(e); !seen[text] {
				seen[text] = true
				of = append(of, guess{r.name, e})
			}
		}
		made = append(made, of)
	}
	for i, n := range shares(made, Most) {
		for _, g := range made[i][:n] {
			take(g.rule, g.e)
		}
		dropped += len(made[i]) - n
	}
	return dropped
}

// shares is how many candidates of each rule are taken, most of all of them at most: what the user wrote first, for
// which somebody had a reason, then the first ones of each rule in turn, since what a rule guesses first is what it is
// surest of, and a rule with few candidates means them all.
func shares(made [][]guess, most int) []int {
	out := make([]int, len(made))
	for i, of := range made {
		if len(of) > 0 && of[0].rule == userRule.name {
			out[i] = min(len(of), most)
			most -= out[i]
		}
	}
	for more := true; more && most > 0; {
		more = false
		for i, of := range made {
			if out[i] < len(of) && most > 0 {
				out[i]++
				most--
				more = true
			}
		}
	}
	return out
}

// rules are all rules, in the order their candidates are written.
var rules = []rule{
	logEmptyRule, logSourceRule, mapsEqualRule, predicateEqualRule, predicateGuardRule, variableEqualRule,
	counterBoundRule, counterStrideRule, counterTogetherRule, counterGuardRule, rangeRule,
	accessOffsetRule, accessCongruentRule, accessStrideRule, accessPreviousRule, accessPartitionRule, accessGuardRule, accessEnteredRule, flagRule,
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
