package lower

import (
	"strconv"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/category"
	"gv2/frontend/lower/constexpr"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/library"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/pack"
	"gv2/frontend/lower/syntax"
)

// declare lowers a declaration in a block.
func (l *lowerer) declare(d cuda.Decl) {
	l.out.Pos = d.DeclPos()
	sc := l.frame.scope
	switch d := d.(type) {
	case *cuda.VarDecl:
		l.declareVar(d)
	case *cuda.BindingDecl:
		bindings(l, d)
	case *cuda.TypedefDecl:
		if d.Template != nil {
			l.Unsupported(d.Pos, "a template inside a function; move %s out", d.Name)
			return
		}
		sc.Bind(d.Name, &bind.Symbol{T: l.resolve(d.Type), Fixed: fixedVar(l, d.Type, nil)})
	case *cuda.EnumDecl:
		l.bindEnum(d)
	case *cuda.RecordDecl:
		sc.Bind(d.Name, &bind.Symbol{T: ctype.Bad}) // seen by record as local
		sc.Bind(d.Name, &bind.Symbol{T: l.record(d, nil, nil)})
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
	if u, ok := d.(*cuda.UsingDecl); ok && u.Alias == "" && !l.prog.names.HasUsing(l.frame.path, u) {
		l.Unsupported(u.Pos, "using inside a function; move it to file level")
	}
}

// noneTwice reports the variables of a body of which there are two in one scope.
func noneTwice(l *lowerer, fn *cuda.FuncDecl, body *cuda.Block) {
	for _, r := range syntax.DeclaredTwice(fn.Params, body) {
		twice(l, r)
	}
}

func twice(l *lowerer, r syntax.Redeclaration) {
	if r.Pos.Line < r.First.Line && r.Pos.File == r.First.File {
		r.Pos, r.First = r.First, r.Pos
	}
	l.Errorf(r.Pos, "%s is declared twice, here and at %s; give one of them another name", r.Name, r.First)
}

func (l *lowerer) declareVar(d *cuda.VarDecl) {
	t := l.declaredType(d)
	if syntax.NamesItself(d) {
		l.Unsupported(d.Pos, "%s in its own initialiser; name what is meant in another way", d.Name)
		t = ctype.Bad
	}
	if t.Bad() {
		l.frame.scope.Bind(d.Name, &bind.Symbol{Place: &object.BadPlace})
		return
	}
	pl := &object.BadPlace
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
	l.frame.scope.Bind(d.Name, &bind.Symbol{Place: pl, Declared: t, Fixed: fixedVar(l, d.Type, d.Init)})
}

// declaredType resolves auto and the length of int a[] = {...}.
func (l *lowerer) declaredType(d *cuda.VarDecl) *ctype.Type {
	if te, konst, ref := syntax.AutoOf(d.Type); te != nil {
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
		t.Ref, t.RValue = ref, ref && d.Type.RValue && categories(l).Of(d.Init) != category.Object
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
	if t.IsArray() && t.Len < 0 && syntax.ListOrText(d.Init) {
		n, fault := initialisers(l).Length(t.Elem, d.Init)
		if refused(l, fault) {
			return ctype.Bad
		}
		return ctype.ArrayOf(t.Elem, n)
	}
	return t
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
func (l *lowerer) bindReference(d *cuda.VarDecl, t *ctype.Type) *object.Place {
	init := d.Init
	if init == nil && len(d.Ctor) == 1 {
		init = d.Ctor[0]
	}
	if init == nil {
		l.Errorf(d.Pos, "reference %s is not bound to anything", d.Name)
		return &object.BadPlace
	}
	return l.refer(callArg{pos: init.ExprPos(), pl: l.evalPlace(init)}, t, d.Name, l.slot(d, ""))
}

// refer binds a reference of type t to an argument. Where the argument is a
// value, or of another type, a const reference gets a variable of its own.
func (l *lowerer) refer(a callArg, t *ctype.Type, name string, s object.Slot) *object.Place {
	pl := a.place()
	if pl.T.Bad() {
		return &object.BadPlace
	}
	same := ctype.Same(pl.T, t) || pl.T.IsArray() && t.IsArray() && ctype.Same(pl.T.Elem, t.Elem)
	if pl.Val == nil && same {
		out := *pl
		out.T = out.T.Qualified(t.Const, t.Volatile)
		if out.Ptr != nil {
			out.Ptr = out.Ptr.With(out.Ptr.Elem, l.out.Stable(a.pos, out.Ptr.Off))
			if out.Ptr.Tag != nil {
				out.Ptr.Tag = l.out.Stable(a.pos, out.Ptr.Tag)
			}
		}
		return &out
	}
	if base, ok := l.mem.BasePlace(pl, t); ok {
		return base
	}
	if !t.Const && pl.Val == nil {
		l.Errorf(a.pos, "a reference to %s cannot be bound to a %s", t.Plain(), pl.T)
		return &object.BadPlace
	}
	c := l.mem.NewCell(name, t.Plain(), s, s, a.pos)
	out := c.Place(a.pos)
	l.mem.Write(out, l.convertTo(l.mem.Rvalue(pl), t.Plain(), a.pos))
	return out
}

// staticPlace is a __shared__, extern or __constant__ variable in a function:
// one for all calls.
func (l *lowerer) staticPlace(d *cuda.VarDecl, t *ctype.Type) *object.Place {
	if d.Space == cuda.SharedSpace {
		return l.sharedPlace(d, t)
	}
	if d.Space == cuda.NoSpace {
		l.Unsupported(d.Pos, "an extern variable in a function; declare it at file level")
		return &object.BadPlace
	}
	pl := l.mem.MemoryPlace(d, t, object.SlotOf(l.an.Root, d, l.frame.instance()))
	if m := pl.Memory(); m != nil && (d.Init != nil || d.Ctor != nil) { // here names mean what they mean in the function
		l.tables[m] = contents(l, m)
	}
	return pl
}

func (l *lowerer) sharedPlace(d *cuda.VarDecl, t *ctype.Type) *object.Place {
	s := object.SlotOf(l.an.Root, d, l.frame.instance())
	if d.Extern {
		s = object.SlotOf(l.an.Root, object.ExternShared{}, "")
		if !t.IsArray() {
			t = ctype.ArrayOf(t, -1)
		}
	}
	if t.IsArray() && t.Len < 0 && !d.Extern {
		l.Errorf(d.Pos, "the length of array %s is not given", d.Name)
		return &object.BadPlace
	}
	if d.Init != nil {
		l.Errorf(d.Pos, "__shared__ variables have no initial value; assign %s in the kernel", d.Name)
	}
	if holds := t.Innermost(); t.HasPointers() && (!holds.IsPointer() || holds.Elem.Form == ctype.FuncForm) {
		l.Unsupported(d.Pos, "structs with pointers, or pointers to functions, in __shared__ memory; keep offsets instead")
		return &object.BadPlace
	}
	m := l.an.NewMemory(s, d.Name, t, kernel.Shared)
	return &object.Place{Pos: d.Pos, T: t, Ptr: object.MemoryPointer(m, t)}
}

// localVar is a variable of the thread.
func (l *lowerer) localVar(d *cuda.VarDecl, t *ctype.Type) *object.Place {
	s := l.slot(d, "")
	if t.IsArray() && t.Const && d.Init != nil {
		if pl := l.constantArray(d, t, s); pl != nil {
			return pl
		}
	}
	if t.IsRecord() && t.Rec.Decl != nil && d.Init == nil && syntax.HasConstructor(t.Rec) {
		return l.constructVar(d, t, s)
	}
	if pl := l.simpleVar(d, t, s); pl != nil {
		return pl
	}
	c := l.mem.NewCell(d.Name, t.Mutable(), s, s, d.Pos)
	pl := c.Place(d.Pos)
	switch {
	case d.Init != nil && d.Constexpr && t.IsRecord() && constantRecord(l, c, d):
	case d.Init != nil:
		l.initialise(pl, d.Init)
		if t.IsScalar() && c.Var != nil && !l.an.Changes(l.frame.fn, d.Name, s) {
			l.mem.KeepAddress(c.Var)
		}
	case d.Ctor != nil:
		l.mem.Write(pl, l.constructType(t.Plain(), d.Ctor, false, d.Pos))
	case syntax.InitialisesItself(t) || t.IsRecord() && t.Rec.Ones:
		l.defaultInit(pl)
	default:
		l.out.Havoc(d.Pos, c, d.Name+" is not initialised")
	}
	return c.QualifiedPlace(d.Pos, t)
}

// simpleVar keeps constants as constants and pointers that never change as what
// they were set to; nil if d is neither.
func (l *lowerer) simpleVar(d *cuda.VarDecl, t *ctype.Type, s object.Slot) *object.Place {
	init := d.Init
	if init == nil && len(d.Ctor) == 1 {
		init = d.Ctor[0]
	}
	if init == nil || l.an.InMemory[s] {
		return nil
	}
	switch {
	case t.IsScalar() && t.Const && !t.Volatile:
		if d.Constexpr {
			if c, _, ok := typedConstant(l, init); ok {
				return l.mem.FixedScalar(d.Name, t, object.ScalarValue(t, cexpr.Convert(c, t.Scalar)), s, d.Pos)
			}
		}
		v := l.initValue(init, t.Plain())
		return l.mem.FixedScalar(d.Name, t, v, s, d.Pos)
	case t.IsScalar() && !t.Volatile && !l.an.Changes(l.frame.fn, d.Name, s):
		if c, ok := l.constantInit(init, t); ok {
			return l.mem.FixedScalar(d.Name, t, object.ScalarValue(t, c), s, d.Pos)
		}
	case t.IsPointer() && !l.an.Changes(l.frame.fn, d.Name, s):
		v := l.initValue(init, t.Plain())
		if v.Bad() {
			return &object.BadPlace
		}
		return l.mem.FixedPointer(d.Name, t, v.Ptr, s, d.Pos)
	}
	return nil
}

// constantRecord gives the parts of c, a constexpr variable, their constant values; false if it cannot.
func constantRecord(l *lowerer, c *object.Cell, d *cuda.VarDecl) bool {
	var v object.Value
	stmts := l.mem.Apart(func() { v = l.initValue(d.Init, c.T.Plain()) })
	return !v.Bad() && c.Fix(l.an, object.MapValue(v, func(e kernel.Expr) kernel.Expr { return constexpr.Value(stmts, e) }))
}

// constantInit is the value of an initialiser that is made of literals.
func (l *lowerer) constantInit(init cuda.Expr, t *ctype.Type) (kernel.Expr, bool) {
	if !syntax.OfLiterals(init) {
		return nil, false
	}
	c, ok := l.constant(init)
	if !ok {
		return nil, false
	}
	x, ok := cexpr.Convert(c, t.Scalar).(*kernel.Const)
	return x, ok
}

// constantArray is const int t[] = {...} with constants: read-only memory that
// starts with its contents. Nil if it is not that simple.
func (l *lowerer) constantArray(d *cuda.VarDecl, t *ctype.Type, s object.Slot) *object.Place {
	if list, ok := d.Init.(*cuda.InitList); t.HasPointers() || ok && pack.Any(list.Items) {
		return nil
	}
	m := l.an.NewMemory(s, d.Name, t, kernel.Local)
	m.Decl = d
	if !m.T.IsScalar() || !m.T.Scalar.IsInt() || m.Slot.Path != "" {
		return nil
	}
	table := contents(l, m)
	if table == nil {
		m.Decl = nil
		return nil
	}
	l.tables[m], m.ReadOnly = table, true
	return &object.Place{Pos: d.Pos, T: t, Ptr: object.MemoryPointer(m, t)}
}

// globalPlace is a variable at file level; r is set for a static member found
// through an object.
func (l *lowerer) globalPlace(d *cuda.VarDecl, pos diag.Pos, r *ctype.Record) *object.Place {
	if d.Template != nil {
		l.Unsupported(pos, "variable template %s; use a function", d.Name)
		return &object.BadPlace
	}
	var env *bind.Scope
	path := d.Scope
	if r != nil {
		env, path = classOf(r).env, r.Path
	}
	out := &object.BadPlace
	l.in(&frame{path: path, scope: bind.New(env), decl: d}, func() { out = l.fileVar(d, pos, r) })
	if out == &object.BadPlace {
		return out
	}
	// An access to it stands where the name is used, not where it is declared.
	used := *out
	used.Pos = pos
	return &used
}

// fileVar is variable d at file level, or a static member of r.
func (l *lowerer) fileVar(d *cuda.VarDecl, pos diag.Pos, r *ctype.Record) *object.Place {
	if l.depth++; l.depth > maxDepth/4 {
		l.depth--
		l.Errorf(pos, "the value of %s depends on itself", d.Name)
		return &object.BadPlace
	}
	defer func() { l.depth-- }()
	t := l.declaredType(d)
	if t.Bad() {
		return &object.BadPlace
	}
	if v := syntax.VariableBefore(l.prog.names.Declared(d.Scope, d.Name), d); v != nil && r == nil {
		twice(l, syntax.Redeclaration{Name: d.Name, Pos: v.Pos, First: d.Pos})
		return &object.BadPlace
	}
	path := ""
	if ofTemplate(r) {
		path = strconv.Itoa(r.ID) // each instance has its own
	}
	s := object.SlotOf(l.an.Root, d, path)
	memory := func() *object.Place {
		pl := l.mem.MemoryPlace(d, t, s)
		if m := pl.Memory(); m != nil && r != nil {
			l.staticOf[m] = r
		}
		return pl
	}
	switch {
	case library.IsReference(t):
		return &object.Place{Pos: pos, T: t, Val: &object.Value{T: t}}
	case d.Space == cuda.SharedSpace:
		return l.sharedPlace(d, t)
	case d.Space != cuda.NoSpace && !(d.Space == cuda.DeviceSpace && d.Constexpr && t.IsScalar()):
		return memory()
	case t.IsScalar() && t.Const && !t.Volatile:
		return l.constantVar(d, t, pos)
	case t.IsArray() && t.Const && d.Init != nil:
		return memory()
	case t.IsRecord() && t.Const && d.Init != nil:
		v := l.initValue(d.Init, t.Plain())
		return &object.Place{Pos: pos, T: t, Val: &v}
	}
	if l.unevaluated > 0 {
		return unevaluatedPlace(l, t, pos, s)
	}
	l.Errorf(pos, "%s is a variable of the host; declare it __device__ or const", d.Name)
	return &object.BadPlace
}

// ofTemplate reports whether r is an instance of a class template, or a class in one.
func ofTemplate(r *ctype.Record) bool {
	if r == nil {
		return false
	}
	for s := classOf(r).env; s != nil; s = s.Outer {
		if s.Class != nil && s.Class.Of != nil {
			return true
		}
	}
	return false
}

// constantVar is const int n = 4 at file level.
func (l *lowerer) constantVar(d *cuda.VarDecl, t *ctype.Type, pos diag.Pos) *object.Place {
	init := d.Init
	if init == nil && len(d.Ctor) == 1 {
		init = d.Ctor[0]
	}
	if init == nil {
		l.Errorf(pos, "%s has no value here; give it one or declare it __device__", d.Name)
		return &object.BadPlace
	}
	var v object.Value
	stmts := l.out.Block(func() { v = l.initValue(init, t.Plain()) })
	if v.Bad() {
		return &object.BadPlace
	}
	if len(stmts) > 0 {
		l.Unsupported(pos, "the value of %s is not a constant expression", d.Name)
		return &object.BadPlace
	}
	return &object.Place{Pos: pos, T: t, Val: &v}
}
