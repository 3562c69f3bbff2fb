package rewrite

import (
	"maps"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// Divisors states before each division that what it divides by is not 0: an execution that
// divides by 0 has no meaning in C++, so no fault needs looking for in it. The statement
// stands where the division does, under its branches, and under what is evaluated before it in
// the same expression: of x > 0 && n / x < m it says x > 0 ==> x != 0.
//
// Only divisors that are made of parameters and sizes of the launch alone count. They are
// 0 in some launches, which people do not make; others, such as threadIdx.x, are 0 for a thread of every
// launch. In PTX a division by 0 has a value, although nobody knows which, and a compiler may
// compute it where nothing uses it: such kernels stay as they are.
func Divisors(k *kernel.Kernel) *kernel.Kernel {
	if k.ZeroDivides {
		return k
	}
	d := &divisors{values: kernel.Definitions(k.Body), ranges: fact.NewRanges(k)}
	body := d.block(k.Body, map[string]bool{})
	if !d.found {
		return k
	}
	c := *k
	c.Body = body
	return &c
}

type divisors struct {
	values map[*kernel.Var]kernel.Expr
	ranges *fact.Ranges
	found  bool
}

// block is a list with its divisors stated; known are those that hold where it begins.
func (d *divisors) block(list []kernel.Stmt, known map[string]bool) []kernel.Stmt {
	known = maps.Clone(known)
	var out []kernel.Stmt
	for _, s := range list {
		out = append(out, d.before(s, known)...)
		out = append(out, d.within(s, known))
	}
	return out
}

// within states the divisors of the statements in s. What an annotation computes at a loop is no
// part of the program.
func (d *divisors) within(s kernel.Stmt, known map[string]bool) kernel.Stmt {
	switch s := s.(type) {
	case *kernel.If:
		c := *s
		c.Then, c.Else = d.block(s.Then, known), d.block(s.Else, known)
		return &c
	case *kernel.Region:
		c := *s
		c.Body = d.block(s.Body, known)
		return &c
	case *kernel.Loop:
		c := *s
		c.Head, c.Body, c.Post = d.block(s.Head, known), d.block(s.Body, known), d.block(s.Post, known)
		return &c
	default:
		// Others have no statements inside.
	}
	return s
}

// before are the statements about the divisors that s itself evaluates, whatever happens in it.
func (d *divisors) before(s kernel.Stmt, known map[string]bool) []kernel.Stmt {
	switch s := s.(type) {
	case *kernel.Assert, *kernel.Assume:
		return nil // mostly of annotations
	case *kernel.Load:
		if s.Ghost {
			return nil
		}
	case *kernel.Loop:
		if s.DoWhile || len(s.Head) > 0 {
			return nil // the body or the head is first, and may leave the loop
		}
		var out []kernel.Stmt
		d.expr(s.Cond, nil, s.Src, known, &out)
		return out
	default:
		// Others evaluate their expressions once.
	}
	var out []kernel.Stmt
	kernel.Exprs(s, func(e kernel.Expr) { d.expr(e, nil, s.Source(), known, &out) })
	return out
}

// expr states the divisors in e, which is evaluated where the guards hold.
func (d *divisors) expr(e kernel.Expr, guards []kernel.Expr, at kernel.Src, known map[string]bool, out *[]kernel.Stmt) {
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		under := func(x, guard kernel.Expr) {
			d.expr(x, append(guards[:len(guards):len(guards)], guard), at, known, out)
		}
		switch e := e.(type) {
		case *kernel.Cond:
			d.expr(e.C, guards, at, known, out)
			under(e.X, e.C)
			under(e.Y, kernel.Negated(e.C))
			return false
		case *kernel.Binary:
			switch {
			case e.Op == kernel.LAnd || e.Op == kernel.Implies:
				d.expr(e.X, guards, at, known, out)
				under(e.Y, e.X)
				return false
			case e.Op == kernel.LOr:
				d.expr(e.X, guards, at, known, out)
				under(e.Y, kernel.Negated(e.X))
				return false
			case (e.Op == kernel.Div || e.Op == kernel.Rem) && e.Type().Kind == kernel.Int:
				d.state(e.Y, guards, at, known, out)
			}
		default:
			// Others evaluate all that they are made of.
		}
		return true
	})
}

// state says that x is not 0 where the guards hold.
func (d *divisors) state(x kernel.Expr, guards []kernel.Expr, at kernel.Src, known map[string]bool, out *[]kernel.Stmt) {
	if r := d.ranges.Of(x); r.Lo > 0 || r.Hi < 0 {
		return
	}
	value, ok := d.launched(x, 4)
	if !ok {
		return
	}
	value = kernel.Fold(value)
	if _, constant := value.(*kernel.Const); constant {
		return
	}
	cond := kernel.Op(kernel.Ne, value, kernel.NewConst(value.Type(), 0))
	text := kernel.ExprString(cond)
	if known[text] {
		return
	}
	if len(guards) == 0 {
		known[text] = true
	} else {
		cond = kernel.Op(kernel.Implies, kernel.AllOf(guards...), cond)
	}
	d.found = true
	*out = append(*out, &kernel.Assume{Src: at, Cond: cond, Listed: true, Divisor: true})
}

// launched is x in terms of parameters and sizes of the launch, if it is made of those alone.
func (d *divisors) launched(x kernel.Expr, depth int) (value kernel.Expr, ok bool) {
	ok = true
	value = kernel.MapExpr(x, func(e kernel.Expr) kernel.Expr {
		switch e := e.(type) {
		case *kernel.VarRef:
			if e.Var.Param {
				return e
			}
			if v := d.values[e.Var]; v != nil && depth > 0 {
				y, launched := d.launched(v, depth-1)
				ok = ok && launched
				return y
			}
			ok = false
		case *kernel.Builtin:
			ok = ok && (e.Kind == kernel.BlockDim || e.Kind == kernel.GridDim)
		case *kernel.Const, *kernel.Unary, *kernel.Binary, *kernel.Convert, *kernel.Cond:
		default:
			// Others are not the same for all threads, or are no integers.
			ok = false
		}
		return e
	})
	return value, ok
}
