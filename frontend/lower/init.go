package lower

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/constexpr"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/image"
	"gv2/frontend/lower/layout"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/pack"
	"gv2/frontend/lower/syntax"
)

// listValue is a braced list as a value of type t.
func (l *lowerer) listValue(list *cuda.InitList, t *ctype.Type) object.Value {
	list, fault := l.prog.packs.List(list, l.frame.scope.Length)
	if !expanded(l, list.Pos, fault) {
		return object.Bad
	}
	switch {
	case t.Bad():
		return object.Bad
	case syntax.Constructs(t, max(1, len(list.Items))):
		return l.constructRecord(t, list.Items, list.Pos)
	case t.IsRecord() && t.Rec.Refers():
		l.Unsupported(list.Pos, "a list for the reference members of %s; give it a constructor", t)
		return object.Bad
	case len(list.Items) == 0:
		return l.zero(t, list.Pos)
	case list.Fields != nil:
		return l.designated(list, t)
	case t.IsScalar() || t.IsPointer():
		if len(list.Items) != 1 {
			l.Errorf(list.Pos, "%d values for one %s", len(list.Items), t)
			return object.Bad
		}
		return l.convertTo(l.eval(list.Items[0]), t, list.Items[0].ExprPos())
	}
	r := &listReader{l: l, items: list.Items}
	v := r.aggregate(t, list.Pos)
	if !v.Bad() && (r.next < len(r.items) || r.pending != nil) {
		l.Errorf(list.Items[len(list.Items)-1].ExprPos(), "too many values for a %s", t)
		return object.Bad
	}
	return v
}

// designated is {.x = 1, .y = 2}.
func (l *lowerer) designated(list *cuda.InitList, t *ctype.Type) object.Value {
	if !t.IsRecord() {
		l.Unsupported(list.Pos, "designators for a %s; list the values in order", t)
		return object.Bad
	}
	given := map[int]cuda.Expr{}
	for i, name := range list.Fields {
		at, ok := t.Rec.Index[name]
		if !ok {
			l.Errorf(list.Items[i].ExprPos(), "%s has no member %q to initialise by name", t, name)
			return object.Bad
		}
		given[at] = list.Items[i]
	}
	out := object.Value{T: t}
	var ends []object.Mark
	for i, f := range t.Rec.Fields {
		var v object.Value
		if given[i] == nil && t.Rec.Union {
			out.Fields, ends = append(out.Fields, v), append(ends, l.out.Mark())
			continue
		}
		if e := given[i]; e != nil {
			v = l.initValue(e, f.Type.Plain())
		} else {
			v = l.defaultField(f, t.Rec, object.Begun(out, list.Pos), list.Pos)
		}
		if v.Bad() {
			return object.Bad
		}
		out.Fields, ends = append(out.Fields, v), append(ends, l.out.Mark())
	}
	keepInOrder(l, ends, out.Fields)
	return out
}

// keepInOrder makes each of vs what it was where its evaluation ended, before that of the later ones.
func keepInOrder(l *lowerer, ends []object.Mark, vs []object.Value) {
	for i := min(len(ends), len(vs)) - 1; i >= 0; i-- {
		vs[i] = l.out.Keep(ends[i], vs[i])
	}
}

// initValue is an initialiser, braced or not, as a value of type t.
func (l *lowerer) initValue(e cuda.Expr, t *ctype.Type) object.Value {
	if list, ok := e.(*cuda.InitList); ok {
		return l.listValue(list, t)
	}
	if t.IsRecord() && l.copyMatters(t.Rec) {
		return l.copyOf(l.callArg(e), t, e.ExprPos())
	}
	return valueAs(l, e, t)
}

// listReader hands out the items of a list to the scalars of an aggregate;
// inner braces may be left out.
type listReader struct {
	l       *lowerer
	items   []cuda.Expr
	next    int
	pending *object.Value // evaluated, found to belong to an inner aggregate
}

func (r *listReader) done() bool { return r.pending == nil && r.next >= len(r.items) }

