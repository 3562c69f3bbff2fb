package advise_test

import (
	"context"
	"gv2/frontend/unit/kerneltest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/runtime/advise"
	"gv2/runtime/claim"
	"gv2/runtime/solver"
	"gv2/runtime/verdict"
	"gv2/runtime/weft"
)

// TestRepairs: a race says which barrier orders it where the exact engine shows that,
// and nothing else.
func TestRepairs(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"missing", "s[t] = t;\nout[t] = s[63 - t];", "between line 5 and line 6"},
		{"behind a conditional", "if (t < 7)\n  s[t] = t;\nout[t] = s[t & 7];", "between the conditional at line 5 and line 7"},
		{"in front of a loop", "s[t] = t;\nfor (int i = 0; i < 4; i++)\n  out[t] += s[i];", "between line 5 and the loop at line 6"},
		{"end of a loop", "for (int i = 0; i < 4; i++) {\n  s[t] = i;\n  __syncthreads();\n  out[t] = s[63 - t];\n}", "behind line 8"},
		{"inside a conditional for some threads", "if (t < 40) {\n  s[t] = t;\n  out[t] = s[39 - t];\n}", ""},
		{"two barriers are missing", "s[t] = t;\nout[t] = s[63 - t];\ns[t] = 1;", ""},
		{"one line", "s[t] += s[63 - t];", ""},
		{"the same statement", "s[0] = t;", ""},
		{"branches", "if (t < 32)\n  s[0] = 1;\nelse\n  s[0] = 2;", ""},
		{"an element of the input's choice", "s[t] = t;\nout[t] = s[in[t] & 63];", "between line 5 and line 6"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, repair := range repairsOf(t, c.body) {
				assert.Equal(t, c.want, repair)
			}
		})
	}
}

// TestRepairsBetweenCalls: the finding shows the calls that race, whichever came first, and the repair names their lines, as its
// edit does.
func TestRepairsBetweenCalls(t *testing.T) {
	k := kerneltest.Lower(t, `__device__ void put(int *p, int v) { *p = v; }
__device__ int get(const int *p) { return *p; }
__global__ void k(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  put(&s[t], 1);
  __syncthreads();
  int a = get(&s[63 - t]);
  __syncthreads();
  put(&s[t], a);
  out[t] = get(&s[63 - t]);
}`, kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}})
	r := advise.Decide(context.Background(), k, verdict.Options{NoPrecondition: true}, verdict.Engines{Solve: solver.Run, Check: weft.Check})
	require.Len(t, r.Findings, 1)
	f := r.Findings[0]
	assert.Equal(t, 10, f.Accesses[0].Src.Calls[0].Line)
	assert.Equal(t, 11, f.Accesses[1].Src.Calls[0].Line)
	assert.Equal(t, "a __syncthreads() between line 10 and line 11 would order them; with it, no race within a block remains", f.Repair)
	require.Len(t, f.Edits, 1)
	assert.Equal(t, 11, f.Edits[0].At.Line)
}

// TestRepairOfCopies: who waits for its copies tells the others at a barrier behind that.
func TestRepairOfCopies(t *testing.T) {
	k := kerneltest.Lower(t, `#include <cuda_pipeline.h>
__global__ void k(const float4 *__restrict__ in, float4 *__restrict__ out) {
  __shared__ float4 buf[3][64];
  int t = threadIdx.x;
  for (int s = 0; s < 2; ++s) {
    __pipeline_memcpy_async(&buf[s][t], &in[s * 64 + t], sizeof(float4));
    __pipeline_commit();
  }
  for (int i = 0; i < 4; ++i) {
    __pipeline_wait_prior(1);
    if (i + 2 < 4) __pipeline_memcpy_async(&buf[(i + 2) % 3][t], &in[(i + 2) * 64 + t], sizeof(float4));
    __pipeline_commit();
    out[i * 64 + t] = buf[i % 3][63 - t];
  }
}`, kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}})
	r := advise.Decide(context.Background(), k, verdict.Options{NoPrecondition: true}, verdict.Engines{Solve: solver.Run, Check: weft.Check})
	require.NotEmpty(t, r.Findings)
	for _, f := range r.Findings {
		assert.Equal(t, "a __syncthreads() behind line 10 would order them; with it, no race within a block remains", f.Repair)
	}
}

