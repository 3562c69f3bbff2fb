package loops

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gv2/frontend/kernel"
)

// linear is a value modulo 2^64 or less: multiples of terms, by their text, and a constant.
type linear struct {
	terms map[string]int64
	c     int64
}

func constant(c int64) linear { return linear{c: c} }

func term(text string) linear { return linear{terms: map[string]int64{text: 1}} }

func (s linear) plus(o linear, factor int64) linear {
	out := linear{terms: maps.Clone(s.terms), c: s.c + factor*o.c}
	if out.terms == nil {
		out.terms = map[string]int64{}
	}
	for t, n := range o.terms {
		if out.terms[t] += factor * n; out.terms[t] == 0 {
			delete(out.terms, t)
		}
	}
	return out
}

func (s linear) times(factor int64) linear { return constant(0).plus(s, factor) }

// modulo is what is left of s modulo 2^bits, with numbers from -2^(bits-1) on.
func (s linear) modulo(bits int) linear {
	wrap := func(n int64) int64 {
		if bits == 64 {
			return n
		}
		return n << (64 - bits) >> (64 - bits)
	}
	out := linear{terms: map[string]int64{}, c: wrap(s.c)}
	for x, n := range s.terms {
		if n = wrap(n); n != 0 {
			out.terms[x] = n
		}
	}
	return out
}

func (s linear) String() string {
	var b strings.Builder
	b.WriteByte('[')
	for _, t := range slices.Sorted(maps.Keys(s.terms)) {
		fmt.Fprintf(&b, "%d*%s+", s.terms[t], t)
	}
	fmt.Fprintf(&b, "%d]", s.c)
	return b.String()
}

func (s linear) same(o linear) bool { return s.String() == o.String() }

// round is the term that stands for the number of a round, of which some are counted: multiples of whole.
const round = "round"

// canonical writes expressions so that those of one value mostly have one text. What counters of loops are is known as a sum over
// the number of the round, of which that is a multiple of whole.
type canonical struct {
	values map[*kernel.Var]linear
	whole  int64
	// moving are variables that have other values elsewhere: one is noted that is read and of which no value is known.
	moving map[*kernel.Var]bool
	lost   *bool
	// parts are terms that are a sum of 32 bits divided by a power of two that divides it: so many of them are the sum again.
	parts map[string]part
}

type part struct {
	of linear
	by int64
}

func (c *canonical) copy() *canonical {
	return &canonical{maps.Clone(c.values), c.whole, c.moving, c.lost, c.parts}
}

// read is the value of a variable, if it is known.
func (c *canonical) read(v *kernel.Var) (linear, bool) {
	s, ok := c.values[v]
	if !ok && c.moving[v] {
		*c.lost = true
	}
	return s, ok
}

// of is the value of an integer expression modulo the width of its type.
func (c *canonical) of(e kernel.Expr) linear {
	s := c.value(e)
	if e.Type().IsInt() && e.Type().Bits == 32 {
		for t, n := range s.terms {
			if p, is := c.parts[t]; is && n%p.by == 0 {
				s = s.plus(term(t), -n).plus(p.of, n/p.by).modulo(32)
			}
		}
	}
	return s
}

func (c *canonical) value(e kernel.Expr) linear {
	bits := e.Type().Bits
	if !e.Type().IsInt() {
		return term(c.text(e))
	}
	switch e := e.(type) {
	case *kernel.Const:
		return constant(e.Val).modulo(bits)
	case *kernel.VarRef:
		if s, ok := c.read(e.Var); ok {
			return s.modulo(bits)
		}
	case *kernel.Unary:
		switch e.Op {
		case kernel.Neg:
			return c.of(e.X).times(-1).modulo(bits)
		case kernel.BitNot:
			return constant(-1).plus(c.of(e.X), -1).modulo(bits)
		default:
			// The other one is of truth values.
		}
	case *kernel.Binary:
		if s, ok := c.binary(e); ok {
			return s.modulo(bits)
		}
	case *kernel.Convert:
		from := e.X.Type()
		if !from.IsInt() {
			break
		}
		x := c.of(e.X)
		if bits <= from.Bits {
			return x.modulo(bits)
		}
		if len(x.terms) == 0 {
			return constant(from.Wrap(x.c)).modulo(bits)
		}
		return term(fmt.Sprintf("(%s)%s", from, x))
	default:
		// Others have their own text.
	}
	return term(c.text(e))
}

