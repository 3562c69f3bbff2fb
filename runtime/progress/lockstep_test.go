package progress

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/predicate/discipline"
	"gv2/predicate/rewrite"
	"gv2/runtime/interleave"
)

// TestLockStep: kernels of which it is shown, and of which it is not, that loops that wait end in lock step; executions agree.
func TestLockStep(t *testing.T) {
	const (
		begin = "__device__ int mutex, other, data; __device__ int locks[64]; __device__ int flag; __global__ void k() { int t = threadIdx.x; "
		take  = "while (atomicCAS(&mutex, 0, 1) != 0) {} __threadfence(); "
		give  = "__threadfence(); atomicExch(&mutex, 0); "
		set   = "atomicExch(&flag, 1); "
		wait  = "while (atomicAdd(&flag, 0) == 0) {} "
	)
	tried := func(inside string) string {
		return "bool done = false; while (!done) { if (atomicCAS(&mutex, 0, 1) == 0) { __threadfence(); " + inside + give + "done = true; } } "
	}
	for _, c := range []struct {
		name, text string
		why        string // empty if it is shown
	}{
		{"given back inside the loop", begin + tried("data++; ") + "}", ""},
		{"given back inside the loop, in rounds", begin + "for (int i = 0; i < 3; i++) { " + tried("data++; ") + "} }", ""},
		{"given back behind the loop", begin + take + "data++; " + give + "}", "may hold a lock behind the loop"},
		{"of one lane", begin + "if (t % 32 == 0) { " + take + "data++; " + give + "} }", ""},
		{"of one thread of the block", begin + "if (t == 0) { " + take + "data++; " + give + "} }", ""},
		{"of the first half of a warp", begin + "if (t % 32 < 16) { " + take + "data++; " + give + "} }", "may hold a lock behind the loop"},
		{"by the break of a loop", begin + "while (true) { if (atomicCAS(&mutex, 0, 1) == 0) break; } " + "data++; " + give + "}", "may hold a lock behind the loop"},
		{"inside the loop, with a break", begin + "while (true) { if (atomicCAS(&mutex, 0, 1) == 0) { __threadfence(); data++; " + give + "break; } } }", "other side runs on"},
		{"tried, and given up", begin + "for (int i = 0; i < 9; i++) { if (atomicCAS(&mutex, 0, 1) == 0) { __threadfence(); data++; " + give + "break; } } " + take + give + "}", "may hold a lock"},
		{"another lock inside", begin + tried("while (atomicCAS(&other, 0, 1) != 0) {} data++; atomicExch(&other, 0); ") + "}", "may hold a lock"},
		{"a flag of another block", begin + "if (blockIdx.x == 0) { if (t == 0) " + set + "} else { " + wait + "} }", ""},
		{"a flag of another warp", begin + "if (blockIdx.x == 0) { if (t / 32 == 0) { if (t == 0) " + set + "} else { " + wait + "} } }", ""},
		{"a flag of the same warp", begin + "if (blockIdx.x == 0) { if (t == 0) " + set + "else { " + wait + "} } }", "may be stored to"},
		{"a flag that is set behind the wait of others", begin + "if (blockIdx.x == 0) { if (t > 0) { " + wait + "} if (t == 0) " + set + "} }", "may be stored to"},
		{"a flag that is set before", begin + "if (blockIdx.x == 0 && t == 0) " + set + wait + "}", ""},
		{"a flag that is set behind a barrier", begin + "if (blockIdx.x == 1) {" + wait + "} __syncthreads(); if (blockIdx.x == 0 && t == 0) { " + set + "} }", ""},
		{"a flag that is set where others wait in front of a barrier", begin + wait + "if (blockIdx.x == 0 && t == 0) " + set + "__syncthreads(); }", "may be stored to"},
		{"lock step does not matter between lanes that wait for nobody", begin + "if (blockIdx.x == 0 && t == 1) " + set + "if (t % 32 == 0) { " + wait + "} }", ""},
		{"two lanes, each with its lock", begin + "if (t % 32 == 1) { " + take + "data++; " + give + "} if (t % 32 == 0) { while (atomicCAS(&other, 0, 1) != 0) {} __threadfence(); data++; __threadfence(); atomicExch(&other, 0); } }", ""},
		{"a barrier of some lanes", begin + "if (t < 16) __syncwarp(0xffff); " + tried("data++; ") + "}", "kept from meeting"},
		{"a barrier of the warp", begin + "__syncwarp(); " + tried("data++; ") + "__syncwarp(); }", ""},
		{"a barrier of some warps", begin + "asm volatile(\"bar.sync 1, 32;\"); " + tried("data++; ") + "}", "from the barrier"},
		{"a lock that is tried by another word", begin + "while (atomicMax(&data, 3) < 2) {} }", "does not know"},
		{"a lock by its own value", begin + "int old = data, now; do { now = old; old = atomicCAS(&data, now, now + 1); } while (old != now); }", "does not know"},
	} {
		k := lowered(t, c.text)
		found := discipline.Recognise(rewrite.WithoutVolatile(k))
		assert.True(t, found.Waits, c.name)
		assert.Equal(t, c.why == "", found.Together, c.name)
		if c.why != "" {
			assert.Contains(t, fmt.Sprint(found.Kept), c.why, c.name)
		}
		agrees(t, c.text, k, found)
	}
}

