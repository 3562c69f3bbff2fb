package scatter_test

import (
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/predicate/scatter"
	"gv2/runtime/interleave"
)

// blocks are those of a launch in these tests.
const blocks = 3

func ofBlocks(t testing.TB, text string, threads int) *kernel.Kernel {
	k := lowered(t, text, threads)
	k.Launch.GridDim = [3]int{blocks, 1, 1}
	return k
}

// apartArrays are the names of the arrays in which blocks never meet.
func apartArrays(k *kernel.Kernel) []string {
	var out []string
	apart := scatter.Places(k).Apart
	for _, a := range k.Arrays {
		if apart[a] {
			out = append(out, a.Name)
		}
	}
	return out
}

// reserving is a kernel of 64 threads that add up flags and reserve places for them, and what is changed of it.
func reserving(count, reserve, store string) string {
	return fmt.Sprintf(`__global__ void k(const int *in, int *out, int *places, unsigned long long *wide, int n) {
  __shared__ int sum[64]; __shared__ int all, base; __shared__ unsigned long long big;
  int t = threadIdx.x, x = in[blockIdx.x * 64 + t], before = 0; bool flag = x > n;
  if (t == 0) { all = 0; base = 0; }
  __syncthreads();
  %s
  __syncthreads();
  %s
  __syncthreads();
  %s
}
`, count, reserve, store)
}

