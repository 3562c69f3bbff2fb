package counterexample

import (
	"fmt"
	"math/big"
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/rewrite"
	"gv2/runtime/claim"
)

// A race that bit-vectors find may exist only because an index wraps: its two
// accesses are of different elements as long as integers do not overflow. The
// report names that as the cause. It is looked for by computing both indices from
// the values of the witness twice: as the machine does, and without wrapping
// where --arith int assumes that nothing wraps.

// overflowCause says which operation has wrapped, where the two accesses of a race
// meet only because of that; empty where they meet anyway, and where an index
// depends on more than parameters and the places of the threads.
func overflowCause(k *kernel.Kernel, m model, accesses []claim.Access, array *kernel.Array) string {
	if len(accesses) != 2 {
		return ""
	}
	split := rewrite.Split(k)
	definitions := kernel.Definitions(split.Body)
	var at [2]accessedAt
	for i := range accesses {
		acc := accessOf(split, &accesses[i], array)
		if acc == nil {
			return ""
		}
		w := wrapping{kernel: k, definitions: definitions, model: m, access: &accesses[i]}
		index, ok := w.value(acc.Index, 0)
		if !ok {
			return ""
		}
		if !index.over {
			index = exactly(index.real)
		}
		at[i] = accessedAt{index: index.ideal, width: acc.Width, wrapped: w.wrapped}
	}
	if at[0].meets(at[1]) {
		return ""
	}
	for _, a := range at {
		if a.wrapped != "" {
			return a.wrapped
		}
	}
	return ""
}

// accessedAt is where an access would go if nothing wrapped.
type accessedAt struct {
	index   *big.Int
	width   int
	wrapped string
}

func (a accessedAt) meets(b accessedAt) bool {
	end := func(x accessedAt) *big.Int { return new(big.Int).Add(x.index, big.NewInt(int64(max(x.width, 1)))) }
	return a.index.Cmp(end(b)) < 0 && b.index.Cmp(end(a)) < 0
}

// accessOf finds the access in the kernel; nil if there is none, or more than one
// of different indices.
func accessOf(k *kernel.Kernel, a *claim.Access, array *kernel.Array) *kernel.Access {
	var found *kernel.Access
	same := true
	kernel.Walk(k.Body, func(st kernel.Stmt) bool {
		acc := accessIn(st)
		src := st.Source()
		if acc == nil || acc.Array != array || src.Pos != a.Src.Pos || !slices.Equal(src.Calls, a.Src.Calls) {
			return true
		}
		same = same && (found == nil || kernel.ExprString(found.Index) == kernel.ExprString(acc.Index))
		found = acc
		return true
	})
	if !same {
		return nil
	}
	return found
}

func accessIn(st kernel.Stmt) *kernel.Access {
	switch st := st.(type) {
	case *kernel.Load:
		return &st.Acc
	case *kernel.Store:
		return &st.Acc
	case *kernel.Atomic:
		return &st.Acc
	default:
		// Others access no memory.
	}
	return nil
}

// wrapping computes expressions of one thread of a witness.
type wrapping struct {
	kernel      *kernel.Kernel
	definitions map[*kernel.Var]kernel.Expr
	model       model
	access      *claim.Access
	// wrapped describes the first operation that wrapped, empty if none did.
	wrapped string
}

// twofold is what the machine computes, and a number of which that is the
// remainder. Where over is set the number is what would come out if nothing wrapped
// that --arith int assumes not to wrap. Else both mean the same, and the number is
// only kept because more may be added to it: 0u - 1u is -1 until then.
type twofold struct {
	real  *kernel.Const
	ideal *big.Int
	over  bool
}

func exactly(c *kernel.Const) twofold { return twofold{real: c, ideal: idealOf(c)} }

// idealOf is the value of a constant; a u64 is kept as its pattern.
func idealOf(c *kernel.Const) *big.Int {
	if c.T.Kind == kernel.Int && !c.T.Signed {
		return new(big.Int).SetUint64(uint64(c.Val))
	}
	return big.NewInt(c.Val)
}

// deepestDefinition bounds how far definitions are followed.
const deepestDefinition = 64

func (w *wrapping) value(x kernel.Expr, depth int) (twofold, bool) {
	if depth > deepestDefinition || x.Type().Kind == kernel.Float {
		return twofold{}, false
	}
	switch x := x.(type) {
	case *kernel.Const:
		return exactly(x), true
	case *kernel.VarRef:
		return w.variable(x.Var, depth)
	case *kernel.Builtin:
		return w.builtin(x)
	case *kernel.Convert:
		return w.convert(x, depth)
	case *kernel.Unary:
		return w.unary(x, depth)
	case *kernel.Binary:
		return w.binary(x, depth)
	default:
		// Of others nothing is known.
	}
	return twofold{}, false
}

