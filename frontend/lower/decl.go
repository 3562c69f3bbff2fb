package lower

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/library"
)

// declare lowers a declaration in a block.
func (l *lowerer) declare(d cuda.Decl) {
	l.out.pos = d.DeclPos()
	sc := l.frame.scope
	switch d := d.(type) {
	case *cuda.VarDecl:
		l.declareVar(d)
	case *cuda.TypedefDecl:
		if d.Template != nil {
			l.Unsupported(d.Pos, "a template inside a function; move %s out", d.Name)
			return
		}
		sc.bind(d.Name, &symbol{t: l.resolve(d.Type)})
	case *cuda.EnumDecl:
		l.bindEnum(d)
	case *cuda.RecordDecl:
		sc.bind(d.Name, &symbol{t: ctype.Bad}) // seen by record as local
		sc.bind(d.Name, &symbol{t: l.record(d, nil, nil)})
	case *cuda.FuncDecl, *cuda.UsingDecl:
		l.blockUsing(d)
	case *cuda.BadDecl:
		l.Unsupported(d.Pos, "%s", d.Reason)
	default:
		l.Unsupported(d.DeclPos(), "this declaration")
	}
}

// blockUsing is using N::x in a block; prototypes in a block say nothing new.
func (l *lowerer) blockUsing(d cuda.Decl) {
	if u, ok := d.(*cuda.UsingDecl); ok && !l.prog.names.HasUsing(u) {
		l.Unsupported(u.Pos, "using inside a function; move it to file level")
	}
}

func (l *lowerer) declareVar(d *cuda.VarDecl) {
	t := l.declaredType(d)
	if t.Bad() {
		l.frame.scope.bind(d.Name, &symbol{place: &badPlace})
		return
	}
	pl := &badPlace
	switch {
	case t.Ref:
		pl = l.bindReference(d, t)
	case d.Space != cuda.NoSpace || d.Extern:
		pl = l.staticPlace(d, t)
	case d.Static && !t.Const && !d.Constexpr:
		l.Unsupported(d.Pos, "a static variable in a function; use a __device__ variable")
	case t.Form == ctype.VoidForm || t.Form == ctype.FuncForm:
		l.Errorf(d.Pos, "a variable of type %s", t)
	case t.IsArray() && t.Len < 0:
		l.Errorf(d.Pos, "the length of array %s is not given", d.Name)
	default:
		pl = l.localVar(d, t)
	}
	l.frame.scope.bind(d.Name, &symbol{place: pl})
}

// declaredType resolves auto and the length of int a[] = {...}.
func (l *lowerer) declaredType(d *cuda.VarDecl) *ctype.Type {
	if te, konst, ref := autoOf(d.Type); te != nil {
		if d.Init == nil {
			l.Errorf(d.Pos, "auto %s without a value", d.Name)
			return ctype.Bad
		}
		t := *l.autoType(d.Init, ref)
		if te.Form == cuda.PointerType {
			if !t.IsPointer() {
				l.Errorf(d.Pos, "auto *%s with a value of type %s", d.Name, &t)
				return ctype.Bad
			}
		}
		t.Const = t.Const && ref || konst
		t.Ref = ref
		return &t
	}
	t := l.resolve(d.Type)
	if library.IsAnyGroup(t) && d.Init != nil {
		if of := l.typeOf(d.Init); library.IsGroup(of) {
			t = of.Plain()
		}
	}
	if d.Constexpr {
		t = t.Qualified(true, false)
	}
	if list, ok := d.Init.(*cuda.InitList); ok && t.IsArray() && t.Len < 0 {
		return ctype.ArrayOf(t.Elem, int64(len(list.Items)))
	}
	return t
}

// autoOf recognises auto, auto *, auto & and their const forms; te is nil for
// other types.
func autoOf(t *cuda.TypeExpr) (te *cuda.TypeExpr, konst, ref bool) {
	te = t
	if t.Form == cuda.ReferenceType {
		ref = true
		t = t.Elem
		te = t
	}
	konst = t.Const
	if t.Form == cuda.PointerType {
		t = t.Elem
	}
	if t.Form != cuda.AutoType {
		return nil, false, false
	}
	return te, konst, ref
}

