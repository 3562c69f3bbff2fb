package claim

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNumbers(t *testing.T) {
	v := Values{"n": "-3", "b": "true", "c": "false", "u": "18446744073709551615", "gridDim.x": "7", "f": "?"}
	assert.Equal(t, map[string]int64{"n": -3, "b": 1, "c": 0, "u": -1, "gridDim.x": 7}, v.Numbers())
	assert.True(t, v.Wide("u"))
	assert.False(t, v.Wide("n"))
	assert.False(t, v.Wide("f"))
}
