package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
				reports, stderr := verifyPath(t, path, "--self-check", "--engine", engine)
				require.Len(t, reports, 1, stderr)
				if engine == verdict.AutoEngine {
					checkOpenLock(t, reports[0], readFile(t, path))
				}
				assert.Equal(t, verdict.KernelUnknown, reports[0].Outcome, explain(reports[0]))
			})
		}
	}
}

// checkOpenLock compares a report with the comment: which properties are proved, and
// why others are open.
func checkOpenLock(t *testing.T, r *report, text string) {
	said := 0
	for _, m := range openVerdicts.FindAllStringSubmatch(text, -1) {
		for _, name := range strings.Fields(m[1]) {
			said++
			require.NotNil(t, r.Property(name), name)
			assert.Equal(t, verdict.Proved, r.Property(name).Status, "%s\n%s", name, explain(r))
		}
		if m[2] != "" {
			said++
			p := r.Property(m[2])
			require.NotNil(t, p, m[2])
			assert.Equal(t, verdict.Unknown, p.Status, "%s\n%s", m[2], explain(r))
			assert.Regexp(t, m[3], p.Reason, m[2])
		}
	}
	assert.Equal(t, len(r.Properties), said, "the comment tells of every property\n%s", explain(r))
}
