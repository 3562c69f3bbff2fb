package fact

import (
	"maps"
	"math/bits"

	"gv2/frontend/kernel"
)

// Ranges holds an interval for every integer variable of a kernel: the join of
// all values assigned to it, found by a fixpoint that widens after a few rounds.
// It assumes that arithmetic does not overflow, so it serves the int encoding
// only.
type Ranges struct {
	launch kernel.Launch
	Vars   map[*kernel.Var]Interval
	// onlyOnce gives a variable any value as soon as its range grows.
	onlyOnce bool
	notes    *Notes
}

// wideningRounds is how often a variable's range may grow before its moving end
// becomes the type's limit.
const wideningRounds = 3

// NewRanges finds the ranges of the variables of k.
func NewRanges(k *kernel.Kernel) *Ranges { return RangesOf(k, false, nil) }

// RangesOf is NewRanges; with onlyOnce set, a variable whose range grows may have any
// value of its type: nothing is then known about variables that loops change. The notes
// tell which variables chose an iteration.
func RangesOf(k *kernel.Kernel, onlyOnce bool, notes *Notes) *Ranges {
	r := &Ranges{launch: k.Launch, Vars: map[*kernel.Var]Interval{}, onlyOnce: onlyOnce, notes: notes}
	for _, p := range k.Params {
		r.Vars[p] = TypeRange(p.T)
	}
	assigned := assignments(k.Body)
	for round := 0; r.grow(assigned, round); round++ {
	}
	if !onlyOnce {
		r.narrow(assigned)
	}
	return r
}

// narrow undoes needless widening: each variable becomes the join of its assigned
// values. The result counts only if nothing grows from there.
func (r *Ranges) narrow(assigned []assignment) {
	wide := maps.Clone(r.Vars)
	next := map[*kernel.Var]Interval{}
	for _, a := range assigned {
		if a.dst.T.Kind != kernel.Int {
			continue
		}
		x := TypeRange(a.dst.T)
		if a.x != nil {
			x = r.Of(a.x)
		}
		if old, seen := next[a.dst]; seen {
			x = old.Join(x)
		}
		next[a.dst] = x
	}
	for v, x := range next {
		r.Vars[v] = x
	}
	if r.grow(assigned, wideningRounds) {
		r.Vars = wide
	}
}

// grow adds every assigned value once; it reports whether a range grew.
func (r *Ranges) grow(assigned []assignment, round int) bool {
	grew := false
	for _, a := range assigned {
		if a.dst.T.Kind != kernel.Int {
			continue
		}
		next := TypeRange(a.dst.T)
		if a.x != nil {
			next = r.Of(a.x)
		}
		old, seen := r.Vars[a.dst]
		if !seen {
			r.Vars[a.dst], grew = next, true
			continue
		}
		joined := old.Join(next)
		if joined == old {
			continue
		}
		switch {
		case r.onlyOnce:
			joined = TypeRange(a.dst.T)
		case round >= wideningRounds:
			joined = widen(old, joined, a.dst.T)
		}
		if joined != old {
			r.Vars[a.dst], grew = joined, true
		}
	}
	return grew
}

func widen(old, joined Interval, t kernel.Type) Interval {
	limit := TypeRange(t)
	if joined.Lo < old.Lo {
		joined.Lo = limit.Lo
	}
	if joined.Hi > old.Hi {
		joined.Hi = limit.Hi
	}
	return joined
}

// assignment is one place that gives dst a value; x nil means any value.
type assignment struct {
	dst *kernel.Var
	x   kernel.Expr
}

func assignments(body []kernel.Stmt) []assignment {
	var out []assignment
	kernel.Walk(body, func(s kernel.Stmt) bool {
		if a, ok := s.(*kernel.Assign); ok {
			out = append(out, assignment{a.Dst, a.X})
		} else if dst := kernel.Assigned(s); dst != nil {
			out = append(out, assignment{dst, nil})
		}
		return true
	})
	return out
}

