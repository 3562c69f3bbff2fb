package translate

import (
	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// out is the kernel that is built, an emit.Builder.
type out struct {
	k       *kernel.Kernel
	diags   diag.List
	cur     []kernel.Stmt
	src     kernel.Src
	names   emit.Names
	assumed map[string]bool
}

func newOut(k *kernel.Kernel) *out {
	return &out{k: k, names: emit.Names{}, assumed: map[string]bool{}, src: kernel.Src{Pos: k.Pos}}
}

func (o *out) Emit(s kernel.Stmt) { o.cur = append(o.cur, s) }

func (o *out) Src() kernel.Src { return o.src }

func (o *out) Launch() kernel.Launch { return o.k.Launch }

func (o *out) Unsupported(pos diag.Pos, format string, args ...any) {
	o.diags.Unsupportedf(pos, format, args...)
}

func (o *out) Errorf(pos diag.Pos, format string, args ...any) { o.diags.Errorf(pos, format, args...) }

func (o *out) Assume(text string) {
	if !o.assumed[text] {
		o.assumed[text] = true
		o.k.Assumptions = append(o.k.Assumptions, text)
	}
}

func (o *out) Block(f func()) []kernel.Stmt {
	outer := o.cur
	o.cur = nil
	f()
	inner := o.cur
	o.cur = outer
	return inner
}

// Temp makes a fresh temporary.
func (o *out) Temp(t kernel.Type) *kernel.Var {
	v := o.variable("t", t)
	v.Temp = true
	return v
}

// variable makes a variable with a name like the one that is given.
func (o *out) variable(name string, t kernel.Type) *kernel.Var {
	v := &kernel.Var{Name: o.unique(name), T: t, Pos: o.src.Pos}
	o.k.Vars = append(o.k.Vars, v)
	return v
}

// parameter makes a scalar parameter of the kernel.
func (o *out) parameter(name string, t kernel.Type) *kernel.Var {
	v := &kernel.Var{Name: o.unique(name), T: t, Param: true, Pos: o.k.Pos}
	o.k.Params = append(o.k.Params, v)
	return v
}

func (o *out) unique(name string) string { return o.names.Unique(name) }
