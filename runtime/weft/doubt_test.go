package weft

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/runtime/claim"
)

// TestDoubt: if it is unknown whether threads store the same value, or which way
// they go, a race is neither proved absent nor reported as certain.
func TestDoubt(t *testing.T) {
	const head = `__constant__ int only[1]; __global__ void k(const int *in, int *out, int n) { __shared__ int s; int t = threadIdx.x; `
	const tail = ` __syncthreads(); out[t] = s; }`
	for _, c := range []struct {
		name, body string
		lockstep   bool
		want       claim.Status
	}{
		{"a parameter", "s = n * 3;", false, claim.Proved},
		{"the same word of the input", "s = in[5] + n;", false, claim.Proved},
		{"a known value", "s = 7;", false, claim.Proved},
		{"words of the input", "s = in[t];", false, claim.Refuted},
		{"computed from words of the input", "s = in[t] * 2 + n;", false, claim.Refuted},
		{"known values that differ", "s = t / 8;", false, claim.Refuted},
		{"a known value and a word of the input", "s = t == 0 ? 1 : in[t];", false, claim.Refuted},
		{"branches that a parameter decides", "int x = 0; if (n > 5) x = 1; s = x;", false, claim.Unknown},
		{"a loop that only computes the value", "int x = n; for (int i = 0; i < 3; i++) x = x * 2 + i; s = x;", false, claim.Unknown},
		{"what the whole block voted", "s = __syncthreads_or(in[t] > n);", false, claim.Proved},
		{"bits that are cut off", "s = (unsigned char)(n + 256 * t);", false, claim.Unknown},
		{"a local array, an element of which was lost", "int a[4]; a[0] = n; a[1] = n; a[2] = n; a[3] = n; a[in[t] & 3] = t; s = a[0];", false, claim.Refuted},
		{"a local array that a loop fills", "int a[40]; a[3] = 1; for (int i = 0; i < 40; i++) a[i] = t + i; s = a[3];", false, claim.Unknown},
		{"a local array that a loop adds to", "int a[40]; a[3] = n; for (int i = 0; i < 40; i++) a[i] += t; s = a[3];", false, claim.Unknown},
		{"a word less itself", "s = t == 0 ? 0 : in[t] - in[t];", false, claim.Unknown},
		{"what is true of every word", "s = t == 0 || (in[t] & 1) < 2;", false, claim.Unknown},
		{"bits of a word that are cut off", "s = t == 0 ? 0 : (unsigned char)(in[t] << 8);", false, claim.Unknown},
		{"the same word in parts", "const short *h = (const short *)in; s = t == 0 ? in[0] << 16 >> 16 : h[0];", false, claim.Unknown},
		{"words that an assumption makes equal", "__assume(in[t] == 7); s = t == 0 ? 7 : in[t];", false, claim.Unknown},
		{"a word that an assumption fixes", "__assume(in[0] == 1); if (t == 0) s = in[0]; if (t == 1) s = 1;", false, claim.Unknown},
		{"words that an assumption relates", "int x = in[0]; __assume(n > x && x == in[1]); if (t == 0) s = in[0]; if (t == 1) s = in[1];", false, claim.Unknown},
		{"a word that no assumption fixes", "__assume(in[0] > -100); if (t == 0) s = in[0]; if (t == 1) s = 1;", false, claim.Refuted},
		{"words that are taken away again", "int x = in[t] + in[t + 1]; x -= in[t]; x -= in[t + 1]; s = x;", false, claim.Unknown},
		{"the only element of an array", "s = only[in[t]];", false, claim.Unknown},
		{"comparisons of words", "s = in[t] > in[t + 1];", false, claim.Refuted},
		{"words of floating point", "s = ((const float *)in)[t] + 1.5f > 2.0f;", false, claim.Refuted},
		{"a function of words", "s = max(in[t], n);", false, claim.Refuted},
		{"the parity of a word and a parameter", "s = (in[t] ^ n) & 1;", false, claim.Refuted},
		{"words stored relative to a parameter", "out[n + t / 2] = in[t];", false, claim.Refuted},
		{"words stored relative to a word", "out[in[0] + t / 2] = in[t];", false, claim.Refuted},
		{"words stored relative to what a function yields", "int a = abs(in[t]); out[max(n, in[0]) + t / 2] = a;", false, claim.Refuted},
		{"products of words that all lanes load together", "for (int j = 0; j < 3; j++) out[t + j] = in[t] * in[j];", false, claim.Refuted},
		{"both ways of a branch, in lock step", "if (in[t] > 0) s = 1; else s = 2;", true, claim.Unknown},
		{"nested ways, in lock step", "if (in[t] > 0) { if (in[t] > 5) s = 1; else s = 3; } else s = 2;", true, claim.Unknown},
		{"a known branch, in lock step", "if (t & 1) s = 1; else s = 2;", true, claim.Refuted},
		{"one after the other, in lock step", "s = 0; if (t == 0) s = in[0]; if (t == 1) s = in[1];", true, claim.Proved},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := Check(context.Background(), lowered(t, head+c.body+tail, 32), Options{WarpSync: c.lockstep})
			require.NoError(t, err)
			assert.Equal(t, c.want, r.Verdicts[kernel.DataRace].Status, r.Verdicts[kernel.DataRace].Reason)
		})
	}
}

