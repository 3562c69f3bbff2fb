package rewrite_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/predicate/rewrite"
)

// barrier makes a barrier; a negative id or count means none.
func barrier(kind kernel.BarrierKind, id, count int64) *kernel.Barrier {
	b := &kernel.Barrier{Kind: kind}
	if id >= 0 {
		b.ID = kernel.NewConst(kernel.I32, id)
	}
	if count >= 0 {
		b.Count = kernel.NewConst(kernel.I32, count)
	}
	return b
}

// TestWithoutPartial: the remaining barriers are those at which the whole block waits,
// unless a part of it uses their id as well.
func TestWithoutPartial(t *testing.T) {
	whole := barrier(kernel.Sync, -1, -1)
	tests := map[string]struct {
		body []kernel.Stmt
		left int
	}{
		"whole block only":      {[]kernel.Stmt{whole, whole}, 2},
		"named":                 {[]kernel.Stmt{whole, barrier(kernel.Sync, 1, 64), barrier(kernel.Arrive, 2, 64)}, 1},
		"part of the block's":   {[]kernel.Stmt{whole, barrier(kernel.Sync, 0, 64)}, 0},
		"arrive on the block's": {[]kernel.Stmt{whole, barrier(kernel.Arrive, 0, -1)}, 0},
		"open id":               {[]kernel.Stmt{whole, &kernel.Barrier{Kind: kernel.Arrive, ID: kernel.Ref(&kernel.Var{Name: "b", T: kernel.I32})}}, 0},
	}
	for name, tt := range tests {
		k := &kernel.Kernel{Body: tt.body, Launch: kernel.Launch{BlockDim: [3]int{128, 1, 1}, GridDim: [3]int{1, 1, 1}}}
		out, dropped := rewrite.WithoutPartial(k)
		left := 0
		kernel.Walk(out.Body, func(s kernel.Stmt) bool {
			if _, is := s.(*kernel.Barrier); is {
				left++
			}
			return true
		})
		assert.Equal(t, tt.left, left, name)
		assert.Equal(t, tt.left < len(tt.body), dropped, name)
		assert.Len(t, k.Body, len(tt.body), "the kernel itself is as it was")
	}
}
