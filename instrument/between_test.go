package instrument_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/frontend/kernel"
	"gv2/frontend/unit/kerneltest"
	"gv2/instrument"
	"gv2/instrument/ask"
	"gv2/predicate/fact"
)

// handshake passes a value from one half of the block to the other by a named
// barrier, which says nothing about other blocks.
const handshake = `
__global__ void k(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 32) {
    s[t] = t;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    if (s[63 - t] > 3) out[blockIdx.x * 32 + t - 32] = 1;
  }
}`

func lowered(t *testing.T, text string) *kernel.Kernel {
	t.Helper()
	return kerneltest.Lower(t, text, kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{0, 1, 1}})
}

// TestBetweenBlocks: races between blocks do not depend on barriers, so a kernel
// with named ones can be translated for them, and only for them.
func TestBetweenBlocks(t *testing.T) {
	k := lowered(t, handshake)
	_, diags := instrument.Encode(k, ask.Request{Model: ask.Model{Encoding: ask.BarrierEncoding}})
	assert.True(t, diags.HasErrors(), "within a block named barriers need generations")

	out, diags := instrument.Encode(k, ask.Request{Query: ask.Query{Pairs: ask.BetweenBlocks}})
	require.False(t, diags.HasErrors(), "%s", diags.String())
	require.NoError(t, boogie.Check(out.Program))
	require.Len(t, out.Procedures, 1)
	assert.Equal(t, fact.OtherBlock, out.Procedures[0].Pair)
	assert.Equal(t, []kernel.Property{kernel.DataRace}, out.Procedures[0].Properties)
	text := boogie.Print(out.Program).Text
	assert.Contains(t, text, "call BARRIER_BLOCKS(", "who waited sees new contents of s")

	k.Launch.GridDim[0] = 1
	out, _ = instrument.Encode(k, ask.Request{Query: ask.Query{Pairs: ask.BetweenBlocks}})
	assert.Empty(t, out.Procedures, "one block has no other")
}
