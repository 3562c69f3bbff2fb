package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// weftKernels are the warp-specialised kernels of testdata.
func weftKernels(t testing.TB) []string {
	files, err := filepath.Glob("../../testdata/kernels" + exactKernels + "*/*.cu")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	return files
}

// TestWeftKernelsLower demands that the front end takes every warp-specialised
// kernel, with barriers for the block that its leading comment states.
func TestWeftKernelsLower(t *testing.T) {
	for _, path := range weftKernels(t) {
		t.Run(strings.TrimPrefix(filepath.ToSlash(path), "../../testdata/kernels/weft/"), func(t *testing.T) {
			opts := &settings{selfCheck: true, sharedBytes: -1, arch: 800, changed: func(string) bool { return false }}
			u, err := load(streams{in: strings.NewReader(""), out: &bytes.Buffer{}, err: &bytes.Buffer{}}, path, opts)
			require.NoError(t, err)
			require.False(t, u.diags.HasErrors(), u.diags.String())
			require.Len(t, u.kernels, 1, "one kernel a file")
			k, diags, err := u.lower(opts, u.kernels[0])
			require.NoError(t, err)
			require.False(t, diags.HasErrors(), diags.String())
			assert.Positive(t, k.Launch.Threads())
			assert.Contains(t, []string{"pass", "xfail:NOT_ALL_VERIFIED"}, u.comment.expected)
			assert.Equal(t, u.comment.expected == "pass", len(wantsOf(t, u.text)) == 0, "a faulty kernel says where, a correct one wants nothing")
		})
	}
}
