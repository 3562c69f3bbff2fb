package generation_test

import (
	"context"
	"fmt"
	"math/rand"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/predicate/rewrite"
	"gv2/runtime/claim"
	"gv2/runtime/weft"
)

// scheduledProgram writes a random kernel of two to four warps, each with a few
// operations on barriers and accesses to a shared array, some of them in a loop of
// three iterations. Nothing depends on the input.
func scheduledProgram(rnd *rand.Rand) (string, int) {
	warps, barriers := 2+rnd.Intn(3), 1+rnd.Intn(3)
	parts := make([][]int, barriers)
	for b := range parts {
		parts[b] = rnd.Perm(warps)[:2+rnd.Intn(warps-1)]
	}
	var out strings.Builder
	out.WriteString("__global__ void k(int *out) {\n  __shared__ int s[32];\n  int lane = threadIdx.x % 32, x = 0;\n")
	loop := rnd.Intn(3) == 0
	// Who only arrives waits for nobody: most barriers have one thing that each warp does.
	kinds := [2]string{"sync", "arrive"}
	for w := range warps {
		fmt.Fprintf(&out, "  if (threadIdx.x / 32 == %d) {\n", w)
		if loop {
			out.WriteString("  for (int i = 0; i < 3; ++i) {\n")
		}
		for range 1 + rnd.Intn(5) {
			if rnd.Intn(3) == 0 {
				out.WriteString([]string{"    x += s[lane];\n", "    s[lane] = threadIdx.x;\n"}[rnd.Intn(2)])
				continue
			}
			id := rnd.Intn(barriers)
			for i, p := range parts[id] {
				if p == w {
					kind := kinds[(i+rnd.Intn(6)/5)%2]
					fmt.Fprintf(&out, "    asm volatile(\"bar.%s %d, %d;\" ::: \"memory\");\n", kind, id+1, 32*len(parts[id]))
				}
			}
		}
		if loop {
			out.WriteString("  }\n")
		}
		out.WriteString("  }\n")
	}
	out.WriteString("  out[threadIdx.x] = x;\n}\n")
	return out.String(), 32 * warps
}

var crossing = regexp.MustCompile(`Threads of role (\d+) and role (\d+): accesses to s `)

// racesAcross reports whether a program has a procedure for accesses to s of two
// classes that nothing orders.
func racesAcross(text string) bool {
	for _, m := range crossing.FindAllStringSubmatch(text, -1) {
		if m[1] != m[2] {
			return true
		}
	}
	return false
}

// TestSchedulesAreThoseOfTheExactEngine: a kernel that has a schedule is free of
// deadlocks and keeps its barriers apart, and what its schedule leaves unordered is what
// races. Each class is a warp or more here, and all access the same elements.
func TestSchedulesAreThoseOfTheExactEngine(t *testing.T) {
	both, exactOnly, races := 0, 0, 0
	for seed := range int64(500) {
		text, threads := scheduledProgram(rand.New(rand.NewSource(seed)))
		k := lowered(t, text)
		k.Launch = kernel.Launch{BlockDim: [3]int{threads, 1, 1}, GridDim: [3]int{1, 1, 1}}
		if !rewrite.NeedsGenerations(k) {
			continue
		}
		report, err := weft.Check(context.Background(), k, weft.Options{})
		require.NoError(t, err)
		good := true
		for property, v := range report.Verdicts {
			good = good && (property == kernel.DataRace || v.Status == claim.Proved)
		}
		out, _ := instrument.Encode(k, ask.Request{})
		switch {
		case out == nil || !out.Scheduled:
			if good {
				exactOnly++
			}
			continue
		case !assert.True(t, good, "seed %d: %v\n%s", seed, report.Verdicts, text):
			return
		}
		both++
		racy := report.Verdicts[kernel.DataRace].Status == claim.Refuted
		if racy {
			races++
		}
		if distinctRoles(text) {
			require.Equal(t, racy, racesAcross(boogie.Print(out.Program).Text), "seed %d\n%s", seed, text)
		}
	}
	t.Logf("%d schedules, %d of them with races; %d that only the exact engine proves", both, races, exactOnly)
	assert.Greater(t, races, 10)
	assert.Greater(t, both-races, 10)
	assert.Zero(t, exactOnly, "no schedule is missed")
}

// distinctRoles reports whether no two warps have no operation at all: such warps are
// one class, and races among them do not cross classes.
func distinctRoles(text string) bool {
	idle := 0
	for _, part := range strings.Split(text, "threadIdx.x / 32 ==")[1:] {
		if !strings.Contains(part, "bar.") {
			idle++
		}
	}
	return idle < 2
}

// TestLanesThatWaitForLanesAreNotApart: where lanes wait for each other at warp functions
// as well, a schedule takes operations of whole warps, for one that waits at a barrier
// keeps the others waiting.
func TestLanesThatWaitForLanesAreNotApart(t *testing.T) {
	const sync = `asm volatile("barrier.sync 1, 64;" ::: "memory");`
	for _, c := range []struct {
		name, body string
		want       bool
	}{
		{"apart", "if (lane < 16) " + sync + " else " + sync, true},
		{"around __syncwarp", "if (lane < 16) " + sync + " __syncwarp(); if (lane >= 16) " + sync, false},
		{"around a shuffle of no use", "if (lane < 16) " + sync + " __shfl_sync(~0u, lane, 0); if (lane >= 16) " + sync, false},
		{"around a vote of no use", "if (lane < 16) " + sync + " __any_sync(~0u, lane); if (lane >= 16) " + sync, false},
		{"around __activemask", "if (lane < 16) " + sync + " *out = __activemask(); if (lane >= 16) " + sync, true},
		{"together", sync + " __syncwarp();", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := lowered(t, "__global__ void k(unsigned *out) { int lane = threadIdx.x % 32; if (threadIdx.x < 64) { "+c.body+" } }")
			k.Launch = kernel.Launch{BlockDim: [3]int{96, 1, 1}, GridDim: [3]int{1, 1, 1}}
			out, diags := instrument.Encode(k, ask.Request{})
			require.False(t, diags.HasErrors(), "%v", diags)
			assert.Equal(t, c.want, out.Scheduled)
		})
	}
}