// Of is the range of the value of an integer expression.
func (r *Ranges) Of(x kernel.Expr) Interval {
	t := x.Type()
	if t.Kind != kernel.Int {
		return AnyValue
	}
	switch x := x.(type) {
	case *kernel.Const:
		return constRange(x)
	case *kernel.VarRef:
		if v, ok := r.Vars[x.Var]; ok {
			return v
		}
		return TypeRange(t)
	case *kernel.Builtin:
		return r.builtin(x)
	case *kernel.Unary:
		if x.Op == kernel.Neg {
			return wrapRange(r.Of(x.X).Neg(), t)
		}
		return TypeRange(t)
	case *kernel.Binary:
		return r.binary(x)
	case *kernel.Cond:
		yes, taken := r.where(x.C, true, x.X)
		no, other := r.where(x.C, false, x.Y)
		switch {
		case !taken:
			return no
		case !other:
			return yes
		}
		return yes.Join(no)
	case *kernel.Convert:
		return r.convert(x)
	case *kernel.Call:
		return r.call(x)
	default:
		// Others may have any value of their type.
	}
	return TypeRange(t)
}

// where is the range of x if cond holds, or does not: in x == 3 ? 0 : x and in
// x < 3 ? x : 0 the condition restricts the x that is taken. It reports whether x is taken
// at all: a slot that starts with 2 is never x + 1 in x + 1 == 3 ? 0 : x + 1 at first.
func (r *Ranges) where(cond kernel.Expr, holds bool, x kernel.Expr) (out Interval, taken bool) {
	all := r.Of(x)
	c, ok := cond.(*kernel.Binary)
	if !ok || !c.Op.IsComparison() || kernel.ExprString(c.X) != kernel.ExprString(x) || all.Huge {
		return all, true
	}
	limit, ok := c.Y.(*kernel.Const)
	if !ok || constRange(limit).Huge {
		return all, true
	}
	op := c.Op
	if !holds {
		op = negated[op]
	}
	return all.part(op, limit.Val)
}

var negated = map[kernel.BinaryOp]kernel.BinaryOp{
	kernel.Eq: kernel.Ne, kernel.Ne: kernel.Eq, kernel.Lt: kernel.Ge, kernel.Ge: kernel.Lt,
	kernel.Gt: kernel.Le, kernel.Le: kernel.Gt,
}

// part is the part of r for which op limit holds, and whether there is one.
func (r Interval) part(op kernel.BinaryOp, limit int64) (out Interval, some bool) {
	out = r
	switch op {
	case kernel.Eq:
		out.Lo, out.Hi = max(r.Lo, limit), min(r.Hi, limit)
	case kernel.Ne:
		if r.Lo == limit {
			out.Lo = addSat(limit, 1)
		}
		if r.Hi == limit {
			out.Hi = addSat(limit, -1)
		}
	case kernel.Lt:
		out.Hi = min(r.Hi, addSat(limit, -1))
	case kernel.Le:
		out.Hi = min(r.Hi, limit)
	case kernel.Gt:
		out.Lo = max(r.Lo, addSat(limit, 1))
	case kernel.Ge:
		out.Lo = max(r.Lo, limit)
	}
	return out, out.Lo <= out.Hi
}

func constRange(c *kernel.Const) Interval {
	if !c.T.Signed && c.T.Bits == 64 && c.Val < 0 {
		return Interval{NoUpper, NoUpper, true}
	}
	return Span(c.Val, c.Val)
}

// blockDim*gridDim stays below maxThreadsPerDim in a dimension with an open
// grid, so that a global index fits an int.
const maxThreadsPerDim = 1 << 31

func (r *Ranges) builtin(x *kernel.Builtin) Interval {
	block, grid := int64(r.launch.BlockDim[x.Dim]), int64(r.launch.GridDim[x.Dim])
	if block == 0 {
		block = 1024
	}
	if grid == 0 {
		grid = (maxThreadsPerDim - 1) / block
	}
	switch x.Kind {
	case kernel.ThreadIdx:
		return Span(0, block-1)
	case kernel.BlockIdx:
		return Span(0, grid-1)
	case kernel.BlockDim:
		return Span(1, block)
	default:
		return Span(1, grid)
	}
}

// wrapRange is r if it lies in t, else the possible results of wrapping: for a
// signed type the no-overflow rule cuts r, for an unsigned one only its upper
// end.
func wrapRange(r Interval, t kernel.Type) Interval {
	if t.Signed || r.Lo >= 0 {
		return r.clampTo(t)
	}
	return TypeRange(t)
}

