// Package contradiction tells whether conditions on a kernel's parameters and sizes hold for no values:
// a proof under them would be about nothing. It knows limits of values and the order between them, by
// negative cycles in a graph of differences; what it does not understand it takes to hold.
package contradiction

import (
	"slices"

	"gv2/frontend/kernel"
)

// mostCases bounds the cases that disjunctions are split into.
const mostCases = 256

// Among reports whether no values satisfy all of the conditions.
func Among(conds []kernel.Expr) bool {
	cases := [][]atom{nil}
	for _, c := range conds {
		of := casesOf(c, true)
		if of == nil {
			continue // nothing is known of it
		}
		var next [][]atom
		for _, have := range cases {
			for _, more := range of {
				next = append(next, slices.Concat(have, more))
			}
		}
		if len(next) > mostCases {
			continue
		}
		cases = next
	}
	return !slices.ContainsFunc(cases, satisfiable)
}

// atom is x - y <= most, or x - y != most.
type atom struct {
	x, y  string
	most  int64
	other bool
}

// zero is the name of the number 0.
const zero = ""

// casesOf are the cases in which e is true, or false: each a list of atoms that hold together; nil
// where e is not understood.
func casesOf(e kernel.Expr, holds bool) [][]atom {
	switch e := e.(type) {
	case *kernel.Const:
		if (e.Val != 0) == holds {
			return [][]atom{nil}
		}
		return [][]atom{}
	case *kernel.Unary:
		if e.Op == kernel.Not {
			return casesOf(e.X, !holds)
		}
	case *kernel.VarRef, *kernel.Builtin:
		if e.Type().Kind != kernel.Bool {
			return nil
		}
		n := int64(0)
		if holds {
			n = 1
		}
		return equal(side{name: name(e)}, side{plus: n})
	case *kernel.Convert:
		if e.T.Kind == kernel.Bool && e.X.Type().IsInt() {
			return comparison(kernel.Ne, e.X, kernel.NewConst(e.X.Type(), 0), holds)
		}
	case *kernel.Binary:
		switch {
		case e.Op == kernel.LAnd && holds, e.Op == kernel.LOr && !holds:
			return both(casesOf(e.X, holds), casesOf(e.Y, holds))
		case e.Op == kernel.LAnd, e.Op == kernel.LOr:
			return either(casesOf(e.X, holds), casesOf(e.Y, holds))
		case e.Op == kernel.Implies && holds:
			return either(casesOf(e.X, false), casesOf(e.Y, true))
		case e.Op == kernel.Implies:
			return both(casesOf(e.X, true), casesOf(e.Y, false))
		case e.Op.IsComparison():
			return comparison(e.Op, e.X, e.Y, holds)
		}
	default:
		// Nothing is known of it.
	}
	return nil
}

// both joins the cases of two conditions that hold together; a condition that is not understood
// says nothing.
func both(x, y [][]atom) [][]atom {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	out := [][]atom{}
	for _, a := range x {
		for _, b := range y {
			out = append(out, slices.Concat(a, b))
		}
	}
	if len(out) > mostCases {
		return nil
	}
	return out
}

func either(x, y [][]atom) [][]atom {
	switch {
	case x == nil || y == nil:
		return nil
	case len(x) == 0:
		return y
	}
	return append(slices.Clone(x), y...)
}

// opposite is the comparison that holds where another does not.
var opposite = map[kernel.BinaryOp]kernel.BinaryOp{
	kernel.Eq: kernel.Ne, kernel.Ne: kernel.Eq, kernel.Lt: kernel.Ge, kernel.Ge: kernel.Lt, kernel.Gt: kernel.Le, kernel.Le: kernel.Gt,
}

func comparison(op kernel.BinaryOp, x, y kernel.Expr, holds bool) [][]atom {
	if !holds {
		op = opposite[op]
	}
	a, okA := sideOf(x)
	b, okB := sideOf(y)
	if !okA || !okB {
		return nil
	}
	limits := append(a.limits(), b.limits()...)
	var out [][]atom
	switch op {
	case kernel.Lt:
		out = [][]atom{{less(a, b, 1)}}
	case kernel.Le:
		out = [][]atom{{less(a, b, 0)}}
	case kernel.Gt:
		out = [][]atom{{less(b, a, 1)}}
	case kernel.Ge:
		out = [][]atom{{less(b, a, 0)}}
	case kernel.Eq:
		out = equal(a, b)
	default:
		out = [][]atom{{{a.name, b.name, b.plus - a.plus, true}}}
	}
	for i := range out {
		out[i] = append(out[i], limits...)
	}
	return out
}

