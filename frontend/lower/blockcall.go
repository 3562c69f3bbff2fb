package lower

import (
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// blockFunction is a call of one of those functions; nil if fun is none.
func (l *lowerer) blockFunction(e *cuda.CallExpr, fun *cuda.Ident, args []callArg) *place {
	name, _ := strings.CutPrefix(fun.Name, "__builtin_")
	set := name == "memset"
	if !set && name != "memcpy" && name != "memmove" {
		return nil
	}
	if len(args) != 3 {
		l.Errorf(e.Pos, "%s takes 3 arguments, not %d", name, len(args))
		return &badPlace
	}
	dst := l.blockPointer(args[0])
	n, ok := l.blockLength(e.Pos, name, args[2])
	if dst == nil || !ok {
		return &badPlace
	}
	if set {
		value, ok := l.argValue(args[1]).e.(*kernel.Const)
		if !ok {
			l.Unsupported(e.Pos, "memset to a value that is not constant; write the loop")
			return &badPlace
		}
		l.mem.setBlock(e.Pos, dst, byte(value.Val), n)
	} else if src := l.blockPointer(args[1]); src != nil {
		l.mem.copyBlock(e.Pos, dst, src, n, name == "memmove")
	}
	return valuePlace(e, value{t: ctype.PointerTo(dst.elem), p: dst})
}

// blockPointer is an argument as a pointer; nil after a diagnostic.
func (l *lowerer) blockPointer(a callArg) *pointer {
	v := l.argValue(a)
	if !v.bad() && v.p == nil && v.lit0 {
		return l.an.nullPointer(ctype.Void)
	}
	if v.bad() || v.p == nil {
		if !v.bad() {
			l.Errorf(a.pos, "a value of type %s where a pointer is needed", v.t)
		}
		return nil
	}
	return v.p
}

func (l *lowerer) blockLength(pos diag.Pos, name string, a callArg) (int64, bool) {
	v := l.argValue(a)
	if v.bad() {
		return 0, false
	}
	c, ok := v.e.(*kernel.Const)
	switch {
	case !ok:
		l.Unsupported(pos, "%s of a length that is not constant; write the loop", name)
		return 0, false
	case c.Val < 0 || c.Val > maxBlock:
		l.Errorf(pos, "%s of %d bytes", name, c.Val)
		return 0, false
	}
	return c.Val, true
}