func TestPlacesThatBlocksReserve(t *testing.T) {
	const (
		atomics = `if (flag) before = atomicAdd(&all, 1);`
		serial  = `sum[t] = flag; __syncthreads(); if (t == 0) { for (int i = 0; i < 64; i++) { int f = sum[i]; sum[i] = all; all += f; } } __syncthreads(); before = sum[t];`
		leader  = `if (t == 0) base = atomicAdd(places, all);`
		store   = `if (flag) out[base + before] = x;`
	)
	for _, c := range []struct{ name, count, reserve, store string }{
		{"counted by atomics", atomics, leader, store},
		{"counted one after the other", serial, leader, store},
		{"counted by a barrier", atomics + ` int c = __syncthreads_count(flag);`, `if (t == 0) base = atomicAdd(places, c);`, store},
		{"only where there are some", serial, `if (t == 0 && all > 0) base = atomicAdd(places, all);`, store},
		{"only where there are some, by a truth value", serial, `if (t == 0) { if (all) base = atomicAdd(places, all); }`, store},
		{"another thread", serial, `if (t == 63) base = atomicAdd(places + 1, all);`, store},
		{"more than needed", atomics, `if (t == 0) base = atomicAdd(places, 64);`, store},
		{"backwards", serial, leader, `if (flag) out[base + all - 1 - before] = x;`},
		{"wide counter", serial, `if (t == 0) big = atomicAdd(wide, (unsigned long long)all);`, `if (flag) out[big + before] = x;`},
		{"wide index", serial, leader, `if (flag) out[(size_t)base + before] = x;`},
		{"two places each", `if (flag) before = atomicAdd(&all, 2);`, leader, `if (flag) { out[base + before] = x; out[base + before + 1] = t; }`},
		{"two places each, in pairs", atomics, leader, `if (flag) { out[2 * (size_t)(base + before)] = x; out[2 * (size_t)(base + before) + 1] = t; }`},
		{"pairs of those that are counted one after the other", serial, leader, `if (flag) { out[2 * (size_t)(base + before)] = x; out[2 * (size_t)(base + before) + 1] = t; }`},
		{"pairs in a wide index", atomics, leader, `if (flag) { out[2 * ((size_t)base + before)] = x; out[2 * ((size_t)base + before) + 1] = t; }`},
		{"each warp for itself", `unsigned m = __ballot_sync(~0u, flag); before = __popc(m & ((1u << t % 32) - 1)); int c = 0; if (t % 32 == 0) c = atomicAdd(&all, __popc(m)); before += __shfl_sync(~0u, c, 0);`, leader, store},
		{"a loop around", atomics, leader, store + `
		  for (int i = 0; i < n; i++) { __syncthreads(); if (t == 0) all = 0; __syncthreads(); if (x > i) before = atomicAdd(&all, 1); __syncthreads(); ` + leader + ` __syncthreads(); if (x > i) out[base + before] = i; }`},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, []string{"out"}, apartArrays(ofBlocks(t, reserving(c.count, c.reserve, c.store), 64)))
		})
	}
	for _, c := range []struct{ name, count, reserve, store string }{
		{"one too few", serial, `if (t == 0) base = atomicAdd(places, all - 1);`, store},
		{"all threads write", serial, leader, `out[base + before] = x;`},
		{"one place further", serial, leader, `if (flag) out[base + before + 1] = x;`},
		{"counted further", atomics, leader + ` __syncthreads(); if (x > n + 5) before = atomicAdd(&all, 1);`, store},
		{"counted before it is known how far", `if (flag) { before = atomicAdd(&all, 1); }`, leader, `if (x > n + 3) before = atomicAdd(&all, 1); if (flag) out[base + before] = x;`},
		{"counted down", `if (flag) before = atomicAdd(&all, 1); if (x > n + 5) atomicAdd(&all, -1);`, leader, store},
		{"set back", `if (flag) before = atomicAdd(&all, 1); if (x == n + 5) atomicExch(&all, 0);`, leader, store},
		{"steps of nothing", `if (flag) before = atomicAdd(&all, 0);`, leader, store},
		{"not reserved for some", serial, `if (t == 0 && all > 1) base = atomicAdd(places, all);`, store},
		{"only read", serial, `if (t == 0) base = places[0];`, store},
		{"set to what it was", serial, leader + ` if (t == 0 && n == 7) places[0] = 0;`, store},
		{"counter goes down", serial, leader + ` if (t == 1) atomicSub(places, 1);`, store},
		{"atomic within the block", serial, `if (t == 0) base = atomicAdd_block(places, all);`, store},
		{"a counter for some blocks", serial, `if (t == 0) base = atomicAdd(&places[n & 1], all);`, store},
		{"two counters", serial, leader, store + ` if (t == 0) out[atomicAdd(places + 1, 1)] = 0;`},
		{"a store beside", serial, leader, store + ` if (t == 1) out[n] = 0;`},
		{"a read beside", serial, leader, store + ` if (t == 1) out[n + 1] = out[n];`},
		{"narrowed", serial, leader, `if (flag) out[(unsigned char)(base + before)] = x;`},
		{"a wide counter narrowed", serial, `if (t == 0) base = (int)atomicAdd(wide, (unsigned long long)all);`, store},
		{"before what is reserved", serial, leader, `if (flag) out[base - before] = x;`},
		{"counted in a loop, too", `if (flag) before = atomicAdd(&all, 1); for (int i = 0; i < n; i++) { if (x > n + i) atomicAdd(&all, 1); if (x < -5) before = atomicAdd(&all, 1); }`, `if (t == 0) base = atomicAdd(places, all);`, store},
		{"a barrier that may not come", `if (flag) before = atomicAdd(&all, 1); for (int i = 0; i < n; i++) __syncthreads(); if (x > n + 3) atomicAdd(&all, 1); int c = __syncthreads_count(flag);`, `if (t == 0) base = atomicAdd(places, c);`, store},
		{"a barrier in a branch", `if (flag) before = atomicAdd(&all, 1); if (n > 5) __syncthreads(); if (x > n + 3) atomicAdd(&all, 1); int c = __syncthreads_count(flag);`, `if (t == 0) base = atomicAdd(places, c);`, store},
		{"counted in a branch, too", `if (n > 5) { if (flag) before = atomicAdd(&all, 1); } else { if (flag) before = atomicAdd(&all, 2); }`, leader, `if (flag) out[base + before + 1] = x;`},
		{"half as far", serial, leader, `if (flag) out[(base + before) / 2] = x;`},
		{"pairs that overlap", serial, leader, `if (flag) { out[2 * (size_t)(base + before)] = x; out[2 * (size_t)(base + before) + 2] = t; }`},
		{"pairs that overlap in a wide index", atomics, leader, `if (flag) { out[2 * ((size_t)base + before)] = x; out[2 * ((size_t)base + before) + 2] = t; }`},
		{"pairs that wrap around", atomics, leader, `if (flag) out[2 * (base + before)] = x;`},
		{"pairs that wrap around in wide counters", serial, `if (t == 0) big = atomicAdd(wide, (unsigned long long)all);`, `if (flag) out[2 * (big + before)] = x;`},
		{"singles and pairs", serial, leader, `if (flag) { out[2 * (size_t)(base + before)] = x; out[base + before] = t; }`},
		{"the places of an iteration before", atomics, leader, `for (int i = 0; i < n; i++) { if (flag) out[base + before] = x; __syncthreads(); if (t == 0) base = base + 1; __syncthreads(); }`},
		{"a branch that counts", atomics + ` if (n > 3) { if (flag) before = atomicAdd(&all, 1); }`, `if (t == 0) base = atomicAdd(places, all - 1);`, store},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Empty(t, apartArrays(ofBlocks(t, reserving(c.count, c.reserve, c.store), 64)))
		})
	}
}

