// Package congruence finds powers of two that divide what integer expressions of a
// kernel can be: a congruence analysis in the manner of Granger (1989), for powers of
// two only, which survive wrapping.
package congruence

import "gv2/frontend/kernel"

// Max is the largest power of two that matters.
const Max = 64

// Of analyses all assignments in body. It starts from the largest power for every
// variable and goes down to the greatest fixpoint. Known tells what divides parameters.
func Of(body []kernel.Stmt, known map[*kernel.Var]int64) *Powers {
	p := &Powers{defs: map[*kernel.Var][]kernel.Expr{}, of: map[*kernel.Var]int64{}}
	kernel.Walk(body, func(s kernel.Stmt) bool {
		if v := kernel.Assigned(s); v != nil {
			x := kernel.Expr(nil)
			if a, ok := s.(*kernel.Assign); ok {
				x = a.X
			}
			p.defs[v] = append(p.defs[v], x)
		}
		return true
	})
	for v := range p.defs {
		p.of[v] = Max
	}
	for v, n := range known {
		p.of[v] = lowBit(n)
	}
	p.solve()
	return p
}

// Powers holds for each variable a power of two that divides all its values.
type Powers struct {
	defs map[*kernel.Var][]kernel.Expr // what is assigned; nil for any value
	of   map[*kernel.Var]int64
}

// solve lowers the powers to the greatest ones that the assignments allow.
func (p *Powers) solve() {
	for changed := true; changed; {
		changed = false
		for v, defs := range p.defs {
			for _, x := range defs {
				a := int64(1)
				if x != nil {
					a = p.Divisor(x)
				}
				if a < p.of[v] {
					p.of[v], changed = a, true
				}
			}
		}
	}
}

// Divisor returns a power of two that divides x.
func (p *Powers) Divisor(x kernel.Expr) int64 {
	switch x := x.(type) {
	case *kernel.Const:
		return lowBit(x.Val)
	case *kernel.VarRef:
		return max(p.of[x.Var], 1) // of most parameters nothing is known
	case *kernel.Unary:
		if x.Op == kernel.Neg && x.X.Type().IsInt() {
			return p.Divisor(x.X)
		}
	case *kernel.Convert:
		if x.T.IsInt() && x.X.Type().IsInt() {
			return p.Divisor(x.X)
		}
	case *kernel.Cond:
		return min(p.Divisor(x.X), p.Divisor(x.Y))
	case *kernel.Binary:
		if x.X.Type().IsInt() && !x.Op.IsComparison() {
			return p.binary(x)
		}
	default:
		// Of others only 1 is known to divide them.
	}
	return 1
}

func (p *Powers) binary(x *kernel.Binary) int64 {
	switch x.Op {
	case kernel.Add, kernel.Sub, kernel.Or, kernel.Xor, kernel.Rem:
		return min(p.Divisor(x.X), p.Divisor(x.Y))
	case kernel.And:
		return max(p.Divisor(x.X), p.Divisor(x.Y))
	case kernel.Mul:
		return min(p.Divisor(x.X)*p.Divisor(x.Y), Max)
	case kernel.Shl:
		if n, ok := x.Y.(*kernel.Const); ok && n.Val >= 0 && n.Val < 32 {
			return min(p.Divisor(x.X)<<n.Val, Max)
		}
		return p.Divisor(x.X)
	}
	return 1
}

// lowBit is the largest power of two that divides n, of Max at most.
func lowBit(n int64) int64 {
	if n == 0 {
		return Max
	}
	return min(n&-n, Max)
}
