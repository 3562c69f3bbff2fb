package steps_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/runtime/claim"
	"gv2/runtime/steps"
	"gv2/runtime/verdict"
	"gv2/runtime/weft"
)

// runOf decides a kernel with 64 threads a block and shows its first fault as a run.
func runOf(t *testing.T, text string) (*claim.Finding, *steps.Run) {
	k := kerneltest.Lower(t, text, kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}})
	r := verdict.Decide(context.Background(), k, verdict.Options{Effort: 30_000_000}, verdict.DefaultEngines())
	require.NotEmpty(t, r.Findings, "%v %v", r.Outcome, r.Properties)
	return &r.Findings[0], steps.Of(context.Background(), k, &r.Findings[0], weft.Options{})
}

// texts are the steps of a thread.
func texts(r *steps.Run, thread int) []string {
	var out []string
	for _, row := range r.Rows {
		if row.Thread == thread {
			out = append(out, row.Text)
		}
	}
	return out
}

func TestRunOfARace(t *testing.T) {
	t.Parallel()
	_, r := runOf(t, `__global__ void k(int *out) {
  __shared__ int s[65];
  int t = threadIdx.x;
  s[t] = 1;
  __syncthreads();
  int v = s[t + 1];
  s[t] = v;
  out[t] = v;
}`)
	require.NotNil(t, r)
	last := r.Rows[len(r.Rows)-1]
	assert.True(t, last.Fault)
	assert.Equal(t, 1, last.Thread, "the thread that finds the other's access in the log is the second")
	assert.Equal(t, "2", last.Generation, "behind one barrier")
	require.Len(t, r.Threads, 2)
	var met *steps.Row
	for i := range r.Rows[:len(r.Rows)-1] {
		row := &r.Rows[i]
		if row.Fault {
			met = row
		}
		if row.Text == "goes on: generation 1 is complete" && row.Thread == 0 {
			assert.Empty(t, row.Log, "a barrier empties the log")
		}
	}
	require.NotNil(t, met)
	assert.Contains(t, last.Log, met.Entry())
	element := func(text string) string { return strings.Fields(text)[1] }
	assert.Equal(t, element(met.Text), element(last.Text))
	assert.NotEqual(t, strings.HasPrefix(met.Text, "reads"), strings.HasPrefix(last.Text, "reads"), "a read and a write")
	assert.Contains(t, texts(r, 0), "waits at the barrier")
}

// TestRunHasTheValues: what the finding names of parameters and memory holds in the run.
func TestRunHasTheValues(t *testing.T) {
	t.Parallel()
	f, r := runOf(t, `__global__ void k(const int *in, int *out, int n) {
  int t = threadIdx.x;
  if (in[t] > 40 && n == 77) out[0] = t;
}`)
	require.NotNil(t, r)
	assert.Equal(t, "77", r.Values["n"])
	require.NotEmpty(t, f.Contents)
	all := strings.Join(append(texts(r, 0), texts(r, 1)...), "\n")
	for _, c := range f.Contents {
		assert.Contains(t, all, "reads "+c.Element+" = "+c.Value)
	}
	assert.Contains(t, all, "writes out[0] = ")
}

func TestRunOfDivergence(t *testing.T) {
	t.Parallel()
	_, r := runOf(t, `__global__ void k(int *out, int n) {
  int t = threadIdx.x;
  if (t < 5) return;
  __syncthreads();
  out[t] = 1;
}`)
	require.NotNil(t, r)
	all := strings.Join(append(texts(r, 0), texts(r, 1)...), "\n")
	assert.Contains(t, all, "waits at the barrier")
	assert.Contains(t, all, "returns")
	assert.NotContains(t, all, "goes on")
}

// TestRunOfNamedBarriers: only the exact engine executes those of a part of the block.
func TestRunOfNamedBarriers(t *testing.T) {
	t.Parallel()
	_, r := runOf(t, `__global__ void k(int *out) {
  if (threadIdx.x < 32) {
    asm volatile("bar.sync 1, 64;");
    asm volatile("bar.sync 2, 64;");
  } else {
    asm volatile("bar.sync 2, 64;");
    asm volatile("bar.sync 1, 64;");
  }
}`)
	require.NotNil(t, r)
	assert.True(t, r.Unknown)
	assert.Equal(t, []string{"syncs at barrier 1 for generation 1", "waits in vain: generation 1 of barrier 1 is never complete"}, texts(r, 0))
	assert.Equal(t, []string{"syncs at barrier 2 for generation 1", "waits in vain: generation 1 of barrier 2 is never complete"}, texts(r, 1))
}

// TestRunOfRecycling ends where the barrier is used again too early.
func TestRunOfRecycling(t *testing.T) {
	t.Parallel()
	_, r := runOf(t, `__global__ void k(int *out) {
  for (int i = 0; i < 4; i++) {
    if (threadIdx.x < 32) {
      asm volatile("bar.arrive 1, 64;");
    } else {
      asm volatile("bar.sync 1, 64;");
    }
  }
}`)
	require.NotNil(t, r)
	last := r.Rows[len(r.Rows)-1]
	assert.Equal(t, "arrives at barrier 1 for generation 2", last.Text)
	assert.Equal(t, "1/2", last.Generation)
}

func TestRunOfAnAssertion(t *testing.T) {
	t.Parallel()
	_, r := runOf(t, `#include <assert.h>
__global__ void k(const int *in) {
  int v = in[threadIdx.x];
  assert(v != 12345);
}`)
	require.NotNil(t, r)
	require.Len(t, r.Threads, 1)
	assert.Equal(t, []string{"reads in[" + r.Contents[0].Element[3:len(r.Contents[0].Element)-1] + "] = 12345", "v = 12345", "v != 12345 is false"}, texts(r, 0))
}

// TestNoRunOfABenignRace: it is no fault.
func TestNoRunOfABenignRace(t *testing.T) {
	_, r := runOf(t, "__global__ void k(int *out) { out[0] = 1; }")
	assert.Nil(t, r)
}
