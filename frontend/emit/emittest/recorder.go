// Package emittest records what a model of an operation emits, for tests without a
// front end.
package emittest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gv2/frontend/cexpr"
	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// Recorder is an emit.Builder that keeps what is emitted. Its zero value is ready
// for use.
type Recorder struct {
	Stmts       []kernel.Stmt
	Vars        []*kernel.Var
	Arrays      []*kernel.Array
	Assumptions []string
	Diags       diag.List
	Config      kernel.Launch

	names int
}

// Here is the position of everything that is recorded.
var Here = diag.Pos{File: "k.cu", Line: 7, Col: 3}

func (r *Recorder) Emit(s kernel.Stmt)    { r.Stmts = append(r.Stmts, s) }
func (r *Recorder) Src() kernel.Src       { return kernel.Src{Pos: Here} }
func (r *Recorder) Launch() kernel.Launch { return r.Config }
func (r *Recorder) Assume(text string)    { r.Assumptions = append(r.Assumptions, text) }

func (r *Recorder) Temp(t kernel.Type) *kernel.Var {
	v := &kernel.Var{Name: fmt.Sprintf("t%d", len(r.Vars)), T: t, Temp: true}
	r.Vars = append(r.Vars, v)
	return v
}

// Unique numbers names.
func (r *Recorder) Unique(name string) string {
	r.names++
	return fmt.Sprintf("%s%d", name, r.names)
}

func (r *Recorder) Unsupported(pos diag.Pos, format string, args ...any) {
	r.Diags.Unsupportedf(pos, format, args...)
}

func (r *Recorder) Errorf(pos diag.Pos, format string, args ...any) {
	r.Diags.Errorf(pos, format, args...)
}

func (r *Recorder) Block(f func()) []kernel.Stmt {
	saved := r.Stmts
	r.Stmts = nil
	f()
	out := r.Stmts
	r.Stmts = saved
	return out
}

// Variable makes a program variable and returns it as an argument.
func (r *Recorder) Variable(name string, t kernel.Type) emit.Argument {
	v := &kernel.Var{Name: name, T: t}
	r.Vars = append(r.Vars, v)
	return emit.Argument{Pos: Here, Value: &kernel.VarRef{Var: v}, Assign: func(e kernel.Expr) {
		r.Emit(&kernel.Assign{Src: r.Src(), Dst: v, X: cexpr.Convert(e, t)})
	}}
}

// Pointer makes a pointer to element 5 of an array.
func (r *Recorder) Pointer(name string, space kernel.Space, t kernel.Type) emit.Argument {
	a := &kernel.Array{Name: name, Label: name, Space: space, Elem: t, Len: 64, Scale: 1}
	r.Arrays = append(r.Arrays, a)
	return emit.Argument{Pos: Here, IsPointer: true, Elem: t, Deref: func(elem kernel.Type, use func(kernel.Access)) {
		width := max(1, elem.Bytes()/t.Bytes())
		use(kernel.Access{Array: a, Index: kernel.NewConst(kernel.I64, 5), Width: width})
	}}
}

// Check fails the test if what was emitted breaks a rule of the kernel IR.
func (r *Recorder) Check(t *testing.T, what string) {
	k := &kernel.Kernel{Name: "k", Vars: r.Vars, Arrays: r.Arrays, Body: r.Stmts}
	require.NoError(t, kernel.Check(k), "%s:\n%s", what, kernel.PrintStmts(r.Stmts))
}
