package emulate

import (
	"context"
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// counter is an observer that only releases threads.
type counter struct {
	block  *Block
	come   map[int64]int64
	events int64
}

func (c *counter) Access(a *Access) { c.events += int64(bits.OnesCount32(a.Lanes | a.Unknown)) }

func (c *counter) Barrier(op *BarrierOp) {
	c.come[op.ID] += int64(bits.OnesCount32(op.Lanes))
	if c.come[op.ID] < op.Count {
		return
	}
	c.come[op.ID] = 0
	for w := range c.block.run.state.warps {
		for _, at := range c.block.run.state.warps[w].waits {
			if at.id == op.ID {
				c.block.Release(w, at.lanes, Result{})
			}
		}
	}
}

func (c *counter) WarpSync(*WarpOp) {}
func (c *counter) Assert(*AssertOp) {}
func (c *counter) Async(*AsyncOp)   {}

func (c *counter) Together(int, Lanes) {}

func (c *counter) run(tb testing.TB) {
	for ran := true; ran; {
		ran = false
		for w := range c.block.run.state.warps {
			if c.block.Ready(w) {
				ran = true
				require.NoError(tb, c.block.Run(context.Background(), w))
			}
		}
	}
}

func measure(b *testing.B, text string, threads int, o Options) {
	p := compiled(b, text, threads)
	b.ReportAllocs()
	b.ResetTimer()
	commands := int64(0)
	for b.Loop() {
		c := &counter{come: map[int64]int64{}}
		c.block = p.Start(o, c)
		c.run(b)
		commands += c.block.Commands()
	}
	b.ReportMetric(float64(commands)/b.Elapsed().Seconds(), "commands/s")
}

// BenchmarkLoop: a shared array is written and read in a loop, 256 threads.
func BenchmarkLoop(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			measure(b, fmt.Sprintf(`__global__ void k(float *out) { __shared__ float s[256]; int t = threadIdx.x; float x = 0;
for (int k = 0; k < %d; k++) { s[t] = x; __syncthreads(); x += s[(t + k) & 255]; __syncthreads(); }
out[t] = x; }`, n), 256, Options{})
		})
	}
}

// BenchmarkContents: the same with contents that decide addresses.
func BenchmarkContents(b *testing.B) {
	measure(b, `__global__ void k(int *out) { __shared__ int s[256]; int t = threadIdx.x; int x = t;
for (int k = 0; k < 1000; k++) { s[t] = x; __syncthreads(); x = s[(x + k) & 255]; __syncthreads(); }
out[x] = x; }`, 256, Options{})
}

// BenchmarkDivergent: each half of a warp takes its own branch.
func BenchmarkDivergent(b *testing.B) {
	measure(b, `__global__ void k(int *out) { __shared__ int s[256]; int t = threadIdx.x; 
for (int k = 0; k < 1000; k++) { if (t & 1) { s[t] = k; } else { out[s[(t + k) & 255]] = 0; } } }`, 256, Options{})
}

// BenchmarkShuffle: warp reductions.
func BenchmarkShuffle(b *testing.B) {
	measure(b, `__global__ void k(int *out) { __shared__ int s[256]; int t = threadIdx.x;
for (int k = 0; k < 1000; k++) { int x = t + k; for (int d = 16; d > 0; d /= 2) x += __shfl_down_sync(~0u, x, d); s[x & 255] = 0; } }`, 256, Options{})
}

// BenchmarkValues: stored values as symbols.
func BenchmarkValues(b *testing.B) {
	measure(b, `__global__ void k(int *out, const int *in, int n) { __shared__ int s[256]; int t = threadIdx.x;
for (int k = 0; k < 1000; k++) { s[t] = in[k] + n; } }`, 256, Options{Values: map[int]bool{1: true}})
}

// long is a kernel of n statements of a kind that chemistry codes have: products
// of constants, stored through shared memory by warps of their own.
func long(n int) string {
	var b strings.Builder
	b.WriteString("__global__ void k(double *out, const double *in, int stride) { __shared__ double s[8][64]; int t = threadIdx.x, w = t / 32, lane = t % 32;\n")
	b.WriteString("double x = in[t]; if (w < 8) {\n")
	for i := range n {
		fmt.Fprintf(&b, "double v%d = x * %d.5 + exp(v%d);\n", i, i, max(0, i-1))
		if i%16 == 0 {
			fmt.Fprintf(&b, "s[w][lane + %d] = v%d; asm volatile(\"bar.sync %%0, 256;\" :: \"r\"(%d)); x += s[(w + 1) & 7][lane];\n", i%32, i, i/16%2)
		}
	}
	b.WriteString("out[t] = x; } }")
	return strings.Replace(b.String(), "exp(v0)", "1.0", 1)
}

// BenchmarkStart: a kernel of 13,000 lines.
func BenchmarkStart(b *testing.B) {
	k := lowered(b, long(13000), 256)
	b.Run("compile", func(b *testing.B) {
		for b.Loop() {
			_, err := Compile(k)
			require.NoError(b, err)
		}
	})
	p, err := Compile(k)
	require.NoError(b, err)
	b.Run("start", func(b *testing.B) {
		for b.Loop() {
			p.Start(Options{}, &counter{})
		}
	})
	b.Run("values", func(b *testing.B) {
		all := map[int]bool{}
		for _, s := range p.Sites {
			all[s.ID] = s.Kind == WriteSite
		}
		for b.Loop() {
			c := &counter{come: map[int64]int64{}}
			c.block = p.Start(Options{Values: all}, c)
			c.run(b)
		}
	})
}

// TestCommandsAllocateNothing: an execution allocates no memory per command.
func TestCommandsAllocateNothing(t *testing.T) {
	p := compiled(t, `__global__ void k() { __shared__ int s[64]; int t = threadIdx.x; int x = 0;
for (int k = 0; k < 10000; k++) { s[t] = x; x += s[(t + k) & 63]; } }`, 32)
	commands := int64(0)
	allocations := testing.AllocsPerRun(1, func() {
		c := &counter{come: map[int64]int64{}}
		c.block = p.Start(Options{}, c)
		c.run(t)
		commands = c.block.Commands()
		require.Equal(t, c.events, commands)
	})
	require.Greater(t, commands, int64(500_000))
	require.Less(t, allocations, 1000.)
}