func lowered(t *testing.T, text string) *kernel.Kernel {
	t.Helper()
	return rewrite.StrongAccesses(kerneltest.Lower(t, text, kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{2, 1, 1}}))
}

// agrees executes a kernel of which it is shown that its waits end: they do in lock step, if they do where each thread goes on by itself. It reports
// whether there was something to compare.
func agrees(t *testing.T, text string, k *kernel.Kernel, found discipline.Found) bool {
	p, err := interleave.Compile(k)
	if err != nil || !found.Waits || !found.Together {
		return false
	}
	o := interleave.Options{MaxSteps: 300_000}
	if w, known := p.Waits(o, interleave.Progress{}); w != nil || !known {
		return false
	}
	for _, by := range []interleave.Progress{{LockStep: true}, {LockStep: true, ElseFirst: true}} {
		w, _ := p.Waits(o, by)
		assert.True(t, w == nil, "%s\n%+v", text, by)
	}
	return true
}

// TestLockStepOfRandomKernels puts waits, locks and flags together by chance. LOCKSTEP=n makes n kernels.
func TestLockStepOfRandomKernels(t *testing.T) {
	n := 150
	if s := os.Getenv("LOCKSTEP"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	shown, hangs := 0, 0
	for i := range n {
		g := &random{r: rand.New(rand.NewPCG(16, uint64(i)))}
		text := "__device__ int m0, m1, f0, f1, f2, data; __global__ void k() { int t = threadIdx.x; " + g.list(3, true) + "}"
		k := lowered(t, text)
		found := discipline.Recognise(rewrite.WithoutVolatile(k))
		if agrees(t, text, k, found) {
			shown++
		} else if !found.Together {
			hangs++
		}
	}
	assert.Greater(t, shown, n/20)
	assert.Greater(t, hangs, n/20)
}

type random struct {
	r     *rand.Rand
	flags int // set so far
	names int
}

func (g *random) one(list ...string) string { return list[g.r.IntN(len(list))] }

func (g *random) condition() string {
	return g.one("t == 0", "t == 33", "t % 32 == 0", "t % 32 == 1", "t < 16", "blockIdx.x == 0", "t / 32 == 0", "t % 2 == 0", "blockIdx.x == 0 && t == 0", "blockIdx.x == 1 && t == 7")
}

func (g *random) list(depth int, top bool) string {
	var out []string
	for range 1 + g.r.IntN(3) {
		out = append(out, g.statement(depth, top))
	}
	return strings.Join(out, "")
}

func (g *random) statement(depth int, top bool) string {
	lock := g.one("m0", "m1")
	flag := fmt.Sprint("f", g.r.IntN(3))
	inner := func() string {
		if depth > 1 && g.r.IntN(3) == 0 {
			return g.list(depth-2, false)
		}
		return "data++; "
	}
	g.names++
	switch n := g.r.IntN(12); {
	case n == 0 && top:
		return "__syncthreads(); "
	case n <= 1:
		return "while (atomicCAS(&" + lock + ", 0, 1) != 0) {} __threadfence(); " + inner() + "__threadfence(); atomicExch(&" + lock + ", 0); "
	case n <= 3:
		done := fmt.Sprint("done", g.names)
		return "bool " + done + " = false; while (!" + done + ") { if (atomicCAS(&" + lock + ", 0, 1) == 0) { __threadfence(); " + inner() + "__threadfence(); atomicExch(&" + lock + ", 0); " + done + " = true; } } "
	case n <= 5 && g.flags < 3:
		g.flags++
		return "if (" + g.one("blockIdx.x == 0 && t == 0", "blockIdx.x == 1 && t == 7", "blockIdx.x == 0 && t == 32") + fmt.Sprint(") atomicExch(&f", g.flags-1, ", 1); ")
	case n <= 7 && g.flags > 0:
		return "while (atomicAdd(&" + flag + ", 0) == 0) {} "
	case n == 8 && depth > 0:
		return fmt.Sprint("for (int i", g.names, " = 0; i", g.names, " < 2; i", g.names, "++) { ") + g.list(depth-1, top) + "} "
	case depth > 0:
		text := "if (" + g.condition() + ") { " + g.list(depth-1, false) + "} "
		if g.r.IntN(2) == 0 {
			text += "else { " + g.list(depth-1, false) + "} "
		}
		return text
	}
	return "data++; "
}
