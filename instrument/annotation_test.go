package instrument_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/predicate/fact"
)

// TestAnnotationsThatCannotBeStated: the log holds one access or none, of thread 1.
// What claims or assumes that there was one speaks of a variable of the kernel
// instead; where an access may make a condition both true and false, neither can.
func TestAnnotationsThatCannotBeStated(t *testing.T) {
	const made, others = "that an access was made", "what the other thread has accessed"
	for annotation, want := range map[string]string{
		"__assert(__write(a));":                                             "",
		"__assert(__implies(threadIdx.x < 3, __write(a)));":                 "",
		"__assert(!__no_write(a));":                                         "",
		"__assert(__write(a) == __read(a));":                                made,
		"__assume(__write(a));":                                             "",
		"__assume(__write(a) == __read(a));":                                made,
		"__assume(__write_offset_bytes(a) == 4);":                           made,
		"__assume(threadIdx.x < 3 && __write(a));":                          "",
		"__assert(__other_bool(__no_write(a)));":                            others,
		"__assume(__other_bool(__no_write(a)));":                            others,
		"__assert(__no_write(a));":                                          "",
		"__assert(threadIdx.x < 64 && __no_write(a));":                      "",
		"__assert(__write_implies(a, __write_offset_bytes(a) == 4));":       "",
		"__assume(__write_implies(a, __write_offset_bytes(a) == 4));":       "",
		"__assume(threadIdx.x < 3 && __no_write(a));":                       "",
		"__assume(__implies(__write(a) && __read(a), threadIdx.x < 3));":    "",
		"__assert(__implies(__other_bool(threadIdx.x > 3), __no_read(a)));": "",
	} {
		k := lowered(t, fmt.Sprintf("__global__ void k(int *a) { a[threadIdx.x] = a[threadIdx.x + 1]; %s }", annotation))
		out, diags := instrument.Encode(k, ask.Request{})
		if want == "" {
			require.False(t, diags.HasErrors(), "%s: %s", annotation, diags.String())
			assert.NoError(t, boogie.Check(out.Program), annotation)
			continue
		}
		assert.True(t, diags.HasErrors(), annotation)
		assert.Contains(t, diags.String(), want, annotation)
	}
}

// TestLogsForAnnotations: what an annotation asks about is logged even where nobody
// can race for it, and checked only where races are looked for.
func TestLogsForAnnotations(t *testing.T) {
	k := lowered(t, "__global__ void k(const int *a, int *b) { b[threadIdx.x] = a[3]; __assert(__read_implies(a, __read_offset_bytes(a) == 12)); }")
	out, diags := instrument.Encode(k, ask.Request{Query: ask.Query{Properties: map[kernel.Property]bool{kernel.Assertion: true}}})
	require.False(t, diags.HasErrors(), "%s", diags.String())
	text := boogie.Print(out.Program).Text
	assert.Contains(t, text, "call LOG_READ_a(")
	assert.NotContains(t, text, "call CHECK_")
	require.Len(t, out.Procedures, 2, "blocks share a")
	for _, p := range out.Procedures {
		assert.Equal(t, []kernel.Property{kernel.Assertion}, p.Properties)
	}
}

// TestPairsOfBlocks: what relates two threads is asked of threads of different
// blocks, too; what is said of one is not.
func TestPairsOfBlocks(t *testing.T) {
	only := map[kernel.Property]bool{kernel.Assertion: true}
	for annotation, want := range map[string][]fact.Pair{
		"__assert(threadIdx.x < 64);":                             {fact.SameBlock},
		"__assert(__other_int(threadIdx.x) < 9);":                 {fact.SameBlock, fact.OtherBlock},
		"if (threadIdx.x < 5) __global_assert(threadIdx.x < 64);": {fact.SameBlock, fact.OtherBlock},
	} {
		k := lowered(t, "__global__ void k(int *a) { "+annotation+" }")
		out, diags := instrument.Encode(k, ask.Request{Query: ask.Query{Properties: only}})
		require.False(t, diags.HasErrors(), "%s", diags.String())
		var got []fact.Pair
		for _, p := range out.Procedures {
			got = append(got, p.Pair)
		}
		assert.Equal(t, want, got, annotation)
		out, _ = instrument.Encode(k, ask.Request{Query: ask.Query{Properties: only, IntraGroup: true}})
		assert.Len(t, out.Procedures, 1, "within blocks only")
	}
}

// TestGridBarrier: blocks meet at a barrier of the grid, also where races between
// them do not matter.
func TestGridBarrier(t *testing.T) {
	k := lowered(t, `#include <cooperative_groups.h>
__global__ void k(int *a) { a[threadIdx.x] = 1; if (blockIdx.x > 3) cooperative_groups::this_grid().sync(); }`)
	for _, opts := range []ask.Request{{}, {Query: ask.Query{IntraGroup: true}}, {Query: ask.Query{Properties: map[kernel.Property]bool{kernel.Divergence: true}}}} {
		out, diags := instrument.Encode(k, opts)
		require.False(t, diags.HasErrors(), "%s", diags.String())
		require.NoError(t, boogie.Check(out.Program))
		require.Len(t, out.Procedures, 2)
		between := out.Procedures[1]
		assert.Equal(t, fact.OtherBlock, between.Pair)
		assert.Contains(t, between.Properties, kernel.Divergence)
		assert.Equal(t, opts.Properties == nil && !opts.IntraGroup, between.Properties[0] == kernel.DataRace)
		assert.Contains(t, boogie.Print(out.Program).Text, "call GRID_BARRIER(")
	}
}
