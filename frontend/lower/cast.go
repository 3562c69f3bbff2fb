package lower

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/syntax"
)

// convertTo is the implicit conversion of v to t.
func (l *lowerer) convertTo(v object.Value, t *ctype.Type, pos diag.Pos) object.Value {
	switch {
	case v.Bad() || t.Bad():
		return object.Bad
	case t.Form == ctype.VoidForm:
		return object.Value{T: ctype.Void}
	case t.IsScalar() && v.Expr != nil:
		if t.Scalar == kernel.BoolType {
			if e := l.mem.Addresses(pos, kernel.Ne, v.Expr, kernel.NewConst(kernel.I32, 0)); e != nil {
				return object.ScalarValue(t, e)
			}
		}
		return object.ScalarValue(t, cexpr.Convert(v.Expr, t.Scalar))
	case t.IsScalar() && v.Ptr != nil && t.Scalar == kernel.BoolType:
		null := l.an.NullPointer(v.Ptr.Elem)
		return object.ScalarValue(t, l.mem.ComparePointers(pos, kernel.Ne, v.Ptr, null))
	case t.IsPointer() && v.Ptr != nil:
		l.mem.SeenAs(v.Ptr, t.Elem)
		return object.Value{T: t, Ptr: l.mem.ConvertPointer(v.Ptr, t.Elem, false), Str: v.Str}
	case t.IsPointer() && v.Zero:
		return object.Value{T: t, Ptr: l.an.NullPointer(t.Elem)}
	case t.IsRecord() && v.T.IsRecord() && t.Rec == v.T.Rec:
		return v
	case t.IsRecord() && v.T.IsRecord() && ctype.ThreeComponents(t.Rec) && ctype.ThreeComponents(v.T.Rec):
		return object.Value{T: t, Fields: v.Fields}
	case t.IsRecord() && v.T.IsRecord():
		if base, ok := l.mem.BaseOf(v, t); ok {
			return base
		}
	case t.IsRecord() && t.Rec.Ones && v.Expr != nil:
		return l.vector(t, []object.Value{v}, pos)
	case t.IsArray() && v.T.IsArray() && ctype.Same(t, v.T):
		return v
	}
	if v.T.IsRecord() {
		if out, ok := l.converted(v, t, pos); ok {
			return out
		}
	}
	a := callArg{pos: pos, v: v}
	if ctor := l.constructorFor(a, t); ctor != nil {
		s := object.SlotOf(l.frame.inst, site{pos, t.Rec.Name}, "")
		c := l.mem.NewCell("object", t.Mutable(), s, s, pos)
		if l.inline(pos, site{pos, t.Rec.Name}, ctor, []callArg{a}, l.settledObject(c.Place(pos), t.Rec)).T.Bad() {
			return object.Bad
		}
		return l.mem.Read(c.Place(pos))
	}
	l.Errorf(pos, "a value of type %s where %s is needed", v.T, t)
	return object.Bad
}

// castTo is an explicit conversion: implicit ones, pointers to other types,
// pointers to numbers, about which nothing is known, and such numbers to pointers.
func (l *lowerer) castTo(v object.Value, t *ctype.Type, pos diag.Pos) object.Value {
	if v.Bad() || t.Bad() {
		return object.Bad
	}
	switch {
	case t.IsPointer() && v.Expr != nil:
		if c, ok := v.Expr.(*kernel.Const); ok && c.Val == 0 {
			return object.Value{T: t, Ptr: l.an.NullPointer(t.Elem)}
		}
		if t.Elem.Form == ctype.FuncForm {
			return object.Value{T: t, Ptr: l.an.WildPointer(t.Elem)}
		}
		if p := l.mem.PointerFrom(v.Expr); p != nil {
			l.mem.SeenAs(p, t.Elem)
			return object.Value{T: t, Ptr: p.With(t.Elem, p.Off)}
		}
		l.Unsupported(pos, "a pointer made from a number; use pointer arithmetic")
		return object.Bad
	case t.IsPointer() && v.Ptr != nil:
		l.mem.SeenAs(v.Ptr, t.Elem)
		return object.Value{T: t, Ptr: l.mem.ConvertPointer(v.Ptr, t.Elem, true), Str: v.Str}
	case t.IsScalar() && v.Ptr != nil && t.Scalar.IsInt():
		return object.ScalarValue(t, l.mem.AddressOf(v.Ptr, t.Scalar, pos))
	}
	return l.convertTo(v, t, pos)
}

func (l *lowerer) evalCast(e *cuda.CastExpr) object.Value {
	if e.Type.Form == cuda.ReferenceType {
		return l.mem.Rvalue(l.castPlace(e))
	}
	t := l.resolve(e.Type).Plain()
	if t.Form == ctype.VoidForm {
		l.discard(e.X)
		return object.Value{T: ctype.Void}
	}
	if list, ok := e.X.(*cuda.InitList); ok {
		return l.listValue(list, t)
	}
	if syntax.Constructs(t, 1) && !derivesFrom(l.typeOf(e.X), t) {
		return l.constructType(t, []cuda.Expr{e.X}, false, e.Pos)
	}
	if t.IsScalar() && syntax.IsPlace(e.X) {
		a := l.operand(e.X)
		if a.pl == nil {
			return l.castTo(a.v, t, e.Pos)
		}
		return convertArg(l, a, t)
	}
	v := l.eval(e.X)
	if e.Style == "reinterpret_cast" && t.IsPointer() && v.Ptr != nil {
		l.mem.SeenAs(v.Ptr, t.Elem)
		return object.Value{T: t, Ptr: v.Ptr.With(t.Elem, v.Ptr.Off), Str: v.Str}
	}
	return l.castTo(v, t, e.Pos)
}

