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
