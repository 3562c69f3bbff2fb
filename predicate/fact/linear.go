package fact

import (
	"sort"

	"gv2/frontend/kernel"
)

// Linear is a sum of integer multiples of atoms plus a constant: the shape of
// most array offsets. It ignores widening conversions, as if nothing
// overflowed; it serves to guess invariants, never to decide.
type Linear struct {
	Terms map[string]*Term
	Base  int64
}

// Term is one summand: a multiple of an atom.
type Term struct {
	Atom kernel.Expr
	Coef int64
}

// LinearOf writes x as a linear form; subexpressions of other shapes are atoms.
func LinearOf(x kernel.Expr) *Linear {
	out := &Linear{Terms: map[string]*Term{}}
	out.add(x, 1)
	return out
}

func (f *Linear) add(x kernel.Expr, by int64) {
	switch x := x.(type) {
	case *kernel.Const:
		f.Base += by * LeastMagnitude(x)
		return
	case *kernel.Convert:
		if x.X.Type().Kind == kernel.Int && x.T.Bits >= x.X.Type().Bits {
			f.add(x.X, by)
			return
		}
	case *kernel.Unary:
		if x.Op == kernel.Neg {
			f.add(x.X, -by)
			return
		}
	case *kernel.Binary:
		if f.addBinary(x, by) {
			return
		}
	default:
		// Others are terms by themselves.
	}
	f.addAtom(x, by)
}

func (f *Linear) addBinary(x *kernel.Binary, by int64) bool {
	switch x.Op {
	case kernel.Add:
		f.add(x.X, by)
		f.add(x.Y, by)
		return true
	case kernel.Sub:
		f.add(x.X, by)
		f.add(x.Y, -by)
		return true
	case kernel.Mul:
		if other, c, ok := ConstOperand(x); ok {
			f.add(other, by*c)
			return true
		}
	case kernel.Shl:
		if c, ok := x.Y.(*kernel.Const); ok && c.Val >= 0 && c.Val < 31 {
			f.add(x.X, by<<c.Val)
			return true
		}
	}
	return false
}

func (f *Linear) addAtom(x kernel.Expr, by int64) {
	key := kernel.ExprString(x)
	if t, ok := f.Terms[key]; ok {
		t.Coef += by
		return
	}
	f.Terms[key] = &Term{x, by}
}

// Coef is the factor of a variable; ok is false if the variable also occurs
// inside an atom of another shape.
func (f *Linear) Coef(v *kernel.Var) (c int64, ok bool) {
	for _, t := range f.Terms {
		if kernel.IsRef(t.Atom, v) {
			c = t.Coef
		} else if ReadsVar(t.Atom, v) {
			return 0, false
		}
	}
	return c, true
}

// Adds is the constant that the form adds to v, if it does nothing else.
func (f *Linear) Adds(v *kernel.Var) (by int64, ok bool) {
	c, ok := f.Coef(v)
	return f.Base, ok && c == 1 && len(f.Terms) == 1
}

// ReadsVar reports whether x reads v.
func ReadsVar(x kernel.Expr, v *kernel.Var) bool {
	found := false
	kernel.WalkExpr(x, func(x kernel.Expr) bool {
		found = found || kernel.IsRef(x, v)
		return !found
	})
	return found
}

// Atoms are the terms in a stable order.
func (f *Linear) Atoms() []*Term {
	keys := make([]string, 0, len(f.Terms))
	for k := range f.Terms {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	out := make([]*Term, len(keys))
	for i, k := range keys {
		out[i] = f.Terms[k]
	}
	return out
}

// Replaced replaces every variable of x that has an entry in with.
func Replaced(x kernel.Expr, with map[*kernel.Var]kernel.Expr) kernel.Expr {
	return kernel.MapExpr(x, func(x kernel.Expr) kernel.Expr {
		if r, ok := x.(*kernel.VarRef); ok {
			if y, ok := with[r.Var]; ok {
				return y
			}
		}
		return x
	})
}

// Minus is f - o, if that is a constant.
func (f *Linear) Minus(o *Linear) (int64, bool) {
	for key, t := range f.Terms {
		if u := o.Terms[key]; (u == nil && t.Coef != 0) || u != nil && u.Coef != t.Coef {
			return 0, false
		}
	}
	for key, u := range o.Terms {
		if f.Terms[key] == nil && u.Coef != 0 {
			return 0, false
		}
	}
	return f.Base - o.Base, true
}

// ConstOperand returns the other operand and the constant of a commutative
// operator.
func ConstOperand(x *kernel.Binary) (kernel.Expr, int64, bool) {
	if c, ok := x.Y.(*kernel.Const); ok {
		return x.X, c.Val, true
	}
	if c, ok := x.X.(*kernel.Const); ok {
		return x.Y, c.Val, true
	}
	return nil, 0, false
}

// GCD is the greatest common divisor, of 0 and x the magnitude of x.
func GCD(x, y int64) int64 {
	if x < 0 {
		x = -x
	}
	if y < 0 {
		y = -y
	}
	for y != 0 {
		x, y = y, x%y
	}
	return x
}

// Stated reports whether an expression is of the launch, parameters and constants alone.
func Stated(e kernel.Expr) bool {
	ok := true
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		if r, is := e.(*kernel.VarRef); is && !r.Var.Param {
			ok = false
		}
		return ok
	})
	return ok
}
