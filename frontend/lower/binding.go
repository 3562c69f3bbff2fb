package lower

import (
	"gv2/frontend/cuda"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/pack"
	"gv2/frontend/lower/ranged"
	"gv2/frontend/lower/syntax"
)

// bindings is auto [a, b] = x;: names for the elements of an array, for the members of a class or
// for the parts of a std::pair, of a copy of x or, with &, of x itself: [dcl.struct.bind].
func bindings(l *lowerer, d *cuda.BindingDecl) {
	parts, fixed := boundParts(l, d, boundObject(l, d.Var)), fixedVar(l, d.Var.Type, d.Var.Init)
	for i, b := range d.Names {
		sym := &bind.Symbol{Place: &object.BadPlace}
		if i < len(parts) {
			sym = &bind.Symbol{Place: parts[i], Declared: parts[i].T, Fixed: fixed}
		}
		l.frame.scope.Bind(b.Name, sym)
	}
}

// boundObject is what the names are parts of.
func boundObject(l *lowerer, v *cuda.VarDecl) *object.Place {
	t := l.typeOf(v.Init)
	if _, konst, ref := syntax.AutoOf(v.Type); t.IsArray() && !ref { // it is copied, as no other array is
		from := l.evalPlace(v.Init)
		s := l.slot(v, "")
		c := l.mem.NewCell(v.Name, t.Mutable(), s, s, v.Pos)
		l.mem.Write(c.Place(v.Pos), l.mem.Read(from))
		return c.QualifiedPlace(v.Pos, t.Qualified(konst, false))
	}
	l.declareVar(v)
	return l.frame.scope.Find(v.Name).Place
}

// boundParts are the parts of pl, nil after a diagnostic.
func boundParts(l *lowerer, d *cuda.BindingDecl, pl *object.Place) []*object.Place {
	var parts []*object.Place
	switch {
	case pl.T.Bad():
		return nil
	case pl.T.IsArray() && pl.T.Len >= 0 && pl.T.Len <= object.MaxSpread:
		for i := range pl.T.Len {
			parts = append(parts, l.mem.Element(pl, i))
		}
	case !pl.T.IsRecord() || pl.T.Rec.Union:
		l.Errorf(d.Pos, "a %s has no parts to bind", pl.T)
		return nil
	case tupleLike(l, pl.T.Rec):
		l.Unsupported(d.Pos, "a structured binding of %s, whose parts std::tuple_size and get tell; call get", pl.T.Plain())
		return nil
	default:
		for _, f := range pl.T.Rec.Fields {
			if f.Name == "" {
				l.Unsupported(d.Pos, "a structured binding of %s, which has a member without a name; name the members", pl.T.Plain())
				return nil
			}
			parts = append(parts, l.member(pl, f.Name))
		}
	}
	if len(parts) != len(d.Names) {
		l.Errorf(d.Pos, "%d names for the %d parts of a %s", len(d.Names), len(parts), pl.T.Plain())
		return nil
	}
	return parts
}

// tupleLike reports whether the parts of r are not its members: a tuple, or a class of a file that
// says so of classes. Those of a std::pair are.
func tupleLike(l *lowerer, r *ctype.Record) bool {
	if r.Decl != nil && r.Decl.Pos.Supplied() {
		return r.Decl.Name != "pair"
	}
	for _, d := range l.prog.names.Declared([]string{"std"}, "tuple_size") {
		if s, ok := d.(*cuda.RecordDecl); ok && s.SpecialOf != nil && !s.Pos.Supplied() {
			return true
		}
	}
	return false
}

// rangeStmt is for (x : range).
func rangeStmt(l *lowerer, st *cuda.RangeStmt) {
	if st.Init != nil {
		l.stmt(st.Init)
	}
	if r, ok := rangeOf(l, st); ok {
		l.stmt(l.prog.ranges.Loop(st, r))
	}
}

// rangeOf looks at what stands behind the colon; ok is false after a diagnostic.
func rangeOf(l *lowerer, st *cuda.RangeStmt) (r ranged.Range, ok bool) {
	pos := st.X.ExprPos()
	if list, is := st.X.(*cuda.InitList); is {
		if list.Fields != nil || len(list.Items) == 0 || pack.Any(list.Items) {
			l.Unsupported(pos, "a loop over this list; declare an array")
			return r, false
		}
		t := l.typeOf(list.Items[0]).Plain()
		for _, e := range list.Items {
			if of := l.typeOf(e); of.Bad() || of.IsArray() || of.Plain().Identity() != t.Identity() {
				l.Unsupported(pos, "a loop over a list of values of several types; declare an array")
				return r, false
			}
		}
		l.frame.scope.Bind(ranged.ElementType, &bind.Symbol{T: t})
		return ranged.Range{Kind: ranged.List, Len: int64(len(list.Items))}, true
	}
	switch t := l.typeOf(st.X); {
	case t.Bad():
		l.mem.Explain(pos)
	case t.IsArray() && t.Len >= 0:
		return ranged.Range{Kind: ranged.Array, Len: t.Len}, true
	case t.IsRecord() && len(l.methods(t.Rec, "begin").fns) > 0 && len(l.methods(t.Rec, "end").fns) > 0:
		return ranged.Range{Kind: ranged.Members}, true
	case t.IsRecord():
		l.Unsupported(pos, "a loop over a %s, which has no members begin and end; write it with an index", t.Plain())
	default:
		l.Errorf(pos, "a loop over a %s, which is no array", t)
	}
	return r, false
}
