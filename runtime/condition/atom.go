package condition

import (
	"fmt"
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// term is a parameter or a size, as an i64 that has its value exactly.
type term struct {
	value kernel.Expr
	text  string
}

// number is a constant term.
func number(n int64) term { return term{kernel.NewConst(kernel.I64, n), fmt.Sprint(n)} }

// wide is an expression as an i64. Of 64 bits without a sign it has the value where that is below
// 2^63, which verdicts that speak of it assume.
func wide(e kernel.Expr, text string) (term, bool) {
	t := e.Type()
	switch {
	case t.Kind != kernel.Int:
		return term{}, false
	case t != kernel.I64:
		e = &kernel.Convert{T: kernel.I64, X: e}
	}
	return term{e, text}, true
}

// times is a term times a size; that of two 32-bit numbers fits.
func (t term) times(size term) term {
	if c, is := size.value.(*kernel.Const); is && c.Val == 1 {
		return t
	}
	return term{&kernel.Binary{Op: kernel.Mul, X: size.value, Y: t.value}, size.text + " * " + t.text}
}

func compared(op kernel.BinaryOp, x, y term) atom {
	return atom{cond: &kernel.Binary{Op: op, X: x.value, Y: y.value}, text: x.text + " " + op.String() + " " + y.text, single: -1}
}

func plain(a atom) atom {
	a.plain = true
	return a
}

// atomsOf are the ordinary conditions on a kernel's parameters and its grid. Sizes are positive;
// strides are not below the sizes that the kernel is written for, nor below the lengths of
// the rows they part, nor below the threads of the grid that they part.
//
// What the kernel itself asserts of its parameters is ordinary, too.
//
// Not ordinary is what programs break every day: that a length is not below the block, or fills the
// grid (its last part is what kernels are wrong about), upper limits, multiples, and
// values of flags and indices. Of the faults of barriers only odd sizes excuse.
func atomsOf(k *kernel.Kernel, s *space, ofBarriers bool) []atom {
	var out []atom
	use := usesOf(k)
	terms := map[*kernel.Var]term{}
	for _, p := range s.params {
		x, ok := wide(&kernel.VarRef{Var: p}, p.Written())
		if !ok {
			continue
		}
		terms[p] = x
		out = append(out, plain(compared(kernel.Ge, x, number(0))))
		if use.stride[p] || use.limit[p] {
			out = append(out, plain(compared(kernel.Gt, x, number(0))))
		}
	}
	out = append(out, singleRows(k)...)
	out = append(out, statedBy(k)...)
	out = append(out, powersOfTwo(k, terms)...)
	if ofBarriers {
		return out
	}
	for _, p := range s.params {
		if x, ok := terms[p]; ok && fact.Fits(p.T, largestOrdinary+1) {
			out = append(out, plain(compared(kernel.Le, x, number(largestOrdinary))))
			if use.stride[p] {
				out = append(out, plain(compared(kernel.Le, x, number(largestRow))))
			}
		}
	}
	for _, p := range s.params {
		x, ok := terms[p]
		if !ok || !use.stride[p] {
			continue
		}
		for _, n := range lowerLimits(k) {
			out = append(out, compared(kernel.Ge, x, number(n)))
		}
		if k.Launch.BlockDim[0] == 0 {
			row, _ := wide(&kernel.Builtin{Kind: kernel.BlockDim}, "blockDim.x")
			out = append(out, compared(kernel.Ge, x, row))
		}
		for _, q := range s.params {
			if y, ok := terms[q]; ok && q != p && !use.otherwise[p] {
				out = append(out, compared(kernel.Ge, x, y), compared(kernel.Gt, x, y))
			}
		}
		for _, d := range s.grid {
			if madeOf(k, d, p) {
				continue // the grid is rounded up
			}
			threads := threadsOf(k.Launch, d)
			out = append(out, compared(kernel.Ge, x, threads))
			if blocks := blocksOf(k.Launch, d); blocks.text != threads.text {
				row := compared(kernel.Ge, x, blocks) // a block for each element of a row
				row.plain = !madeOfSome(k, d)
				out = append(out, row)
			}
			if !madeOfSome(k, d) {
				// Where launches make the grid out of other lengths, the equation would be one between lengths.
				out = append(out, compared(kernel.Eq, x, threads))
			}
		}
	}
	return append(out, singleBlocks(k, s)...)
}

// singleBlocks are the conditions that the grid has one block in a dimension that the kernel does not look at.
func singleBlocks(k *kernel.Kernel, s *space) []atom {
	var out []atom
	for _, d := range s.grid {
		if !fact.LooksAtGrid(k, d) && !fact.TalksInGrid(k) {
			one := compared(kernel.Eq, blocksOf(k.Launch, d), number(k.Launch.PerGrid(d)))
			one.single = d
			out = append(out, one)
		}
	}
	return out
}

// powersOfTwo are the conditions that parameters p of which p - 1 is a mask, as in x & (p - 1), are powers of two.
func powersOfTwo(k *kernel.Kernel, terms map[*kernel.Var]term) []atom {
	var out []atom
	copies := copiesOf(k)
	seen := map[*kernel.Var]bool{}
	mask := func(e kernel.Expr) {
		b, is := kernel.StripIntegerCasts(e).(*kernel.Binary)
		if !is || b.Op != kernel.Sub && b.Op != kernel.Add {
			return
		}
		c, constant := b.Y.(*kernel.Const)
		r, is := kernel.StripIntegerCasts(b.X).(*kernel.VarRef)
		if !constant || !is || fact.LeastMagnitude(c) != map[kernel.BinaryOp]int64{kernel.Sub: 1, kernel.Add: -1}[b.Op] {
			return
		}
		p := r.Var
		if of := copies[p]; of != nil {
			p = of
		}
		x, known := terms[p]
		if !known || seen[p] {
			return
		}
		seen[p] = true
		less := &kernel.Binary{Op: kernel.Sub, X: x.value, Y: number(1).value}
		positive := &kernel.Binary{Op: kernel.Gt, X: x.value, Y: number(0).value}
		bit := &kernel.Binary{Op: kernel.Eq, X: &kernel.Binary{Op: kernel.And, X: x.value, Y: less}, Y: number(0).value}
		out = append(out, atom{cond: &kernel.Binary{Op: kernel.LAnd, X: positive, Y: bit}, text: p.Written() + " > 0 && (" + p.Written() + " & (" + p.Written() + " - 1)) == 0", single: -1, power: p})
	}
	kernel.Walk(k.Body, func(st kernel.Stmt) bool {
		kernel.Exprs(st, func(e kernel.Expr) {
			kernel.WalkExpr(e, func(e kernel.Expr) bool {
				if b, is := e.(*kernel.Binary); is && b.Op == kernel.And {
					mask(b.X)
					mask(b.Y)
				}
				return true
			})
		})
		return true
	})
	return out
}

// largestOrdinary is a size above which faults are those of numbers that leave their type: a row
// of so many elements has to overlap another one modulo 2^32, or what 24 bits hold.
const largestOrdinary = 1 << 24

// largestRow is that for the rows of a matrix, of which there are several.
const largestRow = 1 << 16

// singleRows are the conditions that a block whose size is open has one row of threads, or one plane.
func singleRows(k *kernel.Kernel) []atom {
	var out []atom
	for d := 1; d < 3; d++ {
		if k.Launch.BlockDim[d] == 0 {
			t, _ := wide(&kernel.Builtin{Kind: kernel.BlockDim, Dim: d}, blockNames[d])
			out = append(out, compared(kernel.Eq, t, number(1)))
		}
	}
	return out
}

// blocksOf is gridDim as the program has it, in a dimension.
func blocksOf(l kernel.Launch, d int) term {
	t, _ := wide(&kernel.Builtin{Kind: kernel.GridDim, Dim: d}, "gridDim."+string("xyz"[d]))
	if n := l.PerGrid(d); n > 1 {
		t.value = &kernel.Binary{Op: kernel.Mul, X: number(n).value, Y: t.value}
	}
	return t
}

// threadsOf is the number of threads of the program's grid in a dimension.
func threadsOf(l kernel.Launch, d int) term {
	row := number(rowOf(l.Program(), d))
	if l.BlockDim[d] == 0 {
		row, _ = wide(&kernel.Builtin{Kind: kernel.BlockDim, Dim: d}, "blockDim."+string("xyz"[d]))
	}
	return blocksOf(l, d).times(row)
}

// uses are the ways in which a kernel uses its parameters.
type uses struct {
	// stride: it multiplies or divides what is not constant. limit: it bounds something in a
	// comparison. otherwise: it occurs elsewhere than as a stride.
	stride, limit, otherwise map[*kernel.Var]bool
}

// usesOf looks through the kernel's expressions, and through variables that are copies of a
// parameter.
func usesOf(k *kernel.Kernel) uses {
	u := uses{map[*kernel.Var]bool{}, map[*kernel.Var]bool{}, map[*kernel.Var]bool{}}
	copies := copiesOf(k)
	named := func(e kernel.Expr) *kernel.Var {
		for {
			c, is := e.(*kernel.Convert)
			if !is {
				break
			}
			e = c.X
		}
		if r, is := e.(*kernel.VarRef); is {
			if p := copies[r.Var]; p != nil {
				return p
			}
			if r.Var.Param {
				return r.Var
			}
		}
		return nil
	}
	var visit func(e kernel.Expr)
	visit = func(e kernel.Expr) {
		kernel.WalkExpr(e, func(e kernel.Expr) bool {
			if p := named(e); p != nil {
				u.otherwise[p] = true
				return false
			}
			b, is := e.(*kernel.Binary)
			if is {
				u.operands(b, named, visit)
			}
			return !is
		})
	}
	kernel.Walk(k.Body, func(st kernel.Stmt) bool {
		if a, is := st.(*kernel.Assign); is && copies[a.Dst] != nil {
			return true
		}
		kernel.Exprs(st, visit)
		return true
	})
	for p := range unrolledStrides(k, named) {
		u.stride[p] = true
	}
	return u
}

// unrolledStrides are the parameters that part rows which a compiler or a person has written one after the other, a[t],
// a[t + stride], a[t + 2 * stride]: accesses of one array lie whole multiples of it apart, among them its double.
func unrolledStrides(k *kernel.Kernel, named func(kernel.Expr) *kernel.Var) map[*kernel.Var]bool {
	type rows struct {
		array *kernel.Array
		by    *kernel.Var
	}
	multiples := map[rows]map[int64]bool{}
	kernel.Walk(k.Body, func(st kernel.Stmt) bool {
		acc := kernel.Touched(st)
		if acc == nil {
			return true
		}
		of := map[*kernel.Var]int64{}
		for _, t := range fact.LinearOf(acc.Index).Terms {
			if p := named(t.Atom); p != nil {
				of[p] += t.Coef
			}
		}
		for p, n := range of {
			key := rows{acc.Array, p}
			if multiples[key] == nil {
				multiples[key] = map[int64]bool{}
			}
			multiples[key][n] = true
		}
		return true
	})
	out := map[*kernel.Var]bool{}
	for key, of := range multiples {
		if of[1] && of[2] {
			out[key.by] = true
		}
	}
	return out
}

// operands notes how an operation uses the parameters that are its operands, and visits other
// operands.
func (u uses) operands(b *kernel.Binary, named func(kernel.Expr) *kernel.Var, visit func(kernel.Expr)) {
	for _, side := range [2][2]kernel.Expr{{b.X, b.Y}, {b.Y, b.X}} {
		p := named(side[0])
		_, constant := side[1].(*kernel.Const)
		switch {
		case p == nil:
			visit(side[0])
		case constant:
			u.otherwise[p] = true
			u.limit[p] = u.limit[p] || b.Op.IsComparison() && b.Op != kernel.Eq && b.Op != kernel.Ne
		case b.Op == kernel.Mul, (b.Op == kernel.Div || b.Op == kernel.Rem) && side[0] == b.Y:
			u.stride[p] = true
		default:
			u.otherwise[p] = true
			u.limit[p] = u.limit[p] || b.Op.IsComparison() && b.Op != kernel.Eq && b.Op != kernel.Ne
		}
	}
}

// copiesOf are the variables that are assigned once, with the value of a parameter or of such a copy: what
// is passed on from function to function.
func copiesOf(k *kernel.Kernel) map[*kernel.Var]*kernel.Var {
	values := kernel.Definitions(k.Body)
	of := map[*kernel.Var]*kernel.Var{}
	for v := range values {
		for x, depth := kernel.Expr(kernel.Ref(v)), 0; depth < mostCopied; depth++ {
			if c, is := x.(*kernel.Convert); is {
				x = c.X
			}
			r, is := x.(*kernel.VarRef)
			if !is {
				break
			}
			if r.Var.Param {
				of[v] = r.Var
				break
			}
			if x = values[r.Var]; x == nil {
				break
			}
		}
	}
	return of
}

// mostCopied is through how many copies a value is followed.
const mostCopied = 32

// The constants of a kernel that are taken for sizes.
const (
	leastSize = 2
	mostSize  = 1 << 16
	mostSizes = 6
)

// lowerLimits are the sizes of the block and the constants of the kernel, ascending: tiles,
// strides and lengths among them.
func lowerLimits(k *kernel.Kernel) []int64 {
	sizes := usualSizes(k.Launch)
	for _, n := range constantsOf(k) {
		if n >= leastSize && n <= mostSize && len(sizes) < mostSizes && !slices.Contains(sizes, n) {
			sizes = append(sizes, n)
		}
	}
	slices.Sort(sizes)
	return sizes
}

// constantsOf are the integers in a kernel's expressions, in their order.
func constantsOf(k *kernel.Kernel) []int64 {
	var out []int64
	kernel.Walk(k.Body, func(st kernel.Stmt) bool {
		kernel.Exprs(st, func(e kernel.Expr) {
			kernel.WalkExpr(e, func(e kernel.Expr) bool {
				if c, is := e.(*kernel.Const); is && c.T.Kind == kernel.Int && !slices.Contains(out, c.Val) {
					out = append(out, c.Val)
				}
				return true
			})
		})
		return true
	})
	return out
}
