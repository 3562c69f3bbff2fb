package verdict

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPlan: every step is in the README, runs something, and has a share of the time; every
// part has a share, and one step.
func TestPlan(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	steps := map[string]bool{}
	for _, p := range plan() {
		assert.True(t, 0 <= p.share && p.share <= 1, p.name)
		if p.of == "" {
			steps[p.name] = true
			assert.NotNil(t, p.run, p.name)
			assert.Contains(t, string(readme), "`"+p.name+"`")
			continue
		}
		assert.Nil(t, p.run, p.name)
		assert.True(t, steps[p.of], "%s is a part of %s, which comes first", p.name, p.of)
		assert.Positive(t, p.share, p.name)
	}
}
