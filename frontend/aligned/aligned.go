// Package aligned decides which addresses of asynchronous copies can be no multiples of what their instruction asks for.
//
// In: a kernel in which each such address has an assertion (kernel.Assert.Aligned). Out: the kernel with the assertions that may
// fail for what the kernel itself computes: from constants, counters of loops, and numbers of threads and blocks. Those that hold, as
// each summand is a multiple, are left out. So are those that depend on parameters, sizes of the launch or memory, about which the
// program has its own knowledge (the length of a row is a multiple of four floats), and a sentence states them as an assumption.
// An address is wrong for all of these values if its remainder is.
//
// That arrays and what pointers lead to begin at multiples themselves is an assumption as well.
package aligned

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"gv2/frontend/kernel"
)

// Settled is k with the assertions about addresses that may fail.
func Settled(k *kernel.Kernel) *kernel.Kernel {
	var asserted []*kernel.Assert
	kernel.Walk(k.Body, func(s kernel.Stmt) bool {
		if a, is := s.(*kernel.Assert); is && a.Aligned > 0 {
			asserted = append(asserted, a)
		}
		return true
	})
	if len(asserted) == 0 {
		return k
	}
	values := valuesOf(k)
	drop := map[*kernel.Assert]bool{}
	var lines []string
	most := int64(0)
	for _, a := range asserted {
		most = max(most, a.Aligned)
		x := values.remainder(a)
		drop[a] = x.holds || x.input && !x.fails
		if line := fmt.Sprint(a.Source().Pos.Line); drop[a] && !x.holds && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	out := *k
	out.Body = kernel.Rewrite(k.Body, func(s, inner kernel.Stmt) []kernel.Stmt {
		if a, is := s.(*kernel.Assert); is && drop[a] { // s is the statement of k
			return nil
		}
		return []kernel.Stmt{inner}
	})
	out.Assumptions = append(slices.Clone(k.Assumptions),
		fmt.Sprintf("arrays that asynchronous copies access begin at multiples of %d bytes", most))
	if len(lines) > 0 {
		out.Assumptions = append(out.Assumptions, "rows and offsets that the kernel is given keep the addresses of the asynchronous copies at line "+
			strings.Join(lines, ", ")+" aligned")
	}
	return &out
}

// value is what is known of an integer: its remainder at when it is divided by 2^bits, and whether it depends on what
// the kernel is given. The remainder of a constant is the number.
type value struct {
	bits  int // at most 64
	at    uint64
	input bool
}

// low is at without all but the lowest n bits.
func low(at uint64, n int) uint64 {
	if n >= 64 {
		return at
	}
	return at & (1<<n - 1)
}

func known(at int64) value { return value{bits: 64, at: uint64(at)} }

// to is v of which only the lowest n bits are known.
func (v value) to(n int) value {
	v.bits = min(v.bits, n)
	v.at = low(v.at, v.bits)
	return v
}

// zeros is how many of the lowest bits are known to be 0.
func (v value) zeros() int { return min(v.bits, bits.TrailingZeros64(v.at)) }

// join is what is known of a number that is v or w.
func (v value) join(w value) value {
	n := min(v.bits, w.bits, bits.TrailingZeros64(v.at^w.at))
	out := v.to(n)
	out.input = v.input || w.input
	return out
}

// values are what is known of the variables, in all that they are assigned. Those without an entry are assigned nothing.
type values map[*kernel.Var]value

func valuesOf(k *kernel.Kernel) values {
	vs := values{}
	for _, p := range k.Params {
		vs[p] = value{input: true}
	}
	for changed := true; changed; {
		changed = false
		kernel.Walk(k.Body, func(s kernel.Stmt) bool {
			v := kernel.Assigned(s)
			if v == nil {
				return true
			}
			is := value{input: true} // what memory or other threads hold
			if a, plain := s.(*kernel.Assign); plain {
				is = vs.of(a.X)
			}
			old, any := vs[v]
			if any {
				is = is.join(old)
			}
			if !any || is != old {
				vs[v], changed = is, true
			}
			return true
		})
	}
	return vs
}

// of is what is known of an expression.
func (vs values) of(e kernel.Expr) value {
	switch e := e.(type) {
	case *kernel.Const:
		return known(e.Val)
	case *kernel.VarRef:
		if v, any := vs[e.Var]; any {
			return v
		}
		return known(0) // nothing has been assigned so far
	case *kernel.Builtin:
		return value{input: e.Kind == kernel.BlockDim || e.Kind == kernel.GridDim}
	case *kernel.Convert:
		if from := e.X.Type(); !e.T.IsInt() || !from.IsInt() {
			return value{input: vs.of(e.X).input}
		}
		return vs.of(e.X).to(64).within(e.T, e.X.Type())
	case *kernel.Cond:
		out := vs.of(e.X).join(vs.of(e.Y))
		out.input = out.input || vs.of(e.C).input
		return out
	case *kernel.Unary:
		x := vs.of(e.X)
		switch e.Op {
		case kernel.Neg:
			return value{x.bits, low(-x.at, x.bits), x.input}
		case kernel.BitNot:
			return value{x.bits, low(^x.at, x.bits), x.input}
		default:
			return value{input: x.input}
		}
	case *kernel.Binary:
		return vs.binary(e)
	default: // calls, floats and what annotations ask for: any remainder
		out := value{}
		kernel.WalkExpr(e, func(part kernel.Expr) bool {
			switch part := part.(type) {
			case *kernel.VarRef:
				out.input = out.input || vs[part.Var].input
			case *kernel.Builtin:
				out.input = out.input || vs.of(part).input
			default:
				// Others are as their operands are.
			}
			return true
		})
		call, isCall := e.(*kernel.Call)
		out.input = out.input || isCall && call.Input
		return out
	}
}

// within is v converted to t: the lowest bits stay, and no more than those of the narrower type are known where the number
// may not fit.
func (v value) within(t, from kernel.Type) value {
	if v.bits == 64 { // a constant, or a number that is as good as one
		return known(t.Wrap(int64(v.at))).inputs(v.input)
	}
	return v.to(min(t.Bits, from.Bits))
}

func (v value) inputs(input bool) value {
	v.input = v.input || input
	return v
}

func (vs values) binary(e *kernel.Binary) value {
	if !e.X.Type().IsInt() {
		return value{input: vs.of(e.X).input || vs.of(e.Y).input}
	}
	x, y := vs.of(e.X), vs.of(e.Y)
	n := min(x.bits, y.bits)
	out := value{input: x.input || y.input}
	is := func(bits int, at uint64) value {
		out.bits = min(bits, e.X.Type().Bits)
		if bits >= 64 {
			return known(e.X.Type().Wrap(int64(at))).inputs(out.input)
		}
		out.at = low(at, out.bits)
		return out
	}
	switch e.Op {
	case kernel.Add:
		return is(n, x.at+y.at)
	case kernel.Sub:
		return is(n, x.at-y.at)
	case kernel.Mul: // what is not known of x comes times y, and the other way round
		return is(min(x.bits+y.zeros(), y.bits+x.zeros(), 64), x.at*y.at)
	case kernel.And:
		n = max(n, x.zeros(), y.zeros())
		return is(n, x.at&y.at)
	case kernel.Or:
		return is(n, x.at|y.at)
	case kernel.Xor:
		return is(n, x.at^y.at)
	case kernel.Shl:
		if y.bits == 64 && y.at < 64 {
			return is(min(x.bits+int(y.at), 64), x.at<<y.at)
		}
	case kernel.Rem: // x - q * y
		if y.bits == 64 && x.bits < 64 {
			return is(min(x.bits, y.zeros()), x.at)
		}
	default:
		// Quotients and comparisons have any remainder.
	}
	return out
}

// answer is whether an assertion holds, whether it fails for all that the kernel may be given, and whether it depends on that.
type answer struct{ holds, fails, input bool }

// remainder decides the assertion a, which is "index * size % n == 0".
func (vs values) remainder(a *kernel.Assert) answer {
	cond, isEq := a.Cond.(*kernel.Binary)
	if !isEq || cond.Op != kernel.Eq {
		return answer{}
	}
	rest, isRem := cond.X.(*kernel.Binary)
	if !isRem || rest.Op != kernel.Rem {
		return answer{}
	}
	x := vs.of(rest.X)
	n := bits.TrailingZeros64(uint64(a.Aligned))
	return answer{holds: x.zeros() >= n, fails: x.zeros() < min(n, x.bits), input: x.input}
}