// randomReserving is a kernel of 8 threads that counts in some way, reserves places in some way, and stores.
func randomReserving(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.Intn(len(list))] }
	flag := func() string { return pick("flag", "flag", "flag", "x > 2", "!flag", "flag && t > 2") }
	step := func() string { return pick("1", "1", "1", "2", "0", "flag", "t", "-1") }
	add := func() string {
		return fmt.Sprintf("if (%s) %satomicAdd(&all, %s);", flag(), pick("before = ", "before = ", ""), step())
	}
	count := pick(add(), add(), add()+"\n"+add(), add()+"\n__syncthreads();\n"+add(),
		"if (n > 2) {\n"+add()+"\n}\n"+add(),
		"for (int i = 0; i < n; i++) {\n"+add()+"\n}",
		"sum[t] = flag;\n__syncthreads();\nif (t == 0) for (int i = 0; i < 8; i++) { int f = sum[i]; sum[i] = all; all += f; }\n__syncthreads();\nbefore = sum[t];")
	total := pick("all", "all", "all", "all - 1", "all + 1", "8", "16", "2 * all")
	reserve := fmt.Sprintf("if (%s) { %sbase = atomicAdd(&places[%s], %s); }", pick("t == 0", "t == 7"), pick("", "", "if (all > 0) ", "if (all > 1) ", "if (n > 1) "), pick("0", "0", "0", "1", "n & 1"), total)
	index := pick("base + before", "base + before", "base + before", "base + before + 1", "base + all - 1 - before", "base - before", "base + t", "(size_t)base + before", "2 * (size_t)(base + before) + 1")
	store := fmt.Sprintf("if (%s)\nout[%s] = t;", flag(), index)
	if r.Intn(4) == 0 {
		store += fmt.Sprintf("\nif (%s)\nout[%s + 1] = t;", flag(), index)
	}
	again := pick("1", "1", "2", "n")
	return fmt.Sprintf(`__global__ void k(const int *in, int *out, int *places, int n) {
__shared__ int sum[8]; __shared__ int all, base;
int t = threadIdx.x, x = in[blockIdx.x * 8 + t] & 7, before = 0; bool flag = x > 3;
for (int again = 0; again < %s; again++) {
if (t == 0) { all = %s; base = 0; }
__syncthreads();
%s
__syncthreads();
%s
__syncthreads();
%s
__syncthreads();
}
}
`, again, pick("0", "0", "3", "n"), count, reserve, store)
}

// Blocks do not meet in executions where the analysis says so, unless something went wrong within a block.
// RESERVATIONS=n looks at n kernels.
func TestReservedPlacesNeverMeet(t *testing.T) {
	kernels, apart, met := 150, 0, 0
	if s := os.Getenv("RESERVATIONS"); s != "" {
		kernels, _ = strconv.Atoi(s)
	}
	r := rand.New(rand.NewSource(2))
	for range kernels {
		text := randomReserving(r)
		k := ofBlocks(t, text, 8)
		holds := len(apartArrays(k)) > 0
		if holds {
			apart++
		}
		p, err := interleave.Compile(k)
		require.NoError(t, err)
		for input := range uint64(8) {
			report := p.Run(interleave.Options{Params: map[string]int64{"n": int64(input % 5)}, Input: input, Schedule: input, MaxSteps: 40_000,
				Given: map[string]map[int64]int64{"places": {0: int64(input), 1: 5}}})
			for _, f := range report.Faults {
				if f.Property != kernel.DataRace || f.Array.Name != "out" || f.Sides[0].Block == f.Sides[1].Block {
					break // something went wrong within a block
				}
				met++
				require.False(t, holds, "%s\nblocks meet in out[%d], input %d", text, f.Index, input)
			}
		}
	}
	t.Logf("%d of %d kernels keep blocks apart, %d races between blocks", apart, kernels, met)
	assert.Greater(t, apart, kernels/20, "kernels that keep blocks apart")
	assert.Greater(t, met, kernels/5, "races between blocks")
}
