package lookup

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestInstead: a hint is about what the name is for.
func TestInstead(t *testing.T) {
	for name, want := range map[string]string{
		"nvcuda::wmma::fragment":        "gv2 knows mma.h alone, and not this of it; compute the product in a loop",
		"wmma::mem_row_major":           "gv2 knows mma.h alone, and not this of it; compute the product in a loop",
		"cuda::pipeline_shared_state":   "asynchronous copies are not modelled; copy with plain loads and stores, and a barrier",
		"cuda::pipeline_role::producer": "asynchronous copies are not modelled; copy with plain loads and stores, and a barrier",
		"thrust::reduce":                "gv2 does not model it; write what it does",
	} {
		path := strings.Split(name, "::")
		last := len(path) - 1
		assert.True(t, FromLibrary(path[:last]), name)
		assert.Equal(t, want, Instead(path[:last], path[last]), name)
	}
	assert.False(t, FromLibrary(nil))
	assert.False(t, FromLibrary([]string{"mine"}))
}
