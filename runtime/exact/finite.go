package exact

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/decision"
	"gv2/runtime/weft"
)

// Preconditions often leave a kernel few sizes: a length that is a power of two, a
// block of half as many threads. Where all sizes that stand in the way of executing
// it can be listed, executing it for each of them decides it for all.

// What listing all sizes may cost: how many there are, the numbers that a
// parameter's values are searched in, and commands.
const (
	mostCases     = 1100
	widestRange   = 4096
	finiteCommand = 200_000_000
	largestBlock  = 1024
)

// Enumerate executes the kernel for every launch and all values that its
// preconditions allow, if these are few.
func (e *Engine) Enumerate() {
	if e.d.Report == nil || !e.d.AnyUnknown() || len(conditionsAtEntry(e.d.Kernel)) == 0 || !e.d.BlockedBy().None() {
		return
	}
	e.d.Opts.Trace.Ask(decision.WeftEngine, "every size that the preconditions allow")
	c := &cases{search: valueSearch{
		e: e, d: e.d, k: e.d.Kernel, budget: finiteCommand, until: e.d.Clock.Deadline(e.d.Share),
		proved: map[kernel.Property][]map[string]int64{}, refuted: map[kernel.Property][]claim.Evidence{},
	}}
	complete := c.everyBlockSize()
	c.search.enterRefuted()
	if complete && c.count > 0 {
		c.hold()
	}
}

// cases are the executions of a kernel for all sizes that there are.
type cases struct {
	search valueSearch
	count  int
}

// everyBlockSize goes through the block's sizes, if they are open; false if not
// all of them were decided.
func (c *cases) everyBlockSize() bool {
	if c.search.k.Launch.BlockDim[0] != 0 {
		return c.search.k.Launch.Threads() != 0 && c.search.d.Report.NotStatic != nil && c.each(nil)
	}
	open := c.search.k
	rows := int64(max(open.Launch.BlockDim[1], 1) * max(open.Launch.BlockDim[2], 1))
	for n := int64(1); n*rows <= largestBlock; n++ {
		k := *open
		k.Launch.BlockDim[0] = int(n)
		c.search.k = &k
		fixed := map[string]int64{claim.BlockDimX: n}
		if allowedSoFar(&k, fixed) && !c.each(fixed) {
			return false
		}
	}
	return true
}

// each executes the kernel with those values, and with all values of the
// parameters that stand in the way then. It returns false if something is left
// undecided.
func (c *cases) each(fixed map[string]int64) bool {
	r, err := c.search.e.run(c.search.k, c.search.until, c.search.budget, fixed)
	if err != nil {
		return false
	}
	c.search.spend(r)
	if r.NotStatic == nil {
		c.search.tally(r, fixed, true)
		c.count++
		return !c.search.over && len(c.search.refuted) == 0 && c.count <= mostCases
	}
	p := parameter(c.search.k, r.NotStatic.Param)
	if _, again := fixed[r.NotStatic.Param]; p == nil || again {
		return false
	}
	values, ok := everyValue(c.search.k, p, fixed)
	if !ok || len(values) > mostCases {
		return false
	}
	for _, v := range values {
		if !c.each(fact.Extended(fixed, p, v)) {
			return false
		}
	}
	return true
}

// hold enters what holds in all cases: together they are all that there is.
func (c *cases) hold() {
	shown := claim.Proof{By: claim.Method{Engine: claim.Weft}, Under: c.search.e.under()}
	for _, name := range weft.Properties {
		p, within := c.search.d.By[name], 0
		if name == kernel.DataRace {
			within = len(c.search.within)
		}
		switch {
		case p == nil || p.Status != claim.Unknown || len(c.search.proved[name])+within < c.count:
		case within > 0:
			shown.Claims = []claim.Claim{{Property: name}}
			c.search.d.Board.Enter(shown, claim.Open{Claims: []claim.Claim{claim.RacesAcross}, By: shown.By})
		default:
			shown.Claims = claim.Of(name)
			c.search.d.Board.Enter(shown)
			p.Why = claim.Reason{}
			p.Seconds += c.search.seconds
		}
	}
	c.search.d.Settle()
	if c.decided() {
		report := *c.search.d.Report
		report.NotStatic = nil
		c.search.d.Report = &report
		c.search.d.Note("executed for all values that the preconditions allow: " + valuesText(c.search.k, c.search.tried))
	}
}

// decided reports whether the cases decide anything within a block.
func (c *cases) decided() bool {
	return len(c.search.proved[kernel.DataRace])+len(c.search.within) == c.count || len(c.search.proved[kernel.Divergence]) == c.count
}

// conditionsAtEntry are the preconditions: those on parameters, and those that speak of the
// launch, which the body begins with.
func conditionsAtEntry(k *kernel.Kernel) []kernel.Expr {
	out := slices.Clone(k.Requires)
	for _, st := range k.Body {
		a, ok := st.(*kernel.Assume)
		if !ok {
			break
		}
		out = append(out, a.Cond)
	}
	return out
}

// allowedSoFar reports whether no precondition is known to be violated.
func allowedSoFar(k *kernel.Kernel, fixed map[string]int64) bool {
	return !slices.ContainsFunc(conditionsAtEntry(k), func(r kernel.Expr) bool {
		holds, known := fact.Judged(r, fixed)
		return known && !holds
	})
}

