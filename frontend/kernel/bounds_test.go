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
