package lower

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// recorder is a builder that keeps what is emitted.
type recorder struct {
	stmts       []kernel.Stmt
	vars        []*kernel.Var
	arrays      []*kernel.Array
	assumptions []string
	diags       diag.List
	config      kernel.Launch
}

var here = diag.Pos{File: "k.cu", Line: 7, Col: 3}

func (r *recorder) emit(s kernel.Stmt)    { r.stmts = append(r.stmts, s) }
func (r *recorder) src() kernel.Src       { return kernel.Src{Pos: here} }
func (r *recorder) launch() kernel.Launch { return r.config }
func (r *recorder) assume(text string)    { r.assumptions = append(r.assumptions, text) }

func (r *recorder) temp(t kernel.Type) *kernel.Var {
	v := &kernel.Var{Name: fmt.Sprintf("t%d", len(r.vars)), T: t, Temp: true}
	r.vars = append(r.vars, v)
	return v
}

func (r *recorder) unsupported(pos diag.Pos, format string, args ...any) {
	r.diags.Unsupportedf(pos, format, args...)
}

func (r *recorder) errorf(pos diag.Pos, format string, args ...any) {
	r.diags.Errorf(pos, format, args...)
}

func (r *recorder) block(f func()) []kernel.Stmt {
	saved := r.stmts
	r.stmts = nil
	f()
	out := r.stmts
	r.stmts = saved
	return out
}

// variable makes a program variable and returns it as an argument.
func (r *recorder) variable(name string, t kernel.Type) argument {
	v := &kernel.Var{Name: name, T: t}
	r.vars = append(r.vars, v)
	return argument{pos: here, value: &kernel.VarRef{Var: v}, assign: func(e kernel.Expr) {
		r.emit(&kernel.Assign{Src: r.src(), Dst: v, X: convert(e, t)})
	}}
}

// pointer makes a pointer to element 5 of an array.
func (r *recorder) pointer(name string, space kernel.Space, t kernel.Type) argument {
	a := &kernel.Array{Name: name, Label: name, Space: space, Elem: t, Len: 64, Scale: 1}
	r.arrays = append(r.arrays, a)
	return argument{pos: here, isPtr: true, elem: t, deref: func(elem kernel.Type, use func(kernel.Access)) {
		width := max(1, elem.Bytes()/t.Bytes())
		use(kernel.Access{Array: a, Index: kernel.NewConst(kernel.I64, 5), Width: width})
	}}
}

// check fails the test if what was emitted breaks a rule of the kernel IR.
func (r *recorder) check(t *testing.T, what string) {
	k := &kernel.Kernel{Name: "k", Vars: r.vars, Arrays: r.arrays, Body: r.stmts}
	require.NoError(t, kernel.Check(k), "%s:\n%s", what, kernel.PrintStmts(r.stmts))
}
