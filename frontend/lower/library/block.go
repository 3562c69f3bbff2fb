package library

import (
	"strings"

	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// memcpy, memmove and memset of a known length, with any namespace in front.

func init() {
	families = append(families, family{"mem", pattern(`^(\w*::)*(__builtin_)?mem(cpy|move|set)$`), blockFunction})
}

// maxBlock bounds the length in bytes.
const maxBlock = 1 << 30

func blockFunction(c Call) (Value, bool) {
	name := strings.TrimPrefix(c.Name(), "__builtin_")
	if c.Len() != 3 {
		c.Errorf(c.Pos(), "%s takes 3 arguments, not %d", name, c.Len())
		return bad, true
	}
	dst, okDst := c.ArgPointer(0)
	n, okLen := blockLength(c, name)
	if !okDst || !okLen {
		return bad, true
	}
	if name == "memset" {
		value, ok := c.Arg(1).Expr.(*kernel.Const)
		if !ok {
			c.Unsupported(c.Pos(), "memset to a value that is not constant; write the loop")
			return bad, true
		}
		c.SetBlock(dst, byte(value.Val), n)
	} else if src, ok := c.ArgPointer(1); ok {
		c.CopyBlock(dst, src, n, name == "memmove")
	}
	return Value{Type: ctype.PointerTo(dst.Pointee()), Pointer: dst}, true
}

// blockLength is the last argument; it returns false after a diagnostic.
func blockLength(c Call, name string) (int64, bool) {
	v := c.Arg(2)
	if v.Type.Bad() {
		return 0, false
	}
	n, ok := v.Expr.(*kernel.Const)
	switch {
	case !ok:
		c.Unsupported(c.Pos(), "%s of a length that is not constant; write the loop", name)
		return 0, false
	case n.Val < 0 || n.Val > maxBlock:
		c.Errorf(c.Pos(), "%s of %d bytes", name, n.Val)
		return 0, false
	}
	return n.Val, true
}
