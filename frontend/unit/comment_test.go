package unit

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadComment(t *testing.T) {
	c, err := readComment([]string{
		"pass",
		"--blockDim=64 --gridDim [2,2] --shared-bytes=512 --param ws=32 -DX=1 -D Y -Iinc --no-inline",
		" A kernel that does -- as it says -- nothing.",
		"-----",
		"-----------80",
	})
	require.NoError(t, err)
	assert.Equal(t, comment{
		blockDim: &[3]int{64, 1, 1}, gridDim: &[3]int{2, 2, 1}, sharedBytes: 512, params: map[string]string{"ws": "32"},
		defines: map[string]string{"X": "1", "Y": "1"}, include: []string{"inc"}, expected: "pass",
		ignored: []string{"--no-inline"},
	}, c)
}

// TestCommentKeepsWhatWasTyped: of a member, whose name in the kernel is another one.
func TestCommentKeepsWhatWasTyped(t *testing.T) {
	c, err := readComment([]string{"pass", "--param p.n=3 --param m=4"})
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"p_n": "3", "m": "4"}, c.params)
	assert.Equal(t, map[string]string{"p_n": "p.n"}, c.typed)
}

func TestReadCommentWithoutOptions(t *testing.T) {
	c, err := readComment([]string{" Copyright", "pass"})
	require.NoError(t, err)
	assert.Equal(t, comment{sharedBytes: -1, params: map[string]string{}, defines: map[string]string{}}, c, "the verdict stands in the first line only")
}

// TestListsInComments: what stands behind dashes may be prose.
func TestListsInComments(t *testing.T) {
	c, err := readComment([]string{"======", "  --creation of prototype version", "- Distributed under the licence", "-Do not edit", "--no-inline", "--no-inline --blockDim=64"})
	require.NoError(t, err)
	assert.Equal(t, []string{"--no-inline", "--no-inline"}, c.ignored)
	assert.Equal(t, &[3]int{64, 1, 1}, c.blockDim)
}

func TestReadCommentFaults(t *testing.T) {
	for line, message := range map[string]string{
		"--blockDim=many":    "--block-dim many in the leading comment",
		"--gridDim":          "needs a value",
		"--shared-bytes=-1":  "must not be negative",
		"--shared-bytes=1KB": "--shared-bytes 1KB in the leading comment",
		"--param n":          "write it as name=value",
		"-D 1=2":             "not a macro name",
	} {
		_, err := readComment([]string{line})
		assert.ErrorContains(t, err, message, line)
	}
}
