package instrument

import (
	"maps"
	"math"
	"math/bits"

	"gv2/frontend/kernel"
)

// interval is a range of integers, both ends included. An end at the extreme of
// int64 means "no bound known". huge is set for unsigned 64-bit values that may be
// 2^63 or more: read as signed they are negative.
type interval struct {
	lo, hi int64
	huge   bool
}

func span(lo, hi int64) interval { return interval{lo: lo, hi: hi} }

const (
	noLower = math.MinInt64
	noUpper = math.MaxInt64
)

// anyValue is every signed value; unknown may be an unsigned one too.
var (
	anyValue = span(noLower, noUpper)
	unknown  = interval{noLower, noUpper, true}
)

// typeRange is the range of an integer type; that of u64 has no upper end here.
func typeRange(t kernel.Type) interval {
	switch {
	case t.Kind == kernel.Bool:
		return span(0, 1)
	case t.Kind != kernel.Int:
		return anyValue
	case t.Signed && t.Bits == 64:
		return anyValue
	case t.Signed:
		return span(-(1 << (t.Bits - 1)), 1<<(t.Bits-1)-1)
	case t.Bits == 64:
		return interval{lo: 0, hi: noUpper, huge: true}
	default:
		return span(0, 1<<t.Bits-1)
	}
}

func (r interval) within(o interval) bool {
	return r.lo >= o.lo && r.hi <= o.hi && (o.huge || !r.huge)
}

func (r interval) join(o interval) interval {
	return interval{min(r.lo, o.lo), max(r.hi, o.hi), r.huge || o.huge}
}

// clampTo cuts r to t's range: what no-overflow gives.
func (r interval) clampTo(t kernel.Type) interval {
	w := typeRange(t)
	out := interval{max(r.lo, w.lo), min(r.hi, w.hi), r.huge && w.huge}
	if out.lo > out.hi {
		return w
	}
	return out
}

func addSat(x, y int64) int64 {
	switch {
	case x == noLower || y == noLower:
		return noLower
	case x == noUpper || y == noUpper:
		return noUpper
	case y > 0 && x > math.MaxInt64-y:
		return noUpper
	case y < 0 && x < math.MinInt64-y:
		return noLower
	}
	return x + y
}

func negSat(x int64) int64 {
	switch x {
	case noLower:
		return noUpper
	case noUpper:
		return noLower
	}
	return -x
}

func mulSat(x, y int64) int64 {
	if x == 0 || y == 0 {
		return 0
	}
	neg := (x < 0) != (y < 0)
	limit := int64(noUpper)
	if neg {
		limit = noLower
	}
	if x == noLower || x == noUpper || y == noLower || y == noUpper {
		return limit
	}
	p := x * y
	if p/y != x || (p < 0) != neg {
		return limit
	}
	return p
}

func (r interval) add(o interval) interval {
	return interval{addSat(r.lo, o.lo), addSat(r.hi, o.hi), r.huge || o.huge}
}

func (r interval) neg() interval { return interval{negSat(r.hi), negSat(r.lo), r.huge} }

func (r interval) mul(o interval) interval {
	a, b := mulSat(r.lo, o.lo), mulSat(r.lo, o.hi)
	c, d := mulSat(r.hi, o.lo), mulSat(r.hi, o.hi)
	return interval{min(a, b, c, d), max(a, b, c, d), r.huge || o.huge}
}

// div is the range of a C division by a range known to be positive, anyValue
// otherwise.
func (r interval) div(o interval) interval {
	if o.lo <= 0 || r.lo == noLower || r.hi == noUpper {
		if r.lo >= 0 && o.lo > 0 {
			return interval{0, r.hi, r.huge}
		}
		return unknown
	}
	lo, hi := min(r.lo/o.lo, r.lo/o.hi), max(r.hi/o.lo, r.hi/o.hi)
	return span(min(lo, r.lo/o.lo), max(hi, r.hi/o.lo))
}

// rem is the range of a C remainder.
func (r interval) rem(o interval) interval {
	if o.lo <= 0 || o.hi == noUpper {
		if r.lo >= 0 {
			return interval{0, r.hi, r.huge}
		}
		return unknown
	}
	out := span(0, o.hi-1)
	if r.lo < 0 {
		out.lo = -(o.hi - 1)
	}
	if r.lo >= 0 && r.hi < out.hi {
		out.hi = r.hi
	}
	return out
}

// ranges knows an interval for every integer variable of a kernel: the join of
// all values assigned to it, found by a fixpoint that widens after a few rounds.
// Arithmetic is taken not to overflow, so it serves the int encoding only.
type ranges struct {
	launch kernel.Launch
	vars   map[*kernel.Var]interval
	// onlyOnce has variables whose range grows hold any value.
	onlyOnce bool
}