func (c *canonical) binary(e *kernel.Binary) (linear, bool) {
	switch e.Op {
	case kernel.Add:
		return c.of(e.X).plus(c.of(e.Y), 1), true
	case kernel.Sub:
		return c.of(e.X).plus(c.of(e.Y), -1), true
	case kernel.Mul:
		x, y := c.of(e.X), c.of(e.Y)
		if len(x.terms) == 0 {
			x, y = y, x
		}
		return x.times(y.c), len(y.terms) == 0
	case kernel.Shl:
		by := c.of(e.Y)
		return c.of(e.X).times(1 << uint(by.c&63)), len(by.terms) == 0 && by.c >= 0 && by.c < 63
	case kernel.Shr:
		by := c.of(e.Y)
		wide, ok := e.X.(*kernel.Convert)
		if len(by.terms) > 0 || by.c < 0 || by.c > 8 || !ok || e.Type() != kernel.I64 || wide.X.Type() != kernel.U32 {
			return linear{}, false
		}
		x, unit := c.of(wide.X), int64(1)<<by.c
		if len(x.terms) == 0 {
			return constant(kernel.U32.Wrap(x.c) >> by.c), true
		}
		for _, n := range x.terms {
			if n%unit != 0 {
				return linear{}, false
			}
		}
		if x.c%unit != 0 || c.parts == nil {
			return linear{}, false
		}
		t := fmt.Sprintf("%s >> %d", x, by.c)
		c.parts[t] = part{x, unit}
		return term(t), true
	case kernel.And:
		mask := c.of(e.Y)
		if len(mask.terms) > 0 || mask.c <= 0 || mask.c&(mask.c+1) != 0 || mask.c >= 1<<32 {
			return linear{}, false
		}
		// Of the last bits of a sum, multiples of 2^k are nothing.
		left := linear{terms: map[string]int64{}}
		x := c.of(e.X)
		for t, n := range x.terms {
			if t == round && n*c.whole&mask.c == 0 {
				continue
			}
			if n &= mask.c; n != 0 {
				left.terms[t] = n
			}
		}
		left.c = x.c & mask.c
		if len(left.terms) == 0 {
			return constant(left.c), true
		}
		return term(fmt.Sprintf("last bits %d of %s", mask.c, left)), true
	default:
		// Others are written as they are.
		return linear{}, false
	}
}

// text is an expression's text, the same only for the same value.
func (c *canonical) text(e kernel.Expr) string {
	sub := func(e kernel.Expr) string {
		if e.Type().IsInt() {
			return c.of(e).String()
		}
		return c.text(e)
	}
	t := e.Type().String()
	switch e := e.(type) {
	case *kernel.VarRef:
		if s, ok := c.read(e.Var); ok {
			return s.String()
		}
		return fmt.Sprintf("%s %s %p", t, e.Var.Name, e.Var)
	case *kernel.Unary:
		return fmt.Sprintf("%s %d(%s)", t, e.Op, sub(e.X))
	case *kernel.Binary:
		return fmt.Sprintf("%s (%s %s %v %s)", t, e.X.Type(), sub(e.X), e.Op, sub(e.Y))
	case *kernel.Convert:
		return fmt.Sprintf("(%s <- %s)%s", t, e.X.Type(), sub(e.X))
	case *kernel.Cond:
		return fmt.Sprintf("%s (%s ? %s : %s)", t, sub(e.C), sub(e.X), sub(e.Y))
	case *kernel.Call:
		args := make([]string, len(e.Args))
		for i, a := range e.Args {
			args[i] = sub(a)
		}
		return fmt.Sprintf("%s %s(%s)", t, e.Fn, strings.Join(args, ", "))
	default:
		// Constants and what the launch gives.
		return t + " " + kernel.ExprString(e)
	}
}
