package lower

import (
	"gv2/frontend/diag"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
)

// readByOpaque reads an argument, and what it points to: a function that is not
// known may read all of that.
func (l *lowerer) readByOpaque(pos diag.Pos, a callArg) {
	v := l.argValue(a)
	if v.Bad() {
		return
	}
	object.MapPointers(v, func(p *object.Pointer) {
		if p.HasLocal() || len(p.Targets) == 0 {
			return // nobody else writes the thread's own variables
		}
		l.mem.SomeAccesses(pos, p, false)
	})
}

// opaque is a call of a function without a body.
func (l *lowerer) opaque(pos diag.Pos, fr *frame, args []callArg) *object.Place {
	caller := l.frame
	for _, a := range args {
		l.readByOpaque(pos, a)
	}
	l.frame = fr
	defer func() { l.frame = caller }()
	for i, p := range fr.fn.Params {
		t := l.paramType(p, args, i)
		if (ctype.WritesThrough(t) || t.Ref && !t.Const) && !t.Bad() {
			l.Unsupported(pos, "%s is not defined here and may write through its parameter %s; add its source file with #include", fr.fn.Name, nameOf(p))
			return &object.BadPlace
		}
	}
	fr.rtype = l.resultType(fr.fn)
	if fr.fn.Defaulted {
		return &voidPlace
	}
	if fr.this != nil {
		if fr.fn.Ctor || !fr.fn.ConstThis && !fr.fn.Static || ctype.WritesThrough(fr.this.T) {
			l.Unsupported(pos, "%s is not defined here and may change its object; add its source file with #include", fr.fn.Name)
			return &object.BadPlace
		}
		if fr.this.Ptr != nil && !fr.this.Ptr.HasLocal() {
			l.mem.SomeAccesses(pos, fr.this.Ptr, false)
		}
	}
	l.frame = caller
	l.out.Assume(fr.fn.Name + " is not defined here: its result is arbitrary and it writes no memory")
	switch {
	case fr.rtype == nil || fr.rtype.Bad():
		return &object.BadPlace
	case fr.rtype.Form == ctype.VoidForm:
		return &voidPlace
	case fr.rtype.Ref || fr.rtype.HasPointers():
		l.Unsupported(pos, "%s is not defined here and returns a pointer; add its source file with #include", fr.fn.Name)
		return &object.BadPlace
	}
	l.resultCell(fr)
	l.out.Computed(pos, fr.result, fr.fn.Name+" is not defined here")
	return fr.result.Place(pos)
}
