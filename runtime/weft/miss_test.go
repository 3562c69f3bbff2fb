package weft

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// earlyRelease hands a buffer back before it is read.
const earlyRelease = `__global__ void k(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 32) {
    for (int i = 0; i < 3; i++) {
      asm volatile("bar.sync 2, 64;");
      s[t] = i;
      asm volatile("bar.arrive 1, 64;");
    }
  } else {
    asm volatile("bar.arrive 2, 64;");
    for (int i = 0; i < 3; i++) {
      asm volatile("bar.sync 1, 64;");
      asm volatile("bar.arrive 2, 64;");
      out[i * 32 + t - 32] = s[63 - t];
    }
  }
}`

// TestRacesTellByHowMuchABarrierMisses: the message names the barrier that would order
// the accesses if one thread had waited for a later generation of it, and the
// generation for which it did wait.
func TestRacesTellByHowMuchABarrierMisses(t *testing.T) {
	assert.Contains(t, faultTexts(t, earlyRelease),
		"; generation 3 of barrier 2 releases the read, but the thread of the write has seen generation 2")
}

// TestRacesOfTheWholeBlockTellNothingOfBarriers: if the kernel has only the barrier of
// the whole block, the race itself says that it is missing.
func TestRacesOfTheWholeBlockTellNothingOfBarriers(t *testing.T) {
	text := faultTexts(t, `__global__ void k(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = s[63 - threadIdx.x];
  __syncthreads();
}`)
	assert.Contains(t, text, "write-read race")
	assert.NotContains(t, text, "generation")
}

func faultTexts(t *testing.T, text string) string {
	r, err := Check(context.Background(), lowered(t, text, 64), Options{})
	require.NoError(t, err)
	var out []string
	for _, f := range r.Faults {
		out = append(out, f.Message)
	}
	return strings.Join(out, "\n")
}
