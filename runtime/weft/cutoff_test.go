package weft

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
)

// nested is code that computes v in nested branches on n, with the given depth.
func nested(depth int) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString("if (n > " + strconv.Itoa(i) + ") { v += n; ")
	}
	b.WriteString(strings.Repeat("v ^= 5; } ", depth))
	return b.String()
}

// TestCutOff: the value stored in s[0] takes more branches on unknown values than
// the engine follows, so that the run that compares values ends before the harmful
// race. That the races until then are benign proves nothing.
func TestCutOff(t *testing.T) {
	for _, c := range []struct {
		name  string
		depth int
		last  string
		want  claim.Status
	}{
		{"few branches", 3, "threadIdx.x", claim.Refuted},
		{"few branches, benign", 3, "1", claim.Proved},
		{"many branches", 70, "threadIdx.x", claim.Unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := lowered(t, `__global__ void k(int n) {
  __shared__ int s[1];
  int v = 0;
  s[0] = 1;
  __syncthreads();
  `+nested(c.depth)+`
  if (threadIdx.x == 0) s[0] = v;
  __syncthreads();
  s[0] = `+c.last+`;
}`, 64)
			r, err := Check(context.Background(), k, Options{})
			require.NoError(t, err)
			assert.Equal(t, c.want, r.Verdicts[kernel.DataRace].Status)
		})
	}
}

// TestRefutedThoughInterrupted: a race counts, whether or not there was time to
// compare all threads.
func TestRefutedThoughInterrupted(t *testing.T) {
	k := lowered(t, `__global__ void k(const int *in) {
  __shared__ int s[1];
  s[0] = threadIdx.x;
  for (int i = 0; i < 3; ++i)
    s[0] += in[i];
}`, 64)
	ctx := &expiring{Context: context.Background()}
	full, err := Check(ctx, k, Options{})
	require.NoError(t, err)
	require.Equal(t, claim.Refuted, full.Verdicts[kernel.DataRace].Status)
	looks := ctx.looks
	refuted := 0
	for n := range looks {
		r, err := Check(&expiring{Context: context.Background(), after: n + 1}, k, Options{})
		if err != nil {
			assert.ErrorIs(t, err, context.DeadlineExceeded)
			continue
		}
		assert.Equal(t, claim.Refuted, r.Verdicts[kernel.DataRace].Status)
		assert.Equal(t, claim.Proved, r.Verdicts[kernel.Deadlock].Status)
		refuted++
	}
	assert.Positive(t, refuted)
}

// expiring is a context that ends after a number of calls of Err; 0 is never.
type expiring struct {
	context.Context
	after, looks int
}

func (e *expiring) Err() error {
	e.looks++
	if e.after > 0 && e.looks >= e.after {
		return context.DeadlineExceeded
	}
	return nil
}

func (e *expiring) Deadline() (time.Time, bool) { return time.Time{}, false }
