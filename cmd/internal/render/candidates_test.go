package render

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/instrument"
	"gv2/instrument/key"
	"gv2/predicate/fact"
	"gv2/runtime/verdict"
)

// explained has a candidate of each outcome, in two loops.
func explained() *Explanation {
	tile := &kernel.Array{Name: "tile", Label: "tile"}
	at := func(line int) diag.Pos { return diag.Pos{File: "k.cu", Line: line, Col: 3} }
	one := &key.Procedure{Name: "k", Parts: []string{"k"}}
	two := &key.Procedure{Name: "k$blocks", Pair: fact.OtherBlock, Parts: []string{"k$blocks$1", "k$blocks$2"}}
	bound := boogie.Op("<=", boogie.V("i_start$1"), boogie.V("i$1"))
	return &Explanation{
		File: "k.cu", Kernel: "k", Pos: at(1), Launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}},
		Inference: &verdict.Inference{
			Output: &instrument.Output{Key: key.Key{Arith: key.IntArith, Sites: []*key.Site{{Array: tile}}}},
			Loops: []verdict.LoopCandidates{
				{Procedure: one, Part: "k", Pos: at(7), Candidates: []verdict.Candidate{
					{Name: "_b0", Rule: "log-empty", E: boogie.Not(boogie.V("READ_HAS_OCCURRED_tile")), Status: verdict.RefutedByRun},
					{Name: "_b1", Rule: "log-empty", E: boogie.Not(boogie.V("WRITE_HAS_OCCURRED_tile")), Status: verdict.Survived},
					{Name: "_b2", Rule: "counter-bound", E: bound, Status: verdict.Survived},
				}},
				{Procedure: two, Part: "k$blocks$2", Pos: at(9), Candidates: []verdict.Candidate{
					{Name: "_b3", Rule: "counter-bound", E: bound, Status: verdict.RefutedByHoudini},
				}},
			},
		},
	}
}

func TestCandidateTables(t *testing.T) {
	for _, format := range Candidates.Names() {
		t.Run(format, func(t *testing.T) {
			var out bytes.Buffer
			x, ok := Candidates.Open(format, Options{Out: &out, Version: "VERSION"})
			require.True(t, ok)
			x.Add(explained())
			require.NoError(t, x.End())
			golden(t, "testdata/explain."+format, out.String())
		})
	}
}