// TestKnownPartsOfWideStores: a wide store and a narrow one of equal bytes agree.
func TestKnownPartsOfWideStores(t *testing.T) {
	for text, want := range map[string]claim.Status{"0LL": claim.Proved, "1LL << 40": claim.Refuted} {
		k := lowered(t, `__global__ void k(int *out) { __shared__ int s[2]; int t = threadIdx.x;
			if (t == 0) *(long long *)s = `+text+`;
			if (t == 1) s[1] = 0;
			__syncthreads(); out[t] = s[0] + s[1]; }`, 32)
		r, err := Check(context.Background(), k, Options{})
		require.NoError(t, err)
		assert.Equal(t, want, r.Verdicts[kernel.DataRace].Status, text)
	}
}

// TestRacyContents: other properties rest on an array with races only if a thread
// has acted on what it read there.
func TestRacyContents(t *testing.T) {
	const text = `__global__ void k(const int *in, int *out) { __shared__ int s[64]; int t = threadIdx.x;
		s[t] = VALUE; int x = s[63 - t];
		if (x > 5) asm volatile("bar.sync 1, 64;"); else asm volatile("bar.sync 2, 64;"); }`
	for _, value := range []string{"t", "7"} {
		r, err := Check(context.Background(), lowered(t, strings.ReplaceAll(text, "VALUE", value), 64), Options{})
		require.NoError(t, err)
		assert.NotEqual(t, claim.Proved, r.Verdicts[kernel.Deadlock].Status, value)
		assert.NotEqual(t, claim.Proved, r.Verdicts[kernel.Divergence].Status, value)
	}
	flag := lowered(t, `__global__ void k(int *out) { __shared__ int go; int t = threadIdx.x, it = 0;
		if (t == 0) go = 1;
		__syncthreads();
		while (go) { ++it; if (t == 0) go = it < 3; __syncthreads(); }
		out[t] = it; }`, 64)
	r, err := Check(context.Background(), flag, Options{})
	require.NoError(t, err)
	for _, property := range []kernel.Property{kernel.Divergence, kernel.Deadlock, kernel.Recycling, kernel.Count} {
		assert.Equal(t, claim.Unknown, r.Verdicts[property].Status, property)
	}
	k := lowered(t, `__global__ void k(const int *in, int *out) { __shared__ int s[64]; int t = threadIdx.x;
		s[t] = in[t]; out[t] = s[63 - t] > 0 ? 1 : in[s[t] & 1];
		__syncthreads(); }`, 64)
	r, err = Check(context.Background(), k, Options{})
	require.NoError(t, err)
	assert.Equal(t, claim.Refuted, r.Verdicts[kernel.DataRace].Status)
	assert.Equal(t, claim.Proved, r.Verdicts[kernel.Divergence].Status, r.Verdicts[kernel.Divergence].Reason)
}

// TestNotProved: kernels with a fault that depends on values unknown to the
// engine; none of them may be proved.
func TestNotProved(t *testing.T) {
	for _, c := range []struct {
		name     string
		property kernel.Property
		body     string
	}{
		{"the same bits widened with and without sign", kernel.DataRace,
			`long long a = (long long)n >> 32, b = (long long)(unsigned)n >> 32; out[a + 4 * t] = 1; out[b + 4 * t + 3] = 2;`},
		{"a sum that wraps in some lanes only", kernel.DataRace, `long long x = (long long)(n + (unsigned)t) - t; out[(x >> 32) + t] = t;`},
		{"a racy word that all lanes are taken to read alike", kernel.Divergence,
			`__shared__ int s; int y = 0; if (t == 0) s = in[0]; int x = s; if (x > 0) y = __shfl_sync(~0u, t, 0); out[t] = y;`},
		{"a lane of the mask that never comes", kernel.Divergence, `int x = 0; if (t % 32 < 8) x = __shfl_sync(~0u, t, 20); out[t] = x;`},
		{"a lane outside of its own mask", kernel.Divergence, `__syncwarp(t % 32 < 8 ? 0xff : 0xff); out[t] = 1;`},
		{"a reduction that some lanes miss", kernel.Divergence, `int x = 0; if (t < 8) x = __reduce_add_sync(~0u, t); out[t] = x;`},
		{"who is active is not certain", kernel.Divergence, `if (in[t] > 0) out[t] = 1; if (__activemask() != ~0u && t < 3) __syncthreads();`},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := lowered(t, `__global__ void k(const int *in, int *out, int n) { int t = threadIdx.x; `+c.body+` }`, 64)
			r, err := Check(context.Background(), k, Options{})
			require.NoError(t, err)
			assert.NotEqual(t, claim.Proved, r.Verdicts[c.property].Status)
		})
	}
}
