package lower

import (
	"slices"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/aggregate"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/constexpr"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/image"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/syntax"
)

// initialisers reads the initialisers of the function at hand.
func initialisers(l *lowerer) *aggregate.Reader {
	return &aggregate.Reader{
		TypeOf: l.typeOf,
		Converts: func(from, to *ctype.Type) bool {
			return bestConversion(l, from, to, func(*candidate) bool { return true }) != nil
		},
		Expand: func(list *cuda.InitList) (*cuda.InitList, string) {
			return l.prog.packs.List(list, l.frame.scope.Length)
		},
	}
}

// refused reports whether an initialiser has a fault, which becomes a diagnostic.
func refused(l *lowerer, fault *aggregate.Fault) bool {
	switch {
	case fault == nil:
		return false
	case fault.Unsupported:
		l.Unsupported(fault.Pos, "%s", fault.Text)
	default:
		l.Errorf(fault.Pos, "%s", fault.Text)
	}
	return true
}

// listValue is a braced list as a value of type t.
func (l *lowerer) listValue(list *cuda.InitList, t *ctype.Type) object.Value {
	if t.Bad() {
		return object.Bad
	}
	p, fault := initialisers(l).Of(t, list)
	if refused(l, fault) {
		return object.Bad
	}
	if whole, ok := p.Init.(*cuda.InitList); ok && p.Kind == aggregate.Whole {
		return l.wholeList(whole, t)
	}
	return l.partValue(&p)
}

// wholeList is a list that initialises no parts.
func (l *lowerer) wholeList(list *cuda.InitList, t *ctype.Type) object.Value {
	switch {
	case syntax.Constructs(t, max(1, len(list.Items))):
		return l.constructRecord(t, list.Items, list.Pos)
	case t.IsRecord() && t.Rec.Refers():
		l.Unsupported(list.Pos, "a list for the reference members of %s; give it a constructor", t)
		return object.Bad
	case !t.IsScalar() && !t.IsPointer():
		l.Unsupported(list.Pos, "a braced list for a %s", t)
		return object.Bad
	case list.Fields != nil:
		l.Unsupported(list.Pos, "designators for a %s; list the values in order", t)
		return object.Bad
	case len(list.Items) == 0:
		return l.zero(t, list.Pos)
	case len(list.Items) != 1:
		l.Errorf(list.Pos, "%d values for one %s", len(list.Items), t)
		return object.Bad
	}
	return l.convertTo(l.eval(list.Items[0]), t, list.Items[0].ExprPos())
}

