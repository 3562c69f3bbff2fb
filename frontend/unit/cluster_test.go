package unit

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAttributeDims(t *testing.T) {
	for _, test := range []struct {
		text string
		want [3]int
		ok   bool
	}{
		{"a[0].val.clusterDim.x = 2; a[0].val.clusterDim.y = 1; a[0].val.clusterDim.z = 1;", [3]int{2, 1, 1}, true},
		{"a[0].val.clusterDim.x = n; a[0].val.clusterDim.y = 1; a[0].val.clusterDim.z = 1;", [3]int{}, false},
		{"a.val.clusterDim.x = 2; a.val.clusterDim.y = 1;", [3]int{2, 1, 0}, false},
		{"a.val.clusterDim.x = 2; a.val.clusterDim.y = 1; a.val.clusterDim.z = 1; b.val.clusterDim.x = 4;", [3]int{}, false},
		{"// a.val.clusterDim.x = 4;\na.val.clusterDim.x = 2; a.val.clusterDim.y = 1; a.val.clusterDim.z = 1;", [3]int{2, 1, 1}, true},
		{"a.val.clusterDim.x = 32; a.val.clusterDim.y = 1; a.val.clusterDim.z = 1;", [3]int{32, 1, 1}, false},
		{"a.val.clusterDim = dims;", [3]int{}, false},
		{"no clusters", [3]int{}, false},
	} {
		dims, ok := attributeDims([]byte(test.text))
		assert.Equal(t, test.ok, ok, test.text)
		assert.Equal(t, test.want, dims, test.text)
	}
}

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
