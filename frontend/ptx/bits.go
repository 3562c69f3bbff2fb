package ptx

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

// Instructions on bit patterns (PTX ISA, "Integer Arithmetic Instructions" and "Logic and
// Shift Instructions"). Most take a field or a table that is a constant in practice, for which the
// result is short.

// typed returns the type that is the last modifier of an instruction with that many
// operands, if the others are as given.
func typed(it *Item, args int, mods ...string) (kernel.Type, bool) {
	n := len(mods)
	if len(it.Mods) != n+1 || len(it.Args) != args {
		return kernel.Type{}, false
	}
	for i, m := range mods {
		if it.Mods[i] != m {
			return kernel.Type{}, false
		}
	}
	t, ok := typeNamed(it.Mods[n])
	return t, ok && t.IsInt()
}

// constant is an operand that is a number.
func (c *Code) constant(o *Operand) (int64, bool) {
	n, ok := c.read(o, kernel.U32).(*kernel.Const)
	if !ok {
		return 0, false
	}
	return n.Val, true
}

// lookup3 is lop3.b32 d, a, b, c, table: bit i of the result is the table's at the number that the
// bits i of a, b and c form. It is written as an exclusive or of conjunctions (the algebraic
// normal form), which is short for the tables that compilers write.
func lookup3(c *Code, it *Item) kernel.Expr {
	t, ok := typed(it, 5)
	if !ok {
		return nil
	}
	table, ok := c.constant(&it.Args[4])
	if !ok {
		return nil
	}
	// The Möbius transform: after it, bit s says whether the conjunction of the operands in s
	// is a term. Operand c is bit 0 of s, a is bit 2.
	terms := table & 0xff
	for _, step := range []struct {
		by   int
		mask int64
	}{{1, 0xaa}, {2, 0xcc}, {4, 0xf0}} {
		terms ^= terms << step.by & step.mask
	}
	operands := []kernel.Expr{c.read(&it.Args[3], t), c.read(&it.Args[2], t), c.read(&it.Args[1], t)}
	out := kernel.Expr(kernel.NewConst(t, 0))
	for s := range 8 {
		if terms>>s&1 == 0 {
			continue
		}
		term := kernel.Expr(kernel.NewConst(t, -1))
		for i, x := range operands {
			if s>>i&1 == 1 {
				term = joined(kernel.And, term, x, -1)
			}
		}
		out = joined(kernel.Xor, out, term, 0)
	}
	return out
}

// joined is x op y, where x may be the neutral element.
func joined(op kernel.BinaryOp, x, y kernel.Expr, neutral int64) kernel.Expr {
	if n, is := x.(*kernel.Const); is && n.T.Wrap(neutral) == n.Val {
		return y
	}
	return cexpr.Fold(op, x, y)
}

// field returns the constant position and length of a bit field, each of eight bits.
func (c *Code) field(pos, length *Operand) (p, n int64, ok bool) {
	p, ok = c.constant(pos)
	if !ok {
		return 0, 0, false
	}
	n, ok = c.constant(length)
	return p & 0xff, n & 0xff, ok
}

// extract is bfe.type d, a, pos, len. Beyond the top bit of a signed field come copies of that bit.
func extract(c *Code, it *Item) kernel.Expr {
	t, ok := typed(it, 4)
	if !ok {
		return nil
	}
	p, n, ok := c.field(&it.Args[2], &it.Args[3])
	if !ok {
		return c.extractAt(it, t)
	}
	x, width := c.read(&it.Args[1], t), int64(t.Bits)
	by := func(op kernel.BinaryOp, x kernel.Expr, n int64) kernel.Expr {
		if n == 0 {
			return x
		}
		return cexpr.Fold(op, x, cexpr.U32(n))
	}
	switch {
	case n == 0, p >= width && !t.Signed:
		return kernel.NewConst(t, 0)
	case p >= width:
		return by(kernel.Shr, x, width-1)
	case t.Signed && p+n < width:
		return lowest(t, by(kernel.Shr, x, p), cexpr.U32(n))
	case t.Signed:
		return by(kernel.Shr, x, p)
	case n >= width:
		return by(kernel.Shr, x, p)
	}
	return cexpr.Fold(kernel.And, by(kernel.Shr, x, p), kernel.NewConst(t, 1<<n-1))
}

