package phases_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/phases"
)

func lowered(t *testing.T, file string, change ...string) *kernel.Kernel {
	text, err := os.ReadFile(filepath.Join("../../testdata/kernels/async", file))
	require.NoError(t, err)
	changed := strings.NewReplacer(change...).Replace(string(text))
	require.True(t, len(change) == 0 || changed != string(text))
	threads := 64
	if strings.Contains(changed, "--blockDim=96") {
		threads = 96
	}
	return kerneltest.Lower(t, changed, kerneltest.Block(threads))
}

// TestNumbered: the kernel that is made has no object that other stages do not know.
func TestNumbered(t *testing.T) {
	for _, file := range []string{"phases_ring_ok.cu", "phases_all_ok.cu", "phases_noinc_ok.cu", "phases_token_ok.cu", "phases_pipeline_ok.cu"} {
		k := lowered(t, file)
		out, missing := phases.Numbered(k)
		require.Nil(t, missing, file)
		require.NoError(t, kernel.Check(out), file)
		assert.Nil(t, kernel.UnknownObject(out.Body), file)
		assert.NotNil(t, kernel.UnknownObject(k.Body), "the kernel itself is left alone")
	}
}

// TestRingText: what becomes of one round of the ring.
func TestRingText(t *testing.T) {
	out, _ := phases.Numbered(lowered(t, "phases_ring_ok.cu"))
	text := kernel.Print(out)
	for _, want := range []string{
		"await(20 + (i64)(i % 4), 0 <= (i64)(i % 4) && (i64)(i % 4) <= 3 ? 64 : 0) of empty parity (u32)(i / 4 & 1 ^ 1);",
		"async.phase.proxy(16 + (i64)(i % 4)) ring[t_15 +: 64] = *;",
		"arrive(16 + (i64)(i % 4), 0 <= (i64)(i % 4) && (i64)(i % 4) <= 3 ? 1 : 0) of full;",
	} {
		assert.Contains(t, text, want)
	}
}

// TestApart: barriers that share an array with data get arrays of their own, in which they are the elements.
func TestApart(t *testing.T) {
	for file, want := range map[string][]string{
		"struct_barriers_ok.cu": {"phase.wait(sm_barriers_2[(i64)(i % 4)])", "phase.arrive(sm_barriers_1[(i64)(i % 4)]) bytes 256", "phase.init(sm_barriers_2[(i64)t], 64)", "sm[t_15 +: 64] = *"},
		"cut_barriers_ok.cu":    {"phase.wait(smem_barriers_2[(i64)(i % 4)])", "phase.init(smem_barriers_1[(i64)t], 1)"},
		"slot_barriers_ok.cu":   {"phase.wait(bars_barriers_2[(i64)(i % 4)])", "phase.arrive(bars_barriers_1[(i64)(i % 4)]) bytes 256"},
	} {
		out, claims, missing := phases.Apart(lowered(t, file))
		require.Nil(t, missing, file)
		require.NoError(t, kernel.Check(out), file)
		text := kernel.Print(out)
		for _, w := range want {
			assert.Contains(t, text, w)
		}
		if file == "slot_barriers_ok.cu" {
			assert.Nil(t, claims, "there is no data between the barriers")
			continue
		}
		require.NoError(t, kernel.Check(claims), file)
		assert.True(t, kernel.Assertion.In(claims))
	}
	out, _, missing := phases.Apart(lowered(t, "phases_ring_ok.cu"))
	assert.Nil(t, out, "the barriers are the elements of their arrays")
	assert.Nil(t, missing)
}

func TestWhatIsNotApart(t *testing.T) {
	for _, c := range []struct {
		file, was, is, want string
	}{
		{"slot_barriers_ok.cu", "INIT(&bars[t].empty, 64)", "INIT(&bars[t].full, 64)", "a barrier in memory is initialised twice"},
		{"struct_barriers_ok.cu", "wait(&sm.full[i % 4]", "wait(&sm.full[i % 4 + 0] - 9", "it is not known which of the barriers in memory this is"},
		{"cut_barriers_ok.cu", "wait(&full[i % 4]", "wait((char *)&full[i % 4] + 4", "it is not known which of the barriers in memory this is"},
		{"struct_barriers_ok.cu", "if (t < 4) {", "if (t < n) {", "whether a barrier in memory is initialised depends on the input"},
	} {
		out, _, missing := phases.Apart(lowered(t, c.file, c.was, c.is))
		assert.Nil(t, out, c.is)
		if assert.NotNil(t, missing, c.is) {
			assert.Contains(t, missing.Text, c.want)
		}
	}
}

func TestWhatIsMissing(t *testing.T) {
	for _, c := range []struct {
		file, was, is, want string
	}{
		{"phases_ring_ok.cu", "EXPECT(&full[i % 4], 256)", "EXPECT(&full[i % 4], 128)", "the bytes that the phase expects from this arrival are not shown to be those of the copies around it"},
		{"phases_ring_ok.cu", "256, &full[i % 4]", "256, &full[(i + 1) % 4]", "the bytes that the phase expects"},
		{"phases_ring_ok.cu", "acc += ring[i % 4][63 - t];\n      PROXY_FENCE();", "ring[i % 4][63 - t] = 0;", "no proxy fence lies between this write to ring"},
		{"phases_ring_ok.cu", "  __syncthreads();\n", "", "before the block has met behind the initialisations"},
		{"phases_ring_ok.cu", "if (t < 4) {", "if (t < n) {", "whether a barrier in memory is initialised depends on the input"},
		{"phases_all_ok.cu", "INIT(&bar, 64)", "INIT(&bar, n)", "which barrier is initialised, or what it expects, depends on the input"},
		{"phases_token_ok.cu", "bar.wait(bar.arrive())", "auto token = bar.arrive(); (void)bar.arrive(); bar.wait(std::move(token))", "a wait for a phase whose token is not that of the arrival right before it"},
	} {
		out, missing := phases.Numbered(lowered(t, c.file, c.was, c.is))
		assert.Nil(t, out, c.is)
		if assert.NotNil(t, missing, c.is) {
			assert.Contains(t, missing.Text, c.want)
		}
	}
}

// TestCopiesNeedFencesToo: copies by cp.async write through the generic proxy, so a bulk copy to the same array is ordered behind
// them by a proxy fence alone.
func TestCopiesNeedFencesToo(t *testing.T) {
	k := kerneltest.Lower(t, `#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define INIT(b, c) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" :: "r"(SMEM(b)), "r"(c) : "memory")
__device__ bool done(void *b, unsigned parity) {
  unsigned ok;
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(ok) : "r"(SMEM(b)), "r"(parity) : "memory");
  return ok;
}
__global__ void k(const int *in, int n) {
  __shared__ int s[64];
  __shared__ unsigned long long a, b;
  int t = threadIdx.x;
  if (t == 0) { INIT(&a, 64); INIT(&b, 1); }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(SMEM(&s[t])), "l"(in + i * 64 + t) : "memory");
    asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" :: "r"(SMEM(&a)) : "memory");
    while (!done(&a, i & 1)) { }
    if (t == 0) {
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" :: "r"(SMEM(&b)) : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" :: "r"(SMEM(s)), "l"(in), "r"(SMEM(&b)) : "memory");
    }
    while (!done(&b, i & 1)) { }
  }
}
`, kerneltest.Block(64))
	out, missing := phases.Numbered(k)
	assert.Nil(t, out)
	if assert.NotNil(t, missing) {
		assert.Contains(t, missing.Text, "whether a proxy fence comes behind this copy to s")
	}
}
