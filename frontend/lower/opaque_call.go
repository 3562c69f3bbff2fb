package lower

import (
	"gv2/frontend/diag"
	"gv2/frontend/lower/ctype"
)

// readByOpaque reads an argument, and what it points to: a function that is not
// known may read all of that.
func (l *lowerer) readByOpaque(pos diag.Pos, a callArg) {
	v := l.argValue(a)
	if v.bad() {
		return
	}
	mapPointers(v, func(p *pointer) {
		if p.hasLocal() || len(p.targets) == 0 {
			return // nobody else writes the thread's own variables
		}
		l.mem.someAccesses(pos, p, false)
	})
}

// mapPointers calls f for each pointer in v.
func mapPointers(v value, f func(*pointer)) {
	if v.p != nil && v.str == nil {
		f(v.p)
	}
	for _, field := range v.fields {
		mapPointers(field, f)
	}
}

// writesThrough reports whether a value of type t holds a pointer that may be
// written through.
func writesThrough(t *ctype.Type) bool { return leadsToWritable(t, map[*ctype.Record]bool{}) }

// leadsToWritable leaves out the classes in seen.
func leadsToWritable(t *ctype.Type, seen map[*ctype.Record]bool) bool {
	found := false
	t.UnitLeaves(0, func(lf ctype.Leaf) {
		if found || !lf.Type.IsPointer() {
			return
		}
		to := lf.Type.Elem
		if found = !to.Const; found || !to.IsRecord() || seen[to.Rec] {
			return
		}
		seen[to.Rec] = true
		found = leadsToWritable(to, seen)
	})
	return found
}

// opaque is a call of a function without a body.
func (l *lowerer) opaque(pos diag.Pos, fr *frame, args []callArg) *place {
	caller := l.frame
	for _, a := range args {
		l.readByOpaque(pos, a)
	}
	l.frame = fr
	defer func() { l.frame = caller }()
	for i, p := range fr.fn.Params {
		t := l.paramType(p, args, i)
		if (writesThrough(t) || t.Ref && !t.Const) && !t.Bad() {
			l.Unsupported(pos, "%s is not defined here and may write through its parameter %s; add its source file with #include", fr.fn.Name, nameOf(p))
			return &badPlace
		}
	}
	fr.rtype = l.resultType(fr.fn)
	if fr.fn.Defaulted {
		return &voidPlace
	}
	if fr.this != nil {
		if fr.fn.Ctor || !fr.fn.ConstThis && !fr.fn.Static || writesThrough(fr.this.t) {
			l.Unsupported(pos, "%s is not defined here and may change its object; add its source file with #include", fr.fn.Name)
			return &badPlace
		}
		if fr.this.ptr != nil && !fr.this.ptr.hasLocal() {
			l.mem.someAccesses(pos, fr.this.ptr, false)
		}
	}
	l.frame = caller
	l.out.Assume(fr.fn.Name + " is not defined here: its result is arbitrary and it writes no memory")
	switch {
	case fr.rtype == nil || fr.rtype.Bad():
		return &badPlace
	case fr.rtype.Form == ctype.VoidForm:
		return &voidPlace
	case fr.rtype.Ref || fr.rtype.HasPointers():
		l.Unsupported(pos, "%s is not defined here and returns a pointer; add its source file with #include", fr.fn.Name)
		return &badPlace
	}
	l.resultCell(fr)
	l.out.havoc(pos, fr.result, fr.fn.Name+" is not defined here")
	return fr.result.place(pos)
}
