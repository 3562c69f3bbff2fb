package emulate

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestElementsRelativeToABase: an index is an unknown number that is the same
// for all threads plus a known one for each thread; the known one distinguishes
// elements.
func TestElementsRelativeToABase(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"block and thread", "out[blockIdx.x * blockDim.x + t] = 0;", "[?+0+1l]"},
		{"constant", "out[blockIdx.x * 32 + 31 - t] = 0;", "[?+31-1l]"},
		{"scaled", "out[(blockIdx.x * 32 + t) * 4 + 3] = 0;", "[?+3+4l]"},
		{"shifted", "out[(n + t) << 2] = 0;", "[?+0+4l]"},
		{"unsigned that wraps", "out[n + t - 4u] = 0;", "[?+-4+1l]"},
		{"negated", "out[-(n + t)] = 0;", "[?+0-1l]"},
		{"two of them", "out[n * m + blockIdx.y + t] = 0;", "[?+0+1l]"},
		{"the same in all lanes", "out[n % 7 + m / 3] = 0;", "[?+0]"},
		{"read from memory that nobody writes", "out[in[blockIdx.x] + t] = 0;", "[?+0+1l]"},
		{"a condition that all share", "out[(n > 3 ? n : m) + t] = 0;", "[?+0+1l]"},
		{"a difference", "out[n - m - t] = 0;", "[?+0-1l]"},
		{"assigned by parts of the warp", "int i; if (t < 8) i = n + 2 * t; else i = n + t + 50; out[i] = 0;", "[?+0 2 4 6 8 10 12 14 58 59 "},
		{"in a loop", "int i = n; for (int k = 0; k < 3; k++) i += 32; out[i + t] = 0;", "[?+96+1l]"},
		{"a factor that differs", "out[n * (t + 1)] = 0;", "[?]"},
		{"bases that differ", "int i; if (t < 8) i = n; else i = m; out[i + t] = 0;", "[?]"},
		{"read at different places", "out[in[t] + n] = 0;", "[?]"},
		{"a short may wrap", "short i = n + t; out[i] = 0;", "[?]"},
		{"too far", "out[(long long)(n + t) * 2000000000] = 0;", "[?]"},
		{"bits", "out[(n + t) & 31] = 0;", "[?]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := compiled(t, `__global__ void k(int *out, const int *in, int n, int m) { int t = threadIdx.x; `+c.body+` }`, 32)
			r := &recorder{come: map[int64]int64{}}
			r.block = p.Start(Options{}, r)
			require.NoError(t, r.run())
			assert.Contains(t, r.lines[len(r.lines)-1], "write out 0-31"+c.want)
		})
	}
}

// TestBasesOfStatements: equal bases are equal in all statements, warps, blocks
// and code; those with blockIdx depend on the block.
func TestBasesOfStatements(t *testing.T) {
	p := compiled(t, `__global__ void k(int *out, const int *in, int n) {
		int i = n * 2 + threadIdx.x;
		out[i] = 1;
		out[threadIdx.x + n + n] = 2;
		out[n * 2] = 3;
		out[blockIdx.x + n * 2] = 4;
	}`, 64)
	var bases [2]map[int][]int64
	var varies [2]map[int]bool
	for i, o := range []Options{{}, {Values: map[int]bool{0: true, 1: true}}} {
		obs := &baseWatcher{bases: map[int][]int64{}, varies: map[int]bool{}}
		b := p.Start(o, obs)
		require.NoError(t, (&recorder{block: b}).run())
		bases[i], varies[i] = obs.bases, obs.varies
	}
	assert.Equal(t, bases[0], bases[1])
	assert.Equal(t, map[int]bool{0: false, 1: false, 2: false, 3: true}, varies[0])
	first := bases[0][0]
	require.Len(t, first, 2, "both warps")
	assert.NotZero(t, first[0])
	assert.Equal(t, first[0], first[1])
	assert.Equal(t, first, bases[0][2])
	assert.NotEqual(t, first, bases[0][1], "n + n is not seen to be n * 2")
	assert.NotEqual(t, first, bases[0][3])
}

type baseWatcher struct {
	counter
	bases  map[int][]int64
	varies map[int]bool
}

func (w *baseWatcher) Access(a *Access) {
	w.bases[a.Site.ID] = append(w.bases[a.Site.ID], a.Base)
	w.varies[a.Site.ID] = a.BaseVaries()
}
