package lower

import (
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
)

// methods are the member functions of that name, with a body where one is
// defined outside the class, those of base classes after the record's own.
func (l *lowerer) methods(r *record, name string) []*cuda.FuncDecl {
	if r.decl == nil {
		return nil
	}
	var out []*cuda.FuncDecl
	for _, m := range r.decl.Methods {
		if m.Name == name {
			out = append(out, m)
		}
	}
	for _, d := range l.prog.decls[join(r.path, name)] {
		if fn, ok := d.(*cuda.FuncDecl); ok && fn.HasBody {
			out = append(out, fn)
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, b := range r.bases {
		if out = l.methods(b, name); len(out) > 0 {
			return out
		}
	}
	return nil
}

func (l *lowerer) callMember(e *cuda.CallExpr, fun *cuda.MemberExpr) *place {
	obj := l.object(fun)
	if obj.t.bad() {
		return &badPlace
	}
	if !obj.t.isRecord() {
		l.errorf(fun.Pos, "member %s of a value of type %s", fun.Name, obj.t)
		return &badPlace
	}
	if isGroup(obj.t) {
		return l.groupMethod(e.Pos, e, obj.t, fun.Name, l.callArgs(e.Args))
	}
	if i, ok := obj.t.rec.index[fun.Name]; ok {
		return l.callMethod(e.Pos, l.field(obj, i), "operator()", nil, l.callArgs(e.Args))
	}
	id := &cuda.Ident{Pos: fun.Pos, Name: fun.Name, Args: fun.Args, HasArgs: fun.HasArgs}
	return l.callMethod(e.Pos, obj, fun.Name, id, l.callArgs(e.Args))
}

// callMethod calls a member function on obj.
func (l *lowerer) callMethod(pos diag.Pos, obj *place, name string, fun *cuda.Ident, args []callArg) *place {
	if obj.t.bad() || !obj.t.isRecord() {
		if !obj.t.bad() {
			l.unsupported(pos, "a call through a value of type %s", obj.t)
		}
		return &badPlace
	}
	for _, a := range args {
		if a.place().t.bad() {
			return &badPlace
		}
	}
	ms := l.methods(obj.t.rec, name)
	if len(ms) == 0 {
		l.errorf(pos, "%s has no member function %s", obj.t.plain(), name)
		return &badPlace
	}
	c := l.chooseMethod(pos, obj.t.rec, name, fun, ms, args, true)
	if c == nil {
		return &badPlace
	}
	return l.inline(pos, site{pos, name}, c, args, l.settledObject(obj, c.fn))
}

// settledObject keeps an object's address from changing during the call.
func (l *lowerer) settledObject(obj *place, fn *cuda.FuncDecl) *place {
	if base := l.owner(obj.t.rec, fn); base != nil && base != obj.t.rec {
		if pl, ok := l.basePlace(obj, &ctype{form: recordForm, name: base.name, rec: base}); ok {
			obj = pl
		}
	}
	switch {
	case obj.val != nil:
		s := slot{l.frame.inst, site{l.pos, "object of " + fn.Name}, ""}
		c := l.newCell("object", obj.t.plainVar(), s, s, l.pos)
		l.write(c.place(l.pos), *obj.val)
		return c.qualifiedPlace(l.pos, obj.t)
	case obj.ptr == nil:
		return obj
	}
	out := *obj
	out.ptr = out.ptr.with(out.ptr.elem, l.stable(l.pos, out.ptr.off))
	if out.ptr.tag != nil {
		out.ptr.tag = l.stable(l.pos, out.ptr.tag)
	}
	return &out
}

// owner is the record, r or a base of it, whose member fn is.
func (l *lowerer) owner(r *record, fn *cuda.FuncDecl) *record {
	for _, m := range r.decl.Methods {
		if m == fn {
			return r
		}
	}
	for _, b := range r.bases {
		if b.decl != nil {
			if o := l.owner(b, fn); o != nil {
				return o
			}
		}
	}
	return nil
}

func (l *lowerer) chooseMethod(pos diag.Pos, r *record, name string, fun *cuda.Ident, ms []*cuda.FuncDecl, args []callArg, complain bool) *candidate {
	var viable []*candidate
	for _, m := range ms {
		env := r.env
		if o := l.owner(r, m); o != nil {
			env = o.env
		}
		if c := l.viableMethod(m, r, fun, args, env); c != nil {
			viable = append(viable, c)
		}
	}
	return l.best(pos, name, viable, complain)
}

// viableMethod resolves parameter types inside the class.
func (l *lowerer) viableMethod(m *cuda.FuncDecl, r *record, fun *cuda.Ident, args []callArg, env *scope) *candidate {
	l.methodPath = r.path
	c := l.viable(m, fun, args, env)
	l.methodPath = nil
	if c != nil && c.env == nil {
		c.env = env
	}
	return c
}

// hasConstructor reports whether r declares a constructor that gv2 must run.
func (l *lowerer) hasConstructor(r *record) bool {
	if r.decl == nil {
		return false
	}
	for _, m := range r.decl.Methods {
		if m.Ctor && !m.Defaulted && !m.Deleted {
			return true
		}
	}
	return false
}

// constructors are r's constructors; definitions outside the class count.
func (l *lowerer) constructors(r *record) []*cuda.FuncDecl {
	var out []*cuda.FuncDecl
	for _, m := range r.decl.Methods {
		if m.Ctor {
			out = append(out, m)
		}
	}
	for _, d := range l.prog.decls[join(r.path, r.decl.Name)] {
		if fn, ok := d.(*cuda.FuncDecl); ok && fn.Ctor && fn.HasBody {
			out = append(out, fn)
		}
	}
	return out
}

// constructRecord runs a constructor on a temporary.
func (l *lowerer) constructRecord(t *ctype, exprs []cuda.Expr, pos diag.Pos) value {
	args := l.callArgs(exprs)
	if len(args) == 1 && args[0].t() != nil && args[0].t().isRecord() && args[0].t().rec == t.rec {
		return l.argValue(args[0])
	}
	s := slot{l.frame.inst, site{pos, t.rec.name}, ""}
	c := l.newCell("object", t.plainVar(), s, s, pos)
	if !l.runConstructor(c.place(pos), args, pos) {
		return badValue
	}
	return l.read(c.place(pos))
}

// constructVar is T x(a, b) and T x with a default constructor.
func (l *lowerer) constructVar(d *cuda.VarDecl, t *ctype, s slot) *place {
	args := l.callArgs(d.Ctor)
	c := l.newCell(d.Name, t.plainVar(), s, s, d.Pos)
	if len(args) == 1 && args[0].t() != nil && args[0].t().isRecord() && args[0].t().rec == t.rec {
		l.write(c.place(d.Pos), l.argValue(args[0]))
	} else if !l.runConstructor(c.place(d.Pos), args, d.Pos) {
		return &badPlace
	}
	return c.qualifiedPlace(d.Pos, t)
}

func (l *lowerer) runConstructor(obj *place, args []callArg, pos diag.Pos) bool {
	if obj.t.bad() {
		return false
	}
	for _, a := range args {
		if a.place().t.bad() {
			return false
		}
	}
	r := obj.t.rec
	for i, f := range r.fields {
		if f.init != nil {
			l.write(l.field(obj, i), l.defaultField(f, r, pos))
		} else if pl := l.field(obj, i); pl.cell != nil {
			l.havoc(pos, pl.cell, f.name+" is not initialised")
		}
	}
	c := l.chooseMethod(pos, r, r.decl.Name, nil, l.constructors(r), args, true)
	if c == nil {
		return false
	}
	if c.fn.Defaulted {
		return true
	}
	return !l.inline(pos, site{pos, r.name}, c, args, obj).t.bad()
}
