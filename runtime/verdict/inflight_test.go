package verdict

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/inflight"
	"gv2/runtime/claim"
	"gv2/runtime/confirm"
	"gv2/runtime/decision"
	"gv2/runtime/prove"
	"gv2/runtime/solver"
	"gv2/runtime/weft"
)

// Copies that end with groups are proved for any trip count by package inflight. Here its proofs are
// held against executions for small counts, which know nothing of it.

// copying surrounds a body with the words for asynchronous copies.
func copying(body string) string {
	return `#define COPY(dst, src) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"((unsigned)__cvta_generic_to_shared(dst)), "l"(src) : "memory")
#define COMMIT() asm volatile("cp.async.commit_group;" ::: "memory")
#define WAIT(N) asm volatile("cp.async.wait_group %0;" :: "n"(N) : "memory")
#define WAIT_ALL() asm volatile("cp.async.wait_all;" ::: "memory")
__global__ void k(const int *in, int *out, int n) {
  int t = threadIdx.x, x = 0;
` + body + `
  out[t] = x;
}
`
}

// inFlight reports whether the copies are proved for any n, by inflight alone, with so much effort.
func inFlight(k *kernel.Kernel, effort int64) bool {
	c := decision.CaseOf(context.Background(), k, Options{Effort: effort}.Limited())
	x := begin(c, Engines{Solve: solver.Run, Check: DefaultEngines().Check})
	x.open()
	x.prover = prove.New(x.d, solver.Run, confirm.Confirm{Check: DefaultEngines().Check}, shares())
	x.prover.Asynchronous()
	x.d.Settle()
	p := x.d.By[kernel.DataRace]
	return p != nil && p.Status == claim.Proved
}

// racesFor is the first number of rounds for which the execution of a block races or may race, -1 for none.
func racesFor(t *testing.T, k *kernel.Kernel) int {
	for n := range 7 {
		r, err := weft.Check(context.Background(), k, weft.Options{Params: map[string]int64{"n": int64(n)}})
		require.NoError(t, err)
		if r.Verdicts[kernel.DataRace].Status != claim.Proved || r.Verdicts[kernel.Divergence].Status == claim.Refuted {
			return n // also where it depends on the values whether a race does harm
		}
	}
	return -1
}