// insert is bfi.type d, a, b, pos, len: b with the lowest bits of a in a field.
func insert(c *Code, it *Item) kernel.Expr {
	t, ok := typed(it, 5)
	if !ok {
		return nil
	}
	p, n, ok := c.field(&it.Args[3], &it.Args[4])
	if !ok {
		return c.insertAt(it, t)
	}
	x, into, width := c.read(&it.Args[1], t), c.read(&it.Args[2], t), int64(t.Bits)
	if n == 0 || p >= width {
		return into
	}
	mask := t.Wrap(-1)
	if n < width {
		mask = t.Wrap(1<<n - 1)
	}
	if p > 0 {
		mask = t.Wrap(mask << p)
		x = cexpr.Fold(kernel.Shl, x, cexpr.U32(p))
	}
	kept := cexpr.Fold(kernel.And, into, kernel.NewConst(t, ^mask))
	return cexpr.Fold(kernel.Or, kept, cexpr.Fold(kernel.And, x, kernel.NewConst(t, mask)))
}

// highestBit is bfind.type d, a: the place of the highest bit that is not the sign, -1 where there
// is none; .shiftamt is how far it is from the top.
func highestBit(c *Code, it *Item) kernel.Expr {
	t, ok := typed(it, 2)
	shift := false
	if !ok {
		t, shift = typed(it, 2, "shiftamt")
		if !shift {
			return nil
		}
	}
	x := c.read(&it.Args[1], t)
	if t.Signed {
		negative := cexpr.Fold(kernel.Lt, x, kernel.NewConst(t, 0))
		x = kernel.FoldNode(&kernel.Cond{C: negative, X: kernel.FoldNode(&kernel.Unary{Op: kernel.BitNot, X: x}), Y: x})
	}
	zeros := cexpr.Exact("clz", kernel.I32, x)
	top := kernel.NewConst(kernel.I32, int64(t.Bits-1))
	place := cexpr.Fold(kernel.Sub, top, zeros)
	if shift {
		none := cexpr.Fold(kernel.Lt, place, kernel.NewConst(kernel.I32, 0))
		return cexpr.Convert(kernel.FoldNode(&kernel.Cond{C: none, X: kernel.NewConst(kernel.I32, -1), Y: zeros}), kernel.U32)
	}
	return cexpr.Convert(place, kernel.U32)
}

// funnel is shf.l and shf.r, .clamp and .wrap, of b32.
func funnel(c *Code, it *Item) kernel.Expr {
	for _, f := range []struct{ way, mode, fn string }{
		{"l", "wrap", "funnelshift_l"}, {"l", "clamp", "funnelshift_lc"},
		{"r", "wrap", "funnelshift_r"}, {"r", "clamp", "funnelshift_rc"},
	} {
		if _, ok := typed(it, 4, f.way, f.mode); ok {
			return cexpr.Exact(f.fn, kernel.U32, c.read(&it.Args[1], kernel.U32), c.read(&it.Args[2], kernel.U32), c.read(&it.Args[3], kernel.U32))
		}
	}
	return nil
}

// permute is prmt.b32{.mode} d, a, b, c: four bytes of a and b, which c selects. Bit 3 of a selector
// fills the byte with the sign of another; modes have none.
func permute(c *Code, it *Item) kernel.Expr {
	mode := ""
	if len(it.Mods) == 2 {
		mode = it.Mods[1]
	}
	if len(it.Args) != 4 || len(it.Mods) < 1 || len(it.Mods) > 2 || it.Mods[0] != "b32" {
		return nil
	}
	a, b, s := c.read(&it.Args[1], kernel.U32), c.read(&it.Args[2], kernel.U32), c.read(&it.Args[3], kernel.U32)
	number := func(n int64) kernel.Expr { return kernel.NewConst(kernel.U32, n) }
	if n, constant := s.(*kernel.Const); mode == "" && constant && n.Val&0x8888 == 0 {
		return cexpr.Exact("byte_perm", kernel.U32, a, b, s)
	}
	both := cexpr.Fold(kernel.Or, cexpr.Fold(kernel.Shl, cexpr.Convert(b, kernel.U64), number(32)), cexpr.Convert(a, kernel.U64))
	out := kernel.Expr(number(0))
	for i := range int64(4) {
		at := selected(mode, s, i)
		if at == nil {
			return nil
		}
		place := cexpr.Fold(kernel.Mul, at, number(8))
		x := cexpr.Fold(kernel.And, cexpr.Convert(cexpr.Fold(kernel.Shr, both, place), kernel.U32), number(0xff))
		if mode == "" {
			sign := cexpr.Fold(kernel.Ne, cexpr.Fold(kernel.And, s, number(8<<(4*i))), number(0))
			negative := cexpr.Fold(kernel.Ne, cexpr.Fold(kernel.And, x, number(0x80)), number(0))
			fill := kernel.FoldNode(&kernel.Cond{C: negative, X: number(0xff), Y: number(0)})
			x = kernel.FoldNode(&kernel.Cond{C: sign, X: fill, Y: x})
		}
		out = joined(kernel.Or, out, cexpr.Fold(kernel.Shl, x, number(8*i)), 0)
	}
	return out
}