func (l *lowerer) autoType(init cuda.Expr, ref bool) *ctype.Type {
	t := l.typeOf(init)
	if t.IsArray() && !ref {
		return ctype.PointerTo(t.Elem)
	}
	if ref {
		return t
	}
	return t.Plain()
}

// bindReference makes a name for an object, or for a value if it is const.
func (l *lowerer) bindReference(d *cuda.VarDecl, t *ctype.Type) *place {
	init := d.Init
	if init == nil && len(d.Ctor) == 1 {
		init = d.Ctor[0]
	}
	if init == nil {
		l.Errorf(d.Pos, "reference %s is not bound to anything", d.Name)
		return &badPlace
	}
	return l.refer(callArg{pos: init.ExprPos(), pl: l.evalPlace(init)}, t, d.Name, l.slot(d, ""))
}

// refer binds a reference of type t to an argument. Where the argument is a
// value, or of another type, a const reference gets a variable of its own.
func (l *lowerer) refer(a callArg, t *ctype.Type, name string, s slot) *place {
	pl := a.place()
	if pl.t.Bad() {
		return &badPlace
	}
	same := ctype.Same(pl.t, t) || pl.t.IsArray() && t.IsArray() && ctype.Same(pl.t.Elem, t.Elem)
	if pl.val == nil && same {
		out := *pl
		out.t = out.t.Qualified(t.Const, t.Volatile)
		if out.ptr != nil {
			out.ptr = out.ptr.with(out.ptr.elem, l.out.stable(a.pos, out.ptr.off))
			if out.ptr.tag != nil {
				out.ptr.tag = l.out.stable(a.pos, out.ptr.tag)
			}
		}
		return &out
	}
	if base, ok := l.mem.basePlace(pl, t); ok {
		return base
	}
	if !t.Const && pl.val == nil {
		l.Errorf(a.pos, "a reference to %s cannot be bound to a %s", t.Plain(), pl.t)
		return &badPlace
	}
	c := l.mem.newCell(name, t.Plain(), s, s, a.pos)
	out := c.place(a.pos)
	l.mem.write(out, l.convertTo(l.mem.rvalue(pl), t.Plain(), a.pos))
	return out
}

// staticPlace is a __shared__, extern or __constant__ variable in a function:
// one for all calls.
func (l *lowerer) staticPlace(d *cuda.VarDecl, t *ctype.Type) *place {
	if d.Space == cuda.SharedSpace {
		return l.sharedPlace(d, t)
	}
	if d.Space == cuda.NoSpace {
		l.Unsupported(d.Pos, "an extern variable in a function; declare it at file level")
		return &badPlace
	}
	return l.mem.memoryPlace(d, t, slot{l.an.root, d, l.frame.instance()})
}

func (l *lowerer) sharedPlace(d *cuda.VarDecl, t *ctype.Type) *place {
	s := slot{l.an.root, d, l.frame.instance()}
	if d.Extern {
		s = slot{l.an.root, externShared{}, ""}
		if !t.IsArray() {
			t = ctype.ArrayOf(t, -1)
		}
	}
	if t.IsArray() && t.Len < 0 && !d.Extern {
		l.Errorf(d.Pos, "the length of array %s is not given", d.Name)
		return &badPlace
	}
	if d.Init != nil {
		l.Errorf(d.Pos, "__shared__ variables have no initial value; assign %s in the kernel", d.Name)
	}
	if holds := t.Innermost(); t.HasPointers() && (!holds.IsPointer() || holds.Elem.Form == ctype.FuncForm) {
		l.Unsupported(d.Pos, "structs with pointers, or pointers to functions, in __shared__ memory; keep offsets instead")
		return &badPlace
	}
	m := l.an.newMemory(s, d.Name, t, kernel.Shared)
	return &place{pos: d.Pos, t: t, ptr: memoryPointer(m, t)}
}

