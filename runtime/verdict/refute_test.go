package verdict_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/boogie/interp"
	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/runtime/claim"
	"gv2/runtime/solver"
	"gv2/runtime/verdict"
)

// loopKernels are bundled kernels with loops that need invariants: with barriers,
// over data, that are left early.
var loopKernels = map[string]kernel.Launch{
	"reduction/06_grid_stride_reduction_bug": {BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{4, 1, 1}},
	"faults/02_loop_carried_war_ok":          {BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}},
	"faults/14_loop_exit_flag_ok":            {BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}},
	"memory/36_compact_atomic_counter_ok":    {BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{2, 1, 1}},
	"memory/45_ring_buffer_ok":               {BlockDim: [3]int{32, 1, 1}, GridDim: [3]int{1, 1, 1}},
	"divergence/52_data_dependent_loop_ok":   {BlockDim: [3]int{32, 1, 1}, GridDim: [3]int{1, 1, 1}},
}

func bundled(t testing.TB, name string, launch kernel.Launch) *kernel.Kernel {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../testdata/kernels", name+".cu"))
	require.NoError(t, err)
	k := lowered(string(text), launch)
	require.NotNil(t, k, name)
	return k
}

// TestRunsRefuteOnlyWhatHoudiniDrops infers invariants from all candidates, and
// from those that runs do not refute: the same survive.
func TestRunsRefuteOnlyWhatHoudiniDrops(t *testing.T) {
	t.Parallel()
	refuted, dropped := 0, 0
	for name, launch := range loopKernels {
		out, diags := instrument.Encode(bundled(t, name, launch), ask.Request{Model: ask.Model{Arith: key.IntArith}})
		require.False(t, diags.HasErrors(), name)
		program := boogie.ForInference(out.Program)
		compiled, err := interp.Compile(program)
		require.NoError(t, err, name)
		report := compiled.Explore(context.Background(), interp.Search{})
		houdini := func(p *boogie.Program) map[string]bool {
			a, err := solver.Run(context.Background(), boogie.Print(p), solver.Options{Infer: true})
			require.NoError(t, err, name)
			require.Equal(t, solver.Verified, a.Outcome, name)
			return kept(a.Inferred)
		}
		all := houdini(program)
		assert.Equal(t, all, houdini(boogie.Without(program, report.Refuted)), name)
		refuted += len(report.Refuted)
		dropped += len(compiled.Candidates()) - len(all)
	}
	assert.Greater(t, refuted*10, dropped*9, "%d of %d false candidates are refuted by runs", refuted, dropped)
}

func kept(inferred map[string]bool) map[string]bool {
	out := map[string]bool{}
	for name, holds := range inferred {
		if holds {
			out[name] = true
		}
	}
	return out
}

// TestInferenceIsCounted follows the candidates of a kernel that is proved: one
// run of the solver is enough.
func TestInferenceIsCounted(t *testing.T) {
	t.Parallel()
	k := bundled(t, "memory/45_ring_buffer_ok", loopKernels["memory/45_ring_buffer_ok"])
	r := verdict.Verify(context.Background(), k, verdict.Options{Effort: enough, SelfCheck: true})
	require.Equal(t, verdict.KernelProved, r.Outcome)
	s := r.Stats
	assert.Positive(t, s.RefutedByRun)
	assert.Positive(t, s.Surviving)
	assert.Zero(t, s.RefutedByHoudini)
	assert.Equal(t, s.Candidates, s.RefutedByRun+s.RefutedByHoudini+s.Surviving)
	assert.Equal(t, 1, s.Runs)
	assert.Positive(t, s.Running)
	assert.Zero(t, s.Houdini)
}

// everySecond has a barrier in every second iteration. That what is logged is of
// the last iteration holds at the head of the loop, but does not follow from its
// holding one iteration before.
const everySecond = `__global__ void k(int *p) {
  __shared__ int a[128];
  for (int i = 0; i < 24; i++) {
    a[2 * threadIdx.x + (i & 1)] = i;
    if (i & 1) __syncthreads();
  }
  p[threadIdx.x] = a[2 * threadIdx.x];
}`