// wideningRounds is how often a variable's range may grow before its moving end
// is put to the type's limit.
const wideningRounds = 3

func newRanges(k *kernel.Kernel) *ranges { return rangesOf(k, false) }

// rangesOf is newRanges; with onlyOnce set, a variable whose range grows may have
// any value of its type: nothing is known then of those that loops change.
func rangesOf(k *kernel.Kernel, onlyOnce bool) *ranges {
	r := &ranges{launch: k.Launch, vars: map[*kernel.Var]interval{}, onlyOnce: onlyOnce}
	for _, p := range k.Params {
		r.vars[p] = typeRange(p.T)
	}
	assigned := assignments(k.Body)
	for round := 0; r.grow(assigned, round); round++ {
	}
	if !onlyOnce {
		r.narrow(assigned)
	}
	return r
}

// narrow takes back what widening gave away in vain: each variable is the join of
// what is assigned to it. That is kept only if nothing grows from there.
func (r *ranges) narrow(assigned []assignment) {
	wide := maps.Clone(r.vars)
	next := map[*kernel.Var]interval{}
	for _, a := range assigned {
		if a.dst.T.Kind != kernel.Int {
			continue
		}
		x := typeRange(a.dst.T)
		if a.x != nil {
			x = r.of(a.x)
		}
		if old, seen := next[a.dst]; seen {
			x = old.join(x)
		}
		next[a.dst] = x
	}
	for v, x := range next {
		r.vars[v] = x
	}
	if r.grow(assigned, wideningRounds) {
		r.vars = wide
	}
}

// grow adds every assigned value once; it reports whether a range grew.
func (r *ranges) grow(assigned []assignment, round int) bool {
	grew := false
	for _, a := range assigned {
		if a.dst.T.Kind != kernel.Int {
			continue
		}
		next := typeRange(a.dst.T)
		if a.x != nil {
			next = r.of(a.x)
		}
		old, seen := r.vars[a.dst]
		if !seen {
			r.vars[a.dst], grew = next, true
			continue
		}
		joined := old.join(next)
		if joined == old {
			continue
		}
		switch {
		case r.onlyOnce:
			joined = typeRange(a.dst.T)
		case round >= wideningRounds:
			joined = widen(old, joined, a.dst.T)
		}
		if joined != old {
			r.vars[a.dst], grew = joined, true
		}
	}
	return grew
}

