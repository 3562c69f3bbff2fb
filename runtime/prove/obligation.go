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