// partValue is what p initialises.
func (l *lowerer) partValue(p *aggregate.Part) object.Value {
	t := p.Type.Plain()
	out := object.Value{T: t}
	switch p.Kind {
	case aggregate.Idle:
		return object.Value{}
	case aggregate.Left:
		return l.zero(t, p.Pos)
	case aggregate.Whole:
		return l.initValue(p.Init, t)
	case aggregate.Text, aggregate.Items:
		if t.Len < 0 || t.Len > object.MaxSpread {
			l.Unsupported(p.Pos, "a braced list for a %s", t)
			return object.Bad
		}
	case aggregate.Members:
	}
	if p.Kind == aggregate.Text {
		for i := range t.Len {
			out.Fields = append(out.Fields, object.ScalarValue(t.Elem, image.Character(p.Text, i, t.Elem.Scalar)))
		}
		return out
	}
	var ends []object.Mark
	add := func(vs []object.Value) {
		for _, v := range vs {
			out.Fields, ends = append(out.Fields, v), append(ends, l.out.Mark())
		}
	}
	for i := range p.Parts {
		part := &p.Parts[i]
		var v object.Value
		if n := i - len(p.Parts) + len(t.OwnFields()); t.IsRecord() && n >= 0 && part.Kind == aggregate.Left {
			v = l.defaultField(t.OwnFields()[n], t.Rec, object.Begun(out, p.Pos), p.Pos)
		} else {
			v = l.partValue(part)
		}
		switch {
		case part.Kind != aggregate.Idle && v.Bad():
			return object.Bad
		case t.IsRecord() && i < len(t.Rec.Bases): // the members of the base are those of t
			add(v.Fields)
		default:
			add([]object.Value{v})
		}
	}
	for p.Kind == aggregate.Items && int64(len(out.Fields)) < t.Len {
		v := l.zero(t.Elem, p.Pos)
		if v.Bad() {
			return object.Bad
		}
		add([]object.Value{v})
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
	switch e := e.(type) {
	case *cuda.InitList:
		return l.listValue(e, t)
	case *cuda.StringLit:
		if t.IsArray() {
			p, fault := initialisers(l).Of(t, e)
			if refused(l, fault) || p.Kind == aggregate.Whole {
				break
			}
			return l.partValue(&p)
		}
	}
	if t.IsRecord() && l.copyMatters(t.Rec) {
		return l.copyOf(l.callArg(e), t, e.ExprPos())
	}
	return valueAs(l, e, t)
}

// initialise writes an initialiser into pl, arrays element by element.
func (l *lowerer) initialise(pl *object.Place, init cuda.Expr) {
	if list, ok := init.(*cuda.InitList); ok && pl.T.IsArray() && (pl.T.Len > object.MaxSpread || syntax.Nested(list) || !pl.T.Elem.IsArray() && !pl.T.Elem.IsRecord()) {
		n := int64(0)
		each, fault := initialisers(l).Each(pl.T, init, func(i int64, p aggregate.Part) bool {
			n = i + 1
			at := l.mem.Element(pl, i)
			at.Pos = p.Pos
			if p.Kind == aggregate.Whole {
				l.initialise(at, p.Init)
			} else {
				l.mem.Write(at, l.partValue(&p))
			}
			return true
		})
		if refused(l, fault) {
			return
		}
		if each {
			l.zeroElements(pl, n)
			return
		}
	}
	l.mem.Write(pl, l.initValue(init, pl.T.Plain()))
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
	if d == nil || d.Extern || d.Init == nil && d.Ctor == nil && (!startsZero(m.T) || m.T.HasPointers() && !m.T.HoldsFunctions()) {
		return nil
	}
	if d.Init == nil && d.Ctor == nil {
		return []kernel.Const{}
	}
	hosts := m.Space == kernel.Constant && !m.Constant() // which the host may write
	if hosts && m.Unit.Kind == kernel.Float {
		return nil // no proof needs numbers that nobody can be sure of
	}
	var out []kernel.Const
	l.in(standing(l, m), func() { out = contents(l, m) })
	if out != nil && hosts && l.mem.KeepsInitial(m) {
		l.out.Assume("the host leaves the initial contents of " + m.Label + " unchanged")
	}
	return out
}

// startsZero reports whether a variable of type t without an initialiser is all zeros at first: no class in it has a constructor, or an
// initialiser of a member.
func startsZero(t *ctype.Type) bool {
	t = t.Innermost()
	if !t.IsRecord() {
		return true
	}
	r := t.Rec
	if r.Decl == nil || r.Decl.Pos.Supplied() || syntax.HasConstructor(r) || slices.ContainsFunc(r.Bases, func(b *ctype.Record) bool { return !startsZero(b.Type()) }) {
		return false
	}
	return !slices.ContainsFunc(r.Fields, func(f ctype.Field) bool { return f.Init != nil || f.Refers || !startsZero(f.Type) })
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
	case m.Count > 0 && m.Count <= image.Most:
		if im := image.New(m.Count * m.T.Size()); im != nil {
			before := l.diags
			broken := intoImage(l, im, m)
			out = im.Units(m.Unit)
			l.diags = before // what is not understood is not known
			if broken != nil {
				what := ""
				if broken.Text != "false" {
					what = " (" + broken.Text + ")"
				}
				l.Unsupported(m.Decl.Pos, "a variable that starts with a value for which an assertion of its constructor fails%s; start it with another one", what)
			}
		}
	}
	return out
}

// intoImage writes the initialiser of m into its image. broken is an assertion that fails on the way, in a constructor: a program
// with that has no meaning, also where no compiler sees it.
func intoImage(l *lowerer, im *image.Image, m *object.Memory) (broken *kernel.Assert) {
	t := m.T
	for i := len(m.Dims) - 1; i >= 0; i-- {
		t = ctype.ArrayOf(t, m.Dims[i])
	}
	constant := func(eval func() object.Value) object.Value {
		var v object.Value
		stmts := l.mem.Apart(func() { v = eval() })
		if broken == nil {
			broken = constexpr.Fails(stmts)
		}
		if v.Bad() {
			return v
		}
		return object.MapValue(v, func(e kernel.Expr) kernel.Expr { return constexpr.Value(stmts, e) })
	}
	if m.Decl.Init == nil {
		im.Put(constant(func() object.Value { return l.constructType(t.Plain(), m.Decl.Ctor, false, m.Decl.Pos) }), t, 0)
		return broken
	}
	f := &image.Filler{
		Image: im,
		Parts: initialisers(l),
		Value: func(p *aggregate.Part) object.Value { return constant(func() object.Value { return l.partValue(p) }) },
		Default: func(t *ctype.Type) object.Value {
			return constant(func() object.Value { return l.zero(t, m.Decl.Pos) })
		},
	}
	f.Object(t, m.Decl.Init)
	return broken
}
