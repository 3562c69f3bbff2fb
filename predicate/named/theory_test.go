package named_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate"
	"gv2/predicate/fact"
	"gv2/predicate/named"
	"gv2/predicate/phases"
	"gv2/predicate/rewrite"
)

// theoryOf is the theory of a kernel in a block of 128 threads.
func theoryOf(t *testing.T, body string, o named.Options) (*named.Theory, diag.List) {
	t.Helper()
	k := kerneltest.Lower(t, "__global__ void k(int *out, int n) {\n  __shared__ int s[128];\n"+body+"\n}\n",
		kernel.Launch{BlockDim: [3]int{128, 1, 1}, GridDim: [3]int{1, 1, 1}})
	prepared := rewrite.Prepare(k)
	prog, diags := predicate.Predicate(prepared.Kernel, fact.SameBlock)
	require.False(t, diags.HasErrors())
	o.Ranges, o.Notes = fact.NewRanges(prepared.Kernel), prepared.Notes
	return named.TheoryOf(prog, o)
}

// TestElementsOfBarriersInMemory: where it is not known which barrier in memory is used, the reason names its array.
func TestElementsOfBarriersInMemory(t *testing.T) {
	const init = `__shared__ unsigned long long full[2];
  #define AT(b) (unsigned)__cvta_generic_to_shared(b)
  if (threadIdx.x < 2) asm volatile("mbarrier.init.shared::cta.b64 [%0], 128;" :: "r"(AT(&full[threadIdx.x])));
  __syncthreads();
  for (int i = 0; i < n; ++i) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(AT(&full[INDEX])) : "memory");`
	for index, want := range map[string]string{"n": "it is not known which element of full this is", "i % 2": ""} {
		text := "__global__ void k(int *out, int n) {\n" + strings.ReplaceAll(init, "INDEX", index) + "\n}\n"
		k, missing := phases.Numbered(kerneltest.Lower(t, text, kernel.Launch{BlockDim: [3]int{128, 1, 1}, GridDim: [3]int{1, 1, 1}}))
		require.Nil(t, missing)
		prepared := rewrite.Prepare(k)
		prog, diags := predicate.Predicate(prepared.Kernel, fact.SameBlock)
		require.False(t, diags.HasErrors())
		_, diags = named.TheoryOf(prog, named.Options{Ranges: fact.NewRanges(prepared.Kernel), Notes: prepared.Notes})
		assert.Equal(t, want != "", diags.HasErrors(), diags.String())
		assert.Contains(t, diags.String(), want)
	}
}

// tiles hands tiles from two warps to two others, with a buffer that is given back.
const tiles = `
  int lane = threadIdx.x % 64;
  if (threadIdx.x < 64) {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 128;" ::: "memory");
      s[lane] = i;
      asm volatile("bar.arrive 2, 128;" ::: "memory");
    }
  } else {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.arrive 1, 128;" ::: "memory");
      asm volatile("bar.sync 2, 128;" ::: "memory");
      out[lane] = s[lane];
    }
  }`

func TestATheoryKnowsWhoTakesPart(t *testing.T) {
	g, diags := theoryOf(t, tiles, named.Options{Chains: true})
	require.False(t, diags.HasErrors(), "%v", diags)
	require.Len(t, g.Barriers, 2)
	for i, b := range g.Barriers {
		assert.Equal(t, i+1, b.ID)
		assert.Equal(t, i, b.Index)
		assert.Equal(t, 128, b.Threads.Size())
		require.Len(t, b.Phases, 1)
		assert.Equal(t, 64, b.Phases[0].Syncers.Size(), "half of the threads only arrive")
	}
	require.Len(t, g.Roles, 2)
	assert.Equal(t, []kernel.Stretch{{First: 0, Last: 63}}, g.Roles[0].Threads.Stretches())
	assert.Equal(t, []kernel.Stretch{{First: 64, Last: 127}}, g.Roles[1].Threads.Stretches())
	assert.Nil(t, g.Schedule, "how often the operations are done depends on n")
	assert.Empty(t, g.BlockBarriers)
}

func TestRanksGrowAlongEachThread(t *testing.T) {
	g, _ := theoryOf(t, tiles, named.Options{})
	require.True(t, g.FindRanks())
	one, two := g.Ranks[1], g.Ranks[2]
	rank := func(r named.Rank, k int64) int64 { return r.Slope*k + r.Offset }
	for k := int64(1); k < 20; k++ {
		assert.Less(t, rank(one, k), rank(two, k), "the producer waits for the buffer and then hands over")
		assert.Less(t, rank(two, k), rank(one, k+1), "the consumer waits for the tile and then gives back")
	}
	assert.Less(t, g.LowestRank(), rank(one, 1))

	crossed, diags := theoryOf(t, `
  for (int i = 0; i < n; ++i)
    if (threadIdx.x < 64) {
      asm volatile("bar.sync 1, 128;" ::: "memory");
      asm volatile("bar.sync 2, 128;" ::: "memory");
    } else {
      asm volatile("bar.sync 2, 128;" ::: "memory");
      asm volatile("bar.sync 1, 128;" ::: "memory");
    }`, named.Options{})
	require.False(t, diags.HasErrors(), "%v", diags)
	assert.False(t, crossed.FindRanks(), "threads that wait for each other crosswise have no ranks")
}

