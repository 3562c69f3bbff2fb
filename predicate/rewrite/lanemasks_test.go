package rewrite_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/predicate/rewrite"
)

// TestLaneMasks: a mask is known if it depends on the thread alone and the threads
// that it names have the same one.
func TestLaneMasks(t *testing.T) {
	lane := kernel.Bin(kernel.Rem, &kernel.Convert{T: kernel.I32, X: &kernel.Builtin{Kind: kernel.ThreadIdx}}, kernel.NewConst(kernel.I32, 32))
	half := func(low, high int64) kernel.Expr {
		return &kernel.Cond{C: kernel.Bin(kernel.Lt, lane, kernel.NewConst(kernel.I32, 16)), X: kernel.NewConst(kernel.U32, low), Y: kernel.NewConst(kernel.U32, high)}
	}
	n := &kernel.Var{Name: "n", T: kernel.U32, Param: true}
	once, twice := &kernel.Var{Name: "once", T: kernel.U32}, &kernel.Var{Name: "twice", T: kernel.U32}
	tests := []struct {
		what  string
		mask  kernel.Expr
		known bool
	}{
		{"halves", half(0xffff, 0xffff0000), true},
		{"a variable", kernel.Ref(once), true},
		{"named by others, which name more", half(0xffff, 0xffffffff), false},
		{"not in its own", half(0xffff0000, 0xffff), false},
		{"the same for all, without some", half(0xffff, 0xffff), false},
		{"a parameter", kernel.Ref(n), false},
		{"a variable that changes", kernel.Ref(twice), false},
	}
	for _, tt := range tests {
		set := func(v *kernel.Var, x kernel.Expr) kernel.Stmt { return &kernel.Assign{Dst: v, X: x} }
		k := &kernel.Kernel{Launch: kernel.Launch{BlockDim: [3]int{64, 1, 1}}, Params: []*kernel.Var{n}, Body: []kernel.Stmt{
			set(once, half(0xffff, 0xffff0000)), set(twice, half(0xffff, 0xffff0000)),
			&kernel.WarpSync{Mask: tt.mask}, set(twice, half(0xff, 0xffffff00)),
		}}
		notes := fact.NewNotes()
		s := rewrite.LaneMasks(k, notes).Body[2].(*kernel.WarpSync)
		lanes := notes.Lanes(s)
		assert.Equal(t, tt.known, lanes != nil, tt.what)
		if tt.known {
			assert.Len(t, lanes, 64, tt.what)
			assert.Equal(t, []uint32{0xffff, 0xffff0000}, []uint32{lanes[47], lanes[48]}, tt.what)
			assert.Equal(t, kernel.NewConst(kernel.U32, 0), s.Mask, "who looks at the mask alone sees nobody named")
		}
		assert.Equal(t, tt.mask, k.Body[2].(*kernel.WarpSync).Mask, "the kernel is left as it is")
	}
}
