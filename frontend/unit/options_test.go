package unit

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseParams(t *testing.T) {
	params, err := ParseParams([]string{"n=0x10", "p.d.m=3"})
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"n": "0x10", "p_d_m": "3"}, params)
	for _, wrong := range []string{"n", "1.5=2", "n=many"} {
		_, err := ParseParams([]string{wrong})
		assert.Error(t, err, wrong)
	}
}
