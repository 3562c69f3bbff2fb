package instrument_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/instrument"
	"gv2/instrument/ask"
)

// loopy has loops, so that there are candidates, and parts between its barriers.
const loopy = `
__global__ void k(int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = t; i < n; i += 64) out[i] = i;
  s[t] = n;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (t < i) s[t] += i;
    __syncthreads();
  }
  out[n + t] = s[63 - t];
}`

// TestTranslationStops: wherever a translation is told to stop, it ends soon and has
// no program; told so never, it is as it was.
func TestTranslationStops(t *testing.T) {
	for name, text := range map[string]string{"generations": handshake, "loops": loopy} {
		k := lowered(t, text)
		for _, opts := range []ask.Request{{Model: ask.Model{Invariants: ask.Candidates}}, {Model: ask.Model{Refute: true}}, {Query: ask.Query{Pairs: ask.BetweenBlocks}}} {
			asked := 0
			opts.Stop = func() bool { asked++; return false }
			whole, diags := instrument.Encode(k, opts)
			require.False(t, diags.HasErrors(), "%s", diags.String())
			assert.False(t, whole.Late)
			total := asked
			require.Greater(t, total, 5, name)
			for n := 1; n <= total; n++ {
				asked = 0
				opts.Stop = func() bool { asked++; return asked >= n }
				out, diags := instrument.Encode(k, opts)
				require.False(t, diags.HasErrors(), "%s", diags.String())
				assert.True(t, out.Late, "%s: stopped at %d of %d", name, n, total)
				assert.Nil(t, out.Program)
				assert.Equal(t, n, asked, "once is enough")
			}
		}
	}
}
