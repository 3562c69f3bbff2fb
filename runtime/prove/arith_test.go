package prove

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/instrument"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
)

func TestAssumptionOfIntegersNamesTheirProofs(t *testing.T) {
	result := func(race, divergence string) *decision.Result {
		return &decision.Result{
			Assumptions: []string{"a", instrument.NoOverflow, "b"},
			Properties: []decision.Property{
				{Name: "data-race", Status: claim.Proved, Arith: race}, {Name: "barrier-divergence", Status: claim.Proved, Arith: divergence},
				{Name: "assertion", Status: claim.Unknown, Arith: "int"}, {Name: "deadlock", Status: claim.Proved},
			},
		}
	}
	r := result("int", "int")
	keepNoOverflow(r, true, false)
	assert.Equal(t, []string{"a", instrument.NoOverflow, "b"}, r.Assumptions)
	r = result("bv", "bv")
	keepNoOverflow(r, true, false)
	assert.Equal(t, []string{"a", "b"}, r.Assumptions)
	r = result("int and bv", "bv")
	keepNoOverflow(r, true, false)
	assert.Equal(t, "signed arithmetic does not overflow and unsigned sums and products do not wrap (--arith int: data-race)", r.Assumptions[1])
	r = result("bv", "int")
	keepNoOverflow(r, true, false)
	assert.Equal(t, instrument.NoOverflow, r.Assumptions[1], "everything rests on barriers")
	r = result("int", "bv")
	keepNoOverflow(r, true, true)
	assert.Equal(t, instrument.NoOverflow, r.Assumptions[1], "everything rests on memory")
}
