package fact

import "gv2/frontend/kernel"

// Known computes expressions for one thread of a block, from its threadIdx and from variables whose values are known.
type Known struct {
	Launch kernel.Launch
	Thread [3]int64
	// Value is the value of a variable, nil if it is not known.
	Value func(v *kernel.Var) *kernel.Const
}

// Of is the value of x, nil if it is not known.
func (t *Known) Of(x kernel.Expr) *kernel.Const {
	got := func(c *kernel.Const, ok bool) *kernel.Const {
		if !ok {
			return nil
		}
		return c
	}
	switch x := x.(type) {
	case *kernel.Const:
		return x
	case *kernel.VarRef:
		return t.Value(x.Var)
	case *kernel.Builtin:
		return t.builtin(x)
	case *kernel.Unary:
		if c := t.Of(x.X); c != nil {
			return got(kernel.EvalUnary(x.Op, c))
		}
	case *kernel.Binary:
		if a, b := t.Of(x.X), t.Of(x.Y); a != nil && b != nil {
			return got(kernel.EvalBinary(x.Op, a, b))
		}
	case *kernel.Cond:
		if c := t.Of(x.C); c != nil {
			if c.Val != 0 {
				return t.Of(x.X)
			}
			return t.Of(x.Y)
		}
	case *kernel.Convert:
		if c := t.Of(x.X); c != nil {
			return got(kernel.EvalConvert(x.T, c))
		}
	default:
		// Others are not known.
	}
	return nil
}

func (t *Known) builtin(x *kernel.Builtin) *kernel.Const {
	switch {
	case x.Kind == kernel.ThreadIdx:
		return kernel.NewConst(kernel.U32, t.Thread[x.Dim])
	case x.Kind == kernel.BlockDim && t.Launch.BlockDim[x.Dim] > 0:
		return kernel.NewConst(kernel.U32, int64(t.Launch.BlockDim[x.Dim]))
	}
	return nil
}
