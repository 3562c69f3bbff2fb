package lower

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/intrinsic"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/predefined"
	"gv2/frontend/lower/syntax"
)

// evalPlace evaluates e to the object it designates. A mere value becomes a
// place that cannot be written.
func (l *lowerer) evalPlace(e cuda.Expr) *object.Place {
	if l.depth++; l.depth > maxDepth && !l.out.Stopped {
		l.Unsupported(e.ExprPos(), "an expression nested more than %d deep; split it", maxDepth)
		l.out.Stopped = true
	}
	pl := &object.BadPlace
	if !l.out.Stopped {
		pl = l.placeForm(e)
	}
	l.depth--
	if pl.T.Bad() {
		l.mem.Explain(e.ExprPos())
	}
	return pl
}

func (l *lowerer) placeForm(e cuda.Expr) *object.Place {
	pos := e.ExprPos()
	l.out.Pos = pos
	switch e := e.(type) {
	case *cuda.Ident:
		return l.identPlace(e)
	case *cuda.IndexExpr:
		return l.indexPlace(e)
	case *cuda.MemberExpr:
		return l.memberPlace(e)
	case *cuda.AssignExpr:
		return l.assign(e).pl
	case *cuda.UnaryExpr:
		switch {
		case e.Op == "*":
			return l.starPlace(e)
		case !e.Postfix && (e.Op == "++" || e.Op == "--"):
			return l.incrementedPlace(e)
		}
	case *cuda.BinaryExpr:
		if e.Op == "," && l.prog.names.HasOperator(",") {
			return comma(l, e)
		}
		if e.Op == "," {
			l.discard(e.X)
			return l.evalPlace(e.Y)
		}
		if e.Op != "&&" && e.Op != "||" {
			return l.binaryPlace(e)
		}
	case *cuda.CondExpr:
		if pl := l.conditionalPlace(e); pl != nil {
			return pl
		}
	case *cuda.CastExpr:
		if e.Type.Form == cuda.ReferenceType {
			return l.castPlace(e)
		}
	case *cuda.CallExpr:
		return l.call(e, false)
	}
	return valuePlace(e, l.eval(e))
}

func valuePlace(e cuda.Expr, v object.Value) *object.Place {
	if v.Bad() {
		return &object.BadPlace
	}
	return &object.Place{Pos: e.ExprPos(), T: v.T, Val: &v}
}

// starPlace is *x.
func (l *lowerer) starPlace(e *cuda.UnaryExpr) *object.Place {
	x := l.operand(e.X)
	v := x.v
	switch {
	case x.t() == nil || x.t().Bad():
		return &object.BadPlace
	case x.t().IsRecord():
		return l.operator(e.Pos, "*", x)
	case v.Ptr == nil || v.Ptr.Elem.Form == ctype.VoidForm || v.Ptr.Elem.Form == ctype.FuncForm:
		l.Errorf(e.Pos, "* on a value of type %s", v.T)
		return &object.BadPlace
	}
	return l.mem.Deref(e.Pos, v.Ptr)
}

// indexPlace is x[i]. Arrays are indexed in place, pointers where they point.
func (l *lowerer) indexPlace(e *cuda.IndexExpr) *object.Place {
	base := l.evalPlace(e.X)
	if base.T.IsRecord() {
		m := l.out.Mark()
		i := l.operand(e.I)
		return l.operator(e.Pos, "[]", l.keepArg(m, callArg{pos: e.X.ExprPos(), pl: base}), i)
	}
	if base.T.IsArray() && base.Ptr == nil {
		return l.spreadElement(e, base)
	}
	x := l.mem.Rvalue(base)
	m := l.out.Mark()
	a := l.operand(e.I)
	i, ok := argNumber(l, a, e.I.ExprPos())
	if !ok {
		i = l.argValue(a)
	}
	x = l.out.Keep(m, x)
	if x.Bad() || i.Bad() {
		return &object.BadPlace
	}
	if i.Ptr != nil && x.Expr != nil {
		x, i = i, x
	}
	if x.Ptr == nil || !cexpr.Integral(i.Expr) || x.Ptr.Elem.Form == ctype.VoidForm {
		l.Errorf(e.Pos, "%s indexed by %s", x.T, i.T)
		return &object.BadPlace
	}
	return l.mem.Deref(e.Pos, l.mem.Shift(x.Ptr, cexpr.Promote(i.Expr), false))
}