// less is a + by <= b.
func less(a, b side, by int64) atom { return atom{a.name, b.name, b.plus - a.plus - by, false} }

func equal(a, b side) [][]atom { return [][]atom{{less(a, b, 0), less(b, a, 0)}} }

// side is a side of a comparison: a value with a name, or a number.
type side struct {
	name string
	plus int64
	t    kernel.Type
	// below is a limit to the absolute value, 0 for none.
	below int64
}

// sideOf understands parameters, sizes and numbers, and conversions that keep their values.
func sideOf(e kernel.Expr) (side, bool) {
	switch e := e.(type) {
	case *kernel.Const:
		if e.T == kernel.U64 && e.Val < 0 {
			return side{}, false
		}
		return side{plus: e.Val}, e.T.IsInt() && e.Val > -1<<53 && e.Val < 1<<53
	case *kernel.VarRef, *kernel.Builtin:
		return side{name: name(e), t: e.Type()}, e.Type().IsInt()
	case *kernel.Convert:
		from, to := e.X.Type(), e.T
		if from.IsInt() && to.IsInt() && (to.Bits > from.Bits && (to.Signed || !from.Signed) || to == from) {
			return sideOf(e.X)
		}
	case *kernel.Binary:
		// The rest of a division by a number is less than it; else computed values are not followed.
		if k, ok := e.Y.(*kernel.Const); ok && e.Op == kernel.Rem && e.X.Type().IsInt() && k.Val > 0 && k.Val < 1<<31 {
			return side{name: "c" + e.Type().String() + kernel.ExprString(e), t: e.Type(), below: k.Val}, true
		}
	default:
		// Computed values are not followed.
	}
	return side{}, false
}

// limits are those of the type of a value.
func (s side) limits() []atom {
	if s.name == zero {
		return nil
	}
	var out []atom
	low, high := int64(0), int64(1)<<min(s.t.Bits, 53)-1
	if s.t.Signed && s.t.Bits < 53 {
		low, high = -1<<(s.t.Bits-1), 1<<(s.t.Bits-1)-1
	}
	if s.below > 0 {
		out = append(out, atom{s.name, zero, s.below - 1, false})
		if s.t.Signed {
			out = append(out, atom{zero, s.name, s.below - 1, false})
		}
	}
	if !s.t.Signed || s.t.Bits < 53 {
		out = append(out, atom{zero, s.name, -low, false})
	}
	if s.t.Bits < 53 {
		out = append(out, atom{s.name, zero, high, false})
	}
	return out
}

func name(e kernel.Expr) string {
	if v, ok := e.(*kernel.VarRef); ok {
		return "v" + v.Var.Name
	}
	return "b" + kernel.ExprString(e)
}

// satisfiable reports whether there may be values for which the atoms hold.
func satisfiable(atoms []atom) bool {
	index := map[string]int{zero: 0}
	for _, a := range atoms {
		for _, n := range []string{a.x, a.y} {
			if _, ok := index[n]; !ok {
				index[n] = len(index)
			}
		}
	}
	const far = int64(1) << 60
	n := len(index)
	most := make([][]int64, n) // most[i][j] bounds value i - value j
	for i := range most {
		most[i] = slices.Repeat([]int64{far}, n)
		most[i][i] = 0
	}
	for _, a := range atoms {
		if i, j := index[a.x], index[a.y]; !a.other {
			most[i][j] = min(most[i][j], a.most)
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				if most[i][k] < far && most[k][j] < far {
					most[i][j] = min(most[i][j], most[i][k]+most[k][j])
				}
			}
		}
	}
	for i := range n {
		if most[i][i] < 0 {
			return false
		}
	}
	return !slices.ContainsFunc(atoms, func(a atom) bool {
		i, j := index[a.x], index[a.y]
		return a.other && most[i][j] == a.most && most[j][i] == -a.most
	})
}
