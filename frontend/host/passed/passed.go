// Package passed finds the numbers that single launches pass, also where a parameter is another number at each of them:
//
//	for (int i = 0; i < 3; i++) k<<<1, 64>>>(p, 2 * i);    0, 2 and 4
//	k<<<1, 64>>>(p, all ? 4 : n);                          4
//
// In: the arguments and sizes of a launch on one way that leads to it, and the conditions of that way. Out: what they are
// at launches that happen there, as far as the program gets to it at all. What is not understood is left out.
package passed

import (
	"maps"
	"slices"

	"gv2/frontend/cexpr"
	"gv2/frontend/diag"
	"gv2/frontend/host/flow"
	"gv2/frontend/host/rounds"
	"gv2/frontend/kernel"
)

// Launch is a launch on one way that leads to it: what it passes, by the names of kernel.Passed.
type Launch struct {
	At         diag.Pos
	Args       map[string]kernel.Expr
	Conditions []kernel.Expr
	// Looped tells of roots what they are in the iterations of a loop.
	Looped func(*kernel.Var) (rounds.Looped, bool)
}

// The limits of what is looked at.
const (
	mostChoices = 3 // told apart one after the other
	mostNested  = 6 // loops
)

// Numbers are the launches, each once.
func (l Launch) Numbers() []kernel.Passed {
	ways := []Launch{l.iteration(nil, nil)}
	seen := map[*kernel.Var]bool{}
	for _, name := range slices.Sorted(maps.Keys(l.Args)) {
		for _, r := range flow.Roots(l.Args[name]) {
			if in, is := l.Looped(r); is && !seen[r] {
				seen[r] = true
				for _, value := range in.Later {
					ways = append(ways, l.iteration(r, value))
				}
			}
		}
	}
	var out []kernel.Passed
	for _, way := range ways {
		for _, chosen := range way.choices(mostChoices) {
			if chosen.happens() {
				out = add(out, chosen.numbers())
			}
		}
	}
	if len(out) == 0 {
		out = add(out, l.numbers())
	}
	return out
}

func add(list []kernel.Passed, p kernel.Passed) []kernel.Passed {
	if len(p.Values) == 0 {
		return list
	}
	for _, o := range list {
		if maps.Equal(o.Values, p.Values) {
			return list
		}
	}
	return append(list, p)
}

// numbers are those among the arguments.
func (l Launch) numbers() kernel.Passed {
	p := kernel.Passed{At: l.At, Values: map[string]int64{}}
	for name, x := range l.Args {
		if k, is := x.(*kernel.Const); is && k.T.Kind != kernel.Float {
			p.Values[name] = k.Val
		}
	}
	return p
}

// iteration is the launch in an iteration in which the variable of a loop that counts has a value, and in the first one
// of other loops. With nil it is the first one of all.
func (l Launch) iteration(counter *kernel.Var, value kernel.Expr) Launch {
	var of rounds.Looped
	if counter != nil {
		of, _ = l.Looped(counter)
	}
	for range mostNested {
		changed := false
		l = l.mapped(func(e kernel.Expr) kernel.Expr {
			v, is := e.(*kernel.VarRef)
			if !is {
				return kernel.FoldNode(e)
			}
			if counter != nil && v.Var == counter {
				changed = true
				return cexpr.Convert(value, e.Type())
			}
			in, looped := l.Looped(v.Var)
			if !looped || in.First == nil || counter != nil && in.Loop == of.Loop {
				return e
			}
			changed = true
			return cexpr.Convert(in.First, e.Type())
		})
		if !changed {
			break
		}
	}
	return l
}

// mapped is the launch with its expressions changed.
func (l Launch) mapped(f func(kernel.Expr) kernel.Expr) Launch {
	args := map[string]kernel.Expr{}
	for name, x := range l.Args {
		if x != nil {
			args[name] = kernel.MapExpr(x, f)
		}
	}
	var conditions []kernel.Expr
	for _, c := range l.Conditions {
		conditions = append(conditions, kernel.MapExpr(c, f))
	}
	l.Args, l.Conditions = args, conditions
	return l
}

// choices are the launch with each choice among its arguments made one way and the other.
func (l Launch) choices(most int) []Launch {
	var by kernel.Expr
	for _, x := range l.Args {
		kernel.WalkExpr(x, func(e kernel.Expr) bool {
			if c, is := e.(*kernel.Cond); is && (by == nil || kernel.ExprString(c.C) < kernel.ExprString(by)) {
				by = c.C
			}
			return true
		})
	}
	if by == nil || most == 0 {
		return []Launch{l}
	}
	var out []Launch
	for _, value := range []int64{0, 1} {
		way := l
		way.Conditions = append([]kernel.Expr{by}, l.Conditions...)
		if value == 0 {
			way.Conditions[0] = cexpr.Not(by)
		}
		out = append(out, way.mapped(func(e kernel.Expr) kernel.Expr {
			if cexpr.Same(e, by) {
				return kernel.NewConst(kernel.BoolType, value)
			}
			return kernel.FoldNode(e)
		}).choices(most-1)...)
	}
	return out
}

// happens reports whether nothing that is known of the way rules it out, and nothing else that a loop changes decides
// about it.
func (l Launch) happens() bool {
	for _, c := range l.Conditions {
		if k, is := c.(*kernel.Const); is && k.Val == 0 {
			return false
		}
		for _, r := range flow.Roots(c) {
			if _, looped := l.Looped(r); looped {
				return false
			}
		}
	}
	return true
}