// spreadElement indexes an array whose elements are variables.
func (l *lowerer) spreadElement(e *cuda.IndexExpr, base *object.Place) *object.Place {
	i, ok := l.scalar(e.I)
	if !ok {
		return &object.BadPlace
	}
	c, ok := i.(*kernel.Const)
	switch {
	case !ok:
		return l.mem.ElementAt(e.Pos, base, i)
	case c.Val < 0 || c.Val >= base.T.Len:
		l.Errorf(e.Pos, "index %d of an array of %d elements", c.Val, base.T.Len)
		return &object.BadPlace
	}
	pl := l.mem.Element(base, c.Val)
	pl.Pos = e.Pos
	return pl
}

// memberPlace is x.name and x->name.
func (l *lowerer) memberPlace(e *cuda.MemberExpr) *object.Place {
	base := l.object(e)
	if base.T.Bad() {
		return &object.BadPlace
	}
	if bits := halfBits(l, base, e); bits != nil {
		return bits
	}
	if !base.T.IsRecord() {
		l.Errorf(e.Pos, "member %s of a value of type %s", e.Name, base.T)
		return &object.BadPlace
	}
	if pl := l.member(base, e.Name); pl != nil {
		return pl
	}
	if pl := l.valueIn(base.T.Rec, &cuda.Ident{Pos: e.Pos, Name: e.Name}); pl != nil {
		return pl
	}
	l.Errorf(e.Pos, "%s has no member %s", base.T.Plain(), e.Name)
	return &object.BadPlace
}

// halfBits is the member x of PyTorch's half types: their bits; nil if that is not what e names.
func halfBits(l *lowerer, base *object.Place, e *cuda.MemberExpr) *object.Place {
	if !ctype.OfTorch(base.T.Plain()) || e.Name != "x" {
		return nil
	}
	if base.Val != nil {
		s := object.SlotOf(l.frame.inst, e, "bits")
		c := l.mem.NewCell("half", base.T.Mutable(), s, s, e.Pos)
		l.mem.Write(c.Place(e.Pos), *base.Val)
		base = c.Place(e.Pos)
	}
	return l.mem.Cast(base, ctype.Scalars["unsigned short"].Qualified(base.T.Const, base.T.Volatile), true)
}

// member is the field of that name of the record at pl, or of a struct or union
// without a name in it; nil if there is none.
func (l *lowerer) member(pl *object.Place, name string) *object.Place {
	path := pl.T.Rec.MemberPath(name)
	if path == nil {
		return nil
	}
	for _, i := range path {
		refers := pl.T.Rec.Fields[i].Refers
		if pl = l.mem.Field(pl, i); pl.T.Bad() {
			break
		}
		if p := pl; refers { // what the reference leads to
			if pl = &object.BadPlace; !l.mem.Read(p).Bad() {
				pl = l.mem.Deref(p.Pos, l.mem.Read(p).Ptr)
			}
		}
	}
	return pl
}

// object is what a member is taken of.
func (l *lowerer) object(e *cuda.MemberExpr) *object.Place {
	if !e.Arrow {
		base := *l.evalPlace(e.X)
		base.Pos = e.Pos
		return &base
	}
	x := l.operand(e.X)
	v := x.v
	switch {
	case x.t() == nil || x.t().Bad():
		return &object.BadPlace
	case x.t().IsRecord():
		return l.arrow(e, x)
	case v.Ptr == nil:
		l.Errorf(e.Pos, "-> on a value of type %s", v.T)
		return &object.BadPlace
	}
	return l.mem.Deref(e.Pos, v.Ptr)
}

