package scatter_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/scatter"
)

// lowered is the only kernel of a text, for a block of that many threads.
func lowered(t testing.TB, text string, threads int) *kernel.Kernel {
	t.Helper()
	return kerneltest.Lower(t, text, kerneltest.Block(threads))
}

// disjointStores lists the stores of a kernel at which threads are disjoint, as "line:bits".
func disjointStores(t testing.TB, text string, threads int) []string {
	t.Helper()
	k := lowered(t, text, threads)
	disjoint := scatter.Places(k).Stores
	var out []string
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if st, ok := s.(*kernel.Store); ok && disjoint[st].From != 0 {
			out = append(out, fmt.Sprintf("%d:%b", st.Pos.Line, disjoint[st].From))
		}
		return true
	})
	return out
}

// scanned is a kernel of 64 threads with the flag of each, an inclusive scan of the
// flags in sum, and what follows.
func scanned(rest string) string {
	return `__global__ void k(const int *in, int *out, const int *p, int n, int limit) {
  __shared__ int sum[64]; __shared__ int other[64];
  int t = threadIdx.x; int x = in[t]; int flag = x > limit;
  sum[t] = flag;
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) { int v = t >= d ? sum[t - d] : 0; __syncthreads(); sum[t] += v; __syncthreads(); }
` + rest + "\n}\n"
}

func TestPlacesAfterAScan(t *testing.T) {
	for _, c := range []struct {
		name, rest string
		want       []string
	}{
		{"compaction", `if (flag) out[sum[t] - 1] = x;`, []string{"7:10"}},
		{"compaction, exclusive", `int before = sum[t] - flag; if (flag) out[before] = x;`, []string{"7:10"}},
		{"compaction, inclusive and shifted", `if (flag) out[sum[t] + 5] = x;`, []string{"7:10"}},
		{"compaction behind a base that all threads have", `int base = p[0]; if (flag) out[base + sum[t]] = x;`, []string{"7:10"}},
		{"compaction, backwards", `if (flag) out[64 - sum[t]] = x;`, []string{"7:10"}},
		{"compaction with a stride", `if (flag) out[3 * sum[t]] = x;`, []string{"7:10"}},
		{"the others", `if (!flag) out[t - sum[t]] = x;`, []string{"7:10"}},
		{"partition", `out[flag ? sum[t] - 1 : sum[63] + t - sum[t]] = x;`, []string{"7:10"}},
		{"partition in two branches", "if (flag) out[sum[t] - 1] = x;\nelse out[sum[63] + t - sum[t]] = x;", []string{"7:10", "8:110"}},
		{"return before", `if (!flag) return; out[sum[t] - 1] = x;`, []string{"7:10"}},
		{"a condition more", `if (flag && x < n) out[sum[t]] = x;`, []string{"7:10"}},
		{"the same for all inputs", `if (n > 0) sum[t] = sum[t] + 1; __syncthreads(); if (flag) out[sum[t]] = x;`, []string{"7:10"}},
		{"a ballot of all lanes", `unsigned b = __ballot_sync(~0u, flag); if (flag) out[__popc(b & ((1u << t % 32) - 1)) + t / 32 * 32] = x;`, []string{"7:10"}},
		{"a loop around", `for (int i = 0; i < n; i++) { if (flag) out[sum[t] + i] = x; }`, []string{"7:10"}},

		{"all threads write", `out[sum[t]] = x;`, nil},
		{"the wrong ones write", `if (!flag) out[sum[t]] = x;`, nil},
		{"another condition", `if (x > n) out[sum[t]] = x;`, nil},
		{"partition, inclusive for both", `out[flag ? sum[t] : sum[63] + t - sum[t]] = x;`, nil},
		{"partition, total of all but one", `out[flag ? sum[t] - 1 : sum[62] + t - sum[t]] = x;`, nil},
		{"branches that overlap", "if (flag) out[sum[t] - 1] = x;\nelse out[t - sum[t]] = x;", []string{"7:10", "8:100"}},
		{"halved", `if (flag) out[sum[t] / 2] = x;`, nil},
		{"narrowed", `if (flag) out[(unsigned char)(5 * sum[t])] = x;`, nil},
		{"shifted out", `if (flag) out[sum[t] << 16 << 16] = x;`, nil},
		{"shifted out behind a base", `int base = p[0]; if (flag) out[base + (sum[t] << 16 << 16)] = x;`, nil},
		{"changed for some inputs", `if (n > 0) { other[t] = 0; sum[t] = x; } __syncthreads(); if (flag) out[sum[t]] = x;`, nil},
		{"lost for some inputs", `if (n > 0) sum[x & 63] = 5; __syncthreads(); if (flag) out[sum[t]] = x;`, nil},
		{"a ballot of some lanes", `if (x > n) { unsigned b = __ballot_sync(~0u, flag); if (flag) out[__popc(b & ((1u << t % 32) - 1)) + t / 32 * 32] = x; }`, nil},
		{"a ballot of half the lanes", `unsigned b = __ballot_sync(0xffffu, flag); if (flag) out[__popc(b & ((1u << t % 32) - 1)) + t / 32 * 32] = x;`, nil},
		{"a base of each thread's own", `int base = p[t]; if (flag) out[base + sum[t]] = x;`, nil},
		{"the scan lost", `sum[x & 63] = 1; __syncthreads(); if (flag) out[sum[t]] = x;`, nil},
		{"a barrier for some", `if (flag) { __syncthreads(); out[sum[t]] = x; }`, nil},
		{"branches that wait for each other", `int v = 0; other[t] = 0; __syncthreads(); if (t % 32 < 16) { __syncwarp(); v = other[t + 16]; } else { other[t] = 1; __syncwarp(); } out[t + 16 * v] = x;`, nil},
		{"a loop that changes the sums", `for (int i = 0; i < n; i++) { if (flag) out[sum[t]] = x; __syncthreads(); sum[t] += x; __syncthreads(); }`, nil},
		{"a loop that moves some", `int at = sum[t]; while (x > n) { if (flag) out[at] = x; at++; x--; }`, nil},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, disjointStores(t, scanned(c.rest), 64)) })
	}
}

