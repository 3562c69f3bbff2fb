package fact

import "gv2/frontend/kernel"

// PerThread computes expressions that depend only on the thread's index in its block.
// The launch must be known.
type PerThread struct {
	k *kernel.Kernel
	// defs maps variables with a single assignment to its value, others that are
	// assigned to nil, and parameters to the value that a precondition fixes.
	defs map[*kernel.Var]kernel.Expr
}

// NewPerThread collects the definitions of the variables of k.
func NewPerThread(k *kernel.Kernel) *PerThread {
	p := &PerThread{k, map[*kernel.Var]kernel.Expr{}}
	for _, r := range k.Requires {
		if b, ok := r.(*kernel.Binary); ok && b.Op == kernel.Eq {
			if v, isVar := b.X.(*kernel.VarRef); isVar {
				if c, isConst := b.Y.(*kernel.Const); isConst {
					p.defs[v.Var] = c
				}
			}
		}
	}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		v := kernel.Assigned(s)
		if v == nil {
			return true
		}
		var x kernel.Expr
		if a, ok := s.(*kernel.Assign); ok {
			x = a.X
		}
		if _, again := p.defs[v]; again || v.Param {
			x = nil
		}
		p.defs[v] = x
		return true
	})
	return p
}

// deepestDefinition bounds the nesting of definitions to expand.
const deepestDefinition = 16

// Resolved is e with the variables replaced by their definitions.
func (p *PerThread) Resolved(e kernel.Expr) kernel.Expr { return p.resolved(e, deepestDefinition) }

func (p *PerThread) resolved(e kernel.Expr, depth int) kernel.Expr {
	if depth == 0 {
		return e
	}
	return kernel.Fold(kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		if v, ok := e.(*kernel.VarRef); ok && p.defs[v.Var] != nil {
			return p.resolved(p.defs[v.Var], depth-1)
		}
		return e
	}))
}

// Value is the value of a resolved expression in a thread, by linear id; it is
// unknown if it depends on more than the thread.
func (p *PerThread) Value(e kernel.Expr, thread int) (int64, bool) {
	dims := p.k.Launch.BlockDim
	at := [3]int{thread % dims[0], thread / dims[0] % dims[1], thread / dims[0] / dims[1]}
	c, ok := kernel.Fold(kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		if b, is := e.(*kernel.Builtin); is && b.Kind == kernel.ThreadIdx {
			return kernel.NewConst(b.Type(), int64(at[b.Dim]))
		}
		return e
	})).(*kernel.Const)
	if !ok {
		return 0, false
	}
	return c.Val, true
}

// AgreedMasks are the masks of all threads, nil if they are unknown or do not agree.
func (p *PerThread) AgreedMasks(mask kernel.Expr) []uint32 {
	mask = p.Resolved(mask)
	out := make([]uint32, p.k.Launch.Threads())
	for t := range out {
		v, known := p.Value(mask, t)
		if out[t] = uint32(v); !known || out[t]>>(t%kernel.WarpSize)&1 == 0 {
			return nil
		}
	}
	for t := range out {
		first := t - t%kernel.WarpSize
		for u := first; u < min(first+kernel.WarpSize, len(out)); u++ {
			if out[t]>>(u-first)&1 != 0 && out[u] != out[t] {
				return nil
			}
		}
	}
	return out
}
