package verdict

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/runtime/prove"
)

// Random kernels with barriers in memory and with groups of copies, for an unknown number of rounds n. Most have a fault or several. What is
// proved of them for every n is held against executions for small n, which know nothing of it.

const ringMacros = `#define SMEM(p) ((unsigned)__cvta_generic_to_shared(p))
#define INIT(b, c) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(SMEM(b)), "r"(c) : "memory")
#define EXPECT(b, n) asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(SMEM(b)), "r"(n) : "memory")
#define ARRIVE(b) asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(SMEM(b)) : "memory")
#define FENCE() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
#define LOAD(dst, src, n, b) \
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(SMEM(dst)), "l"(src), "r"(n), "r"(SMEM(b)) : "memory")
#define COPY(dst, src) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(SMEM(dst)), "l"(src) : "memory")
#define COMMIT() asm volatile("cp.async.commit_group;" ::: "memory")
#define WAIT(N) asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory")
__device__ void wait(void *b, unsigned parity) {
  unsigned ok = 0;
  while (!ok)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(ok) : "r"(SMEM(b)), "r"(parity) : "memory");
}
`

// choices draws from what is right and what is not; the former comes out in most cases.
type choices struct{ *rand.Rand }

func (c choices) of(right string, wrong ...string) string {
	if c.IntN(24) > 0 {
		return right
	}
	return wrong[c.IntN(len(wrong))]
}

func (c choices) number(right int) string {
	return c.of(strconv.Itoa(right), strconv.Itoa(max(1, right-1)), strconv.Itoa(right+1))
}

// randomRing is a ring of slots that one thread fills and others read, with barriers in one of several places.
func randomRing(c choices) string {
	slots, readers := 1+c.IntN(4), 32*(1+c.IntN(2))
	declared, full, empty, ring := "", "full[%s]", "empty[%s]", "ring[%s]"
	switch c.IntN(4) {
	case 0:
		declared = fmt.Sprintf("__shared__ alignas(16) int ring[%d][64]; __shared__ unsigned long long full[%[1]d], empty[%[1]d];", slots)
	case 1:
		declared = fmt.Sprintf("struct S { unsigned long long full[%d], empty[%[1]d]; alignas(16) int ring[%[1]d][64]; }; __shared__ S s;", slots)
		full, empty, ring = "s.full[%s]", "s.empty[%s]", "s.ring[%s]"
	case 2:
		declared = fmt.Sprintf("struct B { unsigned long long full, empty; }; __shared__ alignas(16) int ring[%d][64]; __shared__ B b[%[1]d];", slots)
		full, empty = "b[%s].full", "b[%s].empty"
	default:
		declared = fmt.Sprintf("struct P { alignas(16) int data[64]; unsigned long long full, empty; }; __shared__ P p[%d];", slots)
		full, empty, ring = "p[%s].full", "p[%s].empty", "p[%s].data"
	}
	slot := func(format string) string { return fmt.Sprintf(format, "i % "+c.number(slots)) }
	phase := func() string { return "i / " + c.number(slots) + " & 1" }
	expect := "EXPECT(&" + slot(full) + ", " + c.of("256", "128", "512") + ");"
	load := "LOAD(" + slot(ring) + ", in + i * 64, 256, &" + slot(full) + ");"
	if c.IntN(4) == 0 {
		expect, load = load, expect
	}
	read := "acc += " + slot(ring) + "[63 - t]; " + c.of("FENCE();", "")
	release := c.of("ARRIVE(&"+slot(empty)+");", "ARRIVE(&"+slot(full)+");", "", "if (t > 0) ARRIVE(&"+slot(empty)+");")
	if c.IntN(10) == 0 {
		read, release = release, read
	}
	return fmt.Sprintf(`__global__ void k(const int *in, int *out, int n) {
  %s
  int t = threadIdx.x, acc = 0;
  if (t < %d) { INIT(&%s, 1); INIT(&%s, %s); FENCE(); }
  __syncthreads();
  if (t == %d) {
    for (int i = 0; i < n; ++i) { %s %s %s }
  } else if (t < %[6]d) {
    for (int i = 0; i < n; ++i) { %[10]s %s %s }
    out[t] = acc;
  }
}
`, declared, slots, fmt.Sprintf(full, "t"), fmt.Sprintf(empty, "t"), c.number(readers), readers,
		c.of("wait(&"+slot(empty)+", ("+phase()+") ^ "+c.of("1", "0")+");", ""), expect, load,
		c.of("wait(&"+slot(full)+", "+phase()+");", ""), read, release)
}

