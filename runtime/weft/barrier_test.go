package weft

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
)

// kernelCases are kernels with the faults of their barriers. A fault is written
// as its kind and the lines and threads of its parties.
var kernelCases = []struct {
	name    string
	threads int
	rule    Rule
	body    string
	want    []string
}{
	{"half a warp", 64, CUDA, `
if (threadIdx.x < 16)
  __syncthreads();
else
  __syncthreads();`, []string{"partial-warp: sync at 3 [0-15], wait at 5 [16-31]"}},
	{"early return", 64, CUDA, `
if (threadIdx.x >= 40)
  return;
out[0] = 1;
__syncthreads();`, []string{"early-exit: wait at 5 [0-39], exit at 3 [40-63]"}},
	{"early return, Volta", 64, Volta, `
if (threadIdx.x >= 40)
  return;
__syncthreads();
__syncthreads();`, nil},
	{"early return of one of two ways out", 64, CUDA, `
if (threadIdx.x == 40)
  return;
if (threadIdx.x == 41)
  return;
__syncthreads();`, []string{"early-exit: wait at 6 [0-39 42-63], exit at - [40-41]"}},
	{"early return before an arrive", 64, Volta, `
if (threadIdx.x >= 40)
  return;
if (threadIdx.x < 32) {
  asm volatile("bar.sync 1, 64;");
} else {
  asm volatile("bar.arrive 1, 64;");
}`, nil},
	{"half of each warp at a named barrier", 128, CUDA, `
if (threadIdx.x % 32 < 16)
  asm volatile("bar.sync 1, 64;");`, []string{"partial-warp: sync at 3 [0-15], exit at - [16-31]"}},
	{"half of each warp, counted by the warp", 128, Volta, `
if (threadIdx.x % 32 < 16)
  asm volatile("bar.sync 1, 64;");`, []string{"unsafe-recycling: sync at 3 [64-79], sync at 3 [0-15]"}},
	{"barrier skipped", 64, CUDA, `
if (threadIdx.x < 32) {
  __syncthreads();
}`, []string{"early-exit: wait at 3 [0-31], exit at - [32-63]"}},
	{"statements meet, then one is missing", 64, CUDA, `
if (threadIdx.x < 32) {
  __syncthreads();
}
__syncthreads();`, []string{"different-statements: sync at 3 [0-31], sync at 5 [32-63]"}},
	{"one statement in a loop", 64, CUDA, `
for (int i = 0; i < 3; ++i)
  __syncthreads();`, nil},
	{"one statement, called twice", 64, CUDA, `
if (threadIdx.x < 32) meet(); else meet();`, []string{"different-statements: sync at 1 [0-31], sync at 1 [32-63]"}},
	{"short last warp at a named barrier", 48, CUDA, `
asm volatile("bar.sync 1, 64;");
__syncthreads();`, nil},
	{"count of whole block", 96, CUDA, `
int any = __syncthreads_or(threadIdx.x == 5);
int all = __syncthreads_and(threadIdx.x != 5);
int n = __syncthreads_count(threadIdx.x < 7);
if (!any) __syncthreads();
if (all) { asm volatile("bar.sync 2, 32;"); }
for (int i = 0; i < n; ++i) { asm volatile("bar.sync 3, 96;"); }
asm volatile("bar.sync 15, 96;");`, nil},
	{"a reduction decides", 64, CUDA, `
int n = __syncthreads_count(threadIdx.x % 2);
if (n == 32 && threadIdx.x < 32) { asm volatile("bar.sync 1, 64;"); }`, []string{"missing-participants: wait at 3 [0-31]"}},
	{"reduction over what is not known", 64, CUDA, `
int any = __syncthreads_or(out[threadIdx.x] > 0 || threadIdx.x == 3);
if (!any && threadIdx.x < 32) __syncthreads();`, nil},
	{"__syncwarp of lanes that part", 32, CUDA, `
if (threadIdx.x < 16) {
  __syncwarp(0xffff);
} else {
  asm volatile("barrier.sync 3, 32;");
}
__syncwarp();`, []string{"warp-wait: wait at 7 [0-15], wait at 5 [16-31]"}},
}

func TestBarriersOfKernels(t *testing.T) {
	for _, c := range kernelCases {
		t.Run(c.name, func(t *testing.T) {
			text := "__device__ void meet() { __syncthreads(); } __global__ void k(int *out) {" + c.body + "}\n"
			tr := traced(t, text, c.threads, Options{Rule: c.rule}, nil)
			var got []string
			for _, f := range tr.faults {
				var parties []string
				for _, p := range f.At {
					line := "-"
					if p.Site != nil {
						line = fmt.Sprint(p.Site.Src().Pos.Line)
					}
					var ranges []string
					for _, r := range p.Threads {
						ranges = append(ranges, fmt.Sprintf("%d-%d", r.From, r.To))
					}
					parties = append(parties, fmt.Sprintf("%s at %s [%s]", p.Kind, line, strings.Join(ranges, " ")))
				}
				got = append(got, f.Kind+": "+strings.Join(parties, ", "))
			}
			require.Equal(t, c.want, got)
			require.Equal(t, len(c.want) == 0, tr.ended && len(got) == 0)
		})
	}
}

