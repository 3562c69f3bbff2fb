package generation_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/instrument"
	"gv2/instrument/ask"
)

// TestAccessesOfGenerations: procedures about assertions and invariants log what these
// ask about, and others do not. What is assumed is stated of the logs of races, unless
// named barriers order some of what they hold.
func TestAccessesOfGenerations(t *testing.T) {
	const named = `asm volatile("bar.sync 1, 32;");`
	for _, test := range []struct {
		barrier, annotation, procedure, want, refused string
	}{
		{"", "__assert(__no_write(a));", "k$assertion", "call LOG_WRITE_a(", ""},
		{named, "__assert(__no_write(a));", "k$assertion", "call LOG_WRITE_a(", ""},
		{"", "__assert(__no_write(a));", "k$race$a", "call LOG_a(", ""},
		{"", "for (int i = 0; __invariant(__no_write(a)), i < 3; i++) { a[i] = 0; __syncthreads(); }", "k$invariant", "call LOG_WRITE_a(", ""},
		{"", "__assume(__write_implies(a, __write_offset_bytes(a) == 4));", "k$race$a", "assume WRITE_LOGGED_a$2 ==>", ""},
		{named, "__assume(__no_write(a));", "", "", "in a kernel with named barriers"},
	} {
		k := lowered(t, fmt.Sprintf(`//--blockDim=64
__global__ void k(int *a) { __shared__ int b[9]; a[threadIdx.x] = b[threadIdx.x] + a[3]; b[1] = 1; if (threadIdx.x < 32) { %s } %s }`, test.barrier, test.annotation))
		k.Launch.BlockDim = [3]int{64, 1, 1}
		out, diags := instrument.Encode(k, ask.Request{Model: ask.Model{Encoding: ask.GenerationEncoding}})
		if test.refused != "" {
			assert.Contains(t, diags.String(), test.refused, test.annotation)
			continue
		}
		require.False(t, diags.HasErrors(), "%s: %s", test.annotation, diags.String())
		require.NoError(t, boogie.Check(out.Program), test.annotation)
		assert.Contains(t, bodyOf(t, out.Program, test.procedure), test.want, test.annotation)
		assert.NotContains(t, boogie.Print(out.Program).Text, "LOG_WRITE_b", "%s: nobody asks", test.annotation)
	}
}

// bodyOf is the text of one procedure.
func bodyOf(t *testing.T, p *boogie.Program, name string) string {
	for _, d := range p.Decls {
		if proc, ok := d.(*boogie.Proc); ok && proc.Name == name {
			return boogie.Print(&boogie.Program{Decls: []boogie.Decl{proc}}).Text
		}
	}
	require.Failf(t, "no such procedure", "%s", name)
	return ""
}

// TestGridBarrierOfGenerations: one of the grid is a barrier of the block, unless that
// may be in use for a part of it.
func TestGridBarrierOfGenerations(t *testing.T) {
	for barrier, refused := range map[string]string{
		"bar.sync 1, 32;":     "",
		"barrier.sync 0, 32;": "other operations may use barrier 0",
		"bar.sync %0, 32;":    "other operations may use barrier 0",
		"bar.arrive 0, 64;":   "other operations may use barrier 0",
	} {
		operands := ""
		if barrier == "bar.sync %0, 32;" {
			operands = `:: "r"(n & 1)`
		}
		k := lowered(t, fmt.Sprintf(`#include <cooperative_groups.h>
__global__ void k(int *a, int n) { if (threadIdx.x < 32) asm volatile("%s" %s); cooperative_groups::this_grid().sync(); a[threadIdx.x] = 1; }`, barrier, operands))
		k.Launch.BlockDim = [3]int{64, 1, 1}
		out, diags := instrument.Encode(k, ask.Request{Model: ask.Model{Encoding: ask.GenerationEncoding}})
		if refused != "" {
			assert.Contains(t, diags.String(), refused, barrier)
			continue
		}
		require.False(t, diags.HasErrors(), "%s: %s", barrier, diags.String())
		require.NoError(t, boogie.Check(out.Program), barrier)
		assert.Contains(t, boogie.Print(out.Program).Text, "call GRID_BARRIER(", "of two blocks")
		assert.Contains(t, bodyOf(t, out.Program, "k$divergence"), "call BARRIER$divergence(", "of one block")
	}
}

// TestBarriersThatNobodyComesTo: an operation that no thread of the block comes to uses
// no barrier.
func TestBarriersThatNobodyComesTo(t *testing.T) {
	k := lowered(t, `__global__ void k(int *a, int n) {
  if (threadIdx.x < 16) {
    if (threadIdx.x > 32) asm volatile("bar.sync 0, 32;");
  }
  for (int i = 0; i < n; i++) if (threadIdx.x < 32) asm volatile("bar.sync 1, 32;");
  a[threadIdx.x] = 1;
  __syncthreads();
  a[threadIdx.x + 1] = 2; }`)
	k.Launch.BlockDim = [3]int{64, 1, 1}
	out, diags := instrument.Encode(k, ask.Request{Model: ask.Model{Encoding: ask.GenerationEncoding}})
	require.False(t, diags.HasErrors(), "%s", diags.String())
	assert.Contains(t, bodyOf(t, out.Program, "k$divergence"), "call BARRIER$divergence(")
}

// lowered is a kernel in blocks of 64 threads.
func lowered(t *testing.T, text string) *kernel.Kernel {
	t.Helper()
	return kerneltest.Lower(t, text, kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{0, 1, 1}})
}
