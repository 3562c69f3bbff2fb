package condition

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"gv2/runtime/verdict"
)

// TestBriefLimitsStayLimits: a part of a small limit is a limit; 0 would be none.
func TestBriefLimitsStayLimits(t *testing.T) {
	for _, timeout := range []time.Duration{time.Millisecond, 300 * time.Millisecond, time.Minute} {
		b := briefly(verdict.Options{Timeout: timeout, Began: time.Now(), Effort: 1}, timeout)
		assert.Greater(t, b.Timeout, time.Duration(0))
		assert.LessOrEqual(t, b.Timeout, timeout)
		assert.Greater(t, b.Effort, int64(0))
	}
	none := briefly(verdict.Options{Began: time.Now()}, 0)
	assert.Zero(t, none.Timeout)
	assert.Zero(t, none.Effort)
}
