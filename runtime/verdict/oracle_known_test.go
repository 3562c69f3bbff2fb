package verdict_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// subtleFaults are kernels whose fault hangs on one rule of the translation.
var subtleFaults = []struct {
	name, text string
	property   kernel.Property
	status     claim.Status
}{
	{"a thread that resets its counter gets the same value again", `
__global__ void k(int *out) {
  __shared__ int c[64];
  int t = threadIdx.x;
  c[t] = 0;
  int p = atomicAdd(&c[t], 1);
  c[t] = 0;
  int q = atomicAdd(&c[t], 1);
  if (p == q) out[0] = t;
}`, "data-race", claim.Refuted},
	{"each thread counts in a variable of its own", `
__global__ void k(int *out) {
  int c = 0;
  int p = atomicAdd(&c, 1);
  out[p & 3] = threadIdx.x;
}`, "data-race", claim.Refuted},
	{"adding the top bit twice gives the first value again", `
__global__ void k(int *out) {
  __shared__ unsigned c;
  if (threadIdx.x == 0) c = 0;
  __syncthreads();
  unsigned p = atomicAdd(&c, 0x80000000u);
  out[p >> 31] = threadIdx.x;
}`, "data-race", claim.Refuted},
	{"the head of a do loop runs after the body", `
__global__ void k(int *out, int n) {
  int t = threadIdx.x;
  int z = 0;
  for (int d = 1; d < 8; d *= 2) out[t] = d;
  do { out[100 + t * z] = t; } while ((z = 1, n > 3));
}`, "data-race", claim.Refuted},
}

// TestSubtleFaults: the fault is seen in an execution and by the verdict.
func TestSubtleFaults(t *testing.T) {
	needsZ3(t)
	launch := kernel.Launch{BlockDim: [3]int{8, 1, 1}, GridDim: [3]int{1, 1, 1}}
	for _, c := range subtleFaults {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			k := kernelOf(t, c.text, launch)
			require.NotEmpty(t, observe(k, launch, observedRuns)[c.property], "the oracle sees the fault")
			r := verdict.Verify(context.Background(), k, verdict.Options{Effort: enough, SelfCheck: true})
			require.NoError(t, r.Err)
			require.NotNil(t, r.Property(c.property))
			assert.Equal(t, c.status, r.Property(c.property).Status, r.Property(c.property).Reason())
		})
	}
}

// TestThreadDependentBarrierIDs: which threads meet at which barrier is not
// something to guess.
func TestThreadDependentBarrierIDs(t *testing.T) {
	launch := kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}}
	k := kernelOf(t, `
__global__ void k(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  int id = 1 + t / 32;
  asm volatile("bar.sync %0;" :: "r"(id));
  out[t] = s[63 - t];
}`, launch)
	r := verdict.Verify(context.Background(), k, verdict.Options{})
	assert.Equal(t, verdict.KernelUnsupported, r.Outcome)
	assert.Contains(t, r.Diags.String(), "k.cu:7:3: unsupported: barrier 1 expects 64 threads, and 32 threads of the block may take part")
}
