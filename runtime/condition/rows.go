package condition

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/condition/layout"
	"gv2/runtime/decision"
	"gv2/runtime/verdict"
)

// Where an array has several strides, its rows are apart only if several conditions hold at
// once, and each counterexample tells of one of them. So the conditions come from the indices:
// each stride is at least as large as what the axis within it takes. The order of the axes is not
// known; a few are tried, and what is proved is made weaker.

// The limits of that.
const (
	mostLayouts   = 6  // conjunctions to decide
	mostPermuted  = 3  // strides of which all orders are tried
	mostStrides   = 6  // of one index
	mostOfLayouts = 14 // steps that make one weaker
)

// byLayout looks for a condition under which rows do not overlap, and reports whether it found
// one. Faults found on the way are added to those known. What the order of the axes is in
// programs is not known, so the opposite one is looked at as well.
func (p *precondition) byLayout(r *verdict.Result, s *space, faults *[]map[string]int64) bool {
	arrays := arraysOf(r)
	var tried []string
	var first, second conjunction
	var proof, other verdict.Result
	next := -1
	for n := 0; n < mostLayouts && !p.over(); n++ {
		alone := s.alone(p.k, *faults)
		c, order := s.layouts(p.k, arrays, next, alone, func(c conjunction) bool {
			if first != nil && c.ofGrid() > first.ofGrid() {
				return false // nobody would read it as another order of the axes
			}
			return !slices.Contains(tried, c.text()) && c.excludes(*faults) && s.meeting(p.k, c) != nil
		})
		if c == nil {
			break
		}
		tried = append(tried, c.text())
		began := time.Now()
		again, ok := p.decideUnder(c)
		if ok && again.Outcome == verdict.KernelRefuted {
			// Sizes below 0 may be all that is left.
			if positive := s.positive(p.k, c); positive != nil && positive.excludes(faultsOf(&again)) {
				*faults = append(*faults, faultsOf(&again)...)
				c = positive
				again, ok = p.decideUnder(c)
			}
		}
		if !ok {
			break
		}
		if !s.equates(p.k, c) {
			p.leaves(c, &again, time.Since(began))
		}
		if again.Outcome == verdict.KernelRefuted {
			*faults = append(*faults, faultsOf(&again)...)
			for name := range arraysOf(&again) {
				arrays[name] = true
			}
		}
		if again.Outcome != verdict.KernelProved {
			continue
		}
		c, again = p.weaker(c, again, *faults, mostOfLayouts)
		if first != nil {
			second, other = c, again
			break
		}
		first, proof = c, again
		if next = opposite[order]; len(c) < 2 {
			break
		}
	}
	if first == nil {
		return false
	}
	p.conclude(r, first, proof)
	if second != nil && second.text() != first.text() {
		tellCondition(r, p.whole("("+first.text()+") || ("+second.text()+")"))
		r.Assumptions = decision.Sentences(r.Assumptions, other.Assumptions)
		tellMixed(r, second)
		p.proven = append(p.proven, second)
		p.showSmallOf(r, s, func(at map[string]int64) bool { return second.broken(at) }, first)
		return true
	}
	p.showSmall(r, first, s)
	return true
}

// alone are the conditions that the grid has one block in a dimension that the kernel does not look at, as far as faults break them:
// every layout needs them.
func (s *space) alone(k *kernel.Kernel, faults []map[string]int64) conjunction {
	var out conjunction
	for _, a := range singleBlocks(k, s) {
		if slices.ContainsFunc(faults, a.breaks) {
			out = append(out, &a)
		}
	}
	return out
}

// The variants of what keeps axes apart: the second of several extents, and coordinates with what is added to them
// for all threads.
const (
	secondExtent = 1 << iota
	withShifts
	variants
)

// mostOrders is how many orders of axes there are for few of them; opposite are the numbers of the
// reversed ones.
const mostOrders = 6

var opposite = [mostOrders]int{1, 0, 4, 5, 2, 3}

// arraysOf are the arrays of a result's faults, as reports name them.
func arraysOf(r *verdict.Result) map[string]bool {
	out := map[string]bool{}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Severity == claim.ErrorSeverity && f.Array != "" {
			out[f.Array] = true
		}
	}
	return out
}

