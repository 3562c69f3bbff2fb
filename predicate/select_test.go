package predicate_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
	"gv2/predicate/rewrite"
)

// Select makes a value that wraps one expression, and does not change it.
func TestSelect(t *testing.T) {
	i, v := &kernel.Var{Name: "i", T: kernel.I32}, &kernel.Var{Name: "v", T: kernel.I32}
	start := []kernel.Stmt{&kernel.Assign{Dst: i, X: konst(0)}, &kernel.Assign{Dst: v, X: konst(0)}}
	reset := func(x kernel.Expr) kernel.Stmt { return &kernel.Assign{Dst: v, X: x} }
	at := func(op kernel.BinaryOp, n int64) kernel.Expr { return binary(op, kernel.Ref(v), konst(n)) }
	tests := []struct {
		what  string
		wraps kernel.Stmt
		one   bool
	}{
		{"at the end", &kernel.If{Cond: at(kernel.Eq, 3), Then: one(reset(konst(0)))}, true},
		{"from the end on", &kernel.If{Cond: at(kernel.Ge, 5), Then: one(reset(konst(1)))}, true},
		{"to a variable", &kernel.If{Cond: at(kernel.Eq, 3), Then: one(reset(kernel.Ref(i)))}, false},
		{"or else", &kernel.If{Cond: at(kernel.Eq, 3), Then: one(reset(konst(0))), Else: one(reset(konst(7)))}, false},
		{"of another", &kernel.If{Cond: binary(kernel.Eq, kernel.Ref(i), konst(3)), Then: one(reset(konst(0)))}, false},
	}
	for _, tt := range tests {
		k := storing(start, binary(kernel.Lt, kernel.Ref(i), konst(9)), v, add(v, 1), tt.wraps, add(i, 1))
		s := rewrite.Select(k)
		require.Equal(t, direct(k, 0, 0).trace, direct(s, 0, 0).trace, tt.what)
		loop := s.Body[2].(*kernel.Loop)
		require.Equal(t, tt.one, len(loop.Post) == 2, "%s\n%s", tt.what, kernel.Print(s))
	}
}