// arrow is what the user's operator-> leads to, through further ones where that
// is a struct again.
func (l *lowerer) arrow(e *cuda.MemberExpr, x callArg) *object.Place {
	for range maxInlining {
		pl := l.operator(e.Pos, "->", x)
		switch {
		case pl.T.Bad():
			return &object.BadPlace
		case pl.T.IsPointer():
			return l.mem.Deref(e.Pos, l.mem.Rvalue(pl).Ptr)
		case !pl.T.IsRecord():
			l.Errorf(e.Pos, "-> on a value of type %s", pl.T)
			return &object.BadPlace
		}
		x = callArg{pos: e.Pos, pl: pl}
	}
	l.Unsupported(e.Pos, "an endless chain of operator->")
	return &object.BadPlace
}

// conditionalPlace is c ? x : y with objects of one type on both sides; nil if
// they are not.
func (l *lowerer) conditionalPlace(e *cuda.CondExpr) *object.Place {
	if !syntax.IsPlace(e) {
		return nil
	}
	x, y := l.objectType(e.X), l.objectType(e.Y)
	if x.Bad() || !ctype.Same(x, y) || x.IsPointer() || x.IsArray() {
		return nil
	}
	addr := func(x cuda.Expr) cuda.Expr { return &cuda.UnaryExpr{Pos: x.ExprPos(), Op: "&", X: x} }
	v := l.conditional(&cuda.CondExpr{Pos: e.Pos, C: e.C, X: addr(e.X), Y: addr(e.Y)})
	if v.Ptr == nil {
		return &object.BadPlace
	}
	pl := l.mem.Deref(e.Pos, v.Ptr)
	pl.T = pl.T.Qualified(x.Const || y.Const, x.Volatile || y.Volatile)
	return pl
}

// objectType is the type of the object that e designates, without evaluating e;
// bad if e is a mere value such as an enumerator.
func (l *lowerer) objectType(e cuda.Expr) *ctype.Type {
	t := ctype.Bad
	l.mem.Aside(func() {
		if pl := l.evalPlace(e); pl.Val == nil {
			t = pl.T
		}
	})
	return t
}

// castPlace is (T&)x.
func (l *lowerer) castPlace(e *cuda.CastExpr) *object.Place {
	to := l.resolve(e.Type)
	t := to.Plain()
	pl := l.evalPlace(e.X)
	if t.Bad() || pl.T.Bad() {
		return &object.BadPlace
	}
	if ctype.Same(t, pl.T) {
		out := *pl
		out.T = pl.T.Plain().Qualified(to.Const, to.Volatile) // which decides between functions
		return &out
	}
	if pl.Val != nil {
		return valuePlace(e, l.castTo(*pl.Val, t, e.Pos))
	}
	l.mem.SeenAs(pl.Ptr, t)
	return l.mem.Cast(pl, t, e.Style == "reinterpret_cast")
}

// identPlace is what a name designates.
func (l *lowerer) identPlace(e *cuda.Ident) *object.Place {
	if len(e.Path) == 0 && !e.HasArgs {
		if sym := l.frame.scope.Find(e.Name); sym != nil {
			return l.symbolPlace(e, sym)
		}
		if pl := l.implicitMember(e); pl != nil {
			return pl
		}
		if pl := l.classValue(e); pl != nil {
			return pl
		}
		if v, ok := predefined.Builtin(e.Name, l.opts.Launch); ok {
			return valuePlace(e, v)
		}
		if pl := l.notes.Value(e); pl != nil {
			return pl
		}
	}
	for _, d := range l.prog.names.Find(l.frame.path, e.Path, e.Name, before(l)) {
		switch d := d.(type) {
		case *cuda.VarDecl:
			if d.Template != nil {
				return variableTemplate(l, d, e)
			}
			return l.globalPlace(d, e.Pos, nil)
		case *cuda.EnumDecl:
			return l.enumerator(e, d)
		case *cuda.BadDecl:
			l.Unsupported(e.Pos, "%s (declared at %s): %s", d.Name, d.Pos, d.Reason)
			return &object.BadPlace
		}
	}
	if pl := l.memberValue(e); pl != nil {
		return pl
	}
	if d := aliasedEnum(l, e); d != nil {
		return l.enumerator(e, d)
	}
	if v, ok := predefined.Value(e, l.frame.fn); ok {
		return valuePlace(e, v)
	}
	if l.functionNamed(e) {
		return valuePlace(e, l.functionValue(e))
	}
	l.undeclared(e.Pos, e)
	return &object.BadPlace
}