// layouts is the first conjunction for the arrays that is wanted, nil if there is none. The order
// in which axes are nested is that number, or any if it is negative. Each has those atoms besides.
func (s *space) layouts(k *kernel.Kernel, arrays map[string]bool, only int, besides conjunction, wanted func(conjunction) bool) (conjunction, int) {
	faulty := func(a *kernel.Array) bool { return arrays[a.Label] || arrays[a.Name] }
	if sums := layout.Factored(k, faulty); sums != nil {
		if c, order := layoutsFor(k, sums, only, besides, wanted); c != nil {
			return c, order
		}
	}
	return layoutsFor(k, layout.Of(k, faulty), only, besides, wanted)
}

// layoutsFor is the first conjunction that is wanted for those accesses.
func layoutsFor(k *kernel.Kernel, accesses []layout.Access, only int, besides conjunction, wanted func(conjunction) bool) (conjunction, int) {
	inOrder := []int{0, secondExtent, withShifts, withShifts | secondExtent}
	if shiftsDiffer(accesses) {
		inOrder = []int{withShifts, withShifts | secondExtent, 0, secondExtent}
	}
	// Axes along which blocks lie are seldom the inner ones of others.
	for ofBlocks := range mostStrides {
		for order := range mostOrders {
			if only >= 0 && only != order {
				continue
			}
			for _, variant := range inOrder {
				c := conjoined(k, accesses, order, variant)
				if len(c) == 0 || c.ofGrid() != ofBlocks {
					continue
				}
				if c = append(c, besides...); wanted(c) {
					return c, order
				}
			}
		}
	}
	return nil, 0
}

// shiftsDiffer reports whether two accesses to an array differ in what is added for all threads.
func shiftsDiffer(accesses []layout.Access) bool {
	first := map[*kernel.Array]string{}
	for _, a := range accesses {
		text := a.Beyond.Text()
		for _, x := range a.Axes {
			if shift := x.Shift.Text(); shift != "" {
				text += "; " + x.Stride.Text() + " " + shift
			}
		}
		if before, known := first[a.Array]; known && before != text {
			return true
		}
		first[a.Array] = text
	}
	return false
}

// conjoined is what keeps the axes of all accesses apart, empty if nothing is known to.
func conjoined(k *kernel.Kernel, accesses []layout.Access, order, variant int) conjunction {
	var needs []need
	var c conjunction
	for _, a := range accesses {
		// What is not bounded may be so by what arrays hold: the proof tells.
		if n, also, ok := apart(k, &a, order, variant); ok {
			needs, c = append(needs, n...), append(c, also...)
		}
	}
	for _, n := range needs {
		if n.follows(needs) {
			continue
		}
		atoms, ok := n.atoms()
		if !ok {
			return nil
		}
		c = append(c, atoms...)
	}
	return unique(c)
}

// ofGrid is how many parts of the condition name the size of the grid.
func (c conjunction) ofGrid() int {
	n := 0
	for _, a := range c {
		grid := false
		kernel.WalkExpr(a.cond, func(e kernel.Expr) bool {
			b, is := e.(*kernel.Builtin)
			grid = grid || is && b.Kind == kernel.GridDim
			return true
		})
		if grid {
			n++
		}
	}
	return n
}

// need is that a stride is at least what the axis within it takes.
type need struct {
	stride, reach layout.Polynomial
	launch        kernel.Launch
}

// follows reports whether another need says more.
func (n need) follows(needs []need) bool {
	return slices.ContainsFunc(needs, func(m need) bool {
		more, constant := m.reach.Minus(n.reach).Const()
		return m.stride.Equals(n.stride) && (constant && more > 0 || m.reach.IsMultipleOf(n.reach))
	})
}

