package prove

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/diag"
)

func TestRefusedBarriers(t *testing.T) {
	k := halfSynced()
	var l diag.List
	l.Unsupportedf(src(4).Pos, "bar.sync for a part of the block")
	assert.True(t, refusedBarriers(k, &l))
	l.Unsupportedf(src(6).Pos, "something else")
	assert.False(t, refusedBarriers(k, &l))
	assert.False(t, refusedBarriers(k, &diag.List{}))
	assert.True(t, strings.Contains(l.String(), "k.cu:4:3"))
}
