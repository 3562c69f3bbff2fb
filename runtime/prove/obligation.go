package prove

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/counterexample"
)

// obligation is one property in one procedure: the unit that is proved or not.
type obligation struct {
	pair     fact.Pair
	property kernel.Property
}

// claimOf is what an obligation is about.
func claimOf(d obligation) claim.Claim {
	return claim.Claim{Property: d.property, Scope: counterexample.ScopeOf(d.pair)}
}

// label names an obligation.
func (d obligation) label() string {
	if d.pair == fact.OtherBlock {
		return string(d.property) + " between blocks"
	}
	return string(d.property)
}

// outcome is what became of an obligation that is decided, by its name in traces. It is no
// status of a property: that is for a board to say, which knows what a proof rests on.
type outcome string

const (
	leftOpen        outcome = "open"
	verified        outcome = "proved" // every check of its procedures holds
	verifiedInBound outcome = "bounded"
	failing         outcome = "refuted" // a check fails
)

// worse orders outcomes: a property is as bad as the worst of its obligations.
func (o outcome) worse(than outcome) bool {
	rank := map[outcome]int{verified: 0, verifiedInBound: 1, leftOpen: 2, failing: 3}
	return rank[o] > rank[than]
}