func (n need) atoms() (conjunction, bool) {
	if c, constant := n.reach.Const(); constant && c == 1 {
		return positive(n.stride), true
	}
	stride, reach := n.reduced()
	for _, x := range stride.Products() {
		if len(x.Atoms) == 0 && len(stride.Products()) > 1 { // n >= 15 rather than n + 1 >= 16
			c := layout.Number(x.Times)
			stride, reach = stride.Minus(c), reach.Minus(c)
		}
	}
	if _, constant := stride.Const(); constant {
		for _, x := range reach.Products() {
			if len(x.Atoms) == 0 && len(reach.Products()) > 1 { // n <= 31 rather than n + 1 <= 32
				c := layout.Number(x.Times)
				stride, reach = stride.Minus(c), reach.Minus(c)
			}
		}
	}
	left, ok := termOf(n.launch, stride)
	right, fits := termOf(n.launch, reach)
	if !ok || !fits {
		return nil, false
	}
	least, constant := stride.Const()
	most, also := reach.Const()
	if constant && also {
		return nil, least >= most
	}
	c := compared(kernel.Ge, left, right)
	if constant {
		c = compared(kernel.Le, right, left) // the length of a row that the kernel declares
	}
	return conjunction{&c}, true
}

// reduced are stride and reach without what they have in common: rows * n >= columns * n is rows >= columns where there are
// any elements at all.
func (n need) reduced() (stride, reach layout.Polynomial) {
	common := layout.Common(n.stride, n.reach)
	stride, whole := n.stride.Over(common)
	reach, also := n.reach.Over(common)
	if !whole || !also {
		return n.stride, n.reach
	}
	return stride, reach
}

// whole is that a length is a multiple of a number.
func whole(l kernel.Launch, p layout.Polynomial, of int64) (conjunction, bool) {
	t, ok := termOf(l, p)
	if !ok {
		return nil, false
	}
	rest := term{&kernel.Binary{Op: kernel.Rem, X: t.value, Y: number(of).value}, t.text + " % " + number(of).text}
	c := compared(kernel.Eq, rest, number(0))
	return conjunction{&c}, true
}

func unique(c conjunction) conjunction {
	var out conjunction
	for _, a := range c {
		if !slices.ContainsFunc(out, func(b *atom) bool { return b.text == a.text }) {
			out = append(out, a)
		}
	}
	return out
}

// apart is what keeps the axes of an access apart if they are nested in that order; false if that
// order cannot be, or is that of another number. The variant says which of several extents to
// take, and whether what is added for all threads counts.
func apart(k *kernel.Kernel, a *layout.Access, order, variant int) (needs []need, also conjunction, ok bool) {
	axes := a.Axes
	within := layout.Axis{Stride: layout.Number(1), Extents: []layout.Extent{{Below: layout.Number(a.Width)}}, Shift: a.Beyond}
	if len(axes) > 0 {
		if _, constant := axes[0].Stride.Const(); constant {
			within, axes = axes[0], axes[1:]
			within.Shift = within.Shift.Plus(a.Beyond)
		}
	}
	if len(axes) == 0 {
		return nil, nil, true // nothing to say of it
	}
	if len(axes) > mostStrides {
		return nil, nil, false
	}
	if axes, ok = permuted(k, axes, order); !ok {
		return nil, nil, false
	}
	if a.Shift != nil {
		within, strides := termOf(k.Launch, axes[0].Stride)
		if x, ok := wide(&kernel.VarRef{Var: a.Shift}, a.Shift.Written()); ok && strides {
			least := compared(kernel.Ge, x, number(0))
			also = append(also, &least)
			if beyond, constant := axes[0].Stride.Minus(layout.Parameter(a.Shift)).Const(); !constant || beyond <= 0 {
				most := compared(kernel.Lt, x, within)
				also = append(also, &most)
			}
		}
	}
	for _, d := range a.Divisors {
		also = append(also, positive(d)...)
	}
	for _, x := range axes {
		if len(within.Extents) == 0 {
			return nil, nil, false
		}
		extent := within.Extents[min(variant&secondExtent, len(within.Extents)-1)]
		if variant&withShifts != 0 {
			extent.Below = extent.Below.Plus(within.Shift)
		}
		if extent.Whole > 1 {
			multiple, ok := whole(k.Launch, extent.Below, extent.Whole)
			if !ok {
				return nil, nil, false
			}
			also = append(also, multiple...)
		}
		reach, ok := extent.Below.Times(within.Stride)
		if !ok {
			return nil, nil, false
		}
		if roundsUp(k, x.Stride, reach) {
			return nil, nil, false
		}
		if !x.Stride.Equals(reach) {
			needs = append(needs, need{x.Stride, reach, k.Launch})
		}
		within = x
	}
	return needs, also, true
}