// localVar is a variable of the thread.
func (l *lowerer) localVar(d *cuda.VarDecl, t *ctype.Type) *place {
	s := l.slot(d, "")
	if t.IsArray() && t.Const && d.Init != nil {
		if pl := l.constantArray(d, t, s); pl != nil {
			return pl
		}
	}
	if t.IsRecord() && t.Rec.Decl != nil && d.Init == nil && hasConstructor(t.Rec) {
		return l.constructVar(d, t, s)
	}
	if pl := l.simpleVar(d, t, s); pl != nil {
		return pl
	}
	c := l.mem.newCell(d.Name, t.Mutable(), s, s, d.Pos)
	pl := c.place(d.Pos)
	switch {
	case d.Init != nil:
		l.initialise(pl, d.Init)
		if t.IsScalar() && c.v != nil && !l.an.changes(l.frame.fn, d.Name, s) {
			l.mem.keepAddress(c.v)
		}
	case d.Ctor != nil:
		l.mem.write(pl, l.constructType(t.Plain(), d.Ctor, false, d.Pos))
	case initialisesItself(t) || t.IsRecord() && t.Rec.Ones:
		l.defaultInit(pl)
	default:
		l.out.havoc(d.Pos, c, d.Name+" is not initialised")
	}
	return c.qualifiedPlace(d.Pos, t)
}

// simpleVar keeps constants as constants and pointers that never change as what
// they were set to; nil if d is neither.
func (l *lowerer) simpleVar(d *cuda.VarDecl, t *ctype.Type, s slot) *place {
	init := d.Init
	if init == nil && len(d.Ctor) == 1 {
		init = d.Ctor[0]
	}
	if init == nil || l.an.inMemory[s] {
		return nil
	}
	switch {
	case t.IsScalar() && t.Const && !t.Volatile:
		v := l.initValue(init, t.Plain())
		return l.fixedScalar(d.Name, t, v, s, d.Pos)
	case t.IsScalar() && !t.Volatile && !l.an.changes(l.frame.fn, d.Name, s):
		if c, ok := l.constantInit(init, t); ok {
			return l.fixedScalar(d.Name, t, scalarValue(t, c), s, d.Pos)
		}
	case t.IsPointer() && !l.an.changes(l.frame.fn, d.Name, s):
		v := l.initValue(init, t.Plain())
		if v.bad() {
			return &badPlace
		}
		return l.mem.fixedPointer(d.Name, t, v.p, s, d.Pos)
	}
	return nil
}

// constantInit is the value of an initialiser that is made of literals.
func (l *lowerer) constantInit(init cuda.Expr, t *ctype.Type) (kernel.Expr, bool) {
	literal := true
	cuda.WalkExpr(init, func(e cuda.Expr) bool {
		switch e.(type) {
		case *cuda.IntLit, *cuda.BoolLit, *cuda.UnaryExpr, *cuda.BinaryExpr, *cuda.CastExpr, *cuda.SizeofExpr:
		default:
			literal = false
		}
		return literal
	})
	if !literal {
		return nil, false
	}
	c, ok := l.constant(init)
	if !ok {
		return nil, false
	}
	x, ok := cexpr.Convert(c, t.Scalar).(*kernel.Const)
	return x, ok
}

// fixedScalar is a scalar that is set once.
func (l *lowerer) fixedScalar(name string, t *ctype.Type, v value, s slot, pos diag.Pos) *place {
	c := &cell{t: t, slot: s, root: s}
	switch x := v.e.(type) {
	case nil:
		return &badPlace
	case *kernel.Const, *kernel.FloatConst:
		c.fixed = x
	default:
		// Others are computed once, into a variable.
		if of, ok := x.(*kernel.VarRef); ok && of.Var.Param && t.IsSurfaceObject() {
			c.fixed = x // so that it stays known which surface it is
			break
		}
		v := l.assignedVar(name, t, x, pos)
		l.mem.keepAddress(v.Var)
		c.fixed = v
	}
	return &place{pos: pos, t: t, cell: c}
}