// derivesFrom reports whether t is base or a class derived from it.
func derivesFrom(t, base *ctype.Type) bool {
	return t.IsRecord() && base.IsRecord() && t.Rec.DerivesFrom(base.Rec)
}

// construct is T(a, b) and T{a, b}.
func (l *lowerer) construct(e *cuda.ConstructExpr) object.Value {
	if e.At != nil {
		return placementNew(l, e)
	}
	return l.constructType(l.resolve(e.Type).Plain(), e.Args, e.Brace, e.Pos)
}

func (l *lowerer) constructType(t *ctype.Type, args []cuda.Expr, brace bool, pos diag.Pos) object.Value {
	args, fault := l.prog.packs.Exprs(args, l.frame.scope.Length)
	if !expanded(l, pos, fault) {
		return object.Bad
	}
	switch {
	case t.Bad():
		return object.Bad
	case len(args) == 0:
		return l.zero(t, pos)
	case syntax.Constructs(t, len(args)):
		return l.constructRecord(t, args, pos)
	case t.IsRecord() && t.Rec.Decl == nil:
		vs := l.evalAll(args)
		if len(vs) == 1 && !vs[0].Bad() && vs[0].T.IsRecord() {
			return l.convertTo(vs[0], t, pos)
		}
		return l.vector(t, vs, pos)
	case t.IsRecord() && (brace || len(args) > 1):
		return l.listValue(&cuda.InitList{Pos: pos, Items: args}, t)
	case len(args) == 1:
		if list, ok := args[0].(*cuda.InitList); ok {
			return l.listValue(list, t)
		}
		return l.castTo(l.eval(args[0]), t, pos)
	}
	l.Errorf(pos, "%d values for one %s", len(args), t)
	return object.Bad
}

// evalAll evaluates a list of expressions, each as it was before the later ones.
func (l *lowerer) evalAll(args []cuda.Expr) []object.Value {
	vs := make([]object.Value, len(args))
	ends := make([]object.Mark, len(args))
	for i, a := range args {
		vs[i] = l.eval(a)
		ends[i] = l.out.Mark()
	}
	keepInOrder(l, ends, vs)
	return vs
}

// vector makes a CUDA vector from its components.
func (l *lowerer) vector(t *ctype.Type, vs []object.Value, pos diag.Pos) object.Value {
	if len(vs) > len(t.Rec.Fields) || len(vs) < len(t.Rec.Fields) && !t.Rec.Ones {
		l.Errorf(pos, "%s has %d components, %d are given", t, len(t.Rec.Fields), len(vs))
		return object.Bad
	}
	out := object.Value{T: t}
	for i, f := range t.Rec.Fields {
		v := computedValue(kernel.NewConst(kernel.I32, 1))
		if i < len(vs) {
			v = vs[i]
		}
		v = l.convertTo(v, f.Type, pos)
		if v.Bad() {
			return object.Bad
		}
		out.Fields = append(out.Fields, v)
	}
	return out
}

// zero is the value of T{}.
func (l *lowerer) zero(t *ctype.Type, pos diag.Pos) object.Value {
	switch {
	case t.IsScalar():
		return object.ScalarValue(t, cexpr.Convert(kernel.NewConst(kernel.I32, 0), t.Scalar))
	case t.IsPointer():
		return object.Value{T: t, Ptr: l.an.NullPointer(t.Elem)}
	case t.IsRecord() && syntax.HasConstructor(t.Rec):
		return l.constructRecord(t, nil, pos)
	case t.IsRecord() && t.Rec.Union:
		v := object.Value{T: t, Fields: make([]object.Value, len(t.Rec.Fields))}
		if i := syntax.Begins(t.Rec); i >= 0 {
			v.Fields[i] = l.defaultField(t.Rec.Fields[i], t.Rec, object.Begun(v, pos), pos)
		}
		return v
	case t.IsRecord():
		v := object.Value{T: t}
		for _, b := range t.Rec.Bases {
			v.Fields = append(v.Fields, l.zero(b.Type(), pos).Fields...)
		}
		for _, f := range t.Rec.Fields[len(v.Fields):] {
			v.Fields = append(v.Fields, l.defaultField(f, t.Rec, object.Begun(v, pos), pos))
		}
		return v
	case t.IsArray() && t.Len >= 0 && t.Len <= object.MaxSpread:
		v := object.Value{T: t}
		for range t.Len {
			v.Fields = append(v.Fields, l.zero(t.Elem, pos))
		}
		return v
	}
	if !t.Bad() {
		l.Unsupported(pos, "a zero value of type %s", t)
	}
	return object.Bad
}

// defaultField is the value of a field that an initialiser leaves out.
// This is the object, of which the fields before it have their values.
func (l *lowerer) defaultField(f ctype.Field, r *ctype.Record, this *object.Place, pos diag.Pos) object.Value {
	if r.Ones {
		return object.ScalarValue(f.Type, kernel.NewConst(f.Type.Scalar, 1))
	}
	if f.Init == nil {
		return l.zero(f.Type, pos)
	}
	var v object.Value
	if this.T.Rec != f.In {
		this = nil
	}
	l.in(&frame{path: f.In.Path, scope: bind.New(classOf(f.In).env), this: this}, func() {
		if list, ok := f.Init.(*cuda.InitList); ok {
			v = l.listValue(list, f.Type.Plain())
			return
		}
		v = l.convertTo(l.eval(f.Init), f.Type.Plain(), f.Init.ExprPos())
	})
	return v
}
