package instrument_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/instrument"
	"gv2/instrument/ask"
)

// TestKnownRacesAreLeftOut: a check does not count while the log holds the other access of a race
// that is known, whichever of the two came first, and counts for all others.
func TestKnownRacesAreLeftOut(t *testing.T) {
	k := lowered(t, "__global__ void k(int *a, int *b) {\na[threadIdx.x] = 1;\na[threadIdx.x + 1] = 2;\nb[0] = a[threadIdx.x + 2];\n}")
	text := func(q ask.Query) string {
		out, diags := instrument.Encode(k, ask.Request{Query: q})
		require.False(t, diags.HasErrors(), "%s", diags.String())
		require.NoError(t, boogie.Check(out.Program))
		return boogie.Print(out.Program).Text
	}
	guard := func(text string) int { return strings.Count(text, "&& WRITE_SOURCE_a == ") }
	line := func(n int) ask.Line { return ask.Line{File: "k.cu", Line: n} }
	file := k.Pos.File
	one, two, three := ask.Line{File: file, Line: 2}, ask.Line{File: file, Line: 3}, ask.Line{File: file, Line: 4}
	assert.Zero(t, guard(text(ask.Query{})))
	assert.Zero(t, guard(text(ask.Query{Known: []ask.Race{{Array: "b", Lines: [2]ask.Line{one, two}}, {Array: "a", Lines: [2]ask.Line{line(98), line(99)}}}})))
	pair := ask.Query{Pairs: ask.WithinBlock, Known: []ask.Race{{Array: "a", Lines: [2]ask.Line{two, one}}}}
	assert.Equal(t, 2, guard(text(pair)), "line 2 against 3, and 3 against 2")
	pair.Known = append(pair.Known, ask.Race{Array: "a", Lines: [2]ask.Line{one, three}})
	assert.Equal(t, 3, guard(text(pair)), "a read against the write; the write asks about reads")
	assert.Contains(t, text(pair), "READ_SOURCE_a == ")
	assert.NotContains(t, text(ask.Query{Settled: map[string]bool{"a": true}}), "_a(")
}
