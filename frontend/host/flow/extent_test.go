package flow

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/cexpr"
)

// TestLengthsTellStatesApart: states in which a pointer leads to different memory are not one.
func TestLengthsTellStatesApart(t *testing.T) {
	two, four := &Extent{Bytes: cexpr.U32(2), By: "cudaMalloc"}, &Extent{Bytes: cexpr.U32(4), By: "cudaMalloc"}
	assert.True(t, sameValue(Value{extent: two}, Value{extent: &Extent{Bytes: cexpr.U32(2), By: "cudaMalloc"}}))
	assert.False(t, sameValue(Value{extent: two}, Value{extent: four}))
	assert.False(t, sameValue(Value{extent: two}, Value{}))
	s := &State{}
	s.set(0, Value{extent: two})
	assert.Nil(t, s.values[0].extent, "only an allocation gives memory")
}
