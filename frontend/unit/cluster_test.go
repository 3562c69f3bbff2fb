package unit

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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

// Reductions by agents are atomic for each other alone, if their elements have one size: all else on the same array is refused.
func TestMixedReductions(t *testing.T) {
	const reduce = `asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], 64;" ::"l"(out), "r"((unsigned)__cvta_generic_to_shared(tile)) : "memory");`
	for _, c := range []struct{ more, want string }{
		{"", ""},
		{reduce, ""},
		{"atomicAdd(&other[3], 1);", ""},
		{"atomicAdd(&out[3], 1);", "beside atomics"},
		{strings.Replace(reduce, "add.u32", "add.u64", 1), "beside reductions of elements of 4 bytes"},
	} {
		text := "__global__ void k(int *out, int *other) { __shared__ int tile[16]; " + reduce + c.more + " }"
		u, err := Load(context.Background(), CUDA, "k.cu", []byte(text), Options{SharedBytes: -1, BlockDim: &[3]int{32, 1, 1}, GridDim: &[3]int{1, 1, 1}})
		require.NoError(t, err)
		k, diags, err := u.Lower(context.Background(), 0)
		require.NoError(t, err)
		if c.want == "" {
			assert.NotNil(t, k, diags.String())
			continue
		}
		assert.Nil(t, k)
		assert.Contains(t, diags.String(), c.want)
	}
}
