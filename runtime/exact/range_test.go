package exact

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

// TestRangesOf64Bits lists no range whose length overflows.
func TestRangesOf64Bits(t *testing.T) {
	_, ok := boundsIn(kernel.I64).list()
	assert.False(t, ok)
	values, _ := (&valueBounds{t: kernel.I32, lo: 3, hi: 5}).list()
	assert.Equal(t, []int64{3, 4, 5}, values)
	values, _ = (&valueBounds{t: kernel.I32, lo: 5, hi: 3}).list()
	assert.Empty(t, values)
}
