// Package solve finds out what the sizes and arguments of a launch say of the variables of the host that they
// were computed from, and writes other values with that.
package solve

import (
	"maps"
	"slices"

	"gv2/frontend/cexpr"
	"gv2/frontend/host/flow"
	"gv2/frontend/kernel"
)

// Solution is what is known of roots: all of them, or their low bits, which converting them to a
// Narrower type gives.
type Solution struct {
	All, Low map[*kernel.Var]kernel.Expr
	// Passed is what those are that are taken to be held by the parameters that they are passed to.
	Passed map[*kernel.Var]kernel.Expr
	// Own are parameters that stand in expressions already, with what is narrowed for them.
	Own map[*kernel.Var]string
	// Unseen reports whether the type of a root is not seen.
	Unseen func(*kernel.Var) bool
}

// Premises are the names of what a relation rests on: of variables that hold what is passed, and of variables
// whose type is not seen.
type Premises struct {
	Held, Unseen []string
	// Fits: a size of 64 bits is taken to fit into the 32 bits that sizes have.
	Fits bool
	// Allocated is the function whose calls are taken to give memory.
	Allocated string
}

// Expressed is x without what only the host knows, nil if that is not possible.
func Expressed(x kernel.Expr, known Solution) kernel.Expr {
	if x == nil {
		return nil
	}
	if len(known.Low) > 0 {
		x = kernel.MapExpr(x, func(e kernel.Expr) kernel.Expr {
			if c, ok := e.(*kernel.Convert); ok {
				if r, ok := c.X.(*kernel.VarRef); ok && known.All[r.Var] == nil && known.Low[r.Var] != nil && c.T.IsInt() && c.T.Bits <= known.Low[r.Var].Type().Bits {
					return cexpr.Convert(known.Low[r.Var], c.T)
				}
			}
			return e
		})
	}
	for _, r := range flow.Roots(x) {
		if known.All[r] == nil && !known.is(r) {
			return nil
		}
	}
	return kernel.Fold(flow.Substitute(x, known.All))
}

// Guarded recognises a value that is known under a condition only; the guard is nil for others.
func Guarded(x kernel.Expr, known Solution) (guard, value kernel.Expr) {
	switch x := x.(type) {
	case *kernel.Convert:
		if guard, value = Guarded(x.X, known); guard != nil {
			value = cexpr.Convert(value, x.T)
		}
	case *kernel.Cond:
		if Expressed(x.Y, known) == nil && Expressed(x.X, known) != nil && Expressed(x.C, known) != nil {
			return x.C, x.X
		}
	default:
		// Known without a condition, or not at all.
	}
	return guard, value
}

// Opposite is !x without the !, where that is possible.
func Opposite(x kernel.Expr) kernel.Expr {
	if b, ok := x.(*kernel.Binary); ok && b.Op == kernel.LAnd {
		return cexpr.Binary(kernel.LOr, Opposite(b.X), Opposite(b.Y))
	}
	return cexpr.Not(x)
}

// Taking is the solution by which x, or else other, is expressed, and what that rests on.
func (s Solution) Taking(x, other kernel.Expr) (Solution, Premises) {
	var of Premises
	for _, r := range flow.Roots(x) {
		if s.Unseen(r) {
			of.Unseen = Joined(of.Unseen, []string{r.Name})
		}
	}
	switch {
	case Expressed(x, s) != nil:
		return s, of
	case Expressed(other, s) != nil:
		for _, r := range flow.Roots(other) {
			if held := s.Own[r]; held != "" {
				of.Held = Joined(of.Held, []string{held})
			}
		}
		return s, of
	}
	more := s
	more.All = maps.Clone(s.All)
	for r, y := range s.Passed {
		if s.All[r] == nil {
			more.All[r] = y
		}
	}
	for _, e := range []kernel.Expr{x, other} {
		if Expressed(e, more) == nil {
			continue
		}
		for _, r := range flow.Roots(e) {
			if s.All[r] == nil && s.Passed[r] != nil && !s.Unseen(r) {
				of.Held = Joined(of.Held, []string{r.Name})
			} else if s.Own[r] != "" {
				of.Held = Joined(of.Held, []string{s.Own[r]})
			}
		}
		return more, of
	}
	return s, of
}

// Count is how much is known.
func (s Solution) Count() int { return len(s.All) + len(s.Low) }

// is reports whether v is no root, but what a root is expressed by.
func (s Solution) is(v *kernel.Var) bool {
	if _, own := s.Own[v]; own {
		return true
	}
	for _, x := range s.Low {
		for _, r := range flow.Roots(x) {
			if r == v {
				return true
			}
		}
	}
	return false
}

// Take notes that argument x, if it is a root, is taken to be what parameter y holds. A root that the host
// narrows before it passes it is not.
func (s Solution) Take(x kernel.Expr, y *kernel.Var) {
	for {
		c, ok := x.(*kernel.Convert)
		if !ok || !Narrower(c.X.Type(), c.T) {
			break
		}
		x = c.X
	}
	if r, ok := x.(*kernel.VarRef); ok && s.Passed[r.Var] == nil && r.Var.T.IsInt() && y.T.IsInt() {
		s.Passed[r.Var] = cexpr.Convert(kernel.Ref(y), r.Var.T)
	}
}

// Solve notes what x == y tells of the only root in x, if x is one to one.
func (s Solution) Solve(x, y kernel.Expr) {
	switch e := x.(type) {
	case *kernel.VarRef:
		if s.All[e.Var] == nil && !s.Unseen(e.Var) && Narrower(e.Var.T, y.Type()) {
			s.All[e.Var] = cexpr.Convert(y, e.Var.T)
		}
	case *kernel.Convert:
		// The value was widened, or its bits are read with another sign.
		switch r, isRoot := e.X.(*kernel.VarRef); {
		case !Narrower(e.T, y.Type()):
		case isRoot && s.Unseen(r.Var):
		case Narrower(e.X.Type(), e.T):
			s.Solve(e.X, cexpr.Convert(y, e.T))
		case isRoot && e.T.IsInt() && r.Var.T.IsInt() && s.Low[r.Var] == nil: // its low bits
			s.Low[r.Var] = cexpr.Convert(y, e.T)
		}
	case *kernel.Binary:
		k, ok := e.Y.(*kernel.Const)
		if !ok || x.Type() != y.Type() || !x.Type().IsInt() {
			return
		}
		switch e.Op {
		case kernel.Add:
			s.Solve(e.X, cexpr.Fold(kernel.Sub, y, k))
		case kernel.Sub:
			s.Solve(e.X, cexpr.Fold(kernel.Add, y, k))
		default:
			// Not one to one, or only where nothing overflows.
		}
	default:
		// Not one to one, or nothing to solve.
	}
}

// Narrower reports whether each value of type a has one of type b, from which converting
// back gives it again.
func Narrower(a, b kernel.Type) bool {
	switch {
	case a == b:
		return true
	case a.Kind == kernel.Bool:
		return b.IsInt()
	}
	return a.IsInt() && b.IsInt() && a.Bits <= b.Bits
}

// Joined has the names of both lists.
func Joined(a, b []string) []string {
	out := slices.Clone(a)
	for _, n := range b {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}
