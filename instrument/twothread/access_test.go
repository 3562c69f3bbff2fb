package twothread

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/boogie"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/instrument/arith"
	"gv2/instrument/ask"
	"gv2/instrument/key"
	"gv2/predicate"
	"gv2/predicate/fact"
)

// written is what becomes of tile[threadIdx.x] = 1 with that request, statement by
// statement, and the key to it.
func written(t *testing.T, r ask.Request) ([]string, *key.Key) {
	t.Helper()
	tile := &kernel.Array{Name: "tile", Space: kernel.Shared, Elem: kernel.I32, Len: 64}
	here := &kernel.Convert{T: kernel.I64, X: &kernel.Builtin{Kind: kernel.ThreadIdx}}
	k := &kernel.Kernel{Name: "k", Arrays: []*kernel.Array{tile}, Launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}},
		Body: []kernel.Stmt{&kernel.Store{Acc: kernel.Access{Array: tile, Index: here, Width: 1}, X: kernel.NewConst(kernel.I32, 1)}}}
	prog, diags := predicate.Predicate(k, fact.SameBlock)
	require.False(t, diags.HasErrors())
	names := arith.NewNames(k)
	enc := &arith.Encoder{Names: names, Uniform: prog.Uniform, Pair: fact.SameBlock, Model: arith.ModelOf(key.IntArith),
		Ranges: fact.NewRanges(k), Used: arith.NewVocabulary(), Locals: map[string]boogie.Type{}}
	out := &key.Key{}
	w := NewWriter(Setting{Enc: enc, Request: r, Plan: NewPlan(k, fact.RelevantTo(k, fact.SameBlock), names, r, key.IntArith), Prog: prog,
		Notes: fact.NewNotes(), Proc: &key.Procedure{Name: "k"}, Key: out, Diags: &diag.List{}})
	var said []string
	for _, s := range w.Procedure(nil).Body {
		switch s := s.(type) {
		case *boogie.Call:
			args := make([]string, len(s.Args))
			for i, a := range s.Args {
				args[i] = boogie.ExprString(a)
			}
			said = append(said, s.F+"("+strings.Join(args, ", ")+")")
		case *boogie.Assume:
			said = append(said, "assume")
		}
	}
	return said, out
}

// TestStepsOfAnAccess: thread 1 logs, thread 2 is checked, in lock step with the log
// emptied on both sides; where no races are asked for, nothing is written.
func TestStepsOfAnAccess(t *testing.T) {
	said, out := written(t, ask.Request{})
	assert.Equal(t, []string{"LOG_WRITE_tile(true, local_id_x$1, 0)", "CHECK_WRITE_tile(true, local_id_x$2)"}, said)
	require.Len(t, out.Sites, 1)
	assert.Equal(t, kernel.DataRace, out.Sites[0].Property)

	said, _ = written(t, ask.Request{Text: ask.Text{States: true}})
	assert.Equal(t, []string{"LOG_WRITE_tile(true, local_id_x$1, 0)", "assume", "CHECK_WRITE_tile(true, local_id_x$2)"}, said,
		"the state is captured right before the check")

	said, _ = written(t, ask.Request{Model: ask.Model{LockStep: true}})
	assert.Equal(t, []string{"LOCK_STEP(true, true)", "LOG_WRITE_tile(true, local_id_x$1, 0)", "CHECK_WRITE_tile(true, local_id_x$2)",
		"LOCK_STEP(true, true)"}, said)

	said, out = written(t, ask.Request{Query: ask.Query{Properties: kernel.PropertySet{kernel.Divergence: true}}})
	assert.Empty(t, said)
	assert.Empty(t, out.Sites)
}
