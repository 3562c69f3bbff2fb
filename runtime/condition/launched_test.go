package condition

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// TestLaunchesOutsideOfConditions: a kernel is conditional only if no launch in sight that its condition leaves out is at
// fault.
func TestLaunchesOutsideOfConditions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		list []map[string]int64
		want verdict.Outcome
	}{
		{"none", nil, verdict.KernelConditional},
		{"one that keeps to it", []map[string]int64{{"n": 64}}, verdict.KernelConditional},
		{"one at fault", []map[string]int64{{"n": 100}, {"n": 0, "m": 2}}, verdict.KernelRefuted},
		{"one that does not say", []map[string]int64{{"m": 3}, {"gridDim.x": 7}}, verdict.KernelConditional},
		{"one outside that is right", []map[string]int64{{"n": 0, "m": 1}}, verdict.KernelConditional},
		{"one outside that is at fault for some values", []map[string]int64{{"n": 0}}, verdict.KernelRefuted},
	} {
		k := kerneltest.Lower(t, "__global__ void k(unsigned *p, int n, int m) { if ((int)threadIdx.x < m) "+scaled+" }\n", kerneltest.Block(64))
		for i, values := range c.list {
			k.Passed = append(k.Passed, kernel.Passed{At: diag.Pos{File: "k.cu", Line: i + 10, Col: 1}, Values: values})
		}
		r := decideSafety(k, verdict.Options{})
		assert.Equal(t, c.want, r.Outcome, "%s: %s", c.name, r.Condition)
		if c.want == verdict.KernelConditional {
			assert.Equal(t, "n > 0", r.Condition, c.name)
			continue
		}
		assert.Empty(t, r.Condition, c.name)
		assert.Equal(t, claim.Refuted, r.Property(kernel.DataRace).Status, c.name)
	}
}