// TestHoudiniFollowsAFailedGuess: a candidate that no run refutes, and that is no
// invariant for the prover, is dropped by Houdini.
func TestHoudiniFollowsAFailedGuess(t *testing.T) {
	t.Parallel()
	k := lowered(everySecond, kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}})
	require.NotNil(t, k)
	r := verdict.Verify(context.Background(), k, verdict.Options{Effort: enough, SelfCheck: true})
	require.Equal(t, verdict.KernelProved, r.Outcome, "%v", r.Properties)
	assert.Positive(t, r.Stats.RefutedByHoudini)
	assert.Equal(t, 3, r.Stats.Runs)
	assert.Positive(t, r.Stats.Houdini)
}

// TestTheProverAloneSaysTheSame: runs only save the prover work.
func TestTheProverAloneSaysTheSame(t *testing.T) {
	t.Parallel()
	more := 0
	for name, launch := range loopKernels {
		k := bundled(t, name, launch)
		with := verdict.Verify(context.Background(), k, verdict.Options{Effort: enough})
		without := verdict.Verify(context.Background(), k, verdict.Options{Effort: enough, NoRuns: true})
		require.NoError(t, without.Err, name)
		assert.Equal(t, without.Outcome, with.Outcome, name)
		more += without.Stats.Runs - with.Stats.Runs
		assert.Zero(t, without.Stats.Running)
		assert.Zero(t, without.Stats.RefutedByRun)
	}
	assert.Greater(t, more, len(loopKernels)-1, "runs of the solver saved")
}

// TestDivergenceTakesForGrantedThatWaitsEnd: a proof of barrier-divergence by the translation says that waits at
// numbered barriers end, unless deadlock shows it: who waits for ever misses the next barrier.
func TestDivergenceTakesForGrantedThatWaitsEnd(t *testing.T) {
	const sync = `asm volatile("barrier.sync 1, 32;"); `
	for _, c := range []struct {
		body string
		all  bool
		want string
	}{
		{"if (t < 32) " + sync + "__syncthreads();", false, "waits at numbered barriers end (--check deadlock checks it)"},
		{"if (t < 32) " + sync + "__syncthreads();", true, ""},
		{"__syncthreads();", false, ""},
	} {
		k := kerneltest.Lower(t, "__global__ void k() { int t = threadIdx.x; "+c.body+" }", kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}})
		o := verdict.Options{Effort: enough, Engine: verdict.BoogieEngine}
		if !c.all {
			o.Encoding.Properties = kernel.PropertySet{kernel.Divergence: true}
		}
		r := verdict.Decide(context.Background(), k, o, verdict.DefaultEngines())
		require.Equal(t, claim.Proved, r.Property(kernel.Divergence).Status, "%s: %v", c.body, r.Property(kernel.Divergence))
		var told string
		for _, a := range r.Assumptions {
			if strings.HasPrefix(a, "waits at") {
				told = a
			}
		}
		assert.Equal(t, c.want, told, c.body)
	}
}

// TestDeadlockTakesForGrantedThatWaitsEnd: a kernel without barriers has no deadlock but by loops that wait for other threads, which
// the report then says.
func TestDeadlockTakesForGrantedThatWaitsEnd(t *testing.T) {
	for _, c := range []struct {
		body string
		want []string
	}{
		{"if (blockIdx.x == 0) flag = 1; while (flag == 0) {} ", []string{"loops that wait for other threads end"}},
		{"while (atomicCAS(&lock, 0, 1) != 0) {} atomicExch(&lock, 0);", []string{"loops that wait for other threads end"}},
		{"for (int i = 0; i < n; i++) x[threadIdx.x] = i;", nil},
	} {
		k := kerneltest.Lower(t, "__device__ volatile int flag; __device__ int lock; __global__ void k(int *x, int n) { "+c.body+" }", kernel.Launch{BlockDim: [3]int{1, 1, 1}, GridDim: [3]int{2, 1, 1}})
		o := verdict.Options{Effort: enough}
		o.Encoding.Properties = kernel.PropertySet{kernel.Deadlock: true}
		r := verdict.Decide(context.Background(), k, o, verdict.DefaultEngines())
		require.Equal(t, claim.Proved, r.Property(kernel.Deadlock).Status, c.body)
		var told []string
		for _, a := range r.Assumptions {
			if strings.HasPrefix(a, "loops") {
				told = append(told, a)
			}
		}
		assert.Equal(t, c.want, told, c.body)
	}
}