func (r *Ranges) binary(x *kernel.Binary) Interval {
	t := x.Type()
	if IsSum(x) {
		// Raw looks at the operands: to do so here as well would double the work at every level.
		return wrapRange(r.Raw(x), t)
	}
	a, b := r.Of(x.X), r.Of(x.Y)
	switch x.Op {
	case kernel.Div:
		return a.div(b).clampTo(t)
	case kernel.Rem:
		return a.rem(b).clampTo(t)
	case kernel.And:
		return andRange(a, b, t)
	case kernel.Shr:
		return shrRange(a, x.Y, t)
	case kernel.Shl:
		if c, ok := x.Y.(*kernel.Const); ok && c.Val >= 0 && c.Val < 63 {
			return wrapRange(a.Mul(Span(1<<c.Val, 1<<c.Val)), t)
		}
	case kernel.Or, kernel.Xor:
		if a.Lo >= 0 && b.Lo >= 0 {
			return Interval{0, onesAbove(max(a.Hi, b.Hi)), a.Huge || b.Huge}.clampTo(t)
		}
	}
	return TypeRange(t)
}

// Raw is the range of the expression for x before it is wrapped to its type:
// see intArith.raw, which builds that expression.
func (r *Ranges) Raw(x kernel.Expr) Interval {
	t := x.Type()
	switch x := x.(type) {
	case *kernel.Const:
		if c := LeastMagnitude(x); c < 0 {
			return Span(c, c)
		}
	case *kernel.Convert:
		if in := x.X.Type(); !t.Signed && in.Kind == kernel.Int && in.Bits == t.Bits {
			return r.Raw(x.X)
		}
	case *kernel.Unary:
		if x.Op == kernel.Neg && t.Kind == kernel.Int {
			return r.Of(x.X).Neg()
		}
	case *kernel.Binary:
		if IsSum(x) {
			return cutHigh(r.uncut(x), t)
		}
	default:
		// Others have the range of their value.
	}
	return r.Of(x)
}

// uncut is the range of a sum or product without the bounds of its type.
func (r *Ranges) uncut(x *kernel.Binary) Interval {
	t := x.Type()
	a, b := r.operand(x.X, t), r.operand(x.Y, t)
	switch x.Op {
	case kernel.Add:
		return a.Add(b)
	case kernel.Sub:
		return a.Add(b.Neg())
	}
	return a.Mul(b)
}

// operand is the range of an operand of +, -, * in type t: signed arithmetic
// works on values, unsigned arithmetic on numbers congruent to them.
func (r *Ranges) operand(x kernel.Expr, t kernel.Type) Interval {
	if t.Signed {
		return r.Of(x)
	}
	return r.Raw(x)
}

// cutHigh applies the no-wrap assumption to the upper end.
func cutHigh(a Interval, t kernel.Type) Interval {
	w := TypeRange(t)
	if t.Signed {
		return a.clampTo(t)
	}
	if a.Hi > w.Hi {
		a.Hi = w.Hi
	}
	if a.Lo > a.Hi {
		a.Lo = min(w.Lo, a.Hi)
	}
	return a
}

// LeastMagnitude is the constant of least magnitude congruent to c: x + 0xffffffffu
// is x - 1. A u64 of 2^63 or more is its bit pattern and so negative already.
func LeastMagnitude(c *kernel.Const) int64 {
	if c.T.Kind == kernel.Int && !c.T.Signed && c.T.Bits < 64 && c.Val >= 1<<(c.T.Bits-1) {
		return c.Val - 1<<c.T.Bits
	}
	return c.Val
}

func andRange(a, b Interval, t kernel.Type) Interval {
	out := TypeRange(t)
	for _, r := range []Interval{a, b} {
		if r.Lo >= 0 {
			out = Interval{0, min(out.Hi, r.Hi), out.Huge && r.Huge}
		}
	}
	return out
}

func shrRange(a Interval, count kernel.Expr, t kernel.Type) Interval {
	if c, ok := count.(*kernel.Const); ok && c.Val >= 0 && c.Val < 63 && a.Lo != NoLower && a.Hi != NoUpper {
		return Span(a.Lo>>c.Val, a.Hi>>c.Val)
	}
	if a.Lo >= 0 {
		return Interval{0, a.Hi, a.Huge}
	}
	return TypeRange(t)
}

