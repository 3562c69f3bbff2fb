package condition

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/instrument"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/solver"
	"gv2/runtime/verdict"
	"gv2/runtime/weft"
)

// texts are the conditions of guesses in their order.
func texts(list []guess) []string {
	var out []string
	for _, g := range list {
		out = append(out, kernel.ExprString(g.cond))
	}
	return out
}

func guessesFor(k *kernel.Kernel) []guess {
	params := guessed(k)
	return guesses(k, params, sampled(k, params))
}

func TestGuessesComeWeakestFirst(t *testing.T) {
	list := guessesFor(kernelOf(t, scaled))
	order := texts(list)
	at := map[string]int{}
	for i, text := range order {
		at[text] = i
	}
	for _, pair := range [][2]string{{"n != 0", "n >= 0"}, {"n >= 0", "n > 0"}, {"n > 0", "n >= 64"}, {"n % 32 == 0", "n % 64 == 0"}, {"n <= 64", "n == 1"}} {
		require.Contains(t, at, pair[0])
		require.Contains(t, at, pair[1])
		assert.Less(t, at[pair[0]], at[pair[1]], "%v", order)
	}
	for i := 1; i < len(list); i++ {
		assert.GreaterOrEqual(t, list[i-1].weight, list[i].weight)
	}
}

func TestGuessesFitTheKernel(t *testing.T) {
	k := kernelOf(t, scaled)
	k.Params[0].T = kernel.U32
	k.Body = nil
	assert.Empty(t, guessed(k), "the parameter decides nothing")

	k = kernelOf(t, "__requires(n > 64); "+scaled)
	assert.NotContains(t, texts(guessesFor(k)), "n >= 64", "says nothing new")
	assert.NotContains(t, texts(guessesFor(k)), "n <= 64", "rules out every run")

	k = kernelOf(t, scaled+" __assume(n < 0);")
	assert.NotContains(t, texts(guessesFor(k)), "n >= 0", "rules out every run")
	assert.Contains(t, texts(guessesFor(k)), "n % 64 == 0")

	assert.Contains(t, texts(guessesFor(kernelOf(t, scaled))), "n == 1", "a factor")
	assert.NotContains(t, texts(guessesFor(kernelOf(t, "for (int i = 0; i < n; i++) p[64 * i + threadIdx.x] = i;"))), "n == 1", "a number of elements")

	k = kernelOf(t, scaled)
	k.Launch.BlockDim[0] = 0
	assert.Contains(t, texts(guessesFor(k)), "n >= (i32)blockDim.x")
}

func TestGuessesRelateParameters(t *testing.T) {
	k := kerneltest.Lower(t, "__global__ void k(unsigned *p, int n, int m, bool b) { if (b) if (n < m) "+scaled+" }\n", kerneltest.Block(64))
	list := texts(guessesFor(k))
	for _, want := range []string{"b", "!b", "n <= m", "m <= n", "n != m", "m > 0"} {
		assert.Contains(t, list, want)
	}
}

func TestGuessesThatFaultsMeetAreDropped(t *testing.T) {
	p := &precondition{k: kernelOf(t, scaled), guesses: guessesFor(kernelOf(t, scaled))}
	all := len(p.guesses)
	p.exclude(map[string]int64{"n": 64})
	assert.Less(t, len(p.guesses), all)
	for _, g := range p.guesses {
		holds, known := fact.Judged(g.cond, map[string]int64{"n": 64})
		assert.True(t, known && !holds, kernel.ExprString(g.cond))
	}
	p.exclude(map[string]int64{"m": 1})
	assert.Empty(t, p.guesses, "a fault that names no value of n is there for every n")
}

func decideSafety(k *kernel.Kernel, opts verdict.Options) verdict.Result {
	opts.Effort = enough
	engines := verdict.Engines{Solve: solver.Run, Check: weft.Check}
	r := verdict.Decide(context.Background(), k, opts, engines)
	Find(context.Background(), k, opts, engines, &r)
	return r
}

func TestOrdinaryConditionMakesConditional(t *testing.T) {
	t.Parallel()
	r := decideSafety(kernelOf(t, scaled), verdict.Options{})
	require.Equal(t, verdict.KernelConditional, r.Outcome, "%v %+v", r.Err, r.Properties)
	assert.Equal(t, "n > 0", r.Condition)
	assert.Equal(t, claim.Conditional, r.Property("data-race").Status)
	assert.Equal(t, "proved if n > 0", r.Property("data-race").Reason())
	require.NotEmpty(t, r.Findings)
	assert.Equal(t, claim.OutsideSeverity, r.Findings[0].Severity)
	assert.Equal(t, "0", r.Findings[0].Values["n"])
	assert.Empty(t, r.SafeIf)
	assert.Contains(t, r.Assumptions, instrument.NoOverflow, "the proof under the condition rests on it")
}

