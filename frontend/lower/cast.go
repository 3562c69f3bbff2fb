package lower

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// convertTo is the implicit conversion of v to t.
func (l *lowerer) convertTo(v value, t *ctype, pos diag.Pos) value {
	switch {
	case v.bad() || t.bad():
		return badValue
	case t.form == voidForm:
		return value{t: voidType}
	case t.isScalar() && v.e != nil:
		return scalarValue(t, cexpr.Convert(v.e, t.scalar))
	case t.isScalar() && v.p != nil && t.scalar == kernel.BoolType:
		null := l.nullPointer(v.p.elem)
		return scalarValue(t, l.comparePointers(pos, kernel.Ne, v.p, null))
	case t.isPointer() && v.p != nil:
		return value{t: t, p: v.p.with(t.elem, v.p.off), str: v.str}
	case t.isPointer() && v.lit0:
		return value{t: t, p: l.nullPointer(t.elem)}
	case t.isRecord() && v.t.isRecord() && t.rec == v.t.rec:
		return v
	case t.isRecord() && v.t.isRecord() && threeComponents(t.rec) && threeComponents(v.t.rec):
		return value{t: t, fields: v.fields}
	case t.isRecord() && v.t.isRecord():
		if base, ok := l.baseOf(v, t); ok {
			return base
		}
	case t.isRecord() && t.rec.ones && v.e != nil:
		return l.vector(t, []value{v}, pos)
	case t.isArray() && v.t.isArray() && sameType(t, v.t):
		return v
	}
	if v.t.isRecord() {
		if out, ok := l.converted(v, t, pos); ok {
			return out
		}
	}
	if a := (callArg{pos: pos, v: v}); l.constructorFor(a, t) != nil {
		s := slot{l.frame.inst, site{pos, t.rec.name}, ""}
		c := l.newCell("object", t.plainVar(), s, s, pos)
		if !l.runConstructor(c.place(pos), []callArg{a}, pos) {
			return badValue
		}
		return l.read(c.place(pos))
	}
	l.Errorf(pos, "a value of type %s where %s is needed", v.t, t)
	return badValue
}

// threeComponents are uint3 and dim3, which convert to each other.
func threeComponents(r *record) bool { return r.decl == nil && (r.name == "uint3" || r.name == "dim3") }

// baseOf is the part of v that its base class t makes.
func (l *lowerer) baseOf(v value, t *ctype) (value, bool) {
	pl, ok := l.basePlace(&place{t: v.t, val: &v}, t)
	if !ok {
		return value{}, false
	}
	return *pl.val, true
}

// castTo is an explicit conversion: implicit ones, pointers to other types,
// pointers to numbers, about which nothing is known, and such numbers to pointers.
func (l *lowerer) castTo(v value, t *ctype, pos diag.Pos) value {
	if v.bad() || t.bad() {
		return badValue
	}
	switch {
	case t.isPointer() && v.e != nil:
		if c, ok := v.e.(*kernel.Const); ok && c.Val == 0 {
			return value{t: t, p: l.nullPointer(t.elem)}
		}
		if t.elem.form == funcForm {
			return value{t: t, p: l.wildPointer(t.elem)}
		}
		if p := l.pointerFrom(v.e); p != nil {
			return value{t: t, p: p.with(t.elem, p.off)}
		}
		l.Unsupported(pos, "a pointer made from a number; use pointer arithmetic")
		return badValue
	case t.isScalar() && v.p != nil && t.scalar.IsInt():
		return scalarValue(t, l.addressOf(v.p, t.scalar, pos))
	}
	return l.convertTo(v, t, pos)
}

func (l *lowerer) evalCast(e *cuda.CastExpr) value {
	if e.Type.Form == cuda.ReferenceType {
		return l.rvalue(l.castPlace(e))
	}
	t := l.resolve(e.Type).plain()
	if t.form == voidForm {
		l.discard(e.X)
		return value{t: voidType}
	}
	if list, ok := e.X.(*cuda.InitList); ok {
		return l.listValue(list, t)
	}
	return l.castTo(l.eval(e.X), t, e.Pos)
}

// construct is T(a, b) and T{a, b}.
func (l *lowerer) construct(e *cuda.ConstructExpr) value {
	return l.constructType(l.resolve(e.Type).plain(), e.Args, e.Brace, e.Pos)
}

func (l *lowerer) constructType(t *ctype, args []cuda.Expr, brace bool, pos diag.Pos) value {
	switch {
	case t.bad():
		return badValue
	case l.constructs(t, len(args)):
		return l.constructRecord(t, args, pos)
	case len(args) == 0:
		return l.zero(t, pos)
	case t.isRecord() && t.rec.decl == nil:
		vs := l.evalAll(args)
		if len(vs) == 1 && !vs[0].bad() && vs[0].t.isRecord() {
			return l.convertTo(vs[0], t, pos)
		}
		return l.vector(t, vs, pos)
	case t.isRecord() && (brace || len(args) > 1):
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
		marks[i] = l.mark()
	}
	for i := len(vs) - 2; i >= 0; i-- {
		vs[i] = l.keep(marks[i], vs[i])
	}
	return vs
}

// vector makes a CUDA vector from its components.
func (l *lowerer) vector(t *ctype, vs []value, pos diag.Pos) value {
	if len(vs) > len(t.rec.fields) || len(vs) < len(t.rec.fields) && !t.rec.ones {
		l.Errorf(pos, "%s has %d components, %d are given", t, len(t.rec.fields), len(vs))
		return badValue
	}
	out := value{t: t}
	for i, f := range t.rec.fields {
		v := computedValue(kernel.NewConst(kernel.I32, 1))
		if i < len(vs) {
			v = vs[i]
		}
		v = l.convertTo(v, f.t, pos)
		if v.bad() {
			return badValue
		}
		out.fields = append(out.fields, v)
	}
	return out
}

// zero is the value of T{}.
func (l *lowerer) zero(t *ctype, pos diag.Pos) value {
	switch {
	case t.isScalar():
		return scalarValue(t, cexpr.Convert(kernel.NewConst(kernel.I32, 0), t.scalar))
	case t.isPointer():
		return value{t: t, p: l.nullPointer(t.elem)}
	case t.isRecord() && t.rec.union:
		v := value{t: t, fields: make([]value, len(t.rec.fields))}
		if i := t.rec.widest(); i >= 0 {
			v.fields[i] = l.defaultField(t.rec.fields[i], t.rec, pos)
		}
		return v
	case t.isRecord():
		v := value{t: t}
		for _, f := range t.rec.fields {
			v.fields = append(v.fields, l.defaultField(f, t.rec, pos))
		}
		return v
	case t.isArray() && t.n >= 0 && t.n <= maxSpread:
		v := value{t: t}
		for range t.n {
			v.fields = append(v.fields, l.zero(t.elem, pos))
		}
		return v
	}
	if !t.bad() {
		l.Unsupported(pos, "a zero value of type %s", t)
	}
	return badValue
}

// defaultField is the value of a field that an initialiser leaves out.
func (l *lowerer) defaultField(f field, r *record, pos diag.Pos) value {
	if r.ones {
		return scalarValue(f.t, kernel.NewConst(f.t.scalar, 1))
	}
	if f.init == nil {
		return l.zero(f.t, pos)
	}
	var v value
	l.in(&frame{path: f.in.path, scope: newScope(classOf(f.in).env)}, func() {
		if list, ok := f.init.(*cuda.InitList); ok {
			v = l.listValue(list, f.t.plain())
			return
		}
		v = l.convertTo(l.eval(f.init), f.t.plain(), f.init.ExprPos())
	})
	return v
}
