package arith

import (
	"fmt"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// wrapsForBits describes a sum or product that may wrap and that bit operations have to do with, with its
// line; "" if there is none. Code that mixes bits, as a hash does, may intend its sums to wrap: those that are
// made of the results of bit operations, and those that bit operations take apart. Of all others it is
// assumed, as in kernels without bit operations, that they do not. The step of a counter is not meant to
// wrap, whatever becomes of the counter.
func wrapsForBits(k *kernel.Kernel, r *fact.Ranges) string {
	f := &bitFlow{into: map[any][]any{}, from: map[any][]any{}}
	var results, operands []any
	eachValue(k, func(s kernel.Stmt, x kernel.Expr, value bool) {
		kernel.WalkExpr(x, func(x kernel.Expr) bool {
			if needsBits(x) != "" {
				operands = append(operands, read(x)...)
				if value {
					results = append(results, set(s)...)
				}
			}
			return true
		})
		if value {
			for _, in := range read(x) {
				f.edges(in, set(s))
			}
		}
		if l, is := s.(*kernel.Load); is {
			f.edges(l.Acc.Array, set(s))
		}
		if a, is := s.(*kernel.Atomic); is {
			f.edges(a.Acc.Array, set(s))
		}
	})
	made, taken := reach(f.into, results), reach(f.from, operands)
	found := ""
	eachValue(k, func(s kernel.Stmt, x kernel.Expr, value bool) {
		meant := value && among(set(s), taken) && !steps(s)
		var look func(x kernel.Expr, meant bool)
		look = func(x kernel.Expr, meant bool) {
			if found != "" {
				return
			}
			if text := r.MayWrap(x); text != "" && (meant || ofBits(x, made)) {
				found = fmt.Sprintf("%s in line %d", text, s.Source().Pos.Line)
				return
			}
			meant = meant || needsBits(x) != ""
			kernel.WalkExpr(x, func(y kernel.Expr) bool {
				if y == x {
					return true
				}
				look(y, meant)
				return false
			})
		}
		look(x, meant)
	})
	return found
}

// bitFlow says from which variables and arrays values go into which.
type bitFlow struct{ into, from map[any][]any }

func (f *bitFlow) edges(in any, out []any) {
	for _, o := range out {
		f.into[in] = append(f.into[in], o)
		f.from[o] = append(f.from[o], in)
	}
}

// eachValue calls f for each expression of each statement; value is set where the expression makes what the
// statement sets, and not where it only says which element is meant.
func eachValue(k *kernel.Kernel, f func(s kernel.Stmt, x kernel.Expr, value bool)) {
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		index := kernel.Expr(nil)
		switch s := s.(type) {
		case *kernel.Load:
			index = s.Acc.Index
		case *kernel.Store:
			index = s.Acc.Index
		case *kernel.Atomic:
			index = s.Acc.Index
		default:
			// Others have no element.
		}
		kernel.Exprs(s, func(x kernel.Expr) { f(s, x, x != index) })
		return true
	})
}

// set are the variable and the array that a statement sets.
func set(s kernel.Stmt) []any {
	var out []any
	if v := kernel.Assigned(s); v != nil {
		out = append(out, v)
	}
	switch s := s.(type) {
	case *kernel.Store:
		out = append(out, s.Acc.Array)
	case *kernel.Atomic:
		out = append(out, s.Acc.Array)
	default:
		// Others set no element.
	}
	return out
}

// read are the variables in an expression.
func read(x kernel.Expr) []any {
	var out []any
	kernel.WalkExpr(x, func(x kernel.Expr) bool {
		if v, is := x.(*kernel.VarRef); is {
			out = append(out, v.Var)
		}
		return true
	})
	return out
}

// reach are the places that can be got to from some of them.
func reach(to map[any][]any, from []any) map[any]bool {
	out := map[any]bool{}
	for len(from) > 0 {
		at := from[len(from)-1]
		from = from[:len(from)-1]
		if !out[at] {
			out[at] = true
			from = append(from, to[at]...)
		}
	}
	return out
}

func among(places []any, of map[any]bool) bool {
	for _, p := range places {
		if of[p] {
			return true
		}
	}
	return false
}

// ofBits reports whether an expression has the result of a bit operation in it.
func ofBits(x kernel.Expr, made map[any]bool) bool {
	found := among(read(x), made)
	kernel.WalkExpr(x, func(x kernel.Expr) bool {
		found = found || needsBits(x) != ""
		return !found
	})
	return found
}

// smallStep is the greatest step that counters are taken to have.
const smallStep = 1 << 16

// steps reports whether a statement counts a variable up or down by a small number or by a size of the launch.
func steps(s kernel.Stmt) bool {
	a, is := s.(*kernel.Assign)
	if !is {
		return false
	}
	x := a.X
	if c, is := x.(*kernel.Convert); is {
		x = c.X
	}
	b, is := x.(*kernel.Binary)
	if !is || b.Op != kernel.Add || !kernel.IsRef(kernel.StripIntegerCasts(b.X), a.Dst) {
		return false
	}
	switch by := kernel.StripIntegerCasts(b.Y).(type) {
	case *kernel.Const:
		n := fact.LeastMagnitude(by)
		return -smallStep < n && n < smallStep
	case *kernel.Builtin:
		return by.Kind == kernel.BlockDim
	default:
		// Others may be anything.
	}
	return false
}
