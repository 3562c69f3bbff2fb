package interleave

import (
	"sort"

	"gv2/frontend/kernel"
)

// largestMet bounds the values of parameters that are looked for.
const largestMet = 1 << 24

// assumed are conditions on parameters and the launch: the preconditions, and the assumptions with which the kernel begins.
func (p *Program) assumed() []kernel.Expr {
	var out []kernel.Expr
	for _, e := range p.Kernel.Requires {
		out = append(out, kernel.Conjuncts(e)...)
	}
	for _, s := range p.Kernel.Body {
		a, is := s.(*kernel.Assume)
		if !is {
			break
		}
		out = append(out, kernel.Conjuncts(a.Cond)...)
	}
	return out
}

// launched is an expression with the sizes of the launch in it.
func launched(l kernel.Launch, e kernel.Expr) kernel.Expr {
	return kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		if d, is := e.(*kernel.Builtin); is && (d.Kind == kernel.GridDim || d.Kind == kernel.BlockDim) {
			if n, is := kernel.Fold(l.Size(d.Kind, d.Dim)).(*kernel.Const); is {
				return kernel.NewConst(d.Type(), n.Val)
			}
		}
		return e
	})
}

// meeting is a range of values of the parameter p, none negative, for which those conditions hold that say that a number of
// the launch and of parameters of known value is an expression of p: 1025 to 2048 for the n of gridDim.x == (n + 1023) / 1024 and
// two blocks. Expressions are taken to grow or to fall with p, and whoever asks looks
// whether all holds; ok is false if no condition says anything of p alone, or if there is no such range.
func (p *Program) meeting(v *kernel.Var, known map[string]int64) (least, most int64, ok bool) {
	if v.T.Kind != kernel.Int {
		return 0, 0, false
	}
	least, most = 0, largestMet
	for v.T.Wrap(most) != most {
		most /= 2
	}
	end := most
	for _, c := range p.conditions {
		difference := differenceOf(p.Kernel.Launch, c, v, known)
		if difference == nil {
			continue
		}
		lo, hi, met := zeros(difference, end)
		if !met {
			return 0, 0, false
		}
		least, most, ok = max(least, lo), min(most, hi), true
	}
	return least, most, ok && least <= most
}

// differenceOf is, for each value of p, by how much the sides of an equation of p alone differ; nil if it is none.
func differenceOf(l kernel.Launch, c kernel.Expr, p *kernel.Var, known map[string]int64) func(v int64) (int64, bool) {
	b, is := c.(*kernel.Binary)
	if !is || b.Op != kernel.Eq || b.X.Type().Kind != kernel.Int {
		return nil
	}
	side := func(e kernel.Expr) kernel.Expr {
		return kernel.Fold(kernel.Widened(kernel.WithParams(launched(l, e), known)))
	}
	x, y := side(b.X), side(b.Y)
	if !readsOnly(x, p) || !readsOnly(y, p) || !reads(x, p) && !reads(y, p) {
		return nil
	}
	return func(v int64) (int64, bool) {
		at := map[string]int64{p.Name: v}
		s, one := kernel.WithParams(x, at).(*kernel.Const)
		t, both := kernel.WithParams(y, at).(*kernel.Const)
		if !one || !both {
			return 0, false
		}
		return s.Val - t.Val, true
	}
}

func reads(e kernel.Expr, p *kernel.Var) bool {
	return kernel.ReadsParams(e, map[string]int64{p.Name: 0})
}

// readsOnly reports whether nothing but p has to be known for the value of an expression.
func readsOnly(e kernel.Expr, p *kernel.Var) bool {
	only := true
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		switch e := e.(type) {
		case *kernel.VarRef:
			only = only && e.Var == p
		case *kernel.Builtin:
			only = false
		default:
			// Others compute with their operands.
		}
		return only
	})
	return only
}

// zeros are the first and the last number, of those up to end, where a function that grows or falls is 0.
func zeros(f func(v int64) (int64, bool), end int64) (first, last int64, ok bool) {
	a, known := f(0)
	b, both := f(end)
	if !known || !both {
		return 0, 0, false
	}
	sign := int64(1)
	if a > b {
		sign = -1
	}
	from := func(least int64) int64 { // the first number where the function has got that far
		return int64(sort.Search(int(end)+1, func(v int) bool {
			d, _ := f(int64(v))
			return sign*d >= least
		}))
	}
	first, last = from(0), from(1)-1
	if first > last {
		return 0, 0, false
	}
	d, known := f(first)
	return first, last, known && d == 0
}
