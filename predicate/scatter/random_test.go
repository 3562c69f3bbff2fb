package scatter_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/scatter"
	"gv2/runtime/weft"
)

// randomScatter is a kernel of 16 threads that computes flags, adds some of them up in
// some way, and stores to sums of its values.
func randomScatter(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.Intn(len(list))] }
	flag := pick("x > 0", "x & 1", "x >> 1 & 1", "x != 0 && t > 2", "x % 3 == 0", "x > 0 ? y > 0 : 0", "(x > 0) ^ (y > 0)", "min(max(x, 0), 1)")
	scan := pick(
		"for (int d = 1; d < 16; d *= 2) { int v = t >= d ? s[t - d] : 0; __syncthreads(); s[t] += v; __syncthreads(); }",
		"for (int d = 1; d < 8; d *= 2) { int v = t >= d ? s[t - d] : 0; __syncthreads(); s[t] += v; __syncthreads(); }",
		"for (int d = 2; d < 16; d *= 2) { int v = t >= d ? s[t - d] : 0; __syncthreads(); s[t] += v; __syncthreads(); }",
		"if (t == 0) for (int i = 1; i < 16; i++) s[i] += s[i - 1];\n__syncthreads();",
		"if (t == 0) { int sum = 0; for (int i = 0; i < 16; i++) { int f = s[i]; s[i] = sum; sum += f; } }\n__syncthreads();",
		"int all = 0; for (int i = 0; i < 16; i++) { if (i <= t) all += s[i]; }\n__syncthreads(); s[t] = all; __syncthreads();",
		"int v = s[t]; if (x > 2) v += 1; __syncthreads(); s[t] = v; __syncthreads();",
	)
	index := func() string {
		term := pick("s[t]", "s[t]", "s[15] + t - s[t]", "t - s[t]", "16 - s[t]", "s[15 - t]", "2 * s[t]", "s[t] + base")
		if r.Intn(2) == 0 {
			term += pick(" - flag", " + flag", " - 1", " + 1", " + t", " - (x > 2)", " + 16 * flag")
		}
		return pick("", "", "", "(unsigned char)", "(unsigned)") + "(" + term + ")"
	}
	guard := func() string {
		return pick("flag", "flag", "!flag", "x > 1", "flag && y > 0", "flag || x > 2", "t < 9 && flag", "true")
	}
	var store string
	switch r.Intn(3) {
	case 0:
		store = fmt.Sprintf("if (%s)\nout[%s] = t;", guard(), index())
	case 1:
		store = fmt.Sprintf("int at = %s ? %s : %s;\nout[at] = t;", guard(), index(), index())
	default:
		store = fmt.Sprintf("if (%s)\nout[%s] = t;\nelse\nout[%s] = t;", guard(), index(), index())
	}
	switch r.Intn(6) {
	case 0, 1:
		store = "for (int i = 0; i < n; i++) {\n" + store + "\n__syncthreads(); }"
	case 2:
		store = rounds(r, "t + 16 * i", store)
	case 3:
		store = rounds(r, "t", store)
	}
	return fmt.Sprintf(`__global__ void k(const int *in, const int *more, int *out, int n) {
__shared__ int s[16];
int t = threadIdx.x, x = in[t], y = more[t], base = more[20]; int flag = %s;
s[t] = flag;
__syncthreads();
%s
%s
}
`, flag, scan, store)
}

// rounds does that some rounds long, of which each starts with flags of its own and adds them up.
func rounds(r *rand.Rand, at, store string) string {
	return "for (int i = 0; i < " + []string{"3", "6", "n"}[r.Intn(3)] + "; i++) {\nx = in[" + at + "]; flag = x > 0; s[t] = flag; __syncthreads();\n" +
		"for (int d = 1; d < 16; d *= 2) { int v = t >= d ? s[t - d] : 0; __syncthreads(); s[t] += v; __syncthreads(); }\n" +
		store + "\n__syncthreads(); }"
}

// inputs is the number of inputs for each kernel.
const inputs = 6

// Marked stores never meet in executions of the kernel for some inputs.
func TestMarkedStoresNeverMeet(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	marked, racy, shortened := 0, 0, 0
	for range 600 {
		text := randomScatter(r)
		k := lowered(t, text, 16)
		pairs := disjointPairs(k, scatter.Places(k).Stores)
		// Of some of these loops the rounds are too much now.
		short := disjointPairs(k, scatter.PlacesWithin(k, 1500+r.Intn(3000)).Stores)
		shortened += min(len(short), 1)
		maps.Copy(pairs, short)
		marked += min(len(pairs), 1)
		for input := uint64(1); input <= inputs; input++ {
			report, err := weft.Check(context.Background(), k, weft.Options{Params: map[string]int64{"n": 2}, Input: input})
			require.NoError(t, err)
			for _, f := range report.Faults {
				if f.May || len(f.At) != 2 {
					continue
				}
				racy++
				lines := [2]int{f.At[0].Site.Src().Pos.Line, f.At[1].Site.Src().Pos.Line}
				require.False(t, pairs[lines] || pairs[[2]int{lines[1], lines[0]}], "%s\nraces in %v", text, lines)
			}
		}
	}
	assert.Greater(t, marked, 100, "kernels with marked stores")
	assert.Greater(t, racy, 1000, "races")
	assert.Greater(t, shortened, 40, "kernels with marked stores by a part of the work")
}

// disjointPairs are the lines of stores that are marked as disjoint.
func disjointPairs(k *kernel.Kernel, disjoint map[*kernel.Store]fact.Disjoint) map[[2]int]bool {
	lines := map[int]int{}
	out := map[[2]int]bool{}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		st, ok := s.(*kernel.Store)
		if known := disjoint[st]; ok && known.Number != 0 {
			lines[known.Number] = st.Pos.Line
			for number, line := range lines {
				if known.From>>number&1 != 0 {
					out[[2]int{line, st.Pos.Line}] = true
				}
			}
		}
		return true
	})
	return out
}