// roundsUp reports whether a launch in sight makes the grid out of the stride: then a stride below what
// the grid takes is one that the program passes, because the last block sticks out.
func roundsUp(k *kernel.Kernel, stride, reach layout.Polynomial) bool {
	for _, m := range reach.Products() {
		for _, e := range m.Atoms {
			if b, is := e.(*kernel.Builtin); is && b.Kind == kernel.GridDim {
				for _, s := range stride.Products() {
					for _, f := range s.Atoms {
						if v, is := f.(*kernel.VarRef); is && madeOf(k, b.Dim, v.Var) {
							return true
						}
					}
				}
			}
		}
	}
	return false
}

// madeOf reports whether what holds at the launches relates a dimension of the grid to a parameter.
func madeOf(k *kernel.Kernel, dim int, v *kernel.Var) bool {
	return slices.ContainsFunc(conditionsOf(k), func(e kernel.Expr) bool {
		grid := false
		kernel.WalkExpr(e, func(e kernel.Expr) bool {
			b, is := e.(*kernel.Builtin)
			grid = grid || is && b.Kind == kernel.GridDim && b.Dim == dim
			return true
		})
		return grid && fact.ReadsVar(e, v)
	})
}

// madeOfSome reports whether what holds at the launches relates a dimension of the grid to any parameter.
func madeOfSome(k *kernel.Kernel, dim int) bool {
	return slices.ContainsFunc(k.Params, func(v *kernel.Var) bool { return madeOf(k, dim, v) })
}

// positive says that each factor of a product is, also where it is a parameter divided by a number.
func positive(p layout.Polynomial) conjunction {
	var out conjunction
	for _, x := range p.Products() {
		for _, e := range x.Atoms {
			least := int64(1)
			if b, is := e.(*kernel.Binary); is && b.Op == kernel.Div {
				if n, is := b.Y.(*kernel.Const); is && n.Val > 1 {
					e, least = kernel.StripIntegerCasts(b.X), n.Val
				}
			}
			v, is := e.(*kernel.VarRef)
			if !is || !v.Var.Param {
				continue
			}
			t, ok := wide(e, v.Var.Written())
			if !ok {
				continue
			}
			c := compared(kernel.Gt, t, number(0))
			if least > 1 {
				c = compared(kernel.Ge, t, number(least))
			}
			out = append(out, &c)
		}
	}
	return out
}

// permuted are the axes in one of their orders: by the order of the parameters that strides are made of,
// that order reversed, and, for few axes, the others.
func permuted(k *kernel.Kernel, axes []layout.Axis, order int) ([]layout.Axis, bool) {
	place := func(x layout.Axis) (degree, at int) {
		for _, m := range x.Stride.Products() {
			degree = max(degree, len(m.Atoms))
			for _, e := range m.Atoms {
				if v, is := e.(*kernel.VarRef); is {
					at = max(at, slices.Index(k.Params, v.Var))
				}
			}
		}
		return degree, at
	}
	out := slices.Clone(axes)
	slices.SortStableFunc(out, func(a, b layout.Axis) int {
		da, pa := place(a)
		db, pb := place(b)
		if da != db {
			return da - db
		}
		return pa - pb
	})
	n := len(out)
	switch {
	case order == 0:
	case n == 1:
		return nil, false
	case order == 1:
		slices.Reverse(out)
	case n == mostPermuted:
		// The four that are neither ascending nor descending.
		out = [][]layout.Axis{{out[0], out[2], out[1]}, {out[1], out[0], out[2]}, {out[1], out[2], out[0]}, {out[2], out[0], out[1]}}[order-2]
	default:
		return nil, false
	}
	return out, true
}

