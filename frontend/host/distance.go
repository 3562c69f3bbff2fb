package host

import (
	"slices"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/host/flow"
	"gv2/frontend/host/origin"
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
		x, y := stepsIn(h, l.Grid.at, l.Actual[n], 0), stepsIn(h, l.Grid.at, l.Actual[of], 0)
		if x == nil || y == nil || x.base != y.base || x.elem != nil && !sameElements(x.elem, fn.Params[n].Type.Elem) {
			continue
		}
		if x.called && slices.ContainsFunc(l.Actual, func(e cuda.Expr) bool { return !onlyAsks(h, e) }) {
			continue // another argument may give the object other memory
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

// steps is a pointer that is a sum of numbers of elements behind the one that a name has, or that an object gives.
type steps struct {
	base string
	// elem is nil where the class of the object is not followed; the pointer is then passed as it is, without a cast.
	elem *cuda.TypeExpr
	// called is set if the base is a call.
	called bool
	plus   []cuda.Expr
	less   []cuda.Expr
}

// stepsIn takes apart a pointer of a launch at token i; nil if it is something else than a pointer with numbers. It is the
// value of so many variables.
func stepsIn(h *Code, i int, e cuda.Expr, variables int) *steps {
	switch x := e.(type) {
	case *cuda.BinaryExpr:
		if of := stepsIn(h, i, x.X, variables); of != nil && (x.Op == "+" || x.Op == "-") {
			if x.Op == "+" {
				of.plus = append(of.plus, x.Y)
			} else {
				of.less = append(of.less, x.Y)
			}
			return of
		}
		if of := stepsIn(h, i, x.Y, variables); of != nil && x.Op == "+" {
			of.plus = append(of.plus, x.X)
			return of
		}
	case *cuda.UnaryExpr:
		if at, is := x.X.(*cuda.IndexExpr); is && x.Op == "&" {
			if of := stepsIn(h, i, at.X, variables); of != nil {
				of.plus = append(of.plus, at.I)
				return of
			}
		}
	case *cuda.CallExpr:
		if base, pure := origin.Of(e); pure && base != "" && givesPointer(h, x) {
			return &steps{base: base, called: true}
		}
	case *cuda.Ident, *cuda.MemberExpr:
		if of := stepsOf(h, i, e, variables); of != nil {
			return of
		}
		if t := typed.Referred(h.typeOf(i, e)); typed.Pointee(t) != nil {
			if base, pure := origin.Of(e); pure && base != "" {
				return &steps{base: base, elem: typed.Pointee(t)}
			}
		}
	default:
		// Others may be of another type, or change something.
	}
	return nil
}

// stepsOf takes apart the pointer that a variable is from its declaration on: float *y = x + n; it is nil if the variable, or
// what is in that, may have another value at the launch, or if its type is not that of the pointer.
func stepsOf(h *Code, i int, e cuda.Expr, variables int) *steps {
	name, is := e.(*cuda.Ident)
	fn, within := h.flow.Around(i)
	if !is || len(name.Path) > 0 || !within || variables >= maxPassed || !h.flow.Keeps(fn, name.Name) {
		return nil
	}
	v, _ := h.localVariableAt(i, name.Name)
	if v == nil || v.Init == nil || v.Type == nil || v.Type.Form != cuda.PointerType {
		return nil
	}
	kept := true
	cuda.WalkExpr(v.Init, func(x cuda.Expr) bool {
		switch x := x.(type) {
		case *cuda.Ident:
			kept = kept && len(x.Path) == 0 && h.flow.Keeps(fn, x.Name)
		case *cuda.MemberExpr, *cuda.CallExpr:
			kept = false
		default:
			// What is made of these has one value, too.
		}
		return kept
	})
	if !kept {
		return nil
	}
	of := stepsIn(h, i, v.Init, variables+1)
	if of == nil || of.elem == nil || !sameElements(of.elem, v.Type.Elem) {
		return nil
	}
	return of
}

// givesPointer reports whether a call gives the same pointer each time, without a change: x.data(), t.data_ptr<float>(). A
// class of the file has to have a method that only returns a member.
func givesPointer(h *Code, e *cuda.CallExpr) bool {
	switch f := e.Fun.(type) {
	case *cuda.Ident:
		if f.Name != "raw_pointer_cast" || len(e.Args) != 1 {
			return false
		}
		of, is := e.Args[0].(*cuda.CallExpr)
		return is && givesPointer(h, of)
	case *cuda.MemberExpr:
		if len(e.Args) > 0 || !origin.Gives(f.Name) {
			return false
		}
		list := h.flow.Candidates(f.Name, 0, true)
		for _, fn := range list {
			open, _ := h.Body(fn)
			if fn.Result == nil || fn.Result.Form != cuda.PointerType || h.Text(open+1) != "return" || h.Text(open+3) != ";" || h.Match(open) != open+4 {
				return false
			}
		}
		declared := 0
		for _, j := range h.indexed(f.Name) {
			if pos := h.Token(j).Pos; h.methodAt[pos] && !pos.Supplied() {
				declared++
			}
		}
		return declared == len(list)
	}
	return false
}

// onlyAsks reports whether an argument changes nothing: it has no calls but of methods that give pointers, numbers of elements
// and the like.
func onlyAsks(h *Code, e cuda.Expr) bool {
	asks := true
	cuda.WalkExpr(e, func(x cuda.Expr) bool {
		switch x := x.(type) {
		case *cuda.AssignExpr, *cuda.LambdaExpr:
			asks = false
		case *cuda.UnaryExpr:
			asks = asks && x.Op != "++" && x.Op != "--"
		case *cuda.CallExpr:
			f, method := x.Fun.(*cuda.MemberExpr)
			asks = asks && (givesPointer(h, x) || method && sizeMethods[f.Name] && len(h.flow.Candidates(f.Name, len(x.Args), true)) == 0)
		default:
			// Others compute.
		}
		return asks
	})
	return asks
}

// sizeMethods are methods of vectors and tensors that tell of them.
var sizeMethods = map[string]bool{"size": true, "numel": true, "dim": true, "length": true, "item": true, "stride": true}

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
