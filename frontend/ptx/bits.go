package ptx

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
)

// Instructions on bit patterns (PTX ISA, "Integer Arithmetic Instructions" and "Logic and
// Shift Instructions"). Most take a field or a table that is a constant in practice: where it is not, the
// result is left open.

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
		return nil
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
	case t.Signed:
		above := width - min(p+n, width)
		return by(kernel.Shr, by(kernel.Shl, x, above), above+p)
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
		return nil
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

// copiesSign are the bits of a selector of prmt that fill a byte with the sign of another.
const copiesSign = 0x8888

// permute is prmt.b32 d, a, b, selector without mode, for a selector that copies no signs.
func permute(c *Code, it *Item) kernel.Expr {
	if _, ok := typed(it, 4); !ok {
		return nil
	}
	s, ok := c.constant(&it.Args[3])
	if !ok || s&copiesSign != 0 {
		return nil
	}
	return cexpr.Exact("byte_perm", kernel.U32, c.read(&it.Args[1], kernel.U32), c.read(&it.Args[2], kernel.U32), kernel.NewConst(kernel.U32, s))
}

// product24 is mul24.lo and mad24.lo of 32-bit operands.
func product24(c *Code, it *Item) kernel.Expr {
	args := 3
	if it.Op == "mad24" {
		args = 4
	}
	t, ok := typed(it, args, "lo")
	if !ok || t.Bits != 32 {
		return nil
	}
	e := cexpr.Exact("mul24", t, c.read(&it.Args[1], t), c.read(&it.Args[2], t))
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
	n, constant := c.constant(&it.Args[2])
	if !ok || !t.IsInt() || t.Bits != 32 || !constant {
		return nil
	}
	if it.Mods[0] == "wrap" {
		n &= 31
	}
	x := c.read(&it.Args[1], t)
	switch {
	case n == 0:
		return kernel.NewConst(t, 0)
	case n >= 32:
		return x
	}
	up := cexpr.U32(32 - n)
	return cexpr.Fold(kernel.Shr, cexpr.Fold(kernel.Shl, x, up), up)
}

// fieldMask is bmsk.mode.b32 d, a, b: b ones from bit a on.
func fieldMask(c *Code, it *Item) kernel.Expr {
	if len(it.Mods) != 2 || len(it.Args) != 3 {
		return nil
	}
	at, ok := c.constant(&it.Args[1])
	n, ok2 := c.constant(&it.Args[2])
	if !ok || !ok2 {
		return nil
	}
	if it.Mods[0] == "wrap" {
		at, n = at&31, n&31
	}
	if at > 31 {
		return kernel.NewConst(kernel.U32, 0)
	}
	return kernel.NewConst(kernel.U32, (1<<min(n, 32)-1)<<at)
}
