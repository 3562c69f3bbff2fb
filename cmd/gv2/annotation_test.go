package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// annotationKernels is the folder of kernels with annotations. Those that end in
// _open.cu have a leading comment as those of generationKernels.
const annotationKernels = "../../testdata/kernels/annotations/"

// TestFloatsThatNobodyComputes demands that a fault for which floating-point operations would have to
// give what they give nowhere is no fault; the prover knows nothing of them, so the kernel is open.
func TestFloatsThatNobodyComputes(t *testing.T) {
	files, err := filepath.Glob("../../testdata/kernels/floats/*" + openSuffix)
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, path := range files {
		reports, stderr := verifyPath(t, path)
		require.Len(t, reports, 1, stderr)
		assert.Equal(t, verdict.KernelUnknown, reports[0].Outcome, explain(reports[0]))
		assert.Empty(t, reports[0].Findings)
	}
}

// TestOpenAnnotations demands that what cannot be stated, or does not hold of every
// access, is open, and of the reason that it names the place.
func TestOpenAnnotations(t *testing.T) {
	files, err := filepath.Glob(annotationKernels + "*" + openSuffix)
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			reports, stderr := verifyPath(t, path, "--self-check")
			require.Len(t, reports, 1, stderr)
			r := reports[0]
			assert.Equal(t, verdict.KernelUnknown, r.Outcome, explain(r))
			assert.Empty(t, r.Findings)
			said := 0
			for _, m := range openVerdicts.FindAllStringSubmatch(readFile(t, path), -1) {
				for _, name := range strings.Fields(m[1]) {
					said++
					assert.Equal(t, claim.Proved, r.Property(kernel.Property(name)).Status, "%s\n%s", name, explain(r))
				}
				if m[2] != "" {
					said++
					assert.Equal(t, claim.Unknown, r.Property(kernel.Property(m[2])).Status, "%s\n%s", m[2], explain(r))
					assert.Regexp(t, m[3], r.Property(kernel.Property(m[2])).Reason(), m[2])
				}
			}
			assert.Equal(t, len(r.Properties), said, "the comment tells of every property")
		})
	}
}

// TestForcedGenerations: without any barrier there is nothing to count, and what threads
// access is still known.
func TestForcedGenerations(t *testing.T) {
	for _, name := range []string{"08_enabled_ok.cu", "09_write_offset_ok.cu", "11_global_invariant_ok.cu", "13_candidate_ok.cu", "20_assumed_iteration_ok.cu"} {
		t.Run(name, func(t *testing.T) {
			reports, stderr := verifyPath(t, annotationKernels+name, "--engine", "boogie", "--encoding", "generation", "--self-check")
			require.Len(t, reports, 1, stderr)
			assert.Equal(t, verdict.KernelProved, reports[0].Outcome, explain(reports[0]))
		})
	}
}

// TestPairsOnReceivedValues: executions do not tell of two threads, so that what is
// asked of them where a value was received is not refuted by the translation alone.
func TestPairsOnReceivedValues(t *testing.T) {
	reports, stderr := verifyPath(t, annotationKernels+"37_never_received_ok.cu", "--engine", "boogie")
	require.Len(t, reports, 1, stderr)
	p := reports[0].Property("assertion")
	require.NotNil(t, p)
	assert.Equal(t, claim.Unknown, p.Status, explain(reports[0]))
	assert.Contains(t, p.Reason(), "which depends on the value read from s at")
}
