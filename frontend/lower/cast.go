package lower

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// convertTo is the implicit conversion of v to t.
func (l *lowerer) convertTo(v value, t *ctype.Type, pos diag.Pos) value {
	switch {
	case v.bad() || t.Bad():
		return badValue
	case t.Form == ctype.VoidForm:
		return value{t: ctype.Void}
	case t.IsScalar() && v.e != nil:
		return scalarValue(t, cexpr.Convert(v.e, t.Scalar))
	case t.IsScalar() && v.p != nil && t.Scalar == kernel.BoolType:
		null := l.an.nullPointer(v.p.elem)
		return scalarValue(t, l.mem.comparePointers(pos, kernel.Ne, v.p, null))
	case t.IsPointer() && v.p != nil:
		return value{t: t, p: v.p.with(t.Elem, v.p.off), str: v.str}
	case t.IsPointer() && v.lit0:
		return value{t: t, p: l.an.nullPointer(t.Elem)}
	case t.IsRecord() && v.t.IsRecord() && t.Rec == v.t.Rec:
		return v
	case t.IsRecord() && v.t.IsRecord() && threeComponents(t.Rec) && threeComponents(v.t.Rec):
		return value{t: t, fields: v.fields}
	case t.IsRecord() && v.t.IsRecord():
		if base, ok := l.mem.baseOf(v, t); ok {
			return base
		}
	case t.IsRecord() && t.Rec.Ones && v.e != nil:
		return l.vector(t, []value{v}, pos)
	case t.IsArray() && v.t.IsArray() && ctype.Same(t, v.t):
		return v
	}
	if v.t.IsRecord() {
		if out, ok := l.converted(v, t, pos); ok {
			return out
		}
	}
	if a := (callArg{pos: pos, v: v}); l.constructorFor(a, t) != nil {
		s := slot{l.frame.inst, site{pos, t.Rec.Name}, ""}
		c := l.mem.newCell("object", t.Mutable(), s, s, pos)
		if !l.runConstructor(c.place(pos), []callArg{a}, pos) {
			return badValue
		}
		return l.mem.read(c.place(pos))
	}
	l.Errorf(pos, "a value of type %s where %s is needed", v.t, t)
	return badValue
}

// threeComponents are uint3 and dim3, which convert to each other.
func threeComponents(r *ctype.Record) bool {
	return r.Decl == nil && (r.Name == "uint3" || r.Name == "dim3")
}

// castTo is an explicit conversion: implicit ones, pointers to other types,
// pointers to numbers, about which nothing is known, and such numbers to pointers.
func (l *lowerer) castTo(v value, t *ctype.Type, pos diag.Pos) value {
	if v.bad() || t.Bad() {
		return badValue
	}
	switch {
	case t.IsPointer() && v.e != nil:
		if c, ok := v.e.(*kernel.Const); ok && c.Val == 0 {
			return value{t: t, p: l.an.nullPointer(t.Elem)}
		}
		if t.Elem.Form == ctype.FuncForm {
			return value{t: t, p: l.an.wildPointer(t.Elem)}
		}
		if p := l.mem.pointerFrom(v.e); p != nil {
			return value{t: t, p: p.with(t.Elem, p.off)}
		}
		l.Unsupported(pos, "a pointer made from a number; use pointer arithmetic")
		return badValue
	case t.IsScalar() && v.p != nil && t.Scalar.IsInt():
		return scalarValue(t, l.mem.addressOf(v.p, t.Scalar, pos))
	}
	return l.convertTo(v, t, pos)
}

func (l *lowerer) evalCast(e *cuda.CastExpr) value {
	if e.Type.Form == cuda.ReferenceType {
		return l.mem.rvalue(l.castPlace(e))
	}
	t := l.resolve(e.Type).Plain()
	if t.Form == ctype.VoidForm {
		l.discard(e.X)
		return value{t: ctype.Void}
	}
	if list, ok := e.X.(*cuda.InitList); ok {
		return l.listValue(list, t)
	}
	return l.castTo(l.eval(e.X), t, e.Pos)
}