// selected is the number of the byte that byte i of prmt is, from 0 to 7; nil for a mode that gv2
// does not know.
func selected(mode string, s kernel.Expr, i int64) kernel.Expr {
	number := func(n int64) kernel.Expr { return kernel.NewConst(kernel.U32, n) }
	low := cexpr.Fold(kernel.And, s, number(3))
	switch mode {
	case "":
		return cexpr.Fold(kernel.And, cexpr.Fold(kernel.Shr, s, number(4*i)), number(7))
	case "f4e":
		return cexpr.Fold(kernel.And, cexpr.Fold(kernel.Add, low, number(i)), number(7))
	case "b4e":
		return cexpr.Fold(kernel.And, cexpr.Fold(kernel.Sub, low, number(i)), number(7))
	case "rc8":
		return low
	case "ecl":
		return cexpr.Exact("max", kernel.U32, low, number(i))
	case "ecr":
		return cexpr.Exact("min", kernel.U32, low, number(i))
	case "rc16":
		return cexpr.Fold(kernel.Add, cexpr.Fold(kernel.Mul, cexpr.Fold(kernel.And, s, number(1)), number(2)), number(i&1))
	}
	return nil
}

// product24 is mul24 and mad24, .lo and .hi: the low 32 bits of the product of the low 24 bits of the
// operands, or its bits from 16 to 47.
func product24(c *Code, it *Item) kernel.Expr {
	args := 3
	if it.Op == "mad24" {
		args = 4
	}
	t, ok := typed(it, args, "lo")
	high := false
	if !ok {
		t, high = typed(it, args, "hi")
	}
	if !ok && !high || t.Bits != 32 {
		return nil
	}
	x, y := c.read(&it.Args[1], t), c.read(&it.Args[2], t)
	e := cexpr.Exact("mul24", t, x, y)
	if high {
		wide := kernel.Type{Kind: kernel.Int, Bits: 64, Signed: t.Signed}
		low := func(x kernel.Expr) kernel.Expr {
			return cexpr.Convert(lowest(t, x, cexpr.U32(24)), wide)
		}
		e = cexpr.Convert(cexpr.Fold(kernel.Shr, cexpr.Fold(kernel.Mul, low(x), low(y)), cexpr.U32(16)), t)
	}
	if args == 4 {
		e = cexpr.Fold(kernel.Add, e, c.read(&it.Args[3], t))
	}
	return e
}

// logicalNot is cnot.type d, a: one where a is zero, else zero.
func logicalNot(c *Code, it *Item) kernel.Expr {
	t, ok := typed(it, 2)
	if !ok {
		return nil
	}
	zero := kernel.NewConst(t, 0)
	return kernel.FoldNode(&kernel.Cond{C: cexpr.Fold(kernel.Eq, c.read(&it.Args[1], t), zero), X: kernel.NewConst(t, 1), Y: zero})
}

// extend is szext.mode.type d, a, n: the low n bits of a, extended by their sign for s32.
func extend(c *Code, it *Item) kernel.Expr {
	if len(it.Mods) != 2 || len(it.Args) != 3 {
		return nil
	}
	t, ok := typeNamed(it.Mods[1])
	if !ok || !t.IsInt() || t.Bits != 32 {
		return nil
	}
	n := wrapped(it.Mods[0], c.read(&it.Args[2], kernel.U32))
	x := c.read(&it.Args[1], t)
	return choose(cexpr.Fold(kernel.Eq, n, cexpr.U32(0)), kernel.NewConst(t, 0), choose(cexpr.Fold(kernel.Ge, n, cexpr.U32(32)), x, lowest(t, x, n)))
}

// wrapped is an operand that .wrap takes modulo 32.
func wrapped(mode string, x kernel.Expr) kernel.Expr {
	if mode == "wrap" {
		return cexpr.Fold(kernel.And, x, cexpr.U32(31))
	}
	return x
}