func TestCopiesInFlight(t *testing.T) {
	const rounds = `  __shared__ int s[%d][32];
  for (int p = 0; p < %d; ++p) {
    if (p < n) COPY(&s[p][t], in + p * 32 + t);
    COMMIT();
  }
  for (int i = 0; i < n; ++i) {
    WAIT(%d);
    __syncthreads();
    if (i + %d < n) COPY(&s[(i + %[2]d) %% %[1]d][t], in + (i + %[2]d) * 32 + t);
    COMMIT();
    x += s[i %% %[1]d][31 - t];
  }
`
	pipeline := func(stages, ahead, pending int) string { return fmt.Sprintf(rounds, stages, ahead, pending, ahead) }
	for _, c := range []struct {
		name, body string
		right      bool
	}{
		{"three stages, two ahead", pipeline(3, 2, 1), true},
		{"three stages, a wait that is too shallow", pipeline(3, 2, 2), false},
		{"two stages, two ahead", pipeline(2, 2, 1), false},
		{"four stages, two ahead", pipeline(4, 2, 1), true},
		{"a barrier at the end of the round", "  __shared__ int s[3][32];\n  for (int p = 0; p < 2; ++p) {\n    if (p < n) COPY(&s[p][t], in + p * 32 + t);\n    COMMIT();\n  }\n  WAIT(1);\n  __syncthreads();\n  for (int i = 0; i < n; ++i) {\n    if (i + 2 < n) COPY(&s[(i + 2) % 3][t], in + t);\n    COMMIT();\n    x += s[i % 3][31 - t];\n    WAIT(1);\n    __syncthreads();\n  }\n", true},
		{"a barrier at the end of the round, two stages", "  __shared__ int s[2][32];\n  for (int p = 0; p < 2; ++p) {\n    if (p < n) COPY(&s[p][t], in + p * 32 + t);\n    COMMIT();\n  }\n  WAIT(1);\n  __syncthreads();\n  for (int i = 0; i < n; ++i) {\n    if (i + 2 < n) COPY(&s[(i + 2) % 2][t], in + t);\n    COMMIT();\n    x += s[i % 2][31 - t];\n    WAIT(1);\n    __syncthreads();\n  }\n", false},
		{"one tile", "  __shared__ int s[32];\n  for (int i = 0; i < n; ++i) {\n    COPY(&s[t], in + i * 32 + t);\n    WAIT_ALL();\n    __syncthreads();\n    x += s[31 - t];\n    __syncthreads();\n  }\n", true},
		{"one tile, not waited for", "  __shared__ int s[32];\n  for (int i = 0; i < n; ++i) {\n    COPY(&s[t], in + i * 32 + t);\n    __syncthreads();\n    x += s[31 - t];\n    __syncthreads();\n  }\n", false},
		{"one tile, waited for before the commit", "  __shared__ int s[32];\n  for (int i = 0; i < n; ++i) {\n    COPY(&s[t], in + i * 32 + t);\n    WAIT(0);\n    __syncthreads();\n    x += s[31 - t];\n    __syncthreads();\n    COMMIT();\n  }\n", false},
		{"the thread's own element", "  __shared__ int s[32];\n  for (int i = 0; i < n; ++i) {\n    COPY(&s[t], in + i * 32 + t);\n    COMMIT();\n    WAIT(0);\n    x += s[t];\n  }\n", true},
		{"the thread's own element, too early", "  __shared__ int s[32];\n  for (int i = 0; i < n; ++i) {\n    COPY(&s[t], in + i * 32 + t);\n    COMMIT();\n    x += s[t];\n    WAIT(0);\n  }\n", false},
		{"written before the copy is over", "  __shared__ int s[32];\n  for (int i = 0; i < n; ++i) {\n    COPY(&s[t], in + i * 32 + t);\n    COMMIT();\n    s[t] = 3;\n    WAIT(0);\n  }\n", false},
		{"many elements a thread", "  __shared__ int s[2][128];\n  for (int i = 0; i < n; ++i) {\n    for (int e = t; e < 128; e += 32) COPY(&s[i % 2][e], in + i * 128 + e);\n    COMMIT();\n    WAIT(0);\n    __syncthreads();\n    x += s[i % 2][127 - t];\n  }\n", true},
		{"many elements a thread, one group under way", "  __shared__ int s[2][128];\n  for (int i = 0; i < n; ++i) {\n    for (int e = t; e < 128; e += 32) COPY(&s[i % 2][e], in + i * 128 + e);\n    COMMIT();\n    WAIT(1);\n    __syncthreads();\n    x += s[i % 2][127 - t];\n    __syncthreads();\n  }\n", false},
		{"left under way at the end", "  __shared__ int s[32];\n  for (int i = 0; i < n; ++i) {\n    COPY(&s[t], in + i * 32 + t);\n    COMMIT();\n    WAIT(0);\n    __syncthreads();\n    x += s[31 - t];\n    __syncthreads();\n  }\n  COPY(&s[t], in);\n", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := kerneltest.Lower(t, copying(c.body), kernel.Launch{BlockDim: [3]int{32, 1, 1}, GridDim: [3]int{1, 1, 1}})
			assert.Equal(t, c.right, racesFor(t, k) < 0, "the execution")
			effort := int64(30_000_000)
			if !c.right {
				effort /= 20 // no effort would be enough
			}
			assert.Equal(t, c.right, inFlight(k, effort), "the proof")
		})
	}
}

// randomCopies is a kernel that copies, commits, waits and reads in some order.
func randomCopies(r *rand.Rand) string {
	stages := 1 + r.Intn(3)
	slot := func() string { return fmt.Sprintf("(i + %d) %% %d", r.Intn(3), stages) }
	lane := func() string { return []string{"t", "t", "31 - t", "(t + 1) % 32"}[r.Intn(4)] }
	var b strings.Builder
	fmt.Fprintf(&b, "  __shared__ int s[%d][32];\n", stages)
	op := func(indent string) {
		switch r.Intn(9) {
		case 0, 1:
			fmt.Fprintf(&b, "%sCOPY(&s[%s][%s], in + t);\n", indent, slot(), lane())
		case 2:
			fmt.Fprintf(&b, "%sif (i + 1 < n) COPY(&s[%s][t], in + t);\n", indent, slot())
		case 3:
			fmt.Fprintf(&b, "%sCOMMIT();\n", indent)
		case 4:
			fmt.Fprintf(&b, "%sWAIT(%d);\n", indent, r.Intn(3))
		case 5, 6:
			fmt.Fprintf(&b, "%s__syncthreads();\n", indent)
		case 7:
			fmt.Fprintf(&b, "%sx += s[%s][%s];\n", indent, slot(), lane())
		default:
			fmt.Fprintf(&b, "%sif (t == %d) s[%s][%s] = 1;\n", indent, r.Intn(3), slot(), lane())
		}
	}
	if r.Intn(2) == 0 {
		fmt.Fprintf(&b, "  for (int i = 0; i < %d; ++i) {\n", 1+r.Intn(2))
		fmt.Fprintf(&b, "    COPY(&s[i %% %d][t], in + t);\n    COMMIT();\n  }\n", stages)
	}
	b.WriteString("  for (int i = 0; i < n; ++i) {\n")
	if r.Intn(2) == 0 { // mostly right
		fmt.Fprintf(&b, "    COPY(&s[i %% %d][t], in + t);\n    COMMIT();\n    WAIT(%d);\n    __syncthreads();\n", stages, r.Intn(2))
	}
	for range 2 + r.Intn(4) {
		op("    ")
	}
	if r.Intn(2) == 0 {
		b.WriteString("    __syncthreads();\n")
	}
	b.WriteString("  }\n")
	if r.Intn(2) == 0 {
		b.WriteString("  WAIT_ALL();\n  __syncthreads();\n  x += s[0][31 - t];\n")
	}
	return copying(b.String())
}

