package layout

import (
	"slices"
	"strings"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// Polynomial is a sum of products of atoms, which are expressions of other shapes: variables,
// built-in values, quotients. Conversions to integers that are no narrower are dropped, as if nothing
// overflowed.
type Polynomial struct{ terms map[string]*Product }

// Product is a multiple of a product of atoms.
type Product struct {
	Times int64
	Atoms []kernel.Expr // ordered by their texts
}

func (p *Product) key() string {
	var b strings.Builder
	for _, a := range p.Atoms {
		b.WriteString(kernel.ExprString(a))
		b.WriteByte('*')
	}
	return b.String()
}

// Number is a constant polynomial.
func Number(n int64) Polynomial {
	out := Polynomial{map[string]*Product{}}
	out.add(&Product{Times: n})
	return out
}

// Parameter is the sum of that parameter alone.
func Parameter(v *kernel.Var) Polynomial { return atom(kernel.Ref(v)) }

func (p Polynomial) add(x *Product) {
	key := x.key()
	if old := p.terms[key]; old != nil {
		x = &Product{old.Times + x.Times, x.Atoms}
	}
	if x.Times == 0 {
		delete(p.terms, key)
		return
	}
	p.terms[key] = x
}

// Products are those of the sum in a stable order.
func (p Polynomial) Products() []*Product {
	keys := make([]string, 0, len(p.terms))
	for key := range p.terms {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	out := make([]*Product, len(keys))
	for i, key := range keys {
		out[i] = p.terms[key]
	}
	return out
}

func (p Polynomial) plus(q Polynomial, times int64) Polynomial {
	out := Polynomial{map[string]*Product{}}
	for _, x := range p.terms {
		out.add(x)
	}
	for _, x := range q.terms {
		out.add(&Product{x.Times * times, x.Atoms})
	}
	return out
}

// mostProducts bounds the length of polynomials: what is longer says nothing to people.
const mostProducts = 40

func (p Polynomial) times(q Polynomial) Polynomial {
	out := Polynomial{map[string]*Product{}}
	if len(p.terms)*len(q.terms) > mostProducts {
		return out
	}
	for _, x := range p.terms {
		for _, y := range q.terms {
			out.add(product(x.Times*y.Times, append(slices.Clone(x.Atoms), y.Atoms...)))
		}
	}
	return out
}

// Plus is the sum of two polynomials.
func (p Polynomial) Plus(q Polynomial) Polynomial { return p.plus(q, 1) }

// IsMultipleOf reports whether a product is more than once another one of the same parameters.
func (p Polynomial) IsMultipleOf(q Polynomial) bool {
	more, less := p.single(), q.single()
	return more != nil && less != nil && more.key() == less.key() && less.Times > 0 && more.Times > less.Times
}

// Minus is the difference of two polynomials.
func (p Polynomial) Minus(q Polynomial) Polynomial { return p.plus(q, -1) }

// Times is the product of two polynomials; false if it would be too long.
func (p Polynomial) Times(q Polynomial) (Polynomial, bool) {
	return p.times(q), len(p.terms)*len(q.terms) <= mostProducts
}

func product(times int64, atoms []kernel.Expr) *Product {
	slices.SortFunc(atoms, func(a, b kernel.Expr) int { return strings.Compare(kernel.ExprString(a), kernel.ExprString(b)) })
	return &Product{times, atoms}
}

// Text is the polynomial's identity, not for people.
func (p Polynomial) Text() string {
	var b strings.Builder
	for _, x := range p.Products() {
		b.WriteString(kernel.ExprString(kernel.NewConst(kernel.I64, x.Times)))
		b.WriteByte('*')
		b.WriteString(x.key())
		b.WriteByte('+')
	}
	return b.String()
}

// Equals reports whether the polynomials are the same.
func (p Polynomial) Equals(q Polynomial) bool { return len(p.plus(q, -1).terms) == 0 }

// Const is the value of a constant polynomial.
func (p Polynomial) Const() (int64, bool) {
	switch x := p.terms[""]; {
	case len(p.terms) == 0:
		return 0, true
	case len(p.terms) == 1 && x != nil:
		return x.Times, true
	}
	return 0, false
}

// reversed is a sum of which all that differs between threads is subtracted, with the opposite signs.
func (p Polynomial) reversed() (Polynomial, bool) {
	moves := false
	for key, x := range p.terms {
		if key != "" {
			moves = true
			if x.Times > 0 {
				return p, false
			}
		}
	}
	return Number(0).plus(p, -1), moves
}

// single is the only product of the sum, nil if there are more or none.
func (p Polynomial) single() *Product {
	if len(p.terms) != 1 {
		return nil
	}
	return p.Products()[0]
}

// dividedBy is p / q, where q is a product that divides each product of p.
func (p Polynomial) dividedBy(q *Product) (Polynomial, bool) {
	out := Polynomial{map[string]*Product{}}
	for _, x := range p.terms {
		rest := slices.Clone(x.Atoms)
		for _, a := range q.Atoms {
			i := slices.IndexFunc(rest, func(b kernel.Expr) bool { return kernel.ExprString(a) == kernel.ExprString(b) })
			if i < 0 {
				return out, false
			}
			rest = slices.Delete(rest, i, i+1)
		}
		if q.Times == 0 || x.Times%q.Times != 0 {
			return out, false
		}
		out.add(&Product{x.Times / q.Times, rest})
	}
	return out, true
}

// Common is what divides each product of all the sums: parameters and sizes, and a number above 0.
func Common(sums ...Polynomial) *Product {
	var common *Product
	for _, p := range sums {
		for _, x := range p.Products() {
			if common == nil {
				common = &Product{max(x.Times, -x.Times), x.Atoms}
				continue
			}
			rest := slices.Clone(x.Atoms)
			both := &Product{Times: fact.GCD(common.Times, x.Times)}
			for _, a := range common.Atoms {
				if i := slices.IndexFunc(rest, func(b kernel.Expr) bool { return kernel.ExprString(a) == kernel.ExprString(b) }); i >= 0 {
					rest = slices.Delete(rest, i, i+1)
					both.Atoms = append(both.Atoms, a)
				}
			}
			common = both
		}
	}
	if common == nil {
		return &Product{Times: 1}
	}
	return common
}

// Over is p without a product that divides each of its own.
func (p Polynomial) Over(x *Product) (Polynomial, bool) { return p.dividedBy(x) }

// of is an expression where the walk is now.
func (s *survey) of(x kernel.Expr) Polynomial {
	switch x := x.(type) {
	case *kernel.Const:
		return Number(fact.LeastMagnitude(x))
	case *kernel.Convert:
		if x.T.Kind == kernel.Int && x.X.Type().Kind == kernel.Int && x.T.Bits >= x.X.Type().Bits {
			return s.of(x.X)
		}
	case *kernel.Unary:
		if x.Op == kernel.Neg {
			return Number(0).plus(s.of(x.X), -1)
		}
	case *kernel.VarRef:
		if p, known := s.values[x.Var]; known {
			return p
		}
	case *kernel.Binary:
		switch x.Op {
		case kernel.Add:
			return s.of(x.X).plus(s.of(x.Y), 1)
		case kernel.Sub:
			return s.of(x.X).plus(s.of(x.Y), -1)
		case kernel.Mul:
			return s.of(x.X).times(s.of(x.Y))
		case kernel.Shl:
			if c, is := x.Y.(*kernel.Const); is && c.Val >= 0 && c.Val < 31 {
				return s.of(x.X).times(Number(1 << c.Val))
			}
		case kernel.Div, kernel.Rem:
			return s.part(x)
		default:
			// Others are atoms.
		}
	default:
		// Others are atoms.
	}
	return atom(x)
}

func atom(x kernel.Expr) Polynomial {
	out := Polynomial{map[string]*Product{}}
	out.add(&Product{1, []kernel.Expr{kernel.StripSameWidth(x)}})
	return out
}

// factor is what the coordinates of that key are multiplied with in p, as a sum of which not all parts have a number in common, and that
// number; false if it is no sum, or is below 0.
func (p Polynomial) factor(of string) (sum Polynomial, times int64, ok bool) {
	sum = Polynomial{map[string]*Product{}}
	above := false
	for _, x := range p.terms {
		var uniform, varying []kernel.Expr
		for _, a := range x.Atoms {
			if Uniform(a) {
				uniform = append(uniform, a)
			} else {
				varying = append(varying, a)
			}
		}
		if len(varying) == 0 || (&Product{1, varying}).key() != of {
			continue
		}
		sum.add(&Product{x.Times, uniform})
		above = above || x.Times > 0
		for n := max(x.Times, -x.Times); n != 0; {
			times, n = n, times%n
		}
	}
	if len(sum.terms) < 2 || !above {
		return sum, 0, false
	}
	sum, ok = sum.dividedBy(&Product{Times: times})
	return sum, times, ok
}

// adds reports whether all products of a sum are added: 256 - 2 * n as the length of a row is not one of 256 beside one
// of n that leads backwards.
func (p Polynomial) adds() bool {
	for _, x := range p.terms {
		if x.Times < 0 {
			return false
		}
	}
	return true
}
