package lower

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/syntax"
)

// Copies of structs. Most copy member by member; where the class says otherwise,
// with a constructor or an operator= of its own, that is called. A copy of a
// struct with such a member is not modelled.

// copyOf is the value of a new object of type t that a initialises. A temporary
// becomes that object, [dcl.init.general].
func (l *lowerer) copyOf(a callArg, t *ctype.Type, pos diag.Pos) object.Value {
	if !t.IsRecord() || a.pl == nil || !a.pl.T.IsRecord() || !a.pl.T.Rec.DerivesFrom(t.Rec) {
		a.pos = pos
		return convertArg(l, a, t)
	}
	if l.copiesItself(t.Rec) {
		s := object.SlotOf(l.frame.inst, site{pos, "copy of " + t.Rec.Name}, "")
		c := l.mem.NewCell("copy", t.Mutable(), s, s, pos)
		if !l.runConstructor(c.Place(pos), []callArg{a}, pos) {
			return object.Bad
		}
		return l.mem.Read(c.Place(pos))
	}
	if inner := a.pl.T.Rec.Inside(l.copiesItself); inner != nil {
		l.Unsupported(pos, "a copy of %s, which holds a %s with a copy constructor of its own; copy the members", t.Plain(), inner.Name)
		return object.Bad
	}
	return l.convertTo(l.argValue(a), t, pos)
}

// copyMatters reports whether a copy of an r is more than copies of all scalars.
func (l *lowerer) copyMatters(r *ctype.Record) bool {
	return l.copiesItself(r) || r.Inside(l.copiesItself) != nil
}

// copiesItself reports whether r has a copy constructor that does more than copy
// the members.
func (l *lowerer) copiesItself(r *ctype.Record) bool {
	if r.Decl == nil {
		return false
	}
	return slices.ContainsFunc(l.constructors(r), func(fn *cuda.FuncDecl) bool {
		return !fn.Defaulted && !fn.Deleted && fn.Template == nil && l.takesOwn(fn, r, true) && !syntax.CopiesMembers(fn)
	})
}

// assignsItself reports whether pl = y on an r is a call of an operator of the user's.
func (l *lowerer) assignsItself(pos diag.Pos, r *ctype.Record, y callArg) bool {
	if r.Decl == nil {
		return false
	}
	own := func(r *ctype.Record) bool {
		return l.assignmentOf(r) != nil && !syntax.CopiesMembers(l.assignmentOf(r))
	}
	if t := y.t(); t.IsRecord() && t.Rec == r {
		if l.assignmentOf(r) != nil {
			return true
		}
		if inner := r.Inside(own); inner != nil {
			l.Unsupported(pos, "an assignment of a %s, which holds a %s with an operator= of its own; assign the members", r.Name, inner.Name)
		}
		return false
	}
	if ms := l.methods(r, "operator="); ms.in != r || len(ms.fns) == 0 {
		return false
	}
	self := callArg{pos: pos, v: object.Value{T: r.Type()}}
	return len(l.memberOperators("operator=", []callArg{self, y})) > 0
}

// assignmentOf is the operator= of r that takes an r, nil if that is the language's.
func (l *lowerer) assignmentOf(r *ctype.Record) *cuda.FuncDecl {
	if r.Decl == nil {
		return nil
	}
	ms := l.methods(r, "operator=")
	if ms.in != r {
		return nil
	}
	for _, fn := range ms.fns {
		if !fn.Defaulted && fn.Template == nil && l.takesOwn(fn, r, false) {
			return fn
		}
	}
	return nil
}

// takesOwn reports whether fn, a member of r, takes an r: with ref by reference.
func (l *lowerer) takesOwn(fn *cuda.FuncDecl, r *ctype.Record, ref bool) bool {
	if len(fn.Params) == 0 || len(fn.Params) > 1 && fn.Params[1].Default == nil {
		return false
	}
	te := fn.Params[0].Type
	if te.RValue || ref && te.Form != cuda.ReferenceType {
		return false
	}
	var t *ctype.Type
	before := l.diags
	l.in(&frame{path: r.Path, scope: bind.New(classOf(r).env)}, func() { t = l.resolve(te) })
	l.diags = before
	return t.IsRecord() && t.Rec == r
}
