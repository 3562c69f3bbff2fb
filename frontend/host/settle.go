package host

import (
	"slices"

	"gv2/frontend/cexpr"
	"gv2/frontend/host/solve"
	"gv2/frontend/kernel"
)

// settled puts in what the conditions on the way to a launch say:
//
//	if (c / h == 64) k<<<n, c / h>>>(p, c, h);                   has blocks of 64
//	assert(b == 64 || b == 128); if (b != 64) k<<<n, b>>>(p);    has blocks of 128
func (in *instance) settled() *instance {
	conditions := in.conditions
	for changed := true; changed; {
		changed = false
		for i, c := range conditions {
			or, ok := c.(*kernel.Binary)
			if !ok || or.Op != kernel.LOr {
				continue
			}
			var left kernel.Expr
			switch {
			case excluded(or.X, conditions):
				left = or.Y
			case excluded(or.Y, conditions):
				left = or.X
			default:
				continue
			}
			conditions = slices.Clone(conditions)
			conditions[i], changed = left, true
		}
	}
	out := *in
	out.conditions, out.args = conditions, slices.Clone(in.args)
	in = &out
	for _, c := range conditions {
		x, k := equals(c)
		if x == nil {
			continue
		}
		replace := func(e kernel.Expr) kernel.Expr {
			if cexpr.Same(e, x) {
				return k
			}
			if narrows(e, x) {
				return cexpr.Convert(k, e.Type())
			}
			return kernel.FoldNode(e)
		}
		for d := range in.block {
			if in.block[d] != nil {
				in.block[d] = kernel.MapExpr(in.block[d], replace)
			}
			if in.grid[d] != nil {
				in.grid[d] = kernel.MapExpr(in.grid[d], replace)
			}
		}
		if in.shared != nil {
			in.shared = kernel.MapExpr(in.shared, replace)
		}
		for n, a := range in.args {
			if a != nil {
				in.args[n] = kernel.MapExpr(a, replace)
			}
		}
	}
	return in
}

// narrows reports whether e is some of the bits of the integer x, as (unsigned)n is of (int)n where n has 64: block((int)n) converts it
// at once.
func narrows(e, x kernel.Expr) bool {
	a, ok := e.(*kernel.Convert)
	b, also := x.(*kernel.Convert)
	return ok && also && a.T.IsInt() && b.T.IsInt() && a.T.Bits <= b.T.Bits && a.X.Type().IsInt() && cexpr.Same(a.X, b.X)
}

// excluded reports whether a comparison is false where the conditions hold.
func excluded(x kernel.Expr, conditions []kernel.Expr) bool {
	b, ok := x.(*kernel.Binary)
	if !ok || !b.Op.IsComparison() {
		return false
	}
	return slices.ContainsFunc(conditions, func(c kernel.Expr) bool { return cexpr.Same(c, cexpr.Not(x)) || solve.Beyond(x, c) })
}

// equals recognises x == number.
func equals(c kernel.Expr) (kernel.Expr, *kernel.Const) {
	b, ok := c.(*kernel.Binary)
	if !ok || b.Op != kernel.Eq {
		return nil, nil
	}
	for _, side := range [][2]kernel.Expr{{b.X, b.Y}, {b.Y, b.X}} {
		if k, isConst := side[1].(*kernel.Const); isConst {
			if _, both := side[0].(*kernel.Const); !both && side[0].Type() == k.T {
				return side[0], k
			}
		}
	}
	return nil, nil
}

// alternatives are the values of the block of which the conditions allow no other, as one condition for
// each; nil if they do not tell.
func (in *instance) alternatives() (at int, alternatives []kernel.Expr) {
	for i, c := range in.conditions {
		list := disjuncts(c)
		if len(list) < 2 || len(list) > mostAlternatives {
			continue
		}
		var x kernel.Expr
		for n, e := range list {
			y, _ := equals(e)
			if n == 0 {
				x = y
			}
			if y == nil || !cexpr.Same(x, y) {
				x = nil
				break
			}
		}
		for _, b := range in.block {
			if x == nil || b == nil {
				continue
			}
			found := false
			kernel.WalkExpr(b, func(e kernel.Expr) bool { found = found || cexpr.Same(e, x) || narrows(e, x); return !found })
			if found {
				return i, list
			}
		}
	}
	return 0, nil
}

// mostAlternatives bounds the values of a block that are told apart.
const mostAlternatives = 8

func disjuncts(e kernel.Expr) []kernel.Expr {
	if b, ok := e.(*kernel.Binary); ok && b.Op == kernel.LOr {
		return append(disjuncts(b.X), disjuncts(b.Y)...)
	}
	return []kernel.Expr{e}
}