// randomStages is a pipeline of copies to one or more arrays.
func randomStages(c choices) string {
	ahead, arrays := 1+c.IntN(3), 1+c.IntN(3)
	slots := c.number(ahead + 1)
	var declared, first, fill, use strings.Builder
	for a := range arrays {
		fmt.Fprintf(&declared, "__shared__ int a%d[%s][32]; ", a, slots)
		at := func(round string) string {
			return fmt.Sprintf("COPY(&a%d[(%s) %% %s][%s], in + (%[2]s) * 32 + t); ", a, round, slots, c.of("t", "31 - t", "t ^ 1", "0"))
		}
		first.WriteString(at("p"))
		fill.WriteString(at("i + " + c.number(ahead)))
		fmt.Fprintf(&use, "acc += a%d[i %% %s][31 - t]; ", a, slots)
	}
	refill := fmt.Sprintf("if (i + %s < n) { %s} COMMIT();", c.number(ahead), fill.String())
	body := []string{"WAIT(" + c.of(strconv.Itoa(ahead-1), strconv.Itoa(ahead), "0") + ");", c.of("__syncthreads();", ""), use.String(), refill}
	switch c.IntN(4) {
	case 0:
		body[2], body[3] = body[3], body[2]
	case 1:
		body[0], body[1] = body[1], body[0]
	case 2:
		body = append(body, "__syncthreads();")
	}
	return fmt.Sprintf(`__global__ void k(const int *in, int *out, int n) {
  %s
  int t = threadIdx.x, acc = 0;
  for (int p = 0; p < %s; ++p) { if (p < n) { %s} %s }
  for (int i = 0; i < n; ++i) { %s }
  out[t] = acc;
}
`, declared.String(), c.number(ahead), first.String(), c.of("COMMIT();", ""), strings.Join(body, " "))
}

// TestRandomRounds proves nothing that an execution refutes. ROUNDS is how many kernels of each kind are looked at, ROUNDS_SEED where to begin.
func TestRandomRounds(t *testing.T) {
	number := func(name string, otherwise int) int {
		text := os.Getenv(name)
		if text == "" {
			return otherwise
		}
		n, err := strconv.Atoi(text)
		require.NoError(t, err)
		return n
	}
	seed := uint64(number("ROUNDS_SEED", 1))
	for _, kind := range []struct {
		name    string
		threads int
		make    func(choices) string
		step    func(*prove.Prover)
	}{
		{"ring", 96, randomRing, (*prove.Prover).Phases},
		{"stages", 32, randomStages, (*prove.Prover).Asynchronous},
	} {
		proved, refuted := 0, 0
		for i := range number("ROUNDS", 2) {
			text := kind.make(choices{rand.New(rand.NewPCG(seed, uint64(i)))})
			k := kerneltest.Lower(t, ringMacros+text, kernel.Launch{BlockDim: [3]int{kind.threads, 1, 1}, GridDim: [3]int{1, 1, 1}})
			wrong := refutedFor(t, k)
			if len(wrong) > 0 {
				refuted++
			}
			shown, all := shownBy(k, 4_000_000, kind.step), true
			for _, name := range ofPhases {
				all = all && shown[name]
				if n, is := wrong[name]; is {
					assert.False(t, shown[name], "%s %d: %s is proved and refuted for n = %d\n%s", kind.name, i, name, n, text)
				}
			}
			if all {
				proved++
				assert.Empty(t, wrong, "%s %d\n%s", kind.name, i, text)
			}
		}
		t.Logf("%s: %d are refuted for small n, %d are proved", kind.name, refuted, proved)
	}
}