// TestRandomCopies proves nothing that an execution refutes. COPIES sets how many kernels there are.
func TestRandomCopies(t *testing.T) {
	many := 4
	if text := os.Getenv("COPIES"); text != "" {
		var err error
		many, err = strconv.Atoi(text)
		require.NoError(t, err)
	}
	proved, right := 0, 0
	for seed := range many {
		text := randomCopies(rand.New(rand.NewSource(int64(seed))))
		k := lowered(text, kernel.Launch{BlockDim: [3]int{32, 1, 1}, GridDim: [3]int{1, 1, 1}})
		require.NotNil(t, k, text)
		n := racesFor(t, k)
		if n < 0 {
			right++
		}
		if plain, _ := inflight.Plain(k, inflight.Early); plain == nil || !inFlight(k, 400_000) {
			continue
		}
		proved++
		assert.Negative(t, n, "seed %d is proved and races for n = %d:\n%s", seed, n, text)
	}
	t.Logf("%d of %d race for no small n, and %d are proved", right, many, proved)
	assert.Positive(t, proved)
}

// randomTogether is a kernel whose block copies, waits and reads in some order.
func randomTogether(r *rand.Rand) string {
	stages := 1 + r.Intn(3)
	slot := func() string { return fmt.Sprintf("(i + %d) %% %d", r.Intn(3), stages) }
	var b strings.Builder
	copies := func(indent, cond, at string) {
		dst, bytes := fmt.Sprintf("s[%s]", at), 128
		if r.Intn(4) == 0 {
			dst, bytes = dst+" + 8", 32
		}
		fmt.Fprintf(&b, "%s%scg::memcpy_async(block, %s, in + i * 32, %d);\n", indent, cond, dst, bytes)
	}
	op := func(indent string) {
		switch r.Intn(10) {
		case 0, 1:
			copies(indent, "", slot())
		case 2:
			copies(indent, "if (i + 1 < n) ", slot())
		case 3, 4:
			fmt.Fprintf(&b, "%scg::wait_prior<%d>(block);\n", indent, r.Intn(3))
		case 5:
			fmt.Fprintf(&b, "%sblock.sync();\n", indent)
		case 6:
			fmt.Fprintf(&b, "%sif (i + 1 < n) { cg::memcpy_async(block, s[(i + 1) %% %d], in, 128); cg::wait_prior<%d>(block); } else cg::wait(block);\n", indent, stages, r.Intn(2))
		case 7, 8:
			fmt.Fprintf(&b, "%sx += s[%s][%s];\n", indent, slot(), []string{"t", "31 - t"}[r.Intn(2)])
		default:
			fmt.Fprintf(&b, "%sif (t == %d) s[%s][%s] = 1;\n", indent, r.Intn(3), slot(), []string{"t", "31 - t", "3"}[r.Intn(3)])
		}
	}
	fmt.Fprintf(&b, "  __shared__ int s[%d][32];\n  auto block = cg::this_thread_block();\n", stages)
	if r.Intn(2) == 0 {
		fmt.Fprintf(&b, "  if (n > 0) { int i = 0; cg::memcpy_async(block, s[0], in, 128); }\n")
	}
	b.WriteString("  for (int i = 0; i < n; ++i) {\n")
	for range 2 + r.Intn(4) {
		op("    ")
	}
	if r.Intn(3) > 0 {
		fmt.Fprintf(&b, "    cg::wait_prior<%d>(block);\n    x += s[i %% %d][31 - t];\n    block.sync();\n", r.Intn(2), stages)
	}
	b.WriteString("  }\n")
	return "#include <cooperative_groups.h>\n#include <cooperative_groups/memcpy_async.h>\nnamespace cg = cooperative_groups;\n" + copying(b.String())
}

// TestRandomCopiesTogether is TestRandomCopies for copies of the whole block.
func TestRandomCopiesTogether(t *testing.T) {
	many := 4
	if text := os.Getenv("COPIES"); text != "" {
		var err error
		many, err = strconv.Atoi(text)
		require.NoError(t, err)
	}
	proved, right := 0, 0
	for seed := range many {
		text := randomTogether(rand.New(rand.NewSource(int64(seed))))
		k := lowered(text, kernel.Launch{BlockDim: [3]int{32, 1, 1}, GridDim: [3]int{1, 1, 1}})
		require.NotNil(t, k, text)
		n := racesFor(t, k)
		if n < 0 {
			right++
		}
		if !inFlight(k, 200_000) {
			continue
		}
		proved++
		assert.Negative(t, n, "seed %d is proved and races for n = %d:\n%s", seed, n, text)
	}
	t.Logf("%d of %d race for no small n, and %d are proved", right, many, proved)
}
