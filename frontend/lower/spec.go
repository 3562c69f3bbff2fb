package lower

import (
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/annotation"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/predefined"
	"gv2/frontend/lower/syntax"
)

// stated lowers the condition of an annotation.
func (l *lowerer) stated(e cuda.Expr, s *spec) kernel.Expr {
	outer := l.spec
	l.spec = s
	cond := l.truthOf(e)
	l.spec = outer
	return cond
}

// specCall lowers a call inside an annotation if its function is one of those that
// mean something there; nil if not.
func (l *lowerer) specCall(e *cuda.CallExpr, fun *cuda.Ident) *object.Place {
	f, known := annotation.Lookup(fun.Name)
	if !known || len(fun.Path) > 0 {
		return nil
	}
	if !f.Takes(len(e.Args), fun.Name, l.out, e.Pos) {
		return &object.BadPlace
	}
	switch f.Contract {
	case annotation.Result:
		return l.specResult(e, fun.Name)
	case annotation.Old:
		return l.specOld(e, fun.Name)
	}
	x, ok := f.Value(&specFunction{l: l, e: e, name: fun.Name})
	if !ok {
		return &object.BadPlace
	}
	return valuePlace(e, computedValue(x))
}

// specResult is what the function returned.
func (l *lowerer) specResult(e *cuda.CallExpr, name string) *object.Place {
	pl := l.spec.result
	if pl == nil {
		l.Errorf(e.Pos, "%s outside an __ensures", name)
		return &object.BadPlace
	}
	if pl.T.Bad() {
		return &object.BadPlace
	}
	want, _ := strings.CutPrefix(name, "__return_val_")
	if !syntax.ResultFits(want, pl.T) {
		l.Unsupported(e.Pos, "%s of a function that returns a %s", name, pl.T)
		return &object.BadPlace
	}
	return pl
}

// specOld is what the argument was when the function began.
func (l *lowerer) specOld(e *cuda.CallExpr, name string) *object.Place {
	v, ok := l.spec.olds[e]
	if !ok {
		l.Errorf(e.Pos, "%s outside an __ensures", name)
		return &object.BadPlace
	}
	return valuePlace(e, v)
}

// specValue is a name that means something in annotations alone; nil if id is
// none.
func (l *lowerer) specValue(id *cuda.Ident) *object.Place {
	if l.spec == nil || id.Name != "__same_group" {
		return nil
	}
	same := kernel.Expr(kernel.BoolConst(true))
	for dim := range 3 {
		own := predefined.BuiltinDim(kernel.BlockIdx, dim, l.opts.Launch)
		if !annotation.OnlyParams(own) {
			same = cexpr.Binary(kernel.LAnd, same, cexpr.Binary(kernel.Eq, own, &kernel.Other{X: own}))
		}
	}
	return valuePlace(id, computedValue(same))
}

// specFunction is a call as package annotation sees it: the C++ side of
// annotation.Call.
type specFunction struct {
	l    *lowerer
	e    *cuda.CallExpr
	name string
}

func (c *specFunction) Emit(s kernel.Stmt)               { c.l.out.Emit(s) }
func (c *specFunction) Src() kernel.Src                  { return c.l.out.Src() }
func (c *specFunction) Temp(t kernel.Type) *kernel.Var   { return c.l.out.Temp(t) }
func (c *specFunction) Assume(text string)               { c.l.out.Assume(text) }
func (c *specFunction) Launch() kernel.Launch            { return c.l.out.Launch() }
func (c *specFunction) Block(f func()) []kernel.Stmt     { return c.l.out.Block(f) }
func (c *specFunction) Pos() diag.Pos                    { return c.e.Pos }
func (c *specFunction) Name() string                     { return c.name }
func (c *specFunction) Len() int                         { return len(c.e.Args) }
func (c *specFunction) Truth(i int) kernel.Expr          { return c.l.truthOf(c.e.Args[i]) }
func (c *specFunction) Number(i int) (kernel.Expr, bool) { return c.l.scalar(c.e.Args[i]) }
func (c *specFunction) EnabledOnly() bool                { return c.l.spec.others == 0 && !c.l.spec.global }

func (c *specFunction) Unsupported(pos diag.Pos, format string, args ...any) {
	c.l.Unsupported(pos, format, args...)
}

func (c *specFunction) Errorf(pos diag.Pos, format string, args ...any) {
	c.l.Errorf(pos, format, args...)
}

func (c *specFunction) Other(f func()) {
	c.l.spec.others++
	f()
	c.l.spec.others--
}

func (c *specFunction) Base(i int) (kernel.Expr, bool) {
	v := c.l.eval(c.e.Args[i])
	switch {
	case v.Bad():
		return nil, false
	case v.Ptr != nil:
		return v.Ptr.TagOf(), true
	case v.Expr != nil && v.Expr.Type().IsInt(): // __ptr_base gives numbers
		return v.Expr, true
	}
	c.l.Errorf(c.e.Args[i].ExprPos(), "this has type %s, not a pointer", v.T)
	return nil, false
}

func (c *specFunction) Offset(i int) (kernel.Expr, bool) {
	p := c.pointer(i)
	if p == nil {
		return nil, false
	}
	return cexpr.Binary(kernel.Mul, p.Off, object.Offset(p.Unit())), true
}

// pointer is argument i, nil after a diagnostic.
func (c *specFunction) pointer(i int) *object.Pointer {
	v := c.l.eval(c.e.Args[i])
	if v.Bad() {
		return nil
	}
	if v.Ptr == nil {
		c.l.Errorf(c.e.Pos, "this takes a pointer, not a %s", v.T)
	}
	return v.Ptr
}

func (c *specFunction) Arrays(i int, none kernel.Expr, f func(*kernel.Array) kernel.Expr) (kernel.Expr, bool) {
	p := c.pointer(i)
	if p == nil {
		return nil, false
	}
	if p.HasLocal() {
		c.l.an.SettleLocal(p)
		return none, true
	}
	out := none
	for _, t := range p.Targets {
		if t.Mem == nil {
			continue
		}
		x := f(c.l.mem.Array(t.Mem))
		if len(p.Targets) > 1 {
			is := cexpr.Binary(kernel.Eq, p.TagOf(), kernel.NewConst(kernel.I32, t.ID))
			x = kernel.FoldNode(&kernel.Cond{C: is, X: x, Y: out})
		}
		out = x
	}
	return out, true
}