func (l *lowerer) symbolPlace(e *cuda.Ident, sym *bind.Symbol) *object.Place {
	switch {
	case sym.Place != nil:
		pl := *sym.Place
		pl.Pos = e.Pos
		return &pl
	case sym.Value != nil && sym.Of != nil:
		return valuePlace(e, object.ScalarValue(sym.Of, sym.Value))
	case sym.Value != nil:
		return valuePlace(e, computedValue(sym.Value))
	case sym.Pack != nil:
		l.Unsupported(e.Pos, "the pack %s without an expansion that gv2 understands; write its elements out", e.Name)
		return &object.BadPlace
	case sym.Bad != "":
		l.Unsupported(e.Pos, "%s", sym.Bad)
		return &object.BadPlace
	}
	l.Errorf(e.Pos, "%s is a type, not a value", e.Name)
	return &object.BadPlace
}

// implicitMember is a member of the object whose function is lowered.
func (l *lowerer) implicitMember(e *cuda.Ident) *object.Place {
	this := l.frame.this
	if this == nil || passesOver(l, this.T.Rec, e.Name) {
		return nil
	}
	obj := *this
	obj.Pos = e.Pos
	return l.member(&obj, e.Name)
}

// classValue is a static member or an enumerator of the class at hand.
func (l *lowerer) classValue(e *cuda.Ident) *object.Place {
	for s := l.frame.scope; s != nil; s = s.Outer {
		if s.Class != nil && !passesOver(l, s.Class, e.Name) {
			if pl := l.valueIn(s.Class, e); pl != nil {
				return pl
			}
		}
	}
	return nil
}

func (l *lowerer) thisPointer(e *cuda.ThisExpr) object.Value {
	if l.frame.this == nil {
		l.Errorf(e.Pos, "this outside a member function")
		return object.Bad
	}
	return object.Value{T: ctype.PointerTo(l.frame.this.T), Ptr: l.mem.Address(l.frame.this)}
}

func (l *lowerer) enumerator(e *cuda.Ident, d *cuda.EnumDecl) *object.Place {
	out := &object.BadPlace
	l.in(&frame{path: d.Scope, scope: bind.New(nil)}, func() { out = l.enumeratorHere(e, d) })
	return out
}

func (l *lowerer) enumeratorHere(e *cuda.Ident, d *cuda.EnumDecl) *object.Place {
	t, values := l.enumValues(d)
	for i, x := range values {
		if d.Values[i].Name == e.Name {
			return valuePlace(e, object.ScalarValue(t, x))
		}
	}
	if !t.Bad() {
		l.Errorf(e.Pos, "%s is a type, not a value", e.Name)
	}
	return &object.BadPlace
}

// aliasedEnum is the enumeration before :: in e, where an alias or a template's parameter
// names it; nil if there is none.
func aliasedEnum(l *lowerer, e *cuda.Ident) *cuda.EnumDecl {
	n := len(e.Path)
	if n == 0 {
		return nil
	}
	te := &cuda.TypeExpr{Pos: e.Pos, Name: e.Path[n-1], Path: e.Path[:n-1]}
	if !l.isTypeName(te) {
		return nil
	}
	return l.resolve(te).Enum
}

// functionNamed reports whether a name is that of a function.
func (l *lowerer) functionNamed(e *cuda.Ident) bool {
	if len(e.Path) == 0 && l.frame.scope.Find(e.Name) != nil {
		return false
	}
	for _, d := range l.prog.names.Find(l.frame.path, e.Path, e.Name, before(l)) {
		if _, ok := d.(*cuda.FuncDecl); ok {
			return true
		}
	}
	_, ok := intrinsic.Lookup(e.Name)
	return ok
}
