package kernel

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestClaimsBecomeVariables(t *testing.T) {
	a := &Array{Name: "a", Elem: I32, Len: -1}
	written := func() Expr { return &Accessed{Kind: WriteAccess, Array: a} }
	store := &Store{Acc: Access{Array: a, Index: NewConst(I64, 0), Width: 1}, X: NewConst(I32, 1)}
	k := &Kernel{Name: "k", Arrays: []*Array{a}, Body: []Stmt{
		store,
		&Assert{Cond: written()},
		&Barrier{ID: NewConst(I32, 0)},
		&Assert{Cond: &Unary{Op: Not, X: written()}},
		&Assert{Cond: &Binary{Op: Implies, X: written(), Y: written()}},
	}}
	out := WithClaims(k)
	text := Print(out)
	assert.Contains(t, text, "has_written_a = false;\n  a[0] = 1;\n  has_written_a = true;\n  assert has_written_a;")
	assert.Contains(t, text, "sync.unaligned(0);\n  has_written_a = false;\n  assert !written(a);")
	assert.Contains(t, text, "assert written(a) ==> has_written_a;")
	assert.NotContains(t, Print(k), "has_written", "the input stays what it is")
}

func TestExclusionsAreNoClaims(t *testing.T) {
	a := &Array{Name: "a", Elem: I32, Len: -1}
	read := &Accessed{Kind: ReadAccess, Array: a}
	index := &AccessIndex{Kind: ReadAccess, Array: a}
	for _, cond := range []Expr{
		&Unary{Op: Not, X: read},
		&Binary{Op: Implies, X: read, Y: BoolConst(false)},
		&Binary{Op: LAnd, X: read, Y: &Binary{Op: Eq, X: index, Y: NewConst(I64, 0)}},
		&Binary{Op: Eq, X: read, Y: BoolConst(true)},
	} {
		k := &Kernel{Name: "k", Arrays: []*Array{a}, Body: []Stmt{&Assert{Cond: cond}}}
		assert.Same(t, k, WithClaims(k), ExprString(cond))
	}
}