// TestReductionReachesThreads: the number of barriers that follow depends on the
// result.
func TestReductionReachesThreads(t *testing.T) {
	tr := traced(t, `__global__ void k() {
  int n = __syncthreads_count(threadIdx.x < 7);
  for (int i = 0; i < n; ++i) __syncthreads();
}`, 64, Options{}, nil)
	require.True(t, tr.ended)
	require.EqualValues(t, 8, tr.stats.DynamicBarriers)
	require.EqualValues(t, 8*64, tr.stats.Commands)
}

// TestHandshake is Listing 2 of the paper.
func TestHandshake(t *testing.T) {
	text := `__global__ void k(int *out) {
  __shared__ int g[32];
  int w = threadIdx.x / 32, l = threadIdx.x % 32, x = 0;
  asm volatile("bar.sync 0, 64;");
  if (w == 0) { g[l] = 1; asm volatile("bar.arrive 1, 64;"); }
  else { asm volatile("bar.sync 1, 64;"); x = g[l]; }
  asm volatile("bar.sync 0, 64;");
  if (w == 0) { asm volatile("bar.sync 1, 64;"); x = g[l]; }
  else { g[l] = 2; asm volatile("bar.arrive 1, 64;"); }
  out[threadIdx.x] = x;
}`
	found := &pairRecorder{races: map[[2]access]bool{}}
	tr := traced(t, text, 64, Options{}, found)
	require.True(t, tr.ended)
	require.Empty(t, tr.faults)
	require.Empty(t, found.races)
	require.EqualValues(t, 4, tr.stats.DynamicBarriers)
	// Only the second barrier 0 orders the read and the write after it.
	without := strings.Replace(text, "  asm volatile(\"bar.sync 0, 64;\");\n  if (w == 0) { asm", "  if (w == 0) { asm", 1)
	found = &pairRecorder{races: map[[2]access]bool{}}
	require.NotEmpty(t, traced(t, without, 64, Options{}, found).faults)
}

// TestLockStep: in lock step the accesses of a warp's threads are ordered,
// those in the two arms of a branch are not, and without lock step neither are.
func TestLockStep(t *testing.T) {
	for _, c := range []struct {
		body       string
		free, step int // races between threads
	}{
		{"s[l] = 1; x = s[31 - l];", 32, 0},
		{"if (l < 16) s[l] = 1; else s[l - 16] = 2;", 16, 16},
		{"if (l < 16) s[l] = 1; if (l >= 16) x = s[l - 16];", 16, 0},
		{"if (l < 16) s[l] = 1; __syncwarp(); if (l >= 16) x = s[l - 16];", 0, 0},
		{"s[0] = l;", 32 * 31 / 2, 32 * 31 / 2},
	} {
		for lockstep, want := range map[bool]int{false: c.free, true: c.step} {
			found := &pairRecorder{races: map[[2]access]bool{}}
			text := "__global__ void k(int *out) { __shared__ int s[64]; int l = threadIdx.x, x = 0; " + c.body + " out[l] = x; }"
			tr := traced(t, text, 32, Options{WarpSync: lockstep}, found)
			require.True(t, tr.ended)
			require.Len(t, found.races, want, "%s %v", c.body, lockstep)
		}
	}
}

// TestArrivesAloneAreNoted: a note names the first generation of each barrier at
// which no thread waits, whatever blocks run.
func TestArrivesAloneAreNoted(t *testing.T) {
	k := lowered(t, `__global__ void k(int *out) {
  for (int i = 0; i < 3; i++) {
    if (threadIdx.x < 32 || i > 0) asm volatile("bar.arrive 1, 64;");
    else asm volatile("bar.sync 1, 64;");
    __syncthreads();
  }
  asm volatile("bar.arrive 2, 64;");
}`, 64)
	k.Launch.GridDim = [3]int{3, 1, 1}
	report, err := Check(context.Background(), k, Options{})
	require.NoError(t, err)
	var got []string
	for _, n := range report.Notes {
		got = append(got, fmt.Sprintf("%d: %s", n.Site.Src().Pos.Line, n.Message))
	}
	require.Equal(t, []string{
		"3: generation 2 of barrier 1 is completed by arrives alone: no thread waits for it",
		"7: generation 1 of barrier 2 is completed by arrives alone: no thread waits for it",
	}, got)
	require.Equal(t, claim.Proved, report.Verdicts[kernel.Recycling].Status)
}