func TestWaysToScan(t *testing.T) {
	const begin = `__global__ void k(const int *in, int *out) {
  __shared__ int s[64]; __shared__ int u[2][64]; __shared__ int w[2];
  int t = threadIdx.x, x = in[t], flag = x != 0, lane = t % 32;
`
	for _, c := range []struct{ name, text string }{
		{"serial", `s[t] = flag; __syncthreads();
		  if (t == 0) { int sum = 0; for (int i = 0; i < 64; i++) { int f = s[i]; s[i] = sum; sum += f; } }
		  __syncthreads(); if (flag) out[s[t]] = x;`},
		{"double buffered", `int from = 0; u[0][t] = flag; __syncthreads();
		  for (int d = 1; d < 64; d *= 2) { int to = 1 - from; u[to][t] = u[from][t] + (t >= d ? u[from][t - d] : 0); from = to; __syncthreads(); }
		  if (flag) out[u[from][t] - 1] = x;`},
		{"Blelloch", `s[t] = flag;
		  for (int d = 1; d < 64; d *= 2) { __syncthreads(); int i = 2 * d * (t + 1) - 1; if (i < 64) s[i] += s[i - d]; }
		  if (t == 0) s[63] = 0;
		  for (int d = 32; d > 0; d /= 2) { __syncthreads(); int i = 2 * d * (t + 1) - 1; if (i < 64) { int v = s[i - d]; s[i - d] = s[i]; s[i] += v; } }
		  __syncthreads(); if (flag) out[s[t]] = x;`},
		{"shuffles", `int v = flag;
		  for (int d = 1; d < 32; d *= 2) { int o = __shfl_up_sync(~0u, v, d); if (lane >= d) v += o; }
		  if (lane == 31) w[t / 32] = v;
		  __syncthreads(); if (flag) out[(t < 32 ? 0 : w[0]) + v - 1] = x;`},
		{"ballots", `unsigned b = __ballot_sync(~0u, flag); int v = __popc(b & ((1u << lane) - 1));
		  if (lane == 0) w[t / 32] = __popc(b);
		  __syncthreads(); if (flag) out[(t < 32 ? 0 : w[0]) + v] = x;`},
		{"counted by the barrier", `int n = __syncthreads_count(flag); int before = 0;
		  s[t] = flag; __syncthreads(); for (int i = 0; i < t; i++) before += s[i];
		  out[flag ? before : n + t - before] = x;`},
		{"counted by atomics", `if (t < 2) w[t] = 0; __syncthreads(); s[t] = flag; atomicAdd(&w[0], flag);
		  __syncthreads(); int n = w[0], before = 0; for (int i = 0; i < t; i++) before += s[i];
		  out[flag ? before : n + t - before] = x;`},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Len(t, disjointStores(t, begin+c.text+"\n}\n", 64), 1)
		})
	}
}

// For a loop with an unknown end the result holds for any iteration.
func TestIterationsThatAreNotKnown(t *testing.T) {
	const loop = `__global__ void k(const int *in, int *out, int n) {
  __shared__ int s[64]; int t = threadIdx.x, done = 0;
  for (int tile = 0; tile < n; tile += 64) {
    int flag = 0, x = 0; if (tile + t < n) { x = in[tile + t]; flag = x > 0; }
    s[t] = flag; __syncthreads();
    for (int d = 1; d < 64; d *= 2) { int v = t >= d ? s[t - d] : 0; __syncthreads(); s[t] += v; __syncthreads(); }
    %s
    __syncthreads();
  } }
`
	for _, c := range []struct {
		body string
		want []string
	}{
		{`if (flag) out[done + s[t]] = x; done += s[63];`, []string{"7:10"}},
		{`if (flag) out[done + s[t]] = x; done += s[t];`, nil},
		{`if (flag) out[done + s[t]] = x; done += flag;`, nil},
		{`if (x >= 0) out[done + s[t]] = x; done += s[63];`, nil},
		{`if (flag) out[tile + t - s[t]] = x;`, nil},
		{`if (!flag) out[tile + t - s[t]] = x;`, []string{"7:10"}},
	} {
		t.Run(c.body, func(t *testing.T) { assert.Equal(t, c.want, disjointStores(t, fmt.Sprintf(loop, c.body), 64)) })
	}
}

