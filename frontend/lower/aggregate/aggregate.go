// Package aggregate says what initialises each part of an object: which item of a braced list, braces left
// out or not, which string, which member initialiser ([dcl.init.list], [dcl.init.aggr], [dcl.init.string]).
//
// In: a type and an initialiser. Out: the same as a tree of parts, in the order in which they are evaluated, or a fault.
// It evaluates nothing; where the meaning depends on the type of an item, it asks for that.
package aggregate

import (
	"fmt"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/syntax"
)

// Kind says how a part is initialised.
type Kind int

// The kinds of parts.
const (
	Left    Kind = iota // by nothing that is written: its default, or zero
	Whole               // by Init, an expression or a list, as one object: scalars, classes with constructors, copies
	Text                // an array of characters by those of Text
	Members             // a class by Parts, its bases first; of a union all but one are Idle
	Items               // an array by Parts, as far as they go; what follows is Left
	Idle                // the members of a union that have no value
)

// Part is one object, and what initialises it.
type Part struct {
	Kind  Kind
	Type  *ctype.Type
	Pos   diag.Pos
	Init  cuda.Expr
	Text  *cuda.StringLit
	Parts []Part
}

// Fault is why an initialiser has no meaning, or none that gv2 knows.
type Fault struct {
	Pos         diag.Pos
	Text        string
	Unsupported bool
}

// Reader reads initialisers.
type Reader struct {
	// TypeOf is the type of an item, arrays as they are.
	TypeOf func(cuda.Expr) *ctype.Type
	// Converts reports whether an object of class from can initialise one of class to, which has no constructor.
	Converts func(from, to *ctype.Type) bool
	// Expand is a list without expansions of packs; the text says what is wrong with it.
	Expand func(*cuda.InitList) (*cuda.InitList, string)

	fault *Fault
}

// Of is what initialises an object of type t.
func (r *Reader) Of(t *ctype.Type, init cuda.Expr) (Part, *Fault) {
	r.fault = nil
	p := r.object(t, init)
	return p, r.fault
}

// Each hands the elements of an array that a list initialises to visit, one after the other, so that no
// tree of a large table is made; ok is false if init is no list of elements, of which Of tells more. visit returns false to stop.
func (r *Reader) Each(t *ctype.Type, init cuda.Expr, visit func(i int64, p Part) bool) (ok bool, fault *Fault) {
	list, is := init.(*cuda.InitList)
	if !is || !t.IsArray() || list.Fields != nil || r.text(t, init) != nil {
		return false, nil
	}
	r.fault = nil
	if list = r.expanded(list); list == nil {
		return true, r.fault
	}
	c := &cursor{r: r, items: list.Items}
	for i := int64(0); !c.done() && (t.Len < 0 || i < t.Len); i++ {
		p := c.part(t.Elem)
		if r.fault != nil || !visit(i, p) {
			return true, r.fault
		}
	}
	c.end(t)
	return true, r.fault
}

// Length is how many elements of type t an initialiser gives an array that is declared without a length.
func (r *Reader) Length(t *ctype.Type, init cuda.Expr) (int64, *Fault) {
	open := ctype.ArrayOf(t, -1)
	if s := r.text(open, init); s != nil {
		return int64(s.Len), nil
	}
	n := int64(0)
	ok, fault := r.Each(open, init, func(int64, Part) bool { n++; return true })
	if !ok && fault == nil {
		fault = &Fault{Pos: init.ExprPos(), Text: "no list that tells the length of an array"}
	}
	return n, fault
}

func (r *Reader) fail(pos diag.Pos, unsupported bool, format string, args ...any) Part {
	if r.fault == nil {
		r.fault = &Fault{pos, fmt.Sprintf(format, args...), unsupported}
	}
	return Part{}
}

func (r *Reader) expanded(list *cuda.InitList) *cuda.InitList {
	out, fault := r.Expand(list)
	if fault != "" {
		r.fail(list.Pos, true, "%s", fault)
		return nil
	}
	return out
}

// text is the string that initialises an array of characters, in braces or not; nil if init is none.
func (r *Reader) text(t *ctype.Type, init cuda.Expr) *cuda.StringLit {
	if list, ok := init.(*cuda.InitList); ok && len(list.Items) == 1 && list.Fields == nil {
		init = list.Items[0]
	}
	s, ok := init.(*cuda.StringLit)
	if !ok || s.Len == 0 || !t.IsArray() || !t.Elem.IsScalar() || !t.Elem.Scalar.IsInt() || t.Elem.Size() != ctype.Scalars[s.Elem].Size() {
		return nil
	}
	return s
}

func (r *Reader) object(t *ctype.Type, init cuda.Expr) Part {
	p := Part{Kind: Whole, Type: t, Pos: init.ExprPos(), Init: init}
	if s := r.text(t, init); s != nil {
		if t.Len >= 0 && int64(s.Len) > t.Len {
			return r.fail(p.Pos, false, "a string of %d characters, with the zero at its end, for an array of %d", s.Len, t.Len)
		}
		p.Kind, p.Text = Text, s
		return p
	}
	list, ok := init.(*cuda.InitList)
	if !ok {
		return p
	}
	if list = r.expanded(list); list == nil {
		return Part{}
	}
	p.Init = list
	switch {
	case !t.IsArray() && !t.IsRecord() || syntax.Constructs(t, max(1, len(list.Items))) || t.IsRecord() && t.Rec.Refers():
		return p
	case len(list.Items) == 0:
		p.Kind = Left
		return p
	case list.Fields != nil:
		return r.designated(t, list)
	case len(list.Items) == 1 && t.IsRecord() && r.isWhole(list.Items[0], t):
		if inner, braced := list.Items[0].(*cuda.InitList); !braced {
			p.Init = list.Items[0]
			return p
		} else if len(t.Rec.Fields) == 0 && len(t.Rec.Bases) == 0 && len(inner.Items) == 0 {
			p.Kind = Left
			return p
		}
	}
	c := &cursor{r: r, items: list.Items}
	p = c.parts(t, list.Pos)
	c.end(t)
	return p
}

