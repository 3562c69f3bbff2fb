package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// lockKernels are kernels whose threads are kept apart by what they receive from each
// other, as by a lock. Those that end in _open.cu are correct, and gv2 cannot show it.
const lockKernels = "../../testdata/kernels/locks/"

// TestOpenLocks demands that correct kernels are not refuted for what only values that
// no thread ever stores could do: the reason names the condition.
func TestOpenLocks(t *testing.T) {
	files, err := filepath.Glob(lockKernels + "*" + openSuffix)
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, path := range files {
		for _, engine := range []string{verdict.AutoEngine, verdict.BoogieEngine} {
			t.Run(filepath.Base(path)+"/"+engine, func(t *testing.T) {
				t.Parallel()
				reports, stderr := verifyWith(t, little, path, "--self-check", "--engine", engine)
				require.Len(t, reports, 1, stderr)
				if engine == verdict.AutoEngine {
					checkComment(t, reports[0], readFile(t, path), claim.Unknown, "")
				}
				assert.Equal(t, verdict.KernelUnknown, reports[0].Outcome, explain(reports[0]))
			})
		}
	}
}
