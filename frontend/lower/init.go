package lower

import (
	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// listValue is a braced list as a value of type t.
func (l *lowerer) listValue(list *cuda.InitList, t *ctype.Type) value {
	switch {
	case t.Bad():
		return badValue
	case constructs(t, len(list.Items)):
		return l.constructRecord(t, list.Items, list.Pos)
	case len(list.Items) == 0:
		return l.zero(t, list.Pos)
	case list.Fields != nil:
		return l.designated(list, t)
	case t.IsScalar() || t.IsPointer():
		if len(list.Items) != 1 {
			l.Errorf(list.Pos, "%d values for one %s", len(list.Items), t)
			return badValue
		}
		return l.convertTo(l.eval(list.Items[0]), t, list.Items[0].ExprPos())
	}
	r := &listReader{l: l, items: list.Items}
	v := r.aggregate(t, list.Pos)
	if !v.bad() && (r.next < len(r.items) || r.pending != nil) {
		l.Errorf(list.Items[len(list.Items)-1].ExprPos(), "too many values for a %s", t)
		return badValue
	}
	return v
}

// designated is {.x = 1, .y = 2}.
func (l *lowerer) designated(list *cuda.InitList, t *ctype.Type) value {
	if !t.IsRecord() {
		l.Unsupported(list.Pos, "designators for a %s; list the values in order", t)
		return badValue
	}
	given := map[int]cuda.Expr{}
	for i, name := range list.Fields {
		at, ok := t.Rec.Index[name]
		if !ok {
			l.Errorf(list.Items[i].ExprPos(), "%s has no member %q to initialise by name", t, name)
			return badValue
		}
		given[at] = list.Items[i]
	}
	out := value{t: t}
	for i, f := range t.Rec.Fields {
		var v value
		if given[i] == nil && t.Rec.Union {
			out.fields = append(out.fields, v)
			continue
		}
		if e := given[i]; e != nil {
			v = l.initValue(e, f.Type.Plain())
		} else {
			v = l.defaultField(f, t.Rec, list.Pos)
		}
		if v.bad() {
			return badValue
		}
		out.fields = append(out.fields, v)
	}
	return out
}

// initValue is an initialiser, braced or not, as a value of type t.
func (l *lowerer) initValue(e cuda.Expr, t *ctype.Type) value {
	if list, ok := e.(*cuda.InitList); ok {
		return l.listValue(list, t)
	}
	if t.IsRecord() && l.copyMatters(t.Rec) {
		return l.copyOf(l.callArg(e), t, e.ExprPos())
	}
	return l.convertTo(l.eval(e), t, e.ExprPos())
}

// listReader hands out the items of a list to the scalars of an aggregate;
// inner braces may be left out.
type listReader struct {
	l       *lowerer
	items   []cuda.Expr
	next    int
	pending *value // evaluated, found to belong to an inner aggregate
}

func (r *listReader) done() bool { return r.pending == nil && r.next >= len(r.items) }

func (r *listReader) aggregate(t *ctype.Type, pos diag.Pos) value {
	out := value{t: t}
	add := func(ft *ctype.Type, missing func() value) bool {
		var v value
		if r.done() {
			v = missing()
		} else {
			v = r.item(ft.Plain(), pos)
		}
		out.fields = append(out.fields, v)
		return !v.bad()
	}
	switch {
	case t.IsRecord() && t.Rec.Union:
		if len(t.Rec.Fields) == 0 || !add(t.Rec.Fields[0].Type, func() value { return r.l.zero(t.Rec.Fields[0].Type, pos) }) {
			return badValue
		}
		out.fields = append(out.fields, make([]value, len(t.Rec.Fields)-1)...)
		return out
	case t.IsRecord():
		for _, f := range t.Rec.Fields {
			if !add(f.Type, func() value { return r.l.defaultField(f, t.Rec, pos) }) {
				return badValue
			}
		}
		return out
	case t.IsArray() && t.Len >= 0 && t.Len <= maxSpread:
		for range t.Len {
			if !add(t.Elem, func() value { return r.l.zero(t.Elem, pos) }) {
				return badValue
			}
		}
		return out
	}
	r.l.Unsupported(pos, "a braced list for a %s", t)
	return badValue
}

func (r *listReader) item(t *ctype.Type, pos diag.Pos) value {
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
	if aggregate && !v.bad() && !v.t.IsRecord() {
		return r.aggregate(t, pos)
	}
	r.pending = nil
	return r.l.convertTo(v, t, pos)
}

// evalItem is an item of a list: a copy, where it is a struct.
func (l *lowerer) evalItem(e cuda.Expr) value {
	a := l.operand(e)
	if a.pl == nil || !l.copyMatters(a.pl.t.Rec) {
		return l.argValue(a)
	}
	return l.copyOf(a, a.pl.t.Plain(), a.pos)
}

// initialise writes an initialiser into pl, arrays element by element.
func (l *lowerer) initialise(pl *place, init cuda.Expr) {
	list, ok := init.(*cuda.InitList)
	if !ok || !pl.t.IsArray() {
		l.mem.write(pl, l.initValue(init, pl.t.Plain()))
		return
	}
	if list.Fields != nil {
		l.Unsupported(list.Pos, "designators for an array; assign the elements")
		return
	}
	if nested(list) || !pl.t.Elem.IsArray() && !pl.t.Elem.IsRecord() {
		l.initialiseRows(pl, list)
		return
	}
	l.mem.write(pl, l.listValue(list, pl.t.Plain()))
}

func nested(list *cuda.InitList) bool {
	for _, it := range list.Items {
		if _, ok := it.(*cuda.InitList); ok {
			return true
		}
	}
	return false
}

// initialiseRows takes one item for each element; the rest becomes zero.
func (l *lowerer) initialiseRows(pl *place, list *cuda.InitList) {
	n := int64(len(list.Items))
	if n > pl.t.Len {
		l.Errorf(list.Pos, "%d values for an array of %d elements", n, pl.t.Len)
		return
	}
	for i, it := range list.Items {
		at := l.mem.element(pl, int64(i))
		at.pos = it.ExprPos()
		l.initialise(at, it)
	}
	l.zeroElements(pl, n)
}

// maxZeros is how many elements are cleared one by one; more take a loop.
const maxZeros = 64

// zeroElements clears the elements of pl from index from on.
func (l *lowerer) zeroElements(pl *place, from int64) {
	if pl.t.Len-from <= maxZeros || pl.ptr == nil {
		for i := from; i < pl.t.Len; i++ {
			l.zeroPlace(l.mem.element(pl, i))
		}
		return
	}
	i := l.out.Temp(kernel.I64)
	src := l.out.at(pl.pos)
	ref := &kernel.VarRef{Var: i}
	l.out.Emit(&kernel.Assign{Src: src, Dst: i, X: offset(from)})
	body := l.out.Block(func() {
		off := l.mem.shiftOffset(pl.ptr, ref, pl.t.Elem.Size(), false)
		l.zeroPlace(&place{pos: pl.pos, t: pl.t.Elem, ptr: pl.ptr.with(pl.t.Elem, off)})
	})
	post := []kernel.Stmt{&kernel.Assign{Src: src, Dst: i, X: add(ref, offset(1))}}
	l.out.Emit(&kernel.Loop{Src: src, Cond: cexpr.Binary(kernel.Lt, ref, offset(pl.t.Len)), Body: body, Post: post})
}

func (l *lowerer) zeroPlace(pl *place) {
	if pl.t.IsArray() {
		l.zeroElements(pl, 0)
		return
	}
	l.mem.write(pl, l.zero(pl.t.Plain(), pl.pos))
}

// initialContents are the constants that m holds when the kernel starts and
// while it runs; nil if that is not known.
func (l *lowerer) initialContents(m *memory) []kernel.Const {
	if !l.mem.keepsInitial(m) {
		return nil
	}
	var out []kernel.Const
	switch {
	case m.t.HoldsFunctions() && m.unit == kernel.U64:
		out, _ = l.functionTable(m)
	case m.t.IsScalar() && m.t.Scalar.IsInt() && m.unit == m.t.Scalar:
		l.in(&frame{path: m.decl.Scope}, func() { out = l.flatten(m, m.decl.Init) })
	}
	if out != nil && m.space == kernel.Constant && !m.constant() {
		l.out.Assume("the host leaves the initial contents of " + m.label + " unchanged")
	}
	return out
}

// flatten returns the constants of an initialiser in element order, nil if one
// is not constant.
func (l *lowerer) flatten(m *memory, init cuda.Expr) []kernel.Const {
	return l.flattenWith(&flattener{l: l, t: m.t.Scalar, ok: true}, m, init)
}

func (l *lowerer) flattenWith(f *flattener, m *memory, init cuda.Expr) []kernel.Const {
	if m.count > 0 && m.count <= 1<<24 {
		f.fill(init, m.dims)
	}
	if !f.ok || int64(len(f.out)) > m.count {
		return nil
	}
	return f.out
}

type flattener struct {
	l   *lowerer
	t   kernel.Type
	out []kernel.Const
	ok  bool
	// function is told the functions of a table of pointers to functions.
	function func(*pointer)
}

func (f *flattener) fill(init cuda.Expr, dims []int64) {
	list, isList := init.(*cuda.InitList)
	if !isList {
		f.scalar(init)
		return
	}
	if list.Fields != nil {
		f.ok = false
		return
	}
	if len(dims) == 0 {
		if f.ok = f.ok && len(list.Items) == 1; f.ok {
			f.scalar(list.Items[0])
		}
		return
	}
	start := len(f.out)
	nested := false
	for _, it := range list.Items {
		_, sub := it.(*cuda.InitList)
		nested = nested || sub
		f.fill(it, dims[1:])
		if !f.ok {
			return
		}
	}
	if nested || len(dims) == 1 {
		f.pad(start, dims)
	}
}

// pad adds the zeros that a nested list leaves out.
func (f *flattener) pad(start int, dims []int64) {
	n := 1
	for _, d := range dims {
		n *= int(d)
	}
	for len(f.out) < start+n {
		f.out = append(f.out, kernel.Const{T: f.t})
	}
}

// scalar takes literals directly: an initialiser may have tens of thousands.
func (f *flattener) scalar(e cuda.Expr) {
	if f.function != nil {
		n, p, ok := f.l.functionNumber(e)
		if f.ok = f.ok && ok; f.ok {
			f.function(p)
			f.out = append(f.out, kernel.Const{T: f.t, Val: n})
		}
		return
	}
	if n, ok := e.(*cuda.IntLit); ok {
		f.out = append(f.out, kernel.Const{T: f.t, Val: f.t.Wrap(int64(n.Value))})
		return
	}
	c, ok := f.l.constant(e)
	if !ok {
		f.ok = false
		return
	}
	if c, ok = cexpr.Convert(c, f.t).(*kernel.Const); ok {
		f.out = append(f.out, *c)
	}
	f.ok = f.ok && ok
}
