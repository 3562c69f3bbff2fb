package prove

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
)

func TestAssumptionOfIntegersNamesTheirProofs(t *testing.T) {
	integers := premises([]string{instrument.NoOverflow})
	kept := func(race, divergence string, rests map[kernel.Property]kernel.Property) string {
		b := &claim.Board{}
		for name, arith := range map[kernel.Property]string{kernel.DataRace: race, kernel.Divergence: divergence} {
			p := claim.Proof{Claims: claim.Of(name), By: claim.Method{Engine: claim.Boogie, Arith: arith}}
			if arith == "int" {
				p.Under = integers
			}
			if base, is := rests[name]; is {
				p.RestsOn = claim.Of(base)
			}
			b.Enter(p)
		}
		b.Enter(claim.Open{Claims: claim.Of(kernel.Assertion), By: claim.Method{Engine: claim.Boogie, Arith: "int"}}, claim.Proof{Claims: claim.Of(kernel.Deadlock), By: claim.ByText})
		r := &decision.Result{Assumptions: []string{"a", instrument.NoOverflow, "b"}, Properties: []decision.Property{
			{Name: kernel.DataRace}, {Name: kernel.Divergence}, {Name: kernel.Assertion}, {Name: kernel.Deadlock},
		}}
		AssumeNoOverflow(r, b)
		if len(r.Assumptions) == 2 {
			return ""
		}
		return r.Assumptions[1]
	}
	onBarriers := map[kernel.Property]kernel.Property{kernel.DataRace: kernel.Divergence}
	assert.Equal(t, instrument.NoOverflow, kept("int", "int", onBarriers))
	assert.Empty(t, kept("bv", "bv", onBarriers))
	assert.Equal(t, "signed arithmetic does not overflow and unsigned sums and products do not wrap (--arith int: data-race)", kept("int", "bv", onBarriers))
	assert.Equal(t, instrument.NoOverflow, kept("bv", "int", onBarriers), "the race rests on barriers")
	assert.Equal(t, "signed arithmetic does not overflow and unsigned sums and products do not wrap (--arith int: barrier-divergence)", kept("bv", "int", nil))
	onMemory := map[kernel.Property]kernel.Property{kernel.Divergence: kernel.DataRace}
	assert.Equal(t, instrument.NoOverflow, kept("int", "bv", onMemory), "barriers rest on memory")
}
