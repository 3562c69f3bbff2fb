package ptx

import (
	"slices"
	"strconv"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

// intType returns the type of an instruction whose only modifier is an integer
// type (or pred).
func intType(it *Item, args int) (kernel.Type, bool) {
	if len(it.Mods) != 1 || len(it.Args) != args {
		return kernel.Type{}, false
	}
	t, ok := typeNamed(it.Mods[0])
	return t, ok && t.Kind != kernel.Float
}

// plain is op.type d, a, b. PTX has the operands in the type of the instruction, so that
// nothing is promoted as C would; floats are not folded, as rounding and denormals
// depend on more modifiers.
func plain(op kernel.BinaryOp) func(*Code, *Item) kernel.Expr {
	return func(c *Code, it *Item) kernel.Expr {
		t, ok := intType(it, 3)
		if !ok {
			return c.plainFloat(it, op)
		}
		x, y := c.read(&it.Args[1], t), c.read(&it.Args[2], t)
		if t.Kind == kernel.Bool {
			return cexpr.BinaryBool(op, x, y)
		}
		return cexpr.Fold(op, x, y)
	}
}

// one is op.type d, a. not.pred is the only one on predicates.
func one(op kernel.UnaryOp) func(*Code, *Item) kernel.Expr {
	return func(c *Code, it *Item) kernel.Expr {
		t, ok := intType(it, 2)
		if !ok {
			return nil
		}
		x := c.read(&it.Args[1], t)
		if t.Kind == kernel.Bool {
			return cexpr.Unary(kernel.Not, x)
		}
		return kernel.FoldNode(&kernel.Unary{Op: op, X: x})
	}
}

// exact is an instruction that means the same as a function of kernel.Exact.
func exact(fn string, args int) func(*Code, *Item) kernel.Expr {
	return func(c *Code, it *Item) kernel.Expr {
		t, ok := intType(it, args+1)
		if !ok || !t.IsInt() {
			return nil
		}
		var values []kernel.Expr
		for i := range args {
			values = append(values, c.read(&it.Args[1+i], t))
		}
		return cexpr.Exact(fn, t, values...)
	}
}

// countBits is popc and clz, whose result has 32 bits whatever the operand has.
func countBits(fn string) func(*Code, *Item) kernel.Expr {
	return func(c *Code, it *Item) kernel.Expr {
		t, ok := intType(it, 2)
		if !ok || !t.IsInt() {
			return nil
		}
		return cexpr.Exact(fn, kernel.I32, c.read(&it.Args[1], t))
	}
}

// product is mul and mad, .lo, .hi and .wide on integers.
func product(c *Code, it *Item) kernel.Expr {
	args := 3
	if it.Op == "mad" {
		args = 4
	}
	if len(it.Mods) != 2 || len(it.Args) != args {
		return c.plainFloat(it, kernel.Mul)
	}
	t, ok := typeNamed(it.Mods[1])
	if !ok || !t.IsInt() {
		return c.plainFloat(it, kernel.Mul)
	}
	x, y := c.read(&it.Args[1], t), c.read(&it.Args[2], t)
	var e kernel.Expr
	switch it.Mods[0] {
	case "lo":
		e = cexpr.Fold(kernel.Mul, x, y)
	case "hi":
		e = cexpr.Exact("mulhi", t, x, y)
	case "wide":
		if t.Bits == 64 {
			return nil
		}
		t.Bits *= 2
		e = cexpr.Fold(kernel.Mul, cexpr.Convert(x, t), cexpr.Convert(y, t))
	default:
		return nil
	}
	if args == 4 {
		e = cexpr.Fold(kernel.Add, e, c.read(&it.Args[3], t))
	}
	return e
}

// shift differs from C's: a count beyond the width shifts everything out.
func shift(op kernel.BinaryOp) func(*Code, *Item) kernel.Expr {
	return func(c *Code, it *Item) kernel.Expr {
		t, ok := intType(it, 3)
		if !ok || !t.IsInt() {
			return nil
		}
		x, n := c.read(&it.Args[1], t), c.read(&it.Args[2], kernel.U32)
		out := kernel.Expr(kernel.NewConst(t, 0))
		if op == kernel.Shr && t.Signed {
			out = cexpr.Fold(kernel.Shr, x, cexpr.U32(int64(t.Bits-1)))
		}
		inside := cexpr.Fold(kernel.Lt, n, cexpr.U32(int64(t.Bits)))
		return kernel.FoldNode(&kernel.Cond{C: inside, X: cexpr.Fold(op, x, n), Y: out})
	}
}

// move is mov.type d, a, where a may be a vector whose elements are the bits of d, lowest first. The
// other way round is unpacked.
func move(c *Code, it *Item) kernel.Expr {
	if len(it.Mods) != 1 || len(it.Args) != 2 || it.Args[0].Form == Vector {
		return nil
	}
	t, ok := typeNamed(it.Mods[0])
	if !ok {
		return nil
	}
	if v := &it.Args[1]; v.Form == Vector {
		n := len(v.Parts)
		if !t.IsInt() || n == 0 || t.Bits%n != 0 {
			return nil
		}
		part, ok := typeNamed("b" + strconv.Itoa(t.Bits/n))
		if !ok {
			return nil
		}
		out := kernel.Expr(kernel.NewConst(t, 0))
		for i := range v.Parts {
			x := cexpr.Convert(c.read(&v.Parts[i], part), t)
			if i > 0 {
				x = cexpr.Fold(kernel.Shl, x, cexpr.U32(int64(i*part.Bits)))
			}
			out = joined(kernel.Or, out, x, 0)
		}
		return out
	}
	return c.read(&it.Args[1], t)
}

// moved is mov, to a register or, mov.b64 {d, e}, a, to several.
func (c *Code) moved(it *Item) {
	if len(it.Mods) != 1 || len(it.Args) != 2 {
		c.wrong(it)
		return
	}
	d := &it.Args[0]
	if d.Form != Vector {
		if e := move(c, it); e != nil {
			c.write(d, e)
		} else if !c.failed {
			c.writeArbitrary(d)
		}
		return
	}
	t, ok := typeNamed(it.Mods[0])
	n := len(d.Parts)
	if !ok || !t.IsInt() || n == 0 || t.Bits%n != 0 || it.Args[1].Form == Vector {
		c.writeArbitrary(d)
		return
	}
	part, ok := typeNamed("b" + strconv.Itoa(t.Bits/n))
	if !ok {
		c.writeArbitrary(d)
		return
	}
	x := c.settled(c.read(&it.Args[1], t))
	for i := range d.Parts {
		y := x
		if i > 0 {
			y = cexpr.Fold(kernel.Shr, x, cexpr.U32(int64(i*part.Bits)))
		}
		c.write(&d.Parts[i], cexpr.Convert(y, part))
	}
}

// conversion is cvt{.sat}.to.from between integers. Of a Program, also cvt of integers to
// floating-point numbers and back as C converts them.
func conversion(c *Code, it *Item) kernel.Expr {
	n := len(it.Mods)
	if n < 2 || len(it.Args) != 2 {
		return nil
	}
	to, ok := typeNamed(it.Mods[n-2])
	from, ok2 := typeNamed(it.Mods[n-1])
	if !ok || !ok2 {
		return nil
	}
	if !to.IsInt() || !from.IsInt() {
		return c.floatConversion(it, to, from)
	}
	x := c.read(&it.Args[1], from)
	switch {
	case n == 2:
	case n == 3 && it.Mods[0] == "sat":
		x = saturated(x, to)
	default:
		return nil
	}
	return c.widen(&it.Args[0], cexpr.Convert(x, to))
}

// floatConversion is a conversion that rounds as C does: to the nearest number, or to an
// integer towards zero.
func (c *Code) floatConversion(it *Item, to, from kernel.Type) kernel.Expr {
	mods := slices.DeleteFunc(slices.Clone(it.Mods[:len(it.Mods)-2]), func(m string) bool { return m == "ftz" })
	nearest := len(mods) == 0 || len(mods) == 1 && mods[0] == "rn"
	towardsZero := len(mods) == 1 && mods[0] == "rzi"
	if c.program == nil || to.Bits < 32 || from.Bits < 32 || c.flushed(it) {
		return nil
	}
	switch {
	case to.Kind == kernel.Float && nearest, to.IsInt() && from.Kind == kernel.Float && towardsZero:
		return cexpr.Convert(c.read(&it.Args[1], from), to)
	}
	return nil
}

// saturated is the number nearest to x of those that type to has.
func saturated(x kernel.Expr, to kernel.Type) kernel.Expr {
	from := x.Type()
	clamp := func(op kernel.BinaryOp, bound int64) {
		limit := kernel.NewConst(from, bound)
		x = kernel.FoldNode(&kernel.Cond{C: cexpr.Fold(op, x, limit), X: limit, Y: x})
	}
	top := int64(uint64(1)<<(to.Bits-1) - 1) // of a signed type
	if !to.Signed {
		top = int64(uint64(1)<<to.Bits - 1)
		if to.Bits == 64 {
			top = -1
		}
	}
	bits := to.Bits
	if to.Signed {
		bits--
	}
	room := from.Bits
	if from.Signed {
		room--
	}
	if room > bits { // from has larger numbers
		clamp(kernel.Gt, top)
	}
	if from.Signed {
		switch {
		case !to.Signed:
			clamp(kernel.Lt, 0)
		case to.Bits < from.Bits:
			clamp(kernel.Lt, -top-1)
		}
	}
	return x
}

// comparisons are the operators of setp on integers. lo, ls, hi and hs compare unsigned
// operands, as their type says anyway.
var comparisons = map[string]kernel.BinaryOp{"eq": kernel.Eq, "ne": kernel.Ne, "lt": kernel.Lt, "le": kernel.Le,
	"gt": kernel.Gt, "ge": kernel.Ge, "lo": kernel.Lt, "ls": kernel.Le, "hi": kernel.Gt, "hs": kernel.Ge}

// floatComparisons are the comparisons of floating-point numbers that C has: a comparison
// with a number that is none does not hold, except that it is unequal.
var floatComparisons = map[string]kernel.BinaryOp{"eq": kernel.Eq, "neu": kernel.Ne, "lt": kernel.Lt, "le": kernel.Le, "gt": kernel.Gt, "ge": kernel.Ge}

// compared is a comparison cmp.type of two operands; nil where gv2 leaves it open.
func (c *Code) compared(cmp, name string, x, y *Operand) kernel.Expr {
	t, ok := typeNamed(name)
	if !ok {
		return nil
	}
	if t.Kind == kernel.Float {
		if c.program == nil || t.Bits < 32 {
			return nil
		}
		return comparedFloats(cmp, c.read(x, t), c.read(y, t))
	}
	op, known := comparisons[cmp]
	if !known || t.Kind == kernel.Bool {
		return nil
	}
	return cexpr.Fold(op, c.read(x, t), c.read(y, t))
}

// comparedFloats is a comparison of floating-point numbers; nil for one that does not exist. Those that hold of numbers that are none,
// which compilers write for the negation of a comparison in C, are the negations of those that do not.
func comparedFloats(cmp string, x, y kernel.Expr) kernel.Expr {
	if op, ok := floatComparisons[cmp]; ok {
		return cexpr.Fold(op, x, y)
	}
	not := func(e kernel.Expr) kernel.Expr { return cexpr.Unary(kernel.Not, e) }
	apart := func() kernel.Expr {
		return kernel.FoldNode(&kernel.Binary{Op: kernel.LOr, X: cexpr.Fold(kernel.Lt, x, y), Y: cexpr.Fold(kernel.Gt, x, y)})
	}
	switch cmp {
	case "leu":
		return not(cexpr.Fold(kernel.Gt, x, y))
	case "ltu":
		return not(cexpr.Fold(kernel.Ge, x, y))
	case "geu":
		return not(cexpr.Fold(kernel.Lt, x, y))
	case "gtu":
		return not(cexpr.Fold(kernel.Le, x, y))
	case "ne":
		return apart()
	case "equ":
		return not(apart())
	}
	return nil
}

// predicate is setp.cmp{.ftz}.type p{|q}, a, b and setp.cmp.op{.ftz}.type p{|q}, a, b, {!}c.
func predicate(c *Code, it *Item) {
	mods := slices.DeleteFunc(slices.Clone(it.Mods), func(m string) bool { return m == "ftz" })
	n := len(it.Args)
	if n < 3 || n > 4 || len(mods) != n-1 || c.flushed(it) {
		c.writeArbitrary(it.result())
		return
	}
	e := c.compared(mods[0], mods[len(mods)-1], &it.Args[1], &it.Args[2])
	if e == nil {
		c.writeArbitrary(it.result())
		return
	}
	other := cexpr.Unary(kernel.Not, e)
	if n == 4 {
		by := c.read(&it.Args[3], kernel.BoolType)
		var ok bool
		if e, ok = joinedBy(mods[1], e, by); !ok {
			c.wrong(it)
			return
		}
		other, _ = joinedBy(mods[1], other, by)
	}
	if d := &it.Args[0]; d.Form == Pair {
		c.write(&d.Parts[0], e)
		c.write(&d.Parts[1], other)
		return
	}
	c.write(&it.Args[0], e)
}

// result is the first operand, or one that drops it.
func (it *Item) result() *Operand {
	if len(it.Args) == 0 {
		return &Operand{Form: Name, Text: "_"}
	}
	return &it.Args[0]
}

// joinedBy is x op y on truth values.
func joinedBy(op string, x, y kernel.Expr) (kernel.Expr, bool) {
	ops := map[string]kernel.BinaryOp{"and": kernel.LAnd, "or": kernel.LOr, "xor": kernel.Ne}
	o, ok := ops[op]
	return kernel.FoldNode(&kernel.Binary{Op: o, X: x, Y: y}), ok
}

// setMask is set.cmp.u32.type d, a, b: all bits where it holds.
func setMask(c *Code, it *Item) kernel.Expr {
	if len(it.Mods) != 3 || len(it.Args) != 3 || it.Mods[1] != "u32" && it.Mods[1] != "s32" {
		return nil
	}
	e := c.compared(it.Mods[0], it.Mods[2], &it.Args[1], &it.Args[2])
	if e == nil {
		return nil
	}
	return kernel.FoldNode(&kernel.Cond{C: e, X: kernel.NewConst(kernel.U32, -1), Y: kernel.NewConst(kernel.U32, 0)})
}

// bySign is slct.type.s32 d, a, b, c: a where c is not negative, else b.
func bySign(c *Code, it *Item) kernel.Expr {
	if len(it.Mods) != 2 || len(it.Args) != 4 || it.Mods[1] != "s32" {
		return nil
	}
	t, ok := typeNamed(it.Mods[0])
	if !ok {
		return nil
	}
	not := cexpr.Fold(kernel.Lt, c.read(&it.Args[3], kernel.I32), kernel.NewConst(kernel.I32, 0))
	return kernel.FoldNode(&kernel.Cond{C: not, X: c.read(&it.Args[2], t), Y: c.read(&it.Args[1], t)})
}

// distance is sad.type d, a, b, c: |a - b| + c.
func distance(c *Code, it *Item) kernel.Expr {
	t, ok := intType(it, 4)
	if !ok || !t.IsInt() {
		return nil
	}
	x, y, z := c.read(&it.Args[1], t), c.read(&it.Args[2], t), c.read(&it.Args[3], t)
	u := t
	u.Signed = false
	less := cexpr.Fold(kernel.Lt, x, y)
	a, b := cexpr.Convert(x, u), cexpr.Convert(y, u)
	d := kernel.FoldNode(&kernel.Cond{C: less, X: cexpr.Fold(kernel.Sub, b, a), Y: cexpr.Fold(kernel.Sub, a, b)})
	return cexpr.Fold(kernel.Add, d, cexpr.Convert(z, u))
}

// dotProduct is dp4a.atype.btype d, a, b, c, and dp2a.{lo,hi}.atype.btype with two halves of a and two
// bytes of b: the sum of the products of their parts, and c.
func dotProduct(c *Code, it *Item) kernel.Expr {
	mods, half := it.Mods, int64(0)
	parts, size := int64(4), int64(8)
	if it.Op == "dp2a" {
		if len(mods) != 3 || mods[0] != "lo" && mods[0] != "hi" {
			return nil
		}
		if mods[0] == "hi" {
			half = 16
		}
		mods, parts, size = mods[1:], 2, 16
	}
	if len(mods) != 2 || len(it.Args) != 4 {
		return nil
	}
	ta, ok := typeNamed(mods[0])
	tb, ok2 := typeNamed(mods[1])
	if !ok || !ok2 || !ta.IsInt() || !tb.IsInt() || ta.Bits != 32 || tb.Bits != 32 {
		return nil
	}
	t := kernel.Type{Kind: kernel.Int, Bits: 32, Signed: ta.Signed || tb.Signed}
	if it.Op == "dp4a" && ta == tb {
		return cexpr.Exact("dp4a", t, c.read(&it.Args[1], t), c.read(&it.Args[2], t), c.read(&it.Args[3], t))
	}
	a, b, sum := c.read(&it.Args[1], ta), c.read(&it.Args[2], tb), c.read(&it.Args[3], t)
	part := func(x kernel.Expr, at, bits int64) kernel.Expr {
		if up := 32 - at - bits; up > 0 {
			x = cexpr.Fold(kernel.Shl, x, cexpr.U32(up))
		}
		return cexpr.Convert(cexpr.Fold(kernel.Shr, x, cexpr.U32(32-bits)), t)
	}
	for i := range parts {
		sum = cexpr.Fold(kernel.Add, sum, cexpr.Fold(kernel.Mul, part(a, size*i, size), part(b, half+8*i, 8)))
	}
	return sum
}

// plainFloat is op.type d, a, b on floating-point numbers, rounded to the nearest as C
// does; nil for other forms, and where there is no Program.
func (c *Code) plainFloat(it *Item, op kernel.BinaryOp) kernel.Expr {
	mods := slices.DeleteFunc(slices.Clone(it.Mods), func(m string) bool { return m == "rn" || m == "ftz" })
	if c.program == nil || len(mods) != 1 || len(it.Args) != 3 || op > kernel.Div || c.flushed(it) {
		return nil
	}
	t, ok := typeNamed(mods[0])
	if !ok || t.Kind != kernel.Float || t.Bits < 32 {
		return nil
	}
	return &kernel.Binary{Op: op, X: c.read(&it.Args[1], t), Y: c.read(&it.Args[2], t)}
}

// selection is selp.type d, a, b, p.
func selection(c *Code, it *Item) kernel.Expr {
	if len(it.Mods) != 1 || len(it.Args) != 4 {
		return nil
	}
	t, ok := typeNamed(it.Mods[0])
	if !ok {
		return nil
	}
	x, y := c.read(&it.Args[1], t), c.read(&it.Args[2], t)
	return kernel.FoldNode(&kernel.Cond{C: c.read(&it.Args[3], kernel.BoolType), X: x, Y: y})
}

// Comparison is the operator of setp on integers.
func Comparison(name string) (kernel.BinaryOp, bool) {
	op, ok := comparisons[name]
	return op, ok
}