// termOf is a polynomial as a term, with sizes as the program has them; false for what has no wide value.
func termOf(l kernel.Launch, p layout.Polynomial) (term, bool) {
	var sum term
	products := p.Products()
	// What is subtracted comes last.
	slices.SortStableFunc(products, func(a, b *layout.Product) int { return cmp.Compare(min(b.Times, 0), min(a.Times, 0)) })
	for _, x := range products {
		t, ok := termOfProduct(l, x)
		if !ok {
			return term{}, false
		}
		switch {
		case sum.value == nil:
			sum = t
		case x.Times < 0:
			less, _ := termOfProduct(l, &layout.Product{Times: -x.Times, Atoms: x.Atoms})
			sum = term{&kernel.Binary{Op: kernel.Sub, X: sum.value, Y: less.value}, sum.text + " - " + less.text}
		default:
			sum = term{&kernel.Binary{Op: kernel.Add, X: sum.value, Y: t.value}, sum.text + " + " + t.text}
		}
	}
	return sum, sum.value != nil
}

func termOfProduct(l kernel.Launch, x *layout.Product) (term, bool) {
	var values []term
	times := x.Times
	for _, e := range x.Atoms {
		if b, is := e.(*kernel.Builtin); is && b.Kind == kernel.GridDim && l.PerGrid(b.Dim) > 1 {
			t := blocksOf(l, b.Dim)
			if n := l.PerGrid(b.Dim); times%n == 0 {
				times /= n
			} else {
				t, _ = wide(e, fmt.Sprintf("(%s / %d)", t.text, n))
			}
			values = append(values, t)
			continue
		}
		text := kernel.ExprString(e)
		switch e.(type) {
		case *kernel.Binary, *kernel.Cond:
			text = "(" + text + ")"
		default:
			// Others bind closer than a product.
		}
		t, ok := wide(e, text)
		if !ok {
			return term{}, false
		}
		values = append(values, t)
	}
	if times != 1 || len(values) == 0 {
		values = slices.Insert(values, 0, number(times))
	}
	out := values[0]
	for _, t := range values[1:] {
		out = term{&kernel.Binary{Op: kernel.Mul, X: out.value, Y: t.value}, out.text + " * " + t.text}
	}
	return out, true
}

// conditionsOf are the parts of what holds when a kernel begins.
func conditionsOf(k *kernel.Kernel) []kernel.Expr {
	var conds []kernel.Expr
	for _, r := range k.Requires {
		conds = append(conds, kernel.Conjuncts(r)...)
	}
	kernel.Walk(k.Body, func(st kernel.Stmt) bool {
		if a, is := st.(*kernel.Assume); is && layout.Uniform(a.Cond) {
			conds = append(conds, kernel.Conjuncts(a.Cond)...)
		}
		return true
	})
	return conds
}

// meeting are small positive values that meet a condition and the kernel's preconditions, nil if none
// are found. What must be at least something becomes that, step by step.
func (s *space) meeting(k *kernel.Kernel, c conjunction) map[string]int64 {
	conds := conditionsOf(k)
	for _, a := range c {
		conds = append(conds, a.cond)
	}
	params := s.namedBesides(k, conds)
	for start := range int64(6) {
		at := map[string]int64{}
		for d := range 3 {
			if n := k.Launch.BlockDim[d]; n == 0 {
				at[blockNames[d]] = []int64{openBlock, 8, 4}[d]
			}
			if k.Launch.GridDim[d] == 0 {
				at[claim.GridNames[d]] = 1 + start
			}
		}
		for i, v := range params {
			at[v.Name] = 1 + (5-start+int64(i)*start)%6
		}
		for range 8 * (len(conds) + 1) {
			if !repairOne(k, conds, at) {
				break
			}
		}
		if fact.Meets(k, at) && !slices.ContainsFunc(c, func(a *atom) bool { return !a.met(at) }) && !odd(at) {
			return at
		}
	}
	return nil
}

// namedBesides are the parameters of the space and those that conditions name besides: launches tell of sizes that decide nothing.
func (s *space) namedBesides(k *kernel.Kernel, conds []kernel.Expr) []*kernel.Var {
	params := slices.Clone(s.params)
	for _, v := range k.Params {
		if v.T.Kind == kernel.Int && !slices.Contains(params, v) && slices.ContainsFunc(conds, func(e kernel.Expr) bool { return fact.ReadsVar(e, v) }) {
			params = append(params, v)
		}
	}
	return params
}