func widen(old, joined interval, t kernel.Type) interval {
	limit := typeRange(t)
	if joined.lo < old.lo {
		joined.lo = limit.lo
	}
	if joined.hi > old.hi {
		joined.hi = limit.hi
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

// of is the range of the value of an integer expression.
func (r *ranges) of(x kernel.Expr) interval {
	t := x.Type()
	if t.Kind != kernel.Int {
		return anyValue
	}
	switch x := x.(type) {
	case *kernel.Const:
		return constRange(x)
	case *kernel.VarRef:
		if v, ok := r.vars[x.Var]; ok {
			return v
		}
		return typeRange(t)
	case *kernel.Builtin:
		return r.builtin(x)
	case *kernel.Unary:
		if x.Op == kernel.Neg {
			return wrapRange(r.of(x.X).neg(), t)
		}
		return typeRange(t)
	case *kernel.Binary:
		return r.binary(x)
	case *kernel.Cond:
		return r.where(x.C, true, x.X).join(r.where(x.C, false, x.Y))
	case *kernel.Convert:
		return r.convert(x)
	case *kernel.Call:
		return r.call(x)
	}
	return typeRange(t)
}

// where is the range of x if cond holds, or does not: in x == 3 ? 0 : x and in
// x < 3 ? x : 0 the condition tells something of the x that is taken.
func (r *ranges) where(cond kernel.Expr, holds bool, x kernel.Expr) interval {
	all := r.of(x)
	c, ok := cond.(*kernel.Binary)
	if !ok || !c.Op.IsComparison() || kernel.ExprString(c.X) != kernel.ExprString(x) || all.huge {
		return all
	}
	limit, ok := c.Y.(*kernel.Const)
	if !ok || constRange(limit).huge {
		return all
	}
	op := c.Op
	if !holds {
		op = negated[op]
	}
	return all.cut(op, limit.Val)
}

var negated = map[kernel.BinaryOp]kernel.BinaryOp{
	kernel.Eq: kernel.Ne, kernel.Ne: kernel.Eq, kernel.Lt: kernel.Ge, kernel.Ge: kernel.Lt,
	kernel.Gt: kernel.Le, kernel.Le: kernel.Gt,
}

// cut is the part of r for which op limit holds, or r where that is none.
func (r interval) cut(op kernel.BinaryOp, limit int64) interval {
	out := r
	switch op {
	case kernel.Eq:
		out.lo, out.hi = max(r.lo, limit), min(r.hi, limit)
	case kernel.Ne:
		if r.lo == limit {
			out.lo = addSat(limit, 1)
		}
		if r.hi == limit {
			out.hi = addSat(limit, -1)
		}
	case kernel.Lt:
		out.hi = min(r.hi, addSat(limit, -1))
	case kernel.Le:
		out.hi = min(r.hi, limit)
	case kernel.Gt:
		out.lo = max(r.lo, addSat(limit, 1))
	case kernel.Ge:
		out.lo = max(r.lo, limit)
	}
	if out.lo > out.hi {
		return r
	}
	return out
}

func constRange(c *kernel.Const) interval {
	if !c.T.Signed && c.T.Bits == 64 && c.Val < 0 {
		return interval{noUpper, noUpper, true}
	}
	return span(c.Val, c.Val)
}

// blockDim*gridDim stays below maxThreadsPerDim in a dimension where the grid is
// open, so that a global index fits an int.
const maxThreadsPerDim = 1 << 31

func (r *ranges) builtin(x *kernel.Builtin) interval {
	block, grid := int64(r.launch.BlockDim[x.Dim]), int64(r.launch.GridDim[x.Dim])
	if block == 0 {
		block = 1024
	}
	if grid == 0 {
		grid = (maxThreadsPerDim - 1) / block
	}
	switch x.Kind {
	case kernel.ThreadIdx:
		return span(0, block-1)
	case kernel.BlockIdx:
		return span(0, grid-1)
	case kernel.BlockDim:
		return span(1, block)
	default:
		return span(1, grid)
	}
}

// wrapRange is r if it lies in t, else what wrapping may make of it: for a
// signed type the no-overflow rule cuts, for an unsigned one only the upper end
// may be cut.
func wrapRange(r interval, t kernel.Type) interval {
	if t.Signed || r.lo >= 0 {
		return r.clampTo(t)
	}
	return typeRange(t)
}

func (r *ranges) binary(x *kernel.Binary) interval {
	t := x.Type()
	a, b := r.of(x.X), r.of(x.Y)
	switch x.Op {
	case kernel.Add, kernel.Sub, kernel.Mul:
		return wrapRange(r.raw(x), t)
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
			return wrapRange(a.mul(span(1<<c.Val, 1<<c.Val)), t)
		}
	case kernel.Or, kernel.Xor:
		if a.lo >= 0 && b.lo >= 0 {
			return interval{0, onesAbove(max(a.hi, b.hi)), a.huge || b.huge}.clampTo(t)
		}
	}
	return typeRange(t)
}

// raw is the range of the expression that stands for x before it is wrapped to
// its type: see intArith.raw, which builds that expression.
func (r *ranges) raw(x kernel.Expr) interval {
	t := x.Type()
	switch x := x.(type) {
	case *kernel.Const:
		if c := rawConst(x); c < 0 {
			return span(c, c)
		}
	case *kernel.Convert:
		if in := x.X.Type(); !t.Signed && in.Kind == kernel.Int && in.Bits == t.Bits {
			return r.raw(x.X)
		}
	case *kernel.Unary:
		if x.Op == kernel.Neg && t.Kind == kernel.Int {
			return r.of(x.X).neg()
		}
	case *kernel.Binary:
		if isSum(x) {
			return cutHigh(r.uncut(x), t)
		}
	}
	return r.of(x)
}

// uncut is the range of a sum or product as it would be without bounds.
func (r *ranges) uncut(x *kernel.Binary) interval {
	t := x.Type()
	a, b := r.operand(x.X, t), r.operand(x.Y, t)
	switch x.Op {
	case kernel.Add:
		return a.add(b)
	case kernel.Sub:
		return a.add(b.neg())
	}
	return a.mul(b)
}

// operand is the range of an operand of +, -, * in type t: signed arithmetic
// works on values, unsigned arithmetic on what is congruent to them.
func (r *ranges) operand(x kernel.Expr, t kernel.Type) interval {
	if t.Signed {
		return r.of(x)
	}
	return r.raw(x)
}

// cutHigh applies the no-wrap assumption to the upper end.
func cutHigh(a interval, t kernel.Type) interval {
	w := typeRange(t)
	if t.Signed {
		return a.clampTo(t)
	}
	if a.hi > w.hi {
		a.hi = w.hi
	}
	if a.lo > a.hi {
		a.lo = min(w.lo, a.hi)
	}
	return a
}

// rawConst is the constant of least magnitude congruent to c: x + 0xffffffffu
// is x - 1. A u64 of 2^63 or more is its bit pattern and so negative already.
func rawConst(c *kernel.Const) int64 {
	if c.T.Kind == kernel.Int && !c.T.Signed && c.T.Bits < 64 && c.Val >= 1<<(c.T.Bits-1) {
		return c.Val - 1<<c.T.Bits
	}
	return c.Val
}

func andRange(a, b interval, t kernel.Type) interval {
	out := typeRange(t)
	for _, r := range []interval{a, b} {
		if r.lo >= 0 {
			out = interval{0, min(out.hi, r.hi), out.huge && r.huge}
		}
	}
	return out
}

func shrRange(a interval, count kernel.Expr, t kernel.Type) interval {
	if c, ok := count.(*kernel.Const); ok && c.Val >= 0 && c.Val < 63 && a.lo != noLower && a.hi != noUpper {
		return span(a.lo>>c.Val, a.hi>>c.Val)
	}
	if a.lo >= 0 {
		return interval{0, a.hi, a.huge}
	}
	return typeRange(t)
}

// onesAbove is the least 2^k-1 that is not below v.
func onesAbove(v int64) int64 {
	n := int64(0)
	for n < v {
		n = n<<1 | 1
	}
	return n
}

func (r *ranges) convert(x *kernel.Convert) interval {
	if x.X.Type().Kind == kernel.Bool {
		return span(0, 1)
	}
	if x.X.Type().Kind != kernel.Int {
		return typeRange(x.T)
	}
	in := r.of(x.X)
	if in.within(typeRange(x.T)) {
		return in
	}
	return typeRange(x.T)
}

func (r *ranges) call(x *kernel.Call) interval {
	t := x.T
	switch {
	case x.Fn == "min" && len(x.Args) == 2:
		a, b := r.of(x.Args[0]), r.of(x.Args[1])
		return interval{min(a.lo, b.lo), min(a.hi, b.hi), a.huge && b.huge}
	case x.Fn == "max" && len(x.Args) == 2:
		a, b := r.of(x.Args[0]), r.of(x.Args[1])
		return interval{max(a.lo, b.lo), max(a.hi, b.hi), a.huge || b.huge}
	case x.Fn == "popc" || x.Fn == "clz" || x.Fn == "ffs":
		return span(0, 64)
	}
	return typeRange(t)
}

// mayWrap names the unsigned operation at the root of x if its result may not fit
// its type.
func (r *ranges) mayWrap(x kernel.Expr) string {
	b, ok := x.(*kernel.Binary)
	if !ok || b.Type().Kind != kernel.Int || b.Type().Signed {
		return ""
	}
	limit := typeRange(b.Type())
	switch b.Op {
	case kernel.Add:
		if p, q := r.operand(b.X, b.Type()), r.operand(b.Y, b.Type()); p.add(q).beyond(limit) {
			return "a sum that may wrap"
		}
	case kernel.Mul:
		if p, q := r.operand(b.X, b.Type()), r.operand(b.Y, b.Type()); p.mul(q).beyond(limit) || largeFactor(b) {
			return "a product that may wrap"
		}
	case kernel.Shl:
		c, ok := b.Y.(*kernel.Const)
		if ok && 0 <= c.Val && c.Val < int64(b.Type().Bits) && r.of(b.X).hi > limit.hi>>c.Val {
			return "a shift that may lose bits"
		}
	}
	return ""
}

// beyond reports whether the range may pass the upper end of the limit.
func (r interval) beyond(limit interval) bool {
	return r.hi > limit.hi || r.hi == noUpper || r.huge
}

// largeFactor reports an unsigned product with a constant as large as hash
// functions use.
func largeFactor(x *kernel.Binary) bool {
	_, c, ok := constOperand(x)
	return ok && !x.Type().Signed && bits.Len64(uint64(c)) > x.Type().Bits/2+8
}

// signedSum reports whether an unsigned sum or product that is converted to signed
// counts as computed signed: one that has a signed operand which may be negative, as
// i + blockDim.x, one that could wrap, and all of 64 bits, which no index makes so
// large. What an iteration was chosen by counts as signed.
func (r *ranges) signedSum(x kernel.Expr) bool {
	t := x.Type()
	if t.Bits == 64 {
		return true
	}
	switch x := x.(type) {
	case *kernel.VarRef:
		return x.Var.Times
	case *kernel.Convert:
		in := x.X.Type()
		if in.Kind != kernel.Int || in.Bits != x.T.Bits {
			return false
		}
		if in.Signed {
			return r.of(x.X).lo < 0
		}
		return r.signedSum(x.X)
	case *kernel.Binary:
		return isSum(x) && (r.uncut(x).hi > typeRange(t).hi || r.signedSum(x.X) || r.signedSum(x.Y))
	}
	return false
}

// isSum reports a sum, difference or product.
func isSum(x kernel.Expr) bool {
	b, ok := x.(*kernel.Binary)
	return ok && (b.Op == kernel.Add || b.Op == kernel.Sub || b.Op == kernel.Mul)
}
