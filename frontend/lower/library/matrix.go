package library

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
)

// What the supplied <mma.h> is made of: __gv2_warp() is for all lanes of the warp together, and so are
// __gv2_read_lines<F>(p, lines, length, ld), which reads length elements at p, p + ld, ..., and
// __gv2_write_lines<F>(p, lines, length, ld). F is the type by which a warp shares the elements out.

func init() {
	define(wholeWarp, "__gv2_warp")
	define(func(c Call) (Value, bool) { return warpLines(c, false) }, "__gv2_read_lines")
	define(func(c Call) (Value, bool) { return warpLines(c, true) }, "__gv2_write_lines")
}

func wholeWarp(c Call) (Value, bool) {
	if c.Len() != 0 {
		return bad, false
	}
	c.Emit(emit.WholeWarp(c))
	return void, true
}

func warpLines(c Call, write bool) (Value, bool) {
	of := c.TemplateType(0)
	if c.Len() != 4 || of == nil {
		return bad, false
	}
	p := c.Argument(0)
	lines, ok := c.Constant(1)
	length, ok2 := c.Constant(2)
	ld, ok3 := c.Number(3)
	if !ok || !ok2 || !ok3 || !p.IsPointer {
		c.Unsupported(c.Pos(), "a matrix of a size that is not constant")
		return bad, true
	}
	t := emit.Tile{At: &p, Elem: p.Elem, Lines: lines, Length: length, Stride: kernel.Fold(cexpr.Convert(ld, kernel.I64)), Write: write,
		How: emit.Identifier(of.Plain().String())}
	t.Access(c)
	return void, true
}