// designated is {.x = 1, .y = 2}.
func (r *Reader) designated(t *ctype.Type, list *cuda.InitList) Part {
	p := Part{Kind: Members, Type: t, Pos: list.Pos}
	if !t.IsRecord() || len(t.Rec.Bases) > 0 {
		return r.fail(list.Pos, true, "designators for a %s; list the values in order", t)
	}
	for _, f := range t.Rec.Fields {
		p.Parts = append(p.Parts, Part{Type: f.Type, Pos: list.Pos, Kind: idleIn(t)})
	}
	last := -1
	for i, name := range list.Fields {
		at, ok := t.Rec.Index[name]
		switch {
		case !ok && t.Rec.MemberPath(name) != nil:
			return r.fail(list.Items[i].ExprPos(), true, "a designator for %s, a member of a member without a name; list the values in order", name)
		case !ok:
			return r.fail(list.Items[i].ExprPos(), false, "%s has no member %q to initialise by name", t, name)
		case at <= last:
			return r.fail(list.Items[i].ExprPos(), false, "%s stands behind a later member of %s", name, t)
		}
		p.Parts[at], last = r.object(t.Rec.Fields[at].Type, list.Items[i]), at
	}
	return p
}

func idleIn(t *ctype.Type) Kind {
	if t.Rec.Union {
		return Idle
	}
	return Left
}

// isWhole reports whether e initialises an object of type t, and not the first scalar of it.
func (r *Reader) isWhole(e cuda.Expr, t *ctype.Type) bool {
	switch e.(type) {
	case *cuda.InitList:
		return true
	case *cuda.StringLit, *cuda.IntLit, *cuda.FloatLit, *cuda.BoolLit, *cuda.NullLit:
		return t.IsRecord() && hasConstructor(t.Rec)
	}
	if !t.IsRecord() || hasConstructor(t.Rec) {
		return t.IsRecord()
	}
	from := r.TypeOf(e)
	return from.IsRecord() && (from.Rec == t.Rec || from.Rec.DerivesFrom(t.Rec) || r.Converts(from, t))
}

// hasConstructor reports whether r is no aggregate.
func hasConstructor(r *ctype.Record) bool { return r.Ones || r.Decl != nil && syntax.HasConstructor(r) }

// cursor hands out the items of a list.
type cursor struct {
	r     *Reader
	items []cuda.Expr
}

func (c *cursor) done() bool { return len(c.items) == 0 || c.r.fault != nil }

// end makes sure that all items were taken.
func (c *cursor) end(t *ctype.Type) {
	if !c.done() {
		c.r.fail(c.items[0].ExprPos(), false, "too many values for a %s", t)
	}
}

// parts are those of a class or an array, whose braces are left out or already read.
func (c *cursor) parts(t *ctype.Type, pos diag.Pos) Part {
	p := Part{Type: t, Pos: pos}
	switch {
	case t.IsArray():
		for p.Kind = Items; !c.done() && (t.Len < 0 || int64(len(p.Parts)) < t.Len); {
			p.Parts = append(p.Parts, c.part(t.Elem))
		}
		return p
	case t.Rec.Refers():
		return c.r.fail(pos, true, "a list for the reference members of %s; give it a constructor", t)
	}
	p.Kind = Members
	own := 0
	for _, b := range t.Rec.Bases {
		p.Parts = append(p.Parts, c.next(b.Type(), pos))
		own += len(b.Fields)
	}
	for i, f := range t.Rec.Fields[min(own, len(t.Rec.Fields)):] {
		if i > 0 && t.Rec.Union {
			p.Parts = append(p.Parts, Part{Kind: Idle, Type: f.Type, Pos: pos})
			continue
		}
		p.Parts = append(p.Parts, c.next(f.Type, pos))
	}
	return p
}

// next is the part of type t that comes now, which may have no initialiser.
func (c *cursor) next(t *ctype.Type, pos diag.Pos) Part {
	if c.done() {
		return Part{Type: t, Pos: pos}
	}
	return c.part(t)
}

// part is that of the next item, or of several.
func (c *cursor) part(t *ctype.Type) Part {
	e := c.items[0]
	aggregate := t.IsArray() || t.IsRecord()
	if aggregate && !c.r.isWhole(e, t) && c.r.text(t, e) == nil {
		p := c.parts(t, e.ExprPos())
		if len(c.items) > 0 && c.items[0] == e { // which has no members that could take it
			return c.r.fail(e.ExprPos(), false, "a value for a %s, which has no members", t)
		}
		return p
	}
	c.items = c.items[1:]
	if !aggregate {
		return Part{Kind: Whole, Type: t, Pos: e.ExprPos(), Init: e}
	}
	return c.r.object(t, e)
}