func choose(c, x, y kernel.Expr) kernel.Expr {
	if n, constant := c.(*kernel.Const); constant {
		if n.Val != 0 {
			return x
		}
		return y
	}
	return kernel.FoldNode(&kernel.Cond{C: c, X: x, Y: y})
}

// ones is a number with n ones at its end, n being below 256.
func ones(t kernel.Type, n kernel.Expr) kernel.Expr {
	some := cexpr.Fold(kernel.Sub, cexpr.Fold(kernel.Shl, kernel.NewConst(t, 1), n), kernel.NewConst(t, 1))
	return choose(cexpr.Fold(kernel.Ge, n, cexpr.U32(int64(t.Bits))), kernel.NewConst(t, -1), some)
}

// lowest are the n lowest bits of x, extended by the highest of them where t is signed; n is above 0 and below the width of t. What
// they leave out is masked: models of integers do not lose what a shift to the left does.
func lowest(t kernel.Type, x, n kernel.Expr) kernel.Expr {
	low := cexpr.Fold(kernel.And, x, ones(t, n))
	if !t.Signed {
		return low
	}
	top := cexpr.Fold(kernel.Sub, n, cexpr.U32(1))
	sign := cexpr.Fold(kernel.Shl, cexpr.Fold(kernel.Shr, low, top), top)
	return cexpr.Fold(kernel.Sub, cexpr.Fold(kernel.And, low, ones(t, top)), sign)
}

// fieldMask is bmsk.mode.b32 d, a, b: b ones from bit a on.
func fieldMask(c *Code, it *Item) kernel.Expr {
	if len(it.Mods) != 2 || len(it.Args) != 3 {
		return nil
	}
	at, n := wrapped(it.Mods[0], c.read(&it.Args[1], kernel.U32)), wrapped(it.Mods[0], c.read(&it.Args[2], kernel.U32))
	return choose(cexpr.Fold(kernel.Ge, at, cexpr.U32(32)), kernel.NewConst(kernel.U32, 0), cexpr.Fold(kernel.Shl, ones(kernel.U32, n), at))
}

// byteOf is an operand of which the low eight bits count.
func (c *Code) byteOf(o *Operand) kernel.Expr {
	return cexpr.Fold(kernel.And, c.read(o, kernel.U32), cexpr.U32(0xff))
}

// extractAt is bfe at a place, or of a length, that the program computes.
func (c *Code) extractAt(it *Item, t kernel.Type) kernel.Expr {
	x, p, n := c.read(&it.Args[1], t), c.byteOf(&it.Args[2]), c.byteOf(&it.Args[3])
	width := cexpr.U32(int64(t.Bits))
	beyond := cexpr.Fold(kernel.Ge, p, width)
	none := cexpr.Fold(kernel.Eq, n, cexpr.U32(0))
	if !t.Signed {
		part := cexpr.Fold(kernel.And, cexpr.Fold(kernel.Shr, x, p), ones(t, n))
		return choose(none, kernel.NewConst(t, 0), choose(beyond, kernel.NewConst(t, 0), part))
	}
	end := cexpr.Exact("min", kernel.U32, cexpr.Fold(kernel.Add, p, n), width)
	length := cexpr.Fold(kernel.Sub, end, p)
	part := choose(cexpr.Fold(kernel.Ge, length, width), x, lowest(t, cexpr.Fold(kernel.Shr, x, p), length))
	sign := cexpr.Fold(kernel.Shr, x, cexpr.U32(int64(t.Bits-1)))
	return choose(none, kernel.NewConst(t, 0), choose(beyond, sign, part))
}

// insertAt is bfi at a place, or of a length, that the program computes.
func (c *Code) insertAt(it *Item, t kernel.Type) kernel.Expr {
	x, into, p, n := c.read(&it.Args[1], t), c.read(&it.Args[2], t), c.byteOf(&it.Args[3]), c.byteOf(&it.Args[4])
	mask := cexpr.Fold(kernel.Shl, ones(t, n), p)
	kept := cexpr.Fold(kernel.And, into, kernel.FoldNode(&kernel.Unary{Op: kernel.BitNot, X: mask}))
	part := cexpr.Fold(kernel.Or, kept, cexpr.Fold(kernel.And, cexpr.Fold(kernel.Shl, x, p), mask))
	return choose(cexpr.Fold(kernel.Ge, p, cexpr.U32(int64(t.Bits))), into, part)
}
