package models

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/annotation"
	"gv2/frontend/lower/object"
)

// Stating is what a function in the argument of an annotation asks of the language.
type Stating struct {
	Out    *object.Output
	An     *object.Analysis
	Model  *object.Model
	Truth  func(cuda.Expr) kernel.Expr
	Number func(cuda.Expr) (kernel.Expr, bool)
	Eval   func(cuda.Expr) object.Value
	// Other has the other thread evaluate what f evaluates; EnabledOnly reports whether only threads
	// that reach the annotation evaluate it.
	Other       func(f func())
	EnabledOnly func() bool
}

// Function is a call of a function in the argument of an annotation: an annotation.Call.
type Function struct {
	core Stating
	e    *cuda.CallExpr
	name string
}

var _ annotation.Call = (*Function)(nil)

// NewFunction is the call e of a function of that name.
func NewFunction(core Stating, e *cuda.CallExpr, name string) *Function {
	return &Function{core, e, name}
}

func (c *Function) Emit(s kernel.Stmt)               { c.core.Out.Emit(s) }
func (c *Function) Src() kernel.Src                  { return c.core.Out.Src() }
func (c *Function) Temp(t kernel.Type) *kernel.Var   { return c.core.Out.Temp(t) }
func (c *Function) Assume(text string)               { c.core.Out.Assume(text) }
func (c *Function) Launch() kernel.Launch            { return c.core.Out.Launch() }
func (c *Function) Block(f func()) []kernel.Stmt     { return c.core.Out.Block(f) }
func (c *Function) Pos() diag.Pos                    { return c.e.Pos }
func (c *Function) Name() string                     { return c.name }
func (c *Function) Len() int                         { return len(c.e.Args) }
func (c *Function) Truth(i int) kernel.Expr          { return c.core.Truth(c.e.Args[i]) }
func (c *Function) Number(i int) (kernel.Expr, bool) { return c.core.Number(c.e.Args[i]) }
func (c *Function) EnabledOnly() bool                { return c.core.EnabledOnly() }

func (c *Function) Unsupported(pos diag.Pos, format string, args ...any) {
	c.core.Out.Unsupported(pos, format, args...)
}

func (c *Function) Errorf(pos diag.Pos, format string, args ...any) {
	c.core.Out.Errorf(pos, format, args...)
}

func (c *Function) Other(f func()) { c.core.Other(f) }

func (c *Function) Base(i int) (kernel.Expr, bool) {
	v := c.core.Eval(c.e.Args[i])
	switch {
	case v.Bad():
		return nil, false
	case v.Ptr != nil:
		return v.Ptr.TagOf(), true
	case v.Expr != nil && v.Expr.Type().IsInt(): // __ptr_base gives numbers
		return v.Expr, true
	}
	c.core.Out.Errorf(c.e.Args[i].ExprPos(), "this has type %s, not a pointer", v.T)
	return nil, false
}

func (c *Function) Offset(i int) (kernel.Expr, bool) {
	p := c.pointer(i)
	if p == nil {
		return nil, false
	}
	return cexpr.Binary(kernel.Mul, p.Off, object.Offset(p.Unit())), true
}

// pointer is argument i, nil after a diagnostic.
func (c *Function) pointer(i int) *object.Pointer {
	v := c.core.Eval(c.e.Args[i])
	if v.Bad() {
		return nil
	}
	if v.Ptr == nil {
		c.core.Out.Errorf(c.e.Pos, "this takes a pointer, not a %s", v.T)
	}
	return v.Ptr
}

func (c *Function) Arrays(i int, none kernel.Expr, f func(*kernel.Array) kernel.Expr) (kernel.Expr, bool) {
	p := c.pointer(i)
	if p == nil {
		return nil, false
	}
	if p.HasLocal() {
		c.core.An.SettleLocal(p)
		return none, true
	}
	out := none
	for _, t := range p.Targets {
		if t.Mem == nil {
			continue
		}
		x := f(c.core.Model.Array(t.Mem))
		if len(p.Targets) > 1 {
			is := cexpr.Binary(kernel.Eq, p.TagOf(), kernel.NewConst(kernel.I32, t.ID))
			x = kernel.FoldNode(&kernel.Cond{C: is, X: x, Y: out})
		}
		out = x
	}
	return out, true
}