// assignedVar is a new variable that is set to x.
func (l *lowerer) assignedVar(name string, t *ctype.Type, x kernel.Expr, pos diag.Pos) *kernel.VarRef {
	dst := l.out.variable(name, t.Scalar, pos)
	l.out.Emit(&kernel.Assign{Src: l.out.at(pos), Dst: dst, X: x})
	return &kernel.VarRef{Var: dst}
}

// constantArray is const int t[] = {...} with constants: read-only memory that
// starts with its contents. Nil if it is not that simple.
func (l *lowerer) constantArray(d *cuda.VarDecl, t *ctype.Type, s slot) *place {
	if t.HasPointers() {
		return nil
	}
	m := l.an.newMemory(s, d.Name, t, kernel.Local)
	m.decl = d
	if !m.t.IsScalar() || !m.t.Scalar.IsInt() || m.slot.path != "" {
		return nil
	}
	if l.flatten(m, d.Init) == nil {
		m.decl = nil
		return nil
	}
	m.readOnly = true
	return &place{pos: d.Pos, t: t, ptr: memoryPointer(m, t)}
}

// globalPlace is a variable at file level; r is set for a static member found
// through an object.
func (l *lowerer) globalPlace(d *cuda.VarDecl, pos diag.Pos, r *ctype.Record) *place {
	if d.Template != nil {
		l.Unsupported(pos, "variable template %s; use a function", d.Name)
		return &badPlace
	}
	var env *scope
	path := d.Scope
	if r != nil {
		env, path = classOf(r).env, r.Path
	}
	out := &badPlace
	l.in(&frame{path: path, scope: newScope(env)}, func() { out = l.fileVar(d, pos) })
	if out == &badPlace {
		return out
	}
	// An access to it stands where the name is used, not where it is declared.
	used := *out
	used.pos = pos
	return &used
}

func (l *lowerer) fileVar(d *cuda.VarDecl, pos diag.Pos) *place {
	if l.depth++; l.depth > maxDepth/4 {
		l.depth--
		l.Errorf(pos, "the value of %s depends on itself", d.Name)
		return &badPlace
	}
	defer func() { l.depth-- }()
	t := l.declaredType(d)
	if t.Bad() {
		return &badPlace
	}
	s := slot{l.an.root, d, ""}
	switch {
	case library.IsReference(t):
		return &place{pos: pos, t: t, val: &value{t: t}}
	case d.Space == cuda.SharedSpace:
		return l.sharedPlace(d, t)
	case d.Space != cuda.NoSpace && !(d.Space == cuda.DeviceSpace && d.Constexpr && t.IsScalar()):
		return l.mem.memoryPlace(d, t, s)
	case t.IsScalar() && t.Const:
		return l.constantVar(d, t, pos)
	case t.IsArray() && t.Const && d.Init != nil:
		return l.mem.memoryPlace(d, t, s)
	case t.IsRecord() && t.Const && d.Init != nil:
		v := l.initValue(d.Init, t.Plain())
		return &place{pos: pos, t: t, val: &v}
	}
	l.Errorf(pos, "%s is a variable of the host; declare it __device__ or const", d.Name)
	return &badPlace
}

// constantVar is const int n = 4 at file level.
func (l *lowerer) constantVar(d *cuda.VarDecl, t *ctype.Type, pos diag.Pos) *place {
	init := d.Init
	if init == nil && len(d.Ctor) == 1 {
		init = d.Ctor[0]
	}
	if init == nil {
		l.Errorf(pos, "%s has no value here; give it one or declare it __device__", d.Name)
		return &badPlace
	}
	var v value
	stmts := l.out.Block(func() { v = l.initValue(init, t.Plain()) })
	if v.bad() {
		return &badPlace
	}
	if len(stmts) > 0 {
		l.Unsupported(pos, "the value of %s is not a constant expression", d.Name)
		return &badPlace
	}
	return &place{pos: pos, t: t, val: &v}
}
