package host

import (
	"slices"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/host/flow"
	"gv2/frontend/host/typed"
	"gv2/frontend/kernel"
)

// Distances between pointers into one array:
//
//	k<<<(n + 255) / 256, 256>>>(buf, buf + n, n);
//
// How many elements the second pointer is behind the first is as good as an argument of the launch: the kernel has a
// parameter for it (Alias.Open), and relations of launches say that in_offset == n.

// distances are the parameters that stand for distances, one for each parameter of the kernel, nil for what is no pointer.
func distances(fn *cuda.FuncDecl) []*kernel.Var {
	out := make([]*kernel.Var, len(fn.Params))
	for n, q := range fn.Params {
		if typed.Pointee(q.Type) != nil && q.Name != "" {
			out[n] = &kernel.Var{Name: q.Name + "_offset", T: kernel.I64, Param: true, Pos: q.Pos}
		}
	}
	return out
}

// far are the distances of the pointers that a launch passes from those that they are aliases of, nil for others.
func far(h *Code, l *Launch, fn *cuda.FuncDecl, s *flow.State, same []Alias) []kernel.Expr {
	out := make([]kernel.Expr, len(fn.Params))
	for _, a := range same {
		n, of := paramOf(fn, a.Param), paramOf(fn, a.Of)
		if !a.Open || a.Unlike || n < 0 || of < 0 || n >= len(l.Actual) || of >= len(l.Actual) {
			continue
		}
		x, y := stepsIn(h, l.Grid.at, l.Actual[n]), stepsIn(h, l.Grid.at, l.Actual[of])
		if x == nil || y == nil || x.base != y.base || !sameElements(x.elem, fn.Params[n].Type.Elem) {
			continue
		}
		to, from := x.sum(s), y.sum(s)
		if to == nil || from == nil {
			continue
		}
		d := cexpr.Binary(kernel.Sub, to, from)
		if _, constant := d.(*kernel.Const); !constant {
			out[n] = d
		}
	}
	return out
}

func paramOf(fn *cuda.FuncDecl, name string) int {
	return slices.IndexFunc(fn.Params, func(q *cuda.Param) bool { return q.Name == name })
}

// steps is a pointer that is a sum of numbers of elements behind the one that a name has.
type steps struct {
	base string
	elem *cuda.TypeExpr
	plus []cuda.Expr
	less []cuda.Expr
}

// stepsIn takes apart a pointer of a launch at token i; nil if it is something else than a pointer with numbers.
func stepsIn(h *Code, i int, e cuda.Expr) *steps {
	switch x := e.(type) {
	case *cuda.BinaryExpr:
		if of := stepsIn(h, i, x.X); of != nil && (x.Op == "+" || x.Op == "-") {
			if x.Op == "+" {
				of.plus = append(of.plus, x.Y)
			} else {
				of.less = append(of.less, x.Y)
			}
			return of
		}
		if of := stepsIn(h, i, x.Y); of != nil && x.Op == "+" {
			of.plus = append(of.plus, x.X)
			return of
		}
	case *cuda.UnaryExpr:
		if at, is := x.X.(*cuda.IndexExpr); is && x.Op == "&" {
			if of := stepsIn(h, i, at.X); of != nil {
				of.plus = append(of.plus, at.I)
				return of
			}
		}
	case *cuda.Ident, *cuda.MemberExpr:
		if t := typed.Referred(h.typeOf(i, e)); typed.Pointee(t) != nil {
			if base, pure := originOf(e); pure && base != "" {
				return &steps{base: base, elem: typed.Pointee(t)}
			}
		}
	default:
		// Others may be of another type, or change something.
	}
	return nil
}

// sum is the number of elements, nil if it is not known.
func (x *steps) sum(s *flow.State) kernel.Expr {
	var out kernel.Expr = kernel.NewConst(kernel.I64, 0)
	for n, list := range [][]cuda.Expr{x.plus, x.less} {
		for _, e := range list {
			v := s.Eval(e).X
			if v == nil || !v.Type().IsInt() {
				return nil
			}
			op := kernel.Add
			if n > 0 {
				op = kernel.Sub
			}
			out = cexpr.Binary(op, out, cexpr.Convert(v, kernel.I64))
		}
	}
	return out
}

// told reports whether the n-th of the parameters and what stands behind them is one that a launch tells: not the distance of a
// pointer that is one from another pointer now, for which another call passes something else.
func (c *launchSizes) told(in *instance, n int) bool {
	k := n - (len(c.params) - len(c.fn.Params))
	if k < 0 {
		return true
	}
	name := c.fn.Params[k].Name
	return slices.ContainsFunc(in.written, func(a Alias) bool {
		return a.Param == name && slices.Contains(c.same(in), a)
	})
}

// isDistance reports whether a variable stands for a distance.
func (c *launchSizes) isDistance(v *kernel.Var) bool {
	return slices.ContainsFunc(c.params[len(c.params)-len(c.fn.Params):], func(d *kernel.Var) bool { return d != nil && d.Name == v.Name && d.Pos == v.Pos })
}
