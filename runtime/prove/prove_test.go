package prove

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/diag"
	"gv2/runtime/smallkernel"
)

func TestRefusedBarriers(t *testing.T) {
	k := smallkernel.HalfSynced()
	var l diag.List
	l.Unsupportedf(smallkernel.Src(4).Pos, "bar.sync for a part of the block")
	assert.True(t, refusedBarriers(k, &l))
	l.Unsupportedf(smallkernel.Src(6).Pos, "something else")
	assert.False(t, refusedBarriers(k, &l))
	assert.False(t, refusedBarriers(k, &diag.List{}))
	assert.True(t, strings.Contains(l.String(), "k.cu:4:3"))
}
