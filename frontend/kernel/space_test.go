package kernel

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestOnlyShared: accesses to global memory that the kernel changes go, and what they read is
// open; what it only reads stays.
func TestOnlyShared(t *testing.T) {
	in := &Array{Name: "in", Label: "in", Elem: I32, Len: -1, Scale: 1, Param: true}
	out := &Array{Name: "out", Label: "out", Elem: I32, Len: -1, Scale: 1, Param: true}
	tile := &Array{Name: "tile", Label: "tile", Space: Shared, Elem: I32, Len: 4, Scale: 1}
	x, y := &Var{Name: "x", T: I32}, &Var{Name: "y", T: I32}
	at := func(a *Array) Access { return Access{Array: a, Index: NewConst(I64, 0), Width: 1} }
	k := &Kernel{Name: "k", Launch: Launch{BlockDim: [3]int{1, 1, 1}}, Vars: []*Var{x, y}, Arrays: []*Array{in, out, tile}, Body: []Stmt{
		&Load{Dst: x, Acc: at(in)}, &Load{Dst: y, Acc: at(out)},
		&If{Cond: BoolConst(true), Then: []Stmt{&Store{Acc: at(out), X: Ref(x)}}, Else: []Stmt{&Atomic{Op: "add", Dst: y, Acc: at(out), Args: []Expr{Ref(x)}}}},
		&Store{Acc: at(tile), X: Ref(y)}, &Load{Dst: x, Acc: at(tile)},
	}}
	k = OnlyShared(k)
	assert.Equal(t, `x = ghost in[0];
havoc y; // global memory
if (true) {
} else {
  havoc y; // global memory
}
tile[0] = y;
x = tile[0];
`, PrintStmts(k.Body))
	assert.Len(t, k.Arrays, 2)
	assert.Equal(t, []string{"only races on shared memory matter (--space shared)"}, k.Assumptions)
}
