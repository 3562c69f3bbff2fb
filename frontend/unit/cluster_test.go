package unit

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestParseClusterDim(t *testing.T) {
	for text, want := range map[string][3]int{"2": {2, 1, 1}, "2,2": {2, 2, 1}, "[1,4,2]": {1, 4, 2}} {
		dims, err := ParseClusterDim(text)
		assert.NoError(t, err, text)
		assert.Equal(t, want, dims, text)
	}
	for _, text := range []string{"0", "17", "*", "4,4,2"} {
		_, err := ParseClusterDim(text)
		assert.Error(t, err, text)
	}
}