func (r *listReader) aggregate(t *ctype.Type, pos diag.Pos) object.Value {
	out, bad := object.Value{T: t}, false
	var ends []object.Mark
	add := func(ft *ctype.Type, missing func() object.Value) {
		var v object.Value
		switch {
		case bad:
			return
		case r.done():
			v = missing()
		default:
			v = r.item(ft.Plain(), pos)
		}
		out.Fields, ends = append(out.Fields, v), append(ends, r.l.out.Mark())
		bad = v.Bad()
	}
	orZero := func(ft *ctype.Type) { add(ft, func() object.Value { return r.l.zero(ft, pos) }) }
	switch {
	case t.IsRecord() && t.Rec.Union && len(t.Rec.Fields) > 0:
		orZero(t.Rec.Fields[0].Type)
		out.Fields = append(out.Fields, make([]object.Value, len(t.Rec.Fields)-1)...)
	case t.IsRecord() && t.Rec.Refers():
		r.l.Unsupported(pos, "a list for the reference members of %s; give it a constructor", t)
		bad = true
	case t.IsRecord() && !t.Rec.Union:
		for _, b := range t.Rec.Bases {
			before := out.Fields
			if orZero(b.Type()); !bad { // the members of the base are those of t
				out.Fields = append(before, out.Fields[len(before)].Fields...)
				end := ends[len(before)]
				for ends = ends[:len(before)]; len(ends) < len(out.Fields); {
					ends = append(ends, end)
				}
			}
		}
		for _, f := range t.Rec.Fields[min(len(out.Fields), len(t.Rec.Fields)):] {
			add(f.Type, func() object.Value { return r.l.defaultField(f, t.Rec, object.Begun(out, pos), pos) })
		}
	case t.IsArray() && t.Len >= 0 && t.Len <= object.MaxSpread:
		for range t.Len {
			orZero(t.Elem)
		}
	default:
		r.l.Unsupported(pos, "a braced list for a %s", t)
		bad = true
	}
	if bad {
		return object.Bad
	}
	keepInOrder(r.l, ends, out.Fields)
	return out
}

func (r *listReader) item(t *ctype.Type, pos diag.Pos) object.Value {
	aggregate := t.IsRecord() || t.IsArray()
	if r.pending == nil {
		e := r.items[r.next]
		pos = e.ExprPos()
		r.next++
		if list, ok := e.(*cuda.InitList); ok {
			return r.l.listValue(list, t)
		}
		v := r.l.evalItem(e)
		r.pending = &v
	}
	v := *r.pending
	if aggregate && !v.Bad() && !v.T.IsRecord() && !syntax.Constructs(t, 1) {
		return r.aggregate(t, pos)
	}
	r.pending = nil
	return r.l.convertTo(v, t, pos)
}

// evalItem is an item of a list: a copy, where it is a struct.
func (l *lowerer) evalItem(e cuda.Expr) object.Value {
	a := l.operand(e)
	if a.pl == nil || !l.copyMatters(a.pl.T.Rec) {
		return l.argValue(a)
	}
	return l.copyOf(a, a.pl.T.Plain(), a.pos)
}

// initialise writes an initialiser into pl, arrays element by element.
func (l *lowerer) initialise(pl *object.Place, init cuda.Expr) {
	list, ok := init.(*cuda.InitList)
	if !ok || !pl.T.IsArray() {
		l.mem.Write(pl, l.initValue(init, pl.T.Plain()))
		return
	}
	list, fault := l.prog.packs.List(list, l.frame.scope.Length)
	if !expanded(l, list.Pos, fault) {
		return
	}
	if list.Fields != nil {
		l.Unsupported(list.Pos, "designators for an array; assign the elements")
		return
	}
	if syntax.Nested(list) || !pl.T.Elem.IsArray() && !pl.T.Elem.IsRecord() {
		l.initialiseRows(pl, list)
		return
	}
	l.mem.Write(pl, l.listValue(list, pl.T.Plain()))
}

// initialiseRows takes one item for each element; the rest becomes zero.
func (l *lowerer) initialiseRows(pl *object.Place, list *cuda.InitList) {
	n := int64(len(list.Items))
	if n > pl.T.Len {
		l.Errorf(list.Pos, "%d values for an array of %d elements", n, pl.T.Len)
		return
	}
	for i, it := range list.Items {
		at := l.mem.Element(pl, int64(i))
		at.Pos = it.ExprPos()
		l.initialise(at, it)
	}
	l.zeroElements(pl, n)
}

// maxZeros is how many elements are cleared one by one; more take a loop.
const maxZeros = 64

// zeroElements clears the elements of pl from index from on.
func (l *lowerer) zeroElements(pl *object.Place, from int64) {
	if pl.T.Len-from <= maxZeros || pl.Ptr == nil {
		for i := from; i < pl.T.Len; i++ {
			l.zeroPlace(l.mem.Element(pl, i))
		}
		return
	}
	i := l.out.Temp(kernel.I64)
	src := l.out.At(pl.Pos)
	ref := &kernel.VarRef{Var: i}
	l.out.Emit(&kernel.Assign{Src: src, Dst: i, X: object.Offset(from)})
	body := l.out.Block(func() {
		off := l.mem.ShiftOffset(pl.Ptr, ref, pl.T.Elem.Size(), false)
		l.zeroPlace(&object.Place{Pos: pl.Pos, T: pl.T.Elem, Ptr: pl.Ptr.With(pl.T.Elem, off)})
	})
	post := []kernel.Stmt{&kernel.Assign{Src: src, Dst: i, X: object.AddOffset(ref, object.Offset(1))}}
	l.out.Emit(&kernel.Loop{Src: src, Cond: cexpr.Binary(kernel.Lt, ref, object.Offset(pl.T.Len)), Body: body, Post: post})
}

