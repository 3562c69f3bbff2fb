package instrument

import (
	"sort"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// linear is a sum of integer multiples of atoms plus a constant: the shape of
// most array offsets. Widening conversions are looked through, as if nothing
// overflowed; it serves to guess invariants, never to decide.
type linear struct {
	terms map[string]*term
	base  int64
}

type term struct {
	atom kernel.Expr
	coef int64
}

// linearOf writes x as a linear form; subexpressions of other shapes are atoms.
func linearOf(x kernel.Expr) *linear {
	out := &linear{terms: map[string]*term{}}
	out.add(x, 1)
	return out
}

func (f *linear) add(x kernel.Expr, by int64) {
	switch x := x.(type) {
	case *kernel.Const:
		f.base += by * rawConst(x)
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
	}
	f.addAtom(x, by)
}

func (f *linear) addBinary(x *kernel.Binary, by int64) bool {
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
		if other, c, ok := constOperand(x); ok {
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

func (f *linear) addAtom(x kernel.Expr, by int64) {
	key := kernel.ExprString(x)
	if t, ok := f.terms[key]; ok {
		t.coef += by
		return
	}
	f.terms[key] = &term{x, by}
}

// coef is the factor of a variable; ok is false where the variable also occurs
// inside an atom of another shape.
func (f *linear) coef(v *kernel.Var) (c int64, ok bool) {
	for _, t := range f.terms {
		if fact.IsRef(t.atom, v) {
			c = t.coef
		} else if mentions(t.atom, v) {
			return 0, false
		}
	}
	return c, true
}

// beyond is what the form adds to v, if it does nothing else.
func (f *linear) beyond(v *kernel.Var) (by int64, ok bool) {
	c, ok := f.coef(v)
	return f.base, ok && c == 1 && len(f.terms) == 1
}

func mentions(x kernel.Expr, v *kernel.Var) bool {
	found := false
	kernel.WalkExpr(x, func(x kernel.Expr) bool {
		found = found || fact.IsRef(x, v)
		return !found
	})
	return found
}

// atoms are the terms in a stable order.
func (f *linear) atoms() []*term {
	keys := make([]string, 0, len(f.terms))
	for k := range f.terms {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	out := make([]*term, len(keys))
	for i, k := range keys {
		out[i] = f.terms[k]
	}
	return out
}

// replace puts y for every variable v in x that with has an entry for.
func replace(x kernel.Expr, with map[*kernel.Var]kernel.Expr) kernel.Expr {
	return kernel.MapExpr(x, func(x kernel.Expr) kernel.Expr {
		if r, ok := x.(*kernel.VarRef); ok {
			if y, ok := with[r.Var]; ok {
				return y
			}
		}
		return x
	})
}

// from is how much more f is than o, where that is a constant.
func (f *linear) from(o *linear) (int64, bool) {
	for key, t := range f.terms {
		if u := o.terms[key]; (u == nil && t.coef != 0) || u != nil && u.coef != t.coef {
			return 0, false
		}
	}
	for key, u := range o.terms {
		if f.terms[key] == nil && u.coef != 0 {
			return 0, false
		}
	}
	return f.base - o.base, true
}

// constOperand returns the other operand and the constant of a commutative
// operator.
func constOperand(x *kernel.Binary) (kernel.Expr, int64, bool) {
	if c, ok := x.Y.(*kernel.Const); ok {
		return x.X, c.Val, true
	}
	if c, ok := x.X.(*kernel.Const); ok {
		return x.Y, c.Val, true
	}
	return nil, 0, false
}