func TestAnArrayNeedsTheBarriersThatOrderIt(t *testing.T) {
	g, _ := theoryOf(t, tiles, named.Options{})
	for _, a := range g.Prog.Kernel.Arrays {
		need := g.NeededFor(a, [3]*predicate.Do{})
		if a.Name == "s" {
			assert.Len(t, need.Barriers, 2, "one orders the reads behind the writes, the other the next writes behind the reads")
		} else {
			assert.Empty(t, need.Barriers, "only the consumer touches %s, each thread its own element", a.Name)
		}
	}
	assert.Contains(t, g.NeededToRecycle(g.Barriers[0]).Barriers, g.Barriers[0])
}

func TestASecondBarrierIsKnownThroughARelay(t *testing.T) {
	// The middle warps wait for the first ones and then let the last ones go.
	g, diags := theoryOf(t, `
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x < 32) asm volatile("bar.arrive 1, 96;" ::: "memory");
    else if (threadIdx.x < 96) {
      asm volatile("bar.sync 1, 96;" ::: "memory");
      asm volatile("bar.arrive 2, 96;" ::: "memory");
    } else asm volatile("bar.sync 2, 96;" ::: "memory");
  }`, named.Options{Chains: true})
	require.False(t, diags.HasErrors(), "%v", diags)
	require.Len(t, g.Roles, 3)
	var found bool
	for _, c := range g.Chains {
		found = found || c.From().ID == 1 && c.Via().ID == 2 && c.Known(5) == 5
	}
	assert.True(t, found, "whoever has waited for generation k of barrier 2 knows that generation k of barrier 1 is complete")
}

func TestAScheduleNeedsNoInput(t *testing.T) {
	const body = `
  if (threadIdx.x < 64) {
    s[threadIdx.x] = 1;
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[threadIdx.x] = s[threadIdx.x - 64];
  }`
	g, diags := theoryOf(t, body, named.Options{Scheduled: true})
	require.False(t, diags.HasErrors(), "%v", diags)
	require.NotNil(t, g.Schedule)
	assert.Empty(t, g.Barriers, "all is known of them")
	var store, load *predicate.Do
	predicate.EachDo(g.Prog.Body, func(d *predicate.Do) {
		if acc, kind, ok := kernel.AccessOf(d.Stmt); ok && acc.Array.Name == "s" {
			if kind == kernel.WriteAccess {
				store = d
			} else {
				load = d
			}
		}
	})
	require.NotNil(t, store)
	require.NotNil(t, load)
	for i := range g.Schedule.Roles {
		for j := range g.Schedule.Roles {
			assert.False(t, g.Unordered([3]*predicate.Do{1: store, 2: load}, i, j), "the write is ordered before the read")
		}
	}
	_, diags = theoryOf(t, tiles, named.Options{Scheduled: true})
	assert.True(t, diags.HasErrors(), "the operations of this one depend on n")
}

func TestWhatCannotBeModelledIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"too many threads": {`if (threadIdx.x < 96) asm volatile("bar.sync 1, 64;" ::: "memory");`,
			"barrier 1 expects 64 threads, and 96 threads of the block may take part in it"},
		"no whole warps": {`if (threadIdx.x < 40) asm volatile("barrier.sync 1, 40;" ::: "memory");`, "not a multiple of the warp size"},
		"an open number": {`asm volatile("bar.sync 1, %0;" :: "r"(n) : "memory");`, "whose number of threads is not constant"},
		"an open id":     {`asm volatile("bar.sync %0, 64;" :: "r"(n) : "memory");`, "it is not known to lie in 0..15"},
	} {
		_, diags := theoryOf(t, c.body, named.Options{})
		require.True(t, diags.HasErrors(), name)
		assert.Contains(t, diags.String(), c.want, name)
	}
}

// TestTheoryStops: runs of threads end when nobody waits for the theory, and nothing is
// computed from them.
func TestTheoryStops(t *testing.T) {
	asked, all := 0, 0
	_, diags := theoryOf(t, tiles, named.Options{Stop: func() bool { all++; return false }})
	require.False(t, diags.HasErrors())
	_, diags = theoryOf(t, tiles, named.Options{Stop: func() bool { asked++; return asked > 2 }})
	require.False(t, diags.HasErrors())
	assert.Equal(t, 4, asked, "the run that is stopped, and what would follow the runs")
	assert.Greater(t, all, 4)
}