// onesAbove is the least 2^k-1 that is at least v.
func onesAbove(v int64) int64 {
	n := int64(0)
	for n < v {
		n = n<<1 | 1
	}
	return n
}

func (r *Ranges) convert(x *kernel.Convert) Interval {
	if x.X.Type().Kind == kernel.Bool {
		return Span(0, 1)
	}
	if x.X.Type().Kind != kernel.Int {
		return TypeRange(x.T)
	}
	in := r.Of(x.X)
	if in.Within(TypeRange(x.T)) {
		return in
	}
	return TypeRange(x.T)
}

func (r *Ranges) call(x *kernel.Call) Interval {
	t := x.T
	switch {
	case x.Fn == "min" && len(x.Args) == 2:
		a, b := r.Of(x.Args[0]), r.Of(x.Args[1])
		return Interval{min(a.Lo, b.Lo), min(a.Hi, b.Hi), a.Huge && b.Huge}
	case x.Fn == "max" && len(x.Args) == 2:
		a, b := r.Of(x.Args[0]), r.Of(x.Args[1])
		return Interval{max(a.Lo, b.Lo), max(a.Hi, b.Hi), a.Huge || b.Huge}
	case x.Fn == "popc" || x.Fn == "clz" || x.Fn == "ffs":
		return Span(0, 64)
	}
	return TypeRange(t)
}

// MayWrap names the unsigned operation at the root of x if its result may not fit
// its type.
func (r *Ranges) MayWrap(x kernel.Expr) string {
	b, ok := x.(*kernel.Binary)
	if !ok || b.Type().Kind != kernel.Int || b.Type().Signed {
		return ""
	}
	limit := TypeRange(b.Type())
	switch b.Op {
	case kernel.Add:
		if p, q := r.operand(b.X, b.Type()), r.operand(b.Y, b.Type()); p.Add(q).Passes(limit) {
			return "a sum that may wrap"
		}
	case kernel.Mul:
		if p, q := r.operand(b.X, b.Type()), r.operand(b.Y, b.Type()); p.Mul(q).Passes(limit) || LargeFactor(b) {
			return "a product that may wrap"
		}
	case kernel.Shl:
		c, ok := b.Y.(*kernel.Const)
		if ok && 0 < c.Val && c.Val < int64(b.Type().Bits) {
			// The limit of 64 bits is none that an interval has, what is left of it is.
			room := Span(0, int64(^uint64(0)>>(64-b.Type().Bits)>>c.Val))
			if r.Of(b.X).Passes(room) {
				return "a shift that may lose bits"
			}
		}
	}
	return ""
}

// Passes reports whether the range may pass the upper end of the limit.
func (r Interval) Passes(limit Interval) bool {
	return r.Hi > limit.Hi || r.Hi == NoUpper || r.Huge
}

// LargeFactor reports whether x is an unsigned product with a constant as large
// as in hash functions.
func LargeFactor(x *kernel.Binary) bool {
	_, c, ok := ConstOperand(x)
	return ok && !x.Type().Signed && bits.Len64(uint64(c)) > x.Type().Bits/2+8
}

// SignedSum reports whether an unsigned sum or product that is converted to signed
// counts as computed signed: one with a signed operand that may be negative, as in i
// + blockDim.x, one that could wrap, and all of 64 bits, which indices do not reach.
// The number of a chosen iteration counts as signed.
func (r *Ranges) SignedSum(x kernel.Expr) bool {
	t := x.Type()
	if t.Bits == 64 {
		return true
	}
	switch x := x.(type) {
	case *kernel.VarRef:
		return r.notes.Times(x.Var)
	case *kernel.Convert:
		in := x.X.Type()
		if in.Kind != kernel.Int || in.Bits != x.T.Bits {
			return false
		}
		if in.Signed {
			return r.Of(x.X).Lo < 0
		}
		return r.SignedSum(x.X)
	case *kernel.Binary:
		return IsSum(x) && (r.uncut(x).Hi > TypeRange(t).Hi || r.SignedSum(x.X) || r.SignedSum(x.Y))
	default:
		// Others are no sums.
	}
	return false
}

// IsSum reports whether x is a sum, difference or product.
func IsSum(x kernel.Expr) bool {
	b, ok := x.(*kernel.Binary)
	return ok && (b.Op == kernel.Add || b.Op == kernel.Sub || b.Op == kernel.Mul)
}
