package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestLockStepByTranslation: the lanes of a warp are in step at the accesses that both
// come to, for any number of rounds; other warps, and the two ways of a branch, are
// not.
func TestLockStepByTranslation(t *testing.T) {
	const scan = `__global__ void k(int *a, int n) {
  unsigned t = threadIdx.x, lane = LANE;
  for (int i = 0; i < n; i++) {
    if (lane >= 1) a[t] = a[t - 1] + a[t];
    if (lane >= 2) a[t] = a[t - 2] + a[t];
  }
}`
	const ways = "__global__ void k(int *a, int n) { for (int i = 0; i < n; i++) if (threadIdx.x & 1) a[i] = 1; else a[i] = 2; }"
	for _, c := range []struct {
		name, text string
		flags      []string
		code       int
		said       string
	}{
		{"within a warp", scan, []string{"-D", "LANE=(t & 31)", "--warp-sync"}, exitProved, "threads of a warp run in lock step"},
		{"of two warps", scan, []string{"-D", "LANE=t", "--warp-sync"}, exitUndecided, "race on a between"},
		{"both ways of a branch", ways, []string{"--warp-sync"}, exitUndecided, "finds a write-write race on a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"verify", "--engine", "boogie", "--block-dim", "64", "--grid-dim", "1"}, c.flags...)
			code, out, stderr := gv2(c.text, append(args, "-")...)
			assert.Equal(t, c.code, code, "%s%s", out, stderr)
			assert.Contains(t, out, c.said)
		})
	}
}

// TestTranslationInLockStep: the text orders accesses of lanes where that is asked for,
// and says so.
func TestTranslationInLockStep(t *testing.T) {
	const shift = "__global__ void k(int *a) { a[threadIdx.x] = a[threadIdx.x + 1]; }"
	args := []string{"translate", "--block-dim", "32", "--grid-dim", "1", "--self-check"}
	code, out, stderr := gv2(shift, append(args, "--warp-sync", "-")...)
	assert.Equal(t, exitProved, code, stderr)
	assert.Contains(t, out, "call LOCK_STEP(")
	assert.Contains(t, out, "what fails may still be ordered")
	code, out, stderr = gv2(shift, append(args, "-")...)
	assert.Equal(t, exitProved, code, stderr)
	assert.NotContains(t, out, "LOCK_STEP")
}
