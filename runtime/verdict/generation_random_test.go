package verdict_test

import (
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// barrierProgram writes a random kernel of two or three warps: each runs a few
// operations on barriers and accesses to two shared arrays, some of them in a loop of
// n iterations. The barriers have random threads, so that most programs misuse them.
func barrierProgram(rnd *rand.Rand) string {
	warps := 2 + rnd.Intn(2)
	barriers := 1 + rnd.Intn(3)
	parts := make([][]int, barriers)
	for b := range parts {
		parts[b] = rnd.Perm(warps)[:2+rnd.Intn(warps-1)]
	}
	var out strings.Builder
	fmt.Fprintf(&out, "//--blockDim=%d --gridDim=1\n", 32*warps)
	out.WriteString("__global__ void k(int *out, int n) {\n  __shared__ int a[32], b[32];\n  int lane = threadIdx.x % 32, x = 0;\n")
	loops := rnd.Intn(4) > 0
	for w := range warps {
		fmt.Fprintf(&out, "  if (threadIdx.x / 32 == %d) {\n", w)
		step := func() {
			if rnd.Intn(3) == 0 {
				array := string("ab"[rnd.Intn(2)])
				out.WriteString([]string{"    x += " + array + "[lane];\n", "    " + array + "[31 - lane] = 1;\n"}[rnd.Intn(2)])
				return
			}
			id := rnd.Intn(barriers)
			for _, p := range parts[id] {
				if p == w {
					kind := []string{"sync", "arrive"}[rnd.Intn(2)]
					fmt.Fprintf(&out, "    asm volatile(\"bar.%s %d, %d;\" ::: \"memory\");\n", kind, id+1, 32*len(parts[id]))
				}
			}
		}
		some := func(most int) {
			for range rnd.Intn(most + 1) {
				step()
			}
		}
		some(2)
		if loops {
			out.WriteString("    for (int i = 0; i < n; ++i) {\n")
			some(4)
			out.WriteString("    }\n")
			some(1)
		}
		out.WriteString("  }\n")
	}
	out.WriteString("  out[threadIdx.x] = x;\n}\n")
	return out.String()
}

// TestGenerationRandom demands of random programs what TestGenerationMutants demands of
// mutants. GV2_RANDOM is the number of programs, and GV2_SEED where to begin.
func TestGenerationRandom(t *testing.T) {
	t.Parallel()
	number, seed := 4, int64(1)
	if n, err := strconv.Atoi(os.Getenv("GV2_RANDOM")); err == nil {
		number = n
	}
	if n, err := strconv.ParseInt(os.Getenv("GV2_SEED"), 10, 64); err == nil {
		seed = n
	}
	counts := map[string]int{}
	for i := range int64(number) {
		text := barrierProgram(rand.New(rand.NewSource(seed + i)))
		compareGenerations(t, mutant{file: fmt.Sprintf("seed %d", seed+i), text: text}, counts)
	}
	t.Logf("%v", counts)
	assert.Equal(t, number, counts["refuted"]+counts["proved"]+counts["unknown"])
}