var blockNames = [3]string{"blockDim.x", "blockDim.y", "blockDim.z"}

// met reports whether values certainly meet the atom.
func (a *atom) met(values map[string]int64) bool {
	holds, known := fact.Judged(a.cond, values)
	return known && holds
}

// repairOne changes the values so that the first condition that they violate holds, if it
// compares one value with others.
func repairOne(k *kernel.Kernel, conds []kernel.Expr, at map[string]int64) bool {
	for _, e := range conds {
		if holds, known := fact.Judged(e, at); !known || holds {
			continue
		}
		b, is := e.(*kernel.Binary)
		if !is {
			continue
		}
		if b.Op == kernel.LOr && (repairTo(b.X, at, true) || repairTo(b.Y, at, true) || repairTo(b.X, at, false) || repairTo(b.Y, at, false)) {
			return true
		}
		if repairTo(b, at, false) {
			return true
		}
	}
	return false
}

// repairTo changes the values so that a comparison holds; only to ordinary ones, if asked for.
func repairTo(e kernel.Expr, at map[string]int64, ordinary bool) bool {
	b, is := e.(*kernel.Binary)
	if !is {
		return false
	}
	for _, side := range [2]struct {
		x, y kernel.Expr
		op   kernel.BinaryOp
	}{{b.X, b.Y, b.Op}, {b.Y, b.X, mirrored[b.Op]}} {
		with := maps.Clone(at)
		if set(side.x, side.op, side.y, with) && !(ordinary && odd(with)) {
			maps.Copy(at, with)
			return true
		}
	}
	return false
}

var mirrored = map[kernel.BinaryOp]kernel.BinaryOp{
	kernel.Eq: kernel.Eq, kernel.Ne: kernel.Ne, kernel.Lt: kernel.Gt, kernel.Gt: kernel.Lt, kernel.Le: kernel.Ge, kernel.Ge: kernel.Le,
}

// set gives x the value that x op y asks for, where x is a parameter or a size.
func set(x kernel.Expr, op kernel.BinaryOp, y kernel.Expr, at map[string]int64) bool {
	name := ""
	var t kernel.Type
	switch e := kernel.StripIntegerCasts(x).(type) {
	case *kernel.VarRef:
		name, t = e.Var.Name, e.Var.T
	case *kernel.Builtin:
		name, t = kernel.ExprString(e), kernel.U32
	case *kernel.Binary:
		// x % m == 0: x becomes the next multiple.
		m, known := valueOf(e.Y, at)
		old, also := valueOf(e.X, at)
		if c, is := y.(*kernel.Const); !is || c.Val != 0 || op != kernel.Eq || e.Op != kernel.Rem || !known || !also || m <= 0 {
			return false
		}
		return set(e.X, kernel.Eq, kernel.NewConst(kernel.I64, (old+m-1)/m*m), at)
	default:
		// Others are no values to set.
		return false
	}
	if _, given := at[name]; !given {
		return false
	}
	v, known := valueOf(y, at)
	if !known {
		return false
	}
	switch op {
	case kernel.Eq, kernel.Ge, kernel.Le:
	case kernel.Gt, kernel.Ne:
		v++
	case kernel.Lt:
		v--
	default:
		return false
	}
	if !fact.Fits(t, v) || at[name] == v {
		return false
	}
	at[name] = v
	return true
}

// valueOf is the value of an integer expression, where the values decide it.
func valueOf(e kernel.Expr, at map[string]int64) (int64, bool) {
	x := kernel.Fold(kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		switch e := e.(type) {
		case *kernel.VarRef:
			if v, given := at[e.Var.Name]; given && e.Var.Param {
				return kernel.NewConst(e.Var.T, v)
			}
		case *kernel.Builtin:
			if v, given := at[kernel.ExprString(e)]; given {
				return kernel.NewConst(kernel.U32, v)
			}
		default:
			// Others are as their operands are.
		}
		return e
	}))
	c, is := x.(*kernel.Const)
	if !is {
		return 0, false
	}
	return c.Val, true
}
