package rewrite

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/fact"
)

// TestAggregated: the atomic of a leader is taken apart where the lanes that it counts take places by their
// rank, and nowhere else.
func TestAggregated(t *testing.T) {
	const text = `__global__ void k(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  bool keep = i < n && in[i] > 0;
  unsigned m = __ballot_sync(0xffffffff, keep);
  int base;
  if (lane == 0) base = atomicAdd(count, __popc(m));
  base = __shfl_sync(0xffffffff, base, 0);
  if (keep) out[base + __popc(m & ((1u << lane) - 1))] = i;
}`
	const active = "unsigned m = __activemask(); int leader = __ffs(m) - 1;"
	for name, c := range map[string]struct {
		replace []string
		block   [3]int
		apart   bool
	}{
		"as it is":                  {nil, [3]int{256, 1, 1}, true},
		"lane of the global number": {[]string{"lane = threadIdx.x & 31", "lane = i % 32"}, [3]int{256, 1, 1}, true},
		"rank before":               {[]string{"int base;", "int base, rank = __popc(m & ((1u << lane) - 1));", "out[base + __popc(m & ((1u << lane) - 1))]", "out[base + rank]"}, [3]int{256, 1, 1}, true},
		"place kept":                {[]string{"if (keep) out[", "int p = ", "))] = i;", ")); if (keep) out[p] = i;"}, [3]int{256, 1, 1}, true},
		"first active lane":         {[]string{"unsigned m = __ballot_sync(0xffffffff, keep);", active, "lane == 0", "lane == leader", "0xffffffff, base, 0", "m, base, leader"}, [3]int{64, 1, 1}, true},
		"none below":                {[]string{"unsigned m = __ballot_sync(0xffffffff, keep);", active, "lane == 0", "__popc(m & ((1u << lane) - 1)) == 0", "0xffffffff, base, 0", "m, base, leader"}, [3]int{64, 1, 1}, true},
		"counter of the block":      {[]string{"atomicAdd(count", "atomicAdd(count + blockIdx.x"}, [3]int{256, 1, 1}, true},
		"block of rows":             {nil, [3]int{16, 16, 1}, false}, // lane is none
		"lane 0 need not be active": {[]string{"unsigned m = __ballot_sync(0xffffffff, keep);", active, "0xffffffff, base", "m, base"}, [3]int{64, 1, 1}, false},
		"another lane leads":        {[]string{"lane == 0", "lane == 1"}, [3]int{256, 1, 1}, false},
		"one thread leads":          {[]string{"lane == 0", "threadIdx.x == 0"}, [3]int{256, 1, 1}, false},
		"from another lane":         {[]string{"base, 0)", "base, 1)"}, [3]int{256, 1, 1}, false},
		"narrow shuffle":            {[]string{"base, 0)", "base, 0, 16)"}, [3]int{256, 1, 1}, false},
		"one too few":               {[]string{"count, __popc(m)", "count, __popc(m) - 1"}, [3]int{256, 1, 1}, false},
		"one for all":               {[]string{"count, __popc(m)", "count, 1"}, [3]int{256, 1, 1}, false},
		"another set":               {[]string{"count, __popc(m)", "count, __popc(in[i])"}, [3]int{256, 1, 1}, false},
		"lanes above":               {[]string{"((1u << lane) - 1)", "~((1u << lane) - 1)"}, [3]int{256, 1, 1}, false},
		"own lane too":              {[]string{"((1u << lane) - 1)", "((2u << lane) - 1)"}, [3]int{256, 1, 1}, false},
		"base used alone":           {[]string{"= i;", "= base;"}, [3]int{256, 1, 1}, false},
		"counters of threads":       {[]string{"atomicAdd(count", "atomicAdd(count + (i & 1)"}, [3]int{256, 1, 1}, false},
		"counts down":               {[]string{"atomicAdd(", "atomicSub("}, [3]int{256, 1, 1}, false},
		"a barrier between":         {[]string{"base = __shfl", "__syncthreads(); base = __shfl"}, [3]int{256, 1, 1}, false},
		"changed afterwards":        {[]string{"base = __shfl", "m = 7; base = __shfl"}, [3]int{256, 1, 1}, false},
	} {
		k := kerneltest.Lower(t, strings.NewReplacer(c.replace...).Replace(text), kernel.Launch{BlockDim: c.block, GridDim: [3]int{0, 1, 1}})
		notes := fact.NewNotes()
		k = Quotients(SplitVars(k, notes), notes)
		out := Aggregated(k, notes)
		require.NoError(t, kernel.Check(out), name)
		adds := 0
		kernel.Walk(out.Body, func(s kernel.Stmt) bool {
			if a, is := s.(*kernel.Atomic); is && isConst(a.Args[0]) {
				adds++
			}
			return true
		})
		assert.Equal(t, c.apart, adds == 2, "%s\n%s", name, kernel.Print(out))
		if !c.apart {
			assert.Equal(t, kernel.PrintStmts(k.Body), kernel.PrintStmts(out.Body), name)
		}
	}
}
