package object

import (
	"fmt"

	"gv2/frontend/cexpr"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// Among is one of several places, the one with number at: an element of an array that is one
// variable per element, or a part of such an element.
type Among struct {
	places []*Place
	at     kernel.Expr // which variables do not change
}

// maxAmong bounds how many places an index may choose from.
const maxAmong = 64

// ElementAt is element i of the array at pl, which is no memory. That i lies in the array is
// asserted. The place is bad after a diagnostic.
func (mem *Model) ElementAt(pos diag.Pos, pl *Place, i kernel.Expr) *Place {
	if pl.Among != nil {
		return pl.Among.each(pos, pl.T.Elem, func(x *Place) *Place {
			if x.Ptr != nil {
				return mem.Deref(pos, mem.Shift(x.Ptr.With(pl.T.Elem, x.Ptr.Off), i, false))
			}
			return mem.ElementAt(pos, x, i)
		})
	}
	n := pl.T.Len
	if n > maxAmong {
		mem.out.Unsupported(pos, "an index that is not constant, of an array of %d pointers; gv2 follows %d at most", n, maxAmong)
		return &BadPlace
	}
	i = mem.out.Stable(pos, cexpr.Convert(i, kernel.I64))
	inside := cexpr.Binary(kernel.LAnd, cexpr.Binary(kernel.Ge, i, Offset(0)), cexpr.Binary(kernel.Lt, i, Offset(n)))
	if c, ok := inside.(*kernel.Const); !ok || c.Val == 0 {
		mem.out.Emit(&kernel.Assert{Src: mem.out.At(pos), Cond: inside, Text: fmt.Sprintf("the index is inside of the array of %d elements", n)})
	}
	a := &Among{at: i}
	for k := range n {
		e := mem.Element(pl, k)
		e.Pos = pos
		a.places = append(a.places, e)
	}
	return &Place{Pos: pos, T: a.places[0].T, Among: a}
}

// each is the place of type t that f makes of the one of a.
func (a *Among) each(pos diag.Pos, t *ctype.Type, f func(*Place) *Place) *Place {
	out := &Among{at: a.at}
	for _, x := range a.places {
		pl := *f(x)
		pl.Pos = pos
		if pl.T.Bad() {
			return &BadPlace
		}
		out.places = append(out.places, &pl)
	}
	return &Place{Pos: pos, T: t, Among: out}
}

func (a *Among) is(k int) kernel.Expr { return cexpr.Binary(kernel.Eq, a.at, Offset(int64(k))) }

// readAmong reads the place that it is. Only that one is accessed.
func (mem *Model) readAmong(pl *Place) Value {
	a := pl.Among
	values := make([]Value, len(a.places))
	blocks := make([][]kernel.Stmt, len(a.places))
	for k, x := range a.places {
		blocks[k] = mem.out.Block(func() { values[k] = mem.Read(x) })
		if values[k].Bad() {
			return Bad
		}
	}
	last := len(values) - 1
	v := values[last]
	for k := last - 1; k >= 0; k-- {
		x := values[k]
		if x, v = mem.commonShape(pl.Pos, x, v); x.Bad() {
			return Bad
		}
		stmts := blocks[k]
		if len(stmts)+len(blocks[k+1]) == 0 {
			v = JoinValues(x, v, func(x, y kernel.Expr) kernel.Expr { return kernel.FoldNode(&kernel.Cond{C: a.is(k), X: x, Y: y}) })
			continue
		}
		other := blocks[k+1]
		v = JoinValues(x, v, func(x, y kernel.Expr) kernel.Expr {
			t := mem.out.Temp(x.Type())
			stmts = append(stmts, &kernel.Assign{Src: mem.out.At(pl.Pos), Dst: t, X: x})
			other = append(other, &kernel.Assign{Src: mem.out.At(pl.Pos), Dst: t, X: y})
			return &kernel.VarRef{Var: t}
		})
		blocks[k] = mem.out.Block(func() { mem.out.Emit(&kernel.If{Src: mem.out.At(pl.Pos), Cond: a.is(k), Then: stmts, Else: other}) })
	}
	mem.out.Cur = append(mem.out.Cur, blocks[0]...)
	if v.Expr == nil && v.Ptr == nil {
		return v
	}
	return MapValue(v, func(e kernel.Expr) kernel.Expr { return mem.out.Stable(pl.Pos, e) })
}

// commonShape gives two values of one type the same targets for each pointer in them.
func (mem *Model) commonShape(pos diag.Pos, x, y Value) (Value, Value) {
	switch {
	case x.Ptr != nil && y.Ptr != nil:
		p, q := mem.CommonPointers(x.Ptr, y.Ptr)
		p.T, q.T = x.T, y.T
		return p, q
	case len(x.Fields) != len(y.Fields) || x.T.IsRecord() && x.T.Rec.Union:
		mem.out.Unsupported(pos, "an element of this array with an index that is not constant; unroll by hand or use a switch")
		return Bad, Bad
	}
	if x.Fields != nil {
		x.Fields, y.Fields = append([]Value(nil), x.Fields...), append([]Value(nil), y.Fields...)
	}
	for i := range x.Fields {
		if x.Fields[i], y.Fields[i] = mem.commonShape(pos, x.Fields[i], y.Fields[i]); x.Fields[i].Bad() {
			return Bad, Bad
		}
	}
	return x, y
}

// writeAmong writes v to the place that it is.
func (mem *Model) writeAmong(pl *Place, v Value) {
	v = MapValue(v, func(e kernel.Expr) kernel.Expr { return mem.out.Stable(pl.Pos, e) })
	for k, x := range pl.Among.places {
		then := mem.out.Block(func() { mem.Write(x, v) })
		if len(then) > 0 {
			mem.out.Emit(&kernel.If{Src: mem.out.At(pl.Pos), Cond: pl.Among.is(k), Then: then})
		}
	}
}
