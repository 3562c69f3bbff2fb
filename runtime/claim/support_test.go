package claim

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

func TestSupportIsWhatAPropertyStandsOn(t *testing.T) {
	by := func(engine Engine, arith string) Method { return Method{Engine: engine, Arith: arith} }
	weak := Proof{Claims: Of(kernel.DataRace), RestsOn: []Claim{deadlock}, By: by(Boogie, "bv"), Under: Premises("no proof in use")}
	within := Proof{Claims: []Claim{race}, RestsOn: []Claim{diverges}, By: by(Weft, ""), Under: Premises("a")}
	between := Proof{Claims: []Claim{across}, By: by(Boogie, "int"), Under: Premises("b", "a")}
	b := board(weak, within, between)
	assert.Empty(t, b.Support(kernel.DataRace), "what the first rests on is open")
	assert.Equal(t, Method{}, b.How(kernel.DataRace))
	assert.Empty(t, b.Under(kernel.DataRace))
	b.Enter(Proof{Claims: []Claim{diverges}, By: ByText, Under: Premises("c")})
	assert.Equal(t, []Proof{within, between}, b.Support(kernel.DataRace))
	assert.Equal(t, by(Boogie, "int"), b.How(kernel.DataRace))
	assert.Equal(t, Premises("a", "c", "b"), b.Under(kernel.DataRace))
}

// TestSupportUnderABound: who has looked at few executions is named, not whose proof rests on that.
func TestSupportUnderABound(t *testing.T) {
	few := Proof{Claims: Of(kernel.Divergence), By: Method{Engine: Weft}, Bound: "n = 0..3"}
	rests := Proof{Claims: Of(kernel.DataRace), RestsOn: []Claim{diverges}, By: Method{Engine: Boogie, Arith: "int"}}
	b := board(few, rests)
	assert.Equal(t, Method{Engine: Boogie, Arith: "int"}, b.How(kernel.DataRace))
	b.Enter(Proof{Claims: Of(kernel.DataRace), By: Method{Engine: Weft}, Bound: "n = 0"})
	assert.Equal(t, Method{Engine: Weft}, b.How(kernel.DataRace))
}

func TestWhoHasSeenAFault(t *testing.T) {
	seen := func(by Engine) Evidence { return Witness{Claim: race, Finding: Finding{By: by, Seen: Executed}} }
	b := board(proof(race), seen(Execution))
	assert.Equal(t, Method{Engine: Execution}, b.How(kernel.DataRace))
	b.Enter(seen(Boogie))
	assert.Equal(t, Method{Engine: Boogie}, b.How(kernel.DataRace))
	b.Enter(Witness{Claim: across, Finding: Finding{By: Run, Seen: Program}, Needs: Executed})
	assert.Equal(t, Method{Engine: Boogie}, b.How(kernel.DataRace), "that run refutes nothing")
}
