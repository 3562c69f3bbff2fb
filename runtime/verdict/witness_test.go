package verdict_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/runtime/claim"
	"gv2/runtime/solver"
	"gv2/runtime/verdict"
)

var oneBlock = kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}}

// withoutProver verifies with a solver that is never to be asked, but for a moment.
func withoutProver(t *testing.T, text string, o ask.Request) verdict.Result {
	t.Helper()
	k := lowered(text, oneBlock)
	require.NotNil(t, k)
	nobody := func(_ context.Context, _ boogie.Printed, o solver.Options) (*solver.Answer, error) {
		if o.Whole {
			return &solver.Answer{Outcome: solver.Undecided, Open: []string{"k"}}, nil
		}
		return nil, errors.New("the prover was asked")
	}
	return verdict.VerifyWith(context.Background(), k, verdict.Options{SelfCheck: true, Encoding: o}, nobody)
}

// A race in a loop is found in a run, with the values it needs.
func TestRunsRefuteWithoutTheProver(t *testing.T) {
	for name, c := range map[string]struct{ text, says string }{
		"all threads": {`__global__ void k(int *p) { p[3] = threadIdx.x; }`, "write-write race on p[3]"},
		"neighbours":  {`__global__ void k(int *p) { p[threadIdx.x] = 1; p[2] = p[threadIdx.x + 1]; }`, "race on p"},
		"third iteration": {`__global__ void k(int *p, int n) { for (int i = 0; i < n; i++) p[64 * i + (i == 2 ? 0 : threadIdx.x)] = threadIdx.x; }`,
			"write-write race on p[128]"},
		"a stride that is too small": {`__global__ void k(int *p, int n, int s) { for (int i = 0; i < n; i++) p[s * i + threadIdx.x] = i; }`,
			"write-write race on p"},
		"carried over": {`__global__ void k(int *p, int n) { __shared__ int s[64]; for (int i = 0; i < n; i++) {
			s[threadIdx.x] = i; __syncthreads(); p[threadIdx.x] = s[63 - threadIdx.x]; } }`, "race on s"},
		"divergence": {`__global__ void k(int *p, int n) { for (int i = threadIdx.x; i < n; i++) __syncthreads(); }`, "barrier divergence"},
		"assertion":  {`__global__ void k(int *p, int n) { for (int i = 0; i < n; i++) __assert(i != 5); }`, "assertion"},
	} {
		t.Run(name, func(t *testing.T) {
			r := withoutProver(t, c.text, ask.Request{})
			require.NoError(t, r.Err)
			require.Equal(t, verdict.KernelRefuted, r.Outcome)
			assert.LessOrEqual(t, r.Stats.Runs, 1, "the question for a moment")
			assert.Positive(t, r.Stats.Running)
			found := false
			for _, f := range r.Findings {
				found = found || strings.Contains(f.Message, c.says)
				for _, a := range f.Accesses {
					assert.NotNil(t, a.Thread)
				}
			}
			assert.True(t, found, "%v", r.Findings)
		})
	}
}

// What no execution shows is left to the prover.
func TestRunsDecideNothingElse(t *testing.T) {
	for name, text := range map[string]string{
		"correct":          `__global__ void k(int *p, int n) { for (int i = 0; i < n; i++) p[64 * i + threadIdx.x] = i; }`,
		"same values":      `__global__ void k(int *p) { p[3] = 1; }`,
		"one of two races": `__global__ void k(int *p, int *q) { p[3] = 1; q[3] = threadIdx.x; }`,
	} {
		t.Run(name, func(t *testing.T) {
			r := withoutProver(t, text, ask.Request{Model: ask.Model{Arith: key.IntArith}})
			assert.EqualError(t, r.Err, "the prover was asked")
			assert.Empty(t, r.Findings)
		})
	}
}

// In integers nothing is known of the product of bits, so a run that rests on it
// shows nothing.
func TestRunsThatRestOnGuessesAreNoWitness(t *testing.T) {
	const text = `__global__ void k(int *p, unsigned n) { p[(threadIdx.x ^ n) & 63] = threadIdx.x; }`
	r := withoutProver(t, text, ask.Request{Model: ask.Model{Arith: key.IntArith}})
	assert.EqualError(t, r.Err, "the prover was asked")
}

// Accesses around named barriers may be ordered through a third thread, which no
// run of two threads sees.
func TestRunsRefuteNothingWithNamedBarriers(t *testing.T) {
	const text = `__global__ void k(int *p, int n) {
  __shared__ int s[32];
  for (int i = 0; i < n; i++) {
    if (threadIdx.x < 32) { s[threadIdx.x] = i; asm volatile("bar.arrive 1, 64;"); }
    else { asm volatile("bar.sync 1, 64;"); p[threadIdx.x] = s[threadIdx.x - 32]; }
  }
}`
	r := withoutProver(t, text, ask.Request{})
	assert.Empty(t, r.Findings)
	assert.NotEqual(t, claim.Refuted, r.Property(kernel.DataRace).Status)
}

// A benign race is reported beside the harmful one, which the prover has to tell
// apart.
func TestBenignRacesBesideHarmfulOnes(t *testing.T) {
	t.Parallel()
	k := lowered(`__global__ void k(int *p, int *q) {
  p[3] = 1;
  q[3] = threadIdx.x;
}`, oneBlock)
	r := verdict.Verify(context.Background(), k, verdict.Options{SelfCheck: true, Effort: enough})
	require.Equal(t, verdict.KernelRefuted, r.Outcome)
	severities := map[string]claim.Severity{}
	for _, f := range r.Findings {
		severities[f.Array] = f.Severity
	}
	assert.Equal(t, map[string]claim.Severity{"p": claim.BenignSeverity, "q": claim.ErrorSeverity}, severities)
}

// What a run refutes spares the prover the question, not the others.
func TestTheRestIsProved(t *testing.T) {
	k := lowered(`__global__ void k(int *p, int n) {
  __shared__ int s[64];
  for (int i = 0; i < n; i++) { if (i < n) { s[threadIdx.x] = i; __syncthreads(); } }
  p[0] = threadIdx.x;
}`, oneBlock)
	r := verdict.Verify(context.Background(), k, verdict.Options{SelfCheck: true, Effort: enough})
	require.NoError(t, r.Err)
	assert.Equal(t, claim.Refuted, r.Property(kernel.DataRace).Status)
	assert.Equal(t, claim.Proved, r.Property(kernel.Divergence).Status)
}
