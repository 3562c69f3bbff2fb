package kernel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

// TestPropertyEntries: requirements on every entry of the registry.
func TestPropertyEntries(t *testing.T) {
	for _, p := range kernel.Properties(nil) {
		info := p.Info()
		assert.Equal(t, p, info.Name, "one entry for each name")
		assert.NotEmpty(t, info.Rule, p)
		assert.True(t, info.Exact || info.TwoThreads, "%s: somebody decides it", p)
		assert.True(t, info.Always || info.Present != nil, "%s: what every kernel has is in every report", p)
		for _, base := range info.RestsOn {
			assert.NotNil(t, base.Info(), "%s rests on %s", p, base)
			assert.NotEqual(t, p, base)
		}
		if p != kernel.Divergence {
			assert.Contains(t, info.RestsOn, kernel.Divergence, "%s: counting a thread's operations is its generation only where threads come to barriers together", p)
		}
		if !info.TwoThreads {
			assert.True(t, info.OfBarriers, "%s: barrier-divergence decides it, in kernels with barriers of the whole block", p)
		}
	}
	assert.Nil(t, kernel.Property("race").Info())
}
