package unit

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseDims(t *testing.T) {
	for text, want := range map[string][3]int{
		"64":        {64, 1, 1},
		"8,8":       {8, 8, 1},
		"[8,8,1]":   {8, 8, 1},
		"[8, 4, 2]": {8, 4, 2},
		"*":         {0, 0, 0},
		"[*,4]":     {0, 4, 1},
	} {
		got, err := ParseBlockDim(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for text, message := range map[string]string{
		"":             "is not a number",
		"x":            "is not a number",
		"8,":           "is not a number",
		"1,2,3,4":      "at most 3",
		"0":            "between 1 and 1024",
		"-1":           "between 1 and 1024",
		"2000":         "between 1 and 1024",
		"1,1,65":       "between 1 and 64",
		"64,64":        "more than 1024 threads",
		"999999999999": "between 1 and 1024",
	} {
		_, err := ParseBlockDim(text)
		assert.ErrorContains(t, err, message, text)
	}
	grid, err := ParseGridDim("2147483647,65535")
	require.NoError(t, err)
	assert.Equal(t, [3]int{2147483647, 65535, 1}, grid)
	_, err = ParseGridDim("1,65536")
	assert.ErrorContains(t, err, "between 1 and 65535")
}