// TestFixAtTheEndOfALoop: behind the last statement of a loop's body there is a line to insert, too.
func TestFixAtTheEndOfALoop(t *testing.T) {
	k := kerneltest.Lower(t, "__global__ void k(int *out, const int *in) {\n__shared__ int s[64]; int t = threadIdx.x;\nfor (int i = 0; i < 4; i++) {\n"+
		"s[t] = in[64 * i + t];\n__syncthreads();\nout[t] += s[63 - t];\n}\n}", kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}})
	r := advise.Decide(context.Background(), k, verdict.Options{NoPrecondition: true}, verdict.Engines{Solve: solver.Run, Check: weft.Check})
	require.Len(t, r.Findings, 1)
	require.Len(t, r.Findings[0].Edits, 1, r.Findings[0].Repair)
	edit := r.Findings[0].Edits[0]
	assert.Equal(t, claim.AtEnd, edit.Place)
	assert.Equal(t, 3, edit.At.Line)
}

// repairsOf are the places of the barriers that the races of a kernel name, from line 5
// on, empty where they name none.
func repairsOf(t *testing.T, body string) (places []string) {
	k := kerneltest.Lower(t, "__global__ void k(int *out, const int *in) {\n  __shared__ int s[68];\n  int t = threadIdx.x;\n\n"+body+"\n}",
		kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}})
	before := kernel.Print(k)
	silent := func(context.Context, boogie.Printed, solver.Options) (*solver.Answer, error) {
		return &solver.Answer{Outcome: solver.TimedOut}, nil
	}
	r := advise.Decide(context.Background(), k, verdict.Options{NoPrecondition: true}, verdict.Engines{Solve: silent, Check: weft.Check})
	require.NotEmpty(t, r.Findings)
	assert.Equal(t, before, kernel.Print(k), "the kernel is as it was")
	for _, f := range r.Findings {
		place := strings.TrimPrefix(f.Repair, "a __syncthreads() ")
		places = append(places, strings.TrimSuffix(place, " would order them; with it, no race within a block remains"))
	}
	return places
}

// TestRepairBehindAllWrites: behind the first write of a tile and its halo a barrier
// leaves a race, in front of what reads them it does not.
func TestRepairBehindAllWrites(t *testing.T) {
	loads := "s[t] = t;\nif (t < 4)\n  s[t + 64] = t;\n"
	assert.Equal(t, []string{"in front of the loop at line 8", "between the conditional at line 6 and the loop at line 8"},
		repairsOf(t, loads+"for (int i = 0; i < 4; i++)\n  out[t] += s[t + i];"))
	assert.Equal(t, []string{"in front of line 8", "between the conditional at line 6 and line 8"},
		repairsOf(t, loads+"out[t] = s[t] + s[t + 2];"))
	assert.Equal(t, []string{"", "", ""}, repairsOf(t, loads+"out[t] = s[t + 2]; s[t] = s[t + 3];"),
		"a barrier within the line would be needed as well")
}

// TestRepairOfCounts: a barrier that expects too many or too few threads gets the number of those that
// come; barriers in the wrong order are not taken apart.
func TestRepairOfCounts(t *testing.T) {
	sync := func(id, n string) string { return "asm volatile(\"bar.sync " + id + ", " + n + ";\");" }
	for _, c := range []struct{ name, body, want string }{
		{"too many", "if (t < 32) { s[t] = t; " + sync("1", "96") + " out[t] = s[31 - t]; }", "32 as the number of threads of barrier 1 at line 5"},
		{"too few", "s[t] = t;\n" + sync("1", "32") + "\nout[t] = s[63 - t];", "64 as the number of threads of barrier 1 at line 6"},
		{"different ones", "if (t < 32) {\ns[t] = t;\nasm volatile(\"bar.arrive 1, 64;\");\n} else {\n" + sync("1", "32") + "\nout[t] = s[63 - t];\n}", "64 as the number of threads of barrier 1 at lines 7 and 9"},
		{"the wrong order", "if (t < 32) {\n" + sync("1", "64") + sync("2", "64") + "\n} else {\n" + sync("2", "64") + sync("1", "64") + "\n}", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, repair := range repairsOf(t, c.body) {
				assert.Equal(t, c.want, strings.TrimSuffix(repair, "; then every thread passes every barrier, and no race within a block remains"))
			}
		})
	}
}

