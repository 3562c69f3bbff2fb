package verdict

import (
	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
)

// obligation is one property in one procedure: the unit that is proved or not.
type obligation struct {
	pair     fact.Pair
	property kernel.Property
}

// claimOf is what an obligation is about.
func claimOf(d obligation) claim.Claim {
	c := claim.Claim{Property: d.property}
	if d.pair == fact.OtherBlock {
		c.Scope = claim.BetweenBlocks
	}
	return c
}

// label names an obligation.
func (d obligation) label() string {
	if d.pair == fact.OtherBlock {
		return string(d.property) + " between blocks"
	}
	return string(d.property)
}