// everyValue lists the values of p that the preconditions allow beside the given
// ones; ok is false if there may be too many to list.
func everyValue(k *kernel.Kernel, p *kernel.Var, fixed map[string]int64) (out []int64, ok bool) {
	if p.T.Kind != kernel.Int {
		return []int64{0, 1}, p.T.Kind == kernel.Bool
	}
	b := boundsIn(p.T)
	for _, r := range conditionsAtEntry(k) {
		for _, c := range kernel.Conjuncts(r) {
			b.narrow(p, given(c, fixed))
		}
	}
	values, ok := b.list()
	for _, v := range values {
		if fact.Fits(p.T, v) && allowedSoFar(k, fact.Extended(fixed, p, v)) {
			out = append(out, v)
		}
	}
	return out, ok
}

// given is a condition with the values given.
func given(x kernel.Expr, fixed map[string]int64) kernel.Expr {
	return kernel.WithParams(kernel.MapExpr(x, func(e kernel.Expr) kernel.Expr {
		if b, ok := e.(*kernel.Builtin); ok {
			if v, known := fixed[kernel.ExprString(b)]; known {
				return kernel.NewConst(b.Type(), v)
			}
		}
		return e
	}), fixed)
}

// valueBounds is a set that a parameter's values lie in: the numbers between two,
// or a list.
type valueBounds struct {
	t      kernel.Type
	lo, hi int64
	powers bool // only zero and powers of two, the sign bit by itself included
}

func boundsIn(t kernel.Type) *valueBounds {
	b := &valueBounds{t: t, lo: -1 << 62, hi: 1 << 62}
	if !t.Signed {
		b.lo = 0
	} else if t.Bits < 64 {
		b.lo = -1 << (t.Bits - 1)
	}
	if t.Bits < 64 {
		b.hi = 1<<t.Bits - 1
	}
	return b
}

// narrow takes a condition into account that compares p with a constant. Others
// are left to the test of each value.
func (b *valueBounds) narrow(p *kernel.Var, x kernel.Expr) {
	c, ok := x.(*kernel.Binary)
	if !ok || !c.Op.IsComparison() {
		return
	}
	limit, ok := c.Y.(*kernel.Const)
	if !ok || limit.Val < 0 {
		return
	}
	switch {
	case isParameter(c.X, p):
		b.compare(c.Op, limit.Val, c.X.Type().Signed)
	case c.Op == kernel.Eq && limit.Val == 0 && clearsLowest(c.X, p):
		b.powers = true
	}
}

// compare keeps what op limit holds of. A signed parameter that is compared as an
// unsigned number is not negative where it is below a limit that is positive.
func (b *valueBounds) compare(op kernel.BinaryOp, limit int64, signed bool) {
	if signed && !b.t.Signed && (op == kernel.Lt || op == kernel.Le) {
		return
	}
	if !signed && b.t.Signed && (op == kernel.Gt || op == kernel.Ge || limit >= 1<<(b.t.Bits-1)) {
		return
	}
	low := func(n int64) { b.lo = max(b.lo, n) }
	high := func(n int64) {
		b.hi = min(b.hi, n)
		if !signed {
			low(0)
		}
	}
	switch op {
	case kernel.Eq:
		low(limit)
		high(limit)
	case kernel.Lt:
		high(limit - 1)
	case kernel.Le:
		high(limit)
	case kernel.Gt:
		low(limit + 1)
	case kernel.Ge:
		low(limit)
	}
}

// list writes the set out; false if it is too large.
func (b *valueBounds) list() ([]int64, bool) {
	var out []int64
	switch {
	case b.hi < b.lo || uint64(b.hi-b.lo) < widestRange: // of 64 bits the difference may overflow
		for v := b.lo; v <= b.hi; v++ {
			out = append(out, v)
		}
	case b.powers:
		out = append(out, 0)
		for k := 0; k < b.t.Bits && k < 63; k++ {
			out = append(out, 1<<k)
		}
		if b.t.Signed {
			out = append(out, b.t.Wrap(-1<<(b.t.Bits-1)))
		}
	default:
		return nil, false
	}
	return out, b.t.Bits == 32
}

// isParameter reports whether x is p, or p as another type of its width.
func isParameter(x kernel.Expr, p *kernel.Var) bool {
	if c, ok := x.(*kernel.Convert); ok && c.T.Kind == kernel.Int && c.T.Bits == p.T.Bits {
		x = c.X
	}
	r, ok := x.(*kernel.VarRef)
	return ok && r.Var == p
}

// clearsLowest reports whether x is p & (p - 1), which is zero for zero and for
// powers of two.
func clearsLowest(x kernel.Expr, p *kernel.Var) bool {
	b, ok := x.(*kernel.Binary)
	if !ok || b.Op != kernel.And || !isParameter(b.X, p) {
		return false
	}
	less, ok := b.Y.(*kernel.Binary)
	if !ok || !isParameter(less.X, p) {
		return false
	}
	c, ok := less.Y.(*kernel.Const)
	return ok && (less.Op == kernel.Sub && c.Val == 1 || less.Op == kernel.Add && c.T.Wrap(c.Val) == c.T.Wrap(-1))
}
