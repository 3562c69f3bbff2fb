package lookup

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestInstead: a hint is about what the name is for.
func TestInstead(t *testing.T) {
	of := &Table{headers: []string{"<stdio.h>", "<cub/cub.cuh>", "<cub/warp/warp_reduce.cuh>"}}
	for name, want := range map[string]string{
		"cub::BlockRunLengthDecode":     "gv2 does not read <cub/cub.cuh>, but has a model of parts of it, and this is in none of them; write what it does",
		"nvcuda::wmma::fragment":        "gv2 knows mma.h alone, and not this of it; compute the product in a loop",
		"wmma::mem_row_major":           "gv2 knows mma.h alone, and not this of it; compute the product in a loop",
		"cuda::pipeline_shared_state":   "asynchronous copies are not modelled; copy with plain loads and stores, and a barrier",
		"cuda::pipeline_role::producer": "asynchronous copies are not modelled; copy with plain loads and stores, and a barrier",
		"thrust::reduce":                "no header <thrust/…> is included, which would declare it",
		"cuda::whatever":                "gv2 does not model it; write what it does",
	} {
		path := strings.Split(name, "::")
		last := len(path) - 1
		assert.True(t, FromLibrary(path[:last]), name)
		assert.Equal(t, want, of.Instead(path[:last], path[last]), name)
	}
	assert.False(t, FromLibrary(nil))
	assert.False(t, FromLibrary([]string{"mine"}))
}
