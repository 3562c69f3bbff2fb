package phases

import (
	"slices"

	"gv2/frontend/kernel"
)

// Slots and parities as a library keeps them in bytes, and compilers in registers of 16 bits:
//
//	wait(bar[slot & 255], bits & 2 >> 1)
//	bits := slot + 1 & 255 == 4 ? bits & 65533 | (bits & 2 == 0 ? 1 : 0) << 1 : bits
//	slot := slot + 1 & 255 == 4 ? 0 : slot + 1
//
// become counters that do not wrap around, and a variable for each bit:
//
//	wait(bar[slot'], bit1)
//	bit1 := slot' + 1 == 4 ? bit1 ^ 1 : bit1
//	slot' := slot' + 1 == 4 ? 0 : slot' + 1

// narrow is what is known of the variables of a kernel.
type narrow struct {
	k     *kernel.Kernel
	names *kernel.Names
	// sets are the values that variables are set to, nil among them for one that is not an expression.
	sets map[*kernel.Var][]kernel.Expr
	// wide are slots without wrapping around, and what they stay below.
	wide  map[*kernel.Var]*kernel.Var
	below map[*kernel.Var]int64
}

// narrowed is k with such slots and bits in variables of their own.
func narrowed(k *kernel.Kernel) *kernel.Kernel {
	n := &narrow{k: k, names: kernel.NewNames(k), sets: map[*kernel.Var][]kernel.Expr{}, wide: map[*kernel.Var]*kernel.Var{}, below: map[*kernel.Var]int64{}}
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if v := kernel.Assigned(s); v != nil {
			var x kernel.Expr
			if a, ok := s.(*kernel.Assign); ok {
				x = a.X
			}
			n.sets[v] = append(n.sets[v], x)
		}
		return true
	})
	out := *k
	out.Vars = slices.Clip(k.Vars)
	add := func(name string, at *kernel.Var) *kernel.Var {
		v := &kernel.Var{Name: n.names.Unused(name), T: kernel.I32, Pos: at.Pos}
		out.Vars = append(out.Vars, v)
		return v
	}
	for _, v := range k.Vars {
		if v.T.Kind == kernel.Int && v.T.Bits < 32 && n.slot(v) {
			n.wide[v] = add(v.Name+"_slot", v)
		}
	}
	if len(n.wide) > 0 {
		out.Body = n.widened(k.Body)
	}
	out.Body = splitBits(out.Body, k.Vars, add)
	return &out
}

// slot reports whether v is always in 0 to below: it is set to constants there, and otherwise to v + 1, or 0 where that is the bound.
func (n *narrow) slot(v *kernel.Var) bool {
	if v.Param {
		return false
	}
	bound, largest, wraps := int64(0), int64(0), false
	for _, x := range n.sets[v] {
		switch x := masked(orFalse(x), 1<<7-1).(type) {
		case *kernel.Const:
			if x.Val < 0 || x.T.Kind != kernel.Int {
				return false
			}
			largest = max(largest, x.Val)
		case *kernel.Cond:
			at := wrapsAt(x, v)
			if at <= 0 || wraps && at != bound {
				return false
			}
			bound, wraps = at, true
		default:
			// Others may be any number.
			return false
		}
	}
	n.below[v] = bound
	return wraps && largest < bound
}

// orFalse is e, or what is no slot for something that is not an expression.
func orFalse(e kernel.Expr) kernel.Expr {
	if e == nil {
		return kernel.BoolConst(false)
	}
	return e
}

// wrapsAt is n where e is v + 1 == n ? 0 : v + 1 for all values of v below n, 0 for others.
func wrapsAt(e *kernel.Cond, v *kernel.Var) int64 {
	c, ok := e.C.(*kernel.Binary)
	if !ok || c.Op != kernel.Eq || !isNumber(e.X, 0) {
		return 0
	}
	bound, constant := c.Y.(*kernel.Const)
	if !constant || bound.Val < 1 || bound.Val >= 1<<7 || !isNext(c.X, v, bound.Val) || !isNext(e.Y, v, bound.Val) {
		return 0
	}
	return bound.Val
}

