package interleave

import (
	"strings"

	"gv2/frontend/kernel"
	"gv2/runtime/emulate"
)

// expr computes an expression for a thread. What C leaves undefined ends the
// execution.
type expr func(t *thread) int64

func (c *compiler) exprs(list ...kernel.Expr) []expr {
	out := make([]expr, len(list))
	for i, e := range list {
		if e == nil {
			e = &kernel.Const{T: kernel.U32, Val: int64(^uint32(0))}
		}
		out[i] = c.expr(e)
	}
	return out
}

func (c *compiler) expr(e kernel.Expr) expr {
	switch e := e.(type) {
	case *kernel.Const:
		v := e.Val
		return func(*thread) int64 { return v }
	case *kernel.FloatConst:
		v := literal(e)
		return func(*thread) int64 { return v }
	case *kernel.VarRef:
		r, ok := c.regs[e.Var]
		c.part = c.part || !ok
		return func(t *thread) int64 { return t.regs[r] }
	case *kernel.Builtin:
		return builtin(e)
	case *kernel.Unary:
		return c.unary(e)
	case *kernel.Binary:
		return c.binary(e)
	case *kernel.Cond:
		cond, x, y := c.expr(e.C), c.expr(e.X), c.expr(e.Y)
		return func(t *thread) int64 {
			if cond(t) != 0 {
				return x(t)
			}
			return y(t)
		}
	case *kernel.Convert:
		return c.convert(e)
	case *kernel.Call:
		return c.call(e)
	}
	return func(t *thread) int64 {
		t.m.end("an annotation speaks of two threads")
		return 0
	}
}

func builtin(e *kernel.Builtin) expr {
	d := e.Dim
	switch e.Kind {
	case kernel.ThreadIdx:
		return func(t *thread) int64 { return t.index[d] }
	case kernel.BlockIdx:
		return func(t *thread) int64 { return t.block.index[d] }
	case kernel.BlockDim:
		return func(t *thread) int64 { return int64(t.m.launch.BlockDim[d]) }
	}
	return func(t *thread) int64 { return int64(t.m.launch.GridDim[d]) }
}

func (c *compiler) unary(e *kernel.Unary) expr {
	x, ty := c.expr(e.X), e.X.Type()
	if ty.Kind == kernel.Float {
		return func(t *thread) int64 { return toFloat(ty, -fromFloat(ty, x(t))) }
	}
	op := e.Op
	return func(t *thread) int64 {
		v, ok := kernel.EvalUnary(op, &kernel.Const{T: ty, Val: x(t)})
		return t.defined(v, ok)
	}
}

func (c *compiler) binary(e *kernel.Binary) expr {
	x, y, ty, op := c.expr(e.X), c.expr(e.Y), e.X.Type(), e.Op
	switch {
	case ty.Kind == kernel.Float:
		return func(t *thread) int64 { return floatBinary(op, ty, x(t), y(t)) }
	case op == kernel.LAnd:
		return func(t *thread) int64 { return x(t) & y(t) }
	case op == kernel.LOr:
		return func(t *thread) int64 { return x(t) | y(t) }
	case op == kernel.Eq:
		return func(t *thread) int64 { return truth(x(t) == y(t)) }
	case op == kernel.Ne:
		return func(t *thread) int64 { return truth(x(t) != y(t)) }
	case ty.Signed && ty.Kind == kernel.Int && (op == kernel.Add || op == kernel.Sub || op == kernel.Mul):
		return signed(op, ty, x, y)
	}
	other := e.Y.Type()
	return func(t *thread) int64 {
		v, ok := kernel.EvalBinary(op, &kernel.Const{T: ty, Val: x(t)}, &kernel.Const{T: other, Val: y(t)})
		return t.defined(v, ok)
	}
}

// signed computes with signed integers, which do not overflow.
func signed(op kernel.BinaryOp, ty kernel.Type, x, y expr) expr {
	return func(t *thread) int64 {
		a, b := x(t), y(t)
		v := a + b
		switch op {
		case kernel.Sub:
			v = a - b
		case kernel.Mul:
			v = a * b
		}
		w := ty.Wrap(v)
		if w != v && !t.m.Wrap {
			t.m.spoil("a signed integer overflows")
		}
		return w
	}
}

func (c *compiler) convert(e *kernel.Convert) expr {
	x, from, to := c.expr(e.X), e.X.Type(), e.T
	if from.Kind == kernel.Float || to.Kind == kernel.Float {
		return func(t *thread) int64 { return floatConvert(from, to, x(t)) }
	}
	if to.Kind == kernel.Bool {
		return func(t *thread) int64 { return truth(x(t) != 0) }
	}
	return func(t *thread) int64 { return to.Wrap(x(t)) }
}

// call computes a function that is known, and takes another one to have some small
// result, the same for the same arguments.
func (c *compiler) call(e *kernel.Call) expr {
	args, exact, ty, fn := c.exprs(e.Args...), kernel.IsExact(e), e.T, e.Fn
	known := emulate.Function(e)
	c.casts = c.casts || strings.HasPrefix(fn, "bits_")
	types := make([]kernel.Type, len(e.Args))
	for i, a := range e.Args {
		types[i] = a.Type()
	}
	return func(t *thread) int64 {
		if exact {
			list := make([]*kernel.Const, len(args))
			for i, a := range args {
				list[i] = &kernel.Const{T: types[i], Val: a(t)}
			}
			v, ok := kernel.EvalCall(ty, fn, list)
			return t.defined(v, ok)
		}
		vals := make([]int64, len(args))
		for i, a := range args {
			vals[i] = a(t)
		}
		if known != nil {
			if v, ok := known(vals); ok {
				return v
			}
		}
		h := scramble(t.m.Input)
		for _, r := range fn {
			h = scramble(h ^ uint64(r))
		}
		for _, v := range vals {
			h = scramble(h ^ uint64(v))
		}
		return small(ty, h)
	}
}

func (t *thread) defined(c *kernel.Const, ok bool) int64 {
	if !ok {
		t.m.spoil("the result of an operation is undefined")
		return 0
	}
	return c.Val
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
