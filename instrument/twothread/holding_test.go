package twothread

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/key"
)

// TestHolding: what is said of contents is said in the order of the elements' type, of bit-vectors in no more
// places than there are values, or no contents would be unique.
func TestHolding(t *testing.T) {
	const triggers = "(forall i: T, j: T :: {to[i], to[j]} "
	for _, c := range []struct {
		name        string
		holds       kernel.Holds
		elem, index kernel.Type
		model       key.Arith
		want        string
	}{
		{"integers", kernel.Unique, kernel.I32, kernel.I64, key.IntArith, "i < j ==> to[i] != to[j])"},
		{"wide integers", kernel.Unique, kernel.U64, kernel.I64, key.IntArith, "i < j ==> to[i] != to[j])"},
		{"integers that ascend", kernel.Ascending, kernel.I32, kernel.I64, key.IntArith, "i < j ==> to[i] <= to[j])"},
		{"bits", kernel.Unique, kernel.U32, kernel.I32, key.BVArith, "BV32_SLT(i, j) ==> to[i] != to[j])"},
		{"bits, wide indices", kernel.Unique, kernel.U32, kernel.I64, key.BVArith, "BV64_SLE(18446744071562067968bv64, i) && BV64_SLT(i, j) && BV64_SLT(j, 2147483647bv64) ==> to[i] != to[j])"},
		{"bits that ascend", kernel.Ascending, kernel.U32, kernel.I32, key.BVArith, "BV32_SLT(i, j) ==> BV32_ULE(to[i], to[j]))"},
	} {
		p := &ArrayPlan{Array: &kernel.Array{Name: "to", Elem: c.elem, Holds: c.holds}, Name: "to", Index: c.index}
		enc := &arith.Encoder{Model: arith.ModelOf(c.model), Used: arith.NewVocabulary()}
		decls := p.holding(enc)
		require.Len(t, decls, 1, c.name)
		text := boogie.ExprString(decls[0].(*boogie.AxiomDecl).E)
		typ := boogie.TypeString(enc.Type(c.index))
		assert.Equal(t, strings.ReplaceAll(triggers, "T", typ)+c.want, text, c.name)
	}
	hidden := &ArrayPlan{Array: &kernel.Array{Name: "j", Elem: kernel.I32, Holds: kernel.Unique}, Name: "j", Index: kernel.I64}
	decls := hidden.holding(&arith.Encoder{Model: arith.ModelOf(key.IntArith), Used: arith.NewVocabulary()})
	assert.Contains(t, boogie.ExprString(decls[0].(*boogie.AxiomDecl).E), "==> j[k] != j[l]")
	for _, elem := range []kernel.Type{kernel.I32, kernel.BoolType, kernel.F64} {
		nothing := &ArrayPlan{Array: &kernel.Array{Name: "to", Elem: elem}, Name: "to", Index: kernel.I64}
		assert.Empty(t, nothing.holding(&arith.Encoder{Model: arith.ModelOf(key.IntArith), Used: arith.NewVocabulary()}))
	}
}
