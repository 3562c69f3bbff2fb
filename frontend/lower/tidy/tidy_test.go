package tidy

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"gv2/frontend/kernel"
)

func text(stmts []kernel.Stmt) string {
	return strings.Join(strings.Fields(kernel.PrintStmts(stmts)), " ")
}

func TestLeaves(t *testing.T) {
	leave := func(label string) kernel.Stmt { return &kernel.Leave{Label: label} }
	x := &kernel.Var{Name: "x", T: kernel.I32}
	set := &kernel.Assign{Dst: x, X: kernel.NewConst(kernel.I32, 1)}
	cond := &kernel.If{Cond: kernel.BoolConst(true), Then: []kernel.Stmt{set, leave("end")}, Else: []kernel.Stmt{leave("other")}}
	out, n := TrimLeaves([]kernel.Stmt{set, cond}, "end")
	assert.Equal(t, 1, n)
	assert.False(t, HasLeave(out, "end"))
	assert.True(t, HasLeave(out, "other"))
	assert.True(t, HasLeave([]kernel.Stmt{cond}, "end"), "the input stays")
	out, n = TrimLeaves([]kernel.Stmt{leave("end"), set}, "end")
	assert.Zero(t, n, "only at the end")
	assert.True(t, HasLeave(out, "end"))
}

func TestReturn(t *testing.T) {
	assert.Empty(t, TrimReturn([]kernel.Stmt{&kernel.Return{}}))
	assert.Len(t, TrimReturn([]kernel.Stmt{&kernel.If{Cond: kernel.BoolConst(true), Then: []kernel.Stmt{&kernel.Return{}}}}), 1)
	assert.Empty(t, TrimReturn(nil))
}

func TestResult(t *testing.T) {
	v := &kernel.Var{Name: "t", T: kernel.I32, Temp: true}
	a := &kernel.Array{Name: "a", Label: "a", Elem: kernel.I32, Len: 1, Scale: 1}
	acc := kernel.Access{Array: a, Index: kernel.NewConst(kernel.I64, 0), Width: 1}
	stmts := []kernel.Stmt{&kernel.Atomic{Op: "add", Dst: v, Acc: acc, Args: []kernel.Expr{kernel.NewConst(kernel.I32, 1)}}}
	DropResult(&kernel.VarRef{Var: v}, stmts)
	assert.Equal(t, "atomic.add.device(&a[0], 1);", text(stmts))
}

func TestUnused(t *testing.T) {
	x, y := &kernel.Var{Name: "x", T: kernel.I32}, &kernel.Var{Name: "y", T: kernel.I32}
	z := &kernel.Var{Name: "z", T: kernel.I32}
	a, b := &kernel.Array{Name: "a", Elem: kernel.I32, Len: 1, Scale: 1}, &kernel.Array{Name: "b", Elem: kernel.I32, Len: 1, Scale: 1}
	k := &kernel.Kernel{Vars: []*kernel.Var{x, y, z}, Arrays: []*kernel.Array{a, b}, Body: []kernel.Stmt{
		&kernel.Store{Acc: kernel.Access{Array: a, Index: kernel.NewConst(kernel.I64, 0), Width: 1}, X: &kernel.VarRef{Var: x}},
		&kernel.Assign{Dst: z, X: kernel.NewConst(kernel.I32, 1)},
	}}
	DropUnused(k)
	assert.Equal(t, []*kernel.Var{x, z}, k.Vars)
	assert.Equal(t, []*kernel.Array{a}, k.Arrays)
}