// TestNoBarrierBetweenBlocks: where threads of different blocks race, too, a barrier of the block is no repair; atomics are.
func TestNoBarrierBetweenBlocks(t *testing.T) {
	seen := 0
	for body, want := range map[string]string{
		"  if (in[t] > *out)\n    *out = in[t];": "",
		"  *out += in[t];":                       "adding to out at line 2 by atomicAdd would not race",
	} {
		k := kerneltest.Lower(t, "__global__ void k(int *out, const int *in) { int t = threadIdx.x;\n"+body+"\n}",
			kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{4, 1, 1}})
		r := advise.Decide(context.Background(), k, verdict.Options{NoPrecondition: true}, verdict.Engines{Solve: solver.Run, Check: weft.Check})
		require.NotEmpty(t, r.Findings)
		for _, f := range r.Findings {
			if !f.Across && !f.BetweenBlocks() {
				continue // of this one it is not known
			}
			seen++
			assert.NotContains(t, f.Repair, "__syncthreads", f.Message)
			assert.Contains(t, f.Repair, want, f.Message)
		}
	}
	assert.Positive(t, seen)
}

// TestRepairOfUnsafeRecycling: who runs ahead at a barrier waits at another one, at which those behind arrive; where there is no
// loop that is none of the repairs. The fault is shown where the functions are called that stand for the instructions.
func TestRepairOfUnsafeRecycling(t *testing.T) {
	const functions = "__device__ void sync(int b) { asm volatile(\"bar.sync %0, 64;\" :: \"r\"(b) : \"memory\"); }\n" +
		"__device__ void arrive(int b) { asm volatile(\"bar.arrive %0, 64;\" :: \"r\"(b) : \"memory\"); }\n"
	for _, c := range []struct{ name, producer, consumer, want string }{
		{"loops", "for (int i = 0; i < 5; i++) { buf[t] = i;\narrive(1); }", "for (int i = 0; i < 5; i++) {\nsync(1); out[i] = buf[31 - t]; }",
			"a bar.sync 2, 64 at the end of the body of the loop at line 5, and a bar.arrive 2, 64 at the end of that at line 6; then every thread passes every barrier, and no race within a block remains"},
		{"loops of different length", "for (int i = 0; i < 6; i++) { buf[t] = i;\narrive(1); }", "for (int i = 0; i < 5; i++) {\nsync(1); out[i] = buf[31 - t]; }", ""},
		{"the buffer is read behind the loop, too", "for (int i = 0; i < 5; i++) { buf[t] = i;\narrive(1); }\nbuf[t] = 7;", "for (int i = 0; i < 5; i++) {\nsync(1); out[i] = buf[31 - t]; }\nout[0] = buf[t ^ 1];", ""},
		{"no loops", "buf[t] = 1;\narrive(1); arrive(1);", "sync(1); sync(1); out[t] = buf[31 - t];", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := kerneltest.Lower(t, functions+"__global__ void k(int *out) {\n__shared__ int buf[32]; int t = threadIdx.x & 31; if (threadIdx.x < 32) {\n"+c.producer+" } else { "+c.consumer+" } }",
				kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}})
			r := advise.Decide(context.Background(), k, verdict.Options{Engine: verdict.WeftEngine, NoPrecondition: true}, verdict.Engines{Solve: solver.Run, Check: weft.Check})
			require.NotEmpty(t, r.Findings)
			f := r.Findings[0]
			assert.Equal(t, kernel.Recycling, f.Property)
			assert.Equal(t, c.want, f.Repair)
			assert.Equal(t, 6, f.Accesses[0].Shown().Line)
		})
	}
}
