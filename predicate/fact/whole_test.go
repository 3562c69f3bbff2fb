package fact_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

func TestWholeBlock(t *testing.T) {
	bar := func(change func(*kernel.Barrier)) *kernel.Kernel {
		b := &kernel.Barrier{ID: &kernel.Const{T: kernel.U32}, Aligned: true}
		change(b)
		return &kernel.Kernel{Launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}, GridDim: [3]int{1, 1, 1}}, Body: []kernel.Stmt{b}}
	}
	constant := func(n int64) kernel.Expr { return &kernel.Const{T: kernel.U32, Val: n} }
	for name, c := range map[string]struct {
		change func(*kernel.Barrier)
		whole  bool
		same   bool
	}{
		"syncthreads":        {func(*kernel.Barrier) {}, true, true},
		"named":              {func(b *kernel.Barrier) { b.ID = constant(3) }, true, false},
		"full count":         {func(b *kernel.Barrier) { b.Count = constant(64) }, true, false},
		"unaligned":          {func(b *kernel.Barrier) { b.Aligned = false }, true, false},
		"partial count":      {func(b *kernel.Barrier) { b.Count = constant(32) }, false, false},
		"arrive":             {func(b *kernel.Barrier) { b.Kind = kernel.Arrive; b.Count = constant(64) }, false, false},
		"id out of range":    {func(b *kernel.Barrier) { b.ID = constant(16) }, false, false},
		"id not constant":    {func(b *kernel.Barrier) { b.ID = &kernel.Builtin{Kind: kernel.ThreadIdx} }, false, false},
		"count not a warp's": {func(b *kernel.Barrier) { b.Count = constant(48) }, false, false},
	} {
		k := bar(c.change)
		if name == "count not a warp's" {
			k.Launch.BlockDim = [3]int{48, 1, 1}
		}
		assert.Equal(t, c.whole, fact.WholeBlocks(k), name)
		assert.Equal(t, c.same, fact.SameStatement(k), name)
	}
	k := bar(func(*kernel.Barrier) {})
	k.Body = append(k.Body, &kernel.WarpSync{Mask: constant(0xff)})
	assert.True(t, fact.WholeBlocks(k), "divergence decides whether these lanes are there")
	k.Body = append(k.Body, &kernel.WarpSync{Mask: &kernel.VarRef{Var: &kernel.Var{Name: "m", T: kernel.U32, Param: true}}})
	assert.False(t, fact.WholeBlocks(k), "lanes that nobody knows may be missing")
}