func (l *lowerer) zeroPlace(pl *object.Place) {
	if pl.T.IsArray() {
		l.zeroElements(pl, 0)
		return
	}
	l.mem.Write(pl, l.zero(pl.T.Plain(), pl.Pos))
}

// initialContents are the constants that m is declared with, and holds while the kernel runs
// where mem.KeepsInitial; nil if they are not known.
func (l *lowerer) initialContents(m *object.Memory) []kernel.Const {
	if table, known := l.tables[m]; known {
		return table
	}
	d := m.Decl
	if d == nil || d.Extern || d.Init == nil && d.Ctor == nil && (m.T.IsRecord() || m.T.HasPointers() && !m.T.HoldsFunctions()) {
		return nil
	}
	if d.Init == nil && d.Ctor == nil {
		return []kernel.Const{}
	}
	var out []kernel.Const
	l.in(standing(l, m), func() { out = contents(l, m) })
	if out != nil && m.Space == kernel.Constant && !m.Constant() && l.mem.KeepsInitial(m) {
		l.out.Assume("the host leaves the initial contents of " + m.Label + " unchanged")
	}
	return out
}

// standing is where the declaration of m stands.
func standing(l *lowerer, m *object.Memory) *frame {
	if r := l.staticOf[m]; r != nil {
		return &frame{path: r.Path, scope: bind.New(classOf(r).env), decl: m.Decl}
	}
	return &frame{path: m.Decl.Scope, scope: bind.New(nil), decl: m.Decl}
}

// contents are the constants of m, whose declaration stands here.
func contents(l *lowerer, m *object.Memory) (out []kernel.Const) {
	switch {
	case m.T.HoldsFunctions() && m.Unit == kernel.U64:
		out, _ = l.functionTable(m)
	case m.T.HasPointers():
	case m.T.IsScalar() && m.T.Scalar.IsInt() && m.Unit == m.T.Scalar && m.Decl.Ctor == nil:
		out = l.flatten(m, m.Decl.Init)
	case m.Count > 0 && m.Count <= image.Most:
		if im := image.New(m.Count * m.T.Size()); im != nil && m.Unit.IsInt() {
			before := l.diags
			intoImage(l, im, m)
			out = im.Units(m.Unit)
			l.diags = before // what is not understood is not known
		}
	}
	return out
}

// intoImage writes the initialiser of m into its image: item by item, where each has its own braces.
func intoImage(l *lowerer, im *image.Image, m *object.Memory) {
	var value func(e cuda.Expr, t *ctype.Type, off int64)
	put := func(t *ctype.Type, off int64, eval func() object.Value) {
		var v object.Value
		stmts := l.mem.Apart(func() { v = eval() })
		if !v.Bad() {
			v = object.MapValue(v, func(e kernel.Expr) kernel.Expr { return constexpr.Value(stmts, e) })
		}
		im.Put(v, t, off)
	}
	value = func(e cuda.Expr, t *ctype.Type, off int64) {
		list, ok := e.(*cuda.InitList)
		if !ok || !t.IsArray() || list.Fields != nil || pack.Any(list.Items) || !syntax.Nested(list) && (t.Elem.IsArray() || t.Elem.IsRecord()) || int64(len(list.Items)) > t.Len {
			put(t, off, func() object.Value { return l.initValue(e, t.Plain()) })
			return
		}
		for i := range t.Len {
			switch at := off + i*t.Elem.Size(); {
			case int(i) < len(list.Items):
				value(list.Items[i], t.Elem, at)
			case t.Elem.Innermost().IsRecord():
				put(t.Elem, at, func() object.Value { return l.zero(t.Elem, m.Decl.Pos) })
			}
		}
	}
	t := m.T
	for i := len(m.Dims) - 1; i >= 0; i-- {
		t = ctype.ArrayOf(t, m.Dims[i])
	}
	if m.Decl.Init == nil {
		put(t, 0, func() object.Value { return l.constructType(t.Plain(), m.Decl.Ctor, false, m.Decl.Pos) })
		return
	}
	value(m.Decl.Init, t, 0)
}

// flatten returns the constants of an initialiser in element order, nil if one
// is not constant. Literals are taken directly: there may be tens of thousands.
func (l *lowerer) flatten(m *object.Memory, init cuda.Expr) []kernel.Const {
	t := m.T.Scalar
	return layout.Contents(m.Count, m.Dims, init, t, func(e cuda.Expr) (kernel.Const, bool) {
		if n, ok := e.(*cuda.IntLit); ok {
			return kernel.Const{T: t, Val: t.Wrap(int64(n.Value))}, true
		}
		c, ok := l.constant(e)
		if ok {
			c, ok = cexpr.Convert(c, t).(*kernel.Const)
		}
		if !ok {
			return kernel.Const{}, false
		}
		return *c, true
	})
}