// isNext reports whether e is v + 1 for all values of v below n, which is less than 128.
func isNext(e kernel.Expr, v *kernel.Var, n int64) bool {
	b, ok := masked(e, n).(*kernel.Binary)
	return ok && b.Op == kernel.Add && isNumber(b.Y, 1) && kernel.IsRef(masked(b.X, n), v)
}

// masked is e without conversions, and without masks that leave values of 0 to n alone.
func masked(e kernel.Expr, n int64) kernel.Expr {
	for {
		switch x := e.(type) {
		case *kernel.Convert:
			if x.T.Kind != kernel.Int || x.T.Bits < 8 || x.X.Type().Kind != kernel.Int {
				return e
			}
			e = x.X
		case *kernel.Binary:
			c, constant := x.Y.(*kernel.Const)
			if x.Op != kernel.And || !constant || c.Val < n || c.Val&(c.Val+1) != 0 {
				return e
			}
			e = x.X
		default:
			// Others change values.
			return e
		}
	}
}

// widened uses the slots that do not wrap around.
func (n *narrow) widened(body []kernel.Stmt) []kernel.Stmt {
	expr := func(e kernel.Expr) kernel.Expr {
		return kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr { return n.slots(e) })
	}
	return kernel.Rewrite(body, func(_, s kernel.Stmt) []kernel.Stmt {
		a, ok := s.(*kernel.Assign)
		if !ok || n.wide[a.Dst] == nil {
			return []kernel.Stmt{kernel.MapExprs(s, expr)}
		}
		to := *a
		to.Dst = n.wide[a.Dst]
		switch x := masked(a.X, 1<<7-1).(type) {
		case *kernel.Const:
			to.X = kernel.NewConst(kernel.I32, x.Val)
		default:
			// slot has looked: v + 1, or 0 where that is the bound.
			next := kernel.Op(kernel.Add, kernel.Ref(to.Dst), kernel.NewConst(kernel.I32, 1))
			to.X = &kernel.Cond{C: kernel.Op(kernel.Eq, next, kernel.NewConst(kernel.I32, n.below[a.Dst])), X: kernel.NewConst(kernel.I32, 0), Y: next}
		}
		return []kernel.Stmt{&to}
	})
}

// slots writes an expression over the new variables: MapExpr has done so with what it is made of.
func (n *narrow) slots(e kernel.Expr) kernel.Expr {
	switch x := e.(type) {
	case *kernel.VarRef:
		if to := n.wide[x.Var]; to != nil {
			return &kernel.Convert{T: x.Var.T, X: kernel.Ref(to)}
		}
	case *kernel.Convert:
		if _, to := n.within(x.X); to != nil && x.T.Kind == kernel.Int && x.T.Bits >= 8 {
			return converted(x.T, kernel.Ref(to))
		}
	case *kernel.Binary:
		v, to := n.within(x.X)
		c, constant := x.Y.(*kernel.Const)
		switch {
		case to != nil && constant && x.Op == kernel.And && c.Val >= n.below[v]-1 && c.Val&(c.Val+1) == 0:
			return converted(x.Type(), kernel.Ref(to))
		case constant && x.Op == kernel.Eq && c.Val >= 0 && c.Val < 1<<7:
			if v := n.next(x.X); v != nil {
				return kernel.Op(kernel.Eq, kernel.Op(kernel.Add, kernel.Ref(n.wide[v]), kernel.NewConst(kernel.I32, 1)), kernel.NewConst(kernel.I32, c.Val))
			}
		}
	default:
		// Others are made of these.
	}
	return e
}

// within is the slot of which an expression is a conversion that keeps its value.
func (n *narrow) within(e kernel.Expr) (of, to *kernel.Var) {
	r, ok := masked(e, 1<<7-1).(*kernel.VarRef)
	if !ok {
		return nil, nil
	}
	for v, wide := range n.wide {
		if wide == r.Var {
			return v, wide
		}
	}
	return nil, nil
}

// next is the slot of which an expression is the next one.
func (n *narrow) next(e kernel.Expr) *kernel.Var {
	for v, to := range n.wide {
		if isNext(e, to, n.below[v]) {
			return v
		}
	}
	return nil
}

func converted(t kernel.Type, e kernel.Expr) kernel.Expr {
	if e.Type() == t {
		return e
	}
	return &kernel.Convert{T: t, X: e}
}
