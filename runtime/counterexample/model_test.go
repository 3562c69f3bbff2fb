package counterexample

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/instrument/key"
	"gv2/predicate/fact"
)

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
