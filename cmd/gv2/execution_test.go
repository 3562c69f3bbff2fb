package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/predicate/rewrite"
	"gv2/runtime/interleave"
)

// executionsOfEach is how often each kernel is executed.
const executionsOfEach = 12

// TestExecutionsOfSafeKernels executes the kernels that are correct: nothing goes wrong,
// whatever the input and the schedule.
func TestExecutionsOfSafeKernels(t *testing.T) {
	files, err := filepath.Glob("../../testdata/kernels/*/*_o*.cu")
	require.NoError(t, err)
	ran := 0
	for _, path := range files {
		if !strings.HasSuffix(path, "_ok.cu") && !strings.HasSuffix(path, openSuffix) {
			continue
		}
		if strings.Contains(path, "/kernels/bounds/") {
			continue // proved where accesses stay within their arrays, which inputs chosen at random do not see to
		}
		k := loweredKernel(t, path)
		if k == nil || k.Launch.Threads() == 0 || k.Launch.Blocks() == 0 || k.Launch.Blocks()*k.Launch.Threads() > 2048 {
			continue
		}
		p, err := interleave.Compile(rewrite.StrongAccesses(rewrite.ValidatedReads(k))) // as decisions do
		if err != nil {
			continue
		}
		counted := 0
		for n := range uint64(executionsOfEach) {
			r := p.Run(interleave.Options{Input: n, Schedule: n, MaxSteps: 100_000})
			if r.Void == "" {
				counted++
			}
			for _, f := range r.Faults {
				at := f.Sides[0].Stmt.Source().Pos
				assert.Fail(t, "a correct kernel goes wrong", "%s: fault %d at %s, execution %d: %+v with %v", path, f.Property, at, n, f, r.Params)
			}
		}
		if counted > 0 {
			ran++
		}
	}
	assert.Greater(t, ran, 100, "kernels that were executed")
	t.Logf("%d kernels", ran)
}
