package verdict

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
)

func TestElementIsSpelledAsDeclared(t *testing.T) {
	for _, c := range []struct {
		array kernel.Array
		index int64
		want  string
	}{
		{kernel.Array{Name: "tile", Label: "tile", Dims: []int64{64}, Len: 64}, 3, "tile[3]"},
		{kernel.Array{Name: "tile", Label: "tile", Dims: []int64{4, 5}, Len: 20}, 14, "tile[2][4]"},
		{kernel.Array{Name: "t", Label: "t", Dims: []int64{2, 3, 4}, Len: 24}, 23, "t[1][2][3]"},
		{kernel.Array{Name: "p_x", Label: "p[].x", Len: -1}, 7, "p[7].x"},
		{kernel.Array{Name: "p", Len: -1, Param: true}, -2, "p[-2]"},
		{kernel.Array{Name: "count", Label: "count", Len: 1}, 0, "count"},
	} {
		assert.Equal(t, c.want, claim.Element(&c.array, c.index))
	}
	assert.EqualValues(t, 3, claim.DeclaredIndex(&kernel.Array{Scale: 4}, 15))
}

func TestModelLeavesOutWhatItDoesNotKnow(t *testing.T) {
	m := model{
		state:  map[string]string{key.ThreadName(0, 1): "5", key.ThreadName(0, 2): "6"},
		launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{0, 1, 1}},
		pair:   fact.SameBlock,
	}
	assert.Equal(t, &[3]int64{5, 0, 0}, m.thread(1), "a dimension of size 1 is 0")
	assert.Nil(t, m.block(1), "an open dimension without a value is unknown")
	m.launch.BlockDim[1] = 2
	assert.Nil(t, m.thread(1))
	_, ok := m.variable(key.ThreadName(0, 1))
	assert.False(t, ok, "variables of an older state are not trusted")
}

func TestScalarsAreReadInTheirType(t *testing.T) {
	m := model{state: map[string]string{"a": "4294967295", "b": "-1", "c": "true", "d": "18446744073709551615", "e": "T@f!val!0"}}
	for _, c := range []struct {
		name string
		typ  kernel.Type
		want string
	}{
		{"a", kernel.I32, "-1"}, {"a", kernel.U32, "4294967295"}, {"b", kernel.I32, "-1"},
		{"c", kernel.BoolType, "true"}, {"d", kernel.U64, "18446744073709551615"}, {"d", kernel.I64, "-1"},
	} {
		got, ok := m.scalar(&kernel.Var{Name: c.name, T: c.typ})
		assert.True(t, ok)
		assert.Equal(t, c.want, got)
	}
	for _, typ := range []kernel.Type{kernel.F32, kernel.I32, kernel.BoolType} {
		_, ok := m.scalar(&kernel.Var{Name: "e", T: typ})
		assert.False(t, ok, "%s", typ)
	}
}

func TestGatherMergesAndPrefersErrors(t *testing.T) {
	race := func(line int, severity claim.Severity) claim.Finding {
		return claim.Finding{Property: "data-race", Kind: "write-write", Severity: severity, Array: "p", Count: 1,
			Accesses: []claim.Access{{Src: src(line)}, {Src: src(line)}}}
	}
	out := claim.Gather([]claim.Finding{race(5, claim.ErrorSeverity), race(2, claim.BenignSeverity), race(5, claim.BenignSeverity), race(5, claim.ErrorSeverity)})
	assert.Len(t, out, 2)
	assert.Equal(t, 2, out[0].Pos().Line, "sorted by position")
	assert.Equal(t, claim.BenignSeverity, out[0].Severity)
	assert.Equal(t, claim.ErrorSeverity, out[1].Severity, "a benign finding gives way to an error at the same lines")
	assert.Equal(t, 2, out[1].Count)
}
