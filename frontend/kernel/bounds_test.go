package kernel

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWithBounds: every access to an array of known length gets a check, also
// inside compound statements, unless it is certainly within bounds.
func TestWithBounds(t *testing.T) {
	known := &Array{Name: "a", Label: "a", Space: Shared, Elem: I32, Len: 8}
	open := &Array{Name: "p", Label: "p", Space: Global, Elem: I32, Len: -1}
	i := &Var{Name: "i", T: I64}
	at := func(a *Array, x Expr, width int) Access { return Access{Array: a, Index: x, Width: width} }
	store := func(a *Array, x Expr) Stmt { return &Store{Acc: at(a, x, 1), X: NewConst(I32, 1)} }
	k := &Kernel{Name: "k", Arrays: []*Array{known, open}, Body: []Stmt{
		store(known, NewConst(I64, 7)), store(open, &VarRef{i}),
		&If{Cond: BoolConst(true), Then: []Stmt{store(known, &VarRef{i})}},
		&Loop{Cond: BoolConst(true), Body: []Stmt{store(known, NewConst(I64, 8))}},
		&Load{Acc: at(known, &VarRef{i}, 2)}, &Load{Acc: at(known, &VarRef{i}, 1), Ghost: true},
	}}
	assert.Equal(t, []string{"accesses stay within p, whose length is not known"}, k.UnknownLengths())
	c := WithBounds(k)
	var got []string
	Walk(c.Body, func(s Stmt) bool {
		if a, ok := s.(*Assert); ok {
			require.True(t, a.Bounds)
			got = append(got, ExprString(a.Cond))
		}
		return true
	})
	assert.Equal(t, []string{"0 <= i && i <= 7", "false", "0 <= i && i <= 6"}, got)
	assert.Len(t, k.Body, 6, "the kernel itself stays what it was")
}

// TestBoundsOfMembers: a member has bounds of its own inside of an array whose length is not
// known, passes that map expressions map its index, and what is assumed is what is asserted.
func TestBoundsOfMembers(t *testing.T) {
	open := &Array{Name: "p", Label: "p", Space: Global, Elem: I32, Len: -1}
	i, j := &Var{Name: "i", T: I64}, &Var{Name: "j", T: I64}
	member := &Subarray{Index: &VarRef{i}, Of: &Array{Label: "T::a", Len: 8, Scale: 2}}
	k := &Kernel{Name: "k", Arrays: []*Array{open}, Body: []Stmt{
		&Store{Acc: Access{Array: open, Index: &VarRef{i}, Width: 2, Member: member}, X: NewConst(I32, 1)},
	}}
	a := WithBounds(k).Body[0].(*Assert)
	assert.Equal(t, "0 <= i && i <= 6", ExprString(a.Cond))
	assert.Equal(t, "T::a[i], where T::a has 4 elements", a.Text)
	assert.Equal(t, a.Cond, InsideArrays(k).Body[0].(*Assume).Cond)

	visited := 0
	Exprs(k.Body[0], func(Expr) { visited++ })
	assert.Equal(t, 2, visited, "the index and the value")
	mapped := MapExprs(k.Body[0], func(e Expr) Expr {
		if r, ok := e.(*VarRef); ok && r.Var == i {
			return &VarRef{j}
		}
		return e
	})
	assert.Equal(t, "j", ExprString(mapped.(*Store).Acc.Member.Index))
	assert.Equal(t, "i", ExprString(member.Index), "the statement itself stays what it was")
}

// TestPartNames: an element of the IR's array is told as the member that it is.
func TestPartNames(t *testing.T) {
	parts := []Part{
		{Name: ".key", At: 0, Size: 2},
		{Name: ".v", At: 2, Size: 6, Dims: []int64{3, 2}},
		{Name: ".in", At: 8, Size: 8, Dims: []int64{2}, Parts: []Part{{Name: ".a", At: 0, Size: 1}, {Name: ".b", At: 2, Size: 2}}},
	}
	names := map[int64]string{0: ".key", 2: ".v[0][0]", 7: ".v[2][1]", 8: ".in[0].a", 10: ".in[0].b", 12: ".in[1].a", 14: ".in[1].b"}
	for offset := range int64(18) {
		name, ok := PartName(parts, offset)
		want, named := names[offset]
		if offset > 2 && offset < 7 {
			continue
		}
		assert.Equal(t, named, ok, "%d", offset)
		assert.Equal(t, want, name)
	}
}
