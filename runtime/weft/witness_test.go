package weft

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
)

// TestWitnessMeetsAssumptions: an input shows that values differ only if it meets
// the assumptions, including those after the race.
func TestWitnessMeetsAssumptions(t *testing.T) {
	for _, c := range []struct {
		name, assume string
		want         claim.Status
	}{
		{"none", "", claim.Refuted},
		{"all are the same", "__assume(in[0] == in[1] && in[1] == in[2] && in[2] == in[3]);", claim.Unknown},
		{"something else", "__assume(in[threadIdx.x] < 1000000000 || in[7] >= 0 || in[7] < 0);", claim.Refuted},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := lowered(t, "__global__ void k(int *out, const int *in) { __shared__ int s[1]; s[0] = in[threadIdx.x]; "+c.assume+" out[threadIdx.x] = 1; }", 4)
			r, err := Check(context.Background(), k, Options{})
			require.NoError(t, err)
			assert.Equal(t, c.want, r.Verdicts[kernel.DataRace].Status)
		})
	}
}

// TestWitnessInBlock: values that depend on blockIdx differ in block 0, for some input.
func TestWitnessInBlock(t *testing.T) {
	k := lowered(t, "__global__ void k(const int *in) { __shared__ int s[2]; s[threadIdx.x % 2] = in[blockIdx.x * 4 + threadIdx.x]; }", 4)
	r, err := Check(context.Background(), k, Options{})
	require.NoError(t, err)
	assert.Equal(t, claim.Refuted, r.Verdicts[kernel.DataRace].Status)
}

// TestPossibleRacesBesides: a race that hangs on the input is noted where another one refutes.
func TestPossibleRacesBesides(t *testing.T) {
	k := lowered(t, "__global__ void k(const float *in) { __shared__ int s[1]; __shared__ float q[1]; s[0] = threadIdx.x; q[0] = in[threadIdx.x] - in[threadIdx.x]; }", 4)
	r, err := Check(context.Background(), k, Options{})
	require.NoError(t, err)
	assert.Equal(t, claim.Refuted, r.Verdicts[kernel.DataRace].Status)
	require.NotEmpty(t, r.Notes)
	assert.Contains(t, r.Notes[len(r.Notes)-1].Message, "besides, a race is possible")
}

// TestUntold: where nobody asks for races they are not told apart, and what rests on them is open.
func TestUntold(t *testing.T) {
	k := lowered(t, "__global__ void k(int *out) { __shared__ int s[1]; s[0] = threadIdx.x; __syncthreads(); out[threadIdx.x] = 1; }", 4)
	r, err := Check(context.Background(), k, Options{Untold: true, Steady: func() bool { return true }})
	require.NoError(t, err)
	assert.Equal(t, claim.Unknown, r.Verdicts[kernel.DataRace].Status)
	assert.Equal(t, claim.Proved, r.Verdicts[kernel.Divergence].Status)
	assert.Empty(t, r.Faults)
}