// construct is T(a, b) and T{a, b}.
func (l *lowerer) construct(e *cuda.ConstructExpr) value {
	return l.constructType(l.resolve(e.Type).Plain(), e.Args, e.Brace, e.Pos)
}

func (l *lowerer) constructType(t *ctype.Type, args []cuda.Expr, brace bool, pos diag.Pos) value {
	switch {
	case t.Bad():
		return badValue
	case constructs(t, len(args)):
		return l.constructRecord(t, args, pos)
	case len(args) == 0:
		return l.zero(t, pos)
	case t.IsRecord() && t.Rec.Decl == nil:
		vs := l.evalAll(args)
		if len(vs) == 1 && !vs[0].bad() && vs[0].t.IsRecord() {
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
	return badValue
}

// evalAll evaluates a list of expressions, each as it was before the later ones.
func (l *lowerer) evalAll(args []cuda.Expr) []value {
	vs := make([]value, len(args))
	marks := make([]mark, len(args))
	for i, a := range args {
		vs[i] = l.eval(a)
		marks[i] = l.out.mark()
	}
	for i := len(vs) - 2; i >= 0; i-- {
		vs[i] = l.out.keep(marks[i], vs[i])
	}
	return vs
}

// vector makes a CUDA vector from its components.
func (l *lowerer) vector(t *ctype.Type, vs []value, pos diag.Pos) value {
	if len(vs) > len(t.Rec.Fields) || len(vs) < len(t.Rec.Fields) && !t.Rec.Ones {
		l.Errorf(pos, "%s has %d components, %d are given", t, len(t.Rec.Fields), len(vs))
		return badValue
	}
	out := value{t: t}
	for i, f := range t.Rec.Fields {
		v := computedValue(kernel.NewConst(kernel.I32, 1))
		if i < len(vs) {
			v = vs[i]
		}
		v = l.convertTo(v, f.Type, pos)
		if v.bad() {
			return badValue
		}
		out.fields = append(out.fields, v)
	}
	return out
}

// zero is the value of T{}.
func (l *lowerer) zero(t *ctype.Type, pos diag.Pos) value {
	switch {
	case t.IsScalar():
		return scalarValue(t, cexpr.Convert(kernel.NewConst(kernel.I32, 0), t.Scalar))
	case t.IsPointer():
		return value{t: t, p: l.an.nullPointer(t.Elem)}
	case t.IsRecord() && t.Rec.Union:
		v := value{t: t, fields: make([]value, len(t.Rec.Fields))}
		if i := t.Rec.Widest(); i >= 0 {
			v.fields[i] = l.defaultField(t.Rec.Fields[i], t.Rec, pos)
		}
		return v
	case t.IsRecord():
		v := value{t: t}
		for _, f := range t.Rec.Fields {
			v.fields = append(v.fields, l.defaultField(f, t.Rec, pos))
		}
		return v
	case t.IsArray() && t.Len >= 0 && t.Len <= maxSpread:
		v := value{t: t}
		for range t.Len {
			v.fields = append(v.fields, l.zero(t.Elem, pos))
		}
		return v
	}
	if !t.Bad() {
		l.Unsupported(pos, "a zero value of type %s", t)
	}
	return badValue
}

// defaultField is the value of a field that an initialiser leaves out.
func (l *lowerer) defaultField(f ctype.Field, r *ctype.Record, pos diag.Pos) value {
	if r.Ones {
		return scalarValue(f.Type, kernel.NewConst(f.Type.Scalar, 1))
	}
	if f.Init == nil {
		return l.zero(f.Type, pos)
	}
	var v value
	l.in(&frame{path: f.In.Path, scope: newScope(classOf(f.In).env)}, func() {
		if list, ok := f.Init.(*cuda.InitList); ok {
			v = l.listValue(list, f.Type.Plain())
			return
		}
		v = l.convertTo(l.eval(f.Init), f.Type.Plain(), f.Init.ExprPos())
	})
	return v
}
