package lower

import (
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
)

// blockFunction is a call of one of those functions; nil if fun is none.
func (l *lowerer) blockFunction(e *cuda.CallExpr, fun *cuda.Ident, args []callArg) *object.Place {
	name, _ := strings.CutPrefix(fun.Name, "__builtin_")
	set := name == "memset"
	if !set && name != "memcpy" && name != "memmove" {
		return nil
	}
	if len(args) != 3 {
		l.Errorf(e.Pos, "%s takes 3 arguments, not %d", name, len(args))
		return &object.BadPlace
	}
	dst := l.blockPointer(args[0])
	n, ok := l.blockLength(e.Pos, name, args[2])
	if dst == nil || !ok {
		return &object.BadPlace
	}
	if set {
		value, ok := l.argValue(args[1]).Expr.(*kernel.Const)
		if !ok {
			l.Unsupported(e.Pos, "memset to a value that is not constant; write the loop")
			return &object.BadPlace
		}
		l.mem.SetBlock(e.Pos, dst, byte(value.Val), n)
	} else if src := l.blockPointer(args[1]); src != nil {
		l.mem.CopyBlock(e.Pos, dst, src, n, name == "memmove")
	}
	return valuePlace(e, object.Value{T: ctype.PointerTo(dst.Elem), Ptr: dst})
}

// blockPointer is an argument as a pointer; nil after a diagnostic.
func (l *lowerer) blockPointer(a callArg) *object.Pointer {
	v := l.argValue(a)
	if !v.Bad() && v.Ptr == nil && v.Zero {
		return l.an.NullPointer(ctype.Void)
	}
	if v.Bad() || v.Ptr == nil {
		if !v.Bad() {
			l.Errorf(a.pos, "a value of type %s where a pointer is needed", v.T)
		}
		return nil
	}
	return v.Ptr
}

func (l *lowerer) blockLength(pos diag.Pos, name string, a callArg) (int64, bool) {
	v := l.argValue(a)
	if v.Bad() {
		return 0, false
	}
	c, ok := v.Expr.(*kernel.Const)
	switch {
	case !ok:
		l.Unsupported(pos, "%s of a length that is not constant; write the loop", name)
		return 0, false
	case c.Val < 0 || c.Val > object.MaxBlock:
		l.Errorf(pos, "%s of %d bytes", name, c.Val)
		return 0, false
	}
	return c.Val, true
}