func (w *wrapping) unary(x *kernel.Unary, depth int) (twofold, bool) {
	v, ok := w.value(x.X, depth+1)
	if !ok {
		return twofold{}, false
	}
	real, ok := kernel.EvalUnary(x.Op, v.real)
	if x.Op != kernel.Neg {
		return exactly(real), ok && !v.over
	}
	return w.sum(x, real, new(big.Int).Neg(v.ideal), v.over), ok
}

// sum is the value of a sum, difference or product, and notes it if it wraps. An
// unsigned one may be below zero.
func (w *wrapping) sum(x kernel.Expr, real *kernel.Const, ideal *big.Int, over bool) twofold {
	t := x.Type()
	wraps := ideal.Cmp(idealOf(real)) != 0 && (t.Signed || ideal.Sign() >= 0)
	if wraps && !over && w.wrapped == "" {
		w.wrapped = fmt.Sprintf("%s is %s in thread %s and wraps to %s", w.text(x), ideal, kernel.IndexText(*claim.Placed(w.model.launch, []claim.Access{*w.access})[0].Thread), idealOf(real))
	}
	return twofold{real, ideal, over || wraps}
}

func (w *wrapping) variable(v *kernel.Var, depth int) (twofold, bool) {
	if !v.Param {
		def, ok := w.definitions[v]
		if !ok {
			return twofold{}, false
		}
		return w.value(def, depth+1)
	}
	n, ok := w.model.integer(v.Name)
	if !ok || v.T.Kind != kernel.Int {
		return twofold{}, false
	}
	return exactly(kernel.NewConst(v.T, n)), true
}

func (w *wrapping) builtin(x *kernel.Builtin) (twofold, bool) {
	var at *[3]int64
	switch x.Kind {
	case kernel.ThreadIdx:
		at = w.access.Thread
	case kernel.BlockIdx:
		at = w.access.Block
	default:
		return w.size(x)
	}
	if at == nil {
		return twofold{}, false
	}
	return exactly(kernel.NewConst(kernel.U32, at[x.Dim])), true
}

func (w *wrapping) size(x *kernel.Builtin) (twofold, bool) {
	text, ok := w.model.values(w.kernel)[kernel.ExprString(x)]
	if !ok {
		return twofold{}, false
	}
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return twofold{}, false
	}
	return exactly(kernel.NewConst(kernel.U32, n.Int64())), true
}

// convert relabels a value, or extends it; what has wrapped keeps its ideal. What
// a narrower type leaves of that is not known.
func (w *wrapping) convert(x *kernel.Convert, depth int) (twofold, bool) {
	from := x.X.Type()
	if x.T.Kind != kernel.Int || from.Kind != kernel.Int {
		return twofold{}, false
	}
	v, ok := w.value(x.X, depth+1)
	if !ok {
		return twofold{}, false
	}
	real, ok := kernel.EvalConvert(x.T, v.real)
	switch {
	case !ok || v.over && x.T.Bits < from.Bits:
		return twofold{}, false
	case v.over, !x.T.Signed && x.T.Bits == from.Bits:
		return twofold{real, v.ideal, v.over}, true
	}
	return exactly(real), true
}

func (w *wrapping) binary(x *kernel.Binary, depth int) (twofold, bool) {
	a, ok1 := w.value(x.X, depth+1)
	b, ok2 := w.value(x.Y, depth+1)
	if !ok1 || !ok2 {
		return twofold{}, false
	}
	real, ok := kernel.EvalBinary(x.Op, a.real, b.real)
	if !ok {
		return twofold{}, false
	}
	over := a.over || b.over
	ideal := new(big.Int)
	switch x.Op {
	case kernel.Add:
		ideal.Add(a.ideal, b.ideal)
	case kernel.Sub:
		ideal.Sub(a.ideal, b.ideal)
	case kernel.Mul:
		ideal.Mul(a.ideal, b.ideal)
	case kernel.Shl:
		ideal.Lsh(a.ideal, uint(b.real.Val))
	default:
		return exactly(real), !over
	}
	return w.sum(x, real, ideal, over), true
}

// text prints an operation as the user wrote it: variables by their own names,
// conversions that only relabel left out.
func (w *wrapping) text(x kernel.Expr) string {
	return kernel.ExprString(kernel.MapExpr(x, func(e kernel.Expr) kernel.Expr {
		switch e := e.(type) {
		case *kernel.VarRef:
			for _, v := range w.kernel.Vars {
				if v.Pos == e.Var.Pos && v.Pos.Valid() {
					return &kernel.VarRef{Var: v}
				}
			}
		case *kernel.Convert:
			if e.X.Type().Kind == kernel.Int && e.T.Kind == kernel.Int && e.T.Bits == e.X.Type().Bits {
				return e.X
			}
		default:
			// Others are written as they are.
		}
		return e
	}))
}