func TestKernelsThatAreNotExecuted(t *testing.T) {
	text := scanned(`if (flag) out[sum[t] - 1] = x;`)
	assert.NotEmpty(t, disjointStores(t, text, 64))
	assert.Empty(t, disjointStores(t, text, 1), "nobody to meet")
	assert.Empty(t, disjointStores(t, text, 0), "an open block")
	named := scanned(`asm volatile("bar.sync 1, 64;"); if (flag) out[sum[t] - 1] = x;`)
	assert.Empty(t, disjointStores(t, named, 64), "named barriers")
}

// What is found does not change the kernel.
func TestDisjointLeavesTheKernelAlone(t *testing.T) {
	k := lowered(t, scanned(`if (flag) out[sum[t] - 1] = x;`), 64)
	before := kernel.Print(k)
	require.NotEmpty(t, scatter.Places(k).Stores)
	assert.Equal(t, before, kernel.Print(k))
}

func BenchmarkApart(b *testing.B) {
	for _, threads := range []int{128, 1024} {
		b.Run(fmt.Sprint(threads), func(b *testing.B) {
			text := strings.ReplaceAll(scanned(`out[flag ? sum[t] - 1 : sum[63] + t - sum[t]] = x;`), "6"+"3", fmt.Sprint(threads-1))
			k := lowered(b, strings.ReplaceAll(text, "64", fmt.Sprint(threads)), threads)
			for b.Loop() {
				require.NotEmpty(b, scatter.Places(k).Stores)
			}
		})
	}
}

// The result of a shuffle across more lanes than a warp has is undefined in CUDA.
func TestShufflesBeyondAWarp(t *testing.T) {
	for _, c := range []struct {
		call string
		want []string
	}{
		{"__shfl_up_sync(~0u, v, 0)", []string{"2:10"}},
		{"__shfl_up_sync(~0u, v, 32)", nil},
		{"__shfl_up_sync(~0u, v, -3)", nil},
		{"__shfl_down_sync(~0u, v, 40)", nil},
		{"__shfl_xor_sync(~0u, v, -1)", nil},
		{"__shfl_xor_sync(~0u, v, 1)", []string{"2:10"}},
		{"__shfl_xor_sync(~0u, v, 33)", nil},
		{"__shfl_sync(~0u, v, threadIdx.x - 32)", []string{"2:10"}},
	} {
		t.Run(c.call, func(t *testing.T) {
			text := "__global__ void k(int n, int *out) { int v = threadIdx.x + n + 1;\n int w = " + c.call + "; out[w] = v; }\n"
			assert.Equal(t, c.want, disjointStores(t, text, 64))
		})
	}
}

// TestRoundsThatAreTooMany: of a sort by one bit after the other a few rounds may be all that there is work for; an
// arbitrary one stands for them.
func TestRoundsThatAreTooMany(t *testing.T) {
	text := `__global__ void sort(unsigned *keys) {
  __shared__ unsigned s[64]; __shared__ int warp_zeros[2];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  s[t] = keys[t];
  __syncthreads();
  for (int bit = 0; bit < 32; bit++) {
    unsigned k = s[t];
    int one = k >> bit & 1;
    unsigned zeros = __ballot_sync(0xffffffffu, !one);
    if (lane == 0) warp_zeros[warp] = __popc(zeros);
    __syncthreads();
    int before = 0, total = 0;
    for (int w = 0; w < 2; w++) {
      if (w < warp) before += warp_zeros[w];
      total += warp_zeros[w];
    }
    int first = before + __popc(zeros & ((1u << lane) - 1));
    s[one ? total + t - first : first] = k;
    __syncthreads();
  }
  keys[t] = s[t];
}
`
	marked := func(text string, work int) bool {
		k := lowered(t, text, 64)
		for _, known := range scatter.PlacesWithin(k, work).Stores {
			if known.From != 0 {
				return true
			}
		}
		return false
	}
	assert.True(t, marked(text, 1<<30), "all of them")
	assert.True(t, marked(text, 150_000), "a few")
	assert.False(t, marked(text, 5_000), "none")
	for _, faulty := range []string{
		strings.Replace(text, "total + t - first : first", "total + t - first - 1 : first", 1),
		strings.Replace(text, "w < warp", "w <= warp", 1),
	} {
		require.NotEqual(t, text, faulty)
		assert.False(t, marked(faulty, 150_000), faulty)
	}
}