// TestOpenPropertiesGetPositiveSizes: a race that is open beside an assertion that fails is looked at with
// sizes above 0, because what divides by a size that may be 0 keeps provers busy.
func TestOpenPropertiesGetPositiveSizes(t *testing.T) {
	t.Parallel()
	k := kerneltest.Lower(t, `__global__ void k(float *p, int h, int w, int n, int op) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int plane = i / (h * w), y = i % (h * w) / w, x = i % (h * w) % w;
  switch (op) { case 0: break; case 1: break; default: assert(false); }
  p[plane * (h * w) + y * w + x] = i;
}
`, kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{0, 1, 1}})
	space := newSpace(k)
	stated := statedBy(k)
	require.Len(t, stated, 1)
	c := space.positive(k, conjunction{&stated[0]})
	require.NotNil(t, c)
	assert.Equal(t, "(op == 0 || op == 1) && h > 0 && w > 0 && n > 0", c.text())
	assert.Nil(t, space.positive(k, c), "it says so already")
}

// TestOtherConditionsKeepTheKernelRefuted: programs break upper limits and multiples.
func TestOtherConditionsKeepTheKernelRefuted(t *testing.T) {
	t.Parallel()
	r := decideSafety(kernelOf(t, "for (int i = threadIdx.x; i < n; i += 64) p[i % 64 + i / 128] = i;"), verdict.Options{})
	require.Equal(t, verdict.KernelRefuted, r.Outcome, "%v %+v", r.Err, r.Properties)
	assert.Equal(t, claim.Refuted, r.Property("data-race").Status, "the verdict stays")
	assert.Equal(t, "n <= 64", r.SafeIf)
	assert.Empty(t, r.Condition)
}

func TestNoPreconditionWhereNothingHelps(t *testing.T) {
	r := decideSafety(kernelOf(t, "p[n] = threadIdx.x;"), verdict.Options{})
	assert.Equal(t, verdict.KernelRefuted, r.Outcome)
	assert.Empty(t, r.SafeIf)
	assert.Empty(t, r.Condition)
}

// TestPreconditionHelpsEverything: one that cures the race and leaves the failing
// assertion is not named.
func TestPreconditionHelpsEverything(t *testing.T) {
	t.Parallel()
	r := decideSafety(kernelOf(t, scaled+" __assert(p[0] == 17);"), verdict.Options{})
	assert.Equal(t, verdict.KernelRefuted, r.Outcome)
	assert.Empty(t, r.SafeIf)
}

func TestPreconditionsAreSoughtForRefutedKernelsOnly(t *testing.T) {
	for _, r := range []verdict.Result{{Outcome: verdict.KernelProved}, {Outcome: verdict.KernelUnknown}, {Outcome: verdict.KernelRefuted}} {
		opts := verdict.Options{}
		if r.Outcome == verdict.KernelRefuted {
			opts.LoopUnroll = 3
		}
		Find(context.Background(), kernelOf(t, scaled), opts, verdict.Engines{}, &r)
		assert.Empty(t, r.SafeIf, "and no engine was asked")
	}
	r := verdict.Result{Outcome: verdict.KernelRefuted}
	Find(context.Background(), kernelOf(t, scaled), verdict.Options{Engine: verdict.WeftEngine}, verdict.Engines{}, &r)
	assert.Empty(t, r.SafeIf)
}

// TestConditionsKeepToTheArrays: a condition is no use where the kernel then reads
// beyond its array.
func TestConditionsKeepToTheArrays(t *testing.T) {
	k := kernelOf(t, scaled)
	k.Arrays[0].Len = 64
	p := &precondition{ctx: context.Background(), k: k, engines: verdict.Engines{Check: weft.Check}, clean: map[int]bool{}}
	params := guessed(k)
	p.samples = sampled(k, params)
	p.guesses = guesses(k, params, p.samples)
	require.Contains(t, texts(p.guesses), "n > 0")
	p.stayWithin()
	left := texts(p.guesses)
	assert.NotContains(t, left, "n > 0", "p[63 * n] is beyond p for n = 2")
	assert.Contains(t, left, "n == 1")
}
